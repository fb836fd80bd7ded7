// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Keep returns the patches that add the customizations of other to the delivered object. Both objects must have the
// same kind and name. lost describes the customizations that a patch cannot preserve, with field and fix, but without
// values that may be secret. Keep ignores fields that an API server sets, or that depend on the cluster or the Flux
// version.
func Keep(version string, delivered, other *unstructured.Unstructured) (patches []fluxv1alpha1.Patch, lost []string, err error) {
	all, err := customizations(delivered, other)
	if err != nil {
		return nil, nil, err
	}
	target := fluxv1alpha1.PatchTarget{Kind: fluxv1alpha1.PatchKind(delivered.GetKind()), Name: fluxv1alpha1.Component(delivered.GetName())}
	meta, err := strategicpatch.NewPatchMetaFromStruct(typed(delivered.GetKind()))
	if err != nil {
		return nil, nil, err
	}
	current, operations, change := delivered, []any{}, strategicpatch.JSONMap{}
	for _, c := range all {
		text, err := json.Marshal(c.change)
		if err != nil {
			return nil, nil, err
		}
		changed, invalid := applyOne(nil, current, fluxv1alpha1.Patch{Patch: string(text)})
		if invalid != nil {
			lost = append(lost, strings.Join(c.names, ", ")+" "+invalid.Detail)
			continue
		}
		if refused := check(version, delivered, changed, target.Name); refused != nil {
			lost = append(lost, refused.field+" "+refused.text)
			continue
		}
		current = changed
		if operation, ok := c.change.([]any); ok {
			operations = append(operations, operation...)
			continue
		}
		var generic strategicpatch.JSONMap
		if err := json.Unmarshal(text, &generic); err != nil {
			return nil, nil, err
		}
		if change, err = strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(meta, change, generic); err != nil {
			return nil, nil, err
		}
	}
	for _, content := range []any{operations, change} {
		if reflect.ValueOf(content).Len() == 0 {
			continue
		}
		text, err := yaml.Marshal(content)
		if err != nil {
			return nil, nil, err
		}
		patches = append(patches, fluxv1alpha1.Patch{Target: target, Patch: string(text)})
	}
	return patches, lost, nil
}

// Lost returns the names of the customizations of other, such as arguments, variables and volumes, that the delivered
// Deployment does not have. Customizations are differences between other and the Deployment that Flux ships. Lost omits
// labels and annotations of the Deployment itself, because gardener-resource-manager preserves them.
func Lost(shipped, delivered, other *unstructured.Unstructured) ([]string, error) {
	own, err := customizations(shipped, other)
	if err != nil {
		return nil, err
	}
	missing, err := customizations(delivered, other)
	if err != nil {
		return nil, err
	}
	lacks := map[string]bool{}
	for _, c := range missing {
		for _, name := range c.names {
			lacks[name] = true
		}
	}
	var lost []string
	for _, c := range own {
		for _, name := range c.names {
			if lacks[name] {
				lost = append(lost, name)
				lacks[name] = false
			}
		}
	}
	return lost, nil
}

// customization is a difference between two objects.
type customization struct {
	// names does not include labels and annotations of the object itself.
	names []string
	// change is a strategic merge patch, or a list of operations of a JSON patch.
	change any
}

// nested returns an object with the value at the path.
func nested(value any, path ...string) any {
	for _, key := range slices.Backward(path) {
		value = map[string]any{key: value}
	}
	return value
}

// inPod returns a strategic merge patch that sets a field of the pod spec in a Deployment.
func inPod(field string, value any) any { return nested(value, "spec", "template", "spec", field) }

// customizations returns the differences between other and the delivered object that other would lose.
func customizations(delivered, other *unstructured.Unstructured) ([]customization, error) {
	isDeployment := delivered.GetKind() == string(fluxv1alpha1.PatchKindDeployment)
	allowed := accountKey
	if isDeployment {
		allowed = podKey
	}
	all := slices.Concat(
		entries("", delivered.GetAnnotations(), other.GetAnnotations(), allowed, "metadata", "annotations"),
		entries("", delivered.GetLabels(), other.GetLabels(), allowed, "metadata", "labels"),
	)
	if !isDeployment {
		return all, nil
	}
	was, is := &appsv1.Deployment{}, &appsv1.Deployment{}
	for object, typed := range map[*unstructured.Unstructured]*appsv1.Deployment{delivered: was, other: is} {
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, typed); err != nil {
			return nil, err
		}
	}
	before, after := was.Spec.Template, is.Spec.Template
	all = slices.Concat(all,
		entries("annotation ", before.Annotations, after.Annotations, podKey, "spec", "template", "metadata", "annotations"),
		entries("label ", before.Labels, after.Labels, podKey, "spec", "template", "metadata", "labels"),
		entries("node selector ", before.Spec.NodeSelector, after.Spec.NodeSelector, nodeLabel, "spec", "template", "spec", "nodeSelector"),
	)
	add := func(has bool, change any, names ...string) {
		if has {
			all = append(all, customization{names, change})
		}
	}
	addField := func(has bool, field string, value any) { add(has, inPod(field, value), field) }
	old, pod := before.Spec, after.Spec
	addField(len(pod.Tolerations) > 0 && !reflect.DeepEqual(old.Tolerations, pod.Tolerations), "tolerations", pod.Tolerations)
	period := pod.TerminationGracePeriodSeconds
	addField(period != nil && !reflect.DeepEqual(old.TerminationGracePeriodSeconds, period), "terminationGracePeriodSeconds", period)
	for _, volume := range pod.Volumes {
		if source := volume.ConfigMap; source != nil && source.DefaultMode != nil && *source.DefaultMode == 0o644 {
			volume = *volume.DeepCopy()
			volume.ConfigMap.DefaultMode = nil // An API server sets this default.
		}
		known := slices.ContainsFunc(old.Volumes, func(earlier corev1.Volume) bool { return reflect.DeepEqual(earlier, volume) })
		add(!known, inPod("volumes", []any{volume}), "volume "+volume.Name)
	}
	for _, container := range pod.Containers {
		i := slices.IndexFunc(old.Containers, func(earlier corev1.Container) bool { return earlier.Name == container.Name })
		if i >= 0 {
			addOfContainer(add, i, old.Containers[i], container)
		}
		add(i < 0, inPod("containers", []any{container}), "container "+container.Name)
	}
	add(is.Spec.Replicas != nil && *is.Spec.Replicas != 1, nested(is.Spec.Replicas, "spec", "replicas"), "spec.replicas")
	addField(pod.Affinity != nil, "affinity", pod.Affinity)
	addField(len(pod.InitContainers) > 0, "initContainers", pod.InitContainers)
	addField(len(pod.HostAliases) > 0, "hostAliases", pod.HostAliases)
	addField(pod.HostNetwork, "hostNetwork", true)
	addField(len(pod.ImagePullSecrets) > len(old.ImagePullSecrets), "imagePullSecrets", pod.ImagePullSecrets)
	addField(len(pod.TopologySpreadConstraints) > 0, "topologySpreadConstraints", pod.TopologySpreadConstraints)
	addField(pod.PriorityClassName != "" && pod.PriorityClassName != old.PriorityClassName, "priorityClassName", pod.PriorityClassName)
	return all, nil
}

// entries returns the added or changed labels, annotations or node selector entries as customizations. Their name is
// the key with the prefix. If the prefix is empty, the customizations have no names.
func entries(prefix string, was, is map[string]string, allowed func(key, value string) string, path ...string) []customization {
	var all []customization
	for key, entry := range ordered.Map(is) {
		value, ok := was[key]
		if ok && value == entry || allowed(key, entry) != "" && isOfSystem(key) || key == "control-plane" || key == "app" {
			continue
		}
		var names []string
		if prefix != "" {
			names = []string{prefix + key}
		}
		all = append(all, customization{names, nested(map[string]string{key: entry}, path...)})
	}
	return all
}

// isOfSystem returns whether the label or annotation belongs to a domain of Kubernetes, Flux or Gardener.
func isOfSystem(key string) bool {
	domain, _, has := strings.Cut(key, "/")
	return has && slices.ContainsFunc([]string{"kubernetes.io", "k8s.io", "fluxcd.io", "gardener.cloud"}, func(system string) bool {
		return domain == system || strings.HasSuffix(domain, "."+system)
	})
}

// addOfContainer adds the differences between two containers. It ignores arguments with cluster-internal addresses. i
// is the index of the container.
func addOfContainer(add func(has bool, change any, names ...string), i int, before, after corev1.Container) {
	inContainer := func(field string, value any) any {
		return inPod("containers", []any{map[string]any{"name": before.Name, field: value}})
	}
	for _, argument := range after.Args {
		name, _, _ := strings.Cut(argument, "=")
		known := slices.ContainsFunc(before.Args, func(earlier string) bool { return canonical(earlier) == canonical(argument) }) ||
			name == flagEventsAddress || name == flagStorageAddress || argument == "--feature-gates=ExternalArtifact=true"
		add(!known, []any{
			map[string]any{"op": "add", "path": fmt.Sprintf("/spec/template/spec/containers/%d/args/-", i), "value": argument},
		}, "argument "+name)
	}
	for _, variable := range after.Env {
		known := slices.ContainsFunc(before.Env, func(earlier corev1.EnvVar) bool { return earlier.Name == variable.Name })
		add(!known, inContainer("env", []any{variable}), "variable "+variable.Name)
	}
	for _, mount := range after.VolumeMounts {
		known := slices.ContainsFunc(before.VolumeMounts, func(earlier corev1.VolumeMount) bool {
			return earlier.MountPath == mount.MountPath && earlier.Name == mount.Name
		})
		add(!known, inContainer("volumeMounts", []any{mount}), "mount "+mount.MountPath)
	}
	add(len(after.EnvFrom) > 0, inContainer("envFrom", after.EnvFrom), "envFrom")
	var names []string
	changed := func(list string, before, after corev1.ResourceList) corev1.ResourceList {
		result := maps.Clone(after)
		maps.DeleteFunc(result, func(name corev1.ResourceName, quantity resource.Quantity) bool {
			earlier, ok := before[name]
			return ok && earlier.Cmp(quantity) == 0
		})
		for name := range ordered.Map(result) {
			names = append(names, list+"."+string(name))
		}
		return result
	}
	resources := corev1.ResourceRequirements{
		Requests: changed("requests", before.Resources.Requests, after.Resources.Requests),
		Limits:   changed("limits", before.Resources.Limits, after.Resources.Limits),
	}
	add(len(names) > 0, inContainer("resources", resources), names...)
}

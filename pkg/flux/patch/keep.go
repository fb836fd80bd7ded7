// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"cmp"
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
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Keep returns the patches that give a delivered object the customizations of another object of its kind and
// name, and the customizations that no patch may keep. Each of the latter is a field with a fix, without secret
// values. Fields that an API server sets, and those that depend on a cluster or version in Flux's manifests, are
// not customizations.
func Keep(version string, delivered, other *unstructured.Unstructured) (patches []fluxv1alpha1.Patch, lost []string, err error) {
	k, err := compare(version, delivered, other)
	if err != nil {
		return nil, nil, err
	}
	target := fluxv1alpha1.PatchTarget{Kind: fluxv1alpha1.PatchKind(delivered.GetKind()), Name: k.of}
	for _, content := range []any{k.operations, k.change} {
		if reflect.ValueOf(content).Len() == 0 {
			continue
		}
		text, err := yaml.Marshal(content)
		if err != nil {
			return nil, nil, err
		}
		patches = append(patches, fluxv1alpha1.Patch{Target: target, Patch: string(text)})
	}
	return patches, k.lost, nil
}

// Lost returns the names of the customizations of another Deployment that the delivered one lacks: arguments,
// variables, volumes and so on, without values. A customization differs from the Deployment that Flux ships.
// Labels and annotations of the Deployment itself are omitted, because gardener-resource-manager keeps them.
func Lost(version string, shipped, delivered, other *unstructured.Unstructured) ([]string, error) {
	own, err := compare(version, shipped, other)
	if err != nil {
		return nil, err
	}
	missing, err := compare(version, delivered, other)
	if err != nil {
		return nil, err
	}
	var lost []string
	for _, name := range own.own {
		if slices.Contains(missing.own, name) && !slices.Contains(lost, name) {
			lost = append(lost, name)
		}
	}
	return lost, nil
}

// compare collects the customizations of another object.
func compare(version string, delivered, other *unstructured.Unstructured) (*keeper, error) {
	k := &keeper{version: version, of: fluxv1alpha1.Component(delivered.GetName()), change: map[string]any{}}
	allowed := accountKey
	if delivered.GetKind() == string(fluxv1alpha1.PatchKindDeployment) {
		allowed = podKey
	}
	k.entries("", delivered.GetAnnotations(), other.GetAnnotations(), allowed, "metadata", "annotations")
	k.entries("", delivered.GetLabels(), other.GetLabels(), allowed, "metadata", "labels")
	if delivered.GetKind() == string(fluxv1alpha1.PatchKindDeployment) {
		was, is := &appsv1.Deployment{}, &appsv1.Deployment{}
		for object, typed := range map[*unstructured.Unstructured]*appsv1.Deployment{delivered: was, other: is} {
			if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, typed); err != nil {
				return nil, err
			}
		}
		k.deployment(was.Spec, is.Spec)
	}
	return k, nil
}

// keeper collects customizations.
type keeper struct {
	version string
	of      fluxv1alpha1.Component
	// own names all customizations except the object's own labels and annotations.
	own []string
	// change is a strategic merge patch, and operations is a JSON patch.
	change     map[string]any
	operations []any
	lost       []string
}

// found records a customization, and reports whether a patch may keep it. problem is empty then.
func (k *keeper) found(name, field, problem string) bool {
	if name != "" {
		k.own = append(k.own, name)
	}
	if problem != "" {
		k.lost = append(k.lost, field+" "+problem)
	}
	return problem == ""
}

// set sets a value of the strategic merge patch.
func (k *keeper) set(value any, at ...string) {
	content, err := json.Marshal(value)
	var generic any
	if err == nil && json.Unmarshal(content, &generic) == nil {
		_ = unstructured.SetNestedField(k.change, generic, at...)
	}
}

// isOfSystem returns whether Kubernetes, kubectl, Flux or Gardener set a label or annotation.
func isOfSystem(key string) bool {
	domain, _, has := strings.Cut(key, "/")
	return has && slices.ContainsFunc([]string{"kubernetes.io", "k8s.io", "fluxcd.io", "gardener.cloud"}, func(system string) bool {
		return domain == system || strings.HasSuffix(domain, "."+system)
	})
}

// entries compares labels or annotations. Without a kind, they are not recorded in own.
func (k *keeper) entries(kind string, was, is map[string]string, allowed func(key, value string) string, at ...string) {
	path := strings.Join(at, ".")
	for _, key := range slices.Sorted(maps.Keys(is)) {
		text := allowed(key, is[key])
		value, has := was[key]
		if has && value == is[key] || text != "" && isOfSystem(key) || key == "control-plane" || key == "app" {
			continue
		}
		name := ""
		if kind != "" {
			name = kind + " " + key
		}
		if has {
			text = "must not be changed by a patch"
		}
		if k.found(name, fmt.Sprintf("%s[%s]", path, key), cmp.Or(text, invalidEntry(path, key, is[key]))) {
			k.set(is[key], append(slices.Clone(at), key)...)
		}
	}
}

func (k *keeper) deployment(was, is appsv1.DeploymentSpec) {
	before, after := was.Template, is.Template
	k.entries("annotation", before.Annotations, after.Annotations, podKey, "spec", "template", "metadata", "annotations")
	k.entries("label", before.Labels, after.Labels, podKey, "spec", "template", "metadata", "labels")
	k.entries("node selector", before.Spec.NodeSelector, after.Spec.NodeSelector, nodeLabel, "spec", "template", "spec", "nodeSelector")
	k.scheduling(before.Spec, after.Spec)
	volumes := k.volumes(before.Spec, after.Spec)
	for _, container := range after.Spec.Containers {
		i := slices.IndexFunc(before.Spec.Containers, func(earlier corev1.Container) bool { return earlier.Name == container.Name })
		if i < 0 {
			k.found("container "+container.Name, fmt.Sprintf("spec.template.spec.containers[%s]", container.Name), "must not be added by a patch: the controllers run alone in their pods")
			continue
		}
		k.container(i, before.Spec.Containers[i], container, before.Spec.Volumes, volumes)
	}
	k.others(was, is)
}

func (k *keeper) scheduling(before, after corev1.PodSpec) {
	problem := ""
	if refused := takeScheduling(before, after.DeepCopy()); refused != nil {
		problem = refused.text
	}
	for _, field := range []struct {
		name          string
		before, after any
	}{
		{"tolerations", before.Tolerations, after.Tolerations},
		{"terminationGracePeriodSeconds", before.TerminationGracePeriodSeconds, after.TerminationGracePeriodSeconds},
	} {
		if reflect.ValueOf(field.after).IsZero() || reflect.DeepEqual(field.before, field.after) {
			continue
		}
		if k.found(field.name, "spec.template.spec."+field.name, problem) {
			k.set(field.after, "spec", "template", "spec", field.name)
		}
	}
}

// others records the customizations that no patch may keep.
func (k *keeper) others(was, is appsv1.DeploymentSpec) {
	before, after := was.Template.Spec, is.Template.Spec
	if is.Replicas != nil && *is.Replicas != 1 {
		k.found("spec.replicas", "spec.replicas", forbidden("spec.replicas").text)
	}
	for _, other := range []struct {
		field string
		has   bool
	}{
		{"affinity", after.Affinity != nil},
		{"initContainers", len(after.InitContainers) > 0},
		{"hostAliases", len(after.HostAliases) > 0},
		{"hostNetwork", after.HostNetwork},
		{"imagePullSecrets", len(after.ImagePullSecrets) > len(before.ImagePullSecrets)},
		{"topologySpreadConstraints", len(after.TopologySpreadConstraints) > 0},
		{"priorityClassName", after.PriorityClassName != "" && after.PriorityClassName != before.PriorityClassName},
	} {
		if at := "spec.template.spec." + other.field; other.has {
			k.found(other.field, at, forbidden(at).text)
		}
	}
}

// volumes keeps volumes, and returns the added ones.
func (k *keeper) volumes(before, after corev1.PodSpec) []corev1.Volume {
	var kept []corev1.Volume
	for _, volume := range after.Volumes {
		if source := volume.ConfigMap; source != nil && source.DefaultMode != nil && *source.DefaultMode == 0o644 {
			volume = *volume.DeepCopy()
			volume.ConfigMap.DefaultMode = nil // An API server sets this default.
		}
		var was corev1.Volume
		if i := slices.IndexFunc(before.Volumes, func(earlier corev1.Volume) bool { return earlier.Name == volume.Name }); i >= 0 {
			was = before.Volumes[i]
		}
		if !reflect.DeepEqual(was, volume) && k.found("volume "+volume.Name, fmt.Sprintf("spec.template.spec.volumes[%s]", volume.Name), checkVolume(was, volume)) {
			kept = append(kept, volume)
		}
	}
	if len(kept) > 0 {
		k.set(kept, "spec", "template", "spec", "volumes")
	}
	return kept
}

func (k *keeper) container(i int, before, after corev1.Container, shipped, added []corev1.Volume) {
	at := fmt.Sprintf("spec.template.spec.containers[%d]", i)
	k.arguments(fmt.Sprintf("/spec/template/spec/containers/%d/args/-", i), at+".args", before.Args, after.Args)
	var env []corev1.EnvVar
	for _, variable := range after.Env {
		if !slices.ContainsFunc(before.Env, func(earlier corev1.EnvVar) bool { return earlier.Name == variable.Name }) &&
			k.found("variable "+variable.Name, fmt.Sprintf("%s.env[%s]", at, variable.Name), checkVariable(variable)) {
			env = append(env, variable)
		}
	}
	var mounts []corev1.VolumeMount
	for _, mount := range after.VolumeMounts {
		if !slices.ContainsFunc(before.VolumeMounts, func(earlier corev1.VolumeMount) bool {
			return earlier.MountPath == mount.MountPath && earlier.Name == mount.Name
		}) && k.found("mount "+mount.MountPath, fmt.Sprintf("%s.volumeMounts[%s]", at, mount.MountPath), checkMount(mount, shipped, added)) {
			mounts = append(mounts, mount)
		}
	}
	if len(after.EnvFrom) > 0 {
		k.found("envFrom", at+".envFrom", forbidden("envFrom").text)
	}
	resources := corev1.ResourceRequirements{
		Requests: k.changed("requests.", before.Resources.Requests, after.Resources.Requests),
		Limits:   k.changed("limits.", before.Resources.Limits, after.Resources.Limits),
	}
	change := map[string]any{"env": env, "volumeMounts": mounts, "resources": resources}
	maps.DeleteFunc(change, func(_ string, value any) bool { return reflect.ValueOf(value).IsZero() })
	if len(change) > 0 {
		change["name"] = before.Name
		k.set([]any{change}, "spec", "template", "spec", "containers")
	}
}

// changed records the quantities that differ, and returns them; nil if none do.
func (k *keeper) changed(prefix string, before, after corev1.ResourceList) corev1.ResourceList {
	result := maps.Clone(after)
	maps.DeleteFunc(result, func(name corev1.ResourceName, quantity resource.Quantity) bool {
		earlier, has := before[name]
		return has && earlier.Cmp(quantity) == 0
	})
	for _, name := range slices.Sorted(maps.Keys(result)) {
		k.found(prefix+string(name), "", "")
	}
	if len(result) == 0 {
		return nil
	}
	return result
}

// arguments keeps arguments, except addresses inside the cluster.
func (k *keeper) arguments(path, at string, before, after []string) {
	known := flagsOf(k.of)
	for _, argument := range after {
		name, value, _ := strings.Cut(argument, "=")
		if slices.ContainsFunc(before, func(earlier string) bool { return canonical(earlier) == canonical(argument) }) ||
			name == flagEventsAddress || name == flagStorageAddress || argument == "--feature-gates=ExternalArtifact=true" {
			continue
		}
		if k.found("argument "+name, fmt.Sprintf("%s %s=%s", at, name, value), checkArgument(k.version, k.of, known, argument)) {
			k.operations = append(k.operations, map[string]any{"op": "add", "path": path, "value": argument})
		}
	}
}

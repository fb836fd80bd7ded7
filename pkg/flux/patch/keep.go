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
	k.entries("", delivered.GetAnnotations(), other.GetAnnotations(), k.allowedKey(delivered), "metadata", "annotations")
	k.entries("", delivered.GetLabels(), other.GetLabels(), k.allowedKey(delivered), "metadata", "labels")
	if delivered.GetKind() == string(fluxv1alpha1.PatchKindDeployment) {
		was, is := &appsv1.Deployment{}, &appsv1.Deployment{}
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(delivered.Object, was); err != nil {
			return nil, err
		}
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(other.Object, is); err != nil {
			return nil, err
		}
		k.deployment(was, is)
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

func (k *keeper) lose(field, text string) { k.lost = append(k.lost, field+" "+text) }

// set sets a value of the strategic merge patch.
func (k *keeper) set(value any, at ...string) {
	content, err := json.Marshal(value)
	var generic any
	if err == nil && json.Unmarshal(content, &generic) == nil {
		_ = unstructured.SetNestedField(k.change, generic, at...)
	}
}

func (k *keeper) allowedKey(object *unstructured.Unstructured) func(key, value string) string {
	if object.GetKind() == string(fluxv1alpha1.PatchKindServiceAccount) {
		return accountKey
	}
	return podKey
}

// isOfSystem returns whether Kubernetes, kubectl, Flux or Gardener set a label or annotation.
func isOfSystem(key string) bool {
	domain, _, has := strings.Cut(key, "/")
	return has && slices.ContainsFunc([]string{"kubernetes.io", "k8s.io", "fluxcd.io", "gardener.cloud"}, func(system string) bool {
		return domain == system || strings.HasSuffix(domain, "."+system)
	})
}

// entries compares labels or annotations. Without a name, they are not recorded in own.
func (k *keeper) entries(what string, was, is map[string]string, allowed func(key, value string) string, at ...string) {
	path := strings.Join(at, ".")
	for _, key := range slices.Sorted(maps.Keys(is)) {
		text := allowed(key, is[key])
		if value, has := was[key]; has && value == is[key] || text != "" && isOfSystem(key) || key == "control-plane" || key == "app" {
			continue
		}
		if what != "" {
			k.own = append(k.own, what+" "+key)
		}
		if _, has := was[key]; has {
			text = "must not be changed by a patch"
		} else if text == "" {
			text = invalidEntry(path, key, is[key])
		}
		if text != "" {
			k.lose(fmt.Sprintf("%s[%s]", path, key), text)
			continue
		}
		k.set(is[key], append(slices.Clone(at), key)...)
	}
}

func (k *keeper) deployment(was, is *appsv1.Deployment) {
	before, after := was.Spec.Template, is.Spec.Template
	k.entries("annotation", before.Annotations, after.Annotations, podKey, "spec", "template", "metadata", "annotations")
	k.entries("label", before.Labels, after.Labels, podKey, "spec", "template", "metadata", "labels")
	k.entries("node selector", before.Spec.NodeSelector, after.Spec.NodeSelector, nodeLabel, "spec", "template", "spec", "nodeSelector")
	refused := takeScheduling(before.Spec, after.Spec.DeepCopy())
	if refused != nil {
		k.lose(refused.field, refused.text)
	}
	scheduling := func(field string, value any) {
		k.own = append(k.own, field)
		if refused == nil {
			k.set(value, "spec", "template", "spec", field)
		}
	}
	if len(after.Spec.Tolerations) > 0 && !reflect.DeepEqual(before.Spec.Tolerations, after.Spec.Tolerations) {
		scheduling("tolerations", after.Spec.Tolerations)
	}
	if period := after.Spec.TerminationGracePeriodSeconds; period != nil && !reflect.DeepEqual(before.Spec.TerminationGracePeriodSeconds, period) {
		scheduling("terminationGracePeriodSeconds", *period)
	}
	volumes := k.volumes(before.Spec, after.Spec)
	for _, container := range after.Spec.Containers {
		i := slices.IndexFunc(before.Spec.Containers, func(earlier corev1.Container) bool { return earlier.Name == container.Name })
		if i < 0 {
			k.own = append(k.own, "container "+container.Name)
			k.lose(fmt.Sprintf("spec.template.spec.containers[%s]", container.Name), "must not be added by a patch: the controllers run alone in their pods")
			continue
		}
		k.container(i, before.Spec.Containers[i], container, before.Spec.Volumes, volumes)
	}
	k.others(was.Spec, is.Spec)
}

// others records the customizations that no patch may keep.
func (k *keeper) others(was, is appsv1.DeploymentSpec) {
	before, after := was.Template, is.Template
	for _, other := range []struct {
		field string
		has   bool
	}{
		{"spec.replicas", is.Replicas != nil && *is.Replicas != 1},
		{"affinity", after.Spec.Affinity != nil},
		{"initContainers", len(after.Spec.InitContainers) > 0},
		{"hostAliases", len(after.Spec.HostAliases) > 0},
		{"hostNetwork", after.Spec.HostNetwork},
		{"imagePullSecrets", len(after.Spec.ImagePullSecrets) > len(before.Spec.ImagePullSecrets)},
		{"topologySpreadConstraints", len(after.Spec.TopologySpreadConstraints) > 0},
		{"priorityClassName", after.Spec.PriorityClassName != "" && after.Spec.PriorityClassName != before.Spec.PriorityClassName},
	} {
		if !other.has {
			continue
		}
		at := other.field
		if at != "spec.replicas" {
			at = "spec.template.spec." + at
		}
		k.own = append(k.own, other.field)
		k.lose(at, forbidden(at).text)
	}
}

// volumes keeps volumes, and returns the added ones.
func (k *keeper) volumes(before, after corev1.PodSpec) []corev1.Volume {
	var kept []corev1.Volume
	for _, volume := range after.Volumes {
		text := ""
		if i := slices.IndexFunc(before.Volumes, func(earlier corev1.Volume) bool { return earlier.Name == volume.Name }); i >= 0 {
			if reflect.DeepEqual(before.Volumes[i], volume) {
				continue
			}
			text = checkExisting(before.Volumes[i], volume)
		} else {
			if source := volume.ConfigMap; source != nil && source.DefaultMode != nil && *source.DefaultMode == 0o644 {
				volume = *volume.DeepCopy()
				volume.ConfigMap.DefaultMode = nil // An API server sets this default.
			}
			text = checkAdded(volume)
		}
		k.own = append(k.own, "volume "+volume.Name)
		if text != "" {
			k.lose(fmt.Sprintf("spec.template.spec.volumes[%s]", volume.Name), text)
			continue
		}
		kept = append(kept, volume)
	}
	if len(kept) > 0 {
		k.set(kept, "spec", "template", "spec", "volumes")
	}
	return kept
}

func (k *keeper) container(i int, before, after corev1.Container, shipped, added []corev1.Volume) {
	at := fmt.Sprintf("spec.template.spec.containers[%d]", i)
	k.arguments(fmt.Sprintf("/spec/template/spec/containers/%d/args/-", i), at+".args", before.Args, after.Args)
	change := map[string]any{}
	var env []corev1.EnvVar
	for _, variable := range after.Env {
		if slices.ContainsFunc(before.Env, func(earlier corev1.EnvVar) bool { return earlier.Name == variable.Name }) {
			continue
		}
		k.own = append(k.own, "variable "+variable.Name)
		if text := checkVariable(variable); text != "" {
			k.lose(fmt.Sprintf("%s.env[%s]", at, variable.Name), text)
			continue
		}
		env = append(env, variable)
	}
	var mounts []corev1.VolumeMount
	for _, mount := range after.VolumeMounts {
		if slices.ContainsFunc(before.VolumeMounts, func(earlier corev1.VolumeMount) bool {
			return earlier.MountPath == mount.MountPath && earlier.Name == mount.Name
		}) {
			continue
		}
		k.own = append(k.own, "mount "+mount.MountPath)
		if text := checkMount(mount, shipped, added); text != "" {
			k.lose(fmt.Sprintf("%s.volumeMounts[%s]", at, mount.MountPath), text)
			continue
		}
		mounts = append(mounts, mount)
	}
	if len(after.EnvFrom) > 0 {
		k.own = append(k.own, "envFrom")
		k.lose(at+".envFrom", forbidden("envFrom").text)
	}
	resources := corev1.ResourceRequirements{
		Requests: k.changed("requests.", before.Resources.Requests, after.Resources.Requests),
		Limits:   k.changed("limits.", before.Resources.Limits, after.Resources.Limits),
	}
	for name, value := range map[string]any{"env": env, "volumeMounts": mounts, "resources": resources} {
		if !reflect.ValueOf(value).IsZero() {
			change[name] = value
		}
	}
	if len(change) > 0 {
		change["name"] = before.Name
		k.set([]any{change}, "spec", "template", "spec", "containers")
	}
}

// changed records the quantities that differ, and returns them; nil if none do.
func (k *keeper) changed(prefix string, before, after corev1.ResourceList) corev1.ResourceList {
	var result corev1.ResourceList
	for _, name := range slices.Sorted(maps.Keys(after)) {
		quantity := after[name]
		if earlier, has := before[name]; has && earlier.Cmp(quantity) == 0 {
			continue
		}
		if result == nil {
			result = corev1.ResourceList{}
		}
		result[name] = quantity
		k.own = append(k.own, prefix+string(name))
	}
	return result
}

// arguments keeps arguments, except addresses inside the cluster.
func (k *keeper) arguments(path, at string, before, after []string) {
	known := flagsOf(k.of)
	for _, argument := range after {
		name, value, _ := strings.Cut(argument, "=")
		if slices.ContainsFunc(before, func(earlier string) bool { return isSame(earlier, argument) }) || name == flagEventsAddress || name == flagStorageAddress || argument == "--feature-gates=ExternalArtifact=true" {
			continue
		}
		k.own = append(k.own, "argument "+name)
		if text := checkArgument(k.version, k.of, known, argument); text != "" {
			k.lose(fmt.Sprintf("%s %s=%s", at, name, value), text)
			continue
		}
		k.operations = append(k.operations, map[string]any{"op": "add", "path": path, "value": argument})
	}
}

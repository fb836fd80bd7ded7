// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// longestGracePeriod is the maximum terminationGracePeriodSeconds. A longer period could delay the removal of Flux.
const longestGracePeriod = 3600

// refusal is a forbidden change.
type refusal struct {
	// field is the path of the changed field in the object, such as spec.replicas.
	field string
	// text describes the problem with the change, and a fix.
	text string
}

func (r *refusal) describe(object *unstructured.Unstructured) string {
	return fmt.Sprintf("%s of %s %s %s", r.field, object.GetKind(), object.GetName(), r.text)
}

// check returns the first forbidden change between the object before and after the patches, or nil if all changes are
// allowed.
func check(version string, before, after *unstructured.Unstructured, of fluxv1alpha1.Component) *refusal {
	if before.GetKind() == string(fluxv1alpha1.PatchKindServiceAccount) {
		return checkServiceAccount(before, after)
	}
	was, is := &appsv1.Deployment{}, &appsv1.Deployment{}
	if refused := decode(before, was, after, is); refused != nil {
		return refused
	}
	pod, wasPod := &is.Spec.Template, &was.Spec.Template
	return cmp.Or(
		takeEntries("metadata.labels", was.Labels, &is.Labels, podKey),
		takeEntries("metadata.annotations", was.Annotations, &is.Annotations, podKey),
		takeEntries("spec.template.metadata.labels", wasPod.Labels, &pod.Labels, podKey),
		takeEntries("spec.template.metadata.annotations", wasPod.Annotations, &pod.Annotations, podKey),
		takeEntries("spec.template.spec.nodeSelector", wasPod.Spec.NodeSelector, &pod.Spec.NodeSelector, nodeLabel),
		takeScheduling(wasPod.Spec, &pod.Spec),
		takeContainers(version, of, wasPod.Spec, &pod.Spec),
		takeVolumes(wasPod.Spec, &pod.Spec),
		remainder(was, is),
	)
}

func checkServiceAccount(before, after *unstructured.Unstructured) *refusal {
	was, is := &corev1.ServiceAccount{}, &corev1.ServiceAccount{}
	if refused := decode(before, was, after, is); refused != nil {
		return refused
	}
	return cmp.Or(
		takeEntries("metadata.labels", was.Labels, &is.Labels, accountKey),
		takeEntries("metadata.annotations", was.Annotations, &is.Annotations, accountKey),
		remainder(was, is),
	)
}

// decode decodes the objects before and after the patches into was and is. It rejects unknown fields in the patched
// object.
func decode(before *unstructured.Unstructured, was any, after *unstructured.Unstructured, is any) *refusal {
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(before.Object, was); err != nil {
		return &refusal{text: "cannot be read"}
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(after.Object, is, true); err != nil {
		if unknown := unknownField.FindStringSubmatch(err.Error()); unknown != nil {
			return &refusal{field: unknown[1], text: "is an unknown field; correct its name, or remove it"}
		}
		return &refusal{field: "a field", text: "has a value of the wrong type; correct it"}
	}
	return nil
}

// unknownField extracts the field name from the error message of a strict decoder. The complete message may contain
// values.
var unknownField = regexp.MustCompile(`unknown field "([A-Za-z0-9.\[\]]{1,200})"`)

// remainder rejects all remaining differences, after the allowed changes were reset to their previous values.
func remainder(was, is any) *refusal {
	before, beforeErr := runtime.DefaultUnstructuredConverter.ToUnstructured(was)
	after, afterErr := runtime.DefaultUnstructuredConverter.ToUnstructured(is)
	if beforeErr != nil || afterErr != nil {
		return &refusal{field: "a field", text: "cannot be compared; remove it"}
	}
	if changed := difference("", before, after); changed != "" {
		return forbidden(changed)
	}
	return nil
}

// difference returns the path of the first field that differs, or an empty string if there is no difference.
func difference(path string, before, after any) string {
	if reflect.DeepEqual(before, after) {
		return ""
	}
	switch before := before.(type) {
	case map[string]any:
		after, ok := after.(map[string]any)
		if !ok {
			return path
		}
		keys := maps.Clone(before)
		maps.Copy(keys, after)
		for key := range ordered.Map(keys) {
			below := key
			if path != "" {
				below = path + "." + key
			}
			if found := difference(below, before[key], after[key]); found != "" {
				return found
			}
		}
	case []any:
		after, ok := after.([]any)
		if !ok || len(after) != len(before) {
			return path
		}
		for i := range before {
			if found := difference(fmt.Sprintf("%s[%d]", path, i), before[i], after[i]); found != "" {
				return found
			}
		}
	}
	return path
}

// takeScheduling validates changes of the tolerations and the termination grace period, and resets them in is.
func takeScheduling(was corev1.PodSpec, is *corev1.PodSpec) *refusal {
	for i, toleration := range is.Tolerations {
		if refused := firstOf(validation.ValidateToleration(field.NewPath("spec.template.spec.tolerations").Index(i), toleration)); refused != nil {
			return refused
		}
	}
	is.Tolerations = was.Tolerations
	if period := ptr.Deref(is.TerminationGracePeriodSeconds, 0); period < 0 || period > longestGracePeriod {
		return &refusal{field: "spec.template.spec.terminationGracePeriodSeconds", text: fmt.Sprintf("must be between 0 and %d", longestGracePeriod)}
	}
	is.TerminationGracePeriodSeconds = was.TerminationGracePeriodSeconds
	return nil
}

// firstOf returns the refusal for the first of the errors, or nil if there are no errors.
func firstOf(errs field.ErrorList) *refusal {
	if len(errs) == 0 {
		return nil
	}
	first := errs[0]
	if first.Type == field.ErrorTypeNotSupported {
		return &refusal{field: first.Field, text: "is not supported; " + first.Detail}
	}
	return &refusal{field: first.Field, text: first.Detail}
}

// forbidden returns the refusal for a forbidden change of a field. For some fields, it also states the reason or an
// alternative setting.
func forbidden(changed string) *refusal {
	for _, known := range []struct{ end, text string }{
		{".image", "must not be changed by a patch; remove it, and set flux.registry to use another registry"},
		{"imagePullSecrets", "must not be changed by a patch; remove it, and set flux.imagePullSecretResourceName"},
		{".affinity", "must not be changed by a patch; remove it, and change nodeSelector or tolerations"},
		{"spec.replicas", "must not be changed by a patch, because each controller has one active pod; remove it"},
		{"ontainers", "must not be changed by a patch, because the controllers run alone in their pods; remove it"},
	} {
		if strings.HasSuffix(changed, known.end) {
			return &refusal{field: changed, text: known.text}
		}
	}
	return &refusal{field: changed, text: "must not be changed by a patch; remove it"}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// ValidateToleration refuses what the shoot's API server would refuse in a pod.
func ValidateToleration(path *field.Path, toleration corev1.Toleration) field.ErrorList {
	var errs field.ErrorList
	if toleration.Key != "" {
		errs = append(errs, validateLabelKey(path.Child("key"), toleration.Key)...)
	}
	switch toleration.Operator {
	case corev1.TolerationOpExists:
		if toleration.Value != "" {
			errs = append(errs, field.Invalid(path.Child("value"), toleration.Value, "must be empty with operator Exists; remove it, or write operator: Equal"))
		}
	case corev1.TolerationOpEqual, "":
		if toleration.Key == "" {
			errs = append(errs, field.Required(path.Child("key"), "name the taint, or write operator: Exists to tolerate all"))
		}
		errs = append(errs, validateLabelValue(path.Child("value"), toleration.Value)...)
	default:
		errs = append(errs, field.NotSupported(path.Child("operator"), toleration.Operator, []corev1.TolerationOperator{corev1.TolerationOpEqual, corev1.TolerationOpExists}))
	}
	effects := []corev1.TaintEffect{corev1.TaintEffectNoExecute, corev1.TaintEffectNoSchedule, corev1.TaintEffectPreferNoSchedule}
	if toleration.Effect != "" && !slices.Contains(effects, toleration.Effect) {
		errs = append(errs, field.NotSupported(path.Child("effect"), toleration.Effect, effects))
	}
	if toleration.TolerationSeconds != nil && toleration.Effect != corev1.TaintEffectNoExecute {
		errs = append(errs, field.Invalid(path.Child("tolerationSeconds"), *toleration.TolerationSeconds, "is allowed with effect NoExecute only; remove it"))
	}
	return errs
}

// validateResources refuses what the shoot's API server would refuse in the controller's pod, in which what is set is merged
// over what Flux ships. The component need not be installed: who sets its resources may leave to others whether it is.
func validateResources(path *field.Path, component fluxv1alpha1.Component, resources corev1.ResourceRequirements, carried Carried) field.ErrorList {
	if carried.Version != "" && !slices.Contains(carried.Components, component) {
		return field.ErrorList{field.NotSupported(path, component, carried.Components)}
	}
	var errs field.ErrorList
	if len(resources.Claims) > 0 {
		errs = append(errs, field.Forbidden(path.Child("claims"), "is not supported; remove it"))
	}
	errs = append(errs, validateResourceList(path.Child("limits"), resources.Limits)...)
	errs = append(errs, validateResourceList(path.Child("requests"), resources.Requests)...)
	if carried.Version == "" || len(errs) > 0 {
		return errs
	}

	shipped := carried.Resources(component)
	for _, name := range supportedResources() {
		request, requested := resources.Requests[name]
		limit, limited := resources.Limits[name]
		switch {
		case requested && limited && request.Cmp(limit) > 0:
			errs = append(errs, field.Invalid(path.Child("requests", string(name)), request.String(), fmt.Sprintf("must not be more than the limit %s", limit.String())))
		case requested && !limited:
			if limit, limited = shipped.Limits[name]; limited && request.Cmp(limit) > 0 {
				errs = append(errs, field.Invalid(path.Child("requests", string(name)), request.String(),
					fmt.Sprintf("must not be more than the limit %s that Flux ships or flux.size sets; set limits.%s as well", limit.String(), name)))
			}
		case limited && !requested:
			if request, requested = shipped.Requests[name]; requested && request.Cmp(limit) > 0 {
				errs = append(errs, field.Invalid(path.Child("limits", string(name)), limit.String(),
					fmt.Sprintf("must not be less than the request %s that Flux ships or flux.size sets; set requests.%s as well", request.String(), name)))
			}
		}
	}
	return errs
}

func supportedResources() []corev1.ResourceName {
	return []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceEphemeralStorage, corev1.ResourceMemory}
}

func validateResourceList(path *field.Path, list corev1.ResourceList) field.ErrorList {
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(list)) {
		quantity := list[name]
		switch {
		case !slices.Contains(supportedResources(), name):
			errs = append(errs, field.NotSupported(path.Key(string(name)), name, supportedResources()))
		case quantity.Sign() < 0:
			errs = append(errs, field.Invalid(path.Child(string(name)), quantity.String(), "must not be negative"))
		}
	}
	return errs
}

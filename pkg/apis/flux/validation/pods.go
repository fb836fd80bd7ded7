// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// ValidateToleration validates a toleration with the same rules as the shoot's API server.
func ValidateToleration(path *field.Path, toleration corev1.Toleration) field.ErrorList {
	var errs field.ErrorList
	if toleration.Key != "" {
		errs = validateName(path.Child("key"), toleration.Key, utilvalidation.IsQualifiedName)
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
		errs = append(errs, validateName(path.Child("value"), toleration.Value, utilvalidation.IsValidLabelValue)...)
	default:
		errs = append(errs, OneOf(path.Child("operator"), toleration.Operator, corev1.TolerationOpEqual, corev1.TolerationOpExists)...)
	}
	if toleration.Effect != "" {
		errs = append(errs, OneOf(path.Child("effect"), toleration.Effect, corev1.TaintEffectNoExecute, corev1.TaintEffectNoSchedule, corev1.TaintEffectPreferNoSchedule)...)
	}
	if toleration.TolerationSeconds != nil && toleration.Effect != corev1.TaintEffectNoExecute {
		errs = append(errs, field.Invalid(path.Child("tolerationSeconds"), *toleration.TolerationSeconds, "is allowed with effect NoExecute only; remove it"))
	}
	return errs
}

// ValidateResources validates the configured compute resources of a controller's container. It merges them over the
// resources in Flux's manifests, and applies the same rules as the shoot's API server. The controller need not be
// installed, because a different document may configure the components.
func ValidateResources(path *field.Path, component fluxv1alpha1.Component, resources corev1.ResourceRequirements, carried Carried) field.ErrorList {
	if carried.Version != "" && !slices.Contains(carried.Components, component) {
		return field.ErrorList{field.NotSupported(path, component, carried.Components)}
	}
	errs := slices.Concat(
		refuseIf(len(resources.Claims) > 0, field.Forbidden(path.Child("claims"), "is not supported; remove it")),
		validateResourceList(path.Child("limits"), resources.Limits),
		validateResourceList(path.Child("requests"), resources.Requests),
	)
	if carried.Version == "" || len(errs) > 0 {
		return errs
	}

	shipped := carried.Resources(component)
	for _, name := range supportedResources() {
		request, requested := resources.Requests[name]
		limit, limited := resources.Limits[name]
		if !requested {
			request = shipped.Requests[name]
		}
		if !limited {
			limit, limited = shipped.Limits[name]
		}
		errs = append(errs, invalidIf(limited && request.Cmp(limit) > 0, path.Child("requests", string(name)), request.String(),
			fmt.Sprintf("must not be more than limits.%s, which is %s; set both, because Flux or flux.size sets a missing one", name, limit.String()))...)
	}
	return errs
}

func supportedResources() []corev1.ResourceName {
	return []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceEphemeralStorage, corev1.ResourceMemory}
}

func validateResourceList(path *field.Path, list corev1.ResourceList) field.ErrorList {
	var errs field.ErrorList
	for name, quantity := range ordered.Map(list) {
		switch {
		case !slices.Contains(supportedResources(), name):
			errs = append(errs, field.NotSupported(path.Key(string(name)), name, supportedResources()))
		case quantity.Sign() < 0:
			errs = append(errs, field.Invalid(path.Child(string(name)), quantity.String(), "must not be negative"))
		}
	}
	return errs
}

// These constants are the maximum number of patches, and their maximum total size in bytes. They are needed because
// each validation applies all patches. A typical configuration has a few short ones.
const (
	mostPatches    = 32
	longestPatches = 16 << 10
)

// validatePatches validates the number, the total size and the targets of the patches, and that the operator allows
// patches of these kinds. It does not apply the patches.
func validatePatches(path *field.Path, patches []fluxv1alpha1.Patch, carried Carried, allowed []string) field.ErrorList {
	if len(patches) > mostPatches {
		return invalid(path, field.OmitValueType{}, fmt.Sprintf("has %d patches, and may have at most %d; put several changes of an object into one", len(patches), mostPatches))
	}
	var (
		errs  field.ErrorList
		size  int
		kinds = []fluxv1alpha1.PatchKind{fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.PatchKindServiceAccount}
	)
	for i, patch := range patches {
		own := path.Index(i)
		kind, name := own.Child("target", "kind"), own.Child("target", "name")
		switch {
		case !slices.Contains(kinds, patch.Target.Kind):
			errs = append(errs, validateType(kind, patch.Target.Kind, "write Deployment or ServiceAccount", kinds)...)
		case !slices.Contains(allowed, string(patch.Target.Kind)):
			errs = append(errs, field.Forbidden(kind, fmt.Sprintf("the operator does not allow patches of a %s; remove the patch, or ask the operator to add %[1]s to limits.patches", patch.Target.Kind)))
		}
		if patch.Target.Name == "" || carried.Version != "" {
			errs = append(errs, validateType(name, patch.Target.Name, "write the name of a controller, such as kustomize-controller", carried.Components)...)
		}
		if strings.TrimSpace(patch.Patch) == "" {
			errs = append(errs, field.Required(own.Child("patch"), "write a strategic merge patch or a JSON patch, or remove the entry"))
		}
		size += len(patch.Patch)
	}
	if size > longestPatches {
		errs = append(errs, field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("has %d bytes, and may have at most %d; shorten the patches", size, longestPatches)))
	}
	return errs
}

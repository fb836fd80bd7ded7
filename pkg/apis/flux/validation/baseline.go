// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"cmp"
	"slices"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// mostRules is the maximum number of rules of the baseline's ServiceAccount.
const mostRules = 100

// ValidateBaseline validates a defaulted Baseline, except its FluxConfig.
func ValidateBaseline(path *field.Path, baseline *configv1alpha1.Baseline) field.ErrorList {
	namespace := path.Child("namespace")
	errs := slices.Concat(
		OneOf(path.Child("state"), baseline.State, configv1alpha1.BaselinePresent, configv1alpha1.BaselineAbsent),
		OneOf(path.Child("deletionPolicy"), baseline.DeletionPolicy, configv1alpha1.BaselineOrphan, configv1alpha1.BaselinePrune),
		OneOf(path.Child("fluxDeletionPolicy"), cmp.Or(baseline.FluxDeletionPolicy, configv1alpha1.BaselineFluxKeep), configv1alpha1.BaselineFluxKeep, configv1alpha1.BaselineFluxRemove),
		validateNamespace(namespace, baseline.Namespace),
		invalidIf(baseline.Namespace == fluxv1alpha1.FluxNamespace, namespace, baseline.Namespace, "is the namespace of Flux, which projects use; choose another one, such as "+configv1alpha1.BaselineNamespace),
	)
	if shoots := baseline.Shoots; shoots != nil {
		own := path.Child("shoots")
		errs = slices.Concat(errs, validateLabelSelector(own.Child("labels"), shoots.Labels), validateLabelSelector(own.Child("seeds"), shoots.Seeds))
		for i, project := range shoots.Projects {
			errs = append(errs, validateName(own.Child("projects").Index(i), project, utilvalidation.IsDNS1123Label)...)
		}
	}
	if baseline.State == configv1alpha1.BaselineAbsent {
		return errs
	}
	if baseline.Config == nil {
		errs = append(errs, field.Required(path.Child("config"), "set source.template and kustomization.template, or set state to Absent to remove the baseline"))
	}
	return append(errs, validateBaselinePermissions(path.Child("permissions"), baseline.Permissions)...)
}

func validateBaselinePermissions(path *field.Path, permissions configv1alpha1.BaselinePermissions) field.ErrorList {
	rules := path.Child("rules")
	switch count := len(permissions.Rules); {
	case permissions.ClusterAdmin && count > 0:
		return forbidden(rules, "clusterAdmin allows everything; remove one of them")
	case !permissions.ClusterAdmin && count == 0:
		return required(path, "set rules for what the baseline applies, or clusterAdmin: true")
	case count > mostRules:
		return tooMany(rules, count, mostRules)
	}
	var errs field.ErrorList
	for i, rule := range permissions.Rules {
		own := rules.Index(i)
		if len(rule.Verbs) == 0 {
			errs = append(errs, field.Required(own.Child("verbs"), "name the verbs, or use ['*']"))
		}
		switch {
		case len(rule.NonResourceURLs) > 0 && len(rule.Resources)+len(rule.APIGroups)+len(rule.ResourceNames) > 0:
			errs = append(errs, field.Invalid(own, field.OmitValueType{}, "a rule is about nonResourceURLs or about resources; split it"))
		case len(rule.NonResourceURLs) == 0 && (len(rule.Resources) == 0 || len(rule.APIGroups) == 0):
			errs = append(errs, field.Required(own, "set apiGroups and resources"))
		}
	}
	return errs
}

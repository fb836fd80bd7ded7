// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// variableName is what kustomize-controller accepts as the name of a variable
// (fluxcd/pkg/kustomize: varsubRegex).
var variableName = regexp.MustCompile(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

// ValidateKustomization checks a defaulted root Kustomization against its source. The path is that of the object.
func ValidateKustomization(path *field.Path, root *kustomizev1.Kustomization, source *unstructured.Unstructured) field.ErrorList {
	spec := path.Child("spec")
	errs := validatePath(spec.Child("path"), root.Spec.Path)
	errs = append(errs, validateSourceReference(spec.Child("sourceRef"), root, source)...)
	errs = append(errs, validateIntervals(spec, &root.Spec.Interval, root.Spec.Timeout)...)
	if d := root.Spec.RetryInterval; d != nil && d.Duration < shortestInterval {
		errs = append(errs, field.Invalid(spec.Child("retryInterval"), d.Duration.String(), "must be at least 1s, such as 2m"))
	}
	if root.Spec.ServiceAccountName != "" {
		errs = append(errs, validateServiceAccount(spec.Child("serviceAccountName"), root.Spec.ServiceAccountName)...)
	}
	if root.Spec.TargetNamespace != "" {
		errs = append(errs, validateNamespaceName(spec.Child("targetNamespace"), root.Spec.TargetNamespace)...)
	}
	for i, dependency := range root.Spec.DependsOn {
		if dependency.Name == root.Name && (dependency.Namespace == "" || dependency.Namespace == root.Namespace) {
			errs = append(errs, field.Invalid(spec.Child("dependsOn").Index(i), dependency.Name, "is the root Kustomization itself, which would wait for itself; remove it"))
		}
	}
	if common := root.Spec.CommonMetadata; common != nil {
		errs = append(errs, ValidateLabels(spec.Child("commonMetadata", "labels"), common.Labels)...)
		errs = append(errs, validateAnnotations(spec.Child("commonMetadata", "annotations"), common.Annotations)...)
	}
	if root.Spec.PostBuild != nil {
		for _, name := range slices.Sorted(maps.Keys(root.Spec.PostBuild.Substitute)) {
			if !variableName.MatchString(name) {
				errs = append(errs, field.Invalid(spec.Child("postBuild", "substitute").Key(name), name, "is not the name of a variable: letters, digits and '_', not beginning with a digit"))
			}
		}
		for i, from := range root.Spec.PostBuild.SubstituteFrom {
			errs = append(errs, ValidateObjectName(spec.Child("postBuild", "substituteFrom").Index(i).Child("name"), from.Name, from.Kind)...)
		}
	}
	if d := root.Spec.Decryption; d != nil && d.SecretRef != nil {
		errs = append(errs, ValidateObjectName(spec.Child("decryption", "secretRef", "name"), d.SecretRef.Name, "Secret")...)
	}
	return errs
}

// longestPath is what Linux takes.
const longestPath = 4095

func validatePath(path *field.Path, value string) field.ErrorList {
	switch {
	case strings.Contains(value, "://"):
		return field.ErrorList{field.Invalid(path, value, "must be a path in the source, not a URL; write one such as ./clusters/production")}
	case slices.Contains(strings.Split(value, "/"), ".."):
		return field.ErrorList{field.Invalid(path, value, "must not lead out of the source; write a path from its root, such as ./clusters/production")}
	case strings.Contains(value, "\\") || strings.ContainsFunc(value, unicode.IsControl):
		return field.ErrorList{field.Invalid(path, value, "must be a path with forward slashes, such as ./clusters/production")}
	case strings.TrimSpace(value) != value:
		return field.ErrorList{field.Invalid(path, value, "must not begin or end with white space; remove it")}
	case len(value) > longestPath:
		return field.ErrorList{field.TooLong(path, value, longestPath)}
	}
	return nil
}

// validateSourceReference refuses a root Kustomization that would wait for a source that is not there.
func validateSourceReference(path *field.Path, root *kustomizev1.Kustomization, source *unstructured.Unstructured) field.ErrorList {
	var errs field.ErrorList
	ref := root.Spec.SourceRef
	for _, part := range []struct{ name, got, want string }{
		{"apiVersion", ref.APIVersion, source.GetAPIVersion()},
		{"kind", ref.Kind, source.GetKind()},
		{"name", ref.Name, source.GetName()},
		{"namespace", ref.Namespace, source.GetNamespace()},
	} {
		omitted := part.got == "" && (part.name == "apiVersion" || part.name == "namespace" && source.GetNamespace() == root.Namespace)
		if part.got != part.want && !omitted {
			errs = append(errs, field.Invalid(path.Child(part.name), part.got, fmt.Sprintf("is not the source's %s, which is %s; remove spec.sourceRef to have it set", part.name, part.want)))
		}
	}
	return errs
}

// KustomizationWarnings names what kustomize-controller ignores, and what tends not to be meant.
func KustomizationWarnings(path *field.Path, root *kustomizev1.Kustomization) []Warning {
	spec := path.Child("spec")
	var warnings []Warning
	if root.Spec.Wait && len(root.Spec.HealthChecks) > 0 {
		warnings = append(warnings, Warning{spec.Child("healthChecks"), "is ignored because wait is set beside it; remove one of them"})
	}
	if root.Spec.TargetNamespace != "" {
		warnings = append(warnings, Warning{spec.Child("targetNamespace"), fmt.Sprintf("puts all namespaced objects of the source into namespace %s, whatever namespace they name; remove it unless that is meant", root.Spec.TargetNamespace)})
	}
	if root.Spec.Suspend {
		warnings = append(warnings, suspended(spec))
	}
	return warnings
}

func suspended(spec *field.Path) Warning {
	return Warning{spec.Child("suspend"), "lets Flux do nothing with it until it is removed"}
}

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

// variableName matches the names of variables that kustomize-controller accepts (fluxcd/pkg/kustomize:
// varsubRegex).
var variableName = regexp.MustCompile(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

// ValidateKustomization validates a defaulted root Kustomization against its source. path is the path of the
// object.
func ValidateKustomization(path *field.Path, root *kustomizev1.Kustomization, source *unstructured.Unstructured) field.ErrorList {
	spec := path.Child("spec")
	errs := slices.Concat(
		validatePath(spec.Child("path"), root.Spec.Path),
		validateSourceReference(spec.Child("sourceRef"), root, source),
		validateIntervals(spec, &root.Spec.Interval, root.Spec.Timeout),
	)
	if d := root.Spec.RetryInterval; d != nil && d.Duration < shortestInterval {
		errs = append(errs, field.Invalid(spec.Child("retryInterval"), d.Duration.String(), "must be at least 1s, such as 2m"))
	}
	if name := root.Spec.ServiceAccountName; name != "" {
		errs = append(errs, validateServiceAccount(spec.Child("serviceAccountName"), name)...)
	}
	if namespace := root.Spec.TargetNamespace; namespace != "" {
		errs = append(errs, validateNamespaceName(spec.Child("targetNamespace"), namespace)...)
	}
	for i, dependency := range root.Spec.DependsOn {
		if dependency.Name == root.Name && (dependency.Namespace == "" || dependency.Namespace == root.Namespace) {
			errs = append(errs, field.Invalid(spec.Child("dependsOn").Index(i), dependency.Name, "is the root Kustomization itself, which would wait for itself; remove it"))
		}
	}
	if common := root.Spec.CommonMetadata; common != nil {
		errs = slices.Concat(errs,
			ValidateLabels(spec.Child("commonMetadata", "labels"), common.Labels),
			validateAnnotations(spec.Child("commonMetadata", "annotations"), common.Annotations),
		)
	}
	if build := root.Spec.PostBuild; build != nil {
		for _, name := range slices.Sorted(maps.Keys(build.Substitute)) {
			if !variableName.MatchString(name) {
				errs = append(errs, field.Invalid(spec.Child("postBuild", "substitute").Key(name), name, "is not the name of a variable: letters, digits and '_', not beginning with a digit"))
			}
		}
		for i, from := range build.SubstituteFrom {
			errs = append(errs, ValidateObjectName(spec.Child("postBuild", "substituteFrom").Index(i).Child("name"), from.Name, from.Kind)...)
		}
	}
	if d := root.Spec.Decryption; d != nil {
		errs = append(errs, validateReference(spec.Child("decryption", "secretRef"), d.SecretRef)...)
	}
	return errs
}

// longestPath is the limit of Linux, in bytes.
const longestPath = 4095

func validatePath(path *field.Path, value string) field.ErrorList {
	switch {
	case strings.Contains(value, "://"):
		return invalid(path, value, "must be a path in the source, not a URL; write one such as ./clusters/production")
	case slices.Contains(strings.Split(value, "/"), ".."):
		return invalid(path, value, "must not lead out of the source; write a path from its root, such as ./clusters/production")
	case strings.Contains(value, "\\") || strings.ContainsFunc(value, unicode.IsControl):
		return invalid(path, value, "must be a path with forward slashes, such as ./clusters/production")
	case strings.TrimSpace(value) != value:
		return invalid(path, value, "must not begin or end with white space; remove it")
	case len(value) > longestPath:
		return field.ErrorList{field.TooLong(path, value, longestPath)}
	}
	return nil
}

// validateSourceReference refuses a root Kustomization that would wait for a missing source.
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

// KustomizationWarnings warns of settings that kustomize-controller ignores or that are probably unintended.
func KustomizationWarnings(path *field.Path, root *kustomizev1.Kustomization) []Warning {
	spec := path.Child("spec")
	var warnings []Warning
	if root.Spec.Wait && len(root.Spec.HealthChecks) > 0 {
		warnings = append(warnings, Warning{spec.Child("healthChecks"), "is ignored because wait is set; remove one of them"})
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
	return Warning{spec.Child("suspend"), "suspends its reconciliation until it is removed"}
}

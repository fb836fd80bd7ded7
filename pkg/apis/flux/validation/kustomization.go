// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// variableName matches the variable names that kustomize-controller accepts (fluxcd/pkg/kustomize: varsubRegex).
var variableName = regexp.MustCompile(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

// ValidateKustomization validates a defaulted root Kustomization, including its reference to the source. path is the
// path of the Kustomization object.
func ValidateKustomization(path *field.Path, root *kustomizev1.Kustomization, source *unstructured.Unstructured) field.ErrorList {
	spec := path.Child("spec")
	errs := slices.Concat(
		validatePath(spec.Child("path"), root.Spec.Path),
		validateSourceReference(spec.Child("sourceRef"), root, source),
		validateInterval(spec.Child("interval"), root.Spec.Interval),
		ifSet(spec.Child("timeout"), root.Spec.Timeout, validateInterval),
		ifSet(spec.Child("retryInterval"), root.Spec.RetryInterval, validateInterval),
	)
	if name := root.Spec.ServiceAccountName; name != "" {
		errs = append(errs, ValidateObjectName(spec.Child("serviceAccountName"), name, "ServiceAccount")...)
	}
	if namespace := root.Spec.TargetNamespace; namespace != "" {
		errs = append(errs, validateName(spec.Child("targetNamespace"), namespace, utilvalidation.IsDNS1123Label)...)
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
		for name := range ordered.Map(build.Substitute) {
			if !variableName.MatchString(name) {
				errs = append(errs, field.Invalid(spec.Child("postBuild", "substitute").Key(name), name, "is not the name of a variable: letters, digits and '_', not beginning with a digit"))
			}
		}
		for i, from := range build.SubstituteFrom {
			errs = append(errs, ValidateObjectName(spec.Child("postBuild", "substituteFrom").Index(i).Child("name"), from.Name, from.Kind)...)
		}
	}
	if d := root.Spec.Decryption; d != nil && d.SecretRef != nil {
		errs = append(errs, ValidateObjectName(spec.Child("decryption", "secretRef", "name"), d.SecretRef.Name, "Secret")...)
	}
	return errs
}

// longestPath is the maximum length of a path on Linux, in bytes.
const longestPath = 4095

func validatePath(path *field.Path, value string) field.ErrorList {
	if len(value) > longestPath {
		return field.ErrorList{field.TooLong(path, value, longestPath)}
	}
	return invalidIf(strings.Contains(value, "://") || strings.Contains(value, "\\") || slices.Contains(strings.Split(value, "/"), "..") || strings.ContainsFunc(value, unicode.IsControl) || strings.TrimSpace(value) != value, path, value,
		"must be a path from the root of the source with forward slashes, such as ./clusters/production, without .. and white space at its ends")
}

// validateSourceReference validates that the root Kustomization refers to the given source. Otherwise, it would wait
// for a source that does not exist.
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
			errs = append(errs, field.Invalid(path.Child(part.name), part.got, fmt.Sprintf("is not the source's %s, which is %s; remove spec.sourceRef to use the default", part.name, part.want)))
		}
	}
	return errs
}

// KustomizationWarnings warns of settings of a root Kustomization that are ignored or probably unintended.
func KustomizationWarnings(path *field.Path, root *kustomizev1.Kustomization) []Warning {
	spec := path.Child("spec")
	var warnings []Warning
	if root.Spec.Wait && len(root.Spec.HealthChecks) > 0 {
		warnings = append(warnings, Warning{spec.Child("healthChecks"), "is ignored because wait is set; remove one of them"})
	}
	if root.Spec.TargetNamespace != "" {
		warnings = append(warnings, Warning{spec.Child("targetNamespace"), fmt.Sprintf("puts all namespaced objects of the source into namespace %s, regardless of their own namespace; remove it unless this is intended", root.Spec.TargetNamespace)})
	}
	if root.Spec.Suspend {
		warnings = append(warnings, suspended(spec))
	}
	return warnings
}

func suspended(spec *field.Path) Warning {
	return Warning{spec.Child("suspend"), "suspends its reconciliation until it is removed"}
}

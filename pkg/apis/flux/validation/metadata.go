// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// reservedPrefix begins the labels and annotations that control how gardener-resource-manager manages an object. One of them could
// have it deleted, or never applied (gardener/docs/concepts/resource-manager.md).
const reservedPrefix = "resources.gardener.cloud/"

// ValidateTemplateMetadata checks the metadata of a template. Flux puts the name into labels, which limits its length. Flux's
// namespace itself is checked elsewhere.
func ValidateTemplateMetadata(path *field.Path, metadata metav1.Object, fluxNamespace string) field.ErrorList {
	var errs field.ErrorList
	if problems := utilvalidation.IsDNS1123Label(metadata.GetName()); len(problems) > 0 {
		errs = append(errs, field.Invalid(path.Child("name"), metadata.GetName(), "must be lower-case letters, digits and '-', at most 63 characters"))
	}
	if namespace := metadata.GetNamespace(); namespace != fluxNamespace {
		errs = append(errs, validateNamespace(path.Child("namespace"), namespace)...)
	}
	errs = append(errs, ValidateLabels(path.Child("labels"), metadata.GetLabels())...)
	return append(errs, validateAnnotations(path.Child("annotations"), metadata.GetAnnotations())...)
}

// ValidateNotReserved refuses labels and annotations in the metadata of a template that belong to Gardener, whatever their values
// are.
func ValidateNotReserved(path *field.Path, metadata metav1.Object) field.ErrorList {
	errs := validateNotReserved(path.Child("labels"), metadata.GetLabels())
	return append(errs, validateNotReserved(path.Child("annotations"), metadata.GetAnnotations())...)
}

// ValidateObjectLabels checks the labels of an object that the extension writes into the shoot.
func ValidateObjectLabels(path *field.Path, labels map[string]string) field.ErrorList {
	return append(ValidateLabels(path, labels), validateNotReserved(path, labels)...)
}

// ValidateLabels checks keys and values of labels.
func ValidateLabels(path *field.Path, labels map[string]string) field.ErrorList {
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		errs = append(errs, validateLabelKey(path, key)...)
		errs = append(errs, validateLabelValue(path.Key(key), labels[key])...)
	}
	return errs
}

func validateLabelKey(path *field.Path, key string) field.ErrorList {
	if problems := utilvalidation.IsQualifiedName(key); len(problems) > 0 {
		return field.ErrorList{field.Invalid(path, key, "must be a name such as team or example.com/team: letters, digits, '-', '_' and '.', at most 63 characters after the slash")}
	}
	return nil
}

func validateLabelValue(path *field.Path, value string) field.ErrorList {
	if problems := utilvalidation.IsValidLabelValue(value); len(problems) > 0 {
		return field.ErrorList{field.Invalid(path, value, "must be letters, digits, '-', '_' and '.', at most 63 characters, with a letter or digit at both ends")}
	}
	return nil
}

// ValidateLabelPrefix checks the prefix of labels that become shoot info variables. A whole domain keeps their names short enough for a
// ConfigMap; the labels of Gardener's own domains change while a shoot lives, and with them would what it is given.
func ValidateLabelPrefix(path *field.Path, prefix string) field.ErrorList {
	domain, isDomain := strings.CutSuffix(prefix, "/")
	switch {
	case !isDomain || len(utilvalidation.IsDNS1123Subdomain(domain)) > 0:
		return field.ErrorList{field.Invalid(path, prefix, "must be a domain with a slash behind it, such as landscape.example.com/")}
	case (domain == "gardener.cloud" || strings.HasSuffix(domain, ".gardener.cloud")) && !strings.HasSuffix(domain, "."+fluxv1alpha1.GroupName):
		return field.ErrorList{field.Invalid(path, prefix, "belongs to Gardener, which changes such labels itself; choose a domain of your own")}
	}
	return nil
}

func validateAnnotations(path *field.Path, annotations map[string]string) field.ErrorList {
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		errs = append(errs, validateLabelKey(path, strings.ToLower(key))...)
	}
	if apivalidation.ValidateAnnotationsSize(annotations) != nil {
		errs = append(errs, field.Forbidden(path, fmt.Sprintf("must not have more than %d bytes together; shorten them", apivalidation.TotalAnnotationSizeLimitB)))
	}
	return errs
}

func validateNotReserved(path *field.Path, entries map[string]string) field.ErrorList {
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		if strings.HasPrefix(key, reservedPrefix) {
			errs = append(errs, field.Forbidden(path.Key(key), "belongs to Gardener; remove it"))
		}
	}
	return errs
}

// ValidateTemplateKeys refuses what a template must not hold beside apiVersion, kind, metadata and spec, and what its
// metadata must not hold beside name, namespace, labels and annotations.
func ValidateTemplateKeys(path *field.Path, template map[string]any) field.ErrorList {
	errs := onlyKeys(path, template, "apiVersion", "kind", "metadata", "spec")
	if metadata, ok := template["metadata"].(map[string]any); ok {
		errs = append(errs, onlyKeys(path.Child("metadata"), metadata, "annotations", "labels", "name", "namespace")...)
	}
	return errs
}

func onlyKeys(path *field.Path, object map[string]any, allowed ...string) field.ErrorList {
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(allowed, key) {
			errs = append(errs, field.Forbidden(path.Child(key), fmt.Sprintf("unknown field; the known fields are %s", strings.Join(allowed, ", "))))
		}
	}
	return errs
}

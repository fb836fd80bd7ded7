// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"slices"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// reservedPrefix is the prefix of labels and annotations that control gardener-resource-manager. They could cause the
// deletion of an object or prevent its delivery (gardener/docs/concepts/resource-manager.md).
const reservedPrefix = "resources.gardener.cloud/"

// ValidateTemplateMetadata validates the metadata of a template. The name must be a valid DNS label, because Flux uses
// it as a label value. The namespace is not validated if it is Flux's own, which ValidateInstallation validates.
func ValidateTemplateMetadata(path *field.Path, metadata metav1.Object, fluxNamespace string) field.ErrorList {
	errs := validateName(path.Child("name"), metadata.GetName(), utilvalidation.IsDNS1123Label)
	if namespace := metadata.GetNamespace(); namespace != fluxNamespace {
		errs = append(errs, validateNamespace(path.Child("namespace"), namespace)...)
	}
	return slices.Concat(errs,
		ValidateLabels(path.Child("labels"), metadata.GetLabels()),
		validateAnnotations(path.Child("annotations"), metadata.GetAnnotations()),
	)
}

// ValidateNotReserved rejects labels and annotations of a template whose keys have the reserved prefix.
func ValidateNotReserved(path *field.Path, metadata metav1.Object) field.ErrorList {
	return slices.Concat(
		validateNotReserved(path.Child("labels"), metadata.GetLabels()),
		validateNotReserved(path.Child("annotations"), metadata.GetAnnotations()),
	)
}

// ValidateObjectLabels validates the labels of an object that the extension writes into the shoot.
func ValidateObjectLabels(path *field.Path, labels map[string]string) field.ErrorList {
	return append(ValidateLabels(path, labels), validateNotReserved(path, labels)...)
}

// ValidateLabels validates the keys and values of labels.
func ValidateLabels(path *field.Path, labels map[string]string) field.ErrorList {
	var errs field.ErrorList
	for key, value := range ordered.Map(labels) {
		errs = slices.Concat(errs,
			validateName(path, key, utilvalidation.IsQualifiedName),
			validateName(path.Key(key), value, utilvalidation.IsValidLabelValue),
		)
	}
	return errs
}

// ValidateLabelPrefix validates a prefix of labels that become shoot info variables. The prefix must be a domain, so
// that the names of the variables are short enough for keys of a ConfigMap. Prefixes of Gardener's own labels are
// rejected, because Gardener changes these labels while a shoot exists, which would change the shoot info.
func ValidateLabelPrefix(path *field.Path, prefix string) field.ErrorList {
	domain, isDomain := strings.CutSuffix(prefix, "/")
	switch {
	case !isDomain || !isSubdomain(domain):
		return invalid(path, prefix, "must be a domain followed by a slash, such as landscape.example.com/")
	case (domain == "gardener.cloud" || strings.HasSuffix(domain, ".gardener.cloud")) && !strings.HasSuffix(domain, "."+fluxv1alpha1.GroupName):
		return invalid(path, prefix, "belongs to Gardener, which changes such labels itself; choose a domain of your own")
	}
	return nil
}

func validateAnnotations(path *field.Path, annotations map[string]string) field.ErrorList {
	var errs field.ErrorList
	for key := range ordered.Map(annotations) {
		errs = append(errs, validateName(path, strings.ToLower(key), utilvalidation.IsQualifiedName)...)
	}
	if apivalidation.ValidateAnnotationsSize(annotations) != nil {
		errs = append(errs, field.Forbidden(path, fmt.Sprintf("must not exceed %d bytes in total; shorten them", apivalidation.TotalAnnotationSizeLimitB)))
	}
	return errs
}

func validateNotReserved(path *field.Path, entries map[string]string) field.ErrorList {
	var errs field.ErrorList
	for key := range ordered.Map(entries) {
		if strings.HasPrefix(key, reservedPrefix) {
			errs = append(errs, field.Forbidden(path.Key(key), "belongs to Gardener; remove it"))
		}
	}
	return errs
}

// ValidateTemplateKeys rejects fields of a template other than apiVersion, kind, metadata and spec, and fields of its
// metadata other than name, namespace, labels and annotations.
func ValidateTemplateKeys(path *field.Path, template map[string]any) field.ErrorList {
	errs := onlyKeys(path, template, "apiVersion", "kind", "metadata", "spec")
	if metadata, ok := template["metadata"].(map[string]any); ok {
		errs = append(errs, onlyKeys(path.Child("metadata"), metadata, "annotations", "labels", "name", "namespace")...)
	}
	return errs
}

func onlyKeys(path *field.Path, object map[string]any, allowed ...string) field.ErrorList {
	var errs field.ErrorList
	for key := range ordered.Map(object) {
		if !slices.Contains(allowed, key) {
			errs = append(errs, field.Forbidden(path.Child(key), text.Unknown("field", key, allowed)))
		}
	}
	return errs
}

const (
	// MostShards is the maximum that an operator can set as the limit for shards, and usualShards the default limit.
	MostShards  = 20
	usualShards = 5
	// longestShard is the maximum length of the name of a shard. It leaves room for the names of a shard's objects,
	// because label values and names of Services have at most 63 characters.
	longestShard = 32
)

// validateSharding validates the names and the number of shards.
func validateSharding(path *field.Path, sharding *fluxv1alpha1.Sharding, allowed *int32) field.ErrorList {
	if sharding == nil {
		return nil
	}
	path = path.Child("shards")
	most := min(int(ptr.Deref(allowed, usualShards)), MostShards)
	if count := len(sharding.Shards); count > most {
		return forbidden(path, fmt.Sprintf("has %d shards, and the operator allows %d; remove some, or ask the operator to raise limits.shards, up to %d", count, most, MostShards))
	}
	var errs field.ErrorList
	for i, shard := range sharding.Shards {
		switch at := path.Index(i); {
		case len(shard) > longestShard || len(utilvalidation.IsDNS1123Label(shard)) > 0:
			errs = append(errs, field.Invalid(at, shard, fmt.Sprintf("must be the name of a shard: lower-case letters, digits and '-', at most %d characters", longestShard)))
		case slices.Index(sharding.Shards, shard) < i:
			errs = append(errs, field.Invalid(at, shard, "is listed twice; remove one"))
		}
	}
	return errs
}

// ValidateShardOfRoot rejects a shard label on the root Kustomization or its source, if there are shards. The main
// controllers must reconcile these two objects, because all other objects depend on them, and because they must survive
// the removal of a shard.
func ValidateShardOfRoot(path *field.Path, labels map[string]string, shards []string) field.ErrorList {
	value, ok := labels[fluxv1alpha1.LabelShard]
	return refuseIf(ok && len(shards) > 0, field.Invalid(path.Key(fluxv1alpha1.LabelShard), value,
		"must not be set, because the source of the root Kustomization and the root Kustomization belong to no shard; remove the label"))
}

// ValidateShard rejects a shard label with the name of an unknown shard, because no controller would reconcile the
// object. If there are no shards, the label is accepted, because it has no effect.
func ValidateShard(path *field.Path, labels map[string]string, shards []string) field.ErrorList {
	value, ok := labels[fluxv1alpha1.LabelShard]
	err := field.NotSupported(path.Key(fluxv1alpha1.LabelShard), value, shards)
	err.Detail += "; write one of flux.sharding.shards, add it there, or remove the label"
	return refuseIf(ok && len(shards) > 0 && !slices.Contains(shards, value), err)
}

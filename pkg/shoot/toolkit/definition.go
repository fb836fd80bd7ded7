// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"fmt"
	"slices"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostKinds bounds the kinds in Flux's groups, which have fewer than thirty, and mostVersions the
	// versions of one.
	mostKinds    = 100
	mostVersions = 20
	// longestText and longestVersion are the longest names, versions and kinds that an API server accepts, in
	// bytes.
	longestText    = 253
	longestVersion = 63
)

// kindDefinition has the used fields of a CustomResourceDefinition.
type kindDefinition struct {
	Spec struct {
		Group string `json:"group"`
		Scope string `json:"scope"`
		Names struct {
			Kind   string `json:"kind"`
			Plural string `json:"plural"`
		} `json:"names"`
		Versions []kindVersion `json:"versions"`
	} `json:"spec"`
	Status struct {
		StoredVersions []string `json:"storedVersions"`
		Conditions     []struct {
			Type   apiextensionsv1.CustomResourceDefinitionConditionType `json:"type"`
			Status apiextensionsv1.ConditionStatus                       `json:"status"`
		} `json:"conditions"`
	} `json:"status"`
}

// check returns an error for a CustomResourceDefinition beyond the limits of API servers and Flux.
func (d *kindDefinition) check(crd *unstructured.Unstructured) error {
	versions := append([]string{d.Spec.Names.Kind}, d.Status.StoredVersions...)
	for _, version := range d.Spec.Versions {
		versions = append(versions, version.Name)
	}
	texts := []string{crd.GetName(), string(crd.GetUID()), crd.GetResourceVersion(), crd.GetLabels()[labelComponent], d.Spec.Group, d.Spec.Names.Plural}
	switch {
	case len(d.Spec.Versions) > mostVersions || len(d.Status.StoredVersions) > mostVersions:
		return fmt.Errorf("CustomResourceDefinition %s of the shoot has more than %d versions", text.Cut(crd.GetName(), longestText), mostVersions)
	case slices.ContainsFunc(versions, isLongerThan(longestVersion)) || slices.ContainsFunc(texts, isLongerThan(longestText)):
		return fmt.Errorf("CustomResourceDefinition %s of the shoot has a name or version that no API server admits", text.Cut(crd.GetName(), longestText))
	}
	return nil
}

func isLongerThan(bytes int) func(string) bool {
	return func(value string) bool { return len(value) > bytes }
}

// standing ranks CustomResourceDefinitions that name the same kind. An API server serves only one of them.
type standing int

const (
	// refused: the definition is not served.
	refused standing = iota
	// unsaid: the API server has not reported on it yet.
	unsaid
	accepted
)

// standing returns the rank of the definition.
func (d *kindDefinition) standing() standing {
	said := 0
	for _, condition := range d.Status.Conditions {
		if condition.Type != apiextensionsv1.NamesAccepted && condition.Type != apiextensionsv1.Established {
			continue
		}
		switch condition.Status {
		case apiextensionsv1.ConditionFalse:
			return refused
		case apiextensionsv1.ConditionTrue:
			said++
		}
	}
	if said < 2 {
		return unsaid
	}
	return accepted
}

// distinct returns one definition for each kind, in their order: the served one, or else the one named after
// its resource.
func distinct(definitions []kind) []kind {
	var kinds []kind
	at := map[schema.GroupKind]int{}
	for _, k := range definitions {
		i, known := at[k.GroupKind()]
		switch {
		case k.standing == refused:
		case !known:
			at[k.GroupKind()] = len(kinds)
			kinds = append(kinds, k)
		case k.standing > kinds[i].standing, k.standing == kinds[i].standing && k.named && !kinds[i].named:
			kinds[i] = k
		}
	}
	return kinds
}

type kindVersion struct {
	Name    string `json:"name"`
	Served  bool   `json:"served"`
	Storage bool   `json:"storage"`
	Schema  struct {
		OpenAPIV3Schema struct {
			Properties struct {
				Spec struct {
					Properties struct {
						Suspend *struct{} `json:"suspend"`
					} `json:"properties"`
				} `json:"spec"`
			} `json:"properties"`
		} `json:"openAPIV3Schema"`
	} `json:"schema"`
}

// hasSuspend reports whether objects have spec.suspend.
func (v kindVersion) hasSuspend() bool {
	return v.Schema.OpenAPIV3Schema.Properties.Spec.Properties.Suspend != nil
}

// storageOf returns the storage version.
func storageOf(versions []kindVersion) string {
	i := slices.IndexFunc(versions, func(v kindVersion) bool { return v.Storage })
	if i < 0 {
		return ""
	}
	return versions[i].Name
}

func hasServedStorage(versions []kindVersion) bool {
	return slices.ContainsFunc(versions, func(v kindVersion) bool { return v.Served && v.Storage })
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// isFluxGroup reports whether the API group belongs to Flux in any carried version.
func isFluxGroup(group string) bool {
	return slices.Contains([]string{
		"source.toolkit.fluxcd.io", "kustomize.toolkit.fluxcd.io", "helm.toolkit.fluxcd.io", "notification.toolkit.fluxcd.io", "image.toolkit.fluxcd.io",
		"source.extensions.fluxcd.io",
	}, group)
}

// isFlux reports whether a CustomResourceDefinition belongs to Flux: its group is known, or is a group of a later Flux
// that the extension has delivered.
func (s *Shoot) isFlux(crd *metadata) bool {
	_, group, _ := strings.Cut(crd.Name, ".")
	return isFluxGroup(group) || s.origin(crd) == fluxv1alpha1.ManagedResourceCRDs && strings.HasSuffix(group, ".fluxcd.io")
}

// kind is one of Flux's kinds in the shoot.
type kind struct {
	schema.GroupVersionKind
	// CRD is the name of its CustomResourceDefinition.
	CRD string
	// Stored are the versions that existing objects may be stored in, and Storage is the version that the API server uses
	// to store new objects.
	Stored  []string
	Storage string
	// ResourceVersion, UID and Generation of the CustomResourceDefinition.
	ResourceVersion string
	UID             types.UID
	Generation      int64
	// suspendable is true if its objects have spec.suspend.
	suspendable bool
	// component is the controller of the kind. It is empty if the CustomResourceDefinition lacks Flux's label.
	component string
	// delivered is true if gardener-resource-manager created the CustomResourceDefinition for the extension.
	delivered bool
	// kept is true if the CustomResourceDefinition has the annotation that keeps gardener-resource-manager from deleting
	// it.
	kept bool
	// refused is true if the API server does not serve the CustomResourceDefinition, and established is true if it does.
	// Both are false before the API server reports a status.
	refused, established bool
}

// isKustomization reports whether the kind is Flux's Kustomization. Other groups may have a kind with the same name.
func (k kind) isKustomization() bool {
	return k.GroupKind() == kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind).GroupKind()
}

// kinds reads Flux's kinds without duplicates, in the order of distinct.
func (s *Shoot) kinds(ctx context.Context) ([]kind, error) {
	definitions, err := s.definitions(ctx)
	if err != nil {
		return nil, err
	}
	return distinct(definitions), nil
}

// definitions reads the served CustomResourceDefinitions in Flux's groups. Several of them may define the same kind.
func (s *Shoot) definitions(ctx context.Context) ([]kind, error) {
	served, _, err := s.allDefinitions(ctx)
	return served, err
}

// allDefinitions reads the CustomResourceDefinitions in Flux's groups. unserved are the names of those without a served
// version.
func (s *Shoot) allDefinitions(ctx context.Context) (served []kind, unserved []string, err error) {
	read := 0
	err = s.each(ctx, responses.Metadata(definitionKind()), s.isFlux, func(crd *metadata) error {
		if read++; read > mostKinds {
			return fmt.Errorf("the shoot has more than %d CustomResourceDefinitions in Flux's groups; delete foreign ones", mostKinds)
		}
		k, isServed, err := s.kindNamed(ctx, crd.Name)
		if isServed {
			served = append(served, k)
		} else if k.CRD != "" {
			unserved = append(unserved, k.CRD)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return served, unserved, nil
}

// kindNamed returns the kind of a CustomResourceDefinition, and whether the definition exists and is served.
func (s *Shoot) kindNamed(ctx context.Context, name string) (kind, bool, error) {
	ctx, release := responses.Hold(ctx)
	defer release()
	// The decoded schema would use several hundred times the memory of its text.
	crd := &unstructured.Unstructured{}
	crd.SetGroupVersionKind(definitionKind())
	if found, err := s.get(ctx, client.ObjectKey{Name: name}, crd); err != nil || !found {
		return kind{}, false, err
	}
	content := &kindDefinition{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(crd.Object, content); err != nil {
		return kind{}, false, fmt.Errorf("failed to read CustomResourceDefinition %s of the shoot: %w", name, err)
	}
	if err := content.check(crd); err != nil {
		return kind{}, false, err
	}
	k, served := kindOf(crd, content)
	k.delivered = s.origin(crd) == fluxv1alpha1.ManagedResourceCRDs
	return k, served, nil
}

func rank(k kind) int {
	switch k.Kind {
	case "Kustomization":
		return 0
	case "HelmRelease":
		return 1
	}
	return 2
}

// kindOf describes the kind in its storage version, or in the first served version if the storage version is not
// served.
func kindOf(crd *unstructured.Unstructured, content *kindDefinition) (kind, bool) {
	spec := content.Spec
	k := kind{
		CRD: crd.GetName(), ResourceVersion: crd.GetResourceVersion(), UID: crd.GetUID(), Generation: crd.GetGeneration(),
		Stored:      content.Status.StoredVersions,
		component:   crd.GetLabels()[labelComponent],
		kept:        crd.GetAnnotations()[resourcesv1alpha1.KeepObject] == "true",
		refused:     content.isRefused(),
		established: meta.IsStatusConditionTrue(content.Status.Conditions, string(apiextensionsv1.Established)),
	}
	found := false
	for _, version := range spec.Versions {
		if version.Storage {
			k.Storage = version.Name
		}
		if version.Served && (version.Storage || !found) {
			found = true
			k.GroupVersionKind = schema.GroupVersionKind{Group: spec.Group, Version: version.Name, Kind: spec.Names.Kind}
			k.suspendable = version.hasSuspend()
		}
	}
	return k, found
}

// metadataNamed returns an object with only a kind and a name, as needed to patch or delete it.
func metadataNamed(of schema.GroupVersionKind, name client.ObjectKey) *metadata {
	object := &metadata{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
	object.SetGroupVersionKind(of)
	return object
}

const (
	// mostKinds limits the CustomResourceDefinitions in Flux's groups. Flux has fewer than thirty. mostTexts limits the
	// names and versions of one kind.
	mostKinds = 100
	mostTexts = 40
	// longestText is the maximum length of a name that an API server accepts, in bytes.
	longestText = 253
)

// kindDefinition has the used fields of a CustomResourceDefinition.
type kindDefinition struct {
	Spec struct {
		Group string `json:"group"`
		Names struct {
			Kind   string `json:"kind"`
			Plural string `json:"plural"`
		} `json:"names"`
		Versions []kindVersion `json:"versions"`
	} `json:"spec"`
	Status struct {
		StoredVersions []string           `json:"storedVersions"`
		Conditions     []metav1.Condition `json:"conditions"`
	} `json:"status"`
}

// check returns an error for a CustomResourceDefinition that exceeds a limit.
func (d *kindDefinition) check(crd *unstructured.Unstructured) error {
	texts := append([]string{
		crd.GetName(), string(crd.GetUID()), crd.GetResourceVersion(), crd.GetLabels()[labelComponent], d.Spec.Group, d.Spec.Names.Plural, d.Spec.Names.Kind,
	}, d.Status.StoredVersions...)
	for _, version := range d.Spec.Versions {
		texts = append(texts, version.Name)
	}
	if len(texts) > mostTexts || slices.ContainsFunc(texts, func(text string) bool { return len(text) > longestText }) {
		return fmt.Errorf("CustomResourceDefinition %s of the shoot has more versions or longer names than Flux uses", text.Cut(crd.GetName(), longestText))
	}
	return nil
}

// isRefused reports whether the API server does not serve the definition, for example because another definition uses
// its names.
func (d *kindDefinition) isRefused() bool {
	return meta.IsStatusConditionFalse(d.Status.Conditions, string(apiextensionsv1.NamesAccepted)) || meta.IsStatusConditionFalse(d.Status.Conditions, string(apiextensionsv1.Established))
}

// distinct returns one definition for each kind. Kustomizations and HelmReleases come first, because they create other
// objects. It prefers served definitions to definitions without a status.
func distinct(definitions []kind) []kind {
	var kinds []kind
	for _, k := range definitions {
		i := slices.IndexFunc(kinds, func(other kind) bool { return other.GroupKind() == k.GroupKind() })
		switch {
		case k.refused:
		case i < 0:
			kinds = append(kinds, k)
		case k.established && !kinds[i].established:
			kinds[i] = k
		}
	}
	slices.SortStableFunc(kinds, func(a, b kind) int { return rank(a) - rank(b) })
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

// hasSuspend reports whether the schema of this version has spec.suspend.
func (v kindVersion) hasSuspend() bool {
	return v.Schema.OpenAPIV3Schema.Properties.Spec.Properties.Suspend != nil
}

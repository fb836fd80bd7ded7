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
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// isFluxGroup reports whether Flux's API has the group, in any of the versions that the extension carries.
func isFluxGroup(group string) bool {
	return slices.Contains([]string{
		"source.toolkit.fluxcd.io", "kustomize.toolkit.fluxcd.io", "helm.toolkit.fluxcd.io", "notification.toolkit.fluxcd.io", "image.toolkit.fluxcd.io",
		"source.extensions.fluxcd.io",
	}, group)
}

// isFlux reports whether a CustomResourceDefinition is Flux's: of its groups, and of those that a later Flux may have, if the extension has
// delivered that.
func (s *Shoot) isFlux(crd *metav1.PartialObjectMetadata) bool {
	_, group, _ := strings.Cut(crd.Name, ".")
	return isFluxGroup(group) || s.origin(crd) == fluxv1alpha1.ManagedResourceCRDs && strings.HasSuffix(group, ".fluxcd.io")
}

// kind is one of Flux's kinds, as the shoot has it.
type kind struct {
	StoredKind
	// suspendable is set if its objects have spec.suspend.
	suspendable bool
	// component is the controller of the kind; empty if the CustomResourceDefinition does not have Flux's label for it.
	component string
	// delivered is set if gardener-resource-manager has created the CustomResourceDefinition on behalf of the extension.
	delivered bool
	// kept is set if gardener-resource-manager must not delete it.
	kept bool
	// standing is how the CustomResourceDefinition stands among others of the kind, and named is set if it has the name of its resource.
	standing standing
	named    bool
	scope    meta.RESTScope
}

// isKustomization reports whether it is Flux's Kustomization, and not a kind of that name in another of Flux's groups.
func (k kind) isKustomization() bool {
	return k.GroupKind() == kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind).GroupKind()
}

// kinds reads Flux's kinds from the shoot, each once, Kustomizations and HelmReleases first: these create others.
func (s *Shoot) kinds(ctx context.Context) ([]kind, error) {
	definitions, err := s.definitions(ctx)
	if err != nil {
		return nil, err
	}
	return s.kindsOf(definitions), nil
}

// kindsOf returns the kinds of these definitions.
func (s *Shoot) kindsOf(definitions []kind) []kind {
	kinds := distinct(definitions)
	for _, k := range kinds {
		// The name of a definition is that of its resource and group.
		resource, _, _ := strings.Cut(k.CRD, ".")
		s.learn(k.GroupVersionKind, resource, k.scope)
	}
	slices.SortStableFunc(kinds, func(a, b kind) int { return rank(a) - rank(b) })
	return kinds
}

// definitions reads what there is in Flux's groups, several of which may name the same kind.
func (s *Shoot) definitions(ctx context.Context) ([]kind, error) {
	var all []kind
	read := 0
	listed := answers.Metadata(definitionKind())
	ofFlux := func(crd *metav1.PartialObjectMetadata) (string, bool, error) { return crd.Name, s.isFlux(crd), nil }
	err := answers.Walk(ctx, s.client, listed, ofFlux, answers.OneByOne(func(name string) error {
		if read++; read > mostKinds {
			return fmt.Errorf("the shoot has more than %d CustomResourceDefinitions in Flux's groups; delete those that are not Flux's", mostKinds)
		}
		k, served, err := s.kindNamed(ctx, name)
		if served {
			all = append(all, k)
		}
		return err
	}))
	if err != nil {
		return nil, err
	}
	return all, nil
}

// kindNamed returns the kind whose CustomResourceDefinition has the name, and whether it is there and served.
func (s *Shoot) kindNamed(ctx context.Context, name string) (kind, bool, error) {
	ctx, release := answers.Hold(ctx)
	defer release()
	// As the type of the API, a schema takes hundreds of times the memory of its text.
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

// kindOf describes the kind in the version in which its objects are stored, which is always one that can be written.
func kindOf(crd *unstructured.Unstructured, content *kindDefinition) (kind, bool) {
	spec := content.Spec
	scope := meta.RESTScopeNamespace
	if spec.Scope == string(apiextensionsv1.ClusterScoped) {
		scope = meta.RESTScopeRoot
	}
	for _, version := range spec.Versions {
		if !version.Served || !version.Storage && len(spec.Versions) > 1 && hasServedStorage(spec.Versions) {
			continue
		}
		return kind{
			StoredKind: StoredKind{
				CRD:              crd.GetName(),
				ResourceVersion:  crd.GetResourceVersion(),
				Definition:       Definition{UID: crd.GetUID(), Generation: crd.GetGeneration()},
				GroupVersionKind: schema.GroupVersionKind{Group: spec.Group, Version: version.Name, Kind: spec.Names.Kind},
				Stored:           content.Status.StoredVersions,
				Storage:          storageOf(spec.Versions),
			},
			component:   crd.GetLabels()[labelComponent],
			suspendable: version.hasSuspend(),
			kept:        crd.GetAnnotations()[resourcesv1alpha1.KeepObject] == "true",
			standing:    content.standing(),
			named:       crd.GetName() == spec.Names.Plural+"."+spec.Group,
			scope:       scope,
		}, true
	}
	return kind{}, false
}

// metadataNamed is an object of which no more is known than its kind and name, to be patched or deleted.
func metadataNamed(of schema.GroupVersionKind, name client.ObjectKey) *metav1.PartialObjectMetadata {
	object := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
	object.SetGroupVersionKind(of)
	return object
}

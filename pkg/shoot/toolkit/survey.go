// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"cmp"
	"context"
	"slices"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

const (
	// labelPartOf is set on all objects of 'flux install', together with labelVersion for Flux's version and
	// labelComponent for the controller.
	labelPartOf    = "app.kubernetes.io/part-of"
	partOfFlux     = "flux"
	labelVersion   = "app.kubernetes.io/version"
	labelComponent = "app.kubernetes.io/component"
	// labelOwner and labelOwnerNamespace are set on all objects that a Kustomization applied.
	labelOwner          = "kustomize.toolkit.fluxcd.io/name"
	labelOwnerNamespace = "kustomize.toolkit.fluxcd.io/namespace"
)

// Survey describes Flux in a shoot.
type Survey struct {
	// Controllers are Flux's controllers, including controllers of shards.
	Controllers []flux.Controller
	// Sources are the sources that a root Kustomization may use. Sources and Kustomizations omit objects being deleted and
	// those of the operator's baseline.
	Sources        []Source
	Kustomizations []Kustomization
	// Stored maps CustomResourceDefinitions to the API versions that their objects are stored in.
	Stored map[string][]string
}

// IsEmpty reports whether the shoot has no Flux.
func (s Survey) IsEmpty() bool {
	return len(s.Controllers)+len(s.Sources)+len(s.Kustomizations)+len(s.Stored) == 0
}

// Source is a GitRepository, OCIRepository or Bucket.
type Source struct {
	types.NamespacedName
	// Kind is the kind of the source, and Version the API version of the stored object.
	Kind, Version string
	// URL is the URL or endpoint of the source.
	URL string
	// Secret has the credentials of the source. It is empty if the source has none.
	Secret string
	// Suspended is spec.suspend.
	Suspended bool
}

// Kustomization is one of Flux's Kustomizations.
type Kustomization struct {
	types.NamespacedName
	// Version is the API version of the stored object.
	Version string
	// Path and TargetNamespace are fields of the spec.
	Path, TargetNamespace string
	// Suspended is spec.suspend.
	Suspended bool
	// IsRoot is true if no other Kustomization applied it.
	IsRoot bool
}

// Survey finds Flux in the shoot.
func (s *Shoot) Survey(ctx context.Context) (Survey, error) {
	survey := Survey{Stored: map[string][]string{}}
	var room Kept
	var err error
	if survey.Controllers, err = s.controllers(ctx); err != nil {
		return Survey{}, err
	}
	kinds, err := s.kinds(ctx)
	if err != nil {
		return Survey{}, err
	}
	for _, k := range kinds {
		survey.Stored[k.CRD] = k.Stored
		if !isSource(k.Kind) && !k.isKustomization() {
			continue
		}
		err := responses.Scan(ctx, s.client, responses.Whole(k.GroupVersionKind), func(object *unstructured.Unstructured) error {
			if object.GetDeletionTimestamp() != nil || s.origin(object) == fluxv1alpha1.ManagedResourceBaseline {
				return nil
			}
			return survey.add(object, &room)
		})
		if responses.IgnoreUnknownKind(err) != nil {
			return Survey{}, err
		}
	}
	return survey, nil
}

// controllers returns Flux's controllers.
func (s *Shoot) controllers(ctx context.Context) ([]flux.Controller, error) {
	deployments := responses.Metadata(appsv1.SchemeGroupVersion.WithKind("Deployment"), client.MatchingLabels{labelPartOf: partOfFlux})
	var controllers []flux.Controller
	err := responses.Scan(ctx, s.client, deployments, func(deployment *metadata) error {
		if isController(deployment) {
			controllers = append(controllers, flux.Controller{NamespacedName: client.ObjectKeyFromObject(deployment), Version: deployment.Labels[labelVersion]})
		}
		return nil
	})
	return controllers, err
}

// isController reports whether a Deployment is a controller of Flux. Flux before v0.36 has no distinctive labels, but
// its controllers have always had the same names.
func isController(deployment *metadata) bool {
	return fluxv1alpha1.IsComponent(deployment.Name) || isOfShard(deployment)
}

// isOfShard reports whether a Deployment is a controller of a shard. The extension uses the names of Flux's
// documentation.
func isOfShard(deployment *metadata) bool {
	of, _, is := fluxv1alpha1.ShardedController(deployment.Name)
	return is && deployment.Labels[labelComponent] == string(of)
}

func isSource(kind string) bool {
	return slices.Contains([]string{sourcev1.GitRepositoryKind, sourcev1.OCIRepositoryKind, sourcev1.BucketKind}, kind)
}

func (s *Survey) add(object *unstructured.Unstructured, room *Kept) error {
	text := func(path ...string) string {
		value, _, _ := unstructured.NestedString(object.Object, append([]string{"spec"}, path...)...)
		return value
	}
	name, version := client.ObjectKeyFromObject(object), object.GroupVersionKind().Version
	if kind := object.GetKind(); isSource(kind) {
		source := Source{NamespacedName: name, Kind: kind, Version: version, URL: cmp.Or(text("url"), text("endpoint")), Secret: text("secretRef", "name"), Suspended: IsSuspended(object)}
		s.Sources = append(s.Sources, source)
		return room.Add(source.Namespace, source.Name, source.Kind, source.URL, source.Secret)
	}
	owner := types.NamespacedName{Namespace: object.GetLabels()[labelOwnerNamespace], Name: object.GetLabels()[labelOwner]}
	kustomization := Kustomization{
		NamespacedName: name, Version: version, Path: text("path"), TargetNamespace: text("targetNamespace"),
		Suspended: IsSuspended(object), IsRoot: owner.Name == "" || owner == name,
	}
	s.Kustomizations = append(s.Kustomizations, kustomization)
	return room.Add(kustomization.Namespace, kustomization.Name, kustomization.Path, kustomization.TargetNamespace)
}

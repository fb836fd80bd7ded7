// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/takeover"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// checkTakeover refuses to replace a source and a root Kustomization of the shoot by others, which would prune what the first have applied. It
// does so wherever the shoot is inspected: before the first delivery, before the first of a source, and where what was left alone is managed
// again. What the user configures later is delivered.
func (o *observer) checkTakeover(ctx context.Context) error {
	t := o.target
	if o.found == nil || t.effective.Source == nil || t.phase != phaseManaged && t.phase != phaseBootstrapping {
		return nil
	}
	configured := takeover.Objects{Source: t.effective.Source.Object, Root: t.effective.Kustomization.Object}
	found, err := o.found.replacedBy(ctx, configured)
	if err != nil {
		return o.unlessHibernated(ctx, err)
	}
	reason, err := takeover.Compare(found, configured).Refuse(t.effective.AcceptedDifferences)
	if err == nil && reason != "" {
		o.refuse(t.effective.TakeoverError(reason))
	}
	return err
}

// checkAdditionalSources refuses additional sources that would replace others of the shoot. The shoot is asked only if they have other names than were
// delivered before, or if it was inspected.
func (o *observer) checkAdditionalSources(ctx context.Context) error {
	t := o.target
	names := additionalsource.Names(t.effective.AdditionalSources)
	if names == "" || o.found == nil && names == t.base.AdditionalSources || t.phase != phaseManaged && t.phase != phaseBootstrapping {
		return nil
	}
	var wanted []toolkit.Reference
	for _, source := range t.effective.AdditionalSources {
		wanted = append(wanted, toolkit.Reference{GroupKind: source.Object.GroupVersionKind().GroupKind(), NamespacedName: client.ObjectKeyFromObject(source.Object)})
	}
	return o.ask(ctx, func(shoot *toolkit.Shoot) error {
		found, err := shoot.FluxObjects(ctx, wanted)
		if err != nil {
			return err
		}
		var errs field.ErrorList
		for i, source := range t.effective.AdditionalSources {
			object, exists := found[wanted[i]]
			if !exists || object.Origin == fluxv1alpha1.ManagedResourceConfig && t.base.Flux {
				continue
			}
			if reason := takeover.RefuseSource(object.Unstructured, source.Object); reason != "" {
				errs = append(errs, field.Invalid(source.Path.Child("name"), source.Object.GetName(), reason))
			}
		}
		if len(errs) > 0 {
			o.refuse(t.effective.Locate(errs))
		}
		return nil
	})
}

// replacedBy reads what has the kinds and names of those that are configured. What the survey has not found is not read.
func (i *inspection) replacedBy(ctx context.Context, configured takeover.Objects) (takeover.Objects, error) {
	var (
		found takeover.Objects
		err   error
	)
	for _, s := range i.Sources {
		if s.Kind == configured.Source.GetKind() && s.NamespacedName == client.ObjectKeyFromObject(configured.Source) {
			if found.Source, err = i.read(ctx, configured.Source, s.Version); err != nil {
				return takeover.Objects{}, err
			}
		}
	}
	for _, k := range i.Kustomizations {
		if k.NamespacedName == client.ObjectKeyFromObject(configured.Root) {
			if found.Root, err = i.read(ctx, configured.Root, k.Version); err != nil {
				return takeover.Objects{}, err
			}
		}
	}
	return found, nil
}

func (i *inspection) read(ctx context.Context, configured *unstructured.Unstructured, version string) (*unstructured.Unstructured, error) {
	kind := configured.GroupVersionKind().GroupKind().WithVersion(version)
	return i.shoot.Object(ctx, kind, client.ObjectKeyFromObject(configured))
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/replaced"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/takeover"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// checkTakeover refuses to replace a source and a root Kustomization of the shoot by others, which would prune what the first have applied, and
// controllers by others that lack what these have of their own. It does so wherever the shoot is inspected: before the first delivery, before the
// first of a source, and where what was left alone is managed again. What the user configures later is delivered.
func (o *observer) checkTakeover(ctx context.Context) error {
	t := o.Target
	if o.Found == nil || t.Phase != decision.PhaseManaged && t.Phase != decision.PhaseBootstrapping {
		return nil
	}
	var differences takeover.Differences
	if t.Effective.Source != nil {
		configured := takeover.Objects{Source: t.Effective.Source.Object, Root: t.Effective.Kustomization.Object}
		found, err := replaced.Sync(ctx, o.Found.Shoot, o.Found.Survey, configured)
		if err != nil {
			return o.unlessHibernated(ctx, err)
		}
		differences = takeover.Compare(found, configured)
	}
	if !t.Base.Flux || t.Base.Bootstrapped {
		controllers, err := replaced.Controllers(ctx, o.Found.Shoot, o.Found.Survey, o.Renderer, t.Effective, t.Base.Bootstrapped)
		if err != nil {
			return o.unlessHibernated(ctx, err)
		}
		differences = differences.And(controllers)
	}
	reason, err := differences.Refuse(t.Effective.AcceptedDifferences)
	if err == nil && reason != "" {
		o.refuse(t.Effective.TakeoverError(reason))
	}
	return err
}

// checkAdditionalSources refuses additional sources that would replace others of the shoot. The shoot is asked only if they have other names than were
// delivered before, or if it was inspected.
func (o *observer) checkAdditionalSources(ctx context.Context) error {
	t := o.Target
	names := resolved.SourceNames(t.Effective.AdditionalSources)
	if names == "" || o.Found == nil && names == t.Base.AdditionalSources || t.Phase != decision.PhaseManaged && t.Phase != decision.PhaseBootstrapping {
		return nil
	}
	var wanted []toolkit.Reference
	for _, source := range t.Effective.AdditionalSources {
		wanted = append(wanted, toolkit.Reference{GroupKind: source.Object.GroupVersionKind().GroupKind(), NamespacedName: client.ObjectKeyFromObject(source.Object)})
	}
	return o.ask(ctx, func(shoot *toolkit.Shoot) error {
		found, err := shoot.FluxObjects(ctx, wanted)
		if err != nil {
			return err
		}
		var errs field.ErrorList
		for i, source := range t.Effective.AdditionalSources {
			object, exists := found[wanted[i]]
			if !exists || object.Origin == fluxv1alpha1.ManagedResourceConfig && t.Base.Flux {
				continue
			}
			if reason := takeover.RefuseSource(object.Unstructured, source.Object); reason != "" {
				errs = append(errs, field.Invalid(source.Path.Child("name"), source.Object.GetName(), reason))
			}
		}
		if len(errs) > 0 {
			o.refuse(t.Effective.Locate(errs))
		}
		return nil
	})
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"context"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
)

// Decider decides about a delivery of one reconciliation. It caches the resolved configurations, because the decision
// is repeated after each new fact.
type Decider struct {
	// Resolver resolves the documents.
	Resolver *configuration.Resolver
	// Renderer renders the manifests.
	Renderer *flux.Renderer
	// CheckSize returns a *content.TooLargeError for manifests that exceed the maximum size of a Secret in the seed.
	CheckSize func([]content.Manifests) error
	// Measure starts to measure the time to resolve a configuration. The returned function stops the measurement.
	Measure func() (end func())

	known map[resolution]resolvedConfiguration
}

// step changes the target, or returns the reason to stop.
type step func(Facts, *Target) *Refusal

// steps returns the steps of a decision in order. Each step depends on the previous ones.
func (d *Decider) steps(ctx context.Context) []step {
	return []step{
		deletion, documented, workers, missingDocument, d.unconfigured, d.fluxRemoved, rolledOut,
		func(f Facts, t *Target) *Refusal { return d.configured(ctx, f, t) },
		phased, d.takeover, pinned, components,
		func(f Facts, t *Target) *Refusal { return d.upgraded(ctx, f, t) },
		resources, keyed, sourcesKeyed, sized,
		keyConflict, sourceConflicts, copyConflicts, missingSource,
		d.rendered,
	}
}

// Decide returns the delivery of the owner for these facts, or the need for further facts. An error means that nothing
// can be decided.
//
// A configuration error of the project fails the operation only if the shoot has no Flux yet. Later, it only sets a
// condition and the last delivery stays unchanged, so that one typo in a project does not fail all of its Shoots. The
// same applies to a missing configuration: it never removes anything from a shoot.
func (d *Decider) Decide(ctx context.Context, owner Owner, f Facts) (Delivery, Need, error) {
	if owner == Operator {
		return d.baseline(ctx, f)
	}
	var (
		t       Target
		refusal *Refusal
	)
	for _, next := range d.steps(ctx) {
		if refusal = next(f, &t); refusal != nil {
			break
		}
	}
	switch {
	case refusal == nil:
		return deliver(f, t), Need{}, nil
	case refusal.Failure != nil:
		return Delivery{}, Need{}, refusal.Failure
	case refusal.Need.OfShoot() && f.Shoot.Asleep:
		refusal = leaves(gardencorev1beta1.ConditionProgressing, "Hibernated", hibernatedMessage)
	case !refusal.Need.IsZero():
		return Delivery{}, refusal.Need, nil
	}
	return refusal.delivery(f, t), Need{}, nil
}

// Refusal ends a decision before the last step. Only one of Need, Failure, Invalid, Reason and RemovesFlux
// is set.
type Refusal struct {
	// Need names the missing facts.
	Need Need
	// Failure is an error that fails the operation.
	Failure error
	// Invalid is a configuration error.
	Invalid error
	// Status, Reason and Message form the condition FluxConfigured if nothing is delivered for another reason.
	Status          gardencorev1beta1.ConditionStatus
	Reason, Message string
	// Error is the kind of document that a user must correct; empty if no document has an error.
	Error document.ErrorKind
	// RemovesFlux is true if an attempt to remove Flux is due, and FluxRemoved is true after the removal. Installed is the
	// condition FluxInstalled during the removal; nil otherwise.
	RemovesFlux, FluxRemoved bool
	Installed                *health.Verdict
}

func needs(n Need) *Refusal { return &Refusal{Need: n} }

func fails(err error) *Refusal {
	if err == nil {
		return nil
	}
	return &Refusal{Failure: err}
}

func refuses(err error) *Refusal { return &Refusal{Invalid: err} }

// refusesAll refuses a configuration with these errors. It returns nil if errs is empty.
func refusesAll(errs document.Errors) *Refusal {
	if len(errs) == 0 {
		return nil
	}
	return refuses(errs)
}

func leaves(status gardencorev1beta1.ConditionStatus, reason, message string) *Refusal {
	return &Refusal{Status: status, Reason: reason, Message: message}
}

// objects returns objects of the shoot in the given order, or the need for the objects that were not read.
func (f Facts) objects(wanted ...Object) ([]Found, *Refusal) {
	found := make([]Found, len(wanted))
	var missing []Object
	for i, object := range wanted {
		var read bool
		if found[i], read = f.Shoot.Objects[object]; !read && !f.Shoot.Absent {
			missing = append(missing, object)
		}
	}
	if len(missing) > 0 {
		return nil, needs(Need{Objects: missing})
	}
	return found, nil
}

// surveyed sets the survey of the shoot in the target. The first delivery requires a survey, because it may replace
// objects in the shoot.
func surveyed(f Facts, t *Target) *Refusal {
	if f.Shoot.Survey == nil && !f.Shoot.Absent {
		return needs(Need{Survey: true})
	}
	t.Found = f.Shoot.Survey
	return nil
}

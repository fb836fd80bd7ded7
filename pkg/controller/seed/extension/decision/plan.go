// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// Plan is data: the writes of a reconciliation, and its report.
type Plan struct {
	// Attempt comes before the rest of the plan. Its outcome is a fact for the next decision; nil if no attempt is due.
	Attempt *Attempt
	// Condition is the condition FluxConfigured.
	Condition health.Verdict
	// Invalid fails the operation; it is set only as long as nothing was delivered.
	Invalid error
	// Waiting fails the operation until the next attempt. Nothing is recorded but the condition then.
	Waiting error
	// Errors are where the configuration has to be corrected before everything is delivered again; empty if it has not.
	Errors []metrics.ConfigurationErrorKind
	// State is recorded in the Extension, with references to the copies of the project's resources.
	State      extensionstatus.State
	References []gardencorev1beta1.NamedResourceReference
	// Delivery is written to the seed; nil leaves the last delivery unchanged.
	Delivery *Delivery
}

// Attempt is a write whose outcome the delivery depends on. Exactly one is set.
type Attempt struct {
	Migration *Migration
	NewKey    *NewKey
}

// NewKey is a generated deploy key to store in the garden. Another seed may have stored one first.
type NewKey struct {
	keypair.DeployKey
	// URL is read with it.
	URL string
	// Registered says that the extension registers it at the Git host.
	Registered bool
}

// Migration is the migration of Flux's objects in the shoot to API versions that remain after an upgrade.
type Migration struct {
	// Remaining are the API versions that the kinds will have, by the names of their CustomResourceDefinitions.
	Remaining map[string][]string
	// From and To are the versions of Flux; From is empty if it is not known.
	From, To string
}

// Delivery is delivered to the shoot, with the preparations for it.
type Delivery struct {
	// Input was rendered, and Manifests are the result.
	Input     flux.Input
	Manifests []content.Manifests
	// Phase is the relation of Flux to the extension.
	Phase Phase
	// First says that nothing was delivered before, and Unchanged that nothing else is recorded than before.
	First, Unchanged bool
	// Protect says that the shoot has Kustomizations: nothing that those have applied is pruned. Protected are
	// source and root Kustomization, if a source is configured.
	Protect   bool
	Protected []client.Object
	// Predecessor says that the shoot has something of Flux that the extension has not delivered.
	Predecessor bool
}

// OnlyConfig returns the manifests without Flux itself.
func OnlyConfig(manifests []content.Manifests) []content.Manifests {
	return slices.DeleteFunc(slices.Clone(manifests), func(m content.Manifests) bool { return m.Name != fluxv1alpha1.ManagedResourceConfig })
}

func newPlan() Plan {
	return Plan{Condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
}

// plan returns a plan that rewrites no delivery. The project is recorded all the same, and a generated deploy
// key is stored, so that the project can register it while it corrects the rest.
func (r *Refusal) plan(f Facts, t Target) Plan {
	p := newPlan()
	p.report(r.Status, r.Reason, r.Message)
	if p.Waiting = r.Waiting; p.Waiting != nil {
		return p
	}
	if r.Invalid != nil {
		p.report(gardencorev1beta1.ConditionFalse, "InvalidConfiguration", r.Invalid.Error())
		p.Errors = errorKinds(r.Invalid)
		if f.Seed.Previous.Flux {
			p.Condition.Message += ". What was delivered to the shoot before stays as it is"
		} else {
			p.Invalid = r.Invalid
		}
	}
	if r.Error != "" {
		p.Errors = append(p.Errors, r.Error)
	}
	p.State.Observed = f.Seed.Previous.Observed
	if f.Documents != nil {
		p.observe(f, t)
		if f.Shoot.Asleep && p.State.Observed.Ring != "" {
			p.State.Observed = p.State.Observed.Unchanged(f.Seed.Previous.Observed) // The revision of the rollout was not tried.
		}
	}
	return p
}

// observe records the project.
func (p *Plan) observe(f Facts, t Target) {
	p.Condition.Message = f.Documents.Gated.withNote(p.Condition.Message)
	p.State.Observed = f.Documents.Observed
	key := f.Keys.Deploy
	switch {
	case key == nil || t.Effective == nil:
		return
	case key.Damaged != nil:
		p.State.Observed.Key = key.Damaged.Version
	default:
		p.State.Observed.Key = key.Version
	}
	if use := t.KeyUse(); key.Generated && use != nil && p.Attempt == nil {
		p.Attempt = &Attempt{NewKey: &NewKey{DeployKey: key.DeployKey, URL: use.URL, Registered: t.Effective.DeployKey.Registration != nil}}
	}
}

// deliver returns the plan to give the shoot the target.
func deliver(f Facts, t Target) Plan {
	p := newPlan()
	if f.Migration == nil && t.migrates() {
		p.Attempt = &Attempt{Migration: &t.Upgrade.Migration}
	}
	p.State = t.state()
	p.State.SourceKeys = f.Keys.sourceKeysOf(t.Effective)
	for _, name := range t.Effective.ResourceNames() {
		p.References = append(p.References, f.Resources[name].Reference)
	}
	p.reportTarget(f, t)
	p.observe(f, t)
	switch {
	case t.KeyUse() != nil:
		p.State.Observed.Rotation = f.Keys.Deploy.RotatedAt
	case t.Effective.Source != nil:
		p.State.Observed.Rotation = ""
	}
	p.Delivery = &Delivery{
		Input: t.Input, Manifests: t.Manifests, Phase: t.Phase,
		First: !t.Base.Flux, Unchanged: p.State == f.Seed.Previous, Predecessor: t.Found != nil && !t.Found.IsEmpty(),
	}
	if p.Delivery.Protect = t.Phase != PhaseBootstrapped && t.Found != nil && len(t.Found.Kustomizations) > 0; p.Delivery.Protect && t.Effective.Source != nil {
		p.Delivery.Protected = []client.Object{t.Effective.Source.Object, t.Effective.Kustomization.Object}
	}
	return p
}

func (p *Plan) report(status gardencorev1beta1.ConditionStatus, reason, message string) {
	p.Condition.Status, p.Condition.Reason, p.Condition.Message = status, reason, message
}

// reportTarget reports the delivery, and, if Flux itself stays as it is, why. It is written before the
// delivery, and has to be true if that fails.
func (p *Plan) reportTarget(f Facts, t Target) {
	p.Condition.Status = gardencorev1beta1.ConditionTrue
	p.Condition.Reason, p.Condition.Message = configuredMessage(f, t, p.State)
	reason, until := "", "Until then "
	switch u := t.Upgrade; {
	case t.Refused != nil:
		reason, until = t.Refused.Error(), "Until that is corrected, "
		p.Condition.Status, p.Condition.Reason = gardencorev1beta1.ConditionFalse, "InvalidConfiguration"
		p.Errors = errorKinds(t.Refused)
	case t.StaysBecause != "":
		reason = t.StaysBecause
	case u == nil:
	case u.Failed != nil:
		reason, until = u.Failed.Error(), "It is tried again by itself. Until it succeeds, "
		p.Condition.Status, p.Condition.Reason = gardencorev1beta1.ConditionProgressing, fluxv1alpha1.ReasonMigrating
	case u.Held != "":
		reason = "flux.version: " + u.Held
		p.Condition.Status, p.Condition.Reason = gardencorev1beta1.ConditionFalse, "UpgradeHeldBack"
	}
	if reason == "" && len(t.Kept) > 0 && !t.OnlyConfig {
		p.Condition.Status, p.Condition.Reason = gardencorev1beta1.ConditionFalse, "ComponentInUse"
		if t.Kept[0].Shard != "" {
			p.Condition.Reason = "ShardInUse"
		}
		p.Condition.Message = fmt.Sprintf("%s. Until then everything else is delivered: %s", keptMessage(t.Kept), p.Condition.Message)
		return
	}
	if reason != "" {
		p.Condition.Message = fmt.Sprintf("%s. %s%s: %s", reason, until, stayingMessage(f, t), p.Condition.Message)
	}
}

// errorKinds returns where the configuration errors are, each document once.
func errorKinds(invalid error) []metrics.ConfigurationErrorKind {
	if damaged := (*keypair.DamagedKeyError)(nil); errors.As(invalid, &damaged) {
		return []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorDeployKey}
	}
	var all document.Errors
	if !errors.As(invalid, &all) {
		return []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorOther}
	}
	places := map[document.Origin]metrics.ConfigurationErrorKind{
		document.OriginOperator: metrics.ConfigurationErrorOperator, document.OriginProject: metrics.ConfigurationErrorProject, document.OriginShoot: metrics.ConfigurationErrorShoot,
	}
	var kinds []metrics.ConfigurationErrorKind
	for _, one := range all {
		if kind := cmp.Or(places[one.Origin], metrics.ConfigurationErrorOther); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

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

// Plan contains the writes and the report of a reconciliation.
type Plan struct {
	// Migration and NewKey must be attempted before the rest of the plan, in this order. Their results are facts for the
	// next decision. Each is nil if no attempt is due.
	Migration *Migration
	NewKey    *NewKey
	// Condition is the condition FluxConfigured.
	Condition health.Verdict
	// UpToDate is the condition FluxUpToDate; nil leaves the condition unchanged.
	UpToDate *health.Verdict
	// Invalid fails the operation. It is set only before the first delivery.
	Invalid error
	// Errors are the documents that users must correct before everything is delivered again; empty if no document has an
	// error.
	Errors []metrics.ConfigurationErrorKind
	// State is the record for the Extension, and References are its references to the copies of the project's resources.
	State      extensionstatus.State
	References []gardencorev1beta1.NamedResourceReference
	// Delivery is written to the seed; nil if the last delivery stays unchanged.
	Delivery *Delivery
}

// NewKey is a generated deploy key. It is stored in the garden unless another seed has stored a key before.
type NewKey struct {
	keypair.DeployKey
	// URL is the repository that Flux reads with the key.
	URL string
	// Registered is true if the extension registers the key at the Git host.
	Registered bool
}

// Migration migrates Flux's objects in the shoot to API versions that remain after an upgrade.
type Migration struct {
	// Remaining contains the API versions of each kind after the upgrade, by the name of its CustomResourceDefinition.
	Remaining map[string][]string
	// From and To are the versions of Flux; From is empty if it is not known.
	From, To string
}

// Delivery contains the manifests of a delivery and its preparations.
type Delivery struct {
	// Input is the input of the renderer, and Manifests are its output.
	Input     flux.Input
	Manifests []content.Manifests
	// Phase tells which parts of Flux the extension manages.
	Phase Phase
	// First is true for the first delivery. Unchanged is true if the record does not change.
	First, Unchanged bool
	// Protect is true if the shoot has Kustomizations. In this case, Flux must not prune the objects that these have
	// applied. If a source is configured, these objects include Protected: the source and the root Kustomization.
	Protect   bool
	Protected []client.Object
	// Predecessor is true if the shoot contains objects of Flux that the extension has not delivered.
	Predecessor bool
}

// plan returns a plan that leaves the last delivery unchanged. It still records the project and stores a generated
// deploy key, so that the project can register this key while it corrects the configuration.
func (r *Refusal) plan(f Facts, t Target) Plan {
	p := Plan{Condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: r.Status, Reason: r.Reason, Message: r.Message}}
	if r.Invalid != nil {
		p.Condition.Status, p.Condition.Reason, p.Condition.Message = gardencorev1beta1.ConditionFalse, "InvalidConfiguration", r.Invalid.Error()
		p.Errors = errorKinds(r.Invalid)
		if f.Seed.Previous.Flux {
			p.Condition.Message += ". The last delivery to the shoot stays unchanged"
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
			p.State.Observed = p.State.Observed.Unchanged(f.Seed.Previous.Observed) // The rollout's revision was not tried.
		}
	}
	p.UpToDate = upToDate(f, p)
	return p
}

// observe sets the record of the project, and adds a generated deploy key to the plan.
func (p *Plan) observe(f Facts, t Target) {
	if note := f.Documents.Permit.Note; note != "" {
		p.Condition.Message += ". " + note
	}
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
	if use := t.KeyUse(); key.Generated && use != nil {
		p.NewKey = &NewKey{DeployKey: key.DeployKey, URL: use.URL, Registered: t.Effective.DeployKey.Registration != nil}
	}
}

// deliver returns the plan to deliver the target.
func deliver(f Facts, t Target) Plan {
	p := Plan{State: t.state()}
	if !f.Migrated && t.migrates() {
		p.Migration = &t.Upgrade.Migration
	}
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
	p.UpToDate = upToDate(f, p)
	return p
}

// upToDate returns the condition FluxUpToDate after the plan is applied. It returns nil for a hibernated shoot without
// a change, because the shoot may wait for an earlier change.
func upToDate(f Facts, p Plan) *health.Verdict {
	verdict := health.UpToDate()
	switch {
	case p.Condition.Status == gardencorev1beta1.ConditionFalse:
		verdict = health.NotUpToDate(fluxv1alpha1.PendingRefused, "the configuration is not delivered, or not as a whole; condition FluxConfigured has the reason")
		verdict.Status = gardencorev1beta1.ConditionFalse
	case p.Condition.Status != gardencorev1beta1.ConditionTrue:
		verdict = health.NotUpToDate(fluxv1alpha1.PendingReason(p.Condition.Reason), "the configuration is not delivered yet; condition FluxConfigured has the reason")
	case f.Documents.Observed.Ring != "" && f.Documents.Observed.Config != f.Documents.Present:
		verdict = health.NotUpToDate(fluxv1alpha1.PendingRing, cmp.Or(f.Documents.Permit.Note, "the rollout has not reached the Shoot"))
	case f.Seed.Hibernated && f.Seed.Previous.Flux && p.State.Observed.Delivers(f.Seed.Previous.Observed):
		return nil
	case f.Seed.Hibernated:
		verdict = health.Asleep()
	}
	return &verdict
}

// reportTarget describes the delivery in the condition and, if Flux itself stays unchanged, the reason. The condition
// is written before the delivery, so it must be true even if the delivery fails.
func (p *Plan) reportTarget(f Facts, t Target) {
	p.Condition.Type, p.Condition.Status = fluxv1alpha1.ConditionConfigured, gardencorev1beta1.ConditionTrue
	p.Condition.Reason, p.Condition.Message = configuredMessage(f, t, p.State)
	reason, until := "", "Until then "
	switch u := t.Upgrade; {
	case t.Refused != nil:
		reason, until = t.Refused.Error(), "Until the error is corrected, "
		p.Condition.Status, p.Condition.Reason = gardencorev1beta1.ConditionFalse, "InvalidConfiguration"
		p.Errors = errorKinds(t.Refused)
	case t.FluxUnchanged != "":
		reason = t.FluxUnchanged
	case u == nil:
	case u.Failed != nil:
		reason, until = u.Failed.Error(), "The extension retries the migration. Until it succeeds, "
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
		p.Condition.Message = fmt.Sprintf("%s. The rest is delivered: %s", keptMessage(t.Kept), p.Condition.Message)
		return
	}
	if reason != "" {
		p.Condition.Message = fmt.Sprintf("%s. %s%s: %s", reason, until, stayingMessage(t), p.Condition.Message)
	}
}

// errorKinds returns the kinds of documents with configuration errors, without duplicates.
func errorKinds(invalid error) []metrics.ConfigurationErrorKind {
	if damaged := (*keypair.DamagedKeyError)(nil); errors.As(invalid, &damaged) {
		return []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorDeployKey}
	}
	var all document.Errors
	if !errors.As(invalid, &all) {
		return []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorOther}
	}
	var kinds []metrics.ConfigurationErrorKind
	for _, one := range all {
		if kind := cmp.Or(metrics.ConfigurationErrorKind(one.Origin), metrics.ConfigurationErrorOther); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

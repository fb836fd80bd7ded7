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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// Owner is the author of a delivery's configuration, to whom its failures are reported.
type Owner string

const (
	// Project is the project of the Shoot. Its delivery contains Flux, and a failure fails the operation.
	Project Owner = "project"
	// Operator is the operator of Gardener, whose delivery is the baseline. A failure is only reported in condition
	// FluxBaselineReady, and the health check triggers another attempt.
	Operator Owner = "operator"
)

// Failed returns the condition about a failed attempt to deliver.
func (o Owner) Failed(err error) health.Verdict {
	if o == Operator {
		return health.Verdict{
			Type: fluxv1alpha1.ConditionBaselineReady, Status: gardencorev1beta1.ConditionProgressing, Reason: string(fluxv1alpha1.PendingFailed),
			Message: "the delivery of the baseline has failed, and is retried: " + err.Error(),
		}
	}
	return health.NotUpToDate(fluxv1alpha1.PendingFailed, "the delivery of the configuration has failed, and is retried; the last error of the Extension shows the reason")
}

// Delivery contains the writes and the report of a reconciliation for one owner.
type Delivery struct {
	// Migration, NewKey and Removal must be attempted before the rest of the delivery, in this order. Their results are
	// facts for the next decision. Each is nil if no attempt is due.
	Migration *Migration
	NewKey    *NewKey
	Removal   *extensionstatus.Baseline
	// RemovesFlux is true if an attempt to remove Flux is due, instead of a delivery. FluxRemoved is true after Flux was
	// removed.
	RemovesFlux, FluxRemoved bool
	// Installed is the condition FluxInstalled during the removal of Flux; nil otherwise.
	Installed *health.Verdict
	// Condition is the condition FluxConfigured or FluxBaselineReady; without a type, the condition stays unchanged.
	Condition health.Verdict
	// Progress is the condition FluxUpToDate or FluxBaselineReady after the delivery; nil leaves it unchanged.
	Progress *health.Verdict
	// Obsolete are the conditions to remove.
	Obsolete []gardencorev1beta1.ConditionType
	// Invalid fails the operation. It is set only before the first delivery.
	Invalid error
	// Errors are the documents that users must correct before everything is delivered again; empty if no document has an
	// error.
	Errors []document.ErrorKind
	// State is the record for the Extension, and References are its references to the copies of the project's resources.
	State      extensionstatus.State
	References []gardencorev1beta1.NamedResourceReference
	// Payload is written to the seed; nil if the last delivery stays unchanged.
	Payload *Payload
}

// Record returns the state after the delivery of the owner. It changes only the owner's part of the present state.
func (p *Delivery) Record(owner Owner, present extensionstatus.State) extensionstatus.State {
	switch {
	case owner == Operator:
		present.Baseline = p.State.Baseline
	case p.FluxRemoved:
		return extensionstatus.State{Observed: p.State.Observed, Baseline: present.Baseline}
	case p.Payload == nil:
		present.Observed = p.State.Observed
	default:
		p.State.Baseline = present.Baseline
		return p.State
	}
	return present
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

// Payload contains the manifests of a delivery and its preparations.
type Payload struct {
	// Input is the input of the renderer, and Manifests are its output.
	Input     flux.Input
	Manifests []content.Manifests
	// Phase specifies which parts of Flux the extension manages.
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

// delivery returns a delivery that leaves the last one unchanged. It still records the project and stores a generated
// deploy key, so that the project can register this key while it corrects the configuration.
func (r *Refusal) delivery(f Facts, t Target) Delivery {
	p := Delivery{
		RemovesFlux: r.RemovesFlux, FluxRemoved: r.FluxRemoved, Installed: r.Installed,
		Condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: r.Status, Reason: r.Reason, Message: r.Message},
	}
	if r.FluxRemoved {
		p.Obsolete = health.Types()
	}
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
	p.Progress = upToDate(f, p)
	return p
}

// observe sets the record of the project, and adds a generated deploy key to the delivery.
func (p *Delivery) observe(f Facts, t Target) {
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

// deliver returns the delivery of the target.
func deliver(f Facts, t Target) Delivery {
	p := Delivery{State: t.state()}
	if !f.Migrated && t.migrates() {
		p.Migration = &t.Upgrade.Migration
	}
	p.State.SourceKeys = f.Keys.sourceKeysOf(t.Effective)
	for _, name := range t.Effective.ResourceNames() {
		p.References = append(p.References, f.Resources[name].Reference)
	}
	p.State.ForBaseline = t.OnlyForBaseline && (f.Seed.Previous.ForBaseline || !f.Seed.Previous.Flux && t.findsNothing(f))
	p.State.RemovingFlux = t.RemovingFlux
	p.reportTarget(f, t)
	p.Condition.Message += t.removalNote()
	p.observe(f, t)
	p.State.First = p.first(f, t)
	switch {
	case t.KeyUse() != nil:
		p.State.Observed.Rotation = f.Keys.Deploy.RotatedAt
	case t.Effective.Source != nil:
		p.State.Observed.Rotation = ""
	}
	p.Payload = &Payload{
		Input: t.Input, Manifests: t.Manifests, Phase: t.Phase,
		First: !t.Base.Flux, Unchanged: p.State == f.Seed.Previous, Predecessor: t.Found != nil && !t.Found.IsEmpty(),
	}
	if p.Payload.Protect = t.Phase != PhaseBootstrapped && t.Found != nil && len(t.Found.Kustomizations) > 0; p.Payload.Protect && t.Effective.Source != nil {
		p.Payload.Protected = []client.Object{t.Effective.Source.Object, t.Effective.Kustomization.Object}
	}
	p.Progress = upToDate(f, p)
	return p
}

// first returns the record of the first delivery to a shoot without Flux while the shoot has that revision. Before the
// garden controller has stored the rollout, there is no revision; the first one replaces it in the record if it has the
// delivered configuration.
func (p *Delivery) first(f Facts, t Target) extensionstatus.FirstDelivery {
	previous, observed := f.Seed.Previous, p.State.Observed
	first := previous.First
	isSame := first.Revision != "" && first.Revision == observed.Revision
	isAwaited := first.Extension != "" && first.Revision == "" && previous.Observed.Config == observed.Config && previous.Observed.Overrides == observed.Overrides
	switch {
	case observed.Revision == "" && !f.Documents.ConfigMap.Governed(false): // Nobody records what Flux applies.
	case previous.Flux && (isSame || isAwaited):
		first.Revision = observed.Revision
		return first
	case !previous.Flux && t.findsNothing(f):
		return extensionstatus.FirstDelivery{Revision: observed.Revision, Extension: f.Seed.Extension}
	}
	return extensionstatus.FirstDelivery{}
}

// upToDate returns the condition FluxUpToDate after the delivery. It returns nil for a hibernated shoot without a
// change or a failed attempt, because the shoot may wait for an earlier change.
func upToDate(f Facts, p Delivery) *health.Verdict {
	verdict := health.UpToDate()
	switch {
	case p.Condition.Status == gardencorev1beta1.ConditionFalse:
		verdict = health.NotUpToDate(fluxv1alpha1.PendingRefused, "the configuration is not delivered, or not as a whole; condition FluxConfigured shows the reason")
		verdict.Status = gardencorev1beta1.ConditionFalse
	case p.Condition.Status != gardencorev1beta1.ConditionTrue:
		verdict = health.NotUpToDate(fluxv1alpha1.PendingReason(p.Condition.Reason), "the configuration is not delivered yet; condition FluxConfigured shows the reason")
	case f.Documents.Observed.Ring != "" && f.Documents.Observed.Config != f.Documents.Present:
		verdict = health.NotUpToDate(fluxv1alpha1.PendingRing, cmp.Or(f.Documents.Permit.Note, "the rollout has not reached the Shoot"))
	case f.Seed.Hibernated && f.Seed.Previous.Flux && p.State.Observed.Delivers(f.Seed.Previous.Observed) && !health.HasFailed(f.Seed.Conditions, fluxv1alpha1.ConditionUpToDate):
		return nil
	case f.Seed.Hibernated:
		verdict = health.Asleep()
	}
	return &verdict
}

// reportTarget describes the delivery in the condition and, if Flux itself stays unchanged, the reason. The condition
// is written before the delivery, so it must be true even if the delivery fails.
func (p *Delivery) reportTarget(f Facts, t Target) {
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
func errorKinds(invalid error) []document.ErrorKind {
	if _, is := errors.AsType[*keypair.DamagedKeyError](invalid); is {
		return []document.ErrorKind{document.ErrorKindDeployKey}
	}
	var all document.Errors
	if !errors.As(invalid, &all) {
		return []document.ErrorKind{document.ErrorKindOther}
	}
	var kinds []document.ErrorKind
	for _, one := range all {
		if kind := cmp.Or(document.ErrorKind(one.Origin), document.ErrorKindOther); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

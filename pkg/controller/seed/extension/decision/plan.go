// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// Plan is what a reconciliation does and reports.
type Plan struct {
	// Project is the project namespace in the garden.
	Project string
	// Condition is the condition FluxConfigured.
	Condition health.Verdict
	// Version is the version of Flux that the shoot has from the extension afterwards; empty if it has none, or is left alone with it.
	Version string
	// Invalid fails the operation; it is set only as long as nothing was delivered.
	Invalid error
	// Errors are where the configuration has to be corrected before everything is delivered again; empty if it has not.
	Errors []metrics.ConfigurationErrorKind
	// State is recorded in the Extension, with references to the copies of the project's resources.
	State      extensionstatus.State
	References []gardencorev1beta1.NamedResourceReference
	// NewKey is the deploy key to store in the garden; nil if there is one or none is used.
	NewKey *NewKey
	// Migration is what has to be done in the shoot before the delivery; nil if there is nothing.
	Migration *Migration
	// Delivery is what is delivered; nil means that nothing delivered before is rewritten.
	Delivery *Delivery
}

// NewKey is a generated deploy key, and what it is used for.
type NewKey struct {
	keypair.DeployKey
	// URL is what is read with it.
	URL string
	// Registered says that the extension registers it at the Git host.
	Registered bool
}

// Migration is the migration of Flux's objects in the shoot to API versions that remain after an upgrade.
type Migration struct {
	// Shoot is the shoot.
	Shoot *toolkit.Shoot
	// Remaining are the API versions that the kinds will have, by the names of their CustomResourceDefinitions.
	Remaining map[string][]string
	// From and To are the versions of Flux; From is empty if it is not known.
	From, To string
	// Otherwise is the plan if the migration fails; nil if nothing is delivered then.
	Otherwise func(failure error) Plan
}

// Delivery is what is delivered to the shoot, and what has to be prepared for it.
type Delivery struct {
	// Input is what is rendered.
	Input flux.Input
	// Phase is what becomes of Flux.
	Phase Phase
	// OnlyConfig says that nothing of Flux itself is delivered.
	OnlyConfig bool
	// First says that nothing was delivered before, and Unchanged that nothing else is recorded than before.
	First, Unchanged bool
	// Protect are source and root Kustomization in a shoot that has Kustomizations: nothing of what those have applied is pruned.
	Protect *Protection
	// Predecessor says that the shoot has something of Flux that the extension has not delivered.
	Predecessor bool
	// Refuse is the plan if what is rendered is too large for the seed.
	Refuse func(*content.TooLargeError) Plan
	// Manifests are what is rendered; nil until then.
	Manifests []content.Manifests
}

// Protection is what keeps source and root Kustomization from pruning anything.
type Protection struct {
	// Shoot is the shoot.
	Shoot *toolkit.Shoot
	// Objects are the two, if a source is configured.
	Objects []client.Object
}

// Decide is pure. A configuration error fails the operation only while the shoot has nothing of Flux yet. Later it becomes a
// condition, so that one typo in a project does not turn all its shoots red; what was delivered stays as it is. So does
// it when configuration goes missing: that is no reason to take anything away.
func Decide(o Observation) Plan {
	p := Plan{Project: o.Project, Condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
	switch missing := o.missingDocument(); {
	case o.ShootDeleted:
		// What Flux would apply now, Gardener's cleanup waits for, or leaves in the infrastructure.
		p.report(gardencorev1beta1.ConditionProgressing, "ShootDeletion", "the shoot is being deleted. Nothing is delivered to it any more")
	case missing != "":
		p.report(gardencorev1beta1.ConditionFalse, "ConfigurationMissing", missing)
		p.Errors = []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorShootMissing}
		if o.Previous.Project && !o.Documents.Project {
			p.Errors = []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorProjectMissing}
		}
	case o.Invalid != nil:
		p.reportInvalid(o.Invalid, o.Previous.Flux)
	case o.Gated.Keeps != "":
		p.report(gardencorev1beta1.ConditionProgressing, o.Gated.Keeps, o.Gated.Message)
	case o.Hibernated:
		p.report(gardencorev1beta1.ConditionProgressing, "Hibernated", hibernatedMessage(o))
	default:
		var credentials flux.Credentials
		if o.Key != nil {
			credentials = o.Key.Credentials
		}
		return decideTarget(o, *o.Target, credentials)
	}
	return p.leave(o)
}

// leave is a plan with which nothing is rewritten. What was read of the project is recorded all the same, and a deploy key that was generated
// is stored, so that the project can register it while it corrects the rest.
func (p Plan) leave(o Observation) Plan {
	p.Condition.Message = o.Gated.withNote(p.Condition.Message)
	p.State.Observed = o.Observed
	if o.Hibernated && o.Observed.Ring != "" {
		p.State.Observed = o.Observed.Unchanged(o.Previous.Observed) // It was not tried to deliver what the rollout gives the shoot.
	}
	if o.Target != nil {
		p.observeKey(o, *o.Target)
	}
	p.Version = versionOf(o.Previous)
	return p
}

// decideOther plans to give the shoot another target than the one that was observed.
func decideOther(o Observation, t Target) Plan {
	credentials, err := o.Credentials(t)
	if err != nil {
		p := Plan{Project: o.Project, Condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
		p.reportInvalid(err, t.Base.Flux)
		return p.leave(o)
	}
	return decideTarget(o, t, credentials)
}

// decideTarget plans to give the shoot the target, if its source does not go missing with that.
func decideTarget(o Observation, t Target, credentials flux.Credentials) Plan {
	p := Plan{Project: o.Project, Condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
	if t.Base.Sync && t.Effective.Source == nil && t.Phase != PhaseBootstrapped {
		p.report(gardencorev1beta1.ConditionFalse, "ConfigurationMissing", fmt.Sprintf(
			"neither %s nor the Shoot's providerConfig names a source any more, but Flux reconciles this shoot from one that was configured before. %s; name the source again to go on", o.configMapName(), stays))
		p.Errors = []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorSourceMissing}
		return p.leave(o)
	}
	p.State, p.References = t.state(o.Found, credentials), o.References
	p.State.SourceKeys = o.SourceKeys.Of(t.Effective)
	p.reportTarget(o, t)
	p.Condition.Message = o.Gated.withNote(p.Condition.Message)
	p.State.Observed = o.Observed
	p.observeKey(o, t)
	switch {
	case t.KeyUse() != nil:
		p.State.Observed.Rotation = o.Key.RotatedAt
	case t.Effective.Source != nil:
		p.State.Observed.Rotation = ""
	}
	p.Version = versionOf(p.State)
	p.Delivery = deliveryOf(o, t, credentials, p.State)
	p.Delivery.Refuse = func(tooLarge *content.TooLargeError) Plan {
		refused := Plan{Project: o.Project, Condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
		refused.reportInvalid(t.Effective.Locate(flux.StoredError(p.Delivery.Input, tooLarge.Size, tooLarge.Limit)), o.Previous.Flux)
		return refused.leave(o)
	}
	if u := t.Upgrade; u != nil && u.Shoot != nil && !t.OnlyConfig && len(u.Remaining) > 0 {
		p.Migration = &Migration{Shoot: u.Shoot, Remaining: u.Remaining, From: u.From, To: u.To}
		if t.Base.Flux {
			p.Migration.Otherwise = func(failure error) Plan { return decideOther(o, t.withFailedMigration(o.Previous, failure)) }
		}
	}
	return p
}

func deliveryOf(o Observation, t Target, credentials flux.Credentials, state extensionstatus.State) *Delivery {
	d := &Delivery{
		Input: flux.Input{Effective: t.Effective, ShootInfo: o.Info, DeployKey: credentials, SourceKeys: o.SourceKeys.Credentials, Resources: o.Resources, ClusterNetworks: o.Networks, Stage: t.Phase.stage()},
		Phase: t.Phase, OnlyConfig: t.OnlyConfig, First: !t.Base.Flux, Unchanged: state == o.Previous,
		Predecessor: o.Found != nil && !o.Found.IsEmpty(),
	}
	if t.Phase == PhaseBootstrapped {
		d.Input.KeySecret = extensionstatus.Named(state.KeySecret)
	} else if o.Found != nil && len(o.Found.Kustomizations) > 0 {
		d.Protect = &Protection{Shoot: o.Found.Shoot}
		if t.Effective.Source != nil {
			d.Protect.Objects = []client.Object{t.Effective.Source.Object, t.Effective.Kustomization.Object}
		}
	}
	return d
}

// versionOf returns the version of Flux that the shoot has from the extension; empty if it has none or is left alone with it.
func versionOf(state extensionstatus.State) string {
	if state.Flux && !state.Bootstrapped && state.Bootstrapping == "" {
		return state.Version
	}
	return ""
}

// observeKey records which version of the deploy key was read, and plans to store one that was generated.
func (p *Plan) observeKey(o Observation, t Target) {
	switch {
	case o.Key == nil:
	case o.Key.Damaged != nil:
		p.State.Observed.Key = o.Key.Damaged.Version
	default:
		p.State.Observed.Key = o.Key.Version
		if use := t.KeyUse(); o.Key.Generated && use != nil {
			p.NewKey = &NewKey{DeployKey: o.Key.DeployKey, URL: use.URL, Registered: t.Effective.DeployKey.Registration != nil}
		}
	}
}

func (p *Plan) report(status gardencorev1beta1.ConditionStatus, reason, message string) {
	p.Condition.Status, p.Condition.Reason, p.Condition.Message = status, reason, message
}

func (p *Plan) reportInvalid(invalid error, delivered bool) {
	p.report(gardencorev1beta1.ConditionFalse, "InvalidConfiguration", invalid.Error())
	p.Errors = errorKinds(invalid)
	if delivered {
		p.Condition.Message += ". What was delivered to the shoot before stays as it is"
		return
	}
	p.Invalid = invalid
}

// reportTarget reports what the shoot is to get, and, if Flux itself stays as it is, why. It is written before the delivery, and has to be
// true if that fails.
func (p *Plan) reportTarget(o Observation, t Target) {
	p.Condition.Status = gardencorev1beta1.ConditionTrue
	p.Condition.Reason, p.Condition.Message = configuredMessage(o, t, p.State)
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
		reason = u.Held
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
	if reason == "" {
		return
	}
	p.Condition.Message = fmt.Sprintf("%s. %s%s: %s", reason, until, stayingMessage(o, t), p.Condition.Message)
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
		kind, known := places[one.Origin]
		if !known {
			kind = metrics.ConfigurationErrorOther
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"errors"
	"fmt"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/size"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// plan is what a reconciliation does and reports.
type plan struct {
	// project is the project namespace in the garden.
	project string
	// condition is the condition FluxConfigured.
	condition health.Verdict
	// version is the version of Flux that the shoot has from the extension afterwards; empty if it has none, or is left alone with it.
	version string
	// invalid fails the operation; it is set only as long as nothing was delivered.
	invalid error
	// errors are where the configuration has to be corrected before everything is delivered again; empty if it has not.
	errors []metrics.ConfigurationErrorKind
	// state is recorded in the Extension, with references to the copies of the project's resources.
	state      extensionstatus.State
	references []gardencorev1beta1.NamedResourceReference
	// newKey is the deploy key to store in the garden; nil if there is one or none is used.
	newKey *newKey
	// migration is what has to be done in the shoot before the delivery; nil if there is nothing.
	migration *migration
	// delivery is what is delivered; nil means that nothing delivered before is rewritten.
	delivery *delivery
}

// newKey is a generated deploy key, and what it is used for.
type newKey struct {
	keypair.DeployKey
	url        string
	registered bool
}

// migration is the migration of Flux's objects in the shoot to API versions that remain after an upgrade.
type migration struct {
	shoot     *toolkit.Shoot
	remaining map[string][]string
	from, to  string
	// otherwise is the plan if the migration fails; nil if nothing is delivered then.
	otherwise func(failure error) plan
}

// delivery is what is delivered to the shoot, and what has to be prepared for it.
type delivery struct {
	input flux.Input
	phase phase
	// onlyConfig says that nothing of Flux itself is delivered.
	onlyConfig bool
	// first says that nothing was delivered before, and unchanged that nothing else is recorded than before.
	first, unchanged bool
	// protect are source and root Kustomization in a shoot that has Kustomizations: nothing of what those have applied is pruned.
	protect *protection
	// predecessor says that the shoot has something of Flux that the extension has not delivered.
	predecessor bool
	// refuse is the plan if what is rendered is too large for the seed.
	refuse func(*content.TooLargeError) plan
	// manifests are what is rendered; nil until then.
	manifests []content.Manifests
}

type protection struct {
	shoot   *toolkit.Shoot
	objects []client.Object
}

// decide is pure. A configuration error fails the operation only while the shoot has nothing of Flux yet. Later it becomes a
// condition, so that one typo in a project does not turn all its shoots red; what was delivered stays as it is. So does
// it when configuration goes missing: that is no reason to take anything away.
func decide(o observation) plan {
	p := plan{project: o.project, condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
	switch missing := o.missingDocument(); {
	case o.shootDeleted:
		// What Flux would apply now, Gardener's cleanup waits for, or leaves in the infrastructure.
		p.report(gardencorev1beta1.ConditionProgressing, "ShootDeletion", "the shoot is being deleted. Nothing is delivered to it any more")
	case missing != "":
		p.report(gardencorev1beta1.ConditionFalse, "ConfigurationMissing", missing)
		p.errors = []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorShootMissing}
		if o.previous.Project && !o.documents.project {
			p.errors = []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorProjectMissing}
		}
	case o.invalid != nil:
		p.reportInvalid(o.invalid, o.previous.Flux)
	case o.gated.keeps != "":
		p.report(gardencorev1beta1.ConditionProgressing, o.gated.keeps, o.gated.message)
	case o.hibernated:
		p.report(gardencorev1beta1.ConditionProgressing, "Hibernated", hibernatedMessage(o))
	default:
		var credentials flux.Credentials
		if o.key != nil {
			credentials = o.key.credentials
		}
		return decideTarget(o, *o.target, credentials)
	}
	return p.leave(o)
}

// leave is a plan with which nothing is rewritten. What was read of the project is recorded all the same, and a deploy key that was generated
// is stored, so that the project can register it while it corrects the rest.
func (p plan) leave(o observation) plan {
	p.condition.Message = o.gated.withNote(p.condition.Message)
	p.state.Observed = o.observed
	if o.hibernated && o.observed.Ring != "" {
		p.state.Observed = o.observed.Keep(o.previous.Observed) // It was not tried to deliver what the rollout gives the shoot.
	}
	if o.target != nil {
		p.observeKey(o, *o.target)
	}
	p.version = versionOf(o.previous)
	return p
}

// decideOther plans to give the shoot another target than the one that was observed.
func decideOther(o observation, t target) plan {
	credentials, err := o.credentials(t)
	if err != nil {
		p := plan{project: o.project, condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
		p.reportInvalid(err, t.base.Flux)
		return p.leave(o)
	}
	return decideTarget(o, t, credentials)
}

// decideTarget plans to give the shoot the target, if its source does not go missing with that.
func decideTarget(o observation, t target, credentials flux.Credentials) plan {
	p := plan{project: o.project, condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
	if t.base.Sync && t.effective.Source == nil && t.phase != phaseBootstrapped {
		p.report(gardencorev1beta1.ConditionFalse, "ConfigurationMissing", fmt.Sprintf(
			"neither %s nor the Shoot's providerConfig names a source any more, but Flux reconciles this shoot from one that was configured before. %s; name the source again to go on", o.configMapName(), stays))
		p.errors = []metrics.ConfigurationErrorKind{metrics.ConfigurationErrorSourceMissing}
		return p.leave(o)
	}
	p.state, p.references = t.state(o.found, credentials), o.references
	p.state.SourceKeys = o.sourceKeys.of(t.effective)
	p.reportTarget(o, t)
	p.condition.Message = o.gated.withNote(p.condition.Message)
	p.state.Observed = o.observed
	p.observeKey(o, t)
	switch {
	case t.keyUse() != nil:
		p.state.Observed.Rotation = o.key.RotatedAt
	case t.effective.Source != nil:
		p.state.Observed.Rotation = ""
	}
	p.version = versionOf(p.state)
	p.delivery = deliveryOf(o, t, credentials, p.state)
	p.delivery.refuse = func(tooLarge *content.TooLargeError) plan {
		refused := plan{project: o.project, condition: health.Verdict{Type: fluxv1alpha1.ConditionConfigured}}
		refused.reportInvalid(t.effective.Locate(size.StoredError(p.delivery.input, tooLarge.Size, tooLarge.Limit)), o.previous.Flux)
		return refused.leave(o)
	}
	if u := t.upgrade; u != nil && u.shoot != nil && !t.onlyConfig && len(u.remaining) > 0 {
		p.migration = &migration{shoot: u.shoot, remaining: u.remaining, from: u.from, to: u.to}
		if t.base.Flux {
			p.migration.otherwise = func(failure error) plan { return decideOther(o, t.withFailedMigration(o.previous, failure)) }
		}
	}
	return p
}

func deliveryOf(o observation, t target, credentials flux.Credentials, state extensionstatus.State) *delivery {
	d := &delivery{
		input: flux.Input{Effective: t.effective, ShootInfo: o.info, DeployKey: credentials, SourceKeys: o.sourceKeys.credentials, Resources: o.resources, ClusterNetworks: o.networks, Stage: t.phase.stage()},
		phase: t.phase, onlyConfig: t.onlyConfig, first: !t.base.Flux, unchanged: state == o.previous,
		predecessor: o.found != nil && !o.found.IsEmpty(),
	}
	if t.phase == phaseBootstrapped {
		d.input.KeySecret = extensionstatus.Named(state.KeySecret)
	} else if o.found != nil && len(o.found.Kustomizations) > 0 {
		d.protect = &protection{shoot: o.found.shoot}
		if t.effective.Source != nil {
			d.protect.objects = []client.Object{t.effective.Source.Object, t.effective.Kustomization.Object}
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
func (p *plan) observeKey(o observation, t target) {
	switch {
	case o.key == nil:
	case o.key.damaged != nil:
		p.state.Observed.Key = o.key.damaged.Version
	default:
		p.state.Observed.Key = o.key.Version
		if use := t.keyUse(); o.key.generated && use != nil {
			p.newKey = &newKey{DeployKey: o.key.DeployKey, url: use.url, registered: t.effective.DeployKey.Registration != nil}
		}
	}
}

func (p *plan) report(status gardencorev1beta1.ConditionStatus, reason, message string) {
	p.condition.Status, p.condition.Reason, p.condition.Message = status, reason, message
}

func (p *plan) reportInvalid(invalid error, delivered bool) {
	p.report(gardencorev1beta1.ConditionFalse, "InvalidConfiguration", invalid.Error())
	p.errors = errorKinds(invalid)
	if delivered {
		p.condition.Message += ". What was delivered to the shoot before stays as it is"
		return
	}
	p.invalid = invalid
}

// reportTarget reports what the shoot is to get, and, if Flux itself stays as it is, why. It is written before the delivery, and has to be
// true if that fails.
func (p *plan) reportTarget(o observation, t target) {
	p.condition.Status = gardencorev1beta1.ConditionTrue
	p.condition.Reason, p.condition.Message = configuredMessage(o, t, p.state)
	reason, until := "", "Until then "
	switch u := t.upgrade; {
	case t.refused != nil:
		reason, until = t.refused.Error(), "Until that is corrected, "
		p.condition.Status, p.condition.Reason = gardencorev1beta1.ConditionFalse, "InvalidConfiguration"
		p.errors = errorKinds(t.refused)
	case t.staysBecause != "":
		reason = t.staysBecause
	case u == nil:
	case u.failed != nil:
		reason, until = u.failed.Error(), "It is tried again by itself. Until it succeeds, "
		p.condition.Status, p.condition.Reason = gardencorev1beta1.ConditionProgressing, fluxv1alpha1.ReasonMigrating
	case u.held != "":
		reason = u.held
		p.condition.Status, p.condition.Reason = gardencorev1beta1.ConditionFalse, "UpgradeHeldBack"
	}
	if reason == "" && len(t.kept) > 0 && !t.onlyConfig {
		p.condition.Status, p.condition.Reason = gardencorev1beta1.ConditionFalse, "ComponentInUse"
		if t.kept[0].shard != "" {
			p.condition.Reason = "ShardInUse"
		}
		p.condition.Message = fmt.Sprintf("%s. Until then everything else is delivered: %s", keptMessage(t.kept), p.condition.Message)
		return
	}
	if reason == "" {
		return
	}
	p.condition.Message = fmt.Sprintf("%s. %s%s: %s", reason, until, stayingMessage(o, t), p.condition.Message)
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

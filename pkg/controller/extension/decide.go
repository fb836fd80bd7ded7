// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/upgrade"
)

// decision is what a reconciliation does and says.
type decision struct {
	// deliver is what is rendered and delivered; nil means that nothing delivered before is rewritten.
	deliver *flux.Input
	// onlyConfig says that nothing of Flux itself is delivered.
	onlyConfig bool
	// version is the version of Flux that the shoot has from the extension afterwards; empty if it has none, or is left alone with it.
	version string
	// verdict is the condition FluxConfigured.
	verdict health.Verdict
	// mistake fails the operation; it is set only as long as nothing was delivered.
	mistake error
	// mistakes are where somebody has to correct something before everything is delivered again; empty if nobody has to.
	mistakes []metrics.MistakeKind
}

// decide is pure. A mistake fails the operation only while the shoot has nothing of Flux yet. Later it becomes a
// condition, so that one typo in a project does not turn all its shoots red; what was delivered stays as it is. So does
// it when configuration goes missing: that is no reason to take anything away.
func decide(f facts) decision {
	d := decideDelivery(f)
	after := f.delivered
	if d.deliver != nil {
		after = f.after()
	}
	if after.Flux && !after.Bootstrapped && after.Bootstrapping == "" {
		d.version = after.Version
	}
	return d
}

func decideDelivery(f facts) decision {
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured}
	if f.dying {
		// What Flux would bring now, Gardener's cleanup waits for, or leaves in the infrastructure.
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "ShootDeletion"
		verdict.Message = "the shoot is being deleted. Nothing is delivered to it any more"
		return decision{verdict: verdict}
	}
	if missing := missingDocument(f); missing != "" {
		verdict.Status, verdict.Reason, verdict.Message = gardencorev1beta1.ConditionFalse, "ConfigurationMissing", missing
		kind := metrics.MistakeShootMissing
		if f.delivered.Project && !f.byProject {
			kind = metrics.MistakeProjectMissing
		}
		return decision{verdict: verdict, mistakes: []metrics.MistakeKind{kind}}
	}
	if f.mistake != nil {
		verdict.Status, verdict.Reason, verdict.Message = gardencorev1beta1.ConditionFalse, "InvalidConfiguration", f.mistake.Error()
		if f.delivered.Flux {
			verdict.Message += ". What was delivered to the shoot before stays as it is"
			return decision{verdict: verdict, mistakes: mistakeKinds(f.mistake)}
		}
		return decision{verdict: verdict, mistake: f.mistake, mistakes: mistakeKinds(f.mistake)}
	}
	if f.asleep {
		return decision{verdict: asleep(f)}
	}
	if f.delivered.Sync && f.effective.Source == nil && f.phase != phaseBootstrapped {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, "ConfigurationMissing"
		verdict.Message = fmt.Sprintf("neither %s nor the Shoot's providerConfig names a source any more, but Flux reconciles this shoot from one that was configured before. %s; name the source again to go on", configMapOf(f), stays)
		return decision{verdict: verdict, mistakes: []metrics.MistakeKind{metrics.MistakeSourceMissing}}
	}
	return decideStay(f, decision{deliver: f.input(), verdict: configured(f)})
}

// asleep says what waits for a hibernated shoot.
func asleep(f facts) health.Verdict {
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: gardencorev1beta1.ConditionProgressing, Reason: "Hibernated"}
	switch {
	case f.pendingUpgrade != nil:
		verdict.Message = fmt.Sprintf("the shoot is hibernated, so that its objects cannot be prepared for Flux %s. What is configured is delivered when the shoot has woken up", f.pendingUpgrade.to)
	case f.delivered.Flux:
		verdict.Message = "the shoot is hibernated, so that it cannot be told whether somebody has put anything in the place of what is to be delivered. That is done when the shoot has woken up"
	default:
		verdict.Message = "the shoot is hibernated, so that it cannot be told whether Flux is in it already. Flux is delivered when the shoot has woken up"
	}
	return verdict
}

// configured says what the shoot is to get. It is said before that is delivered, and has to be true if that fails.
func configured(f facts) health.Verdict {
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: gardencorev1beta1.ConditionTrue}
	version := upgrade.Spaced(f.after().Version)
	switch {
	case f.phase == phaseBootstrapped:
		verdict.Reason, verdict.Message = "Bootstrapped", bootstrappedMessage(f)
	case f.effective.Source == nil:
		verdict.Reason = "NoRepository"
		verdict.Message = fmt.Sprintf("Flux%s is configured, and nothing to sync: %s", version, noSource(f))
	default:
		verdict.Reason = "Configured"
		verdict.Message = fmt.Sprintf("Flux%s is configured to sync path %s of %s%s", version, f.effective.Kustomization.Typed.Spec.Path, f.effective.Source.Description(), keyNote(f))
	}
	if f.phase == phaseBootstrapping || f.phase == phaseReleasing {
		verdict.Message += ". With mode BootstrapOnce, that is left alone as soon as it is in the shoot"
	}
	warnings := f.effective.Warnings
	if foreign := foreignRoots(f); foreign != "" {
		warnings = slices.Concat(warnings, []string{foreign})
	}
	if len(warnings) > 0 {
		verdict.Message += ". Warning: " + strings.Join(warnings, "; ")
	}
	return verdict
}

// mistakeKinds tells where the mistakes are, each place once.
func mistakeKinds(mistake error) []metrics.MistakeKind {
	if damaged := (*secrets.DamagedKeyError)(nil); errors.As(mistake, &damaged) {
		return []metrics.MistakeKind{metrics.MistakeDeployKey}
	}
	var all configuration.Mistakes
	if !errors.As(mistake, &all) {
		return []metrics.MistakeKind{metrics.MistakeOther}
	}
	places := map[configuration.Origin]metrics.MistakeKind{
		configuration.OriginOperator: metrics.MistakeOperator, configuration.OriginProject: metrics.MistakeProject, configuration.OriginShoot: metrics.MistakeShoot,
	}
	var kinds []metrics.MistakeKind
	for _, one := range all {
		kind, known := places[one.Origin]
		if !known {
			kind = metrics.MistakeOther
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

const stays = "Everything in the shoot stays as it is, unless the extension is removed from the Shoot"

func configMapOf(f facts) string {
	return fmt.Sprintf("ConfigMap %s/%s", f.project, fluxv1alpha1.ConfigMapName)
}

// missingDocument says which document is gone from which something was delivered; empty if none is. What is left would be
// another configuration, or none that can be read without it: to let it hold is an explicit act.
func missingDocument(f facts) string {
	switch {
	case f.delivered.Project && !f.byProject:
		return fmt.Sprintf("%s is gone or empty, but what is in this shoot was made from it. %s; write it again to go on, if need be with nothing but an empty FluxConfig in key %s",
			configMapOf(f), stays, fluxv1alpha1.KeyConfig)
	case f.delivered.Shoot && !f.byShoot:
		return fmt.Sprintf("the Shoot's providerConfig was removed, but what is in this shoot was made from it. %s; to let the project's configuration hold, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", stays)
	}
	return ""
}

// foreignRoots says which Kustomizations go on beside what is configured.
func foreignRoots(f facts) string {
	var names []string
	for name := range strings.SplitSeq(f.delivered.Foreign, ", ") {
		if name != "" && name != f.effective.Identity().Root {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("when Flux was taken over, the shoot had Kustomizations that are not the extension's and were left alone: %s. See to it that they do not apply what the configured source brings", strings.Join(names, ", "))
}

func noSource(f facts) string {
	configMap := configMapOf(f)
	switch {
	case !f.byProject && !f.byShoot:
		return configMap + " is missing or empty, and the Shoot has no providerConfig"
	case !f.byProject:
		return "the Shoot's providerConfig names no source, and " + configMap + " is missing or empty"
	case !f.byShoot:
		return configMap + " names no source"
	}
	return "neither " + configMap + " nor the Shoot's providerConfig names a source"
}

func keyNote(f facts) string {
	if f.fingerprint == "" {
		return ""
	}
	return fmt.Sprintf(" with deploy key %s, whose public key stands in Secret %s/%s", f.fingerprint, f.project, fluxv1alpha1.DeployKeySecretName)
}

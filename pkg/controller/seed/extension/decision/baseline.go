// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"context"
	"errors"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// baseline returns the delivery of the operator's baseline, or the need for further facts. A mistake of the operator is
// reported in the condition.
func (d *Decider) baseline(ctx context.Context, f Facts) (Delivery, Need, error) {
	p, before := Delivery{State: f.Seed.Previous}, f.Seed.Previous.Baseline
	if f.Seed.ShootDeleted || f.Seed.Workerless {
		return p, Need{}, nil
	}
	wanted, configErrs, err := d.Resolver.Baseline(ctx, f.Seed.Shoot)
	switch {
	case err != nil:
		return Delivery{}, Need{}, err
	case wanted.Waits && before.IsDelivered(): // The delivered one stays unchanged, and its condition too.
	case wanted.Waits:
		p.tell(gardencorev1beta1.ConditionProgressing, "WaitingForRollout", "the operator's rollout has not released a baseline for this seed yet")
	case len(configErrs) > 0:
		p.State.Baseline.Refused, _ = d.Resolver.ReleasedBaseline()
		p.tell(gardencorev1beta1.ConditionFalse, fluxv1alpha1.ReasonBaselineInvalid, configErrs.Error())
	case wanted.State != configv1alpha1.BaselinePresent && !before.IsDelivered():
		p.forget()
	case wanted.State == "":
		p.tell(gardencorev1beta1.ConditionFalse, health.ReasonBaselineMissing,
			"the operator's configuration has no baseline any more, and the last one stays. To remove it, set baseline.state to Absent")
	case wanted.State == configv1alpha1.BaselineAbsent:
		p.remove(f, wanted.DeletionPolicy)
	case !f.FluxDelivered:
		p.tell(gardencorev1beta1.ConditionProgressing, "WaitingForFlux", "Flux is not delivered to the shoot yet; condition FluxConfigured shows the reason")
	case before.Namespace != "" && before.Namespace != wanted.Namespace:
		p.tell(gardencorev1beta1.ConditionFalse, fluxv1alpha1.ReasonBaselineInvalid, fmt.Sprintf(
			"the shoot has the baseline in namespace %s, and it cannot be moved to %s; set baseline.namespace back, or remove the baseline first", before.Namespace, wanted.Namespace))
	case wanted.Secret && f.BaselineProblem != "":
		p.tell(gardencorev1beta1.ConditionFalse, health.ReasonBaselineNoCredentials, f.BaselineProblem)
	case wanted.Secret && f.BaselineSecret == nil:
		return Delivery{}, Need{BaselineSecret: true}, nil
	default:
		err = d.renderBaseline(f, wanted, &p)
	}
	return p, Need{}, err
}

func (d *Decider) renderBaseline(f Facts, wanted resolved.Baseline, p *Delivery) error {
	in := flux.BaselineInput{Baseline: wanted, ShootInfo: f.Seed.Shoot.Info}
	if wanted.Secret {
		in.Secret = flux.ResourceFrom(f.BaselineSecret)
	}
	yaml, delivery, err := flux.RenderBaseline(in)
	if err != nil {
		return err
	}
	manifests := []content.Manifests{{Name: fluxv1alpha1.ManagedResourceBaseline, YAML: yaml}}
	err = d.CheckSize(manifests)
	if tooLarge, is := errors.AsType[*content.TooLargeError](err); is {
		p.tell(gardencorev1beta1.ConditionFalse, fluxv1alpha1.ReasonBaselineInvalid, tooLarge.Error())
		return nil
	}
	if err != nil {
		return err
	}
	before := p.State.Baseline
	record := extensionstatus.Baseline{
		Namespace: wanted.Namespace, SourceKind: wanted.Source.GetKind(), Delivery: delivery, DeletionPolicy: wanted.DeletionPolicy, Revision: wanted.Revision, Commit: wanted.Commit,
		SourceSuspended: toolkit.IsSuspended(wanted.Source), RootSuspended: toolkit.IsSuspended(wanted.Kustomization), Unwell: before.Unwell,
	}
	if before.IsDelivered() && (record.Revision != before.Revision || record.Commit != before.Commit) {
		record.Unwell = !health.IsTrue(f.Seed.Conditions, fluxv1alpha1.ConditionBaselineReady)
	}
	if !record.Equals(before) || health.IsBaselineUndelivered(f.Seed.Conditions) {
		p.Progress = &health.Verdict{
			Type: fluxv1alpha1.ConditionBaselineReady, Status: gardencorev1beta1.ConditionProgressing, Reason: "Delivering", Message: "the baseline is delivered to the shoot",
		}
	}
	p.State.Baseline, p.Payload = record, &Payload{Manifests: manifests, Unchanged: true}
	return nil
}

// remove removes the baseline from a Shoot that the operator does not select. Each attempt takes one step. The health
// check requests further attempts, so that the operation does not wait for Flux.
func (p *Delivery) remove(f Facts, policy configv1alpha1.BaselineDeletionPolicy) {
	record := &p.State.Baseline
	record.Removing, record.DeletionPolicy = true, policy
	waiting := "the shoot to wake up from hibernation"
	switch {
	case f.Seed.Hibernated:
	case f.RemovalWaits == nil:
		p.Removal = record
		return
	case *f.RemovalWaits == "":
		p.forget()
		return
	default:
		waiting = *f.RemovalWaits
	}
	p.tell(gardencorev1beta1.ConditionProgressing, fluxv1alpha1.ReasonBaselineRemoving,
		fmt.Sprintf("the operator does not select this Shoot; removing the baseline (deletionPolicy %s): waiting for %s", policy, waiting))
}

// forget removes the record of a baseline that the shoot does not have, and its condition.
func (p *Delivery) forget() {
	p.State.Baseline, p.Obsolete = extensionstatus.Baseline{}, []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionBaselineReady}
}

func (p *Delivery) tell(status gardencorev1beta1.ConditionStatus, reason, message string) {
	p.Condition = health.Verdict{Type: fluxv1alpha1.ConditionBaselineReady, Status: status, Reason: reason, Message: message}
}

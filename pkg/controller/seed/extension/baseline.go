// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
)

// applyBaseline delivers the operator's baseline to the shoot, or begins its removal. A mistake of the operator is
// reported in condition FluxBaselineReady, and does not fail the operation.
func (r *reconciliation) applyBaseline(ctx context.Context) error {
	if r.facts.Documents == nil || r.facts.Seed.Workerless {
		return nil
	}
	recorded, err := extensionstatus.ReadState(r.extension)
	if err != nil {
		return err
	}
	wanted, configErrs, err := r.Resolver.Baseline(ctx, r.facts.Documents.Shoot)
	before := recorded.Baseline
	switch {
	case err != nil:
		return err
	case wanted.Waits:
		return r.awaitBaseline(ctx, before)
	case len(configErrs) > 0:
		before.Refused, _ = r.Resolver.ReleasedBaseline()
		return r.reportBaseline(ctx, before, baselineVerdict(gardencorev1beta1.ConditionFalse, fluxv1alpha1.ReasonBaselineInvalid, configErrs.Error()))
	case wanted.State != configv1alpha1.BaselinePresent && !before.IsDelivered():
		// This removes a condition about a baseline that was never delivered.
		return r.Conditions.WriteBaseline(ctx, r.extension, extensionstatus.Baseline{})
	case wanted.State == "":
		return r.reportBaseline(ctx, before, baselineVerdict(gardencorev1beta1.ConditionFalse, health.ReasonBaselineMissing,
			"the operator's configuration has no baseline any more, and the last one stays. To remove it, set baseline.state to Absent"))
	case wanted.State == configv1alpha1.BaselineAbsent:
		return r.continueRemoval(ctx, before, wanted.DeletionPolicy)
	case !recorded.Flux:
		return r.reportBaseline(ctx, before, baselineVerdict(gardencorev1beta1.ConditionProgressing, "WaitingForFlux", "Flux is not delivered to the shoot yet; condition FluxConfigured has the reason"))
	case before.Namespace != "" && before.Namespace != wanted.Namespace:
		return r.reportBaseline(ctx, before, baselineVerdict(gardencorev1beta1.ConditionFalse, fluxv1alpha1.ReasonBaselineInvalid, fmt.Sprintf(
			"the shoot has the baseline in namespace %s, and it cannot be moved to %s. Set baseline.namespace back, or remove the baseline first", before.Namespace, wanted.Namespace)))
	}
	return r.deliverBaseline(ctx, before, wanted)
}

// awaitBaseline reports that the operator's rollout has not released a baseline for this seed. A delivered one stays
// unchanged, and its condition too.
func (r *reconciliation) awaitBaseline(ctx context.Context, before extensionstatus.Baseline) error {
	if before.IsDelivered() {
		return nil
	}
	return r.reportBaseline(ctx, before, baselineVerdict(gardencorev1beta1.ConditionProgressing, "WaitingForRollout",
		"the operator's rollout has not released a baseline for this seed yet"))
}

func (r *reconciliation) deliverBaseline(ctx context.Context, before extensionstatus.Baseline, wanted resolved.Baseline) error {
	in := flux.BaselineInput{Baseline: wanted, ShootInfo: r.facts.Documents.Shoot.Info}
	if wanted.Secret {
		secret, problem, err := r.Projects.ReadBaselineSecret(ctx)
		if err != nil {
			return err
		}
		if problem != "" {
			return r.reportBaseline(ctx, before, baselineVerdict(gardencorev1beta1.ConditionFalse, health.ReasonBaselineNoCredentials, problem))
		}
		in.Secret = flux.ResourceFrom(secret)
	}
	yaml, err := flux.RenderBaseline(in)
	if err != nil {
		return err
	}
	manifests := []content.Manifests{{Name: fluxv1alpha1.ManagedResourceBaseline, YAML: yaml}}
	err = r.Deliverer.CheckSize(manifests)
	if tooLarge := (*content.TooLargeError)(nil); errors.As(err, &tooLarge) {
		return r.reportBaseline(ctx, before, baselineVerdict(gardencorev1beta1.ConditionFalse, fluxv1alpha1.ReasonBaselineInvalid, tooLarge.Error()))
	}
	if err != nil {
		return err
	}
	record := extensionstatus.Baseline{
		Namespace: wanted.Namespace, SourceKind: wanted.Source.GetKind(), DeletionPolicy: wanted.DeletionPolicy, Revision: wanted.Revision, Commit: wanted.Commit,
		SourceSuspended: isSuspended(wanted.Source), RootSuspended: isSuspended(wanted.Kustomization), Unwell: before.Unwell,
	}
	if before.IsDelivered() && (record.Revision != before.Revision || record.Commit != before.Commit) {
		record.Unwell = !health.Is(v1beta1helper.GetCondition(r.extension.Status.Conditions, fluxv1alpha1.ConditionBaselineReady), gardencorev1beta1.ConditionTrue)
	}
	if record != before || health.IsBaselineUndelivered(r.extension.Status.Conditions) {
		// The record is written first, so that the shoot never has objects that are not recorded.
		if err := r.reportBaseline(ctx, record, baselineVerdict(gardencorev1beta1.ConditionProgressing, "Delivering", "the baseline is delivered to the shoot")); err != nil {
			return err
		}
	}
	return managedresource.RequeueIfDeleting(r.Deliverer.Deploy(ctx, r.extension.Namespace, manifests), r.Timeouts.ReleaseRetry)
}

func isSuspended(object *unstructured.Unstructured) bool {
	suspended, _, _ := unstructured.NestedBool(object.Object, "spec", "suspend")
	return suspended
}

// continueRemoval takes the next step of the removal of the baseline from a Shoot that the operator does not select.
// The health check requests further steps, so that the operation does not wait for Flux.
func (r *reconciliation) continueRemoval(ctx context.Context, record extensionstatus.Baseline, policy configv1alpha1.BaselineDeletionPolicy) error {
	record.Removing, record.DeletionPolicy = true, policy
	waiting := "the shoot to wake up from hibernation"
	if !r.facts.Seed.Hibernated {
		var err error
		if waiting, err = r.removeBaseline(ctx, r.extension, record); err != nil {
			return err
		}
	}
	if waiting == "" {
		return r.Conditions.WriteBaseline(ctx, r.extension, extensionstatus.Baseline{})
	}
	return r.reportBaseline(ctx, record, baselineVerdict(gardencorev1beta1.ConditionProgressing, fluxv1alpha1.ReasonBaselineRemoving,
		fmt.Sprintf("the operator does not select this Shoot; removing the baseline (deletionPolicy %s): waiting for %s", policy, waiting)))
}

func (r *reconciliation) reportBaseline(ctx context.Context, record extensionstatus.Baseline, verdict health.Verdict) error {
	return r.Conditions.WriteBaseline(ctx, r.extension, record, verdict)
}

func baselineVerdict(status gardencorev1beta1.ConditionStatus, reason, message string) health.Verdict {
	return health.Verdict{Type: fluxv1alpha1.ConditionBaselineReady, Status: status, Reason: reason, Message: message}
}

// removeBaseline takes the next step of the removal of the baseline from a shoot, and returns the reason to wait. The
// reason is empty if the shoot has no baseline. The Kustomization goes first, because Flux deletes the applied objects
// as its ServiceAccount. The client of the shoot deletes it: after the removal of the extension,
// gardener-resource-manager no longer manages its namespace, and can only delete objects.
func (a *Actuator) removeBaseline(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.Baseline) (string, error) {
	if !delivered.IsDelivered() {
		return "", nil
	}
	resource, err := a.Deliverer.PauseBaseline(ctx, ex.Namespace)
	if err != nil {
		return "", err
	}
	shoot, err := a.Shoots.Connect(ctx, ex.Namespace)
	if err != nil {
		return "", err
	}
	waiting, err := shoot.DeleteBaseline(ctx, delivered.Namespace, delivered.DeletionPolicy == configv1alpha1.BaselinePrune)
	if err != nil || waiting != "" {
		return waiting, err
	}
	if resource != nil {
		return deletionOf(resource), a.Deliverer.Delete(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceBaseline)
	}
	if left, err := shoot.SweepBaseline(ctx, delivered.Namespace); err != nil || left != "" {
		return pendingOf(nil, left), err
	}
	_, err = shoot.DeleteNamespace(ctx, delivered.Namespace)
	return "", err
}

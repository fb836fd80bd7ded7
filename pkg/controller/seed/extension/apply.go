// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

// migrate migrates Flux's objects in the shoot to API versions that the new Flux version still has.
func (r *reconciliation) migrate(ctx context.Context, m decision.Migration) error {
	shoot, err := r.connect(ctx)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, r.Timeouts.Migration)
	defer cancel()
	migrated, err := shoot.Migrate(limited, r.Migrations, m.Remaining)
	if len(migrated) > 0 {
		logf.FromContext(ctx).Info("Migrated Flux's objects in the shoot", "customResourceDefinitions", migrated)
	}
	if err != nil {
		err = kube.ErrorWithCodes(fmt.Errorf("failed to migrate Flux's objects in the shoot before Flux%s is upgraded to %s: %w", flux.Spaced(m.From), m.To, err))
		if r.facts.Seed.Previous.Flux { // Otherwise the operation fails with this error, and it is logged there.
			logf.FromContext(ctx).Error(err, "Keeping the installed version of Flux")
		}
	}
	r.facts.Migrated, r.facts.MigrationFailure = true, err
	return nil
}

// storeKey stores a generated deploy key, and reports it to the project. If another seed has already stored a key, it
// uses that key. The note of the Event begins with the key, because long notes are cut.
func (r *reconciliation) storeKey(ctx context.Context, key decision.NewKey) error {
	stored, created, err := r.DeployKeys.Create(ctx, r.facts.Seed.Project, key.DeployKey)
	switch {
	case r.SelfHosted && apierrors.IsForbidden(err):
		return fmt.Errorf("Gardener does not let the extension of a self-hosted Shoot create Secrets in the project. "+
			"A member of the project has to create Secret %s of type %s, with a private key as %s: %w",
			fluxv1alpha1.DeployKeySecretName, corev1.SecretTypeOpaque, fluxv1alpha1.SecretKeyIdentity, err)
	case err != nil:
		return err
	}
	if created {
		todo := "Register it as a read-only deploy key of the repository"
		if key.Registered {
			todo = "The extension registers it, as configured by the project"
		}
		garden.DeployKeyEvent{
			Project: r.facts.Seed.Project, Version: stored.Version, Type: corev1.EventTypeNormal, Reason: "DeployKeyGenerated", Action: "GenerateDeployKey",
			Note: fmt.Sprintf("This is the project's new deploy key, %s: %s. %s: %s", stored.Fingerprint, stored.PublicKey, todo, key.URL),
		}.Record(r.GardenEvents)
	}
	r.facts.Keys.Deploy = &decision.DeployKey{DeployKey: stored}
	return nil
}

// apply writes the plan. All writes can be repeated.
func (r *reconciliation) apply(ctx context.Context, p decision.Plan) error {
	for _, kind := range p.Errors {
		r.Recorder.ConfigurationError(kind)
	}
	if p.Delivery == nil {
		return r.Conditions.WriteObserved(ctx, r.extension, p.State.Observed, configured(p))
	}
	return r.deliver(ctx, p)
}

// report fails the operation if a user must act before the first delivery. The error has a retryable code, because a
// non-retryable code would fail the whole Shoot immediately (gardener:
// pkg/gardenlet/controller/shoot/shoot/reconciler.go). The RequeueAfterError must be the outermost error, because the
// extension library recognizes it by a type assertion.
func (r *reconciliation) report(p decision.Plan) error {
	if p.Invalid == nil {
		return nil
	}
	cause := v1beta1helper.NewErrorWithCodes(p.Invalid, gardencorev1beta1.ErrorRetryableConfigurationProblem)
	return &reconcilerutils.RequeueAfterError{Cause: cause, RequeueAfter: r.Timeouts.ConfigurationRetry}
}

// deliver records the delivery and writes the ManagedResources.
func (r *reconciliation) deliver(ctx context.Context, p decision.Plan) error {
	if err := r.awaitRelease(ctx, p.Delivery); err != nil {
		return err
	}
	if err := r.takeOver(ctx, p.Delivery); err != nil {
		return err
	}
	// The previous steps may have needed time. If the deletion of the shoot has begun, its ManagedResources must stay
	// paused.
	if err := r.refuseDeleted(ctx); err != nil {
		return err
	}
	retried := isReportedFailed(r.extension)
	update := configured(p)
	if retried { // The condition stays until the delivery succeeds.
		update = statuswriter.Update{Verdicts: []health.Verdict{p.Condition}}
	}
	if err := r.Conditions.WriteState(ctx, r.extension, p.State, p.References, update); err != nil {
		return err
	}
	end := r.Recorder.Delivery()
	err := managedresource.RequeueIfDeleting(r.deploy(ctx, p.Delivery), r.Timeouts.ReleaseRetry)
	end(err)
	if r.incomplete = err != nil; r.incomplete {
		return err
	}
	if p.State.Sync && p.State.Observed.Requested != r.facts.Seed.Previous.Observed.Requested && !r.facts.Seed.Hibernated {
		r.requestSync(ctx, p.State)
	}
	if !retried {
		return nil
	}
	verdict := health.Asleep()
	if p.UpToDate != nil {
		verdict = *p.UpToDate
	}
	return r.Conditions.ApplyTo(ctx, r.extension, statuswriter.Update{Verdicts: []health.Verdict{verdict}})
}

// isReportedFailed returns whether condition FluxUpToDate reports that the last attempt to deliver a configuration has
// failed.
func isReportedFailed(ex *extensionsv1alpha1.Extension) bool {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionUpToDate)
	return condition != nil && condition.Reason == string(fluxv1alpha1.PendingFailed)
}

// reportFailed reports in condition FluxUpToDate that the configuration could not be delivered: it is new, or its
// delivery is incomplete. The next attempt then answers a request to reconcile again. The operation fails with its own
// error, so a failure of this write is only logged.
func (r *reconciliation) reportFailed(ctx context.Context) {
	previous := r.facts.Seed.Previous.Observed
	if !r.incomplete && (r.facts.Documents == nil || r.facts.Documents.Observed.Config == previous.Config) {
		return
	}
	recorded, err := extensionstatus.ReadState(r.extension)
	if err == nil {
		recorded.Observed.Requested = previous.Requested
		verdict := health.NotUpToDate(fluxv1alpha1.PendingFailed, "the delivery of the configuration has failed, and is tried again; the last error of the Extension has the reason")
		err = r.Conditions.WriteObserved(ctx, r.extension, recorded.Observed, statuswriter.Update{Verdicts: []health.Verdict{verdict}})
	}
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to report that the configuration is not delivered")
	}
}

// syncTimeout limits the requests to a shoot that responds slowly, because Flux polls its source anyway.
const syncTimeout = 3 * time.Second

// requestSync has Flux fetch the source and apply it now, as a project member has requested. A failure is only logged,
// because Flux polls the source.
func (r *reconciliation) requestSync(ctx context.Context, state extensionstatus.State) {
	limited, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	shoot, err := r.connect(limited)
	if err == nil {
		err = shoot.RequestSync(limited, state.SourceKind, extensionstatus.ParseName(state.Source), extensionstatus.ParseName(state.Root), r.Clock.Now())
	}
	if err != nil {
		logf.FromContext(ctx).Info("Failed to request a reconciliation of Flux, Flux polls its source", "reason", err.Error())
	}
}

// refuseDeleted fails if the Shoot is being deleted. The deletion may have begun during the operation.
func (r *reconciliation) refuseDeleted(ctx context.Context) error {
	cluster, err := extensionscontroller.GetCluster(ctx, r.Seed, r.extension.Namespace)
	if err != nil {
		return err
	}
	if cluster.Shoot != nil && cluster.Shoot.DeletionTimestamp != nil {
		return errors.New("the deletion of the shoot began during this operation, so nothing is delivered")
	}
	return nil
}

// awaitRelease fails until gardener-resource-manager has released the ManagedResources that the delivery writes. They
// are still being deleted if the extension has just stopped managing Flux, or if gardener-resource-manager has not run
// since. deliver must not record anything before that, so that the next attempt surveys the shoot again. For the first
// delivery, and if the record does not change, the watch is sufficient.
func (r *reconciliation) awaitRelease(ctx context.Context, d *decision.Delivery) error {
	err := r.Deliverer.CheckNotDeleting(ctx, r.extension.Namespace, d.Manifests, d.First || d.Unchanged)
	return managedresource.RequeueIfDeleting(err, r.Timeouts.ReleaseRetry)
}

// takeOver prepares the shoot and the seed for the first delivery, or for the first delivery of a source. It can be
// repeated until the delivery is recorded.
func (r *reconciliation) takeOver(ctx context.Context, d *decision.Delivery) error {
	if d.Protect {
		shoot, err := r.connect(ctx)
		if err != nil {
			return err
		}
		if err := shoot.Protect(ctx, d.Protected...); err != nil {
			return err
		}
	}
	if !d.First {
		return nil
	}
	release := r.Deliverer.OrphanKnown // The predecessor would have left objects in the shoot.
	if d.Predecessor {
		release = r.Deliverer.OrphanNamed
	}
	return release(ctx, r.extension.Namespace, fluxv1alpha1.PredecessorManagedResourceConfig, fluxv1alpha1.PredecessorManagedResourceInstall)
}

// deploy writes the ManagedResources as the phase requires.
func (r *reconciliation) deploy(ctx context.Context, d *decision.Delivery) error {
	namespace := r.extension.Namespace
	if d.Phase == decision.PhaseReleasing {
		for _, name := range managedresource.Installation() {
			if err := r.Deliverer.Edit(ctx, namespace, name, flux.Leave); err != nil {
				return err
			}
		}
	}
	if err := r.Deliverer.Deploy(ctx, namespace, d.Manifests); err != nil || d.Phase != decision.PhaseBootstrapped {
		return err
	}
	// If the watch has missed a ManagedResource, the health check repeats this step.
	return r.Deliverer.OrphanKnown(ctx, namespace, managedresource.Installation()...)
}

// configured returns the condition FluxConfigured. It describes only the configuration, because it is written before
// the delivery.
func configured(p decision.Plan) statuswriter.Update {
	update := statuswriter.Update{Verdicts: []health.Verdict{p.Condition}}
	if p.UpToDate != nil {
		update.Verdicts = append(update.Verdicts, *p.UpToDate)
	}
	return update
}

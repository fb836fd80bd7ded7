// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
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

// prepare checks and prepares the seed and the shoot for a delivery. It can be repeated until the delivery is recorded.
func (r *reconciliation) prepare(ctx context.Context, payload *decision.Payload) error {
	if payload == nil {
		return nil
	}
	// The operation fails until gardener-resource-manager has released the ManagedResources that the delivery writes. They
	// are still being deleted if the extension has just stopped managing Flux, or if gardener-resource-manager has not run
	// since. Nothing must be recorded before that, so that the next attempt surveys the shoot again. For the first
	// delivery, and if the record does not change, the watch is sufficient.
	if err := r.Deliverer.CheckNotDeleting(ctx, r.extension.Namespace, payload.Manifests, payload.First || payload.Unchanged); err != nil {
		return managedresource.RequeueIfDeleting(err, r.Timeouts.ReleaseRetry)
	}
	return r.takeOver(ctx, payload)
}

// apply records the deliveries, and then writes their ManagedResources, so that the shoot never has objects that are
// not recorded. All writes can be repeated.
func (r *reconciliation) apply(ctx context.Context, deliveries []*delivery) {
	// The preparations may have needed time. If the deletion of the shoot has begun, its ManagedResources must stay
	// paused.
	err := r.refuseDeleted(ctx, deliveries)
	if err == nil {
		err = r.record(ctx, deliveries)
	}
	for _, d := range deliveries {
		if d.err != nil {
			continue
		}
		if d.err = err; d.err == nil && d.Payload != nil {
			d.recorded, d.err = true, r.deliver(ctx, d)
		}
	}
}

// record writes the records and conditions of the deliveries with one request. A condition that reports a failed
// attempt stays until the delivery succeeds.
func (r *reconciliation) record(ctx context.Context, deliveries []*delivery) error {
	state, references, update := r.recorded, r.extension.Status.Resources, statuswriter.Update{}
	for _, d := range deliveries {
		if d.err != nil {
			continue
		}
		for _, kind := range d.Errors {
			r.Recorder.ConfigurationError(kind)
		}
		state = d.Record(d.owner, state)
		if d.owner == decision.Project && (d.Payload != nil || d.FluxRemoved) {
			references = d.References
		}
		if d.FluxRemoved {
			update.ProviderStatus = func(status *fluxv1alpha1.FluxStatus) { *status = fluxv1alpha1.FluxStatus{} }
		}
		if d.Installed != nil {
			update.Verdicts = append(update.Verdicts, *d.Installed)
		}
		if d.Condition.Type != "" {
			update.Verdicts = append(update.Verdicts, d.Condition)
		}
		if d.Progress != nil && !r.isRetried(d) {
			update.Verdicts = append(update.Verdicts, *d.Progress)
		}
		update.Owned = append(update.Owned, d.Obsolete...)
	}
	return r.write(ctx, state, references, update)
}

func (r *reconciliation) write(ctx context.Context, state extensionstatus.State, references []gardencorev1beta1.NamedResourceReference, update statuswriter.Update) error {
	err := r.Conditions.WriteState(ctx, r.extension, r.recorded, state, references, update)
	if err == nil {
		r.recorded = state
	}
	return err
}

// isRetried returns whether a condition reports that the last attempt to write the delivery has failed.
func (r *reconciliation) isRetried(d *delivery) bool {
	return d.Payload != nil && d.Progress != nil && health.HasFailed(r.facts.Seed.Conditions, d.Progress.Type)
}

// deliver writes the ManagedResources of a recorded delivery. It measures that of the project.
func (r *reconciliation) deliver(ctx context.Context, d *delivery) error {
	if d.owner == decision.Operator {
		return r.deploy(ctx, d.Payload)
	}
	end := r.Recorder.Delivery()
	err := managedresource.RequeueIfDeleting(r.deploy(ctx, d.Payload), r.Timeouts.ReleaseRetry)
	end(err)
	if state := d.State; err == nil && state.Sync && state.Observed.Requested != r.facts.Seed.Previous.Observed.Requested && !r.facts.Seed.Hibernated {
		r.requestSync(ctx, state)
	}
	return err
}

// report reports failures to the owners, and the success of repeated attempts. A failure of the project's delivery is
// reported if the configuration is new or the delivery is incomplete; the next attempt then answers a request to
// reconcile again.
//
// report returns an error if a member of the project must act before the first delivery. The error has a retryable
// code, because a non-retryable code would fail the whole Shoot immediately (gardener:
// pkg/gardenlet/controller/shoot/shoot/reconciler.go). The RequeueAfterError must be the outermost error, because the
// extension library recognizes it by a type assertion.
func (r *reconciliation) report(ctx context.Context, deliveries []*delivery) error {
	state, update := r.recorded, statuswriter.Update{}
	var invalid error
	for _, d := range deliveries {
		switch {
		case d.err == nil:
			if r.isRetried(d) {
				update.Verdicts = append(update.Verdicts, *d.Progress)
			}
			invalid = cmp.Or(invalid, d.Invalid)
			continue
		case d.owner == decision.Operator:
			logf.FromContext(ctx).Error(d.err, "Failed to deliver the operator's baseline")
		case !d.recorded && (r.facts.Documents == nil || r.facts.Documents.Observed.Config == r.facts.Seed.Previous.Observed.Config):
			continue
		default:
			state.Observed.Requested = r.facts.Seed.Previous.Observed.Requested
		}
		update.Verdicts = append(update.Verdicts, d.owner.Failed(d.err))
	}
	if err := r.write(ctx, state, r.extension.Status.Resources, update); err != nil || invalid == nil {
		return err
	}
	cause := v1beta1helper.NewErrorWithCodes(invalid, gardencorev1beta1.ErrorRetryableConfigurationProblem)
	return &reconcilerutils.RequeueAfterError{Cause: cause, RequeueAfter: r.Timeouts.ConfigurationRetry}
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
		logf.FromContext(ctx).Info("Failed to request a reconciliation of Flux; Flux still polls its source", "reason", err.Error())
	}
}

// refuseDeleted fails if the Shoot of a delivery is being deleted. The deletion may have begun during the operation.
func (r *reconciliation) refuseDeleted(ctx context.Context, deliveries []*delivery) error {
	if !slices.ContainsFunc(deliveries, func(d *delivery) bool { return d.Payload != nil }) {
		return nil
	}
	return r.refuseDeletedShoot(ctx)
}

// refuseDeletedShoot fails if the Shoot is being deleted.
func (r *reconciliation) refuseDeletedShoot(ctx context.Context) error {
	cluster, err := extensionscontroller.GetCluster(ctx, r.Seed, r.extension.Namespace)
	if err != nil {
		return err
	}
	if cluster.Shoot != nil && cluster.Shoot.DeletionTimestamp != nil {
		return errors.New("the deletion of the shoot began during this operation, so nothing is delivered")
	}
	return nil
}

// takeOver prepares the shoot and the seed for the first delivery, or for the first delivery of a source.
func (r *reconciliation) takeOver(ctx context.Context, d *decision.Payload) error {
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
func (r *reconciliation) deploy(ctx context.Context, d *decision.Payload) error {
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

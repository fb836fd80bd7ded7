// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/utils/flow"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
)

// patchStatus patches the Shoot's status in the garden. The patch contains only the changes of mutate, so that other
// components can write other fields concurrently.
func (g *Gardenlet) patchStatus(ctx context.Context, o *operation, mutate func(*gardencorev1beta1.ShootStatus)) error {
	o.lock.Lock()
	defer o.lock.Unlock()
	shoot := o.reported.DeepCopy()
	mutate(&shoot.Status)
	if err := g.garden.Status().Patch(ctx, shoot, client.MergeFrom(o.reported)); err != nil {
		return fmt.Errorf("failed to patch the shoot's status: %w", err)
	}
	o.reported = shoot
	return nil
}

// patchStatusBetweenFlows also updates the Shoot that tasks read.
func (g *Gardenlet) patchStatusBetweenFlows(ctx context.Context, o *operation, mutate func(*gardencorev1beta1.ShootStatus)) error {
	if err := g.patchStatus(ctx, o, mutate); err != nil {
		return err
	}
	o.lock.Lock()
	defer o.lock.Unlock()
	o.shoot = o.reported.DeepCopy()
	return nil
}

func lastOperation(kind gardencorev1beta1.LastOperationType, state gardencorev1beta1.LastOperationState, progress int32, description string) *gardencorev1beta1.LastOperation {
	return &gardencorev1beta1.LastOperation{Type: kind, State: state, Progress: progress, Description: description, LastUpdateTime: metav1.Now()}
}

func (g *Gardenlet) reportStart(ctx context.Context, o *operation) error {
	descriptions := map[gardencorev1beta1.LastOperationType]string{
		gardencorev1beta1.LastOperationTypeCreate:    "Reconciliation of Shoot cluster initialized.",
		gardencorev1beta1.LastOperationTypeReconcile: "Reconciliation of Shoot cluster initialized.",
		gardencorev1beta1.LastOperationTypeRestore:   "Restoration of Shoot cluster initialized.",
		gardencorev1beta1.LastOperationTypeMigrate:   "Preparation of Shoot cluster for migration initialized.",
		gardencorev1beta1.LastOperationTypeDelete:    "Deletion of Shoot cluster in progress.",
	}
	uid, generation := o.shoot.UID, o.shoot.Generation
	return g.patchStatusBetweenFlows(ctx, o, func(status *gardencorev1beta1.ShootStatus) {
		status.Gardener = g.identity
		status.ObservedGeneration = generation
		status.LastOperation = lastOperation(o.kind, gardencorev1beta1.LastOperationStateProcessing, 0, descriptions[o.kind])
		if status.TechnicalID == "" {
			status.TechnicalID = o.namespace
		}
		if o.kind == gardencorev1beta1.LastOperationTypeDelete {
			return
		}
		status.UID = uid
		if status.ClusterIdentity == nil {
			identity := fmt.Sprintf("%s-%s-%s", o.namespace, uid, g.gardenIdentity)
			status.ClusterIdentity = &identity
		}
		if o.kind != gardencorev1beta1.LastOperationTypeMigrate {
			status.SeedName = o.shoot.Spec.SeedName
			status.Networking = networkingStatus(o.shoot.Spec.Networking)
		}
	})
}

// networkingStatus returns the status that gardenlet copies from an Infrastructure if the Infrastructure reports the
// networks in the Shoot's spec, as the local provider does.
func networkingStatus(networking *gardencorev1beta1.Networking) *gardencorev1beta1.NetworkingStatus {
	if networking == nil {
		return &gardencorev1beta1.NetworkingStatus{}
	}
	list := func(cidr *string) []string {
		if cidr == nil {
			return nil
		}
		return []string{*cidr}
	}
	return &gardencorev1beta1.NetworkingStatus{Pods: list(networking.Pods), Services: list(networking.Services), Nodes: list(networking.Nodes)}
}

// reportAddresses reports the host names of the Shoot's API server. As in gardenlet, the Cluster contains them only
// after the operation.
func (g *Gardenlet) reportAddresses(ctx context.Context, o *operation) error {
	var addresses []gardencorev1beta1.ShootAdvertisedAddress
	add := func(name string, domain *string) {
		if domain != nil {
			addresses = append(addresses, gardencorev1beta1.ShootAdvertisedAddress{Name: name, URL: "https://" + v1beta1helper.GetAPIServerDomain(*domain)})
		}
	}
	add(v1beta1constants.AdvertisedAddressExternal, gardenerutils.ConstructExternalClusterDomain(o.shoot))
	if internal := o.seed.Spec.DNS.Internal; internal != nil {
		add(v1beta1constants.AdvertisedAddressInternal,
			gardenerutils.ConstructInternalClusterDomain(o.shoot.Name, o.project, &gardenerutils.Domain{Domain: internal.Domain}))
	}
	return g.patchStatus(ctx, o, func(status *gardencorev1beta1.ShootStatus) { status.AdvertisedAddresses = addresses })
}

func (g *Gardenlet) reportSuccess(ctx context.Context, o *operation) error {
	descriptions := map[gardencorev1beta1.LastOperationType]string{
		gardencorev1beta1.LastOperationTypeCreate:    "Shoot cluster has been successfully reconciled.",
		gardencorev1beta1.LastOperationTypeReconcile: "Shoot cluster has been successfully reconciled.",
		gardencorev1beta1.LastOperationTypeRestore:   "Shoot cluster has been successfully restored.",
		gardencorev1beta1.LastOperationTypeMigrate:   "Shoot cluster has been successfully prepared for migration.",
		gardencorev1beta1.LastOperationTypeDelete:    "Shoot cluster has been successfully deleted.",
	}
	return g.patchStatusBetweenFlows(ctx, o, func(status *gardencorev1beta1.ShootStatus) {
		// After a migration, this transfers the Shoot to the gardenlet of the new seed.
		if o.kind != gardencorev1beta1.LastOperationTypeDelete {
			status.SeedName = o.shoot.Spec.SeedName
		}
		// As in gardenlet, a Shoot that has no Cluster (during a migration or after its deletion) is not reported as
		// hibernated.
		status.IsHibernated = o.hibernates() && o.kind != gardencorev1beta1.LastOperationTypeMigrate && o.kind != gardencorev1beta1.LastOperationTypeDelete
		status.LastErrors = nil
		status.LastOperation = lastOperation(o.kind, gardencorev1beta1.LastOperationStateSucceeded, 100, descriptions[o.kind])
	})
}

// reportError reports the error of a flow in the Shoot's status. If a retry cannot fix the error according to its code,
// the Shoot becomes Failed and is not reconciled again until it is changed.
func (g *Gardenlet) reportError(ctx context.Context, o *operation, flowErr *v1beta1helper.WrappedLastErrors) error {
	state, description := gardencorev1beta1.LastOperationStateError, flowErr.Description+" Operation will be retried."
	if v1beta1helper.HasNonRetryableErrorCode(flowErr.LastErrors...) {
		state, description = gardencorev1beta1.LastOperationStateFailed, flowErr.Description
	}
	return g.patchStatus(ctx, o, func(status *gardencorev1beta1.ShootStatus) {
		status.LastErrors = flowErr.LastErrors
		var progress int32
		if status.LastOperation != nil {
			progress = status.LastOperation.Progress
		}
		status.LastOperation = lastOperation(o.kind, state, progress, description)
	})
}

// progressReporter reports the running tasks of a flow in the Shoot's status. It only logs errors, because the progress
// is not essential.
func (g *Gardenlet) progressReporter(o *operation) flow.ProgressReporter {
	return flow.NewDelayingProgressReporter(clock.RealClock{}, func(ctx context.Context, stats *flow.Stats) {
		err := g.patchStatus(ctx, o, func(status *gardencorev1beta1.ShootStatus) {
			status.LastOperation = lastOperation(o.kind, gardencorev1beta1.LastOperationStateProcessing, stats.ProgressPercent(), flow.MakeDescription(stats))
		})
		if err != nil {
			o.log.V(1).Info("Failed to report progress", "reason", err.Error())
		}
	}, time.Second)
}

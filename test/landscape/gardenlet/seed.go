// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"fmt"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/controllerutils"
)

const (
	heartbeatInterval = 10 * time.Second

	// leaseNamespace is the namespace of the Leases in which gardener-controller-manager checks whether gardenlets are
	// alive.
	leaseNamespace = "gardener-system-seed-lease"
)

// keepSeedReady periodically reports the seed as ready. Otherwise, gardener-controller-manager sets the seed's
// conditions to Unknown after a while, and Shoots cannot be migrated to the seed.
func (g *Gardenlet) keepSeedReady(ctx context.Context) error {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		if err := g.reportSeed(ctx); err != nil && ctx.Err() == nil {
			g.options.Log.Info("Failed to report the seed", "reason", err.Error())
		}
	}, heartbeatInterval)
	return nil
}

// reportSeed renews the seed's Lease, and sets the parts of its status that other components use.
func (g *Gardenlet) reportSeed(ctx context.Context) error {
	seed := &gardencorev1beta1.Seed{}
	if err := g.garden.Get(ctx, client.ObjectKey{Name: g.options.SeedName}, seed); err != nil {
		return fmt.Errorf("failed to read the seed: %w", err)
	}
	lease := &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Name: seed.Name, Namespace: leaseNamespace}}
	_, err := controllerutils.GetAndCreateOrMergePatch(ctx, g.garden, lease, func() error {
		now := metav1.NowMicro()
		lease.Spec.HolderIdentity = &seed.Name
		lease.Spec.RenewTime = &now
		return nil
	})
	if err != nil {
		return fmt.Errorf("failed to renew the seed's lease: %w", err)
	}

	version, err := g.seedDiscovery.ServerVersion()
	if err != nil {
		return fmt.Errorf("failed to read the seed's version: %w", err)
	}
	patch := client.StrategicMergeFrom(seed.DeepCopy())
	seed.Status.Gardener = &g.identity
	seed.Status.ClusterIdentity = &seed.Name
	seed.Status.KubernetesVersion = &version.GitVersion
	seed.Status.ObservedGeneration = seed.Generation
	for _, conditionType := range []gardencorev1beta1.ConditionType{gardencorev1beta1.GardenletReady, gardencorev1beta1.SeedSystemComponentsHealthy} {
		condition := v1beta1helper.GetOrInitConditionWithClock(clock.RealClock{}, seed.Status.Conditions, conditionType)
		condition = v1beta1helper.UpdatedConditionWithClock(clock.RealClock{}, condition, gardencorev1beta1.ConditionTrue, "StandIn", "The gardenlet stand-in is running.")
		seed.Status.Conditions = v1beta1helper.MergeConditions(seed.Status.Conditions, condition)
	}
	if err := g.garden.Status().Patch(ctx, seed, patch); err != nil {
		return fmt.Errorf("failed to patch the seed's status: %w", err)
	}
	return nil
}

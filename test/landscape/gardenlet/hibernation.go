// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	kubernetesutils "github.com/gardener/gardener/pkg/utils/kubernetes"
	"github.com/gardener/gardener/pkg/utils/retry"
)

func (g *Gardenlet) startControlPlane(ctx context.Context, o *operation) error {
	return g.options.Shoots.StartControlPlane(ctx, o.shoot)
}

func (g *Gardenlet) stopControlPlane(ctx context.Context, o *operation) error {
	return g.options.Shoots.StopControlPlane(ctx, o.shoot)
}

// reconcileNodes starts the nodes of a Shoot, or stops them for hibernation.
func (g *Gardenlet) reconcileNodes(ctx context.Context, o *operation) error {
	if o.hibernates() {
		return g.options.Shoots.StopNodes(ctx, o.shoot)
	}
	return g.options.Shoots.StartNodes(ctx, o.shoot)
}

// hibernateControlPlane waits until the cluster has no nodes and no running pods, and then stops
// gardener-resource-manager and the control plane. gardenlet's steps for endpoints and attached volumes are not needed
// here.
func (g *Gardenlet) hibernateControlPlane(ctx context.Context, o *operation) error {
	if g.options.Shoots.Runs(o.shoot) {
		if err := g.waitUntilNothingRuns(ctx, o); err != nil {
			return err
		}
	}
	key := client.ObjectKey{Namespace: o.namespace, Name: resourceManagerName}
	if err := kubernetesutils.ScaleDeployment(ctx, g.seed, key, 0); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to scale gardener-resource-manager down: %w", err)
	}
	if err := g.waitUntilNoResourceManager(ctx, o); err != nil {
		return err
	}
	return g.stopControlPlane(ctx, o)
}

func (g *Gardenlet) waitUntilNothingRuns(ctx context.Context, o *operation) error {
	shoot, err := g.newShootClient(o.access)
	if err != nil {
		return fmt.Errorf("failed to create a client for the shoot's cluster: %w", err)
	}
	return retry.UntilTimeout(ctx, g.options.Timing.Interval, g.options.Timing.Timeout, func(ctx context.Context) (bool, error) {
		nodes := &corev1.NodeList{}
		if err := shoot.List(ctx, nodes); err != nil {
			return retry.SevereError(err)
		}
		if len(nodes.Items) > 0 {
			return retry.MinorError(fmt.Errorf("node %q still exists", nodes.Items[0].Name))
		}
		pods := &corev1.PodList{}
		if err := shoot.List(ctx, pods); err != nil {
			return retry.SevereError(err)
		}
		for _, pod := range pods.Items {
			if pod.Status.Phase == corev1.PodRunning {
				return retry.MinorError(fmt.Errorf("there is still at least one running Pod in the shoot cluster: %s", client.ObjectKeyFromObject(&pod)))
			}
		}
		return retry.Ok()
	})
}

func (g *Gardenlet) waitUntilNoResourceManager(ctx context.Context, o *operation) error {
	ctx, cancel := context.WithTimeout(ctx, g.options.Timing.Timeout)
	defer cancel()
	return kubernetesutils.WaitUntilResourcesDeleted(ctx, g.seed, &corev1.PodList{}, g.options.Timing.Interval,
		client.InNamespace(o.namespace), client.MatchingLabels{v1beta1constants.LabelApp: resourceManagerName})
}

// resourceManagerReplicas returns the number of replicas by gardenlet's rules: a Shoot that is being hibernated keeps
// gardener-resource-manager until its nodes are gone. A Shoot that is hibernated, or created hibernated, has no
// replica.
func (g *Gardenlet) resourceManagerReplicas(o *operation, current int32) int32 {
	switch o.kind {
	case gardencorev1beta1.LastOperationTypeDelete, gardencorev1beta1.LastOperationTypeMigrate:
		return 1
	case gardencorev1beta1.LastOperationTypeCreate, gardencorev1beta1.LastOperationTypeRestore:
		if o.hibernates() {
			return current
		}
	case gardencorev1beta1.LastOperationTypeReconcile:
		if o.hibernates() && o.shoot.Status.IsHibernated {
			return current
		}
	}
	if !g.options.Shoots.Runs(o.shoot) {
		return 0
	}
	return 1
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/utils/flow"
)

// The names of tasks are the same as in gardenlet, because users read them in a Shoot's status.

// reconcileFlow creates, reconciles, restores, hibernates or wakes up a Shoot. For hibernation, it reconciles
// Extensions while the control plane is running, and then stops gardener-resource-manager and the control plane. A
// Shoot that is created hibernated gets no control plane until it is woken up.
func (g *Gardenlet) reconcileFlow(o *operation) *steps {
	var (
		sleep   = o.hibernates()
		exists  = o.access != nil
		up      = exists && (!sleep || g.options.Shoots.Runs(o.shoot))
		workers = !v1beta1helper.IsWorkerless(o.shoot)

		deployFirst = g.deployExtensions(o, o.extensions.DeployBeforeKubeAPIServer, o.extensions.RestoreBeforeKubeAPIServer)
		deployAfter = "Deploying extension resources after kube-apiserver"
		waitAfter   = "Waiting until extension resources handled after kube-apiserver are ready"
	)
	if sleep {
		deployAfter = "Hibernating extension resources before kube-apiserver hibernation"
		waitAfter = "Waiting until extension resources hibernated before kube-apiserver hibernation are ready"
	}
	s := newSteps("Shoot cluster reconciliation").
		then("Deploying Shoot namespace in Seed", g.bind(o, g.deployNamespace)).
		then("Deploying referenced resources", g.bind(o, g.deployReferencedResources)).
		then("Ensuring advertised addresses for the Shoot", g.bind(o, g.reportAddresses)).
		thenIf(!sleep, "Deploying extension resources before kube-apiserver", deployFirst).
		thenIf(!sleep, "Waiting until extension resources handled before kube-apiserver are ready", o.extensions.WaitBeforeKubeAPIServer).
		thenIf(up, "Deploying Kubernetes API server", g.bind(o, g.startControlPlane)).
		thenIf(exists, "Deploying Gardener shoot access resources", g.bind(o, g.deployShootAccess)).
		thenIf(exists, "Deploying gardener-resource-manager", g.bind(o, g.deployResourceManager)).
		thenIf(exists && !sleep, "Waiting until gardener-resource-manager reports readiness", g.bind(o, g.waitForResourceManager))
	s.branch().
		then("Deleting stale extension resources", o.extensions.DeleteStaleResources).
		thenIf(!sleep, "Waiting until stale extension resources are deleted", o.extensions.WaitCleanupStaleResources)
	s.
		then(deployAfter, g.deployExtensions(o, o.extensions.DeployAfterKubeAPIServer, o.extensions.RestoreAfterKubeAPIServer)).
		then(waitAfter, o.extensions.WaitAfterKubeAPIServer)
	nodes := s.branch().
		thenIf(up && workers, "Waiting until worker pools have been reconciled", g.bind(o, g.reconcileNodes))
	return s.
		thenIf(workers, "Deploying extension resources after workers", g.deployExtensions(o, o.extensions.DeployAfterWorker, o.extensions.RestoreAfterWorker)).
		thenIf(workers, "Waiting until extension resources handled after workers are ready", o.extensions.WaitAfterWorker).
		join(nodes).
		thenIf(exists && sleep, "Hibernating control plane", g.bind(o, g.hibernateControlPlane)).
		thenIf(sleep, "Hibernating extension resources after kube-apiserver hibernation", deployFirst).
		thenIf(sleep, "Waiting until extension resources hibernated after kube-apiserver hibernation are ready", o.extensions.WaitBeforeKubeAPIServer).
		thenIf(o.kind == gardencorev1beta1.LastOperationTypeRestore, "Deleting Shoot State", g.bind(o, g.deleteShootState))
}

// deleteFlow deletes a Shoot: first the users' objects, while nodes and controllers still run, then the nodes, and then
// the Extensions, while control plane and gardener-resource-manager still run. For a hibernated Shoot, it first starts
// control plane and gardener-resource-manager, but no nodes.
func (g *Gardenlet) deleteFlow(o *operation) *steps {
	var (
		exists = o.access != nil
		asleep = exists && !g.options.Shoots.Runs(o.shoot)
		clean  = func(fn func(context.Context, *operation) error) flow.TaskFn {
			return g.ifNamespaceExists(o, fn).Timeout(g.options.Timing.cleanup(cleanupTimeout))
		}
	)
	return newSteps("Shoot cluster deletion").
		then("Deploying Shoot namespace in Seed", g.ifNamespaceExists(o, g.deployNamespace)).
		thenIf(asleep, "Scaling up Kubernetes API server", g.ifNamespaceExists(o, g.startControlPlane)).
		thenIf(exists, "Deploying Gardener shoot access resources", g.ifNamespaceExists(o, g.deployShootAccess)).
		thenIf(exists, "Deploying gardener-resource-manager", g.ifNamespaceExists(o, g.deployResourceManager)).
		thenIf(exists, "Waiting until gardener-resource-manager reports readiness", g.ifNamespaceExists(o, g.waitForResourceManager)).
		thenIf(exists, "Cleaning up webhooks", clean(g.cleanWebhooks)).
		thenIf(exists && !skipsCleanup(o.shoot), "Cleaning extended API groups", clean(g.cleanExtendedAPIs)).
		thenIf(exists, "Cleaning Kubernetes resources", clean(g.cleanKubernetesResources)).
		then("Waiting until shoot worker nodes have been terminated", g.bind(o, g.stopNodes)).
		then("Deleting extension resources before kube-apiserver", o.extensions.DestroyBeforeKubeAPIServer).
		then("Waiting until extension resources that should be handled before kube-apiserver have been deleted", o.extensions.WaitCleanupBeforeKubeAPIServer).
		then("Deleting stale extension resources", o.extensions.DeleteStaleResources).
		then("Waiting until all stale extension resources have been deleted", o.extensions.WaitCleanupStaleResources).
		then("Waiting until shoot managed resources have been deleted", g.bind(o, g.waitForShootManagedResources)).
		then("Deleting Kubernetes API server", g.bind(o, g.destroyControlPlane)).
		then("Deleting extension resources after kube-apiserver", o.extensions.DestroyAfterKubeAPIServer).
		then("Waiting until all extension resources have been deleted", o.extensions.WaitCleanup).
		then("Destroying gardener-resource-manager", g.bind(o, g.destroyResourceManager)).
		then("Deleting referenced resources", g.bind(o, g.destroyReferencedResources)).
		then("Deleting shoot namespace in Seed", g.bind(o, g.deleteNamespace))
}

// forceDeleteFlow deletes a Shoot that cannot be deleted in the regular order. Extensions learn from the Shoot in the
// Cluster that they must not wait for anything, and remaining ManagedResources are abandoned. Nodes are stopped
// together with the control plane, which may no longer respond.
func (g *Gardenlet) forceDeleteFlow(o *operation) *steps {
	return newSteps("Shoot cluster force deletion").
		then("Deleting extension resources", g.bind(o, g.deleteAllExtensions)).
		then("Waiting until extension resources have been deleted", g.bind(o, g.waitForAllExtensions)).
		then("Configuring managed resources to not keep their objects when deleted", g.bind(o, g.releaseManagedResources)).
		then("Deleting managed resources", g.bind(o, g.abandonManagedResources)).
		then("Deleting Cluster resource", g.bind(o, g.deleteCluster)).
		then("Deleting Kubernetes API server", g.bind(o, g.destroyControlPlane)).
		then("Destroying gardener-resource-manager", g.bind(o, g.destroyResourceManager)).
		then("Deleting Kubernetes resources", g.bind(o, g.deleteKubernetesResources)).
		then("Deleting shoot namespace", g.bind(o, g.deleteNamespace))
}

// migrateFlow removes a Shoot's control plane from this seed. The Shoot's cluster continues to run, while gardenlet
// would move its kube-apiserver and etcd. The cluster of a hibernated Shoot runs only during the migration.
func (g *Gardenlet) migrateFlow(o *operation) *steps {
	exists := o.access != nil
	asleep := exists && !g.options.Shoots.Runs(o.shoot)
	return newSteps("Shoot cluster preparation for migration").
		then("Deploying Shoot namespace in Seed", g.ifNamespaceExists(o, g.deployNamespace)).
		thenIf(asleep, "Scaling Kubernetes API Server up and waiting until ready", g.ifNamespaceExists(o, g.startControlPlane)).
		thenIf(exists, "Deploying gardener-resource-manager", g.ifNamespaceExists(o, g.deployResourceManager)).
		thenIf(exists, "Ensuring that the gardener-resource-manager is scaled to 1", g.ifNamespaceExists(o, g.waitForResourceManager)).
		then("Migrating extensions before kube-apiserver", o.extensions.MigrateBeforeKubeAPIServer).
		then("Waiting until extensions that should be handled before kube-apiserver have been migrated", o.extensions.WaitMigrateBeforeKubeAPIServer).
		then("Persisting ShootState in garden cluster", g.bind(o, g.persistShootState)).
		then("Deleting extensions before kube-apiserver", o.extensions.DestroyBeforeKubeAPIServer).
		then("Waiting until extensions that should be handled before kube-apiserver have been deleted", o.extensions.WaitCleanupBeforeKubeAPIServer).
		then("Deleting stale extensions", o.extensions.DeleteStaleResources).
		then("Waiting until all stale extensions have been deleted", o.extensions.WaitCleanupStaleResources).
		then("Waiting until shoot managed resources have been deleted", g.bind(o, g.waitForShootManagedResources)).
		thenIf(exists && o.shoot.Status.IsHibernated, "Deleting kube-apiserver deployment", g.bind(o, g.stopControlPlane)).
		then("Migrating extensions after kube-apiserver", o.extensions.MigrateAfterKubeAPIServer).
		then("Waiting until extensions that should be handled after kube-apiserver have been migrated", o.extensions.WaitMigrateAfterKubeAPIServer).
		then("Deleting extensions after kube-apiserver", o.extensions.DestroyAfterKubeAPIServer).
		then("Waiting until all extensions have been deleted", o.extensions.WaitCleanup).
		then("Destroying gardener-resource-manager", g.bind(o, g.destroyResourceManager)).
		then("Deleting shoot namespace in Seed", g.bind(o, g.deleteNamespace))
}

// bind returns a task that calls a method with the operation.
func (g *Gardenlet) bind(o *operation, fn func(context.Context, *operation) error) flow.TaskFn {
	return func(ctx context.Context) error { return fn(ctx, o) }
}

// ifNamespaceExists returns a task that does nothing if the Shoot's namespace is gone or being deleted. A repeated flow
// must not recreate objects that it has already deleted.
func (g *Gardenlet) ifNamespaceExists(o *operation, fn func(context.Context, *operation) error) flow.TaskFn {
	return func(ctx context.Context) error {
		namespace := &corev1.Namespace{}
		if err := g.seed.Get(ctx, client.ObjectKey{Name: o.namespace}, namespace); err != nil {
			return client.IgnoreNotFound(err)
		}
		if namespace.DeletionTimestamp != nil {
			return nil
		}
		return fn(ctx, o)
	}
}

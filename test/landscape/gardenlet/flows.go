// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/utils/flow"
)

// The tasks carry the names they have in gardenlet: they are what users read in a Shoot's status.

// reconcileFlow creates, reconciles or restores a Shoot. gardenlet divides the Extensions by their lifecycle; here the
// control plane is there from the start and the workers are up to ShootClusters, so that all are deployed together.
func (g *Gardenlet) reconcileFlow(o *operation) *steps {
	var (
		running = o.access != nil
		restore = o.kind == gardencorev1beta1.LastOperationTypeRestore
		s       = newSteps("Shoot cluster reconciliation")
	)
	s.then("Deploying Shoot namespace in Seed", g.bind(o, g.deployNamespace)).
		then("Deploying referenced resources", g.bind(o, g.deployReferencedResources)).
		then("Ensuring advertised addresses for the Shoot", g.bind(o, g.reportAddresses)).
		thenIf(running, "Deploying Gardener shoot access resources", g.bind(o, g.deployShootAccess)).
		thenIf(running, "Deploying gardener-resource-manager", g.bind(o, g.deployResourceManager)).
		thenIf(running, "Waiting until gardener-resource-manager reports readiness", g.bind(o, g.waitForResourceManager))
	s.branch().
		then("Deleting stale extension resources", o.extensions.DeleteStaleResources).
		then("Waiting until stale extension resources are deleted", o.extensions.WaitCleanupStaleResources)
	return s.
		thenIf(!restore, "Deploying extension resources", g.bind(o, g.deployExtensions)).
		thenIf(restore, "Restoring extension resources", g.bind(o, g.restoreExtensions)).
		then("Waiting until extension resources are ready", o.extensions.Wait).
		thenIf(restore, "Deleting Shoot State", g.bind(o, g.deleteShootState))
}

// deleteFlow ends a Shoot: the nodes first, then the Extensions while control plane and gardener-resource-manager are
// still there to answer.
func (g *Gardenlet) deleteFlow(o *operation) *steps {
	running := o.access != nil
	return newSteps("Shoot cluster deletion").
		then("Deploying Shoot namespace in Seed", g.ifNamespaceExists(o, g.deployNamespace)).
		thenIf(running, "Deploying Gardener shoot access resources", g.ifNamespaceExists(o, g.deployShootAccess)).
		thenIf(running, "Deploying gardener-resource-manager", g.ifNamespaceExists(o, g.deployResourceManager)).
		thenIf(running, "Waiting until gardener-resource-manager reports readiness", g.ifNamespaceExists(o, g.waitForResourceManager)).
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

// forceDeleteFlow ends a Shoot that cannot be ended in good order. Extensions are told by the Shoot in the Cluster that
// they are not to wait for anything, and what is left of ManagedResources is abandoned. The nodes end together with the
// control plane, which may not answer any more.
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

// migrateFlow takes a Shoot's control plane off this seed. The Shoot's cluster itself goes on; gardenlet would move its
// kube-apiserver and etcd.
func (g *Gardenlet) migrateFlow(o *operation) *steps {
	running := o.access != nil
	return newSteps("Shoot cluster preparation for migration").
		then("Deploying Shoot namespace in Seed", g.ifNamespaceExists(o, g.deployNamespace)).
		thenIf(running, "Deploying gardener-resource-manager", g.ifNamespaceExists(o, g.deployResourceManager)).
		thenIf(running, "Ensuring that the gardener-resource-manager is scaled to 1", g.ifNamespaceExists(o, g.waitForResourceManager)).
		then("Migrating extensions before kube-apiserver", o.extensions.MigrateBeforeKubeAPIServer).
		then("Waiting until extensions that should be handled before kube-apiserver have been migrated", o.extensions.WaitMigrateBeforeKubeAPIServer).
		then("Persisting ShootState in garden cluster", g.bind(o, g.persistShootState)).
		then("Deleting extensions before kube-apiserver", o.extensions.DestroyBeforeKubeAPIServer).
		then("Waiting until extensions that should be handled before kube-apiserver have been deleted", o.extensions.WaitCleanupBeforeKubeAPIServer).
		then("Deleting stale extensions", o.extensions.DeleteStaleResources).
		then("Waiting until all stale extensions have been deleted", o.extensions.WaitCleanupStaleResources).
		then("Waiting until shoot managed resources have been deleted", g.bind(o, g.waitForShootManagedResources)).
		then("Migrating extensions after kube-apiserver", o.extensions.MigrateAfterKubeAPIServer).
		then("Waiting until extensions that should be handled after kube-apiserver have been migrated", o.extensions.WaitMigrateAfterKubeAPIServer).
		then("Deleting extensions after kube-apiserver", o.extensions.DestroyAfterKubeAPIServer).
		then("Waiting until all extensions have been deleted", o.extensions.WaitCleanup).
		then("Destroying gardener-resource-manager", g.bind(o, g.destroyResourceManager)).
		then("Deleting shoot namespace in Seed", g.bind(o, g.deleteNamespace))
}

// bind makes a task of a method that needs the operation.
func (g *Gardenlet) bind(o *operation, fn func(context.Context, *operation) error) flow.TaskFn {
	return func(ctx context.Context) error { return fn(ctx, o) }
}

// ifNamespaceExists makes a task that does nothing once the Shoot's namespace is gone or going: a flow that is repeated
// must not bring back what it has removed.
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

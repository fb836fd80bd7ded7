// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	extensionsv1alpha1helper "github.com/gardener/gardener/pkg/api/extensions/v1alpha1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// IsShootFlux returns whether the Extension has the type shoot-flux and the class shoot, which are those that this extension reconciles.
// The predicates of the controllers check the same, but not for objects that come from channels and lists.
func IsShootFlux(ex *extensionsv1alpha1.Extension) bool {
	return ex.Spec.Type == fluxv1alpha1.ExtensionType && extensionsv1alpha1helper.GetExtensionClassOrDefault(ex.Spec.Class) == extensionsv1alpha1.ExtensionClassShoot
}

// IsBeingDeletedOrMigrated returns whether the Extension is being deleted, or takes part in a control plane migration: the operation Migrate is
// requested, is running or is done, or the operation Restore is requested (also by wait-for-state), or has not succeeded yet. gardenlet
// controls the Extension then, and requests an operation in the end.
func IsBeingDeletedOrMigrated(ex *extensionsv1alpha1.Extension) bool {
	migration := []string{v1beta1constants.GardenerOperationMigrate, v1beta1constants.GardenerOperationRestore, v1beta1constants.GardenerOperationWaitForState}
	if ex.DeletionTimestamp != nil || slices.Contains(migration, ex.Annotations[v1beta1constants.GardenerOperation]) {
		return true
	}
	last := ex.Status.LastOperation
	return last != nil && (last.Type == gardencorev1beta1.LastOperationTypeMigrate ||
		last.Type == gardencorev1beta1.LastOperationTypeRestore && last.State != gardencorev1beta1.LastOperationStateSucceeded)
}

// HasMigrateOperation returns whether a control plane migration takes the shoot away from this seed: the operation Migrate is requested for the
// Extension, or is its last operation, whatever the state of that. The restore on the other seed is not part of it.
func HasMigrateOperation(ex *extensionsv1alpha1.Extension) bool {
	operation := ex.Annotations[v1beta1constants.GardenerOperation]
	migrated := ex.Status.LastOperation != nil && ex.Status.LastOperation.Type == gardencorev1beta1.LastOperationTypeMigrate
	return operation == v1beta1constants.GardenerOperationMigrate || migrated
}

// LastOperationSucceeded returns whether the last operation of the Extension has succeeded. It returns false while an operation is running.
func LastOperationSucceeded(ex *extensionsv1alpha1.Extension) bool {
	operation := ex.Status.LastOperation
	return operation != nil && operation.State == gardencorev1beta1.LastOperationStateSucceeded
}

// ClusterProject is the name of the index of Clusters by the namespaces of their projects.
const ClusterProject = "shoot.metadata.namespace"

// ClusterProjectOf returns the value of a Cluster in that index.
func ClusterProjectOf(object client.Object) []string {
	cluster, ok := object.(*extensionsv1alpha1.Cluster)
	if !ok {
		return nil
	}
	project := ShootIn(cluster).Namespace
	if project == "" {
		return nil
	}
	return []string{project}
}

// AddClusterIndex adds that index to the cache.
func AddClusterIndex(ctx context.Context, indexer client.FieldIndexer) error {
	if err := indexer.IndexField(ctx, &extensionsv1alpha1.Cluster{}, ClusterProject, ClusterProjectOf); err != nil {
		return fmt.Errorf("failed to index Clusters by project: %w", err)
	}
	return nil
}

// ExtensionOfShoot is an Extension with its Shoot.
type ExtensionOfShoot struct {
	Extension *extensionsv1alpha1.Extension
	Shoot     Shoot
}

// Shoot is what controllers need of a Shoot that they do not reconcile.
type Shoot struct {
	metav1.ObjectMeta `json:"metadata"`

	Spec struct {
		// Purpose is that of the Shoot.
		Purpose string `json:"purpose"`
		// Hibernation is whether its hibernation is requested.
		Hibernation struct {
			Enabled bool `json:"enabled"`
		} `json:"hibernation"`
	} `json:"spec"`
}

// ExtensionsOf returns the Extensions on this seed of the Shoots of the project, or with metav1.NamespaceAll of all projects, without those
// that are being deleted or migrated. They must not be changed: they are not copied from the cache, because they are listed at each
// change of each project.
func ExtensionsOf(ctx context.Context, seed client.Reader, project string) ([]ExtensionOfShoot, error) {
	options := []client.ListOption{client.UnsafeDisableDeepCopy}
	if project != metav1.NamespaceAll {
		options = append(options, client.MatchingFields{ClusterProject: project})
	}
	clusters := &extensionsv1alpha1.ClusterList{}
	if err := seed.List(ctx, clusters, options...); err != nil {
		return nil, fmt.Errorf("failed to list the Clusters of a project: %w", err)
	}
	var here []ExtensionOfShoot
	for i := range clusters.Items {
		ex, err := ExtensionIn(ctx, seed, clusters.Items[i].Name)
		if err != nil {
			return here, err
		}
		if ex == nil || IsBeingDeletedOrMigrated(ex) {
			continue
		}
		if shoot := ShootIn(&clusters.Items[i]); shoot.Namespace != "" {
			here = append(here, ExtensionOfShoot{Extension: ex, Shoot: shoot})
		}
	}
	return here, nil
}

// ExtensionIn returns the Extension of type shoot-flux in the namespace of a control plane; nil if there is none. It must not be changed.
func ExtensionIn(ctx context.Context, seed client.Reader, namespace string) (*extensionsv1alpha1.Extension, error) {
	here := &extensionsv1alpha1.ExtensionList{}
	if err := seed.List(ctx, here, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the Extensions of a shoot: %w", err)
	}
	for i := range here.Items {
		if IsShootFlux(&here.Items[i]) {
			return &here.Items[i], nil
		}
	}
	return nil, nil //nolint:nilnil // a shoot without the extension is no error
}

// ShootOf returns the Extension's Shoot. It is empty if there is no Cluster, or if its Shoot cannot be decoded, which
// the controller for Extensions reports.
func ShootOf(ctx context.Context, seed client.Reader, ex *extensionsv1alpha1.Extension) (Shoot, error) {
	cluster := &extensionsv1alpha1.Cluster{}
	if err := seed.Get(ctx, client.ObjectKey{Name: ex.Namespace}, cluster, client.UnsafeDisableDeepCopy); err != nil {
		return Shoot{}, client.IgnoreNotFound(err)
	}
	return ShootIn(cluster), nil
}

// ShootIn returns the Shoot in a Cluster; an empty one if it cannot be read.
func ShootIn(cluster *extensionsv1alpha1.Cluster) Shoot {
	var shoot Shoot
	if json.Unmarshal(cluster.Spec.Shoot.Raw, &shoot) != nil {
		return Shoot{}
	}
	return shoot
}

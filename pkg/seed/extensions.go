// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"encoding/json"
	"fmt"

	extensionsv1alpha1helper "github.com/gardener/gardener/pkg/api/extensions/v1alpha1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/operation"
)

// IsShootFlux reports whether the Extension has type shoot-flux and class shoot. Callers need it for Extensions from
// channels and lists, because the predicates of the controllers do not apply to them.
func IsShootFlux(ex *extensionsv1alpha1.Extension) bool {
	return ex.Spec.Type == fluxv1alpha1.ExtensionType && extensionsv1alpha1helper.GetExtensionClassOrDefault(ex.Spec.Class) == extensionsv1alpha1.ExtensionClassShoot
}

// OfShootFlux accepts Extensions with type shoot-flux and class shoot.
func OfShootFlux() predicate.Predicate {
	return predicate.NewPredicateFuncs(func(object client.Object) bool {
		ex, ok := object.(*extensionsv1alpha1.Extension)
		return ok && IsShootFlux(ex)
	})
}

// IsBeingDeletedOrMigrated reports whether the Extension is being deleted or is part of a control plane migration. A
// migration begins when Migrate is requested, and ends when Restore has succeeded. It also returns true for an
// operation that this version of the extension does not know. During a deletion or migration, gardenlet controls the
// Extension, and finally requests an operation.
func IsBeingDeletedOrMigrated(ex *extensionsv1alpha1.Extension) bool {
	return ex.DeletionTimestamp != nil || operation.Of(ex) != operation.Managed
}

// HasMigrateOperation reports whether a control plane migration moves the shoot away from this seed: Migrate is
// requested for the Extension, or is its last operation, regardless of the state. It returns false for a Restore on the
// new seed.
func HasMigrateOperation(ex *extensionsv1alpha1.Extension) bool {
	return operation.Of(ex) == operation.Leaving
}

// LastOperationSucceeded reports whether the last operation on the Extension has succeeded. It returns false while an
// operation is in progress.
func LastOperationSucceeded(ex *extensionsv1alpha1.Extension) bool {
	last := ex.Status.LastOperation
	return last != nil && last.State == gardencorev1beta1.LastOperationStateSucceeded
}

// ClusterProject is the name of the index of Clusters by project namespace.
const ClusterProject = "shoot.metadata.namespace"

// ClusterProjectOf returns the project namespace of a Cluster as index value, or nil if it is unknown.
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

// AddClusterIndex adds the index ClusterProject to the cache.
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

// Shoot contains the fields of a Shoot that controllers read outside of a reconciliation.
type Shoot struct {
	metav1.ObjectMeta `json:"metadata"`

	Spec struct {
		// Purpose is the purpose of the Shoot.
		Purpose string `json:"purpose"`
		// Hibernation is the requested hibernation.
		Hibernation struct {
			Enabled bool `json:"enabled"`
		} `json:"hibernation"`
		// Maintenance contains the maintenance time window, and whether changes are confined to it.
		Maintenance *gardencorev1beta1.Maintenance `json:"maintenance"`
	} `json:"spec"`
}

// ExtensionsOf returns the Extensions for the Shoots of a project on this seed, or of all projects for
// metav1.NamespaceAll. It omits Extensions that are being deleted or migrated. Callers must not change the objects,
// which belong to the cache: they are listed after each change of a project, so that copies would be expensive.
func ExtensionsOf(ctx context.Context, seed client.Reader, project string) ([]ExtensionOfShoot, error) {
	var here []ExtensionOfShoot
	err := EachExtension(ctx, seed, project, func(cluster *extensionsv1alpha1.Cluster, ex *extensionsv1alpha1.Extension) {
		if IsBeingDeletedOrMigrated(ex) {
			return
		}
		if shoot := ShootIn(cluster); shoot.Namespace != "" {
			here = append(here, ExtensionOfShoot{Extension: ex, Shoot: shoot})
		}
	})
	return here, err
}

// EachExtension calls see with the Extension for each Shoot of a project on this seed, or of all projects for
// metav1.NamespaceAll, and with its Cluster. see must not change the objects, which belong to the cache.
func EachExtension(ctx context.Context, seed client.Reader, project string, see func(*extensionsv1alpha1.Cluster, *extensionsv1alpha1.Extension)) error {
	options := []client.ListOption{client.UnsafeDisableDeepCopy}
	if project != metav1.NamespaceAll {
		options = append(options, client.MatchingFields{ClusterProject: project})
	}
	clusters := &extensionsv1alpha1.ClusterList{}
	if err := seed.List(ctx, clusters, options...); err != nil {
		return fmt.Errorf("failed to list the Clusters of a project: %w", err)
	}
	for i := range clusters.Items {
		ex, err := ExtensionIn(ctx, seed, clusters.Items[i].Name)
		if err != nil {
			return err
		}
		if ex != nil {
			see(&clusters.Items[i], ex)
		}
	}
	return nil
}

// ExtensionIn returns the Extension of type shoot-flux in a control plane namespace, or nil if it does not exist.
// Callers must not change it.
func ExtensionIn(ctx context.Context, seed client.Reader, namespace string) (*extensionsv1alpha1.Extension, error) {
	here, err := Extensions(ctx, seed, client.InNamespace(namespace))
	if err != nil || len(here) == 0 {
		return nil, err
	}
	return here[0], nil
}

// Extensions returns all Extensions that satisfy IsShootFlux. Callers must not change them.
func Extensions(ctx context.Context, seed client.Reader, options ...client.ListOption) ([]*extensionsv1alpha1.Extension, error) {
	all := &extensionsv1alpha1.ExtensionList{}
	if err := seed.List(ctx, all, append(options, client.UnsafeDisableDeepCopy)...); err != nil {
		return nil, fmt.Errorf("failed to list Extensions: %w", err)
	}
	var found []*extensionsv1alpha1.Extension
	for i := range all.Items {
		if ex := &all.Items[i]; IsShootFlux(ex) {
			found = append(found, ex)
		}
	}
	return found, nil
}

// ShootOf returns the Extension's Shoot. The Shoot is empty if the Cluster does not exist or the Shoot cannot be
// decoded; the extension controller reports these problems.
func ShootOf(ctx context.Context, seed client.Reader, ex *extensionsv1alpha1.Extension) (Shoot, error) {
	cluster := &extensionsv1alpha1.Cluster{}
	if err := seed.Get(ctx, client.ObjectKey{Name: ex.Namespace}, cluster, client.UnsafeDisableDeepCopy); err != nil {
		return Shoot{}, client.IgnoreNotFound(err)
	}
	return ShootIn(cluster), nil
}

// ShootIn returns the Shoot in a Cluster, or an empty Shoot if it cannot be decoded.
func ShootIn(cluster *extensionsv1alpha1.Cluster) Shoot {
	var shoot Shoot
	if json.Unmarshal(cluster.Spec.Shoot.Raw, &shoot) != nil {
		return Shoot{}
	}
	return shoot
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/component/extensions/extension"
	gardenerextensions "github.com/gardener/gardener/pkg/extensions"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
)

// operation is one reconciliation of one Shoot, with all required data of the garden.
type operation struct {
	log  logr.Logger
	kind gardencorev1beta1.LastOperationType

	// shoot is the Shoot that tasks read. It does not change during a flow.
	shoot *gardencorev1beta1.Shoot
	// reported is the Shoot with the last written status. The progress reporter of the flow also updates it.
	reported *gardencorev1beta1.Shoot
	lock     sync.Mutex

	// project is the name of the Shoot's project.
	project      string
	cloudProfile *gardencorev1beta1.CloudProfile
	seed         *gardencorev1beta1.Seed
	// namespace is the Shoot's technical ID: the name of its namespace in the seed and of its Cluster.
	namespace string
	// extensionTypes are the types for which the namespace has labels.
	extensionTypes []string
	// extensions deploys, migrates, restores and deletes the Extensions.
	extensions extension.Interface
	// access is administrator access to the Shoot's cluster, which may be stopped. It is nil if there is no cluster.
	access *rest.Config
}

// hibernates reports whether the Shoot has to be hibernated.
func (o *operation) hibernates() bool { return v1beta1helper.HibernationIsEnabled(o.shoot) }

// newOperation reads the required data of the garden from the cache.
func (g *Gardenlet) newOperation(ctx context.Context, log logr.Logger, shoot *gardencorev1beta1.Shoot) (*operation, error) {
	o := &operation{shoot: shoot.DeepCopy(), reported: shoot.DeepCopy(), kind: operationType(shoot)}
	o.log = log.WithValues("operation", o.kind)

	project, _, err := gardenerutils.ProjectAndNamespaceFromReader(ctx, g.gardenCache, shoot.Namespace)
	if err != nil {
		return nil, fmt.Errorf("failed to read the project: %w", err)
	}
	if project == nil {
		return nil, fmt.Errorf("there is no project for namespace %q", shoot.Namespace)
	}
	o.project, o.namespace = project.Name, gardenerutils.ComputeTechnicalID(project.Name, shoot)

	o.cloudProfile = &gardencorev1beta1.CloudProfile{}
	if err := g.gardenCache.Get(ctx, client.ObjectKey{Name: shoot.Spec.CloudProfile.Name}, o.cloudProfile); err != nil {
		return nil, fmt.Errorf("failed to read the cloud profile: %w", err)
	}
	o.seed = &gardencorev1beta1.Seed{}
	if err := g.gardenCache.Get(ctx, client.ObjectKey{Name: g.options.SeedName}, o.seed); err != nil {
		return nil, fmt.Errorf("failed to read the seed: %w", err)
	}
	registrations := &gardencorev1beta1.ControllerRegistrationList{}
	if err := g.gardenCache.List(ctx, registrations); err != nil {
		return nil, fmt.Errorf("failed to read the controller registrations: %w", err)
	}
	registered := registeredExtensions(registrations.Items)
	o.extensionTypes = requiredExtensionTypes(registered, shoot.Spec.Extensions)

	timing := g.options.Timing
	o.extensions = extension.New(o.log, g.seed, &extension.Values{
		Namespace:  o.namespace,
		Extensions: wantedExtensions(registered, shoot, o.namespace, timing),
	}, timing.Interval, timing.SevereThreshold, timing.Timeout)

	access, exists, err := g.options.Shoots.Access(ctx, o.shoot)
	if err != nil {
		return nil, fmt.Errorf("failed to get access to the shoot's cluster: %w", err)
	}
	if exists {
		o.access = access
	}
	return o, nil
}

// operationType returns the type of the operation like gardenlet's helper, whose package cannot be imported without all
// of gardenlet.
func operationType(shoot *gardencorev1beta1.Shoot) gardencorev1beta1.LastOperationType {
	if shoot.DeletionTimestamp == nil && v1beta1helper.ShouldPrepareShootForMigration(shoot) {
		return gardencorev1beta1.LastOperationTypeMigrate
	}
	last := shoot.Status.LastOperation
	if shoot.DeletionTimestamp == nil && last != nil && last.Type == gardencorev1beta1.LastOperationTypeMigrate &&
		(last.State == gardencorev1beta1.LastOperationStateSucceeded || last.State == gardencorev1beta1.LastOperationStateAborted) {
		return gardencorev1beta1.LastOperationTypeRestore
	}
	return v1beta1helper.ComputeOperationType(shoot.ObjectMeta, last)
}

// registeredExtensions returns the registered resources of kind Extension by type.
func registeredExtensions(registrations []gardencorev1beta1.ControllerRegistration) map[string]gardencorev1beta1.ControllerResource {
	result := map[string]gardencorev1beta1.ControllerResource{}
	for _, registration := range registrations {
		for _, resource := range registration.Spec.Resources {
			if resource.Kind == extensionsv1alpha1.ExtensionResource {
				result[resource.Type] = resource
			}
		}
	}
	return result
}

// requiredExtensionTypes returns the types for which gardenlet labels a Shoot's namespace, whether or not they are
// registered.
func requiredExtensionTypes(registered map[string]gardencorev1beta1.ControllerResource, extensions []gardencorev1beta1.Extension) []string {
	types := sets.New[string]()
	for extensionType, resource := range registered {
		if isAutoEnabled(resource) {
			types.Insert(extensionType)
		}
	}
	for _, e := range extensions {
		if ptr.Deref(e.Disabled, false) {
			types.Delete(e.Type)
		} else {
			types.Insert(e.Type)
		}
	}
	return sets.List(types)
}

// wantedExtensions returns the Extensions that gardenlet deploys for a Shoot: registered ones that the Shoot uses or
// that are enabled for all Shoots.
func wantedExtensions(registered map[string]gardencorev1beta1.ControllerResource, shoot *gardencorev1beta1.Shoot, namespace string, timing Timing) map[string]extension.Extension {
	result := map[string]extension.Extension{}
	for extensionType, resource := range registered {
		wanted := extension.Extension{Timeout: timing.Timeout, Lifecycle: resource.Lifecycle}
		wanted.ObjectMeta = metav1.ObjectMeta{Name: extensionType, Namespace: namespace}
		wanted.Spec.Type = extensionType
		if resource.ReconcileTimeout != nil {
			wanted.Timeout = resource.ReconcileTimeout.Duration
		}

		i := slices.IndexFunc(shoot.Spec.Extensions, func(e gardencorev1beta1.Extension) bool { return e.Type == extensionType })
		switch {
		case i < 0 && isAutoEnabled(resource) && (!v1beta1helper.IsWorkerless(shoot) || ptr.Deref(resource.WorkerlessSupported, false)):
			result[extensionType] = wanted
		case i >= 0 && !ptr.Deref(shoot.Spec.Extensions[i].Disabled, false):
			wanted.Spec.ProviderConfig = shoot.Spec.Extensions[i].ProviderConfig
			result[extensionType] = wanted
		}
	}
	return result
}

func isAutoEnabled(resource gardencorev1beta1.ControllerResource) bool {
	return slices.Contains(resource.AutoEnable, gardencorev1beta1.ClusterTypeShoot)
}

func (g *Gardenlet) syncCluster(ctx context.Context, o *operation) error {
	if err := gardenerextensions.SyncClusterResourceToSeed(ctx, g.seed, o.namespace, o.shoot, o.cloudProfile, o.seed); err != nil {
		return fmt.Errorf("failed to sync the Cluster: %w", err)
	}
	return nil
}

func (g *Gardenlet) deleteCluster(ctx context.Context, o *operation) error {
	cluster := &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: o.namespace}}
	if err := g.seed.Delete(ctx, cluster); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete the Cluster: %w", err)
	}
	return nil
}

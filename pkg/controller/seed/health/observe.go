// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// observe returns the delivery to a shoot, and its observation in the seed and in the shoot. It does not change any
// object.
func (r *Reconciler) observe(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) (delivered, health.Observation, error) {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return delivered{}, health.Observation{}, err
	}
	resources, err := r.Deliverer.Expected(ctx, ex.Namespace, recorded.Flux, recorded.Bootstrapped)
	if err != nil {
		return delivered{}, health.Observation{}, err
	}
	leaving, err := r.isLeaving(ctx, ex.Namespace)
	if err != nil {
		return delivered{}, health.Observation{}, err
	}
	observation := health.Observation{
		Bootstrapped: recorded.Bootstrapped, Sync: syncIn(cluster, recorded), ShootDying: cluster.Shoot != nil && cluster.Shoot.DeletionTimestamp != nil, Leaving: leaving,
	}
	for _, resource := range []*resourcesv1alpha1.ManagedResource{resources.CRDs, resources.Controllers, resources.Config} {
		if resource != nil && (resource == resources.Config || !recorded.Bootstrapped) {
			observation.ManagedResources = append(observation.ManagedResources, resource)
		}
	}
	if observation.Sync == nil {
		// The health check does not read the shoot, so unreachableSince must be reset before the next sync.
		r.memory.Update(ex.Namespace, func(remembered shootMemory, found bool) (shootMemory, bool) {
			return shootMemory{history: remembered.history, baseline: remembered.baseline}, found
		})
	} else {
		r.observeShoot(ctx, ex, resources.Config, &observation)
		if observation.Replaced, err = r.isReplaced(ctx, ex, cluster, resources.Config, observation); err != nil {
			return delivered{}, health.Observation{}, err
		}
	}
	if health.HasUnhealthyControllers(observation) && observation.ShootError == nil {
		observation.Controllers = r.observeControllers(ctx, ex.Namespace, recorded)
	}
	return delivered{recorded, resources}, observation, nil
}

// isLeaving reports whether the Shoot no longer has the extension: gardenlet removes the extension's label from the
// namespace in the seed, then applies gardener-resource-manager, for which the webhook is no longer called, and deletes
// the Extension minutes later.
func (r *Reconciler) isLeaving(ctx context.Context, name string) (bool, error) {
	namespace := &corev1.Namespace{}
	if err := r.Seed.Get(ctx, client.ObjectKey{Name: name}, namespace); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	_, labelled := namespace.Labels[v1beta1constants.LabelExtensionPrefix+fluxv1alpha1.ExtensionType]
	return namespace.Labels[v1beta1constants.GardenRole] == v1beta1constants.GardenRoleShoot && !labelled, nil
}

// observeShoot reads the shoot and, if this is due, its deploy keys. If the shoot is unreachable, it records the time
// of the first failure.
func (r *Reconciler) observeShoot(ctx context.Context, ex *extensionsv1alpha1.Extension, config *resourcesv1alpha1.ManagedResource, observation *health.Observation) {
	remembered, _ := r.memory.Load(ex.Namespace)
	now := r.Clock.Now()
	observation.ShootError = r.Shoots.Ask(ctx, ex.Namespace, func(ctx context.Context, shoot client.Reader) error {
		observed, err := observe.ReadShoot(ctx, shoot, *observation.Sync)
		if err != nil {
			return err
		}
		observation.Shoot = observed
		if !observation.Sync.DeployKey && len(observation.Sync.SourceKeys) == 0 && (observed.Source == nil || len(observed.Source.SecretNames) == 0) {
			return nil
		}
		if delivered := deliveryOf(ex, config); now.Sub(remembered.keyObservedAt) >= r.KeyPeriod || delivered != remembered.keyDelivery || !isReady(ex) {
			key, err := observeKeys(ctx, shoot, *observation.Sync, observed.Source)
			if err != nil {
				return err
			}
			key.Secrets, key.Changed = remembered.key.Secrets, remembered.key.Changed
			remembered.keyDelivery = delivered
			if secrets, changed, err := observe.ReadSecrets(ctx, shoot, *observation.Sync, observed.Source, remembered.key.Secrets, now); err != nil {
				logf.FromContext(ctx).V(1).Info("Failed to read whether a Secret of the source has changed", "reason", err.Error())
			} else {
				key.Secrets, key.Changed, remembered.keyObservedAt = secrets, changed, now
			}
			remembered.key = key
		}
		observation.Shoot.Key = remembered.key
		return nil
	})
	if observation.ShootError == nil {
		remembered.unreachableSince = time.Time{}
	} else {
		observation.Shoot = observe.Shoot{Key: remembered.key}
		if remembered.unreachableSince.IsZero() {
			remembered.unreachableSince = now
		}
	}
	observation.UnreachableSince = remembered.unreachableSince
	r.memory.Store(ex.Namespace, remembered)
}

// observeKeys reads the public keys of the deploy keys.
func observeKeys(ctx context.Context, shoot client.Reader, sync observe.Sync, source *observe.Source) (observe.Key, error) {
	var (
		observed observe.Key
		err      error
	)
	if sync.DeployKey {
		if observed, err = observe.ReadKey(ctx, shoot, sync, source); err != nil {
			return observe.Key{}, err
		}
	}
	observed.Sources, err = observe.ReadSourceKeys(ctx, shoot, sync)
	return observed, err
}

// observeControllers reads why controllers of Flux do not run. If the read fails, it returns nil, and the report of
// gardener-resource-manager is used.
func (r *Reconciler) observeControllers(ctx context.Context, namespace string, recorded extensionstatus.State) []observe.Controller {
	names := recorded.ControllerNames()
	if len(names) == 0 {
		names = []string{string(fluxv1alpha1.ComponentSource), string(fluxv1alpha1.ComponentKustomize), string(fluxv1alpha1.ComponentHelm), string(fluxv1alpha1.ComponentNotification)}
	}
	var controllers []observe.Controller
	err := r.Shoots.Ask(ctx, namespace, func(ctx context.Context, shoot client.Reader) error {
		var err error
		controllers, err = observe.ReadControllers(ctx, shoot, recorded.Namespace, names)
		return err
	})
	if err != nil {
		logf.FromContext(ctx).V(1).Info("Failed to read why controllers of Flux do not run", "reason", err.Error())
		return nil
	}
	return controllers
}

// isReady reports whether all conditions were True after the last health check.
func isReady(ex *extensionsv1alpha1.Extension) bool {
	for _, expected := range health.Types() {
		if !health.IsTrue(ex.Status.Conditions, expected) {
			return false
		}
	}
	return true
}

// syncIn returns the source and root Kustomization of a delivery, and the project's Secret with the credentials of the
// source. It returns nil if Flux has no source.
func syncIn(cluster *extensionscontroller.Cluster, recorded extensionstatus.State) *observe.Sync {
	if !recorded.Sync {
		return nil
	}
	sync := &observe.Sync{
		SourceKind: recorded.SourceKind, Source: extensionstatus.ParseName(recorded.Source), Root: extensionstatus.ParseName(recorded.Root),
		DeployKey: recorded.DeployKey, Namespace: recorded.Namespace, Components: recorded.Components, Commit: recorded.Observed.Commit,
		SourceSuspension: recorded.SourceSuspension, RootSuspension: recorded.RootSuspension,
	}
	if recorded.Bootstrapped {
		sync.KeySecret = extensionstatus.ParseName(recorded.KeySecret)
	} else {
		sync.Shards, sync.Delivery = recorded.ShardNames(), recorded.Delivery
	}
	for _, key := range recorded.SourceKeys.All() {
		sync.SourceKeys = append(sync.SourceKeys, key.Source)
	}
	if cluster.Shoot == nil || recorded.SourceSecret == "" {
		return sync
	}
	for _, resource := range cluster.Shoot.Spec.Resources {
		if resource.Name == recorded.SourceSecret && resource.ResourceRef.Kind == "Secret" {
			sync.ProjectSecret = resource.ResourceRef.Name
		}
	}
	return sync
}

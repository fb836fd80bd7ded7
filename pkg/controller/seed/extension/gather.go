// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// reconciliation is the reconciliation of one Extension.
type reconciliation struct {
	*Actuator
	extension *extensionsv1alpha1.Extension
	cluster   *extensionscontroller.Cluster
	// shoot is the connection to the shoot; nil before the first request.
	shoot *toolkit.Shoot
	facts decision.Facts
	// recorded is the state of the Extension.
	recorded extensionstatus.State
}

// gather reads the facts that a decision needs.
func (r *reconciliation) gather(ctx context.Context, need decision.Need) error {
	switch {
	case need.Documents:
		return r.readDocuments(ctx)
	case need.BaselineSecret:
		var err error
		r.facts.BaselineSecret, r.facts.BaselineProblem, err = r.Projects.ReadBaselineSecret(ctx)
		return err
	case need.FluxUse:
		return r.readFluxUse(ctx)
	case need.HoldsFlux:
		return r.readHoldsFlux(ctx)
	case need.OfShoot():
		return r.askShoot(ctx, need)
	case len(need.Resources) > 0:
		return r.readResources(ctx, need.Resources)
	case need.DeployKey != "":
		return r.readDeployKey(ctx, need.DeployKey)
	}
	return r.readSourceKeys(ctx, need.SourceKeys)
}

// readSeed reads the Cluster, the state of the Extension, and the ManagedResources of this seed. Another seed may have
// recorded the state.
func (r *reconciliation) readSeed(ctx context.Context) error {
	var err error
	if r.cluster, err = extensionscontroller.GetCluster(ctx, r.Seed, r.extension.Namespace); err != nil {
		return err
	}
	shoot := r.cluster.Shoot
	if shoot == nil {
		return fmt.Errorf("Cluster %s has no Shoot", r.extension.Namespace)
	}
	if r.recorded, err = extensionstatus.ReadState(r.extension); err != nil {
		return err
	}
	previous := r.recorded
	resources, err := r.Deliverer.Expected(ctx, r.extension.Namespace, previous.Flux, previous.Bootstrapped)
	if err != nil {
		return err
	}
	previous.Flux = previous.Flux || resources.Delivered()
	r.facts.Seed = decision.Seed{
		Project: shoot.Namespace, Extension: r.extension.UID, Networks: configuration.ClusterNetworks(shoot), Conditions: r.extension.Status.Conditions, Previous: previous,
		ShootDeleted: shoot.DeletionTimestamp != nil, Hibernated: extensionscontroller.IsHibernationEnabled(r.cluster),
		Workerless: v1beta1helper.IsWorkerless(shoot),
	}
	if !r.facts.Seed.ShootDeleted {
		r.facts.Seed.Shoot, err = r.configuredShoot()
	}
	return err
}

// readHoldsFlux reads the ManagedResources from the API server of the seed.
func (r *reconciliation) readHoldsFlux(ctx context.Context) error {
	resources, err := r.Deliverer.State(ctx, r.extension.Namespace)
	if err == nil {
		r.facts.Seed.HoldsFlux = new(resources.CRDs != nil || resources.Controllers != nil)
	}
	return err
}

// newObject returns an empty object of a core kind that a delivery may contain.
func newObject(kind string) client.Object {
	switch kind {
	case "ConfigMap":
		return &corev1.ConfigMap{}
	case "ServiceAccount":
		return &corev1.ServiceAccount{}
	}
	return &corev1.Secret{}
}

// readResources reads the copies of the project's Secrets and ConfigMaps. gardenlet keeps these copies in the shoot's
// namespace in the seed (gardener/docs/extensions/referenced-resources.md). It creates them early, but does not wait
// for them, so a missing copy is an error that is retried.
func (r *reconciliation) readResources(ctx context.Context, names []string) error {
	for _, name := range names {
		original := v1beta1helper.GetResourceByName(r.cluster.Shoot.Spec.Resources, name)
		reference := *original.DeepCopy()
		reference.ResourceRef.Name = v1beta1constants.ReferencedResourcesPrefix + original.ResourceRef.Name
		key := client.ObjectKey{Namespace: r.extension.Namespace, Name: reference.ResourceRef.Name}
		object := newObject(reference.ResourceRef.Kind)
		if err := r.Seed.Get(ctx, key, object); err != nil {
			return fmt.Errorf("failed to read %s %s, the copy of resource %s of the Shoot: %w", reference.ResourceRef.Kind, key, name, err)
		}
		r.facts.Resources[name] = decision.Resource{Resource: flux.ResourceFrom(object), Reference: reference}
	}
	return nil
}

// readDeployKey reads the project's deploy key, or generates one. A generated key is not stored before all facts are
// known.
func (r *reconciliation) readDeployKey(ctx context.Context, algorithm fluxv1alpha1.KeyAlgorithm) error {
	key := &decision.DeployKey{}
	var err error
	key.DeployKey, err = r.DeployKeys.Get(ctx, r.facts.Seed.Project)
	if key.Generated = apierrors.IsNotFound(err); key.Generated {
		key.DeployKey, err = r.DeployKeys.Generate(algorithm)
	}
	if err != nil && !errors.As(err, &key.Damaged) {
		return r.awaitAccess(err)
	}
	r.facts.Keys.Deploy = key
	return nil
}

// readSourceKeys reads the deploy keys of additional sources.
func (r *reconciliation) readSourceKeys(ctx context.Context, names []string) error {
	keys, err := r.DeployKeys.OfSources(ctx, r.facts.Seed.Project, names)
	if damaged, is := errors.AsType[*keypair.DamagedKeyError](err); is {
		r.facts.Keys.SourcesDamaged = damaged
		return nil
	}
	r.facts.Keys.Sources = keys
	return r.awaitAccess(err)
}

// awaitAccess requeues the operation if the garden forbids a request and the garden controller grants access per
// project. The garden controller grants access when the first Shoot of the project is scheduled to the seed, or later
// if it was not running. If the seed has access to all projects, the error fails the operation.
//
// The RequeueAfterError must be the outermost error, because the extension library recognizes it by a type assertion.
func (r *reconciliation) awaitAccess(err error) error {
	if !r.AccessPerProject || !apierrors.IsForbidden(err) {
		return err
	}
	return &reconcilerutils.RequeueAfterError{RequeueAfter: r.Timeouts.AccessRetry, Cause: fmt.Errorf(
		"waiting for access of this seed to project namespace %s. The project needs no correction, and the shoot stays unchanged meanwhile. "+
			"The garden controller of this extension grants access within seconds; if this takes longer, an operator of Gardener has to check the garden controller: %w", r.facts.Seed.Project, err)}
}

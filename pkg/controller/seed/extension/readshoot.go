// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// observer reads what a reconciliation decides on: each step what the ones before it show to be needed.
type observer struct {
	*Actuator
	extension *extensionsv1alpha1.Extension
	cluster   *extensionscontroller.Cluster

	// configMap and shoot are the documents of the project and of the Shoot.
	configMap *document.ConfigMap
	shoot     *configuration.Shoot
	// resolver finds the configuration that holds for the shoot, with the Flux version that the project's rollout gives it, if there is one.
	resolver *configuration.Resolver

	decision.Observation
}

// deliveredTo returns what was delivered to the shoot of an Extension, and whether ManagedResources of this seed hold Flux itself.
func (a *Actuator) deliveredTo(ctx context.Context, ex *extensionsv1alpha1.Extension) (extensionstatus.State, bool, error) {
	state, err := extensionstatus.ReadState(ex)
	if err != nil {
		return extensionstatus.State{}, false, err
	}
	resources, err := a.Deliverer.Expected(ctx, ex.Namespace, state.Flux, state.Bootstrapped)
	if err != nil {
		return extensionstatus.State{}, false, err
	}
	state.Flux = state.Flux || resources.Delivered()
	return state, resources.CRDs != nil || resources.Controllers != nil, nil
}

// inspect finds out what there is of Flux in the shoot. Without that, nothing is delivered for the first time: it might replace something.
func (o *observer) inspect(ctx context.Context) error {
	return o.ask(ctx, func(shoot *toolkit.Shoot) error {
		survey, err := shoot.Survey(ctx)
		if err != nil {
			return fmt.Errorf("failed to look for an earlier Flux in the shoot: %w", err)
		}
		o.Found = &decision.Inspection{Survey: survey, Shoot: shoot}
		return nil
	})
}

// ask asks the shoot for something, if there is a shoot. One that does not answer because it is hibernated is part of the observation.
func (o *observer) ask(ctx context.Context, question func(*toolkit.Shoot) error) error {
	shoot, err := o.Shoots.Connect(ctx, o.extension.Namespace)
	if apierrors.IsNotFound(err) && !o.Previous.Flux {
		return nil // Where gardenlet has not even made a kubeconfig, there has never been an API server.
	}
	if err == nil {
		err = question(shoot)
	}
	return o.unlessHibernated(ctx, err)
}

// unlessHibernated makes the failure to read a hibernated shoot part of the observation.
func (o *observer) unlessHibernated(ctx context.Context, err error) error {
	if err != nil && extensionscontroller.IsHibernationEnabled(o.cluster) {
		logf.FromContext(ctx).Info("Nothing is delivered to a hibernated shoot that cannot be inspected", "reason", err.Error())
		o.Hibernated = true
		return nil
	}
	return err
}

// refuse records a configuration error. Nothing more is read then.
func (o *observer) refuse(errs document.Errors) {
	if len(errs) > 0 {
		o.Invalid = errs
	}
}

const kindConfigMap = "ConfigMap"

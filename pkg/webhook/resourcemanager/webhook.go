// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package resourcemanager provides the mutating webhook in the seed that adds the namespaces of Flux to the arguments
// of a shoot's gardener-resource-manager. It reads the Shoot from the Cluster, because gardenlet may not have created
// the Extension yet, and delivered namespaces from the Extension if it exists. It sends no requests to the garden or
// the shoot.
package resourcemanager

import (
	"context"
	"fmt"
	"slices"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// Name is the name of the webhook.
const Name = "resource-manager"

// MinimumGardenerVersion is the first Gardener version with a gardener-resource-manager that supports the argument of
// the webhook (gardener/gardener#14335). With earlier versions, gardener-resource-manager would not start.
const MinimumGardenerVersion = "1.147"

// targetNamespaceArgument adds a namespace to the namespaces that a shoot's gardener-resource-manager manages. In other
// namespaces, gardener-resource-manager rejects objects of known kinds (gardener:
// cmd/gardener-resource-manager/app/options.go).
const targetNamespaceArgument = "--extra-target-namespace="

// New returns the webhook. Its failure policy is Fail, the default of Kubernetes. With Ignore, a shoot's
// gardener-resource-manager could lose the namespace until the next reconciliation of the shoot.
func New(mgr manager.Manager, baseline string) (*extensionswebhook.Webhook, error) {
	webhook, err := extensionswebhook.New(mgr, extensionswebhook.Args{
		Name:              Name,
		Path:              Name,
		Target:            extensionswebhook.TargetSeed,
		Mutators:          map[extensionswebhook.Mutator][]extensionswebhook.Type{&mutator{reader: mgr.GetAPIReader(), baseline: baseline}: {{Obj: &appsv1.Deployment{}}}},
		NamespaceSelector: extensionswebhook.BuildExtensionTypeNamespaceSelector(fluxv1alpha1.ExtensionType, []extensionsv1alpha1.ExtensionClass{extensionsv1alpha1.ExtensionClassShoot}),
		ObjectSelector:    &metav1.LabelSelector{MatchLabels: map[string]string{v1beta1constants.LabelApp: v1beta1constants.DeploymentNameGardenerResourceManager}},
	})
	if err != nil {
		return nil, fmt.Errorf("failed to create the webhook for gardener-resource-manager: %w", err)
	}
	return webhook, nil
}

// readTimeout is the timeout of the API server for webhooks that Gardener's library registers.
const readTimeout = 10 * time.Second

type mutator struct {
	// reader reads Clusters and Extensions without a cache, because a cache may lack gardenlet's latest writes.
	reader client.Reader
	// baseline is the namespace of the operator's baseline. It is empty without a baseline.
	baseline string
}

// Mutate appends an argument for each namespace to the container of gardener-resource-manager.
func (m *mutator) Mutate(ctx context.Context, newObject, _ client.Object) error {
	deployment, ok := newObject.(*appsv1.Deployment)
	if !ok {
		return fmt.Errorf("expected a Deployment, got %T", newObject)
	}
	if deployment.Name != v1beta1constants.DeploymentNameGardenerResourceManager || deployment.DeletionTimestamp != nil {
		return nil
	}
	container := extensionswebhook.ContainerWithName(deployment.Spec.Template.Spec.Containers, v1beta1constants.DeploymentNameGardenerResourceManager)
	if container == nil {
		return nil
	}
	// During a shutdown, the server waits for the response but cancels the context immediately, which would deny the
	// Deployment.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTimeout)
	defer cancel()
	namespaces, err := m.namespaces(ctx, deployment.Namespace)
	if err != nil {
		return err
	}
	for _, namespace := range namespaces {
		if argument := targetNamespaceArgument + namespace; !slices.Contains(container.Args, argument) {
			container.Args = append(container.Args, argument)
		}
	}
	return nil
}

// namespaces returns flux-system, the namespaces in the Shoot's providerConfig, and the namespaces of delivered
// objects. Projects can configure only flux-system. Delivered objects remain even if the providerConfig is removed.
func (m *mutator) namespaces(ctx context.Context, technicalID string) ([]string, error) {
	cluster, err := extensionscontroller.GetCluster(ctx, m.reader, technicalID)
	if client.IgnoreNotFound(err) != nil {
		return nil, fmt.Errorf("failed to read resource Cluster %s: %w", technicalID, err)
	}
	var providerConfig []byte
	if err == nil && cluster.Shoot != nil {
		providerConfig = configuration.ShootFrom(cluster.Shoot, nil).ProviderConfig
	}
	namespaces := document.ShootNamespaces(providerConfig)
	if m.baseline != "" {
		namespaces = append(namespaces, m.baseline)
	}

	ex := &extensionsv1alpha1.Extension{}
	if err := m.reader.Get(ctx, client.ObjectKey{Namespace: technicalID, Name: fluxv1alpha1.ExtensionType}, ex); err != nil {
		return namespaces, client.IgnoreNotFound(err)
	}
	var delivered extensionstatus.State
	if state := ex.Status.State; state != nil {
		// The controller reports a state that cannot be decoded, so the webhook ignores the error.
		delivered, _ = extensionstatus.DecodeState(state.Raw)
	}
	for _, namespace := range append(delivered.Namespaces(), delivered.Baseline.Namespace) {
		if namespace != "" && !slices.Contains(namespaces, namespace) {
			namespaces = append(namespaces, namespace)
		}
	}
	return namespaces, nil
}

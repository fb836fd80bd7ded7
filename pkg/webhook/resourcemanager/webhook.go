// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package resourcemanager is the mutating webhook in the seed that adds Flux's namespace to a shoot's gardener-resource-manager. It reads the
// shoot's Cluster and, if there is one, its Extension: it is called before the Extension exists, and must not send requests to the garden or
// the shoot.
package resourcemanager

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"

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
)

// Name is the name of the webhook.
const Name = "resource-manager"

// MinimumGardenerVersion is the first Gardener version whose gardener-resource-manager knows the argument that the
// webhook adds (gardener/gardener#14335). An older version would not start with it.
const MinimumGardenerVersion = "1.147"

// targetNamespaceArgument adds a namespace to those that a shoot's gardener-resource-manager manages. Without it, it
// refuses objects of known kinds outside its own namespaces (gardener: cmd/gardener-resource-manager/app/options.go).
const targetNamespaceArgument = "--extra-target-namespace="

// New returns the webhook. Its failure policy is Kubernetes' default, Fail: were it Ignore, a shoot's
// gardener-resource-manager could lose the namespace until the next reconciliation of the shoot.
func New(mgr manager.Manager) (*extensionswebhook.Webhook, error) {
	webhook, err := extensionswebhook.New(mgr, extensionswebhook.Args{
		Name:              Name,
		Path:              Name,
		Target:            extensionswebhook.TargetSeed,
		Mutators:          map[extensionswebhook.Mutator][]extensionswebhook.Type{&mutator{reader: mgr.GetAPIReader()}: {{Obj: &appsv1.Deployment{}}}},
		NamespaceSelector: extensionswebhook.BuildExtensionTypeNamespaceSelector(fluxv1alpha1.ExtensionType, []extensionsv1alpha1.ExtensionClass{extensionsv1alpha1.ExtensionClassShoot}),
		ObjectSelector:    &metav1.LabelSelector{MatchLabels: map[string]string{v1beta1constants.LabelApp: v1beta1constants.DeploymentNameGardenerResourceManager}},
	})
	if err != nil {
		return nil, fmt.Errorf("failed to create the webhook for gardener-resource-manager: %w", err)
	}
	return webhook, nil
}

// readTimeout is as long as an API server waits for the answer of a webhook of Gardener's library.
const readTimeout = 10 * time.Second

type mutator struct {
	// reader reads Clusters and Extensions. It does not use a cache, which might be older than what gardenlet has just written.
	reader client.Reader
}

// Mutate adds the arguments to the container of gardener-resource-manager. It appends them, because other extensions may have added
// their own.
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
	// When the process is asked to end, the server waits for the answer, but ends the context at once: the Deployment would be refused.
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

// namespaces returns the namespaces of the Shoot's providerConfig, and flux-system, the only one that a project's configuration can have.
// They include those with delivered objects even if the providerConfig was removed, because the objects remain.
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

	ex := &extensionsv1alpha1.Extension{}
	if err := m.reader.Get(ctx, client.ObjectKey{Namespace: technicalID, Name: fluxv1alpha1.ExtensionType}, ex); err != nil {
		return namespaces, client.IgnoreNotFound(err)
	}
	var delivered extensionstatus.State
	if state := ex.Status.State; state != nil {
		// The controller reports a state that cannot be parsed.
		delivered, _ = extensionstatus.DecodeState(state.Raw)
	}
	for _, namespace := range delivered.Namespaces() {
		if !slices.Contains(namespaces, namespace) {
			namespaces = append(namespaces, namespace)
		}
	}
	return namespaces, nil
}

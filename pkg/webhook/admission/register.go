// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	"github.com/gardener/gardener/extensions/pkg/webhook/certificates"
	extensionscmdwebhook "github.com/gardener/gardener/extensions/pkg/webhook/cmd"
	"github.com/gardener/gardener/pkg/utils/retry"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// Options are the options of the webhooks.
type Options struct {
	// Resolver resolves the effective configuration of a shoot.
	Resolver Resolver
	// Runtime is the cluster in which the process runs and stores its certificates; the manager's is the garden.
	Runtime cluster.Cluster
	// Server is the configuration of how the garden connects to the webhooks.
	Server *extensionscmdwebhook.ServerConfig
}

// AddToManager adds the webhooks, their registration in the garden and the management of their certificates to a manager
// for the garden, with Gardener's library. The library's function for all of this does not support match conditions.
func AddToManager(ctx context.Context, mgr manager.Manager, options Options) error {
	decoder := admission.NewDecoder(mgr.GetScheme())
	turns := NewTurns(runtime.GOMAXPROCS(0))
	webhooks := newWebhooks(
		&ShootHandler{Projects: garden.NewReader(mgr.GetAPIReader()), Decoder: decoder, Resolver: options.Resolver, Turns: turns},
		&ConfigMapHandler{Decoder: decoder, Resolver: options.Resolver, Members: NewMembers(mgr.GetAPIReader()), Turns: turns},
	)
	for _, webhook := range webhooks {
		mgr.GetWebhookServer().Register("/"+webhook.Path, webhook.Webhook)
	}

	server := options.Server
	configs, _, err := extensionswebhook.BuildWebhookConfigs(webhooks, mgr.GetClient(), server.Namespace, Name, false,
		server.ServicePort, server.Mode, server.URL, nil, false)
	if err != nil {
		return fmt.Errorf("failed to build the webhook configuration: %w", err)
	}
	addMatchConditions(configs.ValidatingWebhookConfig, options.Resolver.LabelPrefixes())

	// Without leader election of its own a runnable runs in the leader only.
	if err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
		return register(ctx, mgr.GetClient(), configs.ValidatingWebhookConfig, server.OwnerNamespace)
	})); err != nil {
		return fmt.Errorf("failed to add the registration of the webhooks: %w", err)
	}
	if err := certificates.AddCertificateManagementToManager(ctx, mgr, options.Runtime, clock.RealClock{}, *configs.DeepCopy(), nil, nil, nil, "",
		Name, false, server.Namespace, server.Mode, server.URL); err != nil {
		return fmt.Errorf("failed to add the management of certificates: %w", err)
	}
	return nil
}

func addMatchConditions(config *admissionregistrationv1.ValidatingWebhookConfiguration, labelPrefixes []string) {
	conditions := matchConditions(labelPrefixes)
	for i := range config.Webhooks {
		name, _, _ := strings.Cut(config.Webhooks[i].Name, ".")
		config.Webhooks[i].MatchConditions = conditions[name]
	}
}

// register writes the webhook configuration, whose CA bundle is maintained by another controller, and makes the namespace its owner, so
// that it is deleted when the extension is uninstalled.
func register(ctx context.Context, garden client.Client, config *admissionregistrationv1.ValidatingWebhookConfiguration, ownerNamespace string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return retry.Until(ctx, time.Second, func(ctx context.Context) (bool, error) {
		if err := extensionswebhook.ReconcileSeedWebhookConfig(ctx, garden, config.DeepCopy(), ownerNamespace, nil); err != nil {
			return retry.MinorError(fmt.Errorf("failed to register the webhooks: %w", err))
		}
		return retry.Ok()
	})
}

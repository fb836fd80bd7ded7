// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package registration serves webhooks, registers them at an API server and manages their certificates.
//
// Gardener's library has a function for this, but it does not support match conditions, and its registration and its
// certificate controller share one object. While the client of the registration reads into this object, the webhooks
// are missing from it, and the controller can write a configuration without webhooks, which lasts until its next run
// five minutes later (gardener: extensions/pkg/webhook/cmd/options.go). Here, each of them has a copy.
package registration

import (
	"cmp"
	"context"
	"fmt"
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
)

// Options contains the settings of a registration.
type Options struct {
	// Name is the name of the component. Gardener's library derives the names of the webhook configuration, the webhooks
	// and the certificates from it.
	Name string
	// Server specifies how the API server connects to the webhooks.
	Server extensionscmdwebhook.ServerConfig
	// DefaultPort is the port of the service if Server has none.
	DefaultPort int
	// Certificates is the cluster that stores the certificates, the manager's cluster if it is nil.
	Certificates cluster.Cluster
	// MatchConditions contains the match conditions of validating webhooks by their names without a domain.
	MatchConditions map[string][]admissionregistrationv1.MatchCondition
}

// AddToManager serves the webhooks in all replicas. It adds their registration in the manager's cluster, which the
// leader performs, and the management of their certificates.
func AddToManager(ctx context.Context, mgr manager.Manager, webhooks []*extensionswebhook.Webhook, options Options) error {
	for _, webhook := range webhooks {
		mgr.GetWebhookServer().Register("/"+webhook.Path, webhook.Webhook)
	}
	configs, err := Configurations(webhooks, mgr.GetClient(), options)
	if err != nil {
		return err
	}
	server := options.Server
	// The manager runs a runnable only in the leader unless it implements LeaderElectionRunnable.
	if err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
		return register(ctx, mgr.GetClient(), configs, server.OwnerNamespace)
	})); err != nil {
		return fmt.Errorf("failed to add the registration of the webhooks: %w", err)
	}
	if err := certificates.AddCertificateManagementToManager(ctx, mgr, options.Certificates, clock.RealClock{}, *configs.DeepCopy(), nil, nil, nil, "",
		options.Name, false, server.Namespace, server.Mode, server.URL); err != nil {
		return fmt.Errorf("failed to add the management of certificates: %w", err)
	}
	return nil
}

// Configurations returns the webhook configurations without a CA bundle. The client provides the resources of kinds.
func Configurations(webhooks []*extensionswebhook.Webhook, kinds client.Client, options Options) (extensionswebhook.Configs, error) {
	server := options.Server
	configs, _, err := extensionswebhook.BuildWebhookConfigs(webhooks, kinds, server.Namespace, options.Name, false,
		cmp.Or(server.ServicePort, options.DefaultPort), server.Mode, server.URL, nil, false)
	if err != nil {
		return configs, fmt.Errorf("failed to build the webhook configuration: %w", err)
	}
	if config := configs.ValidatingWebhookConfig; config != nil {
		for i := range config.Webhooks {
			name, _, _ := strings.Cut(config.Webhooks[i].Name, ".")
			config.Webhooks[i].MatchConditions = options.MatchConditions[name]
		}
	}
	return configs, nil
}

// register writes the webhook configurations without the CA bundle, which a different controller maintains. The owner
// of a configuration is a namespace, so that the deletion of the namespace also deletes the configuration. It does not
// change configs.
func register(ctx context.Context, writer client.Client, configs extensionswebhook.Configs, ownerNamespace string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, config := range configs.GetWebhookConfigs() {
		if err := retry.Until(ctx, time.Second, func(ctx context.Context) (bool, error) {
			written, ok := config.DeepCopyObject().(client.Object)
			if !ok {
				return retry.SevereError(fmt.Errorf("expected an object, got %T", config))
			}
			if err := extensionswebhook.ReconcileSeedWebhookConfig(ctx, writer, written, ownerNamespace, nil); err != nil {
				return retry.MinorError(fmt.Errorf("failed to register the webhooks: %w", err))
			}
			return retry.Ok()
		}); err != nil {
			return err
		}
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	extensionscmdwebhook "github.com/gardener/gardener/extensions/pkg/webhook/cmd"
	"github.com/spf13/cobra"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/admission"
)

func newAdmissionCommand() *cobra.Command {
	o := newAdmissionOptions()
	return newServerCommand(&cobra.Command{
		Use:   "admission",
		Short: "Run the admission webhooks that validate the configuration of Flux in the garden",
		Args:  printer.NoArguments("it takes flags only"),
	}, admissionName, o, o.operator, func(ctx context.Context) (manager.Manager, error) { return newAdmission(ctx, o) })
}

func newAdmission(ctx context.Context, o *admissionOptions) (manager.Manager, error) {
	mgr, err := newAdmissionManager(o)
	if err != nil {
		return nil, err
	}
	runtimeCluster, err := newRuntimeCluster(o)
	if err != nil {
		return nil, err
	}
	if err := mgr.Add(runtimeCluster); err != nil {
		return nil, fmt.Errorf("failed to add the runtime cluster: %w", err)
	}
	if err := admission.AddToManager(ctx, mgr, admission.Options{
		Resolver: o.operator.resolver,
		Runtime:  runtimeCluster,
		Server:   o.server.Completed(),
	}); err != nil {
		return nil, fmt.Errorf("failed to add the admission webhooks: %w", err)
	}
	return mgr, nil
}

// newAdmissionManager returns a manager for the garden. The admission has no permission to list
// ValidatingWebhookConfigurations and Namespaces, so its client reads them without a cache.
func newAdmissionManager(o *admissionOptions) (manager.Manager, error) {
	managerOptions, err := o.gardenManagerOptions()
	if err != nil {
		return nil, err
	}
	managerOptions.Client = client.Options{Cache: &client.CacheOptions{
		DisableFor: []client.Object{&admissionregistrationv1.ValidatingWebhookConfiguration{}, &corev1.Namespace{}},
	}}
	return newManager(o.garden.config, managerOptions, webhooksReady)
}

// newRuntimeCluster returns the cluster that the admission runs in. Its client does not cache Secrets, because the
// namespace contains many Secrets of other components.
func newRuntimeCluster(o *admissionOptions) (cluster.Cluster, error) {
	runtimeCluster, err := cluster.New(o.rest.Completed().Config, func(options *cluster.Options) {
		options.Logger = o.manager.Completed().Logger
		options.Cache.DefaultNamespaces = map[string]cache.Config{o.server.Completed().Namespace: {}}
		options.Client = client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}}
	})
	if err != nil {
		return nil, fmt.Errorf("failed to create the client for the runtime cluster: %w", err)
	}
	return runtimeCluster, nil
}

// admissionName is the component name with the prefix of Gardener's library. The webhook configuration, the Deployment
// and its Service in the chart have the same name.
const admissionName = extensionswebhook.NamePrefix + admission.Name

// admissionOptions contains the flags of the admission.
type admissionOptions struct {
	serverOptions

	server *extensionscmdwebhook.ServerOptions
}

func newAdmissionOptions() *admissionOptions {
	server := &extensionscmdwebhook.ServerOptions{Mode: extensionswebhook.ModeURL, Namespace: os.Getenv("WEBHOOK_CONFIG_NAMESPACE")}
	return &admissionOptions{serverOptions: newServerOptions(admissionName, server), server: server}
}

// Validate rejects options that would make the webhooks unreachable, or would leave their registration behind.
func (o *admissionOptions) Validate() error {
	errs := []error{o.garden.validate()}
	if o.server.Namespace == "" {
		errs = append(errs, errors.New("--webhook-config-namespace is not set: it contains the certificates"))
	}
	if o.server.Mode == extensionswebhook.ModeURL && o.server.URL == "" {
		errs = append(errs, errors.New("--webhook-config-url is not set; set it to the host or host:port at which the garden's API servers call the webhooks"))
	}
	return errors.Join(errs...)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"fmt"

	"github.com/gardener/gardener/cmd/utils/initrun"
	"github.com/spf13/cobra"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/admission"
)

func newAdmissionCommand() *cobra.Command {
	o := newAdmissionOptions()
	command := &cobra.Command{
		Use:           "admission",
		Short:         "Runs the admission webhooks that validate the configuration of Flux in the garden",
		Args:          printer.NoArguments("it takes flags only"),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(command *cobra.Command, _ []string) error {
			log, err := initrun.InitRun(command, o, admissionName)
			if err != nil {
				return err
			}
			o.operator.logNotes(log)
			return runAdmission(command.Context(), o)
		},
	}
	command.SetFlagErrorFunc(printer.ExplainFlagError)
	o.addFlags(command.Flags())
	return command
}

func runAdmission(ctx context.Context, o *admissionOptions) error {
	mgr, err := newAdmissionManager(o)
	if err != nil {
		return err
	}
	runtimeCluster, err := newRuntimeCluster(o)
	if err != nil {
		return err
	}
	if err := mgr.Add(runtimeCluster); err != nil {
		return fmt.Errorf("failed to add the runtime cluster: %w", err)
	}
	if err := admission.AddToManager(ctx, mgr, admission.Options{
		Resolver: o.operator.resolver,
		Runtime:  runtimeCluster,
		Server:   o.server.Completed(),
	}); err != nil {
		return fmt.Errorf("failed to add the admission: %w", err)
	}
	if err := mgr.Start(ctx); err != nil {
		return fmt.Errorf("failed to run the manager: %w", err)
	}
	return nil
}

// newAdmissionManager returns a manager for the garden. What it reads there it reads by name, and a cache would need the
// right to list all. It elects its leader in the cluster in which it runs.
func newAdmissionManager(o *admissionOptions) (manager.Manager, error) {
	scheme, err := gardenScheme()
	if err != nil {
		return nil, err
	}
	managerOptions := o.manager.Completed().Options()
	managerOptions.Scheme = scheme
	managerOptions.LeaderElectionConfig = o.runtimeConfig
	managerOptions.LeaderElectionReleaseOnCancel = true
	managerOptions.Client = client.Options{Cache: &client.CacheOptions{
		DisableFor: []client.Object{&admissionregistrationv1.ValidatingWebhookConfiguration{}, &corev1.Namespace{}},
	}}
	mgr, err := manager.New(o.garden.config, managerOptions)
	if err != nil {
		return nil, fmt.Errorf("failed to make the manager: %w", err)
	}
	if err := mgr.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return nil, err
	}
	if err := mgr.AddReadyzCheck("webhook-server", mgr.GetWebhookServer().StartedChecker()); err != nil {
		return nil, err
	}
	return mgr, nil
}

// newRuntimeCluster returns the access to the cluster in which the admission runs. The Secrets in its namespace are many
// and not the admission's: none is cached.
func newRuntimeCluster(o *admissionOptions) (cluster.Cluster, error) {
	runtimeCluster, err := cluster.New(o.runtimeConfig, func(options *cluster.Options) {
		options.Logger = o.manager.Completed().Logger
		options.Cache.DefaultNamespaces = map[string]cache.Config{o.server.Completed().Namespace: {}}
		options.Client = client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}}
	})
	if err != nil {
		return nil, fmt.Errorf("failed to make the access to the runtime cluster: %w", err)
	}
	return runtimeCluster, nil
}

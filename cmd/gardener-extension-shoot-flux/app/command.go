// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package app assembles the extension's binary from its parts. It decides nothing that a part could decide.
package app

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"time"

	"github.com/gardener/gardener/cmd/utils/initrun"
	"github.com/gardener/gardener/extensions/pkg/controller/heartbeat"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerhealthz "github.com/gardener/gardener/pkg/healthz"
	"github.com/spf13/cobra"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// NewCommand returns the root command, the controller, with all others below it.
func NewCommand() *cobra.Command {
	o := newOptions()
	command := &cobra.Command{
		Use:           fluxv1alpha1.ExtensionName,
		Short:         "Runs the controller that brings Flux into Gardener shoots",
		Args:          knownCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(command *cobra.Command, _ []string) error {
			if _, err := initrun.InitRun(command, o, fluxv1alpha1.ExtensionName); err != nil {
				return err
			}
			return run(command.Context(), o)
		},
	}
	command.SetFlagErrorFunc(explainFlagError)
	o.addFlags(command.Flags())
	command.AddCommand(newAdmissionCommand(), newRenderCommand())
	return command
}

func run(ctx context.Context, o *options) error {
	scheme, err := seedScheme()
	if err != nil {
		return err
	}
	mgr, err := newManager(o, scheme)
	if err != nil {
		return err
	}
	garden, err := newGardenClient(o.garden.config)
	if err != nil {
		return err
	}

	if err := heartbeat.Add(mgr, heartbeat.AddArgs{
		ExtensionName:        fluxv1alpha1.ExtensionName,
		Namespace:            o.heartbeat.Completed().Namespace,
		RenewIntervalSeconds: o.heartbeat.Completed().RenewIntervalSeconds,
		Clock:                clock.RealClock{},
	}); err != nil {
		return fmt.Errorf("failed to add the heartbeat: %w", err)
	}
	if _, err := o.webhook.Completed().AddToManager(ctx, mgr, nil); err != nil {
		return fmt.Errorf("failed to add the webhook: %w", err)
	}
	if err := addControllers(ctx, mgr, garden, o); err != nil {
		return err
	}
	if err := mgr.Start(ctx); err != nil {
		return fmt.Errorf("failed to run the manager: %w", err)
	}
	return nil
}

func seedScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, extensionsv1alpha1.AddToScheme, resourcesv1alpha1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, fmt.Errorf("failed to build the scheme for the seed: %w", err)
		}
	}
	return scheme, nil
}

// newManager keeps Secrets, ConfigMaps and ManagedResources out of the cache: a seed has tens of thousands of them that
// are not ours, and what is decided on them must not be decided on a stale copy. Of Leases and webhook configurations
// Gardener's library reads our own by name, and a cache would need the right to list all. Whether the garden can be
// reached has no say in readiness: deletion and migration go on without it.
func newManager(o *options, scheme *runtime.Scheme) (manager.Manager, error) {
	managerOptions := o.manager.Completed().Options()
	managerOptions.Scheme = scheme
	managerOptions.LeaderElectionReleaseOnCancel = true
	managerOptions.Client = client.Options{Cache: &client.CacheOptions{
		DisableFor: []client.Object{
			&corev1.Secret{}, &corev1.ConfigMap{}, &resourcesv1alpha1.ManagedResource{},
			&coordinationv1.Lease{}, &admissionregistrationv1.MutatingWebhookConfiguration{},
		},
	}}
	mgr, err := manager.New(o.seedConfig, managerOptions)
	if err != nil {
		return nil, fmt.Errorf("failed to make the manager: %w", err)
	}

	if err := mgr.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return nil, err
	}
	if err := mgr.AddReadyzCheck("informer-sync", gardenerhealthz.NewCacheSyncHealthz(mgr.GetCache())); err != nil {
		return nil, err
	}
	if err := mgr.AddReadyzCheck("webhook-server", mgr.GetWebhookServer().StartedChecker()); err != nil {
		return nil, err
	}
	return mgr, nil
}

// newGardenClient returns a client without cache, with the two kinds mapped statically, so that making it asks nothing
// of the garden.
func newGardenClient(config *rest.Config) (client.Client, error) {
	garden, err := client.New(config, client.Options{Scheme: kubernetesscheme.Scheme, Mapper: gardenMapper()})
	if err != nil {
		return nil, fmt.Errorf("failed to make the client for the garden: %w", err)
	}
	return garden, nil
}

func gardenMapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
	return mapper
}

// newPropagation returns what hands on changes of projects. It is no part of what the manager waits for or of readiness. A watch
// is a request without end, so that the bound of the other requests to the garden does not hold for it.
func newPropagation(ctx context.Context, mgr manager.Manager, garden *rest.Config) (*controller.Propagation, error) {
	config := rest.CopyConfig(garden)
	config.Timeout = 0
	watcher, err := project.NewWatcher(ctx, config, gardenMapper(), mgr.GetLogger().WithName("projects"))
	if err != nil {
		return nil, err
	}
	return controller.NewPropagation(mgr.GetClient(), watcher, controller.Pace{
		Settle:  time.Second,
		Step:    250 * time.Millisecond,
		Longest: 30 * time.Second,
		Random:  mathrand.N[time.Duration],
	}), nil
}

func addControllers(ctx context.Context, mgr manager.Manager, garden client.Client, o *options) error {
	deliverer := managedresource.NewDeliverer(mgr.GetClient())
	conditions := controller.NewConditions(mgr.GetClient(), mgr.GetAPIReader(), clock.RealClock{})
	shoots := &controller.Shoots{Seed: mgr.GetClient(), Timeout: 10 * time.Second}

	actuator := &controller.Actuator{
		Seed:           mgr.GetClient(),
		Projects:       project.NewReader(garden),
		Resolver:       o.operator.resolver,
		GardenIdentity: o.gardenIdentity,
		DeployKeys:     secrets.NewStore(garden, rand.Reader),
		Renderer:       flux.NewRenderer(),
		Shoots:         shoots,
		Deliverer:      deliverer,
		Conditions:     conditions,
		Events:         mgr.GetEventRecorder(fluxv1alpha1.ExtensionName),
		Timeouts: controller.Timeouts{
			Release:            5 * time.Second,
			ReleaseRetry:       10 * time.Second,
			RemovalRetry:       3 * time.Second,
			ConfigurationRetry: 30 * time.Second,
		},
	}
	shootClient, err := health.ShootClientOptions()
	if err != nil {
		return err
	}
	checker := &controller.HealthChecker{
		Seed:         mgr.GetClient(),
		Live:         mgr.GetAPIReader(),
		Deliverer:    deliverer,
		Conditions:   conditions,
		ShootClient:  shootClient,
		ShootTimeout: 10 * time.Second,
		SyncPeriod:   o.healthSyncPeriod,
		SettlePeriod: min(5*time.Second, o.healthSyncPeriod),
		SettleWindow: 5 * time.Minute,
		Clock:        clock.RealClock{},
	}

	propagation, err := newPropagation(ctx, mgr, o.garden.config)
	if err != nil {
		return err
	}
	deletion := &controller.ShootDeletion{Seed: mgr.GetClient(), Deliverer: deliverer, Shoots: shoots, Settle: 5 * time.Second, Period: 30 * time.Second}

	controllerOptions := controller.Options{ReconciliationTimeout: 3 * time.Minute, MaxBackoff: 2 * time.Minute}
	controllerOptions.MaxConcurrentReconciles = o.controller.Completed().MaxConcurrentReconciles
	o.reconciler.Completed().Apply(&controllerOptions.IgnoreOperationAnnotation)
	return controller.AddToManager(ctx, mgr, actuator, checker, deletion, propagation, controllerOptions)
}

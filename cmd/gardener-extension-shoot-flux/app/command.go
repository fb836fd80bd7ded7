// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/gardener/gardener/cmd/utils/initrun"
	"github.com/gardener/gardener/extensions/pkg/controller/heartbeat"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerhealthz "github.com/gardener/gardener/pkg/healthz"
	"github.com/spf13/cobra"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/component-base/version/verflag"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// NewCommand returns the root command, the controller, with all others below it.
func NewCommand() *cobra.Command {
	o := newOptions()
	command := &cobra.Command{
		Use:           fluxv1alpha1.ExtensionName,
		Short:         "Runs the controller that installs Flux in Gardener shoots",
		Args:          printer.KnownCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		// The flag --version is one of every command.
		PersistentPreRun: func(*cobra.Command, []string) { verflag.PrintAndExitIfRequested() },
		RunE: func(command *cobra.Command, _ []string) error {
			log, err := initrun.InitRun(command, o, fluxv1alpha1.ExtensionName)
			if err != nil {
				return err
			}
			o.operator.logNotes(log)
			return run(command.Context(), o)
		},
	}
	command.SetFlagErrorFunc(printer.ExplainFlagError)
	o.addFlags(command.Flags())
	// Init containers run "distributions pull" with the image of the server program.
	command.AddCommand(newAdmissionCommand(), newGardenControllerCommand(), distributions.NewCommand())
	return command
}

// gcPercent trades a little processor time for memory: what is kept for each shoot is small and stays, and most garbage is made when
// hundreds of them are delivered at a time.
const gcPercent = 50

func run(ctx context.Context, o *options) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	scheme, err := seedScheme()
	if err != nil {
		return err
	}
	if o.metrics, err = newMetrics(metrics.Registry, o); err != nil {
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

// newManager keeps Secrets, ConfigMaps and ManagedResources out of the cache of the manager's client: a seed has tens of thousands of them
// that are not ours, and that one is absent from a cache must not decide anything. What is known of ours is watched by name instead
// (pkg/seed), and read only where that is safe (docs/decisions/0019). Of Leases and webhook configurations Gardener's
// library reads our own by name, and a cache would need the right to list all. Readiness does not depend on
// the garden: deletion and migration work without it.
func newManager(o *options, scheme *runtime.Scheme) (manager.Manager, error) {
	managerOptions := o.manager.Completed().Options()
	managerOptions.Scheme = scheme
	managerOptions.LeaderElectionReleaseOnCancel = true
	managerOptions.Cache.DefaultTransform = cache.TransformStripManagedFields()
	managerOptions.Cache.ByObject = map[client.Object]cache.ByObject{
		&extensionsv1alpha1.Cluster{}: {Transform: seed.SlimCluster},
		&corev1.Namespace{}:           {Transform: seed.SlimNamespace},
	}
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package app contains the flags and the wiring of the server program. The logic is in the packages that it wires;
// commands for users are in pkg/cli.
package app

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"

	"github.com/gardener/gardener/cmd/utils/initrun"
	"github.com/gardener/gardener/extensions/pkg/controller/heartbeat"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerhealthz "github.com/gardener/gardener/pkg/healthz"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/registration"
)

// NewCommand returns the root command, which runs the controllers of a seed, and its subcommands.
func NewCommand() *cobra.Command {
	o := newOptions()
	command := newServerCommand(&cobra.Command{
		Use:   fluxv1alpha1.ExtensionName,
		Short: "Run the controller that installs Flux in Gardener shoots",
		Args:  printer.KnownCommand,
		// All subcommands inherit the flag --version.
		PersistentPreRun: func(*cobra.Command, []string) { verflag.PrintAndExitIfRequested() },
	}, fluxv1alpha1.ExtensionName, o, o.operator, func(ctx context.Context) (manager.Manager, error) { return newSeedControllers(ctx, o) })
	// Init containers run "distributions pull" in the image of the server program.
	command.AddCommand(newAdmissionCommand(), newGardenControllerCommand(), distributions.NewCommand())
	return command
}

// componentOptions is implemented by the options of each component.
type componentOptions interface {
	initrun.Options
	AddFlags(fs *pflag.FlagSet)
}

// newServerCommand completes a command that logs which of the operator's settings have no effect, and then runs the
// manager of the component until the context is canceled.
func newServerCommand(command *cobra.Command, component string, o componentOptions, operator *operatorOptions, build func(context.Context) (manager.Manager, error)) *cobra.Command {
	command.SilenceErrors, command.SilenceUsage = true, true
	command.RunE = func(command *cobra.Command, _ []string) error {
		log, err := initrun.InitRun(command, o, component)
		if err != nil {
			return err
		}
		operator.logNotes(log)
		limitMemory()
		mgr, err := build(command.Context())
		if err != nil {
			return err
		}
		if err := mgr.Start(command.Context()); err != nil {
			return fmt.Errorf("failed to run the manager: %w", err)
		}
		return nil
	}
	command.SetFlagErrorFunc(printer.ExplainFlagError)
	o.AddFlags(command.Flags())
	return command
}

// limitMemory makes the garbage collector run more often, which trades CPU for memory. The permanent state per shoot is
// small; deliveries to hundreds of shoots at a time allocate most of the garbage. Near the container's memory limit, in
// the environment variable MEMORY_LIMIT in bytes, the collector runs as often as necessary. The environment variables
// GOGC and GOMEMLIMIT take precedence.
func limitMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
	if limit := softMemoryLimit(os.Getenv("MEMORY_LIMIT")); os.Getenv("GOMEMLIMIT") == "" && limit > 0 {
		debug.SetMemoryLimit(limit)
	}
}

// softMemoryLimit returns nine tenths of a limit in bytes: the limit also covers memory that Go's runtime does not
// count, such as stacks of the kernel and pages of files. It returns 0 if the limit is not a positive number.
func softMemoryLimit(limit string) int64 {
	bytes, err := strconv.ParseInt(limit, 10, 64)
	if err != nil || bytes <= 0 {
		return 0
	}
	return bytes / 10 * 9
}

func newSeedControllers(ctx context.Context, o *options) (manager.Manager, error) {
	scheme, err := newScheme(kubernetesscheme.AddToScheme, extensionsv1alpha1.AddToScheme, resourcesv1alpha1.AddToScheme)
	if err != nil {
		return nil, err
	}
	o.metrics = newMetrics(metrics.Registry, o)
	mgr, err := newSeedManager(o, scheme)
	if err != nil {
		return nil, err
	}
	gardenClient, err := newGardenClient(o.garden.config)
	if err != nil {
		return nil, err
	}
	if err := heartbeat.Add(mgr, heartbeat.AddArgs{
		ExtensionName:        fluxv1alpha1.ExtensionName,
		Namespace:            o.heartbeat.Completed().Namespace,
		RenewIntervalSeconds: o.heartbeat.Completed().RenewIntervalSeconds,
		Clock:                clock.RealClock{},
	}); err != nil {
		return nil, fmt.Errorf("failed to add the heartbeat: %w", err)
	}
	if err := addWebhooks(ctx, mgr, o); err != nil {
		return nil, fmt.Errorf("failed to add the webhook: %w", err)
	}
	return mgr, addControllers(ctx, mgr, gardenClient, o)
}

func addWebhooks(ctx context.Context, mgr manager.Manager, o *options) error {
	config := o.webhook.Completed()
	webhooks, err := config.Switch.WebhooksFactory(mgr)
	if err != nil {
		return err
	}
	return registration.AddToManager(ctx, mgr, webhooks, registration.Options{
		Name: fluxv1alpha1.ExtensionName, Server: config.Server, DefaultPort: o.manager.Completed().WebhookServerPort,
	})
}

func newScheme(kinds ...func(*runtime.Scheme) error) (*runtime.Scheme, error) {
	scheme, builder := runtime.NewScheme(), runtime.NewSchemeBuilder(kinds...)
	if err := builder.AddToScheme(scheme); err != nil {
		return nil, fmt.Errorf("failed to build the scheme: %w", err)
	}
	return scheme, nil
}

// newSeedManager returns the manager of the controllers in a seed. The cache of its client excludes Secrets, ConfigMaps
// and ManagedResources, because a seed has tens of thousands of other components' objects, and absence from a cache
// must not decide anything. Package seed watches the extension's own objects by name, and reads from these watches only
// if that is safe (docs/decisions/0019). Gardener's library reads its own Leases and webhook configurations by name; a
// cache would require the permission to list all of them. Readiness does not depend on the garden, because deletion and
// migration work without it.
func newSeedManager(o *options, scheme *runtime.Scheme) (manager.Manager, error) {
	managerOptions := o.manager.Completed().Options()
	managerOptions.Scheme = scheme
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
	return newManager(o.seedConfig, managerOptions, cacheReady, webhooksReady)
}

// readiness adds a readiness check to a manager.
type readiness func(manager.Manager) error

func cacheReady(mgr manager.Manager) error {
	return mgr.AddReadyzCheck("informer-sync", gardenerhealthz.NewCacheSyncHealthz(mgr.GetCache()))
}

func webhooksReady(mgr manager.Manager) error {
	return mgr.AddReadyzCheck("webhook-server", mgr.GetWebhookServer().StartedChecker())
}

// newManager returns a manager that releases its leadership when it stops, and is ready when all checks succeed.
func newManager(config *rest.Config, options manager.Options, checks ...readiness) (manager.Manager, error) {
	options.LeaderElectionReleaseOnCancel = true
	mgr, err := manager.New(config, options)
	if err != nil {
		return nil, fmt.Errorf("failed to create the manager: %w", err)
	}
	if err := mgr.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return nil, err
	}
	for _, add := range checks {
		if err := add(mgr); err != nil {
			return nil, err
		}
	}
	return mgr, nil
}

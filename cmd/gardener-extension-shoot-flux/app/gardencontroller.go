// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"runtime/debug"
	"time"

	"github.com/gardener/gardener/cmd/utils/initrun"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardenerhealthz "github.com/gardener/gardener/pkg/healthz"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	crmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	gardencontroller "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/versionrollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

func newGardenControllerCommand() *cobra.Command {
	o := newGardenControllerOptions()
	command := &cobra.Command{
		Use:           "garden-controller",
		Short:         "Runs the controllers that see all Shoots of a project, on all seeds",
		Args:          printer.NoArguments("it takes flags only"),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(command *cobra.Command, _ []string) error {
			if _, err := initrun.InitRun(command, o, gardenControllerName); err != nil {
				return err
			}
			return runGardenController(command.Context(), o)
		},
	}
	command.SetFlagErrorFunc(printer.ExplainFlagError)
	o.addFlags(command.Flags())
	return command
}

func runGardenController(ctx context.Context, o *gardenControllerOptions) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	mgr, err := newGardenControllerManager(o)
	if err != nil {
		return err
	}
	o.operator.logNotes(mgr.GetLogger())
	projects, err := newProjectWatcher(ctx, mgr, o)
	if err != nil {
		return err
	}
	pushes, err := newPushes(mgr, o, projects, crmetrics.Registry)
	if err != nil {
		return err
	}
	boards, err := newNoticeBoards(ctx, mgr, pushes)
	if err != nil {
		return err
	}
	keys, err := newDeployKeys(ctx, mgr, o, projects, crmetrics.Registry)
	if err != nil {
		return err
	}
	versions, err := newVersionRollout(mgr, o, projects, crmetrics.Registry)
	if err != nil {
		return err
	}
	rollouts, err := newRollouts(mgr, o, projects, versions.Settled, crmetrics.Registry)
	if err != nil {
		return err
	}
	controllers := []gardencontroller.Controller{boards, keys, versions, rollouts, newProjectStatus(mgr, o), &access.Reconciler{
		Garden:      mgr.GetClient(),
		Live:        mgr.GetAPIReader(),
		Events:      mgr.GetEventRecorder(gardenControllerName),
		GracePeriod: o.accessGracePeriod,
		Clock:       clock.RealClock{},
	}}
	if pushes != nil {
		controllers = append(controllers, pushes.reconciler)
	}
	notifications, err := newNotifications(mgr, o, projects, crmetrics.Registry)
	if err != nil {
		return err
	}
	if notifications != nil {
		controllers = append(controllers, notifications)
	}
	if err := gardencontroller.AddToManager(mgr, gardencontroller.Options{
		MaxConcurrentReconciles: o.controller.Completed().MaxConcurrentReconciles,
		ReconciliationTimeout:   time.Minute,
		MaxBackoff:              2 * time.Minute,
	}, controllers...); err != nil {
		return err
	}
	if err := addAccessMetrics(mgr, crmetrics.Registry); err != nil {
		return err
	}
	if err := mgr.Start(ctx); err != nil {
		return fmt.Errorf("failed to run the manager: %w", err)
	}
	return nil
}

// addAccessMetrics has the leader export how many seeds have no access that they need.
func addAccessMetrics(mgr manager.Manager, registry prometheus.Registerer) error {
	if err := registry.Register(&access.Metrics{
		Garden: mgr.GetClient(), Log: mgr.GetLogger().WithName("metrics"), Timeout: 5 * time.Second, Elected: mgr.Elected(),
	}); err != nil {
		return fmt.Errorf("failed to register the metrics of the access of seeds: %w", err)
	}
	return nil
}

// newNoticeBoards returns the controller for the notice boards of the seeds. A change is on a board within about a second.
func newNoticeBoards(ctx context.Context, mgr manager.Manager, pushes *pushParts) (*noticeboard.Controller, error) {
	if err := noticeboard.AddIndex(ctx, mgr.GetFieldIndexer()); err != nil {
		return nil, err
	}
	caches, err := noticeboard.NewCaches(mgr.GetClient(), mgr.GetConfig(), mgr.GetRESTMapper(), pushes != nil)
	if err != nil {
		return nil, err
	}
	reconciler := &noticeboard.Reconciler{
		Caches: caches,
		Garden: mgr.GetClient(),
		Clock:  clock.RealClock{},
		Timing: noticeboard.Timing{Settle: 200 * time.Millisecond, Interval: time.Second, NamespaceRetry: time.Minute},
	}
	if pushes != nil {
		reconciler.Pushes = pushes.fanOut
	}
	return &noticeboard.Controller{Caches: caches, Reconciler: reconciler}, nil
}

// newProjectStatus returns the controller for what no seed can report to projects.
func newProjectStatus(mgr manager.Manager, o *gardenControllerOptions) *projectstatus.Reconciler {
	return &projectstatus.Reconciler{
		Garden: mgr.GetClient(),
		Live:   mgr.GetAPIReader(),
		Clock:  clock.RealClock{},
		Timing: projectstatus.Timing{
			Settle: min(time.Minute, o.statusGracePeriod), Grace: o.statusGracePeriod, Refresh: o.statusRefresh, Sweep: time.Hour,
		},
		Random: mathrand.N[time.Duration],
		Limits: fleet.DefaultLimits(),
	}
}

// newRollouts returns the controller for rollouts. While one is under way, it reads what the project's Shoots report at most every two seconds.
func newRollouts(mgr manager.Manager, o *gardenControllerOptions, projects garden.StateWatcher, version rollout.DefaultVersion, registry prometheus.Registerer) (*rollout.Reconciler, error) {
	phases, err := rollout.NewPhases(registry)
	if err != nil {
		return nil, fmt.Errorf("failed to register the metrics of rollouts: %w", err)
	}
	return &rollout.Reconciler{
		Garden:         mgr.GetClient(),
		Live:           mgr.GetAPIReader(),
		Projects:       projects,
		Resolver:       o.operator.resolver,
		DefaultVersion: version,
		Events:         mgr.GetEventRecorder(gardenControllerName),
		Clock:          clock.RealClock{},
		Interval:       2 * time.Second,
		Phases:         phases,
	}, nil
}

// newVersionRollout returns the controller for the operator's rollout of the default Flux version.
func newVersionRollout(mgr manager.Manager, o *gardenControllerOptions, projects garden.StateWatcher, registry prometheus.Registerer) (*versionrollout.Reconciler, error) {
	phase, err := versionrollout.NewPhase(registry)
	if err != nil {
		return nil, fmt.Errorf("failed to register the metric of the rollout of the default Flux version: %w", err)
	}
	return &versionrollout.Reconciler{
		Garden:   mgr.GetClient(),
		Live:     mgr.GetAPIReader(),
		Projects: projects,
		Rollout:  o.operator.config.VersionRollout,
		Target:   o.operator.resolver.DefaultVersion(),
		Clock:    clock.RealClock{},
		Interval: time.Minute,
		Settled:  versionrollout.NewSettled(o.operator.config.VersionRollout != nil),
		Phase:    phase,
	}, nil
}

// newGardenControllerManager returns a manager for the garden. It keeps of a Shoot what decides about rights, because it sees all of them.
// It elects its leader in the cluster in which it runs; only the leader has a cache. What a controller asks the garden is bounded by the
// time that a reconciliation may take: a bound of the client would end its watches.
func newGardenControllerManager(o *gardenControllerOptions) (manager.Manager, error) {
	scheme, err := gardenScheme()
	if err != nil {
		return nil, err
	}
	config := rest.CopyConfig(o.garden.config)
	config.Timeout = 0

	managerOptions := o.manager.Completed().Options()
	managerOptions.Scheme = scheme
	managerOptions.LeaderElectionConfig = o.runtimeConfig
	managerOptions.LeaderElectionReleaseOnCancel = true
	managerOptions.Cache.DefaultTransform = cache.TransformStripManagedFields()
	managerOptions.Cache.ByObject = map[client.Object]cache.ByObject{
		&gardencorev1beta1.Shoot{}: {Transform: garden.SlimShoot},
		&rbacv1.RoleBinding{}:      {Field: fields.OneTermEqualSelector(metav1.ObjectNameField, access.Name), Transform: access.SlimRoleBinding},
	}
	mgr, err := manager.New(config, managerOptions)
	if err != nil {
		return nil, fmt.Errorf("failed to make the manager: %w", err)
	}
	if err := mgr.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return nil, err
	}
	if err := mgr.AddReadyzCheck("informer-sync", gardenerhealthz.NewCacheSyncHealthz(mgr.GetCache())); err != nil {
		return nil, err
	}
	return mgr, nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	extensionscmdcontroller "github.com/gardener/gardener/extensions/pkg/controller/cmd"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	crmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

func newGardenControllerCommand() *cobra.Command {
	o := newGardenControllerOptions()
	return newServerCommand(&cobra.Command{
		Use:   "garden-controller",
		Short: "Run the controllers that see all Shoots of a project, on all seeds",
		Args:  printer.NoArguments("it takes flags only"),
	}, gardenControllerName, o, o.operator, func(ctx context.Context) (manager.Manager, error) { return newGardenController(ctx, o) })
}

// gardenParts contains the parts that several controllers of the garden controller use.
type gardenParts struct {
	*gardenControllerOptions

	mgr      manager.Manager
	projects *garden.Watcher
	reports  *garden.Reports
	// defaultVersion is the default Flux version that all Shoots may have according to the operator's version rollout.
	defaultVersion *garden.DefaultVersion
	// holds exports the ends of the holds of all rollouts.
	holds *rollout.Holds
	// identity is the identity of the garden.
	identity string
	// hooks and fanOut are nil if the operator does not enable webhooks.
	hooks  *push.Hooks
	fanOut *push.FanOut
}

func newGardenController(ctx context.Context, o *gardenControllerOptions) (manager.Manager, error) {
	mgr, err := newGardenControllerManager(o)
	if err != nil {
		return nil, err
	}
	p := &gardenParts{gardenControllerOptions: o, mgr: mgr, defaultVersion: garden.NewDefaultVersion(o.operator.config.Rollouts.HasFluxVersion()), holds: rollout.NewHolds(crmetrics.Registry)}
	if p.identity, err = gardenIdentity(ctx, mgr.GetAPIReader()); err != nil {
		return nil, err
	}
	if p.projects, err = newProjectWatcher(ctx, mgr, o); err != nil {
		return nil, err
	}
	if p.reports, err = garden.NewReports(ctx, endless(o.garden.config), gardenMapper(), mgr.GetLogger().WithName("projects")); err != nil {
		return nil, err
	}
	if err := mgr.Add(p.reports); err != nil {
		return nil, fmt.Errorf("failed to add the watch of reports: %w", err)
	}
	if o.operator.config.Push != nil {
		p.hooks = push.NewHooks()
		p.fanOut = push.NewFanOut(mgr.GetClient(), p.hooks, clock.RealClock{})
	}
	controllers := []addable{p.newProjectStatus(), p.newAccess(), p.newVersionRollout(), p.newRollouts()}
	if baseline := p.newBaselineRollout(); o.operator.config.Rollouts.HasBaseline() {
		controllers = append(controllers, baseline)
	}
	builders := []func(context.Context) (addable, error){p.newNoticeBoards, p.newDeployKeys, p.newCommitStatuses}
	if o.operator.config.Push != nil {
		builders = append(builders, p.newPushes)
	}
	if o.operator.config.Notifications != nil {
		builders = append(builders, p.newNotifications)
	}
	for _, build := range builders {
		built, err := build(ctx)
		if err != nil {
			return nil, err
		}
		controllers = append(controllers, built)
	}
	if err := addAll(mgr, controllers, o.controller, time.Minute); err != nil {
		return nil, fmt.Errorf("failed to add a controller: %w", err)
	}
	// Only the leader exports the number of seeds that lack access to a project.
	if err := crmetrics.Registry.Register(&access.Metrics{
		Garden: mgr.GetClient(), Log: mgr.GetLogger().WithName("metrics"), Timeout: 5 * time.Second, Elected: mgr.Elected(),
	}); err != nil {
		return nil, fmt.Errorf("failed to register the metrics of the access of seeds: %w", err)
	}
	return mgr, nil
}

// newGardenControllerManager returns a manager for the garden. Its cache holds all Shoots, so it stores only the fields
// of a Shoot that controllers read. The leader election uses a Lease in the runtime cluster, and only the leader has a
// cache. The client has no timeout, because it would end watches; the timeout of each reconciliation limits requests.
func newGardenControllerManager(o *gardenControllerOptions) (manager.Manager, error) {
	managerOptions, err := o.gardenManagerOptions()
	if err != nil {
		return nil, err
	}
	managerOptions.Cache.DefaultTransform = cache.TransformStripManagedFields()
	managerOptions.Cache.ByObject = map[client.Object]cache.ByObject{
		&gardencorev1beta1.Shoot{}: {Transform: garden.SlimShoot},
		&rbacv1.RoleBinding{}:      {Field: fields.OneTermEqualSelector(metav1.ObjectNameField, access.Name), Transform: access.SlimRoleBinding},
	}
	return newManager(endless(o.garden.config), managerOptions, cacheReady)
}

// gardenControllerName is the name of the component, and of its Deployment in the chart.
const gardenControllerName = fluxv1alpha1.ExtensionName + "-garden-controller"

// gardenControllerOptions contains the flags of the garden controller.
type gardenControllerOptions struct {
	serverOptions

	controller *extensionscmdcontroller.ControllerOptions

	accessGracePeriod, statusGracePeriod, statusRefresh time.Duration
	notificationSettle                                  time.Duration
	pushBindAddress, pushCertDir                        string
}

func newGardenControllerOptions() *gardenControllerOptions {
	controllerOptions := &extensionscmdcontroller.ControllerOptions{MaxConcurrentReconciles: 5}
	options := newServerOptions(gardenControllerName, controllerOptions)
	// After a start, it reads several ConfigMaps of each project.
	options.garden.qps, options.garden.burst = 250, 300
	return &gardenControllerOptions{
		serverOptions:      options,
		controller:         controllerOptions,
		accessGracePeriod:  time.Hour,
		statusGracePeriod:  15 * time.Minute,
		statusRefresh:      10 * time.Minute,
		notificationSettle: time.Minute,
		pushBindAddress:    ":10260",
	}
}

// AddFlags adds the flags of the garden controller.
func (o *gardenControllerOptions) AddFlags(fs *pflag.FlagSet) {
	o.serverOptions.AddFlags(fs)
	fs.DurationVar(&o.accessGracePeriod, "access-grace-period", o.accessGracePeriod, "Time for which a seed keeps access to a project after its last Shoot with Flux in that project.")
	fs.DurationVar(&o.statusGracePeriod, "status-grace-period", o.statusGracePeriod, "Time without an entry in flux-status after which a Shoot with Flux gets an entry with state NotReported.")
	fs.DurationVar(&o.statusRefresh, "status-refresh", o.statusRefresh, "Maximum value of --status-refresh on all seeds.")
	fs.DurationVar(&o.notificationSettle, "notification-settle", o.notificationSettle, "Time after which messages report a problem of a Shoot, if the configuration allows hosts of receivers (notifications). Other intervals of messages are multiples of it.")
	fs.StringVar(&o.pushBindAddress, "push-bind-address", o.pushBindAddress, "Address of the TLS server for webhooks of projects, if the configuration enables them (push).")
	fs.StringVar(&o.pushCertDir, "push-cert-dir", o.pushCertDir, "Directory with tls.crt and tls.key of the server for webhooks. If not set, the server generates a certificate, for use behind an ingress.")
}

// Validate rejects options that would keep the garden controller idle.
func (o *gardenControllerOptions) Validate() error {
	return errors.Join(
		check(o.accessGracePeriod >= 0, "--access-grace-period", "not be negative"),
		check(o.statusGracePeriod > 0, "--status-grace-period", positive),
		check(o.statusRefresh > 0, "--status-refresh", positive),
		check(o.notificationSettle > 0, "--notification-settle", positive),
		check(o.controller.MaxConcurrentReconciles > 0, "--max-concurrent-reconciles", positive),
		o.garden.validate(),
	)
}

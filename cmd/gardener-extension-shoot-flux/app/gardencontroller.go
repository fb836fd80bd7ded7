// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gardener/gardener/cmd/utils/initrun"
	extensionscmdcontroller "github.com/gardener/gardener/extensions/pkg/controller/cmd"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	crmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

func newGardenControllerCommand() *cobra.Command {
	o := newGardenControllerOptions()
	return newServerCommand(&cobra.Command{
		Use:   "garden-controller",
		Short: "Runs the controllers that see all Shoots of a project, on all seeds",
		Args:  printer.NoArguments("it takes flags only"),
	}, gardenControllerName, o, o.operator, func(ctx context.Context) error { return runGardenController(ctx, o) })
}

func runGardenController(ctx context.Context, o *gardenControllerOptions) error {
	limitMemory()
	mgr, err := newGardenControllerManager(o)
	if err != nil {
		return err
	}
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
	versions := newVersionRollout(mgr, o, projects, crmetrics.Registry)
	rollouts := newRollouts(mgr, o, projects, versions.DefaultVersion, crmetrics.Registry)
	controllers := []gardenController{boards, keys, versions, rollouts, newProjectStatus(mgr, o), &access.Reconciler{
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
	for _, c := range controllers {
		if err := c.AddToManager(mgr, controller.Options{
			MaxConcurrentReconciles: o.controller.Completed().MaxConcurrentReconciles,
			ReconciliationTimeout:   time.Minute,
			RateLimiter: workqueue.NewTypedWithMaxWaitRateLimiter(
				workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](), 2*time.Minute), // Controllers must not share it.
		}); err != nil {
			return fmt.Errorf("failed to add a controller: %w", err)
		}
	}
	if err := addAccessMetrics(mgr, crmetrics.Registry); err != nil {
		return err
	}
	return start(ctx, mgr)
}

type gardenController interface {
	AddToManager(mgr manager.Manager, options controller.Options) error
}

// newGardenControllerManager returns a manager for the garden. Its cache stores only the parts of a Shoot that
// controllers read, because it holds all Shoots. It elects its leader in the runtime cluster; only the leader has a
// cache. The timeout of a reconciliation limits requests, because a timeout of the client would end watches.
func newGardenControllerManager(o *gardenControllerOptions) (manager.Manager, error) {
	scheme, err := gardenScheme()
	if err != nil {
		return nil, err
	}
	managerOptions := o.manager.Completed().Options()
	managerOptions.Scheme = scheme
	managerOptions.LeaderElectionConfig = o.runtimeConfig
	managerOptions.Cache.DefaultTransform = cache.TransformStripManagedFields()
	managerOptions.Cache.ByObject = map[client.Object]cache.ByObject{
		&gardencorev1beta1.Shoot{}: {Transform: garden.SlimShoot},
		&rbacv1.RoleBinding{}:      {Field: fields.OneTermEqualSelector(metav1.ObjectNameField, access.Name), Transform: access.SlimRoleBinding},
	}
	return newManager(endless(o.garden.config), managerOptions, cacheReady)
}

// gardenControllerName is the name of the component, and of its Deployment in the chart.
const gardenControllerName = fluxv1alpha1.ExtensionName + "-garden-controller"

// gardenControllerOptions are the flags of the garden controller, in the structure of Gardener's extensions, and the
// values computed from them.
type gardenControllerOptions struct {
	rest       *extensionscmdcontroller.RESTOptions
	manager    *extensionscmdcontroller.ManagerOptions
	controller *extensionscmdcontroller.ControllerOptions
	garden     *gardenOptions
	operator   *operatorOptions

	accessGracePeriod, statusGracePeriod, statusRefresh time.Duration
	notificationSettle                                  time.Duration
	pushBindAddress, pushCertDir                        string

	runtimeConfig *rest.Config
}

var _ initrun.Options = &gardenControllerOptions{}

func newGardenControllerOptions() *gardenControllerOptions {
	return &gardenControllerOptions{
		rest: &extensionscmdcontroller.RESTOptions{},
		manager: &extensionscmdcontroller.ManagerOptions{
			LeaderElection:          true,
			LeaderElectionID:        extensionscmdcontroller.LeaderElectionNameID(gardenControllerName),
			LeaderElectionNamespace: os.Getenv("LEADER_ELECTION_NAMESPACE"),
		},
		controller: &extensionscmdcontroller.ControllerOptions{MaxConcurrentReconciles: 5},
		garden:     &gardenOptions{qps: 50, burst: 100},
		operator:   &operatorOptions{},

		accessGracePeriod:  time.Hour,
		statusGracePeriod:  15 * time.Minute,
		statusRefresh:      10 * time.Minute,
		notificationSettle: time.Minute,
		pushBindAddress:    ":10260",
	}
}

func (o *gardenControllerOptions) all() extensionscmdcontroller.OptionAggregator {
	return extensionscmdcontroller.NewOptionAggregator(o.rest, o.manager, o.controller, o.garden, o.operator)
}

func (o *gardenControllerOptions) addFlags(fs *pflag.FlagSet) {
	options := o.all()
	options.AddFlags(fs)
	fs.DurationVar(&o.accessGracePeriod, "access-grace-period", o.accessGracePeriod, "Time for which a seed keeps access to a project after its last Shoot with Flux in that project.")
	fs.DurationVar(&o.statusGracePeriod, "status-grace-period", o.statusGracePeriod, "Time without an entry in flux-status after which a Shoot with Flux gets an entry with state NotReported.")
	fs.DurationVar(&o.statusRefresh, "status-refresh", o.statusRefresh, "Longest value of --status-refresh on all seeds.")
	fs.DurationVar(&o.notificationSettle, "notification-settle", o.notificationSettle, "Time after which messages report a problem of a Shoot, if the configuration allows hosts of receivers (notifications). Other intervals of messages are multiples of it.")
	fs.StringVar(&o.pushBindAddress, "push-bind-address", o.pushBindAddress, "Address of the TLS server for webhooks of projects, if the configuration enables them (push).")
	fs.StringVar(&o.pushCertDir, "push-cert-dir", o.pushCertDir, "Directory with the certificate of that server, tls.crt and tls.key. Without it, the server generates one, for use behind an ingress.")
}

// Complete computes the client configurations. The runtime cluster follows from the pod's ServiceAccount, or from the
// flag for a kubeconfig.
func (o *gardenControllerOptions) Complete() error {
	options := o.all()
	if err := options.Complete(); err != nil {
		return err
	}
	o.runtimeConfig = o.rest.Completed().Config
	return nil
}

// Validate refuses values that would keep the garden controller idle.
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

// LogConfig returns level and format of the log.
func (o *gardenControllerOptions) LogConfig() (string, string) {
	return o.manager.LogLevel, o.manager.LogFormat
}

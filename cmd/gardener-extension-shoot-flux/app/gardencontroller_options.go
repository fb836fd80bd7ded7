// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"os"
	"time"

	"github.com/gardener/gardener/cmd/utils/initrun"
	extensionscmdcontroller "github.com/gardener/gardener/extensions/pkg/controller/cmd"
	"github.com/spf13/pflag"
	"k8s.io/client-go/rest"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// gardenControllerName is the name of the component, and in the chart that of its Deployment.
const gardenControllerName = fluxv1alpha1.ExtensionName + "-garden-controller"

// gardenControllerOptions are the flags of the garden controller, as those of Gardener's extensions, and what is computed from them.
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
	fs.DurationVar(&o.accessGracePeriod, "access-grace-period", o.accessGracePeriod, "Time for which a seed keeps the access to a project after its last Shoot with Flux of that project is gone.")
	fs.DurationVar(&o.statusGracePeriod, "status-grace-period", o.statusGracePeriod, "Time without an entry in flux-status after which a Shoot with Flux gets one with state NotReported.")
	fs.DurationVar(&o.statusRefresh, "status-refresh", o.statusRefresh, "Longest time between two checks that a seed makes of its entries in flux-status, on all seeds.")
	fs.DurationVar(&o.notificationSettle, "notification-settle", o.notificationSettle, "Time for which a Shoot has to have a problem before messages report it, if the configuration allows hosts of receivers (notifications). Other times of messages follow from it.")
	fs.StringVar(&o.pushBindAddress, "push-bind-address", o.pushBindAddress, "Address of the TLS server for webhooks of projects, if the configuration offers them (push).")
	fs.StringVar(&o.pushCertDir, "push-cert-dir", o.pushCertDir, "Directory with the certificate of that server, tls.crt and tls.key. Without it, the server makes up one, for use behind an ingress.")
}

// Complete computes the client configurations. The cluster in which the process runs is that of its ServiceAccount or of the flag for a
// kubeconfig.
func (o *gardenControllerOptions) Complete() error {
	options := o.all()
	if err := options.Complete(); err != nil {
		return err
	}
	o.runtimeConfig = o.rest.Completed().Config
	return nil
}

// Validate refuses values with which the garden controller would do nothing.
func (o *gardenControllerOptions) Validate() error {
	var gracePeriod error
	if o.accessGracePeriod < 0 {
		gracePeriod = errors.New("--access-grace-period must not be negative")
	}
	return errors.Join(
		gracePeriod,
		positive("--status-grace-period", o.statusGracePeriod.Seconds()),
		positive("--status-refresh", o.statusRefresh.Seconds()),
		positive("--notification-settle", o.notificationSettle.Seconds()),
		positive("--max-concurrent-reconciles", float64(o.controller.MaxConcurrentReconciles)),
		o.garden.validate(),
	)
}

// LogConfig returns level and format of the log.
func (o *gardenControllerOptions) LogConfig() (string, string) {
	return o.manager.LogLevel, o.manager.LogFormat
}

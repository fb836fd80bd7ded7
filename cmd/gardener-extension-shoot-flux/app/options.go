// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/Masterminds/semver/v3"
	"github.com/gardener/gardener/cmd/utils/initrun"
	extensionscmdcontroller "github.com/gardener/gardener/extensions/pkg/controller/cmd"
	heartbeatcmd "github.com/gardener/gardener/extensions/pkg/controller/heartbeat/cmd"
	extensionscmdwebhook "github.com/gardener/gardener/extensions/pkg/webhook/cmd"
	"github.com/spf13/pflag"
	"k8s.io/client-go/rest"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/resourcemanager"
)

const (
	// accessClusterWide is the access to all projects of the garden.
	accessClusterWide = "ClusterWide"
	// accessPerProject is the access to the projects with Shoots on the seed, which the garden controller grants.
	accessPerProject = "PerProject"
)

// options are the flags of the controller, as Gardener's extensions have them, and what is computed from them.
type options struct {
	general    *extensionscmdcontroller.GeneralOptions
	rest       *extensionscmdcontroller.RESTOptions
	manager    *extensionscmdcontroller.ManagerOptions
	controller *extensionscmdcontroller.ControllerOptions
	reconciler *extensionscmdcontroller.ReconcilerOptions
	heartbeat  *heartbeatcmd.Options
	webhook    *extensionscmdwebhook.AddToManagerOptions
	operator   *operatorOptions
	garden     *gardenOptions

	seedQPS          float32
	seedBurst        int
	healthSyncPeriod time.Duration
	healthThreshold  time.Duration
	objectsPeriod    time.Duration
	objectsLimit     int
	statusInterval   time.Duration
	statusRefresh    time.Duration
	gardenIdentity   string
	seedName         string
	access           string

	seedConfig *rest.Config
	metrics    *metrics.Metrics
}

var _ initrun.Options = &options{}

func newOptions() *options {
	general := &extensionscmdcontroller.GeneralOptions{}
	o := &options{
		general: general,
		rest:    &extensionscmdcontroller.RESTOptions{},
		manager: &extensionscmdcontroller.ManagerOptions{
			LeaderElection:          true,
			LeaderElectionID:        extensionscmdcontroller.LeaderElectionNameID(fluxv1alpha1.ExtensionName),
			LeaderElectionNamespace: os.Getenv("LEADER_ELECTION_NAMESPACE"),
			WebhookServerPort:       10250,
			WebhookCertDir:          "/tmp/" + fluxv1alpha1.ExtensionName + "-cert",
		},
		controller: &extensionscmdcontroller.ControllerOptions{MaxConcurrentReconciles: 20},
		reconciler: &extensionscmdcontroller.ReconcilerOptions{},
		heartbeat:  &heartbeatcmd.Options{ExtensionName: fluxv1alpha1.ExtensionName, RenewIntervalSeconds: 30, Namespace: os.Getenv("LEADER_ELECTION_NAMESPACE")},
		operator:   &operatorOptions{},
		garden:     &gardenOptions{qps: 50, burst: 100},
		seedQPS:    250, seedBurst: 300,
		healthSyncPeriod: time.Minute,
		healthThreshold:  2 * time.Minute,
		objectsPeriod:    6 * time.Minute,
		objectsLimit:     5000,
		statusInterval:   10 * time.Second,
		statusRefresh:    10 * time.Minute,
		access:           accessClusterWide,
	}
	o.webhook = extensionscmdwebhook.NewAddToManagerOptions(
		fluxv1alpha1.ExtensionName, "", nil, general,
		&extensionscmdwebhook.ServerOptions{Namespace: os.Getenv("WEBHOOK_CONFIG_NAMESPACE")},
		extensionscmdwebhook.NewSwitchOptions(extensionscmdwebhook.Switch(resourcemanager.Name, o.newWebhook)),
	)
	return o
}

func (o *options) addFlags(fs *pflag.FlagSet) {
	aggregated := extensionscmdcontroller.NewOptionAggregator(
		o.rest, o.manager, o.controller, o.reconciler,
		extensionscmdcontroller.PrefixOption("heartbeat-", o.heartbeat),
		o.webhook, o.operator, o.garden,
	)
	aggregated.AddFlags(fs)
	fs.Float32Var(&o.seedQPS, "seed-client-qps", o.seedQPS, "Requests per second to the seed's API server.")
	fs.IntVar(&o.seedBurst, "seed-client-burst", o.seedBurst, "Requests to the seed's API server that may exceed --seed-client-qps for a moment.")
	fs.DurationVar(&o.healthSyncPeriod, "health-sync-period", o.healthSyncPeriod, "Time between two health checks of Flux in a healthy shoot.")
	fs.DurationVar(&o.healthThreshold, "health-threshold", o.healthThreshold, "Time for which a transient failure, such as a Git host that does not answer, has to last before a condition changes.")
	fs.DurationVar(&o.objectsPeriod, "health-objects-period", o.objectsPeriod, "Time between two reads of all of Flux's objects in a shoot in which all are ready and nothing has changed.")
	fs.IntVar(&o.objectsLimit, "health-objects-limit", o.objectsLimit, "Number of Flux's objects and workloads that are read in a shoot. A shoot with more is not reported as ready.")
	fs.DurationVar(&o.statusInterval, "status-interval", o.statusInterval, "Minimum time between two updates of the ConfigMap flux-status of a project.")
	fs.DurationVar(&o.statusRefresh, "status-refresh", o.statusRefresh, "Time after which the entries in the ConfigMap flux-status are checked although nothing has changed. It has to be the same on all seeds.")
	fs.StringVar(&o.seedName, "seed-name", o.seedName, "Name of the seed, which is part of the entries in the ConfigMap flux-status.")
	fs.StringVar(&o.access, "access", o.access, "Where the process has access in the garden: to all projects (ClusterWide), which it watches; or to those with Shoots on the seed (PerProject), whose changes it learns from the notice board that the garden controller keeps.")
	fs.StringVar(&o.gardenIdentity, "garden-cluster-identity", o.gardenIdentity, "The garden's cluster identity, for SHOOT_INFO_GARDEN_CLUSTER_IDENTITY.")
}

// Complete computes the client configurations.
func (o *options) Complete() error {
	for _, option := range []extensionscmdcontroller.Completer{
		o.operator, o.rest, o.manager, o.controller, o.reconciler, o.heartbeat, o.webhook, o.garden,
	} {
		if err := option.Complete(); err != nil {
			return err
		}
	}
	o.operator.leaveGitHosts()
	o.seedConfig = o.rest.Completed().Config
	o.seedConfig.QPS, o.seedConfig.Burst = o.seedQPS, o.seedBurst
	return nil
}

// Validate refuses values with which the controller would do harm or nothing.
func (o *options) Validate() error {
	return errors.Join(
		validateGardenerVersion(o.general.GardenerVersion),
		o.heartbeat.Validate(),
		positive("--max-concurrent-reconciles", float64(o.controller.MaxConcurrentReconciles)),
		positive("--seed-client-qps", float64(o.seedQPS)),
		positive("--seed-client-burst", float64(o.seedBurst)),
		o.garden.validate(),
		o.validateHealth(),
		o.validateStatus(),
		o.validateAccess(),
	)
}

func (o *options) validateAccess() error {
	if o.access != accessClusterWide && o.access != accessPerProject {
		return fmt.Errorf("--access must be %s or %s", accessClusterWide, accessPerProject)
	}
	return nil
}

func (o *options) validateStatus() error {
	if o.statusInterval < time.Second {
		return errors.New("--status-interval must be at least 1s")
	}
	if o.statusRefresh < o.statusInterval {
		return errors.New("--status-refresh must not be less than --status-interval")
	}
	if o.seedName == "" {
		return errors.New("--seed-name is not set: without it, seeds would overwrite each other's entries in ConfigMap flux-status")
	}
	return nil
}

func (o *options) validateHealth() error {
	var period, threshold, objects, limit error
	if o.healthSyncPeriod < time.Second {
		period = errors.New("--health-sync-period must be at least 1s")
	}
	if o.healthThreshold < 0 {
		threshold = errors.New("--health-threshold must not be negative")
	}
	if o.objectsPeriod < time.Second {
		objects = errors.New("--health-objects-period must be at least 1s")
	}
	if o.objectsLimit < 1 {
		limit = errors.New("--health-objects-limit must be at least 1")
	}
	return errors.Join(period, threshold, objects, limit)
}

func positive(flag string, value float64) error {
	if value <= 0 {
		return fmt.Errorf("%s must be greater than 0", flag)
	}
	return nil
}

// validateGardenerVersion refuses a Gardener whose gardener-resource-manager would not start with the argument that the
// webhook adds. Pre-releases count as the version they lead to, because that is what runs in development landscapes.
func validateGardenerVersion(value string) error {
	if value == "" {
		return errors.New("--gardener-version is not set: it is needed to know whether this Gardener is supported")
	}
	version, err := semver.NewVersion(value)
	if err != nil {
		return fmt.Errorf("--gardener-version %q: %w", value, err)
	}
	minimum := semver.MustParse(resourcemanager.MinimumGardenerVersion)
	if version.Major() < minimum.Major() || (version.Major() == minimum.Major() && version.Minor() < minimum.Minor()) {
		return fmt.Errorf("Gardener %s is not supported: its gardener-resource-manager cannot manage namespace %s of a shoot. Update Gardener to v%s or newer",
			value, fluxv1alpha1.FluxNamespace, resourcemanager.MinimumGardenerVersion)
	}
	return nil
}

// LogConfig returns level and format of the log.
func (o *options) LogConfig() (string, string) {
	return o.manager.LogLevel, o.manager.LogFormat
}

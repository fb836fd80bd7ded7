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
	extensionscmdcontroller "github.com/gardener/gardener/extensions/pkg/controller/cmd"
	heartbeatcmd "github.com/gardener/gardener/extensions/pkg/controller/heartbeat/cmd"
	extensionscmdwebhook "github.com/gardener/gardener/extensions/pkg/webhook/cmd"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/resourcemanager"
)

const (
	// accessClusterWide means that the seed has access to all projects of the garden.
	accessClusterWide = "ClusterWide"
	// accessPerProject means that the garden controller grants the seed access only to projects with Shoots on the seed.
	accessPerProject = "PerProject"
)

// serverOptions contains the flags that all components have, structured as in other Gardener extensions.
type serverOptions struct {
	rest     *extensionscmdcontroller.RESTOptions
	manager  *extensionscmdcontroller.ManagerOptions
	operator *operatorOptions
	garden   *gardenOptions
	// own contains the options of one component.
	own []extensionscmdcontroller.Option
}

// newServerOptions returns the options of a component.
func newServerOptions(component string, own ...extensionscmdcontroller.Option) serverOptions {
	return serverOptions{
		rest: &extensionscmdcontroller.RESTOptions{},
		manager: &extensionscmdcontroller.ManagerOptions{
			LeaderElection:          true,
			LeaderElectionID:        extensionscmdcontroller.LeaderElectionNameID(component),
			LeaderElectionNamespace: os.Getenv("LEADER_ELECTION_NAMESPACE"),
			WebhookServerPort:       10250,
			WebhookCertDir:          "/tmp/" + component + "-cert",
		},
		operator: &operatorOptions{},
		garden:   &gardenOptions{qps: 50, burst: 100},
		own:      own,
	}
}

func (o *serverOptions) all() extensionscmdcontroller.OptionAggregator {
	return extensionscmdcontroller.NewOptionAggregator(append(o.own, o.operator, o.rest, o.manager, o.garden)...)
}

// AddFlags adds the flags of all options.
func (o *serverOptions) AddFlags(fs *pflag.FlagSet) {
	options := o.all()
	options.AddFlags(fs)
}

// Complete reads the operator's configuration and computes the client configurations.
func (o *serverOptions) Complete() error {
	options := o.all()
	return options.Complete()
}

// LogConfig returns the level and the format of the log.
func (o *serverOptions) LogConfig() (string, string) { return o.manager.LogLevel, o.manager.LogFormat }

// options contains the flags of the controllers in a seed, and the values computed from them.
type options struct {
	serverOptions

	general    *extensionscmdcontroller.GeneralOptions
	controller *extensionscmdcontroller.ControllerOptions
	reconciler *extensionscmdcontroller.ReconcilerOptions
	heartbeat  *heartbeatcmd.Options
	webhook    *extensionscmdwebhook.AddToManagerOptions

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
	// shoot is the self-hosted Shoot in which the process runs, if the flag --self-hosted-shoot-cluster is set.
	shoot types.NamespacedName

	seedConfig *rest.Config
	metrics    *metrics.Metrics
}

func newOptions() *options {
	o := &options{
		general:    &extensionscmdcontroller.GeneralOptions{},
		controller: &extensionscmdcontroller.ControllerOptions{MaxConcurrentReconciles: 20},
		reconciler: &extensionscmdcontroller.ReconcilerOptions{},
		heartbeat:  &heartbeatcmd.Options{ExtensionName: fluxv1alpha1.ExtensionName, RenewIntervalSeconds: 30, Namespace: os.Getenv("LEADER_ELECTION_NAMESPACE")},
		seedQPS:    250, seedBurst: 300,
		healthSyncPeriod: time.Minute,
		healthThreshold:  2 * time.Minute,
		objectsPeriod:    6 * time.Minute,
		objectsLimit:     5000,
		statusInterval:   10 * time.Second,
		statusRefresh:    10 * time.Minute,
		access:           accessClusterWide,
		shoot:            types.NamespacedName{Namespace: os.Getenv(v1beta1constants.EnvShootNamespace), Name: os.Getenv(v1beta1constants.EnvShootName)},
	}
	o.webhook = extensionscmdwebhook.NewAddToManagerOptions(
		fluxv1alpha1.ExtensionName, "", nil, o.general,
		&extensionscmdwebhook.ServerOptions{Namespace: os.Getenv("WEBHOOK_CONFIG_NAMESPACE")},
		extensionscmdwebhook.NewSwitchOptions(extensionscmdwebhook.Switch(resourcemanager.Name, o.newWebhook)),
	)
	o.serverOptions = newServerOptions(fluxv1alpha1.ExtensionName,
		o.controller, o.reconciler, extensionscmdcontroller.PrefixOption("heartbeat-", o.heartbeat), o.webhook)
	return o
}

// AddFlags adds the flags of the controllers in a seed.
func (o *options) AddFlags(fs *pflag.FlagSet) {
	o.serverOptions.AddFlags(fs)
	fs.Float32Var(&o.seedQPS, "seed-client-qps", o.seedQPS, "Requests per second to the seed's API server.")
	fs.IntVar(&o.seedBurst, "seed-client-burst", o.seedBurst, "Burst of requests to the seed's API server above --seed-client-qps.")
	fs.DurationVar(&o.healthSyncPeriod, "health-sync-period", o.healthSyncPeriod, "Time between two health checks of Flux in a healthy shoot.")
	fs.DurationVar(&o.healthThreshold, "health-threshold", o.healthThreshold, "Time after which a transient failure, such as a Git host that does not respond, changes a condition.")
	fs.DurationVar(&o.objectsPeriod, "health-objects-period", o.objectsPeriod, "Time between two reads of all Flux objects in a shoot while all are ready and unchanged.")
	fs.IntVar(&o.objectsLimit, "health-objects-limit", o.objectsLimit, "Maximum number of Flux objects and workloads to read in a shoot. A shoot with more is not reported as ready.")
	fs.DurationVar(&o.statusInterval, "status-interval", o.statusInterval, "Minimum time between two updates of a project's ConfigMap flux-status.")
	fs.DurationVar(&o.statusRefresh, "status-refresh", o.statusRefresh, "Time after which unchanged entries in ConfigMap flux-status are checked and confirmed, at most 10m. Use the same value on all seeds.")
	fs.StringVar(&o.seedName, "seed-name", o.seedName, "Name of the seed, for its entries in ConfigMap flux-status.")
	fs.StringVar(&o.access, "access", o.access, "Access in the garden: ClusterWide watches all projects; PerProject reads projects with Shoots on the seed, and watches the notice board of the garden controller for changes.")
	fs.StringVar(&o.gardenIdentity, "garden-cluster-identity", o.gardenIdentity, "The garden's cluster identity, for SHOOT_INFO_GARDEN_CLUSTER_IDENTITY.")
}

// Complete computes the client configurations, disables the check of Git hosts, and adds the notes on images.
func (o *options) Complete() error {
	if err := o.serverOptions.Complete(); err != nil {
		return err
	}
	o.operator.acceptAnyGitHost()
	o.operator.renders()
	o.seedConfig = o.rest.Completed().Config
	o.seedConfig.QPS, o.seedConfig.Burst = o.seedQPS, o.seedBurst
	kube.ListConsistently(o.seedConfig)
	return nil
}

// Validate rejects options that would cause damage or keep the controllers idle.
func (o *options) Validate() error {
	return errors.Join(
		validateGardenerVersion(o.general.GardenerVersion),
		o.heartbeat.Validate(),
		o.validateReporter(),
		o.garden.validate(),
		check(o.webhook.Server.Namespace != "", "--webhook-config-namespace", "be set: it contains the certificates"),
		check(o.controller.MaxConcurrentReconciles > 0, "--max-concurrent-reconciles", positive),
		check(o.seedQPS > 0, "--seed-client-qps", positive),
		check(o.seedBurst > 0, "--seed-client-burst", positive),
		check(o.healthSyncPeriod >= time.Second, "--health-sync-period", "be at least 1s"),
		check(o.healthThreshold >= 0, "--health-threshold", "not be negative"),
		check(o.objectsPeriod >= time.Second, "--health-objects-period", "be at least 1s"),
		check(o.objectsLimit >= 1, "--health-objects-limit", "be at least 1"),
		check(o.statusInterval >= time.Second, "--status-interval", "be at least 1s"),
		check(o.statusRefresh >= o.statusInterval, "--status-refresh", "not be less than --status-interval"),
		check(o.statusRefresh <= fluxv1alpha1.ConfirmPeriod, "--status-refresh", "not exceed 10m, because older reports do not count"),
		check(o.access == accessClusterWide || o.access == accessPerProject, "--access", "be "+accessClusterWide+" or "+accessPerProject),
	)
}

// isSelfHosted returns whether the process runs in a self-hosted Shoot, which it serves, and not in a seed.
func (o *options) isSelfHosted() bool { return o.general.SelfHostedShootCluster }

// isConfined returns whether the garden controller grants the access to each project.
func (o *options) isConfined() bool { return o.access == accessPerProject || o.isSelfHosted() }

// reporter returns the name under which the process reports Shoots to their projects: that of the seed, or one that
// shows that there is no seed.
func (o *options) reporter() string {
	if o.isSelfHosted() {
		return fluxv1alpha1.SelfHostedPrefix + o.shoot.Name
	}
	return o.seedName
}

func (o *options) validateReporter() error {
	switch {
	case !o.isSelfHosted() && o.seedName == "":
		return errors.New("--seed-name is not set: without it, seeds would overwrite each other's entries in ConfigMap flux-status")
	case o.isSelfHosted() && o.seedName != "":
		return errors.New("--self-hosted-shoot-cluster and --seed-name are both set: in a self-hosted Shoot that is a seed, the extension would have access to the project of this Shoot only")
	case o.isSelfHosted() && (o.shoot.Namespace == "" || o.shoot.Name == ""):
		return fmt.Errorf("environment variables %s and %s are not set: with --self-hosted-shoot-cluster they name the Shoot. gardenlet sets them", v1beta1constants.EnvShootNamespace, v1beta1constants.EnvShootName)
	}
	return nil
}

// positive is the requirement for most numeric flags.
const positive = "be greater than 0"

// check returns an error unless the flag has a valid value.
func check(valid bool, flag, requirement string) error {
	if valid {
		return nil
	}
	return fmt.Errorf("%s must %s", flag, requirement)
}

// validateGardenerVersion rejects a Gardener version with a gardener-resource-manager that cannot manage the namespace
// of Flux. A pre-release counts as its release, because development landscapes run pre-releases.
func validateGardenerVersion(value string) error {
	if value == "" {
		return errors.New("--gardener-version is not set: it decides whether this Gardener is supported")
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

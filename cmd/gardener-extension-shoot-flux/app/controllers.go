// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"time"

	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	crmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	fluxextension "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension"
	healthcontroller "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/propagation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/seedreport"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/shootdeletion"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

const (
	// seedTimeout limits the duration of one reconciliation in a seed.
	seedTimeout = 3 * time.Minute
	// propagated is the priority of changes of a project that its Shoots get without an operation. Operations of gardenlet
	// have priority 0, so that a new Shoot does not wait until all other Shoots of its project have a change.
	propagated = -1
)

// sharedParts contains the clients and stores that several controllers use.
type sharedParts struct {
	seed       client.Client
	garden     client.Client
	board      *garden.SeedBoard
	watcher    garden.StateWatcher
	releases   *garden.Releases
	events     events.EventRecorder
	deliverer  *managedresource.Deliverer
	conditions *statuswriter.Writer
	shoots     *connection.Clients
	keys       *secrets.Store
	statuses   *garden.StatusConfigMaps
	costs      *kube.Costs
}

func newSharedParts(ctx context.Context, mgr manager.Manager, gardenClient client.Client, o *options) (*sharedParts, error) {
	// The board sends no requests before a watcher uses it.
	board, err := garden.NewSeedBoard(ctx, endless(o.garden.config), gardenMapper(), gardenerutils.ComputeGardenNamespace(o.seedName), mgr.GetLogger().WithName("projects"))
	if err != nil {
		return nil, err
	}
	watcher, err := newWatcher(ctx, mgr, board, o)
	if err != nil {
		return nil, err
	}
	releases, err := newReleases(mgr, board, o)
	if err != nil {
		return nil, err
	}
	statusClient, err := newGardenClient(o.garden.share(5))
	if err != nil {
		return nil, err
	}
	gardenEvents, err := newGardenEvents(ctx, o.garden.config)
	if err != nil {
		return nil, err
	}
	resources, err := seed.WatchManagedResources(mgr)
	if err != nil {
		return nil, err
	}
	createSecret, err := seed.CreateSecrets(mgr.GetConfig(), mgr.GetHTTPClient(), mgr.GetScheme())
	if err != nil {
		return nil, err
	}
	shoots, err := newShootClients(mgr, o)
	if err != nil {
		return nil, err
	}
	return &sharedParts{
		seed:       mgr.GetClient(),
		garden:     gardenClient,
		board:      board,
		watcher:    watcher,
		releases:   releases,
		events:     gardenEvents,
		deliverer:  managedresource.NewDeliverer(mgr.GetClient()).Watching(resources).CreatingSecrets(createSecret),
		conditions: statuswriter.NewWriter(mgr.GetClient(), mgr.GetAPIReader(), clock.RealClock{}),
		shoots:     shoots,
		keys:       secrets.NewStore(gardenClient, rand.Reader, clock.RealClock{}),
		statuses:   garden.NewStatusConfigMaps(statusClient, o.reporter(), clock.RealClock{}, o.statusRefresh),
		costs:      kube.NewCosts(clock.RealClock{}, kube.CPUTime()),
	}, nil
}

func newShootClients(mgr manager.Manager, o *options) (*connection.Clients, error) {
	options := connection.Options{
		Timeout:  10 * time.Second,
		Recheck:  5 * time.Minute,
		Retry:    time.Minute,
		Idle:     15 * time.Second,
		External: os.Getenv("GARDENER_SHOOT_CLIENT") == "external",
	}
	if o.isSelfHosted() {
		own, err := seed.OwnKubeconfig(mgr.GetConfig())
		return connection.NewClients(own, own, clock.RealClock{}, options), err
	}
	kubeconfigs, err := seed.WatchKubeconfigs(mgr)
	if err != nil {
		return nil, err
	}
	return connection.NewClients(kubeconfigs, mgr.GetClient(), clock.RealClock{}, options), nil
}

func addControllers(ctx context.Context, mgr manager.Manager, gardenClient client.Client, o *options) error {
	p, err := newSharedParts(ctx, mgr, gardenClient, o)
	if err != nil {
		return err
	}
	fleetMetrics := newFleet(mgr.GetClient(), p.watcher, flux.NewCatalog(o.operator.library).Versions(), mgr.Elected(), mgr.GetLogger().WithName("metrics"))
	if err := crmetrics.Registry.Register(fleetMetrics); err != nil {
		return fmt.Errorf("failed to register the metrics of the shoots: %w", err)
	}
	pushes := p.newPush(o)
	health, err := p.newHealthChecker(mgr, pushes, o)
	if err != nil {
		return err
	}
	changes := propagation.NewReconciler(p.seed, p.watcher, o.operator.resolver, p.conditions, clock.RealClock{}, propagation.DefaultPace(mathrand.N[time.Duration]))
	if err := seed.AddClusterIndex(ctx, mgr.GetFieldIndexer()); err != nil {
		return err
	}
	operations := fluxextension.Options{
		Options: controllerOptions(o.controller, seedTimeout),
		Again: []source.Source{
			changes.Due.Source(priorityqueue.AddOpts{Priority: ptr.To(propagated)}),
			health.Retries.Source(priorityqueue.AddOpts{}),
		},
	}
	operations.NewQueue = p.costs.NewQueue // Prevents one project from occupying all workers.
	o.reconciler.Completed().Apply(&operations.IgnoreOperationAnnotation)
	if err := fluxextension.AddToManager(ctx, mgr, kube.WrapActuator(p.newActuator(mgr, o), o.metrics.Operation), operations); err != nil {
		return err
	}
	controllers := []addable{
		changes,
		health,
		&shootdeletion.Reconciler{Seed: p.seed, Deliverer: p.deliverer, Shoots: p.shoots, Settle: 5 * time.Second, Period: 30 * time.Second},
		p.newFleetStatus(health, o),
	}
	if pushes.reconciler != nil {
		controllers = append(controllers, pushes.reconciler)
	}
	if o.hasRollout() {
		controllers = append(controllers, &seedreport.Reconciler{
			Seed: p.seed, SeedName: o.seedName, Garden: p.garden, Clock: clock.RealClock{}, Settle: 2 * time.Second, Interval: 10 * time.Second, Refresh: 10 * time.Minute,
		})
	}
	return addAll(mgr, controllers, o.controller, seedTimeout)
}

// versionReleases returns the releases of the version rollout, or nil without a version rollout.
func (p *sharedParts) versionReleases(o *options) *garden.Releases {
	if !o.operator.config.Rollouts.HasFluxVersion() {
		return nil
	}
	return p.releases
}

func (p *sharedParts) newActuator(mgr manager.Manager, o *options) *fluxextension.Actuator {
	return &fluxextension.Actuator{
		Seed:             p.seed,
		Projects:         garden.NewReader(p.garden),
		Resolver:         o.operator.resolver,
		Releases:         p.versionReleases(o),
		Costs:            p.costs,
		GardenIdentity:   o.gardenIdentity,
		AccessPerProject: o.isConfined(),
		SelfHosted:       o.isSelfHosted(),
		DeployKeys:       p.keys,
		Renderer:         flux.NewRenderer(o.operator.library, o.operator.images),
		Shoots:           p.shoots,
		Migrations:       toolkit.NewMigrations(clock.RealClock{}),
		Deliverer:        p.deliverer,
		Conditions:       p.conditions,
		Events:           mgr.GetEventRecorder(fluxv1alpha1.ExtensionName),
		GardenEvents:     p.events,
		Recorder:         o.metrics,
		Clock:            clock.RealClock{},
		Timeouts: fluxextension.Timeouts{
			Release:            5 * time.Second,
			ReleaseRetry:       10 * time.Second,
			RemovalRetry:       3 * time.Second,
			Migration:          2 * time.Minute,
			AccessRetry:        10 * time.Second,
			ConfigurationRetry: 30 * time.Second,
		},
	}
}

func (p *sharedParts) newHealthChecker(mgr manager.Manager, pushes seedPush, o *options) (*healthcontroller.Reconciler, error) {
	// Health checks of hundreds of shoots must not delay deliveries, so they use a client with its own rate limit.
	checks, err := client.New(o.seedConfig, client.Options{HTTPClient: mgr.GetHTTPClient(), Scheme: mgr.GetScheme(), Mapper: mgr.GetRESTMapper()})
	if err != nil {
		return nil, fmt.Errorf("failed to create the client for health checks: %w", err)
	}
	checker := &healthcontroller.Reconciler{
		Seed:         p.seed,
		Live:         mgr.GetAPIReader(),
		Deliverer:    p.deliverer.Through(checks),
		Conditions:   p.conditions,
		Shoots:       p.shoots,
		SyncPeriod:   o.healthSyncPeriod,
		SettlePeriod: min(5*time.Second, o.healthSyncPeriod),
		Threshold:    o.healthThreshold,
		KeyPeriod:    10 * time.Minute,
		Objects:      healthcontroller.Objects{Period: o.objectsPeriod, Limit: o.objectsLimit, Kinds: kindsOf(flux.NewCatalog(o.operator.library))},
		Retries:      make(kube.Trigger),
		Asked:        pushes.checks,
		Pushed:       pushes.applied,
		Clock:        clock.RealClock{},
		Projects:     p.watcher,
	}
	if o.hasBaselineRollout() {
		checker.Baselines = p.releases
	}
	return checker, nil
}

// seedPush contains the controller for pushes and its connections to the health checks. It is empty if the operator
// does not enable webhooks, and in a self-hosted Shoot, which has no notice board.
type seedPush struct {
	reconciler *push.Reconciler
	// checks triggers a health check of each Extension whose source the controller has changed.
	checks kube.Trigger
	// applied records the time from a push until Flux has applied the revision.
	applied func(time.Duration)
}

func (p *sharedParts) newPush(o *options) seedPush {
	if o.operator.config.Push == nil || o.isSelfHosted() {
		return seedPush{}
	}
	pushes := metrics.NewPushes(crmetrics.Registry)
	checks := make(kube.Trigger)
	return seedPush{
		reconciler: &push.Reconciler{
			Seed: p.seed, Board: p.board, Shoots: p.shoots, Clock: clock.RealClock{}, Checks: checks, Counter: pushes,
		},
		checks:  checks,
		applied: pushes.Applied,
	}
}

// kindsOf returns a function that returns the kinds of a Flux version. If the extension no longer carries the version,
// the function returns the kinds of the newest version.
func kindsOf(catalog *flux.Catalog) func(string) ([]schema.GroupVersionKind, error) {
	versions := catalog.Versions()
	return func(version string) ([]schema.GroupVersionKind, error) {
		if !slices.Contains(versions, version) {
			version = versions[len(versions)-1]
		}
		return catalog.Kinds(version)
	}
}

func (p *sharedParts) newFleetStatus(health *healthcontroller.Reconciler, o *options) *projectstatus.Reconciler {
	return projectstatus.NewReconciler(&projectstatus.Reconciler{
		Seed:     p.seed,
		SeedName: o.reporter(),
		Store:    p.statuses,
		Confined: o.isConfined(),
		Checked:  health.Checked,
		Projects: p.watcher,
		Events:   p.events,
		Clock:    clock.RealClock{},
		Timing: projectstatus.Timing{
			Settle:     min(time.Second, o.statusInterval),
			Interval:   o.statusInterval,
			Early:      6,
			Refresh:    o.statusRefresh,
			Watched:    min(time.Minute, o.statusRefresh),
			Sweep:      time.Hour,
			MaxBackoff: max(2*time.Minute, o.statusInterval),
		},
		Random: mathrand.N[time.Duration],
		Limits: fleet.DefaultLimits(),
	})
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"fmt"
	"slices"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	fluxextension "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension"
	healthcontroller "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/propagation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/seedreport"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/shootdeletion"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// seedTimeout limits a reconciliation in a seed.
const seedTimeout = 3 * time.Minute

// seedParts are what several controllers of a seed use.
type seedParts struct {
	*process

	mgr        manager.Manager
	operator   *operatorConfig
	garden     client.Client
	watcher    garden.StateWatcher
	board      garden.NoticeBoard
	releases   *garden.Releases
	events     events.EventRecorder
	deliverer  *managedresource.Deliverer
	conditions *statuswriter.Writer
	shoots     *connection.Clients
	costs      *kube.Costs
}

// runSeed returns a function that runs the controllers of a seed as their command assembles them.
func runSeed(name string) func(context.Context, *process) error {
	return func(ctx context.Context, p *process) error {
		cluster := p.world.seeds[name]
		scheme, err := schemeOf(kubernetesscheme.AddToScheme, extensionsv1alpha1.AddToScheme, resourcesv1alpha1.AddToScheme)
		if err != nil {
			return err
		}
		options := p.managerOptions(cluster, scheme)
		options.Cache.DefaultTransform = cache.TransformStripManagedFields()
		options.Cache.ByObject = map[client.Object]cache.ByObject{
			&extensionsv1alpha1.Cluster{}: {Transform: seed.SlimCluster},
			&corev1.Namespace{}:           {Transform: seed.SlimNamespace},
		}
		options.Client = client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}, &corev1.ConfigMap{}, &resourcesv1alpha1.ManagedResource{}}}}
		mgr, err := manager.New(p.config(ctx, cluster), options)
		if err != nil {
			return err
		}
		s, err := newSeedParts(ctx, p, mgr, name)
		if err != nil {
			return err
		}
		if err := s.add(ctx, name); err != nil {
			return err
		}
		if err := watchFromBegin(ctx, mgr, &corev1.Namespace{}, &extensionsv1alpha1.Cluster{}, &extensionsv1alpha1.Extension{}); err != nil {
			return err
		}
		return runManager(ctx, mgr)
	}
}

func newSeedParts(ctx context.Context, p *process, mgr manager.Manager, name string) (*seedParts, error) {
	config, operator := p.config(ctx, p.world.garden), p.world.operatorOf(p)
	gardenClient, err := client.New(config, client.Options{Scheme: kubernetesscheme.Scheme, Mapper: gardenMapper()})
	if err != nil {
		return nil, err
	}
	board, err := garden.NewSeedBoard(ctx, config, gardenMapper(), gardenerutils.ComputeGardenNamespace(name), p.log)
	if err != nil {
		return nil, err
	}
	watcher := garden.NewNoticeWatcher(garden.NoticeOptions{
		Board: board, Served: seed.NewProjects(mgr.GetClient(), mgr.GetCache(), p.log), Garden: gardenClient, Workers: 4, Clock: p.clock(), Log: p.log,
		Times: garden.NoticeTimes{Retry: time.Second, MaxRetry: 2 * time.Minute, Reread: time.Hour, Recount: 10 * time.Minute, Random: p.random},
	})
	releases := garden.NewReleases(board, func(release landscape.BaselineRelease) error {
		return operator.Resolver.ReleaseBaseline(*release.Baseline, release.Revision, release.Commit)
	}, p.log)
	for _, runnable := range []manager.Runnable{watcher, releases} {
		if err := mgr.Add(runnable); err != nil {
			return nil, err
		}
	}
	gardenEvents, err := newGardenEvents(ctx, config)
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
	kubeconfigs, err := seed.WatchKubeconfigs(mgr)
	if err != nil {
		return nil, err
	}
	return &seedParts{
		process: p, mgr: mgr, operator: operator, garden: gardenClient, watcher: watcher, board: board, releases: releases, events: gardenEvents,
		deliverer:  managedresource.NewDeliverer(mgr.GetClient()).Watching(resources).CreatingSecrets(createSecret),
		conditions: statuswriter.NewWriter(mgr.GetClient(), mgr.GetAPIReader(), p.clock()),
		shoots: connection.NewClients(kubeconfigs, mgr.GetClient(), p.clock(), connection.Options{
			Timeout: 10 * time.Second, Recheck: 5 * time.Minute, Retry: time.Minute, Idle: 15 * time.Second, Transport: p.shootTransport(ctx),
		}),
		costs: kube.NewCosts(p.clock(), kube.ElapsedTime(p.clock())),
	}, nil
}

func newGardenEvents(ctx context.Context, config *rest.Config) (events.EventRecorder, error) {
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: clientset.EventsV1()})
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, broadcaster.Shutdown)
	return broadcaster.NewRecorder(kubernetesscheme.Scheme, fluxv1alpha1.ExtensionName), nil
}

func (s *seedParts) add(ctx context.Context, name string) error {
	pushes := metrics.NewPushes(s.registry())
	asked := make(kube.Trigger)
	health := s.newHealth()
	health.Asked, health.Pushed = asked, pushes.Applied
	changes := propagation.NewReconciler(s.mgr.GetClient(), s.watcher, s.operator.Resolver, s.conditions, s.clock(), propagation.DefaultPace(s.random))
	if err := seed.AddClusterIndex(ctx, s.mgr.GetFieldIndexer()); err != nil {
		return err
	}
	operations := fluxextension.Options{Options: s.controllerOptions(seedTimeout), Again: []source.Source{
		changes.Due.Source(priorityqueue.AddOpts{Priority: ptr.To(-1)}), health.Retries.Source(priorityqueue.AddOpts{}),
	}}
	operations.NewQueue = s.inOrder(s.costs.NewQueue)
	if err := fluxextension.AddToManager(ctx, s.mgr, s.newActuator(), operations); err != nil {
		return fmt.Errorf("failed to add the controller for Extensions: %w", err)
	}
	controllers := []addable{
		changes, health,
		&shootdeletion.Reconciler{Seed: s.mgr.GetClient(), Deliverer: s.deliverer, Shoots: s.shoots, Settle: 5 * time.Second, Period: 30 * time.Second},
		s.newStatus(name, health),
		&push.Reconciler{Seed: s.mgr.GetClient(), Board: s.board, Shoots: s.shoots, Clock: s.clock(), Checks: asked, Counter: pushes},
		&seedreport.Reconciler{
			Seed: s.mgr.GetClient(), SeedName: name, Garden: s.garden, Clock: s.clock(), Settle: 2 * time.Second, Interval: 10 * time.Second, Refresh: 10 * time.Minute,
		},
	}
	return s.addAll(s.mgr, controllers, seedTimeout)
}

func (s *seedParts) newActuator() *fluxextension.Actuator {
	return &fluxextension.Actuator{
		Seed: s.mgr.GetClient(), Projects: garden.NewReader(s.garden), Resolver: s.operator.Resolver, Releases: s.releases, Costs: s.costs, GardenIdentity: "garden",
		AccessPerProject: true, DeployKeys: secrets.NewStore(s.garden, s.world.keys(s.name), s.clock()), Renderer: s.world.renderer, Shoots: s.shoots, Migrations: toolkit.NewMigrations(s.clock()),
		Deliverer: s.deliverer, Conditions: s.conditions, Events: s.mgr.GetEventRecorder(fluxv1alpha1.ExtensionName), GardenEvents: s.events,
		Recorder: metrics.New(s.registry(), s.clock()), Clock: s.clock(),
		Timeouts: fluxextension.Timeouts{
			Release: 5 * time.Second, ReleaseRetry: 10 * time.Second, RemovalRetry: 3 * time.Second, Migration: 2 * time.Minute, AccessRetry: 10 * time.Second,
			ConfigurationRetry: 30 * time.Second,
		},
	}
}

func (s *seedParts) newHealth() *healthcontroller.Reconciler {
	return &healthcontroller.Reconciler{
		Seed: s.mgr.GetClient(), Live: s.mgr.GetAPIReader(), Deliverer: s.deliverer.Through(s.mgr.GetClient()), Conditions: s.conditions, Shoots: s.shoots,
		SyncPeriod: s.world.options.HealthPeriod, SettlePeriod: 5 * time.Second, Threshold: 2 * time.Minute, KeyPeriod: 10 * time.Minute,
		Objects: healthcontroller.Objects{Period: 6 * time.Minute, Limit: 5000, Kinds: s.world.kinds},
		Retries: make(kube.Trigger), Clock: s.clock(), Projects: s.watcher, Baselines: s.releases,
	}
}

func (s *seedParts) newStatus(name string, health *healthcontroller.Reconciler) *projectstatus.Reconciler {
	return projectstatus.NewReconciler(&projectstatus.Reconciler{
		Seed: s.mgr.GetClient(), SeedName: name, Store: garden.NewStatusConfigMaps(s.garden, name, s.clock(), 10*time.Minute), Confined: true, Checked: health.Checked, Projects: s.watcher,
		Events: s.events, Clock: s.clock(), Random: s.random, Limits: fleet.DefaultLimits(),
		Timing: projectstatus.Timing{Settle: time.Second, Interval: 10 * time.Second, Early: 6, Refresh: 10 * time.Minute, Watched: time.Minute, Sweep: time.Hour, MaxBackoff: 2 * time.Minute},
	})
}

// kinds returns the kinds of a Flux version, or of the newest one.
func (w *world) kinds(version string) ([]schema.GroupVersionKind, error) {
	versions := w.catalog.Versions()
	if !slices.Contains(versions, version) {
		version = versions[len(versions)-1]
	}
	return w.catalog.Kinds(version)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	controllerconfig "sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/gardener/gardener/pkg/controller/tokenrequestor"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/care"
)

// ShootClusters provides the clusters of Shoots. Its methods must be idempotent, because they are repeated after errors
// and restarts.
type ShootClusters interface {
	// Access returns administrator access to the cluster of a Shoot, whether or not its control plane runs. It returns
	// false if the Shoot has no cluster and needs none. It does not start the cluster.
	Access(ctx context.Context, shoot *gardencorev1beta1.Shoot) (*rest.Config, bool, error)
	// Runs reports whether the control plane of the Shoot's cluster runs.
	Runs(shoot *gardencorev1beta1.Shoot) bool
	// StartControlPlane starts the control plane with its existing objects, and waits until it is ready.
	StartControlPlane(ctx context.Context, shoot *gardencorev1beta1.Shoot) error
	// StopControlPlane stops the control plane. Its objects are kept.
	StopControlPlane(ctx context.Context, shoot *gardencorev1beta1.Shoot) error
	// StartNodes starts the nodes of the cluster. The control plane must be running.
	StartNodes(ctx context.Context, shoot *gardencorev1beta1.Shoot) error
	// StopNodes stops the nodes of the cluster with all their pods, and deletes their Node objects, as a deletion of the
	// machines does. The control plane continues to run.
	StopNodes(ctx context.Context, shoot *gardencorev1beta1.Shoot) error
	// Destroy deletes the cluster with its remaining nodes. It returns no error if there is no cluster.
	Destroy(ctx context.Context, shoot *gardencorev1beta1.Shoot) error
}

// Options configures a Gardenlet.
type Options struct {
	// Garden and Seed are administrator access to the two clusters.
	Garden, Seed *rest.Config
	// SeedName is the name of the Seed in the garden.
	SeedName string
	// Version is the version of Gardener that Seed and Shoots report, for example v1.150.0.
	Version string
	// Shoots provides the clusters of Shoots.
	Shoots ShootClusters
	// ResourceManagerImage is the image of the shoots' gardener-resource-manager. Default: gardener-resource-manager.
	ResourceManagerImage string
	// Timing configures intervals and timeouts.
	Timing Timing
	// Log receives the messages of the controllers.
	Log logr.Logger
}

// Timing configures the intervals and timeouts of a Gardenlet. Its zero value selects the defaults.
type Timing struct {
	// Interval is the polling interval for objects. Default: 500ms.
	Interval time.Duration
	// SevereThreshold is the time for which an Extension may report an error with a code before the flow fails. Default:
	// 30s.
	SevereThreshold time.Duration
	// Timeout limits the wait for deletions, migrations and rollouts, and for Extensions whose registration sets no
	// timeout. Default: 3m.
	Timeout time.Duration
	// MaxBackoff is the maximum pause before a failed operation is retried. Default: 15s.
	MaxBackoff time.Duration
	// CleanupMinute is the duration of a minute in the cleanup of a shoot that is being deleted. Gardener's grace periods
	// and the periods in a Shoot's annotations are scaled accordingly. Default: 1m.
	CleanupMinute time.Duration
	// CareInterval is the time between two checks of a Shoot's conditions. Default: 1m.
	CareInterval time.Duration
	// ConditionThreshold is the time that a condition is Progressing before it becomes False. Default: 1m.
	ConditionThreshold time.Duration
}

func (t *Timing) setDefaults() {
	for value, fallback := range map[*time.Duration]time.Duration{
		&t.Interval:           500 * time.Millisecond,
		&t.SevereThreshold:    30 * time.Second,
		&t.Timeout:            3 * time.Minute,
		&t.MaxBackoff:         15 * time.Second,
		&t.CleanupMinute:      time.Minute,
		&t.CareInterval:       time.Minute,
		&t.ConditionThreshold: time.Minute,
	} {
		if *value == 0 {
			*value = fallback
		}
	}
}

// Gardenlet is a stand-in for the gardenlet of one seed.
type Gardenlet struct {
	options  Options
	identity gardencorev1beta1.Gardener

	manager manager.Manager
	// gardenCache reads the garden from a cache, even while the garden is unreachable.
	gardenCache client.Reader
	// garden and seed read and write without a cache.
	garden, seed  client.Client
	seedDiscovery discovery.ServerVersionInterface
	// gardenIdentity is the garden's cluster identity.
	gardenIdentity string

	// newShootClient returns a client for the cluster of a Shoot.
	newShootClient func(*rest.Config) (client.Client, error)

	// gone contains the Shoots that have been deleted on the seed but may still have to be reported to the garden.
	gone sync.Map

	cancel context.CancelFunc
	done   chan struct{}
}

// New returns a Gardenlet that does nothing until Start.
func New(options Options) (*Gardenlet, error) {
	if options.Garden == nil || options.Seed == nil || options.SeedName == "" || options.Version == "" || options.Shoots == nil {
		return nil, errors.New("garden, seed, seed name, version and shoot clusters are required")
	}
	if options.ResourceManagerImage == "" {
		options.ResourceManagerImage = v1beta1constants.DeploymentNameGardenerResourceManager
	}
	options.Timing.setDefaults()

	g := &Gardenlet{
		options:  options,
		identity: gardencorev1beta1.Gardener{ID: "stand-in", Name: "gardenlet-" + options.SeedName, Version: options.Version},
		newShootClient: func(config *rest.Config) (client.Client, error) {
			return client.New(config, client.Options{Scheme: kubernetes.ShootScheme})
		},
	}
	var err error
	// The garden counts as unreachable if it does not respond within this time.
	garden := rest.CopyConfig(options.Garden)
	garden.Timeout = 10 * time.Second
	if g.garden, err = client.New(garden, client.Options{Scheme: kubernetes.GardenScheme}); err != nil {
		return nil, fmt.Errorf("failed to create a client for the garden: %w", err)
	}
	if g.seed, err = client.New(options.Seed, client.Options{Scheme: kubernetes.SeedScheme}); err != nil {
		return nil, fmt.Errorf("failed to create a client for the seed: %w", err)
	}
	if g.seedDiscovery, err = discovery.NewDiscoveryClientForConfig(options.Seed); err != nil {
		return nil, fmt.Errorf("failed to create a discovery client for the seed: %w", err)
	}
	return g, nil
}

// Start runs the Gardenlet until Stop is called. It returns when the Seed is reported as ready and Shoots are watched.
// The context limits only the start. The seed must already have the CRDs of InstallCRDs.
func (g *Gardenlet) Start(ctx context.Context) error {
	identity := &corev1.ConfigMap{}
	if err := g.garden.Get(ctx, types.NamespacedName{Namespace: metav1.NamespaceSystem, Name: v1beta1constants.ClusterIdentity}, identity); err != nil {
		return fmt.Errorf("failed to read the garden's identity: %w", err)
	}
	g.gardenIdentity = identity.Data[v1beta1constants.ClusterIdentity]
	if err := g.reportSeed(ctx); err != nil {
		return err
	}
	garden, err := g.setUp(ctx)
	if err != nil {
		return err
	}

	runCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	g.cancel, g.done = cancel, make(chan struct{})
	failed := make(chan error, 1)
	go func() {
		defer close(g.done)
		if err := g.manager.Start(runCtx); err != nil {
			g.options.Log.Error(err, "Gardenlet stand-in ended")
			failed <- err
		}
	}()

	synced := make(chan bool, 1)
	go func() {
		synced <- garden.GetCache().WaitForCacheSync(ctx) && g.manager.GetCache().WaitForCacheSync(ctx)
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("failed to start: %w", err)
	case ok := <-synced:
		if !ok {
			g.Stop()
			return errors.Join(errors.New("the caches did not fill"), context.Cause(ctx))
		}
		return nil
	}
}

// Stop stops all controllers and waits for them. Running operations are interrupted. As after a restart of gardenlet,
// the next Gardenlet resumes them.
func (g *Gardenlet) Stop() {
	if g.cancel != nil {
		g.cancel()
		<-g.done
	}
}

func (g *Gardenlet) setUp(ctx context.Context) (cluster.Cluster, error) {
	var err error
	g.manager, err = manager.New(g.options.Seed, manager.Options{
		Logger:                  g.options.Log,
		Scheme:                  kubernetes.SeedScheme,
		Metrics:                 metricsserver.Options{BindAddress: "0"},
		GracefulShutdownTimeout: ptr.To(10 * time.Second),
		// One process may run the Gardenlets of several seeds.
		Controller: controllerconfig.Controller{SkipNameValidation: ptr.To(true)},
	})
	if err != nil {
		return nil, fmt.Errorf("failed to set up the manager: %w", err)
	}
	garden, err := cluster.New(g.options.Garden, func(o *cluster.Options) {
		o.Logger = g.options.Log
		o.Scheme = kubernetes.GardenScheme
		o.Cache.ByObject = map[client.Object]cache.ByObject{&gardencorev1beta1.Shoot{}: {
			Label: labels.SelectorFromSet(labels.Set{v1beta1constants.LabelPrefixSeedName + g.options.SeedName: "true"}),
		}}
	})
	if err != nil {
		return nil, fmt.Errorf("failed to set up the access to the garden: %w", err)
	}
	g.gardenCache = garden.GetClient()
	// All objects that an operation reads must be watched from the start, because the garden may be unreachable later.
	for _, kind := range []client.Object{
		&gardencorev1beta1.Shoot{},
		&gardencorev1beta1.Project{},
		&gardencorev1beta1.CloudProfile{},
		&gardencorev1beta1.Seed{},
		&gardencorev1beta1.ControllerRegistration{},
		&corev1.Namespace{},
	} {
		if _, err := garden.GetCache().GetInformer(ctx, kind, cache.BlockUntilSynced(false)); err != nil {
			return nil, fmt.Errorf("failed to watch %T in the garden: %w", kind, err)
		}
	}
	if err := g.manager.Add(garden); err != nil {
		return nil, fmt.Errorf("failed to add the garden to the manager: %w", err)
	}
	return garden, g.addControllers(garden)
}

func (g *Gardenlet) addControllers(garden cluster.Cluster) error {
	if err := (&tokenrequestor.Reconciler{
		ConcurrentSyncs: 5,
		Class:           ptr.To(resourcesv1alpha1.ResourceManagerClassGarden),
		TargetNamespace: gardenerutils.ComputeGardenNamespace(g.options.SeedName),
	}).AddToManager(g.manager, g.manager, garden); err != nil {
		return fmt.Errorf("failed to add the token requestor: %w", err)
	}
	if err := g.seedResourceManager().AddToManager(g.manager, g.manager, g.manager); err != nil {
		return fmt.Errorf("failed to add the seed's resource manager: %w", err)
	}
	if err := g.addShootController(garden.GetCache()); err != nil {
		return fmt.Errorf("failed to add the shoot controller: %w", err)
	}
	keeper := &care.Controller{
		GardenCache: g.gardenCache, Garden: g.garden, Seed: g.manager.GetClient(), SeedName: g.options.SeedName,
		Interval: g.options.Timing.CareInterval, Threshold: g.options.Timing.ConditionThreshold, Clock: clock.RealClock{},
	}
	if err := keeper.AddToManager(g.manager, garden.GetCache()); err != nil {
		return fmt.Errorf("failed to add the care controller: %w", err)
	}
	if err := g.manager.Add(manager.RunnableFunc(g.keepSeedReady)); err != nil {
		return fmt.Errorf("failed to add the seed's heartbeat: %w", err)
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// gcPercent is the garbage collection target of the extension.
const gcPercent = 50

// options are the flags that the stand-in and the extension have in common.
type options struct {
	kubeconfig, metrics, health         string
	leaderElectionID, leaderElectionsIn string
	workers, burst                      int
	qps                                 float32
}

func (o *options) addFlags(command *cobra.Command) {
	fs := command.Flags()
	fs.StringVar(&o.kubeconfig, "kubeconfig", "", "kubeconfig of the seed")
	fs.StringVar(&o.metrics, "metrics-bind-address", "0", "address of the metrics")
	fs.StringVar(&o.health, "health-bind-address", "0", "address of the probes")
	fs.StringVar(&o.leaderElectionID, "leader-election-id", "", "name of the Lease")
	fs.StringVar(&o.leaderElectionsIn, "leader-election-namespace", "", "namespace of the Lease")
	fs.IntVar(&o.workers, "max-concurrent-reconciles", 20, "number of concurrent reconciliations")
	fs.Float32Var(&o.qps, "seed-client-qps", 250, "requests per second to the seed")
	fs.IntVar(&o.burst, "seed-client-burst", 300, "burst of requests above the rate")
}

func run(ctx context.Context, o *options) error {
	debug.SetGCPercent(gcPercent)
	contents, err := render()
	if err != nil {
		return err
	}
	mgr, err := newManager(o)
	if err != nil {
		return err
	}
	resources, err := seed.WatchManagedResources(mgr)
	if err != nil {
		return err
	}
	if err := extension.Add(mgr, extension.AddArgs{
		Actuator:          &actuator{seed: &watchingClient{Client: mgr.GetClient(), resources: resources}, contents: contents},
		Name:              fluxv1alpha1.ExtensionType,
		FinalizerSuffix:   fluxv1alpha1.ExtensionType,
		Type:              fluxv1alpha1.ExtensionType,
		ControllerOptions: controller.Options{MaxConcurrentReconciles: o.workers},
		Predicates:        extension.DefaultPredicates(ctx, mgr, false),
		ExtensionClasses:  []extensionsv1alpha1.ExtensionClass{extensionsv1alpha1.ExtensionClassShoot},
		WatchBuilder:      extensionscontroller.NewWatchBuilder(),
	}); err != nil {
		return fmt.Errorf("adding the controller: %w", err)
	}
	return mgr.Start(ctx)
}

func newManager(o *options) (manager.Manager, error) {
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = o.qps, o.burst
	mgr, err := manager.New(config, manager.Options{
		Scheme:                        gardenerkubernetes.SeedScheme,
		Metrics:                       server.Options{BindAddress: o.metrics},
		HealthProbeBindAddress:        o.health,
		LeaderElection:                true,
		LeaderElectionID:              o.leaderElectionID,
		LeaderElectionNamespace:       o.leaderElectionsIn,
		LeaderElectionReleaseOnCancel: true,
		Cache:                         cache.Options{DefaultTransform: cache.TransformStripManagedFields()},
		Client:                        client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
	})
	if err != nil {
		return nil, err
	}
	return mgr, mgr.AddReadyzCheck("ping", healthz.Ping)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/push"
	fluxproject "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// reads records the times of requests that make Shoots read the repository.
type reads struct {
	mutex sync.Mutex
	times []time.Time
}

func (r *reads) add() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.times = append(r.times, time.Now())
}

func (r *reads) count() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return len(r.times)
}

func (r *reads) take() []time.Time {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	taken := r.times
	r.times = nil
	return taken
}

// quiet waits until no read has happened for a while.
func (r *reads) quiet(ctx context.Context, length, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for before := -1; before != r.count(); {
		before = r.count()
		if err := pause(ctx, length); err != nil {
			return fmt.Errorf("Shoots still read the source: %w", err)
		}
	}
	return nil
}

// uncounted discards the metrics of pushes.
type uncounted struct{}

func (uncounted) Asked()   {}
func (uncounted) Skipped() {}
func (uncounted) Failed()  {}

// standIns are the simulated shoots of a seed by namespace. Each has only a source.
type standIns map[string]client.Client

// Change calls the function with a client for the shoot, to change its source.
func (s standIns) Change(ctx context.Context, namespace string, change func(context.Context, client.Client) error) error {
	return change(ctx, s[namespace])
}

// startSeed runs the push controller of a seed with a real notice board and simulated Extensions and shoots.
func (p *pushes) startSeed(ctx context.Context, name string) error {
	config := p.garden.Cluster.Config
	board, err := fluxproject.NewSeedBoard(ctx, config, p.garden.Client.RESTMapper(), gardenerutils.ComputeGardenNamespace(name), logr.Discard())
	if err != nil {
		return err
	}
	objects, shoots, err := p.standIns(name)
	if err != nil {
		return err
	}
	mgr, err := manager.New(config, manager.Options{Logger: logr.Discard(), Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	reconciler := &push.Reconciler{
		Seed: fakeclient.NewClientBuilder().WithScheme(gardenerkubernetes.SeedScheme).WithObjects(objects...).
			WithIndex(&extensionsv1alpha1.Cluster{}, seed.ClusterProject, seed.ClusterProjectOf).Build(),
		Board: board, Shoots: shoots, Clock: clock.RealClock{}, Checks: make(chan event.GenericEvent, 10*p.options.Shoots), Counter: uncounted{},
	}
	if err := reconciler.AddToManager(mgr, controller.Options{SkipNameValidation: ptr.To(true)}); err != nil {
		return err
	}
	go func() {
		if err := mgr.Start(ctx); err != nil {
			fmt.Fprintln(p.options.Progress, "seed", name, err)
		}
	}()
	return nil
}

// standIns returns the Extensions and Clusters of a seed, and its simulated shoots.
func (p *pushes) standIns(name string) ([]client.Object, standIns, error) {
	scheme := runtime.NewScheme()
	if err := sourcev1.AddToScheme(scheme); err != nil {
		return nil, nil, err
	}
	var objects []client.Object
	shoots := standIns{}
	for i := range p.options.Shoots {
		if p.seeds[i%len(p.seeds)] != name {
			continue
		}
		raw, err := json.Marshal(garden.NewShoot(project(0), shootName(i), name))
		if err != nil {
			return nil, nil, err
		}
		namespace := "shoot--" + project(0) + "--" + shootName(i)
		state := `{"flux":true,"sync":true,"namespace":"flux-system","sourceKind":"GitRepository","source":"flux-system/flux-system","root":"flux-system/flux-system"}`
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ExtensionType}}
		ex.Spec.Type = fluxv1alpha1.ExtensionType
		ex.Status.State = &runtime.RawExtension{Raw: []byte(state)}
		objects = append(objects, ex, &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: namespace}, Spec: extensionsv1alpha1.ClusterSpec{Shoot: runtime.RawExtension{Raw: raw}}})
		source := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}}
		shoots[namespace] = fakeclient.NewClientBuilder().WithScheme(scheme).WithObjects(source).WithInterceptorFuncs(interceptor.Funcs{
			Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
				p.reads.add()
				return c.Patch(ctx, object, patch, options...)
			},
		}).Build()
	}
	return objects, shoots, nil
}

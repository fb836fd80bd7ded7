// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"maps"
	"reflect"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-rollout"

// AddToManager adds the controller to the manager. The controller does not watch the ConfigMaps flux-status, because
// seeds write them frequently. It polls them during a rollout.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	shoots := garden.NewFold()
	leftOver := garden.ConfigMapSearch{Garden: r.Live, Name: fluxv1alpha1.RolloutConfigMapName}
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(garden.Changes(r.Projects, r.enqueueAll)).
		// A project may have removed its rollout while no garden controller was running.
		WatchesRawSource(leftOver.Source(ControllerName, func() time.Duration { return 0 })).
		WatchesRawSource(source.Func(func(ctx context.Context, queue garden.Queue) error {
			r.DefaultVersion.Follow(func() { r.enqueueAll(ctx, queue) })
			// The goroutine of the informer must not read the configuration of the project.
			shoots.Start(ctx, func(namespace string) { r.enqueue(ctx, queue, namespace) })
			return nil
		})).
		Watches(&gardencorev1beta1.Shoot{}, handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
			shoots.Add(object.GetNamespace())
			return nil
		}), builder.WithPredicates(changesRollout())).
		Complete(kube.BoundReconciler(r))
}

// changesRollout selects changes of Shoots that may affect a rollout. It ignores the initial list, because enqueueAll
// adds all projects. It compares the whole specification, because the cache keeps only a few fields of it.
func changesRollout() predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return !e.IsInInitialList },
		UpdateFunc: func(e event.UpdateEvent) bool {
			before, isBefore := e.ObjectOld.(*gardencorev1beta1.Shoot)
			now, isNow := e.ObjectNew.(*gardencorev1beta1.Shoot)
			return isBefore && isNow && (before.UID != now.UID || !maps.Equal(before.Labels, now.Labels) ||
				(before.DeletionTimestamp == nil) != (now.DeletionTimestamp == nil) || !reflect.DeepEqual(before.Spec, now.Spec))
		},
	}
}

// enqueue adds a project to the queue if it may have a rollout.
func (r *Reconciler) enqueue(ctx context.Context, queue garden.Queue, namespace string) {
	if state, known, err := r.Projects.State(ctx, namespace); err == nil && known && state.ConfigMap.MayHaveRollout() {
		queue.Add(garden.Request(namespace))
	}
}

// enqueueAll adds all projects that may have a rollout to the queue.
func (r *Reconciler) enqueueAll(ctx context.Context, queue garden.Queue) {
	projects, err := garden.ProjectsWithFlux(ctx, r.Garden, metav1.NamespaceAll)
	if err != nil {
		logf.FromContext(ctx).WithName(ControllerName).Error(err, "Failed to find the projects with Shoots that use Flux")
	}
	for namespace := range projects {
		r.enqueue(ctx, queue, namespace)
	}
}

// Phases exports the number of projects with a rollout by phase. Only the leader has these numbers; other replicas
// export zeros.
type Phases struct {
	gauge *prometheus.GaugeVec

	mutex    sync.Mutex
	projects map[string]rollout.Phase
}

// NewPhases registers the metric.
func NewPhases(registry prometheus.Registerer) *Phases {
	p := &Phases{
		gauge: promauto.With(registry).NewGaugeVec(prometheus.GaugeOpts{
			Name: "shoot_flux_rollouts", Help: "Projects with a rollout, by its phase. Only the leader counts them.",
		}, []string{"phase"}),
		projects: map[string]rollout.Phase{},
	}
	for _, phase := range rollout.Phases() {
		p.gauge.WithLabelValues(string(phase)).Set(0)
	}
	return p
}

// set records the phase of a project. The phase is empty if the project has no rollout.
func (p *Phases) set(project string, phase rollout.Phase) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if before := p.projects[project]; before != "" {
		p.gauge.WithLabelValues(string(before)).Dec()
	}
	delete(p.projects, project)
	if phase != "" {
		p.projects[project] = phase
		p.gauge.WithLabelValues(string(phase)).Inc()
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// StatusBoard is where projects are told of their Shoots.
type StatusBoard interface {
	// Read returns the project's ConfigMap; nil if there is none.
	Read(ctx context.Context, namespace string) (*corev1.ConfigMap, error)
	// Write makes the entries and annotations all that this seed has in it, unless somebody has written since it was read.
	Write(ctx context.Context, namespace string, read *corev1.ConfigMap, entries, annotations map[string]string) (bool, error)
	// Projects calls found for each project in whose ConfigMap this seed has written.
	Projects(ctx context.Context, found func(namespace string)) error
}

// FleetTimes are the times of FleetStatus.
type FleetTimes struct {
	// Settle is the time in which further changes are waited for.
	Settle time.Duration
	// Interval is the least time between two looks at a project.
	Interval time.Duration
	// Refresh is about the time after which it is looked whether what was written still stands there.
	Refresh time.Duration
	// Sweep is the time between two searches for what nobody has taken back.
	Sweep time.Duration
	// LongestRetry is the longest time after which what has failed is tried again.
	LongestRetry time.Duration
}

// FleetStatus tells projects of their Shoots on this seed. What there is to tell follows from the Extensions and Clusters alone, and
// what was told stands in the garden, so that nothing has to be remembered: a project is told all again with each write. Nothing
// waits for it, and an unreachable garden delays it.
type FleetStatus struct {
	// Seed reads Extensions and Clusters from a cache with the index ClusterProject. What it returns is not changed.
	Seed client.Reader
	// SeedName is the name of the seed.
	SeedName string
	// Board is in the garden.
	Board StatusBoard
	// Events are written in the project's namespace in the garden.
	Events events.EventRecorder
	// Clock tells the time.
	Clock clock.PassiveClock
	// Times are its times.
	Times FleetTimes
	// Random returns a time below the given one.
	Random func(time.Duration) time.Duration
	// Limits are those of a ConfigMap.
	Limits fleet.Limits

	failures workqueue.TypedRateLimiter[string]
	mutex    sync.Mutex
	earliest map[string]time.Time
}

// NewFleetStatus returns the given FleetStatus with what it needs to keep its times.
func NewFleetStatus(f *FleetStatus) *FleetStatus {
	f.failures = workqueue.NewTypedItemExponentialFailureRateLimiter[string](f.Times.Interval, f.Times.LongestRetry)
	f.earliest = map[string]time.Time{}
	return f
}

var _ reconcile.Reconciler = &FleetStatus{}

// Reconcile tells the project whose namespace is that of the request what is new of its Shoots on this seed.
func (f *FleetStatus) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	if early := f.early(request.Namespace); early > 0 {
		return reconcile.Result{RequeueAfter: early}, nil
	}
	shoots, err := f.shootsOf(ctx, request.Namespace)
	if err != nil {
		return reconcile.Result{}, err
	}
	again, err := f.tell(ctx, request.Namespace, shoots)
	if err != nil {
		return reconcile.Result{RequeueAfter: f.failed(ctx, request.Namespace, err)}, nil
	}
	f.failures.Forget(request.Namespace)
	return reconcile.Result{RequeueAfter: again}, nil
}

// tell returns after which time there is more to tell; none if there is not.
func (f *FleetStatus) tell(ctx context.Context, project string, shoots []fleet.Told) (time.Duration, error) {
	configMap, err := f.Board.Read(ctx, project)
	if err != nil {
		return 0, err
	}
	var unsure error
	plan, err := fleet.PlanOf(fleet.Input{
		ConfigMap: configMap, Seed: f.SeedName, Shoots: shoots, Limits: f.Limits, Now: f.Clock.Now(),
		Spare: func(name string) bool {
			unknown, err := f.hasUnknown(ctx, name)
			if err != nil {
				unsure = err
			}
			return unknown || err != nil
		},
	})
	if err != nil {
		return 0, err
	}
	if unsure != nil {
		logf.FromContext(ctx).Info("Could not find out whether there is an Extension for what a project is told, and leaves it", "project", project, "reason", unsure.Error())
	}
	f.pause(project, f.Times.Interval)
	if !plan.Write {
		return f.later(plan, shoots), nil
	}
	written, err := f.Board.Write(ctx, project, configMap, plan.Entries, plan.Annotations)
	if err != nil {
		return 0, err
	}
	if !written {
		soon := f.Times.Settle + f.Random(max(1, f.Times.Settle))
		f.pause(project, soon)
		return soon, nil
	}
	for _, e := range plan.Events {
		f.tellEvent(project, configMap, e)
	}
	if plan.Again {
		return f.Times.Interval, nil
	}
	return f.later(plan, shoots), nil
}

// clearsUp is the time after which it is looked whether it is known by now of all Extensions which Shoots they belong to. Of an Extension
// that goes after its Cluster, no event tells to which project it belonged.
const clearsUp = time.Minute

// later returns when to look whether what stands there is still right; never if nothing of this seed stands there.
func (f *FleetStatus) later(plan fleet.Plan, shoots []fleet.Told) time.Duration {
	if len(shoots) == 0 && !plan.Kept {
		return 0
	}
	again := f.Times.Refresh - f.Random(max(1, f.Times.Refresh/5))
	if plan.Spared {
		again = min(again, max(clearsUp, f.Times.Interval))
	}
	return again
}

// early returns how long the project is left alone yet.
func (f *FleetStatus) early(project string) time.Duration {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	rest := f.earliest[project].Sub(f.Clock.Now())
	if rest <= 0 {
		delete(f.earliest, project)
	}
	return rest
}

// pause leaves the project alone for a while.
func (f *FleetStatus) pause(project string, rest time.Duration) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.earliest[project] = f.Clock.Now().Add(rest)
}

// hurry lets the project be looked at again at once, unless the garden fails.
func (f *FleetStatus) hurry(project string) {
	if f.failures.NumRequeues(project) > 0 {
		return
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	delete(f.earliest, project)
}

// failed returns when to try again. It is said once until it succeeds.
func (f *FleetStatus) failed(ctx context.Context, project string, err error) time.Duration {
	if f.failures.NumRequeues(project) == 0 {
		logf.FromContext(ctx).Info("Could not tell the project of its Shoots, and goes on trying", "project", project, "reason", err.Error())
	}
	rest := f.failures.When(project)
	f.pause(project, rest)
	return rest
}

// tellEvent writes an Event about a Shoot, or about the ConfigMap. It relates to the ConfigMap as it was before: client-go takes Events
// with the same reason that relate to the same for one and the same for minutes, and keeps the note of the first.
func (f *FleetStatus) tellEvent(namespace string, before *corev1.ConfigMap, e fleet.Event) {
	about := &metav1.PartialObjectMetadata{
		TypeMeta:   metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName},
	}
	if e.Shoot != "" {
		about.TypeMeta = metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"}
		about.Name, about.UID = e.Shoot, e.UID
	}
	related := &metav1.PartialObjectMetadata{
		TypeMeta:   metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName},
	}
	if before != nil {
		related.UID, related.ResourceVersion = before.UID, before.ResourceVersion
	}
	project.RecordRelatedEvent(f.Events, about, related, e.Type, e.Reason, "ObserveShoot", e.Note)
}

// shootsOf returns what there is to tell of the Shoots of the project.
func (f *FleetStatus) shootsOf(ctx context.Context, project string) ([]fleet.Told, error) {
	clusters := &extensionsv1alpha1.ClusterList{}
	if err := f.Seed.List(ctx, clusters, client.MatchingFields{seed.ClusterProject: project}, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the Clusters of a project: %w", err)
	}
	var shoots []fleet.Told
	for i := range clusters.Items {
		shoot, known := fleet.ReadShoot(clusters.Items[i].Spec.Shoot.Raw)
		if !known {
			continue
		}
		ex, err := seed.ExtensionIn(ctx, f.Seed, clusters.Items[i].Name)
		if err != nil {
			return nil, err
		}
		if ex != nil {
			shoots = append(shoots, fleet.Told{
				Name: shoot.Name, Status: fleet.StatusOf(ex, shoot, f.SeedName),
				Leaving: seed.HasMigrateOperation(ex) || shoot.SeedName != "" && shoot.SeedName != f.SeedName,
			})
		}
	}
	return shoots, nil
}

// hasUnknown tells whether there is an Extension that may belong to a Shoot of that name, and of which it is not known. Gardener ends
// the namespace of a control plane with the name of the Shoot.
func (f *FleetStatus) hasUnknown(ctx context.Context, shoot string) (bool, error) {
	all := &extensionsv1alpha1.ExtensionList{}
	if err := f.Seed.List(ctx, all, client.UnsafeDisableDeepCopy); err != nil {
		return false, fmt.Errorf("failed to list Extensions: %w", err)
	}
	for i := range all.Items {
		ex := &all.Items[i]
		if !seed.IsShootFlux(ex) || !strings.HasSuffix(ex.Namespace, "--"+shoot) {
			continue
		}
		cluster := &extensionsv1alpha1.Cluster{}
		if err := f.Seed.Get(ctx, client.ObjectKey{Name: ex.Namespace}, cluster); client.IgnoreNotFound(err) != nil {
			return false, fmt.Errorf("failed to look up Cluster %s: %w", ex.Namespace, err)
		}
		if _, known := fleet.ReadShoot(cluster.Spec.Shoot.Raw); !known {
			return true, nil
		}
	}
	return false, nil
}

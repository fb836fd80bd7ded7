// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push is the controller that makes Flux in the Shoots of a project read its source after a push. It watches
// the notice board of the seed, schedules a turn for each Shoot, and annotates the source in the shoot like 'flux
// reconcile source' (https://fluxcd.io/flux/components/source/gitrepositories/#triggering-a-reconcile).
//
// A Shoot that is waiting when another push arrives keeps its turn, so that all Shoots get the newest push and none
// waits twice. In hibernated and unreachable shoots, Flux only polls. The controller must not store anything: after a
// restart, the annotation of the source shows whether Flux has got the request.
package push

import (
	"context"
	"slices"
	"strings"
	"time"

	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-push"

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles = mostAtATime
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.watch)).
		Complete(kube.BoundReconciler(r))
}

// watch adds Extensions to the queue for their turns. It does not wait for the garden.
func (r *Reconciler) watch(ctx context.Context, queue garden.Queue) error {
	log := logf.FromContext(ctx).WithName(ControllerName)
	go func() {
		err := r.Board.Watch(ctx, func(board *noticeboard.Board) {
			for project, notice := range board.Pushes() {
				if err := r.follow(ctx, queue, project, notice); err != nil {
					log.Error(err, "Failed to find the Shoots of a project after a push", "project", project)
				}
			}
		})
		if err != nil && ctx.Err() == nil {
			log.Error(err, "Failed to watch the notice board of this seed; Flux still polls its sources")
		}
	}()
	return nil
}

// follow schedules the turns of a project's Shoots after a push.
func (r *Reconciler) follow(ctx context.Context, queue garden.Queue, project string, notice push.Notice) error {
	now := r.Clock.Now()
	var failure error
	given := r.turns.give(project, notice, func() []string {
		here, err := seed.ExtensionsOf(ctx, r.Seed, project)
		failure = err
		var shoots []string
		for _, e := range here {
			if _, may := isAsked(e.Extension, e.Shoot); may {
				shoots = append(shoots, e.Extension.Namespace)
			}
		}
		slices.Sort(shoots)
		return shoots
	}, now)
	for namespace, at := range given {
		queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ExtensionType}}, max(time.Duration(0), at.Sub(now)))
	}
	return failure
}

// mostAtATime is the maximum number of concurrent requests to shoots.
const mostAtATime = 64

// ShootChanger changes objects in shoots.
type ShootChanger interface {
	// Change calls change with a client for the shoot whose control plane is in the namespace.
	Change(ctx context.Context, namespace string, change func(context.Context, client.Client) error) error
}

// Counter counts the outcomes of turns.
type Counter interface {
	// Asked counts a Shoot that was requested to read its source, Skipped counts a Shoot that needed no request, and
	// Failed counts a failed request.
	Asked()
	Skipped()
	Failed()
}

// Reconciler annotates the source in the Shoot of an Extension when it is the Shoot's turn. It does not retry failed
// requests, because Flux polls its source.
type Reconciler struct {
	// Seed reads Extensions and Clusters from a cache with the index ClusterProject.
	Seed client.Reader
	// Board is the notice board of the seed.
	Board garden.NoticeBoard
	// Shoots annotates the sources.
	Shoots ShootChanger
	// Clock is the clock.
	Clock clock.PassiveClock
	// Checks triggers health checks after the requests.
	Checks kube.Trigger
	// Counter counts the outcomes.
	Counter Counter

	turns turns
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile annotates the source in a Shoot when it is the Shoot's turn, and triggers a health check.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	ex := &extensionsv1alpha1.Extension{}
	if err := r.Seed.Get(ctx, request.NamespacedName, ex); err != nil {
		if apierrors.IsNotFound(err) {
			r.turns.forget(request.Namespace)
		}
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	shoot, err := seed.ShootOf(ctx, r.Seed, ex)
	if err != nil {
		return reconcile.Result{}, err
	}
	notice, after, due := r.turns.take(shoot.Namespace, ex.Namespace, r.Clock.Now())
	if !due {
		return reconcile.Result{RequeueAfter: after}, nil
	}
	recorded, may := isAsked(ex, shoot)
	asked := false
	if may {
		err = r.Shoots.Change(ctx, ex.Namespace, func(ctx context.Context, shoot client.Client) error {
			var err error
			asked, err = askSource(ctx, shoot, recorded, notice, r.Clock.Now())
			return err
		})
	}
	r.turns.end(shoot.Namespace)
	switch {
	case err != nil:
		r.Counter.Failed()
		logf.FromContext(ctx).V(1).Info("Failed to annotate the source in the shoot; Flux still polls the source", "reason", err.Error())
		return reconcile.Result{}, nil
	case !asked:
		r.Counter.Skipped()
		return reconcile.Result{}, nil
	}
	r.Counter.Asked()
	return reconcile.Result{}, r.Checks.Send(ctx, ex)
}

// isAsked reports whether a shoot gets a request after a push. Its source must follow a branch, and the shoot must not
// be hibernated or being deleted, and must have responded to the last health check.
func isAsked(ex *extensionsv1alpha1.Extension, shoot seed.Shoot) (extensionstatus.State, bool) {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil || !recorded.Sync || recorded.Observed.Commit != "" {
		return recorded, false
	}
	asleep := shoot.Spec.Hibernation.Enabled || shoot.DeletionTimestamp != nil || seed.IsBeingDeletedOrMigrated(ex)
	return recorded, !asleep && !isUnreachable(ex)
}

// isUnreachable reports whether the last health check got no response from the shoot.
func isUnreachable(ex *extensionsv1alpha1.Extension) bool {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionSourceReady)
	return condition != nil && condition.Status == gardencorev1beta1.ConditionUnknown
}

// askSource annotates the source, so that Flux reads it. It returns false if the source does not exist or already has
// the annotation for this push. It identifies the push by the garden's time only, because clocks differ.
func askSource(ctx context.Context, shoot client.Client, recorded extensionstatus.State, notice push.Notice, now time.Time) (bool, error) {
	object := &metav1.PartialObjectMetadata{}
	object.SetGroupVersionKind(sourcev1.GroupVersion.WithKind(recorded.SourceKind))
	name := extensionstatus.ParseName(recorded.Source)
	if err := shoot.Get(ctx, name, object); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	pushed := fluxv1alpha1.FormatPushTime(notice.PushedAt)
	if before, _, _ := strings.Cut(object.Annotations[fluxv1alpha1.AnnotationPushedAt], " "); before == pushed {
		return false, nil
	}
	asked := now.UTC().Format(time.RFC3339Nano)
	patch := kube.MergePatch{"metadata": map[string]any{"annotations": map[string]string{
		fluxmeta.ReconcileRequestAnnotation: asked,
		fluxv1alpha1.AnnotationPushedAt:     pushed + " " + asked,
	}}}
	err := shoot.Patch(ctx, object, patch, client.FieldOwner(fluxv1alpha1.ExtensionName))
	return err == nil, client.IgnoreNotFound(err)
}

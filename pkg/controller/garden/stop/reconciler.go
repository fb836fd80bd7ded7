// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package stop executes the operator's stop of all rollouts and its end, which an annotation of ConfigMap shoot-flux in
// namespace garden requests, and keeps the record of it. The controllers of the rollouts obey the record, and the
// controller of the notice boards copies it to each board.
//
// The package must not decide what a stop means for a rollout.
package stop

import (
	"context"
	"fmt"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

const (
	// retry is the time until the next attempt after a conflict.
	retry = time.Second
	// rest is the time after which the ConfigMap is read again, whether or not a watch has reported a change.
	rest = 30 * time.Second
	// creator is the field manager that creates the ConfigMap. The one that creates it for the rollout of the default Flux
	// version at the same time must not remove the record, nor this one the rollout.
	creator = garden.FieldOwner + "-all-rollouts"
)

// Reasons of Events.
const (
	reasonStopped  = "AllRolloutsStopped"
	reasonResumed  = "AllRolloutsResumed"
	reasonRestored = "AllRolloutsStopRestored"
	reasonUnknown  = "AllRolloutsOperationUnknown"
)

// Boards reads the notice boards from a cache. Callers must not change them.
type Boards interface {
	Boards(ctx context.Context) ([]corev1.ConfigMap, error)
}

// Reconciler executes the operations, and restores the record. There is one request, because the landscape has one
// record.
type Reconciler struct {
	// Live reads from the API server, and Garden writes.
	Live   client.Reader
	Garden client.Writer
	// Boards reads the notice boards.
	Boards Boards
	// Landscape receives the record.
	Landscape *stop.Landscape
	// Metric exports whether all rollouts are stopped.
	Metric *Metric
	// Events records Events about the ConfigMap.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
}

// notice is an Event of a reconciliation.
type notice struct{ kind, reason, note string }

// Reconcile reads all places of the record, executes the requested operation, and writes the newest record. A stop is
// in effect before it is written, and its end afterwards.
func (r *Reconciler) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	configMap, err := garden.ReadConfigMap(ctx, r.Live, v1beta1constants.GardenNamespace, fluxv1alpha1.NoticeBoardName)
	if err != nil {
		return reconcile.Result{}, err
	}
	boards, err := r.Boards.Boards(ctx)
	if err != nil {
		return reconcile.Result{}, err
	}
	record, found := r.decide(configMap, boards)
	if record.Stopped {
		r.publish(record)
	}
	switch written, err := r.write(ctx, configMap, record); {
	case err != nil:
		return reconcile.Result{}, err
	case !written:
		return reconcile.Result{RequeueAfter: retry}, nil
	}
	r.publish(record)
	for _, e := range found {
		logf.FromContext(ctx).Info(e.note, "reason", e.reason)
		about := garden.ConfigMapReference(metav1.ObjectMeta{Namespace: v1beta1constants.GardenNamespace, Name: fluxv1alpha1.NoticeBoardName}, "")
		garden.RecordEvent(r.Events, about, nil, e.kind, e.reason, "StopAll", e.note)
	}
	return reconcile.Result{RequeueAfter: rest}, nil
}

// decide applies the requested operation to the newest record. It returns the result, and the Events about it.
func (r *Reconciler) decide(configMap *corev1.ConfigMap, boards []corev1.ConfigMap) (stop.Record, []notice) {
	now := metav1.NewTime(r.Clock.Now().UTC().Truncate(time.Second))
	own := stop.Place{}
	if configMap != nil {
		own = stop.In(client.ObjectKeyFromObject(configMap).String(), configMap.Data)
	}
	var places []stop.Place
	for i := range boards {
		if gardenerutils.ComputeSeedName(boards[i].Namespace) != "" {
			places = append(places, stop.In(client.ObjectKeyFromObject(&boards[i]).String(), boards[i].Data))
		}
	}
	known, _ := r.Landscape.Get() // It is unknown at first.
	record := stop.Newest(own, places, known, now)
	var found []notice
	if record.Number > own.Record.Number && record.Stopped {
		found = append(found, notice{corev1.EventTypeWarning, reasonRestored, fmt.Sprintf("The record of the stop was missing, damaged or outdated, and is restored: all rollouts are stopped since %s: %s", record.At.Format(time.RFC3339), record.Reason)})
	}
	if configMap == nil {
		return record, found
	}
	operation, is := configMap.Annotations[fluxv1alpha1.AnnotationAllRollouts]
	if !is {
		return record, found
	}
	next, note, err := record.Operate(operation, now)
	switch {
	case err != nil:
		return record, append(found, notice{corev1.EventTypeWarning, reasonUnknown, "Ignored " + err.Error()})
	case next.Stopped:
		return next, append(found, notice{corev1.EventTypeWarning, reasonStopped, note})
	}
	return next, append(found, notice{corev1.EventTypeNormal, reasonResumed, note})
}

// publish lets the rollouts and the notice boards know the record.
func (r *Reconciler) publish(record stop.Record) {
	r.Landscape.Set(record)
	r.Metric.set(record)
}

// write writes the record and removes the annotation, in one request and only if something changes. It creates the
// ConfigMap, also without a record, so that the operator can annotate it. It returns false if the ConfigMap was changed
// since it was read.
func (r *Reconciler) write(ctx context.Context, configMap *corev1.ConfigMap, record stop.Record) (bool, error) {
	data := map[string]string{}
	stop.Post(data, record)
	var err error
	switch configMap {
	case nil:
		created := corev1ac.ConfigMap(fluxv1alpha1.NoticeBoardName, v1beta1constants.GardenNamespace).WithLabels(map[string]string{fluxv1alpha1.LabelManagedBy: garden.FieldOwner}).WithData(data)
		err = r.Garden.Apply(ctx, created, client.FieldOwner(creator))
	default:
		next := configMap.DeepCopy()
		delete(next.Annotations, fluxv1alpha1.AnnotationAllRollouts)
		if next.Data == nil {
			next.Data = map[string]string{}
		}
		stop.Remove(next.Data)
		stop.Post(next.Data, record)
		if _, isRequested := configMap.Annotations[fluxv1alpha1.AnnotationAllRollouts]; !isRequested && !stop.Differs(next.Data, configMap.Data) {
			return true, nil
		}
		next.ManagedFields = nil
		err = r.Garden.Update(ctx, next, client.FieldOwner(garden.FieldOwner))
	}
	if apierrors.IsConflict(err) || configMap != nil && apierrors.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("failed to write the stop of all rollouts to ConfigMap %s/%s: %w", v1beta1constants.GardenNamespace, fluxv1alpha1.NoticeBoardName, err)
	}
	return true, nil
}

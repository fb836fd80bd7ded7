// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rollout propagates changes ring by ring: those of a project to its Shoots, and those of the operator's
// baseline and of the default Flux version to the seeds. A Method reads the configuration and the reports on the
// members, pkg/rollout makes the decision, and the Reconciler stores the decision in a ConfigMap. The seeds, or the
// notice boards for them, read this ConfigMap.
//
// The package must not read from seeds and shoots.
package rollout

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Reconciler advances the rollouts of a Method. Each request has a rollout of its own.
type Reconciler struct {
	// Method is the kind of rollout.
	Method Method
	// Garden writes ConfigMaps.
	Garden client.Writer
	// Live reads from the API server.
	Live client.Reader
	// Events records Events about the ConfigMap of a rollout.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
	// Interval is the minimum time between two decisions on a rollout. Rest is the maximum time; 0 if the sources of the
	// Method request each decision that is not due at a known time.
	Interval, Rest time.Duration

	// decided contains the time of the last decision on each request.
	decided kube.ConcurrentMap[string, time.Time]
}

// Reconcile gathers the input of a decision, decides, stores the decision, and reports it.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	last, _ := r.decided.Load(request.Name)
	if wait := last.Add(r.Interval).Sub(r.Clock.Now()); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	o, err := r.gather(ctx, request.Name)
	if err != nil {
		return reconcile.Result{}, err
	}
	if !o.Governed {
		r.decided.Delete(request.Name)
		r.Method.Report(request.Name, nil)
		return reconcile.Result{}, r.release(ctx, o)
	}
	r.decided.Store(request.Name, o.Input.Now)
	decision := rollout.Decide(o.stored.State, o.Input)
	written, err := r.apply(ctx, &o, decision)
	switch {
	case errors.Is(err, rollout.ErrTooLarge):
		r.event(o, rollout.Event{Type: corev1.EventTypeWarning, Reason: "RolloutTooLarge", Note: fmt.Sprintf(
			"Nothing is rolled out: %s. Shorten %s, remove its rollout, or fix the %s that block the rollout", err, o.Input.Subject.Configuration, o.Input.Subject.Many)})
		return r.after(0), nil
	case err != nil:
		return reconcile.Result{}, err
	case !written:
		return reconcile.Result{RequeueAfter: r.Interval}, nil
	}
	r.Method.Report(request.Name, &decision)
	for _, event := range slices.Concat(o.Events, decision.Events) {
		r.event(o, event)
	}
	if o.Input.Operation != "" && !o.annotatesState {
		return reconcile.Result{RequeueAfter: r.Interval}, r.finishOperation(ctx, o, decision)
	}
	return r.after(decision.Next), nil
}

// gather reads the stored rollout, and has the Method read the rest.
func (r *Reconciler) gather(ctx context.Context, request string) (Observation, error) {
	key := r.Method.ConfigMap(request)
	stored := Stored{Request: request, Now: r.Clock.Now()}
	var err error
	if stored.ConfigMap, err = garden.ReadConfigMap(ctx, r.Live, key.Namespace, key.Name); err != nil {
		return Observation{}, err
	}
	if stored.ConfigMap != nil {
		if stored.State, err = rollout.Decode(stored.ConfigMap); err != nil {
			logf.FromContext(ctx).Info("Failed to read a rollout, restoring it from the reports of its members", "reason", err.Error())
		}
	}
	o, err := r.Method.Gather(ctx, stored)
	o.stored, o.annotatesState, o.Input.Now = stored, o.Annotated != nil && o.Annotated == stored.ConfigMap, stored.Now
	if o.Annotated != nil {
		o.Input.Operation = o.Annotated.Annotations[fluxv1alpha1.AnnotationRollout]
	}
	return o, err
}

// release deletes the state of a rollout whose configuration was removed.
func (r *Reconciler) release(ctx context.Context, o Observation) error {
	if !o.Removed || o.stored.ConfigMap == nil {
		return nil
	}
	if o.KeepsConfigMap {
		return r.empty(ctx, o.stored.ConfigMap)
	}
	logf.FromContext(ctx).Info("Deleting the state of a removed rollout", "configMap", client.ObjectKeyFromObject(o.stored.ConfigMap))
	return garden.DeleteConfigMap(ctx, r.Garden, o.stored.ConfigMap)
}

// empty removes the state of a rollout from its ConfigMap.
func (r *Reconciler) empty(ctx context.Context, stored *corev1.ConfigMap) error {
	if len(stored.Data)+len(stored.BinaryData) == 0 {
		return nil
	}
	desired := stored.DeepCopy()
	desired.Data, desired.BinaryData, desired.ManagedFields = nil, nil, nil
	// If the ConfigMap was changed since it was read, the next request empties it.
	_, err := garden.UpdateConfigMap(ctx, r.Garden, desired)
	return err
}

// apply writes the decision if it differs from the stored one, and updates the stored ConfigMap in the Observation. If
// that ConfigMap has the annotation, the same request removes it. apply returns false if the ConfigMap was changed
// since it was read.
func (r *Reconciler) apply(ctx context.Context, o *Observation, decision rollout.Decision) (bool, error) {
	if o.annotatesState {
		decision.State.Operation = ""
	}
	values, err := decision.State.Encode()
	if err != nil {
		return false, err
	}
	maps.Copy(values, o.Data)
	text, err := statusOf(o, decision.Progress)
	if err != nil {
		return false, err
	}
	data, stored := map[string]string{rollout.KeyStatus: text}, o.stored.ConfigMap
	if stored == nil {
		key := r.Method.ConfigMap(o.stored.Request)
		desired := corev1ac.ConfigMap(key.Name, key.Namespace).WithData(data).WithBinaryData(values)
		if err := r.Garden.Apply(ctx, desired, client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
			return false, fmt.Errorf("failed to create ConfigMap %s: %w", key, err)
		}
		return true, nil
	}
	desired := stored.DeepCopy()
	desired.Data, desired.BinaryData = data, values
	if o.annotatesState {
		delete(desired.Annotations, fluxv1alpha1.AnnotationRollout)
	}
	if apiequality.Semantic.DeepEqual(stored, desired) {
		return true, nil
	}
	desired.ManagedFields, o.stored.ConfigMap = nil, desired
	return garden.UpdateConfigMap(ctx, r.Garden, desired)
}

// statusOf returns the progress and the details of a rollout as YAML.
func statusOf(o *Observation, progress rollout.Progress) (string, error) {
	status := "# Progress of the rollout, written by the garden controller. No controller reads it.\n"
	parts := []any{progress}
	if len(o.Details) > 0 {
		parts = append(parts, o.Details)
	}
	for _, part := range parts {
		text, err := yaml.Marshal(part)
		if err != nil {
			return "", fmt.Errorf("failed to encode the progress of a rollout: %w", err)
		}
		status += string(text)
	}
	return status, nil
}

// event records an Event about the ConfigMap of the rollout. The Event's fieldPath is the ring.
func (r *Reconciler) event(o Observation, event rollout.Event) {
	key := r.Method.ConfigMap(o.stored.Request)
	about := metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}
	if o.stored.ConfigMap != nil {
		about = o.stored.ConfigMap.ObjectMeta
	}
	garden.RecordEvent(r.Events, garden.ConfigMapReference(about, event.Ring), nil, event.Type, event.Reason, "RollOut", event.Note)
}

// after returns when the next decision is due: after the given time, or 0 if none is due before an input changes.
func (r *Reconciler) after(next time.Duration) reconcile.Result {
	if r.Rest > 0 && (next == 0 || next > r.Rest) {
		next = r.Rest
	}
	if next == 0 {
		return reconcile.Result{}
	}
	return reconcile.Result{RequeueAfter: max(next, r.Interval)}
}

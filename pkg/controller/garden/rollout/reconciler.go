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
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/record"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// Reconciler advances the rollouts of a Method. Each request is for a different rollout.
type Reconciler struct {
	// Method is the kind of rollout.
	Method Method
	// Garden writes ConfigMaps.
	Garden client.Writer
	// Live reads from the API server.
	Live client.Reader
	// Stops is the record of the operator's stop of all rollouts. Nothing is decided before it is known.
	Stops *stop.Landscape
	// Events records Events about the ConfigMap of a rollout.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
	// Holds exports the ends of holds. It is shared by all rollouts, and may be nil.
	Holds *Holds
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
	if errors.Is(err, stop.ErrNotKnown) { // It is known as soon as another controller has read the record.
		return reconcile.Result{RequeueAfter: r.Interval}, nil
	}
	if err != nil {
		return reconcile.Result{}, err
	}
	if !o.Governed {
		r.decided.Delete(request.Name)
		r.report(request.Name, nil)
		return reconcile.Result{}, r.release(ctx, o)
	}
	r.decided.Store(request.Name, o.Input.Now)
	decision := rollout.Decide(o.stored.Value.State, o.Input)
	written, err := r.apply(ctx, &o, decision)
	switch {
	case errors.Is(err, record.ErrTooLarge):
		r.event(o, rollout.Event{Type: corev1.EventTypeWarning, Reason: "RolloutTooLarge", Note: fmt.Sprintf(
			"Nothing is rolled out: the revisions in use and the members exceed the size of a ConfigMap. Shorten %s, remove its rollout, or fix the %s that block the rollout",
			o.Input.Subject.Configuration, o.Input.Subject.Many)})
		return r.after(0), nil
	case err != nil:
		return reconcile.Result{}, err
	case !written:
		return reconcile.Result{RequeueAfter: r.Interval}, nil
	}
	r.report(request.Name, &decision)
	for _, event := range slices.Concat(o.Events, decision.Events) {
		r.event(o, event)
	}
	if o.Input.Operation != "" && o.Annotated != nil {
		return reconcile.Result{RequeueAfter: r.Interval}, r.finishOperation(ctx, o, decision)
	}
	next := decision.Next
	if r.Rest == 0 && decision.Progress.Phase == rollout.PhaseComplete && next > 0 {
		next = time.Hour // Only a report or the clock can require a decision.
		if decision.Timed > 0 {
			next = min(next, decision.Timed)
		}
	}
	return r.after(next), nil
}

// report passes the decision about a rollout to the Method and the metrics. It is nil if the rollout does not exist.
func (r *Reconciler) report(name string, decision *rollout.Decision) {
	var progress *rollout.Progress
	if decision != nil {
		progress = &decision.Progress
	}
	r.Holds.set(r.Method.ConfigMap(name).String(), progress)
	r.Method.Report(name, decision)
}

// keyMemory is the key of the Memory beside the State of a rollout.
const keyMemory = "projects"

// gather reads the stored rollout, and has the Method read the rest.
func (r *Reconciler) gather(ctx context.Context, request string) (Observation, error) {
	stored, err := r.records(request).Load(ctx, r.Method.ConfigMap(request).Namespace)
	if err != nil {
		return Observation{}, err
	}
	stopped, err := r.Stops.Get()
	if err != nil {
		return Observation{}, err
	}
	stored.Value.Request, stored.Value.Now, stored.Value.Stop = request, r.Clock.Now(), stopped.Stop()
	o, err := r.Method.Gather(ctx, stored.Value)
	o.stored, o.Input.Now, o.Input.Stop = stored, stored.Value.Now, stored.Value.Stop
	annotations := stored.Annotations
	if o.Annotated != nil {
		annotations = o.Annotated.Annotations
	}
	o.Input.Operation = annotations[fluxv1alpha1.AnnotationRollout]
	return o, err
}

// records returns the records of the Method. A damaged one is restored from the reports of the members, without a
// release.
func (r *Reconciler) records(request string) record.Kind[Stored] {
	return record.Kind[Stored]{Reader: r.Live, Writer: r.Garden, Name: r.Method.ConfigMap(request).Name, Decode: func(configMap *corev1.ConfigMap) (Stored, error) {
		state, err := rollout.Decode(configMap)
		return Stored{State: state, Memory: landscape.DecodeMemory(configMap.BinaryData[keyMemory]), Data: configMap.Data}, err
	}}
}

// release deletes the state of a rollout whose configuration was removed.
func (r *Reconciler) release(ctx context.Context, o Observation) error {
	records := r.records(o.stored.Value.Request)
	switch {
	case !o.Removed || !o.stored.Exists():
		return nil
	case !o.KeepsConfigMap:
		return records.Delete(ctx, o.stored)
	}
	records.Encode = func(Stored) (map[string]string, map[string][]byte, error) { return o.Kept, nil, nil }
	// If the ConfigMap was changed since it was read, the next request empties it.
	_, err := records.Save(ctx, o.stored, Stored{})
	return err
}

// apply writes the decision if it differs from the stored one, and updates the stored ConfigMap in the Observation. If
// that ConfigMap has the annotation, the same request removes it. apply returns false if the ConfigMap was changed
// since it was read.
func (r *Reconciler) apply(ctx context.Context, o *Observation, decision rollout.Decision) (bool, error) {
	records := r.records(o.stored.Value.Request)
	if o.Annotated == nil {
		decision.State.Operation, records.Request = "", fluxv1alpha1.AnnotationRollout
	}
	records.Encode = func(next Stored) (map[string]string, map[string][]byte, error) {
		text, err := statusOf(o, decision.Progress)
		if err != nil {
			return nil, nil, err
		}
		values, err := next.State.Encode()
		if err != nil {
			return nil, nil, err
		}
		memory, err := next.Memory.Encode()
		if memory != nil {
			values[keyMemory] = memory
		}
		data := map[string]string{rollout.KeyStatus: text}
		maps.Copy(data, o.Kept)
		return data, values, err
	}
	stored, err := records.Save(ctx, o.stored, Stored{Request: o.stored.Value.Request, State: decision.State, Memory: o.Memory})
	if stored == nil || err != nil {
		return false, err
	}
	o.stored = stored
	return true, nil
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
	garden.RecordEvent(r.Events, garden.ConfigMapReference(o.stored.ObjectMeta, event.Ring), nil, event.Type, event.Reason, "RollOut", event.Note)
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rollout propagates changes of a project to its Shoots ring by ring. It reads the configuration of the project
// and the reports on its Shoots, gets a decision from pkg/rollout, and writes the decision into ConfigMap flux-rollout.
// The seeds read this ConfigMap.
//
// The package must not read from seeds and shoots.
package rollout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Reconciler advances the rollout of a project. The name of a request is the namespace of the project.
type Reconciler struct {
	// Garden reads Shoots from a cache, and writes ConfigMaps.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Projects watches the configurations of the projects.
	Projects garden.StateWatcher
	// Resolver returns the Flux version of a project.
	Resolver *configuration.Resolver
	// DefaultVersion is the Flux version of projects that do not set a version.
	DefaultVersion *garden.DefaultVersion
	// Events records Events in the namespaces of projects.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
	// Interval is the minimum time between two decisions on a project.
	Interval time.Duration
	// Phases counts projects by phase.
	Phases *Phases

	// decided contains the time of the last decision on each project.
	decided kube.ConcurrentMap[string, time.Time]
}

// Reconcile observes the project, decides, stores the decision, and records Events.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	last, _ := r.decided.Load(request.Name)
	if wait := last.Add(r.Interval).Sub(r.Clock.Now()); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	o, err := r.observe(ctx, request.Name)
	if err != nil {
		return reconcile.Result{}, err
	}
	switch {
	case o.removed:
		r.forget(request.Name)
		logf.FromContext(ctx).Info("Deleting the state of a removed rollout", "project", request.Name)
		return reconcile.Result{}, garden.DeleteConfigMap(ctx, r.Garden, o.stored)
	case !o.governed:
		r.forget(request.Name)
		return reconcile.Result{}, nil
	}
	r.decided.Store(request.Name, r.Clock.Now())
	decision := rollout.Decide(o.before, o.input)
	written, err := r.deliver(ctx, &o, decision)
	if errors.Is(err, rollout.ErrTooLarge) {
		r.event(o, rollout.Event{Type: corev1.EventTypeWarning, Reason: "RolloutTooLarge", Note: "Nothing is rolled out: " + err.Error() + ". Shorten flux-config, remove project.rollout, or fix the Shoots that block the rollout"})
		return reconcile.Result{}, nil
	}
	if err != nil {
		return reconcile.Result{}, err
	}
	if !written {
		return reconcile.Result{RequeueAfter: r.Interval}, nil
	}
	r.Phases.set(request.Name, decision.Progress.Phase)
	for _, event := range decision.Events {
		r.event(o, event)
	}
	if o.input.Operation != "" {
		return reconcile.Result{RequeueAfter: r.Interval}, r.finishOperation(ctx, o, decision)
	}
	if decision.Next > 0 {
		return reconcile.Result{RequeueAfter: max(decision.Next, r.Interval)}, nil
	}
	return reconcile.Result{}, nil
}

// event records an Event about ConfigMap flux-rollout. The Event's fieldPath is the ring.
func (r *Reconciler) event(o observation, event rollout.Event) {
	about := metav1.ObjectMeta{Namespace: o.config.Namespace, Name: fluxv1alpha1.RolloutConfigMapName}
	if o.stored != nil {
		about = o.stored.ObjectMeta
	}
	garden.RecordEvent(r.Events, garden.ConfigMapReference(about, event.Ring), nil, event.Type, event.Reason, "RollOut", event.Note)
}

func (r *Reconciler) forget(project string) {
	r.decided.Delete(project)
	r.Phases.set(project, "")
}

// deliver writes the decision into ConfigMap flux-rollout if it differs from the stored one, and updates the
// observation. It returns false if the ConfigMap was changed since it was read.
func (r *Reconciler) deliver(ctx context.Context, o *observation, decision rollout.Decision) (bool, error) {
	values, err := decision.State.Encode()
	if err != nil {
		return false, err
	}
	text, err := yaml.Marshal(decision.Progress)
	if err != nil {
		return false, fmt.Errorf("failed to encode the progress of a rollout: %w", err)
	}
	data := map[string]string{rollout.KeyStatus: "# Progress of the rollout, written by the garden controller. No controller reads it.\n" + string(text)}
	if o.stored == nil {
		desired := corev1ac.ConfigMap(fluxv1alpha1.RolloutConfigMapName, o.config.Namespace).WithData(data).WithBinaryData(values)
		if err := r.Garden.Apply(ctx, desired, client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
			return false, fmt.Errorf("failed to create ConfigMap %s/%s: %w", o.config.Namespace, fluxv1alpha1.RolloutConfigMapName, err)
		}
		return true, nil
	}
	if reflect.DeepEqual(o.stored.BinaryData, values) && maps.Equal(o.stored.Data, data) {
		return true, nil
	}
	o.stored = o.stored.DeepCopy()
	o.stored.Data, o.stored.BinaryData, o.stored.ManagedFields = data, values, nil
	return garden.UpdateConfigMap(ctx, r.Garden, o.stored)
}

// finishOperation removes the annotation of the operation if it is unchanged, and then the operation from the stored
// state. Until then, the state contains the operation, so that a new process does not repeat it. Afterwards, users can
// request the same operation again.
func (r *Reconciler) finishOperation(ctx context.Context, o observation, decision rollout.Decision) error {
	path := "/metadata/annotations/" + strings.ReplaceAll(fluxv1alpha1.AnnotationRollout, "/", "~1")
	patch, err := json.Marshal([]map[string]any{
		{"op": "test", "path": path, "value": o.input.Operation},
		{"op": "remove", "path": path},
	})
	if err != nil {
		return fmt.Errorf("failed to encode a patch: %w", err)
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: o.config.Namespace, Name: o.config.Name}}
	err = r.Garden.Patch(ctx, configMap, client.RawPatch(types.JSONPatchType, patch), client.FieldOwner(garden.FieldOwner))
	if apierrors.IsNotFound(err) || apierrors.IsInvalid(err) {
		return nil // A user has changed the annotation.
	}
	if err != nil {
		return fmt.Errorf("failed to remove the annotation %s from ConfigMap %s/%s: %w", fluxv1alpha1.AnnotationRollout, o.config.Namespace, o.config.Name, err)
	}
	decision.State.Operation = ""
	_, err = r.deliver(ctx, &o, decision)
	return err
}

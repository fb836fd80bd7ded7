// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Rollout is a stored rollout, with the configuration of the project if it belongs to one.
type Rollout struct {
	scope Scope
	// annotated is the ConfigMap whose annotation requests an operation: flux-config, or stored.
	annotated, stored *corev1.ConfigMap
	state             *rollout.State
}

// Status returns the status that the garden controller has written.
func (r *Rollout) Status() (Status, error) {
	status, err := r.scope.StatusIn(r.stored.Data)
	if err != nil {
		return status, fmt.Errorf("invalid ConfigMap %s/%s, which the garden controller writes again with the next change of the rollout: %w", r.stored.Namespace, r.stored.Name, err)
	}
	return status, nil
}

// Pending returns the requested operation that the garden controller has not completed, or an empty string.
func (r *Rollout) Pending() string { return r.annotated.Annotations[fluxv1alpha1.AnnotationRollout] }

// Operations returns the last executed operations, newest first.
func (r *Rollout) Operations() []rollout.ExecutedOperation { return r.state.Operations }

// History returns the targets of the rollout, beginning with the current one.
func (r *Rollout) History(phase rollout.Phase) []rollout.Former {
	target := rollout.Former{Revision: r.state.Target, FluxVersion: r.state.Revisions[r.state.Target].FluxVersion, Since: r.state.Since, Outcome: rollout.Outcome(phase)}
	return append([]rollout.Former{target}, r.state.History...)
}

// Diff describes the change of a ring.
func (r *Rollout) Diff(ring string) (*Diff, error) { return DiffOf(r.state, ring) }

// ringNames returns the names of the rings.
func (r *Rollout) ringNames() []string {
	return namesOf(r.state.Rings, func(ring rollout.Ring) string { return ring.Name })
}

// memberNames returns the names of the members that can be skipped.
func (r *Rollout) memberNames() []string {
	names := slices.Collect(maps.Keys(r.state.Members))
	for _, ring := range r.state.Rings {
		names = append(names, namesOf(ring.Failures, func(f rollout.Failure) string { return f.Member })...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func namesOf[T any](all []T, name func(T) string) []string {
	names := make([]string, len(all))
	for i, own := range all {
		names[i] = name(own)
	}
	return names
}

var (
	errNoRollout  = errors.New("the project has no rollout")
	errNotStarted = errors.New("the garden controller has not started the rollout yet")
)

// Read reads the rollout. It returns an error if no rollout is stored.
func (s Scope) Read(ctx context.Context, from garden.Client) (*Rollout, error) {
	r := &Rollout{scope: s, stored: &corev1.ConfigMap{}}
	var err error
	if s.isOfProject() {
		err = r.readProject(ctx, from)
	} else {
		err = r.readLandscape(ctx, from)
	}
	if err != nil {
		return nil, err
	}
	r.state, err = rollout.Decode(r.stored)
	switch {
	case err == nil:
		return r, nil
	case s.isOfProject():
		return nil, err
	case errors.Is(err, rollout.ErrNoState):
		return nil, fmt.Errorf("%w: ConfigMap %s/%s has no state of %s, or that of an earlier version; %s", errNotStarted, s.Namespace, s.Stored, s.Title, s.remedy())
	}
	return nil, fmt.Errorf("%w; the garden controller restores it from the reports of the seeds with its next decision", err)
}

// remedy says how a rollout of the operator starts.
func (s Scope) remedy() string {
	return fmt.Sprintf("check that the operator's configuration has %s and that the garden controller is running", s.field)
}

func (r *Rollout) readProject(ctx context.Context, from garden.Client) error {
	r.annotated = &corev1.ConfigMap{}
	namespace := r.scope.Namespace
	if err := get(ctx, from, namespace, fluxv1alpha1.ConfigMapName, r.annotated); apierrors.IsNotFound(err) {
		return fmt.Errorf("namespace %s has no ConfigMap %s, and so no rollout; check that it is the namespace of the project: %w", namespace, fluxv1alpha1.ConfigMapName, err)
	} else if err != nil {
		return err
	}
	if !document.FromConfigMap(r.annotated).MayHaveRollout() {
		return fmt.Errorf("%w: ConfigMap %s/%s has no project.rollout in key %s, and all Shoots get a change at once", errNoRollout, namespace, fluxv1alpha1.ConfigMapName, fluxv1alpha1.KeyConfig)
	}
	err := get(ctx, from, namespace, fluxv1alpha1.RolloutConfigMapName, r.stored)
	if apierrors.IsNotFound(err) {
		return fmt.Errorf("%w; if this lasts longer than a minute, ask the operator of Gardener whether it is running: %w", errNotStarted, err)
	}
	return err
}

// readLandscape reads the ConfigMap of a rollout of the operator, which is also the annotated one.
func (r *Rollout) readLandscape(ctx context.Context, from garden.Client) error {
	s := r.scope
	r.annotated = r.stored
	switch err := from.Get(ctx, types.NamespacedName{Namespace: s.Namespace, Name: s.Stored}, r.stored); {
	case apierrors.IsNotFound(err):
		return fmt.Errorf("%s has not started; %s: failed to read ConfigMap %s/%s: %w", s.Title, s.remedy(), s.Namespace, s.Stored, err)
	case apierrors.IsForbidden(err):
		return fmt.Errorf("you may not read %s, which requires the permission to get ConfigMap %s in namespace %s, and to patch it for an operation: %w", s.Title, s.Stored, s.Namespace, err)
	case err != nil:
		return fmt.Errorf("failed to read ConfigMap %s/%s: %w", s.Namespace, s.Stored, err)
	}
	return nil
}

func get(ctx context.Context, from garden.Client, namespace, name string, configMap *corev1.ConfigMap) error {
	switch err := from.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, configMap); {
	case apierrors.IsForbidden(err):
		return fmt.Errorf("you may not read ConfigMap %s in namespace %s, which requires the permission to get ConfigMaps: %w", name, namespace, err)
	case err != nil:
		return fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, name, err)
	}
	return nil
}

// Request requests an operation in the annotation and returns the value of the annotation. It fails if the annotated
// ConfigMap has changed since it was read. If the operation requires an argument, name is the name of the ring, Shoot
// or seed.
func (r *Rollout) Request(ctx context.Context, to garden.Client, o Operation, name string) (string, error) {
	value, s := o.Name, r.scope
	if o.Argument != "" {
		value += "=" + name
	}
	if before := r.Pending(); before != "" {
		return "", fmt.Errorf("%s was requested before and is not completed yet; the garden controller completes it within seconds. To withdraw it: kubectl -n %s annotate configmap %s %s-",
			before, s.Namespace, s.Annotated, fluxv1alpha1.AnnotationRollout)
	}
	if problem := rollout.CheckOperation(s.subject, &r.state.Rollout, value); problem != "" {
		return "", fmt.Errorf("%s cannot be requested: it %s", value, problem)
	}
	if o.Name == fluxv1alpha1.RolloutSkip && !r.state.Knows(name) {
		if s.isOfProject() {
			return "", fmt.Errorf("the project has no Shoot %s that uses Flux; check the name with: kubectl -n %s get shoots", name, s.Namespace)
		}
		return "", fmt.Errorf("%s has no seed %s with Shoots that use Flux; check the name with: kubectl get seeds", s.Title, name)
	}
	configMap := &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: s.Namespace, Name: s.Annotated, ResourceVersion: r.annotated.ResourceVersion},
	}
	if err := garden.Annotate(ctx, to, configMap, fluxv1alpha1.AnnotationRollout, value, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	return value, nil
}

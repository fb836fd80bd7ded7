// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Project is a project with a rollout.
type Project struct {
	config, stored *corev1.ConfigMap
	state          *rollout.State
}

// Progress returns how far the rollout is, as the garden controller has written it for people.
func (p *Project) Progress() (rollout.Progress, error) {
	r, err := ProgressIn(p.stored.Data)
	if err != nil {
		return r, fmt.Errorf("in ConfigMap %s/%s, which the garden controller writes again with the next change of the rollout: %w", p.stored.Namespace, p.stored.Name, err)
	}
	return r, nil
}

// ProgressIn returns how far the rollout is whose ConfigMap flux-rollout has this data. Members of the project may have written anything there: what is returned
// has a target and rings with names.
func ProgressIn(data map[string]string) (rollout.Progress, error) {
	r, err := progressOf(data[rollout.KeyStatus])
	if err != nil {
		return rollout.Progress{}, fmt.Errorf("key %s of ConfigMap %s is damaged: %w", rollout.KeyStatus, fluxv1alpha1.RolloutConfigMapName, err)
	}
	return r, nil
}

func progressOf(text string) (rollout.Progress, error) {
	var r rollout.Progress
	value, invalid := strict.ReadValue([]byte(text))
	if invalid != nil {
		return r, errors.New("it " + invalid.Detail)
	}
	if content, is := value.(map[string]any); is {
		if err := strict.Convert(content, &r); err != nil {
			return r, errors.New("it has a value of a wrong type: " + printer.Truncate(printer.OneLine(err.Error()), longestError))
		}
	}
	switch {
	case r.Target == "":
		return r, errors.New("it names no target")
	case len(r.Rings) == 0:
		return r, errors.New("it names no rings")
	case slices.ContainsFunc(r.Rings, func(ring rollout.RingProgress) bool { return ring.Name == "" }):
		return r, errors.New("it has a ring without a name")
	}
	return r, nil
}

// longestError bounds the text of an error, which may repeat a value.
const longestError = 200

// Pending returns the operation that was requested and is not done yet; empty if there is none.
func (p *Project) Pending() string { return p.config.Annotations[fluxv1alpha1.AnnotationRollout] }

// Read reads the rollout of the project. The error says what is missing, and what to do.
func Read(ctx context.Context, from garden.Reader, namespace string) (*Project, error) {
	p := &Project{config: &corev1.ConfigMap{}, stored: &corev1.ConfigMap{}}
	if err := get(ctx, from, namespace, fluxv1alpha1.ConfigMapName, p.config); err != nil {
		return nil, err
	}
	if !(&document.ConfigMap{Namespace: namespace, Data: p.config.Data, BinaryData: p.config.BinaryData}).MayHaveRollout() {
		return nil, fmt.Errorf("the project of namespace %s has no rollout: ConfigMap %s has no project.rollout in key %s, so that a change reaches all Shoots", namespace, fluxv1alpha1.ConfigMapName, fluxv1alpha1.KeyConfig)
	}
	if err := get(ctx, from, namespace, fluxv1alpha1.RolloutConfigMapName, p.stored); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, fmt.Errorf("the garden controller of the extension has not begun with the rollout yet. If that lasts for more than a minute, ask the operator of Gardener whether it runs: %w", err)
		}
		return nil, err
	}
	var err error
	if p.state, err = rollout.Decode(p.stored); err != nil {
		return nil, err
	}
	return p, nil
}

func get(ctx context.Context, from garden.Reader, namespace, name string, configMap *corev1.ConfigMap) error {
	switch err := from.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, configMap); {
	case apierrors.IsForbidden(err):
		return fmt.Errorf("you may not read ConfigMap %s in namespace %s, which requires the permission to get ConfigMaps: %w", name, namespace, err)
	case err != nil:
		return fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, name, err)
	}
	return nil
}

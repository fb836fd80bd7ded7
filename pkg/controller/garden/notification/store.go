// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"fmt"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// mostDecoding bounds how many states are decoded at a time: each may take 50 MiB, and there are many workers.
const mostDecoding = 4

// decoders are those that decode. They are safe for concurrent use.
type decoders struct {
	once sync.Once
	room chan struct{}
}

// enter waits until there is room among those that decode, and returns how to leave it.
func (d *decoders) enter(ctx context.Context) (func(), error) {
	d.once.Do(func() { d.room = make(chan struct{}, mostDecoding) })
	select {
	case d.room <- struct{}{}:
		return func() { <-d.room }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// load reads what is stored of the project, if it is not known. A ConfigMap that is missing is created without content, so that each content is written
// under the version that was read: of two replicas, one fails.
func (r *Reconciler) load(ctx context.Context, namespace string, m *memory) error {
	if m.stored != nil {
		return nil
	}
	stored, err := garden.ReadConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.NotificationConfigMapName)
	if err != nil {
		return err
	}
	if stored == nil {
		created := corev1ac.ConfigMap(fluxv1alpha1.NotificationConfigMapName, namespace).WithLabels(map[string]string{fluxv1alpha1.LabelManagedBy: garden.FieldOwner})
		if err := r.Garden.Apply(ctx, created, client.FieldOwner(garden.FieldOwner)); err != nil {
			return fmt.Errorf("failed to create ConfigMap %s/%s: %w", namespace, fluxv1alpha1.NotificationConfigMapName, err)
		}
		if stored, err = garden.ReadConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.NotificationConfigMapName); err != nil {
			return err
		}
		if stored == nil {
			return fmt.Errorf("ConfigMap %s/%s was deleted while it was created", namespace, fluxv1alpha1.NotificationConfigMapName)
		}
	}
	leave, err := r.decoding.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	state, err := notification.Decode(stored)
	if err != nil {
		logf.FromContext(ctx).Info("What was reported to the receivers of a project cannot be read: what is wrong now is reported again", "project", namespace, "reason", err.Error())
		state = &notification.State{}
	}
	m.state = state
	stored.Data, stored.BinaryData, stored.ManagedFields = nil, nil, nil
	m.stored = stored
	return nil
}

// store writes a state, if it is another one than is stored. It returns false if the ConfigMap has changed since it was read.
func (r *Reconciler) store(ctx context.Context, m *memory, state *notification.State) (bool, error) {
	if equality.Semantic.DeepEqual(state, m.state) {
		return true, nil
	}
	values, err := state.Encode()
	if err != nil {
		return false, err
	}
	text, err := yaml.Marshal(map[string]any{"receivers": state.Status()})
	if err != nil {
		return false, fmt.Errorf("failed to encode the status of notifications: %w", err)
	}
	desired := m.stored.DeepCopy()
	desired.Data = map[string]string{notification.KeyStatus: "# What was sent to the receivers of project.notifications; nothing reads this. The garden controller writes it.\n" + string(text)}
	desired.BinaryData = values
	err = r.Garden.Update(ctx, desired, client.FieldOwner(garden.FieldOwner))
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		m.stored = nil
		return false, nil
	}
	if err != nil {
		// It is not known whether it was written.
		m.stored = nil
		return false, fmt.Errorf("failed to write ConfigMap %s/%s: %w", desired.Namespace, desired.Name, err)
	}
	desired.Data, desired.BinaryData, desired.ManagedFields = nil, nil, nil
	m.stored, m.state = desired, state
	return true, nil
}

// remove deletes what is stored of a project that has removed its receivers, as it was read.
func (r *Reconciler) remove(ctx context.Context, namespace string) error {
	stored, err := garden.ReadConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.NotificationConfigMapName)
	if err != nil || stored == nil {
		return err
	}
	err = r.Garden.Delete(ctx, &corev1.ConfigMap{ObjectMeta: stored.ObjectMeta}, client.Preconditions{UID: &stored.UID, ResourceVersion: &stored.ResourceVersion})
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete ConfigMap %s/%s: %w", namespace, stored.Name, err)
	}
	logf.FromContext(ctx).Info("Deleted what was reported to receivers of a project that has none any more", "project", namespace)
	return nil
}

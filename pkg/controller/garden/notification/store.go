// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"fmt"

	"golang.org/x/sync/semaphore"
	"k8s.io/apimachinery/pkg/api/equality"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// mostDecoding limits how many states are decoded at a time. Decoding a state may need 50 MiB, and there are many
// workers.
const mostDecoding = 4

var decoding = semaphore.NewWeighted(mostDecoding)

// load reads the stored state of the project if it is unknown.
func (r *Reconciler) load(ctx context.Context, namespace string, m *Memory) error {
	if m.stored != nil {
		return nil
	}
	stored, _, err := garden.ReadOrCreateConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.NotificationConfigMapName)
	if err != nil {
		return err
	}
	if err := decoding.Acquire(ctx, 1); err != nil {
		return err
	}
	defer decoding.Release(1)
	state, err := notification.Decode(stored)
	if err != nil {
		logf.FromContext(ctx).Info("Failed to read the stored notifications of a project, reporting current problems again", "project", namespace, "reason", err.Error())
		state = &notification.State{}
	}
	m.state = state
	m.stored = garden.WithoutData(stored)
	return nil
}

// store writes the state if it differs from the stored one. It returns false if the ConfigMap was changed since it was
// read.
func (r *Reconciler) store(ctx context.Context, m *Memory, state *notification.State) (bool, error) {
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
	desired.Data = map[string]string{notification.KeyStatus: "# Messages to the receivers of project.notifications, written by the garden controller. No controller reads it.\n" + string(text)}
	desired.BinaryData = values
	written, err := garden.UpdateConfigMap(ctx, r.Garden, desired)
	if !written {
		m.stored = nil // After an error, it is unknown whether the write succeeded.
		return false, err
	}
	m.stored, m.state = garden.WithoutData(desired), state
	return true, nil
}

// remove deletes the stored state of a project without receivers, unless another client changed it in the meantime.
func (r *Reconciler) remove(ctx context.Context, namespace string) error {
	stored, err := garden.ReadConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.NotificationConfigMapName)
	if err != nil || stored == nil {
		return err
	}
	logf.FromContext(ctx).Info("Deleting the stored notifications of a project without receivers", "project", namespace)
	return garden.DeleteConfigMap(ctx, r.Garden, stored)
}

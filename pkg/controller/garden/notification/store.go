// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

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

// mostDecoding bounds concurrent decoding: a state may take 50 MiB, and there are many workers.
const mostDecoding = 4

// decoders bounds concurrent decoding. It is safe for concurrent use.
type decoders struct {
	once sync.Once
	room chan struct{}
}

// enter waits for a free place, and returns the function that frees it.
func (d *decoders) enter(ctx context.Context) (func(), error) {
	d.once.Do(func() { d.room = make(chan struct{}, mostDecoding) })
	select {
	case d.room <- struct{}{}:
		return func() { <-d.room }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// load reads the stored state of the project if it is unknown. It creates a missing ConfigMap without content,
// so that each content is written under the version that was read: of two replicas, one fails.
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
		logf.FromContext(ctx).Info("Failed to read the stored notifications of a project, reporting present problems again", "project", namespace, "reason", err.Error())
		state = &notification.State{}
	}
	m.state = state
	stored.Data, stored.BinaryData, stored.ManagedFields = nil, nil, nil
	m.stored = stored
	return nil
}

// store writes a state that differs from the stored one. It returns false if the ConfigMap was changed since it
// was read.
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
	desired.Data = map[string]string{notification.KeyStatus: "# Messages to the receivers of project.notifications, written by the garden controller. Nothing reads it.\n" + string(text)}
	desired.BinaryData = values
	err = r.Garden.Update(ctx, desired, client.FieldOwner(garden.FieldOwner))
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		m.stored = nil
		return false, nil
	}
	if err != nil {
		// It is unknown whether the write succeeded.
		m.stored = nil
		return false, fmt.Errorf("failed to write ConfigMap %s/%s: %w", desired.Namespace, desired.Name, err)
	}
	desired.Data, desired.BinaryData, desired.ManagedFields = nil, nil, nil
	m.stored, m.state = desired, state
	return true, nil
}

// remove deletes the stored state of a project that has removed its receivers, if it is unchanged.
func (r *Reconciler) remove(ctx context.Context, namespace string) error {
	stored, err := garden.ReadConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.NotificationConfigMapName)
	if err != nil || stored == nil {
		return err
	}
	err = r.Garden.Delete(ctx, &corev1.ConfigMap{ObjectMeta: stored.ObjectMeta}, client.Preconditions{UID: &stored.UID, ResourceVersion: &stored.ResourceVersion})
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete ConfigMap %s/%s: %w", namespace, stored.Name, err)
	}
	logf.FromContext(ctx).Info("Deleted the stored notifications of a project without receivers", "project", namespace)
	return nil
}

const (
	// firstRetry and longestRetry bound the back-off of a message.
	firstRetry, longestRetry = 10 * time.Second, 10 * time.Minute
	// recheck is the time between two reads of the Secret of a misconfigured receiver.
	recheck = time.Minute
)

// memory is the state of a project in this process. One worker uses it at a time.
type memory struct {
	// stored is ConfigMap flux-notifications as last read or written, without its data; nil if unknown. state is
	// its content.
	stored *corev1.ConfigMap
	state  *notification.State
	// sent are the messages that were sent but not recorded yet.
	sent map[string]sending
	// attempts has the state of each receiver by name.
	attempts map[string]*attempt
	// tooLarge is whether it was reported that the state does not fit into the ConfigMap.
	tooLarge bool
}

type sending struct {
	receiver string
	at       time.Time
}

// attempt is the state of a receiver. A restart resets it.
type attempt struct {
	// failures is the number of failed attempts since the last success, and next the time of the next attempt.
	failures int
	next     time.Time
	// checked is when the Secret with name secretName was last checked.
	checked    time.Time
	secretName string
}

func newMemory() *memory {
	return &memory{sent: map[string]sending{}, attempts: map[string]*attempt{}}
}

// attempt returns the state of a receiver.
func (m *memory) attempt(receiver string) *attempt {
	a := m.attempts[receiver]
	if a == nil {
		a = &attempt{}
		m.attempts[receiver] = a
	}
	return a
}

// keep drops the state of receivers that are not configured.
func (m *memory) keep(receivers map[string]*notification.Receiver) {
	maps.DeleteFunc(m.attempts, func(name string, _ *attempt) bool { return receivers[name] == nil })
}

// failed records a failed attempt.
func (a *attempt) failed(now time.Time, failure *Failure, random func(time.Duration) time.Duration) {
	wait := longestRetry
	if a.failures < 6 {
		wait = min(firstRetry<<a.failures, longestRetry)
	}
	a.failures++
	a.next = now.Add(max(wait+random(max(1, wait/4)), failure.RetryAfter))
}

func (a *attempt) succeeded() { a.failures, a.next = 0, time.Time{} }

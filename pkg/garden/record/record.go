// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package record stores what the garden controller must remember after a restart, in ConfigMaps that only this
// extension writes. It knows when a ConfigMap has changed since it was read, but not what its content means.
package record

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// mostBytes is the maximum size of a ConfigMap that each API server accepts.
const mostBytes = 1 << 20

// ErrTooLarge is the error for a value that exceeds the size of a ConfigMap, or a limit of its decoder.
var ErrTooLarge = errors.New("the record exceeds the size of a ConfigMap")

// Kind is a kind of records: the ConfigMaps with a name, each in the namespace of a project or of the garden.
type Kind[T any] struct {
	// Reader and Writer read and write the ConfigMaps. The Reader must not read from a cache.
	Reader client.Reader
	Writer client.Writer
	// Name is the name of the ConfigMaps.
	Name string
	// Decode returns the value in a ConfigMap, which is empty if it does not exist. After an error, the ConfigMap counts
	// as damaged, and the value is what is known without it.
	Decode func(*corev1.ConfigMap) (T, error)
	// Encode returns the content of the ConfigMap for a value. It is deterministic.
	Encode func(T) (data map[string]string, binaryData map[string][]byte, err error)
	// Request names an annotation that requests an operation. Save removes it together with storing the result. It is
	// optional.
	Request string
}

// Record is a record as it was last read or written. Only namespace and name are set if the ConfigMap does not exist.
type Record[T any] struct {
	*corev1.ConfigMap

	Value T
}

// Exists returns whether there is a ConfigMap.
func (r *Record[T]) Exists() bool { return r.ResourceVersion != "" }

// Load reads the record in a namespace. A damaged record is not an error, because the next Save repairs it.
func (k Kind[T]) Load(ctx context.Context, namespace string) (*Record[T], error) {
	read, err := garden.ReadConfigMap(ctx, k.Reader, namespace, k.Name)
	if err != nil {
		return nil, err
	}
	if read == nil {
		read = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: k.Name}}
	}
	read.ManagedFields = nil
	value, damage := k.Decode(read)
	r := &Record[T]{read, value}
	if damage != nil && r.Exists() {
		logf.FromContext(ctx).Info("Failed to decode a record, which counts as empty until it is written again", "configMap", client.ObjectKeyFromObject(read), "reason", damage.Error())
	}
	return r, nil
}

// Save writes a value unless it is stored, and returns the record. It returns nil if the ConfigMap was created, changed
// or deleted since it was read, and after an error that leaves open whether the value was written: the record must then
// be loaded again.
func (k Kind[T]) Save(ctx context.Context, stored *Record[T], value T) (*Record[T], error) {
	next := &Record[T]{stored.DeepCopy(), value}
	delete(next.Annotations, k.Request)
	var err error
	switch next.Data, next.BinaryData, err = k.Encode(value); {
	case boundedjson.IsExceeded(err) || err == nil && next.Size() > mostBytes:
		return stored, ErrTooLarge
	case err != nil:
		return stored, err
	case stored.Exists() && equality.Semantic.DeepEqual(next.ConfigMap, stored.ConfigMap):
		return next, nil
	case stored.Exists():
		err = k.Writer.Update(ctx, next.ConfigMap, client.FieldOwner(garden.FieldOwner))
	default:
		err = k.create(ctx, next.ConfigMap)
	}
	if apierrors.IsConflict(err) || stored.Exists() && apierrors.IsNotFound(err) {
		return nil, nil //nolint:nilnil // it must be loaded again
	}
	if err != nil {
		return nil, fmt.Errorf("failed to write ConfigMap %s: %w", client.ObjectKeyFromObject(next), err)
	}
	next.ManagedFields = nil
	return next, nil
}

// create creates the ConfigMap by server-side apply, because RBAC cannot limit a create request to a name. Nothing is
// forced: another replica that has created and changed the ConfigMap since it was read wins.
func (k Kind[T]) create(ctx context.Context, next *corev1.ConfigMap) error {
	next.Labels = map[string]string{fluxv1alpha1.LabelManagedBy: garden.FieldOwner}
	created := corev1ac.ConfigMap(next.Name, next.Namespace).WithLabels(next.Labels).WithData(next.Data).WithBinaryData(next.BinaryData)
	err := k.Writer.Apply(ctx, created, client.FieldOwner(garden.FieldOwner))
	next.UID, next.ResourceVersion = ptr.Deref(created.UID, ""), ptr.Deref(created.ResourceVersion, "")
	return err
}

// Delete deletes a record unless it was changed since it was read.
func (k Kind[T]) Delete(ctx context.Context, stored *Record[T]) error {
	if !stored.Exists() {
		return nil
	}
	logf.FromContext(ctx).Info("Deleting a record whose setting was removed", "configMap", client.ObjectKeyFromObject(stored))
	err := k.Writer.Delete(ctx, stored.ConfigMap, client.Preconditions{UID: &stored.UID, ResourceVersion: &stored.ResourceVersion})
	if err != nil && !apierrors.IsNotFound(err) && !apierrors.IsConflict(err) {
		return fmt.Errorf("failed to delete ConfigMap %s: %w", client.ObjectKeyFromObject(stored), err)
	}
	return nil
}

// Remove deletes the record in a namespace.
func (k Kind[T]) Remove(ctx context.Context, namespace string) error {
	stored, err := k.Load(ctx, namespace)
	if err != nil {
		return err
	}
	return k.Delete(ctx, stored)
}

// Warn records a warning about a field of ConfigMap flux-config of the project. The Event is related to the record, so
// that the recorder does not drop the notes about further problems.
func (k Kind[T]) Warn(ctx context.Context, recorder events.EventRecorder, stored *Record[T], field, reason, action, note string) {
	config, err := garden.ReadConfigMap(ctx, k.Reader, stored.Namespace, fluxv1alpha1.ConfigMapName)
	if err != nil {
		logf.FromContext(ctx).V(1).Info("Recording an Event about flux-config without its UID", "project", stored.Namespace, "reason", err.Error())
	}
	if config == nil {
		config = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: stored.Namespace, Name: fluxv1alpha1.ConfigMapName}}
	}
	about, related := garden.ConfigMapReference(config.ObjectMeta, field), garden.ConfigMapReference(stored.ObjectMeta, "")
	garden.RecordEvent(recorder, about, related, corev1.EventTypeWarning, reason, action, note)
}

// Sweep returns a source with the namespaces that have a record when the controller starts. Its setting may have been
// removed while no controller was running.
func (k Kind[T]) Sweep(controller string) source.Source {
	return garden.ConfigMapSearch{Garden: k.Reader, Name: k.Name}.Source(controller, func() time.Duration { return 0 })
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package record stores what the garden controller must remember after a restart, in ConfigMaps that only this
// extension writes. It knows when a ConfigMap has changed since it was read, but not what its content means.
package record

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// mostBytes is the maximum size of the content of a ConfigMap that an API server accepts.
const mostBytes = 1 << 20

// ErrTooLarge is the error for a value that exceeds the size of a ConfigMap, or a limit of its decoder.
var ErrTooLarge = errors.New("the record exceeds the size of a ConfigMap")

// Kind is a kind of records: the ConfigMaps with a name, each in the namespace of a project or of the garden.
type Kind[T any] struct {
	// Garden reads and writes the ConfigMaps. It must not read from a cache.
	Garden interface {
		client.Reader
		client.Writer
	}
	// Name is the name of the ConfigMaps.
	Name string
	// Decode returns the value in a ConfigMap. With an error, the ConfigMap is damaged, and the value is what is known
	// without it.
	Decode func(*corev1.ConfigMap) (T, error)
	// Encode returns the content of the ConfigMap for a value. It is deterministic.
	Encode func(T) (data map[string]string, binaryData map[string][]byte, err error)
	// Request is the annotation that Save removes, because the value contains its result; empty if there is none.
	Request string
}

// Record is a record as it was last read or written.
type Record[T any] struct {
	// ObjectMeta is the metadata of the ConfigMap, with namespace and name only if it does not exist.
	metav1.ObjectMeta

	// Value is the value; if the ConfigMap does not exist, that of an empty one.
	Value T

	checksum [sha256.Size]byte
}

// Exists returns whether there is a ConfigMap.
func (r *Record[T]) Exists() bool { return r.ResourceVersion != "" }

// Load reads the record in a namespace. A damaged record is not an error, because the next Save repairs it.
func (k Kind[T]) Load(ctx context.Context, namespace string) (*Record[T], error) {
	read, err := garden.ReadConfigMap(ctx, k.Garden, namespace, k.Name)
	if err != nil {
		return nil, err
	}
	if read == nil {
		read = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: k.Name}}
	}
	r := &Record[T]{ObjectMeta: read.ObjectMeta}
	r.ManagedFields = nil
	var damage error
	if r.Value, damage = k.Decode(read); damage != nil && r.Exists() {
		logf.FromContext(ctx).Info("Failed to decode a record, writing it again", "configMap", client.ObjectKeyFromObject(read), "reason", damage.Error())
	}
	content, err := contentOf(read)
	r.checksum = sha256.Sum256(content)
	return r, err
}

func contentOf(configMap *corev1.ConfigMap) ([]byte, error) {
	return (&corev1.ConfigMap{Data: configMap.Data, BinaryData: configMap.BinaryData}).Marshal()
}

// Save writes a value unless it is stored, and returns the record. It returns nil if the ConfigMap was created, changed
// or deleted since it was read, and after an error that leaves open whether the value was written: the record must then
// be loaded again. It creates the ConfigMap by server-side apply, because RBAC cannot limit a create request to a name.
func (k Kind[T]) Save(ctx context.Context, stored *Record[T], value T) (*Record[T], error) {
	desired := &corev1.ConfigMap{ObjectMeta: *stored.DeepCopy()}
	var err error
	if desired.Data, desired.BinaryData, err = k.Encode(value); boundedjson.IsExceeded(err) {
		return stored, ErrTooLarge
	} else if err != nil {
		return stored, err
	}
	content, err := contentOf(desired)
	if err == nil && len(content) > mostBytes {
		err = ErrTooLarge
	}
	if err != nil {
		return stored, err
	}
	next := &Record[T]{ObjectMeta: stored.ObjectMeta, Value: value, checksum: sha256.Sum256(content)}
	_, isRequested := desired.Annotations[k.Request]
	if stored.Exists() && !isRequested && next.checksum == stored.checksum {
		return next, nil
	}
	delete(desired.Annotations, k.Request)
	if err = k.write(ctx, desired); apierrors.IsConflict(err) || stored.Exists() && apierrors.IsNotFound(err) {
		return nil, nil //nolint:nilnil // it must be loaded again
	}
	if err != nil {
		return nil, fmt.Errorf("failed to write ConfigMap %s: %w", client.ObjectKeyFromObject(desired), err)
	}
	next.ObjectMeta = desired.ObjectMeta
	next.ManagedFields = nil
	return next, nil
}

// write creates or updates the ConfigMap, and sets its new resourceVersion. Nothing is forced: another replica that has
// created and changed the ConfigMap since it was read wins.
func (k Kind[T]) write(ctx context.Context, desired *corev1.ConfigMap) error {
	if desired.ResourceVersion != "" {
		return k.Garden.Update(ctx, desired, client.FieldOwner(garden.FieldOwner))
	}
	desired.Labels = map[string]string{fluxv1alpha1.LabelManagedBy: garden.FieldOwner}
	created := corev1ac.ConfigMap(desired.Name, desired.Namespace).WithLabels(desired.Labels).WithData(desired.Data).WithBinaryData(desired.BinaryData)
	err := k.Garden.Apply(ctx, created, client.FieldOwner(garden.FieldOwner))
	desired.UID, desired.ResourceVersion = ptr.Deref(created.UID, ""), ptr.Deref(created.ResourceVersion, "")
	return err
}

// Delete deletes a record unless it was changed since it was read.
func (k Kind[T]) Delete(ctx context.Context, stored *Record[T]) error {
	if !stored.Exists() {
		return nil
	}
	key := client.ObjectKey{Namespace: stored.Namespace, Name: stored.Name}
	logf.FromContext(ctx).Info("Deleting a record whose setting was removed", "configMap", key)
	err := k.Garden.Delete(ctx, &corev1.ConfigMap{ObjectMeta: stored.ObjectMeta}, client.Preconditions{UID: &stored.UID, ResourceVersion: &stored.ResourceVersion})
	if err != nil && !apierrors.IsNotFound(err) && !apierrors.IsConflict(err) {
		return fmt.Errorf("failed to delete ConfigMap %s: %w", key, err)
	}
	return nil
}

// Sweep returns a source with the namespaces that have a record when the controller starts. Its setting may have been
// removed while no controller was running.
func (k Kind[T]) Sweep(controller string) source.Source {
	return garden.ConfigMapSearch{Garden: k.Garden, Name: k.Name}.Source(controller, func() time.Duration { return 0 })
}

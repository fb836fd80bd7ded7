// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// deliver writes the decision into the ConfigMap flux-rollout, if it is another one than is stored. It returns false if the ConfigMap has changed since
// it was read. The observation then has what was written.
func (r *Reconciler) deliver(ctx context.Context, o *observation, decision rollout.Decision) (bool, error) {
	values, err := decision.State.Encode()
	if err != nil {
		return false, err
	}
	text, err := yaml.Marshal(decision.Progress)
	if err != nil {
		return false, fmt.Errorf("failed to encode the progress of a rollout: %w", err)
	}
	data := map[string]string{rollout.KeyStatus: "# How far the rollout is; nothing reads this. The garden controller writes it.\n" + string(text)}
	namespace := o.config.Namespace
	if o.stored == nil {
		desired := corev1ac.ConfigMap(fluxv1alpha1.RolloutConfigMapName, namespace).WithData(data).WithBinaryData(values)
		err = r.Garden.Apply(ctx, desired, client.ForceOwnership, client.FieldOwner(garden.FieldOwner))
	} else {
		if reflect.DeepEqual(o.stored.BinaryData, values) && maps.Equal(o.stored.Data, data) {
			return true, nil
		}
		desired := o.stored.DeepCopy()
		desired.Data, desired.BinaryData, desired.ManagedFields = data, values, nil
		err = r.Garden.Update(ctx, desired, client.FieldOwner(garden.FieldOwner))
		o.stored = desired
	}
	switch {
	case apierrors.IsConflict(err), o.stored != nil && apierrors.IsNotFound(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("failed to write ConfigMap %s/%s: %w", namespace, fluxv1alpha1.RolloutConfigMapName, err)
	}
	return true, nil
}

// finishOperation removes the annotation that has asked for an operation, if it still asks for the same. The operation is recorded as done until then, so
// that it is not done again if the process ends before; and not for longer, so that the same can be asked for again.
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
		return nil // It asks for something else meanwhile.
	}
	if err != nil {
		return fmt.Errorf("failed to remove the annotation %s from ConfigMap %s/%s: %w", fluxv1alpha1.AnnotationRollout, o.config.Namespace, o.config.Name, err)
	}
	decision.State.Operation = ""
	_, err = r.deliver(ctx, &o, decision)
	return err
}

// remove deletes the ConfigMap flux-rollout of a project that has removed its rollout, as it was read.
func (r *Reconciler) remove(ctx context.Context, o observation) error {
	err := r.Garden.Delete(ctx, o.stored, client.Preconditions{UID: &o.stored.UID, ResourceVersion: &o.stored.ResourceVersion})
	if apierrors.IsConflict(err) {
		return nil // The write that has changed it leads to it again.
	}
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete ConfigMap %s/%s: %w", o.stored.Namespace, o.stored.Name, err)
	}
	logf.FromContext(ctx).Info("Deleted the rollout of a project that has none any more", "project", o.stored.Namespace)
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// report annotates the ConfigMap flux-config with the URL of the webhook, or the reason why there is none, and records an Event about a change. Only
// the replica that leads does.
func (r *Reconciler) report(ctx context.Context, namespace string, state garden.State, hook *Hook, problem string) error {
	select {
	case <-r.Leads:
	default:
		return nil
	}
	desired := map[string]string{fluxv1alpha1.AnnotationPushURL: "", fluxv1alpha1.AnnotationPushError: problem}
	if hook != nil {
		desired[fluxv1alpha1.AnnotationPushURL] = "https://" + r.Host + pathOf(hook.token, namespace)
	}
	changes := map[string]any{}
	for name, value := range desired {
		if before := state.ConfigAnnotations[name]; before != value {
			if changes[name] = value; value == "" {
				changes[name] = nil
			}
		}
	}
	if len(changes) == 0 || state.ConfigMap == nil {
		return nil
	}
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": changes}})
	if err != nil {
		return fmt.Errorf("failed to write annotations as JSON: %w", err)
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}}
	if err := r.Garden.Patch(ctx, configMap, client.RawPatch(types.MergePatchType, patch), client.FieldOwner(garden.FieldOwner)); err != nil {
		return client.IgnoreNotFound(err)
	}
	r.recordEvent(configMap, hook, desired)
	return nil
}

// recordEvent records an Event about the version of the ConfigMap that has been written.
func (r *Reconciler) recordEvent(configMap *corev1.ConfigMap, hook *Hook, desired map[string]string) {
	about := &corev1.ObjectReference{
		APIVersion: corev1.SchemeGroupVersion.String(), Kind: "ConfigMap", Namespace: configMap.Namespace, Name: configMap.Name,
		UID: configMap.UID, ResourceVersion: configMap.ResourceVersion,
	}
	switch {
	case hook != nil:
		garden.RecordRelatedEvent(r.Events, about, nil, corev1.EventTypeNormal, "PushURL", "OfferPush", fmt.Sprintf(
			"Set up a webhook of type %s at the Git host, for pushes, with the URL %s and the token as its secret", hook.Type, desired[fluxv1alpha1.AnnotationPushURL]))
	case desired[fluxv1alpha1.AnnotationPushError] != "":
		garden.RecordRelatedEvent(r.Events, about, nil, corev1.EventTypeWarning, "PushRefused", "OfferPush", "There is no webhook: "+desired[fluxv1alpha1.AnnotationPushError])
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// Reasons of Events about the ConfigMap flux-config.
const (
	reasonFailing  = "NotificationFailing"
	reasonGivenUp  = "NotificationGivenUp"
	reasonTooLarge = "NotificationsTooLarge"
)

// reportFailing records an Event that messages to a receiver cannot be sent.
func (r *Reconciler) reportFailing(ctx context.Context, namespace string, to fluxv1alpha1.Notification, failure *Failure) {
	r.event(ctx, namespace, *to.Name, reasonFailing, fmt.Sprintf("Messages to receiver %s of type %s cannot be sent, and are tried again for %s: %s",
		*to.Name, to.Type, r.Timing.GiveUp, failure.Text))
}

// reportGivenUp records an Event about the messages to each receiver that were given up.
func (r *Reconciler) reportGivenUp(ctx context.Context, namespace string, all []notification.GivenUp) {
	count := map[string]int{}
	for _, each := range all {
		count[each.Receiver]++
	}
	for i, each := range all {
		if i+1 < len(all) && all[i+1].Receiver == each.Receiver {
			continue // The last one of each receiver is named; they are sorted by it.
		}
		r.event(ctx, namespace, each.Receiver, reasonGivenUp, fmt.Sprintf("%d messages to receiver %s were given up after %s, the last one: %s. %s",
			count[each.Receiver], each.Receiver, r.Timing.GiveUp, each.Message.Title(), each.Problem))
	}
}

// event records an Event about the ConfigMap flux-config as it is now, and about a receiver: the recorder counts Events about the same as one series, which
// keeps the first note.
func (r *Reconciler) event(ctx context.Context, namespace, receiver, reason, note string) {
	about := &corev1.ObjectReference{
		APIVersion: corev1.SchemeGroupVersion.String(), Kind: "ConfigMap", Namespace: namespace, Name: fluxv1alpha1.ConfigMapName, FieldPath: receiver,
	}
	config, err := garden.ReadConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.ConfigMapName)
	if err != nil {
		logf.FromContext(ctx).V(1).Info("An Event about flux-config is recorded without its UID", "project", namespace, "reason", err.Error())
	}
	if config != nil {
		about.UID, about.ResourceVersion = config.UID, config.ResourceVersion
	}
	garden.RecordRelatedEvent(r.Events, about, nil, corev1.EventTypeWarning, reason, "Notify", note)
}

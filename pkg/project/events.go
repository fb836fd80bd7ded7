// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/events"
	"strings"
)

// maxNote is the length of an Event's note that the API takes.
const maxNote = 1024

// Tell writes an Event about a version of the deploy key's Secret: of Events about the same, the recorder keeps the first note and
// counts the others.
func Tell(recorder events.EventRecorder, project, version, eventType, reason, action, note string) {
	secret := secretOf(project)
	secret.ResourceVersion = version
	record(recorder, secret, eventType, reason, action, note)
}

// record writes an Event. The API takes notes of a limited length that are text.
func record(recorder events.EventRecorder, about runtime.Object, eventType, reason, action, note string) {
	RecordRelatedEvent(recorder, about, nil, eventType, reason, action, note)
}

func RecordRelatedEvent(recorder events.EventRecorder, about, related runtime.Object, eventType, reason, action, note string) {
	if len(note) > maxNote {
		note = strings.ToValidUTF8(note[:maxNote-len("…")], "") + "…"
	}
	recorder.Eventf(about, related, eventType, reason, action, "%s", note)
}

// secretOf stands for the Secret that an Event is about.
func secretOf(namespace string) *corev1.Secret {
	return &corev1.Secret{
		TypeMeta:   metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "Secret"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName},
	}
}

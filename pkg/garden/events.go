// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/events"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// maxNoteLength is the maximum length of an Event's note that the API accepts.
const maxNoteLength = 1024

// RecordDeployKeyEvent records an Event about a version of the Secret with a deploy key, the first one or that of an additional source: the recorder
// counts Events about the same field of the same version as one series, which keeps the first note.
func RecordDeployKeyEvent(recorder events.EventRecorder, project, source, version, eventType, reason, action, note string) {
	if source != "" {
		key := &corev1.ObjectReference{
			APIVersion: corev1.SchemeGroupVersion.String(), Kind: "Secret", Namespace: project, Name: fluxv1alpha1.SourceKeysSecretName, ResourceVersion: version,
			FieldPath: fmt.Sprintf("data[%s]", deploykey.Named(source, fluxv1alpha1.SecretKeyIdentity)),
		}
		RecordRelatedEvent(recorder, key, nil, eventType, reason, action, "Additional source "+source+": "+note)
		return
	}
	secret := &corev1.Secret{
		TypeMeta:   metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "Secret"},
		ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: fluxv1alpha1.DeployKeySecretName, ResourceVersion: version},
	}
	RecordRelatedEvent(recorder, secret, nil, eventType, reason, action, note)
}

// RecordRelatedEvent records an Event, with a second object or nil. A note that is too long for the API is cut.
func RecordRelatedEvent(recorder events.EventRecorder, about, related runtime.Object, eventType, reason, action, note string) {
	recorder.Eventf(about, related, eventType, reason, action, "%s", text.Cut(note, maxNoteLength))
}

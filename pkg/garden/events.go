// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/events"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// maxNoteLength is the maximum length of an Event's note that the API accepts.
const maxNoteLength = 1024

// DeployKeyEvent is an Event about a version of the Secret with a deploy key.
type DeployKeyEvent struct {
	// Project is the namespace of the Secret, and Version is its resourceVersion.
	Project, Version string
	// Source is the name of the additional source that uses the key; empty for the project's deploy key.
	Source string
	// Type, Reason, Action and Note are the fields of the Event.
	Type, Reason, Action, Note string
}

// Record records the Event. The recorder aggregates Events about the same field of the same version of the Secret, and
// keeps only the first note.
func (e DeployKeyEvent) Record(recorder events.EventRecorder) {
	secret := &corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: e.Project, Name: deploykey.SecretName(e.Source), ResourceVersion: e.Version}
	note := e.Note
	if e.Source != "" {
		secret.FieldPath = fmt.Sprintf("data[%s]", deploykey.SourceKeyName(e.Source, fluxv1alpha1.SecretKeyIdentity))
		note = "Additional source " + e.Source + ": " + note
	}
	RecordEvent(recorder, secret, nil, e.Type, e.Reason, e.Action, note)
}

// RecordEvent records an Event about an object. It cuts the note if it is too long for the API. related may be nil.
//
// The recorder aggregates Events with the same reason about the same version of both objects within six minutes, and
// keeps only the first note.
func RecordEvent(recorder events.EventRecorder, about, related runtime.Object, eventType, reason, action, note string) {
	recorder.Eventf(about, related, eventType, reason, action, "%s", text.Cut(note, maxNoteLength))
}

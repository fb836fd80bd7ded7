// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Method is a kind of rollout. It defines the target, the members, and the place of the state. A Reconciler makes
// the decisions of one Method.
type Method interface {
	// Name is the name of the controller, also in its metrics.
	Name() string
	// Watch adds the sources of requests to the controller.
	Watch(b *builder.Builder)
	// ConfigMap returns the name of the ConfigMap that stores the rollout of a request.
	ConfigMap(request string) client.ObjectKey
	// Gather reads the input of the decision except the stored State. It returns an error rather than an incomplete
	// Observation.
	Gather(ctx context.Context, stored Stored) (Observation, error)
	// Report exports a stored decision. The decision is nil if there is no rollout.
	Report(request string, decision *rollout.Decision)
}

// Stored contains the objects that the Reconciler has read for a Method.
type Stored struct {
	// Request is the name of the request, and Now the time of the decision.
	Request string
	Now     time.Time
	// ConfigMap is nil if it does not exist. State is nil if the ConfigMap does not exist or is damaged.
	ConfigMap *corev1.ConfigMap
	State     *rollout.State
}

// Observation is the input that a Method has read for a decision.
type Observation struct {
	// Governed is true if there is a rollout. Removed is true if its configuration was removed and its state is to be
	// deleted. If both are false, the state stays unchanged.
	Governed, Removed bool
	// KeepsConfigMap is true if the ConfigMap of a removed rollout is emptied instead of deleted.
	KeepsConfigMap bool
	// Annotated is the ConfigMap whose annotation requests an operation; nil if it does not exist. It is the stored
	// ConfigMap itself, not a copy, if that has the annotation.
	Annotated *corev1.ConfigMap
	// Input is the input of the decision. The Reconciler sets Operation and Now.
	Input rollout.Input
	// Data is stored beside the State, and Details beside the Progress, for users.
	Data    map[string][]byte
	Details map[string]any
	// Events are reported with the Events of the decision.
	Events []rollout.Event

	stored Stored
	// annotatesState is true if Annotated is the stored ConfigMap.
	annotatesState bool
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/record"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// Method is a kind of rollout. It defines the target, the members, and the place of the state. A Reconciler makes
// the decisions of one Method.
type Method interface {
	// Name is the name of the controller, also in its metrics.
	Name() string
	// Watch adds the sources of requests to the controller. All rollouts are requested when the stop begins or ends.
	Watch(b *builder.Builder, stops *stop.Landscape)
	// ConfigMap returns the name of the ConfigMap that stores the rollout of a request.
	ConfigMap(request string) client.ObjectKey
	// Gather reads the input of the decision except the stored State. It returns an error rather than an incomplete
	// Observation.
	Gather(ctx context.Context, stored Stored) (Observation, error)
	// Report exports a stored decision. The decision is nil if there is no rollout.
	Report(request string, decision *rollout.Decision)
}

// Stored is what the Reconciler has read for a Method.
type Stored struct {
	// Request is the name of the request, and Now the time of the decision.
	Request string
	Now     time.Time
	// State is nil if the ConfigMap does not exist or is damaged. Memory is empty in the rollout of a project.
	State  *rollout.State
	Memory landscape.Memory
	// Data is the data of the ConfigMap.
	Data map[string]string
	// Stop is the operator's stop of all rollouts; nil without one.
	Stop *rollout.Stop
}

// Observation is the input that a Method has read for a decision.
type Observation struct {
	// Governed is true if there is a rollout. Removed is true if its configuration was removed and its state is to be
	// deleted. If both are false, the state stays unchanged.
	Governed, Removed bool
	// KeepsConfigMap is true if the ConfigMap of a removed rollout is emptied instead of deleted.
	KeepsConfigMap bool
	// Annotated is the ConfigMap whose annotation requests an operation; nil if it is the one that stores the rollout.
	Annotated *corev1.ConfigMap
	// Input is the input of the decision. The Reconciler sets Operation, Stop and Now.
	Input rollout.Input
	// Memory is stored in addition to the State. Details are stored in addition to the Progress, and are for users.
	Memory  landscape.Memory
	Details map[string]any
	// Kept is data of the ConfigMap that does not belong to the rollout.
	Kept map[string]string
	// Events are reported with the Events of the decision.
	Events []rollout.Event

	stored *record.Record[Stored]
}

// ofOperator identifies a rollout of the operator to the Ledger of checks.
func ofOperator(controller, request string) question.Rollout {
	return question.Rollout{Controller: controller, Request: request, Namespace: v1beta1constants.GardenNamespace}
}

// questionsOf returns the questions of a decision; none if there is no rollout.
func questionsOf(decision *rollout.Decision) []rollout.Question {
	if decision == nil {
		return nil
	}
	return decision.Questions
}

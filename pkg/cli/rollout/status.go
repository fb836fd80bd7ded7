// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Status is the part of a stored rollout that the garden controller writes for users.
type Status struct {
	rollout.Progress

	// FailingProjects lists the projects that count as failures in a rollout of the operator.
	FailingProjects []landscape.FailingProject `json:"failingProjects,omitempty"`
}

const (
	// longestError limits the text of an error, because it may repeat a value of any length.
	longestError = 200
	// mostFailing limits the shown projects, and longestReason the characters of their texts. They are larger than the
	// limits of the garden controller.
	mostFailing, longestReason = 100, 400
)

// StatusIn returns the status in the data of the ConfigMap with the rollout. Users can write the ConfigMap, so StatusIn
// returns an error unless the progress has a target and each ring has a name.
func (s Scope) StatusIn(data map[string]string) (Status, error) {
	status, err := s.statusOf(data[rollout.KeyStatus])
	if err != nil {
		return Status{}, fmt.Errorf("key %s of ConfigMap %s is damaged: %w", rollout.KeyStatus, s.Stored, err)
	}
	return status, nil
}

func (s Scope) statusOf(stored string) (Status, error) {
	var r Status
	value, invalid := strict.ReadValue([]byte(stored))
	if invalid != nil {
		return r, errors.New("it " + invalid.Detail)
	}
	if content, ok := value.(map[string]any); ok {
		if err := strict.Convert(content, &r); err != nil {
			return r, errors.New("it has a value of the wrong type: " + printer.Truncate(text.OneLine(err.Error()), longestError))
		}
	}
	if r.Target == "" || len(r.Rings) == 0 || slices.ContainsFunc(r.Rings, func(ring rollout.RingProgress) bool { return ring.Name == "" }) {
		return r, errors.New("it has no target, no rings, or a ring without a name")
	}
	if s.isOfProject() {
		r.FailingProjects = nil
	}
	r.FailingProjects = r.FailingProjects[:min(len(r.FailingProjects), mostFailing)]
	for i := range r.FailingProjects {
		own := &r.FailingProjects[i]
		own.Ring, own.Project, own.Reason = word(own.Ring), word(own.Project), printer.Truncate(text.OneLine(own.Reason), longestReason)
	}
	return r, nil
}

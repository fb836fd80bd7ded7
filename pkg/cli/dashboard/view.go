// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
)

// longestMessage is how much of a message a row has; the page of a Shoot has all of it.
const longestMessage = 300

// view is what the page shows at a time. It is not changed any more.
type view struct {
	// shoots are the Shoots by namespace and name, rows the same as JSON for the table.
	shoots map[string]*garden.Shoot
	rows   map[string]json.RawMessage
	// known are the Shoots themselves.
	known *garden.KnownShoots
	// rollouts are the rollouts by namespace as JSON.
	rollouts map[string]json.RawMessage
	// notes are about what is not shown, and about what may be outdated.
	notes []string
}

// row is what the table has of a Shoot. The fields that are not in the status are those of the Shoot.
type row struct {
	Namespace       string                  `json:"namespace"`
	Name            string                  `json:"name"`
	State           fluxv1alpha1.ShootState `json:"state"`
	Ready           bool                    `json:"ready,omitempty"`
	Cause           fluxv1alpha1.Cause      `json:"cause,omitempty"`
	Message         string                  `json:"message,omitempty"`
	Seed            string                  `json:"seed,omitempty"`
	Ring            string                  `json:"ring,omitempty"`
	FluxVersion     string                  `json:"fluxVersion,omitempty"`
	AppliedRevision string                  `json:"appliedRevision,omitempty"`
	Since           metav1.Time             `json:"since,omitzero"`
	Labels          map[string]string       `json:"labels,omitempty"`
	// Changed is different in each state of the Shoot that is reported: what a row does not have may have changed.
	Changed metav1.Time `json:"changed,omitzero"`
}

// shownRollout is how far a rollout is, or why that cannot be read.
type shownRollout struct {
	Progress any    `json:"progress,omitempty"`
	Problem  string `json:"problem,omitempty"`
}

// compose returns the view of what was read after the last view, which is nil for the first.
func compose(last *view, shown *garden.Fleet, known *garden.KnownShoots, rollouts garden.Data, notes []string) (*view, error) {
	v := &view{
		known:  known,
		shoots: map[string]*garden.Shoot{}, rows: map[string]json.RawMessage{}, rollouts: map[string]json.RawMessage{},
		notes: append(slices.Clone(shown.Notes), notes...),
	}
	for _, shoot := range shown.Shoots {
		key := keyOf(shoot.Namespace, shoot.Name)
		v.shoots[key] = shoot
		if last != nil && last.shoots[key] == shoot && last.known == known {
			v.rows[key] = last.rows[key]
			continue
		}
		encoded, err := json.Marshal(rowOf(shoot, known))
		if err != nil {
			return nil, fmt.Errorf("failed to encode Shoot %s: %w", key, err)
		}
		v.rows[key] = encoded
	}
	for _, namespace := range slices.Sorted(maps.Keys(rollouts)) {
		encoded, err := json.Marshal(rolloutOf(rollouts[namespace]))
		if err != nil {
			return nil, fmt.Errorf("failed to encode the rollout of %s: %w", namespace, err)
		}
		v.rollouts[namespace] = encoded
	}
	return v, nil
}

func keyOf(namespace, name string) string { return namespace + "/" + name }

func rowOf(shoot *garden.Shoot, shoots *garden.KnownShoots) row {
	r := row{
		Namespace: shoot.Namespace, Name: shoot.Name, State: shoot.State, Ready: shoot.State.IsReady(), Cause: shoot.Cause, Message: printer.Truncate(shoot.Message, longestMessage),
		Seed: shoot.Seed, Ring: shoot.Ring, FluxVersion: shoot.FluxVersion, AppliedRevision: shoot.AppliedRevision, Since: shoot.Since,
	}
	if shoot.ObservedAt != nil {
		r.Changed = *shoot.ObservedAt
	}
	r.Labels, _ = shoots.LabelsOf(shoot)
	return r
}

func rolloutOf(data map[string]string) shownRollout {
	progress, err := rolloutcommand.ProgressIn(data)
	if err != nil {
		return shownRollout{Problem: printer.OneLine(err.Error())}
	}
	return shownRollout{Progress: progress}
}

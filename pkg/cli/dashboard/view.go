// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// longestMessage is the maximum length of a message in a table row. The page of the Shoot shows the full message.
const longestMessage = 300

// view is the content of the page at one time. It is immutable.
type view struct {
	// shoots contains the status of the Shoots by "namespace/name". rows contains them as JSON for the table.
	shoots map[string]*garden.Shoot
	rows   map[string]json.RawMessage
	// known contains the Shoots that exist in the garden.
	known *garden.KnownShoots
	// rollouts contains the rollouts as JSON, by the keys of scopeOf.
	rollouts map[string]json.RawMessage
	// notes describes omitted and outdated parts.
	notes []string
}

// row is a Shoot in the table, without its objects. The parts replace its message.
type row struct {
	garden.Shoot
	message
	Message string `json:"message,omitempty"`
}

// shownRollout is the progress of a rollout, or the error of reading it.
type shownRollout struct {
	// Title describes a rollout of the operator. It is empty for that of a project, which its namespace describes.
	Title    string `json:"title,omitempty"`
	Progress any    `json:"progress,omitempty"`
	Problem  string `json:"problem,omitempty"`
}

// compose returns a new view. It reuses the rows of the last view for unchanged Shoots; last is nil for the first view.
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
		encoded, err := json.Marshal(rowOf(*shoot, known))
		if err != nil {
			return nil, fmt.Errorf("failed to encode Shoot %s: %w", key, err)
		}
		v.rows[key] = encoded
	}
	for key, rollout := range ordered.Map(rollouts) {
		scope := scopeOf(key)
		encoded, err := json.Marshal(rolloutOf(scope, rollout))
		if err != nil {
			return nil, fmt.Errorf("failed to encode %s: %w", scope.Title, err)
		}
		v.rollouts[key] = encoded
	}
	return v, nil
}

func keyOf(namespace, name string) string { return namespace + "/" + name }

// rowOf returns a Shoot with its labels and a truncated message.
func rowOf(shoot garden.Shoot, shoots *garden.KnownShoots) row {
	parts := messageOf(&shoot).brief()
	shoot.Labels, _ = shoots.LabelsOf(&shoot)
	shoot.Objects = nil
	return row{Shoot: shoot, message: parts}
}

func rolloutOf(scope rolloutcommand.Scope, data map[string]string) shownRollout {
	var shown shownRollout
	if scope.Landscape != "" {
		shown.Title = scope.Title
	}
	progress, err := scope.StatusIn(data)
	if err != nil {
		shown.Problem = text.OneLine(err.Error())
		return shown
	}
	shown.Progress = progress
	return shown
}

// writeTimeout limits how long a tab may take to read a change.
const writeTimeout = time.Minute

// change is a line of the stream: the difference between the tab's view and the current view.
type change struct {
	// Namespace is the namespace of the project, or empty for all projects. Only the first line contains it.
	Namespace *string `json:"namespace,omitempty"`
	// Shoots contains changed rows of the table. Gone contains "namespace/name" of removed rows.
	Shoots []json.RawMessage `json:"shoots,omitempty"`
	Gone   []string          `json:"gone,omitempty"`
	// Rollouts contains changed rollouts by their keys, and null for removed rollouts.
	Rollouts map[string]json.RawMessage `json:"rollouts,omitempty"`
	Notes    []string                   `json:"notes"`
	// Forbidden is true if the user may not list Shoots.
	Forbidden bool `json:"forbidden,omitempty"`
}

// stream writes the whole view as a line of JSON, and then a line for each change, until the tab is closed.
func (s *server) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/jsonl")
	controller, encoder := http.NewResponseController(w), json.NewEncoder(w)
	last := &view{}
	for first := true; ; {
		current, changed := s.live.view()
		if current != nil && current != last {
			line := difference(last, current)
			if first {
				line.Namespace, first = &s.namespace, false
			}
			// The recorder in tests does not support deadlines.
			_ = controller.SetWriteDeadline(s.clock.Now().Add(writeTimeout))
			if encoder.Encode(line) != nil || controller.Flush() != nil {
				return
			}
			last = current
		}
		select {
		case <-r.Context().Done():
			return
		case <-changed:
		}
	}
}

// difference returns the changes from one view to the next.
func difference(last, next *view) change {
	c := change{Notes: next.notes, Rollouts: map[string]json.RawMessage{}, Forbidden: next.known.Forbidden}
	if c.Notes == nil {
		c.Notes = []string{}
	}
	for key, row := range ordered.Map(next.rows) {
		if !bytes.Equal(row, last.rows[key]) {
			c.Shoots = append(c.Shoots, row)
		}
	}
	for key := range ordered.Map(last.rows) {
		if _, ok := next.rows[key]; !ok {
			c.Gone = append(c.Gone, key)
		}
	}
	for key, rollout := range next.rollouts {
		if !bytes.Equal(rollout, last.rollouts[key]) {
			c.Rollouts[key] = rollout
		}
	}
	for key := range last.rollouts {
		if _, ok := next.rollouts[key]; !ok {
			c.Rollouts[key] = json.RawMessage("null")
		}
	}
	return c
}

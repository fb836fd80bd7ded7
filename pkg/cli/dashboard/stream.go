// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"
)

// writeTimeout is how long a tab may take to take a change.
const writeTimeout = time.Minute

// change is a line of the stream: what is different from what the tab has.
type change struct {
	// Namespace is that of the project; empty for all. Only the first line has it.
	Namespace *string `json:"namespace,omitempty"`
	// Shoots are rows of the table, and Gone the namespaces and names of those that are not shown any more.
	Shoots []json.RawMessage `json:"shoots,omitempty"`
	Gone   []string          `json:"gone,omitempty"`
	// Rollouts are those of namespaces; null for one that is not there any more.
	Rollouts map[string]json.RawMessage `json:"rollouts,omitempty"`
	Notes    []string                   `json:"notes"`
}

// stream writes a line of JSON with everything, and another with each change, until the tab is gone.
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
			// It fails where there is no deadline to set, as in tests without a connection.
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

// difference returns what has changed from one view to the next.
func difference(last, next *view) change {
	c := change{Notes: next.notes, Rollouts: map[string]json.RawMessage{}}
	if c.Notes == nil {
		c.Notes = []string{}
	}
	for _, key := range slices.Sorted(maps.Keys(next.rows)) {
		if !bytes.Equal(next.rows[key], last.rows[key]) {
			c.Shoots = append(c.Shoots, next.rows[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(last.rows)) {
		if _, stays := next.rows[key]; !stays {
			c.Gone = append(c.Gone, key)
		}
	}
	for namespace, rollout := range next.rollouts {
		if !bytes.Equal(rollout, last.rollouts[namespace]) {
			c.Rollouts[namespace] = rollout
		}
	}
	for namespace := range last.rollouts {
		if _, stays := next.rollouts[namespace]; !stays {
			c.Rollouts[namespace] = json.RawMessage("null")
		}
	}
	return c
}

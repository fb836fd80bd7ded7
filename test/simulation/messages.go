// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	reported "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const (
	// ruleOnce is the name of the rule about messages that arrive again, ruleNews of the one about problems that are
	// reported again, and ruleReason of the one about messages without a reason.
	ruleOnce   = "message-arrives-once"
	ruleNews   = "problem-is-reported-once"
	ruleReason = "message-has-a-reason"
	// mostFolded is how long a message may wait for more Shoots with the same cause, after one about others.
	mostFolded = 15 * time.Minute
)

func messagePromises() map[string]string {
	return map[string]string{
		ruleOnce:   "If the garden controller stops, the garden does not answer or the receiver's answer is lost, a message may arrive twice, with the same `id`, also in",
		ruleNews:   "A problem is reported once, and again when it becomes more severe; to a new receiver in one message for each cause.",
		ruleReason: "A Shoot is reported after one minute in a state (`since` in `flux-status`), five if Unreachable or NotReported; a recovery after two.",
	}
}

// message is a message to a receiver of type webhook.
type message struct {
	ID        string          `json:"id"`
	Timestamp time.Time       `json:"timestamp"`
	Severity  string          `json:"severity"`
	Message   string          `json:"message"`
	Reason    reported.Reason `json:"reason"`
	Project   string          `json:"project"`
	Cause     string          `json:"cause"`
	Ring      string          `json:"ring"`
	Count     int32           `json:"count"`
	Shoots    []string        `json:"shoots"`
}

func decodeMessage(body []byte) message {
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		panic(err) // The extension has encoded it.
	}
	return m
}

func (m message) project() string { return strings.TrimPrefix(m.Project, "garden-") }

// states returns the states of a Shoot that are a reason for the message; nil if it is about other things.
func (m message) states() []fluxv1alpha1.ShootState {
	switch m.Reason {
	case reported.ReasonFailed:
		return []fluxv1alpha1.ShootState{fluxv1alpha1.ShootFailed}
	case reported.ReasonUnreachable:
		return []fluxv1alpha1.ShootState{fluxv1alpha1.ShootUnreachable}
	case reported.ReasonDegraded:
		return []fluxv1alpha1.ShootState{fluxv1alpha1.ShootDegraded}
	case reported.ReasonRecovered:
		return []fluxv1alpha1.ShootState{fluxv1alpha1.ShootReady}
	}
	return nil
}

// messages contains the messages that the receivers have got. Its keys begin with the namespace of a project.
type messages struct {
	// arrived are the times at which the messages arrived first, by their IDs.
	arrived map[string]time.Time
	// problems are the reasons of the messages about a Shoot since its recovery.
	problems map[string]problems
	// states are the reported states of a Shoot one after the other.
	states map[string][]reportedState
	// repeats is the time until which a fault may be the reason that a message arrives again.
	repeats time.Time
}

type reportedState struct {
	state fluxv1alpha1.ShootState
	uid   types.UID
	since time.Time
}

// problems are the reasons of the messages about a Shoot.
type problems struct {
	uid     types.UID
	reasons []reported.Reason
}

// forget forgets which messages have arrived about the Shoots of a project, because further ones may name no Shoots.
func (m *messages) forget(namespace string) {
	for key := range m.problems {
		if strings.HasPrefix(key, namespace+"/") {
			delete(m.problems, key)
		}
	}
}

// uidOf returns the UID in the last report on a Shoot.
func (m *messages) uidOf(id string) types.UID {
	if all := m.states[id]; len(all) > 0 {
		return all[len(all)-1].uid
	}
	return ""
}

// shows records the reported state of a Shoot.
func (r *remotes) shows(id string, status fluxv1alpha1.ShootStatus) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	m := &r.messages
	if all := m.states[id]; len(all) == 0 || all[len(all)-1].state != status.State {
		m.states[id] = append(all, reportedState{status.State, status.UID, time.Now()})
	}
}

// disturb records a fault of a process. Until it is over, messages may arrive again.
func (r *remotes) disturb() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.messages.repeats = time.Now().Add(4 * time.Hour)
}

// had returns whether a Shoot was reported with one of these states in a time.
func (m *messages) had(id string, states []fluxv1alpha1.ShootState, from, until time.Time) bool {
	all := m.states[id]
	for i, each := range all {
		ended := i+1 < len(all) && all[i+1].since.Before(from)
		if slices.Contains(states, each.state) && !ended && !each.since.After(until) {
			return true
		}
	}
	return false
}

// receive judges a message. isLost is true if its sender does not get the answer.
func (w *world) receive(m message, isLost bool) {
	now := time.Now()
	w.follower.Write(history.Observation{Observer: "receiver", Facts: history.Facts{Message: &history.Message{
		Project: m.Project, Receiver: receiverAddress, ID: m.ID, Severity: m.Severity, Reason: string(m.Reason), Cause: m.Cause, Ring: m.Ring, Count: m.Count, Shoots: m.Shoots, Text: m.Message,
	}}})
	w.mutex.Lock()
	isOffset := w.isOffset
	w.mutex.Unlock()
	r := w.remotes
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known := &r.messages
	if isLost && known.repeats.Before(now) {
		known.repeats = now
	}
	if first, again := known.arrived[m.ID]; again {
		if len(w.options.Perturb) == 0 && known.repeats.Before(first) {
			w.violate(ruleOnce, fmt.Sprintf("message %s (%s) arrives again, %s after it arrived first", m.ID, m.Message, now.Sub(first).Round(time.Second)))
		}
		return
	}
	known.arrived[m.ID] = now
	for _, name := range m.Shoots {
		id := m.Project + "/" + name
		if states := m.states(); states != nil && !isOffset && !known.had(id, states, m.Timestamp.Add(-mostFolded), m.Timestamp.Add(slack)) {
			w.violate(ruleReason, fmt.Sprintf("message %s of %s: %s, but flux-status did not have %s so within %s", m.ID, m.Timestamp.UTC().Format(time.TimeOnly), m.Message, id, mostFolded))
		}
		uid := known.uidOf(id)
		if before := known.problems[id]; before.uid != uid {
			known.problems[id] = problems{uid: uid} // The Shoot was created again.
		}
		switch before := known.problems[id]; {
		case m.Reason == reported.ReasonRecovered:
			delete(known.problems, id)
		case slices.Contains(before.reasons, m.Reason):
			w.violate(ruleNews, fmt.Sprintf("message %s (%s) repeats that of %s, which has not recovered", m.ID, m.Message, id))
		case m.states() != nil || m.Reason == reported.ReasonNotReported:
			known.problems[id] = problems{uid, append(before.reasons, m.Reason)}
		}
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"maps"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// State is the stored state of a project's notifications.
type State struct {
	// Receivers are the receivers by name.
	Receivers map[string]*Receiver `json:"receivers,omitempty"`
}

// Receiver contains the previous reports to a receiver, and its unsent messages.
type Receiver struct {
	// Shoots contains the last report about each Shoot by name.
	Shoots map[string]Report `json:"shoots,omitempty"`
	// Rollouts are the last reported targets of a rollout by reason and ring.
	Rollouts map[string]string `json:"rollouts,omitempty"`
	// Last contains the times of the last messages by subject.
	Last map[string]metav1.Time `json:"last,omitempty"`
	// Outbox contains the unsent messages, oldest first. A message may have been sent without being removed, if the write
	// of the state has failed.
	Outbox []Message `json:"outbox,omitempty"`
	// Tested is the time of the last request for a test message that was added to the outbox.
	Tested metav1.Time `json:"tested,omitzero"`
	// Sent is the number of sent messages, and LastSent is the time when the last one was sent.
	Sent     int64       `json:"sent,omitempty"`
	LastSent metav1.Time `json:"lastSent,omitzero"`
	// Problem is the reason why the last attempt to send a message has failed, with a fix. It is empty after a success.
	Problem string `json:"problem,omitempty"`
	// Misconfigured is true if the cause is the receiver's Secret or a host that is not allowed.
	Misconfigured bool `json:"misconfigured,omitempty"`
}

// mostPending is the maximum number of unsent messages to a receiver. Further reports wait, and are combined with later
// ones.
const mostPending = 10

// Report is the last report about a Shoot.
type Report struct {
	// UID is the beginning of the Shoot's UID. It detects that a Shoot was recreated with the same name.
	UID string `json:"u"`
	// State is the reported problem. It is empty after a reported recovery.
	State fluxv1alpha1.ShootState `json:"s,omitempty"`
	// At is the time of the decision to report.
	At metav1.Time `json:"t"`
	// Returns is the number of times that a problem has recurred soon after a recovery.
	Returns int `json:"r,omitempty"`
}

// Message is a message to a receiver.
type Message struct {
	// ID is the same for each attempt to send the message, so that a receiver recognizes duplicates.
	ID string `json:"id"`
	// At is the time when the message was created.
	At metav1.Time `json:"at"`
	// Reason is the reason in one word.
	Reason Reason `json:"reason"`
	// Cause is the cause of the Shoots' problem. It is empty for messages without a cause.
	Cause fluxv1alpha1.Cause `json:"cause,omitempty"`
	// Ring is the name of the ring that a message about a rollout refers to. It is empty for other messages.
	Ring string `json:"ring,omitempty"`
	// Count is the number of Shoots, and Shoots contains the names of the first ones.
	Count  int      `json:"count,omitempty"`
	Shoots []string `json:"shoots,omitempty"`
	// Text describes the problem, with a suggested fix if one is known.
	Text string `json:"text,omitempty"`
}

// Reason is the reason for a message.
type Reason string

// Reasons of messages.
const (
	ReasonFailed           Reason = "ShootsFailed"
	ReasonUnreachable      Reason = "ShootsUnreachable"
	ReasonNotReported      Reason = "ShootsNotReported"
	ReasonDegraded         Reason = "ShootsDegraded"
	ReasonRecovered        Reason = "ShootsRecovered"
	ReasonStopped          Reason = "RolloutStopped"
	ReasonRolledBack       Reason = "RolloutRolledBack"
	ReasonWaitsForApproval Reason = "RolloutWaitsForApproval"
	ReasonHolds            Reason = "RolloutHolds"
	ReasonObjectsRemoved   Reason = "RolloutObjectsRemoved"
	ReasonTest             Reason = "Test"
)

// shortUID returns the stored part of a UID.
func shortUID(uid types.UID) string { return string(uid[:min(len(uid), 8)]) }

// clone returns a copy that can be changed.
func (s *State) clone() *State {
	c := &State{Receivers: map[string]*Receiver{}}
	if s == nil {
		return c
	}
	for name, receiver := range s.Receivers {
		c.Receivers[name] = receiver.clone()
	}
	return c
}

func (r *Receiver) clone() *Receiver {
	c := *r
	c.Shoots, c.Rollouts, c.Last, c.Outbox = maps.Clone(r.Shoots), maps.Clone(r.Rollouts), maps.Clone(r.Last), slices.Clone(r.Outbox)
	return &c
}

// Succeeded returns the state after the message with the given ID was sent.
func (s *State) Succeeded(receiver, id string, now time.Time) *State {
	return s.with(receiver, func(r *Receiver) {
		before := len(r.Outbox)
		r.Outbox = slices.DeleteFunc(r.Outbox, func(m Message) bool { return m.ID == id })
		if len(r.Outbox) < before {
			r.Sent++
			r.LastSent, r.Problem, r.Misconfigured = metav1.NewTime(now), "", false
		}
	})
}

// Failing returns the state with the problem of a failed attempt to send a message. misconfigured is true if the
// receiver's configuration is the cause. An empty problem clears the previous one.
func (s *State) Failing(receiver, problem string, misconfigured bool) *State {
	return s.with(receiver, func(r *Receiver) { r.Problem, r.Misconfigured = problem, misconfigured })
}

func (s *State) with(receiver string, change func(*Receiver)) *State {
	c := &State{Receivers: maps.Clone(s.Receivers)}
	if r := c.Receivers[receiver]; r != nil {
		r = r.clone()
		change(r)
		c.Receivers[receiver] = r
	}
	return c
}

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

// State is all that has to be remembered of the messages of a project.
type State struct {
	// Receivers are the receivers by their names.
	Receivers map[string]*Receiver `json:"receivers,omitempty"`
}

// Receiver is what was reported to a receiver, and what is still to be sent to it.
type Receiver struct {
	// Shoots are the Shoots of which something was reported, by their names.
	Shoots map[string]Report `json:"shoots,omitempty"`
	// Rollouts is for what of a rollout was reported last that it stopped, was rolled back or waits for its approval, by that and the ring.
	Rollouts map[string]string `json:"rollouts,omitempty"`
	// Last is when messages about the same were made last, by what they are about.
	Last map[string]metav1.Time `json:"last,omitempty"`
	// Outbox are the messages that are not known to be sent, the oldest first.
	Outbox []Message `json:"outbox,omitempty"`
	// Sent is how many were sent, and LastSent when the last one was.
	Sent     int64       `json:"sent,omitempty"`
	LastSent metav1.Time `json:"lastSent,omitzero"`
	// Problem is why the last attempt to send has failed, with a fix; empty if it has not.
	Problem string `json:"problem,omitempty"`
	// Misconfigured is whether that is its Secret, or a host that is not allowed.
	Misconfigured bool `json:"misconfigured,omitempty"`
}

// mostPending bounds the messages to a receiver that are not sent: what is to be reported beyond waits, and is folded with what comes.
const mostPending = 10

// Report is what was reported last of a Shoot.
type Report struct {
	// UID begins that of the Shoot. One that is recreated under the same name is another Shoot.
	UID string `json:"u"`
	// State is the problem that was reported; empty if it was reported that the Shoot has recovered.
	State fluxv1alpha1.ShootState `json:"s,omitempty"`
	// At is when that was decided.
	At metav1.Time `json:"t"`
	// Returns is how often a problem came back soon after a recovery.
	Returns int `json:"r,omitempty"`
}

// Message is a message to a receiver.
type Message struct {
	// ID is the same whenever the message is sent, by which a receiver recognizes one that it has.
	ID string `json:"id"`
	// At is when it was decided.
	At metav1.Time `json:"at"`
	// Reason is what has happened, in one word.
	Reason Reason `json:"reason"`
	// Cause is the cause of a problem of Shoots; empty if it has none.
	Cause fluxv1alpha1.Cause `json:"cause,omitempty"`
	// Ring is the ring of the rollout that it is about; empty if it is about none.
	Ring string `json:"ring,omitempty"`
	// Count is the number of the Shoots, and Shoots are the names of the first ones.
	Count  int      `json:"count,omitempty"`
	Shoots []string `json:"shoots,omitempty"`
	// Text says what it is, with a suggested fix where one is known.
	Text string `json:"text,omitempty"`
}

// Reason is what a message reports.
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
)

// shortUID is what is stored of a UID.
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

// Succeeded returns the state after a message was sent.
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

// Failing returns the state after an attempt has failed, with its problem, and whether it is that the receiver is misconfigured; without a problem, that
// it is not any more.
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

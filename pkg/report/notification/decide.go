// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package notification decides which messages about a project's Shoots and rollout are sent to the receivers of the
// project. It derives the next state, including unsent messages, from the stored state and the current status of Shoots
// and rollout. The package is pure: it must not send messages.
//
// The state of a receiver contains the reported problems, so that messages are not repeated after a restart. Nothing is
// reported about a Shoot that has no status, or whose state is neither a problem nor ready.
package notification

import (
	"maps"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Input is the input of a decision in addition to the previous State.
type Input struct {
	// Project is the namespace of the project.
	Project string
	// Notifications are the valid and defaulted receivers.
	Notifications []fluxv1alpha1.Notification
	// Shoots are the project's Shoots that use Flux and are not being deleted.
	Shoots []Shoot
	// Rollout is the state of the project's rollout. It is nil if there is no rollout or if its state is unknown.
	Rollout *rollout.State
	// Test is the time of the last request for test messages; zero if there was none.
	Test time.Time
	// Now is the current time.
	Now time.Time
}

// Shoot is a Shoot with its observed status.
type Shoot struct {
	rollout.Identity
	// Ring is the name of the Shoot's ring. It is empty if the project has no rollout.
	Ring string
	// Status is the Shoot's entry in ConfigMap flux-status. It is nil if there is no entry with the UID of the Shoot.
	Status *fluxv1alpha1.ShootStatus
}

// Decision is the result of Decide.
type Decision struct {
	// State is the next state. It must be stored before the messages in its outboxes are sent.
	State *State
	// GivenUp are the dropped messages, which could not be sent in time.
	GivenUp []GivenUp
	// Next is the time until the next decision is due if nothing changes. It is 0 if no decision is due.
	Next time.Duration
}

// GivenUp is a message that could not be sent in time.
type GivenUp struct {
	// Receiver is the name of the receiver, and Problem is the reason why the message could not be sent.
	Receiver, Problem string
	Type              fluxv1alpha1.NotificationType
	Message           Message
}

// decision is a Decision in progress with its input.
type decision struct {
	Decision
	in     Input
	timing Timing
}

// Decide returns the next decision. before is the previous State, which may be nil. Decide does not change it.
func Decide(before *State, in Input, timing Timing) Decision {
	d := &decision{in: in, timing: timing}
	stored := before.clone()
	d.State = &State{Receivers: map[string]*Receiver{}}
	for i := range in.Notifications {
		notification := &in.Notifications[i]
		r := stored.Receivers[*notification.Name]
		if r == nil {
			r = &Receiver{}
		}
		d.State.Receivers[*notification.Name] = r
		d.giveUp(notification, r)
		d.test(notification, r)
		d.reportRollout(notification, r)
		d.reportShoots(notification, r)
	}
	return d.Decision
}

// giveUp moves messages that could not be sent in time from the outbox to GivenUp.
func (d *decision) giveUp(notification *fluxv1alpha1.Notification, r *Receiver) {
	for len(r.Outbox) > 0 {
		age := d.in.Now.Sub(r.Outbox[0].At.Time)
		if age < d.timing.GiveUp {
			d.next(d.timing.GiveUp - age)
			return
		}
		d.GivenUp = append(d.GivenUp, GivenUp{Receiver: *notification.Name, Type: notification.Type, Problem: r.Problem, Message: r.Outbox[0]})
		r.Outbox = r.Outbox[1:]
	}
}

// next makes the next decision due after the given time, unless it is due earlier.
func (d *decision) next(after time.Duration) {
	if after = max(after, time.Second); d.Next == 0 || after < d.Next {
		d.Next = after
	}
}

// post adds a message to the outbox of the receiver, with an ID that depends on the key of the message's subject.
func (d *decision) post(name string, r *Receiver, key string, message Message) {
	message.ID, message.At = identify(d.in.Project, name, key, d.in.Now), metav1.NewTime(d.in.Now)
	message.Text = text.Cut(message.Text, longestText)
	r.Outbox = append(r.Outbox, message)
}

// isFull returns whether the outbox has no room for a message.
func (r *Receiver) isFull() bool { return len(r.Outbox) >= mostPending }

// remember records the time of a message with the key, and removes times that are older than FollowUp.
func (d *decision) remember(r *Receiver, key string) {
	maps.DeleteFunc(r.Last, func(_ string, at metav1.Time) bool { return d.in.Now.Sub(at.Time) >= d.timing.FollowUp })
	if r.Last == nil {
		r.Last = map[string]metav1.Time{}
	}
	r.Last[key] = metav1.NewTime(d.in.Now)
}

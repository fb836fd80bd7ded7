// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Input is all that a decision depends on, beside the State before it.
type Input struct {
	// Project is the namespace of the project.
	Project string
	// Notifications are the valid receivers with their defaults.
	Notifications []fluxv1alpha1.Notification
	// Shoots are those of the project that use Flux and are not being deleted, and Reported is whether there is a ConfigMap flux-status.
	Shoots   []Shoot
	Reported bool
	// Rollout is the state of the project's rollout; nil if it has none, or if it is not known.
	Rollout *rollout.State
	// Now is the time.
	Now time.Time
}

// Shoot is what is known of a Shoot.
type Shoot struct {
	rollout.Member
	// Ring is the name of the ring that the Shoot is in; empty if the project has no rollout.
	Ring string
	// Status is its entry in ConfigMap flux-status; nil if there is none of its UID.
	Status *fluxv1alpha1.ShootStatus
}

// Decision is what follows.
type Decision struct {
	// State is to be stored before anything of its outboxes is sent.
	State *State
	// GivenUp are the messages that were given up.
	GivenUp []GivenUp
	// Next is the time until the next decision is due if nothing changes; 0 if none is.
	Next time.Duration
}

// GivenUp is a message that could not be sent for too long.
type GivenUp struct {
	// Receiver is the name of the receiver, and Problem why it could not be sent.
	Receiver, Problem string
	// Message is the message.
	Message Message
}

// decision is a decision in the making.
type decision struct {
	Decision
	in     Input
	timing Timing
}

// next has the next decision made after that time at the latest.
func (d *decision) next(after time.Duration) {
	if after = max(after, time.Second); d.Next == 0 || after < d.Next {
		d.Next = after
	}
}

// post puts a message into the outbox of a receiver. The key is what it is about.
func (d *decision) post(name string, r *Receiver, key string, message Message) {
	message.ID, message.At = identify(d.in.Project, name, key, d.in.Now), metav1.NewTime(d.in.Now)
	message.Text = text.Cut(message.Text, longestText)
	r.Outbox = append(r.Outbox, message)
}

// isFull returns whether no further message may be put into the outbox.
func (r *Receiver) isFull() bool { return len(r.Outbox) >= mostPending }

// remember records when a message about the same was made, for as long as that matters.
func (d *decision) remember(r *Receiver, key string) {
	for other, at := range r.Last {
		if d.in.Now.Sub(at.Time) >= d.timing.FollowUp {
			delete(r.Last, other)
		}
	}
	if r.Last == nil {
		r.Last = map[string]metav1.Time{}
	}
	r.Last[key] = metav1.NewTime(d.in.Now)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"maps"
	"slices"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

const (
	// soon is the time until the next attempt if there is more to send.
	soon = 100 * time.Millisecond
	// afterConflict is the time until the next attempt if another client has written meanwhile, which may do so again and again: all of it is decoded then.
	afterConflict = 2 * time.Second
	// recordTimeout bounds the time for recording that a message was sent.
	recordTimeout = 10 * time.Second
)

// Deliverer sends messages.
type Deliverer interface {
	// Check returns why nothing can be sent to the target, as far as that can be known without a connection; nil if nothing is known.
	Check(target Target) *Failure
	// Send sends a message.
	Send(ctx context.Context, target Target, payload notification.Payload) *Failure
}

// deliver checks the receivers that are new or misconfigured, and sends one message that is due. It returns the time until there is more to do; 0 if
// nothing is left to be sent.
func (r *Reconciler) deliver(ctx context.Context, namespace string, notifications []fluxv1alpha1.Notification, m *memory) (time.Duration, error) {
	var next time.Duration
	for _, to := range notifications {
		a, receiver := m.attempt(*to.Name), m.state.Receivers[*to.Name]
		now := r.Clock.Now()
		switch {
		case len(receiver.Outbox) == 0 && a.isToBeChecked(*to.SecretName, receiver.Misconfigured, now):
			a.checked, a.secretName = now, *to.SecretName
			_, failure, err := r.target(ctx, namespace, to)
			if err != nil {
				return 0, err
			}
			return soon, r.recordCheck(ctx, namespace, to, m, failure)
		case len(receiver.Outbox) == 0:
		case !a.next.After(now):
			return soon, r.send(ctx, namespace, to, m, receiver.Outbox[0])
		default:
			if wait := a.next.Sub(now); next == 0 || wait < next {
				next = wait
			}
		}
	}
	return next, nil
}

// isToBeChecked returns whether the Secret of a receiver is to be read although there is nothing to send: so that the project learns of it before.
func (a *attempt) isToBeChecked(secretName string, isMisconfigured bool, now time.Time) bool {
	return a.checked.IsZero() || a.secretName != secretName || isMisconfigured && now.Sub(a.checked) >= recheck
}

// target returns where messages to a receiver are sent.
func (r *Reconciler) target(ctx context.Context, namespace string, to fluxv1alpha1.Notification) (Target, *Failure, error) {
	target, failure, err := readTarget(ctx, r.Garden, namespace, to)
	if err == nil && failure == nil {
		failure = r.Sender.Check(target)
	}
	return target, failure, err
}

// send sends a message and records what became of it. What was begun is finished when the process is stopped.
func (r *Reconciler) send(ctx context.Context, namespace string, to fluxv1alpha1.Notification, m *memory, message notification.Message) error {
	target, failure, err := r.target(ctx, namespace, to)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	if failure == nil {
		payload, err := notification.NewPayload(to.Type, namespace, message, target.token)
		if err != nil {
			return err
		}
		failure = r.Sender.Send(ctx, target, payload)
	}
	a := m.attempt(*to.Name)
	a.checked, a.secretName = r.Clock.Now(), *to.SecretName
	if failure != nil {
		r.Outcomes.count(to.Type, failed)
		a.failed(r.Clock.Now(), failure, r.Random)
		return r.recordFailure(ctx, namespace, to, m, failure)
	}
	r.Outcomes.count(to.Type, sent)
	a.succeeded()
	m.sent[message.ID] = sending{*to.Name, r.Clock.Now()}
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	return r.recordSent(ctx, m)
}

// recordSent stores which messages were sent. As long as that has not succeeded, they are not sent again by this process.
func (r *Reconciler) recordSent(ctx context.Context, m *memory) error {
	if len(m.sent) == 0 || m.stored == nil {
		return nil
	}
	state := m.state
	for _, id := range slices.Sorted(maps.Keys(m.sent)) {
		state = state.Succeeded(m.sent[id].receiver, id, m.sent[id].at)
	}
	written, err := r.store(ctx, m, state)
	if written {
		clear(m.sent)
	}
	return err
}

// recordFailure stores why a message could not be sent, and reports it, if that is another reason than before.
func (r *Reconciler) recordFailure(ctx context.Context, namespace string, to fluxv1alpha1.Notification, m *memory, failure *Failure) error {
	if m.state.Receivers[*to.Name].Problem == failure.Text {
		return nil
	}
	written, err := r.store(ctx, m, m.state.Failing(*to.Name, failure.Text, failure.Misconfigured))
	if written {
		r.reportFailing(ctx, namespace, to, failure)
	}
	return err
}

// recordCheck stores what is wrong with a receiver, or that nothing is any more.
func (r *Reconciler) recordCheck(ctx context.Context, namespace string, to fluxv1alpha1.Notification, m *memory, failure *Failure) error {
	if failure != nil {
		return r.recordFailure(ctx, namespace, to, m, failure)
	}
	if !m.state.Receivers[*to.Name].Misconfigured {
		return nil
	}
	_, err := r.store(ctx, m, m.state.Failing(*to.Name, "", false))
	return err
}

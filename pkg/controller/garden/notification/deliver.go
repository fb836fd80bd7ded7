// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

const (
	// soon is the time until the next attempt if there are more messages to send.
	soon = 100 * time.Millisecond
	// afterConflict is the time until the next attempt after a conflict. Each attempt decodes the whole state, and the
	// other client may write frequently.
	afterConflict = 2 * time.Second
	// recordTimeout limits the duration of the write after a message was sent.
	recordTimeout = 10 * time.Second
)

// Deliverer sends messages.
type Deliverer interface {
	// Check returns the reason if the target cannot receive messages, or nil. It does not connect to the target.
	Check(target Target) *Failure
	// Send sends a message.
	Send(ctx context.Context, target Target, payload notification.Payload) *Failure
}

// deliver checks a new or misconfigured receiver, or sends one due message. It returns the time until the next call, or
// 0 if there is nothing to send or to check.
func (r *Reconciler) deliver(ctx context.Context, namespace string, notifications []fluxv1alpha1.Notification, m *Memory) (time.Duration, error) {
	var next time.Duration
	for _, to := range notifications {
		a, receiver := m.attempt(*to.Name), m.stored.Value.Receivers[*to.Name]
		now := r.Clock.Now()
		switch {
		case len(receiver.Outbox) == 0 && a.isToBeChecked(*to.SecretName, receiver.Misconfigured, now):
			a.checked, a.secretName = now, *to.SecretName
			_, failure, err := r.target(ctx, namespace, to)
			if err != nil {
				return 0, err
			}
			return soon, r.record(ctx, to, m, failure)
		case len(receiver.Outbox) == 0:
			if receiver.Misconfigured {
				next = sooner(next, a.checked.Add(recheck).Sub(now))
			}
		case !a.backoff.Next.After(now):
			return soon, r.send(ctx, namespace, to, m, receiver.Outbox[0])
		default:
			next = sooner(next, a.backoff.Next.Sub(now))
		}
	}
	return next, nil
}

// sooner returns the shorter time; 0 means never.
func sooner(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// isToBeChecked returns whether to check the Secret of a receiver before the next message is sent, to report problems
// early.
func (a *attempt) isToBeChecked(secretName string, isMisconfigured bool, now time.Time) bool {
	return a.checked.IsZero() || a.secretName != secretName || isMisconfigured && now.Sub(a.checked) >= recheck
}

// target returns the target of a receiver, or the reason why it cannot receive messages.
func (r *Reconciler) target(ctx context.Context, namespace string, to fluxv1alpha1.Notification) (Target, *Failure, error) {
	target, failure, err := readTarget(ctx, r.Garden, namespace, to)
	if err == nil && failure == nil {
		failure = r.Sender.Check(target)
	}
	return target, failure, err
}

// send sends a message and records the outcome. It does not stop when the context is cancelled, so that a sent message
// is recorded.
func (r *Reconciler) send(ctx context.Context, namespace string, to fluxv1alpha1.Notification, m *Memory, message notification.Message) error {
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
		r.Messages.WithLabelValues(string(to.Type), failed).Inc()
		a.backoff.Failed(r.Clock.Now(), failure.RetryAfter, r.Pacing.Random)
		return r.record(ctx, to, m, failure)
	}
	r.Messages.WithLabelValues(string(to.Type), sent).Inc()
	a.backoff = kube.Backoff{}
	if m.sent == nil {
		m.sent = map[string]sending{}
	}
	m.sent[message.ID] = sending{*to.Name, r.Clock.Now()}
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	return r.recordSent(ctx, m)
}

// recordSent stores which messages were sent. Until the write succeeds, only this process knows.
func (r *Reconciler) recordSent(ctx context.Context, m *Memory) error {
	if len(m.sent) == 0 || m.stored == nil {
		return nil
	}
	state := m.stored.Value
	for id, sent := range ordered.Map(m.sent) {
		state = state.Succeeded(sent.receiver, id, sent.at)
	}
	written, err := r.store(ctx, m, state)
	if written {
		clear(m.sent)
	}
	return err
}

// record stores the result of a check or of a failed attempt. It records an Event about a failure whose text is new.
func (r *Reconciler) record(ctx context.Context, to fluxv1alpha1.Notification, m *Memory, failure *Failure) error {
	switch receiver := m.stored.Value.Receivers[*to.Name]; {
	case failure == nil && !receiver.Misconfigured, failure != nil && receiver.Problem == failure.Text:
		return nil
	case failure == nil:
		_, err := r.store(ctx, m, m.stored.Value.Failing(*to.Name, "", false))
		return err
	}
	written, err := r.store(ctx, m, m.stored.Value.Failing(*to.Name, failure.Text, failure.Misconfigured))
	if written {
		r.records().Warn(ctx, r.Events, m.stored, *to.Name, reasonFailing, action, fmt.Sprintf("Failed to send messages to receiver %s of type %s, retrying for %s: %s",
			*to.Name, to.Type, r.Timing.GiveUp, failure.Text))
	}
	return err
}

// Reasons of Events about ConfigMap flux-config, whose fieldPath is the receiver, and their action.
const (
	reasonFailing  = "NotificationFailing"
	reasonGivenUp  = "NotificationGivenUp"
	reasonTooLarge = "NotificationsTooLarge"
	action         = "Notify"
)

// reportGivenUp records an Event for each receiver about the messages that were given up.
func (r *Reconciler) reportGivenUp(ctx context.Context, m *Memory, all []notification.GivenUp) {
	count := map[string]int{}
	for _, each := range all {
		count[each.Receiver]++
	}
	for i, each := range all {
		if i+1 < len(all) && all[i+1].Receiver == each.Receiver {
			continue // The messages are sorted by receiver. The Event names the last one.
		}
		r.records().Warn(ctx, r.Events, m.stored, each.Receiver, reasonGivenUp, action, fmt.Sprintf("Gave up %d messages to receiver %s after %s, the last one: %s. %s",
			count[each.Receiver], each.Receiver, r.Timing.GiveUp, each.Message.Title(), each.Problem))
	}
}

// Outcomes of messages and of attempts.
const (
	// sent is the outcome of a message that its receiver accepted.
	sent = "sent"
	// failed is the outcome of a failed attempt.
	failed = "failed"
	// givenUp is the outcome of a message that could not be sent in time.
	givenUp = "given_up"
)

// NewMessageCounter registers the counter of messages by type of the receiver and outcome.
func NewMessageCounter(registry prometheus.Registerer) *prometheus.CounterVec {
	return metrics.NewCounter(registry, "notifications_total", "Messages to receivers of projects, by type of the receiver and outcome.",
		metrics.Values("type", fluxv1alpha1.NotificationTypes()...), metrics.Values("outcome", sent, failed, givenUp))
}

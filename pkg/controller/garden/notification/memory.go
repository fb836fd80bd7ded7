// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

const (
	// firstRetry and longestRetry bound the time after which a message is tried again.
	firstRetry, longestRetry = 10 * time.Second, 10 * time.Minute
	// recheck is the time after which the Secret of a misconfigured receiver is read again.
	recheck = time.Minute
)

// memory is what is known of a project besides its configuration. It is used by one worker at a time.
type memory struct {
	// stored is the ConfigMap flux-notifications as it was read or written last, without its data; nil if that is not known. state is what it has.
	stored *corev1.ConfigMap
	state  *notification.State
	// sent are the messages that were sent and not recorded yet, with their receivers and when.
	sent map[string]sending
	// attempts are about the receivers, by their names.
	attempts map[string]*attempt
}

type sending struct {
	receiver string
	at       time.Time
}

// attempt is about sending to a receiver. A restart begins again.
type attempt struct {
	// failures is the number of attempts that have failed since the last success, and next when the next one is due.
	failures int
	next     time.Time
	// checked is when its Secret was checked last, as secretName has it.
	checked    time.Time
	secretName string
}

func newMemory() *memory {
	return &memory{sent: map[string]sending{}, attempts: map[string]*attempt{}}
}

// attempt returns what is known about a receiver.
func (m *memory) attempt(receiver string) *attempt {
	a := m.attempts[receiver]
	if a == nil {
		a = &attempt{}
		m.attempts[receiver] = a
	}
	return a
}

// keep forgets the receivers that are not configured.
func (m *memory) keep(receivers map[string]*notification.Receiver) {
	for name := range m.attempts {
		if receivers[name] == nil {
			delete(m.attempts, name)
		}
	}
}

// failed records an attempt that has failed.
func (a *attempt) failed(now time.Time, failure *Failure, random func(time.Duration) time.Duration) {
	wait := longestRetry
	if a.failures < 6 {
		wait = min(firstRetry<<a.failures, longestRetry)
	}
	a.failures++
	a.next = now.Add(max(wait+random(max(1, wait/4)), failure.RetryAfter))
}

func (a *attempt) succeeded() { a.failures, a.next = 0, time.Time{} }

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"maps"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/record"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// recheck is the time between two reads of the Secret of a misconfigured receiver.
const recheck = time.Minute

// Memory is the state of a project in this process. One worker uses it at a time.
type Memory struct {
	// stored is the last known version of ConfigMap flux-notifications; nil if it must be read.
	stored *record.Record[*notification.State]
	// sent are the messages that were sent but not recorded yet.
	sent map[string]sending
	// attempts are the states of the receivers by name.
	attempts map[string]*attempt
	// overwritten contains the times since which there are only entries of other clients than the seeds, by Shoot.
	overwritten map[types.UID]time.Time
	// tooLarge is true after an Event has reported that the state exceeds the size of a ConfigMap.
	tooLarge bool
}

type sending struct {
	receiver string
	at       time.Time
}

// attempt is the state of a receiver. A restart resets it.
type attempt struct {
	// backoff schedules the attempts to send a message.
	backoff kube.Backoff
	// checked is when the Secret called secretName was last checked.
	checked    time.Time
	secretName string
}

// attempt returns the state of a receiver.
func (m *Memory) attempt(receiver string) *attempt {
	a := m.attempts[receiver]
	if m.attempts == nil {
		m.attempts = map[string]*attempt{}
	}
	if a == nil {
		a = &attempt{}
		m.attempts[receiver] = a
	}
	return a
}

// keep removes the states of receivers that are not configured any more.
func (m *Memory) keep(receivers map[string]*notification.Receiver) {
	maps.DeleteFunc(m.attempts, func(name string, _ *attempt) bool { return receivers[name] == nil })
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// KeyStatus is the key of the ConfigMap flux-notifications with a Status as YAML, for people. Nothing reads it.
	KeyStatus = "status.yaml"
	// keyState is the key with the State as JSON, compressed with gzip.
	keyState = "state"

	// mostBytes bounds the stored value.
	mostBytes = 900 << 10
	// mostReceivers bounds the receivers that are read: a project may have ten, and others instead of them at any time.
	mostReceivers = 20
	// longestRest bounds what a message has beside its text: a few words, and names.
	longestRest = 2 << 10
)

// stateLimits bound a State: ten receivers to which 5,000 Shoots were reported have 7 MiB and 250,000 elements.
func stateLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 8 << 20, Elements: 300_000, Entries: 10_000, Text: 32 << 10}
}

// ErrTooLarge is the error of a State for which a ConfigMap has no room.
var ErrTooLarge = errors.New("what was reported to all receivers needs more room than a ConfigMap has")

// Encode returns the value of the ConfigMap flux-notifications for the State. The same State gives the same value, and Decode reads what it returns.
func (s *State) Encode() (map[string][]byte, error) {
	value, _, err := stateLimits().Compress(s)
	switch {
	case boundedjson.IsExceeded(err) || len(value) > mostBytes:
		return nil, ErrTooLarge
	case err != nil:
		return nil, fmt.Errorf("failed to encode the notifications of a project: %w", err)
	}
	return map[string][]byte{keyState: value}, nil
}

// Decode reads the ConfigMap flux-notifications. One that has no state yet is as an empty one; the error is about a damaged one: a project can write anything
// there.
func Decode(configMap *corev1.ConfigMap) (*State, error) {
	s := &State{}
	value, has := configMap.BinaryData[keyState]
	if !has {
		return s, nil
	}
	_, err := stateLimits().Decompress(value, s)
	if err == nil {
		err = s.complete()
	}
	if err != nil {
		return nil, fmt.Errorf("ConfigMap %s/%s is damaged: %w", configMap.Namespace, configMap.Name, err)
	}
	return s, nil
}

// complete drops receivers of which nothing is stored, and returns what is wrong with the others.
func (s *State) complete() error {
	for name, receiver := range s.Receivers {
		switch {
		case receiver == nil:
			delete(s.Receivers, name)
		case len(receiver.Outbox) > mostPending:
			return fmt.Errorf("a receiver has more than %d messages that are not sent", mostPending)
		case slices.ContainsFunc(receiver.Outbox, Message.isTooLarge):
			return errors.New("it has a message that is larger than any that is written")
		}
	}
	if len(s.Receivers) > mostReceivers {
		return fmt.Errorf("it has more than %d receivers", mostReceivers)
	}
	return nil
}

// isTooLarge returns whether the message was not written by this package: it would be sent.
func (m Message) isTooLarge() bool {
	return len(m.Text) > longestText || len(m.Shoots) > mostNamed || len(m.ID)+len(m.Reason)+len(m.Cause)+len(m.Ring)+len(strings.Join(m.Shoots, "")) > longestRest
}

// Status is what people read of a receiver.
type Status struct {
	// Open is the number of the Shoots whose problem was reported and that were not reported to have recovered.
	Open int `json:"open"`
	// Pending is the number of the messages that are not sent yet, Sent that of those that were, and LastSent when the last one was.
	Pending  int         `json:"pending"`
	Sent     int64       `json:"sent"`
	LastSent metav1.Time `json:"lastSent,omitzero"`
	// Problem is why the last attempt to send has failed.
	Problem string `json:"problem,omitempty"`
}

// Status returns what people read, by the names of the receivers.
func (s *State) Status() map[string]Status {
	statuses := map[string]Status{}
	for name, r := range s.Receivers {
		status := Status{Pending: len(r.Outbox), Sent: r.Sent, LastSent: r.LastSent, Problem: r.Problem}
		for _, report := range r.Shoots {
			if report.State != "" {
				status.Open++
			}
		}
		statuses[name] = status
	}
	return statuses
}

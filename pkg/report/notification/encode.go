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
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// keyStatus is the key of a Status as YAML in ConfigMap flux-notifications, for users. No controller reads it.
	keyStatus = "status.yaml"
	// keyState is the key of the State as JSON, compressed with gzip.
	keyState = "state"

	// mostReceivers is the maximum number of receivers in a decoded state. A project may have ten receivers, and may
	// replace all of them at any time.
	mostReceivers = 20
	// longestRest is the maximum total length of the other fields of a message.
	longestRest = 2 << 10
)

// stateLimits returns the limits of a State. Ten receivers with reports about 5,000 Shoots need 7 MiB and 250,000
// elements.
func stateLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 8 << 20, Elements: 300_000, Entries: 10_000, Text: 32 << 10}
}

// Encode returns the data and the binary data of ConfigMap flux-notifications. boundedjson.IsExceeded returns true for
// the error if the State is larger than Decode accepts.
func (s *State) Encode() (map[string]string, map[string][]byte, error) {
	value, _, err := stateLimits().Compress(s)
	if err != nil {
		return nil, nil, fmt.Errorf("failed to encode the notifications of a project: %w", err)
	}
	text, err := yaml.Marshal(map[string]any{"receivers": s.Status()})
	return map[string]string{keyStatus: "# Messages to the receivers of project.notifications, written by the garden controller. No controller reads it.\n" + string(text)}, map[string][]byte{keyState: value}, err
}

// Decode returns the state in ConfigMap flux-notifications. It returns an empty state if the ConfigMap has none, and
// also an error if the state is invalid, because members of the project can change the ConfigMap.
func Decode(configMap *corev1.ConfigMap) (*State, error) {
	s := &State{}
	value, ok := configMap.BinaryData[keyState]
	if !ok {
		return s, nil
	}
	if _, err := stateLimits().Decompress(value, s); err != nil {
		return &State{}, err
	}
	if err := s.complete(); err != nil {
		return &State{}, err
	}
	return s, nil
}

// complete removes empty receivers, and validates the others.
func (s *State) complete() error {
	for name, receiver := range s.Receivers {
		switch {
		case receiver == nil:
			delete(s.Receivers, name)
		case len(receiver.Outbox) > mostPending:
			return fmt.Errorf("a receiver has more than %d unsent messages", mostPending)
		case slices.ContainsFunc(receiver.Outbox, Message.isTooLarge):
			return errors.New("it has a message that is too large")
		}
	}
	if len(s.Receivers) > mostReceivers {
		return fmt.Errorf("it has more than %d receivers", mostReceivers)
	}
	return nil
}

// isTooLarge returns whether the message is larger than any message that this package creates.
func (m Message) isTooLarge() bool {
	return len(m.Text) > longestText || len(m.Shoots) > mostNamed || len(m.ID)+len(m.Reason)+len(m.Cause)+len(m.Ring)+len(strings.Join(m.Shoots, "")) > longestRest
}

// Status is the status of a receiver for users.
type Status struct {
	// Open is the number of Shoots with a reported problem and no reported recovery.
	Open int `json:"open"`
	// Pending is the number of unsent messages, Sent is the number of sent messages, and LastSent is the time of the last
	// sent message.
	Pending  int         `json:"pending"`
	Sent     int64       `json:"sent"`
	LastSent metav1.Time `json:"lastSent,omitzero"`
	// Problem is the reason why the last attempt to send a message has failed.
	Problem string `json:"problem,omitempty"`
}

// Status returns the status of the receivers by name.
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

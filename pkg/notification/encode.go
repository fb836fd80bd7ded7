// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	// KeyStatus is the key of the ConfigMap flux-notifications with a Status as YAML, for people. Nothing reads it.
	KeyStatus = "status.yaml"
	// keyState is the key with the State as JSON, compressed with gzip.
	keyState = "state"

	// mostBytes bounds what is stored, and longestState what is read, uncompressed: ten receivers to which 5,000 Shoots were reported.
	mostBytes, longestState = 900 << 10, 8 << 20
)

// ErrTooLarge is the error of a State for which a ConfigMap has no room.
var ErrTooLarge = errors.New("what was reported to all receivers needs more room than a ConfigMap has")

// Encode returns the value of the ConfigMap flux-notifications for the State. The same State gives the same value.
func (s *State) Encode() (map[string][]byte, error) {
	content, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("failed to encode the notifications of a project: %w", err)
	}
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	_, err = writer.Write(content)
	if err = errors.Join(err, writer.Close()); err != nil {
		return nil, fmt.Errorf("failed to compress the notifications of a project: %w", err)
	}
	if buffer.Len() > mostBytes || len(content) > longestState {
		return nil, ErrTooLarge
	}
	return map[string][]byte{keyState: buffer.Bytes()}, nil
}

// Decode reads the ConfigMap flux-notifications. One that has no state yet is as an empty one; the error is about a damaged one.
func Decode(configMap *corev1.ConfigMap) (*State, error) {
	s := &State{}
	value, has := configMap.BinaryData[keyState]
	if !has {
		return s, nil
	}
	damaged := func(err error) error {
		return fmt.Errorf("ConfigMap %s/%s is damaged: %w", configMap.Namespace, configMap.Name, err)
	}
	reader, err := gzip.NewReader(bytes.NewReader(value))
	if err != nil {
		return nil, damaged(err)
	}
	content, err := io.ReadAll(io.LimitReader(reader, longestState+1))
	if err != nil {
		return nil, damaged(err)
	}
	if len(content) > longestState {
		return nil, damaged(fmt.Errorf("it has more than %d bytes", longestState))
	}
	if err := json.Unmarshal(content, s); err != nil {
		return nil, damaged(err)
	}
	for name, receiver := range s.Receivers {
		if receiver == nil {
			delete(s.Receivers, name)
		}
	}
	return s, nil
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

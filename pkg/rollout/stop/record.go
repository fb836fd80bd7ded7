// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package stop is the record of the operator's stop of all rollouts. It is stored in ConfigMap shoot-flux in namespace
// garden, and on the notice board of each seed. No place alone ends a stop: the newest record counts, a missing record
// is restored from the others, and one that cannot be read counts as a stop.
package stop

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// key is the key of the record in the data of the ConfigMaps.
	key = "stop"
	// longestReason is the maximum length of a reason, in bytes of JSON.
	longestReason = 200
	// highestNumber is far above all numbers that occur, so that a number can always be exceeded.
	highestNumber = 1 << 52
)

// limits returns the limits of an encoded record.
func limits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 1 << 10, Elements: 10, Strict: true}
}

// Record is the record of the last stop, or of its end. The zero value is that of a landscape that was never stopped,
// and is not stored.
type Record struct {
	// Number counts stops and their ends. The record with the highest number is the newest, whatever the clocks show.
	Number int64 `json:"number"`
	// Stopped is true during a stop, and At is the time when it began. After its end, At is the time of the end.
	Stopped bool        `json:"stopped"`
	At      metav1.Time `json:"at"`
	// Reason is the operator's reason for the stop.
	Reason string `json:"reason,omitempty"`
}

// Encode returns the record as it is stored; empty if there was never a stop.
func (r Record) Encode() string {
	if r.Number == 0 {
		return ""
	}
	value, _ := json.Marshal(r) // Marshal cannot fail.
	return string(value)
}

// Read returns the record in the data of a ConfigMap; the zero value if it has none. A record that cannot be read, also
// because a newer version of the extension has written it, is an error.
func Read(data map[string]string) (Record, error) {
	value, is := data[key]
	if !is {
		return Record{}, nil
	}
	var r Record
	if err := limits().Unmarshal([]byte(value), &r); err != nil {
		return Record{}, fmt.Errorf("key %s cannot be read: %w", key, err)
	}
	if r.Number <= 0 || r.Number > highestNumber || r.At.IsZero() || r.Stopped && r.Reason == "" {
		return Record{}, fmt.Errorf("key %s has no valid number, time or reason", key)
	}
	r.Reason = text.Excerpt(r.Reason, longestReason)
	return r, nil
}

// Post sets the record in the data of a ConfigMap.
func Post(data map[string]string, record Record) {
	if value := record.Encode(); value != "" {
		data[key] = value
	}
}

// Remove removes the record from the data of a ConfigMap, before another one is posted.
func Remove(data map[string]string) { delete(data, key) }

// Keep copies the record, whether or not it can be read, from the data of the present ConfigMap.
func Keep(data, present map[string]string) {
	if value, is := present[key]; is {
		data[key] = value
	}
}

// Differs returns whether the data of two ConfigMaps differ in the record.
func Differs(a, b map[string]string) bool {
	was, had := a[key]
	is, has := b[key]
	return was != is || had != has
}

// Newest returns the newest record of all places: ConfigMap shoot-flux, the notice boards, and what the garden
// controller has known until now. If the record of the ConfigMap cannot be read, or all others that there are, all
// rollouts are stopped: it may have been a stop.
func Newest(configMap Place, boards []Place, known Record, now metav1.Time) Record {
	newest := known
	var damaged *Place
	for _, place := range append([]Place{configMap}, boards...) {
		if place.Damage != nil && damaged == nil {
			damaged = &place
		} else if place.Damage == nil && place.Record.isNewerThan(newest) {
			newest = place.Record
		}
	}
	if damaged == nil || newest.Stopped || configMap.Damage == nil && newest.Number > 0 {
		return newest
	}
	return Record{Number: newest.Number + 1, Stopped: true, At: now, Reason: text.Excerpt(fmt.Sprintf("the record of the stop in ConfigMap %s is damaged", damaged.Name), longestReason)}
}

// isNewerThan returns whether a record is newer than another one. Of two with the same number, written by two garden
// controllers, the stop counts.
func (r Record) isNewerThan(other Record) bool {
	return r.Number > other.Number || r.Number == other.Number && r.Stopped && !other.Stopped
}

// Place is the record in one place.
type Place struct {
	// Name is the name of the ConfigMap.
	Name string
	// Record is zero if the ConfigMap has none. Damage is the error of reading it.
	Record Record
	Damage error
}

// In returns the record in a ConfigMap.
func In(name string, data map[string]string) Place {
	record, damage := Read(data)
	return Place{name, record, damage}
}

var errOperation = errors.New("must be " + fluxv1alpha1.AllRolloutsStop + "=<reason> or " + fluxv1alpha1.AllRolloutsResume)

// Operate returns the record after an operation, and a sentence about the result. Another stop changes the reason.
func (r Record) Operate(operation string, now metav1.Time) (Record, string, error) {
	verb, reason, _ := strings.Cut(operation, "=")
	reason = text.Excerpt(strings.TrimSpace(reason), longestReason)
	switch {
	case verb == fluxv1alpha1.AllRolloutsStop && reason != "":
		at := now
		if r.Stopped {
			at = r.At
		}
		next := Record{Number: r.Number + 1, Stopped: true, At: at, Reason: reason}
		return next, "All rollouts are stopped: " + reason, nil
	case operation == fluxv1alpha1.AllRolloutsResume && r.Stopped:
		return Record{Number: r.Number + 1, At: now}, "All rollouts go on after the stop: " + r.Reason, nil
	case operation == fluxv1alpha1.AllRolloutsResume:
		return r, "Nothing is stopped", nil
	}
	return r, "", fmt.Errorf("the value %q of annotation %s: it %w", text.Excerpt(operation, longestReason), fluxv1alpha1.AnnotationAllRollouts, errOperation)
}

// Stop returns the stop for the engine; nil if nothing is stopped.
func (r Record) Stop() *rollout.Stop {
	if !r.Stopped {
		return nil
	}
	return &rollout.Stop{Since: r.At.Time, Reason: r.Reason}
}

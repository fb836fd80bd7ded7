// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package reconcilerequest reads and writes the annotation of ConfigMap flux-config that requests a reconciliation of
// Shoots. Project members write the annotation, so its content is untrusted.
package reconcilerequest

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// MaxShoots is the maximum number of named Shoots.
	MaxShoots = 100
	// expiry limits the age of a request, so that a restarted seed does not repeat an old one. A Shoot may wait a day for
	// its maintenance time window.
	expiry = 25 * time.Hour
	// skew is how far the clocks of clients may be ahead.
	skew = 5 * time.Minute
)

// Request asks for the delivery of the pending configuration to Shoots, and for Flux to fetch and apply now.
type Request struct {
	// At is the time of the request. It also identifies the request.
	At metav1.Time `json:"at"`
	// Shoots are the names of the Shoots, and Selector selects Shoots by labels. If both are empty, the request is for all
	// Shoots of the project.
	Shoots   []string `json:"shoots,omitempty"`
	Selector string   `json:"selector,omitempty"`
	// OutsideWindow is true if Shoots that confine changes to their maintenance time window get the change now.
	OutsideWindow bool `json:"outsideWindow,omitempty"`

	selector labels.Selector
}

// Parse returns the request in the annotation. It returns an error for a request that is invalid, too large, has
// expired, or is in the future.
func Parse(annotation string, now time.Time) (Request, error) {
	var r Request
	if err := (boundedjson.Limits{Bytes: 8 << 10, Elements: 2 * MaxShoots}).Unmarshal([]byte(annotation), &r); err != nil {
		return Request{}, err
	}
	if len(r.Shoots) > MaxShoots {
		return Request{}, fmt.Errorf("%d Shoots are named; name at most %d, or use a selector", len(r.Shoots), MaxShoots)
	}
	var err error
	if r.selector, err = labels.Parse(r.Selector); err != nil {
		return Request{}, fmt.Errorf("the selector is invalid: %w", err)
	}
	if age := now.Sub(r.At.Time); r.At.IsZero() || age > expiry || age < -skew {
		return Request{}, fmt.Errorf("the time of the request, %s, is not within the last 25 hours; check the clock of the machine that has written it", r.At.UTC().Format(time.RFC3339))
	}
	return r, nil
}

// String returns the annotation for the request.
func (r Request) String() string {
	// All fields can be encoded.
	content, _ := json.Marshal(r)
	return string(content)
}

// ID identifies the request.
func (r Request) ID() string { return r.At.UTC().Format(time.RFC3339) }

// Selects returns whether the request is for the Shoot.
func (r Request) Selects(name string, of map[string]string) bool {
	switch {
	case len(r.Shoots) > 0 && !slices.Contains(r.Shoots, name):
		return false
	case r.selector != nil && !r.selector.Matches(labels.Set(of)):
		return false
	}
	return true
}

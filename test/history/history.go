// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package history is the format of a recorded history: what observers outside of the extension have seen of a
// landscape, one observation a line, in JSON. It has facts in the words of the documentation and no rule; package
// check judges them. It does not know how the extension works inside.
package history

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Observation is what one observer has seen at one time. Exactly one of Same, Gone and the facts is set.
//
// An observer writes a fact when it sees it for the first time and whenever the fact has changed. While a fact stays
// the same, it writes Same from time to time, because time that nobody has observed proves nothing. When
// it sees a change, it also writes Same with the time until which the fact was the same, if it knows that time.
type Observation struct {
	// At is the time of the observation. The lines are almost in the order of their times. All observations of a history have the same clock. Times within facts have the
	// clocks of those who wrote them.
	At time.Time `json:"at"`
	// Observer names the observer by what it sees: garden, "seed my-seed", "shoot garden-my-project/my-shoot",
	// "git my-fleet", receiver, story.
	Observer string `json:"observer"`
	// Same is the key of a fact that this observer has seen again, unchanged, or has found again to exist no longer.
	Same string `json:"same,omitempty"`
	// Gone is the key of a fact that this observer has found to exist no longer.
	Gone string `json:"gone,omitempty"`

	Facts
}

// Facts are the facts of an observation.
type Facts struct {
	Setup    *Setup    `json:"setup,omitempty"`
	Action   *Action   `json:"action,omitempty"`
	Operator *Operator `json:"operator,omitempty"`
	Seed     *Seed     `json:"seed,omitempty"`

	Shoot          *Shoot          `json:"shoot,omitempty"`
	Config         *Config         `json:"config,omitempty"`
	Rollout        *Rollout        `json:"rollout,omitempty"`
	VersionRollout *VersionRollout `json:"versionRollout,omitempty"`
	Stop           *Stop           `json:"stop,omitempty"`
	Report         *Report         `json:"report,omitempty"`
	DeployKey      *DeployKey      `json:"deployKey,omitempty"`
	Event          *Event          `json:"event,omitempty"`
	Message        *Message        `json:"message,omitempty"`
	CommitStatus   *CommitStatus   `json:"commitStatus,omitempty"`
	Answer         *Answer         `json:"answer,omitempty"`

	SeedReport      *SeedReport      `json:"seedReport,omitempty"`
	NoticeBoard     *NoticeBoard     `json:"noticeBoard,omitempty"`
	Extension       *Extension       `json:"extension,omitempty"`
	ManagedResource *ManagedResource `json:"managedResource,omitempty"`

	FluxObject *FluxObject `json:"fluxObject,omitempty"`
	Object     *Object     `json:"object,omitempty"`
	GitRef     *GitRef     `json:"gitRef,omitempty"`
}

// Fact is what an observer sees of one thing. Facts with the same key are about the same thing.
type Fact interface {
	// Key is the kind of the thing and what distinguishes it from others of that kind.
	Key() string
}

// Fact returns the fact of the observation. It is nil if there is none.
func (f Facts) Fact() Fact {
	for _, fact := range f.all() {
		return fact
	}
	return nil
}

func (f Facts) all() []Fact {
	var found []Fact
	for fields, i := reflect.ValueOf(f), 0; i < fields.NumField(); i++ {
		if field := fields.Field(i); !field.IsNil() {
			found = append(found, field.Interface().(Fact))
		}
	}
	return found
}

// Key returns the key of what was observed.
func (o Observation) Key() string {
	switch fact := o.Fact(); {
	case fact != nil:
		return fact.Key()
	case o.Same != "":
		return o.Same
	default:
		return o.Gone
	}
}

// Validate returns an error if the observation has no time, no observer, or not exactly one content, or if no rule
// understands the content.
func (o Observation) Validate() error {
	contents := len(o.all())
	for _, key := range []string{o.Same, o.Gone} {
		if key != "" {
			contents++
		}
	}
	switch {
	case o.At.IsZero():
		return errors.New("an observation needs a time: set at")
	case o.Observer == "":
		return errors.New("an observation needs an observer: set observer")
	case contents != 1:
		return fmt.Errorf("an observation has one of same, gone and one fact; this one has %d of them", contents)
	case o.Setup != nil:
		return o.Setup.validate()
	}
	return nil
}

// key joins the parts of a key.
func key(kind string, names ...string) string { return kind + " " + strings.Join(names, "/") }

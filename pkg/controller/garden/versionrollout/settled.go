// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout

import (
	"context"
	"errors"
	"sync"
)

// errUnknown is that nothing was decided since the start.
var errUnknown = errors.New("it is not known yet which default Flux version the operator's rollout has settled")

// Settled is the default Flux version that all Shoots of the landscape may have.
type Settled struct {
	mutex     sync.Mutex
	known     bool
	version   string
	followers map[int]func()
	nextID    int
}

// NewSettled returns what is not known yet, if there is a rollout. Without one, no version is settled.
func NewSettled(rollout bool) *Settled { return &Settled{known: !rollout} }

// Version returns it; empty if no rollout has set it. It is an error as long as it is not known.
func (s *Settled) Version() (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.known {
		return "", errUnknown
	}
	return s.version, nil
}

// Follow calls changed whenever it becomes known or another, until the context ends. It does not block.
func (s *Settled) Follow(ctx context.Context, changed func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.followers == nil {
		s.followers = map[int]func(){}
	}
	id := s.nextID
	s.nextID++
	s.followers[id] = changed
	context.AfterFunc(ctx, func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		delete(s.followers, id)
	})
}

func (s *Settled) set(version string) {
	s.mutex.Lock()
	changed := !s.known || s.version != version
	s.known, s.version = true, version
	var followers []func()
	if changed {
		for _, follower := range s.followers {
			followers = append(followers, follower)
		}
	}
	s.mutex.Unlock()
	for _, follower := range followers {
		follower()
	}
}

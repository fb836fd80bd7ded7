// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"fmt"
	"sync"
)

// HostKeyScans are the failures to ask hosts for their keys, by project. It is safe for concurrent use.
type HostKeyScans struct {
	mutex    sync.Mutex
	failures map[string]error
}

// NewHostKeyScans returns a HostKeyScans that knows of none.
func NewHostKeyScans() *HostKeyScans { return &HostKeyScans{failures: map[string]error{}} }

func (s *HostKeyScans) Note(project string, failure error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if failure == nil {
		delete(s.failures, project)
		return
	}
	s.failures[project] = failure
}

// Explain adds to the reason why no key of a host is known what becomes of asking it.
func (s *HostKeyScans) Explain(project string, reason error) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if failure := s.failures[project]; failure != nil {
		return fmt.Errorf("%w; asking the host for them has failed, and is tried again: %w", reason, failure)
	}
	return fmt.Errorf("%w; the host is being asked for them, which takes a moment", reason)
}

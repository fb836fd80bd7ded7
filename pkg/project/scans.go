// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import "sync"

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

// Failure returns why a host of the project could not be asked; nil if it was not, or that has not failed.
func (s *HostKeyScans) Failure(project string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.failures[project]
}

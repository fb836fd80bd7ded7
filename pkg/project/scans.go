// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/concurrent"
)

// HostKeyScans holds, by project, the failure of the last host key scan. It is safe for concurrent use.
type HostKeyScans struct {
	failures concurrent.Map[string, error]
}

// NewHostKeyScans returns a HostKeyScans without failures.
func NewHostKeyScans() *HostKeyScans { return &HostKeyScans{} }

// Set replaces the failure of the project; nil removes it.
func (s *HostKeyScans) Set(project string, failure error) {
	if failure == nil {
		_, _ = s.failures.Delete(project)
		return
	}
	s.failures.Store(project, failure)
}

// Failure returns why a host of the project could not be asked; nil if it was not, or that has not failed.
func (s *HostKeyScans) Failure(project string) error {
	failure, _ := s.failures.Load(project)
	return failure
}

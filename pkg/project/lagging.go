// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/concurrent"
)

// LaggingShoots holds, by project, the Shoots that do not have the key of the last rotation of their deploy key, as of the last check. It
// is safe for concurrent use.
type LaggingShoots struct {
	names concurrent.Map[string, []string]
}

// NewLaggingShoots returns an empty LaggingShoots.
func NewLaggingShoots() *LaggingShoots { return &LaggingShoots{} }

// Set replaces the Shoots of the project.
func (l *LaggingShoots) Set(project string, names []string) {
	if len(names) == 0 {
		l.names.Delete(project)
		return
	}
	l.names.Store(project, names)
}

// Of returns the Shoots of the project.
func (l *LaggingShoots) Of(project string) []string {
	names, _ := l.names.Load(project)
	return slices.Clone(names)
}

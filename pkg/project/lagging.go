// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"slices"
	"sync"
)

// LaggingShoots are the Shoots of projects that have not followed the last rotation of their deploy key, as far as was seen by the
// last look. It is safe for concurrent use.
type LaggingShoots struct {
	mutex sync.Mutex
	names map[string][]string
}

// NewLaggingShoots returns a LaggingShoots that knows of none.
func NewLaggingShoots() *LaggingShoots { return &LaggingShoots{names: map[string][]string{}} }

func (l *LaggingShoots) Note(project string, names []string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(names) == 0 {
		delete(l.names, project)
		return
	}
	l.names[project] = names
}

func (l *LaggingShoots) Of(project string) []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Clone(l.names[project])
}

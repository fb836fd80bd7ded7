// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"

	"github.com/go-logr/logr"
)

// panicSink ends the run with an error when a controller panics, from which controller-runtime recovers.
type panicSink struct {
	// LogSink gets everything that is logged; nil if nothing does.
	logr.LogSink

	world   *world
	process string
}

func (s panicSink) with(next logr.LogSink) logr.LogSink {
	s.LogSink = next
	return s
}

// Init initializes the next sink.
func (s panicSink) Init(info logr.RuntimeInfo) {
	if s.LogSink != nil {
		s.LogSink.Init(info)
	}
}

// Enabled returns whether messages of a level are logged.
func (s panicSink) Enabled(level int) bool { return s.LogSink != nil && s.LogSink.Enabled(level) }

// Error logs an error.
func (s panicSink) Error(err error, message string, values ...any) {
	if message == "Observed a panic" {
		s.world.fail(fmt.Errorf("%s: %s: %v", s.process, message, values))
	}
	if s.LogSink != nil {
		s.LogSink.Error(err, message, values...)
	}
}

// WithValues returns a sink for messages with additional values.
func (s panicSink) WithValues(values ...any) logr.LogSink {
	if s.LogSink == nil {
		return s
	}
	return s.with(s.LogSink.WithValues(values...))
}

// WithName returns a sink for messages with an additional name.
func (s panicSink) WithName(name string) logr.LogSink {
	if s.LogSink == nil {
		return s
	}
	return s.with(s.LogSink.WithName(name))
}

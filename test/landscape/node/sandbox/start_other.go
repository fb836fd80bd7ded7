// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
)

// InitName is the name under which no program is ever executed.
const InitName = ""

// Init does nothing where containers have no namespaces.
func Init() {}

// DetectIsolation says that there is none.
func DetectIsolation(string) Isolation {
	return Isolation{Reason: errors.New("namespaces exist on Linux only")}
}

// Start starts nothing.
func Start(Box, *os.File) (*exec.Cmd, error) {
	return nil, errors.ErrUnsupported
}

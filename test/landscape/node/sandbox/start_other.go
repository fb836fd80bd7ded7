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

// InitName is empty, because no program is re-executed.
const InitName = ""

// Init does nothing, because containers have no namespaces on this platform.
func Init() {}

// DetectIsolation reports that there is no isolation.
func DetectIsolation(string) Isolation {
	return Isolation{Reason: errors.New("namespaces exist on Linux only")}
}

// Start always returns an error.
func Start(Box, *os.File) (*exec.Cmd, error) {
	return nil, errors.ErrUnsupported
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package node

import (
	"errors"
	"os"
	"os/exec"
)

// initName is the name under which no program is ever executed.
const initName = ""

// Init does nothing where containers have no namespaces.
func Init() {}

func detectIsolation(string) isolation {
	return isolation{reason: errors.New("namespaces exist on Linux only")}
}

func startSandboxed(sandbox, *os.File) (*exec.Cmd, error) {
	return nil, errors.ErrUnsupported
}

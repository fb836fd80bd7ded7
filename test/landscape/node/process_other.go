// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package node

import (
	"os/exec"
	"syscall"
)

// sysProcAttr makes a process group, so that a container's children can be reached.
func sysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// awaitExit returns when the process has ended. It is reaped then: nothing here can wait without reaping.
func awaitExit(cmd *exec.Cmd) {
	_ = cmd.Wait()
}

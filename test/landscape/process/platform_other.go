// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package process

import (
	"os/exec"
	"syscall"
)

// SysProcAttr puts a process into a group of its own, so that its children can be reached. Only Linux can bind its life to
// that of its parent.
func SysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// AwaitExit returns when the process has ended. It is reaped then: nothing here can wait without reaping.
func AwaitExit(cmd *exec.Cmd) {
	_ = cmd.Wait()
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package process

import (
	"os/exec"
	"syscall"
)

// SysProcAttr returns attributes that put a process into its own process group, so that its children can be signalled
// too. Only Linux can kill a process when its parent ends.
func SysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// AwaitExit waits for the end of the process and reaps it. Waiting without reaping is not portable.
func AwaitExit(cmd *exec.Cmd) {
	_ = cmd.Wait()
}

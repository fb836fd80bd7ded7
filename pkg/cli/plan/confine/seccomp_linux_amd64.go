// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package confine

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	// foreignCalls is the first number of a call with the x32 ABI.
	foreignCalls = 0x40000000
)

// archDenied are the denied system calls that only this architecture has.
func archDenied() []uint32 { return []uint32{unix.SYS_FORK, unix.SYS_VFORK} }

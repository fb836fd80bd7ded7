// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package confine

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_AARCH64
	// foreignCalls is greater than the number of any system call, because no other ABI has the same architecture.
	foreignCalls = 0x40000000
)

// archDenied are the denied system calls that only this architecture has.
func archDenied() []uint32 { return nil }

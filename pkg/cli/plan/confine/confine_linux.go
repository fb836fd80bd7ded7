// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package confine

import (
	"fmt"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// landlock denies all access to files except reading files below a directory (Linux 5.13 or newer), and TCP connections
// (Linux 6.7 or newer). Landlock restricts threads, so that a program with C code, as with the race detector, cannot
// use it.
func landlock(directory string) error {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return fmt.Errorf("the kernel has no Landlock: %w", errno)
	}
	handled := handledBy(int(version))
	ruleset, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&handled)), unsafe.Sizeof(handled), 0)
	if errno != 0 {
		return fmt.Errorf("failed to create a ruleset of Landlock: %w", errno)
	}
	defer func() { _ = unix.Close(int(ruleset)) }()
	below, err := unix.Open(directory, unix.O_PATH|unix.O_CLOEXEC|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(below) }()
	rule := unix.LandlockPathBeneathAttr{Allowed_access: unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR, Parent_fd: int32(below)} //nolint:gosec // the number of a file
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, ruleset, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0); errno != 0 {
		return fmt.Errorf("failed to add a Landlock rule: %w", errno)
	}
	if _, _, errno := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); errno != 0 {
		return fmt.Errorf("failed to disable new privileges: %w", errno)
	}
	if _, _, errno := syscall.AllThreadsSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0, 0); errno != 0 {
		return fmt.Errorf("failed to restrict the process with Landlock: %w", errno)
	}
	return nil
}

// handledBy returns the rights that a version of Landlock can deny.
func handledBy(version int) unix.LandlockRulesetAttr {
	const (
		firstWithRefer, firstWithTruncate, firstWithNetwork, firstWithDevices = 2, 3, 4, 5
		// first contains all access rights of the first version of Landlock.
		first = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1
	)
	handled := unix.LandlockRulesetAttr{Access_fs: first}
	if version >= firstWithRefer {
		handled.Access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= firstWithTruncate {
		handled.Access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= firstWithNetwork {
		handled.Access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= firstWithDevices {
		handled.Access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return handled
}

// Memory limits the memory that this process can write to, in bytes. A Go process that needs more crashes.
func Memory(most uint64) error {
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most})
}

// filterCalls denies the system calls that start programs, open sockets, or reach other processes, with seccomp. It
// applies to all threads.
func filterCalls(string) error {
	filter := callFilter()
	if len(filter) == 0 {
		return fmt.Errorf("no filter for %s", runtime.GOARCH)
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]} //nolint:gosec // the filter is short
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("failed to disable new privileges: %w", err)
	}
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("failed to filter system calls: %w", errno)
	}
	if thread != 0 {
		return fmt.Errorf("failed to filter the system calls of thread %d", thread)
	}
	return nil
}

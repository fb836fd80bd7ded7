// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:build amd64 || arm64

package confine

import "golang.org/x/sys/unix"

// Offsets in struct seccomp_data of a little-endian machine.
const (
	offsetOfCall  = 0
	offsetOfArch  = 4
	offsetOfFirst = 16
)

// deniedCalls are the system calls that fail with EPERM on all architectures.
func deniedCalls() []uint32 {
	return append(archDenied(),
		unix.SYS_EXECVE, unix.SYS_EXECVEAT,
		unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
		unix.SYS_SENDTO, unix.SYS_SENDMSG, unix.SYS_SENDMMSG, unix.SYS_RECVMSG, unix.SYS_RECVMMSG,
		// Other ways to use a socket: a filter does not see the operations of io_uring, and other processes may have
		// sockets.
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
		unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_OPEN_BY_HANDLE_AT,
		// Other ways to start a program.
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_SETNS, unix.SYS_UNSHARE,
		unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL)
}

// callFilter returns the program that the kernel runs before each system call.
func callFilter() []unix.SockFilter {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	answer := func(errno uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | errno}
	}
	allow := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}
	// skip jumps over one number of instructions if the test holds, and over the other number if it does not.
	skip := func(test uint16, value uint32, holds, otherwise uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: value, Jt: holds, Jf: otherwise}
	}
	denied := answer(uint32(unix.EPERM))

	// Calls of another architecture have other numbers.
	filter := []unix.SockFilter{load(offsetOfArch), skip(unix.BPF_JEQ, auditArch, 1, 0), denied, load(offsetOfCall), skip(unix.BPF_JGE, foreignCalls, 0, 1), denied}
	for _, call := range deniedCalls() {
		filter = append(filter, skip(unix.BPF_JEQ, call, 0, 1), denied)
	}
	// The arguments of clone3 are in memory, where a filter cannot see them. Without it, programs use clone.
	filter = append(filter, skip(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1), answer(uint32(unix.ENOSYS)))
	// Threads are clones too.
	return append(filter, skip(unix.BPF_JEQ, unix.SYS_CLONE, 0, 3), load(offsetOfFirst), skip(unix.BPF_JSET, unix.CLONE_THREAD, 1, 0), denied, allow)
}

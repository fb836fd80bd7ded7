// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime returns a Stopwatch that measures the CPU time of the goroutine. Unlike the elapsed time, it does not grow if
// the process has too little CPU time or other goroutines use it. It does not include other goroutines, nor the garbage
// collector's.
func CPUTime() Stopwatch {
	return func() func() time.Duration {
		runtime.LockOSThread()
		began := threadTime()
		return func() time.Duration {
			defer runtime.UnlockOSThread()
			return threadTime() - began
		}
	}
}

// threadTime returns the CPU time of the current thread. It returns 0 if the kernel does not provide it.
func threadTime() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		return 0
	}
	return time.Duration(used.Nano())
}

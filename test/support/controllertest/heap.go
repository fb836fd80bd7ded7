// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controllertest

import (
	"runtime"
	"runtime/debug"
	"time"
)

// Mebibyte is 1 MiB.
const Mebibyte = 1 << 20

// PeakHeap returns the maximum growth of the heap in bytes while do runs, with Go's default for the collection of
// garbage. It measures every millisecond.
func PeakHeap(do func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	debug.FreeOSMemory()
	stats := &runtime.MemStats{}
	runtime.ReadMemStats(stats)
	before, peak := stats.HeapAlloc, stats.HeapAlloc
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				runtime.ReadMemStats(stats)
				peak = max(peak, stats.HeapAlloc)
			}
		}
	}()
	do()
	close(stop)
	<-stopped
	return peak - before
}

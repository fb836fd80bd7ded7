// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"golang.org/x/sys/unix"
)

// measureAll returns what work costs that is done by several threads, garbage collection and server included, and that has to end with its
// context.
func measureAll(ctx context.Context, limit time.Duration, work func(context.Context)) cost {
	// With little garbage in it, the heap is what is in use.
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	before, peak := heapSize(), uint64(0)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for sample := time.NewTicker(time.Millisecond); ; {
			select {
			case <-stop:
				sample.Stop()
				return
			case <-sample.C:
				peak = max(peak, heapSize())
			}
		}
	}()
	began, start := time.Now(), usedTime(unix.RUSAGE_SELF)
	work(ctx)
	c := cost{processor: usedTime(unix.RUSAGE_SELF) - start, late: max(0, time.Since(began)-limit)}
	close(stop)
	<-stopped
	if peak > before {
		c.heap = peak - before
	}
	return c
}

// heapSize is the size of all objects in memory, and of stacks, in bytes.
func heapSize() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() + samples[1].Value.Uint64()
}

// measureKept returns what work costs, garbage collection included, and how much of the heap what it returns keeps.
func measureKept(ctx context.Context, work func() any) cost {
	// A collection is of what was left before, and the second one of what the first has found.
	runtime.GC()
	before := heapSize()
	var made any
	c := measureAll(ctx, time.Minute, func(context.Context) { made = work() })
	runtime.GC()
	if after := heapSize(); after > before {
		c.kept = after - before
	}
	runtime.KeepAlive(made)
	return c
}

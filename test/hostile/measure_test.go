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

// measureAll returns the cost of concurrent work, including garbage collection and server. The work has to end with its
// context.
func measureAll(ctx context.Context, limit time.Duration, work func(context.Context)) cost {
	// With frequent garbage collections, the heap contains little garbage.
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

// heapSize returns the size of all objects in memory, and of stacks, in bytes.
func heapSize() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() + samples[1].Value.Uint64()
}

// measureKept returns the cost of the work, including garbage collection, and the heap size of its result.
func measureKept(ctx context.Context, work func() any) cost {
	// The first collection frees earlier garbage, and the second one frees objects that the first has finalized.
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

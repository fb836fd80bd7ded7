// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// process is a process of the extension. It has its own caches, clock and connections, and it may end at any request.
type process struct {
	name  string
	world *world
	// run runs the controllers until the context ends.
	run func(context.Context, *process) error
	log logr.Logger

	mutex sync.Mutex
	// connections are those of the present run.
	connections *connections
	// broken is closed and replaced when the connections of all watches break.
	broken chan struct{}
	// offset is by how much the clock is ahead.
	offset time.Duration
	// late is the time until which watches deliver nothing, and past how old the caches are that the process fills.
	late time.Time
	past past
	// outdated is true if watches have to list again after a break.
	outdated map[string]bool
	faults   []*fault
	// endpoint accepts webhooks. Only the garden controller has one.
	endpoint http.Handler
}

// fault is what happens to the next requests of a process.
type fault struct {
	kind faultKind
	// skip is the number of writes that succeed before, and count the number of affected requests.
	skip, count int
	until       time.Time
}

type faultKind string

// Kinds of faults of requests.
const (
	// refused requests have no effect, and the process gets an error.
	refused faultKind = "refused"
	// lost requests have an effect, but the process gets an error.
	lost faultKind = "lost"
	// endsBefore and endsAfter end the process instead of the request, or after it and before its answer.
	endsBefore faultKind = "ends before"
	endsAfter  faultKind = "ends after"
)

func (w *world) newProcess(name string, run func(context.Context, *process) error) *process {
	return &process{name: name, world: w, run: run, log: logr.New(panicSink{LogSink: w.options.Log.GetSink(), world: w, process: name}).WithName(name), outdated: map[string]bool{}}
}

// start starts the process, unless it runs: two faults may have ended it, and each starts it again.
func (p *process) start() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.connections == nil || isClosed(p.connections.ended) {
		p.startAnother()
	}
}

// startAnother starts a run of the process. The mutex must be held.
func (p *process) startAnother() {
	if p.world.context.Err() != nil {
		return
	}
	ctx, cancel := context.WithCancel(logr.NewContext(context.WithoutCancel(p.world.context), p.log))
	c := &connections{process: p, cancel: cancel, ended: make(chan struct{}), started: make(chan struct{}), returned: make(chan struct{})}
	p.connections, p.broken, p.faults = c, make(chan struct{}), nil
	p.world.group.Go(func() {
		defer close(c.returned)
		if err := p.run(context.WithValue(ctx, connectionsKey{}, c), p); err != nil && ctx.Err() == nil {
			p.world.fail(fmt.Errorf("%s: %w", p.name, err))
		}
	})
}

// kill ends the process as if the machine had lost its power.
func (p *process) kill() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.connections.end()
}

// overlap starts the process again while it goes on for a time, like a leader that does not know that it has lost its
// lease.
func (p *process) overlap(lasts time.Duration) {
	p.mutex.Lock()
	before := p.connections
	p.startAnother()
	p.mutex.Unlock()
	p.world.group.Go(func() {
		p.world.sleep(lasts)
		p.mutex.Lock()
		defer p.mutex.Unlock()
		before.end()
	})
}

// connections are the connections of one run of a process.
type connections struct {
	process *process
	// cancel stops the controllers.
	cancel context.CancelFunc
	// ended is closed when the process can send and receive nothing more, started when its caches have synced, and returned
	// when its controllers have stopped.
	ended, started, returned chan struct{}
}

// end ends the run. A manager that is stopped before its caches have synced never returns
// (kubernetes-sigs/controller-runtime#3440), so the controllers are stopped when they have; until then, the dead process
// may read.
func (c *connections) end() {
	if isClosed(c.ended) {
		return
	}
	close(c.ended)
	c.process.world.group.Go(func() {
		select {
		case <-c.started:
		case <-c.returned:
		}
		c.cancel()
	})
}

// runManager runs the controllers of a process until the context ends.
func runManager(ctx context.Context, mgr manager.Manager) error {
	c := ctx.Value(connectionsKey{}).(*connections) //nolint:forcetypeassert // start sets it
	c.process.world.group.Go(func() {
		select {
		case <-mgr.Elected():
			close(c.started)
		case <-c.returned:
		}
	})
	return mgr.Start(ctx)
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

type connectionsKey struct{}

// breakWatches breaks the connections of all watches. If the process has missed too much, it lists again.
func (p *process) breakWatches(again bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	close(p.broken)
	p.broken = make(chan struct{})
	if again {
		p.outdated = map[string]bool{"": true}
	}
}

// delay lets watches deliver nothing for a time.
func (p *process) delay(lasts time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.late = time.Now().Add(lasts)
}

func (p *process) setClock(offset time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.offset = offset
}

func (p *process) add(f fault) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.faults = append(p.faults, &f)
}

// next returns the fault of a write.
func (p *process) next() faultKind {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, f := range p.faults {
		switch {
		case f.count == 0 || !f.until.IsZero() && time.Now().After(f.until):
		case f.skip > 0:
			f.skip--
		default:
			f.count--
			return f.kind
		}
	}
	return ""
}

// config returns the configuration of a client of a cluster.
func (p *process) config(ctx context.Context, cluster *store) *rest.Config {
	config := &rest.Config{
		Host: "http://" + cluster.name, QPS: -1, UserAgent: p.name, ContentConfig: rest.ContentConfig{ContentType: "application/json", AcceptContentTypes: "application/json"},
		Transport: &transport{connections: ctx.Value(connectionsKey{}).(*connections), cluster: func(*http.Request) (*store, error) { return cluster, nil }}, //nolint:forcetypeassert // start sets it
	}
	kube.ListConsistently(config)
	return config
}

// Clock is the clock of the process.
func (p *process) clock() clock.WithTicker { return skewed{process: p} }

type skewed struct {
	clock.RealClock

	process *process
}

// Now returns the time that the process takes for the present one.
func (s skewed) Now() time.Time {
	s.process.mutex.Lock()
	defer s.process.mutex.Unlock()
	return time.Now().Add(s.process.offset)
}

// Since returns the time since then.
func (s skewed) Since(then time.Time) time.Duration { return s.Now().Sub(then) }

// random returns a duration below the limit.
func (p *process) random(limit time.Duration) time.Duration {
	return time.Duration(p.world.chance.of("random " + p.name).Int64N(int64(limit)))
}

// registry returns a registry for the metrics of one run.
func (*process) registry() *prometheus.Registry { return prometheus.NewRegistry() }

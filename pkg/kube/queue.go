// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"strings"
	"sync"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	// usual is the part of each request's duration that is not counted.
	usual = 30 * time.Millisecond
	// freeTime is the maximum counted time of a project that is not slow. regained is the decrease of the counted time
	// in seconds per second.
	freeTime = time.Second
	regained = 0.02
	// mostSpent is the maximum counted time. With it, a project is no longer slow a minute after its last slow request.
	mostSpent = freeTime + 1200*time.Millisecond

	// again is the delay of a request of a slow project if another request of the project is in progress.
	again = 250 * time.Millisecond
	// After each request, a slow project has to wait for restFactor times the duration of that request, so that it gets a
	// small share of CPU time. longestRest is the maximum wait, because a request may also be slow for reasons outside the
	// project.
	restFactor  = 3
	longestRest = 2 * time.Second
)

// Costs records the recent processing time of each project, which NewQueue's queues use to detect slow projects. It is
// safe for concurrent use.
type Costs struct {
	clock clock.PassiveClock

	mutex    sync.Mutex
	projects map[string]spent
}

type spent struct {
	time time.Duration
	at   time.Time
}

// NewCosts returns empty Costs.
func NewCosts(now clock.PassiveClock) *Costs {
	return &Costs{clock: now, projects: map[string]spent{}}
}

// Measure starts a measurement for the namespace of a project or of a Shoot's control plane. The returned function ends
// the measurement and adds its duration to the project's time. A measurement for a control plane must not include time
// spent waiting. A measurement for a project is one request of the queue, so that time spent waiting costs the project
// at most one rest.
func (c *Costs) Measure(namespace string) (end func()) {
	began := c.clock.Now()
	return func() { c.add(projectOf(namespace), c.clock.Since(began)-usual) }
}

func (c *Costs) add(project string, beyond time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	left := c.left(project)
	if beyond <= 0 && left == 0 {
		delete(c.projects, project)
		return
	}
	c.projects[project] = spent{time: min(left+max(0, beyond), mostSpent), at: c.clock.Now()}
}

func (c *Costs) isSlow(project string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.left(project) > freeTime
}

func (c *Costs) left(project string) time.Duration {
	s := c.projects[project]
	return max(0, s.time-time.Duration(regained*float64(c.clock.Since(s.at))))
}

// projectOf returns the project name in the namespace of a Shoot's control plane, which is the Shoot's technical ID. It
// returns any other namespace unchanged.
func projectOf(namespace string) string {
	rest, found := strings.CutPrefix(namespace, v1beta1constants.TechnicalIDPrefix+"-")
	project, _, isShoot := strings.Cut(rest, "--")
	if !found || !isShoot {
		return namespace
	}
	return project
}

// queue is a priority queue that serves projects in turn, so that a project with many requests does not delay the
// others (start-time fair queueing). For each slow project, it returns only one request at a time and pauses between
// requests.
type queue struct {
	priorityqueue.PriorityQueue[reconcile.Request]
	costs *Costs

	mutex sync.Mutex
	// turn is the turn of the last returned request. lastTurns contains the last given turn of each lane.
	turn      int
	lastTurns map[lane]int
	// waiting contains the requests in the queue.
	waiting map[reconcile.Request]ticket
	// busy contains the start times of the requests in progress, by project.
	busy map[string]map[reconcile.Request]time.Time
	// rests contains the time when each slow project's pause ends.
	rests map[string]time.Time
}

// lane identifies the requests of a project with the same priority. Each turn serves one request of each lane, the
// highest priority first. A priority lower by n is n turns later, so no request waits forever.
type lane struct {
	project  string
	priority int
}

// ticket contains the turn and the priority of a waiting request.
type ticket struct {
	turn, priority int
}

// rank returns the priority of the request in the underlying queue.
func (t ticket) rank() int { return t.priority - t.turn }

// NewQueue returns a queue for requests whose namespaces are control plane or project namespaces. It can be used as
// controller.Options.NewQueue.
func (c *Costs) NewQueue(name string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
	return &queue{
		costs: c,
		PriorityQueue: priorityqueue.New(name, func(o *priorityqueue.Opts[reconcile.Request]) {
			o.RateLimiter = limiter
		}),
		lastTurns: map[lane]int{},
		waiting:   map[reconcile.Request]ticket{},
		busy:      map[string]map[reconcile.Request]time.Time{},
		rests:     map[string]time.Time{},
	}
}

// AddWithOpts adds requests, each in the next free turn of its project.
func (q *queue) AddWithOpts(o priorityqueue.AddOpts, requests ...reconcile.Request) {
	priority := ptr.Deref(o.Priority, 0)
	for _, request := range requests {
		o.Priority = ptr.To(q.ticket(request, priority).rank())
		q.PriorityQueue.AddWithOpts(o, request)
	}
}

// Add adds a request.
func (q *queue) Add(request reconcile.Request) { q.AddWithOpts(priorityqueue.AddOpts{}, request) }

// AddAfter adds a request after a delay.
func (q *queue) AddAfter(request reconcile.Request, delay time.Duration) {
	q.AddWithOpts(priorityqueue.AddOpts{After: delay}, request)
}

// AddRateLimited adds a request after the delay of the rate limiter.
func (q *queue) AddRateLimited(request reconcile.Request) {
	q.AddWithOpts(priorityqueue.AddOpts{RateLimited: true}, request)
}

// ticket returns the ticket of a request. A waiting request keeps its ticket unless the new one is earlier.
func (q *queue) ticket(request reconcile.Request, priority int) ticket {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	l := lane{projectOf(request.Namespace), priority}
	next := ticket{turn: max(q.turn, q.lastTurns[l]) + 1, priority: priority}
	if t, waits := q.waiting[request]; waits && t.rank() >= next.rank() {
		return t
	}
	q.lastTurns[l], q.waiting[request] = next.turn, next
	return next
}

// GetWithPriority blocks until a request is available whose project need not wait. It requeues other requests with a
// delay.
func (q *queue) GetWithPriority() (reconcile.Request, int, bool) {
	for {
		request, rank, shutdown := q.PriorityQueue.GetWithPriority()
		if shutdown {
			return request, rank, true
		}
		priority, wait := q.begin(request)
		if wait == 0 {
			return request, priority, false
		}
		q.PriorityQueue.Done(request)
		q.PriorityQueue.AddWithOpts(priorityqueue.AddOpts{After: wait, Priority: &rank}, request)
	}
}

// Get is GetWithPriority without the priority.
func (q *queue) Get() (reconcile.Request, bool) {
	request, _, shutdown := q.GetWithPriority()
	return request, shutdown
}

// Done marks a request as processed. If its project is slow, the project's pause begins.
func (q *queue) Done(request reconcile.Request) {
	q.end(request)
	q.PriorityQueue.Done(request)
}

// begin records the start of a request, and returns its priority and 0. If the project has to wait, begin records
// nothing and returns the delay.
func (q *queue) begin(request reconcile.Request) (priority int, wait time.Duration) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	project, now := projectOf(request.Namespace), q.costs.clock.Now()
	if q.costs.isSlow(project) {
		if len(q.busy[project]) > 0 {
			return 0, again
		}
		if rest := q.rests[project].Sub(now); rest > 0 {
			return 0, max(rest, again)
		}
	}
	t := q.waiting[request]
	delete(q.waiting, request)
	q.turn = max(q.turn, t.turn)
	if len(q.waiting) == 0 {
		q.turn = 0
		clear(q.lastTurns)
	}
	delete(q.rests, project)
	if q.busy[project] == nil {
		q.busy[project] = map[reconcile.Request]time.Time{}
	}
	q.busy[project][request] = now
	return t.priority, 0
}

func (q *queue) end(request reconcile.Request) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	project, now := projectOf(request.Namespace), q.costs.clock.Now()
	if began, is := q.busy[project][request]; is && q.costs.isSlow(project) {
		q.rests[project] = now.Add(min(restFactor*now.Sub(began), longestRest))
	}
	if delete(q.busy[project], request); len(q.busy[project]) == 0 {
		delete(q.busy, project)
	}
}

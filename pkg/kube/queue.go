// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"math"
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	// again is the delay of a request of a slow project if another request of the project is in progress.
	again = 250 * time.Millisecond
	// After each request, a slow project has to wait for restFactor times the duration of that request, so that it gets a
	// small share of CPU time. longestRest is the maximum wait, because a request may also be slow for reasons outside the
	// project.
	restFactor  = 3
	longestRest = 2 * time.Second
)

// queue is a priority queue that serves projects in turn, so that a project with many requests does not delay the
// others (start-time fair queueing). A request gets its turn when it is due, because a turn that it got before its
// delay would let it pass the requests that other projects have meanwhile. For each slow project, the queue returns
// only one request at a time and pauses between requests.
type queue struct {
	priorityqueue.PriorityQueue[reconcile.Request]
	costs *Costs

	mutex sync.Mutex
	// turn is the turn of the last returned request. lanes contains the lanes with waiting requests.
	turn  int
	lanes map[lane]turns
	// waiting contains the requests in the queue that are due, delayed the priorities of those that are not.
	waiting map[reconcile.Request]ticket
	delayed map[reconcile.Request]int
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

// turns contains the last given turn of a lane, and the number of its waiting requests.
type turns struct {
	last, waiting int
}

// ticket contains the turn and the priority of a waiting request.
type ticket struct {
	turn, priority int
}

// rank returns the priority of the request in the underlying queue.
func (t ticket) rank() int { return t.priority - t.turn }

// first is the rank of delayed requests. The underlying queue returns them as soon as they are due and a worker is
// free, to get their turn.
const first = math.MaxInt

// NewQueue returns a queue for requests whose namespaces are control plane or project namespaces. It can be used as
// controller.Options.NewQueue.
func (c *Costs) NewQueue(name string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
	return &queue{
		costs: c,
		PriorityQueue: priorityqueue.New(name, func(o *priorityqueue.Opts[reconcile.Request]) {
			o.RateLimiter = limiter
		}),
		lanes:   map[lane]turns{},
		waiting: map[reconcile.Request]ticket{},
		delayed: map[reconcile.Request]int{},
		busy:    map[string]map[reconcile.Request]time.Time{},
		rests:   map[string]time.Time{},
	}
}

// AddWithOpts adds requests, each in the next free turn of its project. Requests with a delay get their turn after it.
func (q *queue) AddWithOpts(o priorityqueue.AddOpts, requests ...reconcile.Request) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	priority := ptr.Deref(o.Priority, 0)
	for _, request := range requests {
		rank := first
		if _, ok := q.waiting[request]; ok || o.After <= 0 && !o.RateLimited {
			rank = q.ticket(request, priority).rank()
		} else {
			q.delay(request, priority)
		}
		o.Priority = &rank
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

// delay records a request that is not due. Of several priorities, the highest one counts.
func (q *queue) delay(request reconcile.Request, priority int) {
	if p, ok := q.delayed[request]; ok {
		priority = max(p, priority)
	}
	q.delayed[request] = priority
}

// ticket returns the ticket of a request that is due. A waiting request keeps its ticket unless the new one is earlier.
func (q *queue) ticket(request reconcile.Request, priority int) ticket {
	if p, ok := q.delayed[request]; ok {
		priority = max(p, priority)
		delete(q.delayed, request)
	}
	l := lane{projectOf(request.Namespace), priority}
	next := ticket{turn: max(q.turn, q.lanes[l].last) + 1, priority: priority}
	if t, ok := q.waiting[request]; ok {
		if t.rank() >= next.rank() {
			return t
		}
		q.take(request)
	}
	q.lanes[l] = turns{last: next.turn, waiting: q.lanes[l].waiting + 1}
	q.waiting[request] = next
	return next
}

// take removes the ticket of a waiting request, and its lane if no other request of the lane is waiting.
func (q *queue) take(request reconcile.Request) (lane, ticket) {
	t := q.waiting[request]
	delete(q.waiting, request)
	l := lane{projectOf(request.Namespace), t.priority}
	if n := q.lanes[l]; n.waiting > 1 {
		q.lanes[l] = turns{last: n.last, waiting: n.waiting - 1}
	} else {
		delete(q.lanes, l)
	}
	return l, t
}

// GetWithPriority blocks until a request has its turn and its project need not wait.
func (q *queue) GetWithPriority() (reconcile.Request, int, bool) {
	for {
		request, rank, shutdown := q.PriorityQueue.GetWithPriority()
		if shutdown {
			return request, rank, true
		}
		if priority, begins := q.begin(request, rank); begins {
			return request, priority, false
		}
		q.PriorityQueue.Done(request)
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

// begin records the start of a request, and returns its priority. It adds the request again if the project has to wait,
// or if the underlying queue returned the request before its turn.
func (q *queue) begin(request reconcile.Request, rank int) (priority int, begins bool) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	project, now := projectOf(request.Namespace), q.costs.clock.Now()
	if wait := q.wait(project, now); wait > 0 {
		q.postpone(request)
		q.PriorityQueue.AddWithOpts(priorityqueue.AddOpts{After: wait, Priority: ptr.To(first)}, request)
		return 0, false
	}
	t, ok := q.waiting[request]
	if !ok {
		t = q.ticket(request, q.delayed[request])
	}
	if rank != t.rank() {
		q.PriorityQueue.AddWithOpts(priorityqueue.AddOpts{Priority: ptr.To(t.rank())}, request)
		return 0, false
	}
	q.take(request)
	q.turn = max(q.turn, t.turn)
	if len(q.waiting) == 0 {
		q.turn = 0
	}
	delete(q.rests, project)
	if q.busy[project] == nil {
		q.busy[project] = map[reconcile.Request]time.Time{}
	}
	q.busy[project][request] = now
	return t.priority, true
}

// wait returns how long a project has to wait.
func (q *queue) wait(project string, now time.Time) time.Duration {
	if !q.costs.isSlow(project) {
		return 0
	}
	if len(q.busy[project]) > 0 {
		return again
	}
	if rest := q.rests[project].Sub(now); rest > 0 {
		return max(rest, again)
	}
	return 0
}

// postpone delays a request as if it were not due. Its turn is free for other requests of its lane.
func (q *queue) postpone(request reconcile.Request) {
	if _, ok := q.waiting[request]; !ok {
		q.delay(request, q.delayed[request])
		return
	}
	l, t := q.take(request)
	if n, ok := q.lanes[l]; ok {
		q.lanes[l] = turns{last: min(n.last, t.turn-1), waiting: n.waiting}
	}
	q.delay(request, t.priority)
}

func (q *queue) end(request reconcile.Request) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	project, now := projectOf(request.Namespace), q.costs.clock.Now()
	if began, ok := q.busy[project][request]; ok && q.costs.isSlow(project) {
		q.rests[project] = now.Add(min(restFactor*now.Sub(began), longestRest))
	}
	if delete(q.busy[project], request); len(q.busy[project]) == 0 {
		delete(q.busy, project)
	}
}

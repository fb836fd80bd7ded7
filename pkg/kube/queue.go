// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	// again is the time after which a request of a slow project is taken up again while another one is worked on.
	again = 250 * time.Millisecond
	// restFactor is how many times longer than a request of a slow project took, that project rests before its next one, so that its share of the
	// processors is small; longestRest bounds that, because a request can take long for other reasons.
	restFactor  = 3
	longestRest = 2 * time.Second
)

// queue returns one request of each slow project at a time, with rests in between.
type queue struct {
	priorityqueue.PriorityQueue[reconcile.Request]
	costs *Costs

	mutex sync.Mutex
	// busy are the requests of each project that are worked on, with the times at which that began.
	busy map[string]map[reconcile.Request]time.Time
	// rests is until when slow projects rest.
	rests map[string]time.Time
}

// NewQueue returns a queue for a controller whose requests have the namespaces of control planes, or of projects. It is for controller.Options.NewQueue.
func (c *Costs) NewQueue(name string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
	return &queue{costs: c, busy: map[string]map[reconcile.Request]time.Time{}, rests: map[string]time.Time{}, PriorityQueue: priorityqueue.New(name, func(o *priorityqueue.Opts[reconcile.Request]) {
		o.RateLimiter = limiter
	})}
}

// GetWithPriority returns the next request that has its turn, and waits until there is one.
func (q *queue) GetWithPriority() (reconcile.Request, int, bool) {
	for {
		request, priority, shutdown := q.PriorityQueue.GetWithPriority()
		if shutdown {
			return request, priority, true
		}
		wait := q.begin(request)
		if wait == 0 {
			return request, priority, false
		}
		q.PriorityQueue.Done(request)
		q.AddWithOpts(priorityqueue.AddOpts{After: wait, Priority: &priority}, request)
	}
}

// Get returns the next request that has its turn, and waits until there is one.
func (q *queue) Get() (reconcile.Request, bool) {
	request, _, shutdown := q.GetWithPriority()
	return request, shutdown
}

// Done ends the work on a request.
func (q *queue) Done(request reconcile.Request) {
	q.end(request)
	q.PriorityQueue.Done(request)
}

// begin returns 0 if the request has its turn, or after what time it is to be taken up again.
func (q *queue) begin(request reconcile.Request) time.Duration {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	project, now := projectOf(request.Namespace), q.costs.clock.Now()
	if q.costs.isSlow(project) {
		if len(q.busy[project]) > 0 {
			return again
		}
		if rest := q.rests[project].Sub(now); rest > 0 {
			return max(rest, again)
		}
	}
	delete(q.rests, project)
	if q.busy[project] == nil {
		q.busy[project] = map[reconcile.Request]time.Time{}
	}
	q.busy[project][request] = now
	return 0
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

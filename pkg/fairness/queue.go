// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fairness

import (
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// again is the time after which a request of a slow project is taken up again while another one is worked on.
const again = 250 * time.Millisecond

// queue returns one request of each slow project at a time.
type queue struct {
	priorityqueue.PriorityQueue[reconcile.Request]
	costs *Costs

	mutex sync.Mutex
	// busy counts the requests of each project that are worked on.
	busy map[string]int
}

// NewQueue returns a queue for a controller whose requests have the namespaces of control planes. It is for controller.Options.NewQueue.
func (c *Costs) NewQueue(name string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
	return &queue{costs: c, busy: map[string]int{}, PriorityQueue: priorityqueue.New(name, func(o *priorityqueue.Opts[reconcile.Request]) {
		o.RateLimiter = limiter
	})}
}

// GetWithPriority returns the next request that has its turn, and waits until there is one.
func (q *queue) GetWithPriority() (reconcile.Request, int, bool) {
	for {
		request, priority, shutdown := q.PriorityQueue.GetWithPriority()
		if shutdown || q.begin(projectOf(request.Namespace)) {
			return request, priority, shutdown
		}
		q.PriorityQueue.Done(request)
		q.AddWithOpts(priorityqueue.AddOpts{After: again, Priority: &priority}, request)
	}
}

// Get returns the next request that has its turn, and waits until there is one.
func (q *queue) Get() (reconcile.Request, bool) {
	request, _, shutdown := q.GetWithPriority()
	return request, shutdown
}

// Done ends the work on a request.
func (q *queue) Done(request reconcile.Request) {
	q.end(projectOf(request.Namespace))
	q.PriorityQueue.Done(request)
}

func (q *queue) begin(project string) bool {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.busy[project] > 0 && q.costs.isSlow(project) {
		return false
	}
	q.busy[project]++
	return true
}

func (q *queue) end(project string) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.busy[project]--; q.busy[project] <= 0 {
		delete(q.busy, project)
	}
}

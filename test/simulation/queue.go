// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// queue is the queue of a controller. It delays each request by a moment of its own, so that no two requests begin at
// the same instant, and their order does not depend on the order of maps and goroutines.
type queue struct {
	priorityqueue.PriorityQueue[reconcile.Request]

	process *process
	name    string
	// begin is when the workers begin. At the start of a process, all that waits for caches goes on at the same instant.
	begin time.Time
}

// noMetrics is the name of a queue without metrics. Otherwise, each queue would update them twice a second.
const noMetrics = ""

type limiter = workqueue.TypedRateLimiter[reconcile.Request]

// newQueue returns the queue of a controller; see controller.Options.NewQueue.
func (p *process) newQueue(name string, limits limiter) workqueue.TypedRateLimitingInterface[reconcile.Request] {
	return &queue{process: p, name: name, begin: p.workersBegin(name), PriorityQueue: priorityqueue.New(noMetrics, func(o *priorityqueue.Opts[reconcile.Request]) { o.RateLimiter = limits })}
}

// inOrder returns a queue that adds its requests to another one in this order.
func (p *process) inOrder(newQueue func(string, limiter) workqueue.TypedRateLimitingInterface[reconcile.Request]) func(string, limiter) workqueue.TypedRateLimitingInterface[reconcile.Request] {
	return func(name string, limits limiter) workqueue.TypedRateLimitingInterface[reconcile.Request] {
		return &queue{process: p, name: name, begin: p.workersBegin(name), PriorityQueue: newQueue(noMetrics, limits).(priorityqueue.PriorityQueue[reconcile.Request])} //nolint:forcetypeassert // kube.Costs returns one
	}
}

func (p *process) workersBegin(name string) time.Time {
	return time.Now().Add(time.Second + duration(p.world.chance.of(p.name+" workers "+name), 50*time.Millisecond))
}

// GetWithPriority returns the next request.
func (q *queue) GetWithPriority() (request reconcile.Request, priority int, shutdown bool) {
	time.Sleep(time.Until(q.begin))
	return q.PriorityQueue.GetWithPriority()
}

// Get returns the next request.
func (q *queue) Get() (request reconcile.Request, shutdown bool) {
	request, _, shutdown = q.GetWithPriority()
	return request, shutdown
}

// AddWithOpts adds requests.
func (q *queue) AddWithOpts(o priorityqueue.AddOpts, requests ...reconcile.Request) {
	for _, request := range requests {
		own := o
		if !o.RateLimited {
			own.After += duration(q.process.world.chance.of(q.process.name+" queue "+q.name+" "+request.String()), time.Millisecond)
		}
		q.PriorityQueue.AddWithOpts(own, request)
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

// ShutDown ends the queue at an instant of its own: a priority queue that hands out a request at this instant leaves a
// goroutine behind.
func (q *queue) ShutDown() {
	time.Sleep(duration(q.process.world.chance.of(q.process.name+" end of queue "+q.name), time.Millisecond))
	q.PriorityQueue.ShutDown()
}

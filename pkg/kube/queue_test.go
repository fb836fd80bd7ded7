// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	testclock "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var _ = Describe("The queue", func() {
	var (
		now      *testclock.FakeClock
		costs    *Costs
		requests workqueue.TypedRateLimitingInterface[reconcile.Request]
	)
	BeforeEach(func() {
		now = testclock.NewFakeClock(time.Now())
		costs = NewCosts(now, ElapsedTime(now))
		requests = costs.NewQueue("test", workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]())
		DeferCleanup(requests.ShutDown)
	})
	of := func(project string, shoot int) reconcile.Request {
		return reconcile.Request{NamespacedName: types.NamespacedName{Namespace: fmt.Sprintf("shoot--%s--s%d", project, shoot), Name: "shoot-flux"}}
	}
	work := func(project string, d time.Duration) {
		end := costs.Measure(of(project, 1).Namespace)
		now.Step(d)
		end()
	}
	// taken starts workers that never finish, and returns their requests.
	taken := func(workers int) <-chan reconcile.Request {
		all, requests := make(chan reconcile.Request, workers), requests // The next spec has another queue.
		for range workers {
			go func() {
				if request, shutdown := requests.Get(); !shutdown {
					all <- request
				}
			}()
		}
		return all
	}

	It("returns all requests of a project with the usual cost", func(ctx SpecContext) {
		for range 100 {
			work("large", usual)
		}
		for i := range 5 {
			requests.Add(of("large", i))
		}
		Eventually(ctx, taken(5)).Should(HaveLen(5))
	})

	It("serves projects in turn, so that a project with many requests does not delay the others", func() {
		for i := range 100 {
			requests.Add(of("large", i))
		}
		first, _ := requests.Get()
		Expect(projectOf(first.Namespace)).To(Equal("large"))
		for i := range 3 {
			requests.Add(of("small", i))
		}
		requests.Add(of("other", 0))
		var order []string
		for range 8 {
			request, _ := requests.Get()
			order = append(order, projectOf(request.Namespace))
		}
		Expect(order).To(Equal([]string{"large", "small", "other", "large", "small", "large", "small", "large"}))
	})

	It("gives delayed requests their turn when they are due", func(ctx SpecContext) {
		for i := range 200 {
			requests.AddAfter(of("large", i), time.Hour)
		}
		requests.Add(of("large", 200))
		first, _ := requests.Get()
		Expect(first).To(Equal(of("large", 200)))
		for i := range 200 {
			requests.AddAfter(of("large", i), time.Nanosecond)
		}
		Eventually(ctx, requests.Len).Should(Equal(200))
		for i := range 3 {
			requests.Add(of("small", i))
		}
		var order []string
		for range 7 {
			request, _ := requests.Get()
			order = append(order, projectOf(request.Namespace))
		}
		Expect(order).To(Equal([]string{"small", "large", "small", "large", "small", "large", "large"}))
	})

	It("gives retries their turn when they are due", func(ctx SpecContext) {
		for i := range 100 {
			requests.AddRateLimited(of("large", i))
		}
		Eventually(ctx, requests.Len).Should(Equal(100))
		for i := range 200 {
			requests.Add(of("small", i))
		}
		var order []string
		for range 6 {
			request, _ := requests.Get()
			order = append(order, projectOf(request.Namespace))
		}
		Expect(order).To(Equal([]string{"small", "large", "small", "large", "small", "large"}))
	})

	It("returns a delayed request once if it is added again without delay, in its turn and with the higher priority", func() {
		prioritized := requests.(priorityqueue.PriorityQueue[reconcile.Request])
		requests.AddAfter(of("large", 0), time.Hour)
		for i := range 3 {
			requests.Add(of("large", 1+i))
		}
		prioritized.AddWithOpts(priorityqueue.AddOpts{Priority: ptr.To(-1)}, of("large", 0))
		requests.Add(of("small", 0))
		for _, expected := range []reconcile.Request{of("large", 1), of("small", 0), of("large", 2), of("large", 3), of("large", 0)} {
			request, priority, _ := prioritized.GetWithPriority()
			Expect(request).To(Equal(expected))
			Expect(priority).To(BeZero())
		}
		Expect(requests.Len()).To(BeZero())
	})

	It("does not delay a waiting request that is added again with a delay, nor let it pass others", func() {
		requests.Add(of("large", 0))
		requests.Add(of("large", 1))
		requests.AddAfter(of("large", 1), time.Hour)
		requests.AddRateLimited(of("large", 1))
		requests.Add(of("small", 0))
		for _, expected := range []reconcile.Request{of("large", 0), of("small", 0), of("large", 1)} {
			request, _ := requests.Get()
			Expect(request).To(Equal(expected))
		}
	})

	It("keeps the priority of a delayed request", func() {
		prioritized := requests.(priorityqueue.PriorityQueue[reconcile.Request])
		for _, priority := range []int{handler.LowPriority, -1, handler.LowPriority} {
			prioritized.AddWithOpts(priorityqueue.AddOpts{After: time.Hour, Priority: &priority}, of("large", 0))
		}
		prioritized.AddWithOpts(priorityqueue.AddOpts{After: time.Nanosecond, Priority: ptr.To(handler.LowPriority)}, of("large", 0))
		_, priority, _ := prioritized.GetWithPriority()
		Expect(priority).To(Equal(-1))
	})

	It("keeps the order of postponed requests of a slow project when the project is no longer slow", func(ctx SpecContext) {
		for range 20 {
			work("slow", 10*usual)
		}
		for i := range 50 {
			requests.Add(of("slow", i))
		}
		first, _ := requests.Get()
		Expect(projectOf(first.Namespace)).To(Equal("slow"))
		for i := range 100 {
			requests.Add(of("small", i))
			request, _ := requests.Get()
			Expect(projectOf(request.Namespace)).To(Equal("small"))
		}
		now.Step(time.Hour)
		requests.Done(first)
		Eventually(ctx, requests.Len).Should(Equal(49), "postponed for less than a second")
		for i := range 3 {
			requests.Add(of("small", 100+i))
		}
		var order []string
		for range 6 {
			request, _ := requests.Get()
			order = append(order, projectOf(request.Namespace))
		}
		Expect(order).To(Equal([]string{"small", "slow", "small", "slow", "small", "slow"}))
	})

	It("records nothing about projects without waiting requests", func() {
		recorded := requests.(*queue)
		requests.Add(of("other", 0))
		requests.Add(of("other", 1))
		requests.AddAfter(of("later", 0), time.Hour)
		for i := range 10 {
			requests.Add(of(fmt.Sprintf("gone%d", i), 0))
		}
		for range 11 {
			request, _ := requests.Get()
			requests.Done(request)
		}
		Expect(recorded.lanes).To(Equal(map[lane]turns{{"other", 0}: {last: 2, waiting: 1}}))
		Expect(recorded.delayed).To(HaveLen(1))
		request, _ := requests.Get()
		requests.Done(request)
		requests.AddAfter(of("later", 0), time.Nanosecond)
		request, _ = requests.Get()
		requests.Done(request)
		Expect(recorded.lanes).To(BeEmpty())
		Expect(recorded.waiting).To(BeEmpty())
		Expect(recorded.delayed).To(BeEmpty())
		Expect(recorded.busy).To(BeEmpty())
		Expect(recorded.turn).To(BeZero())
	})

	It("serves requests with the usual priority before those of lower priority of the same project", func() {
		prioritized := requests.(priorityqueue.PriorityQueue[reconcile.Request])
		for i := range 100 {
			prioritized.AddWithOpts(priorityqueue.AddOpts{Priority: ptr.To(-1)}, of("large", i))
		}
		requests.Add(of("large", 200))
		request, priority, _ := prioritized.GetWithPriority()
		Expect(request).To(Equal(of("large", 200)))
		Expect(priority).To(Equal(0))
		request, priority, _ = prioritized.GetWithPriority()
		Expect(request).To(Equal(of("large", 0)))
		Expect(priority).To(Equal(-1), "a retry keeps the priority")

		By("a waiting request is added again with the usual priority")
		requests.Add(of("large", 99))
		request, priority, _ = prioritized.GetWithPriority()
		Expect(request).To(Equal(of("large", 99)))
		Expect(priority).To(Equal(0))
		request, _, _ = prioritized.GetWithPriority()
		Expect(request).To(Equal(of("large", 1)))
	})

	It("keeps the turn of a waiting request if another priority would delay it", func() {
		prioritized := requests.(priorityqueue.PriorityQueue[reconcile.Request])
		prioritized.AddWithOpts(priorityqueue.AddOpts{Priority: ptr.To(-1)}, of("large", 0))
		for i := range 100 {
			requests.Add(of("large", 1+i))
		}
		requests.Add(of("large", 0))
		requests.Add(of("small", 0))
		for _, expected := range []reconcile.Request{of("large", 1), of("small", 0), of("large", 0)} {
			request, _ := requests.Get()
			Expect(request).To(Equal(expected))
		}
		requests.Add(of("other", 0))
		for _, expected := range []reconcile.Request{of("large", 2), of("other", 0), of("large", 3)} {
			request, _ := requests.Get()
			Expect(request).To(Equal(expected), "no other project waits longer")
		}
	})

	It("gives a request that is added several times one turn", func() {
		for range 100 {
			requests.Add(of("busy", 0))
		}
		requests.Add(of("busy", 1))
		requests.Add(of("other", 0))
		requests.Add(of("other", 1))
		for _, expected := range []reconcile.Request{of("busy", 0), of("other", 0), of("busy", 1), of("other", 1)} {
			request, _ := requests.Get()
			Expect(request).To(Equal(expected))
		}
	})

	It("serves all requests of a low priority while others arrive", func() {
		prioritized := requests.(priorityqueue.PriorityQueue[reconcile.Request])
		prioritized.AddWithOpts(priorityqueue.AddOpts{Priority: ptr.To(handler.LowPriority)}, of("old", 0))
		served := false
		for i := 0; i < 200 && !served; i++ {
			requests.Add(of("new", i))
			request, _ := requests.Get()
			served = request == of("old", 0)
		}
		Expect(served).To(BeTrue())
	})

	It("returns one request of a slow project at a time and leaves the other workers to other projects", func(ctx SpecContext) {
		for range 20 {
			work("slow", 10*usual)
		}
		for i := range 5 {
			requests.Add(of("slow", i))
		}
		workers := taken(4)
		Eventually(ctx, workers).Should(HaveLen(1))
		first := <-workers
		for i := range 3 {
			requests.Add(of("other", i))
		}
		Eventually(ctx, workers).Should(HaveLen(3))
		for range 3 {
			Expect((<-workers).Namespace).To(HavePrefix("shoot--other--"))
		}

		By("the next request has its turn after a rest of three times the duration of the first")
		next := taken(1)
		Consistently(ctx, next, "1s").ShouldNot(Receive(), "longer than the delay between two attempts")
		now.Step(100 * time.Millisecond)
		requests.Done(first)
		now.Step(250 * time.Millisecond)
		Consistently(ctx, next, "1s").ShouldNot(Receive())
		now.Step(50 * time.Millisecond)
		Eventually(ctx, next).Should(Receive(HaveField("Namespace", HavePrefix("shoot--slow--"))))
	})

	It("limits the rest of a project after a long request", func(ctx SpecContext) {
		for range 20 {
			work("slow", 10*usual)
		}
		requests.Add(of("slow", 1))
		var first reconcile.Request
		Eventually(ctx, taken(1)).Should(Receive(&first))
		now.Step(time.Second)
		requests.Done(first)
		requests.Add(of("slow", 2))
		next := taken(1)
		Consistently(ctx, next, "1s").ShouldNot(Receive())
		now.Step(2 * time.Second)
		Eventually(ctx, next).WithTimeout(5 * time.Second).Should(Receive())
	})

	It("returns all requests again a minute after the last slow one", func() {
		for range 20 {
			work("slow", time.Minute)
		}
		Expect(costs.isSlow("slow")).To(BeTrue())
		now.Step(time.Minute + time.Second)
		Expect(costs.isSlow("slow")).To(BeFalse())
		now.Step(time.Hour)
		work("slow", usual)
		Expect(costs.projects).To(BeEmpty(), "a project with the usual cost is not recorded")
	})

	DescribeTable("determines the project from a namespace:",
		func(namespace, project string) { Expect(projectOf(namespace)).To(Equal(project)) },
		Entry("the namespace of a control plane", "shoot--demo--only", "demo"),
		Entry("the namespace of a control plane with hyphens in both names", "shoot--my-team--a-b", "my-team"),
		Entry("any other namespace, which is returned unchanged", "extension-shoot-flux", "extension-shoot-flux"),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

var _ = Describe("AddUnchanged", func() {
	next := func(queue garden.Queue) string {
		request, _ := queue.Get()
		queue.Done(request)
		return request.Name
	}

	It("lets changed projects overtake after a start", func() {
		queue := priorityqueue.New[reconcile.Request]("test")
		DeferCleanup(queue.ShutDown)
		for _, namespace := range []string{"garden-a", "garden-b", "garden-c"} {
			garden.AddUnchanged(queue, namespace)
		}
		queue.Add(garden.Request("garden-c"))
		Expect(next(queue)).To(Equal("garden-c"))
		Expect([]string{next(queue), next(queue)}).To(ConsistOf("garden-a", "garden-b"))
		Expect(queue.Len()).To(BeZero(), "the changed project is served once")
	})

	It("adds to a queue without priorities", func() {
		queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]())
		DeferCleanup(queue.ShutDown)
		garden.AddUnchanged(queue, "garden-a")
		Expect(next(queue)).To(Equal("garden-a"))
	})
})

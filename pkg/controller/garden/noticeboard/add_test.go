// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

var _ = Describe("Controller", func() {
	It("writes all boards when the operator stops all rollouts, and when that ends", func(ctx SpecContext) {
		board := func(namespace string) *corev1.ConfigMap {
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux"}}
		}
		garden := fake.NewFakeClient(board("seed-alpha"), board("seed-beta"), board("garden"))
		c := &Controller{Caches: &Caches{boards: readCache{Reader: garden}}, Reconciler: &Reconciler{Stops: stop.NewLandscape()}}
		queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]())
		defer queue.ShutDown()
		Expect(c.followStops(ctx, queue)).To(Succeed())
		for number := range int64(2) {
			c.Reconciler.Stops.Set(stop.Record{Number: number + 1, Stopped: number == 0, Reason: "incident 42"})
			var seeds []string
			for queue.Len() > 0 {
				request, _ := queue.Get()
				seeds = append(seeds, request.Name)
				queue.Done(request)
			}
			Expect(seeds).To(ConsistOf("alpha", "beta"))
		}
	})
})

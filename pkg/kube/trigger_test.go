// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var _ = Describe("Trigger", func() {
	object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "one", Name: "a"}}

	It("adds an object to the queue after the delay", func(ctx SpecContext) {
		queue := priorityqueue.New[reconcile.Request]("test")
		DeferCleanup(queue.ShutDown)
		trigger := make(Trigger)
		Expect(trigger.Source(priorityqueue.AddOpts{After: 50 * time.Millisecond}).Start(ctx, queue)).To(Succeed())
		sent := time.Now()
		Expect(trigger.Send(ctx, object)).To(Succeed())
		request, _ := queue.Get()
		Expect(request.String()).To(Equal("one/a"))
		Expect(time.Since(sent)).To(BeNumerically(">=", 50*time.Millisecond))
	})

	It("stops sending when the context ends", func(ctx SpecContext) {
		ended, end := context.WithCancel(ctx)
		end()
		Expect(make(Trigger).Send(ended, object)).To(MatchError(context.Canceled))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

func stateWith(content string) garden.State {
	return garden.State{ConfigMap: &document.ConfigMap{Namespace: namespace, Data: map[string]string{"config.yaml": head + content}}}
}

var _ = Describe("changesRollout", func() {
	DescribeTable("selects changes that affect a rollout",
		func(change func(*gardencorev1beta1.Shoot), expected bool) {
			before := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "my-shoot", UID: "1", Labels: map[string]string{"ring": "canary"}}}
			before.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
			before.Spec.Purpose = new(gardencorev1beta1.ShootPurposeTesting)
			before.Spec.Maintenance = &gardencorev1beta1.Maintenance{TimeWindow: &gardencorev1beta1.MaintenanceTimeWindow{Begin: "220000+0000", End: "230000+0000"}}
			now := before.DeepCopy()
			change(now)
			var slim [2]*gardencorev1beta1.Shoot
			for i, shoot := range []*gardencorev1beta1.Shoot{before, now} {
				object, err := garden.SlimShoot(shoot)
				Expect(err).NotTo(HaveOccurred())
				slim[i] = object.(*gardencorev1beta1.Shoot)
			}
			Expect(changesRollout().Update(event.UpdateEvent{ObjectOld: slim[0], ObjectNew: slim[1]})).To(Equal(expected))
		},
		Entry("no change", func(*gardencorev1beta1.Shoot) {}, false),
		Entry("labels", func(s *gardencorev1beta1.Shoot) { s.Labels["ring"] = "rest" }, true),
		Entry("purpose", func(s *gardencorev1beta1.Shoot) { s.Spec.Purpose = new(gardencorev1beta1.ShootPurposeProduction) }, true),
		Entry("hibernation", func(s *gardencorev1beta1.Shoot) {
			s.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: new(true)}
		}, true),
		Entry("a hibernation schedule", func(s *gardencorev1beta1.Shoot) {
			s.Spec.Hibernation = &gardencorev1beta1.Hibernation{Schedules: []gardencorev1beta1.HibernationSchedule{{Start: new("0 0 * * *")}}}
		}, false),
		Entry("maintenance time window", func(s *gardencorev1beta1.Shoot) { s.Spec.Maintenance.TimeWindow.Begin = "210000+0000" }, true),
		Entry("disabled Flux", func(s *gardencorev1beta1.Shoot) { s.Spec.Extensions[0].Disabled = new(true) }, true),
		Entry("deletion", func(s *gardencorev1beta1.Shoot) { s.DeletionTimestamp = new(metav1.Unix(1, 0)) }, true),
		Entry("recreation", func(s *gardencorev1beta1.Shoot) { s.UID = "2" }, true),
		Entry("annotations", func(s *gardencorev1beta1.Shoot) { s.Annotations = map[string]string{"a": "b"} }, false),
		Entry("a hold", func(s *gardencorev1beta1.Shoot) {
			s.Annotations = map[string]string{"flux.extensions.gardener.cloud/hold-until": "2026-12-18T18:00:00Z"}
		}, true),
		Entry("status", func(s *gardencorev1beta1.Shoot) { s.Status.ObservedGeneration = 7 }, false),
	)

	It("ignores the initial list", func() {
		shoot := &gardencorev1beta1.Shoot{}
		Expect(changesRollout().Create(event.CreateEvent{Object: shoot, IsInInitialList: true})).To(BeFalse())
		Expect(changesRollout().Create(event.CreateEvent{Object: shoot})).To(BeTrue())
		Expect(changesRollout().Delete(event.DeleteEvent{Object: shoot})).To(BeTrue())
	})
})

var _ = Describe("enqueue", func() {
	DescribeTable("adds only projects with a rollout",
		func(ctx SpecContext, content string, unknown, expected bool) {
			w := newWorld(controllertest.NewResolver())
			w.projects.States[namespace], w.projects.Unknown = stateWith(content), unknown
			queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]())
			DeferCleanup(queue.ShutDown)
			w.method.enqueue(ctx, queue, namespace)
			if !expected {
				Expect(queue.Len()).To(BeZero())
				return
			}
			request, _ := queue.Get()
			Expect(request).To(Equal(garden.Request(namespace)))
		},
		Entry("a rollout", rings, false, true),
		Entry("an invalid rollout", "project: {rollout: {}}", false, true),
		Entry("no rollout", "flux: {version: v2.8}", false, false),
		Entry("an unknown configuration", rings, true, false),
	)
})

var _ = Describe("AddToManager", func() {
	It("adds projects with a rollout at the start and after a change of configuration", func(ctx SpecContext) {
		w := newWorld(controllertest.NewResolver())
		w.create(ctx, "first", nil)
		w.create(ctx, "second", func(shoot *gardencorev1beta1.Shoot) { shoot.Namespace = "garden-without" })
		w.create(ctx, "third", func(shoot *gardencorev1beta1.Shoot) { shoot.Namespace, shoot.Spec.Extensions = "garden-unused", nil })
		w.projects.States = map[string]garden.State{namespace: stateWith(rings), "garden-without": stateWith("flux: {version: v2.8}"), "garden-unused": stateWith(rings)}
		queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]())
		DeferCleanup(queue.ShutDown)
		next := func() string {
			request, _ := queue.Get()
			queue.Done(request)
			return request.Name
		}
		Expect(garden.Changes(w.projects, w.method.enqueueAll).Start(ctx, queue)).To(Succeed())
		w.projects.Changes <- metav1.NamespaceAll
		Expect(next()).To(Equal(namespace))
		w.projects.Changes <- "garden-without"
		Expect(next()).To(Equal("garden-without"), "it may have removed its rollout")
		Expect(queue.Len()).To(BeZero())
	})
})

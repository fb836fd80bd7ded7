// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
)

var _ = Describe("A wait for operations of Shoots", func() {
	const almost = stepTimeout - time.Second
	var (
		clock      *testclock.FakeClock
		operations *Operations
	)
	BeforeEach(func() {
		clock = testclock.NewFakeClock(time.Now())
		operations = NewOperations(clock)
	})
	shoot := func(name string, operation gardencorev1beta1.LastOperationType, state gardencorev1beta1.LastOperationState, progress int32) gardencorev1beta1.Shoot {
		return gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Name: name}, Status: gardencorev1beta1.ShootStatus{
			LastOperation: &gardencorev1beta1.LastOperation{Type: operation, State: state, Progress: progress, Description: "a task"},
		}}
	}
	observe := func(shoots ...gardencorev1beta1.Shoot) error { return operations.Observe(shoots) }

	It("lasts as long as they make progress, one after the other", func() {
		clock.Step(almost)
		Expect(observe(gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Name: "a"}})).To(Succeed())
		for _, operation := range []gardencorev1beta1.LastOperationType{"Create", "Migrate", "Restore"} {
			for progress := range int32(100) {
				clock.Step(almost)
				Expect(observe(shoot("a", operation, "Processing", progress))).To(Succeed(), "%s %d", operation, progress)
			}
		}
	})

	It("lasts as long as one of several Shoots makes progress, or is deleted", func() {
		still := shoot("still", "Create", "Processing", 40)
		Expect(observe(still, shoot("moving", "Delete", "Processing", 0))).To(Succeed())
		clock.Step(almost)
		Expect(observe(still, shoot("moving", "Delete", "Processing", 1))).To(Succeed())
		clock.Step(almost)
		Expect(observe(still)).To(Succeed())
		clock.Step(almost)
		Expect(observe()).To(Succeed())
		clock.Step(stepTimeout)
		Expect(observe()).NotTo(Succeed())
	})

	It("counts an operation of the same type after one that has succeeded", func() {
		Expect(observe(shoot("a", "Reconcile", "Succeeded", 100))).To(Succeed())
		for _, progress := range []int32{0, 1} {
			clock.Step(almost)
			Expect(observe(shoot("a", "Reconcile", "Processing", progress))).To(Succeed())
		}
		clock.Step(almost)
		Expect(observe(shoot("a", "Reconcile", "Succeeded", 100))).To(Succeed())
	})

	It("ends when none makes progress, and names the operations", func() {
		shoots := []gardencorev1beta1.Shoot{shoot("b", "Create", "Processing", 40), shoot("a", "Reconcile", "Succeeded", 100)}
		Expect(observe(shoots...)).To(Succeed())
		clock.Step(almost)
		Expect(observe(shoots...)).To(Succeed())
		clock.Step(time.Second)
		Expect(observe(shoots...)).To(MatchError("no operation of a Shoot has made progress for 5m0s: " +
			"a: Reconcile Succeeded 100 %: a task; b: Create Processing 40 %: a task"))
	})

	It("ends when a flow fails at the same task again and again", func() {
		Expect(observe(shoot("a", "Create", "Processing", 40))).To(Succeed())
		for _, progress := range []int32{0, 20, 40} {
			clock.Step(stepTimeout / 4)
			Expect(observe(shoot("a", "Create", "Error", 40))).To(Succeed())
			Expect(observe(shoot("a", "Create", "Processing", progress))).To(Succeed())
		}
		clock.Step(stepTimeout / 4)
		Expect(observe(shoot("a", "Create", "Error", 40))).NotTo(Succeed())
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
)

var _ = Describe("operation", func() {
	newShoot := func(mutate ...func(*gardencorev1beta1.Shoot)) *gardencorev1beta1.Shoot {
		shoot := &gardencorev1beta1.Shoot{}
		shoot.Generation = 2
		shoot.Finalizers = []string{"gardener"}
		shoot.Spec.SeedName = ptr.To("one")
		shoot.Spec.Provider.Workers = []gardencorev1beta1.Worker{{Name: "worker"}}
		shoot.Status.SeedName = ptr.To("one")
		shoot.Status.ObservedGeneration = 2
		for _, m := range mutate {
			m(shoot)
		}
		return shoot
	}
	deleted := func(shoot *gardencorev1beta1.Shoot) { shoot.DeletionTimestamp = ptr.To(metav1.Now()) }
	moved := func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.SeedName = ptr.To("two") }
	last := func(kind gardencorev1beta1.LastOperationType, state gardencorev1beta1.LastOperationState) func(*gardencorev1beta1.Shoot) {
		return func(shoot *gardencorev1beta1.Shoot) {
			shoot.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: kind, State: state}
		}
	}

	DescribeTable("#operationType",
		func(shoot *gardencorev1beta1.Shoot, expected string) {
			Expect(string(operationType(shoot))).To(Equal(expected))
		},
		Entry("a new shoot is created", newShoot(), "Create"),
		Entry("a creation that failed goes on as creation", newShoot(last("Create", "Error")), "Create"),
		Entry("a created shoot is reconciled", newShoot(last("Create", "Succeeded")), "Reconcile"),
		Entry("a shoot with another seed is migrated", newShoot(moved, last("Reconcile", "Succeeded")), "Migrate"),
		Entry("a migrated shoot is restored", newShoot(last("Migrate", "Succeeded")), "Restore"),
		Entry("a restoration that failed goes on as restoration", newShoot(last("Restore", "Error")), "Restore"),
		Entry("a restored shoot is reconciled", newShoot(last("Restore", "Succeeded")), "Reconcile"),
		Entry("deletion comes before everything", newShoot(moved, deleted, last("Migrate", "Succeeded")), "Delete"),
	)

	DescribeTable("#isDue",
		func(seedName string, shoot *gardencorev1beta1.Shoot, expected bool) {
			Expect((&Gardenlet{options: Options{SeedName: seedName}}).isDue(shoot)).To(Equal(expected))
		},
		Entry("on its own seed", "one", newShoot(), true),
		Entry("on another seed", "two", newShoot(), false),
		Entry("the source seed prepares a migration", "one", newShoot(moved), true),
		Entry("the destination seed waits for it", "two", newShoot(moved), false),
		Entry("a failed shoot is left alone", "one", newShoot(last("Reconcile", "Failed")), false),
		Entry("a failed shoot that was changed since", "one", newShoot(last("Reconcile", "Failed"), func(s *gardencorev1beta1.Shoot) { s.Generation = 3 }), true),
		Entry("a deleted shoot that was let go", "one", newShoot(deleted, func(s *gardencorev1beta1.Shoot) { s.Finalizers = nil }), false),
	)

	DescribeTable("#checkReadyForMigration",
		func(status gardencorev1beta1.ConditionStatus, expected types.GomegaMatcher) {
			shoot := newShoot(moved)
			if status != "" {
				shoot.Status.Constraints = []gardencorev1beta1.Condition{{Type: "ReadyForMigration", Status: status, Message: "seed is away"}}
			}
			Expect(checkReadyForMigration(shoot)).To(expected)
		},
		Entry("nobody has looked at the seed", gardencorev1beta1.ConditionStatus(""), MatchError(ContainSubstring("waiting for the confirmation"))),
		Entry("the seed is not ready", gardencorev1beta1.ConditionFalse, MatchError(ContainSubstring("seed is away"))),
		Entry("the seed is ready", gardencorev1beta1.ConditionTrue, Succeed()),
	)

	Describe("extensions", func() {
		var (
			registered = registeredExtensions([]gardencorev1beta1.ControllerRegistration{{
				Spec: gardencorev1beta1.ControllerRegistrationSpec{Resources: []gardencorev1beta1.ControllerResource{
					{Kind: "Extension", Type: "named", ReconcileTimeout: &metav1.Duration{Duration: time.Minute}},
					{Kind: "Extension", Type: "unnamed"},
					{Kind: "Extension", Type: "auto", AutoEnable: []gardencorev1beta1.ClusterType{"shoot"}},
					{Kind: "Extension", Type: "auto-disabled", AutoEnable: []gardencorev1beta1.ClusterType{"shoot"}},
					{Kind: "Extension", Type: "auto-seed", AutoEnable: []gardencorev1beta1.ClusterType{"seed"}},
					{Kind: "Network", Type: "network"},
				}},
			}})
			shoot = newShoot(func(shoot *gardencorev1beta1.Shoot) {
				shoot.Spec.Extensions = []gardencorev1beta1.Extension{
					{Type: "named", ProviderConfig: &runtime.RawExtension{Raw: []byte(`{"a":"b"}`)}},
					{Type: "auto-disabled", Disabled: ptr.To(true)},
					{Type: "unregistered"},
				}
			})
		)

		It("should label the namespace for what is named, registered or not, and for what is enabled for all", func() {
			Expect(requiredExtensionTypes(registered, shoot.Spec.Extensions)).To(Equal([]string{"auto", "named", "unregistered"}))
		})

		It("should deploy what is registered and named or enabled for all", func() {
			wanted := wantedExtensions(registered, shoot, "shoot--demo--a", Timing{Timeout: 3 * time.Minute})
			Expect(wanted).To(HaveLen(2))
			Expect(wanted["named"].Name).To(Equal("named"))
			Expect(wanted["named"].Namespace).To(Equal("shoot--demo--a"))
			Expect(wanted["named"].Spec.Type).To(Equal("named"))
			Expect(string(wanted["named"].Spec.ProviderConfig.Raw)).To(Equal(`{"a":"b"}`))
			Expect(wanted["named"].Timeout).To(Equal(time.Minute))
			Expect(wanted["auto"].Spec.ProviderConfig).To(BeNil())
			Expect(wanted["auto"].Timeout).To(Equal(3 * time.Minute))
		})

		It("should not enable for workerless shoots what does not support them", func() {
			workerless := shoot.DeepCopy()
			workerless.Spec.Provider.Workers = nil
			Expect(wantedExtensions(registered, workerless, "shoot--demo--a", Timing{})).NotTo(HaveKey("auto"))
		})
	})
})

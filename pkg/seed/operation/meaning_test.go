// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operation_test

import (
	"strings"
	"testing"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/operation"
)

func TestOperation(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Operation Suite")
}

var _ = Describe("Operations", func() {
	extension := func(requested string, last *gardencorev1beta1.LastOperation) *extensionsv1alpha1.Extension {
		ex := &extensionsv1alpha1.Extension{}
		if requested != "" {
			ex.Annotations = map[string]string{"gardener.cloud/operation": requested}
		}
		ex.Status.LastOperation = last
		return ex
	}
	last := func(kind gardencorev1beta1.LastOperationType, state gardencorev1beta1.LastOperationState) *gardencorev1beta1.LastOperation {
		return &gardencorev1beta1.LastOperation{Type: kind, State: state}
	}
	DescribeTable("mean",
		func(requested string, last *gardencorev1beta1.LastOperation, meaning operation.Meaning, name string) {
			ex := extension(requested, last)
			Expect(operation.Of(ex)).To(Equal(meaning))
			Expect(operation.Name(ex)).To(Equal(name))
		},
		Entry("nothing before the first operation", "", nil, operation.Managed, ""),
		Entry("management after a Create", "", last("Create", "Succeeded"), operation.Managed, "Create"),
		Entry("management after a failed Reconcile", "", last("Reconcile", "Error"), operation.Managed, "Reconcile"),
		Entry("management when a Reconcile is requested", "reconcile", last("Create", "Succeeded"), operation.Managed, "reconcile"),
		Entry("management during a Delete, whose Extension has a deletion timestamp", "", last("Delete", "Processing"), operation.Managed, "Delete"),
		Entry("a departure when Migrate is requested", "migrate", last("Reconcile", "Succeeded"), operation.Leaving, "migrate"),
		Entry("a departure when Migrate is requested after an operation that is not known", "migrate", last("Teleport", "Succeeded"), operation.Leaving, "migrate"),
		Entry("a departure after Migrate", "", last("Migrate", "Succeeded"), operation.Leaving, "Migrate"),
		Entry("a departure after Migrate, although a Restore is requested: the Extension of the new seed is another one", "restore", last("Migrate", "Succeeded"), operation.Leaving, "restore"),
		Entry("an arrival when the state of another seed is awaited", "wait-for-state", nil, operation.Arriving, "wait-for-state"),
		Entry("an arrival when Restore is requested", "restore", nil, operation.Arriving, "restore"),
		Entry("an arrival while Restore has not succeeded", "", last("Restore", "Error"), operation.Arriving, "Restore"),
		Entry("management after Restore", "", last("Restore", "Succeeded"), operation.Managed, "Restore"),
		Entry("an unknown operation that is requested", "live-migrate", last("Reconcile", "Succeeded"), operation.Unknown, "live-migrate"),
		Entry("an unknown operation that is requested after Migrate", "live-restore", last("Migrate", "Succeeded"), operation.Unknown, "live-restore"),
		Entry("an unknown last operation: Gardener has LiveMigrate for Shoots, not for Extensions", "", last("LiveMigrate", "Succeeded"), operation.Unknown, "LiveMigrate"),
		Entry("management when a Reconcile is requested after an unknown operation", "reconcile", last("LiveMigrate", "Succeeded"), operation.Managed, "reconcile"),
		Entry("an unknown operation of any length", strings.Repeat("x", 200), nil, operation.Unknown, strings.Repeat("x", 60)+"…"),
	)
})

var _ = DescribeTable("A Shoot moves to another seed",
	func(spec, status string, last gardencorev1beta1.LastOperationType, live, moves bool) {
		shoot := &gardencorev1beta1.Shoot{}
		shoot.Spec.SeedName, shoot.Status.SeedName = &spec, &status
		shoot.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: last}
		if live {
			shoot.Status.LiveMigration = &gardencorev1beta1.LiveMigration{}
		}
		Expect(operation.IsMoving(shoot)).To(Equal(moves))
	},
	Entry("not during a reconciliation", "alpha", "alpha", gardencorev1beta1.LastOperationTypeReconcile, false, false),
	Entry("when another seed is specified", "beta", "alpha", gardencorev1beta1.LastOperationTypeReconcile, false, true),
	Entry("until it has left the seed", "beta", "beta", gardencorev1beta1.LastOperationTypeMigrate, false, true),
	Entry("not after it has arrived", "beta", "beta", gardencorev1beta1.LastOperationTypeRestore, false, false),
	Entry("until a live migration has ended", "beta", "beta", gardencorev1beta1.LastOperationTypeReconcile, true, true),
)

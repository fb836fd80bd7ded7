// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/event"
)

var _ = Describe("An operation that was interrupted before it was noted", func() {
	const operation, timestamp = "gardener.cloud/operation", "gardener.cloud/timestamp"
	worked := time.Date(2026, 11, 22, 9, 0, 30, 0, time.UTC)
	askedAt := func(after time.Duration) string { return worked.Add(after).Format(time.RFC3339Nano) }

	DescribeTable("is found by the process that leads next", func(change func(*extensionsv1alpha1.Extension), expected bool) {
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{timestamp: askedAt(2 * time.Second)}}}
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{
			Type: gardencorev1beta1.LastOperationTypeReconcile, State: gardencorev1beta1.LastOperationStateSucceeded, LastUpdateTime: metav1.NewTime(worked),
		}
		change(ex)
		Expect(interrupted().Create(event.CreateEvent{Object: ex})).To(Equal(expected))
		Expect(interrupted().Update(event.UpdateEvent{ObjectOld: ex, ObjectNew: ex})).To(BeFalse(), "an operation that begins looks the same for a moment")
	},
		Entry("because it was asked for after the last one had ended, and the annotation is gone", func(*extensionsv1alpha1.Extension) {}, true),
		Entry("but not one that has ended since", func(ex *extensionsv1alpha1.Extension) { ex.Annotations[timestamp] = askedAt(-2 * time.Second) }, false),
		Entry("but not one that has ended within the second in which it was asked for: the API keeps seconds", func(ex *extensionsv1alpha1.Extension) {
			ex.Annotations[timestamp] = askedAt(900 * time.Millisecond)
		}, false),
		Entry("but not one that still has the annotation, which the library finds", func(ex *extensionsv1alpha1.Extension) { ex.Annotations[operation] = "reconcile" }, false),
		Entry("but not one that was noted, which the library finds", func(ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation.State = gardencorev1beta1.LastOperationStateProcessing
		}, false),
		Entry("but not one without a request", func(ex *extensionsv1alpha1.Extension) { ex.Annotations = nil }, false),
		Entry("but not at a time that cannot be read", func(ex *extensionsv1alpha1.Extension) { ex.Annotations[timestamp] = "yesterday" }, false),
		Entry("but not of an Extension that has moved to another seed", func(ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation.Type = gardencorev1beta1.LastOperationTypeMigrate
		}, false),
		Entry("but not of an Extension that is being deleted, which the library finds", func(ex *extensionsv1alpha1.Extension) {
			ex.DeletionTimestamp = &metav1.Time{Time: worked}
		}, false),
	)
})

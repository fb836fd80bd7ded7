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

var _ = Describe("interrupted", func() {
	const operation, timestamp = "gardener.cloud/operation", "gardener.cloud/timestamp"
	worked := time.Date(2026, 11, 22, 9, 0, 30, 0, time.UTC)
	askedAt := func(after time.Duration) string { return worked.Add(after).Format(time.RFC3339Nano) }

	DescribeTable("accepts an Extension whose requested operation was not recorded", func(change func(*extensionsv1alpha1.Extension), expected bool) {
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{timestamp: askedAt(2 * time.Second)}}}
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{
			Type: gardencorev1beta1.LastOperationTypeReconcile, State: gardencorev1beta1.LastOperationStateSucceeded, LastUpdateTime: metav1.NewTime(worked),
		}
		change(ex)
		Expect(interrupted().Create(event.CreateEvent{Object: ex})).To(Equal(expected))
		Expect(interrupted().Update(event.UpdateEvent{ObjectOld: ex, ObjectNew: ex})).To(BeFalse(), "an operation that begins looks the same for a moment")
	},
		Entry("request after the last operation, without the annotation", func(*extensionsv1alpha1.Extension) {}, true),
		Entry("operation after the request", func(ex *extensionsv1alpha1.Extension) { ex.Annotations[timestamp] = askedAt(-2 * time.Second) }, false),
		Entry("operation within the second of the request", func(ex *extensionsv1alpha1.Extension) {
			ex.Annotations[timestamp] = askedAt(900 * time.Millisecond)
		}, false),
		Entry("remaining annotation", func(ex *extensionsv1alpha1.Extension) { ex.Annotations[operation] = "reconcile" }, false),
		Entry("recorded operation", func(ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation.State = gardencorev1beta1.LastOperationStateProcessing
		}, false),
		Entry("no request", func(ex *extensionsv1alpha1.Extension) { ex.Annotations = nil }, false),
		Entry("invalid timestamp", func(ex *extensionsv1alpha1.Extension) { ex.Annotations[timestamp] = "yesterday" }, false),
		Entry("Extension migrated to another seed", func(ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation.Type = gardencorev1beta1.LastOperationTypeMigrate
		}, false),
		Entry("Extension that is being deleted", func(ex *extensionsv1alpha1.Extension) {
			ex.DeletionTimestamp = &metav1.Time{Time: worked}
		}, false),
	)
})

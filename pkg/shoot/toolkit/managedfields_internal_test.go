// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"fmt"
	"runtime"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// That an API server takes what becomes of them is shown in test/integration.
var _ = Describe("moveManagedFields", func() {
	entry := func(manager string, operation metav1.ManagedFieldsOperationType, version, subresource, fields string, minute int) metav1.ManagedFieldsEntry {
		return metav1.ManagedFieldsEntry{Manager: manager, Operation: operation, APIVersion: "helm.toolkit.fluxcd.io/" + version, Subresource: subresource,
			FieldsType: "FieldsV1", FieldsV1: metav1.NewFieldsV1(fields), Time: ptr.To(metav1.NewTime(time.Date(2026, 1, 1, 0, minute, 0, 0, time.UTC)))}
	}
	const apply, update = metav1.ManagedFieldsOperationApply, metav1.ManagedFieldsOperationUpdate

	DescribeTable("moves entries to another version",
		func(before, after []metav1.ManagedFieldsEntry, wantChanged bool) {
			moved, changed, err := moveManagedFields(before, "helm.toolkit.fluxcd.io/v2")
			Expect(err).NotTo(HaveOccurred())
			Expect(changed).To(Equal(wantChanged))
			Expect(moved).To(Equal(after))
		},
		Entry("no entries", nil, nil, false),
		Entry("entry in the wanted version", []metav1.ManagedFieldsEntry{entry("a", apply, "v2", "", `{"f:spec":{}}`, 0)}, []metav1.ManagedFieldsEntry{entry("a", apply, "v2", "", `{"f:spec":{}}`, 0)}, false),
		Entry("entries of several owners", []metav1.ManagedFieldsEntry{
			entry("a", apply, "v2beta1", "", `{"f:spec":{}}`, 0), entry("a", update, "v2beta2", "", `{"f:spec":{}}`, 1), entry("a", update, "v2", "status", `{"f:status":{}}`, 2)},
			[]metav1.ManagedFieldsEntry{
				entry("a", apply, "v2", "", `{"f:spec":{}}`, 0), entry("a", update, "v2", "", `{"f:spec":{}}`, 1), entry("a", update, "v2", "status", `{"f:status":{}}`, 2)}, true),
		Entry("entries of one owner in two versions", []metav1.ManagedFieldsEntry{
			entry("a", update, "v2beta1", "", `{"f:metadata":{"f:labels":{".":{},"f:a":{}}}}`, 1), entry("a", update, "v2", "", `{"f:metadata":{"f:labels":{"f:b":{}}},"f:spec":{"f:suspend":{}}}`, 2)},
			[]metav1.ManagedFieldsEntry{entry("a", update, "v2", "", `{"f:metadata":{"f:labels":{".":{},"f:a":{},"f:b":{}}},"f:spec":{"f:suspend":{}}}`, 2)}, true),
	)

	It("takes time in proportion to the number of entries", func() {
		var entries []metav1.ManagedFieldsEntry
		for i := range 4000 {
			entries = append(entries, entry("a", update, "v2beta1", "", fmt.Sprintf(`{"f:spec":{"f:%d":{}}}`, i), 0))
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		moved, _, err := moveManagedFields(entries, "helm.toolkit.fluxcd.io/v2")
		runtime.ReadMemStats(&after)
		Expect(err).NotTo(HaveOccurred())
		Expect(moved).To(HaveLen(1))
		Expect(string(moved[0].FieldsV1.GetRawBytes())).To(And(ContainSubstring(`"f:0":{}`), ContainSubstring(`"f:3999":{}`)))
		Expect(after.TotalAlloc-before.TotalAlloc).To(BeNumerically("<", 32<<20), "bytes")
	})

	DescribeTable("refuses invalid fields",
		func(fields *metav1.FieldsV1) {
			one := entry("a", update, "v2", "", `{}`, 0)
			one.FieldsV1 = fields
			_, _, err := moveManagedFields([]metav1.ManagedFieldsEntry{entry("a", update, "v2beta1", "", `{}`, 0), one}, "helm.toolkit.fluxcd.io/v2")
			Expect(err).To(MatchError(ContainSubstring("managed fields")))
		},
		Entry("missing fields", nil),
		Entry("null", metav1.NewFieldsV1("null")),
		Entry("list", metav1.NewFieldsV1("[]")),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("expectations", func() {
	key := client.ObjectKey{Namespace: "shoot--demo--demo", Name: "config"}
	object := func(version string) client.Object {
		return &resourcesv1alpha1.ManagedResource{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name, ResourceVersion: version}}
	}
	wrote := func(version string) func(*expectations) {
		return func(e *expectations) { e.wrote(object(version), nil) }
	}
	lost := func(e *expectations) { e.wrote(object(""), context.DeadlineExceeded) }
	deleted := func(version string) func(*expectations) { return func(e *expectations) { e.deleted(object(version)) } }
	read := func(version string) func(*expectations) {
		return func(e *expectations) { e.saw(key, object(version), nil, e.beginRead()) }
	}
	gone := func(e *expectations) {
		e.saw(key, object(""), apierrors.NewNotFound(schema.GroupResource{}, key.Name), e.beginRead())
	}
	overtaken := func(version string, write func(*expectations)) func(*expectations) {
		return func(e *expectations) {
			began := e.beginRead()
			write(e)
			e.saw(key, object(version), nil, began)
		}
	}

	DescribeTable("trust the watch", func(absence bool, met, unmet []string, steps ...func(*expectations)) {
		after := func() *expectations {
			e := newExpectations()
			for _, step := range steps {
				step(e)
			}
			return e
		}
		Expect(after().isMetByAbsence(key)).To(Equal(absence), "absence")
		for _, version := range met {
			e := after()
			Expect(e.isMetBy(key, version)).To(BeTrue(), version)
			Expect(e.in(key.Namespace)).To(BeEmpty())
		}
		for _, version := range append(unmet, "", "0", "no number", "007") {
			e := after()
			expected := len(e.byKey)
			Expect(e.isMetBy(key, version)).To(BeFalse(), version)
			Expect(e.byKey).To(HaveLen(expected))
		}
	},
		Entry("without expectations", true, []string{"1", "10"}, nil),
		Entry("after a write", false, []string{"9", "10", "100"}, []string{"8"}, wrote("9")),
		Entry("after a write with a longer version", false, []string{"10", "18446744073709551617"}, []string{"9"}, wrote("10")),
		Entry("after two writes recorded out of order", false, []string{"10"}, []string{"9"}, wrote("10"), wrote("9")),
		Entry("never after a write of unknown outcome", false, nil, []string{"18446744073709551615"}, lost),
		Entry("never after a write of unknown outcome and a further write", false, nil, []string{"10"}, lost, wrote("10")),
		Entry("after a write of unknown outcome and a read", false, []string{"10"}, []string{"9"}, lost, read("10")),
		Entry("never after a read that overlaps a write of unknown outcome", false, nil, []string{"10"}, overtaken("9", lost)),
		Entry("after a read that overlaps a write", false, []string{"10"}, []string{"9"}, overtaken("9", wrote("10"))),
		Entry("after a read", false, []string{"9", "10"}, []string{"8"}, read("9")),
		Entry("after a read that is older than a write", false, []string{"10"}, []string{"9"}, wrote("10"), read("9")),
		Entry("after a deletion", true, []string{"10"}, []string{"9"}, deleted("9")),
		Entry("after a deletion without a version", true, nil, []string{"10"}, deleted("")),
		Entry("after a deletion and a read of the object", false, []string{"10"}, []string{"9"}, deleted("9"), read("10")),
		Entry("after a deletion and a creation", false, []string{"12"}, []string{"10"}, deleted("9"), wrote("12")),
		Entry("after a read without a result", true, nil, []string{"10"}, gone),
		Entry("after a read without a result and a creation", false, []string{"12"}, []string{"11"}, gone, wrote("12")),
		Entry("after a read that overlaps a deletion", true, []string{"10"}, []string{"9"}, overtaken("9", deleted("9"))),
		Entry("never after a write with an incomparable version", false, nil, []string{"1", "10"}, wrote("x")),
	)
})

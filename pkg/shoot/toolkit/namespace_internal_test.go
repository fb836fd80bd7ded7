// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// manyObjects has as many objects of each kind, with names of as many bytes.
type manyObjects struct {
	client.Client
	objects, bytes int
}

func (m manyObjects) List(_ context.Context, list client.ObjectList, _ ...client.ListOption) error {
	items := make([]metav1.PartialObjectMetadata, m.objects)
	for i := range items {
		items[i].Name = strings.Repeat("x", m.bytes)
	}
	list.(*metav1.PartialObjectMetadataList).Items = items
	return nil
}

var _ = Describe("Objects in a namespace", func() {
	DescribeTable("are counted, and named up to a limit",
		func(ctx SpecContext, kinds, objects, bytes int) {
			s := &Shoot{client: manyObjects{objects: objects, bytes: bytes}}
			var foreign Names
			for i := range kinds {
				Expect(s.foreignOf(ctx, "a", schema.GroupVersionKind{Group: "g", Version: "v1", Kind: fmt.Sprintf("K%d", i)}, &foreign)).To(Succeed())
			}
			Expect(foreign.Count).To(Equal(kinds * objects))
			Expect(foreign.First).To(And(HaveLen(min(kinds*objects, MostNamed)), HaveEach(HaveLen(min(3+bytes, LongestName)))))
		},
		Entry("as many as a message names", 2, 2, 1),
		Entry("many of one kind", 1, 300, 1),
		Entry("a few of several kinds each", 9, 3, 1),
		Entry("names that are too long for a message", 1, 3, 10_000),
	)

	DescribeTable("are followed by unlistable kinds",
		func(foreign, unlisted int, want string) {
			var a, b Names
			for i := range foreign {
				a.Add(fmt.Sprintf("a%d", i))
			}
			for i := range unlisted {
				b.Add(fmt.Sprintf("b%d", i))
			}
			a.Join(b)
			Expect(a.String()).To(Equal(want))
		},
		Entry("only unlistable kinds", 0, 2, "b0, b1"),
		Entry("both, with room for some names", 4, 6, "a0, a1, a2, a3, b0 and 5 more"),
		Entry("both, without room for more names", 7, 1, "a0, a1, a2, a3, a4 and 3 more"),
	)

	DescribeTable("include leases of Flux's controllers", func(name string, want bool) { Expect(isLease(name)).To(Equal(want)) },
		Entry("lease of a controller", "source-controller-leader-election", true),
		Entry("lease of a controller with a label selector", "source-controller-leader-election-0a1b2c3d", true),
		Entry("user's lease", "database", false),
		Entry("longer name", "source-controller-leader-election-of-mine", false),
		Entry("longer hash", "source-controller-leader-election-0a1b2c3d4", false),
	)
})

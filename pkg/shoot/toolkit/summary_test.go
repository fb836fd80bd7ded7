// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// hostile is what an API of a shoot may answer as a name.
var hostile = "\x1b[31m\u202e\n" + strings.Repeat("ä", 1<<20) + "\xff"

func isOneLine(text string, longest int) {
	GinkgoHelper()
	Expect(len(text)).To(BeNumerically("<=", longest))
	Expect(utf8.ValidString(text)).To(BeTrue())
	Expect(strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })).To(Equal(-1), "%q", text)
}

var _ = Describe("Names", func() {
	of := func(names ...string) Names {
		var n Names
		for _, name := range names {
			n.Add(name)
		}
		return n
	}

	DescribeTable("count all names and keep the first ones",
		func(n Names, count int, text string) {
			Expect(n.Count).To(Equal(count))
			Expect(n.String()).To(Equal(text))
		},
		Entry("no name", of(), 0, ""),
		Entry("one name", of("a"), 1, "a"),
		Entry("as many names as are kept", of("a", "b", "c", "d", "e"), 5, "a, b, c, d, e"),
		Entry("more names", of("a", "b", "c", "d", "e", "f", "g"), 7, "a, b, c, d, e and 2 more"),
		Entry("repeated name", of("a", "a"), 2, "a, a"),
	)

	DescribeTable("join others",
		func(n, others Names, count int, text string) {
			before := others.String()
			n.Join(others)
			Expect(n.Count).To(Equal(count))
			Expect(n.String()).To(Equal(text))
			Expect(others.String()).To(Equal(before))
			n.Add("z")
			Expect(n.Count).To(Equal(count + 1))
			Expect(others.String()).To(Equal(before))
		},
		Entry("none and some", of(), of("a", "b"), 2, "a, b"),
		Entry("some and none", of("a"), of(), 1, "a"),
		Entry("few and few", of("a", "b"), of("c"), 3, "a, b, c"),
		Entry("few and many", of("a", "b", "c"), of("d", "e", "f", "g", "h", "i"), 9, "a, b, c, d, e and 4 more"),
		Entry("many and few", of("a", "b", "c", "d", "e", "f"), of("g"), 7, "a, b, c, d, e and 2 more"),
	)

	It("fit into one line each", func() {
		n := of(hostile, hostile, hostile, hostile, hostile, hostile)
		isOneLine(n.String(), 5*LongestName+len(", ")*4+len(" and 1 more"))
	})
})

var _ = DescribeTable("Enumerate",
	func(all []string, text string) { Expect(Enumerate(all)).To(Equal(text)) },
	Entry("no name", nil, ""),
	Entry("few names", []string{"b", "a"}, "b, a"),
	Entry("many names", strings.Split("abcdefg", ""), "a, b, c, d, e and 2 more"),
)

var _ = Describe("DescribeObject", func() {
	object := func(kind, namespace, name string) *metav1.PartialObjectMetadata {
		object := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
		object.SetGroupVersionKind(schema.GroupVersionKind{Group: "g", Version: "v1", Kind: kind})
		return object
	}

	It("returns kind, namespace and name", func() {
		Expect(DescribeObject(object("Kustomization", "apps", "web"))).To(Equal("Kustomization apps/web"))
		Expect(DescribeObject(object("Namespace", "", "apps"))).To(Equal("Namespace apps"))
	})

	It("keeps the longest names that an API server admits", func() {
		name := strings.Repeat("n", 253)
		Expect(DescribeObject(object(strings.Repeat("K", 63), strings.Repeat("s", 63), name))).To(HaveSuffix("/" + name))
	})

	It("returns a single line for any name", func() { isOneLine(DescribeObject(object(hostile, hostile, hostile)), LongestName) })
})

var _ = Describe("Kept", func() {
	const most = 16 << 20

	It("accepts texts up to the limit", func() {
		var k Kept
		Expect(k.Add(strings.Repeat("x", most-16))).To(Succeed())
		const refusal = "the shoot has more objects of Flux, or longer names, than fit into 16 MiB"
		Expect(k.Add("")).To(MatchError(refusal), "each text takes room")
		Expect(k.Add()).To(MatchError(refusal), "it stays so")
	})

	It("accepts names and paths of a hundred thousand objects", func() {
		var k Kept
		for range 100_000 {
			Expect(k.Add("flux-system_some-name-of-an-app_kustomize.toolkit.fluxcd.io_Kustomization", "v1")).To(Succeed())
		}
	})
})

var _ = Describe("Failures", func() {
	It("return nil without an error", func() {
		var f Failures
		f.Add(nil)
		Expect(f.Count).To(BeZero())
		Expect(f.Err()).To(Succeed())
	})

	It("return all errors if there are few", func() {
		var f Failures
		for _, err := range []error{errors.New("a"), nil, fmt.Errorf("b: %w", context.Canceled)} {
			f.Add(err)
		}
		Expect(f.Count).To(Equal(2))
		Expect(f.Err()).To(And(MatchError("a\nb: context canceled"), MatchError(context.Canceled)))
	})

	It("count all errors, and wrap the first ones", func() {
		var f Failures
		f.Add(context.Canceled)
		for i := range 1000 {
			f.Add(fmt.Errorf("%d", i))
		}
		Expect(f.Count).To(Equal(1001))
		Expect(f.Err()).To(And(MatchError("context canceled\n0\n1\n2\n3\nand 996 more"), MatchError(context.Canceled)))
	})
})

var _ = Describe("Shoot with responses that cannot be decoded", func() {
	It("causes only short errors", func(ctx SpecContext) {
		long := errors.New("json: cannot unmarshal number " + strings.Repeat("9", 3<<20))
		c := interceptor.NewClient(fake.NewClientBuilder().WithScheme(runtime.NewScheme()).Build(), interceptor.Funcs{
			Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
				return long
			},
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error { return long },
		})
		shoot := New("shoot--a--b", c, nil)
		name := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
		_, err := shoot.Survey(ctx)
		Expect(err).To(MatchError(And(HavePrefix("failed to list objects of kind Deployment in the shoot: json: cannot unmarshal"), HaveSuffix("9…"))))
		Expect(len(err.Error())).To(BeNumerically("<", 3<<10))
		_, _, err = shoot.IsOwn(ctx, name)
		Expect(err).To(MatchError(HaveSuffix("9…")))
		Expect(err).To(MatchError(long), "it is still the error that it was")
	})
})

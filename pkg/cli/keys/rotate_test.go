// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("keys rotate", func() {
	operation := func(ctx context.Context, garden *testGarden) string {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(garden.client.Get(ctx, client.ObjectKey{Namespace: "garden-blue", Name: "flux-source"}, secret)).To(Succeed())
		Expect(secret.Data).To(HaveKeyWithValue("identity", []byte("s3cret")))
		return secret.Annotations[annotated+"operation"]
	}

	DescribeTable("requests a step and prints what to do next",
		func(ctx SpecContext, step string, annotations map[string]string, asked, next string) {
			garden := &testGarden{objects: []client.Object{deployKey("garden-blue", annotations)}}
			out, _, err := garden.keys(ctx, "rotate", step, "-n", "garden-blue", "--dry-run")
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(HavePrefix("Would request " + asked + " in namespace garden-blue.\n"))
			Expect(operation(ctx, garden)).To(BeEmpty())

			out, _, err = garden.keys(ctx, "rotate", step, "-n", "garden-blue")
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(HavePrefix("Requested " + asked + " in namespace garden-blue.\n"))
			Expect(out).To(ContainSubstring(next))
			Expect(operation(ctx, garden)).To(Equal(asked))

			_, _, err = garden.keys(ctx, "rotate", step, "-n", "garden-blue")
			Expect(err).To(MatchError(ContainSubstring("was requested before and is not completed yet")))
		},
		Entry("start", "start", nil, "rotate-deploy-key-start", "keys show -n garden-blue --next"),
		Entry("complete", "complete", nextKey(), "rotate-deploy-key-complete", "keys show -n garden-blue -o wide"),
		Entry("abort", "abort", nextKey(), "rotate-deploy-key-abort", "remove it there"),
	)

	DescribeTable("refuses a step that the extension would refuse",
		func(ctx SpecContext, step string, annotations map[string]string, message string) {
			garden := &testGarden{objects: []client.Object{deployKey("garden-blue", annotations)}}
			_, _, err := garden.keys(ctx, "rotate", step, "-n", "garden-blue")
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(operation(ctx, garden)).To(BeEmpty())
		},
		Entry("a start while a key is prepared", "start", nextKey(), "is prepared already"),
		Entry("a completion without a rotation", "complete", nil, "no rotation is prepared"),
		Entry("an abort without a rotation", "abort", nil, "no rotation is prepared"),
	)

	It("reports a conflict", func(ctx SpecContext) {
		garden := &testGarden{objects: []client.Object{deployKey("garden-blue", nil)}, funcs: interceptor.Funcs{
			Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
				changed := deployKey("garden-blue", nextKey())
				Expect(c.Update(ctx, changed)).To(Succeed())
				return c.Patch(ctx, object, patch, options...)
			},
		}}
		_, _, err := garden.keys(ctx, "rotate", "start", "-n", "garden-blue")
		Expect(err).To(MatchError(ContainSubstring("Secret garden-blue/flux-source was changed at the same time")))
	})

	It("reports a missing permission", func(ctx SpecContext) {
		garden := &testGarden{objects: []client.Object{deployKey("garden-blue", nil)}, funcs: interceptor.Funcs{
			Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
				return clitest.Forbidden("secrets")
			},
		}}
		_, _, err := garden.keys(ctx, "rotate", "start", "-n", "garden-blue")
		Expect(err).To(MatchError(ContainSubstring("you may not request an operation in namespace garden-blue")))
	})
})

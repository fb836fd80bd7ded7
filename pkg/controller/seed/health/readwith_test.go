// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Check of a source whose Secret changes", func() {
	var s *simulated

	const origin = "resources.gardener.cloud/origin"
	// delivers has gardener-resource-manager write the Secret in the shoot.
	delivers := func(ctx context.Context, version string) {
		GinkgoHelper()
		s.server.change(func() {
			at := metav1.NewTime(s.clock.Now())
			s.secret.ResourceVersion, s.secret.ManagedFields = version, []metav1.ManagedFieldsEntry{{Manager: "gardener-resource-manager", Time: &at}}
		})
		s.arrive(ctx)
	}
	condition := func(ctx context.Context) string {
		GinkgoHelper()
		s.check(ctx)
		found := v1beta1helper.GetCondition(s.extension(ctx).Status.Conditions, fluxv1alpha1.ConditionSourceReady)
		Expect(found).NotTo(BeNil())
		return string(found.Status) + " " + found.Reason
	}
	// patched returns the annotations of the requests since the last call.
	patched := func() (requests []string) {
		s.server.change(func() { requests, s.server.patches = s.server.patches, nil })
		return requests
	}

	BeforeEach(func(ctx SpecContext) {
		s = newSimulated(ctx)
		created := metav1.NewTime(s.clock.Now())
		s.git.CreationTimestamp, s.secret.CreationTimestamp = created, created
		s.secret.Annotations = map[string]string{origin: "garden:seed/shoot--demo--a/" + fluxv1alpha1.ManagedResourceConfig}
		delivers(ctx, "1")
		Expect(condition(ctx)).To(Equal("True Succeeded"))
		Expect(patched()).To(BeEmpty(), "Flux has read the source with its first Secret")
		s.clock.Step(time.Minute)
	})

	It("is not ready until Flux has handled the request to read it with the changed Secret", func(ctx SpecContext) {
		delivers(ctx, "2")
		Expect(condition(ctx)).To(Equal("Progressing WaitingForFlux"), "the condition of Flux is about the former Secret")
		requests := patched()
		Expect(requests).To(ConsistOf(And(
			ContainSubstring("/gitrepositories/flux-system "), ContainSubstring(`"flux.extensions.gardener.cloud/read-with":"`), ContainSubstring(`"reconcile.fluxcd.io/requestedAt":"`))))

		By("the request is in the shoot, and Flux works on it")
		_, annotation, _ := strings.Cut(requests[0], `"flux.extensions.gardener.cloud/read-with":"`)
		annotation, _, _ = strings.Cut(annotation, `"`)
		_, at, _ := strings.Cut(annotation, " ")
		s.server.change(func() {
			s.git.Annotations = map[string]string{"flux.extensions.gardener.cloud/read-with": annotation, "reconcile.fluxcd.io/requestedAt": at}
		})
		Expect(condition(ctx)).To(Equal("Progressing WaitingForFlux"))
		Expect(patched()).To(BeEmpty(), "one request for a change")

		By("Flux has handled it, with an error")
		s.server.change(func() { s.git.Status.LastHandledReconcileAt = at })
		s.report(s.ready("False", "GitOperationFailed", "ssh: handshake failed: knownhosts: key mismatch"), s.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:a"))
		s.clock.Step(5 * time.Minute)
		Expect(condition(ctx)).To(Equal("False GitOperationFailed"))

		Expect(patched()).To(ConsistOf(MatchRegexp(`"flux.extensions.gardener.cloud/read-with":"[0-9a-f]+"`)), "the record that Flux has read it")
		s.server.change(func() {
			s.git.Annotations["flux.extensions.gardener.cloud/read-with"], _, _ = strings.Cut(annotation, " ")
		})

		By("somebody requests more than one reconciliation")
		s.server.change(func() {
			s.git.Annotations["reconcile.fluxcd.io/requestedAt"], s.git.Status.LastHandledReconcileAt = "third", "second"
		})
		Expect(condition(ctx)).To(Equal("False GitOperationFailed"))
		Expect(patched()).To(BeEmpty())

		By("the Secret is corrected: the error is about the former one")
		delivers(ctx, "3")
		Expect(condition(ctx)).To(Equal("Progressing WaitingForFlux"))
		Expect(patched()).To(HaveLen(1))
	})

	DescribeTable("requests no read",
		func(ctx SpecContext, prepare func()) {
			prepare()
			delivers(ctx, "2")
			Expect(condition(ctx)).To(HavePrefix("True"))
			Expect(patched()).To(BeEmpty())
		},
		Entry("of a Secret that somebody else may renew often", func() { s.secret.Annotations = nil }),
		Entry("of a source without Secret", func() { s.git.Spec.SecretRef = nil }),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("status with the operator's baseline", func() {
	with := func(uid string, baseline *fluxv1alpha1.BaselineStatus) string {
		status := readyShoot(uid)
		status.Baseline = baseline
		return encode(status)
	}
	gardenOf := func(a, b *fluxv1alpha1.BaselineStatus) *testGarden {
		return &testGarden{namespace: testProject, objects: []client.Object{
			shootNamed("a", "uid-a"), shootNamed("b", "uid-b"), clitest.StatusConfigMap(testProject, map[string]string{"a": with("uid-a", a), "b": with("uid-b", b)}),
		}}
	}
	ready := &fluxv1alpha1.BaselineStatus{State: fluxv1alpha1.BaselineReady}
	failed := &fluxv1alpha1.BaselineStatus{State: fluxv1alpha1.BaselineFailed, Reason: "ReconciliationFailed", Message: "secrets is\nforbidden"}

	It("shows the baseline of a Shoot in a line of its own, and the Shoot stays ready", func(ctx SpecContext) {
		out, _, err := gardenOf(failed, ready).status(ctx, "--shoot a --exit-code")
		Expect(err).NotTo(HaveOccurred(), "the project cannot correct it")
		Expect(out).To(MatchRegexp(`(?m)^a +Ready `))
		Expect(out).To(ContainSubstring("\nBaseline of the operator: Failed, ReconciliationFailed: secrets is forbidden\n"))

		out, _, err = gardenOf(failed, ready).status(ctx, "--shoot b")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("\nBaseline of the operator: Ready\n"))
	})

	It("counts the Shoots in which the baseline is not ready", func(ctx SpecContext) {
		out, _, err := gardenOf(failed, ready).status(ctx, "--exit-code")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("2 Shoots: 2 ready\nBaseline of the operator: not ready in 1 of 2 Shoots: 1 Failed\n"))
	})

	DescribeTable("does not mention the baseline in the table", func(ctx SpecContext, a, b *fluxv1alpha1.BaselineStatus) {
		out, _, err := gardenOf(a, b).status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).NotTo(ContainSubstring("aseline"))
	},
		Entry("that is ready", ready, ready),
		Entry("that no Shoot has", nil, nil),
	)

	It("prints the baseline as JSON", func(ctx SpecContext) {
		out, _, err := gardenOf(failed, nil).status(ctx, "-o json")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(MatchRegexp(`"baseline": \{\s+"state": "Failed",\s+"reason": "ReconciliationFailed",`))
	})
})

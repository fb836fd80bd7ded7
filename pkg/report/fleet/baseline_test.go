// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("The operator's baseline in the status of a Shoot", func() {
	const kind = gardencorev1beta1.ConditionType("FluxBaselineReady")
	statusWith := func(status, reason, message string, changes ...func(*extensionsv1alpha1.Extension, *Shoot)) fluxv1alpha1.ShootStatus {
		ex, shoot := readyExtension(), Shoot{Namespace: "garden-demo", Name: "one", UID: "uid", SeedName: "alpha"}
		if status != "" {
			withCondition(ex, kind, gardencorev1beta1.ConditionStatus(status), reason, message, at(9, 30))
		}
		for _, change := range changes {
			change(ex, &shoot)
		}
		return StatusOf(ex, shoot, "alpha")
	}

	DescribeTable("is reported beside the state of the project, which it does not change",
		func(status, reason string, want *fluxv1alpha1.BaselineStatus) {
			got := statusWith(status, reason, "the message")
			Expect(got.Baseline).To(Equal(want))
			got.Baseline = nil
			Expect(got).To(Equal(statusWith("", "", "")))
		},
		Entry("no baseline", "", "", nil),
		Entry("ready", "True", "ReconciliationSucceeded", &fluxv1alpha1.BaselineStatus{State: "Ready"}),
		Entry("suspended", "True", "Suspended", &fluxv1alpha1.BaselineStatus{State: "Suspended", Reason: "Suspended", Message: "the message"}),
		Entry("failed", "False", "ReconciliationFailed", &fluxv1alpha1.BaselineStatus{State: "Failed", Reason: "ReconciliationFailed", Message: "the message"}),
		Entry("missing credentials", "False", "CredentialsMissing", &fluxv1alpha1.BaselineStatus{State: "Failed", Reason: "CredentialsMissing", Message: "the message"}),
		Entry("invalid, without the operator's configuration", "False", "InvalidConfiguration", &fluxv1alpha1.BaselineStatus{State: "Failed", Reason: "InvalidConfiguration"}),
		Entry("unreachable", "Unknown", "ShootUnreachable", &fluxv1alpha1.BaselineStatus{State: "Unreachable", Reason: "ShootUnreachable", Message: "the message"}),
		Entry("progressing", "Progressing", "Delivering", &fluxv1alpha1.BaselineStatus{State: "Progressing", Reason: "Delivering", Message: "the message"}),
		Entry("removing", "Progressing", "Removing", &fluxv1alpha1.BaselineStatus{State: "Removing", Reason: "Removing", Message: "the message"}),
	)

	DescribeTable("is left out while nothing updates its condition",
		func(change func(*extensionsv1alpha1.Extension, *Shoot)) {
			Expect(statusWith("False", "ReconciliationFailed", "old", change).Baseline).To(BeNil())
		},
		Entry("hibernated Shoot", func(_ *extensionsv1alpha1.Extension, shoot *Shoot) { shoot.Hibernated = true }),
		Entry("deleted Shoot", func(_ *extensionsv1alpha1.Extension, shoot *Shoot) { shoot.Deleted = at(11, 0) }),
		Entry("removed extension", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			deleted := at(11, 0)
			ex.DeletionTimestamp = &deleted
		}),
		Entry("Shoot that moves to another seed", func(_ *extensionsv1alpha1.Extension, shoot *Shoot) { shoot.SeedName = "beta" }),
	)

	It("has a bounded message without credentials", func() {
		baseline := statusWith("False", strings.Repeat("R", 500), "https://user:hidden@git.example.com/baseline: "+strings.Repeat("ä", 500)).Baseline
		Expect(baseline.Message).To(And(HaveValidLength(256), Not(ContainSubstring("hidden"))))
		Expect(baseline.Reason).To(HaveValidLength(128))
	})

	It("loses its message if the ConfigMap has no room, and then goes before the state of the project", func() {
		status := statusWith("False", "ReconciliationFailed", "the message")
		Expect(treeless.at(status).Baseline).To(Equal(status.Baseline))
		Expect(short.at(status).Baseline).To(Equal(&fluxv1alpha1.BaselineStatus{State: "Failed", Reason: "ReconciliationFailed"}))
		Expect(lean.at(status).Baseline).To(BeNil())
		Expect(least.at(status).Baseline).To(BeNil())
		Expect(status.Baseline.Message).To(Equal("the message"))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Since", func() {
	status := func(state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause, since, observedAt metav1.Time) fluxv1alpha1.ShootStatus {
		return fluxv1alpha1.ShootStatus{UID: "uid", Seed: "alpha", State: state, Cause: cause, Ready: state.IsReady(), Since: since, ObservedAt: observedAt}
	}
	never := metav1.Time{}
	DescribeTable("is when the state and the cause began",
		func(before *fluxv1alpha1.ShootStatus, now fluxv1alpha1.ShootStatus, want metav1.Time) {
			in := Input{Seed: "alpha", Limits: DefaultLimits(), Spare: func(string) bool { return false }, Shoots: []ShootReport{{Name: "one", Status: now}}}
			if before != nil {
				in.ConfigMap = configMapWith(map[string]string{"one": textOf(*before)}, map[string][]string{alphas: {"one"}})
			}
			plan, err := PlanOf(in)
			Expect(err).NotTo(HaveOccurred())
			written, ok := Decode(plan.Entries["one"])
			Expect(ok).To(BeTrue())
			Expect(written.Since.UTC()).To(Equal(want.UTC()))

			By("without a change")
			in.ConfigMap = configMapWith(plan.Entries, map[string][]string{alphas: {"one"}})
			plan, err = PlanOf(in)
			Expect(err).NotTo(HaveOccurred())
			Expect(plan.Write).To(BeFalse())
		},
		Entry("as the condition has it, of a Shoot that was not reported before", nil, status("Ready", "", at(9, 0), at(10, 0)), at(9, 0)),
		Entry("when it was suspended, although the condition has been True for longer", new(status("Ready", "", at(9, 0), at(9, 0))), status("Suspended", "", at(9, 0), at(11, 0)), at(11, 0)),
		Entry("the same as before, although another condition has changed since", new(status("Suspended", "", at(11, 0), at(11, 0))), status("Suspended", "", at(9, 0), at(12, 0)), at(11, 0)),
		Entry("when it was resumed", new(status("Suspended", "", at(11, 0), at(11, 0))), status("Ready", "", at(9, 0), at(12, 0)), at(12, 0)),
		Entry("when another cause was found", new(status("Failed", "ConnectionFailed", at(9, 0), at(9, 0))), status("Failed", "AuthenticationFailed", at(9, 0), at(11, 0)), at(11, 0)),
		Entry("when it failed again with the same cause between two reports", new(status("Failed", "ConnectionFailed", at(9, 0), at(9, 0))), status("Failed", "ConnectionFailed", at(10, 0), at(10, 0)), at(10, 0)),
		Entry("not known, where it does not follow from a condition", new(status("Ready", "", at(9, 0), at(9, 0))), status("Hibernated", "", never, at(9, 0)), never),
		Entry("nothing that a member of the project has written into the future", new(status("Failed", "ConnectionFailed", at(23, 0), at(9, 0))), status("Failed", "ConnectionFailed", at(9, 0), at(10, 0)), at(9, 0)),
	)
})

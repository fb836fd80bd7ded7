// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A change of a project with a ring that selects nothing", Serial, Label("long"), func() {
	It("stops there, until the mistyped label is corrected", func(ctx SpecContext) {
		r := newRinged(ctx, "mistyped", ringsWith("", ""), 1)
		before, began, settings := r.delivered("staging", "production"), now(), r.settings
		r.settings = strings.Replace(settings, "ring: canary", "ring: canray", 1)
		r.configure(r.project, r.says("second"))
		why := ContainSubstring("no Shoot has ring=canray; there are canary, production, staging")
		r.reports(began, "RolloutHolds", why)
		r.holds(before, "Empty", why)
		for _, s := range r.all() {
			s.reconcile()
		}

		By("production is pending: wait does not succeed, and a request to reconcile passes no ring")
		production := r.rings["production"][0]
		production.eventually("FluxUpToDate", "Progressing", "WaitingForRing", Not(BeEmpty()))
		for _, command := range []string{"wait", "reconcile"} {
			args := []string{"--timeout", "20s"}
			if command == "reconcile" {
				args = append(args, "--wait", "--outside-window")
			}
			code, output := production.runs(command, args...)
			Expect(code).To(Equal(3), output)
			Expect(output).To(ContainSubstring("WaitingForRing"))
		}
		Expect(r.delivered("staging", "production")).To(Equal(before))
		r.show("first", "canary", "staging", "production")

		By("the label is corrected")
		r.settings = settings
		r.configure(r.project, r.says("second"))
		r.show("second", "canary", "staging", "production")
		r.is("Complete")

		By("the canary is deleted: nothing proves the next change, until that is approved")
		canary := r.rings["canary"][0]
		canary.delete()
		canary.isDeleted()
		before = r.delivered("staging", "production")
		r.configure(r.project, r.says("third"))
		r.holds(before, "Empty", ContainSubstring("no Shoot has ring=canary; there are production, staging"))
		r.operates("approve=canary")
		r.show("third", "staging", "production")
		r.is("Complete")
	}, SpecTimeout(12*time.Minute))
})

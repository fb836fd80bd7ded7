// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package conformance_test

import (
	"fmt"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/runner"
)

// otherSeedName is the seed to which the control plane is migrated.
const otherSeedName = "beta"

// living are the cases that go through the lifecycle of a shoot: workloads from Kustomizations and a chart, variables, a tenant, encryption, the deploy key.
var living = []string{"health-checks", "wait", "helm-repository", "substitution-shoot-info", "impersonation", "sops-age", "git-ssh"}

// newest is the newest Flux version that the extension carries.
func newest() string {
	all := distributions.Embedded().Versions()
	return all[len(all)-1]
}

var _ = Describe("The lifecycle of a shoot with cases", func() {
	It("interrupts no workload, and keeps Flux running", func(ctx SpecContext) {
		if wanted() != nil {
			Skip("only some cases are run")
		}
		versions := distributions.Embedded().Versions()
		shoot, err := world.NewShoot(ctx, "life", versions[len(versions)-3])
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(func(ctx SpecContext) { Expect(shoot.Release(ctx)).To(Succeed()) }, NodeTimeout(2*time.Minute))

		runCases := func(number int) {
			GinkgoHelper()
			var runs []*runner.Run
			for _, c := range selected() {
				if slices.Contains(living, c.Name) {
					runs = append(runs, shoot.NewRun(c, false))
				}
			}
			Expect(shoot.Together(ctx, runs, func(result runner.Result) {
				defer GinkgoRecover()
				Expect(result.Err).NotTo(HaveOccurred(), fmt.Sprintf("%s, time %d:\n%s", result.Run, number, result.Run.Transcript()))
			})).To(Succeed())
		}
		for _, name := range living {
			Expect(selected()).To(ContainElement(HaveField("Name", name)))
		}
		runCases(1)
		before, err := shoot.Pods(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(before).NotTo(BeEmpty(), "no case has left a workload")
		unchanged := func() {
			GinkgoHelper()
			Expect(shoot.AwaitRoot(ctx)).To(Succeed())
			now, err := shoot.Pods(ctx)
			Expect(err).NotTo(HaveOccurred())
			for pod, state := range before {
				Expect(now).To(HaveKeyWithValue(pod, state))
			}
		}

		By("another configuration")
		Expect(shoot.Configure(ctx, "      timeout: 3m\n")).To(Succeed())
		Expect(shoot.Reconcile(ctx)).To(Succeed())
		unchanged()

		for _, version := range versions[len(versions)-2:] {
			By("Flux " + version)
			shoot.FluxVersion = version
			Expect(shoot.Configure(ctx, "")).To(Succeed())
			Expect(shoot.Reconcile(ctx)).To(Succeed())
			Eventually(ctx, func(g Gomega) {
				running, err := shoot.RunningVersion(ctx)
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(running).To(Equal(version))
			}).Should(Succeed())
			unchanged()
		}

		By("another deploy key")
		Expect(shoot.Rotate(ctx)).To(Succeed())
		unchanged()

		By("another seed")
		Expect(shoot.Migrate(ctx, otherSeedName)).To(Succeed())
		unchanged()
		Expect(shoot.Migrate(ctx, runner.SeedName)).To(Succeed())
		unchanged()

		By("the same cases again")
		runCases(2)
		unchanged()

		By("hibernation, which stops all pods")
		Expect(shoot.Hibernate(ctx, true)).To(Succeed())
		Expect(shoot.Hibernate(ctx, false)).To(Succeed())
		Expect(shoot.AwaitRoot(ctx)).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			now, err := shoot.Pods(ctx)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(len(now)).To(BeNumerically(">=", len(before)), "all workloads run again")
		}).Should(Succeed())
		runCases(3)
	}, SpecTimeout(40*time.Minute))
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation_test

import (
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

var _ = Describe("The simulation", func() {
	const shoots = 3

	It("runs two controllers, and the second continues after the first", func(ctx SpecContext) {
		project, err := filepath.Abs(filepath.Join("..", "..", ".."))
		Expect(err).NotTo(HaveOccurred())
		e, err := simulation.Start(ctx, simulation.Options{ProjectDir: project, Dir: GinkgoT().TempDir(), Progress: GinkgoWriter})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(e.Stop)
		Expect(e.Populate(ctx, simulation.Population{Shoots: shoots})).To(Succeed())

		leads := func(c *simulation.Controller) func(SpecContext) (bool, error) {
			return func(ctx SpecContext) (bool, error) { return c.Leads(ctx) }
		}
		first, err := e.StartController(ctx, "first")
		Expect(err).NotTo(HaveOccurred())
		Eventually(ctx, leads(first)).WithTimeout(30 * time.Second).Should(BeTrue())
		second, err := e.StartController(ctx, "second")
		Expect(err).NotTo(HaveOccurred())
		Expect(second.Leads(ctx)).To(BeFalse())

		By("letting the first deliver")
		asked := time.Now()
		Expect(e.CreateExtensions(ctx, e.Shoots()...)).To(Succeed())
		Expect(e.AwaitOperations(ctx, asked, e.Shoots()...)).To(Succeed())
		traffic := e.SeedGateway.Take(time.Since(asked))
		Expect(traffic.Requests["create managedresources"].Count).To(Equal(3 * shoots))
		Expect(traffic.Objects).To(HaveKeyWithValue("create managedresources shoot--largest--shoot-0000/", 3))
		Eventually(func() any {
			return e.Shoots()[0].Delivered("/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories/flux-system")
		}).
			WithContext(ctx).WithTimeout(30 * time.Second).ShouldNot(BeNil())

		By("letting the second reconcile")
		first.Stop(10 * time.Second)
		Eventually(first.Done()).Should(BeClosed())
		Eventually(ctx, leads(second)).WithTimeout(time.Minute).Should(BeTrue())
		asked = time.Now()
		Expect(e.Reconcile(ctx, e.Shoots()...)).To(Succeed())
		Expect(e.AwaitOperations(ctx, asked, e.Shoots()...)).To(Succeed())
		usage, err := second.Take(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(usage.CPUSeconds).To(BeNumerically(">", 0))
		Expect(usage.PeakRSSMiB).To(BeNumerically(">=", usage.RSSMiB))
		Expect(e.FailedBecause()).To(Succeed())
	}, SpecTimeout(5*time.Minute))
})

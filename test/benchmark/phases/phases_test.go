// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package phases_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/phases"
)

var _ = Describe("Run", func() {
	const shoots = 10

	It("runs all phases with a few shoots", Label("long"), func(ctx SpecContext) {
		project, err := filepath.Abs(filepath.Join("..", "..", ".."))
		Expect(err).NotTo(HaveOccurred())
		out := &bytes.Buffer{}
		Expect(phases.Run(ctx, phases.Options{
			ProjectDir: project, Dir: GinkgoT().TempDir(), Shoots: shoots, Largest: 5, Projects: 2,
			Rest: 2 * time.Second, GardenOutage: 2 * time.Second, Patience: 2 * time.Minute,
			ControllerArgs: []string{"--health-sync-period=2s", "--health-threshold=2s", "--health-objects-period=2s", "--status-interval=1s"},
			Out:            out, Progress: GinkgoWriter,
		})).To(Succeed())

		measured := map[string]phases.Phase{}
		for decoder := json.NewDecoder(out); decoder.More(); {
			var phase phases.Phase
			Expect(decoder.Decode(&phase)).To(Succeed())
			Expect(phase.Missing).To(BeNil(), "in phase %s somebody is not told", phase.Phase)
			measured[phase.Phase] = phase
		}
		Expect(measured).To(HaveLen(16))

		By("counting requests to shoots, deliveries, and reports to projects")
		start := measured["start"]
		Expect(start.Seed.Requests["create managedresources"].Count).To(Equal(3 * shoots))
		Expect(start.AllShoots.Requests["get gitrepositories"].Count).To(BeNumerically(">=", shoots))
		Expect(start.AllShoots.Requests["get gitrepositories"].Received).To(BeNumerically(">", 0))
		Expect(start.FluxStatus.Writes).To(BeNumerically(">=", 3))
		Expect(start.Controller.CPUSeconds).To(BeNumerically(">", 0))

		By("writing nothing while idle, and reading each shoot once per period")
		rest := measured["rest"]
		Expect(rest.FluxStatus.Writes).To(BeZero())
		Expect(rest.Seed.Requests).NotTo(HaveKey("patch extensions/status"))
		Expect(rest.MostOfOneObject).To(BeNumerically("<=", 1+rest.Seconds/2))
	}, SpecTimeout(5*time.Minute))
})

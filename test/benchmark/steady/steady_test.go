// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package steady_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/steady"
)

var _ = Describe("Run", func() {
	const shoots = 10

	It("measures a few idle Shoots", Label("long"), func(ctx SpecContext) {
		project, err := filepath.Abs(filepath.Join("..", "..", ".."))
		Expect(err).NotTo(HaveOccurred())
		out := &bytes.Buffer{}
		Expect(steady.Run(ctx, steady.Options{
			ProjectDir: project, Dir: GinkgoT().TempDir(), Shoots: shoots,
			Settle: 10 * time.Second, Period: 20 * time.Second, Patience: 2 * time.Minute,
			ControllerArgs: []string{
				"--health-sync-period=2s", "--health-threshold=2s", "--health-objects-period=2s", "--status-interval=1s",
			},
			Out: out, Progress: GinkgoWriter,
		})).To(Succeed())
		var result steady.Result
		Expect(json.Unmarshal(out.Bytes(), &result)).To(Succeed())

		By("counting health checks and reads of all Flux objects")
		toShoots := result.Traffic[steady.ExtensionToShoots]
		Expect(toShoots.Requests["get kustomizations"].Requests).To(BeNumerically("~", 1800, 400), "one in two seconds")
		Expect(toShoots.Requests["list helmreleases"].Requests).To(BeNumerically(">", 0))
		Expect(toShoots.Requests["list helmreleases"].Received).To(BeNumerically(">", 0))
		Expect(toShoots.Failed).NotTo(HaveKey(ContainSubstring("get ")))
		Expect(result.CPUMilliseconds[steady.Extension]).To(BeNumerically(">", 0))

		By("delivering nothing")
		toSeed := result.Traffic[steady.ExtensionToSeed]
		Expect(toSeed.Requests).To(HaveKey("update leases"))
		for kind := range toSeed.Requests {
			Expect(kind).NotTo(MatchRegexp("^(create|update|patch|apply|delete) (managedresources|secrets)"))
		}
		Expect(result.Traffic[steady.GardenControllerToGarden].Failed).To(BeEmpty())
	}, SpecTimeout(5*time.Minute))
})

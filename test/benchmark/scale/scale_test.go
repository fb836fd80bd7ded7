// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package scale_test

import (
	"encoding/json"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/scale"
)

var _ = Describe("Measure", func() {
	DescribeTable("reports all figures with", func(ctx SpecContext, n int, withoutShoots, withBound bool) {
		project, err := filepath.Abs(filepath.Join("..", "..", ".."))
		Expect(err).NotTo(HaveOccurred())
		options := scale.Options{
			ProjectDir: project, Dir: GinkgoT().TempDir(), N: n, WithoutShoots: withoutShoots,
			Settle: 4 * time.Second, Patience: 3 * time.Minute, Progress: GinkgoWriter,
			ControllerArgs: []string{"--health-sync-period=2s", "--status-interval=1s"},
		}
		var result scale.Result
		if withBound {
			bound, err := scale.BuildBound(ctx, project, options.Dir)
			Expect(err).NotTo(HaveOccurred())
			result, err = scale.RunWithBound(ctx, options, bound)
			Expect(err).NotTo(HaveOccurred())
		} else {
			result, err = scale.Run(ctx, options)
			Expect(err).NotTo(HaveOccurred())
		}

		By("printing the keys that other commands read")
		line, err := json.Marshal(result)
		Expect(err).NotTo(HaveOccurred())
		printed := map[string]any{}
		Expect(json.Unmarshal(line, &printed)).To(Succeed())
		for _, key := range []string{"wall_s", "delivered_s", "cpu_ms_per_extension", "requests_first", "requests_repeat", "writes_repeat", "rss_mib", "rss_peak_mib"} {
			Expect(printed).To(HaveKeyWithValue(key, BeNumerically(">", 0)))
		}
		Expect(printed).To(HaveKeyWithValue("n", BeNumerically("==", n)))

		By("counting operations and requests")
		details := result.Details
		Expect(result.DeliveredSeconds).To(BeNumerically("<=", result.OperationsSeconds))
		Expect(result.OperationsSeconds).To(BeNumerically("<=", result.WallSeconds))
		Expect(result.WallSeconds).To(BeNumerically("<=", details.First.Seconds))
		Expect(details.First.Seed).To(HaveKeyWithValue("create managedresources", 3*n))
		Expect(details.First.Writes).To(BeNumerically(">=", 6*n))
		Expect(details.Repeat.Seed).NotTo(HaveKey("create managedresources"))
		Expect(result.RequestsRepeat).To(BeNumerically("<", result.RequestsFirst))
		if n >= 10 && !withoutShoots {
			By("keeping the promised limits on any machine")
			Expect(result.RequestsFirst).To(BeNumerically("<=", 10.5), "%v", details.First.Seed)
			Expect(result.RequestsRepeat).To(BeNumerically("<=", 5), "%v", details.Repeat.Seed)
			Expect(result.WritesRepeat).To(BeNumerically("==", 3), "those of Gardener's library: %v", details.Repeat.Seed)
		}
		Expect(result.PeakRSSMiB).To(BeNumerically(">=", result.RSSMiB))
		Expect(details.Rest.Writes).To(BeZero(), "at rest nothing is written")

		By("measuring the size of stored objects")
		Expect(details.EtcdObjects).To(HaveKeyWithValue("managedresources", 3.0))
		Expect(details.EtcdBytes).To(HaveKeyWithValue("secrets", BeNumerically(">", 10_000)), "the manifests are in it")
		Expect(details.EtcdBytes).To(HaveKeyWithValue("extensions", BeNumerically(">", 500)), "what gardenlet has created does not count")
		Expect(result.EtcdBytesPerShoot).To(BeNumerically("~", details.EtcdBytes["secrets"]+details.EtcdBytes["managedresources"]+details.EtcdBytes["extensions"], 1))

		if withBound {
			By("comparing with the stand-in")
			for _, key := range []string{"bound_cpu_ratio", "bound_wall_ratio", "bound_etcd_ratio"} {
				Expect(printed).To(HaveKeyWithValue(key, BeNumerically(">", 0)))
			}
			Expect(result.BoundEtcdRatio).To(BeNumerically("<=", 1.13), "which does not depend on the machine")
			Expect(result.Bound.RequestsFirst).To(BeNumerically(">=", 13), "three of each of: read a Secret, create it, create a ManagedResource; four of the library")
			Expect(result.Bound.RequestsFirst).To(BeNumerically("<", 16))
		}

		By("measuring changes and a restart")
		Expect(details.FanOutShoots).To(BeNumerically(">", 0))
		Expect(details.FanOut.Seed).To(HaveKeyWithValue("create secrets", BeNumerically(">=", details.FanOutShoots)))
		Expect(details.ReadySeconds).To(BeNumerically(">", 0))
		Expect(details.FirstReconcileSeconds).To(BeNumerically(">", 0))
		Expect(details.StartUp.Seed).NotTo(HaveKey("create managedresources"))
		if withoutShoots {
			Expect(details.First.Shoots).To(BeEmpty())
		} else {
			Expect(details.First.Shoots).To(HaveKeyWithValue("get kustomizations", BeNumerically(">=", n)))
			Expect(details.SeenSeconds).To(BeNumerically(">", 0))
		}
	},
		Entry("a few Extensions", 3, false, false, SpecTimeout(10*time.Minute)),
		Entry("some Extensions", Label("long"), 10, false, true, SpecTimeout(15*time.Minute)),
		Entry("some Extensions with unreachable shoots", Label("long"), 10, true, false, SpecTimeout(10*time.Minute)),
	)
})

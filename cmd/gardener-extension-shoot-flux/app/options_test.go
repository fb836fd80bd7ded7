// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/pflag"
)

// parsed returns the options after a parse of the arguments.
func parsed[T componentOptions](o T, args []string) T {
	GinkgoHelper()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.AddFlags(fs)
	Expect(fs.Parse(args)).To(Succeed())
	return o
}

var _ = Describe("options", func() {
	DescribeTable("validateGardenerVersion accepts a Gardener whose resource manager can manage Flux's namespace",
		func(version string) { Expect(validateGardenerVersion(version)).To(Succeed()) },
		Entry("the oldest supported version", "v1.147.0"),
		Entry("a version without the prefix v", "1.150.0"),
		Entry("a development version", "v1.147.0-dev"),
		Entry("a development version with commit", "v1.150.0-dev-b312835d"),
		Entry("the next major version", "v2.0.0"),
	)

	DescribeTable("validateGardenerVersion refuses other values",
		func(version, message string) {
			Expect(validateGardenerVersion(version)).To(MatchError(HavePrefix(message)))
		},
		Entry("an older version", "v1.146.4", "Gardener v1.146.4 is not supported: its gardener-resource-manager cannot manage namespace flux-system of a shoot. Update Gardener to v1.147 or newer"),
		Entry("no version", "", "--gardener-version is not set"),
		Entry("not a version", "latest", `--gardener-version "latest"`),
	)

	BeforeEach(func() { GinkgoT().Setenv("WEBHOOK_CONFIG_NAMESPACE", "extension-shoot-flux") })

	It("requires the namespace of the certificates", func() {
		GinkgoT().Setenv("WEBHOOK_CONFIG_NAMESPACE", "")
		o := newOptions()
		o.general.GardenerVersion, o.seedName = "v1.150.0", "my-seed"
		Expect(o.Validate()).To(MatchError("--webhook-config-namespace must be set: it contains the certificates"))
	})

	It("refuses values out of range", func() {
		o := newOptions()
		o.general.GardenerVersion, o.seedName = "v1.150.0", "my-seed"
		Expect(o.Validate()).To(Succeed())
		o.controller.MaxConcurrentReconciles, o.seedQPS, o.garden.burst, o.healthSyncPeriod, o.healthThreshold = 0, 0, -1, 0, -1
		o.statusInterval, o.objectsPeriod, o.objectsLimit = 0, -1, 0
		Expect(o.Validate()).To(MatchError(And(
			ContainSubstring("--max-concurrent-reconciles must be greater than 0"),
			ContainSubstring("--seed-client-qps must be greater than 0"),
			ContainSubstring("--garden-client-burst must be greater than 0"),
			ContainSubstring("--health-sync-period must be at least 1s"),
			ContainSubstring("--health-threshold must not be negative"),
			ContainSubstring("--health-objects-period must be at least 1s"),
			ContainSubstring("--health-objects-limit must be at least 1"),
			ContainSubstring("--status-interval must be at least 1s"),
		)))
	})

	It("refuses a refresh interval shorter than the write interval", func() {
		o := newOptions()
		o.general.GardenerVersion, o.seedName = "v1.150.0", "my-seed"
		o.statusRefresh = o.statusInterval - 1
		Expect(o.Validate()).To(MatchError(ContainSubstring("--status-refresh must not be less than --status-interval")))
		o.statusRefresh = 10*time.Minute + 1
		Expect(o.Validate()).To(MatchError("--status-refresh must not exceed 10m, because older reports do not count"))
	})

	It("refuses an unknown access", func() {
		o := newOptions()
		o.general.GardenerVersion, o.seedName = "v1.150.0", "my-seed"
		o.access = "PerProject"
		Expect(o.Validate()).To(Succeed())
		o.access = "perproject"
		Expect(o.Validate()).To(MatchError("--access must be ClusterWide or PerProject"))
	})

	Context("in a self-hosted Shoot", func() {
		BeforeEach(func() {
			GinkgoT().Setenv("SHOOT_NAME", "root")
			GinkgoT().Setenv("SHOOT_NAMESPACE", "garden-local")
		})

		It("reports as the Shoot, with access to its project", func() {
			o := parsed(newOptions(), []string{"--gardener-version=v1.150.0", "--self-hosted-shoot-cluster=true"})
			Expect(o.Validate()).To(Succeed())
			Expect(o.reporter()).To(Equal("self-hosted_root"))
			Expect(o.isConfined()).To(BeTrue())
			Expect(o.shoot.Namespace).To(Equal("garden-local"))
		})

		It("reports as the seed without the flag, since gardenlet may set the variables for a seed too", func() {
			o := parsed(newOptions(), []string{"--gardener-version=v1.150.0", "--seed-name=my-seed"})
			Expect(o.Validate()).To(Succeed())
			Expect(o.reporter()).To(Equal("my-seed"))
			Expect(o.isConfined()).To(BeFalse())
		})

		It("refuses to be a seed as well", func() {
			o := parsed(newOptions(), []string{"--gardener-version=v1.150.0", "--self-hosted-shoot-cluster=true", "--seed-name=my-seed"})
			Expect(o.Validate()).To(MatchError(ContainSubstring("--self-hosted-shoot-cluster and --seed-name are both set")))
		})

		It("requires the name of the Shoot", func() {
			GinkgoT().Setenv("SHOOT_NAME", "")
			o := parsed(newOptions(), []string{"--gardener-version=v1.150.0", "--self-hosted-shoot-cluster=true"})
			Expect(o.Validate()).To(MatchError(ContainSubstring("environment variables SHOOT_NAMESPACE and SHOOT_NAME are not set")))
		})
	})

	It("requires the name of the seed", func() {
		o := newOptions()
		o.general.GardenerVersion = "v1.150.0"
		Expect(o.Validate()).To(MatchError(ContainSubstring("--seed-name is not set")))
	})
})

var _ = Describe("options of the admission", func() {
	parse := func(args ...string) *admissionOptions { return parsed(newAdmissionOptions(), args) }

	It("are valid with a namespace and an address for the webhooks", func() {
		Expect(parse("--webhook-config-namespace=garden", "--webhook-config-url=a.garden").Validate()).To(Succeed())
		Expect(parse("--webhook-config-namespace=garden", "--webhook-config-mode=service").Validate()).To(Succeed())
	})

	It("refuse webhooks without an address or certificates", func() {
		Expect(parse("--garden-client-qps=0").Validate()).To(MatchError(And(
			ContainSubstring("--webhook-config-namespace is not set"),
			ContainSubstring("--webhook-config-url is not set"),
			ContainSubstring("--garden-client-qps must be greater than 0"),
		)))
	})
})

var _ = Describe("options of the garden controller", func() {
	parse := func(args ...string) *gardenControllerOptions { return parsed(newGardenControllerOptions(), args) }

	It("are valid without flags", func() {
		Expect(parse().Validate()).To(Succeed())
	})

	It("refuse values out of range", func() {
		Expect(parse("--access-grace-period=-1s", "--status-grace-period=0s", "--max-concurrent-reconciles=0", "--garden-client-burst=0").Validate()).To(MatchError(And(
			ContainSubstring("--access-grace-period must not be negative"),
			ContainSubstring("--status-grace-period must be greater than 0"),
			ContainSubstring("--max-concurrent-reconciles must be greater than 0"),
			ContainSubstring("--garden-client-burst must be greater than 0"),
		)))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/pflag"
)

var _ = Describe("options of the garden controller", func() {
	parse := func(args ...string) *gardenControllerOptions {
		o := newGardenControllerOptions()
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		o.addFlags(fs)
		Expect(fs.Parse(args)).To(Succeed())
		return o
	}

	It("are complete without any", func() {
		Expect(parse().Validate()).To(Succeed())
	})

	It("refuse limits with which nothing would happen", func() {
		Expect(parse("--access-grace-period=-1s", "--status-grace-period=0s", "--max-concurrent-reconciles=0", "--garden-client-burst=0").Validate()).To(MatchError(And(
			ContainSubstring("--access-grace-period must not be negative"),
			ContainSubstring("--status-grace-period must be greater than 0"),
			ContainSubstring("--max-concurrent-reconciles must be greater than 0"),
			ContainSubstring("--garden-client-burst must be greater than 0"),
		)))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks_test

import (
	"math"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/checks"
)

var _ = Describe("Limits", func() {
	DescribeTable("judge a value",
		func(lowest, highest string, value float64, good bool, note, withheld string) {
			limits, err := checks.ParseLimits(lowest, highest)
			Expect(err).NotTo(HaveOccurred())
			is, shown := limits.Judge(value)
			Expect([]any{is, shown}).To(Equal([]any{good, note}))
			is, shown = limits.JudgeWithheld(value)
			Expect([]any{is, shown}).To(Equal([]any{good, withheld}))
		},
		Entry("above the maximum", "", "0.01", 0.0142857142857, false, "0.01429 > 0.01", "above max 0.01"),
		Entry("hardly above the maximum, which its first digits do not show", "", "0.01", 0.010000001, false, "0.010000001 > 0.01", "above max 0.01"),
		Entry("below the maximum", "", "0.01", 0.0, true, "0 <= 0.01", "not above max 0.01"),
		Entry("the maximum", "", "1e-2", 0.01, true, "0.01 <= 1e-2", "not above max 1e-2"),
		Entry("below the minimum", "0.99", "", 0.5, false, "0.5 < 0.99", "below min 0.99"),
		Entry("hardly below the minimum", "1", "", 0.999999, false, "0.999999 < 1", "below min 1"),
		Entry("above the minimum", "0.99", "", 1.0, true, "1 >= 0.99", "not below min 0.99"),
		Entry("between both", "-1", "1", 0.5, true, "0.5 <= 1", "not above max 1"),
		Entry("below both", "-1", "1", -2.0, false, "-2 < -1", "below min -1"),
		Entry("NaN with a maximum: Argo Rollouts #4479", "", "1", math.NaN(), false, "not a number (NaN)", "not a number (NaN)"),
		Entry("NaN with a minimum", "1", "", math.NaN(), false, "not a number (NaN)", "not a number (NaN)"),
		Entry("infinite with a minimum", "1", "", math.Inf(1), false, "not a finite number", "not a finite number"),
		Entry("infinite with a maximum", "", "1", math.Inf(-1), false, "not a finite number", "not a finite number"),
	)

	DescribeTable("are refused",
		func(lowest, highest, problem string) {
			_, err := checks.ParseLimits(lowest, highest)
			Expect(err).To(MatchError(problem))
		},
		Entry("without one", "", "", `set min, max or both, such as max: "0.01"`),
		Entry("with a text", "", "1%", `max must be a decimal number in quotes, such as "0.01"`),
		Entry("with NaN, which no value exceeds", "", "NaN", `max must be a decimal number in quotes, such as "0.01"`),
		Entry("with Inf, which no value exceeds", "-Inf", "", `min must be a decimal number in quotes, such as "0.01"`),
		Entry("with a number that is too large", "", "1e999", `max must be a decimal number in quotes, such as "0.01"`),
		Entry("with a hexadecimal number", "", "0x1p-2", `max must be a decimal number in quotes, such as "0.01"`),
		Entry("with a decimal comma", "", "0,01", `max must be a decimal number in quotes, such as "0.01"`),
		Entry("with many digits", "", "0."+strings.Repeat("0", 40)+"1", `max must be a decimal number in quotes, such as "0.01"`),
		Entry("with a minimum above the maximum", "2", "1", "min must not be greater than max"),
	)

	It("hold without any", func() {
		good, _ := checks.Limits{}.Judge(0)
		Expect(good).To(BeFalse())
	})
})

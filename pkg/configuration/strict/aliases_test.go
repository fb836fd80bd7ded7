// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	"math"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("Expanded",
	func(text string, size int) { Expect(Expanded([]byte(text))).To(Equal(size)) },
	Entry("is 0 without aliases, because the text has its size", "a: b", 0),
	Entry("is 0 for text that is not YAML", "a: [*", 0),
	Entry("counts the value of an anchor for each alias", "a: &a 12345\nb: [*a, *a]\n", 25),
	Entry("counts aliases of aliases, which grow exponentially", "a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n", 203),
	Entry("has a maximum", "a0: &a0 x\n"+strings.Join([]string{
		"a1: &a1 [*a0,*a0,*a0,*a0,*a0,*a0,*a0,*a0]", "a2: &a2 [*a1,*a1,*a1,*a1,*a1,*a1,*a1,*a1]", "a3: &a3 [*a2,*a2,*a2,*a2,*a2,*a2,*a2,*a2]", "a4: &a4 [*a3,*a3,*a3,*a3,*a3,*a3,*a3,*a3]",
		"a5: &a5 [*a4,*a4,*a4,*a4,*a4,*a4,*a4,*a4]", "a6: &a6 [*a5,*a5,*a5,*a5,*a5,*a5,*a5,*a5]", "a7: &a7 [*a6,*a6,*a6,*a6,*a6,*a6,*a6,*a6]", "a8: &a8 [*a7,*a7,*a7,*a7,*a7,*a7,*a7,*a7]",
		"a9: &a9 [*a8,*a8,*a8,*a8,*a8,*a8,*a8,*a8]", "b: &b [*a9,*a9,*a9,*a9,*a9,*a9,*a9,*a9]", "c: [*b,*b,*b,*b,*b,*b,*b,*b]",
	}, "\n"), math.MaxInt32),
	Entry("ends for an alias of a value that contains it", "a: &a [*a]\n", 6),
)

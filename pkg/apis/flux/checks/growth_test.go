// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Expressions that grow", func() {
	// doubling binds a list of two copies of the last value again and again. Each further step doubles the work.
	doubling := func(steps int) string {
		inner := "[body] == b0"
		for i := range steps {
			inner = fmt.Sprintf("[[b%d,b%d]].exists(b%d, %s)", i+1, i+1, i, inner)
		}
		return strings.ReplaceAll(inner, fmt.Sprintf("b%d,b%d", steps, steps), "body,body")
	}

	DescribeTable("are refused if they build values of parts of the document,",
		func(expression string) {
			_, err := CompileExpression(expression)
			Expect(err).To(MatchError(ContainSubstring("must not have a list, a map or an object with parts of the document")))
		},
		Entry("such as lists that double", doubling(21)),
		Entry("a list", "[body] == [1]"),
		Entry("a map", `{"a": body}.a == 1`),
		Entry("a list in a macro", "body.all(x, [x, x] == [1, 1])"),
	)

	DescribeTable("compile if they compare parts of the document,",
		func(expression string) {
			_, err := CompileExpression(expression)
			Expect(err).NotTo(HaveOccurred())
		},
		Entry("with a list of constants", `body.state in ["approved", "done"]`),
		Entry("and filter them", "body.items.filter(i, i.ready).size() >= 3"),
		Entry("of all elements", `body.items.all(i, i.state == "done")`),
	)

	It("have no macro map, which binds values that were built", func() {
		_, err := CompileExpression("body.map(x, x + x).exists(b, b == [1])")
		Expect(err).To(MatchError(ContainSubstring("undeclared reference")))
	})
})

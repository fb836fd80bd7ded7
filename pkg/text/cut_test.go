// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var _ = DescribeTable("Cut",
	func(text string, longest int, expected string) {
		Expect(Cut(text, longest)).To(Equal(expected))
	},
	Entry("leaves what fits, with its lines", "a\nbc", 4, "a\nbc"),
	Entry("cuts what does not", "abcdefgh", 7, "abcd…"),
	Entry("cuts no character in two", "ééééé", 8, "éé…"),
	Entry("counts bytes, whatever JSON escapes", "<<<<<<<", 7, "<<<<<<<"),
	Entry("leaves out what is no UTF-8 where it cuts", "a\xffbcdefgh", 7, "abc…"),
	Entry("has nothing where there is room for nothing", "abcdefgh", 2, "…"),
)

var _ = DescribeTable("Line",
	func(text string, longest int, expected string) {
		Expect(Line(text, longest)).To(Equal(expected))
		encoded, err := json.Marshal(Line(text, longest))
		Expect(err).NotTo(HaveOccurred())
		Expect(len(encoded) - len(`""`)).To(BeNumerically("<=", longest))
	},
	Entry("leaves what fits", "abc", 3, "abc"),
	Entry("cuts what does not", "abcdefgh", 7, "abcd…"),
	Entry("cuts no character in two", "ééééé", 8, "éé…"),
	Entry("counts what JSON escapes", strings.Repeat("<", 10), 20, "<<…"),
	Entry("counts quotes", strings.Repeat(`"`, 10), 9, `"""…`),
	Entry("replaces what controls a terminal", "a\x1b[2Jb", 20, "a [2Jb"),
	Entry("replaces what is no UTF-8", "a\xffb", 20, "a b"),
	Entry("replaces what turns the direction of a text", "a\u202eb", 20, "a b"),
	Entry("is one line", "a\r\nb", 20, "a  b"),
)

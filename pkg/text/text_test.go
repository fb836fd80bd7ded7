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
	Entry("keeps a text that fits, with its lines", "a\nbc", 4, "a\nbc"),
	Entry("cuts a text that does not fit", "abcdefgh", 7, "abcd…"),
	Entry("splits no character", "ééééé", 8, "éé…"),
	Entry("counts bytes without JSON escapes", "<<<<<<<", 7, "<<<<<<<"),
	Entry("drops invalid UTF-8 when it cuts", "a\xffbcdefgh", 7, "abc…"),
	Entry("returns only the ellipsis if there is no room for more", "abcdefgh", 2, "…"),
)

var _ = DescribeTable("Line",
	func(text string, longest int, expected string) {
		Expect(Line(text, longest)).To(Equal(expected))
		encoded, err := json.Marshal(Line(text, longest))
		Expect(err).NotTo(HaveOccurred())
		Expect(len(encoded) - len(`""`)).To(BeNumerically("<=", longest))
	},
	Entry("keeps a text that fits", "abc", 3, "abc"),
	Entry("cuts a text that does not fit", "abcdefgh", 7, "abcd…"),
	Entry("splits no character", "ééééé", 8, "éé…"),
	Entry("counts characters that JSON escapes", strings.Repeat("<", 10), 20, "<<…"),
	Entry("counts quotes", strings.Repeat(`"`, 10), 9, `"""…`),
	Entry("replaces control characters of a terminal", "a\x1b[2Jb", 20, "a [2Jb"),
	Entry("replaces invalid UTF-8", "a\xffb", 20, "a b"),
	Entry("replaces characters that change the direction of writing", "a\u202eb", 20, "a b"),
	Entry("replaces line breaks", "a\r\nb", 20, "a b"),
)

var _ = DescribeTable("Invisible recognizes characters:",
	func(r rune, invisible bool) {
		Expect(IsInvisible(r)).To(Equal(invisible))
		first, has := Invisible("a" + string(r) + "b")
		Expect(has).To(Equal(invisible))
		if invisible {
			Expect(first).To(Equal(r))
			Expect(Escape("a" + string(r) + "b")).To(Equal("a<" + CodePoint(r) + ">b"))
		}
	},
	Entry("zero width space", '\u200B', true),
	Entry("zero width joiner", '\u200D', true),
	Entry("word joiner", '\u2060', true),
	Entry("byte order mark", '\uFEFF', true),
	Entry("soft hyphen", '\u00AD', true),
	Entry("right-to-left override", '\u202E', true),
	Entry("right-to-left isolate", '\u2067', true),
	Entry("Arabic letter mark", '\u061C', true),
	Entry("a tag character", '\U000E0041', true),
	Entry("a variation selector", '\uFE0F', true),
	Entry("a variation selector of the supplementary plane", '\U000E0100', true),
	Entry("combining grapheme joiner", '\u034F', true),
	Entry("Hangul filler", '\u3164', true),
	Entry("a blank Braille pattern", '\u2800', true),
	Entry("line separator", '\u2028', true),
	Entry("null", '\x00', true),
	Entry("escape, the start of a terminal sequence", '\x1b', true),
	Entry("delete", '\x7f', true),
	Entry("a Latin-1 control character", '\u0085', true),
	Entry("a tab", '\t', false),
	Entry("a line feed", '\n', false),
	Entry("a carriage return", '\r', false),
	Entry("a space", ' ', false),
	Entry("a letter", 'ä', false),
	Entry("an emoji", '🚀', false),
)

var _ = DescribeTable("Invisible recognizes characters in a text:",
	func(text string, invisible bool) {
		_, has := Invisible(text)
		Expect(has).To(Equal(invisible))
	},
	Entry("an emoji with a variation selector", "careful \u26A0\uFE0F", false),
	Entry("joined emoji", "\U0001F468\u200D\U0001F469", false),
	Entry("a word in a script with joiners", "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645", false),
	Entry("a joined emoji with a variation selector", "\u2764\uFE0F\u200D\U0001F525", false),
	Entry("a keycap emoji of a digit", "step 1\uFE0F\u20E3", false),
	Entry("a keycap emoji of a sign", "#\uFE0F\u20E3", false),
	Entry("a variation selector after a digit", "v1\uFE0F", true),
	Entry("a keycap sequence of a letter", "a\uFE0F\u20E3", true),
	Entry("several variation selectors in a row, which may encode a hidden text", "\u26A0\uFE0F\U000E0141\U000E0142", true),
	Entry("several joiners in a row", "\U0001F468\u200D\u200D\U0001F469", true),
	Entry("a joiner after a letter", "r\u200D", true),
	Entry("a joiner at the beginning", "\u200Dr", true),
	Entry("an empty text", "", false),
)

var _ = It("Escape replaces tabs and line breaks", func() {
	Expect(Escape("a\tb\r\nc")).To(Equal("a<U+0009>b<U+000D><U+000A>c"))
})

var _ = DescribeTable("List names the first few",
	func(names []string, want string) { Expect(List(names, 2)).To(Equal(want)) },
	Entry("no name", nil, ""),
	Entry("few", []string{"a", "b"}, "a, b"),
	Entry("one more than few", []string{"a", "b", "c"}, "a, b and 1 more"),
	Entry("many", []string{"a", "b", "c", "d"}, "a, b and 2 more"),
)

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var _ = DescribeTable("a character",
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
	Entry("a character of the tags block", '\U000E0041', true),
	Entry("a variation selector", '\uFE0F', true),
	Entry("a variation selector of the supplement", '\U000E0100', true),
	Entry("combining grapheme joiner", '\u034F', true),
	Entry("Hangul filler", '\u3164', true),
	Entry("a blank pattern of Braille", '\u2800', true),
	Entry("line separator", '\u2028', true),
	Entry("null", '\x00', true),
	Entry("escape, which begins a sequence for a terminal", '\x1b', true),
	Entry("delete", '\x7f', true),
	Entry("a control character of Latin-1", '\u0085', true),
	Entry("a tab, which lays out text", '\t', false),
	Entry("a line feed, which lays out text", '\n', false),
	Entry("a carriage return at the end of a line", '\r', false),
	Entry("a space", ' ', false),
	Entry("a letter", 'ä', false),
	Entry("a picture", '🚀', false),
)

var _ = DescribeTable("a text with",
	func(text string, invisible bool) {
		_, has := Invisible(text)
		Expect(has).To(Equal(invisible))
	},
	Entry("a picture that a variation selector shapes", "careful \u26A0\uFE0F", false),
	Entry("a picture of several that are joined", "\U0001F468\u200D\U0001F469", false),
	Entry("a word of a script with joiners", "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645", false),
	Entry("a picture that a selector shapes and that is joined", "\u2764\uFE0F\u200D\U0001F525", false),
	Entry("the picture of a key, whose digit is ASCII", "step 1\uFE0F\u20E3", false),
	Entry("the picture of a key, whose sign is ASCII", "#\uFE0F\u20E3", false),
	Entry("a variation selector behind a digit alone", "v1\uFE0F", true),
	Entry("a variation selector before the frame of a key behind a letter", "a\uFE0F\u20E3", true),
	Entry("several variation selectors in a row, which may be a hidden text", "\u26A0\uFE0F\U000E0141\U000E0142", true),
	Entry("several joiners in a row", "\U0001F468\u200D\u200D\U0001F469", true),
	Entry("a joiner behind a letter", "r\u200D", true),
	Entry("a joiner at the beginning", "\u200Dr", true),
	Entry("nothing", "", false),
)

var _ = It("a text with line breaks is escaped into one line", func() {
	Expect(Escape("a\tb\r\nc")).To(Equal("a<U+0009>b<U+000D><U+000A>c"))
})

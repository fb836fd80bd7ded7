// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict_test

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// utf16Of encodes a text.
func utf16Of(order binary.AppendByteOrder, text string) []byte {
	var encoded []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = order.AppendUint16(encoded, unit)
	}
	return encoded
}

var _ = Describe("Text", func() {
	const documents = "a: ü\n---\nb: 𝄞\n"

	DescribeTable("returns UTF-8 with line feeds:", func(raw []byte) {
		text, err := Text(raw)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(Equal(documents))
	},
		Entry("UTF-8", []byte(documents)),
		Entry("UTF-8 with a byte order mark", []byte("\ufeff"+documents)),
		Entry("big-endian UTF-16 with a byte order mark", utf16Of(binary.BigEndian, "\ufeff"+documents)),
		Entry("little-endian UTF-16 with a byte order mark", utf16Of(binary.LittleEndian, "\ufeff"+documents)),
		Entry("CRLF line ends", []byte(strings.ReplaceAll(documents, "\n", "\r\n"))),
		Entry("CR line ends", []byte(strings.ReplaceAll(documents, "\n", "\r"))),
		Entry("a byte order mark before a later document", []byte("a: ü\n\ufeff---\n\ufeffb: 𝄞\n")),
	)

	DescribeTable("refuses another encoding:", func(raw []byte) {
		_, err := Text(raw)
		Expect(err).To(MatchError("is not text: it is neither UTF-8 nor UTF-16 with a byte order mark; save it as UTF-8"))
	},
		Entry("Latin-1", []byte("a: \xfc")),
		Entry("UTF-16 with an odd number of bytes", append(utf16Of(binary.BigEndian, "\ufeffa"), 0)),
		Entry("an unpaired surrogate", []byte{0xfe, 0xff, 0xd8, 0x34}),
	)

	DescribeTable("refuses a directive:", func(raw, message string) {
		_, err := ReadFluxConfig([]byte(raw))
		Expect(err).To(MatchError(ContainSubstring(message)))
	},
		Entry("%YAML", "# a\n%YAML 1.2\n---\na: 1\n", "has in line 2 the directive %YAML, which is not supported; remove it"),
		Entry("%TAG", "%TAG ! tag:example.com,2026:\n---\na: 1\n", "has in line 1 the directive %TAG, which is not supported"),
		Entry("an unknown directive, without its value", "%secret s3cret\n---\na: 1\n", "has in line 1 the directive %secret, which is not supported; remove it"),
		Entry("a directive before a later document", "a: 1\n...\n\ufeff%YAML 1.2\n---\nb: 1\n", "has in line 3 the directive %YAML"),
	)

	It("keeps a percent sign within a line", func() {
		Expect(Text([]byte("a: 100%\nb: |\n  %YAML\n"))).To(BeEquivalentTo("a: 100%\nb: |\n  %YAML\n"))
	})

	It("separates documents with any line end", func() {
		for _, raw := range []string{"a: b\n---\nc: d\n", "a: b\r---\rc: d\r", string(utf16Of(binary.LittleEndian, "\ufeffa: b\n---\nc: d\n")), "a: b\u0085---\u0085c: d\n"} {
			_, err := ReadFluxConfig([]byte(raw))
			Expect(err).To(MatchError(ContainSubstring("holds several YAML documents")), "%q", raw)
		}
	})
})

var _ = Describe("ReadFluxConfig", func() {
	DescribeTable("refuses keys that YAML reads as another key, with line and fix:", func(key, message string) {
		_, err := ReadFluxConfig([]byte("kustomization: {template: {spec: {postBuild: {substitute: {\n" + key + ": x}}}}}\n"))
		Expect(err).To(MatchError(And(HavePrefix("kustomization.template.spec.postBuild.substitute: "), ContainSubstring(message))))
	},
		Entry("no", "no", `has in line 2 the key no, which YAML reads as false; put the key in quotes: "no"`),
		Entry("on", "on", `has in line 2 the key on, which YAML reads as true; put the key in quotes: "on"`),
		Entry("an octal number", "0123", `has in line 2 the key 0123, which YAML reads as 83; put the key in quotes: "0123"`),
		Entry("an exponent", "1e3", `has in line 2 the key 1e3, which YAML reads as 1000; put the key in quotes: "1e3"`),
	)

	It("accepts keys that YAML reads as written", func() {
		content, err := ReadFluxConfig([]byte("a: {\"no\": 1, 'on': 2, 8080: 3, true: 4, nothing: 5}\nb:\n- \"1e3\": x\n"))
		Expect(err).To(BeNil()) //nolint:ginkgolinter // it is a *field.Error, and as an error never nil
		Expect(content["a"]).To(And(HaveKey("no"), HaveKey("on"), HaveKey("8080"), HaveKey("true"), HaveKey("nothing")))
	})

	It("refuses such keys in lists, as CheckKeys does", func() {
		Expect(CheckKeys([]byte("a:\n- {x: {off: 1}}\n"))).To(MatchError(ContainSubstring("a[0].x: ")))
		Expect(CheckKeys([]byte("a: ["))).To(BeNil()) //nolint:ginkgolinter // it is a *field.Error, and as an error never nil
	})
})

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

// utf16Of and utf32Of encode a text.
func utf16Of(order binary.AppendByteOrder, text string) []byte {
	var encoded []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = order.AppendUint16(encoded, unit)
	}
	return encoded
}

func utf32Of(order binary.AppendByteOrder, text string) []byte {
	var encoded []byte
	for _, r := range text {
		encoded = order.AppendUint32(encoded, uint32(r)) //nolint:gosec // a rune is not negative
	}
	return encoded
}

var _ = Describe("Text", func() {
	const documents = "a: ü\n---\nb: 𝄞\n"

	DescribeTable("is the same in each encoding of YAML:", func(raw []byte) {
		text, err := Text(raw)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(Equal(documents))
	},
		Entry("UTF-8", []byte(documents)),
		Entry("UTF-8 with a byte order mark", []byte("\ufeff"+documents)),
		Entry("UTF-16, big end first", utf16Of(binary.BigEndian, documents)),
		Entry("UTF-16, little end first", utf16Of(binary.LittleEndian, documents)),
		Entry("UTF-16, big end first, with a byte order mark", utf16Of(binary.BigEndian, "\ufeff"+documents)),
		Entry("UTF-16, little end first, with a byte order mark", utf16Of(binary.LittleEndian, "\ufeff"+documents)),
		Entry("UTF-32, big end first", utf32Of(binary.BigEndian, documents)),
		Entry("UTF-32, little end first", utf32Of(binary.LittleEndian, documents)),
		Entry("UTF-32, big end first, with a byte order mark", utf32Of(binary.BigEndian, "\ufeff"+documents)),
		Entry("UTF-32, little end first, with a byte order mark", utf32Of(binary.LittleEndian, "\ufeff"+documents)),
		Entry("lines that end with CR LF", []byte(strings.ReplaceAll(documents, "\n", "\r\n"))),
		Entry("lines that end with CR", []byte(strings.ReplaceAll(documents, "\n", "\r"))),
		Entry("a byte order mark before a later document", []byte("a: ü\n\ufeff---\n\ufeffb: 𝄞\n")),
	)

	DescribeTable("is refused in another encoding:", func(raw []byte) {
		_, err := Text(raw)
		Expect(err).To(MatchError("is not text: it is neither UTF-8, UTF-16 nor UTF-32; save it as UTF-8"))
	},
		Entry("Latin-1", []byte("a: \xfc")),
		Entry("half a unit", append(utf16Of(binary.BigEndian, "\ufeffa"), 0)),
		Entry("half a pair", []byte{0xfe, 0xff, 0xd8, 0x34}),
		Entry("a number that is no character", []byte{0, 0, 0xfe, 0xff, 0, 0x11, 0, 0}),
	)

	DescribeTable("has no directive", func(raw, expected string) {
		text, err := Text([]byte(raw))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(Equal(expected))
	},
		Entry("of version 1.2", "%YAML 1.2\n---\na: 1\n", "\n---\na: 1\n"),
		Entry("of version 1.1, behind a comment, with another one behind it", "# a\n\n%YAML 1.1 # b\n---\na: 1\n", "# a\n\n\n---\na: 1\n"),
		Entry("before a later document", "a: 1\n...\n%YAML 1.2\n---\nb: 1\n", "a: 1\n...\n\n---\nb: 1\n"),
		Entry("and keeps what only looks like one", "a: |\n  x\n%YAML 1.2\n", "a: |\n  x\n%YAML 1.2\n"),
		Entry("and keeps a percent sign", "a: 100%\n", "a: 100%\n"),
	)

	DescribeTable("is refused with an unsupported directive:", func(raw, message string) {
		_, err := ReadFluxConfig([]byte(raw))
		Expect(err).To(MatchError(ContainSubstring(message)))
	},
		Entry("%TAG", "%TAG ! tag:example.com,2026:\n---\na: 1\n", "has in line 1 the directive %TAG, which is not supported"),
		Entry("another version", "%YAML 2.0\n---\na: 1\n", "has in line 1 the directive %YAML, which is not supported"),
		Entry("an own one, whose value is not repeated", "%secret s3cret\n---\na: 1\n", "has in line 1 the directive %secret, which is not supported; of directives, %YAML 1.2 may be there, with a line --- after it"),
		Entry("one without a document", "%YAML 1.2\na: 1\n", "has the directive %YAML without a line --- before line 2"),
	)

	It("with the directive is read if it has one document", func() {
		content, err := ReadFluxConfig([]byte("%YAML 1.2\n---\na: b\n"))
		Expect(err).To(BeNil()) //nolint:ginkgolinter // it is a *field.Error, and as an error never nil
		Expect(content).To(Equal(map[string]any{"a": "b"}))
		for _, raw := range []string{"%YAML 1.2\n---\na: b\n---\nc: d\n", "a: b\r---\rc: d\r", string(utf16Of(binary.LittleEndian, "\ufeffa: b\n---\nc: d\n")), "a: b\u0085---\u0085c: d\n"} {
			_, err := ReadFluxConfig([]byte(raw))
			Expect(err).To(MatchError(ContainSubstring("holds several YAML documents")), "%q", raw)
		}
	})
})

var _ = Describe("Keys", func() {
	DescribeTable("that YAML reads differently are refused with line and fix:", func(key, message string) {
		_, err := ReadFluxConfig([]byte("kustomization: {template: {spec: {postBuild: {substitute: {\n" + key + ": x}}}}}\n"))
		Expect(err).To(MatchError(And(HavePrefix("kustomization.template.spec.postBuild.substitute: "), ContainSubstring(message))))
	},
		Entry("no", "no", `has in line 2 the key no, which YAML reads as false; put the key in quotes: "no"`),
		Entry("on", "on", `has in line 2 the key on, which YAML reads as true; put the key in quotes: "on"`),
		Entry("an octal number", "0123", `has in line 2 the key 0123, which YAML reads as 83; put the key in quotes: "0123"`),
		Entry("an exponent", "1e3", `has in line 2 the key 1e3, which YAML reads as 1000; put the key in quotes: "1e3"`),
	)

	It("that YAML reads as written are accepted", func() {
		content, err := ReadFluxConfig([]byte("a: {\"no\": 1, 'on': 2, 8080: 3, true: 4, nothing: 5}\nb:\n- \"1e3\": x\n"))
		Expect(err).To(BeNil()) //nolint:ginkgolinter // it is a *field.Error, and as an error never nil
		Expect(content["a"]).To(And(HaveKey("no"), HaveKey("on"), HaveKey("8080"), HaveKey("true"), HaveKey("nothing")))
	})

	It("are refused in lists, and by CheckKeys", func() {
		Expect(CheckKeys([]byte("a:\n- {x: {off: 1}}\n"))).To(MatchError(ContainSubstring("a[0].x: ")))
		Expect(CheckKeys([]byte("a: ["))).To(BeNil()) //nolint:ginkgolinter // it is a *field.Error, and as an error never nil
	})
})

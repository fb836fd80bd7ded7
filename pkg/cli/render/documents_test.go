// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"strings"
	"unicode/utf16"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// utf16LittleEndian encodes a text.
func utf16LittleEndian(text string) string {
	var encoded []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = append(encoded, byte(unit), byte(unit>>8))
	}
	return string(encoded)
}

var _ = Describe("split", func() {
	const (
		first  = `{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a\/}---"}}`
		second = "{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"B\"\n}"
		third  = "apiVersion: v1\nkind: C\n"
	)

	DescribeTable("reads all documents of a file with",
		func(content string, kinds ...string) {
			documents, err := (&fileReader{}).split("f", strings.NewReader(content))
			Expect(err).NotTo(HaveOccurred())
			var found []string
			for _, d := range documents {
				found = append(found, d.Kind)
			}
			Expect(found).To(Equal(kinds))
		},
		Entry("JSON objects in lines", first+"\n"+second+"\n", "A", "B"),
		Entry("adjacent JSON objects", first+second+first, "A", "B", "A"),
		Entry("YAML after JSON", first+"---\n"+third, "A", "C"),
		Entry("indented YAML after JSON", first+" ---\n  apiVersion: v1\n  kind: C\n", "A", "C"),
		Entry("two JSON objects after a marker", "---\n"+third+"--- "+second+"\n"+first, "C", "B", "A"),
		Entry("YAML after JSON without a marker", first+"\n"+third, "A", "C"),
		Entry("a comment after JSON", first+" # the end\n...\n# of all\n", "A"),
		Entry("a List among JSON objects", `{"apiVersion": "v1", "kind": "List", "items": [`+first+","+second+"]}\n"+first, "A", "B", "A"),
		Entry("YAML in braces", "{apiVersion: v1, kind: A}\n---\n{apiVersion: v1, kind: B}", "A", "B"),
		Entry("lines that end with CR", strings.ReplaceAll("---\n"+third+"--- # the next\n"+second+"\n", "\n", "\r"), "C", "B"),
		Entry("UTF-16", utf16LittleEndian("\ufeff"+third+"---\n"+first), "C", "A"),
		Entry("document end markers", "---\n"+third+"...\n--- # the next\n"+second+"\n", "C", "B"),
		Entry("a byte order mark at the start of the second document", third+"---\n\ufeff"+third, "C", "C"),
		Entry("lines that end with CR LF", "---\r\n"+strings.ReplaceAll(third, "\n", "\r\n")+"---\r\n"+first+"\r\n", "C", "A"),
	)

	DescribeTable("reports position and no content of",
		func(content, message string) {
			_, err := (&fileReader{}).split("f", strings.NewReader(content))
			Expect(err).To(MatchError(And(HavePrefix("f: document "+message), Not(ContainSubstring("s3cret")))))
		},
		Entry("text after JSON", first+"\ns3cret s3cret\n", "2, from line 2, is not an object with apiVersion and kind"),
		Entry("text after JSON in the same line", first+" s3cret", "2, from line 1, is not an object with apiVersion and kind"),
		Entry("JSON that is not closed", second+"\n"+first+"\n{\"s3cret\": ", "3, from line 6, is not YAML: "),
		Entry("a superfluous brace", first+"}", "2, from line 1, is not YAML: "),
		Entry("content after YAML in braces", "\n---\n\n{apiVersion: v1, kind: A}\n{s3cret: s3cret}", "1, from line 4, has content after its end; insert a line --- before it, or remove it"),
		Entry("a marker after a Unicode line break", third+"# a\u0085---\u0085"+third, "1, from line 1, has content after its end; insert a line --- before it, or remove it"),
		Entry("a JSON array", first+"\n[s3cret]", "2, from line 2, is not an object with apiVersion and kind"),
		Entry("a duplicate key in JSON", first+"\n"+`{"a": "s3cret", "a": "s3cret"}`, `2, from line 2, has a key twice: duplicate field "a"`),
	)

	It("refuses binary files and unknown directives", func() {
		_, err := (&fileReader{}).split("f", strings.NewReader("a: \xfc"))
		Expect(err).To(MatchError("f is not text: it is neither UTF-8 nor UTF-16 with a byte order mark; save it as UTF-8"))
		_, err = (&fileReader{}).split("f", strings.NewReader("%TAG ! tag:s3cret\n---\n"+third))
		Expect(err).To(MatchError("f has in line 1 the directive %TAG, which is not supported; remove it"))
	})

	It("reads consecutive outputs of kubectl", func() {
		toJSON := func(text string) string {
			converted, err := yaml.YAMLToJSON([]byte(text))
			Expect(err).NotTo(HaveOccurred())
			return string(converted)
		}
		out, _, err := runRender(toJSON(clitest.Shoot(bare))+"\n"+toJSON(clitest.ProjectConfig("garden-blue", private)), "-f", "-", "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("ssh://git@github.com/o/r"))
	})
})

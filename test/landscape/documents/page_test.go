// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

// page joins lines, and replaces ~~~ by the fence of a block.
func page(lines ...string) []byte {
	return []byte(strings.ReplaceAll(strings.Join(lines, "\n"), "~~~", "```") + "\n")
}

var _ = Describe("Parse", func() {
	DescribeTable("finds",
		func(content []byte, expected ...documents.Step) {
			parsed, err := documents.Parse("docs/page.md", content)
			Expect(err).NotTo(HaveOccurred())
			Expect(parsed.Steps).To(HaveExactElements(expected))
		},
		Entry("commands", page("# Title", "", "~~~sh", "one", "two", "~~~"),
			documents.Step{Kind: documents.Run, Line: 4, Text: "one\ntwo\n"}),
		Entry("indented commands in a list", page("1. do", "", "   ~~~sh", "   one", "     two", "   ~~~"),
			documents.Step{Kind: documents.Run, Line: 4, Text: "one\n  two\n"}),
		Entry("output after a command", page("~~~sh", "one", "~~~", "", "~~~text", "seen", "~~~"),
			documents.Step{Kind: documents.Run, Line: 2, Text: "one\n", Shown: "seen\n", ShownLine: 6}),
		Entry("no output after other text", page("~~~sh", "one", "~~~", "A file:", "~~~text", "content", "~~~"),
			documents.Step{Kind: documents.Run, Line: 2, Text: "one\n"}),
		Entry("the reason for commands that are not run, with placeholders", page("<!-- not run: it needs a cloud -->", "~~~sh", "one <name> …", "~~~"),
			documents.Step{Kind: documents.NotRun, Line: 3, Text: "one <name> …\n", About: "it needs a cloud"}),
		Entry("a file", page("<!-- file: a/b.yaml -->", "", "~~~yaml", "a: b", "~~~"),
			documents.Step{Kind: documents.File, Line: 4, Text: "a: b\n", About: "a/b.yaml"}),
		Entry("a step of the test beside commands", page("<!-- landscape: the key is registered -->", "Register the key."),
			documents.Step{Kind: documents.Landscape, Line: 1, Text: "the key is registered"}),
		Entry("no command in continued text of a list", page("- Do not", "  git push it", "", "      kubectl", "~~~sh", "one", "~~~"),
			documents.Step{Kind: documents.Run, Line: 6, Text: "one\n"}),
		Entry("no commands in blocks of other languages", page("~~~yaml", "a: b", "~~~", "~~~", "<!-- not run: x -->", "~~~", "<!-- a remark -->")),
	)

	DescribeTable("refuses",
		func(message string, content []byte) {
			_, err := documents.Parse("docs/page.md", content)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("commands in a block of another language", "docs/page.md:1: commands are written as sh, not as bash", page("~~~bash", "one", "~~~")),
		Entry("a placeholder", `docs/page.md:2: "<name>" cannot be run`, page("", "~~~sh", "one <name>", "~~~")),
		Entry("an omission", `"…" cannot be run`, page("~~~sh", "one --token=…", "~~~")),
		Entry("indented commands without a block", "docs/page.md:3: commands are written as a block of sh, not indented: kubectl get pods", page("Words:", "", "    kubectl get pods")),
		Entry("commands indented by a tab", "not indented: make test", page("\t$ make test")),
		Entry("output that any text would match", "docs/page.md:4: this matches any output", page("~~~sh", "one", "~~~", "~~~text", "…", " … ", "~~~")),
		Entry("an empty reason", "docs/page.md:1: <!-- not run: --> says nothing", page("<!-- not run: -->", "~~~sh", "one", "~~~")),
		Entry("a reason before text", "docs/page.md:1: <!-- not run: … --> has no block after it", page("<!-- not run: it is long -->", "Words.", "~~~sh", "one", "~~~")),
		Entry("a reason at the end of the page", "has no block after it", page("<!-- not run: it is long -->")),
		Entry("a reason before another block", `nothing to run in a block of "yaml"`, page("<!-- not run: it is long -->", "~~~yaml", "a: b", "~~~")),
		Entry("a file outside of the repository", "is not below the directory", page("<!-- file: ../a -->", "~~~yaml", "a: b", "~~~")),
		Entry("an unterminated block", "docs/page.md:1: the block does not end", page("~~~sh", "one")),
	)
})

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

// page joins lines, in which ~~~ stands for the fence of a block.
func page(lines ...string) []byte {
	return []byte(strings.ReplaceAll(strings.Join(lines, "\n"), "~~~", "```") + "\n")
}

var _ = Describe("Parse", func() {
	DescribeTable("finds what a reader does",
		func(content []byte, expected ...documents.Step) {
			parsed, err := documents.Parse("docs/page.md", content)
			Expect(err).NotTo(HaveOccurred())
			Expect(parsed.Steps).To(HaveExactElements(expected))
		},
		Entry("commands", page("# Title", "", "~~~sh", "one", "two", "~~~"),
			documents.Step{Kind: documents.Run, Line: 4, Text: "one\ntwo\n"}),
		Entry("commands in a list, which are indented", page("1. do", "", "   ~~~sh", "   one", "     two", "   ~~~"),
			documents.Step{Kind: documents.Run, Line: 4, Text: "one\n  two\n"}),
		Entry("the output that follows", page("~~~sh", "one", "~~~", "", "~~~text", "seen", "~~~"),
			documents.Step{Kind: documents.Run, Line: 2, Text: "one\n", Shown: "seen\n", ShownLine: 6}),
		Entry("no output after other words", page("~~~sh", "one", "~~~", "A file:", "~~~text", "content", "~~~"),
			documents.Step{Kind: documents.Run, Line: 2, Text: "one\n"}),
		Entry("the reason why commands are not run, placeholders included", page("<!-- not run: it needs a cloud -->", "~~~sh", "one <name> …", "~~~"),
			documents.Step{Kind: documents.NotRun, Line: 3, Text: "one <name> …\n", About: "it needs a cloud"}),
		Entry("a file", page("<!-- file: a/b.yaml -->", "", "~~~yaml", "a: b", "~~~"),
			documents.Step{Kind: documents.File, Line: 4, Text: "a: b\n", About: "a/b.yaml"}),
		Entry("what happens besides", page("<!-- landscape: the key is registered -->", "Register the key."),
			documents.Step{Kind: documents.Landscape, Line: 1, Text: "the key is registered"}),
		Entry("no command in a list's text that goes on", page("- Do not", "  git push it", "", "      kubectl", "~~~sh", "one", "~~~"),
			documents.Step{Kind: documents.Run, Line: 6, Text: "one\n"}),
		Entry("nothing in blocks of other languages, and none in these", page("~~~yaml", "a: b", "~~~", "~~~", "<!-- not run: x -->", "~~~", "<!-- a remark -->")),
	)

	DescribeTable("refuses what nobody would look at",
		func(message string, content []byte) {
			_, err := documents.Parse("docs/page.md", content)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("commands under another name", "docs/page.md:1: commands are written as sh, not as bash", page("~~~bash", "one", "~~~")),
		Entry("a placeholder", `docs/page.md:2: "<name>" cannot be run`, page("", "~~~sh", "one <name>", "~~~")),
		Entry("what was left out", `"…" cannot be run`, page("~~~sh", "one --token=…", "~~~")),
		Entry("commands that are only indented", "docs/page.md:3: commands are written as a block of sh, not indented: kubectl get pods", page("Words:", "", "    kubectl get pods")),
		Entry("commands that are indented by a tab", "not indented: make test", page("\t$ make test")),
		Entry("an output that any would be", "docs/page.md:4: this shows nothing", page("~~~sh", "one", "~~~", "~~~text", "…", " … ", "~~~")),
		Entry("no reason", "docs/page.md:1: <!-- not run: --> says nothing", page("<!-- not run: -->", "~~~sh", "one", "~~~")),
		Entry("a reason for words", "docs/page.md:1: <!-- not run: … --> has no block after it", page("<!-- not run: it is long -->", "Words.", "~~~sh", "one", "~~~")),
		Entry("a reason at the end", "has no block after it", page("<!-- not run: it is long -->")),
		Entry("a reason for what is no command", `nothing to run in a block of "yaml"`, page("<!-- not run: it is long -->", "~~~yaml", "a: b", "~~~")),
		Entry("a file that is somewhere else", "is not below the directory", page("<!-- file: ../a -->", "~~~yaml", "a: b", "~~~")),
		Entry("a block without end", "docs/page.md:1: the block does not end", page("~~~sh", "one")),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// pieces are what Markdown, HTML and Git hosts give a meaning to.
func pieces() []string {
	return []string{
		`\`, "[", "]", "(https://evil.example.com/x.png)", "!", "`", "``", "```", "````", "~~~", "*", "_", "~~", "|", "#", "# ", "> ", "- [ ] ", "1. ", "---", "===", "<", ">", "&", "&lt;", "&#64;", ";", `"`, "'",
		"<img src=x>", "<!--", "-->", "<details>", "</details>", "</summary>", "</code>", "<script>", "<https://evil.example.com>", "https://evil.example.com", "www.evil.example.com", "evil@example.com",
		"@everyone", "@org/team", "#1", "!1", "%1", "~label", "GH-1", "o/r#1", "1234567890123456789012345678901234567890", "/close", "$`x`$", "$$", "[^1]", ":tada:", "a", " ", "  ", "    ",
		"\n", "\n\n", "\r", "\t", "\x1b[31m", "\u202e", "\u200b", "\u2028", "\u00a0", "ä", "\xff",
	}
}

// hostileDocument returns a document with made texts at all places that a repository or a fleet decides.
func hostileDocument(made func() string) *document {
	changed := func() []change {
		id := identity{group: made(), kind: made(), namespace: made(), name: made()}
		return []change{{id: id, Kind: id.kind, Diff: "@@ -1 +1 @@\n-" + made() + "\n+" + made() + "\n " + made()}}
	}
	return &document{
		From: "a" + made(), To: made(), Shoots: 1, FailedConditions: []string{made()},
		Results: []*folded{{Shoots: []string{made(), made()}, Example: made(), result: &result{Removed: changed(), Changed: changed(), Added: changed(), Left: changed(), Failures: []string{made()}, NotKnown: []string{made()}}}},
	}
}

// Parts of a comment where Markdown gives no meaning to text: blocks of code, and inline code, which ends at the same
// number of backticks.
var (
	fenceAt = regexp.MustCompile("^(`{3,})diff$")
	codeTag = regexp.MustCompile("^([^<>&]*)<code>([^<>]*)</code>([^<>&]*)$")
)

// outsideOfCode returns the text of a comment without code, and the code.
func outsideOfCode(comment string) (outside string, code []string) {
	GinkgoHelper()
	var kept, block []string
	fence := ""
	for _, line := range strings.Split(comment, "\n") {
		if fence != "" {
			if strings.TrimRight(line, " \t") == line && line == strings.Repeat("`", len(line)) && len(line) >= len(fence) {
				code, fence, block = append(code, strings.Join(block, "\n")), "", nil
			} else {
				block = append(block, line)
			}
			continue
		}
		if found := fenceAt.FindStringSubmatch(line); found != nil {
			fence = found[1]
			continue
		}
		line, own := outsideOfInlineCode(line)
		kept, code = append(kept, line), append(code, own...)
	}
	Expect(fence).To(BeEmpty(), "a block of code ends")
	return strings.Join(kept, "\n"), code
}

func outsideOfInlineCode(line string) (outside string, code []string) {
	if strings.HasPrefix(line, "<details><summary>") {
		inner := strings.TrimSuffix(strings.TrimPrefix(line, "<details><summary>"), "</summary>")
		if found := codeTag.FindStringSubmatch(inner); found != nil {
			return "<details><summary>" + found[1] + found[3] + "</summary>", []string{html.UnescapeString(found[2])}
		}
		return line, nil
	}
	for {
		begin := strings.Index(line, "`")
		if begin < 0 {
			return outside + line, code
		}
		outside, line = outside+line[:begin], line[begin:]
		length := len(line) - len(strings.TrimLeft(line, "`"))
		line = line[length:]
		end := regexp.MustCompile("(?:^|[^`])(`{" + fmt.Sprint(length) + "})(?:[^`]|$)").FindStringSubmatchIndex(line)
		if end == nil {
			return outside + "(an open end)" + line, code
		}
		code, line = append(code, line[:end[2]]), line[end[3]:]
	}
}

// words are all that a comment has outside of code.
var words = regexp.MustCompile(`^(### Plan from  to  for 1 Shoot|> \*\*--fail-on\*\* |\*\*2 Shoots:\*\* : |- (fails: |)|<details><summary>(Removed|Changed|Added|Left in place): </summary>|<details><summary>Not known</summary>|</details>|)$`)

var _ = Describe("The comment on a pull request", func() {
	check := func(made func() string) {
		GinkgoHelper()
		out := &strings.Builder{}
		Expect(hostileDocument(made).writeMarkdown(printer.NewWriter(out))).To(Succeed())
		outside, _ := outsideOfCode(out.String())
		for _, line := range strings.Split(outside, "\n") {
			Expect(line).To(MatchRegexp(words.String()), out.String())
		}
	}

	It("formats untrusted text as code, so that Markdown, HTML and Git hosts do not interpret it", func() {
		for _, piece := range pieces() {
			for _, text := range []string{piece, "a" + piece + "b", piece + "a", "a" + piece, piece + piece} {
				check(func() string { return text })
			}
		}
	})

	It("has any text as code", func() {
		random := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), 0)) //nolint:gosec // a test can be repeated
		for range 300 {
			check(func() string {
				text := ""
				for range random.IntN(8) {
					text += pieces()[random.IntN(len(pieces()))]
				}
				return text
			})
		}
	})

	It("shows a name as it is", func() {
		out := &strings.Builder{}
		name := `a\[x\](https://evil.example.com)`
		Expect(hostileDocument(func() string { return name }).writeMarkdown(printer.NewWriter(out))).To(Succeed())
		_, code := outsideOfCode(out.String())
		Expect(code).To(ContainElement(name+"."+name+" "+name+"/"+name), "an escaped backslash would be doubled, and a link would hide the address")
	})

	DescribeTable("contains as inline code",
		func(text, code string) { Expect(inline(text)).To(Equal(code)) },
		Entry("a name", "ConfigMap a/b", "`ConfigMap a/b`"),
		Entry("backticks within, with a longer fence", "a``b`c", "```a``b`c```"),
		Entry("backticks at the ends, with a space that Markdown removes", "`a`", "`` `a` ``"),
		Entry("nothing, which would be two backticks", "", "`-`"),
		Entry("lines as one", "a\n# b", "`a # b`"),
		Entry("long text up to a bound", strings.Repeat("ä", 501), "`"+strings.Repeat("ä", 500)+"…`"),
	)

	It("ends a block of code after all backticks of a large diff", func() {
		text := "+" + strings.Repeat("`", 1<<20) + "\n"
		Expect(block("diff", text)).To(HavePrefix(strings.Repeat("`", 1<<20+1) + "diff\n+`"))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// Bounds of the Markdown output in bytes. A comment on GitHub has at most 65,536 characters.
const (
	maxMarkdown = 60_000
	maxInline   = 1_000
)

// writeMarkdown writes the results as a comment for a pull request. It leaves out what exceeds the limit of Git hosts.
func (d *document) writeMarkdown(out io.Writer) error {
	text := &strings.Builder{}
	fmt.Fprintf(text, "### %s\n", d.title(inline))
	for _, condition := range d.FailedConditions {
		fmt.Fprintf(text, "\n> **--fail-on** %s\n", inline(condition))
	}
	omitted := 0
	for _, r := range d.Results {
		own := r.markdown(true)
		if text.Len()+len(own) > maxMarkdown {
			own = r.markdown(false)
		}
		if text.Len()+len(own) > maxMarkdown {
			omitted++
			continue
		}
		text.WriteString(own)
	}
	if omitted > 0 {
		fmt.Fprintf(text, "\n%s left out, because the comment would be too long. The output of `-o text` and `-o json` is complete.\n", plural(omitted, "more result"))
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// markdown returns a section for the result. details adds the objects and diffs.
func (f *folded) markdown(details bool) string {
	text := &strings.Builder{}
	fmt.Fprintf(text, "\n**%s:** %s: %s\n", plural(len(f.Shoots), "Shoot"), inline(f.summary()), inline(f.names()))
	for i, failure := range f.Failures {
		if i == 0 {
			fmt.Fprintln(text)
		}
		fmt.Fprintf(text, "- fails: %s\n", inline(failure))
	}
	if !details {
		fmt.Fprint(text, "\nThe objects are left out, because the comment would be too long.\n")
		return text.String()
	}
	for _, s := range f.sections() {
		if len(s.changes) == 0 {
			continue
		}
		fmt.Fprintf(text, "\n<details><summary>%s: %s</summary>\n\n", s.verb, inlineHTML(count(s.changes)))
		for _, c := range s.changes {
			fmt.Fprintf(text, "- %s\n", inline(c.title()))
			if c.Diff != "" {
				fmt.Fprintf(text, "\n%s\n", block("diff", c.Diff))
			}
		}
		fmt.Fprint(text, "\n</details>\n")
	}
	if len(f.NotKnown) > 0 {
		fmt.Fprint(text, "\n<details><summary>Not known</summary>\n\n")
		for _, notKnown := range f.NotKnown {
			fmt.Fprintf(text, "- %s\n", inline(notKnown))
		}
		fmt.Fprint(text, "\n</details>\n")
	}
	return text.String()
}

// Text that anybody may have written is code in the comment. Escapes are not enough: Git hosts look for mentions,
// references to issues and commits, and addresses in the text that they have rendered, but not in code.

// inline returns a text as inline code of Markdown.
func inline(text string) string {
	text = shown(text)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		// Markdown removes these spaces.
		text = " " + text + " "
	}
	fence := strings.Repeat("`", longestRun(text)+1)
	return fence + text + fence
}

// inlineHTML returns a text as inline code between tags of HTML, where Markdown has no meaning.
func inlineHTML(text string) string { return "<code>" + html.EscapeString(shown(text)) + "</code>" }

// shown returns a text in one line that is not too long. Inline code cannot be empty.
func shown(text string) string {
	text = printer.OneLine(text)
	if len(text) > maxInline {
		text = strings.ToValidUTF8(text[:maxInline], "") + "…"
	}
	return printer.OrDash(text)
}

// block returns a text as a block of code of Markdown, with fences that are longer than all backticks in the text.
func block(language, text string) string {
	const shortest = 3
	fence := strings.Repeat("`", max(shortest, longestRun(text)+1))
	return fence + language + "\n" + strings.TrimSuffix(printer.Clean(text), "\n") + "\n" + fence + "\n"
}

// longestRun returns the length of the longest run of backticks.
func longestRun(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if run++; text[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

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
	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Bounds of the Markdown output in bytes, which are at least as many as characters. A comment on GitHub has at most
// 65,536 characters.
const (
	maxMarkdown = 60_000
	maxInline   = 1_000
	// maxConditions bounds the conditions of --fail-on, and maxClosing the line about the Shoots that are left out.
	maxConditions = 10_000
	maxClosing    = 6_000
	// maxFailures bounds the failures of a Shoot if its objects do not fit.
	maxFailures = 10
)

// detail says how much of a result a comment shows.
type detail int

const (
	brief detail = iota
	withObjects
	withDiffs
)

// writeMarkdown writes the results as a comment for a pull request. It leaves out what exceeds the limit of Git hosts,
// and says how much.
func (d *document) writeMarkdown(out io.Writer) error {
	text := &strings.Builder{}
	fmt.Fprintf(text, "### %s\n", d.title(inline))
	d.writeConditions(text)
	sections, rest := fit(d.Results, maxMarkdown-text.Len())
	if len(rest) > 0 {
		sections, rest = fit(d.Results, maxMarkdown-text.Len()-maxClosing)
	}
	for _, own := range sections {
		text.WriteString(own)
	}
	if len(rest) > 0 {
		shoots := 0
		for _, r := range rest {
			shoots += len(r.Shoots)
		}
		fmt.Fprintf(text, "\n**%s** in %s left out, because the comment would be too long: %s. The output of `-o text` and `-o json` is complete.\n",
			plural(shoots, "more Shoot"), plural(len(rest), "result"), inline(summaryOf(rest)))
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// writeConditions writes the conditions of --fail-on that hold.
func (d *document) writeConditions(text *strings.Builder) {
	room := maxConditions
	for i, condition := range d.FailedConditions {
		line := fmt.Sprintf("\n> **--fail-on** %s\n", inline(condition))
		if room -= len(line); room < 0 {
			fmt.Fprintf(text, "\n> %s left out.\n", plural(len(d.FailedConditions)-i, "more line"))
			return
		}
		text.WriteString(line)
	}
}

// fit returns sections with at most the given number of bytes in total, and the results without a section. Each result
// gets a brief section before the first gets a longer one.
func fit(results []*folded, room int) (sections []string, rest []*folded) {
	var shown []*folded
	for _, r := range results {
		own := r.markdown(brief)
		if len(own) > room {
			rest = append(rest, r)
			continue
		}
		room -= len(own)
		sections, shown = append(sections, own), append(shown, r)
	}
	for i, r := range shown {
		for _, more := range []detail{withDiffs, withObjects} {
			if own := r.markdown(more); len(own)-len(sections[i]) <= room {
				room -= len(own) - len(sections[i])
				sections[i] = own
				break
			}
		}
	}
	return sections, rest
}

// markdown returns a section for the result.
func (f *folded) markdown(shows detail) string {
	text := &strings.Builder{}
	fmt.Fprintf(text, "\n**%s:** %s: %s\n", plural(len(f.Shoots), "Shoot"), inline(f.summary()), inline(f.names()))
	failures := f.allFailures()
	for i, failure := range failures {
		if i == 0 {
			fmt.Fprintln(text)
		}
		if shows == brief && i == maxFailures {
			fmt.Fprintf(text, "- %s left out\n", plural(len(failures)-i, "more failure"))
			break
		}
		fmt.Fprintf(text, "- fails: %s\n", inline(failure))
	}
	switch {
	case shows == brief && (f.objects() > 0 || len(f.NotKnown) > 0):
		fmt.Fprint(text, "\nThe objects are left out, because the comment would be too long.\n")
	case shows == withObjects && f.hasDiffs():
		fmt.Fprint(text, "\nThe diffs are left out, because the comment would be too long.\n")
	case shows == withDiffs && f.Example != "":
		fmt.Fprintf(text, "\n%s\n", inline(f.example()))
	}
	if shows != brief {
		f.writeObjects(text, shows == withDiffs)
	}
	return text.String()
}

func (f *folded) writeObjects(text *strings.Builder, diffs bool) {
	for _, s := range f.sections() {
		if len(s.changes) == 0 {
			continue
		}
		// Markdown has no meaning between tags of HTML.
		fmt.Fprintf(text, "\n<details><summary>%s: <code>%s</code></summary>\n\n", s.verb, html.EscapeString(shown(count(s.changes))))
		for _, c := range s.changes {
			fmt.Fprintf(text, "- %s\n", inline(c.title()))
			if diffs && c.Diff != "" {
				fmt.Fprintf(text, "\n%s\n", block("diff", c.Diff))
			}
		}
		fmt.Fprint(text, "\n</details>\n")
	}
	if len(f.NotKnown) == 0 {
		return
	}
	fmt.Fprint(text, "\n<details><summary>Not known</summary>\n\n")
	for _, notKnown := range f.NotKnown {
		fmt.Fprintf(text, "- %s\n", inline(notKnown))
	}
	fmt.Fprint(text, "\n</details>\n")
}

// Untrusted text is formatted as code in the comment. Escapes are not enough: Git hosts look for mentions, references
// to issues and commits, and addresses in the text that they have rendered, but not in code.

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

// shown returns a text in one line that is not too long. Inline code cannot be empty.
func shown(value string) string {
	value = plain.OneLine(value)
	if len(value) > maxInline {
		value = strings.ToValidUTF8(value[:maxInline], "") + "…"
	}
	return printer.OrDash(value)
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

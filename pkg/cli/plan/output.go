// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"io"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// Output formats in addition to the formats of package printer.
const (
	outputText     = "text"
	outputMarkdown = "markdown"
)

// maxMarkdown is the maximum length of the Markdown output. A comment on GitHub has at most 65,536 characters.
const maxMarkdown = 60_000

// title describes the compared revisions.
func (d *document) title() string {
	if d.From == "" {
		return fmt.Sprintf("Objects of %s in %s", d.To, plural(d.Shoots, "Shoot"))
	}
	return fmt.Sprintf("Plan from %s to %s for %s", d.From, d.To, plural(d.Shoots, "Shoot"))
}

// section is the list of changes with a verb.
type section struct {
	sign, verb string
	changes    []change
}

func (r *result) sections() []section {
	return []section{{"-", "Removed", r.Removed}, {"~", "Changed", r.Changed}, {"+", "Added", r.Added}, {"=", "Left in place", r.Left}}
}

// writeText writes the results as text for a terminal.
func (d *document) writeText(out io.Writer) error {
	text := &strings.Builder{}
	fmt.Fprintln(text, d.title())
	for _, r := range d.Results {
		fmt.Fprintf(text, "\n%s: %s: %s\n", plural(len(r.Shoots), "Shoot"), r.summary(), r.names())
		for _, failure := range r.Failures {
			fmt.Fprintf(text, "  ! %s\n", printer.OneLine(failure))
		}
		for _, s := range r.sections() {
			for _, c := range s.changes {
				fmt.Fprintf(text, "  %s %s\n", s.sign, printer.OneLine(c.id.String()))
				for line := range strings.Lines(c.Diff) {
					fmt.Fprintf(text, "      %s", line)
				}
			}
		}
		for _, notKnown := range r.NotKnown {
			fmt.Fprintf(text, "  ? not known: %s\n", printer.OneLine(notKnown))
		}
	}
	for i, condition := range d.FailedConditions {
		if i == 0 {
			fmt.Fprintln(text)
		}
		fmt.Fprintf(text, "--fail-on %s\n", printer.OneLine(condition))
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// markdownEscaper escapes characters that have a meaning in Markdown or HTML.
var markdownEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "&#96;", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "@", "&#64;", "#", `\#`)

func escaped(text string) string { return markdownEscaper.Replace(printer.OneLine(text)) }

// writeMarkdown writes the results as a comment for a pull request. It leaves out what exceeds the limit of Git hosts.
func (d *document) writeMarkdown(out io.Writer) error {
	text := &strings.Builder{}
	fmt.Fprintf(text, "### %s\n", escaped(d.title()))
	for _, condition := range d.FailedConditions {
		fmt.Fprintf(text, "\n> **--fail-on** %s\n", escaped(condition))
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
	fmt.Fprintf(text, "\n**%s: %s**: %s\n", plural(len(f.Shoots), "Shoot"), escaped(f.summary()), escaped(f.names()))
	for i, failure := range f.Failures {
		if i == 0 {
			fmt.Fprintln(text)
		}
		fmt.Fprintf(text, "- fails: %s\n", escaped(failure))
	}
	if !details {
		fmt.Fprint(text, "\nThe objects are left out, because the comment would be too long.\n")
		return text.String()
	}
	for _, s := range f.sections() {
		if len(s.changes) == 0 {
			continue
		}
		fmt.Fprintf(text, "\n<details><summary>%s: %s</summary>\n\n", s.verb, escaped(count(s.changes)))
		for _, c := range s.changes {
			fmt.Fprintf(text, "- %s\n", escaped(c.id.String()))
			if c.Diff != "" {
				fence := fenceFor(c.Diff)
				fmt.Fprintf(text, "\n%sdiff\n%s%s\n\n", fence, c.Diff, fence)
			}
		}
		fmt.Fprint(text, "\n</details>\n")
	}
	if len(f.NotKnown) > 0 {
		fmt.Fprint(text, "\n<details><summary>Not known</summary>\n\n")
		for _, notKnown := range f.NotKnown {
			fmt.Fprintf(text, "- %s\n", escaped(notKnown))
		}
		fmt.Fprint(text, "\n</details>\n")
	}
	return text.String()
}

// fenceFor returns a fence that the text does not contain, so that an object cannot end its code block.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

func (d *document) write(out io.Writer, form string) error {
	switch form {
	case printer.JSON:
		return printer.Print(out, form, d)
	case outputMarkdown:
		return d.writeMarkdown(out)
	}
	return d.writeText(out)
}

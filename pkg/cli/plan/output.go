// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"io"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Output formats in addition to the formats of package printer.
const (
	outputText     = "text"
	outputMarkdown = "markdown"
)

// title describes the compared revisions, whose names show returns.
func (d *document) title(show func(string) string) string {
	if d.From == "" {
		return fmt.Sprintf("Objects of %s in %s", show(d.To), plural(d.Shoots, "Shoot"))
	}
	return fmt.Sprintf("Plan from %s to %s for %s", show(d.From), show(d.To), plural(d.Shoots, "Shoot"))
}

// section is the list of changes with a verb.
type section struct {
	sign, verb string
	changes    []change
}

func (r *result) sections() []section {
	return []section{{"-", "Removed", r.Removed}, {"±", "Recreated", r.Recreated}, {"~", "Changed", r.Changed}, {"+", "Added", r.Added}, {"=", "Left in place", r.Left}}
}

// writeText writes the results as text for a terminal.
func (d *document) writeText(out io.Writer) error {
	written := &strings.Builder{}
	fmt.Fprintln(written, d.title(text.OneLine))
	for _, r := range d.Results {
		fmt.Fprintf(written, "\n%s: %s: %s\n", plural(len(r.Shoots), "Shoot"), text.OneLine(r.summary()), text.OneLine(r.names()))
		if r.Example != "" {
			fmt.Fprintf(written, "  %s\n", text.OneLine(r.example()))
		}
		for _, failure := range r.allFailures() {
			fmt.Fprintf(written, "  ! %s\n", text.OneLine(failure))
		}
		for _, s := range r.sections() {
			for _, c := range s.changes {
				fmt.Fprintf(written, "  %s %s\n", s.sign, text.OneLine(c.title()))
				for line := range strings.Lines(c.Diff) {
					fmt.Fprintf(written, "      %s", line)
				}
			}
		}
		for _, notKnown := range r.NotKnown {
			fmt.Fprintf(written, "  ? not known: %s\n", text.OneLine(notKnown))
		}
	}
	for i, condition := range d.FailedConditions {
		if i == 0 {
			fmt.Fprintln(written)
		}
		fmt.Fprintf(written, "--fail-on %s\n", text.OneLine(condition))
	}
	_, err := io.WriteString(out, written.String())
	return err
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

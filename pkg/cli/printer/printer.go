// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package printer writes the output of commands as JSON, YAML or tables, cleans text from other sources for a terminal,
// and formats usage errors. It reads no input and imports no types of Flux or Gardener.
package printer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"sigs.k8s.io/yaml"

	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Output formats.
const (
	JSON = "json"
	YAML = "yaml"
	Wide = "wide"
)

// AddOutputFlag adds the flag for the output format, and validates it before the command runs. Without the flag, the
// value keeps its default, which usage describes.
func AddOutputFlag(command *cobra.Command, value *string, usage string, formats ...string) {
	unset, named := *value, strings.Join(formats, ", ")
	command.Flags().StringVarP(value, "output", "o", unset, fmt.Sprintf("Output format: %s. %s", named, usage))
	// Registration fails only if the flag does not exist.
	_ = command.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	command.PreRunE = func(*cobra.Command, []string) error {
		if *value == unset || slices.Contains(formats, *value) {
			return nil
		}
		return fmt.Errorf("--output must be one of %s, not %q", named, plain.OneLine(*value))
	}
}

// Print writes the content as JSON or YAML.
func Print(out io.Writer, form string, content any) error {
	marshal := MarshalYAML
	if form == JSON {
		marshal = marshalJSON
	}
	text, err := marshal(content)
	if err != nil {
		return fmt.Errorf("failed to write the output: %w", err)
	}
	_, err = fmt.Fprintln(out, strings.TrimSpace(string(text)))
	return err
}

func marshalJSON(content any) ([]byte, error) {
	text, err := json.MarshalIndent(content, "", "  ")
	return []byte(EscapeJSON(string(text))), err
}

// MarshalYAML returns the content as YAML. The YAML library does not escape all invisible characters and characters
// that change the direction of text. If the YAML would contain such characters, MarshalYAML returns JSON instead, which
// escapes them and is valid YAML.
func MarshalYAML(content any) ([]byte, error) {
	if text, err := yaml.Marshal(content); err == nil && Clean(string(text)) == string(text) {
		return text, nil
	}
	text, err := marshalJSON(content)
	return append(text, '\n'), err
}

// OrDash returns the text, or a dash if it is empty.
func OrDash(text string) string { return cmp.Or(text, "-") }

// Join joins values of any string type.
func Join[T ~string](words []T, separator string) string {
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = string(word)
	}
	return strings.Join(texts, separator)
}

// Truncate shortens a text to the given number of characters.
func Truncate(text string, length int) string {
	letters := []rune(text)
	if len(letters) <= length {
		return text
	}
	return strings.TrimSpace(string(letters[:max(length-1, 0)])) + "…"
}

// TruncateStart shortens a message to the given number of characters. It keeps the end, because messages end with the
// suggested fix, and omits the rest of a short word at the cut.
func TruncateStart(text string, length int) string {
	letters := []rune(text)
	if len(letters) <= length {
		return text
	}
	const shortWord = 12
	end := string(letters[len(letters)-max(length-1, 0):])
	if rest, words, cut := strings.Cut(end, " "); cut && len(rest) <= shortWord {
		end = words
	}
	return "…" + strings.TrimSpace(end)
}

// PrintWarnings prints each note as a warning on its own line.
func PrintWarnings(out io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintln(out, "Warning: "+note)
	}
}

// Table writes rows with aligned columns. Each cell is cleaned to one line, so that text from other sources cannot
// begin a new cell or line.
type Table struct{ to *tabwriter.Writer }

// NewTable returns a table with the given number of spaces between columns.
func NewTable(out io.Writer, spaces int) *Table {
	return &Table{to: tabwriter.NewWriter(out, 0, 0, spaces, ' ', 0)}
}

// Row adds a row.
func (t *Table) Row(cells ...any) {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		texts[i] = plain.OneLine(fmt.Sprint(cell))
	}
	// Flush returns the error of a write.
	_, _ = fmt.Fprintln(t.to, strings.Join(texts, "\t"))
}

// Flush writes the buffered rows.
func (t *Table) Flush() error { return t.to.Flush() }

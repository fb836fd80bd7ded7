// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Table is a table with aligned columns. No cell is more than a word or a sentence: it begins no other cell and no other line.
type Table struct{ to *tabwriter.Writer }

// NewTable returns a table with so many spaces between its columns.
func NewTable(out io.Writer, spaces int) *Table {
	return &Table{to: tabwriter.NewWriter(out, 0, 0, spaces, ' ', 0)}
}

// Row writes a line.
func (t *Table) Row(cells ...any) {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		texts[i] = OneLine(fmt.Sprint(cell))
	}
	// Flush returns the error.
	_, _ = fmt.Fprintln(t.to, strings.Join(texts, "\t"))
}

// Flush writes the buffered rows.
func (t *Table) Flush() error { return t.to.Flush() }

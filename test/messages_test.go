// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("docs/operations/troubleshooting.md", func() {
	It("quotes messages of the code", func() {
		texts := sourceTexts()
		quotes := quotedMessages()
		Expect(len(quotes)).To(BeNumerically(">", 20))
		for _, quote := range quotes {
			checked := 0
			for part := range strings.SplitSeq(quote, "…") {
				if part = strings.Trim(part, " :"); len(part) > 3 {
					Expect(strings.Contains(texts, part)).To(BeTrue(), "no text of the code contains %q, of %q", part, quote)
					checked++
				}
			}
			Expect(checked).To(BeNumerically(">", 0), quote)
		}
	})
})

// quotedMessages returns the messages in the first column of tables with the heading "message".
func quotedMessages() []string {
	content, err := os.ReadFile(filepath.Join(root, "docs", "operations", "troubleshooting.md"))
	Expect(err).NotTo(HaveOccurred())
	var (
		quotes []string
		inside bool
		quote  = regexp.MustCompile("^\\| `([^`]+)` \\|")
	)
	for line := range strings.Lines(string(content)) {
		inside = strings.HasPrefix(line, "|") && (inside || strings.HasPrefix(line, "| message |"))
		if match := quote.FindStringSubmatch(line); inside && match != nil {
			quotes = append(quotes, match[1])
		}
	}
	return quotes
}

// sourceTexts returns the texts in the code and the charts.
func sourceTexts() string {
	var texts strings.Builder
	for _, file := range allFiles() {
		if !below(file.directory, "pkg") && !below(file.directory, "cmd") || strings.HasSuffix(file.path, "_test.go") {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, err := strconv.Unquote(literal.Value)
				Expect(err).NotTo(HaveOccurred())
				texts.WriteString(text + "\n")
			}
			return true
		})
	}
	walk(func(path string, entry os.DirEntry) {
		if !entry.IsDir() && below(path, "charts") && filepath.Ext(path) != ".go" {
			content, err := os.ReadFile(filepath.Join(root, path))
			Expect(err).NotTo(HaveOccurred())
			texts.Write(content)
		}
	})
	return texts.String()
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/tools/go/packages"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

const modulePath = "github.com/shoot-flux/gardener-extension-shoot-flux"

var root = filepath.Join("..", "..", "..")

// page returns a page of the documentation with single spaces.
func page(name string) string {
	content, err := os.ReadFile(filepath.Join(root, "docs", name))
	Expect(err).NotTo(HaveOccurred())
	return strings.Join(strings.Fields(string(content)), " ")
}

var _ = Describe("Rules", func() {
	It("quote the pages", func() {
		names := map[string]bool{}
		for _, rule := range check.Rules() {
			Expect(rule.Quotes).NotTo(BeEmpty(), rule.Name)
			Expect(names).NotTo(HaveKey(rule.Name))
			names[rule.Name] = true
			for _, quote := range rule.Quotes {
				Expect(page(quote.Page)).To(ContainSubstring(quote.Sentence), "the sentence of rule %s no longer stands in %s: see whether the rule still checks the promise", rule.Name, quote.Page)
			}
		}
	})

	It("leave what docs/development/history.md says", func() {
		list, err := os.ReadFile(filepath.Join(root, "docs", "development", "history.md"))
		Expect(err).NotTo(HaveOccurred())
		in := ""
		var promises [][2]string
		for line := range strings.Lines(string(list)) {
			line = strings.TrimRight(line, "\n")
			switch name, isPage := strings.CutPrefix(line, "### "); {
			case isPage:
				in = name
			case in != "" && strings.HasPrefix(line, "- "):
				promises = append(promises, [2]string{in, line})
			case in != "" && strings.HasPrefix(line, "  "):
				promises[len(promises)-1][1] += " " + strings.TrimSpace(line)
			}
		}
		Expect(len(promises)).To(BeNumerically(">", 40))
		entry := regexp.MustCompile(`^- "(.*)": (.+)$`)
		for _, promise := range promises {
			parts := entry.FindStringSubmatch(promise[1])
			Expect(parts).To(HaveLen(3), "an entry is a sentence in quotation marks, a colon and a reason: %s", promise[1])
			Expect(page(promise[0])).To(ContainSubstring(parts[1]), "the sentence no longer stands in %s: a rule may be possible now", promise[0])
			for _, rule := range check.Rules() {
				for _, quote := range rule.Quotes {
					Expect(quote.Sentence).NotTo(ContainSubstring(parts[1]), "rule %s checks it", rule.Name)
				}
			}
		}
	})

	It("were written for the statements that the pages have", func() {
		expected, err := os.ReadFile(filepath.Join("testdata", "statements.txt"))
		Expect(err).NotTo(HaveOccurred())
		var counted strings.Builder
		for _, name := range []string{"usage/rollouts.md", "usage/windows.md", "operations/baseline.md", "operations/version-rollout.md", "usage/status.md", "usage/status-reference.md", "usage/removal.md", "usage/deploy-keys.md"} {
			for _, section := range unquoted(name) {
				fmt.Fprintln(&counted, section)
			}
		}
		Expect(counted.String()).To(Equal(string(expected)), "a page has another number of statements without a rule: give new ones a rule or a place in docs/development/history.md, and correct testdata/statements.txt")
	})

	It("do not know the code that they judge", func() {
		loaded, err := packages.Load(&packages.Config{Dir: root, Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps}, "./test/history", "./test/history/check", "./test/history/cmd/...")
		Expect(err).NotTo(HaveOccurred())
		Expect(packages.PrintErrors(loaded)).To(BeZero())
		var wrong []string
		packages.Visit(loaded, nil, func(one *packages.Package) {
			local, ours := strings.CutPrefix(one.PkgPath, modulePath+"/")
			// The API types use pkg/text to shorten revisions, and pkg/text/ordered to explain selectors.
			isText := local == "pkg/text" || local == "pkg/text/ordered"
			// The hours of windows and freezes are computed again.
			isTypes := strings.HasPrefix(local, "pkg/apis/") && local != "pkg/apis/flux/calendar"
			if ours && !isTypes && !isText && !strings.HasPrefix(local, "test/history") {
				wrong = append(wrong, local)
			}
		})
		Expect(wrong).To(BeEmpty())
	})
})

// unquoted returns the sections of a page with the number of their statements that no rule quotes: paragraphs, entries of
// lists and rows of tables.
func unquoted(name string) []string {
	content, err := os.ReadFile(filepath.Join(root, "docs", name))
	Expect(err).NotTo(HaveOccurred())
	var quotes []string
	for _, rule := range check.Rules() {
		for _, quote := range rule.Quotes {
			if quote.Page == name {
				quotes = append(quotes, quote.Sentence)
			}
		}
	}
	var sections []string
	title, count, isCode, statement := "", 0, false, ""
	end := func() {
		statement = strings.Join(strings.Fields(statement), " ")
		if statement != "" && !slices.ContainsFunc(quotes, func(quote string) bool { return strings.Contains(statement, quote) }) {
			count++
		}
		statement = ""
	}
	endSection := func() {
		if end(); title != "" {
			sections = append(sections, fmt.Sprintf("%s, %s: %d", name, title, count))
		}
		count = 0
	}
	begins := regexp.MustCompile(`^(-|\d+\.) `)
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			end()
			isCode = !isCode
		case isCode, strings.HasPrefix(line, "<!--"):
		case strings.HasPrefix(line, "#"):
			endSection()
			title = strings.TrimLeft(line, "# ")
		case line == "":
			end()
		case strings.HasPrefix(line, "|"):
			end()
			statement = strings.Trim(line, "|-: ")
			if statement != "" {
				statement = line
			}
			end()
		default:
			if begins.MatchString(line) {
				end()
			}
			statement += " " + line
		}
	}
	endSection()
	return sections
}

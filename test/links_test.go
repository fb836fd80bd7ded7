// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Links in the documentation", func() {
	It("lead to files and headings that there are", func() {
		var broken []string
		content := pages()
		for page := range content {
			broken = append(broken, brokenLinks(page, content)...)
		}
		Expect(broken).To(BeEmpty())
	})
})

func brokenLinks(page string, content map[string]string) []string {
	var broken []string
	for _, match := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(prose(content[page]), -1) {
		if strings.Contains(match[1], "://") {
			continue
		}
		target, anchor, _ := strings.Cut(match[1], "#")
		if target != "" {
			target = path.Join(path.Dir(page), target)
		} else {
			target = page
		}
		if _, err := os.Stat(filepath.Join(root, target)); err != nil {
			broken = append(broken, page+": "+match[1])
		} else if anchor != "" && !anchors(content[target])[anchor] {
			broken = append(broken, page+": "+match[1]+": there is no such heading")
		}
	}
	return broken
}

// pages are README.md and what is below docs, by their paths, but for what is generated from the API types.
func pages() map[string]string {
	result := map[string]string{}
	walk(func(path string, entry os.DirEntry) {
		if !entry.IsDir() && filepath.Ext(path) == ".md" && (below(path, "docs") && !below(path, "docs/api") || path == "README.md") {
			content, err := os.ReadFile(filepath.Join(root, path))
			Expect(err).NotTo(HaveOccurred())
			result[path] = string(content)
		}
	})
	return result
}

// prose is a page without its blocks.
func prose(page string) string {
	return regexp.MustCompile("(?ms)^\\s*```.*?^\\s*```").ReplaceAllString(page, "")
}

// anchors are what GitHub makes of the headings of a page.
func anchors(page string) map[string]bool {
	result := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(prose(page), -1) {
		anchor := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, heading[1])
		result[anchor] = true
	}
	for _, named := range regexp.MustCompile(`<a (?:id|name)="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		result[named[1]] = true
	}
	return result
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var (
	codeBlock  = regexp.MustCompile("(?ms)^[ \\t]*```.*?^[ \\t]*```[ \\t]*$")
	codeSpan   = regexp.MustCompile("`[^`\n]*`")
	link       = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading    = regexp.MustCompile(`(?m)^#{1,6}[ \t]+(.+?)[ \t]*$`)
	linkInText = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	dropped    = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

var _ = Describe("Links in the documentation", func() {
	It("refer to existing files and headings", func() {
		pages := writtenPages()
		var broken []string
		checked := 0
		for from, content := range pages {
			for _, found := range link.FindAllStringSubmatch(codeSpan.ReplaceAllString(codeBlock.ReplaceAllString(content, ""), "``"), -1) {
				target := found[1]
				if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
					continue
				}
				checked++
				if problem := follow(pages, from, target); problem != "" {
					broken = append(broken, fmt.Sprintf("%s: %s: %s", from, target, problem))
				}
			}
		}
		Expect(broken).To(BeEmpty())
		Expect(checked).To(BeNumerically(">", 100))
	})

	DescribeTable("use GitHub's anchors of headings",
		func(text string, anchors ...string) { Expect(anchorsOf(text)).To(ConsistOf(anchors)) },
		Entry("words", "# When something ends\n", "when-something-ends"),
		Entry("punctuation and code", "## Waiting for a Shoot: `wait`\n", "waiting-for-a-shoot-wait"),
		Entry("comma between words", "## FluxSourceReady, FluxKustomizationReady\n", "fluxsourceready-fluxkustomizationready"),
		Entry("link", "## The [page](page.md)\n", "the-page"),
		Entry("duplicate heading", "# One\n## One\n", "one", "one-1"),
		Entry("line with a hash sign in a code block", "# One\n```sh\n# a comment\n```\n", "one"),
	)
})

// writtenPages returns all pages of Markdown outside of vendor/, by their paths.
func writtenPages() map[string]string {
	pages := map[string]string{}
	walk(func(name string, entry os.DirEntry) {
		if entry.IsDir() || filepath.Ext(name) != ".md" {
			return
		}
		content, err := os.ReadFile(filepath.Join(root, name))
		Expect(err).NotTo(HaveOccurred())
		pages[name] = string(content)
	})
	return pages
}

// follow returns the error of a link, or an empty string.
func follow(pages map[string]string, from, target string) string {
	file, anchor, _ := strings.Cut(target, "#")
	if file == "" {
		file = from
	} else {
		file = path.Join(path.Dir(from), file)
	}
	if _, err := os.Stat(filepath.Join(root, file)); err != nil {
		return "there is no such file"
	}
	content, isPage := pages[file]
	if anchor == "" || !isPage {
		return ""
	}
	for _, known := range anchorsOf(content) {
		if known == anchor {
			return ""
		}
	}
	return "there is no such heading"
}

// anchorsOf returns the anchors that GitHub gives to a page's headings.
func anchorsOf(content string) []string {
	var anchors []string
	times := map[string]int{}
	for _, found := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(content, ""), -1) {
		text := linkInText.ReplaceAllString(strings.ReplaceAll(found[1], "`", ""), "$1")
		anchor := strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(text), ""), " ", "-")
		times[anchor]++
		if n := times[anchor]; n > 1 {
			anchor = fmt.Sprintf("%s-%d", anchor, n-1)
		}
		anchors = append(anchors, anchor)
	}
	return anchors
}

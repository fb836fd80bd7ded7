// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"os"
	"path/filepath"
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

	It("do not know the code that they judge", func() {
		loaded, err := packages.Load(&packages.Config{Dir: root, Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps}, "./test/history", "./test/history/check", "./test/history/cmd/...")
		Expect(err).NotTo(HaveOccurred())
		Expect(packages.PrintErrors(loaded)).To(BeZero())
		var wrong []string
		packages.Visit(loaded, nil, func(one *packages.Package) {
			local, ours := strings.CutPrefix(one.PkgPath, modulePath+"/")
			// The API types use pkg/text to shorten revisions.
			if ours && !strings.HasPrefix(local, "pkg/apis/") && local != "pkg/text" && !strings.HasPrefix(local, "test/history") {
				wrong = append(wrong, local)
			}
		})
		Expect(wrong).To(BeEmpty())
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cookbook_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cookbook"
)

func TestCookbook(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Cookbook Suite")
}

var projectDir = filepath.Join("..", "..", "..")

var _ = Describe("The documentation", func() {
	It("should have the pages that make cookbook generates, and no others", func() {
		all, err := cases.All()
		Expect(err).NotTo(HaveOccurred())
		pages, err := cookbook.Pages(all)
		Expect(err).NotTo(HaveOccurred())
		found, err := filepath.Glob(filepath.Join(projectDir, cookbook.Directory, "*"))
		Expect(err).NotTo(HaveOccurred())
		Expect(found).To(HaveLen(len(pages)))
		results, err := cookbook.Read(filepath.Join(projectDir, cookbook.Results))
		Expect(err).NotTo(HaveOccurred())
		pages[cookbook.Table] = cookbook.Render(all, results)
		for name, content := range pages {
			written, err := os.ReadFile(filepath.Join(projectDir, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(string(written)).To(Equal(content), name+" is out of date, run make cookbook")
		}
	})
})

var _ = Describe("The pages", func() {
	It("should be those of the cases that have one, with the part of the extension", func() {
		manifest := "title: a\nfeature: %s\ndocumentation: https://fluxcd.io/flux/\ntext: c\nsteps: [{name: d, run: e, shows: f}]\nmutation: {text: g, at: d, shows: h}\n"
		all, err := cases.Load(fstest.MapFS{
			"kustomize/prune/case.yaml": {Data: []byte(fmt.Sprintf(manifest, "prune") + "page: {extension: It does nothing.}\n")},
			"kustomize/wait/case.yaml":  {Data: []byte(fmt.Sprintf(manifest, "wait"))},
		})
		Expect(err).NotTo(HaveOccurred())
		pages, err := cookbook.Pages(all)
		Expect(err).NotTo(HaveOccurred())
		Expect(pages).To(HaveLen(2))
		Expect(pages).To(HaveKeyWithValue("docs/usage/cookbook/prune.md", ContainSubstring("## In a shoot with the extension\n\nIt does nothing.\n")))
		Expect(pages).To(HaveKeyWithValue("docs/usage/cookbook/README.md", And(ContainSubstring("(prune.md)"), Not(ContainSubstring("(wait.md)")))))
	})
})

var _ = Describe("The table", func() {
	results := func(flux string, passed ...bool) []cookbook.Result {
		var all []cookbook.Result
		for i, p := range passed {
			all = append(all, cookbook.Result{Flux: flux, Chapter: "kustomize", Case: "prune", Mutated: i == 1, Passed: p})
		}
		return all
	}
	prune := cases.Case{Chapter: "kustomize", Name: "prune", Feature: "pruning", Documentation: "https://fluxcd.io/flux/"}
	late := prune
	late.Since = &cases.Since{Version: "v2.9.0", Reason: "new", Source: "https://example.com/changelog"}

	DescribeTable("has the result of a case",
		func(c cases.Case, results []cookbook.Result, cell string) {
			Expect(cookbook.Render([]cases.Case{c}, results)).To(ContainSubstring("| [prune](../../test/conformance/cases/kustomize/prune) | " + cell + " |\n"))
		},
		Entry("that passed, and failed with the mutation", prune, results("v2.9.3", true, true), "yes"),
		Entry("that did not pass", prune, results("v2.9.3", false, true), "**no**"),
		Entry("whose mutation did not pass", prune, results("v2.9.3", true, false), "**no**"),
		Entry("that was not run with the mutation", prune, results("v2.9.3", true), "not run"),
		Entry("that the version does not have", late, results("v2.8.8", true, true), "–"),
	)

	It("links to Flux's documentation, the changelog, the page and the case", func() {
		withPage := prune
		withPage.Page = &cases.Page{Extension: "Nothing."}
		table := cookbook.Render([]cases.Case{prune, late, withPage}, nil)
		for _, more := range []string{"", ", since [v2.9.0](https://example.com/changelog)", ", [page](cookbook/prune.md)"} {
			Expect(table).To(ContainSubstring("| [pruning](https://fluxcd.io/flux/)" + more + " | [prune](../../test/conformance/cases/kustomize/prune) |\n"))
		}
	})
})

var _ = Describe("Results", func() {
	prune := cases.Case{Chapter: "kustomize", Name: "prune"}
	result := func(flux, name string, mutated, passed bool) cookbook.Result {
		return cookbook.Result{Flux: flux, Chapter: "kustomize", Case: name, Mutated: mutated, Passed: passed}
	}

	It("are replaced by later ones of the same run, and by nothing else", func() {
		earlier := []cookbook.Result{
			result("v2.8.8", "prune", false, true), result("v2.9.3", "prune", true, true), result("v2.9.3", "prune", false, false),
			result("v2.9.3", "renamed", false, true),
		}
		later := []cookbook.Result{result("v2.9.3", "prune", false, true)}
		merged := cookbook.Merge([]cases.Case{prune}, earlier, later)
		Expect(merged).To(Equal([]cookbook.Result{
			result("v2.9.3", "prune", false, true), result("v2.9.3", "prune", true, true), result("v2.8.8", "prune", false, true),
		}))

		file := filepath.Join(GinkgoT().TempDir(), "of", "results.jsonl")
		Expect(cookbook.Read(file)).To(BeEmpty())
		Expect(cookbook.Write(file, merged)).To(Succeed())
		Expect(cookbook.Read(file)).To(Equal(merged))
	})
})

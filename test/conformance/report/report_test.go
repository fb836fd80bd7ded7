// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package report_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/report"
)

func TestReport(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Report Suite")
}

var projectDir = filepath.Join("..", "..", "..")

var _ = Describe("The page in docs/usage", func() {
	It("matches the cases and their results", func() {
		all, err := cases.All()
		Expect(err).NotTo(HaveOccurred())
		results, err := report.Read(filepath.Join(projectDir, report.Results))
		Expect(err).NotTo(HaveOccurred())
		Expect(results).NotTo(BeEmpty())
		written, err := os.ReadFile(filepath.Join(projectDir, report.Page))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(written)).To(Equal(report.Render(all, results)), report.Page+" is out of date, run make conformance-report")
		for _, c := range all {
			Expect(string(written)).To(ContainSubstring("["+c.Feature+"]("+c.Documentation+")"), "a case of a chapter that the page does not have")
		}
	})
})

var _ = Describe("The table", func() {
	results := func(flux string, passed ...bool) []report.Result {
		var all []report.Result
		for i, p := range passed {
			all = append(all, report.Result{Flux: flux, Chapter: "kustomize", Case: "prune", Mutated: i == 1, Passed: p})
		}
		return all
	}
	prune := cases.Case{Chapter: "kustomize", Name: "prune", Feature: "pruning", Documentation: "https://fluxcd.io/flux/"}
	late := prune
	late.Since = &cases.Since{Version: "v2.9.0", Reason: "new", Source: "https://example.com/changelog"}

	DescribeTable("shows the result of a case",
		func(c cases.Case, results []report.Result, outcome string) {
			Expect(report.Render([]cases.Case{c}, results)).To(ContainSubstring("| Kustomizations | [pruning](https://fluxcd.io/flux/)" + outcome + " |\n"))
		},
		Entry("passed without the mutation, failed with the mutation", prune, results("v2.9.3", true, true), ""),
		Entry("failed", prune, results("v2.9.3", false, true), " (**failed**: v2.9.3)"),
		Entry("the mutation was not detected", prune, results("v2.9.3", true, false), " (**failed**: v2.9.3)"),
		Entry("not run with the mutation", prune, results("v2.9.3", true), " (not run: v2.9.3)"),
		Entry("not applicable to the version", late, results("v2.8.8", true, true), " (no version)"),
		Entry("passed with the applicable versions", late, slices.Concat(results("v2.9.3", true, true), results("v2.9.4", true, true),
			results("v2.8.8", true, true)), " (v2.9.4, v2.9.3)"),
		Entry("a different outcome for each version", prune, slices.Concat(results("v2.7.5", true, true), results("v2.8.8", true), results("v2.9.3", false, true)),
			" (v2.7.5; **failed**: v2.9.3; not run: v2.8.8)"),
		Entry("no results", prune, nil, " (no version)"),
	)

	It("lists each case in the row of its chapter", func() {
		source, delivery := prune, prune
		source.Chapter, source.Feature = "source", "Bucket"
		delivery.Chapter, delivery.Feature = "delivery", "Receiver"
		Expect(report.Render([]cases.Case{source, prune, late, delivery}, nil)).To(HaveSuffix("| sources | [Bucket](https://fluxcd.io/flux/) (no version) |\n" +
			"| Kustomizations | [pruning](https://fluxcd.io/flux/) (no version), [pruning](https://fluxcd.io/flux/) (no version) |\n" +
			"| Helm, notifications | [Receiver](https://fluxcd.io/flux/) (no version) |\n"))
	})

	It("lists the versions, newest first, with the replaced controllers", func() {
		tested := []report.Result{{Flux: "v2.8.8", Date: "2026-11-22", Programs: []string{"helm-controller v1.6.3 for v1.5.5"}}, {Flux: "v2.9.3", Date: "2026-11-23"}}
		Expect(report.Render(nil, tested)).To(ContainSubstring("| v2.9.3 | 2026-11-23 | none |\n| v2.8.8 | 2026-11-22 | helm-controller v1.6.3 for v1.5.5 |\n"))
	})
})

var _ = Describe("Results", func() {
	prune := cases.Case{Chapter: "kustomize", Name: "prune"}
	result := func(flux, name string, mutated, passed bool) report.Result {
		return report.Result{Flux: flux, Chapter: "kustomize", Case: name, Mutated: mutated, Passed: passed}
	}

	It("are replaced only by later results of the same run", func() {
		earlier := []report.Result{
			result("v2.8.8", "prune", false, true), result("v2.9.3", "prune", true, true), result("v2.9.3", "prune", false, false),
			result("v2.9.3", "renamed", false, true),
		}
		later := []report.Result{result("v2.9.3", "prune", false, true)}
		merged := report.Merge([]cases.Case{prune}, earlier, later)
		Expect(merged).To(Equal([]report.Result{
			result("v2.9.3", "prune", false, true), result("v2.9.3", "prune", true, true), result("v2.8.8", "prune", false, true),
		}))

		file := filepath.Join(GinkgoT().TempDir(), "of", "results.jsonl")
		Expect(report.Read(file)).To(BeEmpty())
		Expect(report.Write(file, merged)).To(Succeed())
		Expect(report.Read(file)).To(Equal(merged))
	})

	It("are dropped with their Flux version, and not with another one that begins like it", func() {
		results := []report.Result{result("v2.9.30", "prune", false, true), result("v2.9.3", "prune", false, true), result("v2.8.8", "prune", false, true)}
		Expect(report.Of([]string{"v2.9.30", "v2.8.8"}, results)).To(Equal([]report.Result{results[0], results[2]}))
		Expect(results).To(HaveLen(3))
	})
})

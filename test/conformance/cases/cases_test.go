// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cases_test

import (
	"strings"
	"testing"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
)

func TestCases(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Cases Suite")
}

const valid = `title: Prune
feature: pruning
documentation: https://fluxcd.io/flux/components/kustomize/kustomizations/#prune
text: What left Git leaves the shoot.
steps:
- commit: second
- name: gone
  run: kubectl -n {{.Namespace}} get configmap
  shows: nothing
mutation: {text: Without prune, at: gone, shows: something}
`

func directory(manifest string, more ...string) fstest.MapFS {
	files := fstest.MapFS{"kustomize/prune/case.yaml": {Data: []byte(manifest)}, "kustomize/prune/second/a.yaml": {Data: []byte("a: {{.Namespace}}")}}
	for _, name := range more {
		files["kustomize/prune/"+name] = &fstest.MapFile{Data: []byte("b: 1")}
	}
	return files
}

var _ = Describe("Cases", func() {
	It("are valid", func() {
		all, err := cases.All()
		Expect(err).NotTo(HaveOccurred())
		Expect(all).NotTo(BeEmpty())
		for _, c := range all {
			for _, mutated := range []bool{false, true} {
				for _, step := range append(c.Steps, cases.Step{Commit: cases.Objects, Push: cases.Tree}) {
					for _, dir := range []string{step.Commit, step.Push} {
						if dir == "" {
							continue
						}
						_, err := c.Files(dir, c.Example(), mutated)
						Expect(err).NotTo(HaveOccurred())
					}
				}
			}
		}
	})

	DescribeTable("are rejected with",
		func(files fstest.MapFS, message string) {
			_, err := cases.Load(files)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("an unknown key", directory(valid+"fats: true\n"), `unknown field "fats"`),
		Entry("a mutation without a step", directory("title: a\nfeature: b\ntext: c\nsteps: []\nmutation: {text: d, at: e, shows: f}\n"), "mutation.at must name a step"),
		Entry("an unused directory", directory(valid, "third/x.yaml"), "no step uses directory third"),
		Entry("a directory that does not exist", directory("title: a\nfeature: b\ntext: c\nsteps:\n- commit: d\nmutation: {text: d, at: e, shows: f}\n"), "there is no directory d"),
		Entry("no documentation", directory(strings.Replace(valid, "documentation", "# documentation", 1)), "documentation must be a page below https://fluxcd.io/flux/"),
		Entry("documentation on another host", directory(strings.Replace(valid, "fluxcd.io", "example.com", 1)), "documentation must be a page below https://fluxcd.io/flux/"),
		Entry("a changelog that is not a URL", directory(valid+"since: {version: v2.9.0, reason: new, source: somewhere}\n"), "since must have version, reason and source, and source must be a URL"),
	)

	It("are mutated by the overlay", func() {
		files := directory(valid, "off/second/b.yaml")
		files["kustomize/prune/off/second/a.yaml"] = &fstest.MapFile{}
		all, err := cases.Load(files)
		Expect(err).NotTo(HaveOccurred())
		Expect(all).To(HaveLen(1))
		Expect(all[0].Files("second", cases.Values{Namespace: "n"}, false)).To(Equal(map[string]string{"a.yaml": "a: n"}))
		Expect(all[0].Files("second", cases.Values{Namespace: "n"}, true)).To(Equal(map[string]string{"b.yaml": "b: 1"}))
	})
})

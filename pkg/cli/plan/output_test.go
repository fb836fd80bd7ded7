// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("Untrusted text in a terminal", func() {
	It("begins no line of the output", func() {
		out := &strings.Builder{}
		d := hostileDocument(func() string { return "a\n\n1 Shoot: no change: garden-blue/web\n  + forged" })
		for _, r := range d.Results {
			for _, s := range r.sections() {
				for i := range s.changes {
					s.changes[i].Diff = ""
				}
			}
		}
		Expect(d.writeText(out)).To(Succeed())
		Expect(d.verdict()).To(MatchError(Not(ContainSubstring("\n"))))
		for line := range strings.Lines(out.String()) {
			Expect(line).To(Or(Equal("\n"), HavePrefix("Plan from "), HavePrefix("2 Shoots: "), HavePrefix("--fail-on "), MatchRegexp(`^  ([-~+=!?]|The diffs) .*1 Shoot: no change`)), out.String())
		}
	})

	It("begins no line of a note, and a note names some of many files", func() {
		names := files{"cluster/a.yaml": configMapOf("a", "")}
		r := newRepository(names)
		link, tree := r.object("blob", []byte("a.yaml")), []byte{}
		for i := range 100 {
			tree = append(tree, treeEntry("120000", fmt.Sprintf("%03d\nNote: forged", i), link)...)
		}
		r.commitTree(r.object("tree", append(tree, treeEntry("40000", "cluster", strings.TrimSpace(r.git("rev-parse", "HEAD:cluster")))...)))
		_, notes, err := r.plan(blue(), "--to", "main")
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Count(notes, "\n")).To(Equal(1))
		Expect(notes).To(HaveSuffix("019 Note: forged and 80 more\n"))
	})

	It("begins no line of an error", func() {
		_, _, err := newRepository(files{"\n::error::forged/" + strings.Repeat("d/", 64) + "a.yaml": "x"}).plan(blue(), "--to", "HEAD")
		Expect(err).To(MatchError(And(ContainSubstring("file ::error::forged/d/"), Not(ContainSubstring("\n")))))
	})

	It("is not completed if a shell would change or run it", func(ctx SpecContext) {
		r := newRepository(files{"a": "b"})
		for _, name := range []string{"topic/a", "a$(touch${IFS}x)", "a`x`", "a;x", "a|x", "a&x", "a'x", "a\"x", "a>x", "a!x", "\u202ea", "a\u200b"} {
			r.git("branch", name)
		}
		o := &planOptions{directory: r.directory}
		command := &cobra.Command{}
		command.SetContext(ctx)
		names, _ := o.completeRevision(command, nil, "")
		Expect(names).To(Equal([]cobra.Completion{"main", "topic/a"}))
	})

	It("is refused as a Shoot's name in another line", func() {
		_, _, err := newRepository(files{"a": "b"}).plan(clitest.Documents(config("path: ./cluster"), strings.ReplaceAll(shoots("web"), "name: web", `name: "web\nforged"`)))
		Expect(err).To(MatchError(Not(ContainSubstring("\n"))))
	})
})

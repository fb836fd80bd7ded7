// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/module"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

var _ = Describe("bump", func() {
	carried := []string{"v2.7.5", "v2.8.8", "v2.9.3"}

	DescribeTable("changes the carried versions",
		func(before []string, drop, add string, after []string, comparedWith string) {
			u, err := newUpdate(before, drop, add)
			Expect(err).NotTo(HaveOccurred())
			Expect(u.after).To(Equal(after))
			for _, version := range before {
				u.old = append(u.old, &release{version: version})
			}
			Expect(u.base().version).To(Equal(comparedWith))
		},
		Entry("a newer patch is compared with the one that it replaces", carried, "v2.9.3", "v2.9.4", []string{"v2.7.5", "v2.8.8", "v2.9.4"}, "v2.9.3"),
		Entry("a patch of an older minor version too", carried, "v2.8.8", "v2.8.9", []string{"v2.7.5", "v2.8.9", "v2.9.3"}, "v2.8.8"),
		Entry("an older patch", carried, "v2.9.3", "v2.9.2", []string{"v2.7.5", "v2.8.8", "v2.9.2"}, "v2.9.3"),
		Entry("a new minor version takes the place of the oldest and is compared with the newest", carried, "", "v2.10.0", []string{"v2.8.8", "v2.9.3", "v2.10.0"}, "v2.9.3"),
		Entry("a third minor version replaces none", carried[:2], "", "v2.9.3", carried, "v2.8.8"),
	)

	DescribeTable("refuses",
		func(drop, add, message string) {
			_, err := newUpdate(carried, drop, add)
			Expect(err).To(MatchError(message))
		},
		Entry("a version that is carried", "", "v2.9.3", "v2.9.3 is carried already"),
		Entry("a patch beside its minor version", "", "v2.9.4", "a patch of v2.9 is carried already: replace it"),
		Entry("a patch in the place of another minor version", "v2.8.8", "v2.9.4", "v2.9.4 cannot take the place of v2.8.8; carried are v2.7.5, v2.8.8, v2.9.3"),
		Entry("a patch in the place of an unknown version", "v2.9.1", "v2.9.4", "v2.9.4 cannot take the place of v2.9.1; carried are v2.7.5, v2.8.8, v2.9.3"),
		Entry("a minor version older than all", "", "v2.6.4", "v2.6.4 is older than all carried versions (v2.7.5, v2.8.8, v2.9.3)"),
	)

	DescribeTable("refuses arguments",
		func(ctx SpecContext, message string, args ...string) {
			Expect((&bump{commands: tree()}).main(ctx, args)).To(MatchError(ContainSubstring(message)))
		},
		Entry("none", "usage: "),
		Entry("an unknown command", "usage: ", "remove", "v2.9.3"),
		Entry("too few versions", "usage: ", "replace", "v2.9.3"),
		Entry("too many versions", "usage: ", "add", "v2.9.3", "v2.9.4"),
		Entry("a version without v", "versions are such as v2.9.3, and not 2.9.4", "add", "2.9.4"),
		Entry("a minor version", "versions are such as v2.9.3, and not v2.9.3 v2.9", "replace", "v2.9.3", "v2.9"),
	)

	Describe("steps", func() {
		var ran []string
		made := func(name, by string, err error) step {
			return step{name: name, by: by, run: func(context.Context) error { ran = append(ran, name); return err }}
		}
		BeforeEach(func() { ran = nil })

		It("run in their order, the long ones too", func(ctx SpecContext) {
			left, err := runSteps(ctx, []step{made("a", "", nil), made("b", "make b", nil)}, false, &strings.Builder{})
			Expect(err).NotTo(HaveOccurred())
			Expect(left).To(BeEmpty())
			Expect(ran).To(HaveExactElements("a", "b"))
		})

		It("leave out the long ones with quick, and return their commands", func(ctx SpecContext) {
			left, err := runSteps(ctx, []step{made("a", "make a", nil), made("b", "", nil), made("c", "make c", nil)}, true, &strings.Builder{})
			Expect(err).NotTo(HaveOccurred())
			Expect(left).To(HaveExactElements("make a", "make c"))
			Expect(ran).To(HaveExactElements("b"))
		})

		It("are left as commands that run in the tree, because the copy is removed", func() {
			var left []string
			for _, s := range (&bump{commands: commands{root: "/copy"}}).steps(&update{add: "v2.9.5"}) {
				if s.by != "" {
					left = append(left, s.by)
				}
			}
			Expect(left).To(ContainElement("make test-upgrades PROGRAMS_OUT=pkg/flux/patch/testdata/programs.txt"))
			Expect(left).NotTo(ContainElement(ContainSubstring("/copy")))
		})

		It("end with the first that fails, and name it", func(ctx SpecContext) {
			broken := errors.New("broken")
			progress := &strings.Builder{}
			_, err := runSteps(ctx, []step{made("a", "", nil), made("b", "", broken), made("c", "", nil)}, true, progress)
			Expect(err).To(MatchError(`step "b" failed: broken`))
			Expect(err).To(MatchError(broken))
			Expect(ran).To(HaveExactElements("a", "b"))
			Expect(progress.String()).To(Equal("\n== a\n\n== b\n"))
		})
	})

	DescribeTable("reads the oldest Kubernetes from the source of flux check",
		func(source, want string) { Expect(kubernetesIn(source)).To(Equal(want)) },
		Entry("one constraint", "var kubernetesConstraints = []string{\n\t\">=1.33.0-0\",\n}\n", "v1.33"),
		Entry("several, by number and not by text", "var kubernetesConstraints = []string{\n\t\">=1.30.0-0\",\n\t\"~1.9.0\",\n}\n", "v1.9"),
	)

	It("does not guess the oldest Kubernetes", func() {
		_, err := kubernetesIn(`var other = []string{">=1.33.0-0"}`)
		Expect(err).To(MatchError("the source of flux check has no kubernetesConstraints"))
		_, err = kubernetesIn("var kubernetesConstraints = []string{}")
		Expect(err).To(MatchError("no version in the kubernetesConstraints of flux check"))
	})

	It("keeps the entries of older minor versions in kubernetes.yaml", func() {
		content := "# The head: of the file.\nv2.7: v1.32\nv2.8: v1.33\nv2.9: v1.33\n"
		Expect(withKubernetes(content, "v2.10.0", "v1.34")).To(Equal(content + "v2.10: v1.34\n"))
		Expect(withKubernetes(content, "v2.9.4", "v1.33")).To(Equal(content))
	})

	It("requires the controllers that a module requires, and their APIs", func() {
		of := &release{version: "v2.9.4", images: map[string]image{"source-controller": {tag: "v1.9.4"}, "source-watcher": {tag: "v2.2.3"}, "helm-controller": {tag: "v1.6.3"}}}
		versions := moduleVersions(of)
		Expect(wantedModules("module m\n\nrequire github.com/fluxcd/flux2/v2 v2.9.3\n\nrequire (\n\tgithub.com/fluxcd/source-controller/api v1.9.3\n"+
			"\tgithub.com/fluxcd/source-watcher/v2 v2.2.2 // indirect\n\tgithub.com/fluxcd/helm-controller v1.6.3\n)\n\ntool github.com/fluxcd/source-controller\n", versions)).To(
			HaveExactElements("github.com/fluxcd/flux2/v2@v2.9.4", "github.com/fluxcd/source-controller/api@v1.9.4", "github.com/fluxcd/source-watcher/v2@v2.2.3"))
		Expect(withoutOthers("github.com/fluxcd/flux2/v2 v2.9.3 h1:a\ngithub.com/fluxcd/flux2/v2 v2.9.3/go.mod h1:b\ngithub.com/fluxcd/flux2/v2 v2.9.4/go.mod h1:c\n"+
			"github.com/fluxcd/pkg/ssh v0.1.0 h1:d\n", versions)).To(Equal("github.com/fluxcd/flux2/v2 v2.9.4/go.mod h1:c\ngithub.com/fluxcd/pkg/ssh v0.1.0 h1:d\n"))
	})

	It("requires the newest patch that can be compiled in the place of a controller that cannot", func(ctx SpecContext) {
		available := map[string]string{"a@v1.9.4": "1.20", "b@v1.9.4": "1.99", "b@v1.9.3": "1.20", "d@v1.9.4": "1.20"}
		asked := []string{}
		download := func(_ context.Context, m module.Version) (gomodule.Module, error) {
			asked = append(asked, m.String())
			required, is := available[m.String()]
			if !is {
				return gomodule.Module{}, gomodule.ErrAbsent
			}
			return gomodule.Module{Go: required}, nil
		}
		progress := &strings.Builder{}
		required := map[string]string{"a": "v1.9.2", "b": "v1.9.2", "c": "v1.9.3", "other": "v1.0.0"}
		versions := map[string]string{"a": "v1.9.4", "b": "v1.9.4", "c": "v1.9.5", "d": "v1.9.4"}
		Expect(compiled(ctx, download, required, versions, progress)).To(Equal(map[string]string{"a": "v1.9.4", "b": "v1.9.3", "c": "v1.9.3"}))
		Expect(asked).To(HaveExactElements("a@v1.9.4", "b@v1.9.4", "b@v1.9.3", "c@v1.9.5", "c@v1.9.4"))
		Expect(progress.String()).To(Equal("b v1.9.4 cannot be compiled; it stays or becomes v1.9.3\nc v1.9.5 cannot be compiled; it stays or becomes v1.9.3\n"))

		By("no patch of the minor version at all: what is required stays")
		Expect(compiled(ctx, download, map[string]string{"e": "v1.8.0"}, map[string]string{"e": "v1.9.1"}, progress)).To(BeEmpty())

		By("a failed download, which does not show that the module is not available")
		broken := errors.New("connection refused")
		_, err := compiled(ctx, func(context.Context, module.Version) (gomodule.Module, error) { return gomodule.Module{}, broken }, required, versions, progress)
		Expect(err).To(MatchError(broken))
	})

	It("replaces libraries of Flux that are not available by older patches", func(ctx SpecContext) {
		download := func(_ context.Context, m module.Version) (gomodule.Module, error) {
			if m.Path == "github.com/fluxcd/pkg/artifact" && m.Version > "v0.18.1" || m.Path == "github.com/fluxcd/pkg/gone" {
				return gomodule.Module{}, gomodule.ErrAbsent
			}
			return gomodule.Module{}, nil
		}
		libraries := []module.Version{{Path: "github.com/fluxcd/pkg/ssa", Version: "v0.76.0"}, {Path: "github.com/fluxcd/pkg/gone", Version: "v0.1.1"},
			{Path: "github.com/fluxcd/pkg/artifact", Version: "v0.18.3"}, {Path: "github.com/fluxcd/pkg/artifact", Version: "v0.18.0"}}
		Expect(replacements(ctx, download, libraries)).To(HaveExactElements("-replace=github.com/fluxcd/pkg/artifact@v0.18.3=github.com/fluxcd/pkg/artifact@v0.18.1"))

		broken := errors.New("connection refused")
		_, err := replacements(ctx, func(context.Context, module.Version) (gomodule.Module, error) { return gomodule.Module{}, broken }, libraries)
		Expect(err).To(MatchError(broken))
	})

	It("finds the newest recorded version of the copies", func() {
		Expect(recordedCopies("github.com/controlplaneio-fluxcd/flux-operator v0.9.0 h1:a\ngithub.com/controlplaneio-fluxcd/flux-operator v0.58.0 h1:b\nother v1.0.0 h1:c\n")).To(Equal("v0.58.0"))
	})

	It("prints the commands that are still to be run below the review", func() {
		b, text := &bump{}, &strings.Builder{}
		b.review = text
		r := releaseOf("v2.9.3", controller)
		Expect(b.print(r, r, nil, nil, []string{"docs/a.md:1"}, []string{"make a", "make b"})).To(Succeed())
		Expect(text.String()).To(HaveSuffix("## Lines that still name the old version, because they were measured with it or name the new one\n\n- `docs/a.md:1`\n" +
			"\n## Still to be run\n\n- `make a`\n- `make b`\n"))
	})
})

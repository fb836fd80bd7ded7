// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
)

var _ = Describe("A commit of a stranger is bounded", func() {
	numbers := func(step int) string {
		text := &strings.Builder{}
		for i := range 8000 {
			fmt.Fprintf(text, "    %d\n", i*step%150)
		}
		return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata:\n  a: |\n" + text.String()
	}

	// variable returns a Kustomization with a variable V, and its directory with objects.
	variable := func(value, objects string) files {
		return files{"cluster/apps.yaml": kustomization("apps", "./apps", ", postBuild: {substitute: {V: '"+value+"'}}"), "apps/a.yaml": objects}
	}

	It("in the time of a diff: each line is compared with all equal ones, again and again", func(_ SpecContext) {
		out, _, err := newRepository(files{"cluster/a.yaml": numbers(7)}, files{"cluster/a.yaml": numbers(11)}).plan(blue(), "--from", "HEAD~1", "--to", "HEAD", "--diff")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HaveSuffix("  ~ ConfigMap default/a\n      --- before/ConfigMap/default/a\n      +++ after/ConfigMap/default/a\n" +
			"      # left out, because the comparison takes too long: 8007 lines before, and 8007 after\n"))
	}, SpecTimeout(time.Minute))

	DescribeTable("in the resources that the variables of a Kustomization need:",
		func(content files, message string) {
			_, _, err := newRepository(content).plan(blue())
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("aliases of YAML that repeat a long text",
			variable("[&a \""+strings.Repeat("x", 64<<10)+"\""+strings.Repeat(", *a", 2000)+"]", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata: {a: '${V}'}\n"),
			"ConfigMap default/a: its YAML aliases repeat more than 67108864 bytes"),
		Entry("prefixes that many objects remove", func() files {
			objects := &strings.Builder{}
			for i := range 10 {
				fmt.Fprintf(objects, "---\n%s", configMapOf(fmt.Sprintf("a-%d", i), "a: '${V##*x}'"))
			}
			return variable(strings.Repeat("a", 16<<10), objects.String())
		}(), "Kustomization flux-system/apps: the variables of the Shoot: the removal of a prefix or suffix takes too long; shorten the value"),
	)

	It("in the objects of all Kustomizations of a Shoot, which may be the same ones again and again", func() {
		objects, tree := &strings.Builder{}, files{}
		for i := range 2000 {
			fmt.Fprintf(objects, "---\n%s", configMapOf(fmt.Sprintf("a-%d", i), ""))
		}
		tree["apps/a.yaml"] = objects.String()
		for i := range 51 {
			tree[fmt.Sprintf("cluster/%d.yaml", i)] = kustomization(fmt.Sprintf("apps-%d", i), "./apps")
		}
		out, _, err := newRepository(tree).plan(blue())
		Expect(err).To(MatchError(ContainSubstring("the Kustomizations of the Shoot have more than 100000 objects in total")))
		Expect(strings.Count(out, "? not known: ")).To(Equal(maxNotKnown + 1))
		Expect(out).To(HaveSuffix("  ? not known: more than 2000 parts of the plan are not known, and the others are not listed\n"))
	})

	It("in the memory of all builds", func(ctx SpecContext) {
		r := newRepository(files{"apps/a.yaml": configMapOf("a", "")})
		c, err := openCheckout(ctx, r.directory)
		Expect(err).NotTo(HaveOccurred())
		t, err := c.extract(ctx, "main", "", GinkgoT().TempDir(), selection{}, nil)
		Expect(err).NotTo(HaveOccurred())
		b := newBuilder(t, nil, &judge{kustomizer: kustomizer.Local{}})
		b.room.Store(2000)
		for i, matcher := range []OmegaMatcher{Succeed(), MatchError(ContainSubstring("the objects of all Kustomizations at main have more than 1073741824 bytes"))} {
			_, err := b.build(&kustomizev1.Kustomization{Spec: kustomizev1.KustomizationSpec{Path: "./apps", TargetNamespace: fmt.Sprintf("n-%d", i)}})
			Expect(err).To(matcher)
		}
	})

	It("in the memory of all results", func() {
		f := newFolder()
		f.room = 100
		Expect(f.add("a", &result{Failures: []string{"a"}})).To(Succeed())
		Expect(f.add("b", &result{Failures: []string{"a"}})).To(Succeed(), "it is the same result")
		Expect(f.add("c", &result{Failures: []string{strings.Repeat("x", 100)}})).To(MatchError("the results of all Shoots have more than 536870912 bytes; plan fewer Shoots with --selector, or without --diff"))
	})

	It("in messages of its schemas", func() {
		crd := strings.Replace(widgets, "{type: string, default: auto}", "{type: string, pattern: '"+strings.Repeat("x", 10_000)+"'}", 1)
		_, _, err := newRepository(files{"cluster/crd.yaml": crd, "cluster/w.yaml": widget("v1", "name: w, namespace: default", "size: small, mode: a")}).plan(at134())
		Expect(err).To(MatchError(ContainSubstring("spec.mode: Invalid value")))
		Expect(len(err.Error())).To(BeNumerically("<", 2000))
	})

	It("in the files that are searched for its undefined variables", func() {
		tree := variable("v", configMapOf("a", "a: '${UNDEFINED}'"))
		_, _, err := newRepository(tree).plan(blue())
		Expect(err).To(MatchError(ContainSubstring("UNDEFINED in ConfigMap default/a (apps/a.yaml);")))
		for i := range 5 {
			tree[fmt.Sprintf("apps/%d.yaml", i)] = configMapOf(fmt.Sprintf("large-%d", i), "a: "+strings.Repeat("x", 2<<20))
		}
		_, _, err = newRepository(tree).plan(blue())
		Expect(err).To(MatchError(ContainSubstring("UNDEFINED in ConfigMap default/a;")))
	})

	It("in the rounds in which refused objects change the variables of others", func() {
		// Kustomization k-I is refused if its variable V is bad. It applies a good one for the next, bad-I later a bad one.
		// The ConfigMaps z-I delay the others.
		const size = 22
		value := func(name, text string) string {
			return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: '" + name + "', namespace: flux-system}\ndata: {V: '" + text + "'}\n"
		}
		all := &strings.Builder{}
		add := func(path string, i, next int, from string) {
			fmt.Fprintf(all, "---\n%s", kustomization(fmt.Sprintf("%s-%d", path, i), "./"+path, fmt.Sprintf(", postBuild: {substitute: {I: 'n%d', N: 'n%d'}, substituteFrom: [{kind: ConfigMap, name: %s}]}", i, next, from)))
		}
		for i := range size {
			add("k", i, i+1, fmt.Sprintf("c-n%d", i))
			add("bad", i, i+1, fmt.Sprintf("z-n%d", size+3*i))
		}
		for i := range 4 * size {
			add("z", i, i+1, fmt.Sprintf("z-n%d", i))
		}
		tree := files{
			"cluster/all.yaml": all.String(), "cluster/first.yaml": value("c-n0", "a b") + value("z-n0", ""), "z/a.yaml": value("z-${N}", ""), "bad/a.yaml": value("c-${N}", "a b"),
			"k/a.yaml": configMapOf("'x-${I}'", "", ", labels: {a: '${V}'}") + value("c-${N}", "good"),
		}
		out, _, err := newRepository(tree).plan(at134())
		Expect(err).To(HaveOccurred())
		Expect(out).To(ContainSubstring("not known: whether the API server refuses further objects is not known, because the variables of their Kustomizations depend on those of more than 20 refused ones\n"))
	})

	It("in the rounds of Kustomizations with the same refused object", func() {
		tree := files{"apps/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"}
		for i := range 25 {
			tree[fmt.Sprintf("cluster/%d.yaml", i)] = kustomization(fmt.Sprintf("apps-%d", i), "./apps")
		}
		out, _, err := newRepository(tree).plan(blue())
		Expect(err).To(HaveOccurred())
		Expect(strings.Count(out, "the API server refuses ConfigMap a: metadata.namespace is missing")).To(Equal(25))
		Expect(out).NotTo(ContainSubstring("refuses further objects"))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
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

	It("in the time of a diff: each line is compared with all equal ones, again and again", func(ctx SpecContext) {
		out, _, err := newRepository(files{"cluster/a.yaml": numbers(7)}, files{"cluster/a.yaml": numbers(11)}).plan(blue(), "--from", "HEAD~1", "--to", "HEAD", "--diff")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HaveSuffix("  ~ ConfigMap default/a\n      --- before/ConfigMap/default/a\n      +++ after/ConfigMap/default/a\n" +
			"      # left out, because the comparison takes too long: 8007 lines before, and 8007 after\n"))
	}, SpecTimeout(time.Minute))

	DescribeTable("in what the variables of a Kustomization need:",
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
		Expect(err).To(MatchError(ContainSubstring("the Kustomizations of the Shoot have more than 100000 objects together")))
		Expect(strings.Count(out, "? not known: ")).To(Equal(maxNotKnown + 1))
		Expect(out).To(HaveSuffix("  ? not known: more than 2000 parts are not known, and the others are left out\n"))
	})
})

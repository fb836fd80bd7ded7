// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// sized has a directory for each of the Shoots web-1 and web-2, with a value of the variable size.
func sized(settings string, sizes ...string) files {
	all := files{"apps/settings.yaml": configMapOf("settings", settings)}
	for i, size := range sizes {
		name := fmt.Sprintf("clusters/web-%d/apps.yaml", i+1)
		all[name] = kustomization("apps", "./apps", ", postBuild: {substitute: {size: "+size+"}, substituteFrom: [{kind: ConfigMap, name: shoot-info}]}")
	}
	return all
}

var _ = Describe("Diffs of Shoots", func() {
	const cluster, clusterAndSize = "cluster: '${SHOOT_INFO_NAME}'", "cluster: '${SHOOT_INFO_NAME}', size: '${size}'"

	DescribeTable("are shown",
		func(first, second files, results, examples int) {
			out, _, err := newRepository(first, second).plan(
				clitest.Documents(config(`path: './clusters/${SHOOT_INFO_NAME}'`), shoots("web-1", "web-2")), "--from", "HEAD~1", "--to", "HEAD", "--diff")
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Count(out, "~ ConfigMap default/settings")).To(Equal(results), out)
			Expect(strings.Count(out, "  The diffs are those of garden-blue/web-1. The other Shoots have other values of variables.\n")).To(Equal(examples), out)
		},
		Entry("as one example if they differ in values that the revision does not change", sized(cluster, "small", "small"), sized(clusterAndSize, "small", "small"), 1, 1),
		Entry("as one example if such a value differs in the tree", sized(cluster, "small", "large"), sized(clusterAndSize, "small", "large"), 1, 1),
		Entry("without an example if all are the same", sized("a: b", "small", "small"), sized("a: '${size}'", "small", "small"), 1, 0),
		Entry("for each Shoot if the revision changes a variable to other values", sized(clusterAndSize, "small", "small"), sized(clusterAndSize, "large", "huge"), 2, 0),
		Entry("for each Shoot if the revision changes a variable from other values", sized("size: '${size}'", "small", "medium"), sized("size: '${size}'", "large", "large"), 2, 0),
		Entry("as one example if the revision changes a variable in all Shoots alike", sized(clusterAndSize, "small", "small"), sized(clusterAndSize, "large", "large"), 1, 1),
	)

	It("are one example for 200 Shoots with their names in one ConfigMap", func() {
		names := make([]string, 200)
		for i := range names {
			names[i] = fmt.Sprintf("web-%03d", i)
		}
		tree := func(extra string) files {
			all := files{"cluster/settings.yaml": configMapOf("settings", cluster+extra)}
			for i := range 20 {
				all[fmt.Sprintf("cluster/%d.yaml", i)] = configMapOf(fmt.Sprintf("other-%02d", i), "a: b"+extra)
			}
			return all
		}
		fleet := clitest.Documents(config("path: ./cluster, postBuild: {substituteFrom: [{kind: ConfigMap, name: shoot-info}]}"), shoots(names...))
		r := newRepository(tree(""), tree(", c: d"))
		out, _, err := r.plan(fleet, "--from", "HEAD~1", "--to", "HEAD", "--diff")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HavePrefix("Plan from HEAD~1 ("))
		Expect(out).To(ContainSubstring("\n200 Shoots: 21 ConfigMaps changed: garden-blue/web-000, garden-blue/web-001, garden-blue/web-002, garden-blue/web-003, garden-blue/web-004 and 195 more\n" +
			"  The diffs are those of garden-blue/web-000. The other Shoots have other values of variables.\n"))
		Expect(strings.Count(out, "\n+++ ") + strings.Count(out, "      +++ ")).To(Equal(21))
		out, _, err = r.plan(fleet, "--from", "HEAD~1", "--to", "HEAD", "--diff", "-o", "markdown")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("\n`The diffs are those of garden-blue/web-000. The other Shoots have other values of variables.`\n"))
		Expect(out).NotTo(ContainSubstring("left out"))
	})

	It("are folded in the same way regardless of the order in which the Shoots are planned", func() {
		made := func(shoot string) *result {
			return &result{Changed: []change{{Kind: "ConfigMap", Name: "a", Diff: "+" + shoot, pattern: "same"}}}
		}
		names := []string{"p/a", "p/b", "p/c", "p/d"}
		for range 20 {
			rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			f := newFolder()
			for _, name := range names {
				Expect(f.add(name, made(name))).To(Succeed())
			}
			sorted := f.sorted()
			Expect(sorted).To(HaveLen(1))
			Expect(sorted[0].Shoots).To(Equal([]string{"p/a", "p/b", "p/c", "p/d"}))
			Expect(sorted[0].Example).To(Equal("p/a"))
			Expect(sorted[0].Changed[0].Diff).To(Equal("+p/a"))
		}
	})
})

var _ = Describe("The length of the comment on a pull request", func() {
	write := func(d *document) string {
		GinkgoHelper()
		out := &strings.Builder{}
		Expect(d.writeMarkdown(out)).To(Succeed())
		return out.String()
	}
	// document returns a document with made texts, up to a number of results, objects and conditions.
	documentOf := func(random *rand.Rand, made func() string, results, objects, conditions int) *document {
		d := &document{From: made(), To: made()}
		texts := func(most int) (all []string) {
			for range random.IntN(most + 1) {
				all = append(all, made())
			}
			return all
		}
		for i := range random.IntN(results + 1) {
			r := &folded{result: &result{Failures: texts(objects), NotKnown: texts(objects)}}
			for _, changes := range []*[]change{&r.Added, &r.Changed, &r.Removed, &r.Recreated, &r.Left} {
				for range random.IntN(objects + 1) {
					id := identity{kind: made(), name: made()}
					*changes = append(*changes, change{id: id, Kind: id.kind, Name: id.name, Diff: strings.Repeat("+"+made()+"\n", random.IntN(objects+1))})
				}
			}
			for j := range 1 + random.IntN(3) {
				r.Shoots = append(r.Shoots, fmt.Sprintf("p/shoot-%d-%d", i, j))
			}
			d.Shoots += len(r.Shoots)
			d.Results = append(d.Results, r)
		}
		d.FailedConditions = texts(conditions)
		return d
	}

	It("is bounded, and each Shoot is counted once", func() {
		random := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), 1)) //nolint:gosec // a test can be repeated
		lengths := []int{1, 10, 100, 2000}
		for range 60 {
			longest, piece := lengths[random.IntN(len(lengths))], []string{"a", "`", "ä", "\u202e", "`` "}[random.IntN(5)]
			made := func() string { return strings.Repeat(piece, 1+random.IntN(longest)) }
			d := documentOf(random, made, []int{1, 5, 200}[random.IntN(3)], []int{0, 3, 15}[random.IntN(3)], []int{0, 2, 500}[random.IntN(3)])
			out := write(d)
			Expect(len(out)).To(BeNumerically("<=", 60_000))
			Expect(countShoots(out)).To(Equal(d.Shoots), out)
		}
	})

	It("leaves out diffs first, then objects, and at last Shoots, with totals", func() {
		lines := func(number int) string { return strings.Repeat("+0123456789\n", number) }
		result := func(name string, objects, diff int) *folded {
			r := &folded{Shoots: []string{name}, result: &result{}}
			for i := range objects {
				id := identity{kind: "ConfigMap", name: fmt.Sprintf("%s-%d", name, i)}
				r.Changed = append(r.Changed, change{id: id, Kind: id.kind, Name: id.name, Diff: lines(diff)})
			}
			return r
		}
		out := write(&document{From: "a", To: "b", Shoots: 3, Results: []*folded{result("p/long", 1, 10_000), result("p/many", 10_000, 1), result("p/short", 1, 1)}})
		Expect(out).To(ContainSubstring("**1 Shoot:** `1 ConfigMap changed`: `p/long`\n\nThe diffs are left out, because the comment would be too long.\n"))
		Expect(out).To(ContainSubstring("- `ConfigMap p/long-0`\n"))
		Expect(out).To(ContainSubstring("**1 Shoot:** `10000 ConfigMaps changed`: `p/many`\n\nThe objects are left out, because the comment would be too long.\n"))
		Expect(out).To(ContainSubstring("- `ConfigMap p/short-0`\n\n```diff\n+0123456789\n```\n"))

		d := &document{From: "a", To: "b", Shoots: 1000}
		for i := range 1000 {
			own := result(fmt.Sprintf("p/shoot-%03d", i), 1, 1)
			own.Failures = []string{fmt.Sprintf("Kustomization flux-system/app: reason %d", i)}
			d.Results = append(d.Results, own)
		}
		out = write(d)
		shown := strings.Count(out, "\n**1 Shoot:** ")
		Expect(shown).To(BeNumerically(">", 100))
		Expect(out).To(HaveSuffix(fmt.Sprintf("\n**%d more Shoots** in %d results left out, because the comment would be too long: `fails in %d Shoots, %d ConfigMaps changed`. The output of `-o text` and `-o json` is complete.\n",
			1000-shown, 1000-shown, 1000-shown, 1000-shown)))
	})
})

// countShoots adds the numbers of Shoots in a comment.
func countShoots(comment string) int {
	GinkgoHelper()
	all := 0
	for line := range strings.Lines(comment) {
		rest, is := strings.CutPrefix(line, "**")
		number, rest, _ := strings.Cut(rest, " ")
		if is && (strings.HasPrefix(rest, "Shoot") || strings.HasPrefix(rest, "more Shoot")) {
			shoots, err := strconv.Atoi(number)
			Expect(err).NotTo(HaveOccurred())
			all += shoots
		}
	}
	return all
}

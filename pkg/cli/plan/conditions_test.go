// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// changesOf returns changes of objects that are given as kind or kind.group.
func changesOf(ids ...identity) []change {
	var changes []change
	for _, id := range ids {
		changes = append(changes, change{Kind: id.kind, Namespace: id.namespace, Name: id.name, id: id})
	}
	return changes
}

// configMaps returns changes of ConfigMaps.
func configMaps(number int) []change {
	return changesOf(slices.Repeat([]identity{{kind: kindConfigMap, namespace: "shop", name: "a"}}, number)...)
}

var _ = Describe("A condition of --fail-on", func() {
	var (
		release = identity{group: "helm.toolkit.fluxcd.io", kind: "HelmRelease", namespace: "shop", name: "web"}
		claim   = identity{kind: "PersistentVolumeClaim", namespace: "shop", name: "data"}
	)

	DescribeTable("holds for",
		func(text, moves string, r result, reason string) {
			conditions, err := parseConditions([]string{text}, moves)
			Expect(err).NotTo(HaveOccurred())
			shoots := []*folded{{Shoots: []string{"garden-blue/a", "garden-blue/b"}, result: &r}}
			if reason == "" {
				Expect(check(conditions, shoots)).To(BeEmpty())
			} else {
				Expect(check(conditions, shoots)).To(Equal([]string{text + ": " + reason + " in 2 Shoots (garden-blue/a, garden-blue/b)"}))
			}
		},
		Entry("one object more than the number", "removed>2", movesCount, result{Removed: configMaps(3)}, "3 objects removed"),
		Entry("no number that is only reached", "removed>2", movesCount, result{Removed: configMaps(2)}, ""),
		Entry("any object above zero", "added>0", movesCount, result{Added: configMaps(1)}, "1 object added"),
		Entry("one object more than the percentage", "removed>20%", movesCount, result{Before: 10, Removed: configMaps(3)}, "3 of 10 objects removed"),
		Entry("no percentage that is only reached", "removed>20%", movesCount, result{Before: 10, Removed: configMaps(2)}, ""),
		Entry("no percentage that is rounded up", "removed>20%", movesCount, result{Before: 11, Removed: configMaps(2)}, ""),
		Entry("an added object as a percentage of none", "added>100%", movesCount, result{Added: configMaps(1)}, "1 of 0 objects added"),
		Entry("a recreated object, which loses its content like a removed one", "removed>0", movesCount, result{Recreated: configMaps(1)}, "1 object removed or recreated"),
		Entry("both together", "removed>2", movesCount, result{Removed: configMaps(1), Recreated: configMaps(2)}, "3 objects removed or recreated"),
		Entry("no recreated object if moves are ignored", "removed>0", movesIgnore, result{Recreated: configMaps(1)}, ""),
		Entry("a recreated object by itself, even if moves are ignored", "recreated>0", movesIgnore, result{Recreated: configMaps(1)}, "1 object recreated"),
		Entry("no removed object if it is about changed ones", "changed>0", movesCount, result{Removed: configMaps(1)}, ""),
		Entry("an object of the kind", "removed=Namespace,PersistentVolumeClaim", movesCount, result{Removed: append(configMaps(9), changesOf(claim)...)},
			"1 PersistentVolumeClaim removed: PersistentVolumeClaim shop/data"),
		Entry("a recreated object of the kind", "removed=PersistentVolumeClaim", movesCount, result{Recreated: changesOf(claim)}, "1 PersistentVolumeClaim removed or recreated: PersistentVolumeClaim shop/data"),
		Entry("an object of the kind in any group", "changed=HelmRelease", movesCount, result{Changed: changesOf(release)}, "1 HelmRelease changed: HelmRelease.helm.toolkit.fluxcd.io shop/web"),
		Entry("an object of the kind in the group", "changed=HelmRelease.helm.toolkit.fluxcd.io", movesCount, result{Changed: changesOf(release)}, "1 HelmRelease changed: HelmRelease.helm.toolkit.fluxcd.io shop/web"),
		Entry("no object of the kind in another group", "changed=HelmRelease.example.com", movesCount, result{Changed: changesOf(release)}, ""),
		Entry("no object of another kind", "removed=Namespace", movesCount, result{Removed: configMaps(9)}, ""),
		Entry("what cannot be followed", notKnownCondition, movesCount, result{NotKnown: []string{"a chart", "a Secret"}}, "a chart"),
		Entry("nothing if all is known", notKnownCondition, movesCount, result{Removed: configMaps(9)}, ""),
	)

	DescribeTable("is refused if it is",
		func(text, moves string) {
			_, err := parseConditions([]string{"removed>0", text}, moves)
			Expect(err).To(MatchError(Or(ContainSubstring("write removed>20%"), ContainSubstring("at most 100"), ContainSubstring("--moves must be count or ignore"))))
		},
		Entry("more than all", "removed>101%", movesCount),
		Entry("a negative number", "removed>-1", movesCount),
		Entry("a number that overflows", "removed>99999999999999999999", movesCount),
		Entry("without a number", "removed>", movesCount),
		Entry("a verb of another command", "deleted>0", movesCount),
		Entry("a kind with a space, which no kind has", "removed=Namespace, Secret", movesCount),
		Entry("beside an unknown way to count moves", "removed>0", "skip"),
	)
})

var _ = Describe("The summary of results", func() {
	DescribeTable("names",
		func(want string, results ...*folded) { Expect(summaryOf(results)).To(Equal(want)) },
		Entry("no change", "no change", &folded{result: &result{}}),
		Entry("no change of many Shoots if something is not known", "no known change", &folded{result: &result{}}, &folded{result: &result{NotKnown: []string{"a chart"}}}),
		Entry("the kind first that takes others along", "1 Namespace and 3 others removed",
			&folded{Shoots: []string{"a"}, result: &result{Removed: append(configMaps(3), changesOf(identity{kind: kindNamespace, name: "shop"})...)}}),
		Entry("the most frequent kind of others", "3 ConfigMaps and 1 other changed",
			&folded{Shoots: []string{"a"}, result: &result{Changed: append(changesOf(identity{kind: "Ingress", name: "a"}), configMaps(3)...)}}),
		Entry("each object for each Shoot, and removed ones before added ones", "4 ConfigMaps removed, 2 ConfigMaps added",
			&folded{Shoots: []string{"a", "b"}, result: &result{Added: configMaps(1), Removed: configMaps(2)}}),
		Entry("failures of some Shoots first, and those that exist already", "fails in 2 Shoots, fails already at --from in 1 Shoot, 1 ConfigMap added",
			&folded{Shoots: []string{"a", "b"}, result: &result{Failures: []string{"x"}, FailuresBefore: []string{"y"}}},
			&folded{Shoots: []string{"c"}, result: &result{FailuresBefore: []string{"y"}, Added: configMaps(1)}}),
		Entry("a failure of the only result without a number", "fails", &folded{Shoots: []string{"a", "b"}, result: &result{Failures: []string{"x"}}}),
	)

	It("has the same order, whatever the order in which Shoots are planned", func() {
		added := func(diff string) *result {
			made := configMaps(1)
			made[0].Diff, made[0].pattern = diff, "+name: ${NAME}"
			return &result{Added: made}
		}
		results := map[string]*result{
			"garden-blue/a": added("+name: a"), "garden-blue/b": added("+name: b"), "garden-blue/c": {Removed: configMaps(1)},
			"garden-blue/d": {Failures: []string{"x"}}, "garden-blue/e": {},
		}
		shoots := []string{"garden-blue/a", "garden-blue/b", "garden-blue/c", "garden-blue/d", "garden-blue/e"}
		want := [][]string{{"garden-blue/d"}, {"garden-blue/c"}, {"garden-blue/a", "garden-blue/b"}, {"garden-blue/e"}}
		for range shoots {
			shoots = append(shoots[1:], shoots[0])
			f := newFolder()
			for _, shoot := range shoots {
				Expect(f.add(shoot, results[shoot])).To(Succeed())
			}
			var sorted [][]string
			for _, r := range f.sorted() {
				sorted = append(sorted, r.Shoots)
			}
			Expect(sorted).To(Equal(want))
			alike := f.sorted()[2]
			Expect(alike.Example).To(Equal("garden-blue/a"), "the diffs shown are those of the first Shoot")
			Expect(alike.Added[0].Diff).To(Equal("+name: a"))
			Expect(f.sorted()[1].Example).To(BeEmpty(), "it has no diff that varies")
		}
	})
})

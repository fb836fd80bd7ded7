// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package guard_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
)

var _ = Describe("History", func() {
	at := func(revision, commit string, objects ...string) Snapshot {
		return Snapshot{Goal: Goal{Revision: revision, Commit: commit}, Objects: objects}
	}
	goals := func(h History) []string {
		names := []string{}
		for _, s := range h {
			names = append(names, s.Revision+" "+s.Commit)
		}
		return names
	}

	DescribeTable("is compared from the goal that the ring has passed", func(h History, passed, present Goal, expected []string, known bool) {
		since, _, is := h.Since(Passed{Goal: passed}, present, true)
		Expect(goals(since)).To(Equal(expected))
		Expect(is).To(Equal(known))
	},
		Entry("several commits since then add up", History{at("r", "a"), at("r", "b"), at("r", "c")}, Goal{"r", "a"}, Goal{"r", "c"}, []string{"r a", "r b", "r c"}, true),
		Entry("the ring has passed the one before, which the shoot does not have any more", History{at("r", "a"), at("r", "b"), at("r", "c")}, Goal{"r", "b"}, Goal{"r", "c"}, []string{"r b", "r c"}, true),
		Entry("a commit that the shoot never had", History{at("r", "a"), at("r", "b")}, Goal{"r", "x"}, Goal{"r", "b"}, []string{"r a", "r b"}, true),
		Entry("another configuration on the way", History{at("q", "a"), at("r", "a")}, Goal{"q", "a"}, Goal{"r", "a"}, []string{"q a", "r a"}, true),
		Entry("following the source, the previous commit", History{at("r", "a"), at("r", "b"), at("r", "c")}, Goal{"r", ""}, Goal{"r", "c"}, []string{"r b", "r c"}, true),
		Entry("following the source, the last commit of the passed configuration", History{at("q", "a"), at("q", "b"), at("r", "b")}, Goal{"q", ""}, Goal{"r", "c"}, []string{"q b", "r b"}, true),
		Entry("at the passed goal for the first time, nothing", nil, Goal{"r", "a"}, Goal{"r", "a"}, []string{}, true),
		Entry("at the passed goal after the rollout was off, nothing", History{at("p", "a"), at("q", "a")}, Goal{"r", ""}, Goal{"r", "b"}, []string{}, true),
		Entry("on the way to a change without a record, which may hide anything", nil, Goal{"r", "a"}, Goal{"r", "b"}, []string{}, false),
		Entry("a passed goal that is unknown, all that is recorded", History{at("r", "a"), at("r", "b")}, Goal{}, Goal{"r", "b"}, []string{"r a", "r b"}, true),
		Entry("a passed goal that is unknown, without a record", nil, Goal{}, Goal{}, []string{}, false),
	)

	It("keeps older snapshots until the shoot is ready with the passed goal, because a ring may pass a goal without proof", func() {
		h := History{at("q", "a")}
		since, _, known := h.Since(Passed{Goal: Goal{"r", "a"}}, Goal{"r", "a"}, false)
		Expect(goals(since)).To(Equal([]string{"q a"}))
		Expect(known).To(BeTrue())
		since, _, _ = h.Since(Passed{Goal: Goal{"r", "a"}}, Goal{"r", "a"}, true)
		Expect(since).To(BeEmpty())
	})

	It("keeps the snapshot to compare with, and the newest", func() {
		h := History{}
		for i := range 100 {
			h = h.With(at("r", fmt.Sprint(i)))
		}
		Expect(goals(h)).To(Equal([]string{"r 0", " ", "r 97", "r 98", "r 99"}))
		Expect(goals(h.With(at("r", "98")))).To(Equal([]string{"r 0", " ", "r 97", "r 99", "r 98"}))
	})

	It("is compared with all snapshots if it is unknown what the ring has passed", func() {
		h := History{at("r", "a", "1", "2"), at("r", "b", "2", "3")}
		_, base, known := h.Since(Passed{Goal: Goal{}}, Goal{"r", "c"}, true)
		Expect(known).To(BeTrue())
		Expect(base.Goal).To(Equal(Goal{"r", "a"}))
		Expect(base.Removed([]string{"2"})).To(Equal([]string{"1", "3"}))
		_, base, _ = h.Since(Passed{Goal: Goal{"r", "b"}}, Goal{"r", "c"}, true)
		Expect(base.Removed([]string{"2"})).To(Equal([]string{"3"}))
	})

	It("compares with all objects if commits are promoted and the ring has passed the revision without a commit, as after a loss of the rollout", func() {
		h := History{{Goal: Goal{"q", "x"}, Objects: []string{"a", "b"}}, {Goal: Goal{"r", "y"}, Objects: []string{"a"}}}
		since, base, known := h.Since(Passed{Goal: Goal{Revision: "r"}, Promotes: true}, Goal{"r", "y"}, true)
		Expect(known).To(BeTrue())
		Expect(base.Objects).To(Equal([]string{"a", "b"}))
		Expect(since).To(Equal(h), "until the ring has passed the commit")
		gap := slices.Clone(h)
		gap[0].Gap = true
		_, _, known = gap.Since(Passed{Goal: Goal{Revision: "r"}, Promotes: true}, Goal{"r", "y"}, true)
		Expect(known).To(BeFalse())

		By("there is nothing to compare with when a rollout is new, or without a source")
		_, _, known = History{}.Since(Passed{Goal: Goal{Revision: "r"}, Promotes: true}, Goal{"r", "y"}, true)
		Expect(known).To(BeTrue())
		since, _, _ = h[:1].Since(Passed{Goal: Goal{Revision: "r"}, Promotes: true}, Goal{Revision: "r"}, true)
		Expect(since).To(BeEmpty())
	})

	It("stays unknown until the ring has passed the goal of the shoot, if the first snapshot is from after the change", func() {
		before, change, next := Goal{"r", "a"}, Goal{"r", "b"}, Goal{"r", "c"}
		var h History
		check := func(passed, present Goal) bool {
			content, _ := h.Encode(1 << 10)
			stored, err := Decode(content)
			Expect(err).NotTo(HaveOccurred())
			since, _, known := stored.Since(Passed{Goal: passed}, present, true)
			h = since.With(Snapshot{Goal: present, Objects: []string{"1"}, Gap: !known})
			return known
		}
		for _, present := range []Goal{change, change, next, change, next} {
			Expect(check(before, present)).To(BeFalse(), present.String())
		}
		Expect(check(Goal{}, next)).To(BeFalse())
		Expect(check(change, next)).To(BeTrue(), "its objects are recorded")
		Expect(check(Goal{"q", "x"}, next)).To(BeTrue(), "they still are")

		By("the shoot has what the ring has passed")
		h = nil
		Expect(check(before, change)).To(BeFalse())
		Expect(check(before, before)).To(BeTrue())
		Expect(check(before, next)).To(BeTrue())
		Expect(check(Goal{}, next)).To(BeTrue())

		By("the shoots follow the source")
		h = nil
		Expect(check(Goal{Revision: "q"}, change)).To(BeFalse())
		Expect(check(Goal{Revision: "r"}, change)).To(BeTrue())
		Expect(check(Goal{Revision: "q"}, change)).To(BeTrue())
	})

	It("is compared with what was applied since, if nothing was applied before", func() {
		h := History{{}}
		since, base, known := h.Since(Passed{}, Goal{"r", "a"}, true)
		Expect(known).To(BeTrue())
		Expect(base.Goal).To(Equal(Goal{}))
		for i := range 20 {
			since = since.With(at("r", fmt.Sprint(i), "1", "2"))
		}
		content, _ := since.Encode(1 << 10)
		stored, err := Decode(content)
		Expect(err).NotTo(HaveOccurred())
		_, base, known = stored.Since(Passed{}, Goal{"r", "x"}, true)
		Expect(known).To(BeTrue())
		Expect(base.Goal).NotTo(Equal(Goal{}))
		Expect(base.Removed([]string{"2"})).To(Equal([]string{"1"}))
		since, _, known = stored.Since(Passed{Goal: Goal{"r", "18"}}, Goal{"r", "19"}, true)
		Expect(known).To(BeTrue())
		Expect(goals(since)).To(Equal([]string{"r 18", "r 19"}))
	})

	It("still contains the objects of folded snapshots, so that a removal is reported until the ring has passed it", func() {
		h := History{at("r", "a", "1", "2"), at("r", "b", "1", "2", "3")}
		for i := range 20 {
			h = h.With(at("r", fmt.Sprint(i), "1", "2"))
		}
		_, base, _ := h.Since(Passed{Goal: Goal{"q", "x"}}, Goal{"r", "19"}, true)
		Expect(base.Removed([]string{"1", "2"})).To(Equal([]string{"3"}))
	})

	Describe("of a shoot that had more objects than were recorded", func() {
		many := History{at("r", "a", "1"), at("r", "b", "1", "2")}.WithUnrecorded()

		DescribeTable("is unknown if the ring has passed them, and not before", func(passed, present Goal, known bool) {
			content, _ := many.Encode(1 << 10)
			stored, err := Decode(content)
			Expect(err).NotTo(HaveOccurred())
			since, _, is := stored.Since(Passed{Goal: passed}, present, true)
			Expect(is).To(Equal(known))
			_, _, again := since.With(Snapshot{Goal: present, Gap: !is}).Since(Passed{Goal: passed}, present, true)
			Expect(again).To(Equal(known), "the snapshot from after them does not have them")
		},
			Entry("the ring has passed the commit before", Goal{"r", "b"}, Goal{"r", "d"}, true),
			Entry("the ring has passed the commit with these objects", Goal{"r", "c"}, Goal{"r", "d"}, false),
			Entry("the shoot has what the ring has passed", Goal{"r", "d"}, Goal{"r", "d"}, true),
			Entry("following the source", Goal{"r", ""}, Goal{"r", "d"}, false),
			Entry("a passed goal that is unknown", Goal{}, Goal{"r", "d"}, false),
		)

		It("stays unknown when snapshots are folded, until the ring has passed a later one", func() {
			h := many
			for i := range 20 {
				h = h.With(at("r", fmt.Sprint(i), "1"))
				_, _, known := h.Since(Passed{Goal: Goal{"r", "c"}}, Goal{"r", "x"}, true)
				Expect(known).To(BeFalse())
				_, _, known = h.Since(Passed{Goal: Goal{"r", fmt.Sprint(i)}}, Goal{"r", "x"}, true)
				Expect(known).To(BeTrue())
			}
		})

		It("stays unknown when the snapshot before them is recorded again", func() {
			h := History{at("r", "b", "1")}.WithUnrecorded().With(at("r", "b", "1"))
			_, _, known := h.Since(Passed{Goal: Goal{"r", "x"}}, Goal{"r", "c"}, true)
			Expect(known).To(BeFalse())
			_, _, known = h.Since(Passed{Goal: Goal{"r", "b"}}, Goal{"r", "c"}, true)
			Expect(known).To(BeTrue())
		})

		It("has one gap, however often it is read", func() {
			Expect(many.WithUnrecorded()).To(Equal(many))
			Expect(History{}.WithUnrecorded().WithUnrecorded()).To(Equal(History{{Gap: true}}))
		})
	})

	Describe("of a shoot that was not ready with a commit", func() {
		a := History{at("r", "a", "1", "2")}

		It("has the objects of the commit if the ring has passed it", func() {
			h := a.WithApplied(at("r", "b", "2", "3")).WithApplied(at("r", "b", "2", "4"))
			Expect(goals(h)).To(Equal([]string{"r a", " "}))
			_, base, known := h.Since(Passed{Goal: Goal{"r", "b"}}, Goal{"r", "c"}, true)
			Expect(known).To(BeTrue())
			Expect(base.Objects).To(Equal([]string{"1", "2", "3", "4"}))
			_, base, _ = h.Since(Passed{Goal: Goal{"r", "a"}}, Goal{"r", "c"}, true)
			Expect(base.Objects).To(Equal([]string{"1", "2"}), "the ring has not passed them")
			_, base, _ = h.With(at("r", "c", "2")).Since(Passed{Goal: Goal{Revision: "r"}}, Goal{"r", "c"}, true)
			Expect(base.Objects).To(Equal([]string{"1", "2", "3", "4"}), "following the source, the previous commit")
		})

		It("stays the same without a new object", func() {
			Expect(a.WithApplied(at("r", "b", "1"))).To(Equal(a))
			Expect(History{}.WithApplied(at("r", "b", "1"))).To(BeEmpty(), "nobody knows what was before")
		})

		It("keeps a gap", func() {
			Expect(History{{Gap: true}}.WithApplied(at("r", "b", "1"))[0].Gap).To(BeTrue())
		})
	})

	It("finds what is removed, and not what is added", func() {
		s := at("r", "a", "1", "2", "3")
		Expect(s.Removed([]string{"0", "2", "4"})).To(Equal([]string{"1", "3"}))
		Expect(s.Removed(nil)).To(Equal([]string{"1", "2", "3"}))
		Expect(Snapshot{}.Removed(nil)).To(BeEmpty())
	})

	It("is the same after it was stored", func() {
		h := History{at("q", "a", "1", "2"), at("r", "a", "2", "3"), at("r", "b")}
		h[0].Versions = map[string]string{"apps_Deployment": "v1"}
		content, fits := h.Encode(1 << 10)
		Expect(fits).To(BeTrue())
		again, _ := h.Encode(1 << 10)
		Expect(again).To(Equal(content))
		decoded, err := Decode(content)
		Expect(err).NotTo(HaveOccurred())
		for i := range h {
			h[i].Versions = h[0].Versions
		}
		Expect(decoded).To(Equal(h))
	})

	It("is the same with the identities of protected objects", func() {
		root, other := []string{RootKustomization}, []string{"", "flux-system_apps_kustomize.toolkit.fluxcd.io_Kustomization"}
		h := History{at("q", "a", "_shop__Namespace", "_web__Namespace"), at("r", "a", "_shop__Namespace", other[1]), at("r", "b", "_shop__Namespace"), at("r", "c")}
		h[0].Identities = Identities{"_shop__Namespace": {UID: "1", By: root}, "_web__Namespace": {By: root}}
		h[1].Identities = Identities{"_shop__Namespace": {UID: "1", By: other}}
		h[2].Identities = Identities{"_shop__Namespace": {UID: "2", By: root}}
		content, fits := h.Encode(1 << 10)
		Expect(fits).To(BeTrue())
		decoded, err := Decode(content)
		Expect(err).NotTo(HaveOccurred())
		Expect(decoded).To(Equal(h))
		Expect(decoded.WithoutIdentities()[0].Identities).To(BeNil())
		_, base, _ := decoded.Since(Passed{}, Goal{"r", "c"}, true)
		Expect(base.Identities).To(Equal(h[0].Identities), "the oldest ones, if it is unknown what the ring has passed")
	})

	It("is read if an older version of the extension has stored it, without identities", func() {
		var content bytes.Buffer
		writer := gzip.NewWriter(&content)
		_, err := writer.Write([]byte(`{"objects": ["1", "2"], "versions": {"_Namespace": "v1"}, "snapshots": [{"revision": "r", "commit": "a"}, {"revision": "r", "commit": "b", "absent": [1]}]}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(writer.Close()).To(Succeed())
		h := History{at("r", "a", "1", "2"), at("r", "b", "1")}
		h[0].Versions = map[string]string{"_Namespace": "v1"}
		h[1].Versions = h[0].Versions
		Expect(Decode(content.Bytes())).To(Equal(h))
	})

	It("takes little room for a shoot with many objects", func() {
		var objects []string
		for i := range 3000 {
			objects = append(objects, fmt.Sprintf("team-%d_service-%d-%x_apps_Deployment", i%40, i, i*7919))
		}
		slices.Sort(objects)
		h := History{}
		for i := range 4 {
			h = h.With(at("r", fmt.Sprint(i), objects[i:]...))
		}
		_, fits := h.Encode(64 << 10)
		Expect(fits).To(BeTrue())
		_, fits = h.Encode(1 << 10)
		Expect(fits).To(BeFalse())
	})

	It("refuses damaged content", func() {
		_, err := Decode([]byte("{}"))
		Expect(err).To(HaveOccurred())
		none, err := Decode(nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(none).To(BeEmpty())
	})

	DescribeTable("reads a commit from what Flux reports", func(reported, commit string) {
		Expect(GoalOf("r", reported)).To(Equal(Goal{"r", commit}))
	},
		Entry("a branch", "main@sha1:b8e362c206e3d0cbb7ed22ced771a0056455a2fb", "sha1:b8e362c206e3d0cbb7ed22ced771a0056455a2fb"),
		Entry("a commit", "sha1:b8e362c206e3d0cbb7ed22ced771a0056455a2fb", "sha1:b8e362c206e3d0cbb7ed22ced771a0056455a2fb"),
		Entry("a tag with a commit", "v1.2.3@sha1:b8e362c206e3d0cbb7ed22ced771a0056455a2fb", "sha1:b8e362c206e3d0cbb7ed22ced771a0056455a2fb"),
		Entry("nothing", "", ""),
	)
})

var _ = Describe("Moved", func() {
	const (
		shop       = "_shop__Namespace"
		apps, team = "flux-system_apps_kustomize.toolkit.fluxcd.io_Kustomization", "flux-system_team_kustomize.toolkit.fluxcd.io_Kustomization"
	)
	by := func(kustomizations ...string) Snapshot {
		return Snapshot{Objects: []string{shop, apps}, Identities: Identities{shop: {By: kustomizations}}}
	}
	unknown := Snapshot{Objects: []string{shop, apps}}

	DescribeTable("returns the protected objects that a Kustomization no longer applies", func(before, present Snapshot, expected ...string) {
		Expect(append([]string{}, before.Moved(present)...)).To(Equal(append([]string{}, expected...)))
	},
		Entry("to another Kustomization", by(apps), by(team), shop),
		Entry("to the root Kustomization", by(apps), by(RootKustomization), shop),
		Entry("from the root Kustomization", by(RootKustomization), by(apps), shop),
		Entry("one of two no longer applies it, and may have pruned it", by(apps, team), by(team), shop),
		Entry("another one applies it, too: nothing is pruned", by(apps), by(apps, team)),
		Entry("the same", by(apps), by(apps)),
		Entry("removed: that is not moved", by(apps), Snapshot{}),
		Entry("not protected", by(apps), unknown),
		Entry("added", Snapshot{}, by(apps)),
		Entry("recorded without a Kustomization, now of a new one", unknown, by(team), shop),
		Entry("recorded without a Kustomization, now of one that existed before", unknown, by(apps)),
		Entry("recorded without a Kustomization, now of the root Kustomization", unknown, by(RootKustomization)),
	)
})

var _ = Describe("Summarize", func() {
	protected := []string{"Namespace", "PersistentVolumeClaim"}

	It("names protected kinds first", func() {
		since := Snapshot{Goal: Goal{"r", "sha1:1"}, Objects: make([]string, 40)}
		removed := []string{"shop_data__PersistentVolumeClaim", "_shop__Namespace", "shop_a_apps_Deployment", "shop_b_apps_Deployment", "_a__b_rbac.authorization.k8s.io_ClusterRole"}
		Expect(Summarize(since, Losses{Gone: removed}, protected)).To(Equal(&fluxv1alpha1.RemovedObjects{
			Since: "revision r and sha1:1", Before: 40, Count: 5,
			Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Namespace", Count: 1}, {Kind: "PersistentVolumeClaim", Count: 1}, {Kind: "Deployment", Count: 2}, {Kind: "ClusterRole", Count: 1}},
			Names: []string{"Namespace shop", "PersistentVolumeClaim shop/data"},
		}))
		Expect(Summarize(since, Losses{Gone: nil}, protected)).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 40}))
	})

	It("names recreated objects first, and says which may have been recreated", func() {
		since := Snapshot{Goal: Goal{"r", "sha1:1"}, Objects: make([]string, 4)}
		losses := Losses{Gone: []string{"_a__Namespace", "shop_a_apps_Deployment"}, Recreated: []string{"_b__Namespace"}, Unknown: []string{"_d__Namespace", "_c__Namespace"}}
		Expect(Summarize(since, losses, protected)).To(Equal(&fluxv1alpha1.RemovedObjects{
			Since: "revision r and sha1:1", Before: 4, Count: 3, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Namespace", Count: 2}, {Kind: "Deployment", Count: 1}},
			Names:   []string{"Namespace b (deleted and created again)", "Namespace a"},
			Unknown: "whether Namespace c and 1 more were deleted and created again when they moved",
		}))
		Expect(Summarize(since, Losses{Unknown: []string{"_c__Namespace"}}, protected)).To(Equal(&fluxv1alpha1.RemovedObjects{
			Before: 4, Unknown: "whether Namespace c was deleted and created again when it moved",
		}))
	})

	It("lists all protected kinds, and limits the rest, whatever an administrator of a shoot has written", func() {
		var removed []string
		for i := range 1000 {
			removed = append(removed, fmt.Sprintf("n_%s_g_%s%d", strings.Repeat("x", 1000), strings.Repeat("K", 200), i))
		}
		removed = append(removed, "_shop\n__Namespace", "nonsense")
		summary := Summarize(Snapshot{Objects: removed}, Losses{Gone: removed}, protected)
		Expect(summary.Count).To(BeEquivalentTo(1002))
		Expect(summary.Kinds[0]).To(Equal(fluxv1alpha1.RemovedKind{Kind: "Namespace", Count: 1}))
		Expect(summary.Kinds).To(HaveLen(9))
		for _, kind := range summary.Kinds {
			Expect(len(kind.Kind)).To(BeNumerically("<=", 63))
		}
		Expect(summary.Names).To(Equal([]string{"Namespace shop"}))
	})

	DescribeTable("parses inventory IDs", func(id string, expected ID, valid bool) {
		parsed, is := ParseID(id)
		Expect(is).To(Equal(valid))
		Expect(parsed).To(Equal(expected))
	},
		Entry("namespaced", "apps_web_apps_Deployment", ID{"apps", "web", "apps", "Deployment"}, true),
		Entry("cluster-scoped, of the core group", "_shop__Namespace", ID{"", "shop", "", "Namespace"}, true),
		Entry("a colon in the name", "_system__admin_rbac.authorization.k8s.io_ClusterRole", ID{"", "system:admin", "rbac.authorization.k8s.io", "ClusterRole"}, true),
		Entry("too short", "a_b_c", ID{}, false),
	)

	DescribeTable("requests only objects of the shoot itself", func(id string, expected bool) {
		parsed, _ := ParseID(id)
		Expect(parsed.HasAddress()).To(Equal(expected))
	},
		Entry("namespaced", "apps_web_apps_Deployment", true),
		Entry("cluster-scoped", "_shop__Namespace", true),
		Entry("in another cluster", "flux-system/apps:apps_web_apps_Deployment", false),
		Entry("a path as a name", "apps_../../secrets/x_apps_Deployment", false),
		Entry("a path as a group", "apps_web_a/b_Deployment", false),
		Entry("a parent directory as a namespace", ".._web_apps_Deployment", false),
	)
})

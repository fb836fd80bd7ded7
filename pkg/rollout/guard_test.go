// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Decide with removed objects", func() {
	two := revisionOf("two", "v2.9.0")
	emptied := &fluxv1alpha1.RemovedObjects{Since: "revision 1", Before: 10, Count: 9, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Namespace", Count: 1}, {Kind: "ConfigMap", Count: 8}}, Names: []string{"Namespace shop"}}
	few := &fluxv1alpha1.RemovedObjects{Since: "revision 1", Before: 10, Count: 2, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "ConfigMap", Count: 2}}}
	report := func(s *scene, name string, removed *fluxv1alpha1.RemovedObjects, commit ...string) {
		s.report(name, s.Target, fluxv1alpha1.ShootReady, commit...)
		s.member(name).Status.Removals = []Removal{{Removed: removed}}
	}

	It("stops at the ring that has lost a protected object, gives the change to no other Shoot of it, and says what went", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxConcurrent = ptr.To(intstr.FromInt32(1)) }), "canary-0", "canary-1", "prod-0")
		s.change("two")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		report(s, "canary-0", emptied)
		s.decide()
		const what = "canary-0 has lost 9 of 10 objects (1 Namespace, 8 ConfigMap), among them Namespace shop"
		Expect(s.last.Events).To(ConsistOf(Event{Type: "Normal", Reason: "RolloutHolds", Ring: "canary", Note: "Ring canary does not pass revision " + two.ID() +
			", and waits for a decision about removed objects: " + what + ". To pass it anyway, run: kubectl shoot-flux rollout approve canary"}))
		Expect(s.last.Progress.Phase).To(Equal(PhaseGuarded))
		Expect(s.last.Progress.Message).To(Equal("ring canary: " + what + ": a commit or configuration that restores the objects, or operation approve=canary"))
		for range 20 {
			s.after(time.Hour)
			Expect(s.reasons()).To(BeEmpty())
		}
		Expect(s.have(two)).To(ConsistOf("canary-0"))

		By("an approval lets it continue, once")
		s.operate("approve=canary")
		Expect(s.last.Events[0].Note).To(Equal("Ring canary may pass revision " + two.ID() + ", although " + what))
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
		report(s, "canary-1", emptied)
		s.decide()
		s.after(time.Minute)
		Expect(s.have(two)).To(ContainElement("prod-0"))
		report(s, "prod-0", emptied)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseGuarded), "the approval was for ring canary")
	})

	It("continues when the objects are restored by another configuration", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		report(s, "canary-0", emptied)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseGuarded))
		s.change("three")
		Expect(s.state.Rings[0].Guarded).To(BeEmpty())
		report(s, "canary-0", &fluxv1alpha1.RemovedObjects{Before: 10})
		s.decide()
		s.after(time.Minute)
		Expect(s.have(s.Target)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("holds a promoted commit, and gives the correction to the next ring", func() {
		const one, bad, fixed = "sha1:1111111111111111111111111111111111111111", "sha1:2222222222222222222222222222222222222222", "sha1:3333333333333333333333333333333333333333"
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "prod-0")
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
		known := &fluxv1alpha1.RemovedObjects{Before: 10}
		for _, name := range []string{"canary-0", "canary-0", "prod-0"} {
			report(s, name, known, one)
			s.decide()
			s.after(time.Minute)
		}
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		report(s, "canary-0", emptied, bad)
		s.decide()
		Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseGuarded), HaveField("Commit", bad)))
		s.after(time.Hour)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		report(s, "canary-0", known, fixed)
		s.decide()
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))

		By("an approval is for one commit")
		report(s, "prod-0", known, fixed)
		s.decide()
		s.after(time.Minute)
		report(s, "canary-0", emptied, bad)
		s.decide()
		s.operate("approve=canary")
		const worse = "sha1:4444444444444444444444444444444444444444"
		report(s, "canary-0", emptied, worse)
		s.decide()
		s.after(time.Hour)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))
		s.operate("approve=canary")
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(worse))
		Expect(s.state.Rings[0].Guarded).To(BeEmpty())
		s.after(time.Minute)
		Expect(s.reasons()).To(BeEmpty(), "the seed still compares with the former commit")
	})

	It("forgets removed objects when a ring that has passed a commit is complete again", func() {
		const one = "sha1:1111111111111111111111111111111111111111"
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "canary-1", "prod-0")
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
		for range 4 {
			for _, name := range []string{"canary-0", "canary-1", "prod-0"} {
				s.report(name, s.Target, fluxv1alpha1.ShootReady, one)
			}
			s.decide()
			s.after(time.Minute)
		}
		Expect(s.state.Rings[1].Passed.Commit).To(Equal(one))
		report(s, "prod-0", emptied, one)
		s.commit("canary-1", "sha1:2222222222222222222222222222222222222222") // The ring is not complete with it.
		s.member("canary-1").Labels = map[string]string{"ring": "prod"}
		s.decide()
		Expect(s.last.Progress.Rings[1].Phase).To(Equal(PhaseGuarded))
		s.Members = slices.DeleteFunc(s.Members, func(member Member) bool { return member.Name == "canary-1" })
		s.decide()
		Expect(s.last.Progress.Rings[1].Phase).To(Equal(PhaseComplete))
		Expect(s.state.Rings[1].Guarded).To(BeEmpty(), "a notification would report it")
	})

	It("reports a commit that all Shoots follow, once, and holds nothing", func() {
		const bad = "sha1:2222222222222222222222222222222222222222"
		s := newScene(nil, "canary-0", "prod-0")
		report(s, "prod-0", emptied, bad)
		s.decide()
		Expect(s.last.Events).To(ConsistOf(Event{Type: "Warning", Reason: "RolloutObjectsRemoved", Ring: "prod",
			Note: "In ring prod, prod-0 has lost 9 of 10 objects (1 Namespace, 8 ConfigMap), among them Namespace shop. All Shoots follow the source, so the rollout could not hold back the commit"}))
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		s.decide()
		Expect(s.reasons()).To(BeEmpty())
		s.add("prod-1")
		report(s, "prod-1", emptied, bad)
		s.decide()
		Expect(s.reasons()).To(BeEmpty(), "the same commit in another Shoot")
		report(s, "prod-1", emptied, "sha1:3333333333333333333333333333333333333333")
		report(s, "prod-0", few, "sha1:3333333333333333333333333333333333333333")
		s.decide()
		Expect(s.reasons()).To(ConsistOf("RolloutObjectsRemoved"), "another commit")
	})

	It("reports a commit that removes everything, although the Shoots do not become ready again", func() {
		s := newScene(nil, "canary-0", "prod-0")
		all := &fluxv1alpha1.RemovedObjects{Before: 8, Count: 8, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "ConfigMap", Count: 8}}}
		s.report("prod-0", s.Target, fluxv1alpha1.ShootProgressing, "sha1:2222222222222222222222222222222222222222")
		s.member("prod-0").Status.Removals = []Removal{{Removed: all}}
		s.decide()
		Expect(s.reasons()).To(ConsistOf("RolloutObjectsRemoved"))
		Expect(s.last.Progress.Rings[1].Removed).To(Equal("prod-0 has lost 8 of 8 objects (8 ConfigMap)"))
		Expect(ProgressOf(s.state, s.Input).Rings[1].Removed).To(Equal(s.last.Progress.Rings[1].Removed))
		s.report("prod-0", s.Target, fluxv1alpha1.ShootFailed, "sha1:2222222222222222222222222222222222222222")
		s.member("prod-0").Status.Removals = []Removal{{Removed: all}}
		s.decide()
		Expect(s.reasons()).To(BeEmpty(), "it is reported once")
		s.report("prod-0", s.Target, fluxv1alpha1.ShootReady, "sha1:3333333333333333333333333333333333333333")
		s.decide()
		Expect(s.last.Progress.Rings[1].Removed).To(BeEmpty())
	})

	It("guards a ring as soon as a Shoot has lost objects, before it is ready", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxConcurrent = ptr.To(intstr.FromInt32(1)) }), "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
		s.member("canary-0").Status.Removals = []Removal{{Removed: emptied}}
		s.decide()
		Expect(s.reasons()).To(ConsistOf("RolloutHolds"))
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseGuarded))
		Expect(s.last.Progress.Rings[0].Removed).To(BeEmpty(), "WaitsFor has it")
	})

	It("does not report an approved removal again, while the seed compares with the former configuration", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		report(s, "canary-0", emptied)
		s.decide()
		s.operate("approve=canary")
		s.after(time.Minute)
		Expect(s.reasons()).To(ContainElement("RolloutRingPassed"))
		s.decide()
		Expect(s.reasons()).To(BeEmpty())
		Expect(s.state.Rings[0].Guarded).To(BeEmpty())
	})

	DescribeTable("passes or holds a ring", func(guard *fluxv1alpha1.Guard, removed *fluxv1alpha1.RemovedObjects, phase Phase, message string) {
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Guard = guard }, "canary-0", "prod-0")
		s.change("two")
		report(s, "canary-0", removed)
		s.decide()
		s.after(time.Minute)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(phase))
		Expect(s.last.Progress.Rings[0].WaitsFor).To(ContainSubstring(message))
		passed := phase == PhaseComplete
		Expect(s.have(two)).To(HaveLen(map[bool]int{true: 2, false: 1}[passed]))
	},
		Entry("a fifth is allowed", nil, few, PhaseComplete, ""),
		Entry("more than a fifth is not", nil, &fluxv1alpha1.RemovedObjects{Before: 10, Count: 3}, PhaseGuarded, "canary-0 has lost 3 of 10 objects:"),
		Entry("a percentage is rounded down", nil, &fluxv1alpha1.RemovedObjects{Before: 14, Count: 3}, PhaseGuarded, "3 of 14 objects"),
		Entry("a percentage of few objects is at least one", nil, &fluxv1alpha1.RemovedObjects{Before: 3, Count: 1}, PhaseComplete, ""),
		Entry("0% is none", &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromString("0%"))}, &fluxv1alpha1.RemovedObjects{Before: 10, Count: 1}, PhaseGuarded, "1 of 10 objects"),
		Entry("the only object", nil, &fluxv1alpha1.RemovedObjects{Before: 1, Count: 1}, PhaseGuarded, "canary-0 has lost 1 of 1 objects"),
		Entry("all objects, fewer than may go", &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromInt32(10)), Protect: []string{}}, &fluxv1alpha1.RemovedObjects{Before: 5, Count: 5}, PhaseGuarded, "5 of 5 objects"),
		Entry("all objects, of which 100% may go", &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromString("100%"))}, &fluxv1alpha1.RemovedObjects{Before: 5, Count: 5}, PhaseComplete, ""),
		Entry("a number", &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromInt32(1))}, few, PhaseGuarded, "2 of 10 objects (2 ConfigMap)"),
		Entry("no protected kind", &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromString("100%")), Protect: []string{}}, emptied, PhaseComplete, ""),
		Entry("another protected kind", &fluxv1alpha1.Guard{Protect: []string{"ConfigMap"}}, few, PhaseGuarded, "2 ConfigMap"),
		Entry("an inventory that was cut", nil, &fluxv1alpha1.RemovedObjects{Unknown: "too many objects"}, PhaseHolding, "the report of canary-0 on removed objects: too many objects, or operation approve=canary"),
		Entry("a known loss and unknown ones", nil, &fluxv1alpha1.RemovedObjects{Before: 10, Count: 3, Unknown: "too many objects"}, PhaseGuarded, "canary-0 has lost 3 of 10 objects; and the report of canary-0 on removed objects: too many objects:"),
		Entry("a change that Flux applies", nil, &fluxv1alpha1.RemovedObjects{Before: 10, Unknown: fluxv1alpha1.RemovedUnsettled}, PhaseProgressing, "its Shoots to be ready"),
		Entry("an earlier version of the extension on the seed", nil, nil, PhaseHolding, "may be older than the garden controller"),
		Entry("no report is needed if the guard is off", &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromString("100%")), Protect: []string{}}, nil, PhaseComplete, ""),
	)

	It("still holds because of a Shoot that was deleted, until it is skipped", func() {
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.change("two")
		report(s, "canary-0", emptied)
		report(s, "canary-1", few)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseGuarded))
		s.Members = s.Members[1:]
		s.decide()
		s.after(time.Hour)
		Expect(s.last.Progress.Message).To(HavePrefix("ring canary: canary-0 (deleted) has lost 9 of 10 objects "))
		Expect(s.have(two)).To(ConsistOf("canary-1"))
		s.operate("skip=canary-0")
		s.after(time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-1", "prod-0"))
	})

	It("reads a State of an earlier version, whose failures have no losses", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.state.Rings[0].Failures = []Failure{{Member: "canary-0", Message: "m"}, {Member: "canary-0", Lost: &Loss{Before: 10, Count: 9, Protected: map[string]int32{"Namespace": 1}}}}
		values, err := s.state.Encode()
		Expect(err).NotTo(HaveOccurred())
		decoded, err := Decode(&corev1.ConfigMap{BinaryData: values})
		Expect(err).NotTo(HaveOccurred())
		Expect(decoded.Rings[0].Failures).To(Equal(s.state.Rings[0].Failures))
		values["state"] = zipped(`{"target":"x","rollout":{"rings":[{"name":"rest"}]},"rings":[{"name":"rest","failures":[{"shoot":"b","message":"m"},{"shoot":"a"}]}]}`)
		decoded, err = Decode(&corev1.ConfigMap{BinaryData: values})
		Expect(err).NotTo(HaveOccurred())
		Expect(decoded.Rings[0].Failures).To(Equal([]Failure{{Member: "a"}, {Member: "b", Message: "m"}}))
	})

	It("holds because of a Shoot that fails with the change, within maxFailures", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxFailures = ptr.To(int32(1)) }), "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootDegraded)
		s.member("canary-0").Status.Removals = []Removal{{Removed: emptied}}
		report(s, "canary-1", few)
		s.decide()
		s.after(time.Hour)
		Expect(s.last.Progress.Phase).To(Equal(PhaseGuarded))
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
	})

	It("holds a ring if what Flux applies remains unknown after the deadline", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		report(s, "canary-0", &fluxv1alpha1.RemovedObjects{Before: 10, Unknown: fluxv1alpha1.RemovedUnsettled})
		s.decide()
		Expect(s.reasons()).To(BeEmpty())
		s.after(time.Hour)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseHolding))
		Expect(s.last.Progress.Rings[0].WaitsFor).To(ContainSubstring("the report of canary-0 on removed objects: Flux is applying a change"))
	})

	It("limits what it stores about hostile names", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		report(s, "canary-0", &fluxv1alpha1.RemovedObjects{Before: 1, Count: 1, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Namespace", Count: 1}}, Names: []string{strings.Repeat("n", 10_000)}})
		s.decide()
		Expect(len(s.state.Rings[0].Guarded)).To(BeNumerically("<=", longestRemoval))
	})

	// lost is a summary with so many ConfigMaps and Namespaces of ten objects.
	lost := func(configMaps, namespaces int32) *fluxv1alpha1.RemovedObjects {
		removed := &fluxv1alpha1.RemovedObjects{Before: 10, Count: configMaps + namespaces, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "ConfigMap", Count: configMaps}}}
		if namespaces > 0 {
			removed.Kinds = append(removed.Kinds, fluxv1alpha1.RemovedKind{Kind: "Namespace", Count: namespaces})
		}
		return removed
	}

	DescribeTable("lets an approval accept what it names", func(accepted, next *fluxv1alpha1.RemovedObjects, name string, phase Phase) {
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.change("two")
		report(s, "canary-0", accepted)
		s.report("canary-1", two, fluxv1alpha1.ShootProgressing)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseGuarded))
		s.operate("approve=canary")
		Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
		report(s, name, next)
		if name != "canary-1" {
			report(s, "canary-1", few)
		}
		s.decide()
		s.after(time.Minute)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(phase))
		if phase != PhaseGuarded {
			return
		}
		Expect(s.last.Progress.Rings[0].WaitsFor).To(HavePrefix(name + " has lost "))
		Expect(s.state.Rings[0].Accepted).To(BeZero(), "the approval was not for a missing proof")
		s.operate("approve=canary")
		s.after(time.Minute)
		Expect(s.have(two)).To(ContainElement("prod-0"))
	},
		Entry("the same loss of another Shoot", lost(3, 0), lost(3, 0), "canary-1", PhaseComplete),
		Entry("a smaller loss of another Shoot", lost(5, 1), lost(4, 1), "canary-1", PhaseComplete),
		Entry("not more objects of another Shoot", lost(3, 0), lost(4, 0), "canary-1", PhaseGuarded),
		Entry("not a protected kind of another Shoot", lost(3, 0), lost(2, 1), "canary-1", PhaseGuarded),
		Entry("not a second protected object", lost(5, 1), lost(2, 2), "canary-1", PhaseGuarded),
		Entry("not all objects of another Shoot", lost(3, 0), &fluxv1alpha1.RemovedObjects{Before: 3, Count: 3}, "canary-1", PhaseGuarded),
		Entry("not more objects of the same Shoot", lost(3, 0), lost(4, 0), "canary-0", PhaseGuarded),
		Entry("the same loss, reported again", lost(3, 0), lost(3, 0), "canary-0", PhaseComplete),
	)

	It("lets an approval accept no loss that was reported after it was given", func() {
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.change("two")
		report(s, "canary-0", lost(3, 0))
		s.report("canary-1", two, fluxv1alpha1.ShootProgressing)
		s.decide()
		report(s, "canary-1", emptied)
		s.operate("approve=canary")
		s.decide()
		Expect(s.last.Progress.Rings[0].WaitsFor).To(HavePrefix("canary-1 has lost 9 of 10 objects"))
		s.after(time.Hour)
		Expect(s.have(two)).NotTo(ContainElement("prod-0"))
	})

	It("asks for a proof when a Shoot whose loss was approved goes away", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		report(s, "canary-0", emptied)
		s.decide()
		s.operate("approve=canary")
		s.member("canary-0").Hibernated = true
		s.after(time.Hour)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseHolding))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("approves removed objects while the rollout is paused", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.operate("pause")
		report(s, "canary-0", emptied)
		s.decide()
		s.operate("approve=canary")
		Expect(s.last.Events[0].Note).To(ContainSubstring("although canary-0 has lost 9 of 10 objects"))
		s.operate("resume")
		s.after(time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("names the largest losses first, and unknown ones besides", func() {
		s := newScene(nil, "canary-0", "canary-1", "canary-2", "canary-3", "canary-4", "prod-0")
		s.change("two")
		report(s, "canary-0", lost(3, 0))
		report(s, "canary-1", lost(4, 0))
		report(s, "canary-2", lost(1, 1))
		report(s, "canary-3", &fluxv1alpha1.RemovedObjects{Before: 2, Count: 2})
		report(s, "canary-4", &fluxv1alpha1.RemovedObjects{Unknown: "too many objects"})
		s.decide()
		Expect(s.state.Rings[0].Guarded).To(Equal("canary-3 has lost 2 of 2 objects; canary-2 has lost 2 of 10 objects (1 ConfigMap, 1 Namespace); canary-1 has lost 4 of 10 objects (4 ConfigMap)" +
			"; another Shoot has lost more than the guard allows, too; and the report of canary-4 on removed objects: too many objects"))
		s.operate("approve=canary")
		s.after(time.Minute)
		Expect(s.have(two)).To(ContainElement("prod-0"), "all of it was approved")
	})

	DescribeTable("judges Shoots that exist before the first decision by what their seeds report",
		func(removed *fluxv1alpha1.RemovedObjects, phase Phase) {
			s := &scene{Input: newScene(nil).Input}
			s.add("canary-0")
			s.add("prod-0")
			s.decide()
			s.report("canary-0", s.Target, fluxv1alpha1.ShootReady)
			s.member("canary-0").Status.Removals = []Removal{{Removed: removed}}
			s.decide()
			s.after(time.Hour)
			Expect(s.last.Progress.Rings[0].Phase).To(Equal(phase))
		},
		Entry("nothing was applied before", &fluxv1alpha1.RemovedObjects{}, PhaseComplete),
		Entry("what was applied before is unknown", &fluxv1alpha1.RemovedObjects{Unknown: "the objects from before the change are not recorded"}, PhaseHolding),
	)
})

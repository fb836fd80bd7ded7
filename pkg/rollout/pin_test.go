// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// many returns a map with so many entries.
func many(entries int) map[string]string {
	all := map[string]string{}
	for i := range entries {
		all[strconv.Itoa(i)] = "a"
	}
	return all
}

var _ = Describe("A pinned first ring", func() {
	old, next, later := "sha1:"+strings.Repeat("1", 40), "sha1:"+strings.Repeat("2", 40), "sha1:"+strings.Repeat("3", 40)
	// commitOf returns the commit that a Shoot is permitted to have; empty if it follows the source.
	commitOf := func(s *scene, name string) string { return s.state.Permit(s.member(name).Identity).Commit }
	// pinned returns a scene whose rings have passed commit old. It is 13:00 UTC, and the window office is closed.
	pinned := func(change func(*fluxv1alpha1.Rollout), members ...string) *scene {
		GinkgoHelper()
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Source, r.Rings[0].Pin, r.Rings[0].Windows = ptr.To(fluxv1alpha1.RolloutSourcePromote), ptr.To(true), []fluxv1alpha1.Window{office()}
			if change != nil {
				change(r)
			}
		}, append([]string{"canary-0", "prod-0"}, members...)...)
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
		for _, member := range s.Members {
			s.commit(member.Name, old)
		}
		s.decide()
		s.after(2 * time.Minute)
		Expect(s.state.Rings[0].Passed.Commit).To(Equal(old))
		s.at("23T13:00")
		return s
	}

	It("stays pinned with its former change when an approval lets the ring begin with another one during a freeze", func() {
		s := pinned(func(r *fluxv1alpha1.Rollout) {
			r.Rings[0].Windows, r.Rings[0].MaxConcurrent = nil, ptr.To(intstr.FromInt32(1))
		}, "canary-1")
		s.Freezes = []Freeze{{Freeze: freeze(), IsApprovable: true}}
		s.decide()
		s.change("two")
		s.operate("approve-during-freeze=canary")
		Expect(s.have(revisionOf("two", "v2.9.0"))).To(ConsistOf("canary-0"))
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		Expect(commitOf(s, "canary-1")).To(Equal(old))
	})

	It("gets the newest commit when its window opens, and none after it has closed (flux2 #3164)", func() {
		s := pinned(nil)
		Expect(commitOf(s, "canary-0")).To(Equal(old))
		Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseComplete), HaveField("WaitsFor", "commits wait for window office, opens Mon 23 Nov 15:00 CET")))
		Expect(s.last.Timed).To(Equal(time.Hour), "no report may come when it opens")

		By("the window opens in ten seconds, which is sooner than the next decision would be")
		s.at("23T13:59")
		s.Now = s.Now.Add(50 * time.Second)
		s.decide()
		Expect(s.last.Next).To(Equal(5 * time.Second))
		s.at("23T14:00")
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		s.commit("canary-0", next)
		s.decide()
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		Expect(s.last.Timed).To(Equal(time.Hour-5*time.Second), "nor when it closes")

		By("the window closes")
		s.at("23T15:00")
		Expect(commitOf(s, "canary-0")).To(Equal(next))
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(next), "the soak goes on")
		Expect(commitOf(s, "canary-0")).To(Equal(next), "also after its ring has passed it")
	})

	It("is pinned when a freeze begins, and follows the source when it ends, without a report", func() {
		s := pinned(func(r *fluxv1alpha1.Rollout) { r.Rings[0].Windows = nil })
		Expect(s.last.Timed).To(BeZero(), "nothing depends on the time")
		s.Freezes = []Freeze{{Freeze: fluxv1alpha1.Freeze{Name: "fair", From: "2026-11-23T15:00", To: "2026-11-23T17:00", TimeZone: "UTC"}}}
		s.at("23T14:00")
		Expect(s.last.Timed).To(Equal(time.Hour))
		s.at("23T15:00")
		Expect(commitOf(s, "canary-0")).To(Equal(old))
		Expect(s.last.Timed).To(Equal(2 * time.Hour))
		s.at("23T17:00")
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
	})

	It("lets a Shoot finish the commit that is on its way, and get no further one", func() {
		s := pinned(nil, "canary-1")
		s.at("23T14:59")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootProgressing, old)
		s.member("canary-0").Status.Attempted = "main@" + next
		s.at("23T15:00")
		Expect(commitOf(s, "canary-0")).To(Equal(next))
		Expect(commitOf(s, "canary-1")).To(Equal(old))
		s.commit("canary-0", next)
		s.decide()
		Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseWaitingForWindow), HaveField("WaitsFor", "window office, opens Tue 24 Nov 15:00 CET")), "the others get it then")
	})

	It("gets the next commit in a Shoot that has failed, which may be the correction, and pins it when that is on its way", func() {
		s := pinned(nil)
		s.report("canary-0", s.Target, fluxv1alpha1.ShootDegraded, old)
		s.decide()
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		s.report("canary-0", s.Target, fluxv1alpha1.ShootProgressing, old)
		s.member("canary-0").Status.Attempted = "main@" + next
		s.decide()
		Expect(commitOf(s, "canary-0")).To(Equal(next))
	})

	It("is not pinned to a commit of another repository when a rollback returns to the former one", func() {
		s := pinned(nil)
		former := s.Target
		s.at("23T14:00")
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/b", Branch: "main"}
		s.change("two")
		s.commit("canary-0", next)
		s.decide()
		s.operate("rollback")
		Expect(s.state.RolledBack).To(BeTrue())
		s.at("23T15:00")
		s.report("canary-0", former, fluxv1alpha1.ShootProgressing, next)
		s.decide()
		Expect(s.have(former)).To(ContainElement("canary-0"))
		Expect(commitOf(s, "canary-0")).To(BeEmpty(), "Flux has not read the former repository yet")
		s.report("canary-0", former, fluxv1alpha1.ShootReady, old)
		s.decide()
		Expect(commitOf(s, "canary-0")).To(Equal(old))
	})

	DescribeTable("stays pinned if",
		func(happens func(*scene)) {
			s := pinned(nil)
			happens(s)
			for range 10 {
				s.after(RecordStep)
				Expect(commitOf(s, "canary-0")).To(Equal(old))
			}
		},
		Entry("its report is missing", func(s *scene) { s.member("canary-0").Status = nil }),
		Entry("it is hibernated", func(s *scene) { s.member("canary-0").Hibernated = true }),
		Entry("it is unreachable", func(s *scene) { s.report("canary-0", s.Target, fluxv1alpha1.ShootUnreachable, next) }),
		Entry("it is not reported", func(s *scene) { s.report("canary-0", s.Target, fluxv1alpha1.ShootNotReported) }),
		Entry("it reports another commit", func(s *scene) { s.commit("canary-0", next) }),
		Entry("flux-rollout is lost, and it is reported", func(s *scene) { s.state = nil; s.decide() }),
		Entry("the rollout is paused, and the window opens", func(s *scene) { s.operate("pause"); s.at("23T14:30") }),
		Entry("the rollout is paused, and it fails", func(s *scene) { s.operate("pause"); s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed, old) }),
		Entry("the clock of the garden controller is turned back into the window", func(s *scene) { s.at("23T15:00"); s.at("23T14:30") }),
	)

	DescribeTable("keeps what a Shoot has if flux-rollout is lost, and its commit is not known, because it is",
		func(happens func(*scene)) {
			s := pinned(nil)
			happens(s)
			s.state = nil
			for range 3 {
				s.decide()
				Expect(s.state.Permit(s.member("canary-0").Identity).Content).To(BeNil())
			}
			s.commit("canary-0", old)
			s.decide()
			Expect(commitOf(s, "canary-0")).To(Equal(old))
		},
		Entry("not reported", func(s *scene) { s.member("canary-0").Status = nil }),
		Entry("unreachable", func(s *scene) { s.report("canary-0", s.Target, fluxv1alpha1.ShootUnreachable, old) }),
	)

	It("does not pin a Shoot to a commit of an old report, which may be older than what it has", func() {
		s := pinned(nil)
		s.at("23T14:00")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootUnreachable, old)
		s.at("23T15:00")
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		s.commit("canary-0", later)
		s.decide()
		Expect(commitOf(s, "canary-0")).To(Equal(later))
	})

	It("gives a new Shoot the commit that it has passed, also before it is recorded", func() {
		s := pinned(nil)
		isNew := Identity{Name: "canary-1", UID: "uid-canary-1", Labels: map[string]string{"ring": "canary"}}
		Expect(s.state.Permit(isNew).Commit).To(Equal(old))
		s.add("canary-1")
		s.decide()
		Expect(commitOf(s, "canary-1")).To(Equal(old))
		s.member("canary-1").UID = "recreated"
		Expect(s.state.Permit(s.member("canary-1").Identity).Commit).To(Equal(old))
		s.at("23T14:00")
		Expect(commitOf(s, "canary-1")).To(BeEmpty())
		unknown := Identity{Name: "canary-2", UID: types.UID("2"), Labels: map[string]string{"ring": "canary"}}
		Expect(s.state.Permit(unknown).Commit).To(BeEmpty())
		s.operate("pause")
		Expect(s.state.Permit(unknown).Commit).To(Equal(old))
	})

	It("gets no commit during a freeze, unless it is approved", func() {
		s := pinned(func(r *fluxv1alpha1.Rollout) { r.Rings[0].Windows, r.Freezes = nil, []fluxv1alpha1.Freeze{freeze()} })
		Expect(commitOf(s, "canary-0")).To(Equal(old))
		Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("commits wait for freeze release until Mon 23 Nov 18:00 UTC"))
		s.operate("approve-during-freeze=canary")
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		s.at("23T18:00")
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
	})

	It("gets no commit during a freeze of the operator", func() {
		s := pinned(func(r *fluxv1alpha1.Rollout) { r.Rings[0].Windows = nil })
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		s.Freezes = []Freeze{{Freeze: freeze(), IsOperators: true}}
		s.decide()
		Expect(commitOf(s, "canary-0")).To(Equal(old))
	})

	It("proves the commit of a tag, which Flux reports without the tag while it is pinned", func() {
		s := pinned(nil)
		s.Source.Branch, s.Source.Range = "", "1.x"
		s.at("23T14:00")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady, next)
		s.member("canary-0").Status.Applied, s.member("canary-0").Status.Attempted = "1.2.0@"+next, "1.2.0@"+next
		s.at("23T15:00")
		Expect(commitOf(s, "canary-0")).To(Equal(next))
		s.member("canary-0").Status.Applied, s.member("canary-0").Status.Attempted = next, next
		s.after(time.Minute)
		Expect(s.state.Rings[0].Passed.Commit).To(Equal(next), s.last.Progress.Message)
	})

	It("holds commits in a Shoot outside of its maintenance time window, and while the Shoot asks for it, for a limited time", func() {
		s := pinned(func(r *fluxv1alpha1.Rollout) {
			r.Rings[0].Windows[0] = fluxv1alpha1.Window{Name: "shoots", Maintenance: true}
			r.ShootHold = &fluxv1alpha1.ShootHold{Max: metav1.Duration{Duration: time.Hour}}
		})
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		s.member("canary-0").InWindow = false
		s.decide()
		Expect(commitOf(s, "canary-0")).To(Equal(old))
		s.member("canary-0").InWindow = true
		s.member("canary-0").Hold = Hold{Until: s.Now.Add(48 * time.Hour)}
		s.decide()
		Expect(commitOf(s, "canary-0")).To(Equal(old))
		s.after(59 * time.Minute)
		Expect(commitOf(s, "canary-0")).To(Equal(old))
		s.after(2 * time.Minute)
		Expect(commitOf(s, "canary-0")).To(BeEmpty())

		By("another request, after the first one has ended")
		s.member("canary-0").Hold = Hold{}
		s.decide()
		s.member("canary-0").Hold = Hold{Until: s.Now.Add(48 * time.Hour)}
		s.decide()
		Expect(commitOf(s, "canary-0")).To(Equal(old))
	})

	It("is not pinned by a setting of another source or ring", func() {
		s := pinned(func(r *fluxv1alpha1.Rollout) { r.Rings[0].Pin, r.Rings[1].Pin = nil, ptr.To(true) })
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		Expect(s.state.Members["canary-0"].Pin).To(BeEmpty())
		Expect(s.state.Members["prod-0"].Pin).To(BeEmpty())
		s.Rollout.Rings[0].Pin = ptr.To(true)
		s.decide()
		Expect(commitOf(s, "canary-0")).To(Equal(old))
		s.Rollout.Source = ptr.To(fluxv1alpha1.RolloutSourceFollow)
		s.decide()
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
	})

	It("is not pinned to a commit of the former repository after a change of the repository", func() {
		other := Source{Kind: "GitRepository", Location: "https://git.example.com/b", Branch: "main"}
		s := pinned(nil, "canary-1")
		By("one of two Shoots gets the new repository before the window closes")
		s.Rollout.Rings[0].MaxConcurrent = ptr.To(intstr.FromInt32(1))
		former := s.Target
		s.at("23T14:58")
		s.Source = other
		s.change("two")
		Expect(s.have(s.Target)).To(ConsistOf("canary-0"))
		s.report("canary-0", s.Target, fluxv1alpha1.ShootProgressing, old)
		s.at("23T15:00")
		Expect(commitOf(s, "canary-0")).To(BeEmpty(), "it has attempted no commit of the new repository that is known")
		Expect(commitOf(s, "canary-1")).To(Equal(old), "it keeps the former repository")

		By("the target changes once more, and the State is stored in between")
		values, err := s.state.Encode()
		Expect(err).NotTo(HaveOccurred())
		s.state, err = DecodeStrict(&corev1.ConfigMap{BinaryData: values})
		Expect(err).NotTo(HaveOccurred())
		s.change("three")
		Expect(commitOf(s, "canary-0")).To(BeEmpty())
		Expect(commitOf(s, "canary-1")).To(Equal(old))

		By("the former target comes back with its repository before the Shoot is ready")
		s.Source, s.Target = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}, former
		s.decide()
		Expect(commitOf(s, "canary-0")).To(BeEmpty())

		By("the window opens, and it gets the former repository back")
		s.at("24T14:30")
		Expect(s.have(former)).To(ContainElement("canary-0"))
		s.report("canary-0", former, fluxv1alpha1.ShootProgressing, next)
		s.at("24T15:00")
		Expect(commitOf(s, "canary-0")).To(BeEmpty(), "the commit may be of the other repository")

		By("it is ready with a commit of the other repository")
		s.at("25T14:30")
		s.Source = other
		s.change("two")
		Expect(s.have(s.Target)).To(ContainElement("canary-0"))
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady, next)
		s.at("25T15:00")
		Expect(commitOf(s, "canary-0")).To(Equal(next))
		Expect(s.state.Sources.Members).To(HaveLen(2))
		Expect(s.state.Sources.Members).NotTo(HaveKey("canary-0"))
		s.at("26T14:30")
		s.change("four")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootProgressing, next)
		s.at("26T15:00")
		Expect(commitOf(s, "canary-0")).To(Equal(next), "another revision has the same source")
	})

	DescribeTable("is stored without the sources if they are",
		func(damaged func() []byte) {
			s := pinned(nil)
			s.Source.Location = "https://git.example.com/b"
			s.change("two")
			Expect(s.state.Sources.Members).NotTo(BeEmpty())
			values, err := s.state.Encode()
			Expect(err).NotTo(HaveOccurred())
			values["sources"] = damaged()
			read, err := DecodeStrict(&corev1.ConfigMap{BinaryData: values})
			Expect(err).NotTo(HaveOccurred())
			Expect(read.Sources).To(Equal(Sources{}))
			Expect(read.Members["canary-0"].Pin).To(Equal(old))
		},
		Entry("missing", func() []byte { return nil }),
		Entry("damaged", func() []byte { return []byte("x") }),
		Entry("of another type", func() []byte { return zippedJSON([]string{"a"}) }),
		Entry("too many", func() []byte { return zippedJSON(Sources{Members: many(10_001)}) }),
	)

	It("keeps the commit of a Shoot that moves to another ring", func() {
		s := pinned(nil)
		s.member("canary-0").Labels = map[string]string{"ring": "prod"}
		s.member("canary-0").Status = nil
		s.decide()
		Expect(s.state.Members["canary-0"]).To(And(HaveField("Commit", old), HaveField("Pin", "")))
	})

	It("is stored, and refused with a commit that no source can be pinned to", func() {
		s := pinned(nil)
		values, err := s.state.Encode()
		Expect(err).NotTo(HaveOccurred())
		read, err := DecodeStrict(&corev1.ConfigMap{BinaryData: values})
		Expect(err).NotTo(HaveOccurred())
		Expect(read.Members["canary-0"].Pin).To(Equal(old))
		Expect(read.Rings[0].Pinned).To(BeTrue())
		record := s.state.Members["canary-0"]
		record.Pin = "main"
		s.state.Members["canary-0"] = record
		values, err = s.state.Encode()
		Expect(err).NotTo(HaveOccurred())
		_, err = Decode(&corev1.ConfigMap{BinaryData: values})
		Expect(err).To(MatchError(ContainSubstring("incomplete commit")))
	})
})

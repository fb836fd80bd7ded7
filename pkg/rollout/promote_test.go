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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Promoted commits", func() {
	commit := func(digit string) string { return "sha1:" + strings.Repeat(digit, 40) }
	one, other, fixed := commit("1"), commit("2"), commit("f")
	// promoting returns a scene that has promoted commit one to prod-0, from branch main of a GitRepository.
	promoting := func(change func(*fluxv1alpha1.Rollout), members ...string) *scene {
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote)
			if change != nil {
				change(r)
			}
		}, slices.Concat([]string{"canary-0", "prod-0"}, members)...)
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
		s.commit("canary-0", one)
		s.decide()
		s.after(time.Minute)
		s.operate("approve=prod")
		for _, member := range s.Members[1:] {
			s.commit(member.Name, one)
		}
		s.decide()
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		return s
	}
	manual := func(r *fluxv1alpha1.Rollout) { r.Rings[1].Approval = ptr.To(fluxv1alpha1.ApprovalManual) }
	prove := func(s *scene, commit string) {
		s.commit("canary-0", commit)
		s.decide()
		s.after(time.Minute)
	}

	Describe("after the loss of flux-rollout", func() {
		It("wait for the soak and the approval again", func() {
			s := promoting(manual)
			s.commit("canary-0", fixed)
			s.decide()
			s.state = nil
			s.decide()
			Expect(s.state.Members["prod-0"].Target).To(Equal(Target{Revision: s.Target.ID(), Commit: one}))
			s.after(time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
			Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
			s.operate("approve=prod")
			Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))
		})

		It("do not replace a newer commit in a Shoot", func() {
			s := promoting(nil, "prod-1")
			s.commit("canary-0", fixed)
			s.commit("prod-1", fixed)
			s.state = nil
			s.decide()
			Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
			Expect(s.state.Members["prod-1"].Commit).To(Equal(fixed))
			Expect(s.state.Rings[1].Target).To(BeZero(), "its Shoots do not agree")
			s.after(2 * time.Minute)
			Expect(s.state.Members["prod-1"].Commit).To(Equal(fixed))
			Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed), "the canary has proven it again")
		})

		DescribeTable("do not change a Shoot if",
			func(damage func(*scene)) {
				s := promoting(nil)
				damage(s)
				s.state = nil
				s.decide()
				Expect(s.state.Members["prod-0"].Target).To(BeZero())
				permit := s.state.Permit(s.member("prod-0").Identity)
				Expect(permit.Content).To(BeNil(), "it keeps what it has")
			},
			Entry("its entry is shortened", func(s *scene) { s.member("prod-0").Status.Applied = "" }),
			Entry("its entry is missing", func(s *scene) { s.member("prod-0").Status = nil }),
			Entry("it is not ready, and may have a newer commit", func(s *scene) { s.report("prod-0", s.Target, fluxv1alpha1.ShootFailed, one) }),
			Entry("all entries are missing", func(s *scene) {
				for i := range s.Members {
					s.Members[i].Status = nil
				}
			}),
		)

		It("are restored when all Shoots are reported again", func() {
			s := promoting(nil)
			reports := []*Status{s.Members[0].Status, s.Members[1].Status}
			s.Members[0].Status, s.Members[1].Status, s.state = nil, nil, nil
			s.decide()
			s.Members[0].Status, s.Members[1].Status = reports[0], reports[1]
			s.decide()
			Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
			Expect(s.last.Progress.Phase).To(Equal(PhaseSoaking), "the canary proves its commit again")
			s.after(time.Minute)
			Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		})
	})

	It("are not taken from a former repository while the canary is hibernated", func() {
		s := promoting(nil)
		s.member("canary-0").Hibernated = true
		s.Source.Location = "https://git.example.com/b"
		s.change("two")
		s.after(time.Hour)
		Expect(s.have(s.Target)).To(BeEmpty())
		s.operate("approve=canary")
		Expect(s.last.Events[0].Note).To(ContainSubstring("but waits for a Shoot that proves a commit of the current source"))
		s.after(time.Hour)
		Expect(s.state.Members["prod-0"].Target).To(Equal(Target{Revision: revisionOf("one", "v2.9.0").ID(), Commit: one}))
		s.member("canary-0").Hibernated = false
		prove(s, other)
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Target).To(Equal(Target{Revision: s.Target.ID(), Commit: other}))
	})

	It("treats no commit that Shoots report with an earlier revision as a commit of the present repository after flux-rollout was lost", func() {
		s := promoting(nil)
		s.state = nil
		s.report("prod-0", s.Target, fluxv1alpha1.ShootReady, one)
		s.Source.Location = "https://git.example.com/b"
		s.change("two")
		Expect(s.state.Recovering).To(BeTrue())
		Expect(s.state.Promoted).To(BeEmpty())
	})

	It("are not part of the target of a configuration without a source", func() {
		s := promoting(nil)
		s.Source = Source{}
		s.change("two")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootNoRepository)
		s.decide()
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Target).To(Equal(Target{Revision: s.Target.ID()}))
	})

	It("are not rolled back after the rings have followed the source for a time", func() {
		s := promoting(nil)
		promote := s.Rollout
		s.Rollout = s.Rollout.DeepCopy()
		s.Rollout.Source = ptr.To(fluxv1alpha1.RolloutSourceFollow)
		for range 3 {
			s.commit("canary-0", fixed)
			s.commit("prod-0", fixed)
			s.after(2 * time.Minute)
		}
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		s.Rollout = promote
		s.decide()
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed), "it keeps what it has")
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))
	})

	It("are not rolled back when the rings swap places", func() {
		s := promoting(manual)
		prove(s, other)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		s.Rollout = s.Rollout.DeepCopy()
		slices.Reverse(s.Rollout.Rings[:2])
		s.decide()
		Expect(s.state.Members["canary-0"].Commit).To(BeElementOf("", other))
		s.after(time.Hour)
		Expect(s.state.Members["canary-0"].Commit).To(BeElementOf("", other))
		s.operate("approve=prod")
		s.commit("prod-0", fixed)
		s.decide()
		s.after(time.Minute)
		Expect(s.state.Members["canary-0"].Commit).To(Equal(fixed))
	})

	It("wait for the failure of a deleted Shoot also if its ring is renamed", func() {
		s := promoting(nil)
		s.change("two")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed, one)
		s.decide()
		s.Members = s.Members[1:]
		s.Rollout = s.Rollout.DeepCopy()
		s.Rollout.Rings[0].Name = "dev"
		s.after(time.Hour)
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("canary-0 (deleted): message of canary-0"))
	})

	It("are not promoted again after another commit, unless approved", func() {
		s := promoting(nil)
		prove(s, fixed)
		s.commit("prod-0", fixed)
		s.decide()
		s.after(time.Minute)
		prove(s, one)
		s.after(time.Hour)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))
		Expect(s.last.Progress.Message).To(Equal("ring canary: another commit: " + one + " was promoted before, and replaced. Push a new commit, such as a revert, or approve ring canary, or operation approve=canary"))
		s.operate("approve=canary")
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
	})

	DescribeTable("match the source",
		func(source Source, reported, expected string) {
			s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "prod-0")
			s.Source = source
			s.commit("canary-0", one)
			s.member("canary-0").Status.Applied = reported
			s.decide()
			s.after(time.Minute)
			Expect(s.state.Members["prod-0"].Commit).To(Equal(expected))
			if expected == "" {
				Expect(s.last.Progress.Message).To(ContainSubstring("ring canary: a commit of the source: canary-0 has "))
			}
		},
		Entry("its branch", Source{Kind: "GitRepository", Branch: "main"}, "main@"+one, one),
		Entry("another branch", Source{Kind: "GitRepository", Branch: "main"}, "evil@"+one, ""),
		Entry("no branch", Source{Kind: "GitRepository", Branch: "main"}, one, ""),
		Entry("its tag", Source{Kind: "GitRepository", Tag: "v1.0.0"}, "v1.0.0@"+one, one),
		Entry("another tag", Source{Kind: "GitRepository", Tag: "v1.0.0"}, "v2.0.0@"+one, ""),
		Entry("a tag in its range", Source{Kind: "GitRepository", Range: ">=1.0.0 <2.0.0"}, "v1.4.2@"+one, one),
		Entry("a tag outside its range", Source{Kind: "GitRepository", Range: ">=1.0.0 <2.0.0"}, "v2.0.0@"+one, ""),
		Entry("its branch, which the range overrides", Source{Kind: "GitRepository", Range: ">=1.0.0 <2.0.0", Branch: "main"}, "main@"+one, ""),
		Entry("its commit", Source{Kind: "GitRepository", Commit: strings.Repeat("1", 40)}, "main@"+one, one),
		Entry("another commit", Source{Kind: "GitRepository", Commit: strings.Repeat("2", 40)}, "main@"+one, ""),
		Entry("its tag of an OCIRepository", Source{Kind: "OCIRepository", Tag: "latest"}, "latest@sha256:"+strings.Repeat("1", 64), "sha256:"+strings.Repeat("1", 64)),
		Entry("another tag of an OCIRepository", Source{Kind: "OCIRepository", Tag: "latest"}, "evil@sha256:"+strings.Repeat("1", 64), ""),
		Entry("a tag in the range of an OCIRepository", Source{Kind: "OCIRepository", Range: ">=1.0.0"}, "1.4.2@sha256:"+strings.Repeat("1", 64), "sha256:"+strings.Repeat("1", 64)),
	)

	It("keep the later rings at the proven commit when the tag is moved", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "prod-0")
		s.Source = Source{Kind: "GitRepository", Tag: "v1"}
		reports := func(member string, state fluxv1alpha1.ShootState, revision string) {
			s.report(member, s.Target, state)
			s.member(member).Status.Applied, s.member(member).Status.Attempted = revision, revision
			s.decide()
		}
		reports("canary-0", fluxv1alpha1.ShootReady, "v1@"+one)
		s.after(time.Minute)
		reports("prod-0", fluxv1alpha1.ShootReady, one) // Flux reports no tag for a commit.
		s.after(time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		reports("canary-0", fluxv1alpha1.ShootFailed, "v1@"+other)
		Expect(s.state.Permit(s.member("prod-0").Identity).Target).To(Equal(Target{Revision: s.Target.ID(), Commit: one}))
	})

	DescribeTable("are complete, because a source is pinned to nothing else",
		func(source Source, reported string) {
			s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "prod-0")
			s.Source = source
			s.commit("canary-0", one)
			s.member("canary-0").Status.Applied = reported
			s.decide()
			s.after(time.Hour)
			Expect(s.state.Promoted).To(BeEmpty())
			Expect(s.state.Members["prod-0"].Commit).To(BeEmpty())
			Expect(s.last.Progress.Rings[0].WaitsFor).To(ContainSubstring("its Shoots to apply the same commit"))
		},
		Entry("the beginning of a commit", Source{Kind: "GitRepository", Branch: "main"}, "main@"+one[:20]),
		Entry("another algorithm", Source{Kind: "GitRepository", Branch: "main"}, "main@sha512:"+strings.Repeat("1", 128)),
		Entry("a commit of an OCIRepository", Source{Kind: "OCIRepository", Tag: "latest"}, "latest@"+one),
	)

	It("use an early approval for the commit that it names, and for no other", func() {
		s := promoting(manual)
		s.commit("canary-0", other)
		s.decide()
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(Equal("Ring prod may begin with revision " + s.Target.ID() + " and " + other))
		prove(s, fixed)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one), "the approved commit was replaced before its turn")
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		s.operate("approve=prod")
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))
	})

	It("use an early approval for the commit that is soaking", func() {
		s := promoting(manual)
		s.commit("canary-0", other)
		s.decide()
		s.operate("approve=prod")
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(other))
		s.commit("prod-0", other)
		s.decide()
		s.after(time.Minute)
		prove(s, fixed)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(other), "it was for one commit")
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
	})

	It("are not approved in advance by a second approval", func() {
		s := promoting(manual)
		prove(s, other)
		s.operate("approve=prod")
		s.decide()
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(Equal("Ring prod has begun with revision " + s.Target.ID() + " and " + other + " already: there is nothing to approve"))
		s.commit("prod-0", other)
		s.decide()
		s.after(time.Minute)
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(ContainSubstring("there is nothing to approve"), "no commit is on its way")
		prove(s, fixed)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(other))
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
	})

	It("are approved while the ring is in progress with another one, by name", func() {
		s := promoting(manual)
		prove(s, other)
		s.operate("approve=prod")
		prove(s, fixed)
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(Equal("Ring prod may begin with revision " + s.Target.ID() + " and " + fixed))
		s.commit("prod-0", other)
		s.decide()
		s.after(time.Minute)
		s.decide()
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))
	})

	It("use an early approval of a configuration for its first commit", func() {
		s := promoting(manual)
		s.change("two")
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(Equal("Ring prod may begin with the next commit in revision " + s.Target.ID()))
		s.commit("canary-0", other)
		s.decide()
		prove(s, fixed)
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
	})

	It("are complete again only when the Shoots are ready after a change was taken back", func() {
		s := promoting(nil)
		s.change("two")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed, one)
		s.decide()
		s.change("one")
		Expect(s.reasons()).To(ConsistOf("RolloutRingStarted"))
		s.decide()
		Expect(s.reasons()).To(BeEmpty())
		s.commit("canary-0", one)
		s.after(2 * time.Minute)
		Expect(s.reasons()).To(ConsistOf("RolloutComplete"))
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		s.after(time.Hour)
		Expect(s.reasons()).To(BeEmpty(), "it is reported once")
	})

	It("lead to an Event about an approval without effect", func() {
		s := promoting(func(r *fluxv1alpha1.Rollout) { r.OnFailure = ptr.To(fluxv1alpha1.OnFailureRollback) })
		s.operate("approve=canary")
		Expect(s.last.Events[0].Note).To(ContainSubstring("there is nothing to approve"), "it follows the source")
		prove(s, other)
		s.report("prod-0", s.Target, fluxv1alpha1.ShootFailed, other)
		s.decide()
		Expect(s.reasons()).To(ConsistOf("RolloutRolledBack"))
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(ContainSubstring("has rolled back revision " + s.Target.ID() + " and " + other + ", so that nothing is approved"))
	})

	It("are not promoted if one canary is ready, and another has failed and is deleted", func() {
		s := promoting(nil)
		s.add("canary-1")
		s.commit("canary-1", one)
		s.decide()
		s.report("canary-1", s.Target, fluxv1alpha1.ShootFailed, other)
		s.commit("canary-0", other)
		s.decide()
		s.member("canary-1").Hibernated = true
		s.after(time.Hour)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		prove(s, fixed)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed), "it has failed with another commit")
	})

	It("do not stop the rollout if a Shoot fails after the promotion", func() {
		s := promoting(nil)
		s.add("canary-1")
		s.commit("canary-1", one)
		s.decide()
		s.report("canary-1", s.Target, fluxv1alpha1.ShootFailed, one)
		s.decide()
		Expect(s.reasons()).To(BeEmpty(), "the Shoots have it already")
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseNotReady))
		Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("canary-1 to be ready"))
		prove(s, other)
		s.after(time.Hour)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one), "canary-1 is not ready with the next one")
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		s.commit("canary-1", other)
		s.decide()
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(other))
	})

	It("are not promoted without a soak when the only canary is skipped", func() {
		s := promoting(nil)
		s.change("two")
		s.commit("canary-0", other)
		s.decide()
		s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed, fixed)
		s.decide()
		s.operate("skip=canary-0")
		Expect(s.state.Members["prod-0"].Target).To(Equal(Target{Revision: s.Target.ID(), Commit: one}), "the change was skipped for, and no commit")
	})

	It("reach all Shoots of a ring before its next commit", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Source, r.Rings[1].MaxConcurrent = ptr.To(fluxv1alpha1.RolloutSourcePromote), ptr.To(intstr.FromInt32(1))
		}, "canary-0", "prod-0", "prod-1")
		prove(s, one)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		prove(s, other)
		s.commit("prod-0", one)
		s.decide()
		Expect(s.state.Members["prod-1"].Commit).To(Equal(one))
		s.commit("prod-1", one)
		s.decide()
		s.after(time.Minute)
		s.decide()
		Expect(s.state.Rings[1].Passed.Commit).To(Equal(one), "a busy branch reaches the ring after it")
		Expect(s.state.Members["prod-0"].Commit).To(Equal(other))
		prove(s, fixed)
		s.report("prod-0", s.Target, fluxv1alpha1.ShootFailed, other)
		s.decide()
		Expect(s.state.Rings[1].Stopped).To(BeTrue())
		s.decide()
		Expect(s.state.Rings[1].Target.Commit).To(Equal(fixed), "a commit that has failed is not waited for")
	})

	It("soak for the full time: time with the previous commit does not count", func() {
		s := promoting(nil)
		s.Rollout.Rings[0].Soak = &metav1.Duration{Duration: 10 * time.Minute}
		s.commit("canary-0", other)
		s.decide()
		s.after(9 * time.Minute)
		s.commit("canary-0", fixed)
		s.decide()
		s.after(9 * time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		s.after(2 * time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))
	})

	It("count a Shoot again whose failure was approved with the commit before", func() {
		s := promoting(nil, "canary-1")
		s.Rollout.Rings[0].Soak = &metav1.Duration{Duration: 10 * time.Minute}
		fail := func(commit string) {
			s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed, commit)
			s.commit("canary-1", commit)
			s.decide()
		}
		fail(other)
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		s.operate("approve=canary")
		s.after(2 * time.Minute)
		fail(fixed)
		s.after(30 * time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
	})

	It("continue their soak when the only canary returns", func() {
		s := promoting(first(func(ring *fluxv1alpha1.Ring) { ring.Soak = &metav1.Duration{Duration: time.Minute} }))
		s.Rollout.Rings[0].Soak = &metav1.Duration{Duration: 20 * time.Minute}
		s.commit("canary-0", other)
		s.decide()
		s.after(15 * time.Minute)
		s.member("canary-0").Hibernated = true
		s.after(time.Hour)
		s.member("canary-0").Hibernated = false
		s.decide()
		s.after(6 * time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(other))
	})
})

var _ = Describe("The correction of a stopped change after the loss of flux-rollout", func() {
	It("reaches the held Shoots although they are reported as progressing", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		two := s.Target
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.decide()
		s.state = nil
		s.report("prod-0", revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootProgressing)
		s.member("prod-0").Status.IsKept = true
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		s.change("three")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		Expect(s.have(s.Target)).To(ConsistOf("canary-0", "prod-0"), "at once, and not after the deadline")
		Expect(s.state.Members["prod-0"].NotWell).To(BeFalse(), "it counts")
	})
})

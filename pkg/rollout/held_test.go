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
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("A ring that no commit was promoted to", func() {
	commit := func(digit string) string { return "sha1:" + strings.Repeat(digit, 40) }
	one, two, bad := commit("1"), commit("2"), commit("b")

	// rings returns a rollout with three rings, the last of which needs approval.
	rings := func(source fluxv1alpha1.RolloutSource) *fluxv1alpha1.Rollout {
		r := &fluxv1alpha1.Rollout{Source: ptr.To(source)}
		for _, name := range []string{"canary", "staging", "prod"} {
			r.Rings = append(r.Rings, fluxv1alpha1.Ring{Name: name, ShootSelector: fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": name}}}, Soak: &metav1.Duration{Duration: time.Minute}})
		}
		r.Rings[2].Approval = ptr.To(fluxv1alpha1.ApprovalManual)
		fluxv1alpha1.SetDefaults_Rollout(r)
		return r
	}
	// following returns a project without a rollout, whose members follow the branch and are ready with commit one.
	following := func(members ...string) *scene {
		s := &scene{Input: Input{Rollout: rings(fluxv1alpha1.RolloutSourcePromote), Target: revisionOf("one", "v2.9.0"), Now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)}}
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
		for _, name := range members {
			s.add(name)
			s.report(name, Revision{}, fluxv1alpha1.ShootReady, one)
			s.member(name).Status.Revision = ""
		}
		return s
	}
	// delivered makes all members report the permitted revision.
	delivered := func(s *scene) {
		for i, member := range s.Members {
			if member.Status != nil {
				s.Members[i].Status.Revision = s.state.Permit(member.Identity).Revision
			}
		}
		s.decide()
	}
	commits := func(s *scene) map[string]string {
		all := map[string]string{}
		for _, member := range s.Members {
			all[member.Name] = s.state.Permit(member.Identity).Commit
		}
		return all
	}
	applies := func(s *scene, member, applied string, state fluxv1alpha1.ShootState) {
		status := s.member(member).Status
		status.Applied, status.Attempted, status.State = applied, applied, StatusOf(&fluxv1alpha1.ShootStatus{State: state}).State
	}

	It("keeps the commit that its Shoots have from the first decision on", func() {
		s := following("canary-0", "staging-0", "prod-0", "prod-1")
		s.decide()
		held := map[string]string{"canary-0": "", "staging-0": one, "prod-0": one, "prod-1": one}
		Expect(commits(s)).To(Equal(held))
		delivered(s)
		Expect(s.last.Progress.Rings[2].Phase).To(Equal(PhaseComplete), "it has what the project had before")
		applies(s, "canary-0", "main@"+bad, fluxv1alpha1.ShootFailed)
		s.decide()
		s.after(time.Hour)
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		Expect(commits(s)).To(Equal(held))
	})

	It("needs no approval for the commit that it has, and one for the next", func() {
		s := following("canary-0", "staging-0", "prod-0")
		s.decide()
		delivered(s)
		for range 3 {
			s.after(2 * time.Minute)
		}
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		Expect(s.state.Rings).To(HaveEach(HaveField("Held", false)), "the commit was proven in each ring")
		for _, member := range []string{"canary-0", "staging-0"} {
			applies(s, member, "main@"+two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(2 * time.Minute)
		}
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		Expect(commits(s)).To(Equal(map[string]string{"canary-0": "", "staging-0": two, "prod-0": one}))
		s.operate("approve=prod")
		Expect(commits(s)).To(HaveKeyWithValue("prod-0", two))
	})

	It("still waits for the approval that it has asked for when a Shoot with the commit moves to it", func() {
		s := following("canary-0", "canary-1", "staging-0")
		s.decide()
		delivered(s)
		for _, member := range []string{"canary-0", "canary-1", "staging-0"} {
			applies(s, member, "main@"+two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(2 * time.Minute)
		}
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		s.member("canary-0").Labels["ring"] = "prod"
		s.after(2 * time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		Expect(commits(s)).To(HaveKeyWithValue("canary-0", two))
		s.operate("approve=prod")
		s.after(2 * time.Minute)
		Expect(s.state.Rings[2].Passed.Commit).To(Equal(two))
	})

	DescribeTable("pins a Shoot",
		func(change func(*scene), expected string) {
			s := following("canary-0", "staging-0", "prod-0", "prod-1", "prod-2")
			change(s)
			s.decide()
			delivered(s)
			Expect(commits(s)).To(HaveKeyWithValue("prod-0", expected))
			Expect(commits(s)).To(HaveKeyWithValue("prod-1", one))
			Expect(commits(s)).To(HaveKeyWithValue("prod-2", one))
		},
		Entry("to its own commit if the others have another one", func(s *scene) { applies(s, "prod-0", "main@"+two, fluxv1alpha1.ShootReady) }, two),
		Entry("to the commit that it has applied if it fails with the next one", func(s *scene) {
			applies(s, "prod-0", "main@"+one, fluxv1alpha1.ShootFailed)
			s.member("prod-0").Status.Attempted = "main@" + bad
		}, one),
		Entry("to its commit while it is hibernated", func(s *scene) {
			s.member("prod-0").Hibernated = true
			applies(s, "prod-0", "main@"+two, fluxv1alpha1.ShootHibernated)
		}, two),
		Entry("to the commit of its ring if it has applied none yet", func(s *scene) { applies(s, "prod-0", "", fluxv1alpha1.ShootProgressing) }, one),
		Entry("to the commit of its ring if it has one of another source", func(s *scene) { applies(s, "prod-0", "evil@"+bad, fluxv1alpha1.ShootReady) }, one),
		Entry("to the commit of its ring if its own is incomplete", func(s *scene) { applies(s, "prod-0", "main@"+bad[:20], fluxv1alpha1.ShootReady) }, one),
	)

	It("changes no Shoot that is not reported, until it gets a promoted commit", func() {
		s := following("canary-0", "prod-0", "prod-1")
		s.member("prod-0").Status = nil
		s.decide()
		Expect(s.state.Permit(s.member("prod-0").Identity).Content).To(BeNil())
	})

	It("gives its commit to a new Shoot, or the commit of a ring before", func() {
		s := following("canary-0", "staging-0", "prod-0", "prod-1", "prod-2")
		applies(s, "prod-0", "main@"+two, fluxv1alpha1.ShootReady)
		s.decide()
		delivered(s)
		s.add("prod-3")
		Expect(s.state.Permit(s.member("prod-3").Identity).Target).To(Equal(Target{Revision: s.Target.ID(), Commit: one}), "most of the ring have it, before the next decision")
		s.decide()
		Expect(commits(s)).To(HaveKeyWithValue("prod-3", one))

		s = following("canary-0", "staging-0")
		s.decide()
		s.add("prod-0")
		s.decide()
		Expect(commits(s)).To(HaveKeyWithValue("prod-0", one))
	})

	It("pins the first Shoots of a project to their first commit, which nothing is known before", func() {
		s := following("canary-0", "prod-0")
		for i := range s.Members {
			s.Members[i].Status = nil
		}
		s.decide()
		request := PermitRequest{State: s.state, Member: s.member("prod-0").Identity, Carries: func(string) bool { return true }, Newest: "v2.9.0"}
		Expect(request.Permit().Target).To(Equal(Target{Revision: s.Target.ID()}))
		s.report("canary-0", s.Target, fluxv1alpha1.ShootProgressing, one)
		s.report("prod-0", s.Target, fluxv1alpha1.ShootReady, one)
		s.decide()
		Expect(commits(s)).To(Equal(map[string]string{"canary-0": "", "prod-0": one}))
	})

	It("keeps its commit when the rollout promotes commits from now on", func() {
		s := following("canary-0", "staging-0", "prod-0")
		s.Rollout = rings(fluxv1alpha1.RolloutSourceFollow)
		s.decide()
		delivered(s)
		Expect(commits(s)).To(Equal(map[string]string{"canary-0": "", "staging-0": "", "prod-0": ""}))
		s.Rollout = rings(fluxv1alpha1.RolloutSourcePromote)
		s.change("two")
		s.Source.Location = "https://git.example.com/b"
		s.decide()
		former := Target{Revision: revisionOf("one", "v2.9.0").ID(), Commit: one}
		Expect(s.state.Permit(s.member("staging-0").Identity).Target).To(Equal(former), "the former source")
		Expect(s.state.Permit(s.member("prod-0").Identity).Target).To(Equal(former))
	})

	It("gives its Shoots no commit of another one when commits are promoted again, although that commit was promoted before", func() {
		follow, promote := rings(fluxv1alpha1.RolloutSourceFollow), rings(fluxv1alpha1.RolloutSourcePromote)
		follow.Rings[2].Approval, promote.Rings[2].Approval = ptr.To(fluxv1alpha1.ApprovalAutomatic), ptr.To(fluxv1alpha1.ApprovalAutomatic)
		s := following("canary-0", "staging-0", "prod-0", "prod-1")
		s.Rollout = promote
		s.decide()
		delivered(s)
		s.after(time.Hour)
		Expect(s.state.Promoted).NotTo(BeEmpty())
		s.Rollout = follow
		s.decide()
		for _, member := range []string{"canary-0", "staging-0", "prod-0"} {
			applies(s, member, "main@"+two, fluxv1alpha1.ShootReady)
		}
		delivered(s)
		s.after(time.Hour)
		s.Rollout = promote
		s.decide()
		held := map[string]string{"canary-0": "", "staging-0": two, "prod-0": two, "prod-1": one}
		Expect(commits(s)).To(Equal(held))
		s.after(30 * time.Second)
		Expect(commits(s)).To(Equal(held))
		s.after(time.Hour)
		Expect(commits(s)).To(HaveKeyWithValue("prod-1", two), "the canary has proven it")
	})

	It("keeps the commit of a Shoot that comes from the first ring", func() {
		s := following("canary-0", "canary-1", "staging-0", "prod-0")
		s.decide()
		delivered(s)
		s.member("canary-1").Labels = map[string]string{"ring": "prod"}
		s.decide()
		Expect(commits(s)).To(HaveKeyWithValue("canary-1", one))
	})

	It("does not hand its commit on to the next ring, or to the first one", func() {
		s := following("canary-0", "staging-0", "prod-0")
		s.Rollout.Rings[2].Approval = ptr.To(fluxv1alpha1.ApprovalAutomatic)
		applies(s, "staging-0", "main@"+two, fluxv1alpha1.ShootReady)
		s.decide()
		delivered(s)
		s.member("canary-0").Hibernated = true
		s.after(time.Hour)
		Expect(commits(s)).To(HaveKeyWithValue("prod-0", one))
		s.Rollout = s.Rollout.DeepCopy()
		slices.Reverse(s.Rollout.Rings[:2])
		s.decide()
		Expect(commits(s)).To(HaveKeyWithValue("prod-0", one))

		s = following("canary-0", "staging-0", "prod-0")
		s.Rollout.Rings[2].Approval = ptr.To(fluxv1alpha1.ApprovalAutomatic)
		for _, member := range []string{"canary-0", "staging-0"} {
			applies(s, member, "main@"+two, fluxv1alpha1.ShootReady)
		}
		s.decide()
		delivered(s)
		s.after(time.Minute)
		Expect(s.state.Rings[0].Passed.Commit).To(Equal(two))
		Expect(commits(s)).To(HaveKeyWithValue("prod-0", one), "the commit has not soaked in the ring before")
		s.after(2 * time.Minute)
		s.decide()
		Expect(commits(s)).To(HaveKeyWithValue("prod-0", two))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

var _ = Describe("A commit that a Shoot reports", func() {
	reporting := func(name, ring, revision string) rollout.Member {
		s := shoot(name, ring, fluxv1alpha1.ShootReady)
		s.Status.Attempted, s.Status.Applied = revision, revision
		return s
	}
	git := func(change func(*rollout.Source)) rollout.Source {
		s := rollout.Source{Kind: "GitRepository", Location: "https://git.example.com/a"}
		change(&s)
		return s
	}
	branch := git(func(s *rollout.Source) { s.Branch = "main" })
	tag := git(func(s *rollout.Source) { s.Tag = "live" })
	semver := git(func(s *rollout.Source) { s.Range = ">=1.0.0 <2.0.0" })
	name := git(func(s *rollout.Source) { s.Name = "refs/pull/7/head" })
	commit := git(func(s *rollout.Source) { s.Commit = first })

	DescribeTable("has a status only if the source allows it:",
		func(source rollout.Source, revision string, allowed bool) {
			in := input(reporting("a", "", revision))
			in.Source = source
			decision := Decide(nil, in)
			if allowed {
				Expect(decision.Due).To(Equal([]Status{{ofProject, first, StateSuccess, "1 of 1 Shoots"}}))
				return
			}
			Expect(decision.All).To(BeEmpty())
			Expect(decision.Record.Commits).To(BeEmpty())
		},
		Entry("its branch", branch, "main@sha1:"+first, true),
		Entry("a pull request, by the administrator of the only Shoot", branch, "refs/pull/7/head@sha1:"+first, false),
		Entry("another branch", branch, "evil@sha1:"+first, false),
		Entry("a branch that begins with the same name", branch, "main/evil@sha1:"+first, false),
		Entry("no reference", branch, "sha1:"+first, false),
		Entry("an empty reference", branch, "@sha1:"+first, false),
		Entry("another reference before the branch", branch, "evil@sha1:"+second+"@main@sha1:"+first, false),
		Entry("a line break after the branch", branch, "main\n@sha1:"+first, false),
		Entry("no algorithm", branch, "main@"+first, false),
		Entry("the beginning of a commit", branch, "main@sha1:"+first[:39], false),
		Entry("its tag", tag, "live@sha1:"+first, true),
		Entry("another tag", tag, "evil@sha1:"+first, false),
		Entry("a tag in its range", semver, "v1.4.2@sha1:"+first, true),
		Entry("a tag outside its range", semver, "v2.0.0@sha1:"+first, false),
		Entry("a branch for a range", semver, "main@sha1:"+first, false),
		Entry("its reference name", name, "refs/pull/7/head@sha1:"+first, true),
		Entry("another reference name", name, "refs/pull/8/head@sha1:"+first, false),
		Entry("its commit", commit, "sha1:"+first, true),
		Entry("another commit", commit, "sha1:"+second, false),
		Entry("no source", rollout.Source{}, "main@sha1:"+first, false),
	)

	It("does not hide the commits of other Shoots if it is not allowed", func() {
		in := input(reporting("a", "", "refs/pull/7/head@sha1:"+third), ready("b", "", first))
		Expect(Decide(nil, in).All).To(Equal([]Status{{ofProject, first, StateRunning, "1 of 2 Shoots"}}), "Shoot a is not ready with it")
	})

	It("does not fail because a Shoot fails with a revision that is not allowed", func() {
		failed := failing("a", "", first, "no CRD")
		failed.Status.Attempted = "refs/pull/7/head@sha1:" + third
		Expect(Decide(nil, input(failed, ready("b", "", first))).All).To(Equal([]Status{{ofProject, first, StateRunning, "1 of 2 Shoots"}}))
	})

	It("has no status in any ring if it is not allowed", func() {
		complete := phases(rollout.PhaseComplete, rollout.PhaseComplete, rollout.PhaseComplete)
		in := promoting(nil, complete, reporting("a", "canary", "refs/pull/7/head@sha1:"+third), reporting("b", "staging", "sha1:"+first))
		for _, status := range Decide(nil, in).All {
			Expect(status.Commit).To(Equal(first), "the rings have passed it")
		}
	})

	It("fails with the cause in a ring that is pinned to it, for which Flux reports no reference", func() {
		pinned := reporting("b", "staging", "sha1:"+second)
		pinned.Status.State, pinned.Status.Message = rollout.MemberFailed, "no CRD"
		in := promoting(onItsWay(second), []rollout.RingProgress{{Phase: rollout.PhaseComplete}, {Phase: rollout.PhaseRolledBack}, {Phase: rollout.PhaseComplete}}, ready("a", "canary", second), pinned)
		Expect(Decide(nil, in).All[1]).To(Equal(Status{ofStaging, second, StateFailure, "rolled back: b: no CRD"}))
	})

	It("has a status if the source follows a branch with a long name, which is shortened in reports", func() {
		in := input(reporting("a", "", strings.Repeat("b", 100)+"…@sha1:"+first))
		in.Source.Branch = strings.Repeat("b", 250)
		Expect(Decide(nil, in).All).To(HaveLen(1))
	})
})

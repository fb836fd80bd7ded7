// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// equalIf expects the value if and only if the condition is true.
func equalIf(condition bool, value any) types.GomegaMatcher {
	if condition {
		return Equal(value)
	}
	return Not(Equal(value))
}

var _ = Describe("A change of the baseline over hours", func() {
	DescribeTable("counts each project of a ring that hangs or fails once, regardless of its seeds",
		func(most int32, hang, fail []string, phase rollout.Phase) {
			l := landscapeOf(baselineWith("./one", nil), map[string][]string{
				"canary-1": {"a", "d"}, "canary-2": {"b", "d"}, "canary-3": {"c", "d"}, "other": {"e"},
			})
			l.Rollouts.Baseline.MaxFailures = &most
			l.settle()
			for _, uid := range hang {
				l.hangs[uid] = true
			}
			for _, uid := range fail {
				l.breaks[uid] = true
			}
			l.Target = baselineWith("./two", nil)
			l.pass(180)
			Expect(l.last.Progress.Phase).To(Equal(phase), l.last.Progress.Message)
			Expect(l.revision("eother")).To(equalIf(phase == rollout.PhaseComplete, BaselineRevision(l.Target).ID()))
		},
		Entry("one project hangs", int32(1), []string{"acanary-1"}, nil, rollout.PhaseComplete),
		Entry("three projects hang, each on another seed", int32(1), []string{"acanary-1", "bcanary-2", "ccanary-3"}, nil, rollout.PhaseStopped),
		Entry("two projects hang, each on another seed", int32(2), []string{"acanary-1", "bcanary-2"}, nil, rollout.PhaseComplete),
		Entry("one project hangs, and one fails on another seed", int32(1), []string{"acanary-1"}, []string{"bcanary-2"}, rollout.PhaseStopped),
		Entry("one project hangs on two seeds", int32(1), []string{"dcanary-1", "dcanary-2"}, nil, rollout.PhaseComplete),
		Entry("one project hangs on a seed, and fails on another", int32(1), []string{"dcanary-1"}, []string{"dcanary-2"}, rollout.PhaseComplete),
		Entry("no project may hang", int32(0), []string{"acanary-1"}, nil, rollout.PhaseStopped),
	)

	DescribeTable("begins at the canary seed with a change that is made together with the rollout",
		func(reported func(*configv1alpha1.Baseline) string) {
			one, two := baselineWith("./one", nil), baselineWith("./two", nil)
			l := newScene(two)
			for _, uid := range []string{"acanary", "bcanary", "aother", "cother"} {
				l.reports[uid] = &ReportedBaseline{
					State: fluxv1alpha1.ShootReady, Revision: reported(one), AppliedRevision: "main@" + first, AttemptedRevision: "main@" + first, Removed: &fluxv1alpha1.RemovedObjects{Before: 10},
				}
			}
			l.breaks = map[string]bool{"acanary": true, "bcanary": true}
			l.decide("")
			l.pass(180)
			Expect(l.revision("acanary")).To(Equal(BaselineRevision(two).ID()))
			Expect(l.revision("cother")).To(Equal(reported(one)), "the canary has failed")
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
			l.breaks = nil
			l.pass(180)
			Expect(l.revision("cother")).To(Equal(BaselineRevision(two).ID()))
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseComplete), l.last.Progress.Message)
		},
		Entry("the seeds report the former revision", func(b *configv1alpha1.Baseline) string { return BaselineRevision(b).ID() }),
		Entry("the seeds report no revision", func(*configv1alpha1.Baseline) string { return "" }),
	)

	It("has passed all rings if the rollout is added without a change", func() {
		one := baselineWith("./one", nil)
		l := newScene(one)
		for _, uid := range []string{"acanary", "bcanary", "aother", "cother"} {
			l.reports[uid] = &ReportedBaseline{
				State: fluxv1alpha1.ShootReady, Revision: BaselineRevision(one).ID(), AppliedRevision: "main@" + first, AttemptedRevision: "main@" + first, Removed: &fluxv1alpha1.RemovedObjects{Before: 10},
			}
		}
		l.decide("")
		for _, ring := range l.state.Rings {
			Expect(ring.Passed.Revision).To(Equal(BaselineRevision(one).ID()))
		}
		Expect(l.last.Events).To(BeEmpty())
	})

	It("counts projects that have failed with the baseline although the next commit fails as well", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a", "b", "c"}, "other": {"z"}})
		l.Rollouts.Baseline.Source, l.Rollouts.Baseline.MaxFailures = fluxv1alpha1.RolloutSourceFollow, new(int32(0))
		l.settle()
		former := l.revision("zother")
		l.Target = baselineWith("./two", nil)
		l.decide("")
		l.breaks["acanary"], l.breaks["bcanary"] = true, true
		l.pass(10)
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
		l.commit = second
		for range 60 {
			l.now = l.now.Add(time.Minute)
			l.deliver()
			l.reports["acanary"].Unwell, l.reports["bcanary"].Unwell = true, true // As the health check of the seed records it.
			l.decide("")
		}
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
		Expect(l.revision("zother")).To(Equal(former))
		l.breaks = nil
		l.pass(120)
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseComplete), l.last.Progress.Message)
		Expect(l.Memory.Failed).To(BeEmpty())
	})

	It("pins a seed that has no Shoot with the baseline yet to the first commit of its ring", func() {
		target := baselineWith("./one", func(b *configv1alpha1.Baseline) { b.Shoots = &configv1alpha1.BaselineShoots{Projects: []string{"a"}} })
		l := landscapeOf(target, map[string][]string{"canary": {"y"}, "other-1": {"x"}, "other-2": {"z"}})
		l.decide("")
		l.Target = baselineWith("./two", nil)
		l.decide("")
		l.Seeds[1].Shoots = append(l.Seeds[1].Shoots, Shoot{Namespace: "garden-a", Name: "on-other-1", UID: "aother-1"})
		l.reports["aother-1"] = &ReportedBaseline{
			State: fluxv1alpha1.ShootReady, Revision: BaselineRevision(target).ID(), AppliedRevision: "main@" + first, AttemptedRevision: "main@" + first, Removed: &fluxv1alpha1.RemovedObjects{},
		}
		l.decide("")
		for _, seed := range l.Seeds[1:] {
			Expect(BaselineReleaseFor(l.state, seed.Identity()).Target).To(Equal(rollout.Target{Revision: BaselineRevision(target).ID(), Commit: first}), seed.Name)
		}
	})

	DescribeTable("remembers a Shoot that has failed, although other Shoots of its seed are ready, until it is approved",
		func(source fluxv1alpha1.RolloutSource, happens func(*scene)) {
			l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a", "b", "c"}, "other": {"z"}})
			l.Rollouts.Baseline.Source, l.Rollouts.Baseline.MaxFailures = source, new(int32(0))
			l.settle()
			l.Target = baselineWith("./two", nil)
			l.decide("")
			l.breaks["acanary"] = true
			l.pass(10)
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
			happens(l)
			l.pass(30)
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
			Expect(l.last.Progress.Message).To(ContainSubstring("Shoot garden-a/on-canary: it has failed, and has not been ready since"))
			Expect(l.revision("zother")).NotTo(Equal(BaselineRevision(l.Target).ID()))
			l.decide("approve=canary")
			l.pass(120)
			Expect(l.revision("zother")).To(Equal(BaselineRevision(l.Target).ID()), l.last.Progress.Message)
			Expect(l.Memory.Failed).To(BeEmpty())
		},
		Entry("it is hibernated", fluxv1alpha1.RolloutSourceFollow, func(l *scene) { l.Seeds[0].Shoots[0].Hibernated = true }),
		Entry("it is deleted", fluxv1alpha1.RolloutSourceFollow, func(l *scene) { l.Seeds[0].Shoots = l.Seeds[0].Shoots[1:] }),
		Entry("it is hibernated, and commits are promoted", fluxv1alpha1.RolloutSourcePromote, func(l *scene) { l.Seeds[0].Shoots[0].Hibernated = true }),
		Entry("it is deleted, and commits are promoted", fluxv1alpha1.RolloutSourcePromote, func(l *scene) { l.Seeds[0].Shoots = l.Seeds[0].Shoots[1:] }),
	)

	It("remembers a Shoot that has failed in the first decision after the State was lost", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a", "b", "c"}, "other": {"z"}})
		l.Rollouts.Baseline.MaxFailures = new(int32(0))
		l.settle()
		l.Target = baselineWith("./two", nil)
		l.decide("")
		l.breaks["acanary"] = true
		l.pass(10)
		l.state, l.Memory = nil, Memory{}
		l.decide("")
		l.Seeds[0].Shoots = l.Seeds[0].Shoots[1:]
		l.pass(60)
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
		Expect(l.revision("zother")).NotTo(Equal(BaselineRevision(l.Target).ID()))
	})

	It("pins a seed that leaves the first ring while the baseline is being removed", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary-1": {"a", "b"}, "canary-2": {"c"}, "other": {"z"}}).settle()
		one := l.Target
		l.Seeds[1].Shoots[0].Hibernated = true
		l.decide("")
		l.Target = baselineWith("./one", func(b *configv1alpha1.Baseline) {
			b.State, b.DeletionPolicy = configv1alpha1.BaselineAbsent, configv1alpha1.BaselinePrune
		})
		l.decide("")
		l.Seeds[1].Labels = map[string]string{"stage": "other"}
		l.decide("")
		Expect(BaselineReleaseFor(l.state, l.Seeds[1].Identity()).Target).To(Equal(rollout.Target{Revision: BaselineRevision(one).ID(), Commit: first}))
	})

	DescribeTable("forgets a failure",
		func(happens func(*scene)) {
			l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a", "b", "c"}, "other": {"z"}})
			l.Rollouts.Baseline.MaxFailures = new(int32(0))
			l.settle()
			l.Target = baselineWith("./two", nil)
			l.decide("")
			l.breaks["acanary"] = true
			l.pass(10)
			l.Seeds[0].Shoots[0].Hibernated = true
			l.pass(10)
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
			happens(l)
			l.pass(180)
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseComplete), l.last.Progress.Message)
			Expect(l.revision("zother")).To(Equal(BaselineRevision(l.Target).ID()))
		},
		Entry("with a commit when the next one is proven", func(l *scene) { l.commit = second }),
		Entry("with a baseline when that is corrected", func(l *scene) { l.Target = baselineWith("./three", nil) }),
		Entry("when the Shoot is ready", func(l *scene) { l.Seeds[0].Shoots[0].Hibernated, l.breaks["acanary"] = false, false }),
		Entry("when the baseline no longer selects the Shoot", func(l *scene) {
			l.Target = baselineWith("./two", func(b *configv1alpha1.Baseline) {
				b.Shoots = &configv1alpha1.BaselineShoots{Projects: []string{"b", "c", "z"}}
			})
		}),
	)

	DescribeTable("remembers a failure with a commit as long as no commit was seen that is newer",
		func(others string, then func(*scene), phase rollout.Phase) {
			l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a", "b", "c"}, "other": {"z"}})
			l.Rollouts.Baseline.MaxFailures = new(int32(0))
			l.settle()
			l.Target, l.commit = baselineWith("./two", nil), second
			l.breaks["acanary"], l.own["bcanary"], l.own["ccanary"] = true, others, others
			l.decide("")
			l.pass(10)
			l.Seeds[0].Shoots[0].Hibernated = true
			then(l)
			l.pass(180)
			Expect(l.last.Progress.Phase).To(Equal(phase), l.last.Progress.Message)
			Expect(l.revision("zother")).To(equalIf(phase == rollout.PhaseComplete, BaselineRevision(l.Target).ID()))
		},
		Entry("the others still report the commit before", "main@"+first, func(*scene) {}, rollout.PhaseStopped),
		Entry("the others report the commit before again", "main@"+second, func(l *scene) {
			l.own["bcanary"], l.own["ccanary"] = "main@"+first, "main@"+first
		}, rollout.PhaseStopped),
		Entry("the others are ready with a newer commit", "main@"+first, func(l *scene) {
			l.commit = "sha1:3333333333333333333333333333333333333333"
			delete(l.own, "bcanary")
			delete(l.own, "ccanary")
		}, rollout.PhaseComplete),
	)

	DescribeTable("delivers the correction of changes that have failed in all Shoots of the canary seed",
		func(projects []string, most int32, isUnwell func(path string) bool, paths ...string) {
			l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": projects, "other": {"z"}})
			l.Rollouts.Baseline.MaxFailures = &most
			l.settle()
			report := func(isUnwell bool) {
				l.deliver()
				for _, project := range projects {
					l.reports[project+"canary"].Unwell = isUnwell
				}
				l.decide("")
			}
			for _, path := range paths {
				l.Target = baselineWith(path, nil)
				l.decide("")
				for _, project := range projects {
					l.breaks[project+"canary"] = true
				}
				for range 10 {
					l.now = l.now.Add(time.Minute)
					report(isUnwell(path))
				}
			}
			l.Target = baselineWith("./correction", nil)
			correction := BaselineRevision(l.Target).ID()
			for range 10 {
				l.now = l.now.Add(time.Minute)
				if BaselineReleaseFor(l.state, l.Seeds[0].Identity()).Revision == correction {
					l.breaks = nil
				}
				report(l.breaks != nil && isUnwell(paths[len(paths)-1]))
			}
			Expect(l.revision("acanary")).To(Equal(correction), l.last.Progress.Message)
		},
		Entry("one change, within maxFailures", []string{"a"}, int32(1), func(string) bool { return false }, "./two"),
		Entry("one change", []string{"a", "b"}, int32(0), func(string) bool { return false }, "./two"),
		// The extension on the seed records that the Shoots were not ready before the second change.
		Entry("two changes in turn", []string{"a", "b"}, int32(0), func(path string) bool { return path == "./three" }, "./two", "./three"),
		Entry("two changes in turn, within maxFailures", []string{"a"}, int32(1), func(path string) bool { return path == "./three" }, "./two", "./three"),
	)

	It("does not count time without decisions towards progressDeadline", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a", "b", "c"}, "other": {"z"}}).settle()
		l.hangs["acanary"], l.hangs["bcanary"] = true, true
		l.Target = baselineWith("./two", nil)
		l.decide("")
		l.now = l.now.Add(24 * time.Hour)
		l.deliver()
		l.decide("")
		Expect(l.failing).To(BeEmpty())
	})

	It("names the project of a seed that has failed within maxFailures", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a"}, "other": {"c"}}).settle()
		l.breaks["acanary"] = true
		l.Target = baselineWith("./two", nil)
		l.pass(180)
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseHolding))
		Expect(l.last.Progress.Message).To(Equal(
			"ring canary: a seed that proves the change: canary (its projects have failed, within maxFailures; Shoot garden-a/on-canary: the baseline is broken), or operation approve=canary"))
		Expect(l.revision("cother")).NotTo(Equal(BaselineRevision(l.Target).ID()))
	})

	// commitOf returns the commit that a Shoot reports.
	commitOf := func(l *scene, uid string) string {
		return strings.TrimPrefix(l.reports[uid].AppliedRevision, "main@")
	}
	const third = "sha1:3333333333333333333333333333333333333333"

	DescribeTable("promotes a commit that two projects report, and none that a single one reports",
		func(seeds map[string][]string, change func(*scene), promoted string, phase rollout.Phase, message string) {
			seeds["other"] = []string{"z"}
			l := landscapeOf(baselineWith("./one", nil), seeds).settle()
			change(l)
			l.passHours(24)
			Expect(commitOf(l, "zother")).To(Equal(promoted))
			Expect(l.last.Progress.Phase).To(Equal(phase), l.last.Progress.Message)
			Expect(l.last.Progress.Message).To(ContainSubstring(message))
			if phase == rollout.PhaseHolding {
				l.decide("approve=canary")
				l.pass(60)
				Expect(commitOf(l, "zother")).NotTo(Equal(promoted), "the operator approved the commit that the message names")
			}
		},
		Entry("two projects", map[string][]string{"canary": {"a", "b"}}, func(l *scene) { l.commit = second }, second, rollout.PhaseComplete, ""),
		Entry("two projects on two seeds", map[string][]string{"canary-1": {"a"}, "canary-2": {"b"}}, func(l *scene) { l.commit = second }, second, rollout.PhaseComplete, ""),
		Entry("one project, also on two seeds", map[string][]string{"canary-1": {"a"}, "canary-2": {"a"}}, func(l *scene) { l.commit = second }, first, rollout.PhaseHolding,
			"ring canary: a second project that reports main@"+second+": only project garden-a does, or operation approve=canary"),
		Entry("a commit that was never promoted, while the newest one fails in the other project", map[string][]string{"canary": {"a", "b"}}, func(l *scene) {
			l.commit, l.breaks["bcanary"], l.own["acanary"] = second, true, "main@"+third
		}, first, rollout.PhaseHolding, "a second project that reports main@"+third+": only project garden-a does"),
		Entry("another commit than those of two projects", map[string][]string{"canary": {"a", "b", "c"}}, func(l *scene) {
			l.commit, l.own["acanary"] = second, "main@"+third
		}, second, rollout.PhaseComplete, ""),
		Entry("another commit than that which two projects still have", map[string][]string{"canary": {"a", "b", "c"}}, func(l *scene) {
			l.own["acanary"] = "main@" + third
		}, first, rollout.PhaseComplete, ""),
		Entry("a commit that the source's reference does not have", map[string][]string{"canary": {"a", "b"}}, func(l *scene) {
			l.own["acanary"], l.own["bcanary"] = "refs/pull/7/head@"+third, "refs/pull/7/head@"+third
		}, first, rollout.PhaseStopped, "Shoot garden-a/on-canary: it reports refs/pull/7/head@"+third+", and not "+first+", for longer than 1h0m0s"),
	)

	It("counts a failure on a seed that was asleep when its ring passed the commit before", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary-1": {"a", "b"}, "canary-2": {"c"}, "other": {"z"}})
		l.Rollouts.Baseline.MaxFailures = new(int32(0))
		l.settle()
		l.Seeds[1].Shoots[0].Hibernated, l.commit = true, second
		l.pass(180)
		Expect(commitOf(l, "zother")).To(Equal(second))
		l.Seeds[1].Shoots[0].Hibernated, l.commit, l.breaks["ccanary-2"] = false, third, true
		l.pass(180)
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
		Expect(commitOf(l, "zother")).To(Equal(second))
	})

	It("promotes no first commit while no project reports it with all of its Shoots", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary-1": {"a", "b"}, "canary-2": {"a", "b"}, "other": {"z"}})
		l.Rollouts.Baseline.MaxFailures = new(int32(2))
		for _, baseline := range append([]*configv1alpha1.Baseline{baselineWith("./zero", nil)}, slices.Repeat([]*configv1alpha1.Baseline{l.Target}, 70)...) {
			for uid, commit := range map[string]string{"acanary-1": third, "acanary-2": first, "bcanary-1": first, "bcanary-2": first} {
				l.reports[uid] = &ReportedBaseline{
					State: fluxv1alpha1.ShootProgressing, Revision: BaselineRevision(baseline).ID(), AppliedRevision: "main@" + commit, AttemptedRevision: "main@" + commit, Removed: &fluxv1alpha1.RemovedObjects{Before: 10},
				}
			}
			l.reports["acanary-1"].State = fluxv1alpha1.ShootReady
			l.decide("")
			l.now = l.now.Add(time.Minute)
		}
		Expect(l.state.Rings[0].Passed.Commit).To(BeEmpty())
		Expect(l.last.Progress.Message).To(ContainSubstring("two projects all of whose Shoots report the same commit: none does"))
	})

	DescribeTable("counts a project that does not report the commit within progressDeadline as a failure, by name",
		func(seeds map[string][]string, change func(*scene), phase rollout.Phase, reason string) {
			seeds["other"] = []string{"z"}
			l := landscapeOf(baselineWith("./one", nil), seeds).settle()
			l.commit = second
			change(l)
			l.events = nil
			l.pass(30)
			Expect(l.failing).To(BeEmpty(), "the deadline is an hour")
			l.passHours(23)
			Expect(l.last.Progress.Phase).To(Equal(phase), l.last.Progress.Message)
			Expect(commitOf(l, "zother")).To(equalIf(phase == rollout.PhaseComplete, second))
			Expect(l.failing).To(ContainElement(HaveField("Reason", Equal(reason))))
			Expect(l.events).To(ContainElement(And(HaveField("Reason", ReasonProjectFailing), HaveField("Note", ContainSubstring(reason)))))
			reported := slices.DeleteFunc(slices.Clone(l.events), func(e rollout.Event) bool { return e.Reason != ReasonProjectFailing })
			Expect(reported).To(HaveLen(1), "once")
		},
		Entry("kustomize-controller is stopped", map[string][]string{"canary": {"a", "b", "c"}}, func(l *scene) { l.own["acanary"] = "main@" + first },
			rollout.PhaseComplete, "Shoot garden-a/on-canary: it reports main@"+first+", and not "+second+", for longer than 1h0m0s"),
		Entry("another revision is written", map[string][]string{"canary": {"a", "b", "c"}}, func(l *scene) { l.own["acanary"] = "main@" + third },
			rollout.PhaseComplete, "Shoot garden-a/on-canary: it reports main@"+third+", and not "+second+", for longer than 1h0m0s"),
		Entry("a project alone on one of two seeds", map[string][]string{"canary-1": {"a"}, "canary-2": {"b", "c"}}, func(l *scene) { l.own["acanary-1"] = "main@" + first },
			rollout.PhaseComplete, "Shoot garden-a/on-canary-1: it reports main@"+first+", and not "+second+", for longer than 1h0m0s"),
		Entry("two projects, each alone on a seed", map[string][]string{"canary-1": {"a"}, "canary-2": {"d"}, "canary-3": {"b", "c"}}, func(l *scene) {
			l.own["acanary-1"], l.own["dcanary-2"] = "main@"+first, "main@"+first
		}, rollout.PhaseStopped, "Shoot garden-a/on-canary-1: it reports main@"+first+", and not "+second+", for longer than 1h0m0s"),
	)

	DescribeTable("names a project that hangs with another configuration",
		func(seeds map[string][]string, hang string, phase rollout.Phase, message string) {
			seeds["other"] = []string{"z"}
			l := landscapeOf(baselineWith("./one", nil), seeds).settle()
			if hang == "recreated" {
				for i := range l.Seeds {
					if l.Seeds[i].Name == "canary-1" {
						l.Seeds[i].Shoots[0].UID = "recreated"
					}
				}
			}
			l.hangs[hang] = true
			l.Target = baselineWith("./two", nil)
			l.passHours(24)
			Expect(l.last.Progress.Phase).To(Equal(phase), l.last.Progress.Message)
			Expect(l.last.Progress.Message).To(Equal(message))
			Expect(l.revision("zother")).To(equalIf(phase == rollout.PhaseComplete, BaselineRevision(l.Target).ID()))
			if phase == rollout.PhaseHolding {
				l.decide("approve=canary")
				l.pass(60)
				Expect(l.revision("zother")).To(Equal(BaselineRevision(l.Target).ID()))
			}
		},
		Entry("a project alone on one of two seeds", map[string][]string{"canary-1": {"a"}, "canary-2": {"b", "c"}}, "acanary-1", rollout.PhaseComplete, ""),
		Entry("a recreated Shoot without workers, alone on one of two seeds", map[string][]string{"canary-1": {"a"}, "canary-2": {"b", "c"}}, "recreated", rollout.PhaseComplete, ""),
		Entry("the only project", map[string][]string{"canary-1": {"a"}, "canary-2": {"a"}}, "acanary-1", rollout.PhaseComplete, ""),
	)

	It("holds a ring whose only project is against it, by name, until it is approved", func() {
		for _, recreated := range []bool{false, true} {
			l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a"}, "other": {"z"}})
			l.Rollouts.Baseline.Source = fluxv1alpha1.RolloutSourceFollow
			l.settle()
			l.hangs["acanary"] = true
			message := "its projects have failed, within maxFailures; Shoot garden-a/on-canary: not ready with the change within 1h0m0s"
			if recreated {
				l.Seeds[0].Shoots[0].UID = "recreated"
				l.hangs["recreated"] = true
				message = "its Shoots have had no baseline for 1h0m0s: garden-a/on-canary"
			}
			l.Target = baselineWith("./two", nil)
			l.passHours(24)
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseHolding), l.last.Progress.Message)
			Expect(l.last.Progress.Message).To(Equal("ring canary: a seed that proves the change: canary (" + message + "), or operation approve=canary"))
			Expect(l.events).To(ContainElement(And(HaveField("Reason", "RolloutHolds"), HaveField("Note", ContainSubstring(message)))))
			l.decide("approve=canary")
			l.pass(60)
			Expect(l.revision("zother")).To(Equal(BaselineRevision(l.Target).ID()))
		}
	})

	It("does not count time without decisions", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a", "b", "c"}, "other": {"z"}}).settle()
		l.commit, l.own["acanary"] = second, "main@"+first
		l.pass(10)
		l.now = l.now.Add(24 * time.Hour)
		l.pass(30)
		Expect(l.failing).To(BeEmpty())
		l.pass(30)
		Expect(l.failing).To(HaveLen(1))
	})
})

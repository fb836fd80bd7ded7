// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

const (
	first  = "sha1:1111111111111111111111111111111111111111"
	second = "sha1:2222222222222222222222222222222222222222"
)

// baselineWith returns a baseline that applies a path.
func baselineWith(path string, change func(*configv1alpha1.Baseline)) *configv1alpha1.Baseline {
	baseline := &configv1alpha1.Baseline{
		Config:      &runtime.RawExtension{Raw: fmt.Appendf(nil, `{"source":{"template":{"spec":{"url":"https://git.example.com/a"}}},"kustomization":{"template":{"spec":{"path":%q}}}}`, path)},
		Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true},
	}
	if change != nil {
		change(baseline)
	}
	configv1alpha1.SetDefaults_Baseline(baseline)
	return baseline
}

// canaryFirst returns rollouts with a canary seed, and all others.
func canaryFirst() *configv1alpha1.Rollouts {
	rollouts := &configv1alpha1.Rollouts{
		Rings: []configv1alpha1.SeedRing{
			{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}, Soak: &metav1.Duration{Duration: 5 * time.Minute}},
		},
		Baseline: &configv1alpha1.BaselineRollout{Soaks: map[string]metav1.Duration{"rest": {Duration: time.Hour}}},
	}
	configv1alpha1.SetDefaults_Rollouts(rollouts)
	configv1alpha1.SetDefaults_BaselineRollout(rollouts.Baseline)
	return rollouts
}

// scene has a canary seed with the projects a and b, and another seed with the projects a and c.
type scene struct {
	Target *configv1alpha1.Baseline
	Landscape
	state   *rollout.State
	now     time.Time
	last    rollout.Decision
	reports map[string]*ReportedBaseline
	// own contains the commits that administrators of Shoots have written into their reports.
	own map[string]string
	// breaks contains the UIDs of the Shoots that fail with each baseline, and hangs of those that stay as they are.
	// commit is the newest commit of the source.
	breaks  map[string]bool
	hangs   map[string]bool
	commit  string
	removed int32
	// lost are the removed objects of Shoots that differ from that.
	lost map[string]*fluxv1alpha1.RemovedObjects
	// isGood is whether checks are answered as required.
	isGood bool
	// failing and events are the projects that count as failures, and all Events.
	failing []FailingProject
	events  []rollout.Event
}

func newScene(target *configv1alpha1.Baseline) *scene {
	return landscapeOf(target, map[string][]string{"canary": {"a", "b"}, "other": {"a", "c"}})
}

// landscapeOf returns a landscape with a Shoot of each project on each seed. Seeds canary-… are canary seeds.
func landscapeOf(target *configv1alpha1.Baseline, seeds map[string][]string) *scene {
	l := &scene{
		now: time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC), reports: map[string]*ReportedBaseline{}, breaks: map[string]bool{}, hangs: map[string]bool{}, own: map[string]string{}, commit: first,
	}
	l.Target, l.Rollouts = target, canaryFirst()
	for _, seed := range slices.Sorted(maps.Keys(seeds)) {
		stage, _, _ := strings.Cut(seed, "-")
		own := Seed{Name: seed, UID: types.UID(seed), Labels: map[string]string{"stage": stage}}
		for _, project := range seeds[seed] {
			own.Shoots = append(own.Shoots, Shoot{Namespace: "garden-" + project, Name: "on-" + seed, UID: types.UID(project + seed)})
		}
		l.Seeds = append(l.Seeds, own)
	}
	return l
}

// decide has the seeds report, and decides.
func (l *scene) decide(operation string) {
	GinkgoHelper()
	for i := range l.Seeds {
		seed := &l.Seeds[i]
		seed.Report = map[types.UID]ReportedShoot{}
		for _, shoot := range seed.Shoots {
			seed.Report[shoot.UID] = ReportedShoot{Namespace: shoot.Namespace, Project: shoot.Namespace[len("garden-"):], Name: shoot.Name, UID: shoot.UID, Baseline: l.reports[string(shoot.UID)]}
		}
	}
	l.Now = l.now
	observed := l.ObserveBaseline(l.Target, l.state)
	text, err := observed.Memory.Encode()
	Expect(err).NotTo(HaveOccurred())
	l.Memory, l.failing, l.events = DecodeMemory(text), observed.Failing, append(l.events, observed.Events...)
	observed.Input.Operation = operation
	observed.Input.Answers = answerAll(l.last.Questions, l.now, l.isGood)
	l.last = rollout.Decide(l.state, observed.Input)
	l.events = append(l.events, l.last.Events...)
	l.state = l.last.State
	l.state.Operation = ""
}

// deliver has each seed deliver what is released for it.
func (l *scene) deliver() {
	for _, seed := range l.Seeds {
		release := BaselineReleaseFor(l.state, seed.Identity())
		if release.Baseline == nil {
			continue
		}
		for _, shoot := range seed.Shoots {
			uid := string(shoot.UID)
			if l.hangs[uid] {
				l.hang(uid, release)
				continue
			}
			if release.Baseline.State == configv1alpha1.BaselineAbsent {
				delete(l.reports, uid)
				continue
			}
			commit := l.commit
			if release.Commit != "" {
				commit = release.Commit
			}
			report := &ReportedBaseline{State: fluxv1alpha1.ShootReady, Revision: release.Revision, AppliedRevision: "main@" + commit, AttemptedRevision: "main@" + commit, Removed: &fluxv1alpha1.RemovedObjects{Before: 10, Count: l.removed}}
			if lost := l.lost[uid]; lost != nil {
				report.Removed = lost
			}
			if l.breaks[uid] {
				report.State, report.Message = fluxv1alpha1.ShootFailed, "the baseline is broken"
				if before := l.reports[uid]; before != nil {
					report.AppliedRevision = before.AppliedRevision
				}
			}
			if own := l.own[uid]; own != "" {
				report.AppliedRevision, report.AttemptedRevision = own, own
			}
			l.reports[uid] = report
		}
	}
}

// hang lets a Shoot stay as it is, except that it is not ready with another configuration.
func (l *scene) hang(uid string, release BaselineRelease) {
	if report := l.reports[uid]; report != nil && report.Revision != release.Revision {
		hanging := *report
		hanging.State, hanging.Revision = fluxv1alpha1.ShootProgressing, release.Revision
		l.reports[uid] = &hanging
	}
}

func (l *scene) pass(minutes int) {
	GinkgoHelper()
	l.passSteps(minutes, time.Minute)
}

// passHours lets hours pass with fewer decisions than pass.
func (l *scene) passHours(hours int) {
	GinkgoHelper()
	l.passSteps(12*hours, 5*time.Minute)
}

func (l *scene) passSteps(steps int, step time.Duration) {
	GinkgoHelper()
	for range steps {
		l.now = l.now.Add(step)
		l.deliver()
		l.decide("")
	}
}

// revision returns the revision that a Shoot has; empty without a baseline.
func (l *scene) revision(uid string) string {
	if report := l.reports[uid]; report != nil {
		return report.Revision
	}
	return ""
}

// settled is a landscape in which all Shoots have a baseline.
func settled(target *configv1alpha1.Baseline) *scene {
	GinkgoHelper()
	return newScene(target).settle()
}

// settle lets all Shoots get the baseline. The first commit of a single canary project needs an approval.
func (l *scene) settle() *scene {
	GinkgoHelper()
	l.decide("")
	l.pass(80)
	if l.last.Progress.Phase == rollout.PhaseHolding {
		l.decide("approve=canary")
		l.pass(80)
	}
	Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseComplete), l.last.Progress.Message)
	return l
}

var _ = Describe("The rollout of a baseline", func() {
	It("gives the first baseline to the canary seed, and to the others after its soak", func() {
		one := baselineWith("./one", nil)
		l := newScene(one)
		l.decide("")
		l.pass(3)
		Expect(l.revision("acanary")).To(Equal(BaselineRevision(one).ID()))
		Expect(l.revision("bcanary")).To(Equal(BaselineRevision(one).ID()))
		Expect(l.revision("cother")).To(BeEmpty(), "a project has no baseline before its ring")
		l.pass(80)
		Expect(l.revision("cother")).To(Equal(BaselineRevision(one).ID()))
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@"+first), "the commit that the canary has proven")
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseComplete))
	})

	It("stops a broken baseline at the canary seed, and continues with the correction", func() {
		l := settled(baselineWith("./one", nil))
		former := l.revision("cother")
		l.breaks = map[string]bool{"acanary": true, "bcanary": true}
		l.Target = baselineWith("./two", nil)
		l.pass(90)
		Expect(l.revision("cother")).To(Equal(former))
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped))
		Expect(l.last.Progress.Message).To(ContainSubstring("Shoot garden-a/on-canary: the baseline is broken (and 1 more)"))

		l.breaks = nil
		l.Target = baselineWith("./three", nil)
		l.pass(90)
		Expect(l.revision("cother")).To(Equal(BaselineRevision(l.Target).ID()))
	})

	It("is not held by a single project, which counts once in a ring", func() {
		l := settled(baselineWith("./one", nil))
		l.breaks = map[string]bool{"acanary": true, "aother": true}
		l.Target = baselineWith("./two", nil)
		l.pass(90)
		Expect(l.revision("cother")).To(Equal(BaselineRevision(l.Target).ID()))
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseComplete), l.last.Progress.Message)
	})

	It("is not passed by Shoots that prove nothing", func() {
		l := settled(baselineWith("./one", nil))
		former := l.revision("cother")
		for i := range l.Seeds {
			for j := range l.Seeds[i].Shoots {
				l.Seeds[i].Shoots[j].Hibernated = l.Seeds[i].Name == "canary"
			}
		}
		l.Target = baselineWith("./two", nil)
		l.pass(90)
		Expect(l.revision("cother")).To(Equal(former))
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseHolding))
		l.decide("approve=canary")
		l.pass(80)
		Expect(l.revision("cother")).To(Equal(BaselineRevision(l.Target).ID()))
	})

	It("waits for the checks of the rings of seeds", func() {
		l := settled(baselineWith("./one", nil))
		former := l.revision("cother")
		check := fluxv1alpha1.Check{Name: "errors", When: fluxv1alpha1.CheckAfterReady, HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://example.com", Expression: "body.ok"}, Deadline: &metav1.Duration{Duration: time.Hour}}
		l.Rollouts.Rings[0].Checks = []fluxv1alpha1.Check{check}
		l.Target = baselineWith("./two", nil)
		l.pass(90)
		Expect(l.revision("acanary")).To(Equal(BaselineRevision(l.Target).ID()))
		Expect(l.revision("cother")).To(Equal(former))
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped))
		Expect(l.last.Progress.Message).To(ContainSubstring("check errors has not passed within 60m: no since "))
		l.isGood = true
		l.pass(90)
		Expect(l.revision("cother")).To(Equal(BaselineRevision(l.Target).ID()))
	})

	It("promotes a commit when the canary seed has stayed ready with it", func() {
		l := settled(baselineWith("./one", nil))
		l.commit = second
		l.pass(3)
		Expect(l.reports["acanary"].AppliedRevision).To(Equal("main@" + second))
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@" + first))
		l.pass(10)
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@" + second))
	})

	It("holds a commit that removes more than the guard allows", func() {
		l := settled(baselineWith("./one", nil))
		l.commit, l.removed = second, 9
		l.pass(30)
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@" + first))
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseGuarded))
		l.decide("approve=canary")
		l.removed = 0
		l.pass(10)
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@" + second))
	})

	DescribeTable("judges each Shoot of a seed", func(guard *fluxv1alpha1.Guard, a, b *fluxv1alpha1.RemovedObjects, message string) {
		fluxv1alpha1.SetDefaults_Guard(guard)
		l := newScene(baselineWith("./one", nil))
		l.Rollouts.Baseline.Guard = guard
		l.settle()
		l.commit, l.lost = second, map[string]*fluxv1alpha1.RemovedObjects{"acanary": a, "bcanary": b}
		l.pass(30)
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@" + first))
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseGuarded))
		Expect(l.last.Progress.Rings[0].WaitsFor).To(HavePrefix(message))
	},
		Entry("an allowed part of few objects hides no larger number", &fluxv1alpha1.Guard{}, &fluxv1alpha1.RemovedObjects{Before: 3, Count: 1}, &fluxv1alpha1.RemovedObjects{Before: 100, Count: 25},
			"garden-b/on-canary on canary has lost 25 of 100 objects: "),
		Entry("an allowed number hides no larger one", &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromInt32(10))}, &fluxv1alpha1.RemovedObjects{Before: 10, Count: 9}, &fluxv1alpha1.RemovedObjects{Before: 1000, Count: 500},
			"garden-b/on-canary on canary has lost 500 of 1000 objects: "),
		Entry("an unknown report hides no known loss", &fluxv1alpha1.Guard{}, &fluxv1alpha1.RemovedObjects{Unknown: "too many objects"}, &fluxv1alpha1.RemovedObjects{Before: 100, Count: 25},
			"garden-b/on-canary on canary has lost 25 of 100 objects; and the report of garden-a/on-canary on removed objects: too many objects: "),
		Entry("several losses are all named", &fluxv1alpha1.Guard{}, &fluxv1alpha1.RemovedObjects{Before: 100, Count: 1, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Namespace", Count: 1}}}, &fluxv1alpha1.RemovedObjects{Before: 100, Count: 25},
			"garden-a/on-canary on canary has lost 1 of 100 objects (1 Namespace); garden-b/on-canary on canary has lost 25 of 100 objects: "),
	)

	It("remembers the loss of a Shoot that is hibernated then", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a", "b", "d"}, "other": {"a", "c"}}).settle()
		l.commit, l.lost = second, map[string]*fluxv1alpha1.RemovedObjects{"acanary": {Before: 100, Count: 25}}
		l.pass(3)
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseGuarded))
		for i := range l.Seeds {
			for j := range l.Seeds[i].Shoots {
				l.Seeds[i].Shoots[j].Hibernated = l.Seeds[i].Shoots[j].UID == "acanary"
			}
		}
		l.pass(30)
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseGuarded))
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@" + first))
		l.decide("approve=canary")
		l.pass(10)
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@" + second))
	})

	It("removes the baseline ring by ring", func() {
		l := settled(baselineWith("./one", nil))
		l.Target = baselineWith("./one", func(b *configv1alpha1.Baseline) {
			b.State, b.DeletionPolicy = configv1alpha1.BaselineAbsent, configv1alpha1.BaselinePrune
		})
		l.pass(2)
		Expect(l.reports).NotTo(HaveKey("acanary"))
		Expect(l.reports).To(HaveKey("cother"))
		l.pass(90)
		Expect(l.reports).To(BeEmpty())
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseComplete), l.last.Progress.Message)
	})

	It("changes nothing if its state is lost", func() {
		l := settled(baselineWith("./one", nil))
		before := l.revision("cother")
		l.commit = second
		l.state = nil
		l.decide("")
		Expect(l.last.Events).To(BeEmpty())
		l.pass(1)
		Expect(l.revision("cother")).To(Equal(before))
		Expect(l.reports["cother"].AppliedRevision).To(Equal("main@" + first))
	})

	It("waits if a seed does not report", func() {
		l := settled(baselineWith("./one", nil))
		members := Landscape{Rollouts: l.Rollouts, Seeds: []Seed{{Name: "silent", UID: "1", Shoots: []Shoot{{Namespace: "garden-a", Name: "one", UID: "2"}}}}}.ObserveBaseline(l.Target, l.state).Input.Members
		Expect(members).To(HaveLen(1))
		Expect(members[0].Status).To(BeNil())
		Expect(Landscape{Rollouts: l.Rollouts, Seeds: []Seed{{Name: "empty", UID: "1"}}}.ObserveBaseline(l.Target, l.state).Input.Members).To(BeEmpty(), "a seed without Shoots proves nothing")
	})

	DescribeTable("derives the status of a seed",
		func(reports []*ReportedBaseline, state rollout.MemberState, away bool) {
			target := baselineWith("./one", nil)
			seed := Seed{Name: "one", UID: "1", Report: map[types.UID]ReportedShoot{}}
			for i, report := range reports {
				shoot := Shoot{Namespace: fmt.Sprint("garden-", i), Name: "shoot", UID: types.UID(fmt.Sprint(i))}
				seed.Shoots = append(seed.Shoots, shoot)
				seed.Report[shoot.UID] = ReportedShoot{UID: shoot.UID, Baseline: report}
			}
			member := Landscape{Rollouts: canaryFirst(), Seeds: []Seed{seed}}.ObserveBaseline(target, nil).Input.Members[0]
			Expect(member.IsAway()).To(Equal(away))
			Expect(member.Status.State).To(Equal(state))
		},
		Entry("all are ready", []*ReportedBaseline{{State: "Ready", Revision: "a"}, {State: "Ready", Revision: "a"}}, rollout.MemberReady, false),
		Entry("one project fails", []*ReportedBaseline{{State: "Ready", Revision: "a"}, {State: "Failed", Revision: "a"}}, rollout.MemberReady, false),
		Entry("two projects fail", []*ReportedBaseline{{State: "Ready", Revision: "a"}, {State: "Failed", Revision: "a"}, {State: "Failed", Revision: "a"}}, rollout.MemberFailed, false),
		Entry("two projects are progressing", []*ReportedBaseline{{State: "Ready", Revision: "a"}, {State: "Progressing", Revision: "a"}, {State: "Progressing"}}, rollout.MemberProgressing, false),
		Entry("they have different revisions", []*ReportedBaseline{{State: "Ready", Revision: "a"}, {State: "Ready", Revision: "b"}}, rollout.MemberProgressing, false),
		Entry("they have different commits", []*ReportedBaseline{{State: "Ready", Revision: "a", AppliedRevision: "x"}, {State: "Ready", Revision: "a", AppliedRevision: "y"}}, rollout.MemberProgressing, false),
		Entry("they were not ready before, and the target may be the correction", []*ReportedBaseline{{State: "Failed", Unwell: true}, {State: "Failed", Unwell: true}}, rollout.MemberProgressing, false),
		Entry("it cannot be observed", []*ReportedBaseline{{State: "Unreachable"}}, rollout.MemberAway, true),
	)
})

var _ = Describe("Release", func() {
	It("is preserved by Encode and ReadBaselineRelease", func() {
		l := settled(baselineWith("./one", nil))
		release := BaselineReleaseFor(l.state, l.Seeds[0].Identity())
		text, err := release.Encode()
		Expect(err).NotTo(HaveOccurred())
		read, err := ReadBaselineRelease(text)
		Expect(err).NotTo(HaveOccurred())
		again, err := read.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(Equal(text))
		Expect(read.Target).To(Equal(release.Target))
	})

	It("is nil without text", func() { Expect(ReadBaselineRelease("")).To(BeNil()) })

	DescribeTable("is refused if it is damaged, or a newer version has written it", func(text string) {
		_, err := ReadBaselineRelease(text)
		Expect(err).To(HaveOccurred())
	},
		Entry("an unknown field", `{"revision":"r","only":"x"}`),
		Entry("an unknown field of the baseline", `{"revision":"r","baseline":{"shoots":{"notIn":["x"]}}}`),
		Entry("no JSON", "{"),
		Entry("no revision", `{"baseline":{}}`),
		Entry("another type", `{"revision":"a","baseline":[]}`),
	)
})

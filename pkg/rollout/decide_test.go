// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// scene is a project whose members are named after their ring and a number, and all have the first revision.
type scene struct {
	Input

	state *State
	last  Decision
}

func revisionOf(name, version string) Revision {
	return Revision{Data: map[string]string{"name": name}, FluxVersion: version}
}

// newScene returns a scene with a ring for each name, and the members, such as canary-0.
func newScene(change func(*fluxv1alpha1.Rollout), members ...string) *scene {
	GinkgoHelper()
	r := &fluxv1alpha1.Rollout{}
	for _, name := range []string{"canary", "prod"} {
		r.Rings = append(r.Rings, fluxv1alpha1.Ring{Name: name, ShootSelector: fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": name}}}, Soak: &metav1.Duration{Duration: time.Minute}})
	}
	if change != nil {
		change(r)
	}
	fluxv1alpha1.SetDefaults_Rollout(r)
	s := &scene{Input: Input{Rollout: r, Target: revisionOf("one", "v2.9.0"), Now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)}}
	for _, name := range members {
		s.add(name)
	}
	s.decide()
	for _, name := range members {
		s.report(name, s.Target, fluxv1alpha1.ShootReady)
	}
	s.decide()
	return s
}

func (s *scene) add(name string) {
	ring, _, _ := strings.Cut(name, "-")
	s.Members = append(s.Members, Member{Identity: Identity{Name: name, UID: types.UID("uid-" + name), Labels: map[string]string{"ring": ring}}, InWindow: true})
}

func (s *scene) member(name string) *Member {
	GinkgoHelper()
	i := slices.IndexFunc(s.Members, func(member Member) bool { return member.Name == name })
	Expect(i).NotTo(Equal(-1), name)
	return &s.Members[i]
}

// report makes a member report a state with a revision, and a commit if given.
func (s *scene) report(name string, revision Revision, state fluxv1alpha1.ShootState, commit ...string) {
	GinkgoHelper()
	status := &fluxv1alpha1.ShootStatus{UID: s.member(name).UID, Revision: revision.ID(), State: state, Since: metav1.NewTime(s.Now), ObservedAt: metav1.NewTime(s.Now), Message: "message of " + name,
		Removed: &fluxv1alpha1.RemovedObjects{Before: 10}}
	if len(commit) > 0 {
		status.AppliedRevision, status.AttemptedRevision = "main@"+commit[0], "main@"+commit[0]
	}
	s.member(name).Status = StatusOf(status)
}

// decide decides a moment later.
func (s *scene) decide() {
	s.Now = s.Now.Add(5 * time.Second)
	s.last = Decide(s.state, s.Input)
	s.state, s.Operation = s.last.State, ""
}

// after decides several times, as often as time counts, and collects the Events.
func (s *scene) after(d time.Duration) {
	var events []Event
	for d > 0 {
		step := min(d, RecordStep)
		s.Now = s.Now.Add(step - 5*time.Second)
		s.decide()
		events = append(events, s.last.Events...)
		d -= step
	}
	s.last.Events = events
}

func (s *scene) operate(operation string) {
	s.Operation = operation
	s.decide()
}

// change makes another revision the target.
func (s *scene) change(name string) {
	s.Target = revisionOf(name, "v2.9.0")
	s.decide()
}

// have returns the names of the members whose permit has the revision.
func (s *scene) have(revision Revision) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s.state.Members)) {
		if s.state.Members[name].Revision == revision.ID() {
			names = append(names, name)
		}
	}
	return names
}

func (s *scene) reasons() []string {
	var reasons []string
	for _, event := range s.last.Events {
		reasons = append(reasons, event.Reason)
	}
	return reasons
}

func first(change func(*fluxv1alpha1.Ring)) func(*fluxv1alpha1.Rollout) {
	return func(r *fluxv1alpha1.Rollout) { change(&r.Rings[0]) }
}

func second(change func(*fluxv1alpha1.Ring)) func(*fluxv1alpha1.Rollout) {
	return func(r *fluxv1alpha1.Rollout) { change(&r.Rings[1]) }
}

var _ = Describe("Decide", func() {
	two := revisionOf("two", "v2.9.0")

	It("begins with each ring after the previous one has soaked", func() {
		s := newScene(nil, "canary-0", "prod-0", "prod-1")
		s.change("two")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.reasons()).To(ConsistOf("RolloutRingStarted"))
		Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseSoaking))
		s.after(55 * time.Second)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.decide()
		Expect(s.reasons()).To(ConsistOf("RolloutRingPassed", "RolloutRingStarted"))
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0", "prod-1"))
		s.report("prod-0", two, fluxv1alpha1.ShootReady)
		s.report("prod-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		Expect(s.reasons()).To(ConsistOf("RolloutRingPassed", "RolloutRingPassed", "RolloutComplete"), "the ring rest is empty")
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		Expect(s.state.Revisions).To(HaveLen(2), "that before it, for a rollback, and no other")
	})

	It("updates the progress when the last Shoot becomes ready after the completion", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.report("prod-0", s.Target, fluxv1alpha1.ShootProgressing)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseNotReady))
		Expect(s.last.Next).To(Equal(30*time.Second), "it is decided again")
		s.report("prod-0", s.Target, fluxv1alpha1.ShootReady)
		s.decide()
		Expect(s.last.Progress.Rings[1].Done).To(Equal(1))
		Expect(s.last.Next).To(BeZero(), "nothing is awaited any more")
	})

	DescribeTable("is not complete while the rings have the target and no Shoot is ready",
		func(state fluxv1alpha1.ShootState, expected RingProgress) {
			s := newScene(nil)
			s.add("canary-0")
			s.add("prod-0")
			s.report("canary-0", Revision{}, state)
			s.report("prod-0", Revision{}, fluxv1alpha1.ShootReady)
			for i := range s.Members {
				s.Members[i].Status.Revision = ""
			}
			s.state = nil // The rings are added.
			s.decide()
			s.report("canary-0", s.Target, state)
			s.report("prod-0", s.Target, fluxv1alpha1.ShootReady)
			expected.Name, expected.Phase, expected.Revision, expected.Members, expected.WaitsFor = "canary", PhaseNotReady, s.Target.ID(), 1, "canary-0 to be ready"
			for range 3 {
				s.decide()
				Expect(s.last.Progress.Rings[0]).To(Equal(expected))
				Expect(s.last.Progress.Rings[1].Phase).To(Equal(PhaseComplete))
				Expect(s.last.Progress.Phase).To(Equal(PhaseNotReady))
				Expect(s.last.Progress.Message).To(Equal("ring canary: canary-0 to be ready"))
				Expect(s.last.Next).To(Equal(30*time.Second), "it may become ready")
				s.after(time.Hour)
			}
			s.report("canary-0", s.Target, fluxv1alpha1.ShootReady)
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
			Expect(s.last.Next).To(BeZero())
		},
		Entry("and it fails", fluxv1alpha1.ShootFailed, RingProgress{Failed: 1, FailedMembers: []string{"canary-0"}}),
		Entry("and it is degraded", fluxv1alpha1.ShootDegraded, RingProgress{Failed: 1, FailedMembers: []string{"canary-0"}}),
		Entry("and it is progressing", fluxv1alpha1.ShootProgressing, RingProgress{OnTheirWay: 1}),
	)

	It("is complete with failures within maxFailures and with Shoots that are away", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxFailures = ptr.To(int32(1)) }), "canary-0", "canary-1", "prod-0")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed)
		s.member("prod-0").Hibernated = true
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		s.report("canary-1", s.Target, fluxv1alpha1.ShootFailed)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseNotReady))
		Expect(s.last.Progress.Message).To(Equal("ring canary: canary-0, canary-1 to be ready"))
	})

	DescribeTable("does not end a failure by an older report that arrives later",
		func(failed fluxv1alpha1.ShootState) {
			s := newScene(nil, "canary-0", "canary-1", "prod-0")
			s.change("two")
			s.report("canary-1", two, fluxv1alpha1.ShootReady)
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			older := s.member("canary-0").Status
			s.decide()
			s.report("canary-0", two, failed)
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			s.member("canary-0").Status = older
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			Expect(s.state.Rings[0].Failures).To(HaveLen(1))
			s.after(time.Hour)
			Expect(s.have(two)).NotTo(ContainElement("prod-0"))
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			Expect(s.state.Rings[0].Failures).To(BeEmpty())
			s.after(time.Minute)
			Expect(s.have(two)).To(ContainElement("prod-0"))
		},
		Entry("of a failed Shoot", fluxv1alpha1.ShootFailed),
		Entry("of a degraded Shoot", fluxv1alpha1.ShootDegraded),
	)

	It("restarts the soak when a Shoot is not ready", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
		s.after(50 * time.Second)
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(55 * time.Second)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	DescribeTable("stops the rollout if a Shoot",
		func(fail func(*scene), note string) {
			s := newScene(nil, "canary-0", "prod-0")
			s.change("two")
			fail(s)
			s.decide()
			Expect(s.reasons()).To(ConsistOf("RolloutStopped"))
			Expect(s.last.Events[0].Note).To(ContainSubstring(note))
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			s.after(time.Hour)
			Expect(s.reasons()).To(BeEmpty(), "it is reported once")
			Expect(s.last.Next).To(Equal(30*time.Second), "it may be broken for days")
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"), "it continues when the Shoot is well")
		},
		Entry("fails", func(s *scene) { s.report("canary-0", two, fluxv1alpha1.ShootFailed) }, "canary-0: message of canary-0"),
		Entry("is degraded", func(s *scene) { s.report("canary-0", two, fluxv1alpha1.ShootDegraded) }, "canary-0: message of canary-0"),
		Entry("is not ready by the deadline", func(s *scene) {
			s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
			s.after(30*time.Minute - 5*time.Second)
		}, "not ready by the deadline"),
		Entry("does not report the revision by the deadline", func(s *scene) { s.after(30*time.Minute - 5*time.Second) }, "not ready by the deadline"),
	)

	DescribeTable("names the failed Shoots and repeats one message",
		func(failed []string, note string) {
			s := newScene(nil, "canary-0", "canary-1", "prod-0")
			s.change("two")
			for _, name := range failed {
				s.report(name, two, fluxv1alpha1.ShootFailed)
			}
			s.decide()
			Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal(note))
			Expect(s.last.Events[0].Note).To(ContainSubstring(", " + note + ". The rollout has stopped"))
		},
		Entry("one failed Shoot", []string{"canary-1"}, "canary-1: message of canary-1"),
		Entry("two failed Shoots", []string{"canary-0", "canary-1"}, "canary-0, canary-1. Of canary-0: message of canary-0"),
	)

	DescribeTable("does not wait for a Shoot that",
		func(change func(*scene)) {
			s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.Soak = &metav1.Duration{} }), "canary-0", "canary-1", "prod-0")
			change(s)
			s.change("two")
			s.report("canary-1", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.decide()
			Expect(s.have(two)).To(ContainElements("canary-0", "canary-1", "prod-0"), "and it gets the revision too")
		},
		Entry("is hibernated", func(s *scene) { s.member("canary-0").Hibernated = true }),
		Entry("is unreachable", func(s *scene) { s.report("canary-0", s.Target, fluxv1alpha1.ShootUnreachable) }),
		Entry("is suspended", func(s *scene) { s.report("canary-0", s.Target, fluxv1alpha1.ShootSuspended) }),
		Entry("migrates to another seed", func(s *scene) { s.report("canary-0", s.Target, fluxv1alpha1.ShootMigrating) }),
		Entry("was not ready for longer than the deadline", func(s *scene) {
			s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed)
			s.Now = s.Now.Add(time.Hour)
		}),
		Entry("is new and not reported", func(s *scene) { s.member("canary-0").UID, s.member("canary-0").Status = "another", nil }),
	)

	It("counts a canary that was ready until shortly before the change", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed)
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.decide()
		Expect(s.reasons()).To(ConsistOf("RolloutStopped"))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("counts a Shoot that becomes unreachable with the change as failed after the deadline", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootUnreachable)
		s.after(29 * time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
		s.after(2 * time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("canary-0 (unreachable): not ready by the deadline"))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("counts a canary that failed with the previous change", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.decide()
		s.change("three")
		three := s.Target
		Expect(s.have(three)).To(ConsistOf("canary-0"))
		s.after(5 * time.Minute)
		Expect(s.have(three)).To(ConsistOf("canary-0"), "it is not proven yet")
		s.report("canary-0", three, fluxv1alpha1.ShootFailed)
		s.decide()
		Expect(s.reasons()).To(ConsistOf("RolloutStopped"))
		Expect(s.have(revisionOf("one", "v2.9.0"))).To(ConsistOf("prod-0"))
	})

	It("limits the number of progressing Shoots", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxConcurrent = ptr.To(intstr.FromString("50%")) }), "canary-0", "canary-1", "canary-2", "canary-3", "canary-4")
		s.change("two")
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"), "a percentage is rounded down")
		s.report("canary-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1", "canary-2"))
	})

	It("allows at least one progressing Shoot", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxConcurrent = ptr.To(intstr.FromString("1%")) }), "canary-0", "canary-1")
		s.change("two")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("tolerates maxFailures failures", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxFailures = ptr.To(int32(1)) }), "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.report("canary-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		Expect(s.have(two)).To(ContainElement("prod-0"))
	})

	It("requests an approval of each change once", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Rings[0].AllowEmpty, r.Rings[1].Approval = ptr.To(true), ptr.To(fluxv1alpha1.ApprovalManual)
		}, "prod-0")
		s.change("two")
		Expect(s.reasons()).To(ConsistOf("RolloutRingPassed", "RolloutWaitsForApproval"), "the canary may be empty")
		s.after(time.Hour)
		Expect(s.reasons()).To(BeEmpty())
		Expect(s.have(two)).To(BeEmpty())
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		s.operate("approve=prod")
		Expect(s.have(two)).To(ConsistOf("prod-0"))
		s.report("prod-0", two, fluxv1alpha1.ShootReady)
		s.change("three")
		Expect(s.have(s.Target)).To(BeEmpty(), "the approval was for another change")
	})

	It("waits for the maintenance time window of each Shoot", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) {
			ring.Windows = []fluxv1alpha1.Window{{Name: "maintenance", Maintenance: true}}
		}), "canary-0", "canary-1")
		s.member("canary-0").InWindow, s.member("canary-0").NextWindow = false, time.Hour
		s.change("two")
		Expect(s.have(two)).To(ConsistOf("canary-1"))
		s.report("canary-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseWaitingForWindow))
		Expect(s.last.Progress.Rings[0].Until.Time).To(Equal(s.Now.Add(time.Hour)))
		s.member("canary-0").InWindow = true
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
	})

	DescribeTable("passes without a confined Shoot that does not count, which gets the change in its window",
		func(away func(*scene), want int) {
			s := newScene(nil, "canary-0", "canary-1", "prod-0")
			confined := s.member("canary-1")
			confined.InWindow, confined.Confined = false, true
			s.change("two")
			away(s)
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(2 * time.Minute)
			Expect(s.state.Rings[0].Passed.Revision).To(Equal(two.ID()))
			Expect(s.have(two)).To(HaveLen(want))
			Expect(s.have(two)).To(ContainElements("canary-0", "prod-0"))

			By("the Shoot can be observed again: its window is not open, and the ring neither waits nor passes again")
			s.report("canary-1", revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootReady)
			s.member("canary-1").Hibernated = false
			s.report("prod-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(2 * time.Minute)
			s.after(10 * time.Hour)
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
			Expect(s.last.Events).To(BeEmpty())
			Expect(s.have(two)).To(HaveLen(want))

			By("its window opens")
			s.member("canary-1").InWindow = true
			s.after(s.last.Next)
			Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1", "prod-0"))
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		},
		Entry("skipped", func(s *scene) { s.operate("skip=canary-1") }, 2),
		Entry("suspended", func(s *scene) { s.report("canary-1", revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootSuspended) }, 2),
		Entry("unreachable", func(s *scene) { s.report("canary-1", revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootUnreachable) }, 2),
		Entry("hibernated, so that it gets all changes when it wakes up", func(s *scene) { s.member("canary-1").Hibernated = true }, 3),
	)

	It("does not leave out a confined Shoot of a ring whose target is unknown", func() {
		s := newScene(nil, "canary-0")
		confined := s.member("canary-0")
		confined.InWindow, confined.Confined = false, true
		ring := s.state.views(s.Members)[0]
		ring.Ring = &Ring{Name: "canary"} // As after a loss of the State.
		Expect(s.state.standingOf(ring, *confined, metav1.NewTime(s.Now))).To(Equal(pending))
	})

	It("begins with no Shoot while paused, and continues when resumed", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxConcurrent = ptr.To(intstr.FromInt32(1)) }), "canary-0", "canary-1")
		s.change("two")
		s.operate("pause")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.after(time.Hour)
		Expect(s.have(two)).To(ConsistOf("canary-0"), "also the ring that is on its way")
		s.operate("resume")
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
	})

	It("starts another change at the first ring, even during a change", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		s.change("three")
		Expect(s.have(s.Target)).To(ConsistOf("canary-0"))
		Expect(s.have(two)).To(ConsistOf("prod-0"), "what is on its way is finished")
		Expect(s.state.History).To(HaveExactElements(HaveField("Outcome", OutcomeReplaced), HaveField("Outcome", OutcomeComplete)))
	})

	It("begins with no further Shoot of a later ring after another change", func() {
		s := newScene(second(func(ring *fluxv1alpha1.Ring) { ring.MaxConcurrent = ptr.To(intstr.FromInt32(1)) }), "canary-0", "prod-0", "prod-1")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		s.change("three")
		s.report("prod-0", two, fluxv1alpha1.ShootReady)
		s.after(time.Minute)
		Expect(s.have(two)).To(ConsistOf("prod-0"), "it was replaced for a reason")
		Expect(s.last.Progress.Rings[1].Phase).To(Equal(PhaseWaiting))
	})

	It("completes at once when a change is reverted before any Shoot has it", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.operate("pause")
		s.change("two")
		s.Target = revisionOf("one", "v2.9.0")
		s.operate("resume")
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
	})

	It("skips a Shoot on request", func() {
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.report("canary-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.operate("skip=canary-0")
		s.after(time.Minute)
		Expect(s.have(two)).To(ContainElement("prod-0"))
	})

	Describe("with rollbacks", func() {
		It("forgets the approval of a ring without a previous revision, so that the rollback is not undone without another one", func() {
			s := newScene(func(r *fluxv1alpha1.Rollout) { r.Rings[1].Approval = ptr.To(fluxv1alpha1.ApprovalManual) }, "canary-0", "prod-0")
			s.state = nil
			s.member("prod-0").Status = nil
			s.decide()
			s.after(time.Minute)
			s.change("two")
			s.operate("approve=prod")
			Expect(s.state.Rings[1].Approved.Revision).To(Equal(s.Target.ID()))
			s.operate("rollback")
			Expect(s.state.RolledBack).To(BeTrue())
			Expect(s.state.Rings[1].Approved).To(BeZero())
		})

		rollsBack := func(r *fluxv1alpha1.Rollout) { r.OnFailure = ptr.To(fluxv1alpha1.OnFailureRollback) }

		It("rolls all rings back automatically, and retries only on request", func() {
			s := newScene(rollsBack, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(time.Minute)
			s.report("prod-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			Expect(s.reasons()).To(ConsistOf("RolloutRolledBack"))
			Expect(s.have(revisionOf("one", "v2.9.0"))).To(ConsistOf("canary-0", "prod-0"))
			s.after(time.Hour)
			Expect(s.have(two)).To(BeEmpty())
			Expect(s.last.Progress.Phase).To(Equal(PhaseRolledBack))
			s.operate("resume")
			Expect(s.have(two)).To(ConsistOf("canary-0"))
		})

		It("does not roll back a Flux version", func() {
			s := newScene(rollsBack, "canary-0", "prod-0")
			s.Target = revisionOf("one", "v2.9.1")
			s.decide()
			s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed)
			s.decide()
			Expect(s.reasons()).To(ConsistOf("RolloutStopped"))
			s.operate("rollback")
			Expect(s.last.Events[0].Reason).To(Equal("RolloutNotRolledBack"))
			Expect(s.last.Events[0].Note).To(ContainSubstring("it changes Flux from v2.9.0 to v2.9.1, and Flux cannot be downgraded"))
			Expect(s.have(s.Target)).To(ConsistOf("canary-0"))
		})

		Describe("of a change that has replaced another one", func() {
			one, three := revisionOf("one", "v2.9.0"), revisionOf("three", "v2.9.0")
			oneByOne := func(r *fluxv1alpha1.Rollout) {
				for i := range r.Rings {
					r.Rings[i].MaxConcurrent = ptr.To(intstr.FromInt32(1))
				}
			}
			// replaced gives the first change to both canaries, and the second one to the first canary, which fails.
			replaced := func(s *scene, first, second Revision) {
				s.Target = first
				s.decide()
				s.report("canary-0", first, fluxv1alpha1.ShootReady)
				s.decide()
				Expect(s.have(first)).To(ConsistOf("canary-0", "canary-1"))
				s.Target = second
				s.report("canary-1", first, fluxv1alpha1.ShootReady)
				s.decide()
				Expect(s.have(first)).To(ConsistOf("canary-1"))
				s.report("canary-0", second, fluxv1alpha1.ShootFailed)
				s.decide()
			}

			DescribeTable("returns all Shoots to the revision that their ring has passed", func(config func(*fluxv1alpha1.Rollout), operation string) {
				s := newScene(config, "canary-0", "canary-1", "prod-0")
				replaced(s, two, three)
				s.operate(operation)
				Expect(s.last.Progress.Phase).To(Equal(PhaseRolledBack))
				Expect(s.have(one)).To(ConsistOf("canary-0", "canary-1", "prod-0"), "canary-1 has the replaced revision, which has not passed")
			},
				Entry("on request", oneByOne, "rollback"),
				Entry("automatically", func(r *fluxv1alpha1.Rollout) { oneByOne(r); rollsBack(r) }, ""),
			)

			It("returns the Shoots of a later ring that had begun with the replaced change", func() {
				s := newScene(oneByOne, "canary-0", "prod-0", "prod-1")
				s.change("two")
				s.report("canary-0", two, fluxv1alpha1.ShootReady)
				s.decide()
				s.after(time.Minute)
				Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
				s.change("three")
				s.operate("rollback")
				Expect(s.have(two)).To(ConsistOf("canary-0"), "its ring has passed it")
				Expect(s.have(one)).To(ConsistOf("prod-0", "prod-1"))
			})

			It("gives no Shoot another revision that it has for a different reason", func() {
				s := newScene(nil, "canary-0", "canary-1", "prod-0", "prod-1")
				s.member("canary-1").Confined, s.member("canary-1").InWindow = true, false
				s.member("canary-1").Status = nil
				s.after(2 * time.Hour)
				s.change("two")
				s.report("canary-0", two, fluxv1alpha1.ShootReady)
				s.decide()
				s.after(5 * time.Minute)
				Expect(s.have(one)).To(ConsistOf("canary-1"), "it waits for its maintenance time window")
				for _, name := range []string{"prod-0", "prod-1"} {
					s.report(name, two, fluxv1alpha1.ShootReady)
				}
				s.after(5 * time.Minute)
				s.change("three")
				s.member("prod-1").Labels = map[string]string{"ring": "rest"}
				s.state.Rings[2].Passed, s.state.Rings[2].Target = Target{Revision: one.ID()}, Target{Revision: one.ID()}
				s.operate("rollback")
				Expect(s.have(one)).To(ConsistOf("canary-1"), "its window is closed")
				Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0", "prod-1"), "a Shoot that moves to another ring keeps its revision")
			})

			It("is refused if the replaced change has changed Flux", func() {
				s := newScene(oneByOne, "canary-0", "canary-1", "prod-0")
				newer := revisionOf("two", "v2.9.1")
				replaced(s, newer, three)
				s.operate("rollback")
				Expect(s.last.Events).To(HaveExactElements(Event{Type: "Warning", Reason: ReasonNotRolledBack, Note: "Revision " + three.ID() + " cannot be rolled back: canary-1 has revision " + newer.ID() +
					", which changes Flux from v2.9.0 to v2.9.1, and Flux cannot be downgraded"}))
				Expect(s.have(newer)).To(ConsistOf("canary-1"))
				Expect(s.have(three)).To(ConsistOf("canary-0"))
			})
		})

		It("does not roll back a ring that has passed the change when a Shoot that has moved into the ring fails", func() {
			s := newScene(func(r *fluxv1alpha1.Rollout) {
				r.OnFailure, r.Rings[1].MaxConcurrent = ptr.To(fluxv1alpha1.OnFailureRollback), ptr.To(intstr.FromInt32(1))
			}, "canary-0", "prod-0", "rest-0", "rest-1")
			for _, name := range []string{"rest-0", "rest-1"} {
				s.report(name, s.Target, fluxv1alpha1.ShootProgressing)
			}
			s.change("two")
			for _, name := range []string{"canary-0", "prod-0"} {
				s.report(name, two, fluxv1alpha1.ShootReady)
				s.decide()
				s.after(time.Minute)
			}
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
			for _, name := range []string{"rest-0", "rest-1"} {
				s.member(name).Labels = map[string]string{"ring": "prod"}
				s.report(name, revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootReady)
			}
			s.decide()
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0", "rest-0"))
			s.report("rest-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			Expect(s.reasons()).To(ConsistOf("RolloutStopped"), "there is no other commit that it could have again")
			s.report("rest-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			Expect(s.have(two)).To(ContainElement("rest-1"))
		})

		It("rolls back a complete change on request", func() {
			s := newScene(func(r *fluxv1alpha1.Rollout) { r.Rings = r.Rings[1:] }, "prod-0")
			s.change("two")
			s.report("prod-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
			s.operate("rollback")
			Expect(s.have(revisionOf("one", "v2.9.0"))).To(ConsistOf("prod-0"))
		})
	})

	Describe("with promoted commits", func() {
		one, bad, fixed := "sha1:"+strings.Repeat("1", 40), "sha1:"+strings.Repeat("b", 40), "sha1:"+strings.Repeat("f", 40)
		promoting := func() *scene {
			s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "canary-1", "prod-0")
			s.commit("canary-0", one)
			s.commit("canary-1", one)
			s.decide()
			s.after(time.Minute)
			Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
			s.commit("prod-0", one)
			s.decide()
			s.after(time.Minute)
			return s
		}

		It("promotes a commit when all Shoots of the first ring have soaked with it", func() {
			s := promoting()
			s.commit("canary-0", fixed)
			s.after(2 * time.Minute)
			Expect(s.state.Members["prod-0"].Commit).To(Equal(one), "one has not applied it")
			s.commit("canary-1", fixed)
			s.decide()
			s.after(time.Minute)
			Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed))
			Expect(s.state.Members["canary-0"].Commit).To(BeEmpty(), "the first ring follows the source")
		})

		It("does not promote a commit if a Shoot of the first ring fails with it", func() {
			s := promoting()
			for _, name := range []string{"canary-0", "canary-1"} {
				s.report(name, s.Target, fluxv1alpha1.ShootFailed, bad)
			}
			s.decide()
			Expect(s.reasons()).To(ConsistOf("RolloutStopped"))
			s.after(time.Hour)
			Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
			s.commit("canary-0", fixed)
			s.commit("canary-1", fixed)
			s.decide()
			s.after(time.Minute)
			Expect(s.state.Members["prod-0"].Commit).To(Equal(fixed), "the fix is a commit like any other")
		})

		It("counts the Shoots of a first ring that failed with a commit for a change of the configuration", func() {
			s := promoting()
			for _, name := range []string{"canary-0", "canary-1"} {
				s.report(name, s.Target, fluxv1alpha1.ShootFailed, bad)
			}
			s.decide()
			s.change("two")
			s.after(time.Minute)
			s.after(time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
		})

		It("keeps the previous commit if no Shoot can prove another one", func() {
			s := promoting()
			s.Members = s.Members[2:]
			s.change("two")
			s.operate("approve=canary")
			Expect(s.state.Members["prod-0"].Target).To(Equal(Target{Revision: two.ID(), Commit: one}))
		})
	})

	DescribeTable("completes a ring that has passed when a moved Shoot leaves it again", func(moved func(*scene), phase Phase) {
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Rings[0].MaxConcurrent, r.Rings[1].Approval = ptr.To(intstr.FromInt32(1)), ptr.To(fluxv1alpha1.ApprovalManual)
		}, "canary-0", "prod-0", "prod-1")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseComplete))
		for _, name := range []string{"prod-0", "prod-1"} {
			s.member(name).Labels = map[string]string{"ring": "canary"}
		}
		moved(s)
		s.decide()
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(phase))
		s.Members = s.Members[:1]
		s.decide()
		s.after(time.Hour)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseComplete))
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval), "for the next ring")
		Expect(s.reasons()).To(BeEmpty())
	},
		Entry("while the ring is guarded", func(s *scene) {
			s.member("canary-0").Status.Removals = []Removal{{Removed: &fluxv1alpha1.RemovedObjects{Before: 10, Count: 9}}}
		}, PhaseGuarded),
		Entry("after it has failed", func(s *scene) {
			s.decide()
			s.report("prod-0", two, fluxv1alpha1.ShootFailed)
		}, PhaseStopped),
		Entry("while it is suspended during the soak", func(s *scene) {
			for _, name := range []string{"prod-0", "prod-1"} {
				s.report(name, revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootSuspended)
			}
		}, PhaseSoaking),
	)

	It("changes no permit when a Shoot moves to another ring, or rings are added", func() {
		s := newScene(nil, "canary-0", "prod-0", "prod-1")
		s.change("two")
		s.member("canary-0").Labels = map[string]string{"ring": "prod"}
		s.decide()
		Expect(s.have(two)).To(ContainElement("canary-0"))
		added := *s.Rollout.DeepCopy()
		added.Rings = slices.Insert(added.Rings, 1, fluxv1alpha1.Ring{Name: "new", ShootSelector: fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": "new"}}}})
		fluxv1alpha1.SetDefaults_Rollout(&added)
		s.operate("pause")
		s.Rollout = &added
		before := fmt.Sprint(s.have(two))
		s.decide()
		Expect(fmt.Sprint(s.have(two))).To(Equal(before))
	})

	DescribeTable("begins with no Shoot when the ConfigMap is lost while the canary is",
		func(state fluxv1alpha1.ShootState) {
			s := newScene(nil, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, state)
			s.decide()
			s.state = nil
			s.decide()
			s.after(5 * time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		},
		Entry("failed", fluxv1alpha1.ShootFailed),
		Entry("degraded", fluxv1alpha1.ShootDegraded),
		Entry("progressing", fluxv1alpha1.ShootProgressing),
	)

	It("explains an invalid operation", func() {
		s := newScene(nil, "canary-0")
		s.operate("approve=nothing")
		Expect(s.reasons()).To(ConsistOf("RolloutOperationUnknown"))
		Expect(s.last.Events[0].Note).To(ContainSubstring("approve-during-freeze=<ring> with one of the rings canary, prod, rest"))
		s.operate("skip=nothing")
		Expect(s.last.Events[0].Note).To(ContainSubstring("names no Shoot of the project"))
	})
})

// commit makes a member report that it is ready with a commit.
func (s *scene) commit(name, commit string) {
	GinkgoHelper()
	s.report(name, s.Target, fluxv1alpha1.ShootReady, commit)
}

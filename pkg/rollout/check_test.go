// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// answer answers the questions of the last decision, and decides five seconds later.
func (s *scene) answer(good bool, note string) {
	before := s.Answers
	s.Answers = nil
	at := s.Now.Add(4 * time.Second)
	for _, question := range s.last.Questions {
		answer := Answer{ID: question.ID, At: at, Until: at.Add(2 * time.Minute), Note: note}
		if good {
			answer.GoodSince = at
			for _, last := range before {
				if last.ID == question.ID && !last.GoodSince.IsZero() && !at.After(last.Until) {
					answer.GoodSince = last.GoodSince
				}
			}
		}
		s.Answers = append(s.Answers, answer)
	}
	s.decide()
}

// answering answers all questions for the duration, every half minute.
func (s *scene) answering(good bool, note string, d time.Duration) {
	for end := s.Now.Add(d); s.Now.Before(end); s.after(25 * time.Second) {
		s.answer(good, note)
	}
}

// asked returns the names of the checks that the last decision asks.
func (s *scene) asked() []string {
	return namesOf(s.last.Questions, func(q Question) string { return q.Ring + "/" + q.Check.Name })
}

var _ = Describe("Checks", func() {
	two, three := revisionOf("two", "v2.9.0"), revisionOf("three", "v2.9.0")

	check := func(when fluxv1alpha1.CheckTime, lasts, deadline time.Duration) fluxv1alpha1.Check {
		c := fluxv1alpha1.Check{
			Name: "errors", When: when, Prometheus: &fluxv1alpha1.PrometheusCheck{URL: "https://prometheus.example.com", Query: "errors", Max: "0.01"},
			Deadline: &metav1.Duration{Duration: deadline},
		}
		if lasts > 0 {
			c.For = &metav1.Duration{Duration: lasts}
		}
		return c
	}
	with := func(checks ...fluxv1alpha1.Check) func(*fluxv1alpha1.Rollout) {
		return first(func(ring *fluxv1alpha1.Ring) { ring.Checks = checks })
	}
	before := check(fluxv1alpha1.CheckBeforeStart, 0, time.Hour)
	after := check(fluxv1alpha1.CheckAfterReady, 0, time.Hour)

	It("asks nothing while no ring waits", func() {
		s := newScene(with(before, after), "canary-0", "prod-0")
		s.after(time.Hour)
		Expect(s.last.Questions).To(BeEmpty())
		Expect(s.state.Rings[0].Checks).To(BeEmpty())
	})

	Context("before the start", func() {
		It("begins with the first good answer", func() {
			s := newScene(with(before), "canary-0", "prod-0")
			s.change("two")
			Expect(s.asked()).To(Equal([]string{"canary/errors"}))
			Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseWaitingForCheck), HaveField("WaitsFor", "check errors: no answer yet")))
			s.answer(false, "0.014 > 0.01")
			Expect(s.have(two)).To(BeEmpty())
			Expect(s.last.Progress.Message).To(Equal("ring canary: check errors: 0.014 > 0.01 since Mon 23 Nov 12:00 UTC"))
			s.answer(false, "metrics.example.com: it does not respond in time; check that it runs")
			Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("check errors: metrics.example.com: it does not respond in time since Mon 23 Nov 12:00 UTC; check that it runs"), "the time belongs to the answer, not to the advice")
			s.answer(true, "")
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			Expect(s.last.Questions).To(BeEmpty())
		})

		It("uses no answer from before the question, from the future, or for another target (kargo #6372, #7032)", func() {
			s := newScene(with(before), "canary-0", "prod-0")
			s.change("two")
			id, asked := s.last.Questions[0].ID, s.Now
			good := func(at time.Time) Answer { return Answer{ID: id, At: at, Until: at.Add(time.Hour), GoodSince: at} }
			for _, at := range []time.Time{asked.Add(-time.Hour), asked.Add(-time.Second), asked.Add(time.Hour)} {
				s.Answers = []Answer{good(at)}
				s.decide()
				Expect(s.have(two)).To(BeEmpty(), at.String())
			}
			s.change("three")
			s.Answers = []Answer{good(s.Now.Add(-time.Second))}
			s.decide()
			Expect(s.have(three)).To(BeEmpty())
			s.change("two")
			s.decide()
			Expect(s.have(two)).To(BeEmpty(), "it is another question, although the revision is the same")
		})

		It("uses no answer of the check as it was configured before (kargo #7032)", func() {
			s := newScene(with(before), "canary-0")
			s.change("two")
			s.Answers = []Answer{{ID: s.last.Questions[0].ID, At: s.Now.Add(time.Second), Until: s.Now.Add(time.Hour), GoodSince: s.Now.Add(time.Second)}}
			s.Rollout = s.Rollout.DeepCopy()
			stricter := *before.Prometheus
			stricter.Max = "0.001"
			s.Rollout.Rings[0].Checks = []fluxv1alpha1.Check{before}
			s.Rollout.Rings[0].Checks[0].Prometheus = &stricter
			s.decide()
			Expect(s.have(two)).To(BeEmpty())
			Expect(s.asked()).To(HaveLen(1))
		})

		It("is not asked again for a Shoot that moves into a ring that has passed the change, also if the check is new", func() {
			s := newScene(second(func(ring *fluxv1alpha1.Ring) { ring.Approval = ptr.To(fluxv1alpha1.ApprovalManual) }), "canary-0", "prod-0", "prod-1")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.after(2 * time.Hour)
			Expect(s.state.Rings[0].Passed.Revision).To(Equal(two.ID()))
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.Rollout = s.Rollout.DeepCopy()
			s.Rollout.Rings[0].Checks = []fluxv1alpha1.Check{before}
			s.member("prod-1").Labels = map[string]string{"ring": "canary"}
			s.decide()
			Expect(s.asked()).To(BeEmpty())
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-1"))
		})

		It("is not asked before the approval, in a freeze, outside of windows, while paused, or before the ring's turn", func() {
			s := newScene(func(r *fluxv1alpha1.Rollout) {
				r.Rings[0].Approval = ptr.To(fluxv1alpha1.ApprovalManual)
				r.Rings[0].Checks, r.Rings[1].Checks = []fluxv1alpha1.Check{before}, []fluxv1alpha1.Check{before}
				r.Rings[0].Windows = []fluxv1alpha1.Window{office()}
			}, "canary-0", "prod-0")
			s.change("two")
			Expect(s.asked()).To(BeEmpty(), "the approval is missing")
			s.operate("approve=canary")
			Expect(s.asked()).To(BeEmpty(), "the window is closed")
			s.at("23T14:00")
			Expect(s.asked()).To(ConsistOf("canary/errors"))
			s.operate("pause")
			Expect(s.asked()).To(BeEmpty())
			s.operate("resume")
			s.Freezes = []Freeze{{Freeze: freeze()}}
			s.decide()
			Expect(s.asked()).To(BeEmpty(), "the freeze has precedence")
			s.Freezes = nil
			s.decide()
			s.answer(true, "")
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			Expect(s.asked()).To(BeEmpty(), "the other ring waits for the first one")
		})

		It("stops at the deadline, and continues when the check passes", func() {
			s := newScene(with(before), "canary-0", "prod-0")
			s.change("two")
			s.answering(false, "no data", 70*time.Minute)
			Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseStopped), HaveField("WaitsFor", "check errors has not passed within 60m: no data since Mon 23 Nov 12:00 UTC; it goes on when the check passes, or with operation approve=canary")))
			Expect(s.have(two)).To(BeEmpty())
			s.answer(true, "")
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			Expect(s.state.Rings[0].Stopped).To(BeFalse())
		})

		It("reports the stop once", func() {
			s := newScene(with(before), "canary-0", "prod-0")
			s.change("two")
			stops := 0
			for range 150 {
				s.answer(false, "no data")
				s.after(25 * time.Second)
				for _, event := range s.last.Events {
					if event.Reason == ReasonStopped {
						stops++
						Expect(event.Note).To(HavePrefix("Ring canary does not go on with revision " + two.ID() + ": check errors has not passed within 60m: no data since Mon 23 Nov 12:00 UTC. The rollout has stopped until the check passes"))
					}
				}
			}
			Expect(stops).To(Equal(1))
		})

		It("corrects a Shoot that fails, and no other", func() {
			s := newScene(with(before), "canary-0", "canary-1", "prod-0")
			s.report("canary-1", revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootFailed)
			s.after(time.Minute)
			s.change("two")
			Expect(s.have(two)).To(ConsistOf("canary-1"))
			s.report("canary-1", two, fluxv1alpha1.ShootReady)
			s.after(5 * time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-1"))
			s.answer(true, "")
			Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
		})

		It("is overruled by an approval while the ring waits for it, for this target only", func() {
			s := newScene(with(before), "canary-0", "prod-0")
			s.change("two")
			s.answer(false, "0.014 > 0.01")
			s.operate("approve=canary")
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			Expect(s.state.Operations[0].Note).To(Equal("Ring canary may begin with revision " + two.ID() + " in spite of check errors: 0.014 > 0.01 since Mon 23 Nov 12:00 UTC"))
			s.change("three")
			Expect(s.have(three)).To(BeEmpty())
		})
	})

	It("keeps no approval that was given for a change which another one has replaced", func() {
		s := newScene(with(before), "canary-0", "prod-0")
		s.change("two")
		s.Target, s.Operation = three, "approve=canary"
		s.decide()
		Expect(s.have(three)).To(BeEmpty())
		Expect(s.state.Operations[0].Note).To(ContainSubstring("nothing is approved"))
		s.decide()
		Expect(s.asked()).To(ConsistOf("canary/errors"))
	})

	It("is overruled in a ring that has begun for a correction", func() {
		s := newScene(with(before), "canary-0", "canary-1")
		s.report("canary-1", revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootFailed)
		s.after(time.Minute)
		s.change("two")
		Expect(s.have(two)).To(ConsistOf("canary-1"))
		s.operate("approve=canary")
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
	})

	It("is asked again after a pause that comes with its answer", func() {
		s := newScene(with(before), "canary-0")
		s.change("two")
		s.Operation = "pause"
		s.answer(true, "")
		s.Answers = nil
		s.operate("resume")
		Expect(s.have(two)).To(BeEmpty())
		Expect(s.asked()).To(ConsistOf("canary/errors"))
	})

	Context("after the Shoots are ready", func() {
		ready := func(change func(*fluxv1alpha1.Rollout)) *scene {
			s := newScene(change, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			return s
		}

		It("passes the ring after the soak when the answer is good (Sveltos #1816)", func() {
			s := ready(with(after))
			Expect(s.asked()).To(ConsistOf("canary/errors"))
			Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseSoaking), HaveField("WaitsFor", "its Shoots to stay ready, and for check errors: no answer yet")))
			s.after(3 * time.Minute)
			Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseWaitingForCheck), HaveField("WaitsFor", "check errors: no answer yet")))
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.answer(true, "")
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		})

		It("does not pass with an answer that is outdated", func() {
			s := ready(with(after))
			s.answer(true, "")
			s.after(10 * time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0"), "no check was asked for ten minutes")
			Expect(s.last.Progress.Rings[0].WaitsFor).To(HavePrefix("check errors: no answer since "))
		})

		It("requires good answers for the whole time, without a gap", func() {
			s := ready(with(check(fluxv1alpha1.CheckAfterReady, 15*time.Minute, time.Hour)))
			s.answering(true, "", 10*time.Minute)
			Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("check errors: good since Mon 23 Nov 12:00 UTC, for 15m is required"))
			s.after(5 * time.Minute) // No leader asks.
			s.answering(true, "", 10*time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.answering(false, "0.014 > 0.01", time.Minute)
			s.answering(true, "", 14*time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.answering(true, "", 2*time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		})

		It("begins the time anew when a Shoot is not ready in between", func() {
			s := ready(with(check(fluxv1alpha1.CheckAfterReady, 5*time.Minute, time.Hour)))
			s.answering(true, "", 4*time.Minute)
			s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
			s.decide()
			Expect(s.asked()).To(BeEmpty())
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.answering(true, "", 4*time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0"))
		})

		It("stops at the deadline of each failure, and can be passed by an approval", func() {
			s := ready(with(check(fluxv1alpha1.CheckAfterReady, 0, 10*time.Minute)))
			s.answering(false, "NaN is not a number", 9*time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForCheck))
			s.answering(false, "NaN is not a number", 2*time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			s.operate("approve=canary")
			Expect(s.state.Operations[0].Note).To(HavePrefix("Ring canary may pass revision " + two.ID() + " in spite of check errors: NaN is not a number since Mon 23 Nov 12:00 UTC"))
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		})

		It("counts the deadline from the last good answer during a long soak", func() {
			s := ready(first(func(ring *fluxv1alpha1.Ring) {
				ring.Soak, ring.Checks = &metav1.Duration{Duration: 3 * time.Hour}, []fluxv1alpha1.Check{check(fluxv1alpha1.CheckAfterReady, 0, time.Hour)}
			}))
			s.answering(true, "", 2*time.Hour)
			s.answering(false, "0.014 > 0.01", 30*time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseSoaking))
			s.answering(false, "0.014 > 0.01", 31*time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		})

		It("rolls back at the deadline if the rollout does so", func() {
			s := ready(func(r *fluxv1alpha1.Rollout) {
				with(check(fluxv1alpha1.CheckAfterReady, 0, 10*time.Minute))(r)
				r.OnFailure = ptr.To(fluxv1alpha1.OnFailureRollback)
			})
			s.answering(false, "0.014 > 0.01", 11*time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseRolledBack))
			Expect(s.have(two)).To(BeEmpty())
			Expect(s.last.Questions).To(BeEmpty())
		})

		It("does not roll back because nobody has answered", func() {
			s := ready(func(r *fluxv1alpha1.Rollout) {
				with(check(fluxv1alpha1.CheckAfterReady, 0, 10*time.Minute))(r)
				r.OnFailure = ptr.To(fluxv1alpha1.OnFailureRollback)
			})
			s.after(20 * time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			Expect(s.have(two)).To(ConsistOf("canary-0"))
		})

		It("stops at the deadline although two checks are good in turns", func() {
			other := check(fluxv1alpha1.CheckAfterReady, 0, 10*time.Minute)
			other.Name = "latency"
			s := ready(with(check(fluxv1alpha1.CheckAfterReady, 0, 10*time.Minute), other))
			for i := range 30 {
				s.Answers = nil
				for j, question := range s.last.Questions {
					answer := Answer{ID: question.ID, At: s.Now, Until: s.Now.Add(2 * time.Minute), Note: "no"}
					if i%2 == j {
						answer.GoodSince = s.Now
					}
					s.Answers = append(s.Answers, answer)
				}
				s.after(30 * time.Second)
			}
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		})

		It("asks for each commit that is promoted", func() {
			s := newScene(func(r *fluxv1alpha1.Rollout) {
				with(after)(r)
				r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote)
			}, "canary-0", "prod-0")
			s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
			s.commit("canary-0", "sha1:"+strings.Repeat("1", 40))
			s.after(2 * time.Minute)
			Expect(s.last.Questions).To(HaveLen(1))
			of := s.last.Questions[0].ID
			s.commit("canary-0", "sha1:"+strings.Repeat("2", 40))
			s.after(2 * time.Minute)
			Expect(s.last.Questions).To(HaveLen(1))
			Expect(s.last.Questions[0].ID).NotTo(Equal(of))
		})
	})

	It("continues after the stored state was read again", func() {
		s := newScene(with(check(fluxv1alpha1.CheckBeforeStart, 5*time.Minute, time.Hour)), "canary-0")
		s.change("two")
		s.answering(true, "", 4*time.Minute)
		values, err := s.state.Encode()
		Expect(err).NotTo(HaveOccurred())
		s.state, err = Decode(&corev1.ConfigMap{BinaryData: values})
		Expect(err).NotTo(HaveOccurred())
		s.answering(true, "", 2*time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"k8s.io/apimachinery/pkg/types"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// fakeAsker answers checks by name, and takes time on the clock.
type fakeAsker struct {
	clock   *testclock.FakeClock
	takes   time.Duration
	answers map[string]Answer
	asked   []string
	// slow is the time that checks take in addition, by name.
	slow      map[string]time.Duration
	meanwhile func()
}

func (f *fakeAsker) Ask(_ context.Context, namespace string, check fluxv1alpha1.Check) Answer {
	f.asked = append(f.asked, namespace+"/"+check.Name)
	f.clock.Step(f.takes + f.slow[check.Name])
	if f.meanwhile != nil {
		f.meanwhile()
	}
	return f.answers[check.Name]
}

var _ = Describe("Reconciler of checks", func() {
	var (
		asker  *fakeAsker
		r      *Reconciler
		blue   = question.Rollout{Controller: "rollout", Request: "garden-blue", Namespace: "garden-blue"}
		begin  = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
		errors = rollout.Question{ID: "1", Ring: "prod", Check: fluxv1alpha1.Check{Name: "errors", Prometheus: &fluxv1alpha1.PrometheusCheck{}}}
		change = rollout.Question{ID: "2", Ring: "prod", Check: fluxv1alpha1.Check{Name: "change", HTTP: &fluxv1alpha1.HTTPCheck{}}}
	)

	BeforeEach(func() {
		asker = &fakeAsker{clock: testclock.NewFakeClock(begin), answers: map[string]Answer{"errors": {Good: true}, "change": {Note: "no"}}}
		r = &Reconciler{Ledger: &question.Ledger{Interval: time.Minute}, Asker: asker, Clock: asker.clock, Answers: NewAnswerCounter(prometheus.NewRegistry())}
	})

	work := func(ctx context.Context) time.Duration {
		GinkgoHelper()
		result, err := r.Reconcile(ctx, reconcile.Request{NamespacedName: types.NamespacedName{Namespace: "garden-blue", Name: "rollout"}})
		Expect(err).NotTo(HaveOccurred())
		return result.RequeueAfter
	}

	It("asks one check after the other, and each of them once in an interval", func(ctx SpecContext) {
		r.Ledger.Ask(blue, []rollout.Question{errors, change})
		for range 20 {
			asker.clock.Step(work(ctx))
		}
		Expect(asker.asked[:4]).To(Equal([]string{"garden-blue/errors", "garden-blue/change", "garden-blue/errors", "garden-blue/change"}))
		Expect(asker.clock.Since(begin)).To(Equal(10 * time.Minute))
		Expect(r.Ledger.Answers(blue)).To(HaveLen(2))
		for _, labels := range [][]string{{"prometheus", "good"}, {"http", "bad"}} {
			counted := &dto.Metric{}
			Expect(r.Answers.WithLabelValues(labels...).Write(counted)).To(Succeed())
			Expect(counted.GetCounter().GetValue()).To(Equal(10.0), labels[0])
		}
	})

	It("asks nothing without a question, and forgets the answers to questions that were withdrawn", func(ctx SpecContext) {
		Expect(work(ctx)).To(BeZero())
		r.Ledger.Ask(blue, []rollout.Question{errors})
		work(ctx)
		r.Ledger.Ask(blue, nil)
		Expect(r.Ledger.Answers(blue)).To(BeEmpty())
		Expect(work(ctx)).To(BeZero())
		r.Ledger.Ask(blue, []rollout.Question{errors})
		Expect(r.Ledger.Answers(blue)).To(BeEmpty())
		Expect(asker.asked).To(ConsistOf("garden-blue/errors"))
	})

	It("drops an answer to a question that was withdrawn while the system was asked", func(ctx SpecContext) {
		r.Ledger.Ask(blue, []rollout.Question{errors})
		asker.meanwhile = func() { r.Ledger.Ask(blue, []rollout.Question{change}) }
		work(ctx)
		Expect(r.Ledger.Answers(blue)).To(BeEmpty())
	})

	It("gives an answer the time at which the request began, because the system may have answered then", func(ctx SpecContext) {
		asker.takes = 9 * time.Second
		r.Ledger.Ask(blue, []rollout.Question{errors})
		work(ctx)
		Expect(r.Ledger.Answers(blue)).To(ConsistOf(And(HaveField("At", begin), HaveField("GoodSince", begin))))
	})

	It("counts good answers as uninterrupted only if each arrives in time", func(ctx SpecContext) {
		r.Ledger.Ask(blue, []rollout.Question{errors})
		asker.clock.Step(work(ctx))
		work(ctx)
		first := r.Ledger.Answers(blue)[0]
		Expect(first).To(And(HaveField("GoodSince", begin), HaveField("At", begin.Add(time.Minute))))
		asker.clock.SetTime(first.Until.Add(time.Second))
		work(ctx)
		Expect(r.Ledger.Answers(blue)[0].GoodSince).To(Equal(first.Until.Add(time.Second)))
		asker.answers["errors"] = Answer{Note: "0.014 > 0.01"}
		asker.clock.Step(time.Minute)
		work(ctx)
		Expect(r.Ledger.Answers(blue)[0]).To(And(HaveField("GoodSince", BeZero()), HaveField("Note", "0.014 > 0.01")))
	})

	It("counts anew if the clock is turned back", func(ctx SpecContext) {
		r.Ledger.Ask(blue, []rollout.Question{errors})
		work(ctx)
		r.Ledger.Record(blue, "1", true, "", begin.Add(-time.Hour), begin.Add(-time.Hour))
		Expect(r.Ledger.Answers(blue)[0].GoodSince).To(Equal(begin.Add(-time.Hour)))
	})

	It("asks a slow system less often, so that it occupies a worker for a twentieth of the time", func(ctx SpecContext) {
		asker.takes = 10 * time.Second
		r.Ledger.Ask(blue, []rollout.Question{errors})
		Expect(work(ctx)).To(Equal(200 * time.Second))
		Expect(r.Ledger.Answers(blue)[0].Until).To(BeTemporally(">", begin.Add(210*time.Second)), "a slow answer is not an outdated one")
	})

	It("asks a slow system no more often if the question is withdrawn and comes again", func(ctx SpecContext) {
		asker.takes = 10 * time.Second
		r.Ledger.Ask(blue, []rollout.Question{errors})
		work(ctx)
		r.Ledger.Ask(blue, nil)
		Expect(work(ctx)).To(BeZero())
		r.Ledger.Ask(blue, []rollout.Question{errors})
		Expect(work(ctx)).To(Equal(200 * time.Second))

		By("while it is asked")
		asker.clock.Step(200 * time.Second)
		asker.meanwhile = func() { r.Ledger.Ask(blue, nil) }
		work(ctx)
		r.Ledger.Ask(blue, []rollout.Question{errors})
		Expect(work(ctx)).To(Equal(200 * time.Second))
		Expect(asker.asked).To(HaveLen(2))
	})

	It("does not let the answers of a fast system become outdated beside a slow one", func(ctx SpecContext) {
		asker.slow = map[string]time.Duration{"change": 10 * time.Second}
		r.Ledger.Ask(blue, []rollout.Question{errors, change})
		for asker.clock.Since(begin) < time.Hour {
			asker.clock.Step(work(ctx))
			for _, answer := range r.Ledger.Answers(blue) {
				Expect(answer.Until).To(BeTemporally(">=", asker.clock.Now()))
			}
		}
		Expect(r.Ledger.Answers(blue)).To(ContainElement(And(HaveField("ID", "1"), HaveField("GoodSince", begin))))
	})

	It("keeps a note whose numbers change for five minutes, because each note is a write of the rollout", func(ctx SpecContext) {
		r.Ledger.Ask(blue, []rollout.Question{errors})
		notes := map[string]bool{}
		for i := range 8 {
			asker.answers["errors"] = Answer{Note: fmt.Sprintf("0.0%d > 0.01", i+2)}
			asker.clock.Step(work(ctx))
			notes[r.Ledger.Answers(blue)[0].Note] = true
		}
		Expect(notes).To(HaveLen(2))
		asker.answers["errors"] = Answer{Note: "no data"}
		work(ctx)
		Expect(r.Ledger.Answers(blue)[0].Note).To(Equal("no data"))
	})

	It("records no answer of a process that ends", func(ctx SpecContext) {
		r.Ledger.Ask(blue, []rollout.Question{errors})
		ended, cancel := context.WithCancel(ctx)
		asker.meanwhile = cancel
		work(ended)
		Expect(r.Ledger.Answers(blue)).To(BeEmpty())
	})
})

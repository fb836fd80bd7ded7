// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// stops returns a landscape with a record of a stop.
func stops(record stop.Record) *stop.Landscape {
	l := stop.NewLandscape()
	l.Set(record)
	return l
}

// incident is the record of a stop, and why what each status shows of it.
func incident() stop.Record {
	return stop.Record{Number: 1, Stopped: true, At: metav1.NewTime(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)), Reason: "incident 42"}
}

const why = "the operator has stopped all rollouts since 2026-11-23 12:00 UTC: incident 42"

var _ = Describe("A stop of all rollouts", func() {
	const three = "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 4s}, {name: rest, soak: 0s}]}}\n"

	It("holds the changes of a project until it ends", func(ctx SpecContext) {
		m := newMortalProject(ctx, kill{}, controllertest.NewResolver(), three)
		m.passes(ctx, 12)
		m.Stops.Set(incident())
		m.changes = nil
		m.configure(ctx, three+following("second"))
		m.passes(ctx, 30)
		Expect(m.changes).To(BeEmpty())
		Expect(m.configMap(ctx, "flux-rollout").Data["status.yaml"]).To(And(ContainSubstring("phase: Frozen"), ContainSubstring("has stopped all rollouts since 2026-11-23 12:00 UTC: incident")))
		m.ask(ctx, "rollback")
		m.passes(ctx, 2)
		Expect(m.configMap(ctx, "flux-config").Annotations).To(BeEmpty())
		Expect(m.state(ctx).Operations[0].Note).To(HaveSuffix("cannot be rolled back: " + why))

		By("another leader, which does not know yet whether there is a stop")
		m.start()
		m.Stops = stop.NewLandscape()
		before := m.configMap(ctx, "flux-rollout")
		Expect(m.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}})).To(Equal(reconcile.Result{RequeueAfter: 2 * time.Second}), "it waits: this is no error at each start")
		Expect(m.configMap(ctx, "flux-rollout")).To(Equal(before))

		By("its end")
		m.Stops.Set(stop.Record{Number: 2, At: metav1.NewTime(m.clock.Now())})
		m.passes(ctx, 30)
		Expect(m.changes).To(HaveLen(3), "each Shoot gets the change")
		Expect(m.configMap(ctx, "flux-rollout").Data["status.yaml"]).To(And(ContainSubstring("phase: Complete"), Not(ContainSubstring("stopped"))))
	})

	It("holds a change of the baseline until it ends", func(ctx SpecContext) {
		l := newEstate(ctx)
		for range 70 {
			l.runs(ctx, 1)
			l.deliver(ctx)
		}
		former := l.released(ctx, "canary").Revision
		l.Stops.Set(incident())
		l.method.Baseline = baselineWith("./two")
		l.runs(ctx, 10)
		Expect(l.released(ctx, "canary").Revision).To(Equal(former))
		Expect(l.stored(ctx).Data["status.yaml"]).To(And(ContainSubstring("phase: Frozen"), ContainSubstring("has stopped all rollouts since 2026-11-23 12:00 UTC: incident")))
		l.ask(ctx, "approve=canary")
		l.runs(ctx, 10)
		Expect(l.released(ctx, "canary").Revision).To(Equal(former))
		l.Stops.Set(stop.Record{Number: 2, At: metav1.NewTime(l.clock.Now())})
		l.runs(ctx, 1)
		Expect(l.released(ctx, "canary").Revision).NotTo(Equal(former))
	})

	It("lets a seed on its way finish and fail, and the ring stops when the stop ends", func(ctx SpecContext) {
		l := newEstate(ctx)
		l.method.Rollouts.Baseline.MaxFailures = new(int32)
		for range 70 {
			l.runs(ctx, 1)
			l.deliver(ctx)
		}
		l.method.Baseline = baselineWith("./bad")
		l.runs(ctx, 1)
		l.Stops.Set(incident())
		l.runs(ctx, 1)
		l.deliver(ctx)
		l.runs(ctx, 3)
		Expect(l.state(ctx).Rings[0].Failures).To(HaveLen(1))
		recorded(l.recorder)
		l.Stops.Set(stop.Record{Number: 2, At: metav1.NewTime(l.clock.Now())})
		l.runs(ctx, 1)
		Expect(recorded(l.recorder)).To(ContainElement("Warning RolloutStopped"))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("Baseline", func() {
	var l *estate
	BeforeEach(func(ctx SpecContext) { l = newEstate(ctx) })

	// settle lets all seeds have the baseline.
	settle := func(ctx context.Context) {
		GinkgoHelper()
		for range 70 {
			l.runs(ctx, 1)
			l.deliver(ctx)
		}
		Expect(l.stored(ctx).Data["status.yaml"]).To(ContainSubstring("phase: Complete"))
		recorded(l.recorder)
	}

	It("gives a change to the canary seed first, and stops there if it fails, with an Event for each step", func(ctx SpecContext) {
		l.runs(ctx, 1)
		Expect(l.released(ctx, "canary").Revision).To(Equal(landscape.BaselineRevision(l.method.Baseline).ID()))
		Expect(l.released(ctx, "other").Revision).To(Equal(landscape.NoBaseline()))
		settle(ctx)
		former := l.released(ctx, "other")

		l.method.Baseline = baselineWith("./bad")
		l.method.Rollouts.Baseline.MaxFailures = new(int32)
		l.runs(ctx, 1)
		l.deliver(ctx)
		l.runs(ctx, 10)
		Expect(l.stored(ctx).Data["status.yaml"]).To(And(
			HavePrefix("# Progress of the rollout, written by the garden controller. No controller reads it.\n"), ContainSubstring("phase: Stopped"), ContainSubstring("garden-one/on-canary")))
		Expect(l.released(ctx, "other").Baseline).To(Equal(former.Baseline))
		Expect(recorded(l.recorder)).To(Equal([]string{"Normal RolloutRingStarted", "Warning BaselineProjectFailing", "Warning RolloutStopped"}))
		controllertest.ExpectStored(l.stored(ctx))
	})

	It("continues with a state of an earlier release, and releases nothing by it", func(ctx SpecContext) {
		Expect(l.garden.Create(ctx, oldState("baseline"))).To(Succeed())
		one, two := landscape.BaselineRevision(baselineWith("./one")).ID(), landscape.BaselineRevision(baselineWith("./two")).ID()
		l.method.Baseline = baselineWith("./two")
		l.report(ctx, "seed-canary", "canary", fluxv1alpha1.ShootProgressing, two)
		l.report(ctx, "seed-other", "other", fluxv1alpha1.ShootReady, one)
		Expect(l.released(ctx, "canary").Revision).To(Equal(two))
		l.runs(ctx, 100)
		Expect(l.released(ctx, "canary").Revision).To(Equal(two))
		Expect(l.released(ctx, "other").Revision).To(Equal(one))
	})

	It("ignores reports in the namespaces of projects", func(ctx SpecContext) {
		settle(ctx)
		former := l.released(ctx, "other").Revision
		l.method.Baseline = baselineWith("./two")
		l.runs(ctx, 1)
		l.report(ctx, "garden-one", "canary", fluxv1alpha1.ShootReady, l.released(ctx, "canary").Revision)
		l.runs(ctx, 10)
		Expect(l.released(ctx, "other").Revision).To(Equal(former))
	})

	It("executes an operation once, and keeps other annotations", func(ctx SpecContext) {
		settle(ctx)
		l.ask(ctx, "pause")
		l.runs(ctx, 1)
		Expect(l.stored(ctx).Annotations).To(Equal(map[string]string{"other": "kept"}))
		Expect(l.stored(ctx).Data["status.yaml"]).To(ContainSubstring("phase: Paused"))
		Expect(l.state(ctx).Operations).To(Equal([]rollout.ExecutedOperation{{
			Value: "pause", Time: metav1.NewTime(l.clock.Now().Local()),
			Note: "The rollout is paused: no further seed gets another revision. To continue, run: kubectl shoot-flux rollout resume --landscape baseline",
		}}))
		Expect(recorded(l.recorder)).To(Equal([]string{"Normal RolloutPaused"}))
		former := l.released(ctx, "canary").Revision
		l.method.Baseline = baselineWith("./two")
		l.runs(ctx, 10)
		Expect(l.released(ctx, "canary").Revision).To(Equal(former))
		Expect(recorded(l.recorder)).To(BeEmpty())
	})

	It("reports and removes an unknown operation", func(ctx SpecContext) {
		settle(ctx)
		l.ask(ctx, "stop")
		l.runs(ctx, 1)
		Expect(l.stored(ctx).Annotations).To(Equal(map[string]string{"other": "kept"}))
		Expect(l.recorder.Events).To(Receive(HavePrefix(`Warning RolloutOperationUnknown Ignored the value "stop" of annotation flux.extensions.gardener.cloud/rollout: it must be pause, resume, rollback, `)))
		Expect(l.state(ctx).Operations).To(HaveExactElements(HaveField("Value", "stop")))
	})

	It("decides at the latest after the rest, and at the earliest after the interval", func(ctx SpecContext) {
		settle(ctx)
		Expect(l.run(ctx, time.Minute)).To(Equal(reconcile.Result{RequeueAfter: time.Minute}), "nothing is due")
		l.method.Baseline = baselineWith("./two")
		Expect(l.run(ctx, time.Minute)).To(Equal(reconcile.Result{RequeueAfter: 5 * time.Second}), "a ring has begun")
		Expect(l.run(ctx, 0)).To(Equal(reconcile.Result{RequeueAfter: time.Second}))
	})

	It("keeps what each seed has if the ConfigMap is damaged", func(ctx SpecContext) {
		settle(ctx)
		former := l.released(ctx, "other").Revision
		l.method.Baseline = baselineWith("./two")
		configMap := l.stored(ctx)
		configMap.BinaryData = map[string][]byte{"state": []byte("damaged")}
		Expect(l.garden.Update(ctx, configMap)).To(Succeed())
		l.runs(ctx, 1)
		Expect(l.released(ctx, "other").Revision).To(Equal(former))
	})

	It("stores for how long a project has not been ready, and names it after the deadline", func(ctx SpecContext) {
		settle(ctx)
		former := l.released(ctx, "other").Revision
		l.method.Baseline = baselineWith("./two")
		l.runs(ctx, 1)
		l.report(ctx, "seed-canary", "canary", fluxv1alpha1.ShootProgressing, l.released(ctx, "canary").Revision)
		l.runs(ctx, 58)
		Expect(l.stored(ctx).Data["status.yaml"]).NotTo(ContainSubstring("failingProjects"))
		recorded(l.recorder)
		l.runs(ctx, 5)
		Expect(l.stored(ctx).Data["status.yaml"]).To(And(ContainSubstring("phase: Holding"), ContainSubstring(
			"failingProjects:\n- project: garden-one\n  reason: 'Shoot garden-one/on-canary: not ready with the change within 1h0m0s'\n  ring: canary\n")))
		Expect(l.released(ctx, "other").Revision).To(Equal(former))
		Expect(recorded(l.recorder)).To(Equal([]string{"Normal RolloutHolds", "Warning BaselineProjectFailing"}))
	})

	DescribeTable("decides nothing while it cannot read",
		func(ctx SpecContext, kind string) {
			settle(ctx)
			before := l.stored(ctx)
			l.method.Baseline = baselineWith("./two")
			l.unreadable = kind
			_, err := l.run(ctx, time.Minute)
			Expect(err).To(HaveOccurred())
			Expect(l.stored(ctx)).To(Equal(before))
		},
		Entry("the seeds", "SeedList"),
		Entry("the reports", "ConfigMapList"),
	)
})

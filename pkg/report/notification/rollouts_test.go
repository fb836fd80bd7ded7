// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// twoRings is a rollout whose first ring has passed the target, and whose second one requires an approval.
func twoRings() *rollout.State {
	configured := fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{
		{Name: "canary", ShootSelector: fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": "canary"}}}},
		{Name: "production", Approval: ptr.To(fluxv1alpha1.ApprovalManual)},
	}}
	fluxv1alpha1.SetDefaults_Rollout(&configured)
	passed := rollout.Target{Revision: "new"}
	return &rollout.State{
		Rollout: configured, Target: "new",
		Rings: []rollout.Ring{{Name: "canary", Target: passed, Passed: passed}, {Name: "production", Target: rollout.Target{Revision: "old"}, Passed: rollout.Target{Revision: "old"}}},
	}
}

var _ = Describe("Messages about rollouts", func() {
	var w *world
	BeforeEach(func() {
		canary := webhook()
		canary.Name, canary.Rings = ptr.To("canary"), []string{"canary"}
		w = newWorld(webhook(), canary)
		w.in.Rollout = twoRings()
	})

	It("report once for each revision that a ring waits for approval", func() {
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(BeEmpty(), "the rollout has not asked yet")
		w.in.Rollout.Rings[1].Asked = rollout.Target{Revision: "new"}
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(Equal([]string{"Ring production waits for approval"}))
		Expect(w.taken["webhook"][0].Text).To(Equal("Revision new; run 'kubectl shoot-flux rollout approve production -n garden-shop'"))
		Expect(w.titles("canary")).To(BeEmpty())

		w.in.Rollout.Target = "newer"
		w.in.Rollout.Rings[0].Passed.Revision, w.in.Rollout.Rings[1].Asked.Revision = "newer", "newer"
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(HaveLen(2))
	})

	It("report once for each revision that a ring holds it, such as an empty one", func() {
		for _, revision := range []string{"new", "new", "newer"} {
			w.in.Rollout.Target, w.in.Rollout.Rings[0].Target.Revision, w.in.Rollout.Rings[0].Holding = revision, revision, true
			w.pass(time.Hour)
			w.in.Rollout.Rings[0].Holding = false
			w.pass(time.Hour)
		}
		Expect(w.titles("canary")).To(Equal([]string{"Ring canary holds the rollout", "Ring canary holds the rollout"}))
		Expect(w.taken["canary"][0].Text).To(Equal("No Shoot of the ring proves revision new. For the cause, run 'kubectl shoot-flux rollout status -n garden-shop'; " +
			"to pass it anyway, 'kubectl shoot-flux rollout approve canary -n garden-shop'"))
	})

	It("report the check at whose deadline a ring has stopped, once", func() {
		rollouts := fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "canary", Soak: &metav1.Duration{}, Checks: []fluxv1alpha1.Check{{
			Name: "change", When: fluxv1alpha1.CheckBeforeStart, HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://changes.example.com", Expression: "body.ok"}, Deadline: &metav1.Duration{Duration: time.Minute},
		}}}}}
		fluxv1alpha1.SetDefaults_Rollout(&rollouts)
		in := rollout.Input{Rollout: &rollouts, Target: rollout.Revision{FluxVersion: "v2.9.0"}, Now: w.in.Now}
		ready := &fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady, Revision: in.Target.ID(), ObservedAt: metav1.NewTime(in.Now)}
		in.Members = []rollout.Member{{Identity: rollout.Identity{Name: "a", UID: "uid-a"}, InWindow: true, Status: rollout.StatusOf(ready)}}
		w.in.Rollout = rollout.Decide(nil, in).State
		in.Target.Data = map[string]string{"text": "new"}
		for range 2 {
			in.Now = in.Now.Add(2 * time.Minute)
			w.in.Rollout = rollout.Decide(w.in.Rollout, in).State
		}
		w.pass(time.Hour)
		w.pass(time.Hour)
		Expect(w.titles("canary")).To(Equal([]string{"The rollout has stopped in ring canary"}))
		Expect(w.taken["canary"][0].Text).To(Equal("Check change has not passed by its deadline: no further Shoot gets revision " + w.in.Rollout.Target +
			". For its last answer, run 'kubectl shoot-flux rollout status -n garden-shop'; to overrule it, 'kubectl shoot-flux rollout approve canary -n garden-shop'"))
	})

	It("report what a ring has lost, once for each commit", func() {
		ring := &w.in.Rollout.Rings[0]
		ring.Guarded = "a has lost 9 of 10 objects (1 Namespace), among them Namespace shop"
		for _, commit := range []string{"sha1:1", "sha1:1", "sha1:2"} {
			ring.Commit, ring.Holding = commit, true
			w.pass(time.Hour)
		}
		Expect(w.titles("canary")).To(Equal([]string{"Ring canary holds the rollout", "Ring canary holds the rollout"}))
		Expect(w.taken["canary"][0].Text).To(HavePrefix("With revision "))
		Expect(w.taken["canary"][0].Text).To(HaveSuffix(" and sha1:1, a has lost 9 of 10 objects (1 Namespace), among them Namespace shop. " +
			"Restore the objects; to pass the change anyway, run 'kubectl shoot-flux rollout approve canary -n garden-shop'"))
		ring.Holding = false
		w.pass(time.Hour)
		w.pass(time.Hour)
		Expect(w.titles("canary")[2:]).To(Equal([]string{"Shoots of ring canary have lost objects"}))
		Expect(w.taken["canary"][2].IsProblem()).To(BeTrue())
	})

	It("do not ask to restore what Flux has created again", func() {
		ring := &w.in.Rollout.Rings[0]
		ring.Holding = true
		for _, name := range []string{"Namespace shop", "Namespace shop (deleted and created again)", "Namespace shop (deleted and created again)"} {
			ring.Guarded = "a has lost 1 of 10 objects (1 Namespace), among them " + name
			w.pass(time.Hour)
		}
		Expect(w.taken["canary"]).To(HaveLen(2), "before Flux has created it again, and after that")
		Expect(w.taken["canary"][1].Text).To(HaveSuffix("Namespace shop (deleted and created again). Flux has created the objects again, but their content is gone. Undo the move, and repeat it " +
			"when annotation kustomize.toolkit.fluxcd.io/prune: disabled has reached all Shoots; to pass the change anyway, run 'kubectl shoot-flux rollout approve canary -n garden-shop'"))
	})

	It("do not report an approved ring", func() {
		w.in.Rollout.Rings[1].Asked = rollout.Target{Revision: "new"}
		w.in.Rollout.Rings[1].Approved = rollout.Target{Revision: "new"}
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(BeEmpty())
	})

	It("report once for each revision that a ring has stopped, with its failed Shoots", func() {
		w.shoot("a")
		w.find("a").Ring = "canary"
		w.report("a", degraded, "")
		for range 5 {
			w.in.Rollout.Rings[0].Stopped = true
			w.decide()
			w.in.Rollout.Rings[0].Stopped = false
			w.decide()
		}
		Expect(w.titles("canary")).To(Equal([]string{"The rollout has stopped in ring canary"}))
		Expect(w.taken["canary"][0].Text).To(HavePrefix("No further Shoot gets revision new. "))
		Expect(w.taken["canary"][0].Text).To(HaveSuffix(". Failing: a"))
	})

	It("report that the first ring has stopped with another commit in the same revision", func() {
		for _, commit := range []string{"sha1:bad", "sha1:worse", "sha1:worse"} {
			w.in.Rollout.Rings[0].Stopped = true
			w.in.Rollout.Rings[0].Failures = []rollout.Failure{{Member: "a"}, {Member: "b", Commit: commit}}
			w.pass(time.Hour)
			w.in.Rollout.Rings[0].Stopped, w.in.Rollout.Rings[0].Failures = false, nil
			w.pass(time.Hour)
		}
		Expect(w.titles("canary")).To(HaveLen(2))
		Expect(w.taken["canary"][1].Text).To(HavePrefix("No further Shoot gets revision new and sha1:worse. "))
	})

	It("report a rollback of all rings and of one ring", func() {
		w.in.Rollout.RolledBack = true
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(Equal([]string{"The rollout was rolled back"}))
		Expect(w.titles("canary")).To(Equal([]string{"The rollout was rolled back"}))
		w.in.Rollout.RolledBack = false
		w.in.Rollout.Rings[0].Rejected = rollout.Target{Revision: "new"}
		w.pass(time.Hour)
		Expect(w.titles("canary")).To(Equal([]string{"The rollout was rolled back", "The rollout was rolled back in ring canary"}))
	})

	It("are not repeated while the rollout cannot be read", func() {
		w.in.Rollout.Rings[0].Stopped = true
		w.pass(time.Minute)
		kept := w.in.Rollout
		w.in.Rollout = nil
		w.pass(time.Minute)
		w.in.Rollout = kept
		w.pass(time.Minute)
		Expect(w.titles("canary")).To(HaveLen(1))
	})
})

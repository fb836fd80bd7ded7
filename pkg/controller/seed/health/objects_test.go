// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"errors"
	"net/http"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("Check of Flux objects", func() {
	var s *simulated

	BeforeEach(func(ctx SpecContext) { s = newSimulated(ctx) })

	// release is a HelmRelease with that condition Ready.
	release := func(status, reason, message string) map[string]any {
		return map[string]any{
			"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": map[string]any{"namespace": "apps", "name": "db", "generation": 1},
			"status": map[string]any{"observedGeneration": 1, "conditions": []any{map[string]any{
				"type": "Ready", "status": status, "reason": reason, "message": message, "observedGeneration": 1, "lastTransitionTime": s.clock.Now().UTC().Format(time.RFC3339),
			}}},
		}
	}
	has := func(plural string, objects ...any) {
		s.server.change(func() { s.server.everywhere[plural] = objects })
	}
	sum := func(listed map[string]int) int {
		total := 0
		for _, count := range listed {
			total += count
		}
		return total
	}
	condition := func(ctx context.Context) string {
		found := v1beta1helper.GetCondition(s.extension(ctx).Status.Conditions, fluxv1alpha1.ConditionObjectsReady)
		Expect(found).NotTo(BeNil())
		return string(found.Status) + " " + found.Reason
	}

	It("takes at most two requests a minute for a ready shoot without changes, and reads empty kinds least often", func(ctx SpecContext) {
		has("helmreleases", release("True", "InstallSucceeded", "installed"))
		s.after(ctx, 20*time.Minute)
		all := s.server.readEverywhere()
		Expect(len(all)).To(BeNumerically(">", 15), "every kind was read once")
		s.writes = 0
		s.after(ctx, 40*time.Minute)
		listed := s.server.readEverywhere()
		Expect(sum(listed)).To(BeNumerically("<=", 80))
		Expect(listed["helmreleases"]).To(BeNumerically("~", 8, 1))
		Expect(listed["buckets"]).To(BeNumerically("~", 2, 1))
		Expect(s.writes).To(BeZero())
	})

	It("reads the objects in each health check for a while after a new revision of the root Kustomization", func(ctx SpecContext) {
		s.after(ctx, 15*time.Minute)
		s.server.readEverywhere()
		s.server.change(func() {
			s.root.Status.LastAppliedRevision, s.root.Status.LastAttemptedRevision = "main@sha1:b", "main@sha1:b"
		})
		s.check(ctx)
		Expect(s.server.readEverywhere()).To(And(HaveKeyWithValue("helmreleases", 1), HaveKeyWithValue("buckets", 1)), "a kind of which there was none too")
		s.clock.Step(time.Minute)
		s.check(ctx)
		Expect(s.server.readEverywhere()).To(HaveKeyWithValue("helmreleases", 1))
		s.after(ctx, 10*time.Minute)
		Expect(s.server.readEverywhere()["helmreleases"]).To(BeNumerically("<=", 3))
	})

	DescribeTable("reads the objects again if the result of the last read was not reported",
		func(ctx SpecContext, refused error) {
			has("helmreleases", release("True", "InstallSucceeded", "installed"))
			s.after(ctx, 15*time.Minute)
			Expect(condition(ctx)).To(Equal("True ObjectsReady"))
			s.server.change(func() {
				s.root.Status.LastAppliedRevision, s.root.Status.LastAttemptedRevision = "main@sha1:b", "main@sha1:b"
			})
			has("helmreleases", release("Unknown", "Progressing", "upgrading"))

			By("the status cannot be written")
			s.refused = refused
			s.identify(ctx)
			_, _ = s.checker.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(s.Ex)})
			Expect(s.observed(ctx).AppliedRevision).To(Equal("main@sha1:a"))

			By("the next health check, which comes too soon after a long read for another one")
			remembered, _ := s.checker.memory.Load(controllertest.TechnicalID)
			remembered.objects.took = 10 * time.Second
			s.checker.memory.Store(controllertest.TechnicalID, remembered)
			s.refused = nil
			s.check(ctx)
			Expect(s.observed(ctx).AppliedRevision).To(Equal("main@sha1:b"))
			Expect(condition(ctx)).To(Equal("Progressing ObjectsProgressing"))
		},
		Entry("an operation has changed the Extension meanwhile", apierrors.NewConflict(schema.GroupResource{Resource: "extensions"}, "shoot-flux", nil)),
		Entry("the API server of the seed does not answer", errors.New("connection refused")),
	)

	It("does not report the objects as ready with a revision that the root Kustomization applied after the read", func(ctx SpecContext) {
		has("helmreleases", release("True", "InstallSucceeded", "installed"))
		s.after(ctx, 15*time.Minute)
		Expect(condition(ctx)).To(Equal("True ObjectsReady"))
		By("a read takes so long that the next one is delayed")
		remembered, _ := s.checker.memory.Load(controllertest.TechnicalID)
		remembered.objects.readAt, remembered.objects.took = s.clock.Now(), 10*time.Second
		s.checker.memory.Store(controllertest.TechnicalID, remembered)
		s.server.change(func() {
			s.root.Status.LastAppliedRevision, s.root.Status.LastAttemptedRevision = "main@sha1:b", "main@sha1:b"
		})
		s.server.readEverywhere()
		s.check(ctx)
		Expect(s.server.readEverywhere()).To(BeEmpty())
		Expect(s.observed(ctx).AppliedRevision).To(Equal("main@sha1:b"))
		Expect(condition(ctx)).To(Equal("Progressing ObjectsProgressing"))
		By("the shoot is checked again soon, also after a health check that has not read the objects")
		s.clock.Step(4 * time.Second)
		Expect(s.check(ctx)).To(BeNumerically("<=", 5*time.Second))
		Expect(s.server.readEverywhere()).To(BeEmpty())
		By("the objects are read before the next periodic read")
		s.clock.Step(36 * time.Second)
		s.check(ctx)
		Expect(condition(ctx)).To(Equal("True ObjectsReady"))
	})

	It("reports lasting failures, reads less often the longer they last, and reports recovery at once", func(ctx SpecContext) {
		has("helmreleases", release("True", "InstallSucceeded", "installed"))
		s.after(ctx, 15*time.Minute)
		has("helmreleases", release("False", "UpgradeFailed", "timed out"))
		s.after(ctx, 4*time.Minute+time.Minute)
		s.after(ctx, 3*time.Minute)
		Expect(condition(ctx)).To(Equal("False UpgradeFailed"))
		observed := s.observed(ctx)
		Expect(observed.ObjectsCause).To(Equal(fluxv1alpha1.CauseRelease))
		Expect(observed.Objects.Failing).To(ConsistOf(And(HaveField("Name", "db"), HaveField("Message", "timed out"))))

		By("the failure lasts")
		s.clock.Step(2 * time.Hour)
		s.check(ctx)
		s.server.readEverywhere()
		s.writes = 0
		s.after(ctx, 20*time.Minute)
		Expect(s.server.readEverywhere()["helmreleases"]).To(BeNumerically("~", 10, 1), "every two minutes")
		Expect(s.writes).To(BeZero())

		has("helmreleases", release("True", "UpgradeSucceeded", "upgraded"))
		s.after(ctx, 3*time.Minute)
		Expect(condition(ctx)).To(Equal("True ObjectsReady"))
		Expect(s.observed(ctx)).To(And(HaveField("ObjectsCause", BeEmpty()), HaveField("Objects.Failing", BeEmpty())))
	})

	It("does not count a restart of the extension as a change", func(ctx SpecContext) {
		has("helmreleases", release("False", "UpgradeFailed", "timed out"))
		s.after(ctx, 20*time.Minute)
		Expect(condition(ctx)).To(Equal("False UpgradeFailed"))
		s.checker.memory = memory{}
		has("helmreleases", release("Unknown", "Progressing", "Running 'upgrade' action"))
		s.writes = 0
		s.check(ctx)
		Expect(condition(ctx)).To(Equal("False UpgradeFailed"))
		Expect(s.writes).To(BeZero())
	})

	It("keeps the report during a short failed read, reports Unknown if the failure lasts, and does not delay the conditions of the root", func(ctx SpecContext) {
		has("helmreleases", release("True", "InstallSucceeded", "installed"))
		s.after(ctx, 15*time.Minute)
		before := s.observed(ctx).Objects
		s.server.change(func() {
			s.server.instead = func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/apis/helm.toolkit.fluxcd.io/v2/helmreleases" {
					w.Header().Set("Content-Type", "application/json")
					w.WriteHeader(http.StatusInternalServerError)
					return
				}
				s.server.mutex.Lock()
				instead := s.server.instead
				s.server.instead = nil
				s.server.mutex.Unlock()
				s.server.serve(w, r)
				s.server.change(func() { s.server.instead = instead })
			}
		})
		s.after(ctx, 5*time.Minute)
		Expect(condition(ctx)).To(Equal("True ObjectsReady"))
		s.after(ctx, 10*time.Minute)
		Expect(condition(ctx)).To(Equal("Unknown ObjectsNotRead"))
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxKustomizationReady", "True ReconciliationSucceeded"))
		Expect(s.observed(ctx).Objects).To(Equal(before), "what was observed last")
		s.server.change(func() { s.server.instead = nil })
		s.after(ctx, 3*time.Minute)
		Expect(condition(ctx)).To(Equal("True ObjectsReady"))
	})

	It("keeps the report and reads nothing if the shoot does not respond", func(ctx SpecContext) {
		has("helmreleases", release("True", "InstallSucceeded", "installed"))
		s.after(ctx, 15*time.Minute)
		before := s.observed(ctx)
		s.server.change(func() { s.server.token = "lost" })
		s.server.readEverywhere()
		s.after(ctx, 10*time.Minute)
		Expect(s.server.readEverywhere()).To(BeEmpty())
		Expect(s.observed(ctx)).To(Equal(before))
		Expect(condition(ctx)).To(Equal("True ObjectsReady"))
	})
})

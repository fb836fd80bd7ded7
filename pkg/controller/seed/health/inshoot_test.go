// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("Condition in the Shoot", func() {
	const of = "ObservabilityComponentsHealthy"
	var s *simulated

	BeforeEach(func(ctx SpecContext) { s = newSimulated(ctx) })

	// configure changes the project's settings, and reconciles the Extension.
	configure := func(ctx context.Context, settings string) {
		GinkgoHelper()
		config := `source: {template: {spec: {url: "ssh://git@github.com/o/r"}}}` + "\nproject: {" + settings + "}\n"
		Expect(s.Garden.Update(ctx, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: map[string]string{"config.yaml": string(controllertest.FluxConfig(config))},
		})).To(Succeed())
		Expect(s.Actuator.Reconcile(ctx, logr.Discard(), s.extension(ctx))).To(Succeed())
		s.arrive(ctx)
	}
	reported := func(ctx context.Context) *gardencorev1beta1.Condition {
		GinkgoHelper()
		return v1beta1helper.GetCondition(s.extension(ctx).Status.Conditions, of)
	}
	failing := func() {
		release := map[string]any{
			"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": map[string]any{"namespace": "apps", "name": "db", "generation": 1},
			"status": map[string]any{"observedGeneration": 1, "conditions": []any{map[string]any{
				"type": "Ready", "status": "False", "reason": "UpgradeFailed", "message": "timed out", "observedGeneration": 1, "lastTransitionTime": s.clock.Now().UTC().Format(time.RFC3339),
			}}},
		}
		s.server.change(func() { s.server.everywhere["helmreleases"] = []any{release} })
	}

	It("is reported only if the project requests it, without an additional write", func(ctx SpecContext) {
		s.after(ctx, 10*time.Minute)
		Expect(reported(ctx)).To(BeNil())

		configure(ctx, "reportInShoot: true")
		Expect(reported(ctx)).To(HaveValue(And(HaveField("Status", gardencorev1beta1.ConditionTrue), HaveField("Reason", "ObjectsReady"))), "with the write that records it")
		s.after(ctx, 10*time.Minute)
		s.writes = 0
		s.after(ctx, 30*time.Minute)
		Expect(s.writes).To(BeZero(), "gardenlet takes the heartbeat for it")

		failing()
		s.after(ctx, 10*time.Minute)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxObjectsReady", "False UpgradeFailed"))
		Expect(reported(ctx)).To(HaveValue(And(
			HaveField("Status", gardencorev1beta1.ConditionFalse), HaveField("Reason", "UpgradeFailed"), HaveField("Message", HavePrefix("FluxObjectsReady: 1 of 1 objects are not ready. HelmRelease apps/db: timed out")),
			HaveField("Codes", ConsistOf(gardencorev1beta1.ErrorCode("ERR_RETRYABLE_CONFIGURATION_PROBLEM"))),
		)))

		s.server.change(func() { s.server.everywhere["helmreleases"] = nil })
		s.after(ctx, 5*time.Minute)
		Expect(reported(ctx)).To(HaveValue(And(HaveField("Status", gardencorev1beta1.ConditionTrue), HaveField("Codes", BeEmpty()))))
	})

	It("is removed in the write that records that the project no longer requests it", func(ctx SpecContext) {
		configure(ctx, "reportInShoot: true")
		failing()
		s.after(ctx, 10*time.Minute)
		Expect(reported(ctx)).To(HaveValue(HaveField("Status", gardencorev1beta1.ConditionFalse)))
		configure(ctx, "reportInShoot: false")
		Expect(reported(ctx)).To(BeNil())
		s.after(ctx, 10*time.Minute)
		Expect(reported(ctx)).To(BeNil())
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxObjectsReady", "False UpgradeFailed"))
	})

	It("follows the last valid configuration, and reports no configuration error", func(ctx SpecContext) {
		configure(ctx, "reportInShoot: true")
		configure(ctx, "reportInShoot: 3")
		Expect(v1beta1helper.GetCondition(s.extension(ctx).Status.Conditions, "FluxConfigured")).To(HaveValue(HaveField("Status", gardencorev1beta1.ConditionFalse)))
		s.after(ctx, 5*time.Minute)
		Expect(reported(ctx)).To(HaveValue(HaveField("Status", gardencorev1beta1.ConditionTrue)))
	})

	It("is Progressing if the shoot is unreachable, because gardenlet counts Unknown as a failure", func(ctx SpecContext) {
		configure(ctx, "reportInShoot: true")
		s.after(ctx, 5*time.Minute)
		s.server.change(func() { s.server.token = "lost" })
		s.after(ctx, 10*time.Minute)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "Unknown ShootUnreachable"))
		Expect(reported(ctx)).To(HaveValue(And(HaveField("Status", gardencorev1beta1.ConditionProgressing), HaveField("Reason", "ShootUnreachable"))))
	})
})

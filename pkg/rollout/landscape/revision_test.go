// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// Shoots and stored rollouts have these IDs. With another ID for the same baseline, an update of the extension would
// roll the baseline out again.
var _ = Describe("The ID of a revision is stable", func() {
	It("for a baseline with a few fields", func() {
		Expect(BaselineRevision(baselineWith("./one", nil)).ID()).To(Equal("57147e5f3f208b17"))
	})

	It("for a baseline with all fields", func() {
		baseline := &configv1alpha1.Baseline{}
		Expect(yaml.UnmarshalStrict([]byte(`
shoots:
  projects: [one, two]
  labels: {matchLabels: {env: prod}}
  purposes: [production]
  seeds: {matchExpressions: [{key: stage, operator: NotIn, values: [canary]}]}
config:
  source: {template: {kind: OCIRepository, spec: {url: "oci://registry.example.com/baseline", ref: {semver: 1.x}}}}
  kustomization: {template: {spec: {path: "./${SHOOT_INFO_PROVIDER}"}}}
components: [helm-controller]
permissions: {rules: [{apiGroups: [""], resources: [configmaps], verbs: ["*"]}]}
deletionPolicy: Prune
`), baseline)).To(Succeed())
		configv1alpha1.SetDefaults_Baseline(baseline)
		Expect(BaselineRevision(baseline).ID()).To(Equal("4bfa8d01b0a76a2c"))
	})

	It("changes with the removal of Flux", func() {
		remove := func(b *configv1alpha1.Baseline) { b.FluxDeletionPolicy = configv1alpha1.BaselineFluxRemove }
		Expect(BaselineRevision(baselineWith("./one", remove)).ID()).NotTo(Equal(BaselineRevision(baselineWith("./one", nil)).ID()))
	})

	It("for Shoots without a baseline", func() { Expect(NoBaseline()).To(Equal("bb936c20d95d8a40")) })
})

var _ = Describe("Configured", func() {
	It("has the rings of the seeds, with the soaks of the baseline", func() {
		rollouts := canaryFirst()
		rollouts.Rings[0].Approval = "Manual"
		rollouts.FluxVersion = &configv1alpha1.FluxVersionRollout{Soaks: map[string]metav1.Duration{"canary": {Duration: time.Second}}}
		rollouts.Baseline.Soaks["rest"] = metav1.Duration{Duration: 30 * time.Minute}
		configured := BaselineRollout(rollouts)
		Expect(configured.Rings).To(HaveExactElements(
			And(HaveField("Name", "canary"), HaveField("Shoots.MatchLabels", HaveKeyWithValue("stage", "canary")), HaveField("Soak.Duration", 5*time.Minute), HaveField("Approval", HaveValue(BeEquivalentTo("Manual")))),
			And(HaveField("Name", "rest"), HaveField("Shoots", BeNil()), HaveField("Soak.Duration", 30*time.Minute), HaveField("Approval", HaveValue(BeEquivalentTo("Automatic")))),
		))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"encoding/json"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Overrides", func() {
	const config = `
source: {template: {spec: {url: "https://github.com/o/r"}}}
project:
  overrides:
  - {name: prod, shoots: {matchLabels: {env: prod}}, config: {kustomization: {template: {spec: {path: ./prod}}}}}
  - {name: broken, shoots: {matchLabels: {env: broken}}, config: {kustomization: {template: {spec: {interval: often}}}}}
`
	label := func(ctx context.Context, p *extensiontest.ActuatorFixture, env string) {
		GinkgoHelper()
		cluster := &extensionsv1alpha1.Cluster{}
		Expect(p.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
		shoot := &gardencorev1beta1.Shoot{}
		Expect(json.Unmarshal(cluster.Spec.Shoot.Raw, shoot)).To(Succeed())
		shoot.Labels = map[string]string{"env": env}
		raw, err := json.Marshal(shoot)
		Expect(err).NotTo(HaveOccurred())
		cluster.Spec.Shoot = runtime.RawExtension{Raw: raw}
		Expect(p.Seed.Update(ctx, cluster)).To(Succeed())
	}

	It("follow the labels of the Shoot, and leave the delivery unchanged if they are invalid", func(ctx SpecContext) {
		p := extensiontest.NewDelivered(config)
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Configured "), ContainSubstring("path ./ of "), Not(ContainSubstring("Overrides"))))
		Expect(p.RecordedState(ctx).Observed.Overrides).To(BeEmpty())

		label(ctx, p, "prod")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Configured "), ContainSubstring("path ./prod of "), HaveSuffix(". Overrides of the project for this Shoot: prod")))
		Expect(p.RecordedState(ctx).Observed.Overrides).To(Equal("prod"))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("path: ./prod"))

		label(ctx, p, "broken")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(Equal(`False InvalidConfiguration ConfigMap garden-demo/flux-config (override broken): config.yaml.project.overrides[1].config.kustomization.template.spec.interval: ` +
			`Invalid value: "often": must be a duration such as 1m or 1h30m. The last delivery to the shoot stays unchanged`))
		Expect(p.RecordedState(ctx).Observed.Overrides).To(Equal("broken"))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("path: ./prod"))
	})
})

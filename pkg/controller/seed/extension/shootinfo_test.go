// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"errors"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("ConfigMap shoot-info of a shoot", func() {
	log := logr.Discard()
	public := map[string]string{"repositoryUrl": "https://github.com/o/r"}

	shootInfo := func(namespace string, data map[string]string, change ...func(*corev1.ConfigMap)) *corev1.ConfigMap {
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-info"}, Data: data}
		for _, c := range change {
			c(configMap)
		}
		return configMap
	}
	origin := func(of string) func(*corev1.ConfigMap) {
		return func(c *corev1.ConfigMap) { c.Annotations = map[string]string{"resources.gardener.cloud/origin": of} }
	}
	ofFork := func(c *corev1.ConfigMap) {
		c.Labels = map[string]string{"app.kubernetes.io/managed-by": "gardener-extension-shoot-flux"}
	}
	inNamespace := func(config string) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
		return func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			if config != "" {
				ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig(config)}
			}
		}
	}

	DescribeTable("is not overwritten if a user has created it",
		func(ctx SpecContext, config string, there *corev1.ConfigMap, want string) {
			w := extensiontest.NewActuatorFixture(public, inNamespace(config))
			w.Actuator.Shoots = controllertest.NewShootConnector(false, there)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(And(ContainSubstring(want), Not(ContainSubstring("mine")))))
			Expect(w.Resources(ctx)).To(BeEmpty())
		},
		Entry("other variables", "", shootInfo("flux-system", map[string]string{"COLOUR": "mine"}),
			`flux.namespace: Invalid value: "flux-system": ConfigMap flux-system/shoot-info of the shoot was not created by the extension and has other content, which the shoot info variables would replace; `+
				`move the content to a ConfigMap with another name, then delete ConfigMap `),
		Entry("variable of the extension with another value", "", shootInfo("flux-system", map[string]string{"SHOOT_INFO_NAME": "mine"}), "ConfigMap flux-system/shoot-info of the shoot was not created by the extension"),
		Entry("binary data", "", shootInfo("flux-system", nil, func(c *corev1.ConfigMap) { c.BinaryData = map[string][]byte{"key": {0}} }), "ConfigMap flux-system/shoot-info of the shoot was not created by the extension"),
		Entry("restored backup of another shoot", "", shootInfo("flux-system", map[string]string{"SHOOT_INFO_NAME": "mine"}, origin("seed:shoot--demo--other/extension-shoot-flux-config")),
			"ConfigMap flux-system/shoot-info of the shoot was not created by the extension"),
		Entry("namespace of Flux", "flux: {namespace: gitops}", shootInfo("gitops", map[string]string{"COLOUR": "mine"}), "ConfigMap gitops/shoot-info of the shoot"),
		Entry("namespace of the root Kustomization", "kustomization: {template: {metadata: {namespace: apps}}}", shootInfo("apps", map[string]string{"COLOUR": "mine"}),
			`kustomization.template.metadata.namespace: Invalid value: "apps": ConfigMap apps/shoot-info of the shoot`),
	)

	DescribeTable("is overwritten",
		func(ctx SpecContext, there *corev1.ConfigMap) {
			w := extensiontest.NewActuatorFixture(public, nil)
			w.Actuator.Shoots = controllertest.NewShootConnector(false, there)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveLen(3))
		},
		Entry("ConfigMap of the stackitcloud extension", shootInfo("flux-system", map[string]string{"SHOOT_INFO_NAME": "before", "SHOOT_INFO_TECHNICAL_ID": "before"}, ofFork)),
		Entry("equal content", shootInfo("flux-system", map[string]string{"SHOOT_INFO_NAME": "only", "SHOOT_INFO_TECHNICAL_ID": controllertest.TechnicalID})),
		Entry("empty ConfigMap", shootInfo("flux-system", nil)),
		Entry("ConfigMap of this extension from another seed", shootInfo("flux-system", map[string]string{"SHOOT_INFO_SEED": "before"}, origin("another:shoot--demo--only/extension-shoot-flux-config"))),
		Entry("ConfigMap in another namespace", shootInfo("default", map[string]string{"COLOUR": "mine"})),
	)

	It("is read only before the first delivery", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(public, nil)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		w.Actuator.Shoots = controllertest.ConnectorFunc(func(context.Context, string) (*toolkit.Shoot, error) { return nil, errors.New("not to be asked") })
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"errors"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Additional sources", func() {
	log := logr.Discard()
	project := map[string]string{"repositoryUrl": "https://github.com/o/r"}
	const infra = "additionalSources: [{name: infra, template: {spec: {url: 'https://github.com/o/infra'}}}]"

	configure := func(w *extensiontest.ActuatorFixture, providerConfig string) {
		w.Ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig(providerConfig)}
	}
	fixture := func(providerConfig string) *extensiontest.ActuatorFixture {
		GinkgoHelper()
		w := extensiontest.NewActuatorFixture(project, func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {})
		configure(w, providerConfig)
		return w
	}
	there := func(url, origin string) []client.Object {
		source := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "infra"}, Spec: sourcev1.GitRepositorySpec{
			URL: url, Reference: &sourcev1.GitRepositoryRef{Branch: "main"},
		}}
		if origin != "" {
			source.Annotations = map[string]string{"resources.gardener.cloud/origin": origin}
		}
		return []client.Object{controllertest.GitRepositoryKind(), source}
	}
	notAsked := controllertest.ConnectorFunc(func(context.Context, string) (*toolkit.Shoot, error) { return nil, errors.New("not to be asked") })

	It("refuses to replace a user's source before the first delivery, with entry and fix in the message", func(ctx SpecContext) {
		w := fixture(infra)
		w.Actuator.Shoots = controllertest.NewShootConnector(false, there("https://u:hunter2@git.example.com/o/mine", "")...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(And(
			ContainSubstring(`providerConfig.additionalSources[0].name: Invalid value: "infra": would replace GitRepository flux-system/infra of the shoot, which the extension has not created`),
			ContainSubstring(`spec.url is "https://git.example.com/o/mine" in the shoot and configured as "https://github.com/o/infra"`),
			ContainSubstring("Choose another name for the entry"), Not(ContainSubstring("hunter2")))))
		Expect(w.Resources(ctx)).To(BeEmpty())
	})

	DescribeTable("replaces equal sources and its own sources",
		func(ctx SpecContext, url, origin string, delivered bool) {
			w := fixture("flux: {concurrency: 2}")
			if delivered {
				Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			}
			configure(w, infra)
			w.Actuator.Shoots = controllertest.NewShootConnector(false, there(url, origin)...)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())

			By("which is not asked again, because it is recorded")
			w.Actuator.Shoots = notAsked
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		},
		Entry("equal source before the first delivery", "https://github.com/o/infra.git", "", false),
		Entry("equal source after the first delivery", "https://github.com/o/infra", "", true),
		Entry("source of an earlier delivery", "https://github.com/o/old", "seed:"+controllertest.TechnicalID+"/extension-shoot-flux-config", true),
	)

	It("refuses to replace a user's source with a later one, and leaves the delivery unchanged", func(ctx SpecContext) {
		w := fixture("flux: {concurrency: 2}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		before := w.Resources(ctx)
		configure(w, infra)
		w.Actuator.Shoots = controllertest.NewShootConnector(false, there("https://git.example.com/o/mine", "")...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(Equal(before))
		reason := w.Configured(ctx).Reason
		Expect(reason).To(Equal("InvalidConfiguration"))

		By("another name")
		configure(w, "additionalSources: [{name: other, template: {spec: {url: 'https://github.com/o/infra'}}}]")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).NotTo(Equal(before))
	})

	It("waits for a shoot that does not respond", func(ctx SpecContext) {
		w := fixture("flux: {concurrency: 2}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		configure(w, infra)
		w.Actuator.Shoots = notAsked
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("not to be asked")))
	})
})

var _ = Describe("Removal of an additional source", func() {
	const config = `source: {template: {spec: {url: "https://github.com/o/r"}}}` + "\n"

	It("removes a source that is no longer listed, but not if the configuration is missing", func(ctx SpecContext) {
		p := extensiontest.NewDelivered(config + "additionalSources: [{name: infra, template: {spec: {url: 'https://github.com/o/infra'}}}]")
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, "extension-shoot-flux-config")).To(ContainSubstring("name: infra"))

		By("the configuration is empty")
		p.Configure(ctx, "")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(ContainSubstring("stays"))
		Expect(p.Manifests(ctx, "extension-shoot-flux-config")).To(ContainSubstring("name: infra"))

		By("it is not listed")
		p.Configure(ctx, config)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, "extension-shoot-flux-config")).NotTo(ContainSubstring("name: infra"))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"errors"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Copies with the names of objects in the shoot", func() {
	log := logr.Discard()
	public := map[string]string{"repositoryUrl": "https://github.com/o/r"}

	// withCopies returns a fixture with a Secret and a ConfigMap of the project that the Shoot references.
	withCopies := func(ctx context.Context, config string, change ...func(*gardencorev1beta1.Shoot)) *extensiontest.ActuatorFixture {
		GinkgoHelper()
		reference := func(name, kind string) gardencorev1beta1.NamedResourceReference {
			return gardencorev1beta1.NamedResourceReference{Name: name, ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: kind, Name: name}}
		}
		w := extensiontest.NewActuatorFixture(public, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			shoot.Spec.Resources = []gardencorev1beta1.NamedResourceReference{reference("token", "Secret"), reference("vars", "ConfigMap")}
			ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig(config)}
			for _, c := range change {
				c(shoot)
			}
		})
		Expect(w.Seed.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: controllertest.TechnicalID, Name: "ref-token"}, Type: corev1.SecretTypeOpaque,
			Data: map[string][]byte{"password": []byte("of the project"), "sops.vault-token": []byte("of the project")}})).To(Succeed())
		Expect(w.Seed.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: controllertest.TechnicalID, Name: "ref-vars"}, Data: map[string]string{"a": "b"}})).To(Succeed())
		return w
	}
	secret := func(name, value string) *corev1.Secret {
		return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name}, Data: map[string][]byte{"password": []byte(value), "sops.vault-token": []byte(value)}}
	}
	configMap := func(value string) *corev1.ConfigMap {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "vars"}, Data: map[string]string{"a": value}}
	}
	by := func(origin string, object client.Object) client.Object {
		object.SetAnnotations(map[string]string{"resources.gardener.cloud/origin": origin})
		return object
	}
	const both = "additionalSecretResources: [{name: token}]\nadditionalConfigMapResources: [{name: vars}]"

	DescribeTable("do not overwrite a user's object, and the configuration error names the field for another name",
		func(ctx SpecContext, config string, there client.Object, want string) {
			w := withCopies(ctx, config)
			w.Actuator.Shoots = controllertest.NewShootConnector(false, there)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(And(ContainSubstring(want), Not(ContainSubstring("of the project")), Not(ContainSubstring("private")))))
			Expect(w.Resources(ctx)).To(BeEmpty())
		},
		Entry("additional Secret", both, secret("token", "private"), `additionalSecretResources[0].name: Invalid value: "token": would replace Secret flux-system/token of the shoot, `+
			`which is not a copy and has different content; choose another targetName for the copy, or delete the Secret from the shoot`),
		Entry("additional ConfigMap", both, configMap("private"), `additionalConfigMapResources[0].name: Invalid value: "vars": would replace ConfigMap flux-system/vars of the shoot, `),
		Entry("credentials of the source", "source: {secretResourceName: token}", secret("flux-system", "private"),
			`source.secretResourceName: Invalid value: "token": would replace Secret flux-system/flux-system of the shoot, which is not a copy and has different content; `+
				`set source.template.spec.secretRef.name to another name`),
		Entry("decryption key", "decryption: {secretResourceName: token}", secret("flux-sops", "private"),
			"set kustomization.template.spec.decryption.secretRef.name to another name"),
		Entry("Secret of another type", both, func() client.Object {
			typed := secret("token", "of the project")
			typed.Type = "example.com/own"
			return typed
		}(), "would replace Secret flux-system/token of the shoot"),
		Entry("restored backup of another shoot", both, by("seed:shoot--demo--other/extension-shoot-flux-config", secret("token", "private")), "would replace Secret flux-system/token of the shoot"),
	)

	DescribeTable("replace an equal object or a copy",
		func(ctx SpecContext, there client.Object) {
			w := withCopies(ctx, both)
			w.Actuator.Shoots = controllertest.NewShootConnector(false, there)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveLen(3))
		},
		Entry("equal Secret", secret("token", "of the project")),
		Entry("equal ConfigMap", configMap("b")),
		Entry("copy of an earlier extension", by("seed:shoot--demo--only/extension-shoot-flux-resources", secret("token", "an older one"))),
		Entry("copy of this extension from another seed", by("another:shoot--demo--only/extension-shoot-flux-config", secret("token", "an older one"))),
		Entry("object in another namespace", &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "token"}}),
	)

	Describe("ServiceAccount with the name of another", func() {
		const config = "flux: {workloadIdentity: {serviceAccounts: [{name: reader, aws: {roleARN: 'arn:aws:iam::123456789012:role/flux'}}, {name: source-controller, aws: {roleARN: 'arn:aws:iam::123456789012:role/flux'}}]}}"
		account := func(name string) client.Object {
			return &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name}}
		}

		It("does not replace a user's ServiceAccount", func(ctx SpecContext) {
			w := withCopies(ctx, config)
			w.Actuator.Shoots = controllertest.NewShootConnector(false, account("reader"))
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring(`flux.workloadIdentity.serviceAccounts[0].name: Invalid value: "reader": would replace ServiceAccount flux-system/reader of the shoot, ` +
				`which the extension has not created; choose another name, delete the ServiceAccount from the shoot, or remove it from this list and annotate it in the shoot`)))
			Expect(w.Resources(ctx)).To(BeEmpty())
		})

		DescribeTable("delivers a ServiceAccount", func(ctx SpecContext, there client.Object) {
			w := withCopies(ctx, config)
			w.Actuator.Shoots = controllertest.NewShootConnector(false, there)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveLen(3))
		},
			Entry("created by the extension on another seed", by("another:shoot--demo--only/extension-shoot-flux-config", account("reader"))),
			Entry("without another of that name", account("other")),
			Entry("created for a controller of the delivery", by("seed:shoot--demo--only/extension-shoot-flux-controllers", account("source-controller"))),
		)
	})

	It("reads from the shoot only if the names of the copies change", func(ctx SpecContext) {
		w := withCopies(ctx, "additionalSecretResources: [{name: token}]")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		w.Actuator.Shoots = controllertest.ConnectorFunc(func(context.Context, string) (*toolkit.Shoot, error) { return nil, errors.New("nobody is to ask") })
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())

		By("a copy more")
		w.Ex.Spec.ProviderConfig.Raw = controllertest.FluxConfig(both)
		before := w.Resources(ctx)
		w.Actuator.Shoots = controllertest.NewShootConnector(false, by("seed:shoot--demo--only/extension-shoot-flux-config", secret("token", "older")), configMap("private"))
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		reason := w.Configured(ctx).Reason
		Expect(reason).To(Equal("InvalidConfiguration"))
		Expect(w.Resources(ctx)).To(Equal(before))

		By("that is removed from the shoot")
		w.Actuator.Shoots = controllertest.NewShootConnector(false)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		reason = w.Configured(ctx).Reason
		Expect(reason).To(Equal("Configured"))
		Expect(w.Resources(ctx)).NotTo(Equal(before))
	})

	It("delivers nothing to a hibernated shoot, and checks for conflicts after it wakes up", func(ctx SpecContext) {
		w := withCopies(ctx, both, func(shoot *gardencorev1beta1.Shoot) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
		})
		w.Ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"sync":true,"project":true,"shoot":true}`)}
		w.Actuator.Shoots = controllertest.NewShootConnector(true)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		reason := w.Configured(ctx).Reason
		Expect(reason).To(Equal("Hibernated"))
		Expect(w.Resources(ctx)).To(BeEmpty())
	})
})

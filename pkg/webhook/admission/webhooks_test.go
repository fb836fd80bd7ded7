// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"time"

	extensionscmdwebhook "github.com/gardener/gardener/extensions/pkg/webhook/cmd"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/registration"
)

var _ = Describe("The webhooks", func() {
	It("complete pending requests during shutdown within the API server's timeout", func(ctx SpecContext) {
		var running context.Context
		handler := admission.HandlerFunc(func(ctx context.Context, _ admission.Request) admission.Response {
			running = ctx
			return admission.Allowed("").WithWarnings(fmt.Sprint(ctx.Err()))
		})
		ended, end := context.WithCancel(ctx)
		end()
		for _, webhook := range newWebhooks(handler, handler)[:2] {
			Expect(webhook.Webhook.Handler.Handle(ended, admission.Request{}).Warnings).To(ConsistOf("<nil>"))
			deadline, limited := running.Deadline()
			Expect(limited).To(BeTrue())
			Expect(time.Until(deadline)).To(BeNumerically("<=", time.Duration(*webhook.TimeoutSeconds)*time.Second))
		}
	})

	It("match few requests, and fail closed only for Shoots", func() {
		mapper := meta.NewDefaultRESTMapper([]schema.GroupVersion{gardencorev1beta1.SchemeGroupVersion, corev1.SchemeGroupVersion})
		mapper.Add(gardencorev1beta1.SchemeGroupVersion.WithKind("Shoot"), meta.RESTScopeNamespace)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
		garden := fakeclient.NewClientBuilder().WithScheme(newScheme()).WithRESTMapper(mapper).Build()

		configs, err := registration.Configurations(newWebhooks(nil, nil), garden, registration.Options{
			Name: Name, MatchConditions: matchConditions([]string{"info.example.com/"}),
			Server: extensionscmdwebhook.ServerConfig{Namespace: "garden", Mode: "url", URL: "host.example.com:8443"},
		})
		Expect(err).NotTo(HaveOccurred())
		config := configs.ValidatingWebhookConfig

		Expect(config.Name).To(Equal("gardener-extension-admission-shoot-flux"))
		Expect(config.Webhooks).To(HaveLen(3))
		writes := []admissionregistrationv1.OperationType{"CREATE", "UPDATE"}

		shoots := config.Webhooks[0]
		Expect(shoots.Name).To(Equal("shoots.admission-shoot-flux.extensions.gardener.cloud"))
		Expect(shoots.ClientConfig.URL).To(HaveValue(Equal("https://host.example.com:8443/shoots")))
		Expect(shoots.FailurePolicy).To(HaveValue(Equal(admissionregistrationv1.Fail)))
		Expect(shoots.ObjectSelector).To(Equal(&metav1.LabelSelector{MatchLabels: map[string]string{"extensions.extensions.gardener.cloud/shoot-flux": "true"}}))
		Expect(shoots.Rules).To(ConsistOf(admissionregistrationv1.RuleWithOperations{Operations: writes, Rule: admissionregistrationv1.Rule{
			APIGroups: []string{"core.gardener.cloud"}, APIVersions: []string{"v1beta1"}, Resources: []string{"shoots"},
		}}))
		Expect(shoots.MatchConditions).To(Equal(matchConditions([]string{"info.example.com/"})[shootsName]))

		configMaps := config.Webhooks[1]
		Expect(configMaps.Name).To(Equal("configmaps.admission-shoot-flux.extensions.gardener.cloud"))
		Expect(configMaps.FailurePolicy).To(HaveValue(Equal(admissionregistrationv1.Ignore)))
		Expect(configMaps.NamespaceSelector).To(Equal(&metav1.LabelSelector{MatchLabels: map[string]string{"gardener.cloud/role": "project"}}))
		Expect(configMaps.Rules).To(ConsistOf(admissionregistrationv1.RuleWithOperations{Operations: writes, Rule: admissionregistrationv1.Rule{
			APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"configmaps"},
		}}))
		Expect(configMaps.MatchConditions).To(ConsistOf(admissionregistrationv1.MatchCondition{
			Name: "name", Expression: "object.metadata.?name.orValue('').matches('^flux[.-]?(c(on)?fi?g?s?|configmaps?|configuration)$')",
		}))

		misplaced := config.Webhooks[2]
		Expect(misplaced.Name).To(Equal("misplaced.admission-shoot-flux.extensions.gardener.cloud"))
		Expect(misplaced.FailurePolicy).To(HaveValue(Equal(admissionregistrationv1.Ignore)))
		Expect(misplaced.TimeoutSeconds).To(HaveValue(BeEquivalentTo(1)))
		Expect(misplaced.NamespaceSelector).To(Equal(&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{
			Key: "gardener.cloud/role", Operator: "NotIn", Values: []string{"project"},
		}}}))
		Expect(misplaced.Rules).To(Equal(configMaps.Rules))
		Expect(misplaced.MatchConditions).To(ConsistOf(admissionregistrationv1.MatchCondition{
			Name: "name", Expression: "object.metadata.?name.orValue('') == 'flux-config'",
		}))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
)

var _ = Describe("Garden", func() {
	It("uses seed-restriction and the roles of both components from gardener-operator, and sends all webhooks to this machine", func(ctx SpecContext) {
		const admissionURL = "https://127.0.0.1:20443"
		objects, err := renderOperatorObjects(ctx, []byte("ca"), admissionURL)
		Expect(err).NotTo(HaveOccurred())

		webhooks := map[string]admissionregistrationv1.WebhookClientConfig{}
		for _, object := range objects.webhooks {
			switch configuration := object.(type) {
			case *admissionregistrationv1.ValidatingWebhookConfiguration:
				for _, webhook := range configuration.Webhooks {
					webhooks[webhook.Name] = webhook.ClientConfig
				}
			case *admissionregistrationv1.MutatingWebhookConfiguration:
				for _, webhook := range configuration.Webhooks {
					webhooks[webhook.Name] = webhook.ClientConfig
				}
			}
		}
		Expect(webhooks).To(HaveKey("seed-restriction.gardener.cloud"))
		Expect(webhooks).To(HaveEach(And(
			HaveField("URL", HaveValue(HavePrefix(admissionURL+"/"))),
			HaveField("CABundle", Equal([]byte("ca"))),
		)))

		var roles []string
		for _, object := range objects.roles {
			roles = append(roles, object.GetName())
		}
		Expect(roles).To(ContainElements("gardener.cloud:admission-controller", "gardener.cloud:system:controller-manager"))
	})

	It("offers the versions and machine types of its Shoots in the CloudProfile", func() {
		objects, err := Decode(baseYAML)
		Expect(err).NotTo(HaveOccurred())
		profile := &gardencorev1beta1.CloudProfile{}
		for _, object := range objects {
			content := object.(*unstructured.Unstructured)
			typed, err := kubernetes.GardenScheme.New(content.GroupVersionKind())
			Expect(err).NotTo(HaveOccurred())
			Expect(runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(content.Object, typed, true)).To(Succeed())
			if found, isProfile := typed.(*gardencorev1beta1.CloudProfile); isProfile {
				profile = found
			}
		}

		shoot := NewShoot("project", "shoot", "seed")
		Expect(shoot.Namespace).To(Equal("garden-project"))
		Expect(shoot.Spec.CloudProfile.Name).To(Equal(profile.Name))
		Expect(profile.Spec.Kubernetes.Versions).To(ContainElement(HaveField("Version", shoot.Spec.Kubernetes.Version)))
		var supported []string
		for _, version := range profile.Spec.Kubernetes.Versions {
			if v1beta1helper.VersionIsSupported(version) {
				supported = append(supported, version.Version)
			}
		}
		Expect(supported).To(ConsistOf(HavePrefix("1.33.")), "what a Shoot without a version gets has to allow a secretBindingName")
		image := shoot.Spec.Provider.Workers[0].Machine.Image
		Expect(profile.Spec.MachineImages).To(ContainElement(And(
			HaveField("Name", image.Name),
			HaveField("Versions", ContainElement(HaveField("Version", ptr.Deref(image.Version, "")))),
		)))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"encoding/json"
	"os"

	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	chartutils "github.com/gardener/gardener/pkg/utils/chart"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

var _ = Describe("values from ConfigMaps and Secrets", func() {
	// example returns the Extension of the example, and the objects that it references.
	example := func() (*operatorv1alpha1.Extension, []client.Object) {
		GinkgoHelper()
		content, err := os.ReadFile("../example/operator/values-from-references.yaml")
		Expect(err).NotTo(HaveOccurred())
		scheme := runtime.NewScheme()
		Expect(corev1.AddToScheme(scheme)).To(Succeed())
		Expect(operatorv1alpha1.AddToScheme(scheme)).To(Succeed())
		all := decode(scheme, string(content))
		secret := one[*corev1.Secret](all)
		secret.Data = map[string][]byte{}
		for key, value := range secret.StringData { // As an API server does.
			secret.Data[key] = []byte(value)
		}
		return one[*operatorv1alpha1.Extension](all), []client.Object{one[*corev1.ConfigMap](all), secret}
	}
	// rendered returns the values of the example for the seeds, as gardener-operator renders them from the objects.
	rendered := func(ctx SpecContext, extension *operatorv1alpha1.Extension, objects ...client.Object) (map[string]any, error) {
		GinkgoHelper()
		var given map[string]any
		Expect(json.Unmarshal(extension.Spec.Deployment.ExtensionDeployment.Values.Raw, &given)).To(Succeed())
		c := fake.NewClientBuilder().WithScheme(gardenerkubernetes.SeedScheme).WithObjects(objects...).Build()
		return chartutils.RenderHelmValues(ctx, c, given, "garden", extension.Spec.Deployment.Resources)
	}

	It("render as in the example", func(ctx SpecContext) {
		extension, referenced := example()
		given, err := rendered(ctx, extension, referenced...)
		Expect(err).NotTo(HaveOccurred())
		all := objects(charts.Seed, values(given))

		Expect(named[*corev1.ConfigMap](all, "gardener-extension-shoot-flux-imagevector-overwrite").Data).To(Equal(map[string]string{
			"images_overwrite.yaml": "images:\n- name: source-controller\n  repository: registry.example.com/fluxcd/source-controller\n",
		}))
		Expect(one[*appsv1.Deployment](all).Spec.Template.Spec.Containers[0].Env).To(ContainElements(
			corev1.EnvVar{Name: "HTTPS_PROXY", Value: "http://user:password@proxy.example.com:3128"},
			corev1.EnvVar{Name: "NO_PROXY", Value: ".svc,.internal.example.com"},
		))
	})

	It("name only objects that are referenced and exist", func(ctx SpecContext) {
		extension, referenced := example()
		raw := extension.Spec.Deployment.ExtensionDeployment.Values
		names, err := chartutils.ResourceNamesFromValues(raw)
		Expect(err).NotTo(HaveOccurred())
		Expect(names.UnsortedList()).To(ConsistOf("images", "proxy"))
		_, err = rendered(ctx, extension, referenced[0])
		Expect(err).To(MatchError(ContainSubstring(`referenced Secret "shoot-flux-proxy"`)))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"encoding/json"
	"os"
	"path/filepath"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("examples", func() {
	examples := filepath.Join("..", "example")

	It("decode strictly, and a project's configuration is valid", func() {
		files, err := filepath.Glob(filepath.Join(examples, "*.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(files).NotTo(BeEmpty())
		for _, file := range files {
			content, err := os.ReadFile(file)
			Expect(err).NotTo(HaveOccurred())
			for _, object := range decode(kubernetes.GardenScheme, string(content)) {
				if configMap, ok := object.(*corev1.ConfigMap); ok {
					Expect(configMap.Name).To(Equal("flux-config"), file)
					config, errs := fluxv1alpha1.DecodeProjectConfig(configMap.Data, configMap.BinaryData)
					Expect(errs).To(BeEmpty(), file)
					Expect(validation.ValidateProjectConfig(config, distributions.Versions())).To(BeEmpty(), file)
				}
			}
		}
	})

	It("name the extension alike in the registration and in the Shoot", func() {
		shoot := one[*gardencorev1beta1.Shoot](decode(kubernetes.GardenScheme, read(examples, "20-shoot.yaml")))
		registration := one[*gardencorev1beta1.ControllerRegistration](decode(kubernetes.GardenScheme, read(examples, "controllerregistration.yaml")))
		Expect(shoot.Spec.Extensions).To(ConsistOf(HaveField("Type", registration.Spec.Resources[0].Type)))
		Expect(registration.Spec.Resources[0].Type).To(Equal("shoot-flux"))
	})

	It("register values that the seed's chart accepts", func() {
		all := decode(kubernetes.GardenScheme, read(examples, "controllerregistration.yaml"))
		deployment := one[*gardencorev1.ControllerDeployment](all)
		Expect(deployment.InjectGardenKubeconfig).To(HaveValue(BeTrue()))
		Expect(one[*gardencorev1beta1.ControllerRegistration](all).Spec.Deployment.DeploymentRefs).To(ConsistOf(HaveField("Name", deployment.Name)))

		registered := map[string]any{}
		Expect(json.Unmarshal(deployment.Helm.Values.Raw, &registered)).To(Succeed())
		_, err := render(charts.Seed, values(registered))
		Expect(err).NotTo(HaveOccurred())
	})
})

func read(elements ...string) string {
	content, err := os.ReadFile(filepath.Join(elements...))
	Expect(err).NotTo(HaveOccurred())
	return string(content)
}

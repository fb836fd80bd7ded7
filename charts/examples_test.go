// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("examples", func() {
	examples := filepath.Join("..", "example")

	It("decode strictly, and what they configure is valid, a Shoot's over that of a project", func() {
		scheme := runtime.NewScheme()
		Expect(kubernetes.AddGardenSchemeToScheme(scheme)).To(Succeed())
		Expect(operatorv1alpha1.AddToScheme(scheme)).To(Succeed())
		resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), configv1alpha1.ControllerConfiguration{
			Limits: &configv1alpha1.Limits{Patches: []string{"Deployment", "ServiceAccount"}}, GitHosts: []string{"github.com"},
		})
		Expect(err).NotTo(HaveOccurred())
		files, err := filepath.Glob(filepath.Join(examples, "*.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(files).NotTo(BeEmpty())

		projects, shoots := []*document.ConfigMap{nil}, map[string]*configuration.Shoot{}
		for _, file := range files {
			all := decode(scheme, read(file))
			Expect(all).NotTo(BeEmpty(), file)
			for _, configMap := range every[*corev1.ConfigMap](all) {
				if configMap.Name == "flux-config" {
					projects = append(projects, &document.ConfigMap{Namespace: configMap.Namespace, Data: configMap.Data, BinaryData: configMap.BinaryData})
					_, errs, err := resolver.Resolve(GinkgoT().Context(), projects[len(projects)-1], nil)
					Expect(err).NotTo(HaveOccurred())
					Expect(errs).To(BeEmpty(), file)
				}
			}
			for _, shoot := range every[*gardencorev1beta1.Shoot](all) {
				info := configuration.ShootInfo(shoot, "", "", resolver.LabelPrefixes())
				shoots[file] = configuration.ShootFrom(shoot, configuration.WithPlaceholders(info))
			}
		}
		Expect(shoots).NotTo(BeEmpty())
		for file, shoot := range shoots {
			Expect(projects).To(ContainElement(WithTransform(func(project *document.ConfigMap) document.Errors {
				_, errs, err := resolver.Resolve(GinkgoT().Context(), project, shoot)
				Expect(err).NotTo(HaveOccurred())
				return errs
			}, BeEmpty())), file)
		}
	})

	It("name the extension alike in the registration and in the Shoot", func() {
		shoot := one[*gardencorev1beta1.Shoot](decode(kubernetes.GardenScheme, read(examples, "20-shoot.yaml")))
		registration := one[*gardencorev1beta1.ControllerRegistration](decode(kubernetes.GardenScheme, read(examples, "controller-registration.yaml")))
		Expect(shoot.Spec.Extensions).To(ConsistOf(HaveField("Type", registration.Spec.Resources[0].Type)))
		Expect(registration.Spec.Resources[0].Type).To(Equal("shoot-flux"))
	})

	It("register the same with and without gardener-operator", func() {
		extension := operatorExtension(examples)
		registration := one[*gardencorev1beta1.ControllerRegistration](decode(kubernetes.GardenScheme, read(examples, "controller-registration.yaml")))
		deployment := one[*gardencorev1.ControllerDeployment](decode(kubernetes.GardenScheme, read(examples, "controller-registration.yaml")))
		Expect(extension.Spec.Resources).To(Equal(registration.Spec.Resources))
		Expect(extension.Annotations).To(Equal(registration.Annotations))
		Expect(extension.Spec.Deployment.ExtensionDeployment.InjectGardenKubeconfig).To(Equal(deployment.InjectGardenKubeconfig))
		Expect(*extension.Spec.Resources[0].Lifecycle.Reconcile).To(Equal(gardencorev1beta1.AfterWorker), "Flux needs nodes")
		Expect(extension.Spec.Resources[0].WorkerlessSupported).To(HaveValue(BeFalse()))
		Expect(extension.Annotations).To(HaveKeyWithValue("security.gardener.cloud/pod-security-enforce", "restricted"))

		archive, err := charts.Package(charts.Seed, strings.TrimSpace(read("..", "VERSION")))
		Expect(err).NotTo(HaveOccurred())
		Expect(bytes.Equal(deployment.Helm.RawChart, archive)).To(BeTrue(), "make generate updates it")
	})

	It("register values that the charts accept", func() {
		extension := operatorExtension(examples)
		forSeeds, forAdmission := map[string]any{}, map[string]any{}
		Expect(json.Unmarshal(extension.Spec.Deployment.ExtensionDeployment.Values.Raw, &forSeeds)).To(Succeed())
		Expect(json.Unmarshal(extension.Spec.Deployment.AdmissionDeployment.Values.Raw, &forAdmission)).To(Succeed())
		Expect([]any{forSeeds["access"], forAdmission["access"]}).To(Equal([]any{"PerProject", "PerProject"}), "the garden controller gives access to each project")
		for chart, all := range map[string]map[string]any{
			charts.Seed:                 values(forSeeds),
			charts.AdmissionApplication: applicationValues(forAdmission),
			charts.AdmissionRuntime:     runtimeValues(forAdmission),
		} {
			_, err := render(chart, all)
			Expect(err).NotTo(HaveOccurred(), chart)
		}
	})

	It("register values that the seed's chart accepts", func() {
		all := decode(kubernetes.GardenScheme, read(examples, "controller-registration.yaml"))
		deployment := one[*gardencorev1.ControllerDeployment](all)
		Expect(deployment.InjectGardenKubeconfig).To(HaveValue(BeTrue()))
		Expect(one[*gardencorev1beta1.ControllerRegistration](all).Spec.Deployment.DeploymentRefs).To(ConsistOf(HaveField("Name", deployment.Name)))

		registered := map[string]any{}
		Expect(json.Unmarshal(deployment.Helm.Values.Raw, &registered)).To(Succeed())
		manifest, err := render(charts.Seed, values(registered))
		Expect(err).NotTo(HaveOccurred())
		Expect(manifest).To(ContainSubstring("--access=ClusterWide"), "without garden controller, nobody gives access to each project")
		Expect(read(examples, "controller-registration.yaml")).To(ContainSubstring("every seed can read the deploy keys of all projects"))
	})
})

func operatorExtension(examples string) *operatorv1alpha1.Extension {
	scheme := runtime.NewScheme()
	Expect(operatorv1alpha1.AddToScheme(scheme)).To(Succeed())
	return one[*operatorv1alpha1.Extension](decode(scheme, read(examples, "operator-extension.yaml")))
}

func read(elements ...string) string {
	content, err := os.ReadFile(filepath.Join(elements...))
	Expect(err).NotTo(HaveOccurred())
	return string(content)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// A shoot may enforce the standard for all namespaces. The test uses the same evaluator as an API server.
var _ = Describe("Pod Security Standard restricted", func() {
	catalog, renderer := NewCatalog(library), NewRenderer(library, Images{})

	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		panic(err) // Kubernetes' own checks are sound.
	}
	forbidden := func(pod corev1.PodTemplateSpec) string {
		restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
		result := policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &pod.ObjectMeta, &pod.Spec))
		return result.ForbiddenDetail()
	}
	pods := func(version string, changes ...func(*Input)) map[string]corev1.PodTemplateSpec {
		GinkgoHelper()
		bundle, err := renderer.Render(input(append(changes, of(version), fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
			f.Components, f.ComponentsExtra = catalog.Components(version), nil
		}))...))
		Expect(err).NotTo(HaveOccurred())
		result := map[string]corev1.PodTemplateSpec{}
		for name, deployment := range deployments(bundle.Controllers) {
			result[name] = deployment.Spec.Template
		}
		Expect(result).To(HaveLen(len(catalog.Components(version))))
		return result
	}

	for _, version := range allVersions() {
		DescribeTable("is met by each controller of "+version,
			func(changes ...func(*Input)) {
				for name, pod := range pods(version, changes...) {
					Expect(forbidden(pod)).To(BeEmpty(), name)
				}
			},
			Entry("by default"),
			Entry("with an image pull Secret", fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.ImagePullSecretResourceName = ptr.To("pull") }),
				func(in *Input) { in.Resources["pull"] = Resource{Type: corev1.SecretTypeDockerConfigJson} }),
			Entry("with a proxy", fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
				f.Proxy = &fluxv1alpha1.Proxy{HTTPSProxy: ptr.To("http://proxy.example.org:3128")}
			})),
			Entry("with tolerations and a node selector", fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
				f.Tolerations, f.NodeSelector = []corev1.Toleration{{Operator: corev1.TolerationOpExists}}, map[string]string{"pool": "system"}
			})),
			Entry("with resources", fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
				f.Resources = map[fluxv1alpha1.Component]corev1.ResourceRequirements{fluxv1alpha1.ComponentSource: {
					Limits: corev1.ResourceList{corev1.ResourceEphemeralStorage: resource.MustParse("2Gi")},
				}}
			})),
			Entry("with all settings", withEverything),
		)
	}

	It("is not met by modified pods", func() {
		pod := pods(version)["source-controller"]
		pod.Spec.Containers[0].SecurityContext.Capabilities = nil
		pod.Spec.Volumes = append(pod.Spec.Volumes, corev1.Volume{VolumeSource: corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/"}}})
		Expect(forbidden(pod)).To(And(ContainSubstring("unrestricted capabilities"), ContainSubstring("restricted volume types")))
	})
})

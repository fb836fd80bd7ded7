// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

var _ = Describe("supplied distributions", func() {
	const artifact = "oci://registry.example.com/fluxcd/flux-manifests@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

	type chart struct {
		path   string
		values func(map[string]any) map[string]any
		name   string
	}
	seed := chart{charts.Seed, values, "gardener-extension-shoot-flux"}
	runtime := chart{charts.AdmissionRuntime, runtimeValues, "gardener-extension-admission-shoot-flux"}

	deployment := func(c chart, distributions any) *appsv1.Deployment {
		GinkgoHelper()
		return one[*appsv1.Deployment](ofComponent(c.name, objects(c.path, c.values(map[string]any{"distributions": distributions}))))
	}
	flags := func(pod corev1.PodSpec) []string {
		var found []string
		for _, arg := range pod.Containers[0].Args {
			if strings.HasPrefix(arg, "--distributions=") {
				found = append(found, arg)
			}
		}
		return found
	}

	for _, c := range []chart{seed, runtime} {
		Context(c.path, func() {
			It("are none unless the operator has some", func() {
				for _, none := range []any{map[string]any{}, nil} {
					pod := deployment(c, none).Spec.Template.Spec
					Expect(flags(pod)).To(BeEmpty())
					Expect(pod.InitContainers).To(BeEmpty())
				}
			})

			It("are in ConfigMaps of the chart, in the format of the process", func() {
				const version = "v2.9.5"
				carried := filepath.Join("..", "pkg", "flux", "distributions", version)
				compressed, err := os.ReadFile(filepath.Join(carried, "gotk-components.yaml.br"))
				Expect(err).NotTo(HaveOccurred())
				sums, err := os.ReadFile(filepath.Join(carried, "SHA256SUMS"))
				Expect(err).NotTo(HaveOccurred())
				sum, _, _ := strings.Cut(string(sums), " ")
				inline := func(manifests string) map[string]any {
					return map[string]any{"distributions": map[string]any{"inline": []any{
						map[string]any{"version": version, "sha256": sum, "manifests": manifests},
						map[string]any{"version": "v2.10.0", "sha256": strings.Repeat("0", 64), "manifests": "YQ=="},
					}}}
				}
				encoded := base64.StdEncoding.EncodeToString(compressed)
				rendered := ofComponent(c.name, objects(c.path, c.values(inline(encoded[:76]+"\n"+encoded[76:]+"\n"))))

				byName := map[string]*corev1.ConfigMap{}
				for _, object := range rendered {
					if configMap, is := object.(*corev1.ConfigMap); is {
						byName[configMap.Name] = configMap
					}
				}
				Expect(byName).To(HaveKey(c.name + "-distribution-v2.10.0"))
				found := byName[c.name+"-distribution-"+version]
				Expect(found).NotTo(BeNil())
				Expect(found.BinaryData).To(Equal(map[string][]byte{"gotk-components.yaml.br": compressed}))
				Expect(found.Data).To(Equal(map[string]string{"SHA256SUMS": string(sums)}))

				template := one[*appsv1.Deployment](rendered).Spec.Template
				pod := template.Spec
				Expect(flags(pod)).To(Equal([]string{"--distributions=/var/lib/" + c.name + "/distributions/inline"}))
				Expect(pod.InitContainers).To(BeEmpty())
				Expect(pod.Containers[0].VolumeMounts).To(ContainElements(
					corev1.VolumeMount{Name: "distribution-inline-v2-9-5", MountPath: "/var/lib/" + c.name + "/distributions/inline/v2.9.5", ReadOnly: true},
					HaveField("Name", "distribution-inline-v2-10-0"),
				))
				Expect(pod.Volumes).To(ContainElement(corev1.Volume{Name: "distribution-inline-v2-9-5", VolumeSource: corev1.VolumeSource{
					ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: found.Name}},
				}}))

				other := one[*appsv1.Deployment](ofComponent(c.name, objects(c.path, c.values(inline("Yg=="))))).Spec.Template
				Expect(template.Annotations["checksum/distributions"]).To(HaveLen(64))
				Expect(other.Annotations["checksum/distributions"]).NotTo(Equal(template.Annotations["checksum/distributions"]), "the process reads them once")
			})

			It("are mounted from ConfigMaps, each where its version is its directory", func() {
				pod := deployment(c, map[string]any{"configMaps": []any{
					map[string]any{"version": "v2.9.5", "name": "flux-v2.9.5"}, map[string]any{"version": "v2.10.0", "name": "flux-v2.10.0"},
				}}).Spec.Template.Spec
				Expect(flags(pod)).To(Equal([]string{"--distributions=/var/lib/" + c.name + "/distributions/configmaps"}))
				Expect(pod.InitContainers).To(BeEmpty())
				Expect(pod.Containers[0].VolumeMounts).To(ContainElements(
					corev1.VolumeMount{Name: "distribution-v2-9-5", MountPath: "/var/lib/" + c.name + "/distributions/configmaps/v2.9.5", ReadOnly: true},
					corev1.VolumeMount{Name: "distribution-v2-10-0", MountPath: "/var/lib/" + c.name + "/distributions/configmaps/v2.10.0", ReadOnly: true},
				))
				Expect(pod.Volumes).To(ContainElements(
					corev1.Volume{Name: "distribution-v2-9-5", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
						LocalObjectReference: corev1.LocalObjectReference{Name: "flux-v2.9.5"},
					}}},
					HaveField("Name", "distribution-v2-10-0"),
				))
			})

			It("are fetched by init containers, with the image of the extension, before the process starts", func() {
				found := deployment(c, map[string]any{"oci": []any{
					map[string]any{"version": "v2.9.5", "artifact": artifact, "pullSecretName": "registry", "caConfigMapName": "registry-ca"},
					map[string]any{"version": "v2.10.0", "artifact": artifact},
				}})
				pod := found.Spec.Template.Spec
				path := "/var/lib/" + c.name + "/distributions/oci"
				Expect(flags(pod)).To(Equal([]string{"--distributions=" + path}))
				Expect(found.Spec.Template.Labels).To(And(
					HaveKeyWithValue("networking.gardener.cloud/to-public-networks", "allowed"),
					HaveKeyWithValue("networking.gardener.cloud/to-private-networks", "allowed"),
				))

				Expect(pod.InitContainers).To(HaveLen(2))
				Expect(pod.InitContainers[0].Args).To(Equal([]string{
					"distributions", "pull", artifact, "--version=v2.9.5", "--out=" + path, "--registry-config=/var/run/registry/config.json",
					"--ca-file=/var/run/registry-ca/ca.crt",
				}))
				Expect(pod.InitContainers[1].Args).To(Equal([]string{"distributions", "pull", artifact, "--version=v2.10.0", "--out=" + path}))
				for _, container := range pod.InitContainers {
					Expect(container.Image).To(Equal(pod.Containers[0].Image))
					Expect(container.SecurityContext).To(Equal(pod.Containers[0].SecurityContext))
					Expect(container.Resources.Requests).NotTo(BeEmpty())
					Expect(container.Resources.Limits).To(BeEmpty())
					Expect(container.VolumeMounts).To(ContainElement(corev1.VolumeMount{Name: "distributions-oci", MountPath: path}))
				}
				Expect(pod.InitContainers[0].VolumeMounts).To(ContainElements(
					corev1.VolumeMount{Name: "registry-v2-9-5", MountPath: "/var/run/registry", ReadOnly: true},
					corev1.VolumeMount{Name: "registry-ca-v2-9-5", MountPath: "/var/run/registry-ca", ReadOnly: true},
				))
				Expect(pod.InitContainers[1].VolumeMounts).To(HaveLen(1))

				Expect(pod.Containers[0].VolumeMounts).To(ContainElement(corev1.VolumeMount{Name: "distributions-oci", MountPath: path, ReadOnly: true}))
				Expect(pod.Volumes).To(ContainElements(
					corev1.Volume{Name: "distributions-oci", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{
						SizeLimit: new(resource.MustParse("64Mi")),
					}}},
					corev1.Volume{Name: "registry-v2-9-5", VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
						SecretName: "registry", Items: []corev1.KeyToPath{{Key: ".dockerconfigjson", Path: "config.json"}},
					}}},
					corev1.Volume{Name: "registry-ca-v2-9-5", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
						LocalObjectReference: corev1.LocalObjectReference{Name: "registry-ca"}, Items: []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}},
					}}},
				))
			})

			It("are fetched through the operator's proxy, which the process uses too", func() {
				pod := one[*appsv1.Deployment](ofComponent(c.name, objects(c.path, c.values(map[string]any{
					"distributions": map[string]any{"oci": []any{map[string]any{"version": "v2.9.5", "artifact": artifact}}},
					"proxy": map[string]any{
						"httpProxy": "http://proxy.example.com:3128", "httpsProxy": "http://proxy.example.com:3129", "noProxy": []any{".example.com", "10.0.0.0/8"},
					},
				})))).Spec.Template.Spec
				proxy := []corev1.EnvVar{
					{Name: "HTTP_PROXY", Value: "http://proxy.example.com:3128"},
					{Name: "HTTPS_PROXY", Value: "http://proxy.example.com:3129"},
					{Name: "NO_PROXY", Value: ".example.com,10.0.0.0/8"},
				}
				Expect(pod.InitContainers[0].Env).To(Equal(proxy))
				Expect(pod.Containers[0].Env).To(ContainElements(proxy))
				without := deployment(c, map[string]any{"oci": []any{map[string]any{"version": "v2.9.5", "artifact": artifact}}}).Spec.Template.Spec
				Expect(without.InitContainers[0].Env).To(BeEmpty())
				Expect(without.Containers[0].Env).NotTo(ContainElement(HaveField("Name", HaveSuffix("PROXY"))))
			})

			DescribeTable("are refused before anything is installed",
				func(distributions map[string]any, message string) {
					_, err := render(c.path, c.values(map[string]any{"distributions": distributions}))
					Expect(err).To(MatchError(ContainSubstring(message)))
				},
				Entry("an artifact named by a tag", map[string]any{"oci": []any{
					map[string]any{"version": "v2.9.5", "artifact": "oci://registry.example.com/fluxcd/flux-manifests:v2.9.5"},
				}}, "artifact"),
				Entry("a version that is none", map[string]any{"configMaps": []any{map[string]any{"version": "v2.9", "name": "x"}}}, "version"),
				Entry("a ConfigMap without name", map[string]any{"configMaps": []any{map[string]any{"version": "v2.9.5"}}}, "name"),
				Entry("a text without sum", map[string]any{"inline": []any{map[string]any{"version": "v2.9.5", "manifests": "YQ=="}}}, "sha256"),
				Entry("a text that is not encoded", map[string]any{"inline": []any{
					map[string]any{"version": "v2.9.5", "sha256": strings.Repeat("0", 64), "manifests": "apiVersion: v1"},
				}}, "manifests"),
				Entry("an unknown key", map[string]any{"configmaps": []any{}}, "configmaps"),
			)
		})
	}
})

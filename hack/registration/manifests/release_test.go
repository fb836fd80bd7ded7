// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package manifests_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

const digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

var _ = Describe("a release", func() {
	release := manifests.Release{Version: "v1.2.3", Repository: "registry.example.com/team"}

	It("is the charts and what registers them, always the same bytes", func() {
		files, err := release.Files()
		Expect(err).NotTo(HaveOccurred())
		Expect(slices.Sorted(maps.Keys(files))).To(Equal([]string{
			"controller-registration.yaml",
			"garden-access.yaml",
			"gardener-extension-admission-shoot-flux-application-v1.2.3.tgz",
			"gardener-extension-admission-shoot-flux-runtime-v1.2.3.tgz",
			"gardener-extension-shoot-flux-v1.2.3.tgz",
			"operator-extension.yaml",
		}))
		Expect(release.Files()).To(Equal(files))
	})

	It("has the chart for a garden without gardener-operator, with the repository of the image", func() {
		deployment := &gardencorev1.ControllerDeployment{}
		Expect(yaml.UnmarshalStrict(first(registrations(release)[manifests.ControllerRegistration]), deployment)).To(Succeed())

		archive, err := charts.Package(charts.Seed, "v1.2.3")
		Expect(err).NotTo(HaveOccurred())
		Expect(bytes.Equal(deployment.Helm.RawChart, archive)).To(BeTrue())
		Expect(deployment.Helm.Values.Raw).To(MatchJSON(`{"image": {"repository": "registry.example.com/team/gardener-extension-shoot-flux"}}`))
		Expect(deployment.InjectGardenKubeconfig).To(HaveValue(BeTrue()))
	})

	It("has references to charts and image for gardener-operator", func() {
		extension := operatorExtension(release)
		const repository = "registry.example.com/team/charts/gardener-extension-"
		Expect(extension.Spec.Deployment.ExtensionDeployment.Helm.OCIRepository.Ref).To(HaveValue(Equal(repository + "shoot-flux:v1.2.3")))
		Expect(extension.Spec.Deployment.AdmissionDeployment.RuntimeCluster.Helm.OCIRepository.Ref).To(HaveValue(Equal(repository + "admission-shoot-flux-runtime:v1.2.3")))
		Expect(extension.Spec.Deployment.AdmissionDeployment.VirtualCluster.Helm.OCIRepository.Ref).To(HaveValue(Equal(repository + "admission-shoot-flux-application:v1.2.3")))
		Expect(string(extension.Spec.Deployment.ExtensionDeployment.Values.Raw)).To(ContainSubstring(`"registry.example.com/team/gardener-extension-shoot-flux"`))
	})

	It("pins the image everywhere, if its digest is known", func() {
		pinned := release
		pinned.ImageDigest = digest
		image := `{"repository": "registry.example.com/team/gardener-extension-shoot-flux", "tag": "v1.2.3", "digest": "` + digest + `"}`

		deployment := &gardencorev1.ControllerDeployment{}
		Expect(yaml.UnmarshalStrict(first(registrations(pinned)[manifests.ControllerRegistration]), deployment)).To(Succeed())
		Expect(deployment.Helm.Values.Raw).To(MatchJSON(`{"image": ` + image + `}`))
		extension := operatorExtension(pinned)
		Expect(extension.Spec.Deployment.ExtensionDeployment.Values.Raw).To(MatchJSON(`{"image": ` + image + `, "access": "PerProject", "config": {}}`))
		Expect(extension.Spec.Deployment.AdmissionDeployment.Values.Raw).To(MatchJSON(`{"image": ` + image + `, "admission": {"enabled": true}, "gardenController": {"enabled": true}, "access": "PerProject", "monitoring": {"enabled": true}, "config": {}}`))
	})

	It("pins the charts too, if the digest of the image is known", func() {
		pinned := release
		pinned.ImageDigest = digest
		const repository = "registry.example.com/team/charts/gardener-extension-"
		refs := operatorExtension(pinned).Spec.Deployment
		for _, pinnedChart := range []struct {
			ref   *string
			chart string
		}{
			{refs.ExtensionDeployment.Helm.OCIRepository.Ref, "shoot-flux"},
			{refs.AdmissionDeployment.RuntimeCluster.Helm.OCIRepository.Ref, "admission-shoot-flux-runtime"},
			{refs.AdmissionDeployment.VirtualCluster.Helm.OCIRepository.Ref, "admission-shoot-flux-application"},
		} {
			Expect(pinnedChart.ref).To(HaveValue(MatchRegexp("^" + regexp.QuoteMeta(repository+pinnedChart.chart+":v1.2.3@sha256:") + "[0-9a-f]{64}$")))
		}
	})

	It("has charts in the format that Helm and Gardener pull, always with the same digest", func() {
		Expect(manifests.Charts()).To(HaveLen(3))
		for _, chart := range manifests.Charts() {
			artifact, err := release.Artifact(chart)
			Expect(err).NotTo(HaveOccurred())
			Expect(release.Artifact(chart)).To(Equal(artifact))
			Expect(string(artifact.Config.Content)).To(And(ContainSubstring(`"name":"`+chart.Name+`"`), ContainSubstring(`"version":"1.2.3"`)))
			Expect(artifact.Layer.MediaType).To(Equal("application/vnd.cncf.helm.chart.content.v1.tar+gzip"))
			Expect(string(artifact.Manifest.Content)).To(And(ContainSubstring(artifact.Config.Digest.String()), ContainSubstring(artifact.Layer.Digest.String())))
		}
	})

	It("has artifacts with the annotations that the image has", func() {
		described := release
		described.Commit = "0123456789abcdef0123456789abcdef01234567"
		artifacts, err := described.Artifacts()
		Expect(err).NotTo(HaveOccurred())
		Expect(artifacts).To(HaveLen(len(manifests.Charts()) + 1))
		for _, artifact := range artifacts {
			manifest := &ocispec.Manifest{}
			Expect(json.Unmarshal(artifact.Manifest.Content, manifest)).To(Succeed())
			Expect(manifest.Annotations).To(And(
				HaveKeyWithValue("org.opencontainers.image.title", Not(BeEmpty())),
				HaveKeyWithValue("org.opencontainers.image.description", Not(BeEmpty())),
				HaveKeyWithValue("org.opencontainers.image.version", "v1.2.3"),
				HaveKeyWithValue("org.opencontainers.image.revision", described.Commit),
				HaveKeyWithValue("org.opencontainers.image.url", "https://github.com/shoot-flux/gardener-extension-shoot-flux"),
				HaveKeyWithValue("org.opencontainers.image.source", "https://github.com/shoot-flux/gardener-extension-shoot-flux"),
				HaveKeyWithValue("org.opencontainers.image.documentation", HaveSuffix("/blob/v1.2.3/docs/operations/installation.md")),
				HaveKeyWithValue("org.opencontainers.image.licenses", "Apache-2.0"),
				HaveLen(8),
			))
		}
		Expect(string(artifacts[0].Manifest.Content)).To(ContainSubstring(`"org.opencontainers.image.title":"gardener-extension-shoot-flux"`))
	})

	It("has a file for the garden that needs no Helm, without what is for the admission only", func() {
		access := string(registrations(release)[manifests.GardenAccess])
		Expect(strings.Count(access, "\nkind: ")).To(Equal(7))
		Expect(access).To(ContainSubstring("name: extensions.gardener.cloud:extension-shoot-flux:garden-access"))
		Expect(access).NotTo(Or(ContainSubstring("extension-shoot-flux:admission"), ContainSubstring("namespace:")))
	})

	DescribeTable("refuses invalid references:",
		func(release manifests.Release, message string) {
			_, err := release.Files()
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no version", manifests.Release{Repository: "r.example.com"}, `"" is no version`),
		Entry("a version without v, which images have", manifests.Release{Version: "1.2.3", Repository: "r.example.com"}, `"1.2.3" is no version`),
		Entry("no repository", manifests.Release{Version: "v1.2.3"}, "is no path in a registry"),
		Entry("a URL", manifests.Release{Version: "v1.2.3", Repository: "oci://r.example.com"}, "is no path in a registry"),
		Entry("a digest that is none", manifests.Release{Version: "v1.2.3", Repository: "r.example.com", ImageDigest: "sha256:1"}, "is no digest"),
	)
})

func registrations(release manifests.Release) map[string][]byte {
	GinkgoHelper()
	files, err := release.Registrations()
	Expect(err).NotTo(HaveOccurred())
	return files
}

func operatorExtension(release manifests.Release) *operatorv1alpha1.Extension {
	GinkgoHelper()
	extension := &operatorv1alpha1.Extension{}
	Expect(yaml.UnmarshalStrict(registrations(release)[manifests.OperatorExtension], extension)).To(Succeed())
	return extension
}

func first(documents []byte) []byte {
	document, _, _ := strings.Cut(string(documents), "\n---\n")
	return []byte(document)
}

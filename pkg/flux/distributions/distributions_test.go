// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("Distributions", func() {
	It("returns the embedded versions, the oldest first", func() {
		Expect(distributions.Embedded().Versions()).To(Equal([]string{"v2.7.5", "v2.8.8", "v2.9.3"}))
	})

	It("embeds exactly the reviewed text of each version", func() {
		var files []string
		for _, version := range distributions.Embedded().Versions() {
			text, err := os.ReadFile(filepath.Join(version, "gotk-components.yaml"))
			Expect(err).NotTo(HaveOccurred())
			embedded, err := distributions.Embedded().Manifests(version)
			Expect(err).NotTo(HaveOccurred())
			Expect(embedded).To(Equal(text))

			sum, err := os.ReadFile(filepath.Join(version, "SHA256SUMS"))
			Expect(err).NotTo(HaveOccurred())
			Expect(string(sum)).To(Equal(fmt.Sprintf("%x  gotk-components.yaml\n", sha256.Sum256(text))), "what sha256sum --check reads")

			for _, name := range []string{"gotk-components.yaml", "gotk-components.yaml.br", "SHA256SUMS"} {
				files = append(files, filepath.Join(version, name))
			}
		}
		Expect(filepath.Glob("v*/*")).To(ConsistOf(files))
	})

	DescribeTable("contain the components of version",
		func(version string, want contents) {
			manifests, err := distributions.Embedded().Manifests(version)
			Expect(err).NotTo(HaveOccurred())

			var images []string
			kinds := map[string]int{}
			for _, object := range parse(manifests) {
				kinds[object.GetKind()]++
				images = append(images, containerImages(object)...)
			}
			Expect(images).To(HaveExactElements(want.images...))
			Expect(kinds).To(Equal(map[string]int{
				"Namespace":                1,
				"ResourceQuota":            1,
				"NetworkPolicy":            3,
				"CustomResourceDefinition": want.crds,
				"ServiceAccount":           len(want.images),
				"ClusterRole":              3,
				"ClusterRoleBinding":       2,
				"Service":                  want.services,
				"Deployment":               len(want.images),
			}))
		},
		Entry("v2.7.5", "v2.7.5", contents{crds: 15, services: 4, images: []any{
			"ghcr.io/fluxcd/source-controller:v1.7.4",
			"ghcr.io/fluxcd/kustomize-controller:v1.7.3",
			"ghcr.io/fluxcd/helm-controller:v1.4.5",
			"ghcr.io/fluxcd/notification-controller:v1.7.5",
			"ghcr.io/fluxcd/image-reflector-controller:v1.0.4",
			"ghcr.io/fluxcd/image-automation-controller:v1.0.4",
			"ghcr.io/fluxcd/source-watcher:v2.0.3",
		}}),
		Entry("v2.8.8", "v2.8.8", contents{crds: 15, services: 4, images: []any{
			"ghcr.io/fluxcd/source-controller:v1.8.5",
			"ghcr.io/fluxcd/kustomize-controller:v1.8.5",
			"ghcr.io/fluxcd/helm-controller:v1.5.5",
			"ghcr.io/fluxcd/notification-controller:v1.8.4",
			"ghcr.io/fluxcd/image-reflector-controller:v1.1.2",
			"ghcr.io/fluxcd/image-automation-controller:v1.1.4",
			"ghcr.io/fluxcd/source-watcher:v2.1.1",
		}}),
		Entry("v2.9.3", "v2.9.3", contents{crds: 15, services: 4, images: []any{
			"ghcr.io/fluxcd/source-controller:v1.9.3",
			"ghcr.io/fluxcd/kustomize-controller:v1.9.4",
			"ghcr.io/fluxcd/helm-controller:v1.6.3",
			"ghcr.io/fluxcd/notification-controller:v1.9.2",
			"ghcr.io/fluxcd/image-reflector-controller:v1.2.3",
			"ghcr.io/fluxcd/image-automation-controller:v1.2.3",
			"ghcr.io/fluxcd/source-watcher:v2.2.2",
		}}),
	)

	DescribeTable("rejects an unknown version and names the known ones:",
		func(version string) {
			_, err := distributions.Embedded().Manifests(version)
			Expect(err).To(MatchError(ContainSubstring("the known versions are v2.7.5, v2.8.8, v2.9.3")))
		},
		Entry("a version without a release", "v0.0.1"),
		Entry("a version without v", "2.9.3"),
		Entry("an empty version", ""),
		Entry("a path outside the package", "../distributions/v2.9.3"),
	)

	It("returns a copy of the manifests", func() {
		first, err := distributions.Embedded().Manifests("v2.9.3")
		Expect(err).NotTo(HaveOccurred())
		first[0] = '!'

		second, err := distributions.Embedded().Manifests("v2.9.3")
		Expect(err).NotTo(HaveOccurred())
		Expect(second[0]).To(Equal(byte('-')))
	})
})

// contents has the images of a distribution in Flux's order of the controllers, and the numbers of objects that differ between versions.
type contents struct {
	images         []any
	crds, services int
}

// parse decodes strictly, and rejects a duplicate key.
func parse(manifests []byte) []*unstructured.Unstructured {
	GinkgoHelper()
	var objects []*unstructured.Unstructured
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(manifests)))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return objects
		}
		Expect(err).NotTo(HaveOccurred())

		object := &unstructured.Unstructured{}
		Expect(yaml.UnmarshalStrict(document, &object.Object)).To(Succeed())
		Expect(object.GetAPIVersion()).NotTo(BeEmpty())
		Expect(object.GetKind()).NotTo(BeEmpty())
		Expect(object.GetName()).NotTo(BeEmpty())
		objects = append(objects, object)
	}
}

func containerImages(object *unstructured.Unstructured) []string {
	GinkgoHelper()
	containers, _, err := unstructured.NestedSlice(object.Object, "spec", "template", "spec", "containers")
	Expect(err).NotTo(HaveOccurred())
	var images []string
	for _, container := range containers {
		image, _, err := unstructured.NestedString(container.(map[string]any), "image")
		Expect(err).NotTo(HaveOccurred())
		images = append(images, image)
	}
	return images
}

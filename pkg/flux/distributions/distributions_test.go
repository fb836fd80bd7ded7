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
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("Distributions", func() {
	It("returns the embedded versions, the oldest first", func() {
		listed, err := os.ReadFile(filepath.Join("..", "..", "..", "hack", "distributions", "versions"))
		Expect(err).NotTo(HaveOccurred())
		Expect(distributions.Embedded().Versions()).To(Equal(strings.Fields(string(listed))))
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

	// The generator compares the images with the digests that it writes into the image vector. This reads both again.
	It("contain the components, with the images of the image vector", func() {
		vector := vectorImages()
		for _, version := range distributions.Embedded().Versions() {
			manifests, err := distributions.Embedded().Manifests(version)
			Expect(err).NotTo(HaveOccurred())

			var images []string
			kinds := map[string]int{}
			for _, object := range parse(manifests) {
				kinds[object.GetKind()]++
				images = append(images, containerImages(object)...)
			}
			Expect(images).To(HaveExactElements(
				HavePrefix("ghcr.io/fluxcd/source-controller:v"),
				HavePrefix("ghcr.io/fluxcd/kustomize-controller:v"),
				HavePrefix("ghcr.io/fluxcd/helm-controller:v"),
				HavePrefix("ghcr.io/fluxcd/notification-controller:v"),
				HavePrefix("ghcr.io/fluxcd/image-reflector-controller:v"),
				HavePrefix("ghcr.io/fluxcd/image-automation-controller:v"),
				HavePrefix("ghcr.io/fluxcd/source-watcher:v"),
			), version)
			Expect(images).To(ConsistOf(vector[version]), version)
			Expect(kinds).To(Equal(map[string]int{
				"Namespace":                1,
				"ResourceQuota":            1,
				"NetworkPolicy":            3,
				"CustomResourceDefinition": 15,
				"ServiceAccount":           7,
				"ClusterRole":              3,
				"ClusterRoleBinding":       2,
				"Service":                  4,
				"Deployment":               7,
			}), version)
		}
	})

	DescribeTable("rejects an unknown version and names the known ones:",
		func(version string) {
			_, err := distributions.Embedded().Manifests(version)
			Expect(err).To(MatchError(ContainSubstring("the known versions are v2.8.8, v2.9.5")))
		},
		Entry("a version without a release", "v0.0.1"),
		Entry("a version without v", "2.9.5"),
		Entry("an empty version", ""),
		Entry("a path outside the package", "../distributions/v2.9.5"),
	)

	It("returns a copy of the manifests", func() {
		first, err := distributions.Embedded().Manifests("v2.9.5")
		Expect(err).NotTo(HaveOccurred())
		first[0] = '!'

		second, err := distributions.Embedded().Manifests("v2.9.5")
		Expect(err).NotTo(HaveOccurred())
		Expect(second[0]).To(Equal(byte('-')))
	})
})

// vectorImages returns the images in the image vector, without digests, by Flux version.
func vectorImages() map[string][]string {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "imagevector", "images.yaml"))
	Expect(err).NotTo(HaveOccurred())
	var vector struct {
		Images []struct{ Repository, Tag, TargetVersion string }
	}
	Expect(yaml.Unmarshal(content, &vector)).To(Succeed())
	images := map[string][]string{}
	for _, image := range vector.Images {
		tag, digest, _ := strings.Cut(image.Tag, "@")
		Expect(digest).To(HavePrefix("sha256:"))
		images["v"+image.TargetVersion] = append(images["v"+image.TargetVersion], image.Repository+":"+tag)
	}
	return images
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

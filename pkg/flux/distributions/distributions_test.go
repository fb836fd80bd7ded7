// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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
	It("should name the embedded versions and the newest of them", func() {
		Expect(distributions.Embedded().Versions()).To(Equal([]string{"v2.9.3"}))
	})

	It("should embed exactly the files whose checksums are recorded", func() {
		embedded := map[string]string{}
		for _, version := range distributions.Embedded().Versions() {
			manifests, err := distributions.Embedded().Manifests(version)
			Expect(err).NotTo(HaveOccurred())
			sum := sha256.Sum256(manifests)
			embedded[version+"/gotk-components.yaml"] = hex.EncodeToString(sum[:])
		}
		Expect(embedded).To(Equal(recordedChecksums()))

		Expect(filepath.Glob("v*/*")).To(HaveLen(len(embedded)), "a file without a recorded checksum")
	})

	DescribeTable("contents",
		func(version string, images []string, kinds map[string]int) {
			manifests, err := distributions.Embedded().Manifests(version)
			Expect(err).NotTo(HaveOccurred())

			objects := parse(manifests)
			foundImages, foundKinds := []string{}, map[string]int{}
			for _, object := range objects {
				foundKinds[object.GetKind()]++
				foundImages = append(foundImages, containerImages(object)...)
			}
			Expect(foundImages).To(ConsistOf(images))
			Expect(foundKinds).To(Equal(kinds))
		},
		Entry("v2.9.3", "v2.9.3",
			[]string{
				"ghcr.io/fluxcd/source-controller:v1.9.3",
				"ghcr.io/fluxcd/kustomize-controller:v1.9.4",
				"ghcr.io/fluxcd/helm-controller:v1.6.3",
				"ghcr.io/fluxcd/notification-controller:v1.9.2",
				"ghcr.io/fluxcd/image-reflector-controller:v1.2.3",
				"ghcr.io/fluxcd/image-automation-controller:v1.2.3",
				"ghcr.io/fluxcd/source-watcher:v2.2.2",
			},
			map[string]int{
				"Namespace":                1,
				"ResourceQuota":            1,
				"NetworkPolicy":            3,
				"CustomResourceDefinition": 15,
				"ServiceAccount":           7,
				"ClusterRole":              3,
				"ClusterRoleBinding":       2,
				"Service":                  4,
				"Deployment":               7,
			},
		),
	)

	DescribeTable("an unknown version is refused with the known ones",
		func(version string) {
			_, err := distributions.Embedded().Manifests(version)
			Expect(err).To(MatchError(ContainSubstring("known are: v2.9.3")))
		},
		Entry("never released", "v0.0.1"),
		Entry("without v", "2.9.3"),
		Entry("empty", ""),
		Entry("a path out of the package", "../distributions/v2.9.3"),
	)

	It("should hand out a copy", func() {
		first, err := distributions.Embedded().Manifests("v2.9.3")
		Expect(err).NotTo(HaveOccurred())
		first[0] = '!'

		second, err := distributions.Embedded().Manifests("v2.9.3")
		Expect(err).NotTo(HaveOccurred())
		Expect(second[0]).To(Equal(byte('-')))
	})
})

func recordedChecksums() map[string]string {
	content, err := os.ReadFile("SHA256SUMS")
	Expect(err).NotTo(HaveOccurred())
	result := map[string]string{}
	for line := range bytes.Lines(content) {
		fields := bytes.Fields(line)
		Expect(fields).To(HaveLen(2))
		result[string(fields[1])] = string(fields[0])
	}
	return result
}

// parse decodes strictly: a key that stands twice in a document is an error.
func parse(manifests []byte) []*unstructured.Unstructured {
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

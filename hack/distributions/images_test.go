// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const oneDeployment = `---
apiVersion: v1
kind: Namespace
metadata: {name: flux-system}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: source-controller
  labels: {app.kubernetes.io/component: source-controller}
spec:
  template:
    spec:
      containers:
      - name: manager
        image: IMAGE
`

var _ = Describe("writeImages", func() {
	digest := "sha256:" + strings.Repeat("a", 64)
	list := func(tag, digest string) string {
		return "images:\n- {name: ghcr.io/fluxcd/source-controller, newTag: " + tag + ", digest: '" + digest + "'}\n"
	}
	write := func(image, list string) (string, error) {
		copies := GinkgoT().TempDir()
		directory := filepath.Join(copies, filepath.FromSlash(digestsPath), "v2.9.3")
		Expect(os.MkdirAll(directory, 0o755)).To(Succeed())
		if list != "" {
			Expect(os.WriteFile(filepath.Join(directory, digestsFile), []byte(list), 0o600)).To(Succeed())
		}
		file := filepath.Join(copies, "images.yaml")
		rendered := map[string][]byte{"v2.9.3": []byte(strings.ReplaceAll(oneDeployment, "IMAGE", image))}
		return file, writeImages(copies, []string{"v2.9.3"}, rendered, file)
	}

	It("writes an entry with tag and digest", func() {
		file, err := write("ghcr.io/fluxcd/source-controller:v1.2.3", list("v1.2.3", digest))
		Expect(err).NotTo(HaveOccurred())
		Expect(os.ReadFile(file)).To(BeEquivalentTo(imagesHeader + `images:
- name: source-controller
  repository: ghcr.io/fluxcd/source-controller
  sourceRepository: github.com/fluxcd/source-controller
  tag: v1.2.3@` + digest + `
  targetVersion: 2.9.3
`))
	})

	DescribeTable("writes nothing if the images and the digests do not match,",
		func(image, list, message string) {
			file, err := write(image, list)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(file).NotTo(BeAnExistingFile())
		},
		Entry("with the digest of another tag", "ghcr.io/fluxcd/source-controller:v1.2.4", list("v1.2.3", digest), "has image ghcr.io/fluxcd/source-controller:v1.2.4, of which there is no digest"),
		Entry("with an image without digest", "ghcr.io/fluxcd/source-controller:v1.2.3", "images: []\n", "has 1 images, and there are digests of 0"),
		Entry("with an invalid digest", "ghcr.io/fluxcd/source-controller:v1.2.3", list("v1.2.3", "sha256:1"), `has "sha256:1" for a digest`),
		Entry("with an image of another name", "ghcr.io/fluxcd/helm-controller:v1.2.3", list("v1.2.3", digest), "no repository of that name"),
		Entry("with an image without tag", "ghcr.io/fluxcd/source-controller", list("v1.2.3", digest), "no repository of that name with a tag"),
		Entry("with an unknown field in the list", "ghcr.io/fluxcd/source-controller:v1.2.3", "pictures: []\n", "unknown field"),
		Entry("without a list", "ghcr.io/fluxcd/source-controller:v1.2.3", "", "no such file"),
	)
})

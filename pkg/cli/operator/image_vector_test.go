// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"github.com/gardener/gardener/pkg/utils/imagevector"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("the operator's image vector", func() {
	read := func() error {
		_, err := (&Options{}).Read(nil, "")
		return err
	}

	DescribeTable("refuses an invalid file with",
		func(content, message string) {
			path := clitest.File("images.yaml", content)
			GinkgoT().Setenv(imagevector.OverrideEnv, path)
			Expect(read()).To(MatchError(And(
				HavePrefix("invalid image vector "+path+" in IMAGEVECTOR_OVERWRITE: "), ContainSubstring(message),
			)))
		},
		Entry("invalid YAML", "images: [", "yaml: "),
		Entry("no images", "", "field images is missing or empty"),
		Entry("an unknown top-level key", "image: []\n", `unknown field "image"`),
		Entry("a mistyped key, which would leave one image for all versions", "images: [{name: source-controller, repository: registry.example.com/src, tag: v1, targetversion: 2.8.8}]\n", `unknown field "images[0].targetversion"`),
		Entry("a duplicate key", "images: [{name: source-controller, repository: registry.example.com/src, repository: registry.example.com/b}]\n", `key "repository" already set in map`),
		Entry("an invalid image reference", "images: [{name: source-controller, repository: registry.example.com/src/}]\n", "images[0].repository: Invalid value: "),
		Entry("a null entry", "images: [null]\n", "images[0] is null"),
		Entry("no name", "images: [{repository: registry.example.com/src}]\n", "images[0].name: Required value"),
		Entry("no image", "images: [{name: source-controller}]\n", "images[0].ref/repository: Required value"),
		Entry("an invalid version range", "images: [{name: source-controller, repository: registry.example.com/src, targetVersion: new}]\n", "images[0].targetVersion: Invalid value"),
		Entry("an unknown component", "images: [{name: source-controler, repository: registry.example.com/src}]\n", `images[0].name: Unsupported value: "source-controler"`),
	)

	It("accepts fields for other tools", func() {
		GinkgoT().Setenv(imagevector.OverrideEnv, clitest.File("images.yaml", "images:\n- name: source-controller\n  repository: registry.example.com/src\n"+
			"  sourceRepository: github.com/fluxcd/source-controller\n  labels: [{name: a, value: b}]\n  version: v1\n"))
		Expect(read()).To(Succeed())
	})

	It("refuses a missing file", func() {
		GinkgoT().Setenv(imagevector.OverrideEnv, "/does/not/exist.yaml")
		Expect(read()).To(MatchError(ContainSubstring("invalid image vector /does/not/exist.yaml in IMAGEVECTOR_OVERWRITE: open ")))
	})
})

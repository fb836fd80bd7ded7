// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

var _ = Describe("Flat keys", func() {
	It("install Flux only, if there is no repository", func() {
		effective := documents{flat: map[string]string{"fluxVersion": " v2.9.3\n", "repositoryUrl": " "}}.effective()
		Expect(effective.Source).To(BeNil())
		Expect(effective.Version).To(Equal("v2.9.3"))
	})

	DescribeTable("name a version with or without leading v",
		func(wanted, want string, warnings ...string) {
			effective := documents{flat: map[string]string{"fluxVersion": wanted}}.effective()
			Expect(effective.Version).To(Equal(want))
			Expect(effective.Warnings).To(HaveExactElements(warnings))
		},
		Entry("none", "", "v2.9.3"),
		Entry("exact", "v2.8.7", "v2.8.7"),
		Entry("without v", "2.8.7", "v2.8.7"),
		Entry("a minor", "2.8", "v2.8.7"),
		Entry("an older patch", "2.9.1", "v2.9.3", "ConfigMap garden-demo/flux-config: fluxVersion: 2.9.1 is answered with v2.9.3, the patch of this minor version that the extension carries"),
	)

	DescribeTable("describe the repository",
		func(flat map[string]string, url string, ref map[string]any, deployKey bool) {
			effective := documents{flat: flat}.effective()
			Expect(effective.Source.Object.GetKind()).To(Equal("GitRepository"))
			Expect(at(effective.Source.Object, "url")).To(Equal(url))
			Expect(at(effective.Source.Object, "ref")).To(Equal(ref))
			Expect(effective.Source.DeployKey).To(Equal(deployKey))
			Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./"))
		},
		Entry("private", map[string]string{"repositoryUrl": "ssh://git@github.com/o/r", "repositoryType": "private"}, "ssh://git@github.com/o/r", map[string]any{"branch": "main"}, true),
		Entry("ssh is private without a word", map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}, "ssh://git@github.com/o/r", map[string]any{"branch": "main"}, true),
		Entry("public", map[string]string{"repositoryUrl": "https://github.com/o/r", "repositoryType": "public"}, "https://github.com/o/r", map[string]any{"branch": "main"}, false),
		Entry("a branch, with a line break as a block scalar leaves it", map[string]string{"repositoryUrl": "https://github.com/o/r", "repositoryBranch": "dev\n"}, "https://github.com/o/r", map[string]any{"branch": "dev"}, false),
	)

	It("set known hosts for the deploy key", func() {
		effective := documents{flat: map[string]string{"repositoryUrl": "ssh://git@git.example.com/o/r", "knownHosts": "git.example.com " + hostKey + "\n"}}.effective()
		Expect(effective.Source.KnownHosts).To(Equal("git.example.com " + hostKey))
	})

	It("are not mixed with config.yaml, and in binaryData nothing is expected", func() {
		_, configErrs, err := newResolver("").Resolve(GinkgoT().Context(), &document.ConfigMap{
			Namespace: "garden-demo", Data: map[string]string{"config.yaml": head, "fluxVersion": "v2.9.3", "typo": ""}, BinaryData: map[string][]byte{"x": nil},
		}, nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(MatchError("ConfigMap garden-demo/flux-config: [fluxVersion: Forbidden: is set beside config.yaml; write everything into config.yaml and remove fluxVersion, " +
			"typo: Forbidden: unknown key; the known keys are config.yaml, fluxVersion, knownHosts, repositoryBranch, repositoryType, repositoryUrl, " +
			"x: Forbidden: unknown key; the known keys are config.yaml, fluxVersion, knownHosts, repositoryBranch, repositoryType, repositoryUrl]"))
	})
})

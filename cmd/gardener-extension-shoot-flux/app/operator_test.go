// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("the operator's configuration", func() {
	const head = "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"
	options := func(content string) *operatorOptions {
		path := filepath.Join(GinkgoT().TempDir(), "config.yaml")
		Expect(os.WriteFile(path, []byte(content), 0o600)).To(Succeed())
		return &operatorOptions{path: path}
	}

	It("is empty and has its defaults without a file", func() {
		o := &operatorOptions{}
		Expect(o.Complete()).To(Succeed())
		Expect(o.config.ShootInfo.LabelPrefixes).To(ConsistOf("shoot-info.flux.extensions.gardener.cloud/"))
		Expect(o.resolver).NotTo(BeNil())
	})

	It("is read and has its defaults", func() {
		o := options(head + "limits:\n  registries: [registry.example.com]\ndefaults:\n  flux:\n    registry: registry.example.com/fluxcd\n")
		Expect(o.Complete()).To(Succeed())
		Expect(o.config.Limits.Registries).To(ConsistOf("registry.example.com"))
		Expect(o.config.Defaults.Raw).To(MatchJSON(`{"flux":{"registry":"registry.example.com/fluxcd"}}`))
		Expect(o.config.ShootInfo.LabelPrefixes).NotTo(BeEmpty())
	})

	It("may be that of the example", func() {
		o := &operatorOptions{path: filepath.Join("..", "..", "..", "example", "operator", "controllerconfiguration.yaml")}
		Expect(o.Complete()).To(Succeed())
	})

	DescribeTable("keeps the process from starting if it is wrong",
		func(content, message string) {
			Expect(options(content).Complete()).To(MatchError(ContainSubstring(message)))
		},
		Entry("an unknown key", head+"limit: {}\n", "limit: Forbidden: unknown field; the known fields are apiVersion, defaults, gitHosts, images, kind, limits, notifications, push, shootInfo"),
		Entry("a key given twice", head+"limits: {}\nlimits: {}\n", "has the key limits twice"),
		Entry("another kind", "apiVersion: v1\nkind: ConfigMap\n", `kind: Invalid value: "ConfigMap": must be ControllerConfiguration`),
		Entry("a wrong type", head+"limits:\n  fluxVersions: [2.9]\n", "config.yaml cannot be used: configuration of the operator: limits.fluxVersions[0]: Invalid value: 2.9: must be a string, not a number"),
		Entry("several mistakes, each in a line", head+"a: 1\nb: 2\n", "cannot be used: 2 configuration errors:\nconfiguration of the operator: a: Forbidden: "),
		Entry("a mistake in the defaults", head+"defaults:\n  flux:\n    version: v9.9.9\n", "v9.9.9"),
		Entry("no way to name images", head+"images: {digests: Sometimes}\n", `images.digests: Unsupported value: "Sometimes": supported values: "UpstreamOnly", "Always", "Never"`),
		Entry("a limit that allows no version", head+"limits:\n  fluxVersions: [v9.9]\n", "limits.fluxVersions"),
	)

	It("may allow a version that is supplied later, which is reported", func() {
		o := options(head + "limits:\n  fluxVersions: [v2.8, v2.99]\n")
		Expect(o.Complete()).To(Succeed())
		Expect(o.notes()).To(HaveExactElements(HavePrefix("limits.fluxVersions[1]: v2.99 has no effect: it covers no Flux version that the extension carries; these are v2.7.5, ")))
	})

	It("keeps the process from starting if the file is not there", func() {
		Expect((&operatorOptions{path: "/does/not/exist"}).Complete()).To(MatchError(ContainSubstring("failed to read the operator's configuration")))
	})
})

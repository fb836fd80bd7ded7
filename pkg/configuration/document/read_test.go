// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

var _ = Describe("ReadOperator", func() {
	const (
		begin = "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"
		known = "the known fields are apiVersion, baseline, defaults, gitHosts, images, kind, limits, notifications, push, reportInShoot, shootInfo, versionRollout, whenUnconfigured"
	)

	It("reads a valid file and sets defaults", func() {
		config, configErrs := ReadOperator([]byte(begin + "defaults:\n  flux: {logLevel: debug}\nlimits: {components: [source-controller]}\n"))
		Expect(configErrs).To(BeEmpty())
		Expect(config.Defaults.Raw).To(MatchJSON(`{"flux":{"logLevel":"debug"}}`))
		Expect(config.Limits.Components).To(ConsistOf("source-controller"))
		Expect(config.ShootInfo.LabelPrefixes).NotTo(BeEmpty())
	})

	DescribeTable("reports path and fix of each error:",
		func(content string, messages ...string) {
			_, configErrs := ReadOperator([]byte(content))
			var texts []string
			for _, configErr := range configErrs {
				Expect(configErr.Origin).To(Equal(OriginOperator))
				texts = append(texts, configErr.String())
			}
			for i := range messages {
				messages[i] = "configuration of the operator: " + messages[i]
			}
			Expect(texts).To(Equal(messages))
		},
		Entry("unknown fields", begin+"default: {}\nlimits: {versions: []}\n",
			"default: Forbidden: unknown field; "+known,
			"limits.versions: Forbidden: unknown field; the known fields are components, fluxVersions, patches, registries, shards, storageSize"),
		Entry("a number instead of a string", begin+"limits: {fluxVersions: [2.9]}\n",
			"limits.fluxVersions[0]: Invalid value: 2.9: must be a string, not a number; write it in quotes"),
		Entry("a string instead of a list", begin+"shootInfo: {labelPrefixes: a/}\n",
			`shootInfo.labelPrefixes: Invalid value: "a/": must be a list, not a string`),
		Entry("a string instead of an object", begin+"defaults: debug\n",
			`defaults: Invalid value: "debug": must be an object, not a string`),
		Entry("a duplicate key", begin+"limits: {}\nlimits: {}\n",
			"ControllerConfiguration: Invalid value: has the key limits twice near line 4; remove one"),
		Entry("an empty file", "",
			"ControllerConfiguration: Invalid value: must be a ControllerConfiguration; begin it with apiVersion: config.flux.extensions.gardener.cloud/v1alpha1 and kind: ControllerConfiguration"),
		Entry("another kind, without further errors", "kind: ConfigMap\ndata: {}\n",
			"apiVersion: Required value: must be config.flux.extensions.gardener.cloud/v1alpha1",
			`kind: Invalid value: "ConfigMap": must be ControllerConfiguration`),
	)
})

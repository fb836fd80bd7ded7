// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("The operator's configuration", func() {
	DescribeTable("refuses invalid configuration:", expectMistake,
		Entry("an unknown field",
			operator("defaults: {flux: {versions: v2.9}}"),
			ofOperator+"defaults.flux.versions: Forbidden: unknown field; the known fields are "+fluxFields),
		Entry("a wrong type",
			operator("defaults: {flux: {concurrency: many}}"),
			ofOperator+`defaults.flux.concurrency: Invalid value: "many": must be a whole number, not a string`),
		Entry("another apiVersion",
			operator("defaults: {apiVersion: v1, kind: FluxConfig}"),
			ofOperator+`defaults.apiVersion: Invalid value: "v1": must be flux.extensions.gardener.cloud/v1alpha1`),
		Entry("a namespace",
			operator("defaults: {flux: {namespace: gitops}}"),
			ofOperator+"defaults.flux.namespace: Forbidden: another namespace than flux-system can be set in the Shoot's providerConfig only; remove it"),
		Entry("project settings",
			operator("defaults: {project: {allowShootOverrides: none}}"),
			ofOperator+"defaults.project: Forbidden: concerns the project as a whole; write it into key config.yaml of the project's ConfigMap flux-config"),
		Entry("an invalid default",
			operator("defaults: {flux: {registry: 'https://ghcr.io'}}"),
			ofOperator+`defaults.flux.registry: Invalid value: "https://ghcr.io": must not carry a scheme; write ghcr.io`),
		Entry("a default beyond its own limits",
			operator("limits: {components: [source-controller, kustomize-controller]}\ndefaults: {flux: {components: [source-controller, kustomize-controller, helm-controller, notification-controller]}}"),
			ofOperator+"[defaults.flux.components[2]: Forbidden: the operator does not allow helm-controller; the allowed components are source-controller, kustomize-controller, defaults.flux.components[3]: Forbidden: the operator does not allow notification-controller; the allowed components are source-controller, kustomize-controller]"),
		Entry("limits that leave out what is installed by default",
			operator("limits: {components: [source-controller, kustomize-controller]}\ndefaults: {flux: {components: null}}"),
			ofOperator+"limits.components: Forbidden: leaves out helm-controller and notification-controller, installed by default; set defaults.flux.components to those that are to be, or add it"),
		Entry("a default registry beyond its own limits",
			operator("limits: {registries: [registry.example.com]}"),
			ofOperator+"defaults.flux.registry: Forbidden: the operator does not allow ghcr.io/fluxcd; the allowed registries are registry.example.com"),
		Entry("a limit that no version keeps to",
			operator("limits: {fluxVersions: [v1.0]}"),
			ofOperator+`limits.fluxVersions[0]: Invalid value: "v1.0": covers no Flux version that the extension carries; these are v2.5.1, v2.6.4, v2.7.5, v2.8.8, v2.9.3`),
		Entry("a limit that no version can ever keep to, beside one that some do",
			operator("limits: {fluxVersions: [v2.9, latest]}"),
			ofOperator+`limits.fluxVersions[1]: Invalid value: "latest": covers no Flux version that the extension carries; these are v2.5.1, v2.6.4, v2.7.5, v2.8.8, v2.9.3`),
		Entry("a limit to a component that does not exist",
			operator("limits: {components: [sauce-controller]}"),
			ofOperator+`limits.components[0]: Unsupported value: "sauce-controller": supported values: "helm-controller", "image-automation-controller", "image-reflector-controller", "kustomize-controller", "notification-controller", "source-controller", "source-watcher"`),
		Entry("a limit to a registry that cannot be",
			operator("limits: {registries: ['https://ghcr.io']}"),
			ofOperator+`limits.registries[0]: Invalid value: "https://ghcr.io": must not carry a scheme; write ghcr.io`),
		Entry("an empty prefix of labels, with which every label would be a shoot info variable",
			operator("shootInfo: {labelPrefixes: ['']}"),
			ofOperator+`shootInfo.labelPrefixes[0]: Invalid value: "": must be a domain with a slash behind it, such as landscape.example.com/`),
		Entry("a prefix within a domain, with which names of shoot info variables could be too long",
			operator("shootInfo: {labelPrefixes: [landscape.example.com]}"),
			ofOperator+`shootInfo.labelPrefixes[0]: Invalid value: "landscape.example.com": must be a domain with a slash behind it, such as landscape.example.com/`),
		Entry("labels that Gardener changes all the time",
			operator("shootInfo: {labelPrefixes: [landscape.example.com/, shoot.gardener.cloud/]}"),
			ofOperator+`shootInfo.labelPrefixes[1]: Invalid value: "shoot.gardener.cloud/": belongs to Gardener, which changes such labels itself; choose a domain of your own`),
		Entry("a list as defaults",
			operator("defaults: []"),
			ofOperator+"defaults: Invalid value: must be a FluxConfig; begin it with apiVersion: flux.extensions.gardener.cloud/v1alpha1 and kind: FluxConfig"),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("What Shoots may override", func() {
	const project = https + `kustomization: {template: {spec: {path: ./default, patches: [{patch: a}, {patch: b}]}}}
flux: {componentsExtra: [source-watcher]}
project: {allowShootOverrides: `

	DescribeTable("is allowed",
		func(allowed, shoot string) {
			_, configErrs := documents{project: project + allowed + "}", shoot: shoot}.resolve()
			Expect(configErrs).To(BeEmpty())
		},
		Entry("everything, if the project sets it", "all", "kustomization: {template: {spec: {path: ./mine}}}\nflux: {logLevel: debug}"),
		Entry("everything, if the project sets nothing", "null", "flux: {logLevel: debug}"),
		Entry("a path", "[kustomization.template.spec.path]", "kustomization: {template: {spec: {path: ./mine}}}"),
		Entry("what is below a path", "[kustomization.template]", "kustomization: {template: {metadata: {labels: {a: b}}, spec: {path: ./mine}}}"),
		Entry("what is below a path, in a list", "[kustomization.template.spec.patches]", "kustomization: {template: {spec: {patches: [{patch: c}]}}}"),
		Entry("a label, by its key", "['flux.nodeSelector[a.b/c]']", "flux: {nodeSelector: {a.b/c: d}}"),
		Entry("resources of a component", "[flux.resources.source-controller]", "flux: {resources: {source-controller: {requests: {cpu: 1}}}}"),
		Entry("a field of any kind of source", "[source.template.spec.bucketName, source.template.spec.layerSelector.operation, source.template.spec.ref.branch]", "source: {template: {spec: {ref: {branch: a}}}}"),
		Entry("the same as without the Shoot, which is no override", "none", "kustomization: {template: {spec: {path: ./default, patches: [{patch: a}, {patch: b}]}}}\nflux: {componentsExtra: [source-watcher]}"),
		Entry("an empty object over what is there", "none", "kustomization: {template: {spec: {}}}\nflux: {}"),
		Entry("what a takeover may replace, which no project can configure", "none", "takeover: {acceptedDifferences: 0123456789abcdef}"),
		Entry("nothing", "none", ""),
		Entry("nothing, by an empty list", "[]", ""),
	)

	DescribeTable("is refused",
		func(allowed, shoot string, paths ...string) {
			_, configErrs := documents{project: project + allowed + "}", shoot: shoot}.resolve()
			var refused []string
			for _, configErr := range configErrs {
				Expect(configErr.Origin).To(BeEquivalentTo("shoot"))
				Expect(configErr.Error.Detail).To(HavePrefix("must not be set by the project's Shoots, for which ConfigMap garden-demo/flux-config allows "))
				refused = append(refused, configErr.Error.Field)
			}
			Expect(refused).To(Equal(paths))
		},
		Entry("anything, if nothing is allowed", "none", "kustomization: {template: {spec: {path: ./mine}}}", "spec.providerConfig.kustomization.template.spec.path"),
		Entry("anything, if the list is empty", "[]", "flux: {logLevel: debug}", "spec.providerConfig.flux.logLevel"),
		Entry("what is beside an allowed path", "[kustomization.template.spec.path]", "kustomization: {template: {spec: {path: ./mine, prune: false}}}", "spec.providerConfig.kustomization.template.spec.prune"),
		Entry("what only begins like an allowed path", "[flux.components]", "flux: {componentsExtra: [image-reflector-controller]}", "spec.providerConfig.flux.componentsExtra"),
		Entry("a shortened list", "none", "kustomization: {template: {spec: {patches: [{patch: a}]}}}", "spec.providerConfig.kustomization.template.spec.patches"),
		Entry("a list in another order", "none", "kustomization: {template: {spec: {patches: [{patch: b}, {patch: a}]}}}", "spec.providerConfig.kustomization.template.spec.patches"),
		Entry("an emptied list", "none", "flux: {componentsExtra: []}", "spec.providerConfig.flux.componentsExtra"),
		Entry("an empty object where nothing is", "none", "flux: {multitenancy: {}}", "spec.providerConfig.flux.multitenancy"),
		Entry("another kind of source", "[source.template.spec]", "source: {template: {kind: OCIRepository, spec: {url: 'oci://a/b'}}}", "spec.providerConfig.source.template.kind"),
	)

	It("is compared with the merged configuration of operator and project", func() {
		_, configErrs := documents{operator: `{"flux":{"logLevel":"debug"}}`, project: "project: {allowShootOverrides: none}", shoot: "flux: {logLevel: debug}"}.resolve()
		Expect(configErrs).To(BeEmpty())
	})

	It("is no matter for a Shoot that sets nothing", func() {
		_, configErrs := documents{project: "project: {allowShootOverrides: none}"}.resolve()
		Expect(configErrs).To(BeEmpty())
	})
})

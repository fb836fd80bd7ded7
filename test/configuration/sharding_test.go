// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Shards", func() {
	const (
		invalidName = "must be the name of a shard: lower-case letters, digits and '-', at most 32 characters"
		repository  = "source: {template: {spec: {url: 'https://github.com/o/r'}}}\n"
		ofRoot      = "must not be set, because the source of the root Kustomization and the root Kustomization belong to no shard; remove the label"
		sharded     = "flux: {sharding: {shards: [a, b]}}\n"
		additional  = "additionalSources: [{name: infra, template: {kind: GitRepository, metadata: {labels: {sharding.fluxcd.io/key: c}}, spec: {url: 'https://github.com/o/infra'}}}]\n"
	)

	DescribeTable("are refused:", expectMistake,
		Entry("with an invalid name", project(`flux: {sharding: {shards: [shard1, Shard_2]}}`),
			inConfig+`flux.sharding.shards[1]: Invalid value: "Shard_2": `+invalidName),
		Entry("with a name of more than the maximum length", project(`flux: {sharding: {shards: [`+strings.Repeat("s", 33)+`]}}`),
			inConfig+`flux.sharding.shards[0]: Invalid value: "`+strings.Repeat("s", 33)+`": `+invalidName),
		Entry("with an empty name", shoot(`flux: {sharding: {shards: [""]}}`),
			inProviderConfig+`flux.sharding.shards[0]: Invalid value: "": must be the name of a shard: lower-case letters, digits and '-', at most 32 characters`),
		Entry("with a duplicate name", project(`flux: {sharding: {shards: [a, b, a]}}`),
			inConfig+`flux.sharding.shards[2]: Invalid value: "a": is listed twice; remove one`),
		Entry("with more than the maximum number of shards", project(`flux: {sharding: {shards: [a, b, c, d, e, f]}}`),
			inConfig+"flux.sharding.shards: Forbidden: has 6 shards, and the operator allows 5; remove some, or ask the operator to raise limits.shards, up to 20"),
		Entry("with more than the operator allows", operator("limits: {shards: 1}").and(shoot(`flux: {sharding: {shards: [a, b]}}`)),
			inProviderConfig+"flux.sharding.shards: Forbidden: has 2 shards, and the operator allows 1; remove some, or ask the operator to raise limits.shards, up to 20"),
		Entry("if the operator allows none", operator("limits: {shards: 0}").and(project(`flux: {sharding: {shards: [a]}}`)),
			inConfig+"flux.sharding.shards: Forbidden: has 1 shards, and the operator allows 0; remove some, or ask the operator to raise limits.shards, up to 20"),
		Entry("in the operator's defaults, beyond its limit", operator("limits: {shards: 1}\ndefaults: {flux: {sharding: {shards: [a, b]}}}"),
			ofOperator+"defaults.flux.sharding.shards: Forbidden: has 2 shards, and the operator allows 1; remove some, or ask the operator to raise limits.shards, up to 20"),
		Entry("with a negative limit", operator("limits: {shards: -1}"),
			ofOperator+"limits.shards: Invalid value: -1: must be between 0, which allows none, and 20"),
		Entry("with a limit above the maximum", operator("limits: {shards: 21}"),
			ofOperator+"limits.shards: Invalid value: 21: must be between 0, which allows none, and 20"),
		Entry("with a number as name", project(`flux: {sharding: {shards: [1]}}`),
			inConfig+"flux.sharding.shards[0]: Invalid value: 1: must be a string, not a number; write it in quotes"),
		Entry("as a string", project(`flux: {sharding: {shards: a}}`),
			inConfig+`flux.sharding.shards: Invalid value: "a": must be a list, not a string`),
		Entry("as a list", project(`flux: {sharding: [a]}`),
			inConfig+"flux.sharding: Invalid value: must be an object, not a list"),
		Entry("with a label key", project(`flux: {sharding: {key: team, shards: [a]}}`),
			inConfig+"flux.sharding.key: Forbidden: unknown field; the known fields are shards"),
		Entry("on the source of the root Kustomization", project(sharded+"source: {template: {metadata: {labels: {sharding.fluxcd.io/key: a}}, spec: {url: 'https://github.com/o/r'}}}"),
			inConfig+`source.template.metadata.labels[sharding.fluxcd.io/key]: Invalid value: "a": `+ofRoot),
		Entry("on the root Kustomization", project(sharded+repository).and(shoot("kustomization: {template: {metadata: {labels: {sharding.fluxcd.io/key: ''}}}}")),
			inProviderConfig+`kustomization.template.metadata.labels[sharding.fluxcd.io/key]: Invalid value: "": `+ofRoot),
		Entry("on an additional source, with an unknown shard", project(sharded+repository+additional),
			inConfig+`additionalSources[0].template.metadata.labels[sharding.fluxcd.io/key]: Unsupported value: "c": supported values: "a", "b"; write one of flux.sharding.shards, add it there, or remove the label`),
	)

	DescribeTable("are accepted",
		func(in documents, shards ...string) {
			effective, err := in.resolve()
			Expect(err).NotTo(HaveOccurred())
			newRendering().check(GinkgoT(), effective)
			Expect(effective.Warnings).To(BeEmpty())
			Expect(effective.Flux.ShardNames()).To(HaveExactElements(shards))
		},
		Entry("with a name of the maximum length", project(`flux: {sharding: {shards: [`+strings.Repeat("s", 32)+`]}}`), strings.Repeat("s", 32)),
		Entry("with the maximum number of shards", project(`flux: {sharding: {shards: [a, b, c, d, "5"]}}`), "a", "b", "c", "d", "5"),
		Entry("with the operator's limit", operator("limits: {shards: 6}").and(project(`flux: {sharding: {shards: [a, b, c, d, e, f]}}`)), "a", "b", "c", "d", "e", "f"),
		Entry("with a Shoot's shards in place of the project's", project(`flux: {sharding: {shards: [a, b]}}`).and(shoot(`flux: {sharding: {shards: [c]}}`)), "c"),
		Entry("with an empty list in a Shoot", project(`flux: {sharding: {shards: [a, b]}}`).and(shoot(`flux: {sharding: {shards: []}}`))),
		Entry("with an empty list if the operator allows none", operator("limits: {shards: 0}").and(project(`flux: {sharding: {}}`))),
		Entry("with volumes, patches and a size", operator("limits: {patches: [Deployment]}").and(project("flux:\n  size: large\n  storage: {size: 1Gi}\n  sharding: {shards: [a, b]}\n"+
			"  patches: [{target: {kind: Deployment, name: kustomize-controller}, patch: 'spec: {template: {spec: {terminationGracePeriodSeconds: 30}}}'}]\n")), "a", "b"),
		Entry("on an additional source", project(sharded+repository+strings.ReplaceAll(additional, "key: c", "key: b")), "a", "b"),
		Entry("with the label but without shards", project(repository+additional+"kustomization: {template: {metadata: {labels: {sharding.fluxcd.io/key: a}}}}\n")),
	)

	It("may be changed, added and removed", func() {
		before, err := project(sharded).resolve()
		Expect(err).NotTo(HaveOccurred())
		for _, now := range []string{"", "flux: {sharding: {shards: []}}", "flux: {sharding: {shards: [b, a, c]}}", "flux: {sharding: {shards: [d]}}"} {
			after, err := project(now).resolve()
			Expect(err).NotTo(HaveOccurred())
			Expect(after.ValidateUpdate(before.Identity())).To(BeEmpty())
		}
	})
})

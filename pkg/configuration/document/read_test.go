// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

var _ = Describe("ReadOperator", func() {
	const (
		begin = "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"
		known = "apiVersion, baseline, checks, defaults, gitHosts, images, kind, limits, notifications, projectFreezes, push, reportInShoot, rollouts, shootInfo, whenUnconfigured"
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
			"default: Forbidden: unknown field; did you mean defaults? The known fields are "+known,
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
		Entry("the former rollout of the Flux version, with its values in the new form",
			begin+"versionRollout:\n  rings:\n  - name: canary\n    seeds: {matchLabels: {stage: canary}}\n  - {name: eu, seeds: {matchLabels: {region: eu}}, soak: 48h}\n  shootsPerHour: 200\n  maxFailures: 2\n",
			"versionRollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}, "+
				"{name: eu, seeds: {matchLabels: {region: eu}}, soak: 48h}], fluxVersion: {maxFailures: 2, shootsPerHour: 200}}"),
		Entry("the former rollout of the baseline, with the soak that was the default",
			begin+"baseline:\n  config: {}\n  rollout:\n    rings: [{name: canary, seeds: {matchLabels: {stage: canary}}, approval: Manual}, {name: rest, soak: 0s}]\n    source: Follow\n    guard: {protect: [Namespace]}\n",
			"baseline.rollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{approval: Manual, name: canary, seeds: {matchLabels: {stage: canary}}, soak: 1h}, "+
				"{name: rest, soak: 0s}], baseline: {guard: {protect: [Namespace]}, source: Follow}}"),
		Entry("both, which share the rings now", begin+"versionRollout: {rings: [{name: a}]}\nbaseline: {rollout: {rings: [{name: a, soak: 5m}]}}\n",
			"versionRollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{name: a}], fluxVersion: {}}; fluxVersion and baseline share the rings",
			"baseline.rollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{name: a, soak: 5m}], baseline: {}}; fluxVersion and baseline share the rings"),
		Entry("one without rings", begin+"versionRollout: {shootsPerHour: 1}\n",
			"versionRollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}], fluxVersion: {}}"),
		Entry("one of another type", begin+"baseline: {rollout: canary}\n",
			"baseline.rollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}], baseline: {}}"),
		Entry("one whose values are too long for a message", begin+"versionRollout: {rings: [{name: "+strings.Repeat("a", 1500)+"}]}\n",
			"versionRollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}], fluxVersion: {}}"),
		Entry("one with line breaks and rings that are none", begin+`versionRollout: {rings: [null, 1, {name: "a\nb"}], x: ["y\nz"]}`+"\n",
			`versionRollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [null, 1, {name: "a\nb"}], fluxVersion: {x: ["y\nz"]}}`),
		Entry("one beside the new form", begin+"rollouts: {rings: [], x: 1}\nversionRollout: {}\n",
			"versionRollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}], fluxVersion: {}}",
			"rollouts.x: Forbidden: unknown field; the known fields are baseline, fluxVersion, freezes, rings"),
		Entry("another kind, without further errors", "kind: ConfigMap\ndata: {}\n",
			"apiVersion: Required value: must be config.flux.extensions.gardener.cloud/v1alpha1",
			`kind: Invalid value: "ConfigMap": must be ControllerConfiguration`),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("project.rollout", func() {
	const canary = "{name: canary, shoots: {matchLabels: {ring: canary}}}"
	rollout := func(text string) string { return https + "project: {rollout: " + text + "}" }
	ring := func(text string) string { return rollout("{rings: [{name: canary, " + text + "}]}") }

	DescribeTable("is valid",
		func(project, shoot string) {
			_, configErrs := documents{project: project, shoot: shoot}.resolve()
			Expect(configErrs).To(BeEmpty())
		},
		Entry("with one ring", rollout("{rings: ["+canary+"]}"), ""),
		Entry("with all fields", rollout("{rings: [{name: canary, shoots: {matchExpressions: [{key: stage, operator: In, values: [dev]}]}, purposes: [testing], maxConcurrent: 25%, maxFailures: 1, soak: 30m, approval: Manual, window: Maintenance}], source: Promote, progressDeadline: 30m, onFailure: Rollback}"), ""),
		Entry("with a number of Shoots", ring("maxConcurrent: 3"), ""),
		Entry("with a ring rest for all others", rollout("{rings: ["+canary+", {name: rest, soak: 0s}]}"), ""),
		Entry("with a Shoot that chooses its own path, which is not the source", rollout("{rings: ["+canary+"], source: Promote}"), "kustomization: {template: {spec: {path: ./mine}}}"),
		Entry("with a Shoot that reads another branch, if each follows its own", rollout("{rings: ["+canary+"]}"), "source: {template: {spec: {ref: {branch: mine}}}}"),
	)

	DescribeTable("is refused",
		func(project, shoot, path, text string) {
			_, configErrs := documents{project: project, shoot: shoot}.resolve()
			Expect(configErrs).To(ContainElement(HaveField("Error", And(HaveField("Field", path), HaveField("Detail", ContainSubstring(text))))), configErrs.Error())
		},
		Entry("without rings", rollout("{}"), "", "config.yaml.project.rollout.rings", "name at least one ring"),
		Entry("with an empty list of rings", rollout("{rings: []}"), "", "config.yaml.project.rollout.rings", "name at least one ring"),
		Entry("with very many rings", rollout("{rings: ["+strings.TrimSuffix(strings.Repeat(canary+",", 21), ",")+"]}"), "", "config.yaml.project.rollout.rings", "more than 20 rings"),
		Entry("with a ring without name", rollout("{rings: [{shoots: {matchLabels: {a: b}}}]}"), "", "config.yaml.project.rollout.rings[0].name", "name the ring"),
		Entry("with a name that cannot be in an annotation", rollout("{rings: [{name: 'a=b', shoots: {matchLabels: {a: b}}}]}"), "", "config.yaml.project.rollout.rings[0].name", "lowercase"),
		Entry("with a name twice", rollout("{rings: ["+canary+", "+canary+"]}"), "", "config.yaml.project.rollout.rings[1].name", ""),
		Entry("with the name of the last ring for some", rollout("{rings: [{name: rest, shoots: {matchLabels: {a: b}}}]}"), "", "config.yaml.project.rollout.rings[1].name", "choose another name"),
		Entry("with a label that is none", ring("shoots: {matchLabels: {'a b': c}}"), "", "config.yaml.project.rollout.rings[0].shoots.matchLabels", ""),
		Entry("with an operator that is none", ring("shoots: {matchExpressions: [{key: a, operator: Is, values: [b]}]}"), "", "config.yaml.project.rollout.rings[0].shoots.matchExpressions[0].operator", "not a valid selector operator"),
		Entry("with values that the operator does not have", ring("shoots: {matchExpressions: [{key: a, operator: Exists, values: [b]}]}"), "", "config.yaml.project.rollout.rings[0].shoots.matchExpressions[0].values", ""),
		Entry("with a selector that is no object", ring("shoots: canary"), "", "config.yaml.project.rollout.rings[0].shoots", ""),
		Entry("with a purpose that Gardener does not know", ring("purposes: [prod]"), "", "config.yaml.project.rollout.rings[0].purposes[0]", ""),
		Entry("with no Shoot at a time", ring("maxConcurrent: 0"), "", "config.yaml.project.rollout.rings[0].maxConcurrent", "must be at least 1"),
		Entry("with 0 percent", ring("maxConcurrent: 0%"), "", "config.yaml.project.rollout.rings[0].maxConcurrent", "between 1% and 100%"),
		Entry("with more than all", ring("maxConcurrent: 101%"), "", "config.yaml.project.rollout.rings[0].maxConcurrent", "between 1% and 100%"),
		Entry("with a percentage as a fraction", ring("maxConcurrent: '0.5'"), "", "config.yaml.project.rollout.rings[0].maxConcurrent", "between 1% and 100%"),
		Entry("with a negative number of failures", ring("maxFailures: -1"), "", "config.yaml.project.rollout.rings[0].maxFailures", "must not be negative"),
		Entry("with a negative soak", ring("soak: -1m"), "", "config.yaml.project.rollout.rings[0].soak", "between 0s and 720h"),
		Entry("with a soak that is no time", ring("soak: 30"), "", "config.yaml.project.rollout.rings[0].soak", ""),
		Entry("with another approval", ring("approval: Ask"), "", "config.yaml.project.rollout.rings[0].approval", ""),
		Entry("with another window", ring("window: Night"), "", "config.yaml.project.rollout.rings[0].window", ""),
		Entry("with an unknown field", ring("pause: true"), "", "config.yaml.project.rollout.rings[0].pause", "unknown"),
		Entry("with a deadline of seconds", rollout("{rings: ["+canary+"], progressDeadline: 5s}"), "", "config.yaml.project.rollout.progressDeadline", "between 1m and 720h"),
		Entry("with another reaction to failures", rollout("{rings: ["+canary+"], onFailure: Ignore}"), "", "config.yaml.project.rollout.onFailure", ""),
		Entry("with another source", rollout("{rings: ["+canary+"], source: Pin}"), "", "config.yaml.project.rollout.source", ""),
		Entry("with a reference, whose commits Flux does not find", "source: {template: {spec: {url: https://github.com/o/r, ref: {name: refs/heads/main}}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.source.template.spec.ref.name", "cannot be promoted, because Flux finds a commit only with its branch or its tag; set branch or tag"),
		Entry("with a Bucket, of which nothing can be promoted", "source: {template: {kind: Bucket, spec: {bucketName: a, endpoint: b}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.project.rollout.source", "a Bucket has no revision"),
		Entry("with a URL that differs between Shoots", "source: {template: {spec: {url: 'https://github.com/o/${SHOOT_INFO_TECHNICAL_ID}'}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.project.rollout.source", "has a variable"),
		Entry("with a branch that differs between Shoots", "source: {template: {spec: {url: 'https://github.com/o/r', ref: {branch: '${SHOOT_INFO_TECHNICAL_ID}'}}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.project.rollout.source", "has a variable"),
		Entry("in a Shoot that reads another branch than all others", rollout("{rings: ["+canary+"], source: Promote}"), "source: {template: {spec: {ref: {branch: mine}}}}", "spec.providerConfig.source.template.spec.ref", "must not be set by the project's Shoots"),
		Entry("in a Shoot", https, "project: {rollout: {rings: ["+canary+"]}}", "spec.providerConfig.project", "concerns the project as a whole"),
	)

	It("warns of a ring for all that is not the last", func() {
		effective := documents{project: rollout("{rings: [{name: all}, " + canary + "]}")}.effective()
		Expect(effective.Warnings).To(ContainElement(ContainSubstring("ring all selects all Shoots, so that the rings after it have none")))
	})
})

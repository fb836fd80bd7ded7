// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("project.allowShootOverrides", func() {
	const project = https + `kustomization: {template: {spec: {path: ./default, patches: [{patch: a}, {patch: b}]}}}
flux: {componentsExtra: [source-watcher]}
project: {allowShootOverrides: `

	DescribeTable("allows:",
		func(allowed, shoot string) {
			_, configErrs := documents{project: project + allowed + "}", shoot: shoot}.resolve()
			Expect(configErrs).To(BeEmpty())
		},
		Entry("every field with the value all", "all", "kustomization: {template: {spec: {path: ./mine}}}\nflux: {logLevel: debug}"),
		Entry("every field by default", "null", "flux: {logLevel: debug}"),
		Entry("a path", "[kustomization.template.spec.path]", "kustomization: {template: {spec: {path: ./mine}}}"),
		Entry("a field below a path", "[kustomization.template]", "kustomization: {template: {metadata: {labels: {a: b}}, spec: {path: ./mine}}}"),
		Entry("a list below a path", "[kustomization.template.spec.patches]", "kustomization: {template: {spec: {patches: [{patch: c}]}}}"),
		Entry("a label by its key", "['flux.nodeSelector[a.b/c]']", "flux: {nodeSelector: {a.b/c: d}}"),
		Entry("resources of a component", "[flux.resources.source-controller]", "flux: {resources: {source-controller: {requests: {cpu: 1}}}}"),
		Entry("a field of any kind of source", "[source.template.spec.bucketName, source.template.spec.layerSelector.operation, source.template.spec.ref.branch]", "source: {template: {spec: {ref: {branch: a}}}}"),
		Entry("the same value as without the Shoot", "none", "kustomization: {template: {spec: {path: ./default, patches: [{patch: a}, {patch: b}]}}}\nflux: {componentsExtra: [source-watcher]}"),
		Entry("an empty object over an existing one", "none", "kustomization: {template: {spec: {}}}\nflux: {}"),
		Entry("takeover", "none", "takeover: {acceptedDifferences: 0123456789abcdef}"),
		Entry("no field with the value none", "none", ""),
		Entry("no field with an empty list", "[]", ""),
	)

	DescribeTable("refuses:",
		func(allowed, shoot string, paths ...string) {
			_, configErrs := documents{project: project + allowed + "}", shoot: shoot}.resolve()
			var refused []string
			for _, configErr := range configErrs {
				Expect(configErr.Origin).To(BeEquivalentTo("shoot"))
				Expect(configErr.Error.Detail).To(HavePrefix("must not be set in a Shoot: ConfigMap garden-demo/flux-config allows "))
				refused = append(refused, configErr.Error.Field)
			}
			Expect(refused).To(Equal(paths))
		},
		Entry("a field if none is allowed", "none", "kustomization: {template: {spec: {path: ./mine}}}", "spec.providerConfig.kustomization.template.spec.path"),
		Entry("a field if the list is empty", "[]", "flux: {logLevel: debug}", "spec.providerConfig.flux.logLevel"),
		Entry("a field beside an allowed path", "[kustomization.template.spec.path]", "kustomization: {template: {spec: {path: ./mine, prune: false}}}", "spec.providerConfig.kustomization.template.spec.prune"),
		Entry("a field with an allowed path as prefix of its name", "[flux.components]", "flux: {componentsExtra: [image-reflector-controller]}", "spec.providerConfig.flux.componentsExtra"),
		Entry("a shortened list", "none", "kustomization: {template: {spec: {patches: [{patch: a}]}}}", "spec.providerConfig.kustomization.template.spec.patches"),
		Entry("a list in another order", "none", "kustomization: {template: {spec: {patches: [{patch: b}, {patch: a}]}}}", "spec.providerConfig.kustomization.template.spec.patches"),
		Entry("an emptied list", "none", "flux: {componentsExtra: []}", "spec.providerConfig.flux.componentsExtra"),
		Entry("an empty object for a field that is not set", "none", "flux: {multitenancy: {}}", "spec.providerConfig.flux.multitenancy"),
		Entry("another kind of source", "[source.template.spec]", "source: {template: {kind: OCIRepository, spec: {url: 'oci://a/b'}}}", "spec.providerConfig.source.template.kind"),
	)

	It("compares with the merged configuration of operator and project", func() {
		_, configErrs := documents{operator: `{"flux":{"logLevel":"debug"}}`, project: "project: {allowShootOverrides: none}", shoot: "flux: {logLevel: debug}"}.resolve()
		Expect(configErrs).To(BeEmpty())
	})

	It("allows a Shoot without settings", func() {
		_, configErrs := documents{project: "project: {allowShootOverrides: none}"}.resolve()
		Expect(configErrs).To(BeEmpty())
	})
})

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
		Entry("with all fields", rollout("{rings: [{name: canary, shoots: {matchExpressions: [{key: stage, operator: In, values: [dev]}]}, purposes: [testing], maxConcurrent: 25%, maxFailures: 1, soak: 30m, approval: Manual, windows: [{name: shoots, maintenance: true}, {name: office, cron: '0 9 * * 1-4', duration: 7h, timeZone: Europe/Berlin}], pin: true, allowEmpty: true}], source: Promote, progressDeadline: 30m, onFailure: Rollback, shootHold: {max: 72h}, freezes: [{name: year-end, from: 2026-12-18T18:00, to: 2027-01-04T06:00, timeZone: Europe/Berlin, rings: [canary, rest]}]}"), ""),
		Entry("with a guard", rollout("{rings: ["+canary+"], guard: {maxRemoved: 5, protect: [Namespace, PersistentVolumeClaim]}}"), ""),
		Entry("with a guard that is off", rollout("{rings: ["+canary+"], guard: {maxRemoved: 100%, protect: []}}"), ""),
		Entry("with maxConcurrent as a number", ring("maxConcurrent: 3"), ""),
		Entry("with a ring for all other Shoots", rollout("{rings: ["+canary+", {name: rest, soak: 0s}]}"), ""),
		Entry("with a Shoot that sets another path", rollout("{rings: ["+canary+"], source: Promote}"), "kustomization: {template: {spec: {path: ./mine}}}"),
		Entry("with a Shoot that reads another branch, with source Follow", rollout("{rings: ["+canary+"]}"), "source: {template: {spec: {ref: {branch: mine}}}}"),
	)

	DescribeTable("is refused",
		func(project, shoot, path, text string) {
			_, configErrs := documents{project: project, shoot: shoot}.resolve()
			Expect(configErrs).To(ContainElement(HaveField("Error", And(HaveField("Field", path), HaveField("Detail", ContainSubstring(text))))), configErrs.Error())
		},
		Entry("without rings", rollout("{}"), "", "config.yaml.project.rollout.rings", "name at least one ring"),
		Entry("with an empty list of rings", rollout("{rings: []}"), "", "config.yaml.project.rollout.rings", "name at least one ring"),
		Entry("with too many rings", rollout("{rings: ["+strings.TrimSuffix(strings.Repeat(canary+",", 21), ",")+"]}"), "", "config.yaml.project.rollout.rings", "must have at most 20 items"),
		Entry("with a ring without name", rollout("{rings: [{shoots: {matchLabels: {a: b}}}]}"), "", "config.yaml.project.rollout.rings[0].name", "name the ring"),
		Entry("with a name that is invalid in an annotation", rollout("{rings: [{name: 'a=b', shoots: {matchLabels: {a: b}}}]}"), "", "config.yaml.project.rollout.rings[0].name", "lowercase"),
		Entry("with a duplicate name", rollout("{rings: ["+canary+", "+canary+"]}"), "", "config.yaml.project.rollout.rings[1].name", ""),
		Entry("with the reserved name rest and a selector", rollout("{rings: [{name: rest, shoots: {matchLabels: {a: b}}}]}"), "", "config.yaml.project.rollout.rings[1].name", "choose another name"),
		Entry("with an invalid label", ring("shoots: {matchLabels: {'a b': c}}"), "", "config.yaml.project.rollout.rings[0].shoots.matchLabels", ""),
		Entry("with an unknown operator", ring("shoots: {matchExpressions: [{key: a, operator: Is, values: [b]}]}"), "", "config.yaml.project.rollout.rings[0].shoots.matchExpressions[0].operator", "not a valid selector operator"),
		Entry("with values for an operator without values", ring("shoots: {matchExpressions: [{key: a, operator: Exists, values: [b]}]}"), "", "config.yaml.project.rollout.rings[0].shoots.matchExpressions[0].values", ""),
		Entry("with a selector that is not an object", ring("shoots: canary"), "", "config.yaml.project.rollout.rings[0].shoots", ""),
		Entry("with an unknown purpose", ring("purposes: [prod]"), "", "config.yaml.project.rollout.rings[0].purposes[0]", ""),
		Entry("with maxConcurrent 0", ring("maxConcurrent: 0"), "", "config.yaml.project.rollout.rings[0].maxConcurrent", "must be at least 1"),
		Entry("with 0 percent", ring("maxConcurrent: 0%"), "", "config.yaml.project.rollout.rings[0].maxConcurrent", "between 1% and 100%"),
		Entry("with more than 100 percent", ring("maxConcurrent: 101%"), "", "config.yaml.project.rollout.rings[0].maxConcurrent", "between 1% and 100%"),
		Entry("with a percentage as a fraction", ring("maxConcurrent: '0.5'"), "", "config.yaml.project.rollout.rings[0].maxConcurrent", "between 1% and 100%"),
		Entry("with a negative number of failures", ring("maxFailures: -1"), "", "config.yaml.project.rollout.rings[0].maxFailures", "must not be negative"),
		Entry("with allowEmpty as text", ring("allowEmpty: 'yes'"), "", "config.yaml.project.rollout.rings[0].allowEmpty", ""),
		Entry("with allowEmpty as a list", ring("allowEmpty: [canary]"), "", "config.yaml.project.rollout.rings[0].allowEmpty", ""),
		Entry("with a negative soak", ring("soak: -1m"), "", "config.yaml.project.rollout.rings[0].soak", "between 0s and 720h"),
		Entry("with a soak that is not a duration", ring("soak: 30"), "", "config.yaml.project.rollout.rings[0].soak", ""),
		Entry("with an unknown approval", ring("approval: Ask"), "", "config.yaml.project.rollout.rings[0].approval", ""),
		Entry("with a window of the former form", ring("window: Maintenance"), "", "config.yaml.project.rollout.rings[0].window", "unknown"),
		Entry("with a window without name", ring("windows: [{maintenance: true}]"), "", "config.yaml.project.rollout.rings[0].windows[0].name", "name the window, such as office"),
		Entry("with a window twice", ring("windows: [{name: a, maintenance: true}, {name: a, maintenance: true}]"), "", "config.yaml.project.rollout.rings[0].windows[1].name", ""),
		Entry("with a window without schedule", ring("windows: [{name: a}]"), "", "config.yaml.project.rollout.rings[0].windows[0]", "set cron, duration and timeZone, such as {name: office"),
		Entry("with a window of both kinds", ring("windows: [{name: a, maintenance: true, cron: '0 9 * * *'}]"), "", "config.yaml.project.rollout.rings[0].windows[0].maintenance", "write two windows"),
		Entry("with a window without time zone, which would be that of the seed", ring("windows: [{name: a, cron: '0 9 * * *', duration: 1h}]"), "", "config.yaml.project.rollout.rings[0].windows[0].timeZone", "set the IANA time zone"),
		Entry("with a time zone in cron", ring("windows: [{name: a, cron: 'TZ=UTC 0 9 * * *', duration: 1h, timeZone: UTC}]"), "", "config.yaml.project.rollout.rings[0].windows[0].cron", "set timeZone"),
		Entry("with a window that never opens", ring("windows: [{name: a, cron: '0 9 30 2 *', duration: 1h, timeZone: UTC}]"), "", "config.yaml.project.rollout.rings[0].windows[0].cron", "never opens"),
		Entry("with a window that does not close", ring("windows: [{name: a, cron: '0 9 * * *', duration: 169h, timeZone: UTC}]"), "", "config.yaml.project.rollout.rings[0].windows[0].duration", "between 1m and 168h"),
		Entry("with a window without duration", ring("windows: [{name: a, cron: '0 9 * * *', timeZone: UTC}]"), "", "config.yaml.project.rollout.rings[0].windows[0].duration", "set the time for which"),
		Entry("with an unknown time zone", ring("windows: [{name: a, cron: '0 9 * * *', duration: 1h, timeZone: Europe/Bonn}]"), "", "config.yaml.project.rollout.rings[0].windows[0].timeZone", "IANA"),
		Entry("with too many windows", ring("windows: ["+strings.TrimSuffix(strings.Repeat("{name: a, maintenance: true},", 6), ",")+"]"), "", "config.yaml.project.rollout.rings[0].windows", "must have at most 5 items"),
		Entry("with a freeze that ends before it begins", rollout("{rings: ["+canary+"], freezes: [{name: a, from: 2026-12-18T18:00, to: 2026-12-18T18:00, timeZone: UTC}]}"), "", "config.yaml.project.rollout.freezes[0].to", "after from"),
		Entry("with a freeze with a time of another form", rollout("{rings: ["+canary+"], freezes: [{name: a, from: 2026-12-18, to: 2026-12-19T18:00, timeZone: UTC}]}"), "", "config.yaml.project.rollout.freezes[0].from", "such as 2026-12-18T18:00"),
		Entry("with a freeze without time zone", rollout("{rings: ["+canary+"], freezes: [{name: a, from: 2026-12-18T18:00, to: 2026-12-19T18:00}]}"), "", "config.yaml.project.rollout.freezes[0].timeZone", "set the IANA time zone"),
		Entry("with a freeze of an unknown ring", rollout("{rings: ["+canary+"], freezes: [{name: a, from: 2026-12-18T18:00, to: 2026-12-19T18:00, timeZone: UTC, rings: [prod]}]}"), "", "config.yaml.project.rollout.freezes[0].rings[0]", "canary"),
		Entry("with a pin and source Follow", ring("pin: true"), "", "config.yaml.project.rollout.rings[0].pin", "requires source: Promote"),
		Entry("with a pin of the second ring", rollout("{rings: ["+canary+", {name: prod, pin: true, purposes: [production]}], source: Promote}"), "", "config.yaml.project.rollout.rings[1].pin", "is only for the first ring, canary"),
		Entry("with a pin as text", ring("pin: office"), "", "config.yaml.project.rollout.rings[0].pin", ""),
		Entry("with holds of Shoots without limit", rollout("{rings: ["+canary+"], shootHold: {}}"), "", "config.yaml.project.rollout.shootHold.max", "between 1m and 720h"),
		Entry("with an unknown field", ring("pause: true"), "", "config.yaml.project.rollout.rings[0].pause", "unknown"),
		Entry("with more than all objects removed", rollout("{rings: ["+canary+"], guard: {maxRemoved: 101%}}"), "", "config.yaml.project.rollout.guard.maxRemoved", "between 0% and 100%"),
		Entry("with a negative number of removed objects", rollout("{rings: ["+canary+"], guard: {maxRemoved: -1}}"), "", "config.yaml.project.rollout.guard.maxRemoved", "between 0% and 100%"),
		Entry("with removed objects as a fraction", rollout("{rings: ["+canary+"], guard: {maxRemoved: '0.2'}}"), "", "config.yaml.project.rollout.guard.maxRemoved", "between 0% and 100%"),
		Entry("with a protected kind in lower case", rollout("{rings: ["+canary+"], guard: {protect: [namespaces]}}"), "", "config.yaml.project.rollout.guard.protect[0]", "must be a kind, such as Namespace"),
		Entry("with a protected kind and its group", rollout("{rings: ["+canary+"], guard: {protect: [Deployment.apps]}}"), "", "config.yaml.project.rollout.guard.protect[0]", "must be a kind"),
		Entry("with a protected kind twice", rollout("{rings: ["+canary+"], guard: {protect: [Namespace, Namespace]}}"), "", "config.yaml.project.rollout.guard.protect[1]", ""),
		Entry("with too many protected kinds", rollout("{rings: ["+canary+"], guard: {protect: ["+strings.TrimSuffix(strings.Repeat("Namespace,", 21), ",")+"]}}"), "", "config.yaml.project.rollout.guard.protect", "must have at most 20 items"),
		Entry("with a guard as text", rollout("{rings: ["+canary+"], guard: 'off'}"), "", "config.yaml.project.rollout.guard", ""),
		Entry("with an unknown field of the guard", rollout("{rings: ["+canary+"], guard: {max: 1}}"), "", "config.yaml.project.rollout.guard.max", "unknown"),
		Entry("with a deadline of a few seconds", rollout("{rings: ["+canary+"], progressDeadline: 5s}"), "", "config.yaml.project.rollout.progressDeadline", "between 1m and 720h"),
		Entry("with an unknown value of onFailure", rollout("{rings: ["+canary+"], onFailure: Ignore}"), "", "config.yaml.project.rollout.onFailure", ""),
		Entry("with an unknown source", rollout("{rings: ["+canary+"], source: Pin}"), "", "config.yaml.project.rollout.source", ""),
		Entry("with a reference name", "source: {template: {spec: {url: https://github.com/o/r, ref: {name: refs/heads/main}}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.source.template.spec.ref.name", "cannot be promoted, because Flux fetches a promoted commit from the branches of the repository; set branch, tag or semver, or set project.rollout.source to Follow"),
		Entry("with signed tags", "source: {template: {spec: {url: https://github.com/o/r, ref: {tag: v1}, verify: {mode: Tag, secretRef: {name: keys}}}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.source.template.spec.verify.mode", "cannot be used for promoted commits, because Flux verifies a tag only if it follows the tag; set HEAD, or set project.rollout.source to Follow"),
		Entry("with signed tags and commits", "source: {template: {spec: {url: https://github.com/o/r, ref: {semver: '*'}, verify: {mode: TagAndHEAD, secretRef: {name: keys}}}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.source.template.spec.verify.mode", "cannot be used for promoted commits"),
		Entry("with signed tags in an override", "source: {template: {spec: {url: https://github.com/o/r, ref: {tag: v1}}}}\nproject: {overrides: [{name: a, shoots: {matchLabels: {a: b}}, config: {source: {template: {spec: {verify: {mode: Tag, secretRef: {name: keys}}}}}}}], rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.project.overrides[0].config.source.template.spec.verify.mode", "cannot be used for promoted commits"),
		Entry("with a Bucket", "source: {template: {kind: Bucket, spec: {bucketName: a, endpoint: b}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.project.rollout.source", "a Bucket has no revision"),
		Entry("with a URL that differs between Shoots", "source: {template: {spec: {url: 'https://github.com/o/${SHOOT_INFO_TECHNICAL_ID}'}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.project.rollout.source", "has a variable"),
		Entry("with a branch that differs between Shoots", "source: {template: {spec: {url: 'https://github.com/o/r', ref: {branch: '${SHOOT_INFO_TECHNICAL_ID}'}}}}\nproject: {rollout: {rings: ["+canary+"], source: Promote}}", "", "config.yaml.project.rollout.source", "has a variable"),
		Entry("with a Shoot that reads another branch", rollout("{rings: ["+canary+"], source: Promote}"), "source: {template: {spec: {ref: {branch: mine}}}}", "spec.providerConfig.source.template.spec.ref", "must not be set in a Shoot"),
		Entry("in a Shoot", https, "project: {rollout: {rings: ["+canary+"]}}", "spec.providerConfig.project", "applies to the whole project"),
	)

	It("warns of a ring for all Shoots before the last ring", func() {
		effective := documents{project: rollout("{rings: [{name: all}, " + canary + "]}")}.effective()
		Expect(effective.Warnings).To(ContainElement(ContainSubstring("ring all selects all Shoots, so the rings after it have none")))
	})
})

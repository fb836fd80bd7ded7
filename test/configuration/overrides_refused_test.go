// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("Overrides", func() {
	const (
		ofTest = "ConfigMap garden-demo/flux-config (override test): config.yaml."
		first  = "project.overrides[0]."
	)
	override := func(rest string) documents {
		return project(someSource + "project: {overrides: [{name: test, shoots: {matchLabels: {env: test}}, " + rest + "}]}")
	}
	configured := func(config string) documents { return override("config: {" + config + "}") }
	entries := func(count int) string {
		var list []string
		for i := range count {
			list = append(list, fmt.Sprintf("{name: entry-%d, purposes: [testing], config: {flux: {logLevel: debug}}}", i))
		}
		return "project: {overrides: [" + strings.Join(list, ", ") + "]}"
	}

	DescribeTable("refuses invalid configuration:", expectMistake,
		Entry("no list", project("project: {overrides: {prod: {}}}"), inConfig+"project.overrides: Invalid value: must be a list, not an object"),
		Entry("an entry that is no object", project("project: {overrides: [prod]}"), inConfig+`project.overrides[0]: Invalid value: "prod": must be an object, not a string`),
		Entry("a misspelt field", project("project: {overrides: [{name: test, shoot: {}, purposes: [testing], config: {mode: Managed}}]}"),
			inConfig+first+"shoot: Forbidden: unknown field; the known fields are config, name, purposes, shoots"),
		Entry("no name", project("project: {overrides: [{purposes: [testing], config: {mode: Managed}}]}"),
			inConfig+first+"name: Required value: name the override, such as production: the status and messages refer to the override by its name"),
		Entry("a name that is none", project("project: {overrides: [{name: 'Of Production', purposes: [testing], config: {mode: Managed}}]}"),
			inConfig+first+`name: Invalid value: "Of Production": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`),
		Entry("the same name twice", project("project: {overrides: [{name: a, purposes: [testing], config: {mode: Managed}}, {name: a, purposes: [production], config: {mode: Managed}}]}"),
			inConfig+`project.overrides[1].name: Duplicate value: "a"`),
		Entry("too many", project(entries(21)), inConfig+"project.overrides: Too many: 21: must have at most 20 items"),
		Entry("no Shoots", project("project: {overrides: [{name: a, config: {mode: Managed}}]}"),
			inConfig+first+"shoots: Required value: select Shoots with shoots or purposes; settings for all Shoots belong outside of project"),
		Entry("all Shoots", project("project: {overrides: [{name: a, shoots: {}, config: {mode: Managed}}]}"),
			inConfig+first+"shoots: Required value: select Shoots with shoots or purposes; settings for all Shoots belong outside of project"),
		Entry("an unknown operator", project("project: {overrides: [{name: a, shoots: {matchExpressions: [{key: env, operator: Is, values: [a]}]}, config: {mode: Managed}}]}"),
			inConfig+first+`shoots.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator`),
		Entry("a label that cannot be", project("project: {overrides: [{name: a, shoots: {matchLabels: {'a b': c}}, config: {mode: Managed}}]}"),
			inConfig+first+`shoots.matchLabels: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`),
		Entry("an unknown purpose", project("project: {overrides: [{name: a, purposes: [prod], config: {mode: Managed}}]}"),
			inConfig+first+`purposes[0]: Unsupported value: "prod": supported values: "development", "evaluation", "infrastructure", "production", "testing"`),
		Entry("no configuration", override("config: {}"),
			inConfig+first+"config: Required value: write what differs for the Shoots of the override, such as kustomization; or remove the override"),
		Entry("configuration that was forgotten", project("project: {overrides: [{name: a, purposes: [testing]}]}"),
			inConfig+first+"config: Required value: write what differs for the Shoots of the override, such as kustomization; or remove the override"),
		Entry("configuration that is none", override("config: ./clusters/test"), inConfig+first+`config: Invalid value: "./clusters/test": must be an object, not a string`),
		Entry("settings of the project", configured("project: {propagation: Immediate}, flux: {logLevel: debug}"),
			inConfig+first+"config.project: Forbidden: concerns the project as a whole, and an override is for some of its Shoots; write it into project, beside overrides"),
		Entry("what only a Shoot may accept", configured("takeover: {acceptedDifferences: 0123456789abcdef}, flux: {logLevel: debug}"),
			inConfig+first+"config.takeover: Forbidden: is about the objects of one shoot; write it into that Shoot's providerConfig"),
		Entry("a namespace, which only a Shoot may set", configured("flux: {namespace: fleet}"),
			ofTest+first+"config.flux.namespace: Forbidden: another namespace than flux-system can be set in the Shoot's providerConfig only; remove it"),
		Entry("a type of its own", configured("kind: FluxConfig, flux: {logLevel: debug}"),
			inConfig+first+"config.kind: Forbidden: is that of the FluxConfig; remove it"),
		Entry("a misspelt field in the configuration", configured("flux: {loglevel: debug}"),
			inConfig+first+"config.flux.loglevel: Forbidden: unknown field; the known fields are "+fluxFields),
		Entry("a value of another type", configured("flux: {concurrency: many}"),
			inConfig+first+`config.flux.concurrency: Invalid value: "many": must be a whole number, not a string`),
		Entry("a wrong value of an override", configured("kustomization: {template: {spec: {interval: often}}}"),
			ofTest+first+`config.kustomization.template.spec.interval: Invalid value: "often": must be a duration such as 1m or 1h30m`),
		Entry("an unknown field of a template", configured("source: {template: {spec: {branch: main}}}"),
			ofTest+first+"config.source.template.spec.branch: Forbidden: unknown field; the known fields are "+gitFields),
		Entry("a Secret that the Shoot does not refer to", configured("decryption: {secretResourceName: sops}"),
			"Shoot garden-demo/my-shoot: spec.resources: Required value: has no entry named sops, to which config.yaml.project.overrides[0].config.decryption.secretResourceName of ConfigMap garden-demo/flux-config (override test) refers; add one that refers to a Secret"),
		Entry("a wrong value of the project itself, below an override",
			project("source: {template: {spec: {url: 'git@github.com:o/r'}}}\nproject: {overrides: [{name: test, shoots: {matchLabels: {env: test}}, config: {flux: {logLevel: debug}}}]}"),
			inConfig+"source.template.spec.url: Forbidden: is not a URL; write ssh://git@github.com/o/r"),
		Entry("another source where commits are promoted",
			project(someSource+"project: {rollout: {source: Promote, rings: [{name: all}]}, overrides: [{name: other, shoots: {matchLabels: {env: other}}, config: {source: {template: {spec: {ref: {branch: next}}}}}}]}").withoutShoot(),
			"ConfigMap garden-demo/flux-config (override other): config.yaml.project.overrides[0].config.source.template.spec.ref: Forbidden: must not be set by an override, because project.rollout.source is Promote, with which all Shoots read the same source; remove it, or set Follow"),
		Entry("an override of a Shoot, which the project does not allow, and no override of the project prevents",
			project(someSource+"project: {allowShootOverrides: none, overrides: [{name: test, shoots: {matchLabels: {env: test}}, config: {kustomization: {template: {spec: {path: ./test}}}}}]}").
				and(shoot("kustomization: {template: {spec: {path: ./mine}}}")),
			inProviderConfig+"kustomization.template.spec.path: Forbidden: must not be set by the project's Shoots, for which ConfigMap garden-demo/flux-config allows nothing in project.allowShootOverrides; remove it"),
	)
})

var _ = Describe("A label that is empty", func() {
	path := func(path string) string {
		return someSource + "kustomization: {template: {spec: {path: '" + path + "'}}}"
	}
	const env = "is empty, and ${SHOOT_INFO_LABEL_ENV} is a whole segment of the path, to which config.yaml.kustomization.template.spec.path of ConfigMap garden-demo/flux-config refers; give the label a value, or use another variable"

	DescribeTable("is refused as a whole segment of the path, because the path would be the one of all Shoots:", expectMistake,
		Entry("the last one", project(path("./clusters/${SHOOT_INFO_LABEL_ENV}")).labelled("env", ""), inShoot+"metadata.labels[shoot-info.flux.extensions.gardener.cloud/env]: Required value: "+env),
		Entry("one in the middle", project(path("clusters/${SHOOT_INFO_LABEL_ENV}/apps")).labelled("env", ""), inShoot+"metadata.labels[shoot-info.flux.extensions.gardener.cloud/env]: Required value: "+env),
		Entry("in the path of an override",
			project(someSource+"project: {overrides: [{name: test, purposes: [evaluation], config: {kustomization: {template: {spec: {path: '${SHOOT_INFO_LABEL_ENV}'}}}}}]}").labelled("env", ""),
			inShoot+"metadata.labels[shoot-info.flux.extensions.gardener.cloud/env]: Required value: is empty, and ${SHOOT_INFO_LABEL_ENV} is a whole segment of the path, to which config.yaml.project.overrides[0].config.kustomization.template.spec.path of ConfigMap garden-demo/flux-config (override test) refers; give the label a value, or use another variable"),
		Entry("in the Shoot's own path", shoot(path("./clusters/${SHOOT_INFO_LABEL_ENV}")).labelled("env", ""),
			inProviderConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_LABEL_ENV}": is a whole segment of the path, and its label shoot-info.flux.extensions.gardener.cloud/env is empty for this shoot; give the label a value, or use another variable`),
		Entry("another variable that is empty", project(path("./clusters/${SHOOT_INFO_DOMAIN}")),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_DOMAIN}": is empty for this shoot; write a value instead, or use another variable`),
	)
})

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
		Entry("a value that is not a list", project("project: {overrides: {prod: {}}}"), inConfig+"project.overrides: Invalid value: must be a list, not an object"),
		Entry("an entry that is not an object", project("project: {overrides: [prod]}"), inConfig+`project.overrides[0]: Invalid value: "prod": must be an object, not a string`),
		Entry("a misspelt field", project("project: {overrides: [{name: test, shoot: {}, purposes: [testing], config: {mode: Managed}}]}"),
			inConfig+first+"shoot: Forbidden: unknown field; did you mean shoots? The known fields are config, name, purposes, shoots"),
		Entry("no name", project("project: {overrides: [{purposes: [testing], config: {mode: Managed}}]}"),
			inConfig+first+"name: Required value: name the override, such as production: the status and messages refer to the override by its name"),
		Entry("an invalid name", project("project: {overrides: [{name: 'Of Production', purposes: [testing], config: {mode: Managed}}]}"),
			inConfig+first+`name: Invalid value: "Of Production": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`),
		Entry("a duplicate name", project("project: {overrides: [{name: a, purposes: [testing], config: {mode: Managed}}, {name: a, purposes: [production], config: {mode: Managed}}]}"),
			inConfig+`project.overrides[1].name: Duplicate value: "a"`),
		Entry("too many overrides", project(entries(21)), inConfig+"project.overrides: Too many: 21: must have at most 20 items"),
		Entry("no selector", project("project: {overrides: [{name: a, config: {mode: Managed}}]}"),
			inConfig+first+"shoots: Required value: select Shoots with shoots or purposes; settings for all Shoots belong outside of project"),
		Entry("an empty selector", project("project: {overrides: [{name: a, shoots: {}, config: {mode: Managed}}]}"),
			inConfig+first+"shoots: Required value: select Shoots with shoots or purposes; settings for all Shoots belong outside of project"),
		Entry("an unknown operator", project("project: {overrides: [{name: a, shoots: {matchExpressions: [{key: env, operator: Is, values: [a]}]}, config: {mode: Managed}}]}"),
			inConfig+first+`shoots.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator`),
		Entry("an invalid label", project("project: {overrides: [{name: a, shoots: {matchLabels: {'a b': c}}, config: {mode: Managed}}]}"),
			inConfig+first+`shoots.matchLabels: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`),
		Entry("an unknown purpose", project("project: {overrides: [{name: a, purposes: [prod], config: {mode: Managed}}]}"),
			inConfig+first+`purposes[0]: Unsupported value: "prod": supported values: "development", "evaluation", "infrastructure", "production", "testing"`),
		Entry("no config", override("config: {}"),
			inConfig+first+"config: Required value: set the fields that differ for the selected Shoots, such as kustomization, or remove the override"),
		Entry("an empty config", project("project: {overrides: [{name: a, purposes: [testing]}]}"),
			inConfig+first+"config: Required value: set the fields that differ for the selected Shoots, such as kustomization, or remove the override"),
		Entry("a string instead of config", override("config: ./clusters/test"), inConfig+first+`config: Invalid value: "./clusters/test": must be an object, not a string`),
		Entry("settings of the project", configured("project: {propagation: Immediate}, flux: {logLevel: debug}"),
			inConfig+first+"config.project: Forbidden: applies to the whole project, but an override only to selected Shoots; move it to project, beside overrides"),
		Entry("a takeover", configured("takeover: {acceptedDifferences: 0123456789abcdef}, flux: {logLevel: debug}"),
			inConfig+first+"config.takeover: Forbidden: applies to a single shoot; move it to the Shoot's providerConfig"),
		Entry("a namespace", configured("flux: {namespace: fleet}"),
			ofTest+first+"config.flux.namespace: Forbidden: only the Shoot's providerConfig may set a namespace other than flux-system; remove it"),
		Entry("apiVersion and kind", configured("kind: FluxConfig, flux: {logLevel: debug}"),
			inConfig+first+"config.kind: Forbidden: belongs to the whole FluxConfig; remove it"),
		Entry("a misspelt field in config", configured("flux: {loglevel: debug}"),
			inConfig+first+"config.flux.loglevel: Forbidden: unknown field; did you mean logLevel? The known fields are "+fluxFields),
		Entry("a value of a wrong type", configured("flux: {concurrency: many}"),
			inConfig+first+`config.flux.concurrency: Invalid value: "many": must be a whole number, not a string`),
		Entry("an invalid value", configured("kustomization: {template: {spec: {interval: often}}}"),
			ofTest+first+`config.kustomization.template.spec.interval: Invalid value: "often": must be a duration such as 1m or 1h30m`),
		Entry("an unknown field of a template", configured("source: {template: {spec: {branch: main}}}"),
			ofTest+first+"config.source.template.spec.branch: Forbidden: unknown field; the known fields are "+gitFields),
		Entry("a Secret that spec.resources lacks", configured("decryption: {secretResourceName: sops}"),
			"Shoot garden-demo/my-shoot: spec.resources: Required value: has no entry named sops, but config.yaml.project.overrides[0].config.decryption.secretResourceName of ConfigMap garden-demo/flux-config (override test) refers to it; add one that refers to a Secret"),
		Entry("an invalid value of the project beside an override",
			project("source: {template: {spec: {url: 'git@github.com:o/r'}}}\nproject: {overrides: [{name: test, shoots: {matchLabels: {env: test}}, config: {flux: {logLevel: debug}}}]}"),
			inConfig+"source.template.spec.url: Forbidden: is not a URL; write ssh://git@github.com/o/r"),
		Entry("another source URL with source Promote",
			project(someSource+"project: {rollout: {source: Promote, rings: [{name: all}]}, overrides: [{name: other, shoots: {matchLabels: {env: other}}, config: {source: {template: {spec: {ref: {branch: next}}}}}}]}").withoutShoot(),
			"ConfigMap garden-demo/flux-config (override other): config.yaml.project.overrides[0].config.source.template.spec.ref: Forbidden: must not be set in an override: with project.rollout.source Promote, all Shoots read the same source; remove it, or set Follow"),
		Entry("a field of the Shoot that the project does not allow",
			project(someSource+"project: {allowShootOverrides: none, overrides: [{name: test, shoots: {matchLabels: {env: test}}, config: {kustomization: {template: {spec: {path: ./test}}}}}]}").
				and(shoot("kustomization: {template: {spec: {path: ./mine}}}")),
			inProviderConfig+"kustomization.template.spec.path: Forbidden: must not be set in a Shoot: ConfigMap garden-demo/flux-config allows nothing in project.allowShootOverrides; remove it"),
	)
})

var _ = Describe("An empty label", func() {
	path := func(path string) string {
		return someSource + "kustomization: {template: {spec: {path: '" + path + "'}}}"
	}
	const env = "has no value for ${SHOOT_INFO_LABEL_ENV}, which is a whole segment of the path, but config.yaml.kustomization.template.spec.path of ConfigMap garden-demo/flux-config refers to it; give the label a value, or use another variable"

	DescribeTable("is refused as a whole segment of the path:", expectMistake,
		Entry("the last segment", project(path("./clusters/${SHOOT_INFO_LABEL_ENV}")).labelled("env", ""), inShoot+"metadata.labels: Required value: "+env),
		Entry("a segment in the middle", project(path("clusters/${SHOOT_INFO_LABEL_ENV}/apps")).labelled("env", ""), inShoot+"metadata.labels: Required value: "+env),
		Entry("a segment in an override's path",
			project(someSource+"project: {overrides: [{name: test, purposes: [evaluation], config: {kustomization: {template: {spec: {path: '${SHOOT_INFO_LABEL_ENV}'}}}}}]}").labelled("env", ""),
			inShoot+"metadata.labels: Required value: has no value for ${SHOOT_INFO_LABEL_ENV}, which is a whole segment of the path, but config.yaml.project.overrides[0].config.kustomization.template.spec.path of ConfigMap garden-demo/flux-config (override test) refers to it; give the label a value, or use another variable"),
		Entry("a segment in the Shoot's path", shoot(path("./clusters/${SHOOT_INFO_LABEL_ENV}")).labelled("env", ""),
			inProviderConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_LABEL_ENV}": is a whole segment of the path, and its label is empty for this shoot; give the label a value, or use another variable`),
		Entry("another empty variable", project(path("./clusters/${SHOOT_INFO_DOMAIN}")),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_DOMAIN}": is empty for this shoot; write a value instead, or use another variable`),
	)
})

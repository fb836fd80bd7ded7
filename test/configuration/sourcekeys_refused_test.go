// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("A deploy key of an additional source", func() {
	with := func(entry string) documents {
		return project(someSource + "\nadditionalSources: [" + entry + "]")
	}
	const (
		first = inConfig + "additionalSources[0]."
		spec  = first + "template.spec."
		valid = "{name: a, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/a'}}}"
		other = "{name: b, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/b'}}}"
	)
	var many []string
	for i := range 11 {
		many = append(many, fmt.Sprintf("{name: a%d, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/a'}}}", i))
	}

	DescribeTable("refuses invalid configuration:", expectMistake,
		Entry("a string", with("{name: a, deployKey: 'yes', template: {spec: {url: 'ssh://git@github.com/o/a'}}}"), first+`deployKey: Invalid value: "yes": must be true or false, not a string`),
		Entry("too many keys", with(strings.Join(many, ", ")),
			inConfig+"additionalSources[10].deployKey: Forbidden: is one of more than 10; set secretResourceName for the others, or read several directories of one repository"),
		Entry("with a Secret of the project", with("{name: a, deployKey: true, secretResourceName: token, template: {spec: {url: 'ssh://git@github.com/o/a'}}}").with("token", "Secret", "t"),
			first+"deployKey: Forbidden: would replace the Secret in secretResourceName; remove one of them"),
		Entry("with a Secret in the template", with("{name: a, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/a', secretRef: {name: a}}}}"),
			spec+"secretRef: Forbidden: is set by deployKey; remove it"),
		Entry("for another kind", with("{name: a, deployKey: true, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com'}}}"),
			first+"deployKey: Forbidden: is for a GitRepository; set secretResourceName instead, or remove additionalSources[0].template.kind"),
		Entry("for an HTTPS URL", with("{name: a, deployKey: true, template: {spec: {url: 'https://github.com/o/a'}}}"),
			first+"deployKey: Forbidden: is for an ssh:// URL; write one in additionalSources[0].template.spec.url, or remove deployKey"),
		Entry("for a URL with a variable", with("{name: a, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/${SHOOT_INFO_NAME}'}}}"),
			spec+"url: Forbidden: has a shoot info variable (${SHOOT_INFO_…}), but a deploy key is for one repository; write it out, or set secretResourceName instead of deployKey"),
		Entry("without a URL", with("{name: a, deployKey: true, template: {spec: {interval: 1m}}}"),
			spec+"url: Required value: write a URL such as ssh://git@host/owner/repository or https://host/owner/repository"),
		Entry("with an invalid URL", with("{name: a, deployKey: true, template: {spec: {url: 'ssh://github.com'}}}"),
			spec+"url: Forbidden: must be a URL such as ssh://git@host/owner/repository or https://host/owner/repository"),
		Entry("with invalid known_hosts", with("{name: a, deployKey: true, knownHosts: x, template: {spec: {url: 'ssh://git@github.com/o/a'}}}"),
			first+"knownHosts[0]: Forbidden: is not a line of a known_hosts file; write 'host keytype base64key', or '[host]:port keytype base64key' for a port other than 22, as ssh-keyscan prints it"),
		Entry("with knownHosts but without deployKey", with("{name: a, knownHosts: x, template: {spec: {url: 'https://github.com/o/a'}}}"),
			first+"knownHosts: Forbidden: is used only with deployKey: true; remove it"),
		Entry("with the name of a copy", project("source: {template: {spec: {url: 'ssh://git@github.com/o/r', secretRef: {name: a}}}, secretResourceName: token}\nadditionalSources: ["+valid+"]").with("token", "Secret", "t"),
			inConfig+`source.secretResourceName: Invalid value: "token": would become Secret flux-system/a in the shoot, which already exists for additionalSources[0].deployKey; choose another name in spec of the template`),
		Entry("with the name of the project's deploy key", project("source: {template: {metadata: {name: root}, spec: {url: 'ssh://git@github.com/o/r'}}}\nadditionalSources: [{name: flux-system, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/a'}}}]"),
			first+"deployKey: Invalid value: true: would become Secret flux-system/flux-system in the shoot, which already exists for the deploy key; choose another name for the source"),

		Entry("for a source that only a Shoot lists", project(someSource).and(shoot("additionalSources: ["+valid+"]")),
			inProviderConfig+"additionalSources[0].deployKey: Forbidden: is for sources that ConfigMap flux-config lists with deployKey outside of overrides, because a key is for one repository of the project; list the source there, or set secretResourceName"),
		Entry("for a source that the project lists without deployKey", with("{name: a, template: {spec: {url: 'https://github.com/o/a'}}}").and(shoot("additionalSources: ["+valid+"]")),
			inProviderConfig+"additionalSources[0].deployKey: Forbidden: is for sources that ConfigMap flux-config lists with deployKey outside of overrides, because a key is for one repository of the project; list the source there, or set secretResourceName"),
		Entry("for another repository in a Shoot", with(valid).and(shoot("additionalSources: [{name: a, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/mine'}}}]")),
			inProviderConfig+"additionalSources[0].template.spec.url: Forbidden: differs from the repository in ConfigMap flux-config for the deploy key of a; write the same, or choose another name for the source"),
		Entry("for a source that only an override lists", project(someSource+"\nadditionalSources: ["+valid+"]\nproject: {overrides: [{name: prod, shoots: {matchLabels: {env: test}}, config: {additionalSources: ["+valid+", "+other+"]}}]}"),
			"ConfigMap garden-demo/flux-config (override prod): config.yaml.project.overrides[0].config.additionalSources[1].deployKey: Forbidden: is for sources that ConfigMap flux-config lists with deployKey outside of overrides, because a key is for one repository of the project; list the source there, or set secretResourceName"),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("An additional source", func() {
	// with is a project with one additional source.
	with := func(entry string) documents {
		return project(someSource + "\nadditionalSources: [" + entry + "]")
	}
	const (
		first = inConfig + "additionalSources[0]."
		spec  = first + "template.spec."
		valid = "{name: a, template: {spec: {url: 'https://github.com/o/a'}}}"
	)
	var many []string
	for i := range 21 {
		many = append(many, fmt.Sprintf("{name: a%d, template: {spec: {url: 'https://github.com/o/a'}}}", i))
	}

	DescribeTable("refuses invalid configuration:", expectMistake,
		Entry("a value that is not a list", project(someSource+"\nadditionalSources: {}"), inConfig+"additionalSources: Invalid value: must be a list, not an object"),
		Entry("a null entry", with("null"), inConfig+"additionalSources[0]: Invalid value: must not be null; remove it"),
		Entry("a string instead of an entry", with("a"), inConfig+`additionalSources[0]: Invalid value: "a": must be an object, not a string`),
		Entry("too many sources", with(strings.Join(many, ", ")), inConfig+"additionalSources: Too many: 21: must have at most 20 items"),
		Entry("no name", with("{template: {spec: {url: 'https://github.com/o/a'}}}"), first+"name: Required value: name the source"),
		Entry("an invalid name", with("{name: My_Source, template: {spec: {url: 'https://github.com/o/a'}}}"),
			first+`name: Invalid value: "My_Source": must be lower-case letters, digits and '-', at most 63 characters`),
		Entry("a name that is a number", with("{name: 1, template: {spec: {url: 'https://github.com/o/a'}}}"), first+"name: Invalid value: 1: must be a string, not a number; write it in quotes"),
		Entry("a duplicate name", with(valid+", "+valid), inConfig+`additionalSources[1].name: Duplicate value: "a": is the name of another entry; choose another one`),
		Entry("the name of the source of the root Kustomization", with("{name: flux-system, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com'}}}"),
			first+`name: Invalid value: "flux-system": is the name of the source of the root Kustomization; choose another one`),
		Entry("an unknown field", with("{name: a, hosts: b, template: {spec: {url: 'https://github.com/o/a'}}}"),
			first+"hosts: Forbidden: unknown field; the known fields are deployKey, knownHosts, name, secretResourceName, template"),
		Entry("no template", with("{name: a}"), first+"template: Required value: set kind and spec of the source"),
		Entry("a string instead of a template", with("{name: a, template: b}"), first+`template: Invalid value: "b": must be an object, not a string; write kind and spec below it`),
		Entry("a status", with("{name: a, template: {status: {a: b}, spec: {url: 'https://github.com/o/a'}}}"),
			first+"template.status: Forbidden: unknown field; the known fields are apiVersion, kind, metadata, spec"),
		Entry("an unknown kind", with("{name: a, template: {kind: HelmChart}}"),
			first+`template.kind: Unsupported value: "HelmChart": supported values: "GitRepository", "OCIRepository", "Bucket", "HelmRepository"`),
		Entry("another API version", with("{name: a, template: {apiVersion: source.toolkit.fluxcd.io/v1beta2, kind: HelmRepository, spec: {url: 'https://charts.example.com'}}}"),
			first+`template.apiVersion: Unsupported value: "source.toolkit.fluxcd.io/v1beta2": supported values: "source.toolkit.fluxcd.io/v1"`),
		Entry("another name in the template", with("{name: a, template: {metadata: {name: b}, spec: {url: 'https://github.com/o/a'}}}"),
			first+`template.metadata.name: Invalid value: "b": must be the name of the entry, a; remove it`),
		Entry("a namespace without other objects of the configuration", with("{name: a, template: {metadata: {namespace: apps}, spec: {url: 'https://github.com/o/a'}}}"),
			first+`template.metadata.namespace: Unsupported value: "apps": supported values: "flux-system"`),
		Entry("a label of Gardener", with("{name: a, template: {metadata: {labels: {resources.gardener.cloud/managed-by: me}}, spec: {url: 'https://github.com/o/a'}}}"),
			first+"template.metadata.labels[resources.gardener.cloud/managed-by]: Forbidden: belongs to Gardener; remove it"),
		Entry("an unknown variable", with("{name: a, template: {spec: {url: 'https://github.com/o/${SHOOT_INFO_COLOUR}'}}}"),
			spec+`url: Invalid value: "${SHOOT_INFO_COLOUR}": is not a shoot info variable of this shoot; the known variables are `+knownFacts),

		Entry("an unknown field of the kind", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com', branch: main}}}"),
			spec+"branch: Forbidden: unknown field; the known fields are accessFrom, certSecretRef, insecure, interval, passCredentials, provider, secretRef, suspend, timeout, type, url"),
		Entry("a value that the schema of the kind refuses", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com', provider: ibm}}}"),
			spec+`provider: Unsupported value: "ibm": supported values: "generic", "aws", "azure", "gcp"`),
		Entry("no URL of a Git repository", with("{name: a, template: {spec: {interval: 1m}}}"),
			spec+"url: Required value: write a URL such as ssh://git@host/owner/repository or https://host/owner/repository"),
		Entry("no URL of an OCIRepository", with("{name: a, template: {kind: OCIRepository}}"), spec+"url: Required value: write a URL such as oci://ghcr.io/owner/artifact, in lower case; for a Git repository, set kind: GitRepository in the template"),
		Entry("an invalid interval", with("{name: a, template: {spec: {url: 'https://github.com/o/a', interval: 10}}}"), spec+"interval: Invalid value: 10: must be a duration such as 1m or 1h30m"),
		Entry("an interval below a second", with("{name: a, template: {spec: {url: 'https://github.com/o/a', interval: 1ms}}}"), spec+`interval: Invalid value: "1ms": must be at least 1s, such as 1m`),
		Entry("an SSH URL without a key", with("{name: a, template: {spec: {url: 'ssh://git@github.com/o/a'}}}"),
			spec+"secretRef: Required value: an ssh:// URL needs a Secret with a key, and the project's deploy key is only for the repository of the root Kustomization; set additionalSources[0].deployKey: true or additionalSources[0].secretResourceName, or use https"),
		Entry("credentials in the URL of a Git repository", with("{name: a, template: {spec: {url: 'https://u:hunter2Secret@github.com/o/a'}}}"),
			spec+"url: Forbidden: must not carry credentials, a query or a fragment; use an ssh:// URL or a Secret for a private repository, and ref for a branch"),
		Entry("credentials in the endpoint of a bucket", with("{name: a, template: {kind: Bucket, spec: {bucketName: b, endpoint: 'u:hunter2Secret@s3.example.com'}}}"),
			spec+"endpoint: Invalid value: must be a host with or without port, such as s3.amazonaws.com or minio.example.com:9000, without scheme, path and credentials"),
		Entry("an OCI URL for a GitRepository", with("{name: a, template: {spec: {url: 'oci://ghcr.io/o/a'}}}"),
			spec+"url: Forbidden: is the URL of an OCIRepository; set kind: OCIRepository in the template, or write a URL that begins with ssh://, https:// or http://"),

		Entry("no URL of a Helm repository", with("{name: a, template: {kind: HelmRepository}}"),
			spec+"url: Required value: write a URL such as https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts"),
		Entry("an invalid URL", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https://host:x/a'}}}"), spec+"url: Forbidden: must be a URL such as https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts"),
		Entry("credentials in the URL of a Helm repository", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https://u:hunter2Secret@charts.example.com'}}}"),
			spec+"url: Forbidden: must not carry credentials, a query or a fragment; name a Secret with the credentials in additionalSources[0].secretResourceName"),
		Entry("a query in the URL of a Helm repository", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com?token=hunter2Secret'}}}"),
			spec+"url: Forbidden: must not carry credentials, a query or a fragment; name a Secret with the credentials in additionalSources[0].secretResourceName"),
		Entry("an OCI URL without type oci", with("{name: a, template: {kind: HelmRepository, spec: {url: 'oci://ghcr.io/o/charts'}}}"),
			spec+"url: Forbidden: must be a URL such as https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts"),
		Entry("type oci without an OCI URL", with("{name: a, template: {kind: HelmRepository, spec: {type: oci, url: 'https://charts.example.com'}}}"),
			spec+"url: Forbidden: must be a URL such as https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts"),
		Entry("another scheme", with("{name: a, template: {kind: HelmRepository, spec: {url: 'HTTPS://charts.example.com'}}}"),
			spec+"url: Forbidden: must be a URL such as https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts"),
		Entry("no host", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https:///charts'}}}"),
			spec+"url: Forbidden: must be a URL such as https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts"),
		Entry("a timeout of zero", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com', timeout: 0s}}}"), spec+`timeout: Invalid value: "0s": must be at least 1s, such as 1m`),
		Entry("an invalid Secret name", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com', certSecretRef: {name: A}}}}"),
			spec+`certSecretRef.name: Invalid value: "A": `+notSubdomain),

		Entry("an empty Secret name", with("{name: a, secretResourceName: '', template: {spec: {url: 'https://github.com/o/a'}}}"),
			first+"secretResourceName: Required value: name an entry of Shoot.spec.resources, or remove it"),
		Entry("a Secret that spec.resources lacks", with("{name: a, secretResourceName: token, template: {spec: {url: 'https://github.com/o/a'}}}"),
			inShoot+"spec.resources: Required value: has no entry named token, but config.yaml.additionalSources[0].secretResourceName of ConfigMap garden-demo/flux-config refers to it; add one that refers to a Secret"),
		Entry("a ConfigMap instead of a Secret", with("{name: a, secretResourceName: token, template: {spec: {url: 'https://github.com/o/a'}}}").with("token", "ConfigMap", "t"),
			first+`secretResourceName: Invalid value: "token": refers to a ConfigMap of apiVersion v1 in Shoot.spec.resources; it must be a Secret of apiVersion v1`),
		Entry("the name of the deploy key's Secret", project("source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}\nadditionalSources: [{name: a, secretResourceName: token, "+
			"template: {spec: {url: 'https://github.com/o/a', secretRef: {name: flux-system}}}}]").with("token", "Secret", "t"),
			first+`secretResourceName: Invalid value: "token": would become Secret flux-system/flux-system in the shoot, which already exists for the deploy key; choose another name in spec of the template`),
		Entry("one Secret name for two sources", with("{name: a, secretResourceName: token, template: {spec: {url: 'https://github.com/o/a', secretRef: {name: b}}}}, "+
			"{name: b, secretResourceName: token, template: {spec: {url: 'https://github.com/o/b'}}}").with("token", "Secret", "t"),
			inConfig+`additionalSources[1].secretResourceName: Invalid value: "token": would become Secret flux-system/b in the shoot, which already exists for additionalSources[0].secretResourceName; choose another name in spec of the template`),
		Entry("sources in a Shoot without a root Kustomization", shoot("additionalSources: ["+valid+"]"),
			inProviderConfig+"additionalSources: Forbidden: has no effect without a source; set source.template in the Shoot or the project, or remove it"),
		Entry("an invalid source in a project without a root Kustomization", project("additionalSources: [{name: A, template: {spec: {url: 'https://github.com/o/a'}}}]").withoutShoot(),
			first+`name: Invalid value: "A": must be lower-case letters, digits and '-', at most 63 characters`),
		Entry("a Shoot's sources that the project does not allow", project(someSource+"\nproject: {allowShootOverrides: [kustomization]}").and(shoot("additionalSources: ["+valid+"]")),
			inProviderConfig+"additionalSources: Forbidden: must not be set in a Shoot: ConfigMap garden-demo/flux-config allows kustomization in project.allowShootOverrides; remove it"),
	)

	DescribeTable("warns of",
		func(in documents, warning string) {
			effective, err := in.resolve()
			Expect(err).NotTo(HaveOccurred())
			Expect(effective.Warnings).To(ConsistOf(warning))
		},
		Entry("a Secret that is not delivered", with("{name: a, template: {spec: {url: 'ssh://git@github.com/o/a', secretRef: {name: other}}}}"),
			spec+"secretRef: the configuration delivers no Secret other to the shoot; list it under additionalSecretResources, or create it in the shoot"),
		Entry("a certificate that is not delivered", with("{name: a, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com', certSecretRef: {name: ca}}}}"),
			spec+"certSecretRef: the configuration delivers no Secret ca to the shoot; list it under additionalSecretResources, or create it in the shoot"),
		Entry("a short interval", with("{name: a, template: {spec: {url: 'https://github.com/o/a', interval: 5s}}}"), spec+"interval: is very short, and each shoot polls the host; 1m is usual"),
		Entry("a reference that is ignored", with("{name: a, template: {spec: {url: 'https://github.com/o/a', ref: {branch: a, tag: b}}}}"),
			spec+`ref.branch: is ignored because tag is set; remove one of them, or set it to ""`),
	)
})

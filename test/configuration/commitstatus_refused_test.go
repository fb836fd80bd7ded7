// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
)

// commitStatus are the commit statuses of a project, for a repository on a host that is allowed by default.
func commitStatus(settings string) documents {
	return project(sshSource + "project: {commitStatus: " + settings + "}")
}

var _ = Describe("The commit statuses of a project", func() {
	const (
		inCommitStatus = inConfig + "project.commitStatus"
		prefixForm     = "must consist of letters, digits, '.', '_' and '-', in parts that are separated by '/', such as gardener/live"
		settings       = "\nproject: {commitStatus: {provider: github}}"
	)

	DescribeTable("refuses invalid configuration:", expectMistake,
		Entry("no provider",
			commitStatus(`{}`),
			inCommitStatus+`.provider: Required value: name the kind of the Git host: github, gitlab, or gitea, which includes Forgejo`),
		Entry("an unknown provider",
			commitStatus(`{provider: bitbucket}`),
			inCommitStatus+`.provider: Unsupported value: "bitbucket": supported values: "gitea", "github", "gitlab"`),
		Entry("a string instead of an object",
			commitStatus(`github`),
			inCommitStatus+`: Invalid value: "github": must be an object, not a string`),
		Entry("a token, which belongs into the Secret",
			commitStatus(`{provider: github, token: `+token+`}`),
			inCommitStatus+`.token: Forbidden: unknown field; the known fields are host, prefix, provider, proxyURL`),
		Entry("another Secret, which the garden controller may not read",
			commitStatus(`{provider: github, secretName: mine}`),
			inCommitStatus+`.secretName: Forbidden: unknown field; the known fields are host, prefix, provider, proxyURL`),
		Entry("a URL as host",
			commitStatus(`{provider: github, host: "https://github.com/api/v3"}`),
			inCommitStatus+`.host: Invalid value: "https://github.com/api/v3": `+hostForm),
		Entry("a host that the operator does not allow",
			commitStatus(`{provider: github, host: git.example.com}`),
			inCommitStatus+`.host: Forbidden: the operator does not let the extension connect to port 443 of git.example.com; ask the operator to add git.example.com to gitHosts, `+byDefault+`, or remove commitStatus`),
		Entry("the metadata service of the cloud",
			commitStatus(`{provider: github, host: 169.254.169.254}`),
			inCommitStatus+`.host: Forbidden: the operator does not let the extension connect to port 443 of 169.254.169.254; ask the operator to add 169.254.169.254 to gitHosts, `+byDefault+`, or remove commitStatus`),
		Entry("a repository whose host the operator does not allow",
			project(`source: {template: {spec: {url: "https://git.example.com/o/r"}}}`+settings),
			inCommitStatus+`: Forbidden: the operator does not let the extension connect to port 443 of git.example.com; ask the operator to add git.example.com to gitHosts, `+byDefault+`, or remove commitStatus`),
		Entry("a repository on GitHub Enterprise Cloud with data residency",
			operator("gitHosts: [octo.ghe.com]").and(project(`source: {template: {spec: {url: "https://octo.ghe.com/o/r"}}}`+settings)),
			inCommitStatus+`: Forbidden: the extension does not support the API of GitHub Enterprise Cloud with data residency (api.NAME.ghe.com): remove commitStatus`),
		Entry("a proxy that the operator does not allow",
			commitStatus(`{provider: github, proxyURL: "http://proxy.example.com:3128"}`),
			inCommitStatus+`.proxyURL: Forbidden: the operator does not let the extension connect to port 3128 of proxy.example.com; ask the operator to add proxy.example.com:3128 to gitHosts, `+byDefault+`, or remove it`),
		Entry("an empty prefix",
			commitStatus(`{provider: github, prefix: ""}`),
			inCommitStatus+`.prefix: Invalid value: "": `+prefixForm),
		Entry("a prefix with spaces",
			commitStatus(`{provider: github, prefix: "my landscape"}`),
			inCommitStatus+`.prefix: Invalid value: "my landscape": `+prefixForm),
		Entry("a prefix with an empty part",
			commitStatus(`{provider: github, prefix: "live/"}`),
			inCommitStatus+`.prefix: Invalid value: "live/": `+prefixForm),
		Entry("a prefix with a line break",
			commitStatus(`{provider: github, prefix: "live\n"}`),
			inCommitStatus+`.prefix: Invalid value: `+prefixForm),
		Entry("a long prefix",
			commitStatus(`{provider: github, prefix: `+strings.Repeat("p", 101)+`}`),
			inCommitStatus+`.prefix: Too long: may not be more than 100 bytes`),
		Entry("no source",
			project("project: {commitStatus: {provider: github}}"),
			inCommitStatus+": Forbidden: needs one repository that all Shoots of the project read; set it in source.template here instead of in each Shoot, or remove commitStatus"),
		Entry("an OCI artifact",
			project(`source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`+settings),
			inCommitStatus+": Forbidden: needs a GitRepository, because only commits of a Git repository have statuses, but source.template has the kind OCIRepository; use a GitRepository, or remove commitStatus"),
		Entry("a bucket",
			project(`source: {template: {kind: Bucket, spec: {endpoint: s3.example.com, bucketName: b}}}`+settings),
			inCommitStatus+": Forbidden: needs a GitRepository, because only commits of a Git repository have statuses, but source.template has the kind Bucket; use a GitRepository, or remove commitStatus"),
		Entry("a branch for each Shoot",
			project(`source: {template: {spec: {url: "ssh://git@github.com/o/r", ref: {branch: "${SHOOT_INFO_REGION}"}}}}`+settings),
			inCommitStatus+": Forbidden: needs one repository and one reference that all Shoots of the project read, but url or ref of source.template.spec has a shoot info variable (${SHOOT_INFO_…}): replace it with its value, or remove commitStatus"),
		Entry("commit statuses in a Shoot",
			shoot(`project: {commitStatus: {provider: github}}`),
			inProviderConfig+"project: Forbidden: applies to the whole project; move it to key config.yaml of the project's ConfigMap flux-config"),
	)
})

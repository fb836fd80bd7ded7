// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// Shoot info variables can be in fields for which no placeholder is valid.
var _ = Describe("Unknown shoot info variables", func() {
	git := func(spec string) string {
		return `source: {template: {spec: {url: "https://github.com/o/r", ` + spec + "}}}\n"
	}
	root := func(spec string) string { return someSource + "kustomization: {template: {spec: {" + spec + "}}}\n" }

	DescribeTable("are accepted in a project, and in a Shoot before its creation, as",
		func(config string) {
			// Labels are known with a Shoot, and other shoot info variables may not be.
			early := strings.NewReplacer("${SHOOT_INFO_LABEL_A}", "${SHOOT_INFO_SEED}", "${SHOOT_INFO_LABEL_B}", "${SHOOT_INFO_TECHNICAL_ID}",
				"${SHOOT_INFO_PROVIDER}", "${SHOOT_INFO_PROJECT_NAME}", "${SHOOT_INFO_REGION}", "${SHOOT_INFO_SEED}").Replace(config)
			for _, in := range []documents{
				project(config).withoutShoot(),
				project(early).provisional().with("token", "Secret", "my-token"),
				shoot(early).provisional().with("token", "Secret", "my-token"),
			} {
				effective, err := in.resolve()
				Expect(err).NotTo(HaveOccurred())
				Expect(effective.Warnings).To(BeEmpty())
			}
		},
		Entry("a semver range", git("ref: {semver: '${SHOOT_INFO_LABEL_A}'}")),
		Entry("a part of a semver range", git("ref: {semver: '>=${SHOOT_INFO_LABEL_A} <${SHOOT_INFO_LABEL_B}'}")),
		Entry("a commit", git("ref: {commit: '${SHOOT_INFO_LABEL_A}'}")),
		Entry("a reference name", git("ref: {name: '${SHOOT_INFO_LABEL_A}'}")),
		Entry("a tag", git("ref: {tag: 'v${SHOOT_INFO_LABEL_A}'}")),
		Entry("a duration", git("interval: '${SHOOT_INFO_LABEL_A}', timeout: '${SHOOT_INFO_LABEL_B}s'")),
		Entry("a URL", `source: {template: {spec: {url: "${SHOOT_INFO_LABEL_A}"}}}`),
		Entry("a port", `source: {template: {spec: {url: "https://git.example.com:${SHOOT_INFO_LABEL_A}/o/r"}}}`),
		Entry("the host of an SSH URL", `source: {template: {spec: {url: "ssh://git@git.${SHOOT_INFO_REGION}.example.com/o/r"}}}`),
		Entry("the host of an SSH URL with known_hosts", `source: {knownHosts: "git.eu-1.example.com `+hostKey+`", template: {spec: {url: "ssh://git@git.${SHOOT_INFO_REGION}.example.com/o/r"}}}`),
		Entry("an SSH URL with known_hosts", `source: {knownHosts: "git.eu-1.example.com `+hostKey+`", template: {spec: {url: "${SHOOT_INFO_LABEL_A}"}}}`),
		Entry("a provider", git("provider: '${SHOOT_INFO_LABEL_A}'")),
		Entry("a provider with dependent fields", `source: {template: {kind: Bucket, spec: {provider: "${SHOOT_INFO_PROVIDER}", bucketName: b, endpoint: "https://a.example.com", sts: {provider: aws, endpoint: "https://sts.example.com"}}}}`),
		Entry("the provider of a security token service", `source: {template: {kind: Bucket, spec: {provider: aws, bucketName: b, endpoint: a.example.com, sts: {provider: "${SHOOT_INFO_PROVIDER}", endpoint: "https://sts.example.com"}}}}`),
		Entry("a digest", `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r", ref: {digest: "sha256:${SHOOT_INFO_LABEL_A}"}}}}`),
		Entry("a verification provider", `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r", verify: {provider: "${SHOOT_INFO_LABEL_A}"}}}}`),
		Entry("a Secret's name", `source: {secretResourceName: token, template: {spec: {url: "https://github.com/o/r", secretRef: {name: "${SHOOT_INFO_LABEL_A}"}}}}`),
		Entry("the names of two Secrets", `source: {secretResourceName: token, template: {spec: {url: "https://github.com/o/r", secretRef: {name: "${SHOOT_INFO_LABEL_A}"}}}}`+"\n"+
			`kustomization: {template: {spec: {decryption: {provider: sops, secretRef: {name: "${SHOOT_INFO_LABEL_B}"}}}}}`+"\ndecryption: {secretResourceName: token}"),
		Entry("the name of a Secret that exists in the shoot", git("secretRef: {name: '${SHOOT_INFO_LABEL_A}'}, proxySecretRef: {name: '${SHOOT_INFO_LABEL_B}'}")),
		Entry("a name with capital letters and a version", `source: {template: {metadata: {name: "Fleet-${SHOOT_INFO_LABEL_A}"}, spec: {url: "https://github.com/o/r"}}}`),
		Entry("the source's name", `source: {template: {metadata: {name: "${SHOOT_INFO_LABEL_A}"}, spec: {url: "https://github.com/o/r"}}}`+"\nkustomization: {template: {spec: {sourceRef: {kind: GitRepository, name: fleet}}}}"),
		Entry("a label", `source: {template: {metadata: {labels: {a: "-${SHOOT_INFO_LABEL_A}", b.c/d: "${SHOOT_INFO_LABEL_B}-"}}, spec: {url: "https://github.com/o/r"}}}`),
		Entry("a path", root("path: '../${SHOOT_INFO_LABEL_A}'")),
		Entry("intervals of the root Kustomization", root("interval: '${SHOOT_INFO_LABEL_A}', retryInterval: '${SHOOT_INFO_LABEL_A}h', timeout: '${SHOOT_INFO_LABEL_A}'")),
		Entry("a namespace", root("targetNamespace: '${SHOOT_INFO_LABEL_A}'")),
		Entry("a ServiceAccount", root("serviceAccountName: '-${SHOOT_INFO_LABEL_A}'")),
		Entry("a dependency", root("dependsOn: [{name: '${SHOOT_INFO_LABEL_A}'}, {name: '${SHOOT_INFO_LABEL_B}', readyExpr: '${SHOOT_INFO_LABEL_A}'}]")),
		Entry("a dependency beside a root Kustomization's name", someSource+`kustomization: {template: {metadata: {name: "${SHOOT_INFO_LABEL_A}"}, spec: {dependsOn: [{name: "${SHOOT_INFO_LABEL_B}"}]}}}`),
		Entry("the name of a source of variables", root("postBuild: {substituteFrom: [{kind: '${SHOOT_INFO_LABEL_A}', name: a}, {kind: Secret, name: '${SHOOT_INFO_LABEL_B}'}]}")),
		Entry("a duration in a list", root("healthChecks: [{apiVersion: v1, kind: '${SHOOT_INFO_LABEL_A}', name: '${SHOOT_INFO_LABEL_B}'}]")),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Values of Secrets of a stranger are not shown", func() {
	secret := func(fields string) files {
		return files{"cluster/a.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: default}\n" + fields + "\n"}
	}

	patched := func(patch string) files {
		return secret("stringData: {x: s3cret}").and(files{"cluster/kustomization.yaml": "resources: [a.yaml]\n" + patch + "\n"})
	}

	DescribeTable("in a message about",
		func(content files, message string) {
			_, _, err := newRepository(content).plan(blue())
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(err.Error()).NotTo(ContainSubstring("s3cret"))
		},
		Entry("a literal without a key", files{"cluster/kustomization.yaml": "secretGenerator: [{name: a, literals: [s3cret]}]\n"}, "literal sources (not shown)"),
		Entry("a line that is not UTF-8", files{"cluster/kustomization.yaml": "secretGenerator: [{name: a, envs: [e]}]\n", "cluster/e": "\xffs3cret=a\n"}, "env source files: [e]: line (not shown)"),
		Entry("the source of a replacement", patched("replacements: [{source: {kind: Secret, name: a, fieldPath: stringData.x.y}, targets: [{select: {kind: Secret}, fieldPaths: [stringData.x]}]}]"), "node contents: (not shown)"),
		Entry("the target of a replacement", patched("replacements: [{source: {kind: Secret, name: a, fieldPath: stringData.x}, targets: [{select: {kind: Secret}, fieldPaths: [stringData.x.y]}]}]"), "node contents: (not shown)"),
		Entry("a patch that is not an object", patched("patchesStrategicMerge: ['{kind: Secret, stringData: {x: s3cret}}']"), "open cluster/{(not shown)"),
	)

	DescribeTable("in a diff of a Secret with",
		func(fields string) {
			out, _, err := newRepository(secret(fields)).plan(blue(), "--diff")
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(ContainSubstring("(redacted)"))
			Expect(out).NotTo(ContainSubstring("s3cret"))
		},
		Entry("a misspelt field", "stringdata: {a: s3cret}"),
		Entry("a field of a ConfigMap", "binaryData: {a: s3cret}"),
		Entry("a field of another type", "password: s3cret"),
	)
})

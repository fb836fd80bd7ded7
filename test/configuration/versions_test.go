// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Each Flux version", func() {
	const (
		oci     = `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r", ref: {tag: v1}}}}` + "\n"
		bucket  = `source: {secretResourceName: token, template: {kind: Bucket, spec: {endpoint: s3.example.org, bucketName: b}}}` + "\n"
		private = `source: {template: {spec: {url: "ssh://git@github.com/o/r"}}}` + "\n"
	)
	versioned := func(version, config string) documents {
		return project(fmt.Sprintf("flux: {version: %s}\n%s", version, config))
	}

	for _, version := range catalog.Versions() {
		It("accepts small configurations in "+version, func() {
			for _, source := range []string{"", someSource, private, bucket, oci} {
				effective, err := versioned(version, source).with("token", "Secret", "token").resolve()
				Expect(err).NotTo(HaveOccurred(), source)
				Expect(effective.Version).To(Equal(version))
			}
		})
	}

	DescribeTable("refuses fields of later versions with a suggested fix:", expectMistake,
		Entry("a field of a later version",
			versioned("v2.8", someSource+"kustomization: {template: {spec: {ignore: [{paths: [/spec/replicas]}]}}}"),
			inConfig+`kustomization.template.spec.ignore: Forbidden: unknown field in Flux v2.8.8`),
	)
})

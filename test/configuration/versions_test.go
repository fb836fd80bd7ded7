// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Each version", func() {
	const (
		oci     = `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r", ref: {tag: v1}}}}` + "\n"
		bucket  = `source: {secretResourceName: token, template: {kind: Bucket, spec: {endpoint: s3.example.org, bucketName: b}}}` + "\n"
		private = `source: {template: {spec: {url: "ssh://git@github.com/o/r"}}}` + "\n"
	)
	versioned := func(version, config string) documents {
		return project(fmt.Sprintf("flux: {version: %s}\n%s", version, config))
	}

	for _, version := range catalog.Versions() {
		It("accepts small configurations, in "+version, func() {
			sources := []string{"", someSource, private, bucket}
			if version != "v2.5.1" {
				sources = append(sources, oci)
			}
			for _, source := range sources {
				effective, err := versioned(version, source).with("token", "Secret", "token").resolve()
				Expect(err).NotTo(HaveOccurred(), source)
				Expect(effective.Version).To(Equal(version))
			}
		})
	}

	DescribeTable("refuses fields that it does not have, with a suggested fix:", expectMistake,
		Entry("an OCIRepository, which was not stable yet",
			versioned("v2.5", oci),
			inConfig+`source.template.apiVersion: Invalid value: "source.toolkit.fluxcd.io/v1": Flux v2.5.1 serves OCIRepository as source.toolkit.fluxcd.io/v1beta2; `+
				`set flux.version to a newer one, such as v2.9.3, which serves this`),
		Entry("source-watcher, which came with v2.7",
			project("flux: {version: v2.6, componentsExtra: [source-watcher]}"),
			inConfig+`flux.componentsExtra[0]: Unsupported value: "source-watcher": supported values: "source-controller", "kustomize-controller", `+
				`"helm-controller", "notification-controller", "image-reflector-controller", "image-automation-controller"`),
		Entry("resources of source-watcher",
			project("flux: {version: v2.5, resources: {source-watcher: {limits: {memory: 2Gi}}}}"),
			inConfig+`flux.resources.source-watcher: Unsupported value: "source-watcher": supported values: "source-controller", "kustomize-controller", `+
				`"helm-controller", "notification-controller", "image-reflector-controller", "image-automation-controller"`),
		Entry("a field that came later",
			versioned("v2.8", someSource+"kustomization: {template: {spec: {ignore: [{paths: [/spec/replicas]}]}}}"),
			inConfig+`kustomization.template.spec.ignore: Forbidden: unknown field in Flux v2.8.8`),
	)
})

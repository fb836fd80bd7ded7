// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

var _ = DescribeTable("The default interval of a source with push",
	func(in documents, expected string) {
		effective, err := in.resolve()
		Expect(err).NotTo(HaveOccurred())
		interval, _, err := unstructured.NestedString(effective.Source.Object.Object, "spec", "interval")
		Expect(err).NotTo(HaveOccurred())
		Expect(interval).To(Equal(expected))
	},
	Entry("is 30m if a webhook triggers the source", offeredPush().and(project(someSource+`project: {push: {type: github}}`)), "30m"),
	Entry("is 1m without project.push", offeredPush().and(project(someSource)), "1m"),
	Entry("is 1m if the operator offers no webhook", project(someSource+`project: {push: {type: github}}`), "1m"),
	Entry("is 1m in a Shoot with another repository",
		offeredPush().and(project(someSource+`project: {push: {type: github}}`)).and(shoot(`source: {template: {spec: {url: "https://github.com/o/other"}}}`)), "1m"),
	Entry("is 30m in a Shoot with another branch of the repository",
		offeredPush().and(project(someSource+`project: {push: {type: github}}`)).and(shoot(`source: {template: {spec: {ref: {branch: other}}}}`)), "30m"),
	Entry("does not replace the project's interval",
		offeredPush().and(project("source: {template: {spec: {url: \"https://github.com/o/r\", interval: 2h}}}\nproject: {push: {type: github}}")), "2h"),
)

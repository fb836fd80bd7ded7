// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

var _ = DescribeTable("The interval of a source whose repository has a webhook",
	func(in documents, expected string) {
		effective, err := in.resolve()
		Expect(err).NotTo(HaveOccurred())
		interval, _, err := unstructured.NestedString(effective.Source.Object.Object, "spec", "interval")
		Expect(err).NotTo(HaveOccurred())
		Expect(interval).To(Equal(expected))
	},
	Entry("is longer than the interval of a polled source", offeredPush().and(project(someSource+`project: {push: {type: github}}`)), "30m"),
	Entry("is the default of flux bootstrap without a webhook", offeredPush().and(project(someSource)), "1m"),
	Entry("and where the operator offers none", project(someSource+`project: {push: {type: github}}`), "1m"),
	Entry("and in a Shoot with another repository, which nothing says has it",
		offeredPush().and(project(someSource+`project: {push: {type: github}}`)).and(shoot(`source: {template: {spec: {url: "https://github.com/o/other"}}}`)), "1m"),
	Entry("also applies to a Shoot with another branch of the same repository",
		offeredPush().and(project(someSource+`project: {push: {type: github}}`)).and(shoot(`source: {template: {spec: {ref: {branch: other}}}}`)), "30m"),
	Entry("is the value that the project sets",
		offeredPush().and(project("source: {template: {spec: {url: \"https://github.com/o/r\", interval: 2h}}}\nproject: {push: {type: github}}")), "2h"),
)

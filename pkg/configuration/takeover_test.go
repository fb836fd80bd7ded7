// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("What a takeover may replace", func() {
	It("is configured by the Shoot", func() {
		effective, configErrs := documents{project: https, shoot: "takeover: {acceptedDifferences: 0123456789abcdef}"}.resolve()
		Expect(configErrs).To(BeEmpty())
		Expect(effective.AcceptedDifferences).To(Equal("0123456789abcdef"))
	})

	It("does not count as configuration, so that it can be removed together with the providerConfig", func() {
		effective, _ := documents{project: https, shoot: "takeover: {acceptedDifferences: 0123456789abcdef}"}.resolve()
		Expect(effective.Shoot).To(BeFalse())
		effective, _ = documents{project: https, shoot: "takeover: {acceptedDifferences: 0123456789abcdef}\nflux: {logLevel: debug}"}.resolve()
		Expect(effective.Shoot).To(BeTrue())
	})

	DescribeTable("is refused",
		func(in documents, message string) {
			_, configErrs := in.resolve()
			Expect(configErrs).To(MatchError(message))
		},
		Entry("in a project, whose Shoots are all different", documents{project: https + "takeover: {acceptedDifferences: 0123456789abcdef}", shoot: "flux: {}"},
			"ConfigMap garden-demo/flux-config: config.yaml.takeover: Forbidden: is about the objects of one shoot; write it into that Shoot's providerConfig"),
		Entry("in other words than the message has", documents{project: https, shoot: "takeover: {acceptedDifferences: all}"},
			`Shoot garden-demo/my-shoot: spec.providerConfig.takeover.acceptedDifferences: Invalid value: "all": must be the 16 hexadecimal digits from the message that lists the differences`),
		Entry("if it is empty", documents{project: https, shoot: "takeover: {acceptedDifferences: ''}"},
			`Shoot garden-demo/my-shoot: spec.providerConfig.takeover.acceptedDifferences: Invalid value: "": must be the 16 hexadecimal digits from the message that lists the differences`),
	)
})

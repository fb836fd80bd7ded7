// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("the kubeconfig for the garden", func() {
	const kubeconfig = `{apiVersion: v1, kind: Config, current-context: c, clusters: [{name: g, cluster: {server: "https://garden.invalid"}}],
		contexts: [{name: c, context: {cluster: g, namespace: garden-blue}}, {name: d, context: {cluster: g}}]}`

	DescribeTable("names the project",
		func(user gardenUser, namespace string) {
			user.kubeconfig = file("kubeconfig", kubeconfig)
			_, found, err := connectToGarden(user)
			Expect(err).NotTo(HaveOccurred())
			Expect(found).To(Equal(namespace))
		},
		Entry("by its current context", gardenUser{}, "garden-blue"),
		Entry("by another context, which names none", gardenUser{context: "d"}, ""),
		Entry("after the flag", gardenUser{namespace: "garden-red"}, "garden-red"),
	)

	It("is asked for if there is none", func() {
		GinkgoT().Setenv("KUBECONFIG", file("kubeconfig", ""))
		_, _, err := connectToGarden(gardenUser{})
		Expect(err).To(MatchError(ContainSubstring("there is no kubeconfig for the garden")))
	})

	It("has to be there, with the context", func() {
		_, _, err := connectToGarden(gardenUser{kubeconfig: "/nowhere"})
		Expect(err).To(MatchError(ContainSubstring("/nowhere")))
		_, _, err = connectToGarden(gardenUser{kubeconfig: file("kubeconfig", kubeconfig), context: "x"})
		Expect(err).To(MatchError(ContainSubstring("context: x")))
	})
})

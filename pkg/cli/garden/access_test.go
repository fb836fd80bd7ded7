// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// kubeconfigFile writes a kubeconfig and returns its path.
func kubeconfigFile(content string) string {
	GinkgoHelper()
	path := filepath.Join(GinkgoT().TempDir(), "kubeconfig")
	Expect(os.WriteFile(path, []byte(content), 0o600)).To(Succeed())
	return path
}

var _ = Describe("the kubeconfig for the garden", func() {
	const kubeconfig = `{apiVersion: v1, kind: Config, current-context: c, clusters: [{name: g, cluster: {server: "https://garden.invalid"}}],
		contexts: [{name: c, context: {cluster: g, namespace: garden-blue}}, {name: d, context: {cluster: g}}]}`

	DescribeTable("selects the project",
		func(user User, namespace string) {
			user.kubeconfig = kubeconfigFile(kubeconfig)
			_, found, err := Connect(user)
			Expect(err).NotTo(HaveOccurred())
			Expect(found).To(Equal(namespace))
		},
		Entry("from the current context", User{}, "garden-blue"),
		Entry("from another context without a namespace", User{context: "d"}, ""),
		Entry("from the flag", User{Namespace: "garden-red"}, "garden-red"),
	)

	It("returns an error if there is no kubeconfig", func() {
		GinkgoT().Setenv("KUBECONFIG", kubeconfigFile(""))
		_, _, err := Connect(User{})
		Expect(err).To(MatchError(ContainSubstring("there is no kubeconfig for the garden")))
	})

	It("returns an error if the file or the context does not exist", func() {
		_, _, err := Connect(User{kubeconfig: "/nowhere"})
		Expect(err).To(MatchError(ContainSubstring("/nowhere")))
		_, _, err = Connect(User{kubeconfig: kubeconfigFile(kubeconfig), context: "x"})
		Expect(err).To(MatchError(ContainSubstring("context: x")))
	})
})

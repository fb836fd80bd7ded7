// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("SetSuspended", func() {
	const (
		secret = "---\napiVersion: v1\ndata:\n  identity: eA==\nkind: Secret\nmetadata:\n  name: flux-system\n  namespace: flux-system\n"
		head   = "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: "
		other  = head + "other\n  namespace: flux-system\nspec:\n  path: ./\n"
		root   = head + "flux-system\n  namespace: flux-system\nspec:\n  path: ./\n"
	)
	of := func(suspended bool) Suspension {
		return Suspension{Kind: "Kustomization", NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, Suspended: suspended}
	}

	DescribeTable("changes nothing but what it is to change",
		func(config string, suspension Suspension, want string) {
			changed, err := SetSuspended([]byte(config), suspension)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(changed)).To(Equal(want))
		},
		Entry("suspend", secret+other+root, of(true), secret+other+root+"  suspend: true\n"),
		Entry("resume", root+"  suspend: true\n", of(false), root+"  suspend: false\n"),
		Entry("already so", root+"  suspend: true\n", of(true), root+"  suspend: true\n"),
		Entry("not set, and not to be: the bytes that rendering gives stay", secret+root, of(false), secret+root),
		Entry("not there", secret+other, of(true), secret+other),
	)
})

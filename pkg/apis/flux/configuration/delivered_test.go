// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/configuration"
)

var _ = Describe("ReadDelivered", func() {
	standard := Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}

	DescribeTable("reads",
		func(state string, want Delivered) {
			Expect(ReadDelivered([]byte(state))).To(Equal(want))
		},
		Entry("no state: nothing was delivered", "", Delivered{}),
		Entry("what it has written", `{"flux":true,"sync":true,"shoot":true,"sourceKind":"Bucket","namespace":"gitops","source":"a/b","root":"c/d"}`,
			Delivered{Flux: true, Sync: true, Shoot: true, SourceKind: "Bucket", Identity: Identity{Namespace: "gitops", Source: "a/b", Root: "c/d"}}),
		Entry("what the first version wrote: a second root beside the first would prune its objects", `{"flux":true,"sync":true}`,
			Delivered{Flux: true, Sync: true, Project: true, SourceKind: "GitRepository", Identity: standard}),
		Entry("what the first version wrote for Flux alone", `{"flux":true}`, Delivered{Flux: true, Identity: Identity{Namespace: "flux-system"}}),
	)

	It("does not take what it cannot read for nothing", func() {
		_, err := ReadDelivered([]byte(`[]`))
		Expect(err).To(MatchError(HavePrefix("is no state of this extension")))
	})
})

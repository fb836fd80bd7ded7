// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
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

var _ = Describe("After", func() {
	DescribeTable("tells from whose configuration the last delivery came",
		func(in said, project, shoot bool) {
			now := Delivered{Project: true, Shoot: true}.After(in.effective())
			Expect(now).To(And(HaveField("Flux", true), HaveField("Project", project), HaveField("Shoot", shoot)))
		},
		Entry("nobody's", said{}, false, false),
		Entry("the project's, in flat keys", said{flat: map[string]string{"fluxVersion": "v2.9"}}, true, false),
		Entry("nobody's, of flat keys without a value", said{flat: map[string]string{"fluxVersion": " "}}, false, false),
		Entry("the project's", said{project: https}, true, false),
		Entry("the project's, which only takes something back", said{operator: `{"flux":{"concurrency":2}}`, project: "flux: null"}, true, false),
		Entry("nobody's, with an empty FluxConfig, which may be deleted then", said{project: "\n"}, false, false),
		Entry("the Shoot's", said{project: "\n", shoot: https}, false, true),
		Entry("the project's, over which the Shoot has an empty FluxConfig", said{project: https, shoot: "\n"}, true, false),
		Entry("both", said{project: https, shoot: "flux: {concurrency: 2}"}, true, true),
	)

	It("keeps what was synced before, of which nothing is taken away", func() {
		now := Delivered{Flux: true, Sync: true, SourceKind: "Bucket"}.After(said{}.effective())
		Expect(now).To(And(HaveField("Sync", true), HaveField("SourceKind", "Bucket")))
	})
})

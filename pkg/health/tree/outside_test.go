// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
)

var _ = Describe("Objects outside of the baseline's namespace", func() {
	id := func(kind, namespace, name string) tree.ID {
		return tree.ID{Kind: kind, Namespace: namespace, Name: name}
	}
	root, app := id("Kustomization", "flux-system", "flux-system"), id("HelmRelease", "apps", "web")
	baseline, policy, below := id("Kustomization", "flux-baseline", "flux-baseline"), id("Kustomization", "policies", "all"), id("HelmRelease", "policies", "engine")
	objects := tree.Objects{All: []tree.Object{
		{ID: below, AppliedBy: policy}, {ID: root}, {ID: app, AppliedBy: root}, {ID: baseline}, {ID: policy, AppliedBy: baseline},
	}}

	It("are those that no Flux object of the namespace has applied, directly or through others", func() {
		Expect(objects.Outside("flux-baseline").All).To(Equal([]tree.Object{{ID: root}, {ID: app, AppliedBy: root}}))
		Expect(objects.All).To(HaveLen(5), "the objects that were read stay unchanged")
	})

	It("are all without a baseline", func() {
		Expect(objects.Outside("")).To(Equal(objects))
	})

	It("are found in spite of objects that have applied each other", func() {
		one, two := id("Kustomization", "a", "one"), id("Kustomization", "a", "two")
		ring := tree.Objects{All: []tree.Object{{ID: one, AppliedBy: two}, {ID: two, AppliedBy: one}}}
		Expect(ring.Outside("flux-baseline").All).To(HaveLen(2))
	})
})

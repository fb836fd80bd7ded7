// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/extension/extensiontest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
)

var _ = Describe("What Flux syncs from", func() {
	It("has the controllers that were delivered: the cache of ManagedResources does not have their objects", func(ctx SpecContext) {
		p := extensiontest.NewDelivered("flux: {componentsExtra: [source-watcher]}\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}")
		p.Reconcile(ctx)
		sync := syncOf(p.RecordedState(ctx))
		Expect(sync.Namespace).To(Equal("flux-system"))
		Expect(sync.Commit).To(BeEmpty(), "no rollout has set one")
		Expect(sync.Components).To(Equal("helm-controller,kustomize-controller,notification-controller,source-controller,source-watcher"))
	})

	It("has the commit that a rollout has set", func() {
		sync := syncOf(extensionstatus.State{Sync: true, Observed: extensionstatus.ObservedProject{Ring: "production", Commit: "sha1:0123"}})
		Expect(sync.Commit).To(Equal("sha1:0123"))
	})
})

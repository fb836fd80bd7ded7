// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("syncIn", func() {
	It("returns the delivered controllers from the recorded state", func(ctx SpecContext) {
		p := extensiontest.NewDelivered("flux: {componentsExtra: [source-watcher]}\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}")
		p.Reconcile(ctx)
		sync := syncOf(p.RecordedState(ctx))
		Expect(sync.Namespace).To(Equal("flux-system"))
		Expect(sync.Commit).To(BeEmpty(), "no rollout has set one")
		Expect(sync.Components).To(Equal("helm-controller,kustomize-controller,notification-controller,source-controller,source-watcher"))
	})

	It("returns the commit that a rollout has set", func() {
		sync := syncOf(extensionstatus.State{Sync: true, Observed: extensionstatus.ObservedProject{Ring: "production", Commit: "sha1:0123"}})
		Expect(sync.Commit).To(Equal("sha1:0123"))
	})

	It("returns the project's Secret with the credentials of the source", func() {
		recorded := extensionstatus.State{Sync: true, SourceSecret: "token"}
		shoot := &gardencorev1beta1.Shoot{}
		cluster := &extensionscontroller.Cluster{Shoot: shoot}
		Expect(syncIn(cluster, recorded).ProjectSecret).To(BeEmpty(), "the Shoot does not have the entry any more")
		shoot.Spec.Resources = []gardencorev1beta1.NamedResourceReference{
			{Name: "other", ResourceRef: autoscalingv1.CrossVersionObjectReference{Kind: "Secret", Name: "other"}},
			{Name: "token", ResourceRef: autoscalingv1.CrossVersionObjectReference{Kind: "Secret", Name: "ci-token"}},
		}
		Expect(syncIn(cluster, recorded).ProjectSecret).To(Equal("ci-token"))
		Expect(syncIn(cluster, extensionstatus.State{Sync: true}).ProjectSecret).To(BeEmpty())
	})
})

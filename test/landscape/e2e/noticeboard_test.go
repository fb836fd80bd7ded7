// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("The notice board of a seed", Serial, Label("long"), func() {
	It("has what a project has changed, also while the garden controller was down, and is written again if it is deleted or edited", func(ctx SpecContext) {
		user := inGarden(ctx)
		propagates := func(when string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig("project: {propagation: " + when + "}")}
		}
		user.project("noticed", propagates("OnShootReconcile"))
		user.shoot("noticed", "only", seedName, true).succeeds()
		board := func() string {
			read := &corev1.ConfigMap{}
			if world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "seed-" + seedName, Name: "shoot-flux"}, read) != nil {
				return ""
			}
			return read.Data["projects"]
		}
		hasConfig := func() {
			GinkgoHelper()
			read := configMapOf("noticed")
			Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(read), read)).To(Succeed())
			Eventually(ctx, board).Should(MatchRegexp(`(?m)^garden-noticed flux-config=%s( |$)`, read.ResourceVersion))
		}
		hasConfig()

		By("flux-config is edited")
		user.configure("noticed", propagates("Immediate"))
		hasConfig()

		By("the garden controller is down while it is edited again")
		Expect(world.StopGardenController(ctx)).To(Succeed())
		user.configure("noticed", propagates("OnShootReconcile"))
		Expect(world.StartGardenController(ctx)).To(Succeed())
		hasConfig()

		By("the board is deleted, and edited")
		object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "seed-" + seedName, Name: "shoot-flux"}}
		Expect(world.Garden.Client.Delete(ctx, object)).To(Succeed())
		hasConfig()
		Expect(world.Garden.Client.Patch(ctx, object, client.RawPatch("application/merge-patch+json", []byte(`{"data":{"projects":"nothing"}}`)))).To(Succeed())
		hasConfig()

		By("the right to read it is deleted")
		binding := &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "seed-" + seedName, Name: "extensions.gardener.cloud:extension-shoot-flux:notice-board"}}
		Expect(world.Garden.Client.Delete(ctx, binding)).To(Succeed())
		Eventually(ctx, func() error { return world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(binding), binding) }).Should(Succeed())
		Expect(binding.Subjects).To(ConsistOf(rbacv1.Subject{Kind: "ServiceAccount", Namespace: "seed-" + seedName, Name: "shoot-flux-garden"}))
	})
})

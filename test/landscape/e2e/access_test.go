// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("The access of seeds to projects", func() {
	It("is given when a Shoot is scheduled, and restored", func(ctx SpecContext) {
		inGarden(ctx).project("keepers", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		inGarden(ctx).shoot("keepers", "first", seedName, true)
		binding := &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-keepers", Name: "extensions.gardener.cloud:extension-shoot-flux:project-access"}}
		isGiven := func(g Gomega) {
			g.Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(binding), binding)).To(Succeed())
			g.Expect(binding.Subjects).To(ConsistOf(rbacv1.Subject{Kind: "ServiceAccount", Namespace: "seed-" + seedName, Name: "shoot-flux-garden"}))
		}
		Eventually(ctx, isGiven).Should(Succeed())
		Expect(world.Garden.Client.Delete(ctx, binding)).To(Succeed())
		Eventually(ctx, isGiven).Should(Succeed())
	}, SpecTimeout(2*time.Minute))
})

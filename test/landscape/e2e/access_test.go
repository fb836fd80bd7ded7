// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"net"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// gardenControllerMetrics returns the metrics of the garden controller's pod that leads. Which one answers is chance.
func gardenControllerMetrics(ctx context.Context, g Gomega) string {
	GinkgoHelper()
	service := &corev1.Service{}
	g.Expect(seed(seedName).Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "gardener-extension-shoot-flux-garden-controller"}, service)).To(Succeed())
	leader := ""
	for attempt := 0; attempt < 50 && leader == ""; attempt++ {
		content, err := download(ctx, "http://"+net.JoinHostPort(service.Spec.ClusterIP, "8080")+"/metrics")
		g.Expect(err).NotTo(HaveOccurred())
		if sample(g, string(content), `leader_election_master_status{name="gardener-extension-shoot-flux-garden-controller-leader-election"}`) == 1 {
			leader = string(content)
		}
	}
	g.Expect(leader).NotTo(BeEmpty(), "no pod leads")
	return leader
}

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

	It("is not given by way of a RoleBinding that another client has created, and the garden controller counts the seeds without it", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("squatted", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		foreign := &rbacv1.RoleBinding{
			ObjectMeta: in("garden-squatted", accessName),
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "view"},
			Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.UserKind, Name: "member@example.com"}},
		}
		Expect(world.Garden.Client.Create(ctx, foreign)).To(Succeed())
		user.shoot("squatted", "only", seedName, true)
		counted := func(g Gomega) float64 {
			return sample(g, gardenControllerMetrics(ctx, g), `shoot_flux_seeds_without_access{cause="foreign"}`)
		}
		Eventually(ctx, counted).Should(BeEquivalentTo(1))
		Eventually(ctx, func(g Gomega) {
			events := &eventsv1.EventList{}
			g.Expect(world.Garden.Client.List(ctx, events, client.InNamespace("garden-squatted"))).To(Succeed())
			g.Expect(events.Items).To(ContainElement(SatisfyAll(
				HaveField("Reason", "AccessNotGranted"), HaveField("Type", corev1.EventTypeWarning), HaveField("Regarding.Name", accessName), HaveField("Note", ContainSubstring("Rename it")))))
		}).Should(Succeed())
		present := &rbacv1.RoleBinding{}
		Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(foreign), present)).To(Succeed())
		Expect(present.Subjects).To(Equal(foreign.Subjects))
		Expect(present.UID).To(Equal(foreign.UID))

		Expect(world.Garden.Client.Delete(ctx, foreign)).To(Succeed())
		Eventually(ctx, func() []string { seeds, _ := granted(ctx, "squatted"); return seeds }).Should(ConsistOf(seedName))
		Eventually(ctx, counted).Should(BeZero())
	}, SpecTimeout(2*time.Minute))
})

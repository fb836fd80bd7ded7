// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	gomegatypes "github.com/onsi/gomega/types"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// isIn waits until flux-status says that the Shoot is in a state that is nobody's mistake, and reports what it says.
func (s shoot) isIn(state, reason string, message gomegatypes.GomegaMatcher, ready bool) {
	GinkgoHelper()
	var status shootStatus
	Eventually(s.ctx, func(g Gomega) {
		status = s.status(g)
		g.Expect(status).To(MatchFields(IgnoreExtras, Fields{
			"State": Equal(state), "Cause": BeEmpty(), "Reason": Equal(reason), "Message": message, "Ready": Equal(ready),
		}))
	}).Should(Succeed())
	report := fmt.Sprintf("\n## %s\nflux-status: %+v\n", state, status)
	for _, condition := range s.extension(Default).Status.Conditions {
		report += fmt.Sprintf("condition: %s=%s %s: %s\n", condition.Type, condition.Status, condition.Reason, condition.Message)
	}
	GinkgoWriter.Print(report)
	AddReportEntry(state, report, ReportEntryVisibilityNever)
}

// hasEvent waits for an Event about the Shoot that warns of nothing, with one of the reasons.
func (s shoot) hasEvent(since time.Time, reasons ...string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.events(g, since)).To(ContainElement(MatchFields(IgnoreExtras, Fields{
			"Type": Equal(corev1.EventTypeNormal), "Reason": BeElementOf(reasons),
		})))
	}).Should(Succeed())
}

var _ = Describe("How it stands with a Shoot", Label("long"), func() {
	It("is told while its controllers, its API server and itself are away, and when it comes to its end", func(ctx SpecContext) {
		user := inGarden(ctx)
		holds(ctx, "stands", map[string]string{
			"good/service.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: balancer, namespace: default}\nspec: {type: LoadBalancer, ports: [{port: 80}]}\n",
		})
		git := syncingGit("stands")
		user.project("stands", nil)
		began := now()
		s := user.shoot("stands", "only", seedName, false)
		s.isIn("NoRepository", "NoRepository", ContainSubstring("nothing to sync"), true)
		Expect(world.Garden.Client.Create(ctx, configMapOf("stands"))).To(Succeed())
		user.configure("stands", git.data())
		Expect(world.GitHost.AddDeployKey("stands", "flux", user.publicKey("stands"), true)).To(Succeed())
		s.isWell(began, false)
		// With the landscape's short threshold, a rollout may be taken for a failure first.
		s.hasEvent(began, "FluxReady", "FluxRecovered")

		By("source-controller cannot run: it asks for more memory than any node has")
		began = now()
		ill, tooMuch := git, spec{"memory": "9000Gi"}
		ill.flux = spec{"resources": spec{"source-controller": spec{"requests": tooMuch, "limits": tooMuch}}}
		user.configure("stands", ill.data())
		s.tells("controllers down: no node", began, told{"FluxInstalled", "False", "PodsNotScheduled", And(
			MatchRegexp(`Pod flux-system/source-controller-[a-z0-9]+-[a-z0-9]+ cannot be scheduled: 0/\d+ nodes are available: .*Insufficient memory`), ContainSubstring("flux.resources")),
			"Failed", "InstallationFailed", "InstallationFailed"})
		user.configure("stands", git.data())
		s.isWell(began, true)

		By("an image is not in the registry")
		began = now()
		ill.flux = spec{"componentsExtra": []string{"image-reflector-controller"}}
		user.configure("stands", ill.data())
		s.tells("controllers down: no image", began, told{"FluxInstalled", "False", "ImagePullFailed", And(
			MatchRegexp(`Pod flux-system/image-reflector-controller-[a-z0-9]+-[a-z0-9]+, container manager: image ghcr\.io/fluxcd/image-reflector-controller:v\S+ cannot be pulled: image "ghcr\.io\S+" is not known to this node\. `),
			ContainSubstring("flux.registry in ConfigMap flux-config"), ContainSubstring("the operator's image vector overwrite")),
			"Failed", "InstallationFailed", "InstallationFailed"})
		user.configure("stands", git.data())
		s.isWell(began, true)

		By("a quota of the shoot refuses the pods")
		began = now()
		quota := &corev1.ResourceQuota{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "nothing"}, Spec: corev1.ResourceQuotaSpec{Hard: corev1.ResourceList{corev1.ResourcePods: resource.MustParse("0")}}}
		Expect(s.client().Create(ctx, quota)).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.client().Get(ctx, client.ObjectKeyFromObject(quota), quota)).To(Succeed())
			g.Expect(quota.Status.Used).NotTo(BeEmpty())
		}).Should(Succeed())
		Expect(s.client().DeleteAllOf(ctx, &corev1.Pod{}, client.InNamespace("flux-system"), client.MatchingLabels{"app": "source-controller"})).To(Succeed())
		s.tells("controllers down: quota", began, told{"FluxInstalled", "False", "PodsRefused", And(
			ContainSubstring("Pods of Deployment flux-system/source-controller cannot be created: pods "), ContainSubstring("exceeded quota: nothing"), ContainSubstring("Raise the ResourceQuota in namespace flux-system of the shoot")),
			"Failed", "InstallationFailed", "InstallationFailed"})
		Expect(s.client().Delete(ctx, quota)).To(Succeed())
		// kube-controller-manager tries again later and later; a new ReplicaSet is tried at once.
		Expect(s.client().DeleteAllOf(ctx, &appsv1.ReplicaSet{}, client.InNamespace("flux-system"), client.MatchingLabels{"app": "source-controller"})).To(Succeed())
		s.isWell(began, true)

		By("the source is suspended")
		began = now()
		user.configure("stands", git.reading(spec{"suspend": true}).data())
		s.isIn("Suspended", "Suspended", ContainSubstring("is suspended, as configured"), false)
		s.hasEvent(began, "FluxSuspended")
		user.configure("stands", git.data())
		s.isWell(began, false)

		By("the shoot's API server is down")
		began = now()
		shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
		Expect(err).NotTo(HaveOccurred())
		shootCluster.StopAPIServer()
		s.tells("shoot unreachable", began, told{"FluxSourceReady", "Unknown", "ShootUnreachable", ContainSubstring("failed to read from the shoot's API server"), "Unreachable", "", "ShootUnreachable"})
		Expect(shootCluster.StartAPIServer(ctx)).To(Succeed())
		s.isWell(began, true)

		By("it sleeps")
		began = now()
		s.change(hibernated(true))
		s.isIn("Hibernated", "Hibernated", Not(BeEmpty()), false)
		s.change(hibernated(false))
		s.isWell(began, false)

		By("the extension is being removed, which waits for the user to resume what it is to prune")
		s.change(configured("deletionPolicy: Prune"))
		s.suspendRoot(true)
		s.edit(func(object *gardenerShoot) { object.Spec.Extensions = nil })
		s.isIn("Removing", "Removing", ContainSubstring("waiting for the user to resume Kustomization flux-system/flux-system"), false)
		s.suspendRoot(false)
		s.hasNoExtension()
		Eventually(ctx, func(g Gomega) {
			g.Expect(keyring{user, "stands"}.statuses(g)).NotTo(HaveKey("only"))
		}).Should(Succeed())

		By("the Shoot is being deleted, which waits for a Service that nobody takes down")
		s.succeeds()
		s.change(func(object *gardenerShoot) { object.Spec.Extensions = []gardenerExtension{{Type: "shoot-flux"}} })
		s.isWell(began, false)
		Expect(s.client().Patch(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "balancer"}},
			client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"finalizers":["example.com/load-balancer"]}}`)))).To(Succeed())
		s.delete()
		s.isIn("Deleting", "ShootDeletion", Not(BeEmpty()), false)
		s.isGone()
		Eventually(ctx, func(g Gomega) {
			g.Expect(keyring{user, "stands"}.statuses(g)).NotTo(HaveKey("only"))
		}).Should(Succeed())
	}, SpecTimeout(15*time.Minute))
})

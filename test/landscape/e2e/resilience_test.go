// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"time"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("When something breaks", func() {
	It("makes exactly one key for 20 Shoots of a fresh project that are created at once on two seeds", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("fleet", map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"})
		shoots := make([]shoot, 20)
		for i := range shoots {
			shoots[i] = user.shoot("fleet", fmt.Sprintf("s%d", i), []string{seedName, otherSeedName}[i%2], true)
		}
		keys := map[string]bool{}
		for _, s := range shoots {
			s.succeeds()
			s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
			keys[s.deliveredKey()] = true
		}
		Expect(user.deployKeys("fleet")).To(HaveLen(1))
		Expect(keys).To(HaveLen(1))
		Expect(keys).To(HaveKey(string(user.deployKeys("fleet")[0].Data["identity"])))
	}, SpecTimeout(4*time.Minute))

	It("reports that the garden cannot be reached, keeps what is delivered, and goes on when it is back", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("outage", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		s := user.shoot("outage", "only", seedName, true)
		s.succeeds()
		before := delivered(s)

		down := beginOutage()
		ex := s.extension(Default)
		patch := `{"metadata":{"annotations":{"gardener.cloud/operation":"reconcile"}}}`
		Expect(seed(seedName).Client.Patch(ctx, ex, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			ex := s.extension(g)
			g.Expect(ex.Status.LastError).NotTo(BeNil())
			g.Expect(ex.Status.LastError.Description).To(ContainSubstring("failed to read ConfigMap garden-outage/flux-config in the garden"))
			g.Expect(ex.Status.LastError.Codes).To(BeEmpty())
		}).Should(Succeed())
		Expect(delivered(s)).To(Equal(before))
		Expect(seed(seedName).WaitForExtension(ctx)).To(Succeed(), "an unreachable garden must not make the extension unready")

		By("the garden is back, and the extension's own retry finds it")
		seed(seedName).StopGardenlet()
		down.bringGardenBack(ctx)
		Eventually(ctx, func(g Gomega) {
			ex := s.extension(g)
			g.Expect(ex.Status.LastError).To(BeNil())
			g.Expect(ex.Status.LastOperation).To(HaveValue(HaveField("State", BeEquivalentTo("Succeeded"))))
		}).Should(Succeed())
		Expect(delivered(s)).To(Equal(before))

		By("Gardener goes on")
		down.end(ctx)
		s.reconcile()
		Expect(s.extension(Default).Status.LastError).To(BeNil())
		Expect(delivered(s)).To(Equal(before))
	}, SpecTimeout(4*time.Minute))

	It("converges after the extension is killed in the middle of its work, with one key and no object twice", Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("crash", map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"})
		shoots := make([]shoot, 8)
		for i := range shoots {
			shoots[i] = user.shoot("crash", fmt.Sprintf("s%d", i), seedName, true)
		}
		Eventually(ctx, func(g Gomega) {
			g.Expect(shoots[0].extension(g).Status.LastOperation).NotTo(BeNil())
		}).WithPolling(5 * time.Millisecond).Should(Succeed())
		Expect(seed(seedName).Node.Kill(seed(seedName).ExtensionNamespace, "gardener-extension-shoot-flux")).To(Succeed())

		for _, s := range shoots {
			s.succeeds()
			Expect(s.managedResources()).To(HaveLen(3))
			Expect(secretsOf(s)).To(HaveLen(3), "one Secret for each ManagedResource")
		}
		Expect(user.deployKeys("crash")).To(HaveLen(1))
	}, SpecTimeout(5*time.Minute))

	It("names cause and remedy when the resource manager of a shoot runs without our argument", Serial, Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("flag", repository(ctx, "flag", true))
		s := user.shoot("flag", "only", seedName, false)
		s.shows("from-git", "first")

		By("the webhook configuration is deleted and the Deployment written without the argument")
		c := seed(seedName).Client
		DeferCleanup(bringWebhookBack, NodeTimeout(2*time.Minute))
		Expect(c.Delete(ctx, &admissionregistrationv1.MutatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: "gardener-extension-shoot-flux"}})).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			deployment := &appsv1.Deployment{}
			g.Expect(c.Get(ctx, client.ObjectKey{Namespace: s.namespace(), Name: "gardener-resource-manager"}, deployment)).To(Succeed())
			container := &deployment.Spec.Template.Spec.Containers[0]
			Expect(container.Args).To(ContainElement("--extra-target-namespace=flux-system"))
			var args []string
			for _, arg := range container.Args {
				if arg != "--extra-target-namespace=flux-system" {
					args = append(args, arg)
				}
			}
			container.Args = args
			g.Expect(c.Update(ctx, deployment)).To(Succeed())
		}).Should(Succeed())
		s.eventually("FluxInstalled", "False", "NamespaceNotManaged", And(
			ContainSubstring("--extra-target-namespace=flux-system"),
			ContainSubstring("check that MutatingWebhookConfiguration gardener-extension-shoot-flux exists in the seed"),
			ContainSubstring("unknown namespace for the cache")))

		By("what was delivered goes on working")
		commit(ctx, "flag", "from-git", "second")
		s.pull()
		s.shows("from-git", "second")

		By("the extension brings the webhook back when it starts, and a reconciliation of the Shoot heals")
		bringWebhookBack(ctx)
		s.reconcile()
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
	}, SpecTimeout(5*time.Minute))

	It("writes nothing when nothing has changed", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("quiet", map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"})
		s := user.shoot("quiet", "only", seedName, true)
		s.succeeds()
		versions := func() map[string]string {
			result := map[string]string{}
			for _, resource := range s.managedResources() {
				result[resource.Name] = resource.ResourceVersion
			}
			for _, secret := range secretsOf(s) {
				result[secret.Name] = secret.ResourceVersion
			}
			result["key"] = user.deployKeys("quiet")[0].ResourceVersion
			return result
		}
		before := versions()
		s.reconcile()
		Expect(versions()).To(Equal(before))
	}, SpecTimeout(2*time.Minute))
})

// bringWebhookBack restarts the extension if its webhook is not there.
func bringWebhookBack(ctx context.Context) {
	GinkgoHelper()
	get := func() (*admissionregistrationv1.MutatingWebhookConfiguration, error) {
		webhook := &admissionregistrationv1.MutatingWebhookConfiguration{}
		return webhook, seed(seedName).Client.Get(ctx, client.ObjectKey{Name: "gardener-extension-shoot-flux"}, webhook)
	}
	if _, err := get(); apierrors.IsNotFound(err) {
		Expect(seed(seedName).Node.Kill(seed(seedName).ExtensionNamespace, "gardener-extension-shoot-flux")).To(Succeed())
	}
	Eventually(ctx, func(g Gomega) {
		webhook, err := get()
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(webhook.Webhooks).To(HaveEach(HaveField("ClientConfig.CABundle", Not(BeEmpty()))))
	}).Should(Succeed())
	Expect(seed(seedName).WaitForExtension(ctx)).To(Succeed())
}

// secretsOf returns the Secrets that hold what the extension delivers.
func secretsOf(s shoot) []corev1.Secret {
	GinkgoHelper()
	list := &corev1.SecretList{}
	Expect(seed(s.seed).Client.List(s.ctx, list, client.InNamespace(s.namespace()))).To(Succeed())
	var secrets []corev1.Secret
	for _, secret := range list.Items {
		if _, ok := secret.Data[resourcesv1alpha1.CompressedDataKey]; ok && secret.Labels["resources.gardener.cloud/garbage-collectable-reference"] == "true" {
			secrets = append(secrets, secret)
		}
	}
	return secrets
}

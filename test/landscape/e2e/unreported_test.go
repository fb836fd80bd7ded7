// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// scaleExtension starts or stops the extension on a seed, and waits until its pods are gone, or one is ready.
func scaleExtension(ctx context.Context, name string, replicas int) {
	GinkgoHelper()
	s := seed(name)
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: s.ExtensionNamespace, Name: "gardener-extension-shoot-flux"}}
	Expect(s.Client.Patch(ctx, deployment, client.RawPatch("application/merge-patch+json", fmt.Appendf(nil, `{"spec":{"replicas":%d}}`, replicas)))).To(Succeed())
	if replicas > 0 {
		Expect(s.WaitForExtension(ctx)).To(Succeed())
		return
	}
	Eventually(ctx, func(g Gomega) {
		pods := &corev1.PodList{}
		g.Expect(s.Client.List(ctx, pods, client.InNamespace(s.ExtensionNamespace), client.MatchingLabels{"app.kubernetes.io/name": "gardener-extension-shoot-flux"})).To(Succeed())
		g.Expect(pods.Items).To(BeEmpty())
	}).Should(Succeed())
}

// reader is a client of a member of the project who may read its flux-status and nothing else.
func (u gardenUser) reader(project string) client.Client {
	GinkgoHelper()
	namespace := "garden-" + project
	role := &rbacv1.Role{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "status"}, Rules: []rbacv1.PolicyRule{
		{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"flux-status"}, Verbs: []string{"get"}},
	}}
	binding := &rbacv1.RoleBinding{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "status"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "status"},
		Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.UserKind, Name: "reader@example.com"}},
	}
	Expect(world.Garden.Client.Create(u.ctx, role)).To(Succeed())
	Expect(world.Garden.Client.Create(u.ctx, binding)).To(Succeed())
	config := rest.CopyConfig(world.Garden.Cluster.Config)
	config.Impersonate = rest.ImpersonationConfig{UserName: "reader@example.com", Groups: []string{"system:authenticated"}}
	c, err := client.New(config, client.Options{Scheme: world.Garden.Client.Scheme(), Mapper: world.Garden.Client.RESTMapper()})
	Expect(err).NotTo(HaveOccurred())
	return c
}

var _ = Describe("A Shoot that no seed reports", Serial, Label("long"), func() {
	It("is NotReported for who may read nothing but flux-status, until its seed reports it; and its entry goes with it, also without its seed", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("silent", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		user.project("silence", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		DeferCleanup(func(ctx context.Context) { scaleExtension(ctx, otherSeedName, 2) }, NodeTimeout(2*time.Minute))
		reader := user.reader("silent")

		By("the extension does not run on its seed")
		scaleExtension(ctx, otherSeedName, 0)
		s, namesake := user.shoot("silent", "only", otherSeedName, true), user.shoot("silence", "only", seedName, true)
		namesake.succeeds()
		Expect(apierrors.IsForbidden(reader.List(ctx, &gardencorev1beta1.ShootList{}, client.InNamespace("garden-silent")))).To(BeTrue())
		began := time.Now()
		Eventually(ctx, func(g Gomega) {
			configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-silent", Name: "flux-status"}}
			g.Expect(reader.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
			g.Expect(configMap.Data).To(HaveKeyWithValue("only", ContainSubstring(`"state":"NotReported"`)))
		}).WithTimeout(2 * time.Minute).Should(Succeed())
		status := s.status(Default)
		AddReportEntry("NotReported", fmt.Sprintf("after %s: %+v", time.Since(began).Round(time.Second), status))
		Expect(status.UID).To(Equal(string(s.get(Default).UID)))
		Expect(status.Seed).To(BeEmpty())
		Expect(status.Message).To(ContainSubstring("Gardener's operation Create"))

		By("its seed reports it")
		scaleExtension(ctx, otherSeedName, 2)
		s.succeeds()
		Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).Seed).To(Equal(otherSeedName)) }).Should(Succeed())
		Consistently(ctx, func(g Gomega) { g.Expect(s.status(g).Seed).To(Equal(otherSeedName)) }).WithTimeout(5 * time.Second).Should(Succeed())

		By("it is deleted, without the extension on its seed")
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-silent", Name: "flux-status"}}
		Expect(world.Garden.Client.Patch(ctx, configMap, client.RawPatch("application/merge-patch+json", []byte(`{"data":{"note":"mine"}}`)))).To(Succeed())
		scaleExtension(ctx, otherSeedName, 0)
		s.delete()
		Eventually(ctx, func(g Gomega) {
			ex := s.extension(g)
			g.Expect(ex.DeletionTimestamp).NotTo(BeNil())
			g.Expect(seed(otherSeedName).Client.Patch(ctx, ex, client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"finalizers":null}}`)))).To(Succeed())
		}).Should(Succeed())
		for _, resource := range s.managedResources() {
			Expect(client.IgnoreNotFound(seed(otherSeedName).Client.Delete(ctx, &resource))).To(Succeed())
		}
		s.isDeleted()
		Expect(s.status(Default).Seed).To(Equal(otherSeedName), "the entry is still there")
		began = time.Now()
		Eventually(ctx, func(g Gomega) {
			g.Expect(keyring{user, "silent"}.statuses(g)).To(Equal(map[string]string{"note": "mine"}))
		}).WithTimeout(2 * time.Minute).Should(Succeed())
		AddReportEntry("swept", fmt.Sprintf("after %s", time.Since(began).Round(time.Second)))
		Expect(namesake.status(Default).UID).To(Equal(string(namesake.get(Default).UID)), "the Shoot of the same name in another project")
	}, SpecTimeout(8*time.Minute))
})

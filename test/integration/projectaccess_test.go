// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/chartrenderer"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/version"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
)

// A fake client has the Shoots, because a kube-apiserver does not serve them. RoleBindings are real, with the identity
// and the permissions of the chart.
type bindingsAndShoots struct {
	client.Client
	shoots client.Client
}

func (c *bindingsAndShoots) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	return c.shoots.List(ctx, list, options...)
}

var _ = Describe("Access of seeds to projects", Ordered, func() {
	const project, elsewhere, identity = "garden-access", "no-access", "system:serviceaccount:kube-system:extension-admission-shoot-flux"
	var (
		admin, own, shoots client.Client
		recorder           *events.FakeRecorder
	)
	seedMay := func(seed string) func(context.Context) error {
		return func(ctx context.Context) error {
			c := impersonate("system:serviceaccount:seed-"+seed+":shoot-flux-garden", "system:serviceaccounts", "system:serviceaccounts:seed-"+seed)
			return client.IgnoreNotFound(c.Get(ctx, client.ObjectKey{Namespace: project, Name: "flux-source"}, &corev1.Secret{}))
		}
	}
	reconcileWith := func(ctx context.Context, grace time.Duration) {
		GinkgoHelper()
		c := &bindingsAndShoots{Client: own, shoots: shoots}
		reconciler := &access.Reconciler{Garden: c, Live: c, Events: recorder, GracePeriod: grace, Clock: clock.RealClock{}}
		_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: types.NamespacedName{Name: project}})
		Expect(err).NotTo(HaveOccurred())
	}
	binding := func(namespace string) *rbacv1ac.RoleBindingApplyConfiguration {
		return rbacv1ac.RoleBinding(access.Name, namespace).
			WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup(rbacv1.GroupName).WithKind("ClusterRole").WithName(access.Name)).
			WithSubjects(rbacv1ac.Subject().WithKind("ServiceAccount").WithNamespace("seed-alpha").WithName("shoot-flux-garden"))
	}
	apply := func(ctx context.Context, c client.Client, b *rbacv1ac.RoleBindingApplyConfiguration) error {
		return c.Apply(ctx, b, client.FieldOwner("test"), client.ForceOwnership, &client.ApplyOptions{DryRun: []string{metav1.DryRunAll}})
	}

	BeforeAll(func(ctx SpecContext) {
		admin, own, recorder = newClient(), impersonate(identity, "system:serviceaccounts", "system:serviceaccounts:kube-system"), events.NewFakeRecorder(10)
		for name, labels := range map[string]map[string]string{project: {"gardener.cloud/role": "project"}, elsewhere: nil} {
			Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}})).To(Succeed())
		}
		release, err := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"}).
			RenderEmbeddedFS(charts.Files(), charts.AdmissionApplication, "shoot-flux", "extension-shoot-flux", map[string]any{
				"access":   "PerProject",
				"gardener": map[string]any{"virtualCluster": map[string]any{"serviceAccount": map[string]any{"namespace": "kube-system", "name": "extension-admission-shoot-flux"}}},
			})
		Expect(err).NotTo(HaveOccurred())
		for _, manifest := range release.Manifests {
			for _, document := range documentsIn(manifest.Content) {
				Expect(admin.Apply(ctx, client.ApplyConfigurationFromUnstructured(document), client.FieldOwner("test"), client.ForceOwnership)).To(Succeed())
				DeferCleanup(func(ctx context.Context) { Expect(client.IgnoreNotFound(admin.Delete(ctx, document))).To(Succeed()) })
			}
		}
		Eventually(func() error { return apply(ctx, own, binding(elsewhere)) }, "20s").
			Should(MatchError(ContainSubstring("only in namespaces of projects")), "the policy is at work")
	})

	BeforeEach(func(ctx SpecContext) {
		scheme := admin.Scheme()
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		shoots = fake.NewClientBuilder().WithScheme(scheme).Build()
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "my-shoot"}}
		shoot.Spec.Extensions, shoot.Spec.SeedName = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}, new("alpha")
		Expect(shoots.Create(ctx, shoot)).To(Succeed())
		DeferCleanup(func(ctx context.Context) {
			Expect(client.IgnoreNotFound(admin.Delete(ctx, &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: access.Name}}))).To(Succeed())
		})
	})

	It("is granted to the seeds of the project's Shoots only", func(ctx SpecContext) {
		reconcileWith(ctx, time.Hour)
		Eventually(ctx, seedMay("alpha")).Should(Succeed())
		Expect(apierrors.IsForbidden(seedMay("beta")(ctx))).To(BeTrue())
		Expect(own.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "flux-source"}})).
			To(MatchError(ContainSubstring("forbidden")), "who binds the role does not have its rights")

		By("moving the Shoot to the other seed")
		moved := &gardencorev1beta1.Shoot{}
		Expect(shoots.Get(ctx, client.ObjectKey{Namespace: project, Name: "my-shoot"}, moved)).To(Succeed())
		moved.Spec.SeedName, moved.Status.SeedName = new("beta"), new("alpha")
		moved.Status.ObservedGeneration = moved.Generation
		moved.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
		Expect(shoots.Update(ctx, moved)).To(Succeed())
		reconcileWith(ctx, time.Hour)
		Eventually(ctx, seedMay("beta")).Should(Succeed())
		Expect(seedMay("alpha")(ctx)).To(Succeed())

		moved.Status.SeedName = new("beta")
		Expect(shoots.Update(ctx, moved)).To(Succeed())
		reconcileWith(ctx, time.Hour)
		Consistently(ctx, seedMay("alpha"), "1s").Should(Succeed(), "the grace period")
		reconcileWith(ctx, 0)
		Eventually(ctx, func() bool { return apierrors.IsForbidden(seedMay("alpha")(ctx)) }).Should(BeTrue())
		Expect(seedMay("beta")(ctx)).To(Succeed())
	})

	It("is restored after a deletion or change", func(ctx SpecContext) {
		reconcileWith(ctx, time.Hour)
		found := &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: access.Name}}
		Expect(admin.Delete(ctx, found)).To(Succeed())
		reconcileWith(ctx, time.Hour)
		Expect(admin.Get(ctx, client.ObjectKeyFromObject(found), found)).To(Succeed())
		found.Subjects, found.Labels = nil, nil
		Expect(admin.Update(ctx, found)).To(Succeed())
		reconcileWith(ctx, time.Hour)
		Eventually(ctx, seedMay("alpha")).Should(Succeed())
	})

	It("does not overwrite a RoleBinding of another creator", func(ctx SpecContext) {
		foreign := &rbacv1.RoleBinding{
			ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: access.Name},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "view"},
		}
		Expect(admin.Create(ctx, foreign)).To(Succeed())
		reconcileWith(ctx, time.Hour)
		Expect(recorder.Events).To(Receive(ContainSubstring("AccessNotGranted")))
		after := &rbacv1.RoleBinding{}
		Expect(admin.Get(ctx, client.ObjectKeyFromObject(foreign), after)).To(Succeed())
		Expect(after.ResourceVersion).To(Equal(foreign.ResourceVersion))
	})

	DescribeTable("cannot be granted by the identity of the garden controller",
		func(ctx SpecContext, change func(*rbacv1ac.RoleBindingApplyConfiguration), message string) {
			Expect(apply(ctx, own, binding(project))).To(Succeed(), "as it is, it is allowed")
			b := binding(project)
			change(b)
			Expect(apply(ctx, own, b)).To(MatchError(ContainSubstring(message)))
		},
		Entry("to a user", func(b *rbacv1ac.RoleBindingApplyConfiguration) {
			b.WithSubjects(rbacv1ac.Subject().WithAPIGroup(rbacv1.GroupName).WithKind("User").WithName("eve"))
		}, "only to ServiceAccounts shoot-flux-garden in namespaces seed-"),
		Entry("to another ServiceAccount of a seed", func(b *rbacv1ac.RoleBindingApplyConfiguration) { b.Subjects[0].WithName("default") },
			"only to ServiceAccounts shoot-flux-garden in namespaces seed-"),
		Entry("to a ServiceAccount of a project", func(b *rbacv1ac.RoleBindingApplyConfiguration) { b.Subjects[0].WithNamespace(project) },
			"only to ServiceAccounts shoot-flux-garden in namespaces seed-"),
		Entry("outside of projects", func(b *rbacv1ac.RoleBindingApplyConfiguration) { b.WithNamespace(elsewhere) }, "only in namespaces of projects"),
		Entry("with another role", func(b *rbacv1ac.RoleBindingApplyConfiguration) { b.RoleRef.WithName("cluster-admin") }, "forbidden"),
		Entry("under another name", func(b *rbacv1ac.RoleBindingApplyConfiguration) { b.WithName("other") }, "forbidden"),
	)

	It("can be granted to seeds by the garden controller only", func(ctx SpecContext) {
		b := binding(project)
		b.Subjects[0].WithNamespace(project)
		Expect(apply(ctx, admin, b)).To(MatchError(ContainSubstring("only to ServiceAccounts shoot-flux-garden in namespaces seed-")))
	})
})

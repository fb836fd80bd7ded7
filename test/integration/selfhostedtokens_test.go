// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// shootGardenlet returns a client with the identity of the gardenlet of a self-hosted Shoot.
func shootGardenlet(project, shoot string) client.Client {
	GinkgoHelper()
	return impersonate("gardener.cloud:system:shoot:"+project+":"+shoot, "gardener.cloud:system:shoots")
}

// requestToken requests a token of a ServiceAccount, as gardenlet does.
func requestToken(ctx context.Context, c client.Client, namespace, name string) (*authenticationv1.TokenRequest, error) {
	request := &authenticationv1.TokenRequest{}
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	return request, c.SubResource("token").Create(ctx, account, request)
}

var _ = Describe("Tokens of self-hosted Shoots", Ordered, func() {
	const (
		project, other    = "garden-tokens", "garden-tokens-other"
		account, unlike   = "extension-shoot--root--shoot-flux-garden", "extension-shoot--root--networking-cilium"
		member            = "member-with-all-permissions"
		accountAnnotation = "kubernetes.io/service-account.name"
	)
	var admin client.Client

	tokenSecret := func(name, of string) *corev1.Secret {
		return &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: name, Annotations: map[string]string{accountAnnotation: of}, Finalizers: []string{"example.com/kept"}},
			Type:       corev1.SecretTypeServiceAccountToken,
		}
	}
	create := func(ctx context.Context, secret *corev1.Secret) error {
		return impersonate(member).Create(ctx, secret, client.DryRunAll)
	}
	of := func(account string) client.Patch {
		return keyPatch(`{"metadata":{"annotations":{%q:%q}}}`, accountAnnotation, account)
	}

	BeforeAll(func(ctx SpecContext) {
		admin = newClient()
		for _, name := range []string{project, other} {
			Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"gardener.cloud/role": "project"}}})).To(Succeed())
			for _, account := range []string{account, unlike} {
				Expect(admin.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: name, Name: account}})).To(Succeed())
			}
		}
		// The API server may still apply a policy that another test has removed.
		for name, of := range map[string]string{"older": account, "unlike": unlike} {
			Eventually(func() error { return admin.Create(ctx, tokenSecret(name, of)) }, "20s").Should(Succeed())
		}
		// What is refused below is refused by the policy.
		group := func(name string) *rbacv1ac.SubjectApplyConfiguration {
			return rbacv1ac.Subject().WithAPIGroup("rbac.authorization.k8s.io").WithKind("Group").WithName(name)
		}
		binding := rbacv1ac.ClusterRoleBinding("self-hosted-tokens-test").
			WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup("rbac.authorization.k8s.io").WithKind("ClusterRole").WithName("cluster-admin")).
			WithSubjects(group("gardener.cloud:system:shoots"), group("system:serviceaccounts:"+project),
				rbacv1ac.Subject().WithAPIGroup("rbac.authorization.k8s.io").WithKind("User").WithName(member),
				rbacv1ac.Subject().WithAPIGroup("rbac.authorization.k8s.io").WithKind("User").WithName("gardener.cloud:system:shoot:"+project+":root"))
		Expect(admin.Apply(ctx, binding, client.FieldOwner("test"))).To(Succeed())
		DeferCleanup(func(ctx context.Context) {
			Expect(client.IgnoreNotFound(admin.Delete(ctx, &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "self-hosted-tokens-test"}}))).To(Succeed())
		})
		applyGardenChart(ctx)
		Eventually(func() error { return create(ctx, tokenSecret("mine", account)) }, "20s").Should(MatchError(ContainSubstring("no Secret may have a token")), "the policy is at work")
	})

	DescribeTable("are given to gardenlet only, if requested by",
		func(ctx SpecContext, requester func() client.Client, namespace, account, refusal string) {
			request, err := requestToken(ctx, requester(), namespace, account)
			if refusal == "" {
				Expect(err).NotTo(HaveOccurred())
				Expect(request.Status.Token).NotTo(BeEmpty())
				return
			}
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring(refusal)))
			Expect(request.Status.Token).To(BeEmpty())
		},
		Entry("the gardenlet of the Shoot", func() client.Client { return shootGardenlet(project, "root") }, project, account, ""),
		Entry("the gardenlet of another Shoot of the project", func() client.Client { return shootGardenlet(project, "leaf") }, project, account, "only the gardenlet of the Shoot"),
		Entry("the gardenlet of a Shoot with this name in another project", func() client.Client { return shootGardenlet(other, "root") }, project, account, "only the gardenlet of the Shoot"),
		Entry("a user who has only the name of the gardenlet", func() client.Client { return impersonate("gardener.cloud:system:shoot:" + project + ":root") }, project, account, "only the gardenlet of the Shoot"),
		Entry("a member of the project", func() client.Client { return impersonate(member) }, project, account, "only the gardenlet of the Shoot"),
		Entry("an administrator of the garden", func() client.Client { return admin }, project, account, "only the gardenlet of the Shoot"),
		Entry("another extension of the Shoot, which Gardener's authorizer allows", func() client.Client {
			return impersonate("system:serviceaccount:"+project+":"+unlike, "system:serviceaccounts", "system:serviceaccounts:"+project)
		}, project, account, "only the gardenlet of the Shoot"),
		Entry("a member, but for an account that is not ours", func() client.Client { return impersonate(member) }, project, unlike, ""),
	)

	DescribeTable("are in no Secret that is created with",
		func(ctx SpecContext, kind corev1.SecretType, account string, refused bool) {
			secret := tokenSecret("mine", account)
			secret.Type = kind
			err := create(ctx, secret)
			if !refused {
				Expect(err).NotTo(HaveOccurred())
				return
			}
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring("no Secret may have a token of the ServiceAccount " + account)))
		},
		Entry("the type that Kubernetes fills with a token", corev1.SecretTypeServiceAccountToken, account, true),
		Entry("this type for an account that is not ours", corev1.SecretTypeServiceAccountToken, unlike, false),
		Entry("another type", corev1.SecretTypeOpaque, account, false),
	)

	It("are in no Secret that had a token of another account", func(ctx SpecContext) {
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "unlike"}}
		Expect(impersonate(member).Patch(ctx, secret, of(account))).To(MatchError(ContainSubstring("no Secret may have a token of the ServiceAccount " + account)))
		Expect(impersonate(member).Patch(ctx, secret, keyPatch(`{"metadata":{"finalizers":null}}`))).To(Succeed())
	})

	It("can be removed where they were before the policy", func(ctx SpecContext) {
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "older"}}
		Expect(impersonate(member).Delete(ctx, secret)).To(Succeed())
		Expect(impersonate(member).Patch(ctx, secret, keyPatch(`{"metadata":{"finalizers":null}}`))).To(Succeed())
		Expect(apierrors.IsNotFound(admin.Get(ctx, client.ObjectKeyFromObject(secret), secret))).To(BeTrue())
	})
})

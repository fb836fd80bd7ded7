// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("Roles and policy for deploy keys in the garden", Ordered, func() {
	const project, elsewhere = "garden-keypolicy", "no-project-keypolicy"
	var admin, own client.Client

	key := func(namespace string) *corev1.Secret {
		return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-source"}}
	}
	patchKey := func(patch string) func(context.Context, client.Client) error {
		return func(ctx context.Context, c client.Client) error {
			return c.Patch(ctx, key(project), keyPatch("%s", patch))
		}
	}

	BeforeAll(func(ctx SpecContext) {
		admin = newClient()
		own = impersonate("system:serviceaccount:kube-system:extension-admission-shoot-flux", "system:serviceaccounts", "system:serviceaccounts:kube-system")
		for name, labels := range map[string]map[string]string{project: {"gardener.cloud/role": "project"}, elsewhere: nil} {
			Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}})).To(Succeed())
			for _, object := range []*corev1.Secret{key(name), {ObjectMeta: metav1.ObjectMeta{Namespace: name, Name: "flux-git-host"}}} {
				object.Data = map[string][]byte{"identity": []byte("now"), "next.identity": []byte("next"), "known_hosts": []byte("h"), "token": []byte("t")}
				Expect(admin.Create(ctx, object)).To(Succeed())
			}
		}
		applyGardenChartWith(ctx, withAdmission())
		Eventually(func() error { return own.Patch(ctx, key(elsewhere), keyPatch(`{"data":{"known_hosts":"eA=="}}`)) }, "20s").
			Should(MatchError(ContainSubstring("only in namespaces of projects")), "the policy is at work")
	})

	BeforeEach(func(ctx SpecContext) {
		Expect(admin.Patch(ctx, key(project), keyPatch(`{"data":{"identity":"bm93","next.identity":"bmV4dA==","known_hosts":"aA=="},"metadata":{"annotations":null}}`))).To(Succeed())
	})

	DescribeTable("allow the garden controller to",
		func(ctx SpecContext, act func(context.Context, client.Client) error) {
			Expect(act(ctx, own)).To(Succeed())
		},
		Entry("read the key", func(ctx context.Context, c client.Client) error {
			return c.Get(ctx, client.ObjectKeyFromObject(key(project)), key(project))
		}),
		Entry("read the token of the Git host", func(ctx context.Context, c client.Client) error {
			return c.Get(ctx, client.ObjectKey{Namespace: project, Name: "flux-git-host"}, &corev1.Secret{})
		}),
		Entry("annotate the key", patchKey(`{"metadata":{"annotations":{"flux.extensions.gardener.cloud/registration":"{}"}}}`)),
		Entry("pin host keys", patchKey(`{"data":{"known_hosts":"aGg="}}`)),
		Entry("replace the next key", patchKey(`{"data":{"next.identity":"eA=="}}`)),
		Entry("replace the current key by the next one", patchKey(`{"data":{"identity":"bmV4dA==","next.identity":null}}`)),
		Entry("remove the next key", patchKey(`{"data":{"next.identity":null}}`)),
	)

	DescribeTable("do not allow the garden controller to",
		func(ctx SpecContext, act func(context.Context, client.Client) error, message string) {
			err := act(ctx, own)
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring(message)))
			present := key(project)
			Expect(admin.Get(ctx, client.ObjectKeyFromObject(present), present)).To(Succeed())
			Expect(present.Data).To(HaveKeyWithValue("identity", []byte("now")))
		},
		Entry("remove the key", patchKey(`{"data":{"identity":null}}`), "stays as it is"),
		Entry("empty the key", patchKey(`{"data":{"identity":""}}`), "stays as it is"),
		Entry("remove all data", patchKey(`{"data":null}`), "stays as it is"),
		Entry("replace the key by one that was not prepared", patchKey(`{"data":{"identity":"b3RoZXI="}}`), "stays as it is"),
		Entry("replace the current key and the next one together", patchKey(`{"data":{"identity":"b3RoZXI=","next.identity":"b3RoZXI="}}`), "stays as it is"),
		Entry("set an owner reference", patchKey(`{"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"x","uid":"x"}]}}`), "an owner"),
		Entry("write a key outside of projects", func(ctx context.Context, c client.Client) error {
			return c.Patch(ctx, key(elsewhere), keyPatch(`{"data":{"known_hosts":"eA=="}}`))
		}, "only in namespaces of projects"),
		Entry("delete the Secret with the key", func(ctx context.Context, c client.Client) error { return c.Delete(ctx, key(project)) }, "cannot delete"),
		Entry("write the token", func(ctx context.Context, c client.Client) error {
			return c.Patch(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "flux-git-host"}}, keyPatch(`{}`))
		}, "cannot patch"),
		Entry("read all Secrets", func(ctx context.Context, c client.Client) error { return c.List(ctx, &corev1.SecretList{}) }, "cannot list"),
	)

	It("refuse an empty key, even if an empty next key was prepared", func(ctx SpecContext) {
		Expect(admin.Patch(ctx, key(project), keyPatch(`{"data":{"next.identity":""}}`))).To(Succeed())
		Expect(own.Patch(ctx, key(project), keyPatch(`{"data":{"identity":""}}`))).To(MatchError(ContainSubstring("must not be removed")))
	})

	It("do not restrict members of the project", func(ctx SpecContext) {
		Expect(admin.Patch(ctx, key(project), keyPatch(`{"data":{"identity":"b3RoZXI="}}`))).To(Succeed())
		Expect(admin.Delete(ctx, key(project))).To(Succeed())
		Expect(admin.Create(ctx, key(project))).To(Succeed())
	})
})

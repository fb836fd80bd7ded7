// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

var _ = Describe("Deploy keys of additional sources in the garden", Ordered, func() {
	const project, elsewhere = "garden-sourcekeys", "no-project-sourcekeys"
	var admin, own client.Client

	object := func(namespace string) *corev1.Secret {
		return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-source-keys"}}
	}
	stored := func(ctx context.Context) *corev1.Secret {
		GinkgoHelper()
		secret := object(project)
		Expect(admin.Get(ctx, client.ObjectKeyFromObject(secret), secret)).To(Succeed())
		return secret
	}
	add := func(ctx context.Context, c client.Client, namespace, source string) (bool, error) {
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		if err != nil {
			return false, err
		}
		return secrets.NewStore(c, rand.Reader, clock.RealClock{}).OfSource(source).Add(ctx, namespace, key)
	}

	BeforeAll(func(ctx SpecContext) {
		admin = newClient()
		own = impersonate("system:serviceaccount:kube-system:extension-admission-shoot-flux", "system:serviceaccounts", "system:serviceaccounts:kube-system")
		for name, labels := range map[string]map[string]string{project: {"gardener.cloud/role": "project"}, elsewhere: nil} {
			Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}})).To(Succeed())
		}
		applyGardenChartWith(ctx, withAdmission())
		Expect(admin.Create(ctx, object(elsewhere))).To(Succeed())
		Eventually(func() error { return own.Patch(ctx, object(elsewhere), keyPatch(`{"data":{"a.known_hosts":"eA=="}}`)) }, "20s").
			Should(MatchError(ContainSubstring("only in namespaces of projects")), "the policy is at work")
	})

	It("are added by the garden controller without replacing existing keys", func(ctx SpecContext) {
		var (
			running sync.WaitGroup
			mutex   sync.Mutex
			added   = map[string]int{}
		)
		for i := range 8 {
			running.Go(func() {
				defer GinkgoRecover()
				source := fmt.Sprintf("s%d", i%4)
				Eventually(func() error {
					done, err := add(ctx, own, project, source)
					if done {
						mutex.Lock()
						defer mutex.Unlock()
						added[source]++
					}
					return err
				}).Should(Succeed())
			})
		}
		running.Wait()
		Expect(added).To(Equal(map[string]int{"s0": 1, "s1": 1, "s2": 1, "s3": 1}))
		Expect(stored(ctx).Data).To(HaveLen(8))
	})

	It("are rotated by the garden controller without changing other keys", func(ctx SpecContext) {
		before := stored(ctx)
		for _, operation := range []string{"start", "complete"} {
			Expect(admin.Patch(ctx, object(project), keyPatch(`{"metadata":{"annotations":{"s1.flux.extensions.gardener.cloud/operation":"rotate-deploy-key-%s"}}}`, operation))).To(Succeed())
			done, err := secrets.NewStore(own, rand.Reader, clock.RealClock{}).OfSource("s1").Rotate(ctx, project, secrets.RotationTerms{Algorithm: "ed25519"})
			Expect(err).NotTo(HaveOccurred())
			Expect(done.Refusal).To(BeEmpty())
		}
		after := stored(ctx)
		Expect(after.Data["s1.identity"]).NotTo(Equal(before.Data["s1.identity"]))
		for name, value := range before.Data {
			if name != "s1.identity" && name != "s1.identity.pub" {
				Expect(after.Data).To(HaveKeyWithValue(name, value))
			}
		}
	})

	DescribeTable("are protected from the garden controller and the seeds",
		func(ctx SpecContext, act func(context.Context) error, message string) {
			before := stored(ctx)
			err := act(ctx)
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(stored(ctx)).To(Equal(before))
		},
		Entry("removal of one key", func(ctx context.Context) error {
			return own.Patch(ctx, object(project), keyPatch(`{"data":{"s0.identity":null}}`))
		}, "stays as it is"),
		Entry("removal of all keys", func(ctx context.Context) error { return own.Patch(ctx, object(project), keyPatch(`{"data":null}`)) }, "stays as it is"),
		Entry("replacement by a key that was not prepared", func(ctx context.Context) error {
			return own.Patch(ctx, object(project), keyPatch(`{"data":{"s0.identity":"eA=="}}`))
		}, "stays as it is"),
		Entry("owner reference", func(ctx context.Context) error {
			return own.Patch(ctx, object(project), keyPatch(`{"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"x","uid":"x"}]}}`))
		}, "an owner"),
		Entry("creation outside of projects", func(ctx context.Context) error {
			Expect(admin.Delete(ctx, object(elsewhere))).To(Succeed())
			_, err := add(ctx, own, elsewhere, "a")
			return err
		}, "only in namespaces of projects"),
		Entry("deletion of the Secret", func(ctx context.Context) error { return own.Delete(ctx, object(project)) }, "cannot delete"),
		Entry("write by a seed", func(ctx context.Context) error {
			seed := impersonate("system:serviceaccount:seed-alpha:shoot-flux-garden", "system:serviceaccounts", "system:serviceaccounts:seed-alpha")
			return seed.Patch(ctx, object(project), keyPatch(`{"metadata":{"annotations":{"x":"y"}}}`))
		}, "cannot patch"),
	)

	It("can be removed by the project", func(ctx SpecContext) {
		Expect(admin.Patch(ctx, object(project), keyPatch(`{"data":{"s0.identity":null,"s0.identity.pub":null}}`))).To(Succeed())
		Expect(admin.Delete(ctx, object(project))).To(Succeed())
	})
})

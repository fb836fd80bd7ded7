// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

var _ = Describe("Secrets of a source, with the versions and times of a kube-apiserver", Ordered, func() {
	const manager = client.FieldOwner("gardener-resource-manager")
	var (
		shoot  client.Client
		secret *corev1.Secret
		source observe.Source
	)

	read := func(ctx context.Context, known string) (string, bool) {
		GinkgoHelper()
		secrets, changed, err := observe.ReadSecrets(ctx, shoot, observe.Sync{Source: types.NamespacedName{Namespace: secret.Namespace, Name: "flux-system"}}, &source, known, time.Now())
		Expect(err).NotTo(HaveOccurred())
		Expect(secrets).NotTo(BeEmpty())
		return secrets, changed
	}

	BeforeAll(func(ctx SpecContext) {
		shoot = newClient()
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "source-secrets-"}}
		Expect(shoot.Create(ctx, namespace)).To(Succeed())
		secret = &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{
				Namespace: namespace.Name, Name: "key", Annotations: map[string]string{"resources.gardener.cloud/origin": "garden:seed/shoot--demo--a/extension-shoot-flux-config"},
			},
			StringData: map[string]string{"username": "a", "password": "a"},
		}
		Expect(shoot.Create(ctx, secret, manager)).To(Succeed())
		source = observe.Source{CreatedAt: secret.CreationTimestamp.Time, Interval: time.Minute, Timeout: time.Minute, SecretNames: []string{secret.Name}}
	})

	It("do not count as changed at first, nor after an update without a change", func(ctx SpecContext) {
		before, changed := read(ctx, "")
		Expect(changed).To(BeFalse())
		Expect(shoot.Update(ctx, secret, manager)).To(Succeed())
		after, changed := read(ctx, before)
		Expect(changed).To(BeFalse())
		Expect(after).To(Equal(before))
	})

	It("count as changed after the removal of a key, although no time tells it", func(ctx SpecContext) {
		before, _ := read(ctx, "")
		delete(secret.Data, "username")
		Expect(shoot.Update(ctx, secret, manager)).To(Succeed())
		_, changed := read(ctx, before)
		Expect(changed).To(BeTrue())
		_, changed = read(ctx, "")
		Expect(changed).To(BeFalse(), "the reason why the versions of the last read are compared")
	})

	It("count as changed after an update in a later second than the creation of the source", func(ctx SpecContext) {
		Eventually(ctx, func() bool {
			secret.StringData = map[string]string{"password": time.Now().String()}
			Expect(shoot.Update(ctx, secret, manager)).To(Succeed())
			_, changed := read(ctx, "")
			return changed
		}, "20s", "200ms").Should(BeTrue())
	})
})

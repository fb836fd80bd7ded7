// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"crypto/rand"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

var _ = Describe("secrets.Store", func() {
	var (
		c         client.Client
		namespace string
	)

	BeforeEach(func(ctx SpecContext) {
		c = newClient()
		object := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "garden-"}}
		Expect(c.Create(ctx, object)).To(Succeed())
		namespace = object.Name
	})

	It("returns the same key to 200 concurrent callers without a stored key", func(ctx SpecContext) {
		var (
			mutex   sync.Mutex
			keys    = map[string]int{}
			start   = make(chan struct{})
			callers sync.WaitGroup
			created int
		)
		clients := []client.Client{newClient(), newClient()}
		for i := range 200 {
			store := secrets.NewStore(clients[i%len(clients)], rand.Reader, clock.RealClock{})
			callers.Go(func() {
				defer GinkgoRecover()
				<-start
				key, isNew, err := getOrCreate(ctx, store, namespace, fluxv1alpha1.KeyAlgorithmEd25519)
				Expect(err).NotTo(HaveOccurred())
				mutex.Lock()
				defer mutex.Unlock()
				keys[string(key.Identity)]++
				if isNew {
					created++
				}
			})
		}
		close(start)
		callers.Wait()

		Expect(keys).To(HaveLen(1))
		Expect(created).To(Equal(1), "one caller has created it")
		stored := &corev1.Secret{}
		Expect(c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-source"}, stored)).To(Succeed())
		Expect(keys).To(HaveKeyWithValue(string(stored.Data["identity"]), 200))
		Expect(stored.Annotations).To(HaveKeyWithValue("flux.extensions.gardener.cloud/public-key", HavePrefix("ssh-ed25519 ")))
		Expect(stored.Annotations).To(HaveKeyWithValue("flux.extensions.gardener.cloud/fingerprint", HavePrefix("SHA256:")))
	})

	It("never overwrites an existing Secret, even if it is damaged", func(ctx SpecContext) {
		existing := &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-source"},
			Data:       map[string][]byte{"identity": []byte("not a key")},
		}
		Expect(c.Create(ctx, existing)).To(Succeed())

		_, _, err := getOrCreate(ctx, secrets.NewStore(c, rand.Reader, clock.RealClock{}), namespace, fluxv1alpha1.KeyAlgorithmEd25519)
		Expect(err).To(BeAssignableToTypeOf(&keypair.DamagedKeyError{}))

		after := &corev1.Secret{}
		Expect(c.Get(ctx, client.ObjectKeyFromObject(existing), after)).To(Succeed())
		Expect(after.ResourceVersion).To(Equal(existing.ResourceVersion))
	})
})

// getOrCreate handles the key of a project like a reconciliation.
func getOrCreate(ctx context.Context, store *secrets.Store, namespace string, algorithm fluxv1alpha1.KeyAlgorithm) (keypair.DeployKey, bool, error) {
	key, err := store.Get(ctx, namespace)
	if !apierrors.IsNotFound(err) {
		return key, false, err
	}
	generated, err := store.Generate(algorithm)
	if err != nil {
		return keypair.DeployKey{}, false, err
	}
	return store.Create(ctx, namespace, generated)
}

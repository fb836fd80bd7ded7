// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

var _ = Describe("Deploy keys of additional sources", func() {
	const own = ".flux.extensions.gardener.cloud/"
	var (
		garden client.Client
		store  *Store
	)
	BeforeEach(func() {
		garden = fakeclient.NewClientBuilder().Build()
		store = NewStore(garden, rand.Reader, testclock.NewFakePassiveClock(time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)))
	})
	stored := func(ctx context.Context) *corev1.Secret {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source-keys"}, secret)).To(Succeed())
		return secret
	}
	add := func(ctx context.Context, name string) keypair.DeployKey {
		GinkgoHelper()
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		Expect(store.OfSource(name).Add(ctx, "garden-demo", key)).To(BeTrue())
		return key
	}
	ask := func(ctx context.Context, name, operation string) Rotation {
		GinkgoHelper()
		secret := stored(ctx)
		metav1.SetMetaDataAnnotation(&secret.ObjectMeta, name+own+"operation", operation)
		Expect(garden.Update(ctx, secret)).To(Succeed())
		done, err := store.OfSource(name).Rotate(ctx, "garden-demo", RotationTerms{Algorithm: "ed25519"})
		Expect(err).NotTo(HaveOccurred())
		return done
	}

	It("are added without replacing each other", func(ctx SpecContext) {
		_, err := store.OfSource("a").Get(ctx, "garden-demo")
		Expect(err).To(MatchError(apierrors.IsNotFound, "IsNotFound"))
		a, b := add(ctx, "a"), add(ctx, "next")
		secret := stored(ctx)
		Expect(secret.Type).To(Equal(corev1.SecretTypeOpaque))
		Expect(secret.Data).To(Equal(map[string][]byte{
			"a.identity": a.Identity, "a.identity.pub": []byte(a.PublicKey + "\n"), "next.identity": b.Identity, "next.identity.pub": []byte(b.PublicKey + "\n"),
		}))
		Expect(secret.Annotations).To(HaveLen(6))
		Expect(secret.Annotations).To(HaveKeyWithValue("next"+own+"fingerprint", b.Fingerprint))
		Expect(store.OfSource("a").Add(ctx, "garden-demo", b)).To(BeFalse())
		Expect(stored(ctx)).To(Equal(secret))
		found, err := store.OfSources(ctx, "garden-demo", []string{"a", "missing"})
		Expect(err).NotTo(HaveOccurred())
		Expect(found).To(HaveLen(1))
		Expect(found["a"].Fingerprint).To(Equal(a.Fingerprint))
	})

	It("are rotated separately", func(ctx SpecContext) {
		a, b := add(ctx, "a"), add(ctx, "b")
		// An entry may have the name with which the data of the next key begins.
		c := add(ctx, "next")
		Expect(ask(ctx, "a", "rotate-deploy-key-start").Refusal).To(BeEmpty())
		next := stored(ctx).Data["a.next.identity"]
		Expect(next).NotTo(BeEmpty())
		Expect(ask(ctx, "a", "rotate-deploy-key-complete").Refusal).To(BeEmpty())
		secret := stored(ctx)
		Expect(secret.Data["a.identity"]).To(Equal(next))
		Expect(secret.Data["b.identity"]).To(Equal(b.Identity))
		Expect(secret.Data["next.identity"]).To(Equal(c.Identity))
		Expect(secret.Annotations).To(And(HaveKeyWithValue("a"+own+"previous-fingerprint", a.Fingerprint), HaveKeyWithValue("b"+own+"fingerprint", b.Fingerprint), Not(HaveKey("a"+own+"operation"))))
		Expect(store.OfSource("b").Retire(ctx, "garden-demo", a.Fingerprint)).To(BeFalse())
		Expect(store.OfSource("a").Retire(ctx, "garden-demo", a.Fingerprint)).To(BeTrue())
		Expect(stored(ctx).Annotations).NotTo(HaveKey("a" + own + "previous-fingerprint"))
		Expect(stored(ctx).Data).To(HaveLen(6))
	})

	It("have their own host keys", func(ctx SpecContext) {
		add(ctx, "a")
		add(ctx, "b")
		Expect(store.OfSource("a").PinHostKeys(ctx, "garden-demo", "ssh://git@git.example.com/o/a", []byte("git.example.com "+exampleKey+"\n"))).To(BeTrue())
		Expect(store.OfSource("a").LacksHostKeys(ctx, "garden-demo", "ssh://git@git.example.com/o/a")).To(BeFalse())
		Expect(store.OfSource("b").LacksHostKeys(ctx, "garden-demo", "ssh://git@git.example.com/o/a")).To(BeTrue())
		Expect(stored(ctx).Data).To(HaveKey("a.known_hosts"))
	})

	It("are not overwritten if one is damaged", func(ctx SpecContext) {
		add(ctx, "a")
		secret := stored(ctx)
		secret.Data["a.identity"] = []byte("s3cret")
		Expect(garden.Update(ctx, secret)).To(Succeed())
		_, err := store.OfSources(ctx, "garden-demo", []string{"a"})
		Expect(err).To(MatchError(And(ContainSubstring("Secret garden-demo/flux-source-keys, deploy key of source a: "), ContainSubstring("remove a.identity from the Secret"), Not(ContainSubstring("s3cret")))))
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		Expect(store.OfSource("a").Add(ctx, "garden-demo", key)).To(BeFalse())
		Expect(ask(ctx, "a", "rotate-deploy-key-start").Refusal).To(ContainSubstring("a damaged key is never overwritten: Secret garden-demo/flux-source-keys, deploy key of source a: "))
	})

	It("are limited in number, including unused keys", func(ctx SpecContext) {
		for i := range 20 {
			add(ctx, fmt.Sprintf("s%d", i))
		}
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		_, err = store.OfSource("more").Add(ctx, "garden-demo", key)
		Expect(err).To(MatchError(ErrTooManyKeys))
		Expect(stored(ctx).Data).To(HaveLen(40))
	})

	It("are not added to an immutable Secret", func(ctx SpecContext) {
		add(ctx, "a")
		secret := stored(ctx)
		secret.Immutable = ptr.To(true)
		Expect(garden.Update(ctx, secret)).To(Succeed())
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		_, err = store.OfSource("b").Add(ctx, "garden-demo", key)
		Expect(err).To(MatchError(ErrKeysImmutable))
	})
})

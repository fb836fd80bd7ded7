// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets_test

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	testclock "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

const (
	group    = "flux.extensions.gardener.cloud/"
	start    = "rotate-deploy-key-start"
	complete = "rotate-deploy-key-complete"
	abort    = "rotate-deploy-key-abort"
)

// vault is a garden with one deploy key Secret.
type vault struct {
	client.Client
	store *Store
	clock *testclock.FakeClock
	// patches counts the writes, and refuse is what happens to the next of them.
	patches int
	refuse  func(write func() error) error
}

func newVault(secret *corev1.Secret) *vault {
	v := &vault{clock: testclock.NewFakeClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))}
	v.Client = fake.NewClientBuilder().WithObjects(secret).WithInterceptorFuncs(interceptor.Funcs{
		Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, opts ...client.PatchOption) error {
			v.patches++
			write := func() error { return c.Patch(ctx, o, p, opts...) }
			if refuse := v.refuse; refuse != nil {
				v.refuse = nil
				return refuse(write)
			}
			return write()
		},
	}).Build()
	v.store = NewStore(v.Client, rand.Reader, v.clock)
	return v
}

func (v *vault) secret(ctx context.Context) *corev1.Secret {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(v.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
	return secret
}

// change changes the Secret as a user does.
func (v *vault) change(ctx context.Context, change func(*corev1.Secret)) {
	GinkgoHelper()
	secret := v.secret(ctx)
	change(secret)
	Expect(v.Update(ctx, secret)).To(Succeed())
}

func (v *vault) request(ctx context.Context, operation string) {
	GinkgoHelper()
	v.change(ctx, func(secret *corev1.Secret) {
		metav1.SetMetaDataAnnotation(&secret.ObjectMeta, group+"operation", operation)
	})
}

// does requests the operation and expects that it is done.
func (v *vault) does(ctx context.Context, operation string, terms RotationTerms) Rotation {
	GinkgoHelper()
	v.request(ctx, operation)
	done, err := v.store.Rotate(ctx, "garden-demo", terms)
	Expect(err).NotTo(HaveOccurred())
	Expect(done.Refusal).To(BeEmpty())
	Expect(done.Operation).To(Equal(operation))
	return done
}

func fromUser() *corev1.Secret {
	GinkgoHelper()
	key, err := keypair.GenerateDeployKey(rand.Reader, "ecdsa-p384")
	Expect(err).NotTo(HaveOccurred())
	return &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source"},
		Data: map[string][]byte{
			"identity": key.Identity, "identity.pub": []byte(key.PublicKey), "known_hosts": []byte("h " + exampleKey), "password": []byte("left over"), "mine": []byte("x"),
		},
	}
}

var _ = Describe("Rotation", func() {
	terms := RotationTerms{Algorithm: "ed25519"}

	It("adds the next key, then replaces the current key with it, and drops the old private key", func(ctx SpecContext) {
		v := newVault(fromUser())
		before := v.secret(ctx)
		present, err := keypair.ParseDeployKey(before.Data)
		Expect(err).NotTo(HaveOccurred())

		By("start")
		prepared := v.does(ctx, start, terms)
		secret := v.secret(ctx)
		Expect(v.patches).To(Equal(1))
		for name, value := range before.Data {
			Expect(secret.Data).To(HaveKeyWithValue(name, value))
		}
		next, ok, err := keypair.ParseNextDeployKey(secret.Data)
		Expect(err).NotTo(HaveOccurred())
		Expect(ok).To(BeTrue())
		Expect(next.Algorithm).To(BeEquivalentTo("ed25519"))
		Expect(secret.Annotations).To(Equal(map[string]string{
			group + "public-key": present.PublicKey, group + "fingerprint": present.Fingerprint,
			group + "next-public-key": next.PublicKey, group + "next-fingerprint": next.Fingerprint, group + "next-generated-at": "2026-11-21T12:00:00Z",
		}), "a key that was made elsewhere is of unknown age")
		Expect(prepared.PublicKey).To(Equal(next.PublicKey))

		By("complete")
		v.clock.Step(time.Hour)
		done := v.does(ctx, complete, terms)
		secret = v.secret(ctx)
		Expect(v.patches).To(Equal(2))
		Expect(secret.Data).To(Equal(map[string][]byte{
			"identity": next.Identity, "identity.pub": []byte(next.PublicKey + "\n"), "known_hosts": before.Data["known_hosts"], "mine": []byte("x"),
		}), "the passphrase belonged to the previous key")
		Expect(secret.Annotations).To(Equal(map[string]string{
			group + "public-key": next.PublicKey, group + "fingerprint": next.Fingerprint, group + "generated-at": "2026-11-21T12:00:00Z",
			group + "previous-public-key": present.PublicKey, group + "previous-fingerprint": present.Fingerprint,
			group + "rotated-at": "2026-11-21T13:00:00Z",
		}))
		Expect(done.Fingerprint).To(Equal(next.Fingerprint))
		key, _, err := getOrCreate(ctx, v.store, "garden-demo", "ed25519")
		Expect(err).NotTo(HaveOccurred())
		Expect(key.RotatedAt).To(Equal("2026-11-21T13:00:00Z"))

		By("the previous key is not used any more")
		Expect(v.store.Retire(ctx, "garden-demo", "SHA256:another")).To(BeFalse())
		Expect(v.patches).To(Equal(2))
		Expect(v.store.Retire(ctx, "garden-demo", present.Fingerprint)).To(BeTrue())
		Expect(v.secret(ctx).Annotations).To(Equal(map[string]string{
			group + "public-key": next.PublicKey, group + "fingerprint": next.Fingerprint, group + "generated-at": "2026-11-21T12:00:00Z",
			group + "rotated-at": "2026-11-21T13:00:00Z",
		}))

		By("another rotation within a second, or by a seed with a slow clock, has another time")
		v.clock.Step(-time.Minute)
		v.does(ctx, start, terms)
		v.does(ctx, complete, terms)
		Expect(v.secret(ctx).Annotations).To(HaveKeyWithValue(group+"rotated-at", "2026-11-21T13:00:01Z"))
	})

	It("returns to the current key", func(ctx SpecContext) {
		v := newVault(fromUser())
		before := v.secret(ctx).Data
		v.does(ctx, start, terms)
		v.does(ctx, abort, terms)
		Expect(v.secret(ctx).Data).To(Equal(before))
		Expect(keysOf(v.secret(ctx).Annotations)).To(ConsistOf(group+"public-key", group+"fingerprint"))
	})

	It("uses the requested algorithm", func(ctx SpecContext) {
		v := newVault(fromUser())
		v.does(ctx, start, RotationTerms{Algorithm: "ecdsa-p256"})
		next, _, err := keypair.ParseNextDeployKey(v.secret(ctx).Data)
		Expect(err).NotTo(HaveOccurred())
		Expect(next.Algorithm).To(BeEquivalentTo("ecdsa-p256"))
	})

	It("writes nothing if nothing is requested, and creates no Secret", func(ctx SpecContext) {
		v := newVault(fromUser())
		version := v.secret(ctx).ResourceVersion
		done, err := v.store.Rotate(ctx, "garden-demo", terms)
		Expect(err).NotTo(HaveOccurred())
		Expect(done).To(Equal(Rotation{}))
		Expect(v.secret(ctx).ResourceVersion).To(Equal(version))
		v.request(ctx, "deregister-deploy-key")
		done, err = v.store.Rotate(ctx, "garden-demo", terms)
		Expect(err).NotTo(HaveOccurred())
		Expect(done).To(Equal(Rotation{}), "that is no part of a rotation")
		_, err = v.store.Rotate(ctx, "garden-other", terms)
		Expect(apierrors.IsNotFound(err)).To(BeTrue())
		Expect(v.patches).To(BeZero())
	})

	Describe("refuses, with a reason and a fix,", func() {
		refused := func(ctx context.Context, v *vault, operation string, terms RotationTerms) string {
			GinkgoHelper()
			v.request(ctx, operation)
			before := v.secret(ctx)
			done, err := v.store.Rotate(ctx, "garden-demo", terms)
			Expect(err).NotTo(HaveOccurred())
			Expect(done.Refusal).NotTo(BeEmpty())
			Expect(done.PublicKey + done.Fingerprint).To(BeEmpty())
			after := v.secret(ctx)
			Expect(after.Data).To(Equal(before.Data))
			want := maps.Clone(before.Annotations)
			delete(want, group+"operation")
			want[group+"operation-error"] = done.Refusal
			Expect(after.Annotations).To(Equal(want))
			return done.Refusal
		}

		DescribeTable("an operation if there is",
			func(ctx SpecContext, change func(*corev1.Secret), operation, message string) {
				v := newVault(fromUser())
				v.change(ctx, change)
				Expect(refused(ctx, v, operation, terms)).To(ContainSubstring(message))
			},
			Entry("no next key to complete", func(*corev1.Secret) {}, complete, "no next key is prepared. Request rotate-deploy-key-start first"),
			Entry("no next key to drop", func(*corev1.Secret) {}, abort, "no next key is prepared. A completed rotation cannot be undone"),
			Entry("a damaged key", func(s *corev1.Secret) { s.Data["identity"] = []byte("s3cret") }, start,
				`a damaged key is never overwritten: Secret garden-demo/flux-source: key "identity" is not a private key in PEM format`),
			Entry("an immutable Secret", func(s *corev1.Secret) { s.Immutable = ptr.To(true) }, start, "the Secret is immutable"),
			Entry("an unknown operation", func(*corev1.Secret) {}, "rotate", "unknown operation; use one of: "+start+", "+complete+", "+abort+", deregister-deploy-key"),
			Entry("a text that may be a secret, which is not repeated", func(*corev1.Secret) {}, "s3cret key", "unknown operation; use one of: "+start),
		)

		It("a second start before the next key is dropped", func(ctx SpecContext) {
			v := newVault(fromUser())
			v.does(ctx, start, terms)
			Expect(refused(ctx, v, start, terms)).To(Equal("rotate-deploy-key-start: a next key is already prepared; register it at the Git host and request rotate-deploy-key-complete, or drop it with rotate-deploy-key-abort"))
			v.does(ctx, abort, terms)
			Expect(v.secret(ctx).Annotations).NotTo(HaveKey(group+"operation-error"), "a later success removes the error")
		})

		It("to replace the current key with a damaged one", func(ctx SpecContext) {
			v := newVault(fromUser())
			v.does(ctx, start, terms)
			v.change(ctx, func(s *corev1.Secret) { s.Data["next.identity"] = []byte("s3cret") })
			Expect(refused(ctx, v, complete, terms)).To(And(HavePrefix(`rotate-deploy-key-complete: key "next.identity" is not a private key in PEM format`),
				ContainSubstring("Drop the next key with rotate-deploy-key-abort"), Not(ContainSubstring("s3cret"))))
			v.does(ctx, abort, terms)
		})

		It("to complete if no Shoot can use the next key", func(ctx SpecContext) {
			v := newVault(fromUser())
			v.does(ctx, start, terms)
			Expect(refused(ctx, v, complete, RotationTerms{Unready: "flux-config is invalid"})).To(Equal("rotate-deploy-key-complete: flux-config is invalid"))
		})

		It("to complete before the next key is registered, or while the previous key is registered", func(ctx SpecContext) {
			v := newVault(fromUser())
			fingerprint := v.does(ctx, start, terms).Fingerprint
			known := ""
			registered := RotationTerms{Algorithm: "ed25519", Registered: func(annotations map[string]string, fingerprint string) bool {
				Expect(annotations).To(HaveKey(group + "next-fingerprint"))
				return fingerprint == known
			}}
			Expect(refused(ctx, v, complete, registered)).To(ContainSubstring("the next key, " + fingerprint + ", is not yet registered at the Git host"))
			known = fingerprint
			v.does(ctx, complete, registered)

			known = v.does(ctx, start, registered).Fingerprint
			Expect(refused(ctx, v, complete, registered)).To(ContainSubstring("the key of the previous rotation"))
			Expect(v.store.Retire(ctx, "garden-demo", v.secret(ctx).Annotations[group+"previous-fingerprint"])).To(BeTrue())
			v.does(ctx, complete, registered)
		})
	})

	DescribeTable("keeps a usable key and rotates it once if",
		func(ctx SpecContext, happens func(write func() error) error) {
			v := newVault(fromUser())
			original, err := keypair.ParseDeployKey(v.secret(ctx).Data)
			Expect(err).NotTo(HaveOccurred())
			usable := func() keypair.DeployKey {
				GinkgoHelper()
				key, created, err := getOrCreate(ctx, v.store, "garden-demo", "ed25519")
				Expect(err).NotTo(HaveOccurred())
				Expect(created).To(BeFalse())
				return key
			}
			// The process ends at the write, and the next one reads again, until nothing is requested any more.
			disturbed := func(operation string) {
				GinkgoHelper()
				v.request(ctx, operation)
				v.refuse = happens
				_, _ = v.store.Rotate(ctx, "garden-demo", terms)
				usable()
				for range 3 {
					_, err := v.store.Rotate(ctx, "garden-demo", terms)
					Expect(err).NotTo(HaveOccurred())
				}
				Expect(v.secret(ctx).Annotations).NotTo(HaveKey(group + "operation"))
				Expect(v.secret(ctx).Annotations).NotTo(HaveKey(group + "operation-error"))
			}

			disturbed(start)
			Expect(usable().Fingerprint).To(Equal(original.Fingerprint))
			next := v.secret(ctx).Annotations[group+"next-fingerprint"]
			disturbed(complete)
			Expect(usable().Fingerprint).To(Equal(next))
			Expect(v.secret(ctx).Annotations).To(HaveKeyWithValue(group+"previous-fingerprint", original.Fingerprint))
			disturbed(start)
			disturbed(abort)
			Expect(usable().Fingerprint).To(Equal(next))
		},
		Entry("the process ends before the write", func(func() error) error { return errors.New("killed") }),
		Entry("the process ends after the write", func(write func() error) error { return errors.Join(write(), errors.New("killed")) }),
		Entry("another writer has changed the Secret", func(func() error) error {
			return apierrors.NewConflict(schema.GroupResource{Resource: "secrets"}, "flux-source", errors.New("changed"))
		}),
		Entry("another writer has completed the operation", func(write func() error) error {
			return errors.Join(write(), apierrors.NewConflict(schema.GroupResource{Resource: "secrets"}, "flux-source", errors.New("changed")))
		}),
	)

	It("reports no private key", func(ctx SpecContext) {
		v := newVault(fromUser())
		done := v.does(ctx, start, terms)
		texts := strings.Join(append(valuesOf(v.secret(ctx).Annotations), done.PublicKey, done.Fingerprint, done.Refusal), "\n")
		Expect(texts).NotTo(ContainSubstring("PRIVATE"))
	})
})

func keysOf(m map[string]string) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	return keys
}

func valuesOf(m map[string]string) []string {
	var values []string
	for _, value := range m {
		values = append(values, value)
	}
	return values
}

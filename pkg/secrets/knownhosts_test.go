// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets_test

import (
	"context"
	"crypto/rand"
	"errors"
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
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

const exampleKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"

var _ = Describe("Host keys", func() {
	const (
		url   = "ssh://git@git.example.com/o/r"
		line  = "git.example.com " + exampleKey + "\n"
		other = "git.example.org " + exampleKey

		formerKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHNSXiv4UQ0kKz8eJtYPk0XkTz3D4o1sJ2pMZ0R8u4mN"
	)
	var (
		secret  *corev1.Secret
		patches int
		onPatch func(ctx context.Context, c client.Client)
	)

	BeforeEach(func() {
		key, err := keypair.GenerateDeployKey(rand.Reader, "ecdsa-p256")
		Expect(err).NotTo(HaveOccurred())
		secret = &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source", UID: "uid", Annotations: map[string]string{"kept": "as it is"}},
			Data:       map[string][]byte{"identity": key.Identity},
		}
		patches, onPatch = 0, func(context.Context, client.Client) {}
	})

	newGarden := func() client.Client {
		return fakeclient.NewClientBuilder().WithObjects(secret).WithInterceptorFuncs(interceptor.Funcs{
			Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, opts ...client.PatchOption) error {
				patches++
				onPatch(ctx, c)
				return c.Patch(ctx, o, p, opts...)
			},
		}).Build()
	}
	newStore := func(garden client.Client) *Store {
		return NewStore(garden, rand.Reader, testclock.NewFakePassiveClock(time.Now()))
	}
	stored := func(ctx context.Context, garden client.Client) *corev1.Secret {
		GinkgoHelper()
		now := &corev1.Secret{}
		Expect(garden.Get(ctx, client.ObjectKeyFromObject(secret), now)).To(Succeed())
		return now
	}

	DescribeTable("are added to existing lines:",
		func(ctx SpecContext, present, want string) {
			if present != "" {
				secret.Data["known_hosts"] = []byte(present)
			}
			garden := newGarden()
			Expect(newStore(garden).LacksHostKeys(ctx, "garden-demo", url)).To(BeTrue())
			Expect(newStore(garden).PinHostKeys(ctx, "garden-demo", url, []byte(line))).To(BeTrue())
			now := stored(ctx, garden)
			Expect(string(now.Data["known_hosts"])).To(Equal(want))
			Expect(now.Data["identity"]).To(Equal(secret.Data["identity"]))
			Expect(now.Annotations).To(Equal(secret.Annotations))
			Expect(patches).To(Equal(1))
		},
		Entry("no lines", "", line),
		Entry("the key of another host", other+"\n", other+"\n"+line),
		Entry("the key of another host without a final line break", other, other+"\n"+line),
		Entry("a revoked former key of the host", "@revoked git.example.com "+formerKey, "@revoked git.example.com "+formerKey+"\n"+line),
	)

	It("are not written if all of them are revoked", func(ctx SpecContext) {
		secret.Data["known_hosts"] = []byte("@revoked git.example.com " + exampleKey)
		store := newStore(newGarden())
		Expect(store.LacksHostKeys(ctx, "garden-demo", url)).To(BeTrue())
		_, err := store.PinHostKeys(ctx, "garden-demo", url, []byte(line))
		Expect(err).To(MatchError(ErrRevoked))
		Expect(patches).To(BeZero())
	})

	It("do not replace existing keys of the host", func(ctx SpecContext) {
		secret.Data["known_hosts"] = []byte("*.example.com " + exampleKey)
		store := newStore(newGarden())
		Expect(store.LacksHostKeys(ctx, "garden-demo", url)).To(BeFalse())
		Expect(store.PinHostKeys(ctx, "garden-demo", url, []byte(line))).To(BeFalse())
		Expect(patches).To(BeZero())
	})

	It("are the keys of the first of several writers", func(ctx SpecContext) {
		onPatch = func(ctx context.Context, c client.Client) {
			onPatch = func(context.Context, client.Client) {}
			first := stored(ctx, c)
			first.Data["known_hosts"] = []byte("git.example.com " + exampleKey + " first")
			Expect(c.Update(ctx, first)).To(Succeed())
		}
		garden := newGarden()
		Expect(newStore(garden).PinHostKeys(ctx, "garden-demo", url, []byte(line))).To(BeFalse())
		Expect(string(stored(ctx, garden).Data["known_hosts"])).To(HaveSuffix(" first"))
	})

	It("are added to the lines that another writer has just written", func(ctx SpecContext) {
		onPatch = func(ctx context.Context, c client.Client) {
			onPatch = func(context.Context, client.Client) {}
			first := stored(ctx, c)
			first.Data["known_hosts"] = []byte(other)
			Expect(c.Update(ctx, first)).To(Succeed())
		}
		garden := newGarden()
		Expect(newStore(garden).PinHostKeys(ctx, "garden-demo", url, []byte(line))).To(BeTrue())
		Expect(string(stored(ctx, garden).Data["known_hosts"])).To(Equal(other + "\n" + line))
	})

	DescribeTable("are not written to",
		func(ctx SpecContext, change func(), matcher OmegaMatcher) {
			change()
			store := newStore(newGarden())
			_, err := store.LacksHostKeys(ctx, "garden-demo", url)
			Expect(err).To(matcher)
			_, err = store.PinHostKeys(ctx, "garden-demo", url, []byte(line))
			Expect(err).To(matcher)
			Expect(patches).To(BeZero())
		},
		Entry("a missing Secret", func() { secret.Name = "other" }, MatchError(apierrors.IsNotFound, "IsNotFound")),
		Entry("a Secret with a damaged key", func() { secret.Data["identity"] = []byte("no key") },
			MatchError(ContainSubstring(`Secret garden-demo/flux-source: key "identity" is not a private key in PEM format`))),
		Entry("a Secret with damaged lines, which may be anything", func() { secret.Data["known_hosts"] = []byte("no line") },
			MatchError(ContainSubstring(`line 1 of key "known_hosts" is not a valid known_hosts line`))),
		Entry("an immutable Secret", func() { secret.Immutable = ptr.To(true) }, MatchError(ErrImmutable)),
		Entry("a Secret in deletion", func() {
			secret.Finalizers, secret.DeletionTimestamp = []string{"example.com/a"}, ptr.To(metav1.Now())
		}, Not(HaveOccurred())),
	)

	It("are not pinned if the garden returns an error", func(ctx SpecContext) {
		garden := interceptor.NewClient(fakeclient.NewClientBuilder().WithObjects(secret).Build(), interceptor.Funcs{
			Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
				return apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "flux-source", errors.New("no"))
			},
		})
		_, err := newStore(garden).PinHostKeys(ctx, "garden-demo", url, []byte(line))
		Expect(apierrors.IsForbidden(err)).To(BeTrue())
		Expect(err).To(MatchError(HavePrefix("failed to pin host keys in Secret garden-demo/flux-source in the garden")))
	})
})

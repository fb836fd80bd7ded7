// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

var _ = Describe("Store", func() {
	now := time.Date(2026, 10, 1, 14, 0, 0, 0, time.FixedZone("", 7200))

	var (
		stored  *corev1.Secret
		applies int
		funcs   interceptor.Funcs
	)

	store := func() *Store {
		builder := fakeclient.NewClientBuilder()
		if stored != nil {
			builder = builder.WithObjects(stored)
		}
		return NewStore(builder.WithInterceptorFuncs(funcs).Build(), rand.Reader, testclock.NewFakePassiveClock(now))
	}

	BeforeEach(func() {
		key, err := keypair.GenerateDeployKey(rand.Reader, fluxv1alpha1.KeyAlgorithmEd25519)
		Expect(err).NotTo(HaveOccurred())
		stored = &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source"},
			Data:       map[string][]byte{"identity": key.Identity, "identity.pub": []byte(key.PublicKey)},
		}
		applies = 0
		funcs = interceptor.Funcs{Apply: func(context.Context, client.WithWatch, runtime.ApplyConfiguration, ...client.ApplyOption) error {
			applies++
			return nil
		}}
	})

	It("uses an existing Secret without changing it", func(ctx SpecContext) {
		key, created, err := getOrCreate(ctx, store(), "garden-demo", fluxv1alpha1.KeyAlgorithmECDSAP256)
		Expect(err).NotTo(HaveOccurred())
		Expect(created).To(BeFalse())
		Expect(key.Identity).To(Equal(stored.Data["identity"]))
		Expect(applies).To(BeZero())
	})

	It("creates a Secret with the requested algorithm and the public key", func(ctx SpecContext) {
		stored, funcs = nil, interceptor.Funcs{}
		garden := fakeclient.NewClientBuilder().Build()
		key, created, err := getOrCreate(ctx, NewStore(garden, rand.Reader, testclock.NewFakePassiveClock(now)), "garden-demo", fluxv1alpha1.KeyAlgorithmECDSAP256)
		Expect(err).NotTo(HaveOccurred())
		Expect(created).To(BeTrue())
		Expect(key.Algorithm).To(Equal(fluxv1alpha1.KeyAlgorithmECDSAP256))

		secret := &corev1.Secret{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		Expect(secret.Annotations).To(Equal(map[string]string{
			"flux.extensions.gardener.cloud/public-key":   key.PublicKey,
			"flux.extensions.gardener.cloud/fingerprint":  key.Fingerprint,
			"flux.extensions.gardener.cloud/generated-at": "2026-10-01T12:00:00Z",
		}))
		Expect(secret.Data).To(Equal(map[string][]byte{"identity": key.Identity, "identity.pub": []byte(key.PublicKey + "\n")}))
	})

	It("returns an error for a damaged Secret without changing it", func(ctx SpecContext) {
		stored.Data["identity"] = []byte("s3cret")
		_, _, err := getOrCreate(ctx, store(), "garden-demo", fluxv1alpha1.KeyAlgorithmECDSAP256)
		damaged := &keypair.DamagedKeyError{}
		Expect(errors.As(err, &damaged)).To(BeTrue())
		Expect(err).To(MatchError(`Secret garden-demo/flux-source: key "identity" is not a private key in PEM format; correct it, or delete the Secret to have a new deploy key generated`))
		Expect(applies).To(BeZero())
	})

	It("does not treat an unreachable garden as a missing key", func(ctx SpecContext) {
		funcs.Get = func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return apierrors.NewTimeoutError("garden", 1)
		}
		_, _, err := getOrCreate(ctx, store(), "garden-demo", fluxv1alpha1.KeyAlgorithmECDSAP256)
		Expect(apierrors.IsTimeout(err)).To(BeTrue())
		Expect(applies).To(BeZero())
	})

	It("uses the key of the first writer after a conflict", func(ctx SpecContext) {
		winner := stored
		stored = nil
		funcs.Apply = func(ctx context.Context, c client.WithWatch, _ runtime.ApplyConfiguration, _ ...client.ApplyOption) error {
			Expect(c.Create(ctx, winner.DeepCopy())).To(Succeed())
			return apierrors.NewApplyConflict(nil, "conflict")
		}
		key, created, err := getOrCreate(ctx, store(), "garden-demo", fluxv1alpha1.KeyAlgorithmECDSAP256)
		Expect(err).NotTo(HaveOccurred())
		Expect(created).To(BeFalse())
		Expect(key.Identity).To(Equal(winner.Data["identity"]))
	})

	It("returns an error if the garden refuses the creation", func(ctx SpecContext) {
		stored = nil
		funcs.Apply = func(context.Context, client.WithWatch, runtime.ApplyConfiguration, ...client.ApplyOption) error {
			return apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "flux-source", errors.New("no"))
		}
		_, _, err := getOrCreate(ctx, store(), "garden-demo", fluxv1alpha1.KeyAlgorithmECDSAP256)
		Expect(apierrors.IsForbidden(err)).To(BeTrue())
		Expect(err).To(MatchError(HavePrefix("failed to create the deploy key Secret garden-demo/flux-source in the garden")))
	})
})

// getOrCreate does what a reconciliation does with the key of a project.
func getOrCreate(ctx context.Context, store *Store, namespace string, algorithm fluxv1alpha1.KeyAlgorithm) (keypair.DeployKey, bool, error) {
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

// The error of a request that has timed out is one of those that k8s.io/client-go/util/retry takes for its own.
var _ = DescribeTable("Store returns an error if the garden does not respond in time to",
	func(ctx SpecContext, do func(context.Context, *Store) (any, error)) {
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() }))
		DeferCleanup(server.Close)
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
		garden, err := client.New(&rest.Config{Host: server.URL, Timeout: 100 * time.Millisecond}, client.Options{Mapper: mapper})
		Expect(err).NotTo(HaveOccurred())
		done, err := do(ctx, NewStore(garden, rand.Reader, testclock.NewFakePassiveClock(time.Now())))
		Expect(err).To(MatchError(context.DeadlineExceeded))
		Expect(done).To(BeZero())
	},
	Entry("a rotation", func(ctx context.Context, s *Store) (any, error) { return s.Rotate(ctx, "garden-demo", RotationTerms{}) }),
	Entry("the removal of a previous key", func(ctx context.Context, s *Store) (any, error) { return s.Retire(ctx, "garden-demo", "SHA256:x") }),
	Entry("the pinning of host keys", func(ctx context.Context, s *Store) (any, error) {
		return s.PinHostKeys(ctx, "garden-demo", "ssh://git@h/o/r", nil)
	}),
)

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets_test

import (
	"context"
	"crypto/rand"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

var _ = Describe("Store", func() {
	var (
		stored  *corev1.Secret
		applies int
		funcs   interceptor.Funcs
	)

	store := func() *Store {
		builder := fake.NewClientBuilder()
		if stored != nil {
			builder = builder.WithObjects(stored)
		}
		return NewStore(builder.WithInterceptorFuncs(funcs).Build(), rand.Reader)
	}

	BeforeEach(func() {
		key, err := GenerateDeployKey(rand.Reader)
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

	It("uses a Secret that exists and never writes it", func(ctx SpecContext) {
		key, err := store().GetOrCreate(ctx, "garden-demo")
		Expect(err).NotTo(HaveOccurred())
		Expect(key.Identity).To(Equal(stored.Data["identity"]))
		Expect(applies).To(BeZero())
	})

	It("reports a damaged Secret and does not repair it", func(ctx SpecContext) {
		stored.Data["identity"] = []byte("s3cret")
		_, err := store().GetOrCreate(ctx, "garden-demo")
		damaged := &DamagedKeyError{}
		Expect(errors.As(err, &damaged)).To(BeTrue())
		Expect(err).To(MatchError(`Secret garden-demo/flux-source: key "identity" is not a private key in PEM format; correct it, or delete the Secret to have a new deploy key generated`))
		Expect(applies).To(BeZero())
	})

	It("does not take an unreachable garden for a missing key", func(ctx SpecContext) {
		funcs.Get = func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return apierrors.NewTimeoutError("garden", 1)
		}
		_, err := store().GetOrCreate(ctx, "garden-demo")
		Expect(apierrors.IsTimeout(err)).To(BeTrue())
		Expect(applies).To(BeZero())
	})

	It("uses the key of whoever was first when its own creation conflicts", func(ctx SpecContext) {
		winner := stored
		stored = nil
		funcs.Apply = func(ctx context.Context, c client.WithWatch, _ runtime.ApplyConfiguration, _ ...client.ApplyOption) error {
			Expect(c.Create(ctx, winner.DeepCopy())).To(Succeed())
			return apierrors.NewApplyConflict(nil, "conflict")
		}
		key, err := store().GetOrCreate(ctx, "garden-demo")
		Expect(err).NotTo(HaveOccurred())
		Expect(key.Identity).To(Equal(winner.Data["identity"]))
	})

	It("passes on that the garden refuses the creation", func(ctx SpecContext) {
		stored = nil
		funcs.Apply = func(context.Context, client.WithWatch, runtime.ApplyConfiguration, ...client.ApplyOption) error {
			return apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "flux-source", errors.New("no"))
		}
		_, err := store().GetOrCreate(ctx, "garden-demo")
		Expect(apierrors.IsForbidden(err)).To(BeTrue())
		Expect(err).To(MatchError(HavePrefix("failed to create the deploy key Secret garden-demo/flux-source in the garden")))
	})
})

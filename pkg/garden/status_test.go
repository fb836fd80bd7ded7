// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"errors"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("StatusConfigMaps", func() {
	var (
		garden client.Client
		slow   bool
		clock  *testclock.FakeClock
	)
	BeforeEach(func() {
		slow = false
		clock = testclock.NewFakeClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
		garden = fake.NewClientBuilder().WithReturnManagedFields().WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				if slow {
					<-ctx.Done()
					return ctx.Err()
				}
				return c.Get(ctx, key, o, opts...)
			},
		}).WithIndex(&corev1.ConfigMap{}, "metadata.name", func(o client.Object) []string { return []string{o.GetName()} }).Build()
	})
	seed := func(name string) *StatusConfigMaps {
		return NewStatusConfigMaps(garden, name, clock, 10*time.Minute)
	}
	write := func(ctx context.Context, statuses *StatusConfigMaps, entries map[string]string) {
		GinkgoHelper()
		read, err := statuses.Read(ctx, "garden-demo")
		Expect(err).NotTo(HaveOccurred())
		Expect(statuses.Write(ctx, "garden-demo", read, entries, nil)).To(BeTrue())
	}
	content := func(ctx context.Context) map[string]string {
		GinkgoHelper()
		read, err := seed("any").Read(ctx, "garden-demo")
		Expect(err).NotTo(HaveOccurred())
		return read.Data
	}

	It("replaces the entries of one seed, and does not change others", func(ctx SpecContext) {
		Expect(garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-status"}, Data: map[string]string{"mine": "x"}})).To(Succeed())
		write(ctx, seed("alpha"), map[string]string{"one": "1", "two": "2"})
		write(ctx, seed("beta"), map[string]string{"three": "3"})
		write(ctx, seed("alpha"), map[string]string{"two": "2"})
		Expect(content(ctx)).To(Equal(map[string]string{"mine": "x", "two": "2", "three": "3"}))
		write(ctx, seed("alpha"), nil)
		Expect(content(ctx)).To(Equal(map[string]string{"mine": "x", "three": "3"}))
	})

	It("does not write if the ConfigMap has changed since it was read", func(ctx SpecContext) {
		write(ctx, seed("alpha"), map[string]string{"one": "1"})
		read, err := seed("alpha").Read(ctx, "garden-demo")
		Expect(err).NotTo(HaveOccurred())
		write(ctx, seed("beta"), map[string]string{"one": "beta's"})
		Expect(seed("alpha").Write(ctx, "garden-demo", read, map[string]string{"one": "2"}, nil)).To(BeFalse())
		Expect(content(ctx)).To(Equal(map[string]string{"one": "beta's"}))
	})

	It("finds the projects in whose ConfigMap a seed has entries", func(ctx SpecContext) {
		for i, name := range []string{"alpha", "beta", "alpha"} {
			Expect(seed(name).Write(ctx, fmt.Sprintf("garden-%d", i), nil, map[string]string{"one": "1"}, nil)).To(BeTrue())
		}
		var found []string
		Expect(seed("alpha").Projects(ctx, func(namespace string) { found = append(found, namespace) })).To(Succeed())
		Expect(found).To(ConsistOf("garden-0", "garden-2"))
	})

	Describe("Statuses", func() {
		create := func(ctx context.Context, created time.Time, annotations, data map[string]string) {
			GinkgoHelper()
			Expect(garden.Create(ctx, &corev1.ConfigMap{
				ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-status", CreationTimestamp: metav1.NewTime(created), Annotations: annotations},
			})).To(Succeed())
			write(ctx, seed("alpha"), data)
		}

		It("ignores invalid entries", func(ctx SpecContext) {
			create(ctx, clock.Now(), nil, map[string]string{"note": "mine", "empty": "{}", "list": "[]", "gone": ""})
			Expect(seed("alpha").Statuses(ctx, "garden-demo")).To(BeEmpty())
			Expect(seed("alpha").Statuses(ctx, "garden-other")).To(BeEmpty())
		})

		It("believes no deploy key that a member of the project has written", func(ctx SpecContext) {
			create(ctx, clock.Now(), nil, map[string]string{"one": `{"uid":"uid-one","seed":"alpha"}`, "two": `{"uid":"uid-two","seed":"alpha","deployKeyFingerprint":"ours"}`})
			read, err := seed("alpha").Read(ctx, "garden-demo")
			Expect(err).NotTo(HaveOccurred())
			read.Data["one"] = `{"uid":"uid-one","seed":"alpha","deployKeyFingerprint":"theirs"}`
			Expect(garden.Update(ctx, read, client.FieldOwner("kubectl-edit"))).To(Succeed())
			clock.Step(20 * time.Minute)
			statuses, err := seed("alpha").Statuses(ctx, "garden-demo")
			Expect(err).NotTo(HaveOccurred())
			Expect(statuses).To(HaveLen(2))
			Expect(statuses["one"]).To(Equal(fluxv1alpha1.ShootStatus{
				UID: "uid-one", State: "NotReported", Message: "a client other than its seed has changed the entry of the Shoot in ConfigMap flux-status", DeployKeyFingerprint: "unknown",
			}))
			Expect(statuses["two"].DeployKeyFingerprint).To(Equal("ours"))
		})

		It("returns none of a new ConfigMap until all seeds have had time to write their entries", func(ctx SpecContext) {
			create(ctx, clock.Now(), nil, map[string]string{"one": `{"uid":"uid-one","seed":"alpha","deployKeyFingerprint":"a"}`})
			clock.Step(20*time.Minute - time.Second)
			Expect(seed("alpha").Statuses(ctx, "garden-demo")).To(BeEmpty(), "it may have replaced one that had more entries")
			clock.Step(time.Second)
			Expect(seed("alpha").Statuses(ctx, "garden-demo")).To(HaveLen(1))
		})

		It("returns none while a seed leaves out Shoots", func(ctx SpecContext) {
			create(ctx, clock.Now(), map[string]string{"left-out.flux.extensions.gardener.cloud/beta": "7"}, map[string]string{"one": `{"uid":"uid-one","seed":"alpha"}`})
			Expect(seed("alpha").Statuses(ctx, "garden-demo")).To(BeEmpty())
		})

		It("returns an error if the garden is unreachable", func(ctx SpecContext) {
			ended, cancel := context.WithCancel(ctx)
			cancel()
			slow = true
			_, err := seed("alpha").Statuses(ended, "garden-demo")
			Expect(errors.Is(err, context.Canceled)).To(BeTrue())
		})
	})
})

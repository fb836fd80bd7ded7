// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"
	"errors"
	"time"

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

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("StatusPublisher", func() {
	var (
		garden    client.Client
		requests  int
		trouble   error
		clock     *stopped
		publisher *StatusPublisher
		one       = Shoot{Namespace: "garden-demo", Name: "one", UID: "uid-one"}
		two       = Shoot{Namespace: "garden-demo", Name: "two", UID: "uid-two"}
	)
	BeforeEach(func() {
		requests, trouble = 0, nil
		clock = &stopped{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
		garden = fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				if requests++; trouble != nil {
					return trouble
				}
				return c.Get(ctx, key, o, opts...)
			},
			Apply: func(ctx context.Context, c client.WithWatch, o runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
				if requests++; trouble != nil {
					return trouble
				}
				return c.Apply(ctx, o, opts...)
			},
		}).Build()
		publisher = NewStatusPublisher(garden, clock, StatusTimes{Timeout: time.Second, Pace: 3 * time.Second, Outage: 30 * time.Second, Refresh: 10 * time.Minute})
	})
	key := func(fingerprint string) fluxv1alpha1.ShootStatus {
		return fluxv1alpha1.ShootStatus{DeployKeyFingerprint: fingerprint}
	}
	content := func(ctx context.Context) map[string]string {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(client.IgnoreNotFound(garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-status"}, configMap))).To(Succeed())
		requests = 0
		return configMap.Data
	}

	It("writes what has changed, and not more often than its pace", func(ctx SpecContext) {
		Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
		Expect(publisher.Publish(ctx, two, key("a"))).To(Succeed())
		Expect(content(ctx)).To(Equal(map[string]string{
			"one": `{"uid":"uid-one","deployKeyFingerprint":"a","observedAt":"2026-11-21T12:00:00Z"}`,
			"two": `{"uid":"uid-two","deployKeyFingerprint":"a","observedAt":"2026-11-21T12:00:00Z"}`,
		}))

		By("the same, and another too soon")
		clock.now = clock.now.Add(time.Second)
		Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
		Expect(publisher.Publish(ctx, one, key("b"))).To(Succeed())
		Expect(requests).To(BeZero())

		By("another in time")
		clock.now = clock.now.Add(2 * time.Second)
		Expect(publisher.Publish(ctx, one, key("b"))).To(Succeed())
		Expect(requests).To(Equal(1))
		Expect(content(ctx)).To(HaveKeyWithValue("one", `{"uid":"uid-one","deployKeyFingerprint":"b","observedAt":"2026-11-21T12:00:03Z"}`))
		statuses, err := publisher.Statuses(ctx, "garden-demo", time.Time{})
		Expect(err).NotTo(HaveOccurred())
		Expect(statuses).To(HaveLen(2))
	})

	It("writes nothing after a restart if the same stands there, and brings back what somebody has removed", func(ctx SpecContext) {
		Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
		before := content(ctx)
		clock.now = clock.now.Add(time.Hour)
		publisher = NewStatusPublisher(garden, clock, publisher.times)
		Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
		Expect(requests).To(Equal(1))
		Expect(content(ctx)).To(Equal(before))

		Expect(garden.Delete(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-status"}})).To(Succeed())
		clock.now = clock.now.Add(5 * time.Minute)
		Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
		Expect(content(ctx)).To(BeEmpty())
		clock.now = clock.now.Add(5 * time.Minute)
		Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
		Expect(content(ctx)).To(HaveKey("one"))
	})

	It("leaves a garden alone that gives no answer, for all Shoots, and tries again", func(ctx SpecContext) {
		trouble = errors.New("connection refused")
		Expect(publisher.Publish(ctx, one, key("a"))).To(MatchError(ContainSubstring("connection refused")))
		Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
		Expect(publisher.Publish(ctx, two, key("a"))).To(Succeed())
		Expect(requests).To(Equal(1))
		trouble = nil
		clock.now = clock.now.Add(30 * time.Second)
		Expect(publisher.Publish(ctx, two, key("a"))).To(Succeed())
		Expect(content(ctx)).To(HaveKey("two"))
	})

	It("keeps on with other projects if the garden refuses one", func(ctx SpecContext) {
		trouble = apierrors.NewForbidden(schema.GroupResource{Resource: "configmaps"}, "flux-status", errors.New("no"))
		Expect(apierrors.IsForbidden(publisher.Publish(ctx, one, key("a")))).To(BeTrue())
		trouble = nil
		Expect(publisher.Publish(ctx, two, key("a"))).To(Succeed())
		Expect(content(ctx)).To(HaveKey("two"))
	})

	It("reads past what is no status", func(ctx SpecContext) {
		Expect(garden.Create(ctx, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-status"}, Data: map[string]string{"note": "mine", "empty": "{}", "list": "[]"},
		})).To(Succeed())
		Expect(publisher.Statuses(ctx, "garden-demo", time.Time{})).To(BeEmpty())
		Expect(publisher.Statuses(ctx, "garden-other", time.Time{})).To(BeEmpty())
		trouble = errors.New("down")
		_, err := publisher.Statuses(ctx, "garden-demo", time.Time{})
		Expect(err).To(HaveOccurred())
	})

	It("takes a ConfigMap that was made anew for none until all seeds have had time to tell again", func(ctx SpecContext) {
		rotated := clock.now.Add(-time.Hour)
		Expect(garden.Create(ctx, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-status", CreationTimestamp: metav1.NewTime(clock.now)},
			Data:       map[string]string{"one": `{"uid":"uid-one","deployKeyFingerprint":"a"}`},
		})).To(Succeed())
		Expect(publisher.Statuses(ctx, "garden-demo", clock.now)).To(HaveLen(1), "it was there before the rotation")
		Expect(publisher.Statuses(ctx, "garden-demo", rotated)).To(BeEmpty(), "it was made since")
		clock.now = clock.now.Add(20 * time.Minute)
		Expect(publisher.Statuses(ctx, "garden-demo", rotated)).To(HaveLen(1))
	})

	Describe("takes back", func() {
		It("what is told of a Shoot, and of no other, also after a restart", func(ctx SpecContext) {
			Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
			Expect(publisher.Publish(ctx, two, key("a"))).To(Succeed())
			Expect(NewStatusPublisher(garden, clock, publisher.times).Withdraw(ctx, one)).To(Succeed())
			Expect(content(ctx)).To(And(HaveKey("two"), HaveLen(1)))
			Expect(publisher.Withdraw(ctx, one)).To(Succeed(), "it is gone already")
		})

		It("nothing of another Shoot that has the name now", func(ctx SpecContext) {
			Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
			Expect(publisher.Withdraw(ctx, Shoot{Namespace: "garden-demo", Name: "one", UID: "earlier"})).To(Succeed())
			Expect(content(ctx)).To(HaveKey("one"))
		})

		It("its own alone, if the Shoot may be on another seed", func(ctx SpecContext) {
			Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
			clock.now = clock.now.Add(time.Minute)
			other := NewStatusPublisher(garden, clock, publisher.times)
			Expect(other.WithdrawOwn(ctx, one)).To(Succeed(), "it has told nothing")
			Expect(content(ctx)).To(HaveKey("one"))
			Expect(other.Publish(ctx, one, key("b"))).To(Succeed())
			Expect(publisher.WithdrawOwn(ctx, one)).To(Succeed())
			Expect(content(ctx)).To(HaveKey("one"))
			Expect(other.WithdrawOwn(ctx, one)).To(Succeed())
			Expect(content(ctx)).NotTo(HaveKey("one"))
		})

		It("later, if the garden cannot be reached", func(ctx SpecContext) {
			Expect(publisher.Publish(ctx, one, key("a"))).To(Succeed())
			trouble = errors.New("down")
			Expect(publisher.Withdraw(ctx, one)).NotTo(Succeed())
			requests = 0
			Expect(publisher.Withdraw(ctx, one)).NotTo(Succeed())
			Expect(requests).To(BeZero())
		})
	})
})

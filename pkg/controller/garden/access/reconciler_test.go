// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"context"
	"errors"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	gardenfacts "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

var _ = Describe("Reconciler", func() {
	const namespace = "garden-my-project"
	var (
		garden     client.WithWatch
		recorder   *events.FakeRecorder
		clock      *testclock.FakePassiveClock
		reconciler *Reconciler
	)
	request := reconcile.Request{NamespacedName: types.NamespacedName{Name: namespace}}
	run := func(ctx context.Context) reconcile.Result {
		GinkgoHelper()
		result, err := reconciler.Reconcile(ctx, request)
		Expect(err).NotTo(HaveOccurred())
		return result
	}
	read := func(ctx context.Context) *rbacv1.RoleBinding {
		GinkgoHelper()
		binding := &rbacv1.RoleBinding{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: Name}, binding)).To(Succeed())
		return binding
	}
	seeds := func(ctx context.Context) []string {
		GinkgoHelper()
		var namespaces []string
		for _, subject := range read(ctx).Subjects {
			namespaces = append(namespaces, subject.Namespace)
		}
		return namespaces
	}
	create := func(ctx context.Context, shoot gardencorev1beta1.Shoot) *gardencorev1beta1.Shoot {
		GinkgoHelper()
		Expect(garden.Create(ctx, &shoot)).To(Succeed())
		return &shoot
	}

	BeforeEach(func() {
		scheme := runtime.NewScheme()
		Expect(rbacv1.AddToScheme(scheme)).To(Succeed())
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		garden = fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().Build()
		recorder, clock = events.NewFakeRecorder(10), testclock.NewFakePassiveClock(now)
		reconciler = &Reconciler{Garden: garden, Live: garden, Events: recorder, GracePeriod: time.Hour, Clock: clock}
	})

	It("grants access, and revokes it after a grace period that a restart does not extend", func(ctx SpecContext) {
		shoot := create(ctx, shootOn("alpha", ""))
		run(ctx)
		Expect(seeds(ctx)).To(ConsistOf("seed-alpha"))
		Expect(read(ctx).RoleRef).To(Equal(gardenfacts.RoleRef(Name)))

		Expect(garden.Delete(ctx, shoot)).To(Succeed())
		Expect(run(ctx).RequeueAfter).To(Equal(time.Hour))
		Expect(read(ctx).Annotations).To(HaveKeyWithValue("unused-since.flux.extensions.gardener.cloud/alpha", "2026-11-23T12:00:00Z"))

		clock.SetTime(now.Add(40 * time.Minute))
		Expect(run(ctx).RequeueAfter).To(Equal(20 * time.Minute))
		clock.SetTime(now.Add(time.Hour))
		run(ctx)
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: Name}, &rbacv1.RoleBinding{})).To(MatchError(ContainSubstring("not found")))
	})

	It("writes nothing if nothing has changed", func(ctx SpecContext) {
		create(ctx, shootOn("alpha", ""))
		run(ctx)
		before := read(ctx).ResourceVersion
		run(ctx)
		Expect(read(ctx).ResourceVersion).To(Equal(before))
	})

	DescribeTable("restores a RoleBinding that a user changed",
		func(ctx SpecContext, change func(*rbacv1.RoleBinding)) {
			create(ctx, shootOn("alpha", ""))
			run(ctx)
			binding := read(ctx)
			desired := binding.DeepCopy()
			change(binding)
			Expect(garden.Update(ctx, binding)).To(Succeed())
			run(ctx)
			Expect(read(ctx).Subjects).To(Equal(desired.Subjects))
			Expect(read(ctx).Labels).To(Equal(desired.Labels))
		},
		Entry("no subjects", func(binding *rbacv1.RoleBinding) { binding.Subjects = nil }),
		Entry("an additional User", func(binding *rbacv1.RoleBinding) {
			binding.Subjects = append(binding.Subjects, rbacv1.Subject{APIGroup: rbacv1.GroupName, Kind: "User", Name: "eve"})
		}),
		Entry("an additional ServiceAccount outside of seed namespaces", func(binding *rbacv1.RoleBinding) {
			binding.Subjects = append(binding.Subjects, gardenfacts.Subject("kube-system"))
		}),
		Entry("another ServiceAccount of the seed", func(binding *rbacv1.RoleBinding) { binding.Subjects[0].Name = "default" }),
		Entry("no label", func(binding *rbacv1.RoleBinding) { binding.Labels = nil }),
	)

	DescribeTable("reports a RoleBinding of another client, and does not change it",
		func(ctx SpecContext, ref rbacv1.RoleRef) {
			foreign := &rbacv1.RoleBinding{RoleRef: ref, Subjects: []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: "User", Name: "eve"}}}
			foreign.Namespace, foreign.Name = namespace, Name
			Expect(garden.Create(ctx, foreign)).To(Succeed())
			run(ctx)
			Expect(recorder.Events).NotTo(Receive(), "as long as no seed needs access it is in nobody's way")
			create(ctx, shootOn("alpha", ""))
			run(ctx)
			Expect(read(ctx).Subjects).To(Equal(foreign.Subjects))
			Expect(recorder.Events).To(Receive(ContainSubstring("AccessNotGranted")))
		},
		Entry("the extension's ClusterRole", gardenfacts.RoleRef(Name)),
		Entry("another ClusterRole", rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "view"}),
	)

	Context("when the cache lacks the Shoots", func() {
		unseen := func(ctx context.Context) {
			GinkgoHelper()
			create(ctx, shootOn("alpha", "alpha"))
			run(ctx)
			reconciler.Garden = interceptor.NewClient(garden, interceptor.Funcs{
				List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error { return nil },
			})
			run(ctx)
			clock.SetTime(now.Add(2 * time.Hour))
		}

		It("reads the Shoots from the API server before it revokes access", func(ctx SpecContext) {
			unseen(ctx)
			run(ctx)
			Expect(seeds(ctx)).To(ConsistOf("seed-alpha"))
			Expect(read(ctx).Annotations).To(BeEmpty())
		})

		It("revokes nothing if the read fails", func(ctx SpecContext) {
			unseen(ctx)
			reconciler.Live = interceptor.NewClient(garden, interceptor.Funcs{
				List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
					return errors.New("unavailable")
				},
			})
			_, err := reconciler.Reconcile(ctx, request)
			Expect(err).To(MatchError(ContainSubstring("unavailable")))
			Expect(seeds(ctx)).To(ConsistOf("seed-alpha"))
		})
	})
})

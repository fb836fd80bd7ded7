// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

var _ = Describe("Reconciler", func() {
	var (
		garden, cached client.WithWatch
		clock          *testclock.FakePassiveClock
		reconciler     *Reconciler
	)
	scheme := runtime.NewScheme()
	run := func(ctx context.Context) time.Duration {
		GinkgoHelper()
		result, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: project}})
		Expect(err).NotTo(HaveOccurred())
		return result.RequeueAfter
	}
	data := func(ctx context.Context) map[string]string {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		err := garden.Get(ctx, client.ObjectKey{Namespace: project, Name: "flux-status"}, configMap)
		if apierrors.IsNotFound(err) {
			return nil
		}
		Expect(err).NotTo(HaveOccurred())
		return configMap.Data
	}
	names := func(ctx context.Context) []string { return slices.Sorted(maps.Keys(data(ctx))) }
	// reports has a seed write all its entries.
	reports := func(ctx context.Context, seed string, entries map[string]string) {
		GinkgoHelper()
		Expect(garden.Apply(ctx, corev1ac.ConfigMap("flux-status", project).WithData(entries), client.ForceOwnership, client.FieldOwner("shoot-flux-seed-"+seed))).To(Succeed())
	}
	create := func(ctx context.Context, shoots ...*gardencorev1beta1.Shoot) {
		GinkgoHelper()
		for _, shoot := range shoots {
			Expect(garden.Create(ctx, shoot.DeepCopy())).To(Succeed())
		}
	}

	BeforeEach(func() {
		Expect(corev1.AddToScheme(scheme)).To(Succeed())
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		garden = fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().Build()
		cached = garden
		clock = testclock.NewFakePassiveClock(now)
		reconciler = &Reconciler{
			Garden: garden, Live: garden, Clock: clock, Timing: Timing{Settle: time.Minute, Grace: grace, Refresh: 10 * time.Minute, Sweep: time.Hour},
			Random: func(time.Duration) time.Duration { return 0 }, Limits: fleet.DefaultLimits(),
		}
	})

	It("reports a Shoot after the grace period, until its seed reports it", func(ctx SpecContext) {
		create(ctx, shootWith())
		Expect(run(ctx)).To(Equal(grace))
		Expect(data(ctx)).To(BeNil())

		clock.SetTime(now.Add(grace))
		Expect(run(ctx)).To(Equal(10 * time.Minute))
		status, is := fleet.Decode(data(ctx)["my-shoot"])
		Expect(is).To(BeTrue())
		Expect(status.State).To(Equal(fluxv1alpha1.ShootNotReported))
		Expect(status.Since.UTC()).To(Equal(now))

		reports(ctx, "alpha", map[string]string{"my-shoot": entryOf("uid", "Ready")})
		Expect(run(ctx)).To(BeZero())
		Expect(data(ctx)).To(Equal(map[string]string{"my-shoot": entryOf("uid", "Ready")}))
	})

	It("writes nothing without a change", func(ctx SpecContext) {
		create(ctx, shootWith())
		run(ctx)
		clock.SetTime(now.Add(grace))
		run(ctx)
		before := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: project, Name: "flux-status"}, before)).To(Succeed())
		clock.SetTime(now.Add(time.Hour))
		run(ctx)
		after := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: project, Name: "flux-status"}, after)).To(Succeed())
		Expect(after.ResourceVersion).To(Equal(before.ResourceVersion))
	})

	It("restores an entry that was edited or deleted", func(ctx SpecContext) {
		create(ctx, shootWith())
		run(ctx)
		clock.SetTime(now.Add(grace))
		run(ctx)
		written := data(ctx)
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "flux-status"}}
		edited := strings.Replace(written["my-shoot"], "Seed alpha", "Seed omega", 1)
		Expect(edited).NotTo(Equal(written["my-shoot"]))
		configMap.Data = map[string]string{"my-shoot": edited}
		Expect(garden.Update(ctx, configMap, client.FieldOwner("kubectl-edit"))).To(Succeed())
		run(ctx)
		Expect(data(ctx)).To(Equal(written))

		Expect(garden.Delete(ctx, configMap)).To(Succeed())
		run(ctx)
		clock.SetTime(clock.Now().Add(grace))
		run(ctx)
		Expect(names(ctx)).To(ConsistOf("my-shoot"))
	})

	It("removes its entry when the Shoot does not use Flux any more", func(ctx SpecContext) {
		create(ctx, shootWith())
		run(ctx)
		clock.SetTime(now.Add(grace))
		run(ctx)
		Expect(names(ctx)).To(ConsistOf("my-shoot"))
		shoot := &gardencorev1beta1.Shoot{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: project, Name: "my-shoot"}, shoot)).To(Succeed())
		disablingFlux(shoot)
		Expect(garden.Update(ctx, shoot)).To(Succeed())
		run(ctx)
		Expect(data(ctx)).To(BeEmpty())
	})

	DescribeTable("removes only the entries of deleted Shoots",
		func(ctx SpecContext, seeds, members map[string]string, shoots []*gardencorev1beta1.Shoot, expected ...string) {
			create(ctx, shoots...)
			reports(ctx, "alpha", seeds)
			if members != nil {
				Expect(garden.Apply(ctx, corev1ac.ConfigMap("flux-status", project).WithData(members), client.FieldOwner("kubectl"))).To(Succeed())
			}
			run(ctx)
			run(ctx)
			Expect(names(ctx)).To(ConsistOf(expected))
		},
		Entry("a deleted Shoot and an existing one", map[string]string{"gone": entryOf("1", "Ready"), "my-shoot": entryOf("uid", "Ready")}, nil, []*gardencorev1beta1.Shoot{shootWith()}, "my-shoot"),
		Entry("a recreated Shoot", map[string]string{"my-shoot": entryOf("earlier", "Ready")}, nil, []*gardencorev1beta1.Shoot{shootWith()}),
		Entry("a Shoot with the same name in another project", map[string]string{"my-shoot": entryOf("uid", "Ready")}, nil, []*gardencorev1beta1.Shoot{
			shootWith(), shootWith(func(s *gardencorev1beta1.Shoot) { s.Namespace, s.UID = "garden-other", "other" }),
		}, "my-shoot"),
		Entry("other content of the ConfigMap", map[string]string{"gone": entryOf("1", "Ready")}, map[string]string{"note": "mine", "list": `{"uid":"mine"}`}, nil, "note", "list"),
		Entry("only deleted Shoots", map[string]string{"a": entryOf("1", "Ready"), "b": entryOf("2", "Failed")}, nil, nil),
	)

	It("keeps an entry if only the cache lacks the Shoot", func(ctx SpecContext) {
		create(ctx, shootWith())
		reports(ctx, "alpha", map[string]string{"my-shoot": entryOf("uid", "Ready")})
		reconciler.Garden = interceptor.NewClient(cached, interceptor.Funcs{
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error { return nil },
		})
		run(ctx)
		Expect(names(ctx)).To(ConsistOf("my-shoot"))
	})

	It("keeps its own entry if only the cache lacks the Shoot", func(ctx SpecContext) {
		create(ctx, shootWith())
		run(ctx)
		clock.SetTime(now.Add(grace))
		run(ctx)
		written := data(ctx)
		reconciler.Garden = interceptor.NewClient(cached, interceptor.Funcs{
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error { return nil },
		})
		run(ctx)
		Expect(data(ctx)).To(Equal(written), "the API server has the Shoot")
	})

	shoots := schema.GroupResource{Group: "core.gardener.cloud", Resource: "shoots"}
	DescribeTable("removes nothing if the API server does not confirm the deletion",
		func(ctx SpecContext, answer error) {
			reports(ctx, "alpha", map[string]string{"gone": entryOf("1", "Ready")})
			reconciler.Live = interceptor.NewClient(garden, interceptor.Funcs{
				Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
					if _, ok := object.(*gardencorev1beta1.Shoot); ok {
						return answer
					}
					return c.Get(ctx, key, object, options...)
				},
			})
			_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: project}})
			Expect(err).To(MatchError(ContainSubstring("failed to read Shoot garden-my-project/gone")))
			Expect(names(ctx)).To(ConsistOf("gone"))
		},
		Entry("no response", errors.New("connection refused")),
		Entry("a forbidden request", apierrors.NewForbidden(shoots, "gone", nil)),
		Entry("a status 404 of a proxy", apierrors.NewGenericServerResponse(404, "get", shoots, "gone", "404 page not found", 0, true)),
	)

	It("does not remove an entry that was written after it was read", func(ctx SpecContext) {
		reports(ctx, "alpha", map[string]string{"my-shoot": entryOf("earlier", "Ready")})
		once := false
		reconciler.Garden = interceptor.NewClient(garden, interceptor.Funcs{
			Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
				if !once {
					once = true
					create(ctx, shootWith())
					reports(ctx, "alpha", map[string]string{"my-shoot": entryOf("uid", "Ready")})
				}
				return c.Patch(ctx, object, patch, options...)
			},
		})
		run(ctx)
		Expect(once).To(BeTrue())
		run(ctx)
		Expect(data(ctx)).To(Equal(map[string]string{"my-shoot": entryOf("uid", "Ready")}))
	})

	It("removes many entries in several steps", func(ctx SpecContext) {
		entries := map[string]string{}
		for i := range mostReads + 10 {
			entries[fmt.Sprint("gone-", i)] = entryOf(fmt.Sprint(i), "Ready")
		}
		reports(ctx, "alpha", entries)
		Expect(run(ctx)).To(Equal(soon))
		Expect(data(ctx)).To(HaveLen(10))
		run(ctx)
		Expect(data(ctx)).To(BeEmpty())
	})

	It("leaves the remaining room to the seeds", func(ctx SpecContext) {
		reports(ctx, "alpha", map[string]string{"large": strings.Repeat("x", 720<<10-500)})
		var all []*gardencorev1beta1.Shoot
		for i := range 10 {
			all = append(all, shootWith(func(s *gardencorev1beta1.Shoot) { s.Name = fmt.Sprint("shoot-", i); s.UID += "x" }))
		}
		create(ctx, all...)
		reconciler.Timing.Grace = 0
		run(ctx)
		Expect(len(data(ctx))).To(And(BeNumerically(">", 1), BeNumerically("<", 11)), "some of the ten have room")
		reports(ctx, "alpha", map[string]string{"large": strings.Repeat("x", 720<<10)})
		run(ctx)
		Expect(names(ctx)).To(ConsistOf("large"))
	})
})

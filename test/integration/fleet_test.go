// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	clientset "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// reportingSeed is a seed that reports the status of one project's Shoots.
type reportingSeed struct {
	*projectstatus.Reconciler
	project string
	seed    client.Client
}

func newReportingSeed(ctx context.Context, project, seedName string) *reportingSeed {
	GinkgoHelper()
	garden, err := clientset.NewForConfig(restConfig)
	Expect(err).NotTo(HaveOccurred())
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: garden.EventsV1()})
	Expect(broadcaster.StartRecordingToSinkWithContext(ctx)).To(Succeed())
	s := &reportingSeed{project: project}
	s.seed = fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithStatusSubresource(&extensionsv1alpha1.Extension{}).
		WithIndex(&extensionsv1alpha1.Cluster{}, seed.ClusterProject, seed.ClusterProjectOf).Build()
	s.Reconciler = projectstatus.NewReconciler(&projectstatus.Reconciler{
		Seed: s.seed, SeedName: seedName, Clock: clock.RealClock{}, Limits: fleet.DefaultLimits(),
		Store: newStatuses(seedName), Projects: &controllertest.Projects{Unknown: true},
		Events:  broadcaster.NewRecorder(s.seed.Scheme(), "gardener-extension-shoot-flux"),
		Timing:  projectstatus.Timing{Settle: time.Millisecond, Interval: time.Millisecond, Refresh: time.Hour, Sweep: time.Hour, MaxBackoff: time.Second},
		Random:  func(time.Duration) time.Duration { return 0 },
		Checked: func(*extensionsv1alpha1.Extension) time.Time { return time.Time{} },
	})
	return s
}

func newStatuses(seedName string) *garden.StatusConfigMaps {
	return garden.NewStatusConfigMaps(newClient(), seedName, clock.RealClock{}, 10*time.Minute)
}

// reconcile reconciles the project until there is nothing left to do.
func (s *reportingSeed) reconcile(ctx context.Context) {
	GinkgoHelper()
	Eventually(ctx, func() (time.Duration, error) {
		result, err := s.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Namespace: s.project, Name: "flux-status"}})
		if result.RequeueAfter == 0 {
			return time.Hour, err
		}
		return result.RequeueAfter, err
	}, "30s", "5ms").Should(BeNumerically(">", 2*time.Second), "other waits have at most a second")
}

// has creates a Shoot on the seed, with changes of its Extension.
func (s *reportingSeed) has(ctx context.Context, name, uid string, change func(*extensionsv1alpha1.Extension)) {
	GinkgoHelper()
	namespace := "shoot--x--" + name
	shoot, err := json.Marshal(&gardencorev1beta1.Shoot{
		ObjectMeta: metav1.ObjectMeta{Namespace: s.project, Name: name, UID: types.UID(uid)}, Spec: gardencorev1beta1.ShootSpec{SeedName: &s.SeedName},
	})
	Expect(err).NotTo(HaveOccurred())
	s.lost(ctx, name)
	Expect(s.seed.Create(ctx, &extensionsv1alpha1.Cluster{
		ObjectMeta: metav1.ObjectMeta{Name: namespace}, Spec: extensionsv1alpha1.ClusterSpec{Shoot: runtime.RawExtension{Raw: shoot}},
	})).To(Succeed())
	ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux"}}
	ex.Spec.Type = "shoot-flux"
	ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.5","sync":true,"namespace":"flux-system"}`)}
	for _, kind := range []gardencorev1beta1.ConditionType{"FluxConfigured", "FluxInstalled", "FluxSourceReady", "FluxKustomizationReady"} {
		ex.Status.Conditions = append(ex.Status.Conditions, gardencorev1beta1.Condition{Type: kind, Status: "True", Reason: "Fine", Message: "fine"})
	}
	if change != nil {
		change(ex)
	}
	status := ex.Status
	Expect(s.seed.Create(ctx, ex)).To(Succeed())
	ex.Status = status
	Expect(s.seed.Status().Update(ctx, ex)).To(Succeed())
}

// lost removes the Shoot from the seed.
func (s *reportingSeed) lost(ctx context.Context, name string) {
	GinkgoHelper()
	namespace := "shoot--x--" + name
	Expect(client.IgnoreNotFound(s.seed.Delete(ctx, &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux"}}))).To(Succeed())
	Expect(client.IgnoreNotFound(s.seed.Delete(ctx, &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: namespace}}))).To(Succeed())
}

func fails(ex *extensionsv1alpha1.Extension) {
	ex.Status.Conditions[2].Status, ex.Status.Conditions[2].Reason, ex.Status.Conditions[2].Message = "False", "GitOperationFailed", "refused"
	ex.Status.ProviderStatus = &runtime.RawExtension{Raw: []byte(`{"shoot":{"sourceCause":"ConnectionFailed"}}`)}
}

func leaves(ex *extensionsv1alpha1.Extension) {
	ex.Annotations = map[string]string{"gardener.cloud/operation": "migrate"}
}

var _ = Describe("ConfigMap flux-status", func() {
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
	stored := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-status"}, configMap)).To(Succeed())
		return configMap
	}
	reported := func(ctx context.Context) map[string]fluxv1alpha1.ShootStatus {
		GinkgoHelper()
		statuses := map[string]fluxv1alpha1.ShootStatus{}
		for name, value := range stored(ctx).Data {
			if status, ok := fleet.Decode(value); ok {
				statuses[name] = status
			}
		}
		return statuses
	}
	patch := func(ctx context.Context, format string, args ...any) {
		GinkgoHelper()
		Expect(c.Patch(ctx, stored(ctx), client.RawPatch(types.MergePatchType, fmt.Appendf(nil, format, args...)))).To(Succeed())
	}
	from := func(seed string, state fluxv1alpha1.ShootState) OmegaMatcher {
		return And(HaveField("Seed", seed), HaveField("State", state))
	}

	It("contains all entries of seeds and members of the project that write concurrently", func(ctx SpecContext) {
		seeds := []*reportingSeed{newReportingSeed(ctx, namespace, "alpha"), newReportingSeed(ctx, namespace, "beta")}
		var writers sync.WaitGroup
		for i, seed := range seeds {
			writers.Go(func() {
				defer GinkgoRecover()
				for j := range 20 {
					seed.has(ctx, fmt.Sprintf("s%d-%d", i, j), fmt.Sprintf("uid-%d-%d", i, j), nil)
					seed.reconcile(ctx)
				}
			})
		}
		writers.Wait()
		Expect(reported(ctx)).To(HaveLen(40))
		Expect(stored(ctx).ManagedFields).To(HaveLen(2), "one field manager for each seed")

		By("a user writes an entry, and edits and removes others")
		patch(ctx, `{"data":{"mine":"x","s0-0":"y","s0-1":null},"metadata":{"labels":{"mine":"x"}}}`)
		version := stored(ctx).ResourceVersion
		seeds[1].reconcile(ctx)
		Expect(stored(ctx).ResourceVersion).To(Equal(version), "no entry of this seed has changed")
		seeds[0].reconcile(ctx)
		Expect(reported(ctx)).To(And(HaveLen(40), HaveKeyWithValue("s0-0", from("alpha", "Ready")), HaveKey("s0-1")))
		version = stored(ctx).ResourceVersion
		seeds[0].reconcile(ctx)
		Expect(stored(ctx).ResourceVersion).To(Equal(version), "nothing is written where nothing has changed")

		By("a user deletes it")
		Expect(c.Delete(ctx, stored(ctx))).To(Succeed())
		seeds[1].reconcile(ctx)
		Expect(reported(ctx)).To(HaveLen(20))
		Expect(newStatuses("alpha").Statuses(ctx, namespace)).To(BeEmpty(), "the other seed has not written its entries again")
		seeds[0].reconcile(ctx)
		patch(ctx, `{"data":{"mine":"x"}}`)

		By("all Shoots of one seed are removed, then those of the other: other entries stay")
		for j := range 20 {
			seeds[0].lost(ctx, fmt.Sprintf("s0-%d", j))
		}
		seeds[0].reconcile(ctx)
		Expect(stored(ctx).Data).To(And(HaveLen(21), HaveKeyWithValue("mine", "x"), HaveKey("s1-7")))
		for j := range 20 {
			seeds[1].lost(ctx, fmt.Sprintf("s1-%d", j))
		}
		seeds[1].reconcile(ctx)
		Expect(stored(ctx).Data).To(Equal(map[string]string{"mine": "x"}))
	})

	It("follows a Shoot between seeds, and distinguishes a recreated Shoot by its UID", func(ctx SpecContext) {
		alpha, beta := newReportingSeed(ctx, namespace, "alpha"), newReportingSeed(ctx, namespace, "beta")
		alpha.has(ctx, "one", "uid", nil)
		alpha.reconcile(ctx)
		alpha.has(ctx, "one", "uid", leaves)
		alpha.reconcile(ctx)
		Expect(reported(ctx)).To(HaveKeyWithValue("one", from("alpha", "Migrating")))
		beta.has(ctx, "one", "uid", nil)
		beta.reconcile(ctx)
		version := stored(ctx).ResourceVersion
		alpha.reconcile(ctx)
		alpha.lost(ctx, "one")
		alpha.reconcile(ctx)
		Expect(stored(ctx).ResourceVersion).To(Equal(version))
		Expect(reported(ctx)).To(HaveKeyWithValue("one", from("beta", "Ready")))
		Expect(stored(ctx).ManagedFields).To(HaveLen(1))

		By("it is deleted, and recreated on the first seed before the second one has reconciled")
		alpha.has(ctx, "one", "another", nil)
		alpha.reconcile(ctx)
		beta.lost(ctx, "one")
		beta.reconcile(ctx)
		Expect(reported(ctx)).To(HaveKeyWithValue("one", And(from("alpha", "Ready"), HaveField("UID", BeEquivalentTo("another")))))
		By("it is on no seed any more")
		alpha.lost(ctx, "one")
		alpha.reconcile(ctx)
		Expect(stored(ctx).Data).To(BeEmpty())
	})

	It("loses the stale entries of a restarted seed without Shoots of the project", func(ctx SpecContext) {
		alpha, beta := newReportingSeed(ctx, namespace, "alpha"), newReportingSeed(ctx, namespace, "beta")
		alpha.has(ctx, "one", "uid", nil)
		alpha.reconcile(ctx)
		beta.has(ctx, "two", "uid-two", nil)
		beta.reconcile(ctx)
		found := func(seed string) (namespaces []string) {
			GinkgoHelper()
			Expect(newStatuses(seed).Projects(ctx, func(namespace string) { namespaces = append(namespaces, namespace) })).To(Succeed())
			return namespaces
		}
		Expect(found("alpha")).To(ContainElement(namespace))
		newReportingSeed(ctx, namespace, "alpha").reconcile(ctx)
		Expect(found("alpha")).NotTo(ContainElement(namespace))
		Expect(found("beta")).To(ContainElement(namespace))
		Expect(reported(ctx)).To(And(HaveLen(1), HaveKey("two")))
	})

	It("keeps entries of an earlier version and restored entries from a backup", func(ctx SpecContext) {
		alpha := newReportingSeed(ctx, namespace, "alpha")
		for _, name := range []string{"one", "two"} {
			former := corev1ac.ConfigMap("flux-status", namespace).WithData(map[string]string{name: `{"uid":"` + name + `","deployKeyFingerprint":"a","observedAt":null}`})
			Expect(c.Apply(ctx, former, client.FieldOwner("shoot-flux-"+name), client.ForceOwnership)).To(Succeed())
			alpha.has(ctx, name, name, nil)
		}
		alpha.reconcile(ctx)
		Expect(stored(ctx).ManagedFields).To(ConsistOf(HaveField("Manager", "shoot-flux-seed-alpha")), "the former field managers do not own values that have changed")

		By("a backup is restored: the values are the same, and have another field manager")
		restored := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}, Data: stored(ctx).Data}
		Expect(c.Delete(ctx, stored(ctx))).To(Succeed())
		Expect(c.Create(ctx, restored, client.FieldOwner("velero"))).To(Succeed())
		alpha.lost(ctx, "one")
		alpha.reconcile(ctx)
		Expect(stored(ctx).Data).To(And(HaveLen(1), HaveKey("two")), "the entry of the removed Shoot is removed")
		alpha.lost(ctx, "two")
		alpha.reconcile(ctx)
		Expect(stored(ctx).Data).To(BeEmpty())
	})

	It("is reported in Events that the API server accepts", func(ctx SpecContext) {
		alpha := newReportingSeed(ctx, namespace, "alpha")
		alpha.has(ctx, "one", "5f0f3c1e-7a53-4a6e-8f49-0123456789ab", fails)
		alpha.reconcile(ctx)
		alpha.has(ctx, "one", "5f0f3c1e-7a53-4a6e-8f49-0123456789ab", nil)
		alpha.reconcile(ctx)
		for i := range 30 {
			alpha.has(ctx, fmt.Sprintf("many-%02d", i), fmt.Sprint(i), fails)
		}
		alpha.reconcile(ctx)
		Eventually(ctx, func(g Gomega) {
			list := &eventsv1.EventList{}
			g.Expect(c.List(ctx, list, client.InNamespace(namespace))).To(Succeed())
			var all []string
			for _, e := range list.Items {
				all = append(all, fmt.Sprintf("%s %s %s/%s: %s", e.Type, e.Reason, e.Regarding.Kind, e.Regarding.Name, e.Note))
				g.Expect(e.ReportingController).To(Equal("gardener-extension-shoot-flux"))
			}
			g.Expect(all).To(ConsistOf(
				"Warning ConnectionFailed Shoot/one: refused",
				"Normal FluxRecovered Shoot/one: fine",
				"Warning ConnectionFailed ConfigMap/flux-status: 30 Shoots of the project: many-00, many-01, many-02, many-03, many-04 and 25 more. Of many-00: refused",
			))
		}, "20s").Should(Succeed())
	})

	Describe("size", func() {
		// failed returns the status of a Shoot with the longest message.
		failed := func(i int) fluxv1alpha1.ShootStatus {
			return fluxv1alpha1.ShootStatus{
				UID: types.UID(fmt.Sprintf("5f0f3c1e-7a53-4a6e-8f49-%012d", i)), Seed: "alpha", State: "Failed", Cause: "AuthenticationFailed", Reason: "GitOperationFailed",
				Message: strings.Repeat("m", 1024), AppliedRevision: "main@sha1:" + strings.Repeat("a", 40), AttemptedRevision: "main@sha1:" + strings.Repeat("b", 40),
				FluxVersion: "v2.9.5", DeployKeyFingerprint: "SHA256:" + strings.Repeat("k", 43), DeployKeyPhase: "InUse", Since: metav1.Now(), ObservedAt: metav1.Now(),
			}
		}
		entries := func(count int, text func(int) string) map[string]string {
			data := map[string]string{}
			for i := range count {
				data[fmt.Sprintf("shoot-%05d-%s", i, strings.Repeat("n", 9))] = text(i)
			}
			return data
		}
		apply := func(ctx context.Context, data map[string]string) error {
			return c.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(data), client.FieldOwner("shoot-flux-seed-alpha"), client.ForceOwnership)
		}

		It("is limited by the API server above the limits of the extension", func(ctx SpecContext) {
			limits := fleet.DefaultLimits()
			By("values of 1 MiB and not a byte more")
			Expect(apply(ctx, map[string]string{"one": strings.Repeat("x", 1<<20)})).To(Succeed())
			err := apply(ctx, map[string]string{"one": strings.Repeat("x", 1<<20+1)})
			Expect(apierrors.IsInvalid(err)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring("Too long")))
			Expect(limits.Hard.Data).To(BeNumerically("<", 1<<20))

			By("with names and field managers, 1.5 MiB: many short entries")
			const value = 60
			text := func(int) string { return strings.Repeat("v", value) }
			estimate := func(count int) int { return count * (2*len("shoot-00000-nnnnnnnnn") + value + 20) }
			fits, refused := 12000, 15000
			for refused-fits > 400 {
				count := (fits + refused) / 2
				if err := apply(ctx, entries(count, text)); err == nil {
					fits = count
				} else {
					AddReportEntry("refused", fmt.Sprintf("%d entries, by the estimate %d bytes: %.200s", count, estimate(count), err.Error()))
					refused = count
				}
			}
			AddReportEntry("fits", fmt.Sprintf("%d entries, by the estimate %d bytes", fits, estimate(fits)))
			Expect(estimate(fits)).To(BeNumerically(">", limits.Hard.Object), "the limit lies below what is refused")
		})

		DescribeTable("stays within the limits of the extension",
			func(ctx SpecContext, shoots int, foreign int) {
				if foreign > 0 {
					Expect(c.Create(ctx, &corev1.ConfigMap{
						ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}, Data: map[string]string{"mine": strings.Repeat("x", foreign)},
					})).To(Succeed())
				}
				// The first seed makes room for the second one when it reconciles again.
				writtenBy := map[string]int{}
				for _, seed := range []string{"alpha", "beta", "alpha", "beta"} {
					statuses := newStatuses(seed)
					read, err := statuses.Read(ctx, namespace)
					Expect(err).NotTo(HaveOccurred())
					var all []fleet.ShootReport
					for i := range shoots {
						status := failed(i)
						status.Seed = seed
						if i%2 == 1 {
							status.Cause, status.State, status.Ready = "", "Ready", true
						}
						all = append(all, fleet.ShootReport{Name: fmt.Sprintf("%s-%05d-%s", seed, i, strings.Repeat("n", 9)), Status: status})
					}
					plan := fleet.PlanOf(fleet.Input{ConfigMap: read, Seed: seed, Shoots: all, Spare: func(string) bool { return false }, Limits: fleet.DefaultLimits()})
					writtenBy[seed] = len(plan.Entries)
					Expect(len(plan.Entries) + plan.LeftOut).To(Equal(shoots))
					Expect(statuses.Write(ctx, namespace, read, plan.Entries, plan.Annotations)).To(BeTrue())
					size, messages := 0, 0
					for _, value := range plan.Entries {
						size += len(value)
						if status, _ := fleet.Decode(value); len(status.Message) == 1024 {
							messages++
						}
					}
					AddReportEntry("written", fmt.Sprintf("%s: %d of %d Shoots, %d with message, %d left out, %d bytes of values", seed, len(plan.Entries), shoots, messages, plan.LeftOut, size))
				}
				Expect(writtenBy).To(And(HaveKeyWithValue("alpha", BeNumerically(">", 0)), HaveKeyWithValue("beta", BeNumerically(">", 0))))
				total := 0
				for _, value := range stored(ctx).Data {
					total += len(value)
				}
				Expect(total).To(BeNumerically("<=", 1<<20))
			},
			Entry("500 Shoots on each of two seeds", 500, 0),
			Entry("1,500 Shoots on each of two seeds", 1500, 0),
			Entry("4,000 Shoots on each of two seeds", 4000, 0),
			Entry("500 Shoots and 700 KiB of a member", 500, 700<<10),
		)
	})

	// Decision 0015 has the figures for 100 Shoots. The first half takes a minute for them.
	It("is written with one request for all Shoots of a seed, which is smaller than one request for each Shoot", func(ctx SpecContext) {
		const shoots = 30
		measured := func(counted *countedBytes, requests func(garden client.Client)) string {
			GinkgoHelper()
			began := time.Now()
			requests(counted.client())
			return fmt.Sprintf("%d requests, %d KiB sent, %d KiB received, %.1fs, %d KiB of field managers", counted.requests, counted.sent>>10, counted.received>>10,
				time.Since(began).Seconds(), len(fieldsOf(stored(ctx)))>>10)
		}
		var forSeed, forShoot countedBytes
		alpha := newReportingSeed(ctx, namespace, "alpha")
		for i := range shoots {
			alpha.has(ctx, fmt.Sprintf("s%d", i), fmt.Sprintf("5f0f3c1e-7a53-4a6e-8f49-%012d", i), func(ex *extensionsv1alpha1.Extension) {
				fails(ex)
				ex.Status.Conditions[2].Message = strings.Repeat("m", 300)
			})
		}
		AddReportEntry("one field manager for each seed", measured(&forSeed, func(gardenClient client.Client) {
			alpha.Store = garden.NewStatusConfigMaps(gardenClient, "alpha", clock.RealClock{}, 10*time.Minute)
			alpha.reconcile(ctx)
		}))
		written := stored(ctx)
		Expect(reported(ctx)).To(HaveLen(shoots))
		Expect(forSeed.requests).To(Equal(1))

		Expect(c.Delete(ctx, written)).To(Succeed())
		AddReportEntry("one field manager for each Shoot", measured(&forShoot, func(garden client.Client) {
			for name, value := range written.Data {
				configMap := corev1ac.ConfigMap("flux-status", namespace).WithData(map[string]string{name: value})
				Expect(garden.Apply(ctx, configMap, client.FieldOwner("shoot-flux-"+name), client.ForceOwnership)).To(Succeed())
			}
		}))
		Expect(forSeed.sent + forSeed.received).To(BeNumerically("<", forShoot.sent+forShoot.received))
		Expect(len(fieldsOf(written))).To(BeNumerically("<", len(fieldsOf(stored(ctx)))))
	})
})

func fieldsOf(configMap *corev1.ConfigMap) string {
	raw, err := json.Marshal(configMap.ManagedFields)
	Expect(err).NotTo(HaveOccurred())
	return string(raw)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"errors"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// fakeGarden is a garden that counts requests.
type fakeGarden struct {
	client.Client
	reads, writes, lists int
	failure, writeError  error
}

func newFakeGarden() *fakeGarden {
	g := &fakeGarden{}
	g.Client = fake.NewClientBuilder().WithReturnManagedFields().
		WithIndex(&corev1.ConfigMap{}, "metadata.name", func(o client.Object) []string { return []string{o.GetName()} }).
		WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				if g.reads++; g.failure != nil {
					return g.failure
				}
				return c.Get(ctx, key, o, opts...)
			},
			Apply: func(ctx context.Context, c client.WithWatch, o runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
				g.writes++
				if err := errors.Join(g.failure, g.writeError); err != nil {
					return err
				}
				return c.Apply(ctx, o, opts...)
			},
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, opts ...client.ListOption) error {
				if g.lists++; g.failure != nil {
					return g.failure
				}
				return c.List(ctx, list, opts...)
			},
		}).Build()
	return g
}

// content returns the entries of the ConfigMap that are statuses.
func (g *fakeGarden) content(ctx context.Context) map[string]fluxv1alpha1.ShootStatus {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{}
	Expect(client.IgnoreNotFound(g.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-status"}, configMap))).To(Succeed())
	g.reads, g.writes, g.lists = 0, 0, 0
	statuses := map[string]fluxv1alpha1.ShootStatus{}
	for name, value := range configMap.Data {
		if status, ok := fleet.Decode(value); ok {
			statuses[name] = status
		}
	}
	return statuses
}

// reportingSeed is a seed that reports to projects in the garden.
type reportingSeed struct {
	*Reconciler
	clock    *testclock.FakePassiveClock
	client   client.Client
	recorder *fakeRecorder
	// checked contains the times of the last health checks by namespace.
	checked map[string]time.Time
	// projects provides the rollout of the project.
	projects *controllertest.Projects
}

// fakeRecorder records Events with the objects that they are about.
type fakeRecorder struct{ events []string }

func (r *fakeRecorder) Eventf(about, _ runtime.Object, eventType, reason, _, note string, args ...any) {
	object, ok := about.(*corev1.ObjectReference)
	Expect(ok).To(BeTrue())
	r.events = append(r.events, fmt.Sprintf("%s %s %s %s/%s: %s", eventType, reason, object.Kind, object.Namespace, object.Name, fmt.Sprintf(note, args...)))
}

func newReportingSeed(gardenClient client.Client, name string, objects ...client.Object) *reportingSeed {
	s := &reportingSeed{
		clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)), recorder: &fakeRecorder{},
		checked: map[string]time.Time{}, projects: &controllertest.Projects{},
		client: fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).
			WithStatusSubresource(&extensionsv1alpha1.Extension{}).WithIndex(&extensionsv1alpha1.Cluster{}, seed.ClusterProject, seed.ClusterProjectOf).Build(),
	}
	s.Reconciler = NewReconciler(&Reconciler{
		Seed: s.client, SeedName: name, Projects: s.projects, Events: s.recorder, Clock: s.clock, Limits: fleet.DefaultLimits(),
		Store:  garden.NewStatusConfigMaps(gardenClient, name, s.clock, 10*time.Minute),
		Timing: Timing{Settle: time.Second, Interval: 10 * time.Second, Early: 3, Refresh: 10 * time.Minute, Watched: time.Minute, Sweep: time.Hour, MaxBackoff: 2 * time.Minute},
		Random: func(time.Duration) time.Duration { return 0 }, Checked: func(ex *extensionsv1alpha1.Extension) time.Time { return s.checked[ex.Namespace] },
	})
	return s
}

// report lets the seed report to the project after the interval.
func (s *reportingSeed) report(ctx context.Context) time.Duration {
	GinkgoHelper()
	s.advance(10 * time.Second)
	return s.reportNow(ctx)
}

// untilPeriod returns the time until all seeds confirm their entries again.
func (s *reportingSeed) untilPeriod() time.Duration {
	return s.period("garden-demo").Add(10 * time.Minute).Sub(s.clock.Now())
}

func (s *reportingSeed) advance(by time.Duration) { s.clock.SetTime(s.clock.Now().Add(by)) }

func (s *reportingSeed) reportNow(ctx context.Context) time.Duration {
	GinkgoHelper()
	result, err := s.Reconcile(ctx, requestFor("garden-demo"))
	Expect(err).NotTo(HaveOccurred())
	return result.RequeueAfter
}

func (s *reportingSeed) events() []string {
	recorded := s.recorder.events
	s.recorder.events = nil
	return recorded
}

// change changes the Extension of a Shoot.
func (s *reportingSeed) change(ctx context.Context, namespace string, change func(*extensionsv1alpha1.Extension)) {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(s.client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "shoot-flux"}, ex)).To(Succeed())
	change(ex)
	status := ex.Status
	Expect(s.client.Update(ctx, ex)).To(Succeed())
	ex.Status = status
	Expect(s.client.Status().Update(ctx, ex)).To(Succeed())
}

func (s *reportingSeed) drop(ctx context.Context, namespace string, withCluster bool) {
	GinkgoHelper()
	Expect(s.client.Delete(ctx, &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux"}})).To(Succeed())
	if withCluster {
		Expect(s.client.Delete(ctx, &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: namespace}})).To(Succeed())
	}
}

// ready sets the status of a Ready Shoot.
func ready(ex *extensionsv1alpha1.Extension) {
	ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","sync":true,"namespace":"flux-system"}`)}
	ex.Status.Conditions = nil
	for _, kind := range []gardencorev1beta1.ConditionType{"FluxConfigured", "FluxInstalled", "FluxSourceReady", "FluxKustomizationReady"} {
		ex.Status.Conditions = append(ex.Status.Conditions, gardencorev1beta1.Condition{Type: kind, Status: "True", Reason: "Fine", Message: "fine"})
	}
}

// failing sets the status of a Shoot whose source fails.
func failing(ex *extensionsv1alpha1.Extension) {
	ready(ex)
	ex.Status.Conditions[2].Status, ex.Status.Conditions[2].Message = "False", "refused"
	ex.Status.ProviderStatus = &runtime.RawExtension{Raw: []byte(`{"shoot":{"sourceCause":"ConnectionFailed"}}`)}
}

// progressing sets the status of a Shoot whose root Kustomization is being reconciled.
func progressing(ex *extensionsv1alpha1.Extension) {
	ready(ex)
	ex.Status.Conditions[3].Status = "Progressing"
}

func leaving(ex *extensionsv1alpha1.Extension) {
	ex.Annotations = map[string]string{"gardener.cloud/operation": "migrate"}
}

// shootOn returns the Cluster and the Extension of a Shoot of project garden-demo.
func shootOn(seed, name, uid string, change func(*extensionsv1alpha1.Extension)) []client.Object {
	GinkgoHelper()
	return controllertest.ExtensionAndCluster("shoot--demo--"+name, "garden-demo", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		shoot.Name, shoot.UID, shoot.Spec.SeedName = name, types.UID(uid), &seed
		change(ex)
	})
}

var _ = Describe("Reconciler", func() {
	var garden *fakeGarden
	BeforeEach(func() { garden = newFakeGarden() })
	stateOf := func(state fluxv1alpha1.ShootState) OmegaMatcher { return HaveField("State", state) }

	It("reports all Shoots of the project with one write, and later their changes", func(ctx SpecContext) {
		s := newReportingSeed(garden, "alpha", append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...)...)
		next := s.report(ctx)
		Expect(next).To(Equal(s.untilPeriod()), "the time until the entries are compared again")
		Expect(garden.writes).To(Equal(1))
		Expect(garden.content(ctx)).To(And(HaveLen(2), HaveEach(And(stateOf("Ready"), HaveField("Seed", "alpha")))))
		Expect(s.events()).To(HaveLen(2))

		By("without a change")
		s.report(ctx)
		Expect([]int{garden.reads, garden.writes}).To(Equal([]int{1, 0}))

		By("a failure, with an Event")
		s.change(ctx, "shoot--demo--one", failing)
		s.report(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Failed"), HaveField("Cause", fluxv1alpha1.CauseConnection))))
		Expect(s.events()).To(Equal([]string{"Warning ConnectionFailed Shoot garden-demo/one: refused"}))
	})

	It("compares the entries of a project every minute while a rollout may wait for one of its Shoots, and restores them", func(ctx SpecContext) {
		ringed := func(ex *extensionsv1alpha1.Extension) {
			failing(ex)
			ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","sync":true,"namespace":"flux-system","seen":{"ring":"canary","revision":"1"}}`)}
		}
		s := newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ringed)...)
		Expect(s.report(ctx)).To(Equal(time.Minute))

		By("another client has it ready, under the name of the seed")
		forged := corev1ac.ConfigMap("flux-status", "garden-demo").WithData(map[string]string{"one": `{"uid":"1","seed":"alpha","state":"Ready","ready":true,"ring":"canary","revision":"1"}`})
		Expect(garden.Apply(ctx, forged, client.ForceOwnership, client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())
		s.advance(time.Minute)
		garden.content(ctx)
		s.reportNow(ctx)
		Expect(garden.writes).To(Equal(1))
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", stateOf("Failed")))

		By("it is ready for long")
		s.change(ctx, "shoot--demo--one", func(ex *extensionsv1alpha1.Extension) {
			state := ex.Status.State
			ready(ex)
			ex.Status.State = state
		})
		next := s.report(ctx)
		Expect(next).To(Equal(s.untilPeriod()))
	})

	It("confirms all observed Shoots in one write per period, at the same time as other seeds", func(ctx SpecContext) {
		s := newReportingSeed(garden, "alpha", append(append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...), shootOn("alpha", "three", "3", ready)...)...)
		s.change(ctx, "shoot--demo--three", func(ex *extensionsv1alpha1.Extension) { ex.Status.Conditions[2].Status = "Unknown" })
		begin := s.clock.Now()
		s.checked["shoot--demo--two"] = begin // Its health check hangs.
		s.report(ctx)
		garden.content(ctx)
		for s.clock.Now().Before(begin.Add(24 * time.Hour)) {
			s.checked["shoot--demo--one"] = s.clock.Now().Add(-time.Minute)
			s.advance(s.reportNow(ctx))
		}
		Expect(garden.writes).To(BeNumerically("~", 24*6, 1))
		recent := HaveField("ConfirmedAt.Time", BeTemporally(">", s.clock.Now().Add(-12*time.Minute)))
		Expect(garden.content(ctx)).To(And(
			HaveKeyWithValue("one", recent), HaveKeyWithValue("three", And(HaveField("State", fluxv1alpha1.ShootUnreachable), recent)),
			HaveKeyWithValue("two", HaveField("ConfirmedAt.Time", BeTemporally("==", begin)))))
		Expect(s.events()).To(HaveLen(3), "only those of the first report")

		By("another seed confirms at the same time")
		next := s.clock.Now().Add(s.report(ctx))
		other := newReportingSeed(garden, "beta", shootOn("beta", "four", "4", ready)...)
		other.clock.SetTime(s.clock.Now().Add(time.Minute))
		Expect(other.clock.Now().Add(other.report(ctx))).To(BeTemporally("==", next))
	})

	It("reports to a project at most once per interval, and misses no change", func(ctx SpecContext) {
		s := newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		s.report(ctx)
		garden.content(ctx)
		s.change(ctx, "shoot--demo--one", failing)
		s.advance(4 * time.Second)
		Expect(s.reportNow(ctx)).To(Equal(6 * time.Second))
		Expect([]int{garden.reads, garden.writes}).To(Equal([]int{0, 0}))
		s.advance(6 * time.Second)
		s.reportNow(ctx)
		Expect(garden.writes).To(Equal(1))
	})

	It("repeats no Event after a restart or a failed write", func(ctx SpecContext) {
		objects := shootOn("alpha", "one", "1", failing)
		s := newReportingSeed(garden, "alpha", objects...)
		garden.writeError = errors.New("refused")
		s.report(ctx)
		Expect(s.events()).To(BeEmpty())
		garden.writeError = nil
		s.report(ctx)
		Expect(s.events()).To(HaveLen(1))
		garden.content(ctx)

		s = newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", failing)...)
		s.report(ctx)
		Expect(s.events()).To(BeEmpty())
		Expect(garden.writes).To(BeZero())
	})

	It("backs off while the garden is unreachable, and reports the changes afterwards", func(ctx SpecContext) {
		s := newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		garden.failure = errors.New("connection refused")
		var rests []time.Duration
		for range 6 {
			rest := s.reportNow(ctx)
			rests = append(rests, rest)
			Expect(s.reportNow(ctx)).To(Equal(rest), "a change does not shorten the backoff")
			s.advance(rest)
		}
		Expect(rests).To(Equal([]time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second, 2 * time.Minute, 2 * time.Minute}))
		Expect(garden.reads).To(Equal(6))
		garden.failure = nil
		s.reportNow(ctx)
		Expect(garden.content(ctx)).To(HaveKey("one"))
	})

	It("removes the entry of a deleted Shoot, with and without its Cluster", func(ctx SpecContext) {
		s := newReportingSeed(garden, "alpha", append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...)...)
		s.report(ctx)
		s.drop(ctx, "shoot--demo--one", false)
		s.report(ctx)
		Expect(garden.content(ctx)).To(And(HaveLen(1), HaveKey("two")))
		s.drop(ctx, "shoot--demo--two", true)
		Expect(s.report(ctx)).To(BeZero(), "there are no Shoots on this seed")
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("keeps the entry of a Shoot whose Cluster is missing or empty", func(ctx SpecContext) {
		s := newReportingSeed(garden, "alpha", append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...)...)
		s.report(ctx)
		before := garden.content(ctx)
		cluster := &extensionsv1alpha1.Cluster{}
		Expect(s.client.Get(ctx, client.ObjectKey{Name: "shoot--demo--one"}, cluster)).To(Succeed())
		cluster.Spec.Shoot.Raw = []byte(`{}`)
		Expect(s.client.Update(ctx, cluster)).To(Succeed())
		s.report(ctx)
		Expect(garden.content(ctx)).To(Equal(before))
		Expect(s.client.Delete(ctx, cluster)).To(Succeed())
		s.change(ctx, "shoot--demo--two", failing)
		s.report(ctx)
		Expect(garden.content(ctx)).To(And(HaveKeyWithValue("one", before["one"]), HaveKeyWithValue("two", stateOf("Failed"))))
	})

	It("removes the entry of a Shoot within a minute after its Extension is deleted, without an event", func(ctx SpecContext) {
		s := newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		s.report(ctx)
		Expect(s.client.Delete(ctx, &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--one"}})).To(Succeed())
		Expect(s.report(ctx)).To(Equal(time.Minute))
		Expect(garden.content(ctx)).To(HaveKey("one"))
		s.drop(ctx, "shoot--demo--one", false)
		Expect(s.report(ctx)).To(BeZero())
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("transfers the entry of a Shoot to another seed without a gap", func(ctx SpecContext) {
		alpha := newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		alpha.report(ctx)
		alpha.change(ctx, "shoot--demo--one", leaving)
		alpha.report(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Migrating"), HaveField("Seed", "alpha"))))

		beta := newReportingSeed(garden, "beta", shootOn("beta", "one", "1", func(ex *extensionsv1alpha1.Extension) {
			ex.Annotations = map[string]string{"gardener.cloud/operation": "wait-for-state"}
		})...)
		beta.report(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Migrating"), HaveField("Seed", "beta"))))
		alpha.report(ctx)
		Expect(garden.writes).To(BeZero())
		alpha.drop(ctx, "shoot--demo--one", true)
		alpha.report(ctx)
		Expect(garden.writes).To(BeZero())
		beta.change(ctx, "shoot--demo--one", func(ex *extensionsv1alpha1.Extension) { ex.Annotations = nil; ready(ex) })
		beta.report(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Ready"), HaveField("Seed", "beta"))))
		Expect(beta.events()).To(BeEmpty(), "it was ready before")
	})

	It("shares the ConfigMap with another seed without rewriting its entries or repeating Events", func(ctx SpecContext) {
		alpha := newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		beta := newReportingSeed(garden, "beta", shootOn("beta", "two", "2", ready)...)
		both := func() (events []string) {
			GinkgoHelper()
			for range 3 {
				alpha.report(ctx)
				beta.report(ctx)
			}
			return append(alpha.events(), beta.events()...)
		}
		Expect(both()).To(ConsistOf(ContainSubstring("FluxReady Shoot garden-demo/one"), ContainSubstring("FluxReady Shoot garden-demo/two")))

		By("both Shoots are in a state without Events")
		alpha.change(ctx, "shoot--demo--one", progressing)
		beta.change(ctx, "shoot--demo--two", progressing)
		Expect(both()).To(BeEmpty())
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-status"}, configMap)).To(Succeed())
		Expect(configMap.Data).To(And(
			HaveKeyWithValue("one", ContainSubstring(`"lastEventReason":"FluxReady"`)), HaveKeyWithValue("two", ContainSubstring(`"lastEventReason":"FluxReady"`)),
		))
		garden.content(ctx)
		Expect(both()).To(BeEmpty())
		Expect(garden.writes).To(BeZero())

		By("a Shoot migrates to the other seed, and becomes ready there")
		beta.change(ctx, "shoot--demo--two", leaving)
		for _, object := range shootOn("alpha", "two", "2", progressing) {
			Expect(alpha.client.Create(ctx, object)).To(Succeed())
		}
		Expect(both()).To(BeEmpty())
		beta.drop(ctx, "shoot--demo--two", true)
		Expect(both()).To(BeEmpty())
		alpha.change(ctx, "shoot--demo--one", ready)
		alpha.change(ctx, "shoot--demo--two", ready)
		Expect(both()).To(BeEmpty())
		Expect(garden.content(ctx)).To(HaveEach(And(stateOf("Ready"), HaveField("Seed", "alpha"))))
		Expect(both()).To(BeEmpty())
		Expect(garden.writes).To(BeZero())
	})

	It("keeps the entry of a migrated Shoot that is not restored, because it may have the previous deploy key", func(ctx SpecContext) {
		alpha := newReportingSeed(garden, "alpha", append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...)...)
		alpha.report(ctx)
		alpha.change(ctx, "shoot--demo--one", leaving)
		alpha.report(ctx)
		alpha.drop(ctx, "shoot--demo--one", true)
		next := alpha.report(ctx)
		Expect(next).To(Equal(alpha.untilPeriod()))
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Migrating"), HaveField("Seed", "alpha"))))
		alpha.drop(ctx, "shoot--demo--two", true)
		next = alpha.report(ctx)
		Expect(next).To(Equal(alpha.untilPeriod()), "the time until it is checked whether the Shoot is restored")

		By("it is never restored")
		alpha.advance(24 * time.Hour)
		Expect(alpha.reportNow(ctx)).To(BeZero())
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("leaves a Shoot to the seed in its spec", func(ctx SpecContext) {
		alpha := newReportingSeed(garden, "alpha", shootOn("beta", "one", "1", ready)...)
		alpha.report(ctx)
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("writes nothing if the ConfigMap has changed since it was read, and retries soon", func(ctx SpecContext) {
		s := newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		s.report(ctx)
		s.change(ctx, "shoot--demo--one", failing)
		s.Store = &interfering{StatusStore: s.Store, between: func() {
			configMap := &corev1.ConfigMap{}
			Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-status"}, configMap)).To(Succeed())
			configMap.Data["mine"] = "x"
			Expect(garden.Update(ctx, configMap)).To(Succeed())
		}}
		s.events()
		Expect(s.report(ctx)).To(Equal(time.Second))
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", stateOf("Ready")))
		Expect(s.events()).To(BeEmpty())
		s.advance(time.Second)
		s.reportNow(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", stateOf("Failed")))
		Expect(s.events()).To(HaveLen(1))
	})

	It("records one Event for many Shoots that fail at the same time", func(ctx SpecContext) {
		var objects []client.Object
		for i := range 25 {
			objects = append(objects, shootOn("alpha", fmt.Sprintf("s%02d", i), fmt.Sprint(i), failing)...)
		}
		s := newReportingSeed(garden, "alpha", objects...)
		s.report(ctx)
		Expect(garden.writes).To(Equal(1))
		Expect(s.events()).To(Equal([]string{
			"Warning ConnectionFailed ConfigMap garden-demo/flux-status: 25 Shoots of the project: s00, s01, s02, s03, s04 and 20 more. Of s00: refused",
		}))
	})

	It("removes the entry of a deleted Shoot immediately", func(ctx SpecContext) {
		objects := shootOn("alpha", "one", "1", ready)
		s := newReportingSeed(garden, "alpha", objects...)
		queue := &controllertest.RecordingQueue{Delayed: make(chan controllertest.DelayedRequest, 10)}
		handler := s.enqueueSettled(s.projectOfExtension)
		s.report(ctx)
		s.advance(time.Second)
		handler.Update(ctx, event.UpdateEvent{ObjectOld: objects[0], ObjectNew: objects[0]}, queue)
		Expect(s.reportNow(ctx)).To(Equal(9*time.Second), "a change waits")

		s.drop(ctx, "shoot--demo--one", false)
		handler.Delete(ctx, event.DeleteEvent{Object: objects[0]}, queue)
		Expect(queue.Namespaces()).To(Equal([]string{"garden-demo", "garden-demo"}))
		Expect(s.reportNow(ctx)).To(BeZero())
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("does not shorten the backoff when Shoots are deleted", func(ctx SpecContext) {
		objects := shootOn("alpha", "one", "1", ready)
		s := newReportingSeed(garden, "alpha", objects...)
		garden.failure = errors.New("connection refused")
		s.report(ctx)
		s.enqueueSettled(s.projectOfExtension).Delete(ctx, event.DeleteEvent{Object: objects[0]}, &controllertest.RecordingQueue{Delayed: make(chan controllertest.DelayedRequest, 10)})
		Expect(s.reportNow(ctx)).To(Equal(10 * time.Second))
		Expect(garden.reads).To(Equal(1))
	})

	Describe("watches", func() {
		It("accept updates of Extensions that change the report", func() {
			passes := func(change func(*extensionsv1alpha1.Extension)) bool {
				before := shootOn("alpha", "one", "1", ready)[0].(*extensionsv1alpha1.Extension)
				now := before.DeepCopy()
				change(now)
				return statusChanges().Update(event.UpdateEvent{ObjectOld: before, ObjectNew: now})
			}
			Expect(passes(failing)).To(BeTrue())
			Expect(passes(leaving)).To(BeTrue())
			Expect(passes(func(ex *extensionsv1alpha1.Extension) { ex.DeletionTimestamp = &metav1.Time{Time: time.Now()} })).To(BeTrue())
			Expect(passes(func(ex *extensionsv1alpha1.Extension) {
				ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Restore"}
			})).To(BeTrue())
			Expect(passes(func(ex *extensionsv1alpha1.Extension) { ex.Labels = map[string]string{"x": "y"} })).To(BeFalse())
		})

		It("accept updates of Shoots that change the report", func() {
			cluster := func(change func(*gardencorev1beta1.Shoot)) client.Object {
				return controllertest.ExtensionAndCluster("ns", "garden-demo", func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
					shoot.UID = "1"
					change(shoot)
				})[1]
			}
			passes := func(change func(*gardencorev1beta1.Shoot)) bool {
				return statusChanges().Update(event.UpdateEvent{ObjectOld: cluster(func(*gardencorev1beta1.Shoot) {}), ObjectNew: cluster(change)})
			}
			Expect(passes(func(s *gardencorev1beta1.Shoot) { s.DeletionTimestamp = &metav1.Time{Time: time.Now()} })).To(BeTrue())
			Expect(passes(func(s *gardencorev1beta1.Shoot) {
				s.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: new(true)}
			})).To(BeTrue())
			Expect(passes(func(s *gardencorev1beta1.Shoot) { s.Generation++ })).To(BeFalse())
		})

		It("map a Cluster to its project", func(ctx SpecContext) {
			objects := shootOn("alpha", "one", "1", ready)
			other := controllertest.ExtensionAndCluster("shoot--other--two", "garden-other", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				shoot.UID, ex.Spec.Type = "2", "other"
			})
			s := newReportingSeed(garden, "alpha", append(objects, other...)...)
			Expect(s.projectOfExtension(ctx, objects[0])).To(Equal("garden-demo"))
			Expect(s.projectOfCluster(ctx, objects[1])).To(Equal("garden-demo"))
			Expect(s.projectOfCluster(ctx, other[1])).To(BeEmpty(), "it does not have the extension")
			s.drop(ctx, "shoot--demo--one", true)
			Expect(s.projectOfCluster(ctx, objects[1])).To(Equal("garden-demo"), "it may have had the extension")
			Expect(s.projectOfExtension(ctx, objects[0])).To(BeEmpty())
		})
	})

	It("find stale entries after a restart, without any Shoot", func(ctx SpecContext) {
		newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...).report(ctx)
		ctx2, cancel := context.WithCancel(ctx)
		defer cancel()
		s := newReportingSeed(garden, "alpha")
		queue := &controllertest.RecordingQueue{Delayed: make(chan controllertest.DelayedRequest, 10)}
		Expect(s.sweep(ctx2, queue)).To(Succeed())
		Eventually(ctx, queue.Delayed).Should(Receive(Equal(controllertest.DelayedRequest{Namespace: "garden-demo", After: time.Second})))
		s.report(ctx)
		Expect(garden.content(ctx)).To(BeEmpty())
		Expect(newReportingSeed(garden, "beta").sweep(ctx2, queue)).To(Succeed())
		Consistently(ctx, queue.Delayed, "100ms").ShouldNot(Receive())
	}, SpecTimeout(20*time.Second))

	Context("with access per project", func() {
		forbidden := apierrors.NewForbidden(schema.GroupResource{Resource: "configmaps"}, "flux-status", nil)

		It("does not search for stale entries", func(ctx SpecContext) {
			newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...).report(ctx)
			s := newReportingSeed(garden, "alpha")
			s.Confined = true
			queue := &controllertest.RecordingQueue{Delayed: make(chan controllertest.DelayedRequest, 10)}
			Expect(s.sweep(ctx, queue)).To(Succeed())
			Consistently(ctx, queue.Delayed, "100ms").ShouldNot(Receive())
		})

		It("waits for access only while the project has Shoots", func(ctx SpecContext) {
			s := newReportingSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
			s.Confined = true
			garden.failure = forbidden
			Expect(s.reportNow(ctx)).To(Equal(10 * time.Second))
			s.drop(ctx, "shoot--demo--one", false)
			Expect(s.report(ctx)).To(BeZero())
			other := newReportingSeed(garden, "beta")
			Expect(other.reportNow(ctx)).NotTo(BeZero(), "a refusal of what all seeds may do is a fault")
		})
	})

	It("uses one request for each project", func() {
		Expect(requestFor("garden-demo")).To(Equal(reconcile.Request{NamespacedName: types.NamespacedName{Namespace: "garden-demo", Name: "flux-status"}}))
	})
})

// interfering is a StatusStore whose ConfigMap another client writes after the first read.
type interfering struct {
	StatusStore
	between func()
}

func (i *interfering) Read(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	read, err := i.StatusStore.Read(ctx, namespace)
	if i.between != nil {
		i.between()
		i.between = nil
	}
	return read, err
}

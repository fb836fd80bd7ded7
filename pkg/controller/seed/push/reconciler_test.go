// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// counts are the outcomes of turns.
type counts struct{ asked, skipped, failed int }

func (c *counts) Asked()   { c.asked++ }
func (c *counts) Skipped() { c.skipped++ }
func (c *counts) Failed()  { c.failed++ }

// side is a seed with one Shoot.
type side struct {
	*Reconciler
	counts

	clock   *testclock.FakePassiveClock
	shoot   client.Client
	failure error
	changes int
}

func (s *side) Change(ctx context.Context, _ string, change func(context.Context, client.Client) error) error {
	s.changes++
	if s.failure != nil {
		return s.failure
	}
	return change(ctx, s.shoot)
}

func newSide(change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), inShoot ...client.Object) *side {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(sourcev1.AddToScheme(scheme)).To(Succeed())
	s := &side{clock: testclock.NewFakePassiveClock(now), shoot: fakeclient.NewClientBuilder().WithScheme(scheme).WithObjects(inShoot...).Build()}
	objects := controllertest.ExtensionAndCluster("shoot--demo--one", "garden-demo", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		record(ex, extensionstatus.State{Flux: true, Sync: true, SourceKind: "GitRepository"})
		if change != nil {
			change(shoot, ex)
		}
	})
	s.Reconciler = &Reconciler{
		Seed:   fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).WithIndex(&extensionsv1alpha1.Cluster{}, seed.ClusterProject, seed.ClusterProjectOf).Build(),
		Shoots: s, Clock: s.clock, Checks: make(chan event.GenericEvent, 10), Counter: &s.counts,
	}
	return s
}

func record(ex *extensionsv1alpha1.Extension, state extensionstatus.State) {
	GinkgoHelper()
	state.Source = "flux-system/flux-system"
	raw, err := json.Marshal(state)
	Expect(err).NotTo(HaveOccurred())
	ex.Status.State = &runtime.RawExtension{Raw: raw}
}

// notice gives turns to the Shoots, and returns their namespaces.
func (s *side) notice(ctx context.Context, pushedAt time.Time) []string {
	GinkgoHelper()
	queue := &controllertest.RecordingQueue{Delayed: make(chan controllertest.DelayedRequest, 100)}
	Expect(s.follow(ctx, queue, "garden-demo", push.Notice{PushedAt: pushedAt})).To(Succeed())
	return queue.Namespaces()
}

func (s *side) reconcile(ctx context.Context) reconcile.Result {
	GinkgoHelper()
	result, err := s.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Namespace: "shoot--demo--one", Name: "shoot-flux"}})
	Expect(err).NotTo(HaveOccurred())
	return result
}

func gitRepository() *sourcev1.GitRepository {
	return &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}}
}

func (s *side) annotations(ctx context.Context) map[string]string {
	GinkgoHelper()
	object := gitRepository()
	Expect(s.shoot.Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
	return object.Annotations
}

var _ = Describe("Reconciler", func() {
	It("annotates the source like 'flux reconcile source', and triggers a health check", func(ctx SpecContext) {
		s := newSide(nil, gitRepository())
		Expect(s.notice(ctx, now)).To(ConsistOf("shoot--demo--one"))
		s.clock.SetTime(now.Add(time.Second))
		Expect(s.reconcile(ctx)).To(BeZero())
		Expect(s.annotations(ctx)).To(Equal(map[string]string{
			"reconcile.fluxcd.io/requestedAt":          "2026-11-24T12:00:01Z",
			"flux.extensions.gardener.cloud/pushed-at": "2026-11-24T12:00:00.000Z 2026-11-24T12:00:01Z",
		}))
		Expect(s.counts).To(Equal(counts{asked: 1}))
		Expect(s.Checks).To(Receive(HaveField("Object.GetNamespace()", "shoot--demo--one")))
		Expect(s.reconcile(ctx)).To(BeZero())
		Expect(s.changes).To(Equal(1))
	})

	It("does not repeat the request for a push after a restart, regardless of the shoot's clock", func(ctx SpecContext) {
		asked := gitRepository()
		asked.Annotations = map[string]string{
			"reconcile.fluxcd.io/requestedAt":          "2036-01-01T00:00:00Z",
			"flux.extensions.gardener.cloud/pushed-at": "2026-11-24T12:00:00.000Z 2026-11-24T12:00:01Z",
		}
		s := newSide(nil, asked)
		s.notice(ctx, now)
		Expect(s.reconcile(ctx)).To(BeZero())
		Expect(s.counts).To(Equal(counts{skipped: 1}))

		s.notice(ctx, now.Add(-time.Second))
		s.reconcile(ctx)
		Expect(s.counts).To(Equal(counts{skipped: 1, asked: 1}))
		Expect(s.annotations(ctx)).To(HaveKeyWithValue("flux.extensions.gardener.cloud/pushed-at", HavePrefix("2026-11-24T11:59:59.000Z ")))
	})

	DescribeTable("skips a Shoot",
		func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) {
			s := newSide(change, gitRepository())
			Expect(s.notice(ctx, now)).To(BeEmpty())
			Expect(s.reconcile(ctx)).To(BeZero())
			Expect(s.changes).To(BeZero())
		},
		Entry("hibernated Shoot", func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: new(true)}
		}),
		Entry("Shoot that is being deleted", func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			shoot.DeletionTimestamp = &metav1.Time{Time: now}
		}),
		Entry("unreachable Shoot", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: fluxv1alpha1.ConditionSourceReady, Status: gardencorev1beta1.ConditionUnknown}}
		}),
		Entry("no source", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			record(ex, extensionstatus.State{Flux: true})
		}),
		Entry("no delivery", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) { ex.Status.State = nil }),
		Entry("source pinned to a commit", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			record(ex, extensionstatus.State{Flux: true, Sync: true, SourceKind: "GitRepository", Observed: extensionstatus.ObservedProject{Commit: "main@sha1:abc"}})
		}),
	)

	It("does not retry a failed request", func(ctx SpecContext) {
		s := newSide(nil, gitRepository())
		s.failure = errors.New("no route to host")
		s.notice(ctx, now)
		Expect(s.reconcile(ctx)).To(BeZero())
		Expect(s.reconcile(ctx)).To(BeZero())
		Expect(s.counts).To(Equal(counts{failed: 1}))
		Expect(s.changes).To(Equal(1))
		Expect(s.turns.projects["garden-demo"].asking).To(BeZero())
	})

	It("skips a shoot without the source", func(ctx SpecContext) {
		s := newSide(nil)
		s.notice(ctx, now)
		Expect(s.reconcile(ctx)).To(BeZero())
		Expect(s.counts).To(Equal(counts{skipped: 1}))
	})

	It("does nothing for a deleted Extension", func(ctx SpecContext) {
		s := newSide(nil, gitRepository())
		s.notice(ctx, now)
		s.Seed = fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build()
		Expect(s.reconcile(ctx)).To(BeZero())
		Expect(s.turns.projects["garden-demo"].shoots).To(BeEmpty())
	})

	It("reads the pushes from the notice board", func(ctx SpecContext) {
		s := newSide(nil, gitRepository())
		s.Board = board{"garden-demo": push.Notice{PushedAt: now}, "garden-elsewhere": push.Notice{PushedAt: now}}
		queue := &controllertest.RecordingQueue{Delayed: make(chan controllertest.DelayedRequest, 100)}
		Expect(s.watch(ctx, queue)).To(Succeed())
		Eventually(queue.Delayed).Should(Receive())
		Consistently(queue.Delayed, 100*time.Millisecond).ShouldNot(Receive())
	})
})

// board is a notice board with pushes by project.
type board map[string]push.Notice

func (b board) Watch(ctx context.Context, changed func(*noticeboard.Board)) error {
	projects := map[string]noticeboard.Versions{}
	for project := range b {
		projects[project] = noticeboard.Versions{Config: "1"}
	}
	for range 2 {
		changed(noticeboard.Decode(noticeboard.Encode(projects, b)))
	}
	<-ctx.Done()
	return ctx.Err()
}

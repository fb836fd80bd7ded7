// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"errors"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

const roleName = "extensions.gardener.cloud:extension-shoot-flux:notice-board"

// gardenReader returns the versions of a test, and reads other objects with a client.
type gardenReader struct {
	Caches

	boards   client.Reader
	versions map[string]noticeboard.Versions
	pushes   map[string]time.Time
	rollout  *rollout.State
	// baselines is the rollout of the baseline.
	baselines *rollout.State
	damage    error
}

func (r *gardenReader) PushedAt(_ context.Context, project string) (time.Time, error) {
	return r.pushes[project], nil
}

func (r *gardenReader) Versions(_ context.Context, project string) (noticeboard.Versions, error) {
	return r.versions[project], nil
}

func (r *gardenReader) Board(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	return garden.Get(ctx, r.boards, "ConfigMap", client.ObjectKey{Namespace: namespace, Name: "shoot-flux"}, &corev1.ConfigMap{})
}

func (r *gardenReader) Binding(ctx context.Context, namespace string) (*rbacv1.RoleBinding, error) {
	return garden.Get(ctx, r.boards, "RoleBinding", client.ObjectKey{Namespace: namespace, Name: roleName}, &rbacv1.RoleBinding{})
}

func (r *gardenReader) VersionRollout(context.Context) (*rollout.State, error) {
	return r.rollout, r.damage
}

func (r *gardenReader) BaselineRollout(context.Context) (*rollout.State, error) {
	return r.baselines, r.damage
}

func (r *gardenReader) Seed(_ context.Context, name string) (rollout.Identity, error) {
	return rollout.Identity{Name: name, UID: types.UID(name), Labels: map[string]string{"stage": name}}, nil
}

var _ = Describe("Reconciler", func() {
	var (
		garden     client.WithWatch
		writes     int
		refusal    error
		clock      *testclock.FakeClock
		versions   map[string]noticeboard.Versions
		reader     *gardenReader
		reconciler *Reconciler
	)
	shoot := func(project, name, seed, former string, extensions ...string) *gardencorev1beta1.Shoot {
		made := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: name}}
		made.Spec.SeedName = &seed
		if former != "" {
			made.Status.SeedName = &former
		}
		for _, extension := range extensions {
			made.Spec.Extensions = append(made.Spec.Extensions, gardencorev1beta1.Extension{Type: extension})
		}
		return made
	}
	run := func(ctx context.Context, seed string) reconcile.Result {
		GinkgoHelper()
		result, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: seed}})
		Expect(err).NotTo(HaveOccurred())
		return result
	}
	boardOf := func(ctx context.Context, seed string) map[string]string {
		GinkgoHelper()
		board := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "seed-" + seed, Name: "shoot-flux"}, board)).To(Succeed())
		return board.Data
	}

	BeforeEach(func() {
		scheme := runtime.NewScheme()
		Expect(kubernetesscheme.AddToScheme(scheme)).To(Succeed())
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		writes, refusal = 0, nil
		garden = fake.NewClientBuilder().WithScheme(scheme).
			WithIndex(&gardencorev1beta1.Shoot{}, shootSeed, seedsIn).
			WithObjects(
				shoot("garden-one", "a", "alpha", "alpha", "shoot-flux"),
				shoot("garden-one", "b", "alpha", "alpha", "shoot-flux"),
				shoot("garden-one", "c", "beta", "beta", "shoot-flux"),
				shoot("garden-two", "moving", "beta", "alpha", "shoot-flux"),
				shoot("garden-three", "without", "alpha", "alpha", "shoot-dns-service"),
			).
			WithInterceptorFuncs(interceptor.Funcs{
				Apply: func(ctx context.Context, c client.WithWatch, o runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
					writes++
					if refusal != nil {
						return refusal
					}
					return c.Apply(ctx, o, opts...)
				},
				Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
					writes++
					if refusal != nil {
						return refusal
					}
					return c.Update(ctx, o, opts...)
				},
			}).Build()
		clock = testclock.NewFakeClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
		versions = map[string]noticeboard.Versions{"garden-one": {Config: "1", DeployKey: "2"}, "garden-two": {Config: "3"}, "garden-three": {Config: "4"}}
		reader = &gardenReader{Caches: Caches{shoots: garden}, boards: garden, versions: versions}
		reconciler = &Reconciler{
			Caches: reader,
			Stops:  stop.NewLandscape(),
			Garden: garden, Clock: clock,
			Timing: Timing{Settle: time.Second, Interval: time.Second, NamespaceRetry: time.Minute},
		}
	})

	It("lists a project on each seed of its Shoots, on both seeds during a migration", func(ctx SpecContext) {
		run(ctx, "alpha")
		run(ctx, "beta")
		both := map[string]string{"projects": "garden-one flux-config=1 flux-source=2\ngarden-two flux-config=3\n"}
		Expect(boardOf(ctx, "alpha")).To(Equal(both))
		Expect(boardOf(ctx, "beta")).To(Equal(both))
	})

	It("writes changes at most once a second", func(ctx SpecContext) {
		Expect(run(ctx, "alpha")).To(Equal(reconcile.Result{}))
		versions["garden-one"] = noticeboard.Versions{Config: "9"}
		Expect(run(ctx, "alpha")).To(Equal(reconcile.Result{RequeueAfter: time.Second}))
		Expect(writes).To(Equal(2), "the board, and that the seed may read it")
		clock.Step(time.Second)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).To(HaveKeyWithValue("projects", "garden-one flux-config=9\ngarden-two flux-config=3\n"))
		clock.Step(time.Minute)
		run(ctx, "alpha")
		Expect(writes).To(Equal(3))
	})

	It("posts the default Flux version for the seed, and keeps it while it cannot be read", func(ctx SpecContext) {
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).NotTo(HaveKey("flux-version"), "there is no rollout")
		older, newer := landscape.VersionRevision("v2.8.6"), landscape.VersionRevision("v2.9.1")
		to := func(revision rollout.Revision) rollout.Target { return rollout.Target{Revision: revision.ID()} }
		canary := fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "alpha"}}}
		reader.rollout = &rollout.State{
			Target: newer.ID(), Revisions: map[string]rollout.Revision{older.ID(): older, newer.ID(): newer},
			Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "canary", ShootSelector: canary}, {Name: "rest"}}},
			Rings:   []rollout.Ring{{Name: "canary", Target: to(newer), Passed: to(newer)}, {Name: "rest", Target: to(older), Passed: to(older)}},
		}
		clock.Step(time.Second)
		run(ctx, "alpha")
		run(ctx, "beta")
		Expect(boardOf(ctx, "alpha")).To(HaveKeyWithValue("flux-version", "v2.9.1 released=100000000 from=v2.8.6"))
		Expect(boardOf(ctx, "beta")).To(HaveKeyWithValue("flux-version", "v2.9.1 released=0 from=v2.8.6"))

		reader.rollout, reader.damage = nil, errors.New("damaged")
		versions["garden-one"] = noticeboard.Versions{Config: "9"}
		clock.Step(time.Second)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).To(And(
			HaveKeyWithValue("flux-version", "v2.9.1 released=100000000 from=v2.8.6"), HaveKeyWithValue("projects", ContainSubstring("flux-config=9")),
		))

		reader.damage = nil
		clock.Step(time.Second)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).NotTo(HaveKey("flux-version"), "the operator has removed the rollout")
	})

	It("posts the stop of all rollouts and its end, and keeps what is posted until the record is known", func(ctx SpecContext) {
		reconciler.Stops.Set(stop.Record{})
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).NotTo(HaveKey("stop"), "there was never a stop")
		for _, record := range []stop.Record{
			{Number: 1, Stopped: true, At: metav1.NewTime(clock.Now()), Reason: "incident 42"},
			{Number: 2, At: metav1.NewTime(clock.Now())},
		} {
			reconciler.Stops.Set(record)
			clock.Step(time.Second)
			run(ctx, "alpha")
			Expect(boardOf(ctx, "alpha")).To(HaveKeyWithValue("stop", record.Encode()))
		}
		written := boardOf(ctx, "alpha")
		reconciler.Stops = stop.NewLandscape()
		versions["garden-one"] = noticeboard.Versions{Config: "9"}
		clock.Step(time.Second)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).To(And(HaveKeyWithValue("stop", written["stop"]), HaveKeyWithValue("projects", ContainSubstring("flux-config=9"))))
	})

	It("lets the seed read its board, and restores the RoleBinding", func(ctx SpecContext) {
		binding := &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "seed-alpha", Name: roleName}}
		own := rbacv1.Subject{Kind: "ServiceAccount", Namespace: "seed-alpha", Name: "shoot-flux-garden"}
		for what, change := range map[string]func() error{
			"at first": func() error { return nil },
			"deleted":  func() error { return garden.Delete(ctx, binding) },
			"another seed beside it": func() error {
				binding.Subjects = append(binding.Subjects, rbacv1.Subject{Kind: "ServiceAccount", Namespace: "seed-beta", Name: "shoot-flux-garden"})
				return garden.Update(ctx, binding)
			},
			"without subjects": func() error {
				binding.Subjects = nil
				return garden.Update(ctx, binding)
			},
		} {
			run(ctx, "alpha")
			clock.Step(time.Second)
			Expect(garden.Get(ctx, client.ObjectKeyFromObject(binding), binding)).To(Succeed())
			Expect(change()).To(Succeed())
			run(ctx, "alpha")
			clock.Step(time.Second)
			Expect(garden.Get(ctx, client.ObjectKeyFromObject(binding), binding)).To(Succeed())
			Expect(binding.Subjects).To(ConsistOf(own), what)
			Expect(binding.RoleRef).To(Equal(rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "ClusterRole", Name: roleName}))
			binding = &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "seed-alpha", Name: roleName}}
		}
	})

	It("repairs a board that was edited or deleted", func(ctx SpecContext) {
		run(ctx, "alpha")
		written := boardOf(ctx, "alpha")
		board := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "seed-alpha", Name: "shoot-flux"}, Data: map[string]string{"mine": "x"}, BinaryData: map[string][]byte{"y": nil}}
		Expect(garden.Update(ctx, board)).To(Succeed())
		clock.Step(time.Second)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).To(Equal(written), "and nothing else is in it")
		Expect(garden.Delete(ctx, board)).To(Succeed())
		clock.Step(time.Second)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).To(Equal(written))
	})

	It("writes no board for a seed without Flux, and empties the board of a seed that had Flux", func(ctx SpecContext) {
		run(ctx, "gamma")
		Expect(writes).To(BeZero())
		run(ctx, "alpha")
		Expect(garden.DeleteAllOf(ctx, &gardencorev1beta1.Shoot{}, client.InNamespace("garden-one"))).To(Succeed())
		Expect(garden.DeleteAllOf(ctx, &gardencorev1beta1.Shoot{}, client.InNamespace("garden-two"))).To(Succeed())
		clock.Step(time.Second)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).To(Equal(map[string]string{"projects": ""}))
	})

	DescribeTable("retries later without an error if",
		func(ctx SpecContext, exists bool, answer error, wait time.Duration) {
			if exists {
				run(ctx, "alpha")
				versions["garden-one"] = noticeboard.Versions{}
				clock.Step(time.Second)
			}
			refusal = answer
			Expect(run(ctx, "alpha")).To(Equal(reconcile.Result{RequeueAfter: wait}))
		},
		Entry("the seed has no namespace", false, apierrors.NewNotFound(schema.GroupResource{Resource: "namespaces"}, "seed-alpha"), time.Minute),
		Entry("the namespace is being deleted", false, &apierrors.StatusError{ErrStatus: metav1.Status{
			Status: metav1.StatusFailure, Code: 403, Reason: metav1.StatusReasonForbidden,
			Details: &metav1.StatusDetails{Causes: []metav1.StatusCause{{Type: corev1.NamespaceTerminatingCause}}},
		}}, time.Minute),
		Entry("the board was written by another client", true, apierrors.NewConflict(schema.GroupResource{Resource: "configmaps"}, "shoot-flux", nil), time.Second),
		Entry("the board was deleted", true, apierrors.NewNotFound(schema.GroupResource{Resource: "configmaps"}, "shoot-flux"), time.Second),
	)

	It("returns an error if a write is forbidden", func(ctx SpecContext) {
		refusal = apierrors.NewForbidden(schema.GroupResource{Resource: "rolebindings"}, roleName, nil)
		_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: "alpha"}})
		Expect(err).To(MatchError(ContainSubstring("failed to write the RoleBinding for the notice board in seed-alpha")))

		refusal = nil
		clock.Step(time.Second)
		run(ctx, "alpha")
		versions["garden-one"] = noticeboard.Versions{}
		clock.Step(time.Second)
		refusal = apierrors.NewForbidden(schema.GroupResource{Resource: "configmaps"}, "shoot-flux", nil)
		_, err = reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: "alpha"}})
		Expect(err).To(MatchError(ContainSubstring("failed to write the notice board in seed-alpha")))
	})

	It("posts the release of the operator's baseline, and keeps it while the rollout cannot be read", func(ctx SpecContext) {
		reconciler.HasBaseline = true
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")).NotTo(HaveKey("baseline"), "there is no rollout yet")

		baseline := &configv1alpha1.Baseline{}
		rollouts := &configv1alpha1.Rollouts{Baseline: &configv1alpha1.BaselineRollout{}, Rings: []configv1alpha1.SeedRing{
			{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "alpha"}}},
		}}
		configv1alpha1.SetDefaults_Baseline(baseline)
		configv1alpha1.SetDefaults_Rollouts(rollouts)
		configv1alpha1.SetDefaults_BaselineRollout(rollouts.Baseline)
		first := rollout.Member{Identity: rollout.Identity{Name: "alpha", UID: "alpha", Labels: map[string]string{"stage": "alpha"}}, Status: rollout.StatusOf(&fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady})}
		reader.baselines = rollout.Decide(nil, rollout.Input{Rollout: landscape.BaselineRollout(rollouts), Target: landscape.BaselineRevision(baseline), Members: []rollout.Member{first}, Now: clock.Now()}).State
		clock.Step(time.Minute)
		run(ctx, "alpha")
		release, err := noticeboard.Decode(boardOf(ctx, "alpha")).Baseline()
		Expect(err).NotTo(HaveOccurred())
		Expect(release.Revision).To(Equal(landscape.BaselineRevision(baseline).ID()))
		Expect(release.Ring).To(Equal("canary"))
		Expect(release.Baseline.Namespace).To(Equal("flux-baseline"))

		before := boardOf(ctx, "alpha")["baseline"]
		reader.damage = errors.New("damaged")
		clock.Step(time.Minute)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")["baseline"]).To(Equal(before))
		reader.damage, reader.baselines = nil, nil
		clock.Step(time.Minute)
		run(ctx, "alpha")
		Expect(boardOf(ctx, "alpha")["baseline"]).To(Equal(before), "a missing rollout releases nothing and takes nothing back")
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package baselinerollout_test

import (
	"context"
	"errors"
	"testing"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/baselinerollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	decision "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/baselinerollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/seedreport"
)

func TestBaselineRollout(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Baseline Rollout Controller Suite")
}

func baselineWith(path string) *configv1alpha1.Baseline {
	baseline := &configv1alpha1.Baseline{
		Config:      &runtime.RawExtension{Raw: []byte(`{"source":{"template":{"spec":{"url":"https://git.example.com/a"}}},"kustomization":{"template":{"spec":{"path":"` + path + `"}}}}`)},
		Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true},
	}
	configv1alpha1.SetDefaults_Baseline(baseline)
	return baseline
}

func canaryFirst() *configv1alpha1.Rollouts {
	rollouts := &configv1alpha1.Rollouts{
		Rings: []configv1alpha1.SeedRing{
			{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}, Soak: &metav1.Duration{Duration: time.Minute}},
			{Name: "rest", Soak: &metav1.Duration{Duration: time.Hour}},
		},
		Baseline: &configv1alpha1.BaselineRollout{Source: fluxv1alpha1.RolloutSourceFollow},
	}
	configv1alpha1.SetDefaults_Rollouts(rollouts)
	configv1alpha1.SetDefaults_BaselineRollout(rollouts.Baseline)
	return rollouts
}

var _ = Describe("Reconciler", func() {
	var (
		garden     client.WithWatch
		unreadable string
		clock      *testclock.FakeClock
		reconciler *Reconciler
	)
	run := func(ctx context.Context) error {
		clock.Step(time.Minute)
		_, err := reconciler.Reconcile(ctx, reconcile.Request{})
		return err
	}
	// report has a seed report its Shoot in a namespace.
	report := func(ctx context.Context, namespace, seed string, state fluxv1alpha1.ShootState, revision string) {
		GinkgoHelper()
		own := seedreport.Shoot{Namespace: "garden-one", Project: "one", Name: "on-" + seed, UID: types.UID(seed)}
		if revision != "" {
			own.Baseline = &seedreport.Baseline{State: state, Revision: revision, Message: "failed", Removed: &fluxv1alpha1.RemovedObjects{}}
		}
		data, _, err := seedreport.Report{Shoots: []seedreport.Shoot{own}}.Encode()
		Expect(err).NotTo(HaveOccurred())
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux-report"}, BinaryData: data}
		if garden.Update(ctx, configMap) != nil {
			Expect(garden.Create(ctx, configMap)).To(Succeed())
		}
	}
	stored := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux-baseline"}, configMap)).To(Succeed())
		return configMap
	}
	released := func(ctx context.Context, seed string) string {
		GinkgoHelper()
		state, err := rollout.Decode(stored(ctx))
		Expect(err).NotTo(HaveOccurred())
		return decision.ReleaseFor(state, rollout.Identity{Name: seed, UID: types.UID(seed), Labels: map[string]string{"stage": seed}}).Revision
	}

	BeforeEach(func(ctx SpecContext) {
		unreadable = ""
		scheme := runtime.NewScheme()
		Expect(corev1.AddToScheme(scheme)).To(Succeed())
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		var objects []client.Object
		for _, name := range []string{"canary", "other"} {
			objects = append(objects, &gardencorev1beta1.Seed{ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID(name), Labels: map[string]string{"stage": name}}})
			shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-one", Name: "on-" + name, UID: types.UID(name)}}
			shoot.Spec.SeedName, shoot.Spec.Extensions = &name, []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
			objects = append(objects, shoot)
		}
		garden = fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().
			WithIndex(&corev1.ConfigMap{}, metav1.ObjectNameField, func(object client.Object) []string { return []string{object.GetName()} }).
			WithObjects(objects...).
			WithInterceptorFuncs(interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if _, is := list.(*corev1.ConfigMapList); unreadable != "" && (list.GetObjectKind().GroupVersionKind().Kind == unreadable || is && unreadable == "ConfigMapList") {
					return errors.New("unreadable")
				}
				return c.List(ctx, list, options...)
			}}).Build()
		clock = testclock.NewFakeClock(time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC))
		reconciler = &Reconciler{Garden: garden, Live: garden, Baseline: baselineWith("./one"), Rollouts: canaryFirst(), Clock: clock, Interval: time.Second, Rest: time.Minute, Phase: NewPhase(prometheus.NewRegistry())}
		for _, seed := range []string{"canary", "other"} {
			report(ctx, "seed-"+seed, seed, "", "")
		}
	})
	// settle lets all seeds have the baseline.
	settle := func(ctx context.Context) {
		GinkgoHelper()
		for range 70 {
			Expect(run(ctx)).To(Succeed())
			for _, seed := range []string{"canary", "other"} {
				if revision := released(ctx, seed); revision != decision.None() {
					report(ctx, "seed-"+seed, seed, fluxv1alpha1.ShootReady, revision)
				}
			}
		}
		Expect(stored(ctx).Data["status.yaml"]).To(ContainSubstring("phase: Complete"))
	}

	It("gives a change to the canary seed first, and stops there if it fails", func(ctx SpecContext) {
		Expect(run(ctx)).To(Succeed())
		Expect(released(ctx, "canary")).To(Equal(decision.NewRevision(reconciler.Baseline).ID()))
		Expect(released(ctx, "other")).To(Equal(decision.None()))
		settle(ctx)
		former := released(ctx, "other")

		reconciler.Baseline = baselineWith("./two")
		reconciler.Rollouts.Baseline.MaxFailures = new(int32)
		Expect(run(ctx)).To(Succeed())
		report(ctx, "seed-canary", "canary", fluxv1alpha1.ShootFailed, released(ctx, "canary"))
		for range 10 {
			Expect(run(ctx)).To(Succeed())
		}
		Expect(stored(ctx).Data["status.yaml"]).To(And(ContainSubstring("phase: Stopped"), ContainSubstring("garden-one/on-canary")))
		Expect(released(ctx, "other")).To(Equal(former))
	})

	It("ignores reports in the namespaces of projects", func(ctx SpecContext) {
		settle(ctx)
		former := released(ctx, "other")
		reconciler.Baseline = baselineWith("./two")
		Expect(run(ctx)).To(Succeed())
		report(ctx, "garden-one", "canary", fluxv1alpha1.ShootReady, released(ctx, "canary"))
		for range 10 {
			Expect(run(ctx)).To(Succeed())
		}
		Expect(released(ctx, "other")).To(Equal(former))
	})

	It("executes an operation once, and keeps other annotations", func(ctx SpecContext) {
		settle(ctx)
		configMap := stored(ctx)
		configMap.Annotations = map[string]string{"flux.extensions.gardener.cloud/rollout": "pause", "other": "kept"}
		Expect(garden.Update(ctx, configMap)).To(Succeed())
		Expect(run(ctx)).To(Succeed())
		Expect(stored(ctx).Annotations).To(Equal(map[string]string{"other": "kept"}))
		Expect(stored(ctx).Data["status.yaml"]).To(ContainSubstring("phase: Paused"))
		former := released(ctx, "canary")
		reconciler.Baseline = baselineWith("./two")
		for range 10 {
			Expect(run(ctx)).To(Succeed())
		}
		Expect(released(ctx, "canary")).To(Equal(former))
	})

	It("keeps what each seed has if the ConfigMap is damaged", func(ctx SpecContext) {
		settle(ctx)
		former := released(ctx, "other")
		reconciler.Baseline = baselineWith("./two")
		configMap := stored(ctx)
		configMap.BinaryData = map[string][]byte{"state": []byte("damaged")}
		Expect(garden.Update(ctx, configMap)).To(Succeed())
		Expect(run(ctx)).To(Succeed())
		Expect(released(ctx, "other")).To(Equal(former))
	})

	It("stores for how long a project has not been ready, and names it after the deadline", func(ctx SpecContext) {
		settle(ctx)
		former := released(ctx, "other")
		reconciler.Baseline = baselineWith("./two")
		Expect(run(ctx)).To(Succeed())
		report(ctx, "seed-canary", "canary", fluxv1alpha1.ShootProgressing, released(ctx, "canary"))
		for range 58 {
			Expect(run(ctx)).To(Succeed())
		}
		Expect(stored(ctx).Data["status.yaml"]).NotTo(ContainSubstring("failingProjects"))
		for range 5 {
			Expect(run(ctx)).To(Succeed())
		}
		Expect(stored(ctx).Data["status.yaml"]).To(And(ContainSubstring("phase: Holding"), ContainSubstring(
			"failingProjects:\n- project: garden-one\n  reason: 'Shoot garden-one/on-canary: not ready with the change within 1h0m0s'\n  ring: canary\n")))
		Expect(released(ctx, "other")).To(Equal(former))
	})

	DescribeTable("decides nothing while it cannot read",
		func(ctx SpecContext, kind string) {
			settle(ctx)
			before := stored(ctx)
			reconciler.Baseline = baselineWith("./two")
			unreadable = kind
			Expect(run(ctx)).To(HaveOccurred())
			Expect(stored(ctx)).To(Equal(before))
		},
		Entry("the seeds", "SeedList"),
		Entry("the reports", "ConfigMapList"),
	)
})

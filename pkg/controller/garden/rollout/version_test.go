// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"slices"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("Method Version", func() {
	var (
		gardenClient client.WithWatch
		writes       int
		unreadable   string
		clock        *testclock.FakePassiveClock
		recorder     *events.FakeRecorder
		projects     *controllertest.Projects
		registry     *prometheus.Registry
		method       *Version
		reconciler   *Reconciler
	)
	shoot := func(namespace, name, seed string) *gardencorev1beta1.Shoot {
		made := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID(namespace + "/" + name)}}
		made.Spec.SeedName = &seed
		made.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		return made
	}
	seed := func(name, stage string) *gardencorev1beta1.Seed {
		return &gardencorev1beta1.Seed{ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID(name), Labels: map[string]string{"stage": stage}}}
	}
	configures := func(namespace, content string) {
		projects.States[namespace] = garden.State{ConfigMap: &document.ConfigMap{Namespace: namespace, Data: map[string]string{"config.yaml": string(controllertest.FluxConfig(content))}}}
	}
	// reports has the seed of a Shoot report it.
	reports := func(ctx context.Context, namespace, name, version string, cause fluxv1alpha1.Cause) {
		GinkgoHelper()
		made := &gardencorev1beta1.Shoot{}
		Expect(gardenClient.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, made)).To(Succeed())
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "seed-" + *made.Spec.SeedName, Name: "shoot-flux-report"}}
		var report landscape.SeedReport
		exists := gardenClient.Get(ctx, client.ObjectKeyFromObject(configMap), configMap) == nil
		if exists {
			var err error
			report, err = landscape.ReadReport(configMap)
			Expect(err).NotTo(HaveOccurred())
		}
		report.Shoots = slices.DeleteFunc(report.Shoots, func(s landscape.ReportedShoot) bool { return s.UID == made.UID })
		report.Shoots = append(report.Shoots, landscape.ReportedShoot{Namespace: namespace, Name: name, UID: made.UID, FluxVersion: version, Failed: cause == fluxv1alpha1.CauseInstallation, Installed: cause == ""})
		var err error
		configMap.BinaryData, _, err = report.Encode()
		Expect(err).NotTo(HaveOccurred())
		if exists {
			Expect(gardenClient.Update(ctx, configMap)).To(Succeed())
			return
		}
		Expect(gardenClient.Create(ctx, configMap)).To(Succeed())
	}
	run := func(ctx context.Context) error {
		clock.SetTime(clock.Now().Add(time.Minute))
		_, err := reconciler.Reconcile(ctx, reconcile.Request{})
		return err
	}
	stored := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(gardenClient.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux"}, configMap)).To(Succeed())
		return configMap
	}
	state := func(ctx context.Context) *rollout.State {
		GinkgoHelper()
		read, err := rollout.Decode(stored(ctx))
		Expect(err).NotTo(HaveOccurred())
		return read
	}
	released := func(ctx context.Context, seed string) rollout.Position {
		GinkgoHelper()
		return landscape.ReleaseOfVersion(state(ctx), rollout.Identity{Name: seed, UID: types.UID(seed), Labels: map[string]string{"stage": map[string]string{"alpha": "canary"}[seed]}}).Released
	}
	settled := func() string {
		GinkgoHelper()
		version, err := method.DefaultVersion.Get()
		Expect(err).NotTo(HaveOccurred())
		return version
	}
	asks := func(ctx context.Context, operation string) {
		GinkgoHelper()
		configMap := stored(ctx)
		configMap.Annotations = map[string]string{"flux.extensions.gardener.cloud/rollout": operation, "owner": "team"}
		Expect(gardenClient.Update(ctx, configMap)).To(Succeed())
	}

	BeforeEach(func() {
		scheme := runtime.NewScheme()
		Expect(corev1.AddToScheme(scheme)).To(Succeed())
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		writes, unreadable = 0, ""
		gardenClient = fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().
			WithIndex(&corev1.ConfigMap{}, metav1.ObjectNameField, func(object client.Object) []string { return []string{object.GetName()} }).
			WithObjects(seed("alpha", "canary"), seed("beta", ""), shoot("garden-one", "a", "alpha"), shoot("garden-one", "b", "beta"), shoot("garden-two", "c", "beta")).
			WithInterceptorFuncs(interceptor.Funcs{
				Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
					writes++
					return c.Update(ctx, o, opts...)
				},
				List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, opts ...client.ListOption) error {
					if kind := list.GetObjectKind().GroupVersionKind().Kind; unreadable != "" && kind == unreadable {
						return errors.New("unreachable")
					}
					if _, ok := list.(*corev1.ConfigMapList); ok && unreadable == "ConfigMapList" {
						return errors.New("unreachable")
					}
					return c.List(ctx, list, opts...)
				},
			}).Build()
		clock, registry = testclock.NewFakePassiveClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)), prometheus.NewRegistry()
		projects = &controllertest.Projects{States: map[string]garden.State{}, Changes: make(chan string)}
		configures("garden-one", "")
		configures("garden-two", "")
		rollouts := &configv1alpha1.Rollouts{FluxVersion: &configv1alpha1.FluxVersionRollout{}, Rings: []configv1alpha1.SeedRing{
			{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}, Soak: &metav1.Duration{Duration: 3 * time.Minute}},
		}}
		configv1alpha1.SetDefaults_Rollouts(rollouts)
		configv1alpha1.SetDefaults_FluxVersionRollout(rollouts.FluxVersion)
		rollouts.Rings[1].Soak.Duration = 0
		recorder = events.NewFakeRecorder(1000)
		method = &Version{
			Seeds: SeedReader{Garden: gardenClient, Live: gardenClient}, Projects: projects, Rollouts: rollouts, Target: "v2.8.6",
			DefaultVersion: garden.NewDefaultVersion(true), Phase: NewVersionPhase(registry),
		}
		reconciler = &Reconciler{Method: method, Garden: gardenClient, Live: gardenClient, Stops: stops(stop.Record{}), Events: recorder, Clock: clock, Interval: time.Minute, Rest: 10 * time.Minute}
	})
	// allHave has a version reach all, with the time of the soak.
	allHave := func(ctx context.Context, version string) {
		GinkgoHelper()
		for _, at := range [][]string{{"garden-one", "a"}, {"garden-one", "b"}, {"garden-two", "c"}} {
			reports(ctx, at[0], at[1], version, "")
		}
		for range 8 {
			Expect(run(ctx)).To(Succeed())
		}
	}

	It("releases a version ring by ring, and notifies projects with their own rings at the end", func(ctx SpecContext) {
		_, err := method.DefaultVersion.Get()
		Expect(err).To(HaveOccurred(), "nothing was decided yet")
		allHave(ctx, "v2.8.6")
		Expect(settled()).To(Equal("v2.8.6"))
		changes := 0
		method.DefaultVersion.Follow(func() { changes++ })

		method.Target = "v2.9.1"
		Expect(run(ctx)).To(Succeed())
		Expect(released(ctx, "alpha")).To(Equal(rollout.All))
		Expect(released(ctx, "beta")).To(BeZero())
		Expect(stored(ctx).Data["status.yaml"]).To(And(ContainSubstring("seeds: 1"), Not(ContainSubstring("shoots: "))))
		Expect(settled()).To(Equal("v2.8.6"))
		Expect(gaugeOf(registry, "Progressing")).To(Equal(1.0))

		reports(ctx, "garden-one", "a", "v2.9.1", fluxv1alpha1.CauseInstallation)
		for range 5 {
			Expect(run(ctx)).To(Succeed())
		}
		Expect(gaugeOf(registry, "Stopped")).To(Equal(1.0))
		Expect(stored(ctx).Data["status.yaml"]).To(ContainSubstring("failingProjects:\n- project: garden-one\n"))
		Expect(recorded(recorder)).To(ContainElements("Normal RolloutRingStarted", "Warning RolloutStopped"))
		Expect(released(ctx, "beta")).To(BeZero())

		allHave(ctx, "v2.9.1")
		Expect(gaugeOf(registry, "Complete")).To(Equal(1.0))
		Expect(settled()).To(Equal("v2.9.1"))
		clock.SetTime(clock.Now().Add(time.Minute))
		Expect(reconciler.Reconcile(ctx, reconcile.Request{})).To(Equal(reconcile.Result{RequeueAfter: 10 * time.Minute}), "the status of all projects is not read each minute for ever")
		Expect(changes).To(Equal(1))
		before := writes
		Expect(run(ctx)).To(Succeed())
		Expect(writes).To(Equal(before), "nothing is new")
	})

	DescribeTable("counts Shoots with the default version",
		func(ctx SpecContext, change func(*gardencorev1beta1.Shoot), content string, expected int) {
			c := &gardencorev1beta1.Shoot{}
			Expect(gardenClient.Get(ctx, client.ObjectKey{Namespace: "garden-two", Name: "c"}, c)).To(Succeed())
			change(c)
			Expect(gardenClient.Update(ctx, c)).To(Succeed())
			configures("garden-two", content)
			observed, err := method.Gather(ctx, Stored{Now: clock.Now()})
			Expect(err).NotTo(HaveOccurred())
			Expect(observed.Input.Members).To(ContainElement(And(HaveField("Name", "beta"), HaveField("Positions", HaveLen(expected)))))
		},
		Entry("a Shoot without version", func(*gardencorev1beta1.Shoot) {}, "", 2),
		Entry("no Shoot whose project sets a version", func(*gardencorev1beta1.Shoot) {}, "flux: {version: v2.8}", 1),
		Entry("no Shoot of a project with its own rings", func(*gardencorev1beta1.Shoot) {}, "project: {rollout: {rings: [{name: canary, purposes: [testing]}]}}", 1),
		Entry("no Shoot that sets a version", func(s *gardencorev1beta1.Shoot) {
			s.Spec.Extensions[0].ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig("flux: {version: v2.8}")}
		}, "", 1),
		Entry("no Shoot that disables Flux", func(s *gardencorev1beta1.Shoot) { s.Spec.Extensions[0].Disabled = new(true) }, "", 1),
		Entry("no Shoot without a seed", func(s *gardencorev1beta1.Shoot) { s.Spec.SeedName = nil }, "", 1),
		Entry("a migrating Shoot only on its former seed", func(s *gardencorev1beta1.Shoot) { s.Status.SeedName = new("alpha") }, "", 1),
	)

	It("executes an operation once, and removes its annotation", func(ctx SpecContext) {
		allHave(ctx, "v2.8.6")
		asks(ctx, "pause")
		method.Target = "v2.9.1"
		Expect(run(ctx)).To(Succeed())
		Expect(state(ctx).Paused).To(BeTrue())
		Expect(released(ctx, "alpha")).To(BeZero())
		Expect(stored(ctx).Annotations).To(Equal(map[string]string{"owner": "team"}))
		asks(ctx, "resume")
		Expect(run(ctx)).To(Succeed())
		Expect(released(ctx, "alpha")).To(Equal(rollout.All))
		asks(ctx, "hurry")
		Expect(run(ctx)).To(Succeed())
		Expect(stored(ctx).Annotations).To(Equal(map[string]string{"owner": "team"}))
		Expect(recorded(recorder)).To(ContainElement("Warning RolloutOperationUnknown"))
		controllertest.ExpectStored(stored(ctx))
	})

	It("releases nothing during a stop of all rollouts, whose record is in the same ConfigMap", func(ctx SpecContext) {
		allHave(ctx, "v2.8.6")
		configMap := stored(ctx)
		configMap.Data["stop"] = incident().Encode()
		configMap.Annotations = map[string]string{"flux.extensions.gardener.cloud/all-rollouts": "resume"}
		Expect(gardenClient.Update(ctx, configMap)).To(Succeed())
		reconciler.Stops.Set(incident())
		method.Target = "v2.9.1"
		for range 10 {
			Expect(run(ctx)).To(Succeed())
		}
		Expect(released(ctx, "alpha")).To(BeZero())
		Expect(stored(ctx).Data).To(And(HaveKeyWithValue("stop", incident().Encode()), HaveKeyWithValue("status.yaml", ContainSubstring("has stopped all rollouts since 2026-11-23 12:00 UTC: incident"))))
		Expect(stored(ctx).Annotations).To(HaveLen(1), "the annotation is for the controller of the stop")
		reconciler.Stops.Set(stop.Record{Number: 2, At: metav1.NewTime(clock.Now())})
		Expect(run(ctx)).To(Succeed())
		Expect(released(ctx, "alpha")).To(Equal(rollout.All))

		By("the operator removes the rollout")
		method.Rollouts, method.DefaultVersion = nil, garden.NewDefaultVersion(false)
		Expect(run(ctx)).To(Succeed())
		Expect(stored(ctx)).To(And(HaveField("Data", Equal(map[string]string{"stop": incident().Encode()})), HaveField("BinaryData", BeEmpty())))
	})

	DescribeTable("does not decide without",
		func(ctx SpecContext, loses func(ctx context.Context)) {
			allHave(ctx, "v2.8.6")
			method.Target = "v2.9.1"
			loses(ctx)
			before := stored(ctx)
			Expect(run(ctx)).NotTo(Succeed())
			Expect(stored(ctx)).To(Equal(before))
		},
		Entry("the list of seeds", func(context.Context) { unreadable = "SeedList" }),
		Entry("the reports", func(context.Context) { unreadable = "ConfigMapList" }),
		Entry("the configuration of a project", func(context.Context) { projects.Unknown = true }),
	)

	DescribeTable("releases nothing because of a state that it cannot read",
		func(ctx SpecContext, damage func(*corev1.ConfigMap)) {
			allHave(ctx, "v2.8.6")
			configMap := stored(ctx)
			damage(configMap)
			Expect(gardenClient.Update(ctx, configMap)).To(Succeed())
			method.Target = "v2.9.1"
			for range 20 {
				Expect(run(ctx)).To(Succeed())
			}
			Expect(released(ctx, "beta")).To(BeZero())
			Expect(stored(ctx).Data).NotTo(HaveKey("version-rollout"))
		},
		Entry("that is damaged", func(c *corev1.ConfigMap) { c.BinaryData["state"] = []byte("damaged") }),
		Entry("that an earlier version has written", func(c *corev1.ConfigMap) {
			c.BinaryData, c.Data = nil, oldState("version").Data
			Expect(c.Data).To(HaveKeyWithValue("version-rollout", ContainSubstring("version: v2.9.1")))
		}),
	)

	It("removes only its state when the operator removes the rollout", func(ctx SpecContext) {
		allHave(ctx, "v2.8.6")
		configMap := stored(ctx)
		configMap.Annotations = map[string]string{"owner": "team"}
		Expect(gardenClient.Update(ctx, configMap)).To(Succeed())
		method.Rollouts, method.DefaultVersion = nil, garden.NewDefaultVersion(false)
		Expect(run(ctx)).To(Succeed())
		Expect(stored(ctx)).To(And(HaveField("Data", BeEmpty()), HaveField("BinaryData", BeEmpty())))
		Expect(stored(ctx).Annotations).To(HaveKeyWithValue("owner", "team"))
		Expect(settled()).To(BeEmpty())
		before := writes
		Expect(run(ctx)).To(Succeed())
		Expect(writes).To(Equal(before))
	})
})

func gaugeOf(registry *prometheus.Registry, phase string) float64 {
	GinkgoHelper()
	families, err := registry.Gather()
	Expect(err).NotTo(HaveOccurred())
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			if metric.GetLabel()[0].GetValue() == phase {
				return metric.GetGauge().GetValue()
			}
		}
	}
	return -1
}

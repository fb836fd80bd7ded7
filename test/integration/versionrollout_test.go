// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
	rolloutcontroller "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// withSeeds reads Seeds and Shoots from another client, because a kube-apiserver does not serve them.
type withSeeds struct{ statusAndShoots }

func (c *withSeeds) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	if list.GetObjectKind().GroupVersionKind().Kind == "SeedList" {
		return c.shoots.List(ctx, list, options...)
	}
	return c.statusAndShoots.List(ctx, list, options...)
}

var _ = Describe("Version rollout with the roles of the charts", Ordered, func() {
	const namespace = "garden-versions"
	var (
		admin, own client.Client
		method     *rolloutcontroller.Version
		reconciler *rolloutcontroller.Reconciler
		boards     *noticeboard.Reconciler
		releases   *garden.Releases
		clocks     *testclock.FakePassiveClock
	)
	decide := func(ctx context.Context) error {
		clocks.SetTime(clocks.Now().Add(time.Minute))
		_, err := reconciler.Reconcile(ctx, reconcile.Request{})
		return err
	}
	post := func(ctx context.Context) {
		GinkgoHelper()
		for _, seed := range []string{"gamma", "delta"} {
			_, err := boards.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: seed}})
			Expect(err).NotTo(HaveOccurred())
		}
	}
	asSeed := func(seed string) client.Client {
		return impersonate("system:serviceaccount:seed-"+seed+":shoot-flux-garden", "system:serviceaccounts", "system:serviceaccounts:seed-"+seed)
	}
	// report writes the report of a seed with a client.
	report := func(ctx context.Context, writer client.Client, namespace, seed, version string) error {
		data, _, err := landscape.SeedReport{Shoots: []landscape.ReportedShoot{{Namespace: "garden-versions", Name: "on-" + seed, UID: types.UID(seed), FluxVersion: version, Installed: true}}}.Encode()
		Expect(err).NotTo(HaveOccurred())
		return writer.Apply(ctx, corev1ac.ConfigMap("shoot-flux-report", namespace).WithBinaryData(data), client.FieldOwner("extension-shoot-flux"), client.ForceOwnership)
	}
	stored := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(admin.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux"}, configMap)).To(Succeed())
		return configMap
	}

	BeforeAll(func(ctx SpecContext) {
		admin, own = newClient(), impersonate("system:serviceaccount:kube-system:extension-admission-shoot-flux", "system:serviceaccounts", "system:serviceaccounts:kube-system")
		applyGardenChartWith(ctx, withAdmission())
		for name, labels := range map[string]map[string]string{namespace: {"gardener.cloud/role": "project"}, "garden": nil, "seed-gamma": nil, "seed-delta": nil} {
			Expect(client.IgnoreAlreadyExists(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}))).To(Succeed())
		}
		scheme := admin.Scheme()
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		gardenClient := fake.NewClientBuilder().WithScheme(scheme).Build()
		for name, stage := range map[string]string{"gamma": "canary", "delta": ""} {
			Expect(gardenClient.Create(ctx, &gardencorev1beta1.Seed{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"stage": stage}}})).To(Succeed())
			shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "on-" + name, UID: types.UID(name)}}
			shoot.Spec.SeedName, shoot.Spec.Extensions = &name, []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
			Expect(gardenClient.Create(ctx, shoot)).To(Succeed())
		}
		Expect(report(ctx, admin, "seed-gamma", "gamma", "v2.8.8")).To(Succeed())
		Expect(report(ctx, admin, "seed-delta", "delta", "v2.8.8")).To(Succeed())

		rollouts := &configv1alpha1.Rollouts{FluxVersion: &configv1alpha1.FluxVersionRollout{}, Rings: []configv1alpha1.SeedRing{
			{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}, Soak: &metav1.Duration{Duration: time.Minute}},
		}}
		configv1alpha1.SetDefaults_Rollouts(rollouts)
		configv1alpha1.SetDefaults_FluxVersionRollout(rollouts.FluxVersion)
		clocks = testclock.NewFakePassiveClock(time.Now())
		reads := &withSeeds{statusAndShoots{Client: own, shoots: gardenClient}}
		method = &rolloutcontroller.Version{
			Seeds: rolloutcontroller.SeedReader{Garden: reads, Live: reads}, Projects: &controllertest.Projects{States: map[string]garden.State{}}, Rollouts: rollouts, Target: "v2.9.5",
			DefaultVersion: garden.NewDefaultVersion(true), Phase: rolloutcontroller.NewVersionPhase(prometheus.NewRegistry()),
		}
		reconciler = &rolloutcontroller.Reconciler{Method: method, Stops: notStopped(), Garden: own, Live: own, Events: events.NewFakeRecorder(1000), Clock: clocks, Interval: time.Minute, Rest: 10 * time.Minute}
		boards = &noticeboard.Reconciler{
			Stops:  notStopped(),
			Caches: &shootsOnSeeds{Client: own, projects: map[string][]string{"gamma": {namespace}, "delta": {namespace}}},
			Garden: own, Clock: clock.RealClock{}, Timing: noticeboard.Timing{NamespaceRetry: time.Minute},
		}
		config := rest.CopyConfig(restConfig)
		config.Impersonate = rest.ImpersonationConfig{UserName: "system:serviceaccount:seed-delta:shoot-flux-garden", Groups: []string{"system:serviceaccounts", "system:authenticated"}}
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
		board, err := garden.NewSeedBoard(ctx, config, mapper, "seed-delta", logr.Discard())
		Expect(err).NotTo(HaveOccurred())
		releases = garden.NewReleases(board, nil, logr.Discard())
		running, stop := context.WithCancel(context.WithoutCancel(ctx))
		ended := make(chan error, 1)
		go func() { ended <- releases.Start(running) }()
		DeferCleanup(func() {
			stop()
			Eventually(ended, "10s").Should(Receive(BeNil()))
		})
	})

	It("releases a version ring by ring", func(ctx SpecContext) {
		Eventually(decide, "20s").WithContext(ctx).Should(Succeed())
		post(ctx)
		Eventually(releases.Release, "10s").Should(Equal(landscape.VersionRelease{Version: "v2.9.5"}), "the seed of the other ring reads its board")

		By("a report that a member of a project writes in the project does not count")
		Expect(report(ctx, admin, namespace, "gamma", "v2.9.5")).To(Succeed())
		for range 3 {
			Expect(decide(ctx)).To(Succeed())
		}
		Expect(stored(ctx).Data["status.yaml"]).To(ContainSubstring("message: 'ring canary: its seeds to be ready'"))

		By("the seed reports, in its own namespace only")
		Eventually(func() error { return report(ctx, asSeed("gamma"), "seed-gamma", "gamma", "v2.9.5") }, "20s").Should(Succeed())
		Expect(report(ctx, asSeed("gamma"), "seed-delta", "gamma", "v2.9.5")).To(MatchError(apierrors.IsForbidden, "IsForbidden"))
		Expect(report(ctx, asSeed("gamma"), namespace, "gamma", "v2.9.5")).To(MatchError(apierrors.IsForbidden, "IsForbidden"))
		for range 3 {
			Expect(decide(ctx)).To(Succeed())
		}
		post(ctx)
		Eventually(releases.Release, "10s").Should(Equal(landscape.VersionRelease{Version: "v2.9.5", Released: rollout.All}))
	})

	It("executes an operator's annotation, and removes it", func(ctx SpecContext) {
		configMap := stored(ctx)
		configMap.Annotations = map[string]string{"flux.extensions.gardener.cloud/rollout": "pause", "owner": "team"}
		Expect(admin.Update(ctx, configMap)).To(Succeed())
		method.Target = "v2.9.4"
		Expect(decide(ctx)).To(Succeed())
		Expect(stored(ctx).Data["status.yaml"]).To(ContainSubstring("phase: Paused"))
		Expect(stored(ctx).Annotations).To(Equal(map[string]string{"owner": "team"}))
	})

	It("empties the ConfigMap, which it may not delete, when the rollout is removed", func(ctx SpecContext) {
		rollouts := method.Rollouts
		method.Rollouts = nil
		Expect(decide(ctx)).To(Succeed())
		Expect(stored(ctx)).To(And(HaveField("Data", BeEmpty()), HaveField("BinaryData", BeEmpty())))
		method.Rollouts = rollouts
	})

	It("can write nothing else in the namespace of the operator", func(ctx SpecContext) {
		write := func(namespace, name string) error {
			return own.Apply(ctx, corev1ac.ConfigMap(name, namespace).WithData(map[string]string{"x": "y"}), client.FieldOwner("test"), client.ForceOwnership,
				&client.ApplyOptions{DryRun: []string{metav1.DryRunAll}})
		}
		Eventually(func() error { return write("kube-system", "shoot-flux") }, "20s").Should(MatchError(ContainSubstring("may write only the ConfigMaps shoot-flux in namespaces seed-… and garden")))
		Expect(apierrors.IsForbidden(write("garden", "flux-status"))).To(BeTrue())
		Expect(apierrors.IsForbidden(write("garden", "cluster-identity"))).To(BeTrue())
		Expect(apierrors.IsForbidden(own.Delete(ctx, stored(ctx), client.DryRunAll))).To(BeTrue())
		Expect(apierrors.IsForbidden(asSeed("delta").Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux"}, &corev1.ConfigMap{}))).To(BeTrue(), "a seed reads its own board only")
	})
})

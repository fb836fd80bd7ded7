// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"slices"
	"strings"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

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

// estate is a garden with the seeds canary and other, in memory, each with a Shoot of project one, and its garden
// controller.
type estate struct {
	*Reconciler

	garden     client.WithWatch
	unreadable string
	clock      *testclock.FakePassiveClock
	recorder   *events.FakeRecorder
	method     *Baseline
}

var seedNames = []string{"canary", "other"}

func newEstate(ctx context.Context) *estate {
	GinkgoHelper()
	l := &estate{clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)), recorder: events.NewFakeRecorder(1000)}
	scheme := runtime.NewScheme()
	Expect(corev1.AddToScheme(scheme)).To(Succeed())
	Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
	var objects []client.Object
	for _, name := range seedNames {
		objects = append(objects, &gardencorev1beta1.Seed{ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID(name), Labels: map[string]string{"stage": name}}})
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-one", Name: "on-" + name, UID: types.UID(name)}}
		shoot.Spec.SeedName, shoot.Spec.Extensions = &name, []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		objects = append(objects, shoot)
	}
	l.garden = fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().
		WithIndex(&corev1.ConfigMap{}, metav1.ObjectNameField, func(object client.Object) []string { return []string{object.GetName()} }).
		WithObjects(objects...).
		WithInterceptorFuncs(interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			if _, ok := list.(*corev1.ConfigMapList); l.unreadable != "" && (list.GetObjectKind().GroupVersionKind().Kind == l.unreadable || ok && l.unreadable == "ConfigMapList") {
				return errors.New("unreadable")
			}
			return c.List(ctx, list, options...)
		}}).Build()
	l.start(l.garden, baselineWith("./one"), canaryFirst())
	for _, seed := range seedNames {
		l.report(ctx, "seed-"+seed, seed, "", "")
	}
	return l
}

// start is a process of the garden controller, without the memory of the previous one.
func (l *estate) start(writer client.Client, baseline *configv1alpha1.Baseline, rollouts *configv1alpha1.Rollouts) {
	GinkgoHelper()
	l.method = &Baseline{Seeds: SeedReader{Garden: l.garden, Live: l.garden}, Baseline: baseline, Rollouts: rollouts, Phase: NewBaselinePhase(prometheus.NewRegistry())}
	l.Reconciler = &Reconciler{Method: l.method, Garden: writer, Live: l.garden, Stops: stops(stop.Record{}), Events: l.recorder, Clock: l.clock, Interval: time.Second, Rest: time.Minute}
}

// run decides after a time.
func (l *estate) run(ctx context.Context, after time.Duration) (reconcile.Result, error) {
	l.clock.SetTime(l.clock.Now().Add(after))
	return l.Reconcile(ctx, reconcile.Request{})
}

// runs decides each minute.
func (l *estate) runs(ctx context.Context, times int) {
	GinkgoHelper()
	for range times {
		_, err := l.run(ctx, time.Minute)
		Expect(err).NotTo(HaveOccurred())
	}
}

// report has a seed report its Shoot, in a namespace.
func (l *estate) report(ctx context.Context, namespace, seed string, state fluxv1alpha1.ShootState, revision string) {
	GinkgoHelper()
	own := landscape.ReportedShoot{Namespace: "garden-one", Project: "one", Name: "on-" + seed, UID: types.UID(seed)}
	if revision != "" {
		own.Baseline = &landscape.ReportedBaseline{State: state, Revision: revision, Message: "failed", Removed: &fluxv1alpha1.RemovedObjects{}}
	}
	data, _, err := landscape.SeedReport{Shoots: []landscape.ReportedShoot{own}}.Encode()
	Expect(err).NotTo(HaveOccurred())
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux-report"}, BinaryData: data}
	if l.garden.Update(ctx, configMap) != nil {
		Expect(l.garden.Create(ctx, configMap)).To(Succeed())
	}
}

func (l *estate) stored(ctx context.Context) *corev1.ConfigMap {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{}
	Expect(l.garden.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux-baseline"}, configMap)).To(Succeed())
	return configMap
}

func (l *estate) state(ctx context.Context) *rollout.State {
	GinkgoHelper()
	state, err := rollout.Decode(l.stored(ctx))
	Expect(err).NotTo(HaveOccurred())
	return state
}

// released returns the content that a seed may deliver.
func (l *estate) released(ctx context.Context, seed string) landscape.BaselineRelease {
	GinkgoHelper()
	return landscape.BaselineReleaseFor(l.state(ctx), rollout.Identity{Name: seed, UID: types.UID(seed), Labels: map[string]string{"stage": seed}})
}

// deliver gives each seed its release, and reports it. Revisions that contain bad fail. It returns the new ones.
func (l *estate) deliver(ctx context.Context) (changes []string) {
	GinkgoHelper()
	for _, seed := range seedNames {
		release := l.released(ctx, seed)
		if release.Revision == landscape.NoBaseline() || release.Baseline == nil {
			continue
		}
		state := fluxv1alpha1.ShootReady
		if strings.Contains(string(release.Baseline.Config.Raw), "bad") {
			state = fluxv1alpha1.ShootFailed
		}
		l.report(ctx, "seed-"+seed, seed, state, release.Revision)
		changes = append(changes, seed+": "+string(release.Baseline.Config.Raw)+" "+string(state))
	}
	return changes
}

// ask has the operator request an operation.
func (l *estate) ask(ctx context.Context, operation string) {
	GinkgoHelper()
	configMap := l.stored(ctx)
	configMap.Annotations = map[string]string{fluxv1alpha1.AnnotationRollout: operation, "other": "kept"}
	Expect(l.garden.Update(ctx, configMap)).To(Succeed())
}

// recorded returns types and reasons of the Events since the last call.
func recorded(recorder *events.FakeRecorder) (reasons []string) {
	for {
		select {
		case event := <-recorder.Events:
			reasons = append(reasons, strings.Join(strings.Fields(event)[:2], " "))
		default:
			slices.Sort(reasons)
			return reasons
		}
	}
}

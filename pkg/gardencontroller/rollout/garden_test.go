// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	namespace = "garden-demo"
	head      = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
	// rings has a canary, and a minute in which it stays ready.
	rings = "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 1m}, {name: rest}]}}\n"
)

// world is a garden with a project, in memory, and its garden controller.
type world struct {
	*Reconciler
	garden   client.WithWatch
	clock    *testclock.FakePassiveClock
	projects *controllertest.Projects
	recorder *events.FakeRecorder
	registry *prometheus.Registry
}

func newWorld() *world {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(corev1.AddToScheme(scheme)).To(Succeed())
	Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
	w := &world{
		garden: fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().Build(), clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)),
		projects: &controllertest.Projects{States: map[string]project.State{}, Changes: make(chan string)}, recorder: events.NewFakeRecorder(20), registry: prometheus.NewRegistry(),
	}
	phases, err := NewPhases(w.registry)
	Expect(err).NotTo(HaveOccurred())
	w.Reconciler = &Reconciler{
		Garden: w.garden, Live: w.garden, Projects: w.projects, Resolver: controllertest.NewResolver(), Events: w.recorder, Clock: w.clock, Interval: 2 * time.Second, Phases: phases,
	}
	return w
}

// pass has time pass.
func (w *world) pass(d time.Duration) { w.clock.SetTime(w.clock.Now().Add(d)) }

// run reconciles the project once the interval is over, and returns the time until the next one.
func (w *world) run(ctx context.Context) time.Duration {
	GinkgoHelper()
	w.pass(w.Interval)
	result, err := w.Reconcile(ctx, requestFor(namespace))
	Expect(err).NotTo(HaveOccurred())
	return result.RequeueAfter
}

// configure writes flux-config.
func (w *world) configure(ctx context.Context, content string) {
	GinkgoHelper()
	w.write(ctx, map[string]string{"config.yaml": head + content})
}

func (w *world) write(ctx context.Context, data map[string]string) {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config"}}
	err := w.garden.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)
	configMap.Data = data
	if apierrors.IsNotFound(err) {
		Expect(w.garden.Create(ctx, configMap)).To(Succeed())
		return
	}
	Expect(w.garden.Update(ctx, configMap)).To(Succeed())
}

// ask sets the annotation.
func (w *world) ask(ctx context.Context, operation string) {
	GinkgoHelper()
	configMap := w.read(ctx, "flux-config")
	configMap.Annotations = map[string]string{fluxv1alpha1.AnnotationRollout: operation, "other": "stays"}
	Expect(w.garden.Update(ctx, configMap)).To(Succeed())
}

// read returns a ConfigMap of the project; nil if there is none.
func (w *world) read(ctx context.Context, name string) *corev1.ConfigMap {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{}
	err := w.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, configMap)
	if apierrors.IsNotFound(err) {
		return nil
	}
	Expect(err).NotTo(HaveOccurred())
	return configMap
}

// state returns what is stored.
func (w *world) state(ctx context.Context) *rollout.State {
	GinkgoHelper()
	configMap := w.read(ctx, "flux-rollout")
	Expect(configMap).NotTo(BeNil())
	state, err := rollout.Decode(configMap)
	Expect(err).NotTo(HaveOccurred())
	return state
}

// revisionOf returns the revision that a Shoot is to have.
func (w *world) revisionOf(ctx context.Context, name string) string {
	GinkgoHelper()
	return w.state(ctx).Shoots[name].Revision
}

// create adds a Shoot with Flux.
func (w *world) create(ctx context.Context, name string, change func(*gardencorev1beta1.Shoot)) {
	GinkgoHelper()
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID(name + "-uid"), Labels: map[string]string{}}}
	shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
	if change != nil {
		change(shoot)
	}
	Expect(w.garden.Create(ctx, shoot)).To(Succeed())
}

func canary(shoot *gardencorev1beta1.Shoot) { shoot.Labels["ring"] = "canary" }

// report has a seed write the status of a Shoot, about what the Shoot is to have.
func (w *world) report(ctx context.Context, name string, state fluxv1alpha1.ShootState, revision string) {
	GinkgoHelper()
	entry, err := fleet.Encode(fluxv1alpha1.ShootStatus{UID: types.UID(name + "-uid"), State: state, Revision: revision, Message: "a message"})
	Expect(err).NotTo(HaveOccurred())
	configMap := w.read(ctx, "flux-status")
	if configMap == nil {
		Expect(w.garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}, Data: map[string]string{name: entry}})).To(Succeed())
		return
	}
	configMap.Data[name] = entry
	Expect(w.garden.Update(ctx, configMap)).To(Succeed())
}

// events returns the Events since the last call.
func (w *world) events() []string {
	var found []string
	for {
		select {
		case event := <-w.recorder.Events:
			found = append(found, event)
		default:
			return found
		}
	}
}

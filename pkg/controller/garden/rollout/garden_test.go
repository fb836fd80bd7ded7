// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"maps"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
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

	method   *Project
	garden   client.WithWatch
	clock    *testclock.FakePassiveClock
	projects *controllertest.Projects
	recorder *events.FakeRecorder
	registry *prometheus.Registry
}

func newWorld(resolver *configuration.Resolver) *world {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(corev1.AddToScheme(scheme)).To(Succeed())
	Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
	w := &world{
		garden: fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().Build(), clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)),
		projects: &controllertest.Projects{States: map[string]garden.State{}, Changes: make(chan string)}, recorder: events.NewFakeRecorder(20), registry: prometheus.NewRegistry(),
	}
	w.method = &Project{Garden: w.garden, Live: w.garden, Projects: w.projects, Resolver: resolver, DefaultVersion: knownVersion(), Phases: NewPhases(w.registry)}
	w.Reconciler = &Reconciler{Method: w.method, Garden: w.garden, Live: w.garden, Stops: stops(stop.Record{}), Events: w.recorder, Clock: w.clock, Interval: 2 * time.Second}
	return w
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

// applyStatus has the seed alpha write entries of flux-status, beside those that it has written.
func applyStatus(ctx context.Context, cluster client.Client, entries map[string]string) {
	GinkgoHelper()
	present := &corev1.ConfigMap{}
	Expect(client.IgnoreNotFound(cluster.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-status"}, present))).To(Succeed())
	data := maps.Clone(present.Data)
	if data == nil {
		data = map[string]string{}
	}
	maps.Copy(data, entries)
	Expect(cluster.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(data), client.ForceOwnership, client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())
}

// knownVersion returns the default version without a version rollout.
func knownVersion() *garden.DefaultVersion { return garden.NewDefaultVersion(false) }

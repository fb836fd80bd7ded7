// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// mortalProject is a world whose garden controller ends once, and in which seeds and people act.
type mortalProject struct {
	*world

	mortal  mortal
	head    string
	changes []string
}

// newMortalProject is a project with a Shoot in each of three rings.
func newMortalProject(ctx context.Context, k kill, resolver *configuration.Resolver, rings string) *mortalProject {
	GinkgoHelper()
	m := &mortalProject{world: newWorld(resolver), mortal: mortal{kill: k}, head: "sha1:1111111111111111111111111111111111111111"}
	m.recorder = events.NewFakeRecorder(1000)
	for _, name := range []string{"a-canary", "b-staging", "c-production"} {
		m.create(ctx, name, func(shoot *gardencorev1beta1.Shoot) { shoot.Labels["ring"] = strings.Split(name, "-")[1] })
	}
	Expect(m.garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config"}})).To(Succeed())
	Expect(m.garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}})).To(Succeed())
	m.start()
	m.configure(ctx, rings+following("first"))
	return m
}

func following(path string) string {
	return "source: {template: {spec: {url: 'https://github.com/o/r'}}}\nkustomization: {template: {spec: {path: " + path + "}}}\n"
}

// start is a process of the garden controller, without the memory of the previous one.
func (m *mortalProject) start() {
	GinkgoHelper()
	m.method = &Project{Garden: m.garden, Live: m.garden, Projects: m.projects, Resolver: m.method.Resolver, DefaultVersion: knownVersion(), Phases: NewPhases(prometheus.NewRegistry())}
	m.Reconciler = &Reconciler{Method: m.method, Garden: m.mortal.writer(m.garden), Live: m.garden, Stops: stops(stop.Record{}), Events: m.recorder, Clock: m.clock, Interval: 2 * time.Second}
}

func (m *mortalProject) configMap(ctx context.Context, name string) *corev1.ConfigMap {
	GinkgoHelper()
	found := &corev1.ConfigMap{}
	if client.IgnoreNotFound(m.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, found)) != nil || found.Name == "" {
		return nil
	}
	return found
}

func (m *mortalProject) configure(ctx context.Context, content string) {
	GinkgoHelper()
	config := m.configMap(ctx, "flux-config")
	config.Data = map[string]string{"config.yaml": head + content}
	Expect(m.garden.Update(ctx, config)).To(Succeed())
}

func (m *mortalProject) ask(ctx context.Context, operation string) {
	GinkgoHelper()
	config := m.configMap(ctx, "flux-config")
	config.Annotations = map[string]string{fluxv1alpha1.AnnotationRollout: operation}
	Expect(m.garden.Update(ctx, config)).To(Succeed())
}

func (m *mortalProject) state(ctx context.Context) *rollout.State {
	GinkgoHelper()
	stored := m.configMap(ctx, "flux-rollout")
	if stored == nil {
		return nil
	}
	state, err := rollout.Decode(stored)
	Expect(err).NotTo(HaveOccurred())
	return state
}

// passes advances the time: the garden controller decides, and restarts if it has ended; then each seed delivers the
// permitted revisions and reports.
func (m *mortalProject) passes(ctx context.Context, ticks int) {
	GinkgoHelper()
	for range ticks {
		m.clock.SetTime(m.clock.Now().Add(2 * time.Second))
		if _, err := m.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}}); m.mortal.restarts(err) {
			m.start()
		}
		m.seeds(ctx)
	}
}

// seeds gives each Shoot the revision that its gate permits, and reports it.
func (m *mortalProject) seeds(ctx context.Context) {
	GinkgoHelper()
	config, status, state, changed := m.configMap(ctx, "flux-config"), m.configMap(ctx, "flux-status"), m.state(ctx), false
	if status.Data == nil {
		status.Data = map[string]string{}
	}
	shoots := &gardencorev1beta1.ShootList{}
	Expect(m.garden.List(ctx, shoots)).To(Succeed())
	slices.SortFunc(shoots.Items, func(a, b gardencorev1beta1.Shoot) int { return strings.Compare(a.Name, b.Name) })
	for i := range shoots.Items {
		shoot := &shoots.Items[i]
		content := &document.ConfigMap{Namespace: namespace, Data: config.Data}
		goal := rollout.Target{}
		if content.Governed(state != nil) {
			gate := rollout.PermitRequest{State: state, Member: rollout.IdentityOf(shoot), Delivered: status.Data[shoot.Name] != "", Carries: m.method.Resolver.Carries, Newest: m.method.Resolver.DefaultVersion()}
			passage := gate.Permit()
			if passage.Keeps != "" {
				continue
			}
			goal = passage.Target
			if passage.Content != nil {
				content = passage.Content.ConfigMap(namespace)
			}
		}
		entry := fluxv1alpha1.ShootStatus{UID: shoot.UID, Seed: "alpha", State: fluxv1alpha1.ShootReady, Ready: true, RootReady: true, Revision: goal.Revision, FluxVersion: m.method.Resolver.DefaultVersion(), Removed: &fluxv1alpha1.RemovedObjects{Before: 10}}
		commit := goal.Commit
		if commit == "" {
			commit = m.head
		}
		entry.AppliedRevision = "main@" + commit
		if strings.Contains(content.Data["config.yaml"], "bad") {
			entry.State, entry.Cause, entry.Ready, entry.RootReady = fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseBuild, false, false
		}
		entry.Since, entry.ObservedAt = metav1.Time{Time: m.clock.Now().Truncate(time.Second)}, metav1.Time{Time: m.clock.Now().Truncate(time.Second)}
		if before, is := decodeEntry(status.Data[shoot.Name]); is && before.State == entry.State && before.Revision == entry.Revision && before.AppliedRevision == entry.AppliedRevision {
			continue
		}
		raw, err := json.Marshal(entry)
		Expect(err).NotTo(HaveOccurred())
		status.Data[shoot.Name], changed = string(raw), true
		path := "first"
		for _, other := range []string{"bad", "second"} {
			if strings.Contains(content.Data["config.yaml"], other) {
				path = other
			}
		}
		m.changes = append(m.changes, fmt.Sprintf("%s: %s %s %s", shoot.Name, path, commit, entry.State))
	}
	if changed {
		applyStatus(ctx, m.garden, status.Data)
	}
}

func decodeEntry(raw string) (fluxv1alpha1.ShootStatus, bool) {
	entry := fluxv1alpha1.ShootStatus{}
	return entry, json.Unmarshal([]byte(raw), &entry) == nil
}

var _ = Describe("Reconciler of projects that is killed at any write", func() {
	const soak = "{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 4s}, {name: staging, shoots: {matchLabels: {ring: staging}}, soak: 4s%s}, {name: rest, soak: 0s}"
	three := func(staging, more string) string {
		return "project: {rollout: {rings: [" + fmt.Sprintf(soak, staging) + "]" + more + "}}\n"
	}

	DescribeTable("leads to the same result after",
		func(ctx SpecContext, reason, rings string, story func(ctx context.Context, m *mortalProject, rings string)) {
			resolver := controllertest.NewResolver()
			expectSurvival(reason, func(k kill) (*mortal, end, []string) {
				m := newMortalProject(ctx, k, resolver, rings)
				m.passes(ctx, 12)
				m.mortal.armed, m.changes = true, nil
				story(ctx, m, rings)
				m.passes(ctx, 20)
				return &m.mortal, endOf(m.changes, m.state(ctx), m.configMap(ctx, "flux-config").Annotations), recorded(m.recorder)
			})
		},
		Entry("a change", "RolloutComplete", three("", ""), func(ctx context.Context, m *mortalProject, rings string) { m.configure(ctx, rings+following("second")) }),
		Entry("a bad change and its correction", "RolloutStopped", three("", ""), func(ctx context.Context, m *mortalProject, rings string) {
			m.configure(ctx, rings+following("bad"))
			m.passes(ctx, 12)
			m.configure(ctx, rings+following("second"))
		}),
		Entry("a bad change that is rolled back", "RolloutRolledBack", three("", ", onFailure: Rollback"), func(ctx context.Context, m *mortalProject, rings string) { m.configure(ctx, rings+following("bad")) }),
		Entry("a pause that is resumed", "RolloutPaused", three("", ""), func(ctx context.Context, m *mortalProject, rings string) {
			m.configure(ctx, rings+following("second"))
			m.passes(ctx, 2)
			m.ask(ctx, "pause")
			m.passes(ctx, 12)
			m.ask(ctx, "resume")
		}),
		Entry("an approval", "RolloutApproved", three(", approval: Manual", ""), func(ctx context.Context, m *mortalProject, rings string) {
			m.configure(ctx, rings+following("second"))
			m.passes(ctx, 12)
			m.ask(ctx, "approve=staging")
		}),
		Entry("a requested rollback", "RolloutRolledBack", three("", ""), func(ctx context.Context, m *mortalProject, rings string) {
			m.configure(ctx, rings+following("second"))
			m.passes(ctx, 2)
			m.ask(ctx, "rollback")
		}),
		Entry("a skipped Shoot", "RolloutShootSkipped", three("", ""), func(ctx context.Context, m *mortalProject, rings string) {
			m.configure(ctx, rings+following("bad"))
			m.passes(ctx, 12)
			m.ask(ctx, "skip=a-canary")
		}),
		Entry("a promoted commit", "RolloutRingPassed", three("", ", source: Promote"), func(_ context.Context, m *mortalProject, _ string) {
			m.head = "sha1:2222222222222222222222222222222222222222"
		}),
		Entry("the removal of the rollout during a change", "RolloutRingStarted", three("", ""), func(ctx context.Context, m *mortalProject, rings string) {
			m.configure(ctx, rings+following("second"))
			m.passes(ctx, 2)
			m.configure(ctx, following("second"))
		}),
	)
})

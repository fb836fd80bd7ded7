// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"encoding/json"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	engine "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// object returns the object as an API server returns it.
func object(of any) *unstructured.Unstructured {
	GinkgoHelper()
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(of)
	Expect(err).NotTo(HaveOccurred())
	return &unstructured.Unstructured{Object: content}
}

func configMap(namespace, name string, data map[string]string, binaryData map[string][]byte) *unstructured.Unstructured {
	GinkgoHelper()
	return object(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, ResourceVersion: "7"}, Data: data, BinaryData: binaryData})
}

// The decoder reads what this release writes. What it reads of other releases has the same fields.
var _ = Describe("The decoder of the project's own formats", func() {
	at := metav1.NewTime(time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC))

	It("reads a rollout", func() {
		one := engine.Revision{Data: map[string]string{"config.yaml": "{}"}, FluxVersion: "v2.9.5"}
		two := engine.Revision{Data: map[string]string{"config.yaml": "{ }"}, FluxVersion: "v2.8.8"}
		state := &engine.State{
			Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "canary"}, {Name: "rest"}}},
			Target:  one.ID(), Decided: at, Paused: true, RolledBack: true, Skipped: []string{"b"},
			Rings: []engine.Ring{
				{Name: "canary", Target: engine.Target{Revision: one.ID()}, Passed: engine.Target{Revision: one.ID()}, ReadySince: at},
				{
					Name: "rest", Target: engine.Target{Revision: one.ID(), Commit: "sha1:b"}, Passed: engine.Target{Revision: two.ID(), Commit: "sha1:a"},
					Approved: engine.Target{Revision: one.ID(), Commit: "sha1:b"},
					Failures: []engine.Failure{{Member: "b"}, {Member: "c", Message: "path not found", Commit: "sha1:b", Accepted: true}, {Member: "c", Lost: &engine.Loss{Before: 9, Count: 4, Protected: map[string]int32{"Namespace": 1}}}},
				},
			},
			Members:   map[string]engine.Record{"a": {UID: "1", Target: engine.Target{Revision: one.ID(), Commit: "sha1:b"}}},
			Revisions: map[string]engine.Revision{one.ID(): one, two.ID(): two},
		}
		stored, err := state.Encode()
		Expect(err).NotTo(HaveOccurred())
		shown, err := json.Marshal(engine.Progress{Phase: engine.PhasePaused, Rings: []engine.RingProgress{
			{Name: "canary", Phase: engine.PhaseComplete, Members: 1, Done: 1},
			{Name: "rest", Phase: engine.PhaseStopped, Members: 6, Done: 1, OnTheirWay: 1, Failed: 2, Waiting: 1, NotCounted: 1, WaitsFor: "c"},
		}})
		Expect(err).NotTo(HaveOccurred())
		Expect(scope{"garden-a": true}.configMapFacts(configMap("garden-a", "flux-rollout", map[string]string{"status.yaml": string(shown)}, stored))).To(Equal([]history.Fact{&history.Rollout{
			Scope: "garden-a", Phase: "Paused", Target: one.ID(), Paused: true, RolledBack: one.ID(), Decided: at.Time,
			Rings: []history.Ring{
				{
					Name: "canary", Phase: "Complete", Revision: one.ID(), PassedRevision: one.ID(), Passed: true, Shoots: 1, Ready: 1, Skipped: []string{"b"}, ReadySince: at.Time,
				},
				{
					Name: "rest", Phase: "Stopped", Revision: one.ID(), Commit: "sha1:b", PassedRevision: two.ID(), PassedCommit: "sha1:a",
					Shoots: 6, Ready: 1, OnTheirWay: 1, FailedCount: 2, Waiting: 1, NotCounted: 1, WaitsFor: "c",
					Failed: map[string]string{"b": "not ready by the deadline", "c": "path not found with sha1:b (accepted)"}, Lost: map[string]string{"c": "4 of 9 objects, Namespace 1"},
					Skipped: []string{"b"}, Approved: []string{one.ID(), "sha1:b"},
				},
			},
			Members: map[string]history.Permit{"a": {Revision: one.ID(), Commit: "sha1:b", FluxVersion: "v2.9.5"}},
		}}))
		Expect(scope(nil).configMapFacts(configMap("garden", "shoot-flux-baseline", nil, stored))).To(ConsistOf(HaveField("Scope", history.BaselineScope)))
		Expect(scope(nil).configMapFacts(configMap("garden-a", "flux-rollout", nil, map[string][]byte{"state": []byte("x")}))).To(
			ConsistOf(And(HaveField("Scope", "garden-a"), HaveField("Damaged", ContainSubstring("not compressed")))))
		Expect(scope{"garden-b": true}.configMapFacts(configMap("garden-a", "flux-rollout", nil, stored))).To(BeEmpty(), "the project is not recorded")
	})

	DescribeTable("identifies a configuration as the reports do:",
		func(data map[string]string) {
			project := &document.ConfigMap{Data: data}
			Expect(contentID(data, nil, "")).To(Equal(engine.ConfigurationID(project)))
			Expect(contentID(data, nil, "v2.9.5")).To(Equal(engine.NewRevision(project, "v2.9.5").ID()), "the ID of a revision")
		},
		Entry("flat keys", map[string]string{"repositoryUrl": "https://git.example.com/a", "propagation": "OnReconcile"}),
		Entry("a whole FluxConfig", map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nflux: {version: v2.9}\nkustomization: {template: {spec: {path: ./a, retryInterval: 1m, timeout: 90s}}}\n"}),
		Entry("with settings that affect no Shoot", map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {rollout: {rings: [{name: a, soak: 3s}]}, propagation: Immediate}\n"}),
		Entry("with such and others", map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {rollout: {rings: [{name: a}]}, reportInShoot: true}\n"}),
		Entry("no YAML", map[string]string{"config.yaml": "a: [\n"}),
	)

	It("reads flux-config", func() {
		data := map[string]string{"config.yaml": `apiVersion: flux.extensions.gardener.cloud/v1alpha1
kind: FluxConfig
flux: {version: v2.9}
deletionPolicy: Prune
source: {template: {kind: OCIRepository, spec: {url: oci://example.com/a, ref: {tag: v1}}}}
project: {propagation: OnReconcile, rollout: {source: Promote, rings: [{name: canary}]}}
`}
		stored := configMap("garden-a", "flux-config", data, nil)
		stored.SetAnnotations(map[string]string{"flux.extensions.gardener.cloud/rollout": "approve=canary"})
		promote := fluxv1alpha1.RolloutSourcePromote
		Expect(scope(nil).configMapFacts(stored)).To(Equal([]history.Fact{&history.Config{
			Namespace: "garden-a", ResourceVersion: "7", Content: contentID(data, nil, ""), Configuration: contentID(data, nil, ""), FluxVersion: "v2.9",
			DeletionPolicy: fluxv1alpha1.DeletionPolicyPrune, Propagation: "OnReconcile", Operation: "approve=canary",
			Source:  &history.SourceConfig{Kind: "OCIRepository", URL: "oci://example.com/a", Ref: history.Ref{Tag: "v1"}},
			Rollout: &fluxv1alpha1.Rollout{Source: &promote, Rings: []fluxv1alpha1.Ring{{Name: "canary"}}},
		}}))
		Expect(scope(nil).configMapFacts(configMap("garden-a", "flux-config", map[string]string{"config.yaml": "a: ["}, nil))).To(ConsistOf(HaveField("Invalid", Not(BeEmpty()))))
		Expect(scope(nil).configMapFacts(configMap("garden-a", "flux-config", nil, nil))).To(ConsistOf(HaveField("Configuration", BeEmpty())))
	})

	It("reads the entries of flux-status with who has written them", func() {
		status := fluxv1alpha1.ShootStatus{UID: "1", State: fluxv1alpha1.ShootReady, Ready: true, Objects: &fluxv1alpha1.ObservedObjects{Tree: []string{"a"}, Counts: []fluxv1alpha1.ObjectCounts{{Kind: "Deployment", Ready: 1}}}}
		text, err := json.Marshal(status)
		Expect(err).NotTo(HaveOccurred())
		stored := configMap("garden-a", "flux-status", map[string]string{"one": string(text), "two": "{"}, nil)
		stored.SetManagedFields([]metav1.ManagedFieldsEntry{{
			Manager: "shoot-flux-seed-my-seed", Operation: metav1.ManagedFieldsOperationApply, Time: &at, FieldsV1: metav1.NewFieldsV1(`{"f:data":{".":{},"f:one":{}}}`),
		}})
		status.Objects.Tree = nil
		facts := scope(nil).configMapFacts(stored)
		Expect(facts).To(HaveLen(2))
		Expect(facts[0]).To(Equal(&history.Report{Namespace: "garden-a", Shoot: "one", Status: status, Manager: "shoot-flux-seed-my-seed", Stored: at.Time.Local()}))
		Expect(facts[1]).To(HaveField("Status.Message", HavePrefix("the entry cannot be read")))
	})

	It("reads the report of a seed", func() {
		report := landscape.SeedReport{Shoots: []landscape.ReportedShoot{
			{Namespace: "garden-a", Name: "one", UID: "1", FluxVersion: "v2.9.5", Failed: true, Baseline: &landscape.ReportedBaseline{
				State: fluxv1alpha1.ShootFailed, Revision: "r", AppliedRevision: "main@sha1:a", AttemptedRevision: "main@sha1:b", Unwell: true, Message: "m",
			}},
			{Namespace: "garden-b", Name: "two"},
		}}
		stored, _, err := report.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(scope{"garden-a": true}.configMapFacts(configMap("seed-my-seed", "shoot-flux-report", nil, stored))).To(Equal([]history.Fact{&history.SeedReport{
			Seed: "my-seed", Shoots: map[string]history.ReportedShoot{"garden-a/one": {
				UID: "1", FluxVersion: "v2.9.5", Failed: true, Baseline: "Failed", Revision: "r", AppliedRevision: "main@sha1:a", AttemptedRevision: "main@sha1:b", Unwell: true, Message: "m",
			}},
		}}))
	})

	It("reads a notice board", func() {
		board := noticeboard.Encode(map[string]noticeboard.Versions{"garden-a": {Config: "7", Rollout: "8"}, "garden-b": {Config: "9"}}, map[string]push.Notice{})
		noticeboard.Post(board, landscape.VersionRelease{Version: "v2.9.5", From: "v2.8.8", Released: engine.All / 4})
		Expect(noticeboard.PostBaseline(board, landscape.BaselineRelease{
			Target: engine.Target{Revision: "r", Commit: "sha1:b"}, Passed: engine.Target{Revision: "p", Commit: "sha1:a"}, Ring: "canary", Baseline: &configv1alpha1.Baseline{},
		})).To(Succeed())
		Expect(scope{"garden-a": true}.configMapFacts(configMap("seed-my-seed", "shoot-flux", board, nil))).To(Equal([]history.Fact{&history.NoticeBoard{
			Seed: "my-seed", Projects: map[string]map[string]string{"garden-a": {"flux-config": "7", "flux-rollout": "8"}}, Version: "v2.9.5", Position: 0.25, Released: "v2.8.8",
			Baseline: &history.Release{Ring: "canary", Revision: "r", Commit: "sha1:b", PassedRevision: "p", PassedCommit: "sha1:a"},
		}}))
	})

	It("reads the rollout of the default Flux version", func() {
		version := landscape.VersionRevision("v2.9.5")
		state := &engine.State{
			Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "canary"}}}, Target: version.ID(),
			Rings:     []engine.Ring{{Name: "canary", Target: engine.Target{Revision: version.ID()}}},
			Members:   map[string]engine.Record{"a": {UID: "1", Target: engine.Target{Revision: version.ID()}}},
			Revisions: map[string]engine.Revision{version.ID(): version},
		}
		stored, err := state.Encode()
		Expect(err).NotTo(HaveOccurred())
		shown, err := json.Marshal(engine.Progress{Phase: engine.PhaseProgressing, Rings: []engine.RingProgress{{Name: "canary", OfSeeds: true, Members: 2, Done: 1}}})
		Expect(err).NotTo(HaveOccurred())
		Expect(scope(nil).configMapFacts(configMap("garden", "shoot-flux", map[string]string{"status.yaml": string(shown)}, stored))).To(Equal([]history.Fact{&history.Rollout{
			Scope: "fluxVersion", Phase: "Progressing", Target: version.ID(),
			Rings:   []history.Ring{{Name: "canary", Revision: version.ID(), Shoots: 2, Ready: 1}},
			Members: map[string]history.Permit{"a": {Revision: version.ID(), FluxVersion: "v2.9.5"}},
		}}))
	})

	It("reads the rollout of the default Flux version of earlier releases", func() {
		const text = "version: v2.9.5\nfrom: v2.8.8\nphase: Paused\nnote: waits\ndecided: 2026-11-28T12:00:00Z\n" +
			"rings: [{name: canary, shoots: 3, done: 1, failed: 1, released: 5, elapsed: 0s, soaked: 0s, passed: true}, {name: rest, shoots: 2, done: 0, released: 0, elapsed: 0s, soaked: 0s, passed: false}]\n" +
			"projects: [{namespace: garden-a, failed: 1}]\n"
		stopped := map[string]string{"version-rollout": text, "stop": `{"number":3,"stopped":true,"at":"2026-11-28T12:00:00Z","reason":"incident"}`}
		Expect(scope(nil).configMapFacts(configMap("garden", "shoot-flux", stopped, nil))).To(ContainElement(&history.Stop{Number: 3, Stopped: true, Reason: "incident"}))
		Expect(scope(nil).configMapFacts(configMap("garden", "shoot-flux", map[string]string{"version-rollout": text}, nil))).To(Equal([]history.Fact{&history.VersionRollout{
			Phase: "Paused", Version: "v2.9.5", Note: "waits", Released: "v2.8.8", Decided: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC), Paused: true,
			Rings:    []history.VersionRing{{Name: "canary", Begun: true, Passed: true, Shoots: 3, Have: 1, Failed: 1}, {Name: "rest", Shoots: 2}},
			Projects: map[string]int{"garden-a": 1},
		}}))
	})
})

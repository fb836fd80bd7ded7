// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

var _ = Describe("State.Urgency with a rollout", func() {
	const head = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
	config := func(content string) *document.ConfigMap {
		return &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": head + content}}
	}
	var (
		rings   = config("project: {rollout: {rings: [{name: all}]}}")
		edited  = config("project: {rollout: {rings: [{name: all}]}}\nflux: {version: v2.9}")
		now     = config("project: {propagation: Immediate, rollout: {rings: [{name: all}]}}")
		removed = config("")
		slip    = config("project: {rollout: {rings: 1}}")
		content = rollout.NewRevision(removed, "v2.9.3")
		id      = content.ID()
	)
	state := func(passed rollout.Target) *rollout.State {
		return &rollout.State{
			Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "first", ShootSelector: fluxv1alpha1.ShootSelector{Purposes: []string{"testing"}}}, {Name: "all"}}}, Target: id,
			Rings: []rollout.Ring{{Name: "first", Passed: rollout.Target{Revision: id}}, {Name: "all", Passed: passed}}, Revisions: map[string]rollout.Revision{id: content},
		}
	}
	has := func(ring, revision, commit string) State {
		return State{Flux: true, Observed: ObservedProject{Ring: ring, Revision: revision, Commit: commit}}
	}
	waits := func(delivered State, revision string) State {
		delivered.Observed.Waits = revision
		return delivered
	}
	carried := true
	gate := rollout.PermitRequest{Member: rollout.Identity{Name: "one"}, Newest: "v2.8.7", Carries: func(string) bool { return carried }}

	BeforeEach(func() { carried = true })

	DescribeTable("is urgent for",
		func(delivered State, project *document.ConfigMap, state *rollout.State) {
			Expect(delivered.Urgency(PresentOf(project, state, "", nil), gate, false)).To(BeNumerically(">=", InWindow))
		},
		Entry("another revision of the rollout", has("all", "x", ""), rings, state(rollout.Target{Revision: id})),
		Entry("another commit", has("all", id, "sha1:a"), rings, state(rollout.Target{Revision: id, Commit: "sha1:b"})),
		Entry("another ring", has("first", id, ""), rings, state(rollout.Target{Revision: id})),
		Entry("a shoot without a recorded ring", State{Flux: true}, rings, state(rollout.Target{Revision: id})),
		Entry("a removed rollout whose state still exists", has("all", id, ""), removed, state(rollout.Target{Revision: id})),
		Entry("a removed rollout without a state", has("all", id, ""), removed, nil),
		Entry("a revision with lost content", has("all", id, ""), rings, state(rollout.Target{Revision: "lost"})),
		Entry("a revision with restored content", waits(has("all", "x", ""), id), rings, state(rollout.Target{Revision: id})),
		Entry("the delivered revision, if the one to deliver was unknown in the last reconciliation", waits(has("all", id, ""), "unknown"), rings, state(rollout.Target{Revision: id})),
		Entry("the delivered revision, if another one waited in the last reconciliation", waits(has("all", id, ""), "lost"), rings, state(rollout.Target{Revision: id})),
		Entry("an invalid flux-config without a rollout state, whose error is reported", has("all", id, ""), slip, nil),
		Entry("another revision while flux-config is invalid", has("all", "x", ""), slip, state(rollout.Target{Revision: id})),
	)

	DescribeTable("is not urgent for",
		func(delivered State, project *document.ConfigMap, state *rollout.State) {
			Expect(delivered.Urgency(PresentOf(project, state, "", nil), gate, false)).To(BeNumerically("<", InWindow))
		},
		Entry("the current revision and commit", has("all", id, "sha1:a"), rings, state(rollout.Target{Revision: id, Commit: "sha1:a"})),
		Entry("a change that the rollout holds back", has("all", id, ""), edited, state(rollout.Target{Revision: id})),
		Entry("a change with immediate propagation that the rollout holds back", has("all", id, ""), now, state(rollout.Target{Revision: id})),
		Entry("a rollout without a state", has("all", id, ""), rings, nil),
		Entry("a reported revision with lost content", waits(has("all", id, ""), "lost"), rings, state(rollout.Target{Revision: "lost"})),
		Entry("a first delivery before the rollout names a revision for the Shoot", has("all", id, ""), rings, state(rollout.Target{})),
		Entry("a reported revision that is unknown", waits(has("all", id, ""), "unknown"), rings, state(rollout.Target{})),
		Entry("a deleted flux-config", has("all", id, ""), nil, nil),
		Entry("a shoot that never was in a rollout", State{Flux: true, Observed: ObserveProject(removed)}, removed, nil),
	)

	It("waits for the ring while the rollout holds a change back", func() {
		delivered := has("all", id, "")
		delivered.Observed.Config = rollout.ConfigurationID(removed)
		Expect(delivered.Urgency(PresentOf(rings, state(rollout.Target{Revision: id}), "", nil), gate, false)).To(Equal(UpToDate))
		Expect(delivered.Urgency(PresentOf(edited, state(rollout.Target{Revision: id}), "", nil), gate, false)).To(Equal(InRing))
		Expect(delivered.Urgency(PresentOf(edited, nil, "", nil), gate, false)).To(Equal(InRing), "flux-rollout is missing")
	})

	It("is urgent after a rotation of the deploy key", func() {
		delivered := has("all", id, "")
		delivered.DeployKey = true
		rotated := map[string]string{"flux.extensions.gardener.cloud/rotated-at": "one"}
		Expect(delivered.Urgency(PresentOf(rings, state(rollout.Target{Revision: id}), "8", rotated), gate, false)).To(BeNumerically(">=", InWindow))
		Expect(delivered.Urgency(PresentOf(rings, nil, "8", rotated), gate, false)).To(BeNumerically(">=", InWindow))
	})

	It("is urgent before and after an update of the seed that the revision needs", func() {
		present := PresentOf(rings, state(rollout.Target{Revision: id}), "", nil)
		carried = false
		Expect(has("all", "x", "").Urgency(present, gate, false)).To(BeNumerically(">=", InWindow))
		Expect(waits(has("all", "x", ""), id).Urgency(present, gate, false)).To(BeNumerically("<", InWindow))
		carried = true
		Expect(waits(has("all", "x", ""), id).Urgency(present, gate, false)).To(BeNumerically(">=", InWindow))
	})

	It("is urgent for a waiting shoot after it wakes up", func() {
		present := PresentOf(rings, state(rollout.Target{Revision: id}), "", nil)
		Expect(waits(has("all", "x", ""), id).Urgency(present, gate, true)).To(BeNumerically("<", InWindow))
		Expect(waits(has("all", "x", ""), "other").Urgency(present, gate, true)).To(BeNumerically(">=", InWindow))
		Expect(waits(has("all", "x", ""), id).Urgency(present, gate, false)).To(BeNumerically(">=", InWindow))
	})

	It("keeps the revision of an unchanged shoot", func() {
		before := ObservedProject{Config: "b", Ring: "all", Revision: "x", Commit: "sha1:a", Key: "7"}
		Expect(ObservedProject{Config: "c"}.Follow(rollout.Permit{Ring: "next", Target: rollout.Target{Revision: id}}).Unchanged(before)).To(Equal(
			ObservedProject{Config: "b", Ring: "next", Revision: "x", Commit: "sha1:a", Waits: id}))
		Expect(ObservedProject{}.Follow(rollout.Permit{}).Unchanged(before)).To(Equal(ObservedProject{Config: "b", Ring: "all", Revision: "x", Commit: "sha1:a", Waits: "unknown"}), "the ring is not known")
	})
})

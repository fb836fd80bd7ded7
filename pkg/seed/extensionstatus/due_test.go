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

var _ = Describe("With a rollout, a shoot", func() {
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
	gate := rollout.PermitRequest{Shoot: rollout.Member{Name: "one"}, Newest: "v2.8.7", Carries: func(string) bool { return carried }}

	BeforeEach(func() { carried = true })

	DescribeTable("is due",
		func(delivered State, project *document.ConfigMap, state *rollout.State) {
			Expect(delivered.Due(PresentOf(project, state, "", nil), gate, false)).To(BeTrue())
		},
		Entry("as soon as the rollout gives it another revision, whatever the project wants of the propagation", has("all", "x", ""), rings, state(rollout.Target{Revision: id})),
		Entry("if only the commit is another one", has("all", id, "sha1:a"), rings, state(rollout.Target{Revision: id, Commit: "sha1:b"})),
		Entry("if it is in another ring, which is reported", has("first", id, ""), rings, state(rollout.Target{Revision: id})),
		Entry("if nothing is recorded yet: the rollout is new, or the extension was updated", State{Flux: true}, rings, state(rollout.Target{Revision: id})),
		Entry("when the rollout is removed, also if the garden controller is down", has("all", id, ""), removed, state(rollout.Target{Revision: id})),
		Entry("when the rollout is removed, and its state with it", has("all", id, ""), removed, nil),
		Entry("to say once that the content of its revision is lost", has("all", id, ""), rings, state(rollout.Target{Revision: "lost"})),
		Entry("when the content is there again", waits(has("all", "x", ""), id), rings, state(rollout.Target{Revision: id})),
		Entry("by the rollout that holds, if the project cannot be read", has("all", "x", ""), slip, state(rollout.Target{Revision: id})),
	)

	DescribeTable("is not due",
		func(delivered State, project *document.ConfigMap, state *rollout.State) {
			Expect(delivered.Due(PresentOf(project, state, "", nil), gate, false)).To(BeFalse())
		},
		Entry("if it has what the rollout gives it", has("all", id, "sha1:a"), rings, state(rollout.Target{Revision: id, Commit: "sha1:a"})),
		Entry("because the project has changed: that is held", has("all", id, ""), edited, state(rollout.Target{Revision: id})),
		Entry("because the project has changed and wants changes at once", has("all", id, ""), now, state(rollout.Target{Revision: id})),
		Entry("while nothing is known of the rollout: it keeps what it has", has("all", id, ""), rings, nil),
		Entry("again and again while the content of its revision is lost", waits(has("all", id, ""), "lost"), rings, state(rollout.Target{Revision: "lost"})),
		Entry("if the project cannot be read and has lost its rollout: that releases nothing", has("all", id, ""), slip, nil),
		Entry("if the configuration is gone, as without a rollout", has("all", id, ""), nil, nil),
		Entry("if there is no rollout and it was in none", State{Flux: true}, removed, nil),
	)

	It("is due after a rotation of the deploy key, independent of the rollout", func() {
		delivered := has("all", id, "")
		delivered.DeployKey = true
		rotated := map[string]string{"flux.extensions.gardener.cloud/rotated-at": "one"}
		Expect(delivered.Due(PresentOf(rings, state(rollout.Target{Revision: id}), "8", rotated), gate, false)).To(BeTrue())
		Expect(delivered.Due(PresentOf(rings, nil, "8", rotated), gate, false)).To(BeTrue())
	})

	It("that waits for an update of its seed is due to report that, and after the update", func() {
		present := PresentOf(rings, state(rollout.Target{Revision: id}), "", nil)
		carried = false
		Expect(has("all", "x", "").Due(present, gate, false)).To(BeTrue())
		Expect(waits(has("all", "x", ""), id).Due(present, gate, false)).To(BeFalse())
		carried = true
		Expect(waits(has("all", "x", ""), id).Due(present, gate, false)).To(BeTrue())
	})

	It("that is hibernated is due after waking up", func() {
		present := PresentOf(rings, state(rollout.Target{Revision: id}), "", nil)
		Expect(waits(has("all", "x", ""), id).Due(present, gate, true)).To(BeFalse())
		Expect(waits(has("all", "x", ""), "other").Due(present, gate, true)).To(BeTrue())
		Expect(waits(has("all", "x", ""), id).Due(present, gate, false)).To(BeTrue())
	})

	It("that stays unchanged keeps its revision", func() {
		before := ObservedProject{Ring: "all", Revision: "x", Commit: "sha1:a", Key: "7"}
		Expect(ObservedProject{Config: "c"}.Follow(rollout.Permit{Ring: "next", Target: rollout.Target{Revision: id}}).Unchanged(before)).To(Equal(
			ObservedProject{Config: "c", Ring: "next", Revision: "x", Commit: "sha1:a", Waits: id}))
		Expect(ObservedProject{}.Follow(rollout.Permit{}).Unchanged(before)).To(Equal(ObservedProject{Ring: "all", Revision: "x", Commit: "sha1:a"}), "the ring is not known")
	})
})

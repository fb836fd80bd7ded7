// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const head = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"

var _ = Describe("Permit", func() {
	revision := func(version string) Revision {
		return NewRevision(&document.ConfigMap{Data: map[string]string{"config.yaml": head + "flux: {version: v2.9}"}}, version)
	}
	before, target := revision("v2.8.7"), revision("v2.9.3")
	// in returns a rollout with a revision that the member's ring has passed, with changes.
	in := func(passed string, change ...func(*State)) *State {
		s := &State{
			Rollout: fluxv1alpha1.Rollout{Source: ptr.To(fluxv1alpha1.RolloutSourcePromote), Rings: []fluxv1alpha1.Ring{{Name: "canary", ShootSelector: fluxv1alpha1.ShootSelector{Purposes: []string{"testing"}}}, {Name: "rest"}}},
			Target:  target.ID(),
			Rings: []Ring{
				{Name: "canary", Target: Target{Revision: target.ID()}, Passed: Target{Revision: target.ID()}},
				{Name: "rest", Target: Target{Revision: passed}, Passed: Target{Revision: passed, Commit: "sha1:a"}},
			},
			Revisions: map[string]Revision{before.ID(): before, target.ID(): target},
		}
		for _, c := range change {
			c(s)
		}
		return s
	}
	lost := func(ids ...string) func(*State) {
		return func(s *State) {
			for _, id := range ids {
				delete(s.Revisions, id)
			}
		}
	}
	rolledBack := func(s *State) { s.RolledBack = true }
	carries := func(versions ...string) PermitRequest {
		return PermitRequest{Carries: func(version string) bool { return slices.Contains(versions, version) }, Newest: versions[len(versions)-1], Delivered: true, Member: Identity{Name: "one"}}
	}
	both := carries("v2.8.7", "v2.9.3")
	of := func(gate PermitRequest, change func(*PermitRequest)) PermitRequest {
		change(&gate)
		return gate
	}
	isNew := func(gate PermitRequest) PermitRequest {
		return of(gate, func(g *PermitRequest) { g.Delivered = false })
	}
	rest := func(id string) Target { return Target{Revision: id, Commit: "sha1:a"} }

	DescribeTable("permits a Shoot",
		func(gate PermitRequest, state *State, expected Permit) {
			gate.State = state
			Expect(gate.Permit()).To(Equal(expected))
		},
		Entry("the target, if its ring has passed it", both, in(target.ID()), Permit{Ring: "rest", Target: rest(target.ID()), Content: &target, Version: "v2.9.3"}),
		Entry("the target without a commit in the first ring, which follows the source", of(both, func(g *PermitRequest) { g.Member.Purpose = "testing" }), in(before.ID()),
			Permit{Ring: "canary", Target: Target{Revision: target.ID()}, Content: &target, Version: "v2.9.3"}),
		Entry("the target that its ring has passed, until the ring begins with the rollout's target", both, in(before.ID()),
			Permit{Ring: "rest", Target: rest(before.ID()), Content: &before, Version: "v2.8.7", Held: target.ID()}),
		Entry("the target that its ring has passed, if the rollout's target is rolled back", both, in(before.ID(), rolledBack),
			Permit{Ring: "rest", Target: rest(before.ID()), Content: &before, Version: "v2.8.7", Held: target.ID(), RolledBack: true}),
		Entry("the Flux version of an override, regardless of the rollout", of(carries("v2.8.7"), func(g *PermitRequest) { g.Overridden = func(p Permit) bool { return p.Content != nil } }), in(target.ID()),
			Permit{Ring: "rest", Target: rest(target.ID()), Content: &target}),
		Entry("its own Flux version, regardless of the rollout", of(carries("v2.8.7"), func(g *PermitRequest) { g.NamesVersion = true }), in(target.ID()),
			Permit{Ring: "rest", Target: rest(target.ID()), Content: &target}),
		Entry("the current flux-config without a version, if the revision was invalid", both, in("x", func(s *State) { s.Revisions["x"] = Revision{} }),
			Permit{Ring: "rest", Target: rest("x"), Content: &Revision{}, Held: target.ID()}),

		Entry("no change, if no state is stored", both, nil, Permit{Keeps: "RolloutUnknown"}),
		Entry("the current flux-config before the first delivery, if no state is stored", isNew(both), nil, Permit{}),
		Entry("no change, if the content of its revision is lost", both, in(before.ID(), lost(before.ID())),
			Permit{Ring: "rest", Target: rest(before.ID()), Keeps: "RolloutUnknown", Held: target.ID()}),
		Entry("the target before the first delivery, if the content of its revision is lost", isNew(both), in(before.ID(), lost(before.ID())),
			Permit{Ring: "rest", Target: Target{Revision: target.ID()}, Content: &target, Version: "v2.9.3"}),
		Entry("the target with the commit of a ring before it, in the same case", isNew(both), in(before.ID(), lost(before.ID()), func(s *State) { s.Rings[0].Passed.Commit = "sha1:b" }),
			Permit{Ring: "rest", Target: Target{Revision: target.ID(), Commit: "sha1:b"}, Content: &target, Version: "v2.9.3"}),
		Entry("the current flux-config before the first delivery, if all content is lost", isNew(both), in(before.ID(), lost(before.ID(), target.ID())), Permit{Ring: "rest"}),

		Entry("no change, if the rollout needs a newer Flux than the seed has", carries("v2.8.6", "v2.8.7"), in(target.ID()),
			Permit{Ring: "rest", Target: rest(target.ID()), Content: &target, Keeps: "RolloutHeld"}),
		Entry("the configuration and the seed's own Flux before the first delivery", isNew(carries("v2.8.7")), in(target.ID()), Permit{Ring: "rest", Target: rest(target.ID()), Content: &target}),
		Entry("the configuration without a change of Flux, if the rollout needs an older Flux than the seed has", carries("v2.9.3"), in(before.ID()),
			Permit{Ring: "rest", Target: rest(before.ID()), Content: &before, Stays: true, Held: target.ID()}),
		Entry("the configuration without a change of Flux, if the seed has an older and a newer Flux than the rollout needs", carries("v2.8.6", "v2.9.3"), in(before.ID()),
			Permit{Ring: "rest", Target: rest(before.ID()), Content: &before, Stays: true, Held: target.ID()}),
	)

	DescribeTable("is required for", func(config string, exists, holds bool) {
		Expect((&document.ConfigMap{Data: map[string]string{"config.yaml": config}}).Governed(exists)).To(Equal(holds))
	},
		Entry("a project with a rollout", head+"project: {rollout: {rings: [{name: canary}]}}", true, true),
		Entry("a project with a rollout that the garden controller has not written yet", head+"project: {rollout: {rings: [{name: canary}]}}", false, true),
		Entry("no project without a rollout, even if ConfigMap flux-rollout still exists", head, true, false),
		Entry("a project with an unreadable configuration that had a rollout", "{", true, true),
		Entry("no project with an unreadable configuration that had no rollout", "{", false, false),
		Entry("no project without a configuration", " ", true, false),
	)
})

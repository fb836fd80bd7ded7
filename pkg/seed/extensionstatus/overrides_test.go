// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus_test

import (
	"fmt"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

var _ = Describe("State.Urgency for a shoot with changed labels", func() {
	config := func(settings string) *document.ConfigMap {
		return &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {" + settings +
			"overrides: [{name: prod, shoots: {matchLabels: {env: prod}}, config: {flux: {version: v2.8}}}]}"}}
	}
	shoot := func(env string) rollout.Identity {
		return rollout.Identity{Name: "one", Labels: map[string]string{"env": env}}
	}
	gate := func(env string) rollout.PermitRequest {
		return rollout.PermitRequest{Member: shoot(env), Newest: "v2.9.3", Carries: func(version string) bool { return version == "v2.9.3" }}
	}
	const (
		atOnce      = "propagation: Immediate, "
		onReconcile = "propagation: OnShootReconcile, "
		rings       = "rollout: {rings: [{name: all, purposes: [testing]}]}, "
	)
	governed := func(settings string) (*document.ConfigMap, *rollout.State, State) {
		configMap := config(settings + rings)
		content := rollout.NewRevision(configMap, "v3.0.0")
		goal := rollout.Target{Revision: content.ID()}
		return configMap, &rollout.State{
			Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "rest"}}}, Target: content.ID(),
			Rings: []rollout.Ring{{Name: "rest", Passed: goal}}, Revisions: map[string]rollout.Revision{content.ID(): content},
		}, State{Flux: true, Observed: ObservedProject{Ring: "rest", Revision: content.ID(), Overrides: "prod"}}
	}

	It("is urgent with immediate propagation", func() {
		now := PresentOf(config(atOnce), nil, "", nil)
		has := State{Flux: true, Observed: ObserveProject(config(atOnce))}
		Expect(has.Urgency(now, gate("dev"), false)).To(BeNumerically("<", InWindow))
		Expect(has.Urgency(now, gate("prod"), false)).To(BeNumerically(">=", InWindow))
		has.Observed = has.Observed.WithOverrides(config(atOnce).Overrides())
		Expect(has.Urgency(now, gate("prod"), false)).To(BeNumerically("<", InWindow))
		Expect(has.Urgency(now, gate("dev"), false)).To(BeNumerically(">=", InWindow))
	})

	It("is not urgent without immediate propagation", func() {
		has := State{Flux: true, Observed: ObserveProject(config(onReconcile))}
		Expect(has.Urgency(PresentOf(config(onReconcile), nil, "", nil), gate("prod"), false)).To(BeNumerically("<", InWindow))
	})

	It("uses the overrides of the ring's revision", func() {
		configMap, state, has := governed(atOnce)
		Expect(has.Urgency(PresentOf(configMap, state, "", nil), gate("prod"), false)).To(BeNumerically("<", InWindow), "the seed does not carry the rollout's version, which is not that of the override")
		Expect(has.Urgency(PresentOf(configMap, state, "", nil), gate("dev"), false)).To(BeNumerically(">=", InWindow), "it has to say that it waits")
		configMap, state, has = governed(onReconcile)
		Expect(has.Urgency(PresentOf(configMap, state, "", nil), gate("prod"), false)).To(BeNumerically("<", InWindow))
	})

	It("decodes only revisions that a Shoot needs", func() {
		configMap, state, has := governed(atOnce)
		var large strings.Builder
		large.WriteString("apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {overrides: [{name: a, config: {kustomization: {template: {spec: {components: [")
		for range 3000 {
			large.WriteString("a, ")
		}
		large.WriteString("a]}}}}}]}\n")
		for i := range 100 {
			state.Revisions[fmt.Sprint(i)] = rollout.Revision{Data: map[string]string{"config.yaml": large.String()}}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		now := PresentOf(configMap, state, "", nil)
		Expect(has.Urgency(now, gate("prod"), false)).To(BeNumerically("<", InWindow))
		Expect(has.Urgency(now, gate("dev"), false)).To(BeNumerically(">=", InWindow))
		runtime.ReadMemStats(&after)
		Expect(after.TotalAlloc - before.TotalAlloc).To(BeNumerically("<", 4<<20))
	})
})

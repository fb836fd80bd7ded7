// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/lru"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("present", func() {
	It("returns the current state of a project after any change", func() {
		r := &Reconciler{kept: lru.New(keptProjects)}
		config := func() *document.ConfigMap { return controllertest.ImmediateConfig("flux: {logLevel: info}") }
		for _, state := range []garden.State{
			{},
			{ConfigMap: config()},
			{ConfigMap: controllertest.ImmediateConfig("flux: {logLevel: debug}")},
			{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", BinaryData: map[string][]byte{"config.yaml": []byte("a")}}},
			{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", BinaryData: map[string][]byte{"config.yaml": []byte("b")}}},
			{ConfigMap: config(), KeyVersion: "7"},
			{ConfigMap: config(), KeyVersion: "8"},
			{ConfigMap: config(), KeyVersion: "8", KeyAnnotations: map[string]string{"a": "b"}},
			{ConfigMap: config(), KeyVersion: "8", KeyAnnotations: map[string]string{"a": "c"}},
			{ConfigMap: config(), SourceKeys: garden.KeySecret{Annotations: map[string]string{"a": "b"}}},
			{ConfigMap: config(), SourceKeys: garden.KeySecret{Annotations: map[string]string{"a": "c"}}},
			{ConfigMap: config(), Rollout: &rollout.State{Target: "one"}},
			{ConfigMap: config(), Rollout: &rollout.State{Target: "two"}},
			{},
		} {
			for range 2 {
				Expect(r.present("garden-demo", state)).To(Equal(extensionstatus.PresentOf(state.ConfigMap, state.Rollout, state.KeyVersion, state.KeyAnnotations).WithSourceKeys(state.SourceKeys.Annotations)))
			}
		}
	})

	It("separates projects", func() {
		r, a, b := &Reconciler{kept: lru.New(keptProjects)}, garden.State{KeyVersion: "1"}, garden.State{KeyVersion: "2"}
		r.present("garden-a", a)
		Expect(r.present("garden-b", b)).NotTo(Equal(r.present("garden-a", a)))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

var _ = Describe("NewRevision", func() {
	config := func(settings string) *document.ConfigMap {
		return &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject:\n" + settings}}
	}
	const (
		rings = "  rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}]}\n"
		prod  = "  overrides: [{name: prod, shoots: {matchLabels: {env: prod}}, config: {flux: {logLevel: debug}}}]\n"
		info  = "  overrides: [{name: prod, shoots: {matchLabels: {env: prod}}, config: {flux: {logLevel: info}}}]\n"
	)

	It("returns another revision if overrides change", func() {
		Expect(NewRevision(config(rings+prod), "").ID()).NotTo(Equal(NewRevision(config(rings+info), "").ID()))
		Expect(NewRevision(config(rings+prod), "").ID()).NotTo(Equal(NewRevision(config(rings), "").ID()))
		Expect(NewRevision(config(rings+prod), "").ID()).To(Equal(NewRevision(config(prod), "").ID()), "the rings are no part of it")
	})

	DescribeTable("returns the same revision whatever the project sets for",
		func(setting string) {
			Expect(NewRevision(config(prod+setting), "").ID()).To(Equal(NewRevision(config(prod), "").ID()))
		},
		Entry("rings", rings),
		Entry("receivers", "  notifications: [{type: slack}]\n"),
		Entry("commit statuses", "  commitStatus: {provider: github}\n"),
		Entry("propagation", "  propagation: OnShootReconcile\n"),
	)

	It("includes the overrides", func() {
		content := NewRevision(config(rings+prod), "").ConfigMap("garden-demo")
		Expect(content.Overrides().Names()).To(Equal([]string{"prod"}))
	})
})

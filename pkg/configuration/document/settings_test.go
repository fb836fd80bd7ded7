// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

var _ = DescribeTable("ConfigMap.Notifications",
	func(config string, expected document.Configured) {
		project := &document.ConfigMap{Namespace: "garden-shop", Data: map[string]string{}}
		if config != "" {
			project.Data["config.yaml"] = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + config
		}
		receivers, configured := project.Notifications()
		Expect(configured).To(Equal(expected))
		if expected == document.Valid {
			Expect(receivers).To(HaveLen(1))
			Expect(*receivers[0].Name).To(Equal("slack"))
			Expect(*receivers[0].SecretName).To(Equal("flux-notifications"))
			Expect(string(*receivers[0].MinimumState)).To(Equal("Degraded"))
		} else {
			Expect(receivers).To(BeEmpty())
		}
	},
	Entry("no configuration", "", document.None),
	Entry("no receivers", "project: {propagation: Immediate}", document.None),
	Entry("an empty list", "project: {notifications: []}", document.None),
	Entry("null", "project: {notifications: }", document.None),
	Entry("a receiver", "project: {notifications: [{type: slack}]}", document.Valid),
	Entry("a receiver beside an invalid field", "source: {unknown: true}\nproject: {notifications: [{type: slack}]}", document.Valid),
	Entry("an object instead of a list", "project: {notifications: slack}", document.Unreadable),
	Entry("an unknown field", "project: {notifications: [{type: slack, url: x}]}", document.Unreadable),
	Entry("an invalid receiver", "project: {notifications: [{type: pager}]}", document.Unreadable),
	Entry("a ring without a rollout", "project: {notifications: [{type: slack, rings: [canary]}]}", document.Unreadable),
	Entry("a ring of the rollout", "project: {rollout: {rings: [{name: canary, purposes: [testing]}]}, notifications: [{type: slack, rings: [canary, rest]}]}", document.Valid),
	Entry("not YAML", "project: {", document.Unreadable),
)

var _ = DescribeTable("ConfigMap.Push",
	func(config string, expected document.Configured) {
		project := &document.ConfigMap{Namespace: "garden-shop", Data: map[string]string{}}
		if config != "" {
			project.Data["config.yaml"] = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + config
		}
		webhook, configured := project.Push()
		Expect(configured).To(Equal(expected))
		if expected == document.Valid {
			Expect(webhook).To(Equal(&fluxv1alpha1.Push{Type: fluxv1alpha1.PushTypeGitHub, SecretName: ptr.To("flux-push")}))
		} else {
			Expect(webhook).To(BeNil())
		}
	},
	Entry("no configuration", "", document.None),
	Entry("no webhook", "project: {propagation: Immediate}", document.None),
	Entry("null", "project: {push: }", document.None),
	Entry("the word in another setting", "source: {template: {spec: {url: 'ssh://git@example.com/push.git'}}}", document.None),
	Entry("not YAML, without the word", "project: {", document.None),
	Entry("a webhook", "project: {push: {type: github}}", document.Valid),
	Entry("a webhook beside an invalid field", "source: {unknown: true}\nproject: {push: {type: github}}", document.Valid),
	Entry("a text instead of an object", "project: {push: github}", document.Unreadable),
	Entry("an unknown field", "project: {push: {type: github, url: x}}", document.Unreadable),
	Entry("an invalid type", "project: {push: {type: svn}}", document.Unreadable),
	Entry("not YAML", "project: {push: {", document.Unreadable),
)

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

var _ = DescribeTable("ShootNamespaces",
	func(providerConfig string, want ...string) {
		Expect(document.ShootNamespaces([]byte(providerConfig))).To(Equal(want))
	},
	Entry("no providerConfig", "", "flux-system"),
	Entry("an unreadable providerConfig", "{", "flux-system"),
	Entry("Flux's namespace", "flux: {namespace: gitops}", "gitops", "flux-system"),
	Entry("namespaces of templates", "{source: {template: {metadata: {namespace: a}}}, kustomization: {template: {metadata: {namespace: b}}}}", "flux-system", "a", "b"),
	Entry("a namespace that is set twice", "{flux: {namespace: a}, source: {template: {metadata: {namespace: a}}}, kustomization: {template: {metadata: {namespace: flux-system}}}}", "a", "flux-system"),
	Entry("invalid names", "{flux: {namespace: 1}, source: {template: {metadata: {namespace: 'a,b'}}}, kustomization: {template: {metadata: {namespace: '${SHOOT_INFO_NAME}'}}}}", "flux-system"),
	Entry("JSON that is not YAML", `{"flux": {"namespace": "gitops"}, "x": "\ud83d\ude00\/"}`, "gitops", "flux-system"),
)

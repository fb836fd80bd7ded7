// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("gardener-resource-manager", func() {
	It("should work in Gardener's three namespaces only and listen on loopback only", func() {
		config := resourceManagerConfig("shoot--demo--a", "one", [3]int{1, 2, 3})

		Expect(config.SourceClientConnection.Namespaces).To(Equal([]string{"shoot--demo--a"}))
		Expect(config.TargetClientConnection.Namespaces).To(Equal([]string{"kube-system", "kubernetes-dashboard", "kube-node-lease"}))
		Expect(config.Controllers.ResourceClass).To(BeNil())
		Expect(config.Server.HealthProbes.BindAddress).To(Equal("127.0.0.1"))
		Expect(config.Server.Metrics.BindAddress).To(Equal("127.0.0.1"))
		Expect(config.Server.Webhooks.BindAddress).To(Equal("127.0.0.1"))
	})

	It("should be the Deployment that webhooks of extensions look for", func() {
		deployment := resourceManagerDeployment("shoot--demo--a", "image", "sum", 1)

		Expect(deployment.Name).To(Equal("gardener-resource-manager"))
		Expect(deployment.Labels).To(Equal(map[string]string{"app": "gardener-resource-manager", "gardener.cloud/role": "controlplane"}))
		containers := deployment.Spec.Template.Spec.Containers
		Expect(containers).To(HaveLen(1))
		Expect(containers[0].Name).To(Equal("gardener-resource-manager"))
		Expect(containers[0].Args).To(Equal([]string{"--config=/etc/gardener-resource-manager-config/config.yaml"}))
	})
})

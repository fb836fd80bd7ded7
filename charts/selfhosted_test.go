// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

var _ = Describe("seed chart in a self-hosted Shoot", func() {
	// selfHosted returns what the gardenlet of a self-hosted Shoot gives the chart (gardener:
	// pkg/gardenlet/controller/controllerinstallation/controllerinstallation), with other values of the garden and the seed.
	selfHosted := func(garden map[string]any, seed map[string]any) map[string]any {
		gardener := map[string]any{
			"version": "v1.150.0",
			"garden":  garden,
			"gardenlet": map[string]any{
				"featureGates": map[string]any{"DefaultSeccompProfile": true},
			},
			"selfHostedShootCluster": true,
			"shoot": map[string]any{
				"name": "root", "namespace": "garden-local", "clusterIdentity": "root-identity", "labels": map[string]any{"a": "b"}, "annotations": map[string]any{},
				"spec": map[string]any{"region": "local"},
			},
		}
		if seed != nil {
			gardener["seed"] = seed
		}
		return values(map[string]any{"gardener": gardener})
	}
	connected := map[string]any{"clusterIdentity": "garden", "genericKubeconfigSecretName": kubeconfig}

	It("starts the controller for the Shoot, and for no seed", func() {
		container := one[*appsv1.Deployment](objects(charts.Seed, selfHosted(connected, nil))).Spec.Template.Spec.Containers[0]
		Expect(container.Args).To(ContainElement("--self-hosted-shoot-cluster=true"))
		Expect(container.Args).NotTo(ContainElement(Or(HavePrefix("--seed-name"), HavePrefix("--access"))))
	})

	It("requests the only identity that the gardenlet of the Shoot may create, without the label that gives access to all projects", func() {
		Expect(one[*corev1.Secret](objects(charts.Seed, selfHosted(connected, nil))).Annotations).To(Equal(map[string]string{
			"resources.gardener.cloud/ignore":                   "true",
			"serviceaccount.resources.gardener.cloud/name":      "extension-shoot--root--shoot-flux-garden",
			"serviceaccount.resources.gardener.cloud/namespace": "garden-local",
		}))
	})

	It("renders the objects of a seed, and the access to the Shoot that it runs in", func() {
		all, ofSeed := objects(charts.Seed, selfHosted(connected, nil)), objects(charts.Seed, values(nil))
		Expect(all).To(HaveLen(len(ofSeed) + 1))
		Expect(named[*rbacv1.ClusterRoleBinding](all, "gardener-extension-shoot-flux-shoot").RoleRef.Name).To(Equal("cluster-admin"))
		for _, binding := range every[*rbacv1.ClusterRoleBinding](ofSeed) {
			Expect(binding.RoleRef.Name).To(Equal("gardener-extension-shoot-flux"), "a seed has the kubeconfigs of its shoots instead")
		}
		Expect(every[*rbacv1.ClusterRole](all)).To(Equal(every[*rbacv1.ClusterRole](ofSeed)))
	})

	DescribeTable("refuses",
		func(values map[string]any, message string) {
			_, err := render(charts.Seed, values)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("gardenadm, which has no garden yet", selfHosted(map[string]any{"clusterIdentity": ""}, nil), "leave the extension out of the Shoot until gardenadm connect has finished"),
		Entry("gardenadm in the network of the host, with its ports",
			func() map[string]any {
				given := selfHosted(map[string]any{"clusterIdentity": ""}, nil)
				given["usablePorts"] = []any{30001, 30002, 30003, 30004, 30005}
				return given
			}(), "leave the extension out of the Shoot until gardenadm connect has finished"),
		Entry("a Shoot that is a seed as well", selfHosted(connected, map[string]any{"name": "root"}), "a self-hosted Shoot that is a seed is not supported"),
	)
})

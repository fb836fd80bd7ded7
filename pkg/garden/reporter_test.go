// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

func selfHosted(shoot *gardencorev1beta1.Shoot) {
	shoot.Name = "root"
	shoot.Spec.Provider.Workers = []gardencorev1beta1.Worker{{Name: "worker"}, {Name: "control-plane", ControlPlane: &gardencorev1beta1.WorkerControlPlane{}}}
}

var _ = Describe("ReportersOf", func() {
	DescribeTable("returns who serves the Shoot",
		func(change func(*gardencorev1beta1.Shoot), expected ...string) {
			shoot := shootWith(change)
			Expect(garden.ReportersOf(shoot)).To(HaveExactElements(expected))
			slim, err := garden.SlimShoot(shoot)
			Expect(err).NotTo(HaveOccurred())
			Expect(garden.ReportersOf(slim.(*gardencorev1beta1.Shoot))).To(HaveExactElements(expected), "in a cache")
		},
		Entry("both seeds during a migration", func(shoot *gardencorev1beta1.Shoot) {
			shoot.Spec.SeedName, shoot.Status.SeedName = new("beta"), new("alpha")
		}, "beta", "alpha"),
		Entry("none before a Shoot is scheduled", func(*gardencorev1beta1.Shoot) {}),
		Entry("a self-hosted Shoot itself", selfHosted, "self-hosted_root"),
	)
})

var _ = Describe("Identity", func() {
	account := func(namespace, name string) rbacv1.Subject {
		return rbacv1.Subject{Kind: "ServiceAccount", Namespace: namespace, Name: name}
	}

	DescribeTable("is the ServiceAccount of a reporter, and leads back to it",
		func(reporter string, expected rbacv1.Subject) {
			Expect(garden.Identity(reporter, "garden-local")).To(Equal(expected))
			Expect(garden.ReporterOf(expected, "garden-local")).To(Equal(reporter))
		},
		Entry("a seed", "alpha", account("seed-alpha", "shoot-flux-garden")),
		Entry("a seed that is named like Gardener's prefix for extensions", "extension-shoot", account("seed-extension-shoot", "shoot-flux-garden")),
		Entry("a self-hosted Shoot", "self-hosted_root", account("garden-local", "extension-shoot--root--shoot-flux-garden")),
	)

	DescribeTable("belongs to no reporter for",
		func(subject rbacv1.Subject) { Expect(garden.ReporterOf(subject, "garden-local")).To(BeEmpty()) },
		Entry("another ServiceAccount of a seed", account("seed-alpha", "extension-shoot-flux")),
		Entry("a seed's name in another namespace", account("kube-system", "shoot-flux-garden")),
		Entry("a seed's name in the project", account("garden-local", "shoot-flux-garden")),
		Entry("a self-hosted Shoot of another project", account("garden-other", "extension-shoot--root--shoot-flux-garden")),
		Entry("another extension of a self-hosted Shoot", account("garden-local", "extension-shoot--root--networking-cilium")),
		Entry("a user of that name", rbacv1.Subject{Kind: "User", Namespace: "garden-local", Name: "extension-shoot--root--shoot-flux-garden"}),
	)
})

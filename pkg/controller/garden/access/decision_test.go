// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// shootOn returns a reconciled Shoot with Flux, spec.seedName and status.seedName. An empty name is not set.
func shootOn(spec, status string, changes ...func(*gardencorev1beta1.Shoot)) gardencorev1beta1.Shoot {
	shoot := gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-my-project", Name: "shoot-" + spec + status, Generation: 1}}
	shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
	shoot.Status.ObservedGeneration = 1
	shoot.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
	if spec != "" {
		shoot.Spec.SeedName = &spec
	}
	if status != "" {
		shoot.Status.SeedName = &status
	}
	for _, change := range changes {
		change(&shoot)
	}
	return shoot
}

func withoutFlux(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions = nil }

func selfHosted(shoot *gardencorev1beta1.Shoot) {
	shoot.Name = "root"
	shoot.Spec.Provider.Workers = []gardencorev1beta1.Worker{{ControlPlane: &gardencorev1beta1.WorkerControlPlane{}}}
}

func waiting(shoot *gardencorev1beta1.Shoot) { shoot.Generation = 2 }

var _ = Describe("decide", func() {
	const grace = time.Hour

	DescribeTable("decides which seeds have access",
		func(shoots []gardencorev1beta1.Shoot, present grants, expected decision) {
			Expect(decide(shoots, present, now, grace)).To(Equal(expected))
		},
		Entry("a self-hosted Shoot, which has no seed, beside another one", []gardencorev1beta1.Shoot{shootOn("", "", selfHosted), shootOn("alpha", "alpha")}, nil,
			decision{grants: grants{"self-hosted_root": {}, "alpha": {}}}),
		Entry("no Shoots", nil, nil, decision{grants: grants{}}),
		Entry("an unscheduled Shoot", []gardencorev1beta1.Shoot{shootOn("", "")}, nil, decision{grants: grants{}}),
		Entry("a scheduled Shoot that gardenlet has not created yet", []gardencorev1beta1.Shoot{shootOn("alpha", "")}, nil,
			decision{grants: grants{"alpha": {}}}),
		Entry("both seeds during a migration", []gardencorev1beta1.Shoot{shootOn("beta", "alpha")}, grants{"alpha": {}},
			decision{grants: grants{"alpha": {}, "beta": {}}}),
		Entry("start of the grace period after a migration", []gardencorev1beta1.Shoot{shootOn("beta", "beta")}, grants{"alpha": {}, "beta": {}},
			decision{grants: grants{"alpha": now, "beta": {}}, again: grace}),
		Entry("during the grace period", nil, grants{"alpha": now.Add(-10 * time.Minute)},
			decision{grants: grants{"alpha": now.Add(-10 * time.Minute)}, again: 50 * time.Minute}),
		Entry("two grace periods with different ends", nil, grants{"alpha": now.Add(-10 * time.Minute), "beta": now.Add(-40 * time.Minute)},
			decision{grants: grants{"alpha": now.Add(-10 * time.Minute), "beta": now.Add(-40 * time.Minute)}, again: 20 * time.Minute}),
		Entry("after the grace period", []gardencorev1beta1.Shoot{shootOn("beta", "beta")}, grants{"alpha": now.Add(-grace), "beta": {}},
			decision{grants: grants{"beta": {}}, expired: []string{"alpha"}}),
		Entry("a Shoot scheduled during the grace period", []gardencorev1beta1.Shoot{shootOn("alpha", "")}, grants{"alpha": now.Add(-10 * time.Minute)},
			decision{grants: grants{"alpha": {}}}),
		Entry("a recorded time in the future", nil, grants{"alpha": now.Add(100 * time.Hour)},
			decision{grants: grants{"alpha": now}, again: grace}),
		Entry("a Shoot without Flux", []gardencorev1beta1.Shoot{shootOn("alpha", "alpha", withoutFlux)}, nil, decision{grants: grants{}}),
		Entry("a Shoot without Flux whose specification is not applied", []gardencorev1beta1.Shoot{shootOn("alpha", "alpha", withoutFlux, waiting)}, nil, decision{grants: grants{}}),
		Entry("existing access for a Shoot without Flux whose specification is not applied",
			[]gardencorev1beta1.Shoot{shootOn("alpha", "alpha", withoutFlux, waiting)}, grants{"alpha": now.Add(-2 * grace)},
			decision{grants: grants{"alpha": now.Add(-2 * grace)}, again: grace}),
		Entry("existing access for a Shoot without Flux whose specification is applied", []gardencorev1beta1.Shoot{shootOn("alpha", "alpha", withoutFlux)}, grants{"alpha": now.Add(-2 * grace)},
			decision{grants: grants{}, expired: []string{"alpha"}}),
	)

	It("gives a self-hosted Shoot a subject of its project, and reads it back with its grace period", func() {
		binding := &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-my-project"}, RoleRef: rbacv1.RoleRef{}}
		given := grants{"self-hosted_root": now, "alpha": {}}
		desired, differs := changed(binding, given)
		Expect(differs).To(BeTrue())
		Expect(desired.Subjects).To(Equal([]rbacv1.Subject{
			{Kind: "ServiceAccount", Namespace: "seed-alpha", Name: "shoot-flux-garden"},
			{Kind: "ServiceAccount", Namespace: "garden-my-project", Name: "extension-shoot--root--shoot-flux-garden"},
		}))
		Expect(desired.Annotations).To(Equal(map[string]string{"unused-since.flux.extensions.gardener.cloud/self-hosted_root": "2026-11-23T12:00:00Z"}))
		Expect(grantsOf(desired)).To(Equal(given))
	})

	It("revokes access at once without a grace period", func() {
		Expect(decide(nil, grants{"alpha": {}}, now, 0)).To(Equal(decision{grants: grants{}, expired: []string{"alpha"}}))
	})
})

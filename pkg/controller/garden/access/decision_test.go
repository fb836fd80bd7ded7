// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// shootOn returns a reconciled Shoot with Flux that is scheduled for one seed and has its control plane on
// another; empty for none.
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

func waiting(shoot *gardencorev1beta1.Shoot) { shoot.Generation = 2 }

var _ = Describe("decide", func() {
	const grace = time.Hour
	long := strings.Repeat("s", 59)

	DescribeTable("decides which seeds have access",
		func(shoots []gardencorev1beta1.Shoot, present grants, expected decision) {
			Expect(decide(shoots, present, now, grace)).To(Equal(expected))
		},
		Entry("no Shoots, no access", nil, nil, decision{grants: grants{}}),
		Entry("a Shoot that is not scheduled", []gardencorev1beta1.Shoot{shootOn("", "")}, nil, decision{grants: grants{}}),
		Entry("a Shoot that is scheduled: before gardenlet does anything", []gardencorev1beta1.Shoot{shootOn("alpha", "")}, nil,
			decision{grants: grants{"alpha": {}}}),
		Entry("grants access to both seeds during a migration", []gardencorev1beta1.Shoot{shootOn("beta", "alpha")}, grants{"alpha": {}},
			decision{grants: grants{"alpha": {}, "beta": {}}}),
		Entry("starts the grace period after a migration", []gardencorev1beta1.Shoot{shootOn("beta", "beta")}, grants{"alpha": {}, "beta": {}},
			decision{grants: grants{"alpha": now, "beta": {}}, again: grace}),
		Entry("during the grace period", nil, grants{"alpha": now.Add(-10 * time.Minute)},
			decision{grants: grants{"alpha": now.Add(-10 * time.Minute)}, again: 50 * time.Minute}),
		Entry("two seeds in their grace periods: the earlier end counts", nil, grants{"alpha": now.Add(-10 * time.Minute), "beta": now.Add(-40 * time.Minute)},
			decision{grants: grants{"alpha": now.Add(-10 * time.Minute), "beta": now.Add(-40 * time.Minute)}, again: 20 * time.Minute}),
		Entry("after the grace period", []gardencorev1beta1.Shoot{shootOn("beta", "beta")}, grants{"alpha": now.Add(-grace), "beta": {}},
			decision{grants: grants{"beta": {}}, expired: []string{"alpha"}}),
		Entry("another Shoot is scheduled during the grace period", []gardencorev1beta1.Shoot{shootOn("alpha", "")}, grants{"alpha": now.Add(-10 * time.Minute)},
			decision{grants: grants{"alpha": {}}}),
		Entry("a recorded time in the future restarts the grace period", nil, grants{"alpha": now.Add(100 * time.Hour)},
			decision{grants: grants{"alpha": now}, again: grace}),
		Entry("a Shoot without Flux gives no access", []gardencorev1beta1.Shoot{shootOn("alpha", "alpha", withoutFlux)}, nil, decision{grants: grants{}}),
		Entry("a Shoot without Flux gives no access before its specification is applied", []gardencorev1beta1.Shoot{shootOn("alpha", "alpha", withoutFlux, waiting)}, nil, decision{grants: grants{}}),
		Entry("a Shoot without Flux keeps the access until its specification is applied, because its Extension may exist",
			[]gardencorev1beta1.Shoot{shootOn("alpha", "alpha", withoutFlux, waiting)}, grants{"alpha": now.Add(-2 * grace)},
			decision{grants: grants{"alpha": now.Add(-2 * grace)}, again: grace}),
		Entry("a Shoot without Flux loses the access when its specification is applied", []gardencorev1beta1.Shoot{shootOn("alpha", "alpha", withoutFlux)}, grants{"alpha": now.Add(-2 * grace)},
			decision{grants: grants{}, expired: []string{"alpha"}}),
		Entry("names that no Seed can have", []gardencorev1beta1.Shoot{shootOn("alpha", "a:b"), shootOn(long, "alpha")}, nil,
			decision{grants: grants{"alpha": {}}, ignored: []string{"a:b", long}}),
	)

	It("revokes access at once without a grace period", func() {
		Expect(decide(nil, grants{"alpha": {}}, now, 0)).To(Equal(decision{grants: grants{}, expired: []string{"alpha"}}))
	})
})

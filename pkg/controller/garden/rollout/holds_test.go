// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

var _ = Describe("The metrics of holds", func() {
	ring := func(phase rollout.Phase, until int64) rollout.RingProgress {
		own := rollout.RingProgress{Phase: phase}
		if until > 0 {
			own.Until = metav1.NewTime(time.Unix(until, 0))
		}
		return own
	}

	values := func(registry *prometheus.Registry) map[string]float64 {
		GinkgoHelper()
		families, err := registry.Gather()
		Expect(err).NotTo(HaveOccurred())
		found := map[string]float64{}
		for _, family := range families {
			found[family.GetName()] = family.GetMetric()[0].GetGauge().GetValue()
		}
		return found
	}
	exported := func(end, endless float64) map[string]float64 {
		return map[string]float64{"shoot_flux_rollout_hold_end_timestamp_seconds": end, "shoot_flux_rollout_holds_without_end": endless}
	}

	DescribeTable("have the earliest end of all rollouts, and the number of those without one:",
		func(end, endless float64, rollouts ...[]rollout.RingProgress) {
			registry := prometheus.NewRegistry()
			holds := NewHolds(registry)
			for i, rings := range rollouts {
				holds.set(string(rune('a'+i)), &rollout.Progress{Rings: rings})
			}
			Expect(values(registry)).To(Equal(exported(end, endless)))

			By("the rollouts are removed")
			for i := range rollouts {
				holds.set(string(rune('a'+i)), nil)
			}
			Expect(values(registry)).To(Equal(exported(0, 0)))
		},
		Entry("no rollout", 0.0, 0.0),
		Entry("a ring that soaks: a soak is no hold", 0.0, 0.0, []rollout.RingProgress{ring(rollout.PhaseSoaking, 100)}),
		Entry("a frozen ring, and one that waits for a window", 100.0, 0.0, []rollout.RingProgress{ring(rollout.PhaseFrozen, 200), ring(rollout.PhaseWaitingForWindow, 100)}),
		Entry("several rollouts", 100.0, 0.0, []rollout.RingProgress{ring(rollout.PhaseFrozen, 200)}, []rollout.RingProgress{ring(rollout.PhaseFrozen, 100)}, []rollout.RingProgress{ring(rollout.PhaseComplete, 0)}),
		Entry("freezes that became invalid, which end with another configuration", 300.0, 2.0,
			[]rollout.RingProgress{ring(rollout.PhaseFrozen, 0), ring(rollout.PhaseFrozen, 0)}, []rollout.RingProgress{ring(rollout.PhaseWaitingForWindow, 0)}, []rollout.RingProgress{ring(rollout.PhaseFrozen, 300)}),
	)

	It("follow the rollout", func() {
		registry := prometheus.NewRegistry()
		holds := NewHolds(registry)
		holds.set("a", &rollout.Progress{Rings: []rollout.RingProgress{ring(rollout.PhaseFrozen, 100)}})
		holds.set("a", &rollout.Progress{Rings: []rollout.RingProgress{ring(rollout.PhaseProgressing, 0)}})
		Expect(values(registry)).To(Equal(exported(0, 0)))
	})
})

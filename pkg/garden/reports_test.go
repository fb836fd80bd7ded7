// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

var _ = Describe("Member of a Shoot", func() {
	at := func(day int) time.Time { return time.Date(2026, 12, day, 18, 0, 0, 0, time.UTC) }
	report := func(hold *fluxv1alpha1.HoldRequest) *fluxv1alpha1.ShootStatus {
		return &fluxv1alpha1.ShootStatus{UID: "1", Seed: "alpha", State: fluxv1alpha1.ShootReady, Hold: hold}
	}
	until := func(day int, reason string) *fluxv1alpha1.HoldRequest {
		return &fluxv1alpha1.HoldRequest{Until: metav1.NewTime(at(day)), Reason: reason}
	}

	DescribeTable("has the hold",
		func(annotation string, reported *fluxv1alpha1.ShootStatus, want rollout.Hold) {
			shoot := shootWith(func(shoot *gardencorev1beta1.Shoot) {
				if annotation != "" {
					shoot.Annotations = map[string]string{"flux.extensions.gardener.cloud/hold-until": annotation}
				}
			})
			slim, err := garden.SlimShoot(shoot)
			Expect(err).NotTo(HaveOccurred())
			member := garden.ReportedShoot{Shoot: slim.(*gardencorev1beta1.Shoot), Report: reported}.Member(at(1))
			want.Until = want.Until.UTC()
			Expect(member.Hold).To(Equal(want))
		},
		Entry("of nobody", "", report(nil), rollout.Hold{}),
		Entry("of its report", "", report(until(18, "load test")), rollout.Hold{Until: at(18), Reason: "load test"}),
		Entry("of its annotation, although there is no report", "2026-12-18T19:00:00+01:00", nil, rollout.Hold{Until: at(18)}),
		Entry("of its report, which is later", "2026-12-17T18:00:00Z", report(until(18, "load test")), rollout.Hold{Until: at(18), Reason: "load test"}),
		Entry("of its annotation, which is later", "2026-12-19T18:00:00Z", report(until(18, "load test")), rollout.Hold{Until: at(19)}),
		Entry("of its report, because the annotation is invalid", "next week", report(until(18, "load test")), rollout.Hold{Until: at(18), Reason: "load test"}),
		Entry("of its report, because the annotation is too long for a cache", "2026-12-19T18:00:00Z"+strings.Repeat(" ", 100), report(until(18, "")), rollout.Hold{Until: at(18)}),
		Entry("without an end, because that is invalid", "", report(&fluxv1alpha1.HoldRequest{Reason: "until is invalid"}), rollout.Hold{Reason: "until is invalid"}),
		Entry("with a bounded reason, whatever the report says", "", report(until(18, strings.Repeat("x\x1b ", 10_000))), rollout.Hold{Until: at(18), Reason: strings.Repeat("x ", 98) + "x…"}),
	)
})

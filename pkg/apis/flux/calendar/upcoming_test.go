// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package calendar_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Upcoming openings", func() {
	named := func(name, cron string, duration time.Duration) fluxv1alpha1.Window {
		return fluxv1alpha1.Window{Name: name, Cron: cron, Duration: &metav1.Duration{Duration: duration}, TimeZone: "Europe/Berlin"}
	}
	office, evening := named("office", "0 9 * * 1-4", 7*time.Hour), named("evening", "0 20 * * 1", time.Hour)
	maintenance := fluxv1alpha1.Window{Name: "shoots", Maintenance: true}
	ring := func(windows ...fluxv1alpha1.Window) []fluxv1alpha1.Ring {
		return []fluxv1alpha1.Ring{{Name: "prod", Windows: windows}}
	}
	yearEnd := func(rings ...string) []fluxv1alpha1.Freeze {
		return []fluxv1alpha1.Freeze{{Name: "year-end", From: "2026-12-08T00:00", To: "2027-01-04T06:00", TimeZone: "Europe/Berlin", Rings: rings}}
	}

	DescribeTable("are those of",
		func(rings []fluxv1alpha1.Ring, freezes []fluxv1alpha1.Freeze, now string, lines ...string) {
			Expect(Upcoming(fluxv1alpha1.Rollout{Rings: rings, Freezes: freezes}, at(now))).To(HaveExactElements(lines))
		},
		Entry("one window", ring(office), nil, "2026-12-04T12:00:00Z",
			"next openings of ring prod: Mon 7 Dec 09:00 CET (office), Tue 8 Dec 09:00 CET (office), Wed 9 Dec 09:00 CET (office)"),
		Entry("several windows, in the order of their starts", ring(evening, office), nil, "2026-12-04T12:00:00Z",
			"next openings of ring prod: Mon 7 Dec 09:00 CET (office), Mon 7 Dec 20:00 CET (evening), Tue 8 Dec 09:00 CET (office)"),
		Entry("a window that is open, before its next ones", ring(office), nil, "2026-12-07T09:00:00Z",
			"next openings of ring prod: now (office), Tue 8 Dec 09:00 CET (office), Wed 9 Dec 09:00 CET (office), Thu 10 Dec 09:00 CET (office)"),
		Entry("a window in the next year, with the year", ring(named("may", "0 9 1 5 *", time.Hour)), nil, "2026-12-07T09:00:00Z",
			"next openings of ring prod: Sat 1 May 2027 09:00 CEST (may), Mon 1 May 2028 09:00 CEST (may), Tue 1 May 2029 09:00 CEST (may)"),
		Entry("a window during a freeze, with the end of the freeze", ring(office), yearEnd(), "2026-12-04T12:00:00Z",
			"next openings of ring prod: Mon 7 Dec 09:00 CET (office), Tue 8 Dec 09:00 CET (office, but freeze year-end until Mon 4 Jan 2027 06:00 CET), "+
				"Wed 9 Dec 09:00 CET (office, but freeze year-end until Mon 4 Jan 2027 06:00 CET)"),
		Entry("a window during a freeze of another ring", ring(office), yearEnd("canary"), "2026-12-04T12:00:00Z",
			"next openings of ring prod: Mon 7 Dec 09:00 CET (office), Tue 8 Dec 09:00 CET (office), Wed 9 Dec 09:00 CET (office)"),
		Entry("a window and the maintenance time windows of Shoots", ring(evening, maintenance), nil, "2026-12-04T12:00:00Z",
			"next openings of ring prod: Mon 7 Dec 20:00 CET (evening), Mon 14 Dec 20:00 CET (evening), Mon 21 Dec 20:00 CET (evening); in addition, each Shoot waits for its maintenance time window"),
		Entry("the maintenance time windows of Shoots alone, which the rollout does not know", ring(maintenance), nil, "2026-12-04T12:00:00Z"),
		Entry("a ring without windows, which may begin at any time", ring(), yearEnd(), "2026-12-04T12:00:00Z"),
	)
})

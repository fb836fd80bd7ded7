// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

func instant(text string) time.Time {
	at, err := time.Parse("2006-01-02T15:04Z", text)
	Expect(err).NotTo(HaveOccurred())
	return at
}

var _ = Describe("Hours", func() {
	// Clocks in Berlin go from 02:00 to 03:00 on 2026-03-29 at 01:00Z, and from 03:00 to 02:00 on 2026-10-25 at 01:00Z.
	DescribeTable("of a window in Berlin", func(schedule, lasts string, from, until string) {
		window := fluxv1alpha1.Window{Cron: schedule, Duration: &metav1.Duration{Duration: duration(lasts)}, TimeZone: "Europe/Berlin"}
		Expect(check.IsClosed(window, instant(from).Add(-time.Second))).To(BeTrue(), "before it opens")
		Expect(check.IsClosed(window, instant(from))).To(BeFalse(), "when it opens")
		Expect(check.IsClosed(window, instant(until))).To(BeFalse(), "when it closes")
		Expect(check.IsClosed(window, instant(until).Add(time.Second))).To(BeTrue(), "when it has closed")
	},
		Entry("in winter", "0 9 * * 1-4", "7h", "2026-11-30T08:00Z", "2026-11-30T15:00Z"),
		Entry("in summer", "0 9 * * 1-4", "7h", "2026-07-01T07:00Z", "2026-07-01T14:00Z"),
		Entry("over the end of a week", "0 22 * * 0", "12h", "2026-11-29T21:00Z", "2026-11-30T09:00Z"),
		Entry("for as long as a window may last", "0 9 1 * *", "168h", "2026-12-01T08:00Z", "2026-12-08T08:00Z"),
		Entry("at a time that is skipped: at the change", "30 2 29 3 *", "1h", "2026-03-29T01:00Z", "2026-03-29T02:00Z"),
		Entry("over skipped time: for its duration", "0 1 29 3 *", "3h", "2026-03-29T00:00Z", "2026-03-29T03:00Z"),
		Entry("at a time that is shown twice: the first time, and once", "30 2 25 10 *", "30m", "2026-10-25T00:30Z", "2026-10-25T01:00Z"),
		Entry("over time that is shown twice: for its duration", "0 1 25 10 *", "3h", "2026-10-24T23:00Z", "2026-10-25T02:00Z"),
	)

	DescribeTable("of a freeze in Berlin", func(from, to, begin, end string) {
		begins, ends, ok := check.Frozen(fluxv1alpha1.Freeze{From: from, To: to, TimeZone: "Europe/Berlin"})
		Expect(ok).To(BeTrue())
		Expect([]time.Time{begins.UTC(), ends.UTC()}).To(Equal([]time.Time{instant(begin), instant(end)}))
	},
		Entry("over the turn of the year", "2026-12-18T18:00", "2027-01-04T06:00", "2026-12-18T17:00Z", "2027-01-04T05:00Z"),
		Entry("between two times that are shown twice: the longer one", "2026-10-25T02:10", "2026-10-25T02:20", "2026-10-25T00:10Z", "2026-10-25T01:20Z"),
		Entry("between two times that are skipped: the shorter one", "2026-03-29T02:30", "2026-03-30T02:30", "2026-03-29T01:30Z", "2026-03-30T00:30Z"),
		Entry("until a time that is skipped: the shorter one", "2026-03-28T02:30", "2026-03-29T02:30", "2026-03-28T01:30Z", "2026-03-29T00:30Z"),
	)

	It("are not known of what cannot be read", func() {
		hour := &metav1.Duration{Duration: time.Hour}
		for _, window := range []fluxv1alpha1.Window{
			{Cron: "0 9 * * *", Duration: hour, TimeZone: "Europe/Nowhere"},
			{Cron: "0 9 * *", Duration: hour, TimeZone: "UTC"},
			{Cron: "TZ=UTC 0 9 * * *", Duration: hour, TimeZone: "UTC"},
			{Cron: "0 9 * * *", TimeZone: "UTC"},
		} {
			Expect(check.IsClosed(window, noon)).To(BeFalse(), window.Cron)
		}
		_, _, ok := check.Frozen(fluxv1alpha1.Freeze{From: "2026-12-18", To: "2027-01-04T06:00", TimeZone: "UTC"})
		Expect(ok).To(BeFalse())
	})
})

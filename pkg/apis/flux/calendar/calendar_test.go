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

func at(text string) time.Time {
	GinkgoHelper()
	t, err := time.Parse(time.RFC3339, text)
	Expect(err).NotTo(HaveOccurred())
	return t
}

func window(cron, duration, zone string) Window {
	GinkgoHelper()
	length, err := time.ParseDuration(duration)
	Expect(err).NotTo(HaveOccurred())
	w, err := NewWindow(fluxv1alpha1.Window{Name: "w", Cron: cron, Duration: &metav1.Duration{Duration: length}, TimeZone: zone})
	Expect(err).NotTo(HaveOccurred())
	return w
}

var _ = Describe("Windows", func() {
	DescribeTable("open at the change of the clocks once, in",
		func(zone, cron, after string, starts ...string) {
			var found []string
			for opening := range window(cron, "1h", zone).Openings(at(after)) {
				if found = append(found, opening.Start.Format(time.RFC3339)); len(found) == len(starts) {
					break
				}
			}
			Expect(found).To(Equal(starts))
		},
		Entry("Berlin, in the skipped hour: at the change", "Europe/Berlin", "30 2 * * *", "2026-03-28T00:00:00Z",
			"2026-03-28T02:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"),
		Entry("Berlin, in the repeated hour: the first time", "Europe/Berlin", "30 2 * * *", "2026-10-24T00:00:00Z",
			"2026-10-24T02:30:00+02:00", "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"),
		Entry("New York, in the skipped hour", "America/New_York", "15 2 * * 0", "2026-03-07T00:00:00Z", "2026-03-08T03:00:00-04:00", "2026-03-15T02:15:00-04:00"),
		Entry("New York, in the repeated hour", "America/New_York", "15 1 * * 0", "2026-10-31T00:00:00Z", "2026-11-01T01:15:00-04:00", "2026-11-08T01:15:00-05:00"),
		Entry("Lord Howe, whose clocks skip half an hour", "Australia/Lord_Howe", "15 2 * * *", "2026-10-03T00:00:00Z", "2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00"),
		Entry("Lord Howe, whose clocks repeat half an hour", "Australia/Lord_Howe", "45 1 * * *", "2026-04-04T00:00:00Z", "2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30"),
		Entry("Berlin, at an hour that does not change", "Europe/Berlin", "0 9 * * *", "2026-03-28T12:00:00Z", "2026-03-29T09:00:00+02:00"),
		Entry("Berlin, once a quarter, which a maintenance time window cannot be (gardener #3160)", "Europe/Berlin", "0 22 1 */3 *", "2026-12-01T00:00:00Z",
			"2027-01-01T22:00:00+01:00", "2027-04-01T22:00:00+02:00"),
		Entry("UTC, on a leap day", "UTC", "0 9 29 2 *", "2026-03-28T12:00:00Z", "2028-02-29T09:00:00Z"),
	)

	DescribeTable("are open from their start until before their end",
		func(now string, closed string, expected bool) {
			w, since := window("0 9 * * 1-4", "7h", "Europe/Berlin"), time.Time{}
			if closed != "" {
				since = at(closed)
			}
			Expect(w.IsOpen(at(now), since)).To(Equal(expected))
		},
		Entry("a second before", "2026-11-30T08:59:59+01:00", "", false),
		Entry("at the start", "2026-11-30T09:00:00+01:00", "", true),
		Entry("before the end", "2026-11-30T15:59:59+01:00", "", true),
		Entry("at the end", "2026-11-30T16:00:00+01:00", "", false),
		Entry("on Friday", "2026-12-04T10:00:00+01:00", "", false),
		Entry("in an opening that was seen closed, because a clock was turned back", "2026-11-30T15:00:00+01:00", "2026-11-30T16:00:00+01:00", false),
		Entry("in the opening after it", "2026-12-01T09:00:00+01:00", "2026-11-30T16:00:00+01:00", true),
	)

	It("stay open across a change of the clocks for their duration", func() {
		w := window("0 1 * * *", "4h", "Europe/Berlin")
		Expect(w.Next(at("2026-10-24T12:00:00Z"))).To(And(
			HaveField("Start", BeTemporally("==", at("2026-10-25T01:00:00+02:00"))), HaveField("End", BeTemporally("==", at("2026-10-25T04:00:00+01:00")))))
	})

	DescribeTable("are refused with",
		func(cron, zone, message string) {
			_, err := NewWindow(fluxv1alpha1.Window{Name: "w", Cron: cron, Duration: &metav1.Duration{Duration: time.Hour}, TimeZone: zone})
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a time zone in cron, which would contradict timeZone", "TZ=UTC 0 9 * * *", "UTC", "set timeZone"),
		Entry("the other form of it", "CRON_TZ=UTC 0 9 * * *", "UTC", "set timeZone"),
		Entry("a descriptor, which has no time of day", "@every 1h", "UTC", "must be a cron expression"),
		Entry("no cron expression", "", "UTC", "must be a cron expression"),
		Entry("a day that no month has", "0 9 31 2 *", "UTC", "never opens"),
		Entry("a huge range", "0-99999999 9 * * *", "UTC", "must be a cron expression"),
		Entry("no time zone", "0 9 * * *", "", "must be a time zone"),
		Entry("the zone of the program", "0 9 * * *", "Local", "must be a time zone"),
		Entry("a path", "0 9 * * *", "../../etc/passwd", "must be a time zone"),
		Entry("an unknown zone", "0 9 * * *", "Europe/Bonn", "must be a time zone"),
	)
})

var _ = Describe("Freezes", func() {
	freeze := func(from, to string) fluxv1alpha1.Freeze {
		return fluxv1alpha1.Freeze{Name: "f", From: from, To: to, TimeZone: "Europe/Berlin"}
	}

	DescribeTable("last from and to a local time",
		func(from, to, starts, ends string) {
			f, err := NewFreeze(freeze(from, to))
			Expect(err).NotTo(HaveOccurred())
			Expect(f.From).To(BeTemporally("==", at(starts)))
			Expect(f.To).To(BeTemporally("==", at(ends)))
			Expect(f.Contains(f.From)).To(BeTrue())
			Expect(f.Contains(f.To)).To(BeFalse())
		},
		Entry("in winter", "2026-12-18T18:00", "2027-01-04T06:00", "2026-12-18T18:00:00+01:00", "2027-01-04T06:00:00+01:00"),
		Entry("that clocks show twice: the longer one", "2026-10-25T02:15", "2026-10-25T02:30", "2026-10-25T02:15:00+02:00", "2026-10-25T02:30:00+01:00"),
		Entry("that clocks skip: the change", "2026-03-29T02:15", "2026-03-29T04:00", "2026-03-29T03:00:00+02:00", "2026-03-29T04:00:00+02:00"),
	)

	DescribeTable("are refused with",
		func(from, to, message string) {
			_, err := NewFreeze(freeze(from, to))
			Expect(err).To(MatchError(message))
		},
		Entry("a time zone in a time", "2026-12-18T18:00Z", "2027-01-04T06:00", "freeze f: from must be a local time without time zone, such as 2026-12-18T18:00"),
		Entry("no end", "2026-12-18T18:00", "", "freeze f: to must be a local time without time zone, such as 2026-12-18T18:00"),
		Entry("an end before the start", "2026-12-18T18:00", "2026-12-18T18:00", "freeze f: to must be after from"),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
)

var _ = Describe("Notice", func() {
	at := time.Date(2026, 11, 24, 12, 0, 0, 123_000_000, time.UTC)

	It("is unchanged by a round trip", func() {
		notice := push.Notice{PushedAt: at, Turns: push.Turns{First: 1500 * time.Millisecond, Period: 110 * time.Millisecond}}
		Expect(notice.String()).To(Equal("1795521600123-1500-110"))
		read, is := push.ReadNotice(notice.String())
		Expect(is).To(BeTrue())
		Expect(read).To(Equal(notice))
	})

	DescribeTable("rejects",
		func(text string) {
			_, is := push.ReadNotice(text)
			Expect(is).To(BeFalse())
		},
		Entry("an empty text", ""),
		Entry("too few numbers", "1-2"),
		Entry("too many numbers", "1-2-3-4"),
		Entry("text", "a-b-c"),
		Entry("a negative time", "-1-2-3"),
		Entry("a turn later than a day", "1795521600123-86400001-0"),
		Entry("a period longer than a day", "1795521600123-0-86400001"),
		Entry("numbers out of range", strings.Repeat("9", 1000)+"-0-0"),
	)
})

var _ = Describe("ParsePushTime", func() {
	It("accepts only the stored format", func() {
		at := time.Date(2026, 11, 24, 12, 0, 0, 123_000_000, time.UTC)
		Expect(fluxv1alpha1.FormatPushTime(at.In(time.FixedZone("", 3600)))).To(Equal("2026-11-24T12:00:00.123Z"))
		Expect(fluxv1alpha1.ParsePushTime("2026-11-24T12:00:00.123Z")).To(Equal(at))
		for _, text := range []string{"", "now", "2026-11-24T12:00:00Z", "2026-11-24T12:00:00.123+01:00", strings.Repeat("2", 1000)} {
			Expect(fluxv1alpha1.ParsePushTime(text)).To(BeZero(), text)
		}
	})
})

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

	It("is read as it was written", func() {
		notice := push.Notice{PushedAt: at, Turns: push.Turns{First: 1500 * time.Millisecond, Period: 110 * time.Millisecond}}
		Expect(notice.String()).To(Equal("1795521600123-1500-110"))
		read, is := push.ReadNotice(notice.String())
		Expect(is).To(BeTrue())
		Expect(read).To(Equal(notice))
	})

	DescribeTable("is not made of anything else",
		func(text string) {
			_, is := push.ReadNotice(text)
			Expect(is).To(BeFalse())
		},
		Entry("nothing", ""),
		Entry("too little", "1-2"),
		Entry("too much", "1-2-3-4"),
		Entry("words", "a-b-c"),
		Entry("a time before all times", "-1-2-3"),
		Entry("a turn that is later than any poll", "1795521600123-86400001-0"),
		Entry("a period that is later than any poll", "1795521600123-0-86400001"),
		Entry("numbers without an end", strings.Repeat("9", 1000)+"-0-0"),
	)
})

var _ = Describe("ReadTime", func() {
	It("reads the time that is stored, and nothing else", func() {
		at := time.Date(2026, 11, 24, 12, 0, 0, 123_000_000, time.UTC)
		Expect(fluxv1alpha1.FormatPushTime(at.In(time.FixedZone("", 3600)))).To(Equal("2026-11-24T12:00:00.123Z"))
		Expect(fluxv1alpha1.ParsePushTime("2026-11-24T12:00:00.123Z")).To(Equal(at))
		for _, text := range []string{"", "now", "2026-11-24T12:00:00Z", "2026-11-24T12:00:00.123+01:00", strings.Repeat("2", 1000)} {
			Expect(fluxv1alpha1.ParsePushTime(text)).To(BeZero(), text)
		}
	})
})

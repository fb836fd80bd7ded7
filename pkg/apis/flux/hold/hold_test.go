// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hold_test

import (
	"encoding/json"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/hold"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// until returns a request until 18:00 on the given day of December 2026.
func until(day int, reason string) *fluxv1alpha1.HoldRequest {
	return &fluxv1alpha1.HoldRequest{Until: metav1.NewTime(time.Date(2026, 12, day, 18, 0, 0, 0, time.UTC)), Reason: reason}
}

const (
	invalidConfigMap  = "until of ConfigMap shoot-flux-hold is invalid; use a time such as 2026-12-18T18:00:00Z"
	invalidAnnotation = "annotation flux.extensions.gardener.cloud/hold-until is invalid; use a time such as 2026-12-18T18:00:00Z"
)

var _ = Describe("FromConfigMap", func() {
	DescribeTable("reads until",
		func(value, want string) {
			read := hold.FromConfigMap(map[string]string{"until": value, "reason": "load test"})
			written, err := json.Marshal(read)
			Expect(err).NotTo(HaveOccurred())
			Expect(written).To(MatchJSON(want))
			again := &fluxv1alpha1.HoldRequest{}
			Expect(json.Unmarshal(written, again)).To(Succeed(), "the report can be read")
		},
		Entry("in UTC", "2026-12-18T18:00:00Z", `{"until":"2026-12-18T18:00:00Z","reason":"load test"}`),
		Entry("with an offset", "2026-12-18T19:00:00+01:00", `{"until":"2026-12-18T18:00:00Z","reason":"load test"}`),
		Entry("with fractions of a second, which would be another value in each comparison", "2026-12-18T18:00:00.123456789Z", `{"until":"2026-12-18T18:00:00Z","reason":"load test"}`),
		Entry("with the line break of a block scalar", "2026-12-18T18:00:00Z\n", `{"until":"2026-12-18T18:00:00Z","reason":"load test"}`),
		Entry("in the past", "1999-01-01T00:00:00Z", `{"until":"1999-01-01T00:00:00Z","reason":"load test"}`),
		Entry("in the far future, which the rollout limits", "9999-12-31T23:59:59Z", `{"until":"9999-12-31T23:59:59Z","reason":"load test"}`),
	)

	DescribeTable("explains what is not a time",
		func(value string) {
			Expect(hold.FromConfigMap(map[string]string{"until": value, "reason": "load test"})).To(Equal(&fluxv1alpha1.HoldRequest{Reason: invalidConfigMap}))
		},
		Entry("empty", ""),
		Entry("a date", "2026-12-18"),
		Entry("without time zone", "2026-12-18T18:00:00"),
		Entry("without seconds", "2026-12-18T18:00Z"),
		Entry("with a space", "2026-12-18 18:00:00Z"),
		Entry("a number of seconds", "1797616800"),
		Entry("a duration", "72h"),
		Entry("a word", "tomorrow"),
		Entry("a day that does not exist", "2026-02-30T18:00:00Z"),
		Entry("a leap second", "2026-12-31T23:59:60Z"),
		Entry("a year that JSON cannot hold in UTC", "9999-12-31T23:59:59-12:00"),
		Entry("a year before the first one in UTC", "0001-01-01T00:00:00+12:00"),
		Entry("five digits of a year", "10000-01-01T00:00:00Z"),
		Entry("control characters", "2026-12-18T18:00:00Z\x1b[2J"),
		Entry("a megabyte", strings.Repeat("9", 1<<20)),
		Entry("a megabyte of spaces", "2026-12-18T18:00:00Z"+strings.Repeat(" ", 1<<20)),
	)

	It("explains a missing until", func() {
		Expect(hold.FromConfigMap(nil)).To(Equal(&fluxv1alpha1.HoldRequest{Reason: invalidConfigMap}))
	})

	DescribeTable("bounds and cleans the reason",
		func(reason, want string) {
			Expect(hold.FromConfigMap(map[string]string{"until": "2026-12-18T18:00:00Z", "reason": reason})).To(Equal(until(18, want)))
		},
		Entry("none", "", ""),
		Entry("several lines", "load test\nof team A\n", "load test of team A"),
		Entry("control sequences of terminals", "\x1b[2Jload\x07 test\x00", "[2Jload test"),
		Entry("characters that change the direction of text", "load \u202etest", "load test"),
		Entry("text that is not UTF-8", "load\xff test", "load test"),
		Entry("credentials", "see https://user:password@example.com/load?token=1", "see https://example.com/load"),
		Entry("a megabyte", strings.Repeat("load ", 1<<18), strings.TrimSpace(strings.Repeat("load ", 39))+" lo…"),
		Entry("characters that are longer in JSON", strings.Repeat("< ", 1000), strings.TrimSpace(strings.Repeat("< ", 28))+" …"),
	)
})

var _ = Describe("Later", func() {
	DescribeTable("returns the later request of",
		func(annotation string, reported, want *fluxv1alpha1.HoldRequest) {
			annotations := map[string]string{"other": "2026-12-31T18:00:00Z"}
			if annotation != "" {
				annotations["flux.extensions.gardener.cloud/hold-until"] = annotation
			}
			Expect(hold.Later(reported, hold.FromAnnotations(annotations))).To(Equal(want))
		},
		Entry("none", "", nil, nil),
		Entry("the report", "", until(18, "load test"), until(18, "load test")),
		Entry("the annotation", "2026-12-18T18:00:00Z", nil, until(18, "")),
		Entry("an earlier annotation", "2026-12-17T18:00:00Z", until(18, "load test"), until(18, "load test")),
		Entry("the same annotation, which has no reason", "2026-12-18T18:00:00Z", until(18, "load test"), until(18, "load test")),
		Entry("a later annotation", "2026-12-19T18:00:00Z", until(18, "load test"), until(19, "")),
		Entry("an invalid annotation", "tomorrow", nil, &fluxv1alpha1.HoldRequest{Reason: invalidAnnotation}),
		Entry("an invalid annotation and a report", "tomorrow", until(18, "load test"), until(18, "load test")),
		Entry("an annotation and an invalid report", "2026-12-18T18:00:00Z", &fluxv1alpha1.HoldRequest{Reason: invalidConfigMap}, until(18, "")),
		Entry("a report that a member of the project has written", "", until(18, "\x1b[2Jload test"), until(18, "[2Jload test")),
	)
})

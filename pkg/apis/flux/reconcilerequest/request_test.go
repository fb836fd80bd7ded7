// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package reconcilerequest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
)

func TestReconcileRequest(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Reconcile Request Suite")
}

var now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

var _ = Describe("Request", func() {
	It("is the same after it is written and read", func() {
		request := Request{At: metav1.NewTime(now), Shoots: []string{"a"}, Selector: "env=prod", OutsideWindow: true}
		read, err := Parse(request.String(), now)
		Expect(err).NotTo(HaveOccurred())
		Expect(read.ID()).To(Equal("2026-11-26T12:00:00Z"))
		Expect(read.OutsideWindow).To(BeTrue())
		Expect(read.Selects("a", map[string]string{"env": "prod"})).To(BeTrue())
		Expect(read.Selects("a", nil)).To(BeFalse(), "other labels")
		Expect(read.Selects("b", map[string]string{"env": "prod"})).To(BeFalse(), "another name")
	})

	It("is for all Shoots without names and selector", func() {
		read, err := Parse(Request{At: metav1.NewTime(now)}.String(), now)
		Expect(err).NotTo(HaveOccurred())
		Expect(read.Selects("any", nil)).To(BeTrue())
	})

	DescribeTable("is refused",
		func(annotation, message string) {
			_, err := Parse(annotation, now)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no JSON", "now", "invalid character"),
		Entry("no time", "{}", "is not within the last 25 hours"),
		Entry("expired, as after a restart of the seed", `{"at":"2026-11-25T10:59:59Z"}`, "is not within the last 25 hours"),
		Entry("from the future, which would never be replaced", `{"at":"2026-11-26T12:05:01Z"}`, "is not within the last 25 hours"),
		Entry("an invalid selector", `{"at":"2026-11-26T12:00:00Z","selector":"a in"}`, "the selector is invalid"),
		Entry("too many Shoots", `{"at":"2026-11-26T12:00:00Z","shoots":[`+strings.TrimSuffix(strings.Repeat(`"a",`, 101), ",")+`]}`, "101 Shoots are named"),
		Entry("too large", fmt.Sprintf(`{"at":"2026-11-26T12:00:00Z","selector":%q}`, strings.Repeat("a", 9000)), "8"),
		Entry("too many elements", `{"at":"2026-11-26T12:00:00Z","other":[`+strings.TrimSuffix(strings.Repeat("{},", 1000), ",")+`]}`, "200"),
	)
})

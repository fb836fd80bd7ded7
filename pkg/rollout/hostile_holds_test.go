// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var _ = Describe("Decode with windows, freezes and checks that a project has written", func() {
	many := func(count int, element string) string {
		return strings.TrimSuffix(strings.Repeat(element+",", count), ",")
	}
	decide := func(rollout, ring string) (time.Duration, error) {
		value := zipped(fmt.Sprintf(`{"target":"x","rollout":{%s"rings":[{"name":"canary"%s},{"name":"rest"}]},"rings":[{"name":"canary","target":{"revision":"x"},"passed":{"revision":"y"}},{"name":"rest"}]}`, rollout, ring))
		s, err := Decode(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout"}, BinaryData: map[string][]byte{"state": value}})
		if err != nil {
			return 0, err
		}
		began := time.Now()
		Decide(s, Input{Target: Revision{FluxVersion: "v2.9.0"}, Now: metav1.Now().Time})
		return time.Since(began), nil
	}
	DescribeTable("refuses more than the validation of a Rollout accepts, because each decision evaluates all of them",
		func(rollout, ring string) {
			took, err := decide(rollout, ring)
			AddReportEntry("a decision takes", took)
			Expect(err).To(MatchError(ContainSubstring("is damaged")), "a decision took %s", took)
		},
		Entry("windows", "", `,"windows":[`+many(9000, `{"name":"a","cron":"0 0 29 2 *","duration":"1h0m0s","timeZone":"America/Argentina/ComodRivadavia"}`)+`]`),
		Entry("freezes", `"freezes":[`+many(9000, `{"name":"a","from":"2026-12-18T18:00","to":"2026-12-19T18:00","timeZone":"Pacific/Wake"}`)+`],`, ""),
		Entry("checks", "", `,"checks":[`+many(9000, `{"name":"a","when":"BeforeStart","prometheus":{"url":"https://a","query":"x","max":"1"}}`)+`]`),
	)
})

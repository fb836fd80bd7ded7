// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

// lasting returns a duration.
func lasting(duration time.Duration) *metav1.Duration { return &metav1.Duration{Duration: duration} }

func query() *fluxv1alpha1.PrometheusCheck {
	return &fluxv1alpha1.PrometheusCheck{URL: "https://metrics.example.com/tenant", Query: "sum(rate(errors_total[5m]))", Max: "0.01"}
}

func document() *fluxv1alpha1.HTTPCheck {
	return &fluxv1alpha1.HTTPCheck{URL: "https://change.example.com/changes/1?fields=state", Expression: `body.state == "approved"`}
}

var _ = Describe("Checks of rings", func() {
	problems := func(checks ...fluxv1alpha1.Check) []string {
		rollout := &fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "prod", Checks: checks}}}
		fluxv1alpha1.SetDefaults_Rollout(rollout)
		seeds := &configv1alpha1.Rollouts{FluxVersion: &configv1alpha1.FluxVersionRollout{MaxFailures: new(int32)}, Rings: []configv1alpha1.SeedRing{{
			Name: "prod", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}, Checks: rollout.Rings[0].DeepCopy().Checks,
		}}}
		configv1alpha1.SetDefaults_Rollouts(seeds)
		var ofProject, ofSeeds []string
		for _, err := range validation.ValidateRollout(nil, rollout) {
			ofProject = append(ofProject, err.Error())
		}
		for _, err := range validation.ValidateRollouts(nil, seeds, false) {
			ofSeeds = append(ofSeeds, err.Error())
		}
		Expect(ofSeeds).To(Equal(ofProject), "the operator's rings are validated in the same way")
		return ofProject
	}

	It("are accepted with a query or a document, and with defaults", func() {
		Expect(problems(
			fluxv1alpha1.Check{Name: "errors", Prometheus: query(), For: lasting(15 * time.Minute), Deadline: lasting(2 * time.Hour)},
			fluxv1alpha1.Check{Name: "change", HTTP: document(), When: fluxv1alpha1.CheckBeforeStart, Deadline: lasting(720 * time.Hour)},
		)).To(BeEmpty())
		ring := &fluxv1alpha1.Ring{Checks: []fluxv1alpha1.Check{{Name: "errors", Prometheus: query()}}}
		fluxv1alpha1.SetDefaults_Ring(ring)
		Expect(ring.Checks).To(Equal([]fluxv1alpha1.Check{{Name: "errors", Prometheus: query(), When: fluxv1alpha1.CheckAfterReady, Deadline: lasting(time.Hour)}}))
		rollouts := &configv1alpha1.Rollouts{Rings: []configv1alpha1.SeedRing{{Checks: []fluxv1alpha1.Check{{Name: "errors"}}}}}
		configv1alpha1.SetDefaults_Rollouts(rollouts)
		Expect(rollouts.Rings[0].Checks).To(Equal([]fluxv1alpha1.Check{{Name: "errors", When: fluxv1alpha1.CheckAfterReady, Deadline: lasting(time.Hour)}}))
	})

	It("are limited, and have names of their own, by which the status refers to them", func() {
		check := fluxv1alpha1.Check{Name: "errors", Prometheus: query()}
		Expect(problems(check, check)).To(ConsistOf(`rings[0].checks[1].name: Duplicate value: "errors"`))
		Expect(problems(check, check, check, check, check, check)).To(ConsistOf("rings[0].checks: Too many: 6: must have at most 5 items"))
	})

	DescribeTable("are refused",
		func(change func(*fluxv1alpha1.Check), expected ...string) {
			check := fluxv1alpha1.Check{Name: "errors", Prometheus: query()}
			change(&check)
			for i := range expected {
				expected[i] = "rings[0].checks[0]" + expected[i]
			}
			Expect(problems(check)).To(Equal(expected))
		},
		Entry("without name", func(c *fluxv1alpha1.Check) { c.Name = "" }, ".name: Required value: name the check, such as errors: the status refers to it by its name"),
		Entry("without a system to ask", func(c *fluxv1alpha1.Check) { c.Prometheus = nil },
			`: Required value: set what is asked: prometheus: {url: https://metrics.example.com, query: …, max: "0.01"}, or http: {url: https://change.example.com, expression: …}`),
		Entry("with two systems, of which the answers could differ", func(c *fluxv1alpha1.Check) { c.HTTP = document() },
			".http: Forbidden: a check has either prometheus or http; write two checks to require both"),
		Entry("at another time", func(c *fluxv1alpha1.Check) { c.When = "Always" }, `.when: Unsupported value: "Always": supported values: "BeforeStart", "AfterReady"`),
		Entry("for a negative time", func(c *fluxv1alpha1.Check) { c.For = lasting(-time.Minute) }, `.for: Invalid value: "-1m0s": must be between 0s and 24h, such as 15m`),
		Entry("for too long", func(c *fluxv1alpha1.Check) { c.For, c.Deadline = lasting(25*time.Hour), lasting(48*time.Hour) }, `.for: Invalid value: "25h0m0s": must be between 0s and 24h, such as 15m`),
		Entry("with a deadline before which it can hardly be asked", func(c *fluxv1alpha1.Check) { c.Deadline = lasting(time.Second) }, `.deadline: Invalid value: "1s": must be between 1m and 720h, such as 30m`),
		Entry("with a deadline that is a typo", func(c *fluxv1alpha1.Check) { c.Deadline = lasting(1000 * time.Hour) }, `.deadline: Invalid value: "1000h0m0s": must be between 1m and 720h, such as 30m`),
		Entry("with a deadline before which it cannot pass", func(c *fluxv1alpha1.Check) { c.For, c.Deadline = lasting(15*time.Minute), lasting(15*time.Minute) },
			`.deadline: Invalid value: "15m0s": must be longer than for, which is 15m0s; otherwise the check cannot pass`),
		Entry("without URL", func(c *fluxv1alpha1.Check) { c.Prometheus.URL = "" }, ".prometheus.url: Required value: write an https URL, such as https://metrics.example.com"),
		Entry("over http", func(c *fluxv1alpha1.Check) { c.Prometheus.URL = "http://metrics.example.com" },
			`.prometheus.url: Invalid value: "http://metrics.example.com": must be an https URL, such as https://metrics.example.com`),
		Entry("with credentials in the URL, which are not repeated", func(c *fluxv1alpha1.Check) { c.Prometheus.URL = "https://a:secret@metrics.example.com" },
			".prometheus.url: Invalid value: must not have credentials; store them in Secret flux-checks"),
		Entry("with a query in the URL of Prometheus", func(c *fluxv1alpha1.Check) { c.Prometheus.URL = "https://metrics.example.com/?query=up" },
			".prometheus.url: Invalid value: must not have a query: it is the address of the Prometheus API without /api/v1; write the query in PromQL as query"),
		Entry("without query", func(c *fluxv1alpha1.Check) { c.Prometheus.Query = " " },
			`.prometheus.query: Required value: write a query in PromQL that has a single value, such as sum(rate(http_requests_total{code=~"5.."}[5m]))`),
		Entry("with a long query", func(c *fluxv1alpha1.Check) { c.Prometheus.Query = strings.Repeat("x", 2049) },
			".prometheus.query: Invalid value: has 2049 bytes, and must have at most 2048; shorten it, such as with a recording rule"),
		Entry("without limit, so that each value would be good", func(c *fluxv1alpha1.Check) { c.Prometheus.Max = "" },
			`.prometheus.max: Required value: set min, max or both, such as max: "0.01"`),
		Entry("with limits that are no numbers", func(c *fluxv1alpha1.Check) { c.Prometheus.Min, c.Prometheus.Max = "NaN", "1%" },
			`.prometheus.min: Invalid value: "NaN": must be a decimal number in quotes, such as "0.01"`, `.prometheus.max: Invalid value: "1%": must be a decimal number in quotes, such as "0.01"`),
		Entry("with limits between which no value is", func(c *fluxv1alpha1.Check) { c.Prometheus.Min = "1" }, `.prometheus.min: Invalid value: "1": must not be greater than max, which is 0.01`),
		Entry("with a document at an http URL", func(c *fluxv1alpha1.Check) {
			c.Prometheus, c.HTTP = nil, document()
			c.HTTP.URL = "http://change.example.com"
		}, `.http.url: Invalid value: "http://change.example.com": must be an https URL, such as https://metrics.example.com`),
		Entry("without expression", func(c *fluxv1alpha1.Check) {
			c.Prometheus, c.HTTP = nil, document()
			c.HTTP.Expression = ""
		}, `.http.expression: Required value: write a CEL expression over the document, which is the variable body, such as body.state == "approved"`),
		Entry("with an expression that does not compile", func(c *fluxv1alpha1.Check) {
			c.Prometheus, c.HTTP = nil, document()
			c.HTTP.Expression = "state"
		}, `.http.expression: Invalid value: "state": is not a CEL expression over the variable body: undeclared reference to 'state' (in container '') (column 1)`),
		Entry("with an expression that is no condition", func(c *fluxv1alpha1.Check) {
			c.Prometheus, c.HTTP = nil, document()
			c.HTTP.Expression = "size(body)"
		}, `.http.expression: Invalid value: "size(body)": has the type int, and must be true or false; write a comparison, such as body.state == "approved"`),
	)
})

var _ = Describe("The operator's settings for checks", func() {
	DescribeTable("are validated",
		func(checks configv1alpha1.Checks, expected string) {
			configv1alpha1.SetDefaults_Checks(&checks)
			errs := validation.ValidateChecks(field.NewPath("checks"), &checks)
			if expected == "" {
				Expect(errs).To(BeEmpty())
				return
			}
			Expect(errs).To(HaveLen(1))
			Expect(errs[0].Error()).To(Equal(expected))
		},
		Entry("with hosts and the default interval", configv1alpha1.Checks{Hosts: []string{"prometheus.example.com", "192.0.2.1:8443", "*.metrics.example.com"}}, ""),
		Entry("without hosts", configv1alpha1.Checks{}, "checks.hosts: Required value: name the hosts that checks may ask, such as prometheus.example.com; or remove checks to let them ask none"),
		Entry("with too many hosts", configv1alpha1.Checks{Hosts: make([]string, 101)}, "checks.hosts: Too many: 101: must have at most 100 items"),
		Entry("with an interval that is too short", configv1alpha1.Checks{Hosts: []string{"a.example.com"}, Interval: lasting(9 * time.Second)}, `checks.interval: Invalid value: "9s": must be between 10s and 10m, such as 1m`),
		Entry("with the longest interval", configv1alpha1.Checks{Hosts: []string{"a.example.com"}, Interval: lasting(10 * time.Minute)}, ""),
	)
})

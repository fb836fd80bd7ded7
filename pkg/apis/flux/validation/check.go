// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/checks"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostChecks is the maximum number of checks of a ring, and longestQuery that of the bytes of a query.
	mostChecks, longestQuery = 5, 2048
	// longestFor is the maximum time for which the answers to a check have to be good.
	longestFor = 24 * time.Hour
	// shortestCheckInterval and longestCheckInterval limit the time between two requests of a check.
	shortestCheckInterval, longestCheckInterval = 10 * time.Second, 10 * time.Minute
)

// validateChecks validates the defaulted checks of a ring.
func validateChecks(path *field.Path, all []fluxv1alpha1.Check) field.ErrorList {
	if count := len(all); count > mostChecks {
		return tooMany(path, count, mostChecks)
	}
	var errs field.ErrorList
	names := map[string]bool{}
	for i := range all {
		own := path.Index(i)
		errs = slices.Concat(errs,
			validateUniqueName(own.Child("name"), all[i].Name, names, "name the check, such as errors: the status refers to it by its name", ""),
			validateCheck(own, &all[i]),
		)
	}
	return errs
}

func validateCheck(path *field.Path, check *fluxv1alpha1.Check) field.ErrorList {
	errs := slices.Concat(
		OneOf(path.Child("when"), check.When, fluxv1alpha1.CheckBeforeStart, fluxv1alpha1.CheckAfterReady),
		validateCheckTimes(path, check),
	)
	switch {
	case check.Prometheus != nil && check.HTTP != nil:
		return append(errs, field.Forbidden(path.Child("http"), "a check has either prometheus or http; write two checks to require both"))
	case check.Prometheus != nil:
		return append(errs, validatePrometheusCheck(path.Child("prometheus"), check.Prometheus)...)
	case check.HTTP != nil:
		return append(errs, validateHTTPCheck(path.Child("http"), check.HTTP)...)
	}
	return append(errs, field.Required(path, `set what is asked: prometheus: {url: https://metrics.example.com, query: …, max: "0.01"}, or http: {url: https://change.example.com, expression: …}`))
}

func validateCheckTimes(path *field.Path, check *fluxv1alpha1.Check) field.ErrorList {
	deadline, during := check.Deadline.Duration, time.Duration(0)
	var errs field.ErrorList
	if check.For != nil {
		during = check.For.Duration
		errs = invalidIf(during < 0 || during > longestFor, path.Child("for"), during.String(), "must be between 0s and 24h, such as 15m")
	}
	return slices.Concat(errs,
		validateDeadline(path.Child("deadline"), deadline),
		invalidIf(during >= 0 && during >= deadline && deadline >= shortestDeadline, path.Child("deadline"), deadline.String(), "must be longer than for, which is "+during.String()+"; otherwise the check cannot pass"),
	)
}

func validatePrometheusCheck(path *field.Path, check *fluxv1alpha1.PrometheusCheck) field.ErrorList {
	_, noURL := checks.ParsePrometheusURL(check.URL)
	query := path.Child("query")
	errs := slices.Concat(
		validateCheckURL(path.Child("url"), check.URL, noURL),
		refuseIf(strings.TrimSpace(check.Query) == "", field.Required(query, "write a query in PromQL that has a single value, such as sum(rate(http_requests_total{code=~\"5..\"}[5m]))")),
		invalidIf(len(check.Query) > longestQuery, query, field.OmitValueType{}, fmt.Sprintf("has %d bytes, and must have at most %d; shorten it, such as with a recording rule", len(check.Query), longestQuery)),
	)
	var lowest, highest error
	if check.Min != "" {
		_, lowest = checks.ParseLimit(check.Min)
	}
	if check.Max != "" {
		_, highest = checks.ParseLimit(check.Max)
	}
	errs = slices.Concat(errs, invalidBecause(path.Child("min"), check.Min, lowest), invalidBecause(path.Child("max"), check.Max, highest))
	if check.Min == "" && check.Max == "" {
		return append(errs, field.Required(path.Child("max"), `set min, max or both, such as max: "0.01"`))
	}
	if _, err := checks.ParseLimits(check.Min, check.Max); err != nil && lowest == nil && highest == nil {
		errs = append(errs, field.Invalid(path.Child("min"), check.Min, fmt.Sprintf("must not be greater than max, which is %s", check.Max)))
	}
	return errs
}

func validateHTTPCheck(path *field.Path, check *fluxv1alpha1.HTTPCheck) field.ErrorList {
	_, noURL := checks.ParseURL(check.URL)
	errs := validateCheckURL(path.Child("url"), check.URL, noURL)
	if _, err := checks.CompileExpression(check.Expression); err != nil {
		return append(errs, emptyOrInvalid(path.Child("expression"), check.Expression, err)...)
	}
	return errs
}

// validateCheckURL returns the problem of a URL. It repeats the URL only if it contains nothing that may be secret.
func validateCheckURL(path *field.Path, value string, problem error) field.ErrorList {
	if problem != nil && text.MayHoldSecret(value) {
		return invalid(path, field.OmitValueType{}, problem.Error())
	}
	return emptyOrInvalid(path, value, problem)
}

func emptyOrInvalid(path *field.Path, value string, problem error) field.ErrorList {
	if problem != nil && value == "" {
		return required(path, problem.Error())
	}
	return invalidBecause(path, value, problem)
}

// ValidateChecks validates the operator's defaulted settings for checks.
func ValidateChecks(path *field.Path, offer *configv1alpha1.Checks) field.ErrorList {
	interval := offer.Interval.Duration
	return slices.Concat(
		validateWebHosts(path.Child("hosts"), offer.Hosts, "name the hosts that checks may ask, such as prometheus.example.com; or remove checks to let them ask none", "prometheus.example.com", "*.metrics.example.com"),
		invalidIf(interval < shortestCheckInterval || interval > longestCheckInterval, path.Child("interval"), interval.String(), "must be between 10s and 10m, such as 1m"),
	)
}

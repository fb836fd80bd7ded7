// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package hold reads the request of a Shoot not to get a change of the project's rollout now, from ConfigMap
// shoot-flux-hold in the shoot and from the annotation of the Shoot in the garden. Anybody in the shoot may write the
// ConfigMap, so that all values are bounded.
package hold

import (
	"fmt"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// LongestUntil is the maximum length of a time, in bytes. A longer value is invalid.
	LongestUntil = 64
	// longestReason is the maximum length of a reason, in bytes of JSON.
	longestReason = 200
	// lastYear is the last year that JSON can hold.
	lastYear = 9999
)

// FromConfigMap returns the request in the content of ConfigMap shoot-flux-hold. If its time is invalid, Until is zero,
// and Reason tells how to fix it.
func FromConfigMap(data map[string]string) *fluxv1alpha1.HoldRequest {
	until, is := parse(data[fluxv1alpha1.HoldKeyUntil])
	if !is {
		return invalid(fmt.Sprintf("%s of ConfigMap %s", fluxv1alpha1.HoldKeyUntil, fluxv1alpha1.HoldConfigMapName))
	}
	return Bound(&fluxv1alpha1.HoldRequest{Until: until, Reason: data[fluxv1alpha1.HoldKeyReason]})
}

// Bound returns the request with a bounded reason without secrets and control characters; nil without a request.
func Bound(request *fluxv1alpha1.HoldRequest) *fluxv1alpha1.HoldRequest {
	if request == nil {
		return nil
	}
	return &fluxv1alpha1.HoldRequest{Until: request.Until, Reason: text.Excerpt(request.Reason, longestReason)}
}

// FromAnnotations returns the request in the annotations of a Shoot in the garden; nil if there is none. If its time is
// invalid, Until is zero, and Reason tells how to fix it.
func FromAnnotations(annotations map[string]string) *fluxv1alpha1.HoldRequest {
	value, is := annotations[fluxv1alpha1.AnnotationHoldUntil]
	if !is {
		return nil
	}
	if until, is := parse(value); is {
		return &fluxv1alpha1.HoldRequest{Until: until}
	}
	return invalid("annotation " + fluxv1alpha1.AnnotationHoldUntil)
}

// Later returns the later one of the request in the report of a Shoot and the one in its annotations; nil without both.
func Later(reported, annotated *fluxv1alpha1.HoldRequest) *fluxv1alpha1.HoldRequest {
	if annotated != nil && (reported == nil || reported.Until.Before(&annotated.Until)) {
		return annotated
	}
	return Bound(reported)
}

// parse returns the time in RFC 3339, in UTC and without fractions of a second. It returns false for other values, and
// for times that JSON cannot hold.
func parse(value string) (metav1.Time, bool) {
	var at time.Time
	if len(value) > LongestUntil || at.UnmarshalText([]byte(strings.TrimSpace(value))) != nil {
		return metav1.Time{}, false
	}
	at = at.UTC().Truncate(time.Second)
	return metav1.NewTime(at), at.Year() > 0 && at.Year() <= lastYear
}

func invalid(what string) *fluxv1alpha1.HoldRequest {
	return &fluxv1alpha1.HoldRequest{Reason: what + " is invalid; use a time such as 2026-12-18T18:00:00Z"}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Check asks another system whether a ring may begin with a change, or whether the change is good in the ring. The
// garden controller asks it again and again while the ring waits for nothing else. Either prometheus or http has to be
// set.
type Check struct {
	// Name identifies the check in messages.
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// When defines when the check is asked. Defaults to AfterReady.
	// +optional
	When CheckTime `json:"when,omitempty"`
	// Prometheus evaluates a query.
	// +optional
	Prometheus *PrometheusCheck `json:"prometheus,omitempty"`
	// HTTP evaluates a JSON document.
	// +optional
	HTTP *HTTPCheck `json:"http,omitempty"`
	// For is how long every answer has to be good before the check passes, up to 24h. If unset, one good answer suffices.
	// +optional
	For *metav1.Duration `json:"for,omitempty"`
	// Deadline is the time after which the ring stops if the check has not passed, from 1m to 720h. It has to be longer
	// than for. Defaults to 1h.
	// +optional
	Deadline *metav1.Duration `json:"deadline,omitempty"`
}

// CheckTime defines when a check is asked.
// +kubebuilder:validation:Enum=BeforeStart;AfterReady
type CheckTime string

const (
	// CheckBeforeStart asks before the ring begins with a change.
	CheckBeforeStart CheckTime = "BeforeStart"
	// CheckAfterReady asks while the Shoots of the ring are ready with the change, and before the ring passes it.
	CheckAfterReady CheckTime = "AfterReady"
)

// PrometheusCheck is an instant query. Its answer has to be a scalar, or a vector with one element. A value that is not
// a number, no element and several elements are not good.
type PrometheusCheck struct {
	// URL is the address of the Prometheus API without /api/v1, an https URL.
	// +kubebuilder:validation:MaxLength=512
	URL string `json:"url"`
	// Query is the query in PromQL.
	// +kubebuilder:validation:MaxLength=2048
	Query string `json:"query"`
	// Min is the minimum of good values, a number in quotes such as "0.99". At least one of min and max has to be set.
	// +optional
	// +kubebuilder:validation:MaxLength=32
	Min string `json:"min,omitempty"`
	// Max is the maximum of good values, a number in quotes such as "0.01".
	// +optional
	// +kubebuilder:validation:MaxLength=32
	Max string `json:"max,omitempty"`
}

// HTTPCheck is a GET request. Its answer has to have status 200 and a JSON document.
type HTTPCheck struct {
	// URL is an https URL.
	// +kubebuilder:validation:MaxLength=512
	URL string `json:"url"`
	// Expression is a CEL expression over the document, which is the variable body. It has to be true, such as
	// body.state == "approved".
	// +kubebuilder:validation:MaxLength=1024
	Expression string `json:"expression"`
}

const (
	// ChecksSecretName is the name of the Secret in the project namespace with the credentials for checks. Each of its
	// keys has a YAML document with the host that the credential is for, and the credential.
	ChecksSecretName = "flux-checks"
)

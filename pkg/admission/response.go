// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"net/http"
	"slices"
	"strings"
	"unicode"

	admissionv1 "k8s.io/api/admission/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

// Resolver finds the configuration that holds for a shoot.
type Resolver interface {
	// Resolve returns the configuration or, without one, what has to be corrected first.
	Resolve(project *configuration.ConfigMap, shoot *configuration.Shoot) (*configuration.Effective, configuration.Mistakes)
	// LabelPrefixes are the prefixes of labels of Shoots that are facts.
	LabelPrefixes() []string
}

// judge answers a request. Known mistakes are warnings: others have made them, who alone can correct them, or they were there
// before and have nothing to do with what changes. Before is what holds until now, nil if nothing does; whatever must not follow
// on it is the fault of this very request, even if it consists in leaving something out.
func judge(req admission.Request, before, effective *configuration.Effective, mistakes, known configuration.Mistakes) admission.Response {
	var (
		denied   configuration.Mistakes
		warnings []string
	)
	for _, mistake := range mistakes {
		if slices.ContainsFunc(known, func(other configuration.Mistake) bool { return other.String() == mistake.String() }) {
			warnings = append(warnings, oneLine(mistake.String()))
		} else {
			denied = append(denied, mistake)
		}
	}
	if effective != nil {
		for _, warning := range effective.AllWarnings() {
			warnings = append(warnings, oneLine(warning))
		}
		if before != nil {
			denied = append(denied, effective.ValidateUpdate(before.Identity())...)
		}
	}
	if len(denied) == 0 {
		return admission.Allowed("").WithWarnings(warnings...)
	}
	return deny(req, denied).WithWarnings(warnings...)
}

// deny answers as the API server itself answers to an invalid object, so that clients show the mistakes as such: kubectl
// prints each in a line of its own. The message has all of them too, for clients that know no details.
func deny(req admission.Request, mistakes configuration.Mistakes) admission.Response {
	errs := make(field.ErrorList, 0, len(mistakes))
	for _, mistake := range mistakes {
		errs = append(errs, mistake.Error)
	}
	status := apierrors.NewInvalid(schema.GroupKind{Group: req.Kind.Group, Kind: req.Kind.Kind}, req.Name, errs).Status()
	status.Message = mistakes.Lines()
	return admission.Response{AdmissionResponse: admissionv1.AdmissionResponse{Result: &status}}
}

// unavailable answers that the request may be tried again.
func unavailable(err error) admission.Response {
	return admission.Response{AdmissionResponse: admissionv1.AdmissionResponse{Result: &metav1.Status{
		Status:  metav1.StatusFailure,
		Code:    http.StatusServiceUnavailable,
		Reason:  metav1.StatusReasonServiceUnavailable,
		Message: err.Error(),
	}}}
}

// oneLine makes a text fit for the header in which warnings travel.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsControl(r) }), " ")
}

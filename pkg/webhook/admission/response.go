// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"net/http"
	"slices"

	admissionv1 "k8s.io/api/admission/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Resolver resolves the effective configuration of a shoot.
type Resolver interface {
	// Resolve returns the effective configuration or, without one, the configuration errors. The error is that of the context.
	Resolve(ctx context.Context, project *document.ConfigMap, shoot *configuration.Shoot) (*resolved.Configuration, document.Errors, error)
	// ResolveOverridden returns the same for the project with its overrides of these names.
	ResolveOverridden(ctx context.Context, project *document.ConfigMap, names []string) (*resolved.Configuration, document.Errors, error)
	// LabelPrefixes are the prefixes of labels of Shoots that are shoot info variables.
	LabelPrefixes() []string
}

// respond answers a request. Known errors are warnings: they are in documents that the user of the request may not be able to change, or
// existed before and are not affected by the change. Before is the effective configuration before the request, nil if there is none. An
// update that is not allowed is always an error of this request, even if it removes a field.
func respond(req admission.Request, before, effective *resolved.Configuration, errs, known document.Errors) admission.Response {
	var (
		denied   document.Errors
		warnings []string
	)
	for _, err := range errs {
		if slices.ContainsFunc(known, func(other document.Error) bool { return other.String() == err.String() }) {
			warnings = append(warnings, text.OneLine(err.String()))
		} else {
			denied = append(denied, err)
		}
	}
	if effective != nil {
		for _, warning := range effective.AllWarnings() {
			warnings = append(warnings, text.OneLine(warning))
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

// deny returns the same kind of answer as the API server for an invalid object, so that clients show each error: kubectl prints one in a
// line. The message contains all of them too, for clients that do not print details.
func deny(req admission.Request, errs document.Errors) admission.Response {
	list := make(field.ErrorList, 0, len(errs))
	for _, err := range errs {
		list = append(list, err.Error)
	}
	status := apierrors.NewInvalid(schema.GroupKind{Group: req.Kind.Group, Kind: req.Kind.Kind}, req.Name, list).Status()
	status.Message = errs.Lines()
	return admission.Response{AdmissionResponse: admissionv1.AdmissionResponse{Result: &status}}
}

// unavailable returns an answer after which the client may retry.
func unavailable(err error) admission.Response {
	return admission.Response{AdmissionResponse: admissionv1.AdmissionResponse{Result: &metav1.Status{
		Status:  metav1.StatusFailure,
		Code:    http.StatusServiceUnavailable,
		Reason:  metav1.StatusReasonServiceUnavailable,
		Message: err.Error(),
	}}}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Resolver resolves the effective configuration of a shoot.
type Resolver interface {
	// Resolve returns the effective configuration or the configuration errors. It returns an error only if the context
	// ends.
	Resolve(ctx context.Context, project *document.ConfigMap, shoot *configuration.Shoot) (*resolved.Configuration, document.Errors, error)
	// ResolveOverridden returns the effective configuration of the project merged with the named overrides.
	ResolveOverridden(ctx context.Context, project *document.ConfigMap, names []string) (*resolved.Configuration, document.Errors, error)
	// LabelPrefixes returns the prefixes of Shoot labels that become shoot info variables.
	LabelPrefixes() []string
}

// decode returns the object of a request, and the old object of an update.
func decode[T any, O interface {
	*T
	runtime.Object
}](decoder admission.Decoder, req admission.Request) (object, old *T, err error) {
	object = new(T)
	if err = decoder.Decode(req, O(object)); err == nil && req.Operation == admissionv1.Update {
		old = new(T)
		err = decoder.DecodeRaw(req.OldObject, O(old))
	}
	return object, old, err
}

// respond returns the response to a request. It denies the request if there are errors, except known errors, which
// become warnings: they existed before, or are in documents that the user may not have the permission to change. before
// is the effective configuration before the request, or nil. An update that changes the identity is always denied, even
// if it only removes a field.
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
		for _, warning := range effective.Warnings {
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

// deny returns the same response as the API server for an invalid object, so that clients show each error. The message
// also contains all errors, for clients that do not show causes.
func deny(req admission.Request, errs document.Errors) admission.Response {
	list := make(field.ErrorList, 0, len(errs))
	for _, err := range errs {
		list = append(list, err.Error)
	}
	status := apierrors.NewInvalid(schema.GroupKind{Group: req.Kind.Group, Kind: req.Kind.Kind}, req.Name, list).Status()
	status.Message = errs.Lines()
	return admission.Response{AdmissionResponse: admissionv1.AdmissionResponse{Result: &status}}
}

// unchecked returns a response that clients can retry, for a request that was not checked.
func unchecked(code int32, reason metav1.StatusReason, err error) admission.Response {
	return admission.Response{AdmissionResponse: admissionv1.AdmissionResponse{Result: &metav1.Status{
		Status:  metav1.StatusFailure,
		Code:    code,
		Reason:  reason,
		Message: fmt.Sprintf("the configuration of Flux cannot be checked at the moment, try again: %s", err),
	}}}
}

// unavailable returns the response after a failed read.
func unavailable(err error) admission.Response {
	return unchecked(http.StatusServiceUnavailable, metav1.StatusReasonServiceUnavailable, err)
}

// tooMany returns the response to a request that has waited too long, or that exceeds the limits of its project.
func tooMany(err error) admission.Response {
	return unchecked(http.StatusTooManyRequests, metav1.StatusReasonTooManyRequests, err)
}

// warnOfRemoval adds a warning to the response for an update that removes configuration. If a document was removed, the
// warning in removed takes precedence over the warning about a removed source. Neither removal deletes objects in a
// shoot, and the condition FluxConfigured reports the missing configuration.
func warnOfRemoval(response admission.Response, removed string, before, effective *resolved.Configuration) admission.Response {
	switch {
	case !response.Allowed:
		return response
	case removed != "":
		return response.WithWarnings(removed)
	case before == nil || effective == nil:
		return response
	case before.Source != nil && effective.Source == nil:
		return response.WithWarnings("the source is no longer configured: shoots that already sync stay unchanged; configure a source again to resume updates")
	}
	if names := unlisted(before, effective); len(names) > 0 {
		return response.WithWarnings(fmt.Sprintf("additionalSources no longer lists %s: the next reconciliation of a shoot deletes it there, and Kustomizations and HelmReleases that "+
			"refer to it keep their objects without further updates", strings.Join(names, ", ")))
	}
	return response
}

// unlisted returns the additional sources that are no longer configured.
func unlisted(before, effective *resolved.Configuration) []string {
	names := func(sources []resolved.AdditionalSource) []string {
		var names []string
		for _, source := range sources {
			names = append(names, source.Object.GetKind()+" "+source.Object.GetName())
		}
		return names
	}
	listed := names(effective.AdditionalSources)
	return slices.DeleteFunc(names(before.AdditionalSources), func(name string) bool { return slices.Contains(listed, name) })
}

// removedProviderConfig returns a warning if the providerConfig was removed, or an empty string if not.
func removedProviderConfig(old, shoot *configuration.Shoot) string {
	if old.ProviderConfig == nil || shoot.ProviderConfig != nil {
		return ""
	}
	return fmt.Sprintf("Shoot %s/%s: the providerConfig was removed: the shoot stays unchanged; to apply the project's configuration, set a providerConfig with only apiVersion and kind of a FluxConfig", shoot.Namespace, shoot.Name)
}

// emptiedProject returns a warning if the ConfigMap was emptied, or an empty string if not.
func emptiedProject(old, now *document.ConfigMap) string {
	if old.IsEmpty() || !now.IsEmpty() {
		return ""
	}
	return fmt.Sprintf("ConfigMap %s/%s was emptied: the project's shoots stay unchanged; to apply the remaining configuration, write a FluxConfig with only apiVersion and kind into key %s", now.Namespace, fluxv1alpha1.ConfigMapName, fluxv1alpha1.KeyConfig)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	resourceToken = "token"
	resourceEvent = "event"
	other         = "other"
)

// gardenRequests maps the resources of the extension's requests to their verbs. All other requests are counted as
// other.
var gardenRequests = map[string][]string{
	fluxv1alpha1.ConfigMapName:        {"get", "list", "watch"},
	fluxv1alpha1.RolloutConfigMapName: {"get", "list", "watch"},
	fluxv1alpha1.DeployKeySecretName:  {"get", "list", "watch", "patch"},
	fluxv1alpha1.SourceKeysSecretName: {"get", "list", "watch", "patch"},
	fluxv1alpha1.StatusConfigMapName:  {"get", "list", "patch"},
	fluxv1alpha1.NoticeBoardName:      {"get", "list", "watch"},
	resourceToken:                     {"get"},
	resourceEvent:                     {"create", "patch"},
	other:                             {other},
}

var gardenResults = []string{"success", "absent", "conflict", "refused", "throttled", "failed", "unreachable"}

// Garden returns a transport that counts the requests to the garden and forwards them to next.
func (m *Metrics) Garden(next http.RoundTripper) http.RoundTripper {
	return promhttp.RoundTripperFunc(func(request *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(request)
		if errors.Is(err, context.Canceled) {
			return response, err // This is not a failure of the garden.
		}
		verb, resource := verbOf(request), resourceOf(request)
		if !slices.Contains(gardenRequests[resource], verb) {
			verb, resource = other, other
		}
		m.garden.WithLabelValues(verb, resource, answerOf(response, err)).Inc()
		return response, err
	})
}

// requestPath extracts the resource and the name of the object from the path of a request.
var requestPath = regexp.MustCompile("/apis?/(?:[^/]+/)?v1/(?:namespaces/[^/]+/)?([^/]+)(?:/([^/]+))?")

// resourceOf returns the label value for the resource of a request, or an empty string for a resource that is not
// counted separately. The value never contains the name of a project.
func resourceOf(request *http.Request) string {
	path := requestPath.FindStringSubmatch(request.URL.Path)
	if path == nil {
		return ""
	}
	name := cmp.Or(path[2], strings.TrimPrefix(request.URL.Query().Get("fieldSelector"), "metadata.name="))
	switch kind := path[1]; {
	case kind == "events":
		return resourceEvent
	case kind == "configmaps", kind == "secrets" && (name == fluxv1alpha1.DeployKeySecretName || name == fluxv1alpha1.SourceKeysSecretName):
		return name
	case kind == "secrets":
		return resourceToken
	}
	return ""
}

func verbOf(request *http.Request) string {
	query := request.URL.Query()
	switch request.Method {
	case http.MethodPost:
		return "create"
	case http.MethodPatch:
		return "patch"
	case http.MethodGet:
		switch {
		case query.Get("watch") == "true" || query.Get("watch") == "1":
			return "watch"
		case query.Has("fieldSelector"):
			return "list"
		}
		return "get"
	}
	return other
}

func answerOf(response *http.Response, err error) string {
	switch {
	case err != nil:
		return "unreachable"
	case response.StatusCode == http.StatusNotFound:
		return "absent"
	case response.StatusCode == http.StatusConflict:
		return "conflict"
	case response.StatusCode == http.StatusTooManyRequests:
		return "throttled"
	case response.StatusCode >= http.StatusInternalServerError:
		return "failed"
	case response.StatusCode >= http.StatusBadRequest:
		return "refused"
	}
	return "success"
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// gardenRequest is a kind of request to the garden.
type gardenRequest struct{ verb, resource string }

const (
	resourceToken = "token"
	resourceEvent = "event"
	other         = "other"
)

// gardenRequests are the verbs of the extension's requests by resource. All others count as other.
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

// Garden counts requests to the garden. It wraps the transport of a client configuration.
func (m *Metrics) Garden(next http.RoundTripper) http.RoundTripper {
	return promhttp.RoundTripperFunc(func(request *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(request)
		if errors.Is(err, context.Canceled) {
			return response, err // The caller has canceled the request, which is not a failure of the garden.
		}
		kind := kindOf(request)
		m.garden.WithLabelValues(kind.verb, kind.resource, answerOf(response, err)).Inc()
		return response, err
	})
}

// kindOf returns verb and resource of a request, without the name of the project.
func kindOf(request *http.Request) gardenRequest {
	kind := gardenRequest{verb: verbOf(request)}
	_, path, _ := strings.Cut(request.URL.Path, "/api")
	elements := strings.Split(strings.Trim(path, "/"), "/")
	// Drop the segment s of /apis, group and version, and, except in a request for all namespaces, the segment
	// namespaces with a name.
	switch {
	case elements[0] == "s" && len(elements) > 3:
		elements = elements[3:]
	case len(elements) > 1:
		elements = elements[1:]
	}
	if elements[0] == "namespaces" && len(elements) > 2 {
		elements = elements[2:]
	}
	name, named := strings.CutPrefix(request.URL.Query().Get("fieldSelector"), "metadata.name=")
	if len(elements) > 1 {
		name, named = elements[1], true
	}
	switch {
	case elements[0] == "events":
		kind.resource = resourceEvent
	case elements[0] == "configmaps" && named, elements[0] == "secrets" && (name == fluxv1alpha1.DeployKeySecretName || name == fluxv1alpha1.SourceKeysSecretName):
		kind.resource = name
	case elements[0] == "secrets" && named:
		kind.resource = resourceToken
	}
	if !slices.Contains(gardenRequests[kind.resource], kind.verb) {
		return gardenRequest{verb: other, resource: other}
	}
	return kind
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"context"
	"errors"
	"net/http"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// gardenRequest is a kind of request to the garden.
type gardenRequest struct{ verb, resource string }

const (
	resourceToken = "token"
	resourceEvent = "event"
	other         = "other"
)

var (
	// gardenRequests are those that the extension sends. All others are counted as other.
	gardenRequests = map[gardenRequest]bool{
		{"get", fluxv1alpha1.ConfigMapName}:          true,
		{"list", fluxv1alpha1.ConfigMapName}:         true,
		{"watch", fluxv1alpha1.ConfigMapName}:        true,
		{"get", fluxv1alpha1.RolloutConfigMapName}:   true,
		{"list", fluxv1alpha1.RolloutConfigMapName}:  true,
		{"watch", fluxv1alpha1.RolloutConfigMapName}: true,
		{"get", fluxv1alpha1.DeployKeySecretName}:    true,
		{"list", fluxv1alpha1.DeployKeySecretName}:   true,
		{"watch", fluxv1alpha1.DeployKeySecretName}:  true,
		{"patch", fluxv1alpha1.DeployKeySecretName}:  true,
		{"get", fluxv1alpha1.SourceKeysSecretName}:   true,
		{"list", fluxv1alpha1.SourceKeysSecretName}:  true,
		{"watch", fluxv1alpha1.SourceKeysSecretName}: true,
		{"patch", fluxv1alpha1.SourceKeysSecretName}: true,
		{"get", fluxv1alpha1.StatusConfigMapName}:    true,
		{"list", fluxv1alpha1.StatusConfigMapName}:   true,
		{"patch", fluxv1alpha1.StatusConfigMapName}:  true,
		{"get", fluxv1alpha1.NoticeBoardName}:        true,
		{"list", fluxv1alpha1.NoticeBoardName}:       true,
		{"watch", fluxv1alpha1.NoticeBoardName}:      true,
		{"get", resourceToken}:                       true,
		{"create", resourceEvent}:                    true,
		{"patch", resourceEvent}:                     true,
		{other, other}:                               true,
	}

	gardenResults = []string{"success", "absent", "conflict", "refused", "throttled", "failed", "unreachable"}
)

// Garden counts requests to the garden. It wraps the transport of a client configuration.
func (m *Metrics) Garden(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(request)
		if errors.Is(err, context.Canceled) {
			return response, err // The caller has cancelled the request, which is no failure of the garden.
		}
		kind := kindOf(request)
		m.garden.WithLabelValues(kind.verb, kind.resource, answerOf(response, err)).Inc()
		return response, err
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// kindOf returns verb and resource of a request. Names of projects are dropped here.
func kindOf(request *http.Request) gardenRequest {
	kind := gardenRequest{verb: verbOf(request)}
	_, path, _ := strings.Cut(request.URL.Path, "/api")
	elements := strings.Split(strings.Trim(path, "/"), "/")
	// An element s, for the groups, or none; group and version; namespaces and the name of one, unless the request is for all.
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
	if !gardenRequests[kind] {
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"net/http"

	"k8s.io/client-go/rest"
)

// ListConsistently lets the caches of clients with the configuration begin with the present objects. Without WatchList,
// an informer first lists with resourceVersion=0. An API server that is behind answers with objects that are older than
// those that the process had before a restart
// (https://kubernetes.io/docs/reference/using-api/api-concepts/#semantics-for-get-and-list).
func ListConsistently(config *rest.Config) {
	config.Wrap(func(next http.RoundTripper) http.RoundTripper { return consistentLists{next} })
}

// consistentLists is a transport that requests the most recent version instead of any.
type consistentLists struct{ http.RoundTripper }

// RoundTrip sends the request.
func (t consistentLists) RoundTrip(request *http.Request) (*http.Response, error) {
	query := request.URL.Query()
	if request.Method == http.MethodGet && query.Get("resourceVersion") == "0" && !query.Has("watch") {
		query.Del("resourceVersion")
		query.Del("resourceVersionMatch")
		request = request.Clone(request.Context())
		request.URL.RawQuery = query.Encode()
	}
	return t.RoundTripper.RoundTrip(request)
}

// WrappedRoundTripper returns the transport below, for client-go.
func (t consistentLists) WrappedRoundTripper() http.RoundTripper { return t.RoundTripper }

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// newClient returns one client for the requests to all shoots. The context of a request selects the shoot. A
// client keeps a REST client for each kind, which takes longer to create than a request and differs between
// shoots only in the address.
func newClient(options Options) (client.Client, error) {
	own := options.Client
	own.HTTPClient = &http.Client{Transport: router{}, Timeout: options.Timeout}
	// Requests to one shoot must not wait for requests to others: answers.Gate bounds them.
	shoots, err := client.New(&rest.Config{Host: "https://shoot", Timeout: options.Timeout, QPS: -1, WarningHandlerWithContext: rest.NoWarnings{}}, own)
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for shoots: %w", err)
	}
	return shoots, nil
}

type endpointKey struct{}

// at returns a context that directs the client of newClient to the endpoint.
func at(ctx context.Context, there *endpoint) context.Context {
	return context.WithValue(ctx, endpointKey{}, there)
}

// router sends requests to the endpoint in their context.
type router struct{}

var errNoShoot = errors.New("request to a shoot outside of Ask")

// RoundTrip sends the request. It changes the address in place, against the rule for transports: client-go
// builds a request for each attempt, and errors of net/http must name the address of the shoot.
func (router) RoundTrip(request *http.Request) (*http.Response, error) {
	there, is := request.Context().Value(endpointKey{}).(*endpoint)
	if !is {
		return nil, errNoShoot
	}
	request.URL.Scheme, request.URL.Host, request.Host = there.base.Scheme, there.base.Host, ""
	request.URL.Path = strings.TrimSuffix(there.base.Path, "/") + request.URL.Path
	return there.http.Transport.RoundTrip(request)
}

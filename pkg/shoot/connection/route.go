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

// newClient returns the client for the questions to all shoots: which one it asks is in the context of a request. A client keeps a REST client
// for each kind, which has nothing of a shoot but its address, and takes longer to make than what is asked with it.
func newClient(options Options) (client.Client, error) {
	own := options.Client
	own.HTTPClient = &http.Client{Transport: router{}, Timeout: options.Timeout}
	// What is asked of one shoot must not wait for what is asked of others: answers.Gate bounds it.
	shoots, err := client.New(&rest.Config{Host: "https://shoot", Timeout: options.Timeout, QPS: -1, WarningHandlerWithContext: rest.NoWarnings{}}, own)
	if err != nil {
		return nil, fmt.Errorf("failed to make a client for shoots: %w", err)
	}
	return shoots, nil
}

type endpointKey struct{}

// at returns a context in which the client of newClient asks the endpoint.
func at(ctx context.Context, there *endpoint) context.Context {
	return context.WithValue(ctx, endpointKey{}, there)
}

// router sends requests to the endpoint in their context.
type router struct{}

var errNoShoot = errors.New("a shoot was asked outside of the question to it")

// RoundTrip sends the request. It changes the address in place, against the rule for transports: client-go makes a request for each attempt,
// and what net/http reports of it must name the address of the shoot.
func (router) RoundTrip(request *http.Request) (*http.Response, error) {
	there, is := request.Context().Value(endpointKey{}).(*endpoint)
	if !is {
		return nil, errNoShoot
	}
	request.URL.Scheme, request.URL.Host, request.Host = there.base.Scheme, there.base.Host, ""
	request.URL.Path = strings.TrimSuffix(there.base.Path, "/") + request.URL.Path
	return there.http.Transport.RoundTrip(request)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package confine prevents the process that builds untrusted sources from starting programs and opening connections. It
// has several layers. Each of them is sufficient for kustomize, because not every operating system has all of them.
package confine

import (
	"errors"
	"fmt"
	"net/http"
	"os"
)

// Process confines this process until it exits. The process can then read only files below a directory, write no files,
// start no programs, and open no connections. Layers that the operating system or its configuration does not offer are
// skipped.
func Process(directory string) {
	for _, layer := range Layers() {
		_ = layer.Apply(directory)
	}
}

// Layer is one way to confine a process.
type Layer struct {
	Name string
	// Apply confines this process. Files below the directory stay readable. It returns an error if the operating system
	// does not have this layer.
	Apply func(directory string) error
}

// Layers returns all layers, in the order in which they can be applied.
func Layers() []Layer {
	return []Layer{
		{Name: "no transport", Apply: refuseRequests},
		{Name: "no variables", Apply: forgetPrograms},
		{Name: "Landlock", Apply: landlock},
		{Name: "seccomp", Apply: filterCalls},
	}
}

// errRefused is the error of all requests.
var errRefused = errors.New("plan makes no network connections while it builds")

// refuseRequests makes the requests of HTTP clients with the default transport fail. kustomize uses such a client.
func refuseRequests(string) error {
	http.DefaultTransport = refusing{}
	return nil
}

type refusing struct{}

// RoundTrip implements [http.RoundTripper].
func (refusing) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Body != nil {
		_ = request.Body.Close()
	}
	return nil, fmt.Errorf("%s: %w", request.URL.Redacted(), errRefused)
}

// forgetPrograms removes all environment variables, including PATH, in which kustomize looks up git.
func forgetPrograms(string) error {
	os.Clearenv()
	return nil
}

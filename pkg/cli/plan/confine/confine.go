// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package confine takes from the process that builds what strangers wrote the ability to start programs and to connect.
// It has several layers. Each of them is sufficient for what kustomize does, and not every operating system has all.
package confine

import (
	"errors"
	"fmt"
	"net/http"
	"os"
)

// Process confines this process until its end. It can read only files below a directory, can write none, and can
// neither start programs nor connect. Layers that the operating system or its configuration does not offer are left
// out.
func Process(directory string) {
	for _, layer := range Layers() {
		_ = layer.Apply(directory)
	}
}

// Layer is one way to confine a process.
type Layer struct {
	Name string
	// Apply confines this process. Files below the directory stay readable. It fails where there is no such layer.
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
var errRefused = errors.New("plan does not connect while it builds")

// refuseRequests refuses the requests of clients without a transport of their own, as kustomize's is.
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

// forgetPrograms removes what names programs, and all other variables. kustomize finds git by PATH.
func forgetPrograms(string) error {
	os.Clearenv()
	return nil
}

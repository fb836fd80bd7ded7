// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Limits of one answer.
const (
	// MostBytes bounds an answer, in decoded bytes: compressed answers are refused. An API server stores no
	// object over 3 MiB, and etcd by default none over 1.5 MiB.
	MostBytes = 4 << 20
	// MostElements bounds the objects, lists and entries of an answer. Each takes up to a hundred times the
	// memory of its three bytes.
	MostElements = 200_000
	// MostErrorBytes bounds an answer with an error status.
	MostErrorBytes = 32 << 10
	// MostHeaderBytes bounds the headers of an answer.
	MostHeaderBytes = 64 << 10
)

// longestPath bounds a request's path in an error, in bytes.
const longestPath = 256

// ExceededError is returned for an answer that exceeds a limit.
type ExceededError struct {
	// Request is the method and path of the request.
	Request string
	// Why describes the exceeded limit.
	Why string
	// Size is true if a smaller page would not exceed it.
	Size bool
}

// Error names the request and the limit.
func (e *ExceededError) Error() string {
	return fmt.Sprintf("%s: %s", e.Request, e.Why)
}

// errNotAsked is the error of a request that was not sent.
var errNotAsked = errors.New("the request was not sent: requests to this shoot have exceeded their share of time, and requests to other slow shoots are running")

// IsRefused reports whether this package refused the request or its answer.
func IsRefused(err error) bool {
	var exceeded *ExceededError
	return errors.As(err, &exceeded) || errors.Is(err, errNotAsked)
}

// IsNotAsked reports whether a request was not sent because earlier ones took too long.
func IsNotAsked(err error) bool { return errors.Is(err, errNotAsked) }

// Plain unwraps an error of this package from the error of an HTTP client, which repeats the request and
// suggests a retry.
func Plain(err error) error {
	var exceeded *ExceededError
	switch {
	case errors.As(err, &exceeded):
		return exceeded
	case errors.Is(err, errNotAsked):
		return errNotAsked
	}
	return err
}

// IsTooLarge reports whether a smaller page would not exceed the limit.
func IsTooLarge(err error) bool {
	var exceeded *ExceededError
	return errors.As(err, &exceeded) && exceeded.Size
}

// IsTimeout reports whether a request timed out.
func IsTimeout(err error) bool {
	var network net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout()
}

func exceeded(request *http.Request, size bool, why string, args ...any) *ExceededError {
	return &ExceededError{Request: fmt.Sprintf("%s %q", request.Method, text.Cut(request.URL.Path, longestPath)), Why: fmt.Sprintf(why, args...), Size: size}
}

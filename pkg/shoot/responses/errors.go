// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package responses

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// longestPath is the maximum length of a request's path in an error, in bytes.
const longestPath = 256

// ExceededError reports a response that exceeds a limit.
type ExceededError struct {
	// Request is the method and path of the request.
	Request string
	// Why describes the exceeded limit.
	Why string
	// Size is true if a smaller page would not exceed the limit.
	Size bool
}

// Error names the request and the limit.
func (e *ExceededError) Error() string {
	return fmt.Sprintf("%s: %s", e.Request, e.Why)
}

// errNotAsked is the error of a request that was not sent.
var errNotAsked = errors.New("the request was not sent: requests to this shoot have exceeded their share of time, and requests to other slow shoots are running")

// IsRefused reports whether this package refused to send the request or to read its response.
func IsRefused(err error) bool {
	var exceeded *ExceededError
	return errors.As(err, &exceeded) || errors.Is(err, errNotAsked)
}

// Plain extracts an error of this package from the error of an HTTP client, which also contains the request and
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

// IsTooLarge reports whether the response exceeds a limit that a smaller page would not exceed.
func IsTooLarge(err error) bool {
	exceeded, is := errors.AsType[*ExceededError](err)
	return is && exceeded.Size
}

// IsTimeout reports whether a request timed out.
func IsTimeout(err error) bool {
	var network net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout()
}

func exceeded(request *http.Request, size bool, why string, args ...any) *ExceededError {
	return &ExceededError{Request: fmt.Sprintf("%s %q", request.Method, text.Cut(request.URL.Path, longestPath)), Why: fmt.Sprintf(why, args...), Size: size}
}

// LongestError is the maximum length of an error text in bytes. The error of a decoder contains the value that could
// not be decoded, possibly the whole response.
const LongestError = 2 << 10

type briefError struct {
	error
	text string
}

// Error returns the truncated text.
func (e *briefError) Error() string { return e.text }

// Unwrap returns the original error.
func (e *briefError) Unwrap() error { return e.error }

// Brief truncates the text of an error.
func Brief(err error) error {
	if err == nil || len(err.Error()) <= LongestError {
		return err
	}
	return &briefError{error: err, text: text.Cut(err.Error(), LongestError)}
}

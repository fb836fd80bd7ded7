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
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

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

// LongestError bounds the text of an error, in bytes: a decoder repeats the value that it cannot decode,
// possibly the whole answer.
const LongestError = 2 << 10

type briefError struct {
	error
	text string
}

// Error returns the beginning of the text.
func (e *briefError) Error() string { return e.text }

// Unwrap returns the original error.
func (e *briefError) Unwrap() error { return e.error }

// Brief bounds the text of an error.
func Brief(err error) error {
	if err == nil {
		return nil
	}
	whole := err.Error()
	if len(whole) <= LongestError {
		return err
	}
	return &briefError{error: err, text: text.Cut(whole, LongestError)}
}

// longestReason bounds the kept reason of a refusal, in bytes. Meaningful ones are shorter.
const longestReason = 64

// detachedError is a text with the kinds of the error, and without parts of an answer.
type detachedError struct {
	text  string
	kinds []error
}

// Error returns the text.
func (e *detachedError) Error() string { return e.text }

// Unwrap returns the kinds of the error.
func (e *detachedError) Unwrap() []error { return e.kinds }

// Detached returns an error that is safe to keep: its brief text, its kind (refused, not asked, too large,
// timeout, canceled), and reason and code of an API server. The original error may hold the whole answer in
// memory.
func Detached(err error) error {
	if err == nil {
		return nil
	}
	detached := &detachedError{text: strings.Clone(Brief(err).Error())}
	if exceeded := (*ExceededError)(nil); errors.As(err, &exceeded) {
		detached.kinds = append(detached.kinds, exceeded)
	}
	if IsNotAsked(err) {
		detached.kinds = append(detached.kinds, errNotAsked)
	}
	if IsTimeout(err) {
		detached.kinds = append(detached.kinds, context.DeadlineExceeded)
	}
	if errors.Is(err, context.Canceled) {
		detached.kinds = append(detached.kinds, context.Canceled)
	}
	if status := apierrors.APIStatus(nil); errors.As(err, &status) {
		detached.kinds = append(detached.kinds, withoutMessage(status.Status()))
	}
	return detached
}

// withoutMessage returns the error of an API server with its reason and code.
func withoutMessage(status metav1.Status) error {
	kept := metav1.Status{Status: metav1.StatusFailure, Code: status.Code}
	if len(status.Reason) <= longestReason {
		kept.Reason = metav1.StatusReason(strings.Clone(string(status.Reason)))
	}
	return &apierrors.StatusError{ErrStatus: kept}
}

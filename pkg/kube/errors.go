// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package kube extends controller-runtime and client-go: bounded error messages, retries after conflicts, a
// concurrent map, and a queue that is fair among projects. It reads and writes no objects.
package kube

import (
	"context"
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// RetryOnConflict calls the function with client-go's default backoff until it returns no conflict. The
// function must read the object again before it writes. RetryOnConflict returns the last error, and the context's
// error with it if the context ends between two calls.
//
// retry.RetryOnConflict takes a context error of the function, such as a request timeout, for the end of its
// own backoff and returns nil if no conflict came before. Its backoff also does not end with the context.
func RetryOnConflict(ctx context.Context, try func() error) error {
	var last error
	err := wait.ExponentialBackoffWithContext(ctx, retry.DefaultBackoff, func(context.Context) (bool, error) {
		last = try()
		return !apierrors.IsConflict(last), nil
	})
	switch {
	case err == nil || ctx.Err() == nil: // Done, or out of attempts.
		return last
	case last == nil:
		return ctx.Err()
	default:
		return fmt.Errorf("%w after a conflict: %w", ctx.Err(), last)
	}
}

// longestError bounds the message of an error, in bytes of JSON.
const longestError = 1024

// boundedError is an error with a shorter message.
type boundedError struct {
	text string
	err  error
}

func (e *boundedError) Error() string { return e.text }
func (e *boundedError) Unwrap() error { return e.err }

// BoundError returns the error with a short message without secrets.
func BoundError(err error) error {
	if err == nil {
		return nil
	}
	return &boundedError{text: text.Excerpt(err.Error(), longestError), err: err}
}

// BoundReconciler bounds the errors of a reconciler, which controller-runtime logs.
func BoundReconciler(inner reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
		result, err := inner.Reconcile(ctx, request)
		return result, BoundError(err)
	})
}

// BoundResult bounds the error of an actuator, which Gardener's library logs and writes into the status. It keeps a
// RequeueAfterError outermost: the library recognizes it by a type assertion and reports its cause.
func BoundResult(err error) error {
	requeue, is := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // as the extension library
	if is {
		return &reconcilerutils.RequeueAfterError{Cause: ErrorWithCodes(requeue.Cause), RequeueAfter: requeue.RequeueAfter}
	}
	return ErrorWithCodes(err)
}

// ErrorWithCodes bounds an error and sets its Gardener error codes again: the extension library reads the codes
// of joined errors only if these are outermost.
func ErrorWithCodes(err error) error {
	short := BoundError(err)
	if codes := v1beta1helper.ExtractErrorCodes(err); len(codes) > 0 {
		return v1beta1helper.NewErrorWithCodes(short, codes...)
	}
	return short
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package kube extends controller-runtime and client-go: bounded error messages, retries after conflicts, a
// concurrent map, and a queue that is fair among projects. It reads and writes no objects.
package kube

import (
	"context"
	"fmt"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// RetryOnConflict calls the function with client-go's default backoff until it returns no conflict. The
// function must read again the object that it writes. RetryOnConflict returns the last error, and the context's
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

// BoundActuator bounds the errors of an actuator, which Gardener's library logs and writes into the status.
func BoundActuator(inner extension.Actuator) extension.Actuator {
	return WrapActuator(inner, func(_ string, act func() error) error { return boundResult(act()) })
}

// WrapActuator returns an actuator that calls around with the name and the function of each operation.
func WrapActuator(inner extension.Actuator, around func(operation string, act func() error) error) extension.Actuator {
	return wrappedActuator{inner, around}
}

type wrappedActuator struct {
	inner  extension.Actuator
	around func(operation string, act func() error) error
}

// Reconcile implements [extension.Actuator].
func (w wrappedActuator) Reconcile(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return w.around("reconcile", func() error { return w.inner.Reconcile(ctx, log, ex) })
}

// Restore implements [extension.Actuator].
func (w wrappedActuator) Restore(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return w.around("restore", func() error { return w.inner.Restore(ctx, log, ex) })
}

// Migrate implements [extension.Actuator].
func (w wrappedActuator) Migrate(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return w.around("migrate", func() error { return w.inner.Migrate(ctx, log, ex) })
}

// Delete implements [extension.Actuator].
func (w wrappedActuator) Delete(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return w.around("delete", func() error { return w.inner.Delete(ctx, log, ex) })
}

// ForceDelete implements [extension.Actuator].
func (w wrappedActuator) ForceDelete(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return w.around("forcedelete", func() error { return w.inner.ForceDelete(ctx, log, ex) })
}

// boundResult keeps a RequeueAfterError outermost: the extension library recognizes it by a type assertion and
// reports its cause.
func boundResult(err error) error {
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package kube extends controller-runtime and client-go with bounded error messages, retries after conflicts, a
// concurrent map, a merge patch, triggers between controllers, and a queue that is fair among projects. It must not
// read or write objects itself.
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

// RetryOnConflict calls try with client-go's default backoff until it returns no conflict. try must read the object
// that it writes on each call. RetryOnConflict returns the last error of try. If the context ends between two calls,
// the returned error also wraps the context's error.
//
// It replaces client-go's retry.RetryOnConflict, which mistakes a context error of the function, such as a request
// timeout, for the end of its own backoff, and then returns nil if there was no conflict before. Its backoff also
// ignores the end of the context.
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

// longestError is the maximum length of an error message, in bytes of its JSON encoding.
const longestError = 1024

// boundedError replaces the message of an error and still wraps it.
type boundedError struct {
	text string
	err  error
}

func (e *boundedError) Error() string { return e.text }
func (e *boundedError) Unwrap() error { return e.err }

// BoundError shortens the message of an error and removes recognized secrets from it. The returned error wraps the
// original.
func BoundError(err error) error {
	if err == nil {
		return nil
	}
	return &boundedError{text: text.Excerpt(err.Error(), longestError), err: err}
}

// BoundReconciler wraps a reconciler so that BoundError is applied to its errors, because controller-runtime logs them.
func BoundReconciler(inner reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
		result, err := inner.Reconcile(ctx, request)
		return result, BoundError(err)
	})
}

// BoundActuator wraps an actuator so that its errors are bounded, because Gardener's extension library logs them and
// writes them to the status.
func BoundActuator(inner extension.Actuator) extension.Actuator {
	return WrapActuator(inner, func(_ string, act func() error) error { return boundResult(act()) })
}

// WrapActuator returns an actuator that, for each operation, calls around with the name of the operation and a function
// that runs it.
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

// boundResult bounds the error of an operation. A RequeueAfterError stays the outermost error, because the extension
// library recognizes it by a type assertion.
func boundResult(err error) error {
	requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // as the extension library
	if ok {
		return &reconcilerutils.RequeueAfterError{Cause: ErrorWithCodes(requeue.Cause), RequeueAfter: requeue.RequeueAfter}
	}
	return ErrorWithCodes(err)
}

// ErrorWithCodes bounds an error and preserves its Gardener error codes. It sets the codes on the outermost error,
// because the extension library finds the codes of joined errors only there.
func ErrorWithCodes(err error) error {
	short := BoundError(err)
	if codes := v1beta1helper.ExtractErrorCodes(err); len(codes) > 0 {
		return v1beta1helper.NewErrorWithCodes(short, codes...)
	}
	return short
}

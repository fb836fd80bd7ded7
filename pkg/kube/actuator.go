// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"context"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
)

// Actuator returns the actuator with errors that may be shown: Gardener's library logs them and writes them into the status.
func BoundActuator(inner extension.Actuator) extension.Actuator { return boundedErrors{inner} }

type boundedErrors struct{ actuator extension.Actuator }

// Reconcile bounds the error of a reconciliation.
func (b boundedErrors) Reconcile(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return boundedResult(b.actuator.Reconcile(ctx, log, ex))
}

// Restore bounds the error of the second part of a control plane migration.
func (b boundedErrors) Restore(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return boundedResult(b.actuator.Restore(ctx, log, ex))
}

// Migrate bounds the error of the first part of a control plane migration.
func (b boundedErrors) Migrate(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return boundedResult(b.actuator.Migrate(ctx, log, ex))
}

// Delete bounds the error of a deletion.
func (b boundedErrors) Delete(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return boundedResult(b.actuator.Delete(ctx, log, ex))
}

// ForceDelete bounds the error of a deletion that does not wait for the shoot.
func (b boundedErrors) ForceDelete(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return boundedResult(b.actuator.ForceDelete(ctx, log, ex))
}

// boundedResult keeps a requeue outermost, because the extension library recognizes it by a type assertion and reports its cause.
func boundedResult(err error) error {
	requeue, is := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
	switch {
	case err == nil:
		return nil
	case is && requeue.Cause == nil:
		return requeue
	case is:
		return &reconcilerutils.RequeueAfterError{Cause: ErrorWithCodes(requeue.Cause), RequeueAfter: requeue.RequeueAfter}
	}
	return ErrorWithCodes(err)
}

// WithCodes returns the error with a text that may be shown. The codes are set again, because the extension library collects those of several
// errors only if these are the outermost.
func ErrorWithCodes(err error) error {
	short := BoundError(err)
	if codes := v1beta1helper.ExtractErrorCodes(err); len(codes) > 0 {
		return v1beta1helper.NewErrorWithCodes(short, codes...)
	}
	return short
}

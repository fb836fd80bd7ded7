// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Longest bounds a text, in bytes as JSON encodes it.
const LongestError = 1024

// bounded is an error with another text.
type bounded struct {
	text string
	err  error
}

func (e *bounded) Error() string { return e.text }
func (e *bounded) Unwrap() error { return e.err }

// Of returns the error with a text that may be shown; nil for none.
func BoundError(err error) error {
	if err == nil {
		return nil
	}
	return &bounded{text: text.Excerpt(err.Error(), LongestError), err: err}
}

// Reconciler returns the reconciler with errors that may be logged, which controller-runtime does.
func BoundReconciler(inner reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
		result, err := inner.Reconcile(ctx, request)
		return result, BoundError(err)
	})
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package boundederror cuts the texts of errors and takes secrets out of them: an error may repeat what a shoot's API server or a Git host has
// answered, and libraries log it and write it into a status.
package boundederror

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
)

// Longest bounds a text, in bytes as JSON encodes it.
const Longest = 1024

// bounded is an error with another text.
type bounded struct {
	text string
	err  error
}

func (e *bounded) Error() string { return e.text }
func (e *bounded) Unwrap() error { return e.err }

// Of returns the error with a text that may be shown; nil for none.
func Of(err error) error {
	if err == nil {
		return nil
	}
	return &bounded{text: redaction.Excerpt(err.Error(), Longest), err: err}
}

// Reconciler returns the reconciler with errors that may be logged, which controller-runtime does.
func Reconciler(inner reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
		result, err := inner.Reconcile(ctx, request)
		return result, Of(err)
	})
}

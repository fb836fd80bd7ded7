// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package kube extends controller-runtime where it has no answer: retries of conflicting writes, error messages of bounded length, and a queue that
// serves projects fairly.
package kube

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

// Retry calls the function again, with client-go's default backoff, as long as it returns a conflict. The function has to read again what it
// writes. The error is that of the last call; if the context ends between two calls, it is the context's error and the last conflict.
//
// It is there because retry.RetryOnConflict takes a context error that the function returns, such as that of a request that has timed out,
// for the end of its own backoff, and returns nil if there was no conflict before. That also does not end its backoff with the context.
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

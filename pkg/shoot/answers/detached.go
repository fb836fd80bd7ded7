// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"context"
	"errors"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// longestReason bounds what is kept of the reason of a refusal, in bytes. Those that mean anything are shorter.
const longestReason = 64

// detachedError is a text, and the errors of which it is one, which have nothing of an answer.
type detachedError struct {
	text  string
	kinds []error
}

// Error returns the text.
func (e *detachedError) Error() string { return e.text }

// Unwrap returns of which errors it is one.
func (e *detachedError) Unwrap() []error { return e.kinds }

// Detached returns an error to be kept: with the brief text of the given one, as which it is refused, not asked, too large, a timeout, or
// cancelled, and with the reason and the code of an API server. Nothing else of the given error remains in memory with it: an error of a
// decoder may hold the whole answer.
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

// withoutMessage returns the error of an API server, with nothing but the reason and the code.
func withoutMessage(status metav1.Status) error {
	kept := metav1.Status{Status: metav1.StatusFailure, Code: status.Code}
	if len(status.Reason) <= longestReason {
		kept.Reason = metav1.StatusReason(strings.Clone(string(status.Reason)))
	}
	return &apierrors.StatusError{ErrStatus: kept}
}

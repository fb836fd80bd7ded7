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

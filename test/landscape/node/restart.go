// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"time"

	corev1 "k8s.io/api/core/v1"
)

const (
	maxBackoff = 5 * time.Minute
	// stable is the run time after which the back-off of a container is reset.
	stable = 10 * time.Minute
)

// waitingError keeps a container waiting for another attempt. It does not count as a failed run.
type waitingError struct {
	reason string
	err    error
}

func (e *waitingError) Error() string { return e.err.Error() }
func (e *waitingError) Unwrap() error { return e.err }

// restarts reports whether a container that ended with this exit code has to be restarted.
func restarts(policy corev1.RestartPolicy, init bool, code int) bool {
	switch {
	case policy == corev1.RestartPolicyNever:
		return false
	case init || policy == corev1.RestartPolicyOnFailure:
		return code != 0
	}
	return true
}

// restartBackoff calculates the pause before a restart: none for the first restart, and then the initial pause, which
// doubles with each restart.
type restartBackoff struct {
	initial, pause time.Duration
	again          bool
}

func (b *restartBackoff) next(ran time.Duration) time.Duration {
	if ran > stable {
		b.again, b.pause = false, 0
	}
	if !b.again {
		b.again = true
		return 0
	}
	b.pause = min(max(2*b.pause, b.initial), maxBackoff)
	return b.pause
}

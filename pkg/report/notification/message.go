// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostNamed is the maximum number of Shoots that a message names.
	mostNamed = 5
	// longestText is the maximum length of the text of a message, in bytes.
	longestText = 800
)

// identify returns the ID of a message. A resolution of one second is sufficient for the time, because two messages
// with the same subject are never created in the same second.
func identify(project, receiver, key string, now time.Time) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{project, receiver, key, now.UTC().Format(time.RFC3339)}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// reasonOf returns the reason of a message about Shoots in the given state. The empty state means a recovery.
func reasonOf(state fluxv1alpha1.ShootState) Reason {
	switch state {
	case fluxv1alpha1.ShootFailed:
		return ReasonFailed
	case fluxv1alpha1.ShootUnreachable:
		return ReasonUnreachable
	case fluxv1alpha1.ShootNotReported:
		return ReasonNotReported
	case fluxv1alpha1.ShootDegraded:
		return ReasonDegraded
	}
	return ReasonRecovered
}

// Title returns the subject of a message in one line. It does not contain texts from outside the extension.
func (m Message) Title() string {
	subject, are, have := fmt.Sprintf("%d Shoots", m.Count), "are", "have"
	if m.Count == 1 && len(m.Shoots) == 1 {
		subject, are, have = "Shoot "+m.Shoots[0], "is", "has"
	}
	cause := ""
	if m.Cause != "" {
		cause = ": " + string(m.Cause)
	}
	switch m.Reason {
	case ReasonFailed:
		return fmt.Sprintf("%s %s Failed%s", subject, are, cause)
	case ReasonUnreachable:
		return fmt.Sprintf("%s %s Unreachable", subject, are)
	case ReasonNotReported:
		return fmt.Sprintf("%s %s NotReported", subject, are)
	case ReasonDegraded:
		return fmt.Sprintf("%s %s Degraded%s", subject, are, cause)
	case ReasonRecovered:
		return fmt.Sprintf("%s %s recovered", subject, have)
	case ReasonStopped:
		return fmt.Sprintf("The rollout has stopped in ring %s", m.Ring)
	case ReasonRolledBack:
		if m.Ring == "" {
			return "The rollout was rolled back"
		}
		return "The rollout was rolled back in ring " + m.Ring
	case ReasonWaitsForApproval:
		return fmt.Sprintf("Ring %s waits for approval", m.Ring)
	case ReasonHolds:
		return fmt.Sprintf("Ring %s holds the rollout", m.Ring)
	case ReasonObjectsRemoved:
		return fmt.Sprintf("Shoots of ring %s have lost objects", m.Ring)
	case ReasonTest:
		return "Test of the notifications"
	}
	return string(m.Reason)
}

// IsProblem returns whether the message reports a problem.
func (m Message) IsProblem() bool {
	return m.Reason != ReasonRecovered && m.Reason != ReasonWaitsForApproval && m.Reason != ReasonHolds && m.Reason != ReasonTest
}

// plain converts a text from outside the extension to a single line of limited length. It removes credentials from
// URLs.
func plain(value string) string {
	return text.Redacted(value, longestText/2)
}

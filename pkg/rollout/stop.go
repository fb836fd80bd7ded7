// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"time"
)

// Stop is the operator's stop of all rollouts of the landscape. Until it ends, no ring begins or passes, and no member
// gets another target, not even as a correction, by an approval or by a rollback. Members that have a target already
// finish, and are judged.
type Stop struct {
	// Since is the time when the operator has stopped the rollouts, and Reason is the operator's reason.
	Since  time.Time
	Reason string
}

// String returns the stop as a sentence for members of projects.
func (s *Stop) String() string {
	return fmt.Sprintf("the operator has stopped all rollouts since %s: %s", s.Since.UTC().Format("2006-01-02 15:04 MST"), s.Reason)
}

// before returns the message of a rollout with the stop, which holds the rollout whatever else it waits for.
func (s *Stop) before(phase Phase, message string) string {
	switch {
	case s == nil:
		return message
	case phase == PhaseFrozen || message == "":
		return s.String()
	}
	return s.String() + "; " + message
}

// noteIn adds the stop to the Events about an operation that lets a step begin when the stop has ended.
func (s *Stop) noteIn(events []Event) {
	for i := range events {
		if reason := events[i].Reason; s != nil && (reason == ReasonApproved || reason == ReasonResumed) {
			events[i].Note += ". No step begins yet: " + s.String()
		}
	}
}

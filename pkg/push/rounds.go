// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import "time"

// Rounds are the times at which the groups that read one repository have their turns, one round after the other. A push in the middle of a round does not
// begin another one beside it: groups whose turns are to come have them for that push, and those that have had theirs have the next ones in the next round.
type Rounds struct {
	start, end time.Time
	length     time.Duration
}

// Turn returns the time after a push until the first turn of the group that has it after first in a round of that length. A turn that has to be known before
// it begins is at least notice after the push.
func (r *Rounds) Turn(pushedAt time.Time, first, length, notice time.Duration) time.Duration {
	if length != r.length || !pushedAt.Before(r.end) {
		r.start, r.length = pushedAt, length
		if r.end.After(pushedAt) {
			r.start = r.end // There are other Shoots than in the round that goes on.
		}
		r.end = r.start.Add(length)
	}
	turn := r.start.Add(first)
	if late := pushedAt.Add(notice).Sub(turn); late > 0 {
		turn = turn.Add((late + length - 1) / length * length)
	}
	if end := turn.Add(length - first); end.After(r.end) {
		r.end = end
	}
	return turn.Sub(pushedAt)
}

// IsOver returns whether all turns are over.
func (r *Rounds) IsOver(now time.Time) bool { return !now.Before(r.end) }

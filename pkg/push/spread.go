// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"errors"
	"time"
)

// ErrNotKnown is that of turns that are not known yet after a start, and will be.
var ErrNotKnown = errors.New("the webhooks of projects are not known yet")

// Turns are when the Shoots of a group are asked, one after the other.
type Turns struct {
	// First is the time of the first one, after the push.
	First time.Duration
	// Period is the time between two of them.
	Period time.Duration
}

// lead is the time in which a push reaches all seeds: none of them begins before, if so many Shoots are asked that their turns matter.
const lead = 1500 * time.Millisecond

// Spread gives groups of so many Shoots, which read one repository and do not know of each other, their turns, one group after the other: in no second
// are more of them asked in all than so many reads a second. A tenth is left for the time that requests are on their way. A group without Shoots has no
// turns. Groups at the same time would take longer: where their turns come close to each other, all have to be slower. The length is the time after which all
// have had their turns.
func Spread(groups []int, readsPerSecond int) (turns []Turns, length time.Duration) {
	all := 0
	for _, count := range groups {
		all += count
	}
	period := 11 * time.Second / time.Duration(10*readsPerSecond)
	var first time.Duration
	if all > readsPerSecond {
		first = lead
	}
	turns = make([]Turns, len(groups))
	for i, count := range groups {
		if count == 0 {
			continue
		}
		turns[i] = Turns{First: first, Period: period}
		first += period * time.Duration(count)
	}
	return turns, first
}

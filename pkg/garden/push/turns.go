// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"errors"
	"time"
)

// ErrNotKnown is returned for turns that are not known yet, and will be: after a start, or for a project that begins to read a repository while the turns
// of others are under way.
var ErrNotKnown = errors.New("the turns of the project are not known yet")

// Turns are when the Shoots of a group are asked, one after the other.
type Turns struct {
	// First is the time of the first one, after the push.
	First time.Duration
	// Period is the time between two of them.
	Period time.Duration
}

// lead is the time in which a push reaches all seeds: none of them begins before, if so many Shoots are asked that their turns matter.
const lead = 1500 * time.Millisecond

// slotOf returns the time between two reads of a repository, in the whole milliseconds that a Notice has. A tenth is left for the time that requests are on
// their way.
func slotOf(readsPerSecond int) time.Duration {
	slot := 11 * time.Second / time.Duration(10*readsPerSecond)
	return (slot + time.Millisecond - 1).Truncate(time.Millisecond)
}

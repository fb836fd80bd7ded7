// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push is shared by garden controller and seeds: the notice of a push, and the turns of Shoots to read the
// repository after it. It is pure: it must not send requests or read the clock.
package push

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ErrNotKnown is returned for turns that are not known yet: after a start, or for a project that begins to read a
// repository during the turns of others.
var ErrNotKnown = errors.New("the turns of the project are not known yet")

// Turns are the consecutive turns of the Shoots of a group.
type Turns struct {
	// First is the time of the first turn, after the push.
	First time.Duration
	// Period is the time between two turns.
	Period time.Duration
}

// longest bounds the times of a Notice. A later turn is useless, because the Shoot polls earlier.
const longest = 24 * time.Hour

// Notice notifies a seed of a push, and of the turns of its Shoots to read the source. It has no content. A
// forged notice can only make Shoots read their source.
type Notice struct {
	// PushedAt is the time of the push, in whole milliseconds.
	PushedAt time.Time
	Turns
}

// String returns the notice as on a notice board: three numbers of milliseconds.
func (n Notice) String() string {
	return fmt.Sprintf("%d-%d-%d", n.PushedAt.UnixMilli(), n.First.Milliseconds(), n.Period.Milliseconds())
}

// ReadNotice reads a notice, and returns false if the text is not one.
func ReadNotice(text string) (Notice, bool) {
	words := strings.Split(text, "-")
	if len(words) != 3 {
		return Notice{}, false
	}
	var numbers [3]int64
	for i, word := range words {
		number, err := strconv.ParseInt(word, 10, 64)
		if err != nil || number < 0 || i > 0 && number > longest.Milliseconds() {
			return Notice{}, false
		}
		numbers[i] = number
	}
	return Notice{PushedAt: time.UnixMilli(numbers[0]).UTC(), Turns: Turns{
		First: time.Duration(numbers[1]) * time.Millisecond, Period: time.Duration(numbers[2]) * time.Millisecond,
	}}, true
}

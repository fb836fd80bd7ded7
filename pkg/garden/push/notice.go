// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push contains the parts that garden controller and seeds share: the notice of a push, and the turns of Shoots
// to read the repository after a push. It must not send requests or read the clock.
package push

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ErrNotKnown is the error if turns are not known yet: after a start, or for a project that begins to read a repository
// during the turns of other projects.
var ErrNotKnown = errors.New("the turns of the project are not known yet")

// Turns are the consecutive turns of the Shoots of a group.
type Turns struct {
	// First is the time between the push and the first turn.
	First time.Duration
	// Period is the time between two turns.
	Period time.Duration
}

// longest is the maximum of the times in a Notice. A later turn would be useless, because the Shoot polls its source
// earlier.
const longest = 24 * time.Hour

// Notice notifies a seed of a push, and of the turns of its Shoots to read the source. It contains no data from the
// push, so that a forged notice can only make Shoots read their source.
type Notice struct {
	// PushedAt is the time of the push, in whole milliseconds.
	PushedAt time.Time
	Turns
}

// String returns the notice in the format of a notice board: three numbers of milliseconds.
func (n Notice) String() string {
	return fmt.Sprintf("%d-%d-%d", n.PushedAt.UnixMilli(), n.First.Milliseconds(), n.Period.Milliseconds())
}

// ReadNotice parses a notice. It returns false if the text is not a notice.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// longest bounds the times of a Notice: a turn that is later than any poll is none.
const longest = 24 * time.Hour

// Notice is what a seed is notified of: that there was a push, and when its Shoots are to be asked to read the source. It has no content, and what
// follows from a forged one is that they read it.
type Notice struct {
	// PushedAt is the time of the push, in whole milliseconds.
	PushedAt time.Time
	Turns
}

// String returns the notice as it is on a notice board: three numbers of milliseconds.
func (n Notice) String() string {
	return fmt.Sprintf("%d-%d-%d", n.PushedAt.UnixMilli(), n.First.Milliseconds(), n.Period.Milliseconds())
}

// ReadNotice reads a notice, and returns false if it is none.
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

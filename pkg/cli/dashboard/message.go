// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"regexp"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// message contains the parts of a status message, which the status joins to one text. The cause has a field of its own
// in the status.
type message struct {
	Error string `json:"error,omitempty"`
	Fix   string `json:"fix,omitempty"`
	// More names other objects, and has further lines of Flux's message.
	More string `json:"more,omitempty"`
}

var (
	// count begins the message about objects that are not ready.
	count = regexp.MustCompile(`^\d+ of \d+ objects are not ready\. `)
	// sentence is the end of a sentence and the beginning of the next one.
	sentence = regexp.MustCompile(`\. [A-Z0-9]`)
	more     = regexp.MustCompile(`(?:^|\. )(?:Also failing: |Further message of Flux: |\d+ more waiting$)`)
)

// messageOf splits the message of a Shoot with a cause. The extension writes the error, the fix and the rest, in this
// order. An error that the status quotes from a Flux object can have several sentences.
func messageOf(shoot *garden.Shoot) message {
	text := shoot.Message
	if shoot.Cause == "" {
		return message{Error: text}
	}
	end := len(count.FindString(text))
	if objects := shoot.Objects; objects != nil && len(objects.Failing) > 0 {
		quoted := strings.TrimRight(objects.Failing[0].Message, ".")
		if at := strings.Index(text, quoted); at > end {
			end = at + len(quoted)
		}
	}
	m := message{Error: text}
	if at := sentence.FindStringIndex(text[end:]); at != nil {
		m.Error, m.Fix = text[:end+at[0]], text[end+at[0]+2:]
	}
	if at := more.FindStringIndex(m.Fix); at != nil {
		m.Fix, m.More = m.Fix[:at[0]], strings.TrimPrefix(m.Fix[at[0]:], ". ")
	}
	return m
}

// brief returns the parts for a table row.
func (m message) brief() message {
	return message{Error: printer.Truncate(m.Error, longestMessage), Fix: printer.Truncate(m.Fix, longestMessage)}
}

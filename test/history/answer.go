// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history

// Answer is what another system says to the checks that ask it. The story that has it say so is the observer: it holds
// until the next one.
type Answer struct {
	// URL is the URL of a check as configured, and Query its query.
	URL   string `json:"url"`
	Query string `json:"query,omitempty"`
	// Good is true if the check requires this answer. An answer with an error is not good, and neither is none.
	Good bool `json:"good,omitempty"`
	// Text says what the answer is.
	Text string `json:"text,omitempty"`
}

// Key of an Answer.
func (a *Answer) Key() string { return key("answer", a.URL, a.Query) }

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Responses records the responses to requests of a tab as "status URL", including responses that scripts in the page
// cannot read.
type Responses struct {
	mutex sync.Mutex
	lines []string
}

// Record starts recording the responses to requests of a tab.
func Record(tab context.Context) (*Responses, error) {
	r := &Responses{}
	err := chromedp.Listen(tab, func(event any) {
		if received, is := event.(*network.EventResponseReceived); is {
			r.mutex.Lock()
			defer r.mutex.Unlock()
			r.lines = append(r.lines, fmt.Sprintf("%d %s", received.Response.Status, received.Response.URL))
		}
	})
	return r, err
}

// All returns the recorded responses.
func (r *Responses) All() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Clone(r.lines)
}

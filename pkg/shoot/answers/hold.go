// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"context"
	"sync"
)

type holdKey struct{}

// hold keeps the slot of a large answer until the decoded objects are no longer needed.
type hold struct {
	mutex sync.Mutex
	leave func()
}

// Hold returns a context for sequential requests with decoded answers, and a function to call when the
// decoded objects are no longer needed. Until then, or until the next request, a large answer occupies its
// slot. Only small parts of a decoded answer may be kept across requests, because a shoot can delay a
// request. Without Hold, an answer occupies its slot until its last byte is read.
func Hold(ctx context.Context) (context.Context, func()) {
	h := &hold{}
	return context.WithValue(ctx, holdKey{}, h), h.release
}

// enter gets a slot for a large answer, once for each answer.
func (h *hold) enter(ctx context.Context, gate *Gate, slow bool) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.leave != nil {
		return nil
	}
	var err error
	h.leave, err = gate.enter(ctx, slow)
	return err
}

func (h *hold) release() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.leave != nil {
		h.leave()
		h.leave = nil
	}
}

// holdOf returns the hold of a request, and whether it outlives the answer.
func holdOf(ctx context.Context) (*hold, bool) {
	if h, ok := ctx.Value(holdKey{}).(*hold); ok {
		return h, true
	}
	return &hold{}, false
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"context"
	"sync"
)

type holdKey struct{}

// hold keeps the room that a large answer takes until what was decoded from it is not needed any more.
type hold struct {
	mutex sync.Mutex
	leave func()
}

// Hold returns a context for requests, one after the other, whose answers are decoded, and a function to be called when what was decoded is
// not needed any more. Until then, or until the next of the requests, a large answer counts among those that are read at a time: of what was
// decoded, only what is small may be kept over a request, for which a shoot can let one wait. Without it, it counts until its last byte is read.
func Hold(ctx context.Context) (context.Context, func()) {
	h := &hold{}
	return context.WithValue(ctx, holdKey{}, h), h.release
}

// enter makes room for a large answer, once for each answer of the hold.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"sync/atomic"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// Releases has which default Flux version the Shoots of a seed may have, from its notice board. What was read last counts, also while the garden is
// unreachable.
type Releases struct {
	board NoticeBoard
	last  atomic.Pointer[versionrollout.Release]
}

// NewReleases returns Releases. No request is sent before Start.
func NewReleases(board NoticeBoard) *Releases { return &Releases{board: board} }

// Start follows the board until the context ends.
func (r *Releases) Start(ctx context.Context) error {
	return r.board.Watch(ctx, func(board *noticeboard.Board) {
		// A board that is deleted is written again.
		if board != nil {
			r.last.Store(new(board.Release()))
		}
	})
}

// NeedLeaderElection returns false: a replica knows the releases before it leads.
func (r *Releases) NeedLeaderElection() bool { return false }

// Release returns what is released; nothing if that is not known.
func (r *Releases) Release() versionrollout.Release {
	if last := r.last.Load(); last != nil {
		return *last
	}
	return versionrollout.Release{}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import "sync/atomic"

// Budget bounds the bytes of all answers to one operation.
type Budget struct {
	total int64
	taken atomic.Int64
}

// MiB returns the size of the budget.
func (b *Budget) MiB() int64 { return b.total >> 20 }

func (b *Budget) take(n int64) bool { return b == nil || b.taken.Add(n) <= b.total }

type budgetKey struct{}

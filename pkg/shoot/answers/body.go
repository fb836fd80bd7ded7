// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// body reads an answer within the limits.
type body struct {
	io.ReadCloser
	request *http.Request
	gate    *Gate
	slow    bool
	budget  *Budget
	most    int64

	hold    *hold
	outlive bool
	bytes   int64
	tokens  boundedjson.Counter
	failed  error
	ended   sync.Once
	// end is called after the last read, with its error.
	end func(error)
}

// Read reads unless a limit is exceeded.
func (b *body) Read(p []byte) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	n, err := b.ReadCloser.Read(p)
	b.bytes += int64(n)
	b.tokens.Count(p[:n])
	if failed := b.check(n); failed != nil {
		b.failed = failed
		return 0, failed
	}
	if err != nil && !errors.Is(err, io.EOF) {
		b.failed = err
	}
	return n, err
}

func (b *body) check(n int) error {
	switch {
	case b.bytes > b.most:
		return exceeded(b.request, true, "the answer is larger than %d KiB", b.most>>10)
	case b.tokens.Elements > MostElements:
		return exceeded(b.request, true, "the answer has more than %d elements", MostElements)
	case !b.budget.take(int64(n)):
		return exceeded(b.request, false, "the answers to all requests of this operation are together larger than %d MiB", b.budget.MiB())
	case b.bytes > smallBytes || b.tokens.Elements > smallElements:
		return b.hold.enter(b.request.Context(), b.gate, b.slow)
	}
	return nil
}

// Close closes the answer.
func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.ended.Do(func() {
		if !b.outlive {
			b.hold.release()
		}
		b.end(b.failed)
	})
	return err
}

// Budget bounds the bytes of all answers to one operation.
type Budget struct {
	total int64
	taken atomic.Int64
}

// MiB returns the size of the budget.
func (b *Budget) MiB() int64 { return b.total >> 20 }

func (b *Budget) take(n int64) bool { return b == nil || b.taken.Add(n) <= b.total }

type budgetKey struct{}

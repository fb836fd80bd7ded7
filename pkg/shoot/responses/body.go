// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package responses

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Limits of a response.
const (
	// MostBytes is the maximum size of a response. An API server stores no object larger than 3 MiB, and etcd by default
	// none larger than 1.5 MiB.
	MostBytes = 4 << 20
	// MostElements is the maximum number of objects, lists and entries in a response. An element of three bytes may use
	// three hundred bytes of memory.
	MostElements = 200_000
	// MostErrorBytes is the maximum size of a response with an error status.
	MostErrorBytes = 32 << 10
	// MostHeaderBytes is the maximum size of the headers of a response.
	MostHeaderBytes = 64 << 10
)

// body reads the body of a response within the limits.
type body struct {
	io.ReadCloser
	request *http.Request
	budget  *budget
	most    int64
	// enter waits for a slot for a large response.
	enter func() error
	// end is called after the last read or Close, with the error.
	end func(error)

	bytes  int64
	tokens boundedjson.Counter
	failed error
	ended  sync.Once
}

// Read reads from the body. It returns an error if the response exceeds a limit.
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
		return exceeded(b.request, true, "the response is larger than %d KiB", b.most>>10)
	case b.tokens.Elements > MostElements:
		return exceeded(b.request, true, "the response has more than %d elements", MostElements)
	case !b.budget.take(int64(n)):
		return exceeded(b.request, false, "the responses to all requests of this operation are larger than %d MiB in total", b.budget.total>>20)
	case b.bytes > smallBytes || b.tokens.Elements > smallElements:
		return b.enter()
	}
	return nil
}

// Close closes the body.
func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.ended.Do(func() { b.end(b.failed) })
	return err
}

// budget limits the total size of the responses of one operation.
type budget struct {
	total int64
	taken atomic.Int64
}

func (b *budget) take(n int64) bool { return b == nil || b.taken.Add(n) <= b.total }

type budgetKey struct{}

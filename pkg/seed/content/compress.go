// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package content

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
)

// Shared manifests are compressed once and stored for each shoot: the chosen quality takes a quarter of a second and
// saves 3 KiB per shoot. The next higher quality would take three times as long to save 500 more bytes. The manifests
// of a single shoot have a few KiB; a higher quality would only save six percent. The window sizes match the sizes of
// the manifests, because brotli always allocates and clears the complete window, and the default is larger.
const (
	sharedQuality = 10
	sharedWindow  = 18
	ownQuality    = 4
	ownWindow     = 16
)

// sharedBytes limits the size of the shared uncompressed manifests that the compressor keeps. The renderer keeps about
// as many bytes; both refer to the same memory.
const sharedBytes = 16 << 20

// ownBytes is the minimum size of manifests of a single shoot that are compressed with a new writer. A writer keeps the
// algorithm of its first use, and brotli selects a different algorithm for large inputs.
const ownBytes = 1 << 20

// Compressor compresses manifests. It compresses shared manifests only once. It is safe for concurrent use.
type Compressor struct {
	mutex sync.Mutex
	// shared contains the shared manifests, most recently used first.
	shared []compressedManifests
	// size is the total size of the YAML in shared, and limit its maximum. A single entry may exceed the limit.
	size, limit int
	// idle contains reusable writers for manifests of a single shoot. Each writer has tables of half a megabyte.
	idle chan *brotli.Writer
}

// idleWriters is the maximum number of idle writers. It matches the number of workers that compress concurrently on a
// machine with few processors. A sync.Pool would also keep a writer for each preempted worker.
const idleWriters = 2

// NewCompressor returns an empty Compressor.
func NewCompressor() *Compressor {
	return &Compressor{limit: sharedBytes, idle: make(chan *brotli.Writer, idleWriters)}
}

type compressedManifests struct {
	yaml []byte
	// compress compresses the manifests once. Concurrent callers wait for the result.
	compress func() ([]byte, error)
}

// Compress compresses manifests in the format of gardener-resource-manager
// (gardener/docs/concepts/resource-manager.md). Callers share the result and must not change it.
//
// Compress finds known shared manifests by comparison, which is almost free: the renderer returns the same slice for
// each shoot, and slices that refer to the same memory are not compared byte by byte. Hashing almost a megabyte would
// use a tenth of the CPU time of a reconciliation without changes.
func (c *Compressor) Compress(m Manifests) ([]byte, error) {
	if m.Shared {
		return c.find(m).compress()
	}
	if len(m.YAML) >= ownBytes {
		return compress(m, newOwnWriter())
	}
	var writer *brotli.Writer
	select {
	case writer = <-c.idle:
	default:
		writer = newOwnWriter()
	}
	defer func() {
		select {
		case c.idle <- writer:
		default:
		}
	}()
	return compress(m, writer)
}

func newOwnWriter() *brotli.Writer {
	return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: ownQuality, LGWin: ownWindow})
}

// find returns the entry for shared manifests, and adds it if it is missing. It does not wait for the compression.
func (c *Compressor) find(m Manifests) compressedManifests {
	c.mutex.Lock()
	defer c.mutex.Unlock()

	if i := slices.IndexFunc(c.shared, func(s compressedManifests) bool { return bytes.Equal(s.yaml, m.YAML) }); i >= 0 {
		found := compressedManifests{yaml: m.YAML, compress: c.shared[i].compress}
		copy(c.shared[1:i+1], c.shared[:i])
		c.shared[0] = found
		return found
	}
	added := compressedManifests{yaml: m.YAML, compress: sync.OnceValues(func() ([]byte, error) {
		return compress(m, brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: sharedQuality, LGWin: sharedWindow}))
	})}
	c.shared = slices.Insert(c.shared, 0, added)
	for c.size += len(m.YAML); c.size > c.limit && len(c.shared) > 1; {
		last := len(c.shared) - 1
		c.size -= len(c.shared[last].yaml)
		c.shared = slices.Delete(c.shared, last, last+1)
	}
	return added
}

// compress resets the writer and compresses the manifests with it.
func compress(m Manifests, writer *brotli.Writer) ([]byte, error) {
	var compressed bytes.Buffer
	writer.Reset(&compressed)
	_, err := writer.Write(m.YAML)
	if err = errors.Join(err, writer.Close()); err != nil {
		return nil, fmt.Errorf("failed to compress the manifests of ManagedResource %s: %w", m.Name, err)
	}
	return compressed.Bytes(), nil
}

// Decompress returns the original manifests for a result of Compress.
func Decompress(compressed []byte) ([]byte, error) {
	return io.ReadAll(brotli.NewReader(bytes.NewReader(compressed)))
}

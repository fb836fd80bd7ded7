// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package content

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
)

// Shared manifests are compressed once and stored for each shoot: a quarter of a second saves three KiB in each. The next higher quality
// would take three times as long, for 500 bytes. The manifests of a single shoot are a few KiB, of which a higher quality saves six percent. The
// windows fit the sizes; brotli's default is allocated and cleared whole each time.
const (
	sharedQuality = 10
	sharedWindow  = 18
	ownQuality    = 4
	ownWindow     = 16
)

// sharedBytes limits the shared manifests that are kept in memory, uncompressed. It is about what the renderer keeps of them at most, and as
// long as that keeps them, they are the same bytes.
const sharedBytes = 16 << 20

// ownBytes limits the manifests for which a writer is used again: for larger ones brotli chooses another algorithm, and a writer keeps that of
// the first.
const ownBytes = 1 << 20

// Compressor compresses manifests, and those that many shoots share only once. It is safe for concurrent use.
type Compressor struct {
	mutex sync.Mutex
	// shared are the most recently used first.
	shared []compressedManifests
	// size is that of their YAML, and limit the most that it may be, but for a single one.
	size, limit int
	// idle are writers for manifests of a single shoot, which keep tables of half a megabyte.
	idle chan *brotli.Writer
}

// idleWriters are as many as are in use at a time where processors are few. A sync.Pool keeps as many as workers were ever interrupted.
const idleWriters = 2

// NewCompressor returns a Compressor that has compressed nothing yet.
func NewCompressor() *Compressor {
	return &Compressor{limit: sharedBytes, idle: make(chan *brotli.Writer, idleWriters)}
}

type compressedManifests struct {
	yaml []byte
	// compress compresses them when it is called first. Whoever calls it then waits for that.
	compress func() ([]byte, error)
}

// Compress returns manifests in the form in which gardener-resource-manager reads them (gardener/docs/concepts/resource-manager.md). What it
// returns is shared, too.
//
// Shared manifests are found by comparing them. That costs next to nothing: the renderer returns the same slice for each shoot, and two equal
// slices of the same memory are not compared byte by byte. Hashing them, most of a megabyte, would take a tenth of the processor time of a
// reconciliation without any change.
func (c *Compressor) Compress(m Manifests) ([]byte, error) {
	if m.Shared {
		return c.find(m).compress()
	}
	if len(m.YAML) >= ownBytes {
		return compress(m, newOwnWriter())
	}
	writer := c.ownWriter()
	defer func() {
		select {
		case c.idle <- writer:
		default:
		}
	}()
	return compress(m, writer)
}

func (c *Compressor) ownWriter() *brotli.Writer {
	select {
	case writer := <-c.idle:
		return writer
	default:
		return newOwnWriter()
	}
}

func newOwnWriter() *brotli.Writer {
	return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: ownQuality, LGWin: ownWindow})
}

// find returns the shared manifests, which may not be compressed yet. Nobody waits here for those of others.
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

// compress writes the manifests with the writer, from the beginning.
func compress(m Manifests, writer *brotli.Writer) ([]byte, error) {
	var compressed bytes.Buffer
	writer.Reset(&compressed)
	if _, err := writer.Write(m.YAML); err != nil {
		return nil, fmt.Errorf("failed to compress the manifests of ManagedResource %s: %w", m.Name, err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("failed to compress the manifests of ManagedResource %s: %w", m.Name, err)
	}
	return compressed.Bytes(), nil
}

// Decompress returns manifests that Compress has compressed.
func Decompress(compressed []byte) ([]byte, error) {
	return io.ReadAll(brotli.NewReader(bytes.NewReader(compressed)))
}

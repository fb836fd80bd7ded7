// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package buckethost is the S3-compatible storage of the landscape: buckets in memory, served over HTTP to those who sign
// their requests with the host's keys.
// It listens on loopback only, and over the network it must not be written to.
package buckethost

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Host serves buckets until Stop is called.
type Host struct {
	// AccessKey and SecretKey are what readers sign their requests with.
	AccessKey, SecretKey string

	listener net.Listener
	server   *http.Server
	serving  sync.WaitGroup

	backend *s3mem.Backend
	// puts keeps calls of Put apart: the backend reports a bucket that exists as an error.
	puts sync.Mutex
	// temporary are keys that end, by access key.
	keys      sync.RWMutex
	temporary map[string]TemporaryKeys
}

// TemporaryKeys are keys that end, as a token service gives them.
type TemporaryKeys struct {
	// SecretKey and SessionToken are what readers sign their requests with.
	SecretKey, SessionToken string
	// Expires is when they end.
	Expires time.Time
}

// AddTemporaryKeys lets those read who sign their requests with these keys.
func (h *Host) AddTemporaryKeys(accessKey string, keys TemporaryKeys) {
	h.keys.Lock()
	defer h.keys.Unlock()
	h.temporary[accessKey] = keys
}

// Start brings up a storage on a free loopback port. It serves until Stop is called; the context bounds the start only.
func Start(ctx context.Context) (*Host, error) {
	var listenConfig net.ListenConfig
	listener, err := listenConfig.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the bucket storage: %w", err)
	}
	h := &Host{AccessKey: rand.Text(), SecretKey: rand.Text(), listener: listener, backend: s3mem.New(), temporary: map[string]TemporaryKeys{}}
	h.server = &http.Server{
		Handler:           h.authenticate(gofakes3.New(h.backend, gofakes3.WithoutVersioning()).Server()),
		ReadHeaderTimeout: 10 * time.Second,
	}
	h.serving.Go(func() { _ = h.server.Serve(listener) })
	return h, nil
}

// Stop closes all connections and returns when nothing is served any more.
func (h *Host) Stop() {
	// What cannot be closed is closed already.
	_ = h.server.Close()
	h.serving.Wait()
}

// Endpoint returns host and port as a Bucket names them, with 'insecure: true'.
func (h *Host) Endpoint() string {
	return h.listener.Addr().String()
}

// Put writes files (by key, with their content) into a bucket, which is created if it does not exist. Files that are not
// named keep their content.
func (h *Host) Put(ctx context.Context, bucket string, files map[string]string) error {
	h.puts.Lock()
	defer h.puts.Unlock()
	exists, err := h.backend.BucketExists(bucket)
	if err == nil && !exists {
		err = h.backend.CreateBucket(bucket)
	}
	if err != nil {
		return fmt.Errorf("creating bucket %s: %w", bucket, err)
	}
	for _, key := range slices.Sorted(maps.Keys(files)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		content := files[key]
		// What would come with a request over HTTP; clients refuse to read files without it.
		metadata := map[string]string{"Last-Modified": time.Now().UTC().Format(http.TimeFormat)}
		if _, err := h.backend.PutObject(bucket, key, metadata, strings.NewReader(content), int64(len(content)), nil); err != nil {
			return fmt.Errorf("writing %s into bucket %s: %w", key, bucket, err)
		}
	}
	return nil
}

// Remove takes keys away from a bucket. That there is nothing to take away is no error, as for S3.
func (h *Host) Remove(ctx context.Context, bucket string, keys ...string) error {
	for _, key := range keys {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := h.backend.DeleteObject(bucket, key); err != nil {
			return fmt.Errorf("removing %s from bucket %s: %w", key, bucket, err)
		}
	}
	return nil
}

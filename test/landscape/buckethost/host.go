// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package buckethost is the S3-compatible storage of the landscape. It serves buckets from memory over HTTP to requests
// that are signed with the host's keys. It must not accept writes over the network.
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
	// AccessKey and SecretKey sign the requests of readers.
	AccessKey, SecretKey string

	listener net.Listener
	server   *http.Server
	serving  sync.WaitGroup

	backend *s3mem.Backend
	// puts serializes calls of Put. Otherwise, two calls could create the same bucket, which is an error of the backend.
	puts sync.Mutex
	// temporary has the temporary keys by access key, and keys protects it.
	keys      sync.RWMutex
	temporary map[string]TemporaryKeys
}

// TemporaryKeys are the keys of a token service, which expire.
type TemporaryKeys struct {
	// SecretKey and SessionToken sign the requests of readers.
	SecretKey, SessionToken string
	// Expires is the time when the keys expire.
	Expires time.Time
}

// AddTemporaryKeys allows reads that are signed with these keys.
func (h *Host) AddTemporaryKeys(accessKey string, keys TemporaryKeys) {
	h.keys.Lock()
	defer h.keys.Unlock()
	h.temporary[accessKey] = keys
}

// Start starts a storage on a free port of the address. It serves until Stop is called. The context limits only the
// start.
func Start(ctx context.Context, address string) (*Host, error) {
	var listenConfig net.ListenConfig
	listener, err := listenConfig.Listen(ctx, "tcp", net.JoinHostPort(address, "0"))
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

// Stop closes all connections, and returns when the server has stopped.
func (h *Host) Stop() {
	// An error means that it is already closed.
	_ = h.server.Close()
	h.serving.Wait()
}

// Endpoint returns the host and port for spec.endpoint of a Bucket, which also needs 'insecure: true'.
func (h *Host) Endpoint() string {
	return h.listener.Addr().String()
}

// Put writes files (content by key) into a bucket, and creates the bucket if it does not exist. Other files are
// unchanged.
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
		// Clients refuse to read files without this header.
		metadata := map[string]string{"Last-Modified": time.Now().UTC().Format(http.TimeFormat)}
		if _, err := h.backend.PutObject(bucket, key, metadata, strings.NewReader(content), int64(len(content)), nil); err != nil {
			return fmt.Errorf("writing %s into bucket %s: %w", key, bucket, err)
		}
	}
	return nil
}

// Remove removes keys from a bucket. As in S3, a missing key is not an error.
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

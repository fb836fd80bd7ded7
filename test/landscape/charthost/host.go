// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package charthost is the host of Helm charts in the landscape. It serves repositories from memory over HTTP to all
// clients, with an index that Helm's library writes. It listens only on loopback, and must not accept writes over the
// network.
package charthost

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	helmrepo "helm.sh/helm/v4/pkg/repo/v1"
	"sigs.k8s.io/yaml"
)

const indexFile = "index.yaml"

// Host serves chart repositories until Stop is called.
type Host struct {
	listener net.Listener
	server   *http.Server
	serving  sync.WaitGroup

	lock         sync.RWMutex
	repositories map[string]*repository
}

// repository has the index of a chart repository, and the content of its files by name, including the encoded index.
type repository struct {
	index *helmrepo.IndexFile
	files map[string][]byte
}

// Start starts a host on a free loopback port. It serves until Stop is called. The context limits only the start.
func Start(ctx context.Context) (*Host, error) {
	var listenConfig net.ListenConfig
	listener, err := listenConfig.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the chart repositories: %w", err)
	}
	h := &Host{listener: listener, repositories: map[string]*repository{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{path...}", h.serve)
	h.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	h.serving.Go(func() { _ = h.server.Serve(listener) })
	return h, nil
}

// Stop closes all connections, and returns when the server has stopped.
func (h *Host) Stop() {
	// An error means that it is already closed.
	_ = h.server.Close()
	h.serving.Wait()
}

// URL returns the URL of a repository for a HelmRepository. The first push of a chart creates the repository.
func (h *Host) URL(repository string) string {
	return fmt.Sprintf("http://%s/%s", h.listener.Addr(), repository)
}

// Push packages the files of a chart's directory (content by path), adds the chart to the repository's index, and
// returns the chart's version. As in public repositories, a version can be pushed only once.
func (h *Host) Push(ctx context.Context, name string, files map[string]string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	chart, err := Package(files)
	if err != nil {
		return "", err
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	repo, exists := h.repositories[name]
	if !exists {
		repo = &repository{index: helmrepo.NewIndexFile(), files: map[string][]byte{}}
	}
	file := chart.Metadata.Name + "-" + chart.Metadata.Version + ".tgz"
	if _, exists := repo.files[file]; exists {
		return "", fmt.Errorf("repository %s already has version %s of chart %s", name, chart.Metadata.Version, chart.Metadata.Name)
	}
	digest := sha256.Sum256(chart.Archive)
	if err := repo.index.MustAdd(chart.Metadata, file, h.URL(name), hex.EncodeToString(digest[:])); err != nil {
		return "", fmt.Errorf("indexing chart %s: %w", chart.Metadata.Name, err)
	}
	repo.index.SortEntries()
	repo.index.Generated = time.Now()
	index, err := yaml.Marshal(repo.index)
	if err != nil {
		return "", fmt.Errorf("writing the index of repository %s: %w", name, err)
	}
	repo.files[file], repo.files[indexFile] = chart.Archive, index
	h.repositories[name] = repo
	return chart.Metadata.Version, nil
}

func (h *Host) serve(w http.ResponseWriter, r *http.Request) {
	repository, file := path.Split(r.PathValue("path"))
	h.lock.RLock()
	var content []byte
	if repo, exists := h.repositories[strings.TrimSuffix(repository, "/")]; exists {
		content = repo.files[file]
	}
	h.lock.RUnlock()
	if content == nil {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, file, time.Time{}, bytes.NewReader(content))
}

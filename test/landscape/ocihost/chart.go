// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ocihost

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"path"

	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/registry"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/charthost"
)

// PushChart packages a Helm chart (content by path), pushes it with Helm's library, and returns the digest of the
// artifact. The name of the chart is appended to the repository, and the version of the chart is the tag.
func (h *Host) PushChart(ctx context.Context, repository string, files map[string]string) (string, error) {
	chart, err := charthost.Package(files)
	if err != nil {
		return "", err
	}
	return h.pushChart(ctx, repository, chart)
}

// PushArchive pushes a packaged Helm chart as it is. Otherwise, it is like PushChart.
func (h *Host) PushArchive(ctx context.Context, repository string, archive []byte) (string, error) {
	loaded, err := loader.LoadArchive(bytes.NewReader(archive))
	if err != nil {
		return "", fmt.Errorf("reading a chart: %w", err)
	}
	return h.pushChart(ctx, repository, charthost.Chart{Metadata: loaded.Metadata, Archive: archive})
}

func (h *Host) pushChart(ctx context.Context, repository string, chart charthost.Chart) (string, error) {
	// The library has no context parameter.
	if err := ctx.Err(); err != nil {
		return "", err
	}
	name := path.Join(repository, chart.Metadata.Name)
	h.lock.RLock()
	credentials := h.protected[name]
	h.lock.RUnlock()
	options := []registry.ClientOption{registry.ClientOptPlainHTTP()}
	if h.roots != nil {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: h.roots, MinVersion: tls.VersionTLS12}}
		defer transport.CloseIdleConnections()
		options = []registry.ClientOption{registry.ClientOptHTTPClient(&http.Client{Transport: transport})}
	}
	if credentials != (Credentials{}) {
		options = append(options, registry.ClientOptBasicAuth(credentials.Username, credentials.Password))
	}
	client, err := registry.NewClient(options...)
	if err != nil {
		return "", fmt.Errorf("creating a client for charts: %w", err)
	}
	pushed, err := client.Push(chart.Archive, h.reference(name)+":"+chart.Metadata.Version)
	if err != nil {
		return "", fmt.Errorf("pushing a chart to repository %s: %w", repository, err)
	}
	return pushed.Manifest.Digest, nil
}

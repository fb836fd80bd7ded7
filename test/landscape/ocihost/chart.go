// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ocihost

import (
	"context"
	"fmt"
	"path"

	"helm.sh/helm/v4/pkg/registry"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/charthost"
)

// PushChart packages a Helm chart (content by path), pushes it with Helm's library, and returns the digest of the
// artifact. The name of the chart is appended to the repository, and the version of the chart is the tag.
func (h *Host) PushChart(ctx context.Context, repository string, files map[string]string) (string, error) {
	// The library has no context parameter.
	if err := ctx.Err(); err != nil {
		return "", err
	}
	chart, err := charthost.Package(files)
	if err != nil {
		return "", err
	}
	name := path.Join(repository, chart.Metadata.Name)
	h.lock.RLock()
	credentials := h.protected[name]
	h.lock.RUnlock()
	options := []registry.ClientOption{registry.ClientOptPlainHTTP()}
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charthost

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"helm.sh/helm/v4/pkg/chart/loader/archive"
	chartv2 "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/chart/v2/util"
)

// Chart is a packaged chart.
type Chart struct {
	// Metadata is the content of Chart.yaml.
	Metadata *chartv2.Metadata
	// Archive is the output of 'helm package'.
	Archive []byte
}

// Package packages the files of a chart's directory (content by path), as 'helm package' does.
func Package(files map[string]string) (Chart, error) {
	if len(files) == 0 {
		return Chart{}, errors.New("a chart needs files")
	}
	buffered := make([]*archive.BufferedFile, 0, len(files))
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if !filepath.IsLocal(path) {
			return Chart{}, fmt.Errorf("path %q is outside of the chart", path)
		}
		buffered = append(buffered, &archive.BufferedFile{Name: filepath.ToSlash(path), Data: []byte(files[path])})
	}
	loaded, err := loader.LoadFiles(buffered)
	if err != nil {
		return Chart{}, fmt.Errorf("loading a chart: %w", err)
	}
	dir, err := os.MkdirTemp("", "chart-")
	if err != nil {
		return Chart{}, fmt.Errorf("packaging chart %s: %w", loaded.Name(), err)
	}
	defer os.RemoveAll(dir)
	path, err := util.Save(loaded, dir)
	if err != nil {
		return Chart{}, fmt.Errorf("packaging chart %s: %w", loaded.Name(), err)
	}
	content, err := os.ReadFile(path) // #nosec G304 -- what was just written
	if err != nil {
		return Chart{}, fmt.Errorf("packaging chart %s: %w", loaded.Name(), err)
	}
	return Chart{Metadata: loaded.Metadata, Archive: content}, nil
}

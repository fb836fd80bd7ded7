// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// chartVersion and appVersion match the lines of a Chart.yaml with the versions of chart and image.
var (
	chartVersion = regexp.MustCompile(`(?m)^version:.*$`)
	appVersion   = regexp.MustCompile(`(?m)^appVersion:.*$`)
)

// Package returns the archive of a chart for Helm or for the rawChart of a ControllerDeployment, with the given version
// for chart and image. The same files and version produce identical bytes, because the archive contains no time and no
// owner.
func Package(chart, version string) ([]byte, error) {
	var archive bytes.Buffer
	compressed := gzip.NewWriter(&archive)
	if err := writeChart(tar.NewWriter(compressed), chart, version); err != nil {
		return nil, fmt.Errorf("failed to package chart %s: %w", chart, err)
	}
	if err := compressed.Close(); err != nil {
		return nil, fmt.Errorf("failed to package chart %s: %w", chart, err)
	}
	return archive.Bytes(), nil
}

// WithVersion returns a Chart.yaml with the given version, such as v1.2.3, for chart and image. The version of a chart
// has no "v".
func WithVersion(metadata []byte, version string) []byte {
	stamped := appVersion.ReplaceAll(metadata, []byte("appVersion: "+version))
	return chartVersion.ReplaceAll(stamped, []byte("version: "+strings.TrimPrefix(version, "v")))
}

func writeChart(archive *tar.Writer, chart, version string) error {
	metadata, err := files.ReadFile(path.Join(chart, "Chart.yaml"))
	if err != nil {
		return err
	}
	name := regexp.MustCompile(`(?m)^name: *(\S+)$`).FindSubmatch(metadata)
	if name == nil {
		return errors.New("its Chart.yaml has no name")
	}
	charts, err := fs.Sub(files, chart)
	if err != nil {
		return err
	}
	err = fs.WalkDir(charts, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || file == ".helmignore" {
			return err
		}
		content, err := fs.ReadFile(charts, file)
		if err != nil {
			return err
		}
		if file == "Chart.yaml" {
			content = WithVersion(content, version)
		}
		// Helm expects all files in a directory with the name of the chart.
		header := &tar.Header{Name: path.Join(string(name[1]), file), Mode: 0o644, Size: int64(len(content)), Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		_, err = archive.Write(content)
		return err
	})
	if err != nil {
		return err
	}
	return archive.Close()
}

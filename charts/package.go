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
)

// chartVersions are the lines of a Chart.yaml that name the version of the chart and that of the image.
var chartVersions = regexp.MustCompile(`(?m)^(version|appVersion):.*$`)

// Package returns a chart as the archive that Helm and the rawChart of a ControllerDeployment have, with the given version
// for the chart and for the image. The same files and version give the same bytes: no time and no owner is in them.
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

// WithVersion returns a Chart.yaml with the given version for the chart and for the image.
func WithVersion(metadata []byte, version string) []byte {
	return chartVersions.ReplaceAll(metadata, []byte("$1: "+version))
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
		// Helm expects everything in a directory with the chart's name.
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

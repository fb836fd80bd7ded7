// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

const (
	// imagesFile lists every image that an installation pulls, so that users can copy them to a private registry.
	imagesFile = "images.txt"
	// chartsFile lists the charts with their digests in a registry.
	chartsFile = "charts.txt"
	// sumsFile has the checksums of all other files, in the format of sha256sum --check.
	sumsFile = "SHA256SUMS"
)

// artifacts returns the content of every file by file name.
func (o options) artifacts(ctx context.Context) (map[string][]byte, error) {
	files, err := o.release.Files()
	if err != nil {
		return nil, err
	}
	flux, err := fluxImages(ctx, o.plugin)
	if err != nil {
		return nil, err
	}
	files[imagesFile] = slices.Concat([]byte(o.release.PinnedImageReference()+"\n"), flux)
	if files[chartsFile], err = chartReferences(o.release); err != nil {
		return nil, err
	}
	if files[o.release.LandscapeKitArchiveName()], err = landscapeKitArchive(o.release); err != nil {
		return nil, err
	}
	if files[manifests.ComponentDescriptorFile], err = o.release.ComponentDescriptor(); err != nil {
		return nil, err
	}
	archives, err := o.pluginArchives()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, archives)
	for _, file := range o.included {
		name := filepath.Base(file)
		if _, taken := files[name]; taken || name == sumsFile {
			return nil, fmt.Errorf("%s has the name of a file of the release", file)
		}
		if files[name], err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	files[sumsFile] = sums(files)
	return files, nil
}

func chartReferences(release manifests.Release) ([]byte, error) {
	var lines bytes.Buffer
	for _, chart := range manifests.Charts() {
		artifact, err := release.Artifact(chart)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&lines, "%s@%s\n", release.ChartReference(chart.Name), artifact.Manifest.Digest)
	}
	return lines.Bytes(), nil
}

// landscapeKitArchive returns an archive with the component of gardener-landscape-kit.
func landscapeKitArchive(release manifests.Release) ([]byte, error) {
	component, err := release.LandscapeKit()
	if err != nil {
		return nil, err
	}
	var files []archived
	for _, name := range slices.Sorted(maps.Keys(component)) {
		files = append(files, archived{name, component[name], 0o644})
	}
	return tarball(files)
}

func sums(files map[string][]byte) []byte {
	var lines bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return lines.Bytes()
}

// write writes the files to a directory. It refuses a directory with other files, because SHA256SUMS would not list
// them.
func write(directory string, files map[string][]byte) error {
	if directory == "" {
		return errors.New("--out names no directory")
	}
	if err := os.MkdirAll(directory, 0o755); err != nil { //nolint:gosec // nothing in it is secret
		return err
	}
	there, err := os.ReadDir(directory)
	if err != nil {
		return err
	}
	for _, entry := range there {
		if _, ours := files[entry.Name()]; !ours {
			return fmt.Errorf("%s is in %s and no part of the release: choose another directory", entry.Name(), directory)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(directory, name), files[name], 0o644); err != nil { //nolint:gosec // nothing in it is secret
			return err
		}
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sigs.k8s.io/yaml"
)

const (
	pluginName = "kubectl-shoot_flux"
	// pluginManifest is the file name of the krew manifest (krew.sigs.k8s.io/docs/developer-guide/plugin-manifest).
	pluginManifest = "shoot-flux.yaml"
	// completion is the script that kubectl runs to complete the arguments of a plugin (kubectl plugin --help).
	completion = "#!/bin/sh\nexec kubectl shoot-flux __complete \"$@\"\n"
	downloads  = "https://github.com/shoot-flux/gardener-extension-shoot-flux/releases/download/"
	// largestPlugin is the size limit of the plugin in bytes on each platform. A larger plugin nearly always contains a
	// package that a CLI does not need. 'go tool nm -size -sort size' of a build without -s -w shows which.
	largestPlugin = 48 << 20
)

// archiveTime is the modification time of all files in archives, so that two builds of a commit are identical. It is
// the earliest time that zip supports.
var archiveTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// archived is a file in an archive.
type archived struct {
	name    string
	content []byte
	mode    fs.FileMode
}

// pluginArchives returns an archive for each platform in the plugins directory (<os>-<arch>/kubectl-shoot_flux), and
// the manifests for krew and Flux's CLI, by file name.
func (o options) pluginArchives() (map[string][]byte, error) {
	licence, err := os.ReadFile(o.licence)
	if err != nil {
		return nil, err
	}
	platforms, err := os.ReadDir(o.plugins)
	if err != nil {
		return nil, err
	}
	files, manifest := map[string][]byte{}, newManifest(o.release.Version)
	for _, entry := range platforms {
		system, architecture, is := strings.Cut(entry.Name(), "-")
		if !is {
			return nil, fmt.Errorf("%s in %s is no platform, such as linux-amd64", entry.Name(), o.plugins)
		}
		name, pack, program := pluginName+"-"+o.release.Version+"-"+entry.Name()+".tar.gz", tarball, pluginName
		if system == "windows" {
			name, pack, program = strings.TrimSuffix(name, ".tar.gz")+".zip", zipFile, program+".exe"
		}
		content, err := os.ReadFile(filepath.Join(o.plugins, entry.Name(), program))
		if err != nil {
			return nil, err
		}
		if len(content) > largestPlugin {
			return nil, fmt.Errorf("%s for %s has %d bytes and may have %d: find what it contains that it does not need", program, entry.Name(), len(content), largestPlugin)
		}
		if files[name], err = pack([]archived{{program, content, 0o755}, {"kubectl_complete-shoot_flux", []byte(completion), 0o755}, {"LICENSE", licence, 0o644}}); err != nil {
			return nil, err
		}
		manifest.add(system, architecture, downloads+o.release.Version+"/"+name, fmt.Sprintf("%x", sha256.Sum256(files[name])), program)
	}
	if len(files) == 0 {
		return nil, errors.New("there is no plugin in " + o.plugins)
	}
	for name, content := range map[string]any{pluginManifest: manifest, fluxManifest: newFluxPlugin(manifest)} {
		if files[name], err = yaml.Marshal(content); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func tarball(files []archived) ([]byte, error) {
	packed := &bytes.Buffer{}
	compressed := gzip.NewWriter(packed)
	archive := tar.NewWriter(compressed)
	for _, file := range files {
		if err := archive.WriteHeader(&tar.Header{Name: file.name, Size: int64(len(file.content)), Mode: int64(file.mode), ModTime: archiveTime, Format: tar.FormatUSTAR}); err != nil {
			return nil, err
		}
		if _, err := archive.Write(file.content); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(archive.Close(), compressed.Close()); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func zipFile(files []archived) ([]byte, error) {
	packed := &bytes.Buffer{}
	archive := zip.NewWriter(packed)
	for _, file := range files {
		header := &zip.FileHeader{Name: file.name, Method: zip.Deflate, Modified: archiveTime}
		header.SetMode(file.mode)
		writer, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := writer.Write(file.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// manifest is a krew manifest.
type manifest struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Metadata   map[string]string `json:"metadata"`
	Spec       manifestSpec      `json:"spec"`
}

type manifestSpec struct {
	Version          string     `json:"version"`
	Homepage         string     `json:"homepage"`
	ShortDescription string     `json:"shortDescription"`
	Description      string     `json:"description"`
	Platforms        []platform `json:"platforms"`
}

type platform struct {
	Selector map[string]map[string]string `json:"selector"`
	URI      string                       `json:"uri"`
	SHA256   string                       `json:"sha256"`
	Bin      string                       `json:"bin"`
}

func newManifest(version string) *manifest {
	return &manifest{
		APIVersion: "krew.googlecontainertools.github.com/v1alpha2", Kind: "Plugin", Metadata: map[string]string{"name": "shoot-flux"},
		Spec: manifestSpec{
			Version: version, Homepage: "https://github.com/shoot-flux/gardener-extension-shoot-flux", ShortDescription: "Show and steer Flux in Gardener shoots",
			Description: "Shows and controls Flux in shoots of Gardener projects, waits for it, rotates deploy keys,\nand previews deliveries.\n",
		},
	}
}

func (m *manifest) add(system, architecture, uri, sum, program string) {
	m.Spec.Platforms = append(m.Spec.Platforms, platform{
		Selector: map[string]map[string]string{"matchLabels": {"os": system, "arch": architecture}}, URI: uri, SHA256: sum, Bin: program,
	})
}

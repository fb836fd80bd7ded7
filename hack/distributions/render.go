// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/fluxcd/flux2/v2/pkg/manifestgen/install"
)

const (
	fluxModule   = "github.com/fluxcd/flux2/v2"
	manifestFile = "gotk-components.yaml"

	// copiesModule contains copies of the files in the manifests.tar.gz of each Flux release. Some of the modules from
	// which these files can be built are not available for older controllers.
	copiesModule = "github.com/controlplaneio-fluxcd/flux-operator"
	copiesPath   = "config/data/flux"
)

// render returns the manifests of one Flux version with all its components and otherwise the default options of `flux
// install`.
//
// It generates them from copies of the release's files. It also builds the files whose modules of flux2 and the
// controllers are available, returns an error if the manifests then differ, and returns the names of these files. If
// flux2 of that version is not available, it builds only the controllers, with the templates of another version.
func render(ctx context.Context, modules *moduleSource, copies, version string, versions []string, prove bool) (_ []byte, proven []string, err error) {
	work, err := os.MkdirTemp("", "flux-distribution-")
	if err != nil {
		return nil, nil, fmt.Errorf("creating a work directory: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()

	copied, err := copyRelease(copies, version, filepath.Join(work, "copied"))
	if err != nil {
		return nil, nil, err
	}
	manifests, err := generate(copied, version)
	if err != nil {
		return nil, nil, err
	}
	templates, err := templatesFor(ctx, modules, version, versions, prove)
	if err != nil {
		return nil, nil, err
	}
	if !prove && templates == "" {
		return manifests, nil, nil
	}
	built, err := copyRelease(copies, version, filepath.Join(work, "built"))
	if err != nil {
		return nil, nil, err
	}
	proven, err = buildRelease(ctx, modules, version, cmp.Or(templates, version), prove, built, work)
	switch {
	case err != nil:
		return nil, nil, err
	case len(proven) == 0 && prove:
		return nil, nil, fmt.Errorf("no module of Flux %s is available to compare with", version)
	case len(proven) == 0:
		return manifests, nil, nil
	}
	proof, err := generate(built, version)
	if err != nil {
		return nil, nil, err
	}
	if !bytes.Equal(manifests, proof) {
		return nil, nil, fmt.Errorf("the files of the release in %s are not those that the modules of Flux make of %s", copiesModule, strings.Join(proven, ", "))
	}
	return manifests, proven, nil
}

// generate returns the output of `flux install --export` for the files of a release.
func generate(release, version string) ([]byte, error) {
	options := install.MakeDefaultOptions()
	options.Version = version
	options.Components = componentsOf(release)
	manifest, err := install.Generate(options, release)
	if err != nil {
		return nil, fmt.Errorf("generating the install manifests: %w", err)
	}
	return []byte(manifest.Content), nil
}

// componentsOf returns the components of a release, default components first.
func componentsOf(release string) []string {
	return slices.DeleteFunc(allComponents(), func(component string) bool {
		_, err := os.Stat(filepath.Join(release, component+".yaml"))
		return err != nil
	})
}

// allComponents returns the components in Flux's library, default components first.
func allComponents() []string {
	options := install.MakeDefaultOptions()
	return slices.Concat(options.Components, options.ComponentsExtra)
}

// copyRelease copies the files of a release to a directory, because flux2's library writes into the directory of the
// files.
func copyRelease(copies, version, to string) (string, error) {
	from := filepath.Join(copies, filepath.FromSlash(copiesPath), version)
	if _, err := os.Stat(from); err != nil {
		return "", fmt.Errorf("%s has no files of the release, a newer version of it (-copies) may: %w", copiesModule, err)
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return "", fmt.Errorf("copying the files of the release: %w", err)
	}
	return to, nil
}

// write writes the distributions and their checksums, and removes distributions of other versions.
func write(out string, versions []string, rendered map[string][]byte) error {
	present, err := filepath.Glob(filepath.Join(out, "v*", manifestFile))
	if err != nil {
		return fmt.Errorf("listing distributions: %w", err)
	}
	for _, file := range present {
		directory := filepath.Dir(file)
		if slices.Contains(versions, filepath.Base(directory)) {
			continue
		}
		if err := os.RemoveAll(directory); err != nil {
			return fmt.Errorf("removing a distribution: %w", err)
		}
	}

	for _, version := range versions {
		if err := writeVersion(filepath.Join(out, version), rendered[version]); err != nil {
			return fmt.Errorf("writing the distribution of Flux %s: %w", version, err)
		}
	}
	return nil
}

// writeVersion writes the manifests as text for reviewers and compressed for the binary, and the checksum of the text
// in the format of sha256sum.
func writeVersion(directory string, manifests []byte) error {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	var compressed bytes.Buffer
	writer := brotli.NewWriterLevel(&compressed, brotli.BestCompression)
	_, err := writer.Write(manifests)
	if err := errors.Join(err, writer.Close()); err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		manifestFile:         manifests,
		manifestFile + ".br": compressed.Bytes(),
		"SHA256SUMS":         fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(manifests), manifestFile),
	} {
		if err := os.WriteFile(filepath.Join(directory, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

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
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/fluxcd/flux2/v2/pkg/manifestgen/install"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const (
	fluxModule   = "github.com/fluxcd/flux2/v2"
	manifestFile = "gotk-components.yaml"

	// copiesModule holds copies of the files that each Flux release carries as manifests.tar.gz. The modules of older versions'
	// controllers, from which these files are built, are not all to be had.
	copiesModule = "github.com/controlplaneio-fluxcd/flux-operator"
	copiesPath   = "config/data/flux"
)

// render returns the manifests of one Flux version with all components that it has, and otherwise the options of `flux install`.
//
// They come from the copies of the release's files, in a directory of the module that holds them. What can be built from the modules
// of flux2 and of the controllers must be the same: it says that the copies are true. The files for which this was looked at are
// returned too.
func render(ctx context.Context, modules *moduleSource, copies, version string, prove bool) (_ []byte, proven []string, err error) {
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
	if !prove && !modules.knows(module.Version{Path: fluxModule, Version: version}) {
		return manifests, nil, nil
	}
	built, err := copyRelease(copies, version, filepath.Join(work, "built"))
	if err != nil {
		return nil, nil, err
	}
	if proven, err = buildRelease(ctx, modules, version, prove, built, work); err != nil {
		return nil, nil, err
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

// generate does what `flux install --export` does with the files of a release.
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

// componentsOf returns the components of a release: the default ones and then the extra ones that the version has.
func componentsOf(release string) []string {
	return slices.DeleteFunc(allComponents(), func(component string) bool {
		_, err := os.Stat(filepath.Join(release, component+".yaml"))
		return err != nil
	})
}

// allComponents returns the components that Flux's library knows, the default ones first.
func allComponents() []string {
	options := install.MakeDefaultOptions()
	return slices.Concat(options.Components, options.ComponentsExtra)
}

// copyRelease copies the files of a release: flux2's library writes beside them.
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

// buildRelease puts, in place of the files of a release, those that it builds from the modules of flux2 and of the controllers that it
// names, and returns which these are. It passes over components whose modules have no recorded checksum, or, with prove, cannot be had.
func buildRelease(ctx context.Context, modules *moduleSource, version string, prove bool, release, work string) ([]string, error) {
	flux, err := modules.dir(ctx, module.Version{Path: fluxModule, Version: version})
	if err != nil {
		return nil, err
	}
	var built []string
	for _, part := range []string{"rbac", "policies"} {
		if err := buildTo(filepath.Join(flux, "manifests", part), filepath.Join(release, part+".yaml")); err != nil {
			return nil, err
		}
		built = append(built, part)
	}
	for _, component := range componentsOf(release) {
		from, base := filepath.Join(flux, "manifests", "bases", component), filepath.Join(work, component)
		controllers, err := controllersOf(from)
		if err != nil {
			return nil, fmt.Errorf("component %s: %w", component, err)
		}
		if !modules.have(ctx, controllers, prove) {
			continue
		}
		if err := prepareBase(ctx, modules, from, base); err != nil {
			return nil, fmt.Errorf("component %s: %w", component, err)
		}
		if err := buildTo(base, filepath.Join(release, component+".yaml")); err != nil {
			return nil, err
		}
		built = append(built, component)
	}
	return built, nil
}

// controllersOf returns the modules whose files the base of a component refers to.
func controllersOf(base string) ([]module.Version, error) {
	content, err := os.ReadFile(filepath.Join(base, "kustomization.yaml"))
	if err != nil {
		return nil, fmt.Errorf("reading its base: %w", err)
	}
	var result []module.Version
	for _, match := range releaseURL().FindAllStringSubmatch(string(content), -1) {
		result = append(result, module.Version{Path: modulePath(match[1], match[2]), Version: match[2]})
	}
	return result, nil
}

// releaseURL returns a pattern for the files of a controller's release that flux2's bases refer to.
func releaseURL() *regexp.Regexp {
	return regexp.MustCompile(`https://github\.com/(fluxcd/[a-z-]+)/releases/download/(v[0-9.]+)/([a-z-]+\.(crds|deployment)\.yaml)`)
}

// modulePath returns the path of the module that a repository holds: from its second major version on, with that version.
func modulePath(repository, version string) string {
	path := "github.com/" + repository
	if major := semver.Major(version); major != "v0" && major != "v1" {
		path += "/" + major
	}
	return path
}

// prepareBase copies the base of one component and puts, in place of the files of the controller's release, the same
// files built from the controller's module.
func prepareBase(ctx context.Context, modules *moduleSource, from, to string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return fmt.Errorf("copying its base: %w", err)
	}
	kustomization := filepath.Join(to, "kustomization.yaml")
	content, err := os.ReadFile(kustomization)
	if err != nil {
		return fmt.Errorf("reading its base: %w", err)
	}
	text := string(content)
	for _, match := range releaseURL().FindAllStringSubmatch(text, -1) {
		url, repository, version, file, kind := match[0], match[1], match[2], match[3], match[4]
		controller, err := modules.dir(ctx, module.Version{Path: modulePath(repository, version), Version: version})
		if err != nil {
			return err
		}
		source := map[string]string{"crds": "crd", "deployment": "manager"}[kind]
		if err := buildTo(filepath.Join(controller, "config", source), filepath.Join(to, file)); err != nil {
			return err
		}
		text = strings.ReplaceAll(text, url, file)
	}
	if strings.Contains(text, "://") {
		return fmt.Errorf("its base refers to something that is not a file of a controller's release:\n%s", text)
	}
	if err := os.WriteFile(kustomization, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing its base: %w", err)
	}
	return nil
}

// buildTo does what `kustomize build directory > file` does.
func buildTo(directory, file string) error {
	options := krusty.MakeDefaultOptions()
	// The library keeps the order of the input, the command, with which Flux builds its releases, does not.
	options.Reorder = krusty.ReorderOptionLegacy
	options.PluginConfig = types.DisabledPluginConfig()
	resources, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), directory)
	if err != nil {
		return fmt.Errorf("building %s: %w", directory, err)
	}
	content, err := resources.AsYaml()
	if err != nil {
		return fmt.Errorf("encoding %s: %w", directory, err)
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		return fmt.Errorf("writing the build of %s: %w", directory, err)
	}
	return nil
}

// write stores the distributions and their checksums, in the format of sha256sum, and removes those of other versions.
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

// writeVersion writes the text for reviewers, the same compressed for the binary, and the text's checksum as sha256sum does.
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

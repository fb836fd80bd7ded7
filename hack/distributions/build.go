// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// templatesFor returns the version of flux2 whose templates are used to build a release from its controllers: the
// version of the release, or the nearest recorded version, preferably an older one. It returns an empty string if none
// is recorded.
func templatesFor(ctx context.Context, modules *moduleSource, version string, versions []string, prove bool) (string, error) {
	if have, err := modules.have(ctx, []module.Version{{Path: fluxModule, Version: version}}, prove); err != nil || have {
		return version, err
	}
	next := ""
	for _, other := range versions {
		if modules.isRecorded(module.Version{Path: fluxModule, Version: other}) && (next == "" || semver.Compare(other, version) < 0) {
			next = other
		}
	}
	return next, nil
}

// buildRelease replaces files of a release with files that it builds from the modules of flux2 and the controllers, and
// returns their names. It skips components whose modules have no recorded checksum or, with prove, are not available.
// With templates of another version, it builds only the controllers, because the other files may differ between the
// versions.
func buildRelease(ctx context.Context, modules *moduleSource, version, templates string, prove bool, release, work string) ([]string, error) {
	flux, err := modules.dir(ctx, module.Version{Path: fluxModule, Version: templates})
	if err != nil {
		return nil, err
	}
	var built []string
	if templates == version {
		for _, part := range []string{"rbac", "policies"} {
			if err := buildTo(filepath.Join(flux, "manifests", part), filepath.Join(release, part+".yaml")); err != nil {
				return nil, err
			}
			built = append(built, part)
		}
	}
	for _, component := range componentsOf(release) {
		file, base, name := filepath.Join(release, component+".yaml"), filepath.Join(work, component), component
		if err := os.CopyFS(base, os.DirFS(filepath.Join(flux, "manifests", "bases", component))); err != nil {
			return nil, fmt.Errorf("component %s: copying its base: %w", component, err)
		}
		if templates != version {
			if err := referTo(base, file, component); err != nil {
				return nil, fmt.Errorf("component %s: %w", component, err)
			}
			name += " (in the templates of " + templates + ")"
		}
		controllers, err := controllersOf(base)
		if err != nil {
			return nil, fmt.Errorf("component %s: %w", component, err)
		}
		have, err := modules.have(ctx, controllers, prove)
		if err != nil {
			return nil, fmt.Errorf("component %s: %w", component, err)
		}
		if !have {
			continue
		}
		if err := prepareBase(ctx, modules, base); err != nil {
			return nil, fmt.Errorf("component %s: %w", component, err)
		}
		if err := buildTo(base, file); err != nil {
			return nil, err
		}
		built = append(built, name)
	}
	return built, nil
}

// referTo sets the version of the controller in a base to the version in the file of the release.
func referTo(base, file, component string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the file of the release: %w", err)
	}
	image := regexp.MustCompile(`image: fluxcd/` + regexp.QuoteMeta(component) + `:(v[0-9.]+)\n`).FindSubmatch(content)
	if image == nil {
		return errors.New("the file of the release names no image of it")
	}
	kustomization := filepath.Join(base, "kustomization.yaml")
	if content, err = os.ReadFile(kustomization); err != nil {
		return fmt.Errorf("reading its base: %w", err)
	}
	content = releaseURL().ReplaceAll(content, fmt.Appendf(nil, "https://github.com/$1/releases/download/%s/$3", image[1]))
	if err := os.WriteFile(kustomization, content, 0o644); err != nil {
		return fmt.Errorf("writing its base: %w", err)
	}
	return nil
}

// controllersOf returns the modules of the controllers whose release files the base of a component refers to.
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

// releaseURL returns a pattern for the URLs of controllers' release files in flux2's bases.
func releaseURL() *regexp.Regexp {
	return regexp.MustCompile(`https://github\.com/(fluxcd/[a-z-]+)/releases/download/(v[0-9.]+)/([a-z-]+\.(crds|deployment)\.yaml)`)
}

// modulePath returns the path of the module in a repository, with a suffix from major version 2 on.
func modulePath(repository, version string) string {
	path := "github.com/" + repository
	if major := semver.Major(version); major != "v0" && major != "v1" {
		path += "/" + major
	}
	return path
}

// prepareBase replaces the controllers' release files in the base of a component with files built from the controllers'
// modules.
func prepareBase(ctx context.Context, modules *moduleSource, base string) error {
	kustomization := filepath.Join(base, "kustomization.yaml")
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
		if err := buildTo(filepath.Join(controller, "config", source), filepath.Join(base, file)); err != nil {
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

// buildTo writes the output of `kustomize build directory` to a file.
func buildTo(directory, file string) error {
	options := krusty.MakeDefaultOptions()
	// Flux builds its releases with the kustomize command, which reorders objects. The library keeps their order by
	// default.
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

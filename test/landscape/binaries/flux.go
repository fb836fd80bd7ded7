// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// FluxController is a controller of an older Flux version. It is built only on request.
type FluxController struct {
	// Name is the name of the controller.
	Name string
	// Module is the directory below the landscape's module with the go.mod that pins the controller.
	Module string
	// Tags are the minor versions of the controller's images.
	Tags []string
}

// FluxControllers returns the controllers of older Flux versions that are available as Go modules.
// notification-controller v1.7 and all controllers of Flux v2.8 except source-controller are not available. The
// landscape runs its own controllers for their images, as for all other images. The newer controllers work with the
// CustomResourceDefinitions of the older version, while older controllers would not know all flags.
func FluxControllers() []FluxController {
	v27, v28 := filepath.Join("flux", "v2.7"), filepath.Join("flux", "v2.8")
	return []FluxController{
		{Name: SourceController, Module: v27, Tags: []string{"v1.7"}},
		{Name: SourceController, Module: v28, Tags: []string{"v1.8"}},
		{Name: KustomizeController, Module: v27, Tags: []string{"v1.7"}},
		{Name: HelmController, Module: v27, Tags: []string{"v1.4"}},
	}
}

// EnsureFlux returns the controllers of older Flux versions by FluxImage, and builds controllers that are not in the
// cache.
func EnsureFlux(ctx context.Context, out io.Writer) (Paths, error) {
	builder, err := newBuilder(ctx, out)
	if err != nil {
		return nil, err
	}
	return builder.flux(func(b Builder, name string) (Paths, error) { return b.Ensure(ctx, name) })
}

// BuiltFlux returns the controllers of older Flux versions that are in the cache, without a build.
func BuiltFlux(ctx context.Context) (Paths, error) {
	builder, err := newBuilder(ctx, nil)
	if err != nil {
		return nil, err
	}
	return builder.flux(Builder.built)
}

func (b Builder) flux(find func(Builder, string) (Paths, error)) (Paths, error) {
	landscapeDir, paths := b.ModuleDir, Paths{}
	for _, controller := range FluxControllers() {
		b.ModuleDir = filepath.Join(landscapeDir, controller.Module)
		found, err := find(b, controller.Name)
		if err != nil {
			return nil, err
		}
		for _, tag := range controller.Tags {
			if executable, ok := found[controller.Name]; ok {
				paths[controller.Name+":"+tag] = executable
			}
		}
	}
	return paths, nil
}

// built returns the executable if it is in the cache.
func (b Builder) built(name string) (Paths, error) {
	catalog, err := Catalog(b.ModuleDir)
	if err != nil {
		return nil, err
	}
	binary, found := catalog[name]
	if !found {
		return nil, fmt.Errorf("go.mod in %s has no tool directive for %s", b.ModuleDir, name)
	}
	missing, err := b.missing([]Binary{binary})
	if err != nil || slices.Contains(missing, binary) {
		return nil, err
	}
	return Paths{name: b.path(binary)}, nil
}

// FluxImage returns the last element of an image's repository with the minor version of the tag, and the element alone.
// The first result is empty if the tag is not a version. Registry and digest do not matter.
func FluxImage(ref string) (nameAndMinor, name string) {
	ref, _, _ = strings.Cut(ref, "@")
	name, tag, _ := strings.Cut(path.Base(ref), ":")
	if minor := semver.MajorMinor(tag); minor != "" {
		nameAndMinor = name + ":" + minor
	}
	return nameAndMinor, name
}

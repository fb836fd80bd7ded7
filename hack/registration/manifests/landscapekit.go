// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package manifests

import (
	"bytes"
	"embed"
	"fmt"
	"path"

	"sigs.k8s.io/yaml"
)

// ComponentName is the name of the extension as a component of the Open Component Model. It is that of its repository
// (landscapekit/component-name).
const ComponentName = "github.com/shoot-flux/gardener-extension-shoot-flux"

// Directories of the component in the base and the landscape repository of gardener-landscape-kit.
const (
	componentDirectory = "components/gardener-extensions/shoot-flux"
	// LandscapeKitBase is the directory of the component in the base repository.
	LandscapeKitBase = "base/" + componentDirectory
	// LandscapeKitLandscape is the directory of the component in the landscape repository.
	LandscapeKitLandscape = "landscape/" + componentDirectory
)

// landscapeKit contains the files of the component that are the same in each release, and the template of the rest.
//
//go:embed landscapekit
var landscapeKit embed.FS

// componentVector is a file components.yaml of gardener-landscape-kit, which names versions and images of components.
type componentVector struct {
	Components []componentVersion `json:"components"`
}

type componentVersion struct {
	Name             string                       `json:"name"`
	SourceRepository string                       `json:"sourceRepository"`
	Version          string                       `json:"version"`
	Resources        map[string]componentArtifact `json:"resources"`
}

// componentArtifact is an image or a chart. Both can have the same name.
type componentArtifact struct {
	OCIImage  *componentReference `json:"ociImage,omitempty"`
	HelmChart *componentReference `json:"helmChart,omitempty"`
}

type componentReference struct {
	Ref string `json:"ref"`
}

// LandscapeKitArchiveName returns the file name of the archive with the files of LandscapeKit.
func (r Release) LandscapeKitArchiveName() string {
	return imageName + "-landscape-kit-" + r.Version + ".tar.gz"
}

// LandscapeKit returns the files of a component of gardener-landscape-kit, by path below the directory that holds both
// repositories. The base has what is the same in each landscape and version; the landscape has the references of this
// release, in a file that gardener-landscape-kit can also write itself from the component descriptor.
func (r Release) LandscapeKit() (map[string][]byte, error) {
	if err := r.validate(); err != nil {
		return nil, err
	}
	all, err := parseTemplates()
	if err != nil {
		return nil, err
	}
	var base bytes.Buffer
	if err := all.ExecuteTemplate(&base, "landscape-kit-base.yaml", r); err != nil {
		return nil, fmt.Errorf("failed to write the base of the component: %w", err)
	}
	versions, err := r.componentVector()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		path.Join(LandscapeKitBase, "extension.yaml"):       base.Bytes(),
		path.Join(LandscapeKitLandscape, "components.yaml"): versions,
	}
	for source, target := range map[string]string{"landscapekit/base": LandscapeKitBase, "landscapekit/landscape": LandscapeKitLandscape} {
		entries, err := landscapeKit.ReadDir(source)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if files[path.Join(target, entry.Name())], err = landscapeKit.ReadFile(path.Join(source, entry.Name())); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

func (r Release) componentVector() ([]byte, error) {
	resources := map[string]componentArtifact{}
	for key, name := range map[string]string{
		"gardenerExtensionShootFlux":                     "gardener-extension-shoot-flux",
		"gardenerExtensionAdmissionShootFluxApplication": "gardener-extension-admission-shoot-flux-application",
		"gardenerExtensionAdmissionShootFluxRuntime":     "gardener-extension-admission-shoot-flux-runtime",
	} {
		reference, err := r.PinnedChartReference(name)
		if err != nil {
			return nil, err
		}
		resources[key] = componentArtifact{HelmChart: &componentReference{Ref: reference}}
	}
	extension := resources["gardenerExtensionShootFlux"]
	extension.OCIImage = &componentReference{Ref: r.PinnedImageReference()}
	resources["gardenerExtensionShootFlux"] = extension
	return yaml.Marshal(componentVector{Components: []componentVersion{{
		Name: ComponentName, SourceRepository: "https://" + ComponentName, Version: r.Version, Resources: resources,
	}}})
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import "strings"

// fluxManifest is that of a plugin of Flux's CLI (https://github.com/fluxcd/flux2/blob/main/rfcs/0013-cli-plugin-system/README.md).
const fluxManifest = "flux-plugin.yaml"

// fluxPlugin is an entry of a catalog, plugins/shoot.yaml, with which flux plugin install shoot makes the plugin the command flux shoot.
type fluxPlugin struct {
	APIVersion  string        `json:"apiVersion"`
	Kind        string        `json:"kind"`
	Name        string        `json:"name"`
	Description string        `json:"description"`
	Homepage    string        `json:"homepage"`
	Source      string        `json:"source"`
	Bin         string        `json:"bin"`
	Versions    []fluxVersion `json:"versions"`
}

type fluxVersion struct {
	Version   string         `json:"version"`
	Platforms []fluxPlatform `json:"platforms"`
}

type fluxPlatform struct {
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	URL      string `json:"url"`
	Checksum string `json:"checksum"`
	// ExtractPath is the program in the archive, whose name there is not that of the plugin.
	ExtractPath string `json:"extractPath"`
}

// newFluxPlugin has the platforms of the manifest for krew.
func newFluxPlugin(krew *manifest) *fluxPlugin {
	version := fluxVersion{Version: strings.TrimPrefix(krew.Spec.Version, "v")}
	for _, p := range krew.Spec.Platforms {
		labels := p.Selector["matchLabels"]
		version.Platforms = append(version.Platforms, fluxPlatform{OS: labels["os"], Arch: labels["arch"], URL: p.URI, Checksum: "sha256:" + p.SHA256, ExtractPath: p.Bin})
	}
	return &fluxPlugin{
		APIVersion: "cli.fluxcd.io/v1beta1", Kind: "Plugin", Name: "shoot", Description: krew.Spec.ShortDescription, Homepage: krew.Spec.Homepage, Source: krew.Spec.Homepage,
		Bin: "flux-shoot", Versions: []fluxVersion{version},
	}
}

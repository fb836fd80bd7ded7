// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import "strings"

// fluxManifest is the file name of the manifest for Flux's CLI
// (https://github.com/fluxcd/flux2/blob/main/rfcs/0013-cli-plugin-system/README.md).
const fluxManifest = "flux-plugin.yaml"

// fluxPlugin is an entry of a plugin catalog, plugins/shoot.yaml. From it, `flux plugin install shoot` installs the
// plugin as the command flux shoot.
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
	// ExtractPath is the path of the program in the archive, which differs from the name of the plugin.
	ExtractPath string `json:"extractPath"`
}

// newFluxPlugin returns the catalog entry with the version and platforms of the krew manifest.
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

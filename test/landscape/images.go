// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"maps"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

// Image references of the seed's pods; those of the shoots' pods are Flux's own.
const (
	extensionImage       = "registry.example.com/shoot-flux/gardener-extension-shoot-flux"
	resourceManagerImage = "gardener-resource-manager"
)

// nonRoot is the user of the images.
const nonRoot = 65532

func image(name, executable string, arguments ...string) node.Image {
	command := "/usr/local/bin/" + name
	return node.Image{Command: []string{command}, Args: arguments, Files: map[string]string{command: executable}, User: nonRoot}
}

// workloadImage is what a workload in a shoot may run: a process that does nothing.
const workloadImage = "workload"

// fluxImages are the controllers of Flux by name, and those of older versions by name and minor version. They listen on all
// addresses by default; here each pod has its own.
func fluxImages(executables, older binaries.Paths) map[string]node.Image {
	arguments := map[string][]string{
		binaries.SourceController:       {"--storage-addr=$(POD_IP):9090"},
		binaries.KustomizeController:    nil,
		binaries.HelmController:         nil,
		binaries.NotificationController: {"--events-addr=$(POD_IP):9090", "--receiverAddr=$(POD_IP):9292"},
		binaries.SourceWatcher:          {"--storage-addr=$(POD_IP):9090"},
	}
	images := map[string]node.Image{}
	add := func(key, name, executable string) {
		all := append([]string{"--metrics-addr=$(POD_IP):8080", "--health-addr=$(POD_IP):9440"}, arguments[name]...)
		fluxImage := image(name, executable, all...)
		fluxImage.FallbackArgs = []string{"--enable-leader-election=false"}
		images[key] = fluxImage
	}
	for name := range arguments {
		add(name, name, executables[name])
	}
	for key, executable := range older {
		name, _, _ := strings.Cut(key, ":")
		add(key, name, executable)
	}
	return images
}

// shootImages are those of a shoot's pods.
func shootImages(executables Executables) map[string]node.Image {
	images := fluxImages(executables.Pinned, executables.Flux)
	for key, fluxImage := range images {
		if name, _, _ := strings.Cut(key, ":"); name == binaries.KustomizeController {
			maps.Copy(fluxImage.Files, executables.GnuPG)
		}
	}
	images[workloadImage] = image(binaries.Kubectl, executables.Pinned[binaries.Kubectl], "proxy", "--address=$(POD_IP)")
	return images
}

func seedImages(executables binaries.Paths, extension string) map[string]node.Image {
	return map[string]node.Image{
		extensionImage:       image("gardener-extension-shoot-flux", extension, "--webhook-config-server-host=$(POD_IP)"),
		resourceManagerImage: image(binaries.GardenerResourceManager, executables[binaries.GardenerResourceManager]),
	}
}

func resolve(images map[string]node.Image) func(string) (node.Image, bool) {
	images = maps.Clone(images)
	return func(ref string) (node.Image, bool) {
		found, ok := images[ref]
		return found, ok
	}
}

// resolveByVersion finds an image by the last element of its repository, whatever registry or mirror it is taken from, and by the
// minor version of its tag. An image that is not there in this version is found without.
func resolveByVersion(images map[string]node.Image) func(string) (node.Image, bool) {
	find := resolve(images)
	return func(ref string) (node.Image, bool) {
		nameAndMinor, name := binaries.FluxImage(ref)
		if found, ok := find(nameAndMinor); ok {
			return found, true
		}
		return find(name)
	}
}

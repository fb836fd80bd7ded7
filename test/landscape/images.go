// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"maps"
	"path"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

// Image references of the seed's pods; those of the shoots' pods are Flux's own.
const (
	extensionImage       = "shoot-flux.example.com/gardener-extension-shoot-flux"
	resourceManagerImage = "gardener-resource-manager"
)

// nonRoot is the user of the images.
const nonRoot = 65532

func image(name, executable string, arguments ...string) node.Image {
	command := "/usr/local/bin/" + name
	return node.Image{Command: []string{command}, Args: arguments, Files: map[string]string{command: executable}, User: nonRoot}
}

// fluxImages are the controllers of Flux by the last element of their repositories, whatever registry or mirror they are
// taken from. They listen on all addresses by default; here each pod has its own.
func fluxImages(executables binaries.Paths) map[string]node.Image {
	images := map[string]node.Image{}
	for name, extra := range map[string][]string{
		binaries.SourceController:       {"--storage-addr=$(POD_IP):9090"},
		binaries.KustomizeController:    nil,
		binaries.HelmController:         nil,
		binaries.NotificationController: {"--events-addr=$(POD_IP):9090", "--receiverAddr=$(POD_IP):9292"},
		binaries.SourceWatcher:          {"--storage-addr=$(POD_IP):9090"},
	} {
		arguments := append([]string{"--metrics-addr=$(POD_IP):8080", "--health-addr=$(POD_IP):9440"}, extra...)
		fluxImage := image(name, executables[name], arguments...)
		fluxImage.FallbackArgs = []string{"--enable-leader-election=false"}
		images[name] = fluxImage
	}
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

// resolveByName finds an image by the last element of its repository.
func resolveByName(images map[string]node.Image) func(string) (node.Image, bool) {
	find := resolve(images)
	return func(ref string) (node.Image, bool) { return find(path.Base(ref)) }
}

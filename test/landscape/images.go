// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

// Image references of the seeds' pods. The pods of shoots use the references of Flux.
const (
	extensionImage       = "registry.example.com/shoot-flux/gardener-extension-shoot-flux"
	resourceManagerImage = "gardener-resource-manager"
)

// nonRoot is the user ID of processes in the images.
const nonRoot = 65532

func image(name, executable string, arguments ...string) node.Image {
	command := "/usr/local/bin/" + name
	return node.Image{Command: []string{command}, Args: arguments, Files: map[string]string{command: executable}, User: nonRoot}
}

// Images for workloads in a shoot.
const (
	// workloadImage runs an idle process.
	workloadImage = "workload"
	// websiteImage serves files, like the nginx image of this name.
	websiteImage = "nginx-unprivileged"
	// kubectlImage runs kubectl in Jobs.
	kubectlImage = "kubectl"

	// websitePath is the directory of the files, and websiteUser the user ID of the processes.
	websitePath, websiteUser = "/usr/share/nginx/html", 101

	// authoritiesPath is the path of the trusted certificates in an image.
	authoritiesPath = "/etc/ssl/certs/ca-certificates.crt"
)

// fluxImages returns images of the Flux controllers by name, and images of older controllers by name and minor version.
// Each controller listens on the address of its pod instead of all addresses.
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

// shootImages returns the images of a shoot's pods.
func shootImages(executables Executables, website, authorities string) map[string]node.Image {
	images := fluxImages(executables.Pinned, executables.Flux)
	for key, fluxImage := range images {
		fluxImage.Files[authoritiesPath] = authorities
		if name, _, _ := strings.Cut(key, ":"); name == binaries.KustomizeController {
			maps.Copy(fluxImage.Files, executables.GnuPG)
		}
	}
	kubectl := executables.Pinned[binaries.Kubectl]
	images[workloadImage] = image(binaries.Kubectl, kubectl, "proxy", "--address=$(POD_IP)")
	images[kubectlImage] = image(binaries.Kubectl, kubectl)
	// kubectl is the only program of the landscape that serves files. Here, it must not give access to the API server.
	site := image(binaries.Kubectl, kubectl, "proxy", "--address=$(POD_IP)", "--port=8080", "--www="+websitePath, "--www-prefix=/",
		"--api-prefix=/api-server/", "--reject-paths=.*")
	site.Files[websitePath], site.User = website, websiteUser
	images[websiteImage] = site
	if executables.MetricsServer != "" {
		const command = "/metrics-server"
		images["metrics-server"] = node.Image{Command: []string{command}, Files: map[string]string{command: executables.MetricsServer}, User: nonRoot}
	}
	return images
}

// writeWebsite writes the page that pods serve if they mount no other page.
func writeWebsite(dir string) error {
	// Containers run as other users.
	if err := os.MkdirAll(dir, 0o755); err != nil { // #nosec G301
		return fmt.Errorf("creating the directory of the website: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("Welcome to nginx!\n"), 0o644); err != nil { // #nosec G306
		return fmt.Errorf("writing the website: %w", err)
	}
	return nil
}

// listenOnPod lets the extension listen on the address of its pod instead of all addresses.
const listenOnPod = "--webhook-config-server-host=$(POD_IP)"

func seedImages(executables binaries.Paths, extension string) map[string]node.Image {
	return map[string]node.Image{
		extensionImage:       image("gardener-extension-shoot-flux", extension, listenOnPod),
		resourceManagerImage: image(binaries.GardenerResourceManager, executables[binaries.GardenerResourceManager]),
	}
}

// findOr is like find, and leaves unknown references to further, which finds images of the extension.
func findOr(find, further func(string) (node.Image, bool)) func(string) (node.Image, bool) {
	return func(ref string) (node.Image, bool) {
		found, ok := find(ref)
		if ok || further == nil {
			return found, ok
		}
		if found, ok = further(ref); ok {
			found.Args = append(slices.Clone(found.Args), listenOnPod)
		}
		return found, ok
	}
}

func resolve(images map[string]node.Image) func(string) (node.Image, bool) {
	images = maps.Clone(images)
	return func(ref string) (node.Image, bool) {
		found, ok := images[ref]
		return found, ok
	}
}

// resolveByVersion returns a function that finds an image by the last element of its repository and the minor version
// of its tag, regardless of registry and mirror. If there is no image for the version, it ignores the version.
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

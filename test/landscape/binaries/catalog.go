// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// Names of the binaries that the landscape runs.
const (
	Etcd                        = "etcd"
	KubeAPIServer               = "kube-apiserver"
	KubeControllerManager       = "kube-controller-manager"
	KubeScheduler               = "kube-scheduler"
	Kubectl                     = "kubectl"
	GardenerAPIServer           = "gardener-apiserver"
	GardenerAdmissionController = "gardener-admission-controller"
	GardenerControllerManager   = "gardener-controller-manager"
	GardenerResourceManager     = "gardener-resource-manager"
	// Gardenlet runs only in a landscape with Options.RealGardenlet.
	Gardenlet              = "gardenlet"
	SourceController       = "source-controller"
	KustomizeController    = "kustomize-controller"
	HelmController         = "helm-controller"
	NotificationController = "notification-controller"
	SourceWatcher          = "source-watcher"
	// Only tests of the documentation use these two binaries.
	SOPS      = "sops"
	AgeKeygen = "age-keygen"
	// Helm installs the charts of admission and garden controller in the rehearsal of a release.
	Helm = "helm"
)

// Landscape returns the names of the binaries that every landscape runs. Large binaries come first, so that the last
// ones to link are small.
func Landscape() []string {
	return []string{
		KubeAPIServer, KubeControllerManager, GardenerAPIServer, SourceController, KustomizeController,
		GardenerAdmissionController, GardenerControllerManager, GardenerResourceManager, KubeScheduler, Kubectl,
		NotificationController, HelmController, SourceWatcher, Etcd,
	}
}

// Binaries of these modules contain their version, because clients and servers derive supported features from it.
const (
	kubernetesModule = "k8s.io/kubernetes"
	gardenerModule   = "github.com/gardener/gardener"
	giteaModule      = "code.gitea.io/gitea"
)

// Binary is a program with its module.
type Binary struct {
	// Name is the name of the program.
	Name string
	// Package is the import path of its main package.
	Package string
	// Module is the Go module of the package.
	Module string
	// Version is the version of the module that go.mod selects.
	Version string
}

// Catalog reads the binaries from the tool directives of the go.mod in a module's directory.
func Catalog(moduleDir string) (map[string]Binary, error) {
	path := filepath.Join(moduleDir, "go.mod")
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the versions of the landscape's binaries: %w", err)
	}
	return parseCatalog(path, content)
}

func parseCatalog(path string, content []byte) (map[string]Binary, error) {
	file, err := modfile.Parse(path, content, nil)
	if err != nil {
		return nil, fmt.Errorf("parsing %s: %w", path, err)
	}
	catalog := make(map[string]Binary, len(file.Tool))
	for _, tool := range file.Tool {
		selected, err := moduleOf(file, tool.Path)
		if err != nil {
			return nil, fmt.Errorf("tool %s in %s: %w", tool.Path, path, err)
		}
		name := binaryName(tool.Path)
		catalog[name] = Binary{Name: name, Package: tool.Path, Module: selected.Path, Version: selected.Version}
	}
	return catalog, nil
}

// moduleOf returns the required module with the longest path that contains the package, at the version that go.mod
// selects.
func moduleOf(file *modfile.File, pkg string) (module.Version, error) {
	var found module.Version
	for _, required := range file.Require {
		contains := required.Mod.Path == pkg || strings.HasPrefix(pkg, required.Mod.Path+"/")
		if contains && len(required.Mod.Path) > len(found.Path) {
			found = required.Mod
		}
	}
	if found.Path == "" {
		return found, errors.New("no requirement provides it")
	}
	for _, replace := range file.Replace {
		if replace.Old.Path != found.Path || replace.Old.Version != "" && replace.Old.Version != found.Version {
			continue
		}
		if replace.New.Version == "" {
			return found, errors.New("it is replaced by a directory, which has no version for the cache")
		}
		found.Version = replace.New.Version
	}
	return found, nil
}

// binaryName returns the last element of the package's path that is neither a major version nor "cmd". Only etcd's
// server has a name that differs from its package.
func binaryName(pkg string) string {
	if strings.HasPrefix(pkg, "go.etcd.io/etcd/server/") {
		return Etcd
	}
	elements := strings.Split(pkg, "/")
	last := len(elements) - 1
	for last > 0 && (elements[last] == "cmd" || semver.Major(elements[last]) == elements[last]) {
		last--
	}
	return elements[last]
}

// linkerFlags returns linker flags that strip the binary and, if it needs its version, set the version.
func (b Binary) linkerFlags() string {
	flags := []string{"-s", "-w"}
	if b.Module == giteaModule {
		// Gitea reports this version to clients, which refuse an empty version.
		return strings.Join(append(flags, "-X", "main.Version="+strings.TrimPrefix(b.Version, "v")), " ")
	}
	if !slices.Contains([]string{kubernetesModule, gardenerModule}, b.Module) {
		return strings.Join(flags, " ")
	}
	const versionPackage = "k8s.io/component-base/version"
	majorMinor := strings.TrimPrefix(semver.MajorMinor(b.Version), "v")
	major, minor, _ := strings.Cut(majorMinor, ".")
	flags = append(flags,
		"-X", versionPackage+".gitVersion="+b.Version,
		"-X", versionPackage+".gitMajor="+major,
		"-X", versionPackage+".gitMinor="+minor,
	)
	if b.Module == kubernetesModule {
		flags = append(flags, "-X", "k8s.io/client-go/pkg/version.gitVersion="+b.Version)
	}
	return strings.Join(flags, " ")
}

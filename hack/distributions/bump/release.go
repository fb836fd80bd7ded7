// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// Files of the repository that describe the carried Flux versions.
const (
	versionsFile   = "hack/distributions/versions"
	sumsFile       = "hack/distributions/modules.sum"
	imagesFile     = "imagevector/images.yaml"
	distributions  = "pkg/flux/distributions"
	kubernetesFile = distributions + "/kubernetes.yaml"
	programsFile   = "pkg/flux/patch/testdata/programs.txt"

	fluxModule   = "github.com/fluxcd/flux2/v2"
	copiesModule = "github.com/controlplaneio-fluxcd/flux-operator"

	// unknown replaces what no available module says about a controller.
	unknown = "unknown"
)

// reader returns the content of a file of the repository.
type reader func(path string) ([]byte, error)

// release is a Flux version with the files that the repository has about it.
type release struct {
	version   string
	manifests []byte
	objects   []*unstructured.Unstructured
	// kubernetes is the oldest supported minor version of Kubernetes.
	kubernetes string
	images     map[string]image
	// finalizers contains the finalizers of each controller, and the module of its API that names them.
	finalizers map[string]finalizers
	// identity contains the controllers with workload identity of objects, and the modules whose release notes say so. It
	// has an empty module for a controller of which nothing is known.
	identity map[string]string
	// programs contains the recorded flags and feature gates of the controllers.
	programs map[string]program
	// compared and trusted contain the parts of the release that were built from Flux's modules, and the others.
	compared, trusted []string
}

type image struct{ repository, tag, digest string }

type finalizers struct{ names, module string }

type program struct {
	release      string
	flags, gates []string
}

// load reads a version from the files of the repository.
func load(read reader, version string) (*release, error) {
	r := &release{version: version}
	for _, part := range []struct {
		file string
		take func([]byte) error
	}{
		{distributions + "/" + version + "/gotk-components.yaml", r.takeManifests},
		{kubernetesFile, r.takeKubernetes},
		{imagesFile, r.takeImages},
		{distributions + "/finalizers.txt", r.takeFinalizers},
		{distributions + "/featuregates.txt", r.takeFeatureGates},
		{programsFile, r.takePrograms},
		{sumsFile, r.takeSums},
	} {
		content, err := read(part.file)
		if err == nil {
			err = part.take(content)
		}
		if err != nil {
			return nil, fmt.Errorf("Flux %s: %s: %w", version, part.file, err)
		}
	}
	return r, nil
}

func (r *release) takeManifests(content []byte) (err error) {
	r.manifests = content
	r.objects, err = flux.DecodeManifests(content)
	return err
}

func (r *release) takeKubernetes(content []byte) error {
	var oldest map[string]string
	if err := yaml.Unmarshal(content, &oldest); err != nil {
		return err
	}
	r.kubernetes = oldest[semver.MajorMinor(r.version)]
	return nil
}

func (r *release) takeImages(content []byte) error {
	var vector struct {
		Images []struct{ Name, Repository, Tag, TargetVersion string }
	}
	if err := yaml.Unmarshal(content, &vector); err != nil {
		return err
	}
	r.images = map[string]image{}
	for _, entry := range vector.Images {
		if "v"+entry.TargetVersion == r.version {
			tag, digest, _ := strings.Cut(entry.Tag, "@")
			r.images[entry.Name] = image{entry.Repository, tag, digest}
		}
	}
	return nil
}

// ownLines returns the words after the version in the lines of this version.
func (r *release) ownLines(content []byte) [][]string {
	var lines [][]string
	for line := range strings.Lines(string(content)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == r.version {
			lines = append(lines, words[1:])
		}
	}
	return lines
}

func (r *release) takeFinalizers(content []byte) error {
	r.finalizers = map[string]finalizers{}
	for _, words := range r.ownLines(content) {
		if len(words) != 3 {
			return fmt.Errorf("malformed line of %s", words[0])
		}
		r.finalizers[words[0]] = finalizers{names: words[2], module: words[1]}
	}
	return nil
}

func (r *release) takeFeatureGates(content []byte) error {
	r.identity = map[string]string{}
	for _, words := range r.ownLines(content) {
		switch len(words) {
		case 3: // name, version, unknown
			r.identity[words[0]] = ""
		case 4:
			r.identity[words[0]] = words[3]
		default:
			return fmt.Errorf("malformed line of %s", words[0])
		}
	}
	return nil
}

func (r *release) takePrograms(content []byte) error {
	r.programs = map[string]program{}
	own, name := false, ""
	for line := range strings.Lines(string(content)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		current := r.programs[name]
		switch {
		case words[0] == "flags" && own:
			current.flags = words[1:]
		case words[0] == "gates" && own:
			current.gates = words[1:]
		case words[0] == "flags", words[0] == "gates":
			continue
		case len(words) != 3:
			return fmt.Errorf("malformed line %q", strings.TrimSpace(line))
		default:
			if own, name = words[0] == r.version, words[1]; !own {
				continue
			}
			current = program{release: words[2]}
		}
		r.programs[name] = current
	}
	return nil
}

// takeSums sorts the parts of the release by whether the modules that they are built from have recorded checksums: the
// generator compares exactly these.
func (r *release) takeSums(content []byte) error {
	recorded := map[string]bool{}
	for line := range strings.Lines(string(content)) {
		if words := strings.Fields(line); len(words) == 3 {
			recorded[words[0]+"@"+words[1]] = true
		}
	}
	sortBy := func(part, module string) {
		if recorded[module] {
			r.compared = append(r.compared, part)
		} else {
			r.trusted = append(r.trusted, part)
		}
	}
	sortBy("RBAC", fluxModule+"@"+r.version)
	sortBy("network policies", fluxModule+"@"+r.version)
	for _, component := range r.components() {
		sortBy(component, controllerModule(component, r.images[component].tag))
	}
	return nil
}

// components returns the controllers of the release in the order of its manifests.
func (r *release) components() []string {
	var components []string
	for _, object := range r.objects {
		if object.GetKind() == "Deployment" {
			components = append(components, object.GetName())
		}
	}
	return components
}

// controllerModule returns the module of a controller with its version, and apiModule the module of its API. Both have a
// suffix from major version 2 on.
func controllerModule(component, version string) string {
	return "github.com/fluxcd/" + component + majorSuffix(version) + "@" + version
}

func apiModule(component, version string) string {
	return "github.com/fluxcd/" + component + "/api" + majorSuffix(version) + "@" + version
}

func majorSuffix(version string) string {
	if major := semver.Major(version); major != "v0" && major != "v1" {
		return "/" + major
	}
	return ""
}

// readVersions returns the carried versions, oldest first.
func readVersions(read reader) ([]string, error) {
	content, err := read(versionsFile)
	if err != nil {
		return nil, err
	}
	versions := strings.Fields(string(content))
	semver.Sort(versions)
	return versions, nil
}

// before returns the newest of the versions that is older than the given one, or an empty string.
func before(versions []string, version string) string {
	older := slices.DeleteFunc(slices.Clone(versions), func(v string) bool { return semver.Compare(v, version) >= 0 })
	if len(older) == 0 {
		return ""
	}
	semver.Sort(older)
	return older[len(older)-1]
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

const (
	compatibilityPage = "docs/operations/compatibility.md"
	// landscapeModule has the controllers of the newest Flux version as tools.
	landscapeModule = "test/landscape"
	// fluxPackages are the libraries of Flux's controllers.
	fluxPackages = "github.com/fluxcd/pkg/"
)

// steps returns the steps of an update in their order.
func (b *bump) steps(u *update) []step {
	return []step{
		{name: "distributions, digests, finalizers and feature gates", run: func(ctx context.Context) error { return b.distributions(ctx, u) }},
		{name: "oldest Kubernetes", run: func(ctx context.Context) error { return b.kubernetes(ctx, u) }},
		{name: "pages, examples and tests that name the version", run: func(ctx context.Context) error { return b.places(ctx, u) }},
		{name: "Go modules of Flux", run: func(ctx context.Context) error { return b.modules(ctx, u) }},
		{name: "controllers that are carried and not run", run: func(context.Context) error { return b.notRun(u) }},
		{name: "golden files", run: func(ctx context.Context) error { return b.golden(ctx, u) }},
		b.step("results of conformance, without the dropped version", "make", "conformance-report"),
		b.step("checks: CRDs, rendering, permissions, compatibility, renovate",
			"go", "test", "./hack/distributions/...", "./pkg/flux/...", "./charts", "./test", "./test/configuration"),
		{name: "commit of the copy, because some of the following checks compare with it", run: b.commit},
		b.long("unit tests", "make", "test-unit"),
		b.long("storage migration with a kube-apiserver", "make", "test-integration"),
		b.long("upgrades, and the flags of the programs", "make", "test-upgrades", "PROGRAMS_OUT="+programsFile),
		b.long("the review with these flags", "go", "test", "./hack/distributions/bump", "-args", "-update-golden"),
		b.long("conformance", "make", "conformance", "FLUX="+u.add),
		b.long("documentation", "make", "test-documents"),
		b.long("verify", "make", "verify"),
	}
}

func (b *bump) distributions(ctx context.Context, u *update) error {
	copies, err := b.copiesOf(ctx, u.add)
	if err != nil {
		return err
	}
	flags := []string{"go", "run", "./hack/distributions", "-add", u.add, "-prove", u.add, "-copies", copies}
	if u.drop != "" {
		flags = append(flags, "-drop", u.drop)
	}
	if err := b.run(ctx, "", flags...); err != nil {
		return err
	}
	// The generator accepts only recorded checksums now, and drops unused ones.
	return b.run(ctx, "", "go", "run", "./hack/distributions")
}

// kubernetes records the oldest Kubernetes of the new version, as its command `flux check` has it. Without the module,
// that of another patch stays.
func (b *bump) kubernetes(ctx context.Context, u *update) error {
	oldest, err := b.oldestKubernetes(ctx, u.add)
	if errors.Is(err, gomodule.ErrAbsent) && semver.MajorMinor(u.drop) == semver.MajorMinor(u.add) {
		fmt.Fprintf(b.output, "the oldest Kubernetes of Flux %s stays that of %s: %v\n", u.add, u.drop, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("the oldest Kubernetes of Flux %s has to be added to %s: %w", u.add, kubernetesFile, err)
	}
	return b.edit(kubernetesFile, func(content string) string { return withKubernetes(content, u.add, oldest) })
}

// edit changes a file of the tree.
func (b *bump) edit(file string, change func(string) string) error {
	content, err := b.read(file)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.root, filepath.FromSlash(file)), []byte(change(string(content))), 0o644) //nolint:gosec // public
}

func (b *bump) places(ctx context.Context, u *update) error {
	files, err := b.files(ctx)
	if err != nil {
		return err
	}
	after := make([]*release, len(u.after))
	for i, version := range u.after {
		if after[i], err = load(b.read, version); err != nil {
			return err
		}
	}
	if u.places, err = renamed(u.old, after).rename(b.root, files, u.before); err != nil {
		return err
	}
	content, err := b.read(kubernetesFile)
	if err != nil {
		return err
	}
	var oldest map[string]string
	if err := yaml.Unmarshal(content, &oldest); err != nil {
		return err
	}
	return b.edit(compatibilityPage, func(page string) string { return withOldestKubernetes(page, oldest) })
}

// modules requires the library and the controllers of the newest version: the library renders, and the controllers run
// in the landscape.
func (b *bump) modules(ctx context.Context, u *update) error {
	if !u.isNewest() {
		return nil
	}
	added, err := load(b.read, u.add)
	if err != nil {
		return err
	}
	download := gomodule.Go(true)
	for _, directory := range []string{"", landscapeModule, "test/monitoring", "test/benchmark", "test/conformance"} {
		content, err := b.read(path.Join(directory, "go.mod"))
		if err != nil {
			return err
		}
		versions, err := compiled(ctx, download, required(string(content)), moduleVersions(added), b.output)
		if err != nil {
			return err
		}
		wanted := wantedModules(string(content), versions)
		if len(wanted) == 0 {
			// It may use another of these modules, such as the landscape, and needs what that one requires now.
			if err := b.run(ctx, directory, "go", "list", "-mod=mod", "-deps", "-test", "-f", silent, "./..."); err != nil {
				return err
			}
			continue
		}
		if directory == landscapeModule {
			if err := b.replaceAbsent(ctx, download, wanted); err != nil {
				return err
			}
		}
		if err := b.run(ctx, directory, append([]string{"go", "get"}, wanted...)...); err != nil {
			return err
		}
		if err := b.edit(path.Join(directory, "go.sum"), func(sums string) string { return withoutOthers(sums, versions) }); err != nil {
			return err
		}
		if err := b.sums(ctx, directory); err != nil {
			return err
		}
	}
	return b.run(ctx, "", "go", "mod", "vendor")
}

// replaceAbsent replaces libraries of Flux that the wanted controllers require in the landscape, but that are not available,
// by their newest available older patch: a controller could not be built otherwise.
func (b *bump) replaceAbsent(ctx context.Context, download gomodule.Download, wanted []string) error {
	content, err := b.read(path.Join(landscapeModule, "go.mod"))
	if err != nil {
		return err
	}
	edit := []string{"go", "mod", "edit"}
	for line := range strings.Lines(string(content)) {
		if words := strings.Fields(line); len(words) > 2 && words[0] == "replace" && strings.HasPrefix(words[1], fluxPackages) {
			edit = append(edit, "-dropreplace="+words[1]+"@"+words[2])
		}
	}
	libraries := map[module.Version]bool{}
	for _, controller := range wanted {
		name, version, _ := strings.Cut(controller, "@")
		found, err := download(ctx, module.Version{Path: name, Version: version})
		if err != nil {
			return fmt.Errorf("downloading %s: %w", controller, err)
		}
		requirements, err := os.ReadFile(filepath.Join(found.Dir, "go.mod"))
		if err != nil {
			return err
		}
		for library, version := range required(string(requirements)) {
			if strings.HasPrefix(library, fluxPackages) {
				libraries[module.Version{Path: library, Version: version}] = true
			}
		}
	}
	replaced, err := replacements(ctx, download, slices.Collect(maps.Keys(libraries)))
	if err != nil {
		return err
	}
	if edit = append(edit, replaced...); len(edit) == len([]string{"go", "mod", "edit"}) {
		return nil
	}
	return b.run(ctx, landscapeModule, edit...)
}

// replacements returns the flags of go mod edit that replace modules which are not available.
func replacements(ctx context.Context, download gomodule.Download, modules []module.Version) ([]string, error) {
	module.Sort(modules)
	var flags []string
	for _, m := range modules {
		for i, candidate := range gomodule.OlderPatches(m.Version) {
			_, err := download(ctx, module.Version{Path: m.Path, Version: candidate})
			if errors.Is(err, gomodule.ErrAbsent) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("downloading %s %s: %w", m.Path, candidate, err)
			}
			if i > 0 {
				flags = append(flags, fmt.Sprintf("-replace=%s=%s@%s", m, m.Path, candidate))
			}
			break
		}
	}
	return flags, nil
}

// notRun writes the controllers that the landscape does not run in their own version into the table of versions.
func (b *bump) notRun(u *update) error {
	cells := map[string]string{}
	for i, version := range u.after {
		r, err := load(b.read, version)
		if err != nil {
			return err
		}
		file := path.Join(landscapeModule, "flux", semver.MajorMinor(version), "go.mod")
		if i == len(u.after)-1 {
			file = path.Join(landscapeModule, "go.mod")
		}
		content, err := b.read(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		cells[version] = notRun(r, required(string(content)))
	}
	return b.edit(compatibilityPage, func(page string) string { return withNotRun(page, cells) })
}

// notRun returns the controllers of a release that a go.mod does not require in their version.
func notRun(r *release, required map[string]string) string {
	var names []string
	for _, component := range r.components() {
		name, version, _ := strings.Cut(controllerModule(component, r.images[component].tag), "@")
		if required[name] != version {
			names = append(names, component+" "+version)
		}
	}
	return orNone(strings.Join(names, ", "))
}

// compiled returns the versions of the required modules that can be compiled: each version itself, or the newest older
// patch that is available and that this Go version compiles. Without one, it leaves the module out.
func compiled(ctx context.Context, download gomodule.Download, required, versions map[string]string, progress io.Writer) (map[string]string, error) {
	result := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(required)) {
		version, isFlux := versions[name]
		if !isFlux {
			continue
		}
		for _, candidate := range gomodule.OlderPatches(version) {
			if candidate == required[name] {
				result[name] = candidate
				break
			}
			found, err := download(ctx, module.Version{Path: name, Version: candidate})
			if errors.Is(err, gomodule.ErrAbsent) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("downloading %s %s: %w", name, candidate, err)
			}
			if found.CompilesWith(runtime.Version()) {
				result[name] = candidate
				break
			}
		}
		if result[name] != version {
			fmt.Fprintf(progress, "%s %s cannot be compiled; it stays or becomes %s\n", name, version, cmp.Or(result[name], required[name]))
		}
	}
	return result, nil
}

// silent is the format in which go list prints only packages that it has not found.
const silent = "{{ if not .Name }}{{ .ImportPath }}{{ end }}"

// sums adds the checksums that a module still needs. go mod tidy would also look at the tests of all dependencies, of
// which some cannot be built. The command may change a copy of go.mod only, because it sorts the requirements.
func (b *bump) sums(ctx context.Context, directory string) (err error) {
	work, err := os.MkdirTemp("", "bump-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := b.read(path.Join(directory, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(work, name), content, 0o600); err != nil {
			return err
		}
	}
	if err := b.run(ctx, directory, "go", "list", "-modfile", filepath.Join(work, "go.mod"), "-mod=mod", "-deps", "-test",
		"-f", silent, "./...", "tool"); err != nil {
		return err
	}
	content, err := os.ReadFile(filepath.Join(work, "go.sum"))
	if err != nil {
		return err
	}
	return b.edit(path.Join(directory, "go.sum"), func(string) string { return string(content) })
}

// withoutOthers returns the lines of a go.sum except for those of other versions of the given modules.
func withoutOthers(sums string, versions map[string]string) string {
	var out strings.Builder
	for line := range strings.Lines(sums) {
		words := strings.Fields(line)
		if len(words) == 3 {
			version, isFlux := versions[words[0]]
			if isFlux && strings.TrimSuffix(words[1], "/go.mod") != version {
				continue
			}
		}
		out.WriteString(line)
	}
	return out.String()
}

// moduleVersions returns the versions of the modules of a release.
func moduleVersions(of *release) map[string]string {
	versions := map[string]string{fluxModule: of.version}
	for component, image := range of.images {
		for _, required := range []string{controllerModule(component, image.tag), apiModule(component, image.tag)} {
			name, version, _ := strings.Cut(required, "@")
			versions[name] = version
		}
	}
	return versions
}

// wantedModules returns the given modules that a go.mod requires in another version.
func wantedModules(content string, versions map[string]string) []string {
	var wanted []string
	required := required(content)
	for _, name := range slices.Sorted(maps.Keys(required)) {
		if version, isFlux := versions[name]; isFlux && version != required[name] {
			wanted = append(wanted, name+"@"+version)
		}
	}
	return wanted
}

// required returns the versions of the modules that a go.mod requires.
func required(content string) map[string]string {
	versions := map[string]string{}
	for line := range strings.Lines(content) {
		if words := strings.Fields(strings.TrimPrefix(line, "require ")); len(words) >= 2 && strings.HasPrefix(words[1], "v") {
			versions[words[0]] = words[1]
		}
	}
	return versions
}

// golden writes the golden files of the new versions, and removes those of the dropped one.
func (b *bump) golden(ctx context.Context, u *update) error {
	if u.drop != "" {
		stale, err := filepath.Glob(filepath.Join(b.root, "pkg", "flux", "testdata", u.drop+".*"))
		if err != nil {
			return err
		}
		for _, file := range stale {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return b.run(ctx, "", "go", "test", "./pkg/flux", "./hack/distributions/bump", "-args", "-update-golden")
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// section is a part of the review. Without lines, there is nothing to look at.
type section struct {
	title string
	lines []string
}

// review returns what a reviewer of a new Flux version has to look at, as Markdown: its changes against an older one,
// the release notes in between, the upgrades from all the versions, oldest first, and what nothing has proven.
func review(from, to *release, notes []string, upgrades []*release) (string, error) {
	crds, err := crdChanges(from, to)
	if err != nil {
		return "", err
	}
	refused, err := upgradesTo(to, upgrades)
	if err != nil {
		return "", err
	}
	kinds := func(names ...string) func(string) bool {
		return func(kind string) bool { return slices.Contains(names, kind) }
	}
	rbac := kinds("ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding")
	other := func(kind string) bool {
		return kind != kindCRD && kind != "Deployment" && kind != "NetworkPolicy" && !rbac(kind)
	}
	sections := []section{
		{"Checks of the distribution", checked(to)},
		{"Release notes of the controllers", notes},
		{"CustomResourceDefinitions", crds},
		{"Upgrades that are refused", refused},
		{"RBAC", objectChanges(from, to, rbac, nil)},
		{"Arguments, environment and other settings of containers", objectChanges(from, to, kinds("Deployment"), dropImages)},
		{"Flags and feature gates", gateChanges(from, to)},
		{"Network policies", objectChanges(from, to, kinds("NetworkPolicy"), nil)},
		{"Other objects", objectChanges(from, to, other, nil)},
		{"Finalizers", finalizerChanges(from, to)},
		{"Oldest Kubernetes", kubernetesChange(from, to)},
		{"Images", imageChanges(from, to)},
		{"Not proven", notProven(from, to)},
	}
	return written(from, to, sections), nil
}

// written formats the sections. Those without changes have one line together, so that it is seen that they were
// compared.
func written(from, to *release, sections []section) string {
	var out, unchanged strings.Builder
	fmt.Fprintf(&out, "# Flux %s, compared with %s\n\n", to.version, from.version)
	fmt.Fprintf(&out, "Size of the manifests: %d → %d bytes (%+d).\n", len(from.manifests), len(to.manifests), len(to.manifests)-len(from.manifests))
	fmt.Fprintf(&out, "Built from Flux's modules, and equal: %s.\n", orNone(strings.Join(to.compared, ", ")))
	for _, s := range sections {
		if len(s.lines) == 0 {
			fmt.Fprintf(&unchanged, "- %s\n", s.title)
			continue
		}
		fmt.Fprintf(&out, "\n## %s\n\n", s.title)
		for _, line := range s.lines {
			fmt.Fprintf(&out, "- %s\n", line)
		}
	}
	if unchanged.Len() > 0 {
		fmt.Fprintf(&out, "\n## Nothing to look at\n\n%s", unchanged.String())
	}
	return out.String()
}

// checked returns the error of the checks that supplied distributions have to pass too.
func checked(to *release) []string {
	if err := flux.CheckDistribution(to.version, to.manifests); err != nil {
		return []string{err.Error()}
	}
	return nil
}

// upgradesTo returns the versions from which a shoot with all components cannot be upgraded directly, with the error
// that its user gets.
func upgradesTo(to *release, others []*release) ([]string, error) {
	apis := map[string]map[string]flux.API{}
	var known []string
	for _, r := range append(slices.Clone(others), to) {
		kinds, err := apisOf(r)
		if err != nil {
			return nil, err
		}
		apis[r.version], known = kinds, append(known, r.version)
	}
	var lines []string
	for _, from := range others {
		if semver.Compare(from.version, to.version) >= 0 {
			continue
		}
		stored := map[string]flux.StoredKind{}
		for name, api := range apis[from.version] {
			stored[name] = flux.StoredKind{Storage: api.Storage, Stored: []string{api.Storage}}
		}
		errs, err := flux.Change{
			From: from.version, To: to.version, Installed: flux.Installed{Kinds: stored}, Allowed: known,
			Apis: func(version string) (map[string]flux.API, error) { return apis[version], nil },
		}.Refuse()
		if err != nil {
			return nil, err
		}
		for _, refused := range errs {
			lines = append(lines, from.version+": "+refused.Detail)
		}
	}
	return lines, nil
}

// apisOf returns the kinds of a release by the name of their CustomResourceDefinition.
func apisOf(r *release) (map[string]flux.API, error) {
	result := map[string]flux.API{}
	for _, object := range r.objects {
		if object.GetKind() != kindCRD {
			continue
		}
		api, err := flux.APIOf(object)
		if err != nil {
			return nil, err
		}
		result[object.GetName()] = api
	}
	return result, nil
}

// gateChanges returns the controllers that gain or lose workload identity of objects, and the changes of the recorded
// flags and feature gates. Without a record for both versions, notProven has a line.
func gateChanges(from, to *release) []string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(mergedKeys(from.identity, to.identity))) {
		before, had := from.identity[name]
		after, has := to.identity[name]
		switch {
		case had && before == "" || has && after == "":
			continue // Nothing is known about one of them.
		case !had:
			lines = append(lines, name+": supports workload identity of objects")
		case !has:
			lines = append(lines, name+": no longer supports workload identity of objects")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(to.programs)) {
		old, recorded := from.programs[name]
		if !recorded {
			continue
		}
		current := to.programs[name]
		for _, change := range []struct {
			what  string
			names []string
		}{
			{"new flag", added(old.flags, current.flags)},
			{"flag removed", added(current.flags, old.flags)},
			{"new feature gate", added(old.gates, current.gates)},
			{"feature gate removed", added(current.gates, old.gates)},
		} {
			for _, flag := range change.names {
				lines = append(lines, fmt.Sprintf("%s %s → %s: %s %s", name, old.release, current.release, change.what, flag))
			}
		}
	}
	return lines
}

// added returns the elements of to that are not in from.
func added(from, to []string) []string {
	return slices.DeleteFunc(slices.Clone(to), func(s string) bool { return slices.Contains(from, s) })
}

func finalizerChanges(from, to *release) []string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(mergedKeys(from.finalizers, to.finalizers))) {
		before, after := from.finalizers[name].names, to.finalizers[name].names
		if before != after && before != unknown && after != unknown {
			lines = append(lines, fmt.Sprintf("%s: %s → %s", name, orNone(before), orNone(after)))
		}
	}
	return lines
}

func kubernetesChange(from, to *release) []string {
	if to.kubernetes == "" {
		return []string{kubernetesFile + " has no entry for " + semver.MajorMinor(to.version)}
	}
	if from.kubernetes != to.kubernetes {
		return []string{from.kubernetes + " → " + to.kubernetes}
	}
	return nil
}

func imageChanges(from, to *release) []string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(mergedKeys(from.images, to.images))) {
		before, after := from.images[name], to.images[name]
		if before == after {
			continue
		}
		if before.repository != after.repository {
			lines = append(lines, fmt.Sprintf("%s: repository %s → %s", name, orNone(before.repository), orNone(after.repository)))
		}
		lines = append(lines, fmt.Sprintf("%s: %s → %s %s", name, orNone(before.tag), orNone(after.tag), after.digest))
	}
	return lines
}

// isOlder returns whether a module is older than a version, or there is none.
func isOlder(module, version string) bool {
	_, of, _ := strings.Cut(module, "@")
	return semver.Compare(of, version) < 0
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// notProven returns the parts of the release that come from the copies of its files alone, and the facts that were
// taken from other versions than its own.
func notProven(from, to *release) []string {
	var lines, alone []string
	if len(to.trusted) > 0 {
		lines = append(lines, "not built from Flux's modules, which are not available: "+strings.Join(to.trusted, ", "))
	}
	for _, component := range to.components() {
		tag := to.images[component].tag
		switch found := to.finalizers[component]; {
		case found.names == unknown:
			lines = append(lines, fmt.Sprintf("finalizers of %s %s: not known", component, tag))
		case !strings.HasSuffix(found.module, "@"+tag):
			lines = append(lines, fmt.Sprintf("finalizers of %s %s: from %s", component, tag, orNone(found.module)))
		}
		if module, known := to.identity[component]; known && isOlder(module, tag) {
			lines = append(lines, fmt.Sprintf("workload identity of %s %s: from %s", component, tag, cmp.Or(module, "no module")))
		}
		switch recorded, known := to.programs[component]; {
		case !known:
			lines = append(lines, fmt.Sprintf("flags and feature gates of %s %s: not recorded", component, tag))
		case recorded.release != tag:
			lines = append(lines, fmt.Sprintf("flags and feature gates of %s %s: recorded of %s", component, tag, recorded.release))
		}
		if from.programs[component].release == "" {
			alone = append(alone, component)
		}
	}
	if len(alone) > 0 {
		lines = append(lines, fmt.Sprintf("flags and feature gates not compared, because %s has no record of: %s", from.version, strings.Join(alone, ", ")))
	}
	for _, component := range to.components() {
		if !fluxv1alpha1.IsComponent(component) {
			lines = append(lines, component+": the extension does not know this controller")
		}
	}
	return lines
}

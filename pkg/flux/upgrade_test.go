// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var renderer = NewRenderer(NewLibrary(distributions.Embedded()), Images{})

// olderAPIs returns the kinds of the components in Flux versions that the extension no longer carries.
func olderAPIs(components []fluxv1alpha1.Component) map[string]map[string]API {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join("testdata", "apis-older.yaml"))
	Expect(err).NotTo(HaveOccurred())
	var versions map[string]map[string]struct {
		Component fluxv1alpha1.Component
		Kind      string
		Versions  []string
		Storage   string
	}
	Expect(yaml.UnmarshalStrict(content, &versions)).To(Succeed())
	result := map[string]map[string]API{}
	for version, kinds := range versions {
		result[version] = map[string]API{}
		for name, kind := range kinds {
			if slices.Contains(components, kind.Component) {
				_, group, _ := strings.Cut(name, ".")
				result[version][name] = API{GroupKind: schema.GroupKind{Group: group, Kind: kind.Kind}, Versions: kind.Versions, Served: kind.Versions, Storage: kind.Storage}
			}
		}
	}
	return result
}

var _ = Describe("Upgrade rules", func() {
	const (
		releases  = "helmreleases.helm.toolkit.fluxcd.io"
		artifacts = "ocirepositories.source.toolkit.fluxcd.io"
	)
	all := []fluxv1alpha1.Component{
		fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm, fluxv1alpha1.ComponentNotification,
		fluxv1alpha1.ComponentImageReflector, fluxv1alpha1.ComponentImageAutomation,
	}
	four := all[:4]
	with := func(components []fluxv1alpha1.Component) func(string) (map[string]API, error) {
		return func(version string) (map[string]API, error) {
			if apis, ok := olderAPIs(components)[version]; ok {
				return apis, nil
			}
			return renderer.APIs(version, components)
		}
	}
	// had returns a shoot with the components of a version.
	had := func(version string, components []fluxv1alpha1.Component) Installed {
		GinkgoHelper()
		installed := Installed{Kinds: map[string]StoredKind{}}
		apis, err := with(components)(version)
		Expect(err).NotTo(HaveOccurred())
		for name, api := range apis {
			installed.Kinds[name] = StoredKind{Storage: api.Storage, Stored: []string{api.Storage}}
		}
		return installed
	}
	// old returns a shoot with objects that may be stored in any earlier API version.
	old := func(installed Installed) Installed {
		for name, kind := range installed.Kinds {
			kind.Stored = []string{"v1beta1", "v1beta2", kind.Storage}
			installed.Kinds[name] = kind
		}
		return installed
	}
	runs := func(installed Installed, version string) Installed {
		installed.Controllers = append(installed.Controllers, Controller{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "source-controller"}, Version: version})
		return installed
	}
	// The rules are the same for all versions, whichever are carried.
	carried := []string{"v2.7.5", "v2.8.8", "v2.9.5"}
	const unlabelled = "Deployment flux-system/source-controller in the shoot does not have its Flux version in the label app.kubernetes.io/version; set the label, so that a downgrade can be excluded"

	DescribeTable("accept or reject a version",
		func(from, to string, installed Installed, components []fluxv1alpha1.Component, allowed []string, message OmegaMatcher) {
			change := Change{From: from, To: to, Installed: installed, Allowed: allowed, Apis: with(components), Foreign: from == ""}
			mistakes, err := change.Refuse()
			Expect(err).NotTo(HaveOccurred())
			if message == nil {
				Expect(mistakes).To(BeEmpty())
				return
			}
			Expect(mistakes).To(HaveLen(1))
			Expect(mistakes[0].Field).To(Equal("flux.version"))
			Expect(mistakes[0].Detail).To(message)
		},
		Entry("shoot without stored objects", "v2.6.4", "v2.9.5", Installed{}, all, carried, nil),
		Entry("next minor version that removes stored versions", "v2.6.4", "v2.7.5", old(had("v2.6.4", all)), all, carried, nil),
		Entry("jump that keeps all storage versions", "v2.6.4", "v2.9.5", had("v2.6.4", four), four, carried, nil),
		Entry("jump that removes the storage version of kinds", "v2.6.4", "v2.9.5", had("v2.6.4", all), all, carried, Equal(
			"the shoot stores objects in API versions that Flux v2.9.5 no longer has: imagepolicies.image.toolkit.fluxcd.io in version v1beta2, imagerepositories.image.toolkit.fluxcd.io in version v1beta2, "+
				"imageupdateautomations.image.toolkit.fluxcd.io in version v1beta2; set it to v2.7.5, and to v2.9.5 when that runs in the shoot")),
		Entry("jump that removes the storage version of a default kind", "v2.5.1", "v2.9.5", had("v2.5.1", four), four, carried, And(
			ContainSubstring(artifacts+" in version v1beta2;"), HaveSuffix("set it to v2.7.5, and to v2.9.5 when that runs in the shoot"))),
		Entry("path of several versions", "v2.5.1", "v2.9.5", had("v2.5.1", all), all, []string{"v2.5.1", "v2.6.4", "v2.8.8", "v2.9.5"},
			HaveSuffix("set it to v2.6.4, then to v2.8.8, and to v2.9.5 when that runs in the shoot")),
		Entry("recorded intermediate version that is not installed yet", "v2.7.5", "v2.9.5", had("v2.6.4", all), all, carried, ContainSubstring("set it to v2.7.5, and to v2.9.5")),
		Entry("no allowed intermediate version", "v2.6.4", "v2.9.5", had("v2.6.4", all), all, []string{"v2.6.4", "v2.9.5"},
			ContainSubstring("no available version has both the old and the new ones; leave out the components of these kinds")),
		Entry("component that returns after an upgrade", "v2.9.5", "v2.9.5", had("v2.6.4", all), all, carried, ContainSubstring("leave out the components of these kinds, or apply")),
		Entry("stored objects of a removed component", "v2.7.5", "v2.9.5", had("v2.6.4", all), four, carried, nil),
		Entry("downgrade", "v2.9.5", "v2.7.5", had("v2.9.5", four), four, carried, Equal("Flux v2.9.5 was delivered to the shoot and is not downgraded; set it to v2.9.5")),
		Entry("downgrade from a version that is no longer carried", "v2.8.1", "v2.7.5", had("v2.8.8", four), four, carried, HaveSuffix("set it to v2.8.8")),
		Entry("downgrade from a version newer than all carried ones", "v2.10.1", "v2.9.5", had("v2.9.5", four), four, carried,
			HaveSuffix("all available versions are older (v2.7.5, v2.8.8, v2.9.5); ask the operator of the extension for v2.10.1 or newer")),
		Entry("newer Flux in the shoot", "v2.6.4", "v2.7.5", runs(had("v2.9.5", four), "v2.9.5"), four, carried,
			Equal("Flux v2.9.5 runs in the shoot (Deployment flux-system/source-controller) and is not downgraded; set it to v2.9.5")),
		Entry("older Flux and a controller without a version label", "v2.6.4", "v2.7.5", runs(runs(had("v2.6.4", four), "v2.6.4"), ""), four, carried, nil),
		Entry("foreign Flux without a version label", "", "v2.7.5", runs(had("v2.6.4", four), ""), four, carried, Equal(unlabelled)),
		Entry("no recorded version", "", "v2.9.5", runs(had("v2.8.8", four), "v2.8.8"), four, carried, nil),
	)

	DescribeTable("find a path among many versions in bounded time",
		func(last API, want OmegaMatcher) {
			const name, count = "things.example.toolkit.fluxcd.io", 40
			var allowed []string
			apis, asked := map[string]map[string]API{}, 0
			for i := range count {
				version := fmt.Sprintf("v3.%d.0", i)
				allowed = append(allowed, version)
				// Each version has all API versions, and stores another kind and another API version than the previous one.
				apis[version] = map[string]API{name: {Versions: []string{"v1", "v2", "v3", "v4"}, Storage: fmt.Sprintf("v%d", i%3+1)},
					fmt.Sprint("others", i%4): {Versions: []string{"v1"}, Storage: "v1"}}
			}
			apis["v4.0.0"] = map[string]API{name: last}
			change := Change{From: "v2.9.0", To: "v4.0.0", Allowed: append(allowed, "v4.0.0"), Installed: Installed{Kinds: map[string]StoredKind{name: {Storage: "v1"}}},
				Apis: func(version string) (map[string]API, error) {
					asked++
					return apis[version], nil
				}}
			Expect(change.path(map[string]string{name: "v1"}, change.between(), apis["v4.0.0"], map[string][]string{})).To(want)
			Expect(asked).To(BeNumerically("<", 40*count*count))
		},
		Entry("oldest of several shortest paths", API{Versions: []string{"v3", "v5"}, Storage: "v5"}, Equal([]string{"v3.2.0"})),
		Entry("no path", API{Versions: []string{"v5"}, Storage: "v5"}, BeEmpty()),
	)

	applied := func(group, version, kind, name string) AppliedObject {
		return AppliedObject{GroupVersionKind: schema.GroupVersionKind{Group: group, Version: version, Kind: kind},
			NamespacedName: types.NamespacedName{Namespace: "apps", Name: name}, By: types.NamespacedName{Namespace: "flux-system", Name: "apps"}}
	}
	release := func(version, name string) AppliedObject {
		return applied("helm.toolkit.fluxcd.io", version, "HelmRelease", name)
	}

	idle := func(applied AppliedObject, why Idleness) AppliedObject {
		applied.Idle = why
		return applied
	}

	DescribeTable("hold back an upgrade while Git has objects in removed API versions",
		func(from, to string, objects []AppliedObject, message OmegaMatcher) {
			installed := had("v2.6.4", all)
			installed.Applied = objects
			remaining, held, err := Change{From: from, To: to, Installed: installed, Apis: with(all)}.Judge()
			Expect(err).NotTo(HaveOccurred())
			Expect(remaining).To(HaveKeyWithValue(releases, Not(BeEmpty())))
			Expect(remaining).NotTo(HaveKey("externalartifacts.source.toolkit.fluxcd.io"), "a kind that is new has nothing to be migrated")
			if message == nil {
				Expect(held).To(BeEmpty())
				return
			}
			Expect(held).To(message)
		},
		Entry("no applied objects", "v2.6.4", "v2.7.5", nil, nil),
		Entry("objects in served API versions", "v2.6.4", "v2.7.5", []AppliedObject{release("v2", "a"), release("v2beta2", "b")}, nil),
		Entry("object of an unrelated kind", "v2.6.4", "v2.7.5", []AppliedObject{applied("infra.toolkit.fluxcd.io", "v1alpha1", "Terraform", "a")}, nil),
		Entry("object in a removed API version", "v2.6.4", "v2.7.5", []AppliedObject{release("v2beta1", "b"), release("v2", "a")}, Equal(
			"Flux v2.6.4 is not upgraded to v2.7.5 yet, because the sources of the shoot's Kustomizations have objects in API versions that it does not serve: "+
				"HelmRelease apps/b as helm.toolkit.fluxcd.io/v2beta1, to be changed to helm.toolkit.fluxcd.io/v2 (Kustomization flux-system/apps). "+
				"Change their apiVersion in Git; after Flux has applied the change, the upgrade continues with the next reconciliation of the Shoot")),
		Entry("replacement that the shoot already serves", "v2.6.4", "v2.7.5", []AppliedObject{applied("image.toolkit.fluxcd.io", "v1beta1", "ImagePolicy", "p")},
			ContainSubstring("ImagePolicy apps/p as image.toolkit.fluxcd.io/v1beta1, to be changed to image.toolkit.fluxcd.io/v1beta2 ")),
		Entry("more objects than the limit of the message", "v2.6.4", "v2.7.5", []AppliedObject{release("v2beta1", "g"), release("v2beta1", "f"), release("v2beta1", "e"), release("v2beta1", "d"), release("v2beta1", "c"), release("v2beta1", "b"), release("v2beta1", "a")},
			And(ContainSubstring("HelmRelease apps/a"), ContainSubstring("HelmRelease apps/e"), Not(ContainSubstring("HelmRelease apps/f")), ContainSubstring(" and 2 more. Change"))),
		Entry("objects of idle Kustomizations", "v2.6.4", "v2.7.5", []AppliedObject{idle(release("v2beta1", "a"), IdleNotReady), idle(release("v2beta1", "b"), IdleSuspended)}, And(
			ContainSubstring("(Kustomization flux-system/apps, which is not ready), HelmRelease apps/b as "), ContainSubstring("(Kustomization flux-system/apps, which is suspended). "),
			HaveSuffix("Change their apiVersion in Git; if that is done, resume the suspended Kustomization, fix the one that is not ready, or delete one that is not needed; "+
				"after Flux has applied the change, the upgrade continues with the next reconciliation of the Shoot"))),
		Entry("added components at the same version", "v2.9.5", "v2.9.5", []AppliedObject{release("v2beta1", "a")}, nil),
	)
})

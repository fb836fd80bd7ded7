// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// fields lists objects by the fields that they have.
type fields map[string][]types.NamespacedName

// named returns names in namespace apps.
func named(names ...string) []types.NamespacedName {
	var all []types.NamespacedName
	for _, name := range names {
		all = append(all, types.NamespacedName{Namespace: "apps", Name: name})
	}
	return all
}

var _ = Describe("Upgrade to v2.10, whose API v1 of Providers and Alerts lacks fields", func() {
	components := []fluxv1alpha1.Component{
		fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm, fluxv1alpha1.ComponentNotification,
	}
	apis := func(version string) (map[string]API, error) {
		if version == nextVersion {
			return nextLibrary.APIs(version, components)
		}
		return library.APIs(version, components)
	}

	DescribeTable("is held back while it would drop fields:",
		func(from, to string, providers, alerts fields, message OmegaMatcher) {
			installed := Installed{Kinds: map[string]StoredKind{}}
			present, err := apis(from)
			Expect(err).NotTo(HaveOccurred())
			for name, api := range present {
				installed.Kinds[name] = StoredKind{Storage: api.Storage, Stored: []string{api.Storage}}
			}
			installed.Kinds["providers.notification.toolkit.fluxcd.io"] = StoredKind{Storage: "v1beta3", Stored: []string{"v1beta3"}, Fields: providers}
			installed.Kinds["alerts.notification.toolkit.fluxcd.io"] = StoredKind{Storage: "v1beta3", Stored: []string{"v1beta3"}, Fields: alerts}
			_, held, err := Change{From: from, To: to, Installed: installed, Apis: apis}.Judge()
			Expect(err).NotTo(HaveOccurred())
			Expect(held).To(message)
		},
		Entry("no objects", version, nextVersion, nil, nil, BeEmpty()),
		Entry("fields that remain", version, nextVersion, fields{"type": named("a"), "channel": named("a"), "proxySecretRef": named("a")}, fields{"eventSources": named("b")}, BeEmpty()),
		Entry("field without an effect", version, nextVersion, fields{"interval": named("a")}, nil, BeEmpty()),
		Entry("upgrade that keeps the storage version", "v2.8.8", version, fields{"proxy": named("a")}, nil, BeEmpty()),
		Entry("fields that are lost", version, nextVersion, fields{"type": named("a", "b"), "proxy": named("b"), "interval": named("a")}, fields{"summary": named("c"), "eventSources": named("c")}, Equal(
			"Flux v2.9.5 is not upgraded to v2.10.0 yet, because v2.10.0 would drop fields of objects in the shoot: spec.proxy of Provider apps/b, to be replaced by spec.proxySecretRef, "+
				"spec.summary of Alert apps/c, to be replaced by spec.eventMetadata.summary. Remove these fields from the objects and in Git; "+
				"the upgrade continues with the next reconciliation of the Shoot")),
		Entry("more objects than the limit of the message", version, nextVersion, fields{"proxy": named("a", "b", "c", "d", "e", "f", "g")}, nil,
			And(ContainSubstring("Provider apps/e,"), Not(ContainSubstring("apps/f")), ContainSubstring(" and 2 more. Remove"))),
		Entry("component that returns after an upgrade", nextVersion, nextVersion, fields{"proxy": named("a")}, nil,
			HavePrefix("The components of Flux v2.10.0 are not changed yet, because the new ones would drop fields of objects in the shoot: spec.proxy of Provider apps/a")),
	)
})

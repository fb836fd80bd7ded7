// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"strings"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// nextVersion is a version that the extension does not carry yet.
const nextVersion = "v2.10.0"

// nextLibrary also has Flux v2.10, as an operator supplies it.
var nextLibrary = NewLibrary(withNext())

var _ = Describe("Multi-tenancy", func() {
	// An ArtifactGenerator of v2.10 can create ExternalArtifacts in other namespaces. source-watcher then uses the
	// permissions of the ServiceAccount in the flag.
	DescribeTable("limits ExternalArtifacts in other namespaces to the permissions of the tenant",
		func(version string, enabled bool, want []string) {
			bundle, err := NewRenderer(nextLibrary, Images{}).Render(input(of(version), fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
				f.ComponentsExtra = []fluxv1alpha1.Component{fluxv1alpha1.ComponentSourceWatcher}
				f.Multitenancy = &fluxv1alpha1.Multitenancy{Enabled: ptr.To(enabled), DefaultServiceAccount: ptr.To("tenant")}
			})))
			Expect(err).NotTo(HaveOccurred())
			var got []string
			for _, arg := range manager(deployments(bundle.Controllers)["source-watcher"]).Args {
				if strings.HasPrefix(arg, "--default-service-account") || strings.HasPrefix(arg, "--no-cross-namespace-refs") {
					got = append(got, arg)
				}
			}
			Expect(got).To(Equal(want))
		},
		Entry("v2.9, which creates none and would not start with the flag", version, true, []string{"--no-cross-namespace-refs=true"}),
		Entry("v2.10", nextVersion, true, []string{"--no-cross-namespace-refs=true", "--default-service-account=tenant"}),
		Entry("v2.10 without multi-tenancy", nextVersion, false, nil),
	)
})

// withNext adds a distribution v2.10.0 to the embedded ones. It is the newest embedded one with the changes of Flux
// v2.10 that the tests need, because the release files of v2.10 are not available as a module. The changes come from
// notification-controller/api v1.10.0, source-watcher/api/v2 v2.3.1 and source-controller's release notes.
func withNext() *distributions.Set {
	content, err := distributions.Embedded().Manifests(version)
	if err != nil {
		panic(err)
	}
	objects, err := DecodeManifests([]byte(strings.ReplaceAll(string(content), version, nextVersion)))
	if err != nil {
		panic(err)
	}
	for _, object := range objects {
		switch object.GetName() {
		case "crd-controller-flux-system":
			withoutTokens(object)
		case "alerts.notification.toolkit.fluxcd.io":
			withV1(object, "summary")
		case "providers.notification.toolkit.fluxcd.io":
			withV1(object, "proxy", "interval")
		case "artifactgenerators.source.extensions.fluxcd.io":
			specOf(versionsOf(object)[0])["serviceAccountName"] = map[string]any{"type": "string"}
		}
	}
	if content, err = MarshalManifests(objects); err != nil {
		panic(err)
	}
	sum := sha256.Sum256(content)
	set, _, err := distributions.Embedded().With(fstest.MapFS{
		nextVersion + "/gotk-components.yaml": {Data: content},
		nextVersion + "/SHA256SUMS":           {Data: []byte(hex.EncodeToString(sum[:]) + "  gotk-components.yaml\n")},
	}, "next", CheckDistribution)
	if err != nil {
		panic(err)
	}
	return set
}

// withoutTokens removes the rule for tokens from a ClusterRole.
func withoutTokens(role *unstructured.Unstructured) {
	rules, _, _ := unstructured.NestedSlice(role.Object, "rules")
	var kept []any
	for _, rule := range rules {
		if resources, _, _ := unstructured.NestedStringSlice(rule.(map[string]any), "resources"); strings.Join(resources, "") != "serviceaccounts/token" {
			kept = append(kept, rule)
		}
	}
	role.Object["rules"] = kept
}

// withV1 adds version v1, without fields of the present one, as the storage version.
func withV1(crd *unstructured.Unstructured, gone ...string) {
	before := versionsOf(crd)[0]
	added := (&unstructured.Unstructured{Object: before}).DeepCopy().Object
	before["storage"], added["name"] = false, "v1"
	maps.DeleteFunc(specOf(added), func(name string, _ any) bool {
		for _, field := range gone {
			if field == name {
				return true
			}
		}
		return false
	})
	crd.Object["spec"].(map[string]any)["versions"] = []any{added, before}
}

func versionsOf(crd *unstructured.Unstructured) []map[string]any {
	var versions []map[string]any
	for _, entry := range crd.Object["spec"].(map[string]any)["versions"].([]any) {
		versions = append(versions, entry.(map[string]any))
	}
	return versions
}

// specOf returns the properties of the spec in a version of a CustomResourceDefinition.
func specOf(version map[string]any) map[string]any {
	properties, _, err := unstructured.NestedFieldNoCopy(version, "schema", "openAPIV3Schema", "properties", "spec", "properties")
	if err != nil {
		panic(err)
	}
	return properties.(map[string]any)
}

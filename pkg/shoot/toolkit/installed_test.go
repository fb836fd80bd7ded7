// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("Installed", func() {
	// applying is a Kustomization with an inventory of pairs of ID and version.
	applying := func(name string, change func(*unstructured.Unstructured), pairs ...string) *unstructured.Unstructured {
		o := object("kustomize.toolkit.fluxcd.io", "Kustomization", "flux-system", name)
		var entries []any
		for i := 0; i < len(pairs); i += 2 {
			entries = append(entries, map[string]any{"id": pairs[i], "v": pairs[i+1]})
		}
		o.Object["status"] = map[string]any{"inventory": map[string]any{"entries": entries}}
		if change != nil {
			change(o)
		}
		return o
	}
	elsewhere := func(o *unstructured.Unstructured) {
		o.Object["spec"] = map[string]any{"kubeConfig": map[string]any{"secretRef": map[string]any{"name": "other"}}}
	}

	failing := func(o *unstructured.Unstructured) {
		o.Object["status"].(map[string]any)["conditions"] = []any{map[string]any{"type": "Healthy", "status": "True"}, map[string]any{"type": "Ready", "status": "False"}}
	}
	bucket := func(name string, idle flux.Idleness) flux.AppliedObject {
		return flux.AppliedObject{GroupVersionKind: schema.GroupVersionKind{Group: "source.toolkit.fluxcd.io", Version: "v1beta1", Kind: "Bucket"},
			NamespacedName: types.NamespacedName{Namespace: "apps", Name: name}, By: types.NamespacedName{Namespace: "flux-system", Name: "apps"}, Idle: idle}
	}
	// The second definition has the kind of the first one.
	present := []client.Object{crd("source.toolkit.fluxcd.io", "Bucket", "buckets", true, ours), crd("source.toolkit.fluxcd.io", "Bucket", "zz", true, ""), object("source.toolkit.fluxcd.io", "Bucket", "apps", "a")}

	DescribeTable("returns the Flux objects that Kustomizations apply, in the version of their sources",
		func(ctx SpecContext, kustomization *unstructured.Unstructured, want ...flux.AppliedObject) {
			shoot, _, _ := shootWith(nil, append(append([]client.Object{kustomization}, present...), fluxKinds()...)...)
			installed, err := shoot.Installed(ctx)
			Expect(err).NotTo(HaveOccurred())
			Expect(installed.Applied).To(ConsistOf(want))
			Expect(installed.Kinds).To(HaveKeyWithValue("gitrepositories.source.toolkit.fluxcd.io", flux.StoredKind{Storage: "v1"}))
			Expect(installed.Kinds).NotTo(HaveKey("terraforms.infra.contrib.fluxcd.io"), "it is no kind of Flux's")
		},
		Entry("new Kustomization without an inventory", object("kustomize.toolkit.fluxcd.io", "Kustomization", "flux-system", "new")),
		Entry("inventory with a Flux object and others", applying("apps", nil, "apps_web_apps_Deployment", "v1", "apps_a_source.toolkit.fluxcd.io_Bucket", "v1beta1", "_apps__Namespace", "v1"), bucket("a", "")),
		Entry("suspended Kustomization", applying("apps", suspended, "apps_a_source.toolkit.fluxcd.io_Bucket", "v1beta1"), bucket("a", flux.IdleSuspended)),
		Entry("Kustomization that is not ready", applying("apps", failing, "apps_a_source.toolkit.fluxcd.io_Bucket", "v1beta1"), bucket("a", flux.IdleNotReady)),
		Entry("inventory with deleted objects", applying("apps", suspended, "apps_a_source.toolkit.fluxcd.io_Bucket", "v1beta1", "apps_b_source.toolkit.fluxcd.io_Bucket", "v1beta1", "other_a_source.toolkit.fluxcd.io_Bucket", "v1beta1"), bucket("a", flux.IdleSuspended)),
		Entry("inventory with a kind that the shoot does not have", applying("apps", nil, "apps_cache_helm.toolkit.fluxcd.io_HelmRelease", "v2beta1")),
		Entry("Kustomization for another cluster", applying("apps", elsewhere, "apps_a_source.toolkit.fluxcd.io_Bucket", "v1beta1")),
		Entry("inventory with a repeated object", applying("apps", nil, "apps_a_source.toolkit.fluxcd.io_Bucket", "v1beta1", "apps_a_source.toolkit.fluxcd.io_Bucket", "v1beta1"), bucket("a", "")),
		Entry("inventory with invalid entries", applying("apps", nil, "nonsense", "v1", "", "")),
	)

	It("returns the fields of kinds in unstable versions, which a later version may drop", func(ctx SpecContext) {
		with := func(group, kind, name string, spec map[string]any) *unstructured.Unstructured {
			o := object(group, kind, "apps", name)
			o.Object["spec"] = spec
			return o
		}
		const notification = "notification.toolkit.fluxcd.io"
		providers := crd(notification, "Provider", "providers", true, ours)
		providers.Spec.Versions[1].Name = "v1beta3"
		proxied := with(notification, "Provider", "a", map[string]any{"type": "slack", "proxy": "http://hunter2@proxy"})
		plain := with(notification, "Provider", "b", map[string]any{"type": "slack"})
		for _, o := range []*unstructured.Unstructured{proxied, plain} {
			o.SetAPIVersion(notification + "/v1beta3")
		}
		shoot, _, _ := shootWith(nil, providers, proxied, plain,
			crd("source.toolkit.fluxcd.io", "GitRepository", "gitrepositories", true, ours), with("source.toolkit.fluxcd.io", "GitRepository", "c", map[string]any{"url": "https://git"}))
		installed, err := shoot.Installed(ctx)
		Expect(err).NotTo(HaveOccurred())
		a, b := types.NamespacedName{Namespace: "apps", Name: "a"}, types.NamespacedName{Namespace: "apps", Name: "b"}
		Expect(installed.Kinds).To(HaveKeyWithValue("providers."+notification, flux.StoredKind{
			Storage: "v1beta3", Fields: map[string][]types.NamespacedName{"type": {a, b}, "proxy": {a}},
		}))
		Expect(installed.Kinds).To(HaveKeyWithValue("gitrepositories.source.toolkit.fluxcd.io", flux.StoredKind{Storage: "v1"}))
	})
})

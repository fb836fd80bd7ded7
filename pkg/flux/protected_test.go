// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("Protected", func() {
	const (
		source = "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: fleet, namespace: sync}\nspec: {url: ssh://git@github.com/o/r, secretRef: {name: flux-system}}\n"
		root   = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: fleet, namespace: sync}\nspec: {path: ./, prune: true}\n"
	)
	// annotations returns the annotations that protect an object.
	annotations := func(own map[string]string) map[string]string {
		found := map[string]string{}
		for key, value := range own {
			if key == "kustomize.toolkit.fluxcd.io/reconcile" || key == "kustomize.toolkit.fluxcd.io/prune" {
				found[key] = value
			}
		}
		return found
	}

	renderer := NewRenderer(nextLibrary, Images{})

	DescribeTable("returns what a bundle protects against kustomize-controller",
		func(stage Stage, change func(*Input)) {
			in := input(synced(source, root), withDeployKey, func(in *Input) { in.Stage = stage }, change)
			bundle, err := renderer.Render(in)
			Expect(err).NotTo(HaveOccurred())
			rendered, protected := map[string]map[string]string{}, map[string]map[string]string{}
			for _, part := range [][]byte{bundle.CRDs, bundle.Controllers, bundle.Config} {
				for _, object := range decode(part) {
					if own := annotations(object.GetAnnotations()); len(own) > 0 && object.GetKind() != "PersistentVolumeClaim" {
						rendered[object.GetAPIVersion()+" "+NameOf(object)] = own
					}
				}
			}
			objects, err := renderer.Protected(in.Effective, stage)
			Expect(err).NotTo(HaveOccurred())
			for _, object := range objects {
				protected[object.GetAPIVersion()+" "+NameOf(object)] = annotations(object.GetAnnotations())
			}
			Expect(protected).To(Equal(rendered))
			Expect(protected).NotTo(BeEmpty())
		},
		Entry("in StageManaged", StageManaged, func(*Input) {}),
		Entry("in StageBootstrap", StageBootstrap, func(*Input) {}),
		Entry("with a role of the extension", StageManaged, func(in *Input) {
			in.Effective.Version = nextVersion
			in.Effective.Flux.WorkloadIdentity = &fluxv1alpha1.WorkloadIdentity{Enabled: ptr.To(true)}
		}),
		Entry("in another namespace, without NetworkPolicies and with shards", StageManaged, func(in *Input) {
			in.Effective.Flux.Namespace, in.Effective.Flux.NetworkPolicy = ptr.To("flux"), ptr.To(false)
			in.Effective.Flux.Sharding = &fluxv1alpha1.Sharding{Shards: []string{"blue"}}
		}),
	)
})

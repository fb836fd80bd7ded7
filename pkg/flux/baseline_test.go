// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("The operator's baseline", func() {
	object := func(apiVersion, kind string, spec map[string]any) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{"namespace": "flux-baseline", "name": "flux-baseline"}, "spec": spec,
		}}
	}
	baseline := func(permissions configv1alpha1.BaselinePermissions, settings map[string]any) BaselineInput {
		spec := map[string]any{"path": "./", "prune": true, "serviceAccountName": "flux-baseline"}
		for key, value := range settings {
			spec[key] = value
		}
		return BaselineInput{
			Baseline: resolved.Baseline{
				Namespace: "flux-baseline", Permissions: permissions, Secret: true,
				Source:        object("source.toolkit.fluxcd.io/v1", "OCIRepository", map[string]any{"url": "oci://registry.example.com/baseline"}),
				Kustomization: object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", spec),
			},
			ShootInfo: fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "one"},
			Secret:    Resource{Type: "kubernetes.io/dockerconfigjson", Data: map[string][]byte{".dockerconfigjson": []byte("{}")}},
		}
	}
	rules := configv1alpha1.BaselinePermissions{Rules: []rbacv1.PolicyRule{{Verbs: []string{"*"}, APIGroups: []string{"policy.example.com"}, Resources: []string{"policies"}}}}
	render := func(in BaselineInput) []byte {
		GinkgoHelper()
		rendered, err := RenderBaseline(in)
		Expect(err).NotTo(HaveOccurred())
		return rendered
	}
	remove := func(rendered []byte, prune, applied bool) ([]byte, bool) {
		GinkgoHelper()
		edited, last, err := RemoveBaseline(rendered, prune, applied)
		Expect(err).NotTo(HaveOccurred())
		return edited, last
	}
	root := func(rendered []byte) map[string]any {
		GinkgoHelper()
		objects, err := DecodeManifests(rendered)
		Expect(err).NotTo(HaveOccurred())
		for _, object := range objects {
			if object.GetKind() == "Kustomization" {
				return object.Object["spec"].(map[string]any)
			}
		}
		return nil
	}

	It("is rendered with the rules of the operator", func() {
		golden("baseline.yaml", render(baseline(rules, nil)))
	})

	It("is rendered as cluster-admin only if the operator says so", func() {
		rendered := string(render(baseline(configv1alpha1.BaselinePermissions{ClusterAdmin: true}, nil)))
		Expect(rendered).To(ContainSubstring("  kind: ClusterRole\n  name: cluster-admin\n"))
		Expect(rendered).NotTo(ContainSubstring("kind: ClusterRole\nmetadata"))
	})

	DescribeTable("is removed in steps, each after the previous one was applied, with",
		func(settings map[string]any, prune bool, prepared map[string]any) {
			rendered := render(baseline(rules, settings))
			rendered, last := remove(rendered, prune, true)
			Expect(last).To(BeFalse())
			Expect(root(rendered)).To(Equal(prepared))

			waiting, last := remove(rendered, prune, false)
			Expect(last).To(BeFalse())
			Expect(waiting).To(Equal(rendered), "the shoot has the former Kustomization until gardener-resource-manager has applied it")

			rendered, last = remove(rendered, prune, true)
			Expect(last).To(BeFalse())
			Expect(root(rendered)).To(BeNil())
			Expect(string(rendered)).To(ContainSubstring("kind: ServiceAccount\n"), "Flux deletes the objects as this account")

			waiting, last = remove(rendered, prune, false)
			Expect(last).To(BeFalse())
			Expect(waiting).To(Equal(rendered), "the Kustomization may still delete its objects")

			_, last = remove(rendered, prune, true)
			Expect(last).To(BeTrue())
		},
		Entry("Orphan: the Kustomization deletes nothing", nil, false, map[string]any{"path": "./", "prune": false, "suspend": true, "serviceAccountName": "flux-baseline"}),
		Entry("Orphan, although the operator configures a deletion", map[string]any{"deletionPolicy": "Delete"}, false, map[string]any{"path": "./", "prune": false, "suspend": true, "serviceAccountName": "flux-baseline"}),
		Entry("Prune of a Kustomization that does not prune", map[string]any{"prune": false, "deletionPolicy": "Orphan", "suspend": true}, true, map[string]any{"path": "./", "prune": true, "suspend": false, "serviceAccountName": "flux-baseline"}),
	)

	It("is removed with Prune without a change of a Kustomization that prunes", func() {
		rendered := render(baseline(rules, nil))
		edited, last := remove(rendered, true, false)
		Expect(last).To(BeFalse())
		Expect(edited).To(Equal(rendered))
	})
})

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
	baseline := func(permissions configv1alpha1.BaselinePermissions) BaselineInput {
		return BaselineInput{
			Baseline: resolved.Baseline{
				Namespace: "flux-baseline", Permissions: permissions, Secret: true,
				Source:        object("source.toolkit.fluxcd.io/v1", "OCIRepository", map[string]any{"url": "oci://registry.example.com/baseline"}),
				Kustomization: object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", map[string]any{"path": "./", "prune": true, "serviceAccountName": "flux-baseline"}),
			},
			ShootInfo: fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "one"},
			Secret:    Resource{Type: "kubernetes.io/dockerconfigjson", Data: map[string][]byte{".dockerconfigjson": []byte("{}")}},
		}
	}
	rules := configv1alpha1.BaselinePermissions{Rules: []rbacv1.PolicyRule{{Verbs: []string{"*"}, APIGroups: []string{"policy.example.com"}, Resources: []string{"policies"}}}}
	render := func(in BaselineInput) []byte {
		GinkgoHelper()
		rendered, _, err := RenderBaseline(in)
		Expect(err).NotTo(HaveOccurred())
		return rendered
	}
	It("is rendered with the rules of the operator", func() {
		golden("baseline.yaml", render(baseline(rules)))
	})

	It("is rendered as cluster-admin only if the operator says so", func() {
		rendered := string(render(baseline(configv1alpha1.BaselinePermissions{ClusterAdmin: true})))
		Expect(rendered).To(ContainSubstring("  kind: ClusterRole\n  name: cluster-admin\n"))
		Expect(rendered).NotTo(ContainSubstring("kind: ClusterRole\nmetadata"))
	})
})

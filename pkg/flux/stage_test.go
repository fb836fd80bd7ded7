// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("Stages", func() {
	const (
		source     = "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: flux-system, namespace: flux-system}\nspec: {url: ssh://git@github.com/o/r, secretRef: {name: flux-system}}\n"
		root       = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: flux-system, namespace: flux-system}\nspec: {path: ./, prune: true}\n"
		reconcile  = "kustomize.toolkit.fluxcd.io/reconcile: disabled"
		prune      = "kustomize.toolkit.fluxcd.io/prune: disabled"
		keep       = "resources.gardener.cloud/keep-object: \"true\""
		pullSecret = "name: " + fluxv1alpha1.ImagePullSecretName
	)
	pulling := func(in *Input) {
		in.Effective.Flux.ImagePullSecretResourceName = ptr.To("registry")
		in.Resources["registry"] = Resource{Type: corev1.SecretTypeDockerConfigJson, Data: map[string][]byte{".dockerconfigjson": []byte("{}")}}
	}
	render := func(stage Stage, changes ...func(*Input)) Bundle {
		GinkgoHelper()
		changes = append([]func(*Input){synced(source, root), withDeployKey, pulling, func(in *Input) { in.Stage = stage }}, changes...)
		bundle, err := renderer.Render(input(changes...))
		Expect(err).NotTo(HaveOccurred())
		return bundle
	}

	It("renders Flux unprotected in StageBootstrap", func() {
		bundle := render(StageBootstrap)
		for _, part := range [][]byte{bundle.CRDs, bundle.Controllers, bundle.Config} {
			Expect(string(part)).NotTo(ContainSubstring(reconcile))
		}
		for kind, part := range map[string][]byte{"CustomResourceDefinition": bundle.CRDs, "GitRepository": bundle.Config, "Kustomization": bundle.Config} {
			for _, object := range documents(part, kind) {
				Expect(object).To(And(ContainSubstring(keep), ContainSubstring(prune)), "without it, all that hangs on it would go when it is not delivered any more")
			}
		}
		Expect(string(bundle.Controllers)).NotTo(ContainSubstring("kind: Secret\n"), "credentials are kept current, and the controllers are left alone")
		Expect(string(bundle.Config)).To(ContainSubstring(pullSecret))
	})

	It("renders only credentials, copies and shoot info in StageBootstrapped", func() {
		key := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
		bundle := render(StageBootstrapped, func(in *Input) { in.KeySecret = key },
			withCopy("vault", "Secret", "apps", "vault", Resource{Data: map[string][]byte{"a": []byte("b")}}),
			withCopy("token", "Secret", key.Namespace, key.Name, Resource{Data: map[string][]byte{"password": []byte("token")}}))
		Expect(bundle.CRDs).To(BeNil())
		Expect(bundle.Controllers).To(BeNil())
		config := string(bundle.Config)
		Expect(config).To(And(ContainSubstring(pullSecret), ContainSubstring("name: vault"), ContainSubstring("name: shoot-info"), ContainSubstring("identity: "),
			Not(ContainSubstring("kind: GitRepository")), Not(ContainSubstring("kind: Kustomization\n")), Not(ContainSubstring("password: "))),
			"the source in the shoot is read with the key, whatever is configured now")
		namespaces := documents(bundle.Config, "Namespace")
		Expect(namespaces).To(HaveLen(2))
		for _, namespace := range namespaces {
			Expect(namespace).To(And(ContainSubstring(keep), Not(ContainSubstring("labels:"))))
		}
	})

	It("releases managed objects with Leave", func() {
		managed := render(StageManaged)
		left, err := Leave(managed.CRDs)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(left)).To(Equal(string(render(StageBootstrap).CRDs)))
		left, err = Leave(managed.Controllers)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(left)).To(And(Not(ContainSubstring(reconcile)), ContainSubstring(pullSecret)), "a Secret that drops out would be deleted")
	})

	It("removes sources and root Kustomization with WithoutSync", func() {
		config, err := WithoutSync(render(StageBootstrap).Config)
		Expect(err).NotTo(HaveOccurred())
		Expect(documents(config, "GitRepository")).To(BeEmpty())
		Expect(documents(config, "Kustomization")).To(BeEmpty())
		Expect(documents(config, "Secret")).To(HaveLen(2))
		Expect(documents(config, "ConfigMap")).To(HaveLen(1))
	})
})

// documents returns the documents of the kind.
func documents(manifests []byte, kind string) []string {
	var found []string
	for _, document := range strings.Split(string(manifests), "---\n") {
		if strings.Contains("\n"+document, "\nkind: "+kind+"\n") {
			found = append(found, document)
		}
	}
	return found
}

var _ = Describe("SetSuspended", func() {
	const (
		secret = "---\napiVersion: v1\ndata:\n  identity: eA==\nkind: Secret\nmetadata:\n  name: flux-system\n  namespace: flux-system\n"
		head   = "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: "
		other  = head + "other\n  namespace: flux-system\nspec:\n  path: ./\n"
		root   = head + "flux-system\n  namespace: flux-system\nspec:\n  path: ./\n"
	)
	of := func(suspended bool) Suspension {
		return Suspension{Kind: "Kustomization", NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, Suspended: suspended}
	}

	DescribeTable("changes spec.suspend only",
		func(config string, suspension Suspension, want string) {
			changed, err := SetSuspended([]byte(config), suspension)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(changed)).To(Equal(want))
		},
		Entry("a resumed object", secret+other+root, of(true), secret+other+root+"  suspend: true\n"),
		Entry("a suspended object", root+"  suspend: true\n", of(false), root+"  suspend: false\n"),
		Entry("an object in the desired state", root+"  suspend: true\n", of(true), root+"  suspend: true\n"),
		Entry("an object without the field", secret+root, of(false), secret+root),
		Entry("a missing object", secret+other, of(true), secret+other),
	)
})

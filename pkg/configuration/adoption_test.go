// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation/field"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

var _ = Describe("What was adopted", func() {
	archived := Adopted{Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks", Secret: "flux-source", Path: "./", TargetNamespace: "default"}
	bootstrapped := Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}

	const root = "kustomization: {template: {spec: {path: ./b, targetNamespace: apps}}}\n"

	DescribeTable("holds where nothing else is configured",
		func(s documents, adopted Adopted, want resolved.Identity, secret, path, targetNamespace string) {
			s.adopted = adopted
			effective := s.effective()
			Expect(effective.Identity()).To(Equal(want))
			git := effective.Source.GitRepository
			Expect(git != nil && git.Spec.SecretRef != nil).To(Equal(secret != ""))
			if secret != "" {
				Expect(git.Spec.SecretRef.Name).To(Equal(secret))
			}
			Expect(effective.Kustomization.Typed.Spec.Path).To(Equal(path))
			Expect(effective.Kustomization.Typed.Spec.TargetNamespace).To(Equal(targetNamespace))
			Expect(at(effective.Kustomization.Object, "sourceRef.name")).To(Equal(effective.Source.Object.GetName()))
		},
		Entry("nothing was found", documents{project: ssh}, Adopted{},
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}, "flux-system", "./", ""),
		Entry("the archived extension's flat keys: names, Secret and target namespace go on", documents{flat: map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "flux-source", "./", "default"),
		Entry("a public repository has no Secret, whatever there was", documents{flat: map[string]string{"repositoryUrl": "https://github.com/o/r"}}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "", "./", "default"),
		Entry("a root of the usual name keeps its path", documents{project: https}, bootstrapped,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}, "", "./clusters/a", ""),
		Entry("what the project configures wins", documents{project: https + root}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "", "./b", "apps"),
		Entry("an empty target namespace removes the one that was found", documents{project: https + "kustomization: {template: {spec: {targetNamespace: ''}}}\n"}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "", "./", ""),
		Entry("what belongs to another root does not hold for one with a name of its own", documents{project: https + "kustomization: {template: {metadata: {name: own}}}\n"}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/own"}, "", "./", ""),
		Entry("names are those of their namespace only", documents{project: https, shoot: "flux: {namespace: gitops}\n"}, archived,
			resolved.Identity{Namespace: "gitops", Source: "gitops/flux-system", Root: "gitops/flux-system"}, "", "./", ""),
		Entry("the name stays when the source becomes one of another kind", documents{project: "source: {template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/r'}}}\n"}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "", "./", "default"),
	)

	It("agrees with what was delivered, so that nothing has changed its name", func() {
		s := documents{project: https, adopted: archived}
		delivered := s.effective().Identity()
		Expect(s.effective().ValidateUpdate(delivered)).To(BeEmpty())
		s.adopted = Adopted{}
		Expect(s.effective().ValidateUpdate(delivered)).To(HaveLen(2))
	})

	It("keeps a copy from replacing the deploy key's Secret", func() {
		s := documents{project: ssh + "additionalSecretResources: [{name: flux-source, targetName: flux-source}]\n", adopted: archived}
		s.resources = append(s.resources, resource("flux-source", "Secret", "x"))
		_, configErrs := s.resolve()
		Expect(configErrs).To(MatchError(ContainSubstring("the deploy key")))
	})

	DescribeTable("a wrong namespace is the Shoot's error, because no other document may set it",
		func(s documents, want string) {
			Expect(s.effective().NamespaceError("Flux is elsewhere")).To(MatchError(want))
		},
		Entry("with a providerConfig", documents{project: https, shoot: "deletionPolicy: Keep"}, `Shoot garden-demo/my-shoot: spec.providerConfig.flux.namespace: Invalid value: "flux-system": Flux is elsewhere`),
		Entry("without one", documents{project: https}, "Shoot garden-demo/my-shoot: spec.providerConfig: Required value: is missing: Flux is elsewhere; write a FluxConfig with flux.namespace"),
	)

	It("names the fields of flat keys by their keys", func() {
		effective := documents{flat: map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}}.effective()
		Expect(effective.Locate(field.ErrorList{field.Required(field.NewPath("source", "template", "spec", "secretRef"), "x")})).
			To(MatchError("ConfigMap garden-demo/flux-config: repositoryUrl: Required value: x"))
	})
})

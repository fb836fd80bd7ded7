// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

var _ = Describe("ShootFrom", func() {
	It("finds the extension's entry and its path", func() {
		shoot := &gardencorev1beta1.Shoot{Spec: gardencorev1beta1.ShootSpec{
			Extensions: []gardencorev1beta1.Extension{{Type: "other"}, {Type: "shoot-flux", ProviderConfig: &runtime.RawExtension{Raw: []byte("{}")}}},
			Resources:  []gardencorev1beta1.NamedResourceReference{resource("a", "Secret", "b")},
		}}
		from := ShootFrom(shoot, nil)
		Expect(from.ProviderConfigPath.String()).To(Equal("spec.extensions[1].providerConfig"))
		Expect(from.ProviderConfig).To(Equal([]byte("{}")))
		Expect(from.Resources).To(HaveLen(1))
	})

	It("returns no providerConfig for a Shoot without one", func() {
		Expect(ShootFrom(&gardencorev1beta1.Shoot{}, nil).ProviderConfig).To(BeNil())
		Expect(ShootFrom(&gardencorev1beta1.Shoot{Spec: gardencorev1beta1.ShootSpec{Extensions: []gardencorev1beta1.Extension{{Type: "shoot-flux"}}}}, nil).ProviderConfig).To(BeNil())
	})
})

var _ = Describe("An adopted Flux", func() {
	archived := Adopted{Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks", Secret: "flux-source", Path: "./", TargetNamespace: "default"}
	bootstrapped := Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}

	const root = "kustomization: {template: {spec: {path: ./b, targetNamespace: apps}}}\n"

	DescribeTable("provides values for fields that are not configured:",
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
		Entry("no existing Flux", documents{project: ssh}, Adopted{},
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}, "flux-system", "./", ""),
		Entry("names, Secret and target namespace from the archived extension", documents{flat: map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "flux-source", "./", "default"),
		Entry("no Secret for a public repository", documents{flat: map[string]string{"repositoryUrl": "https://github.com/o/r"}}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "", "./", "default"),
		Entry("the path of a root Kustomization with the default name", documents{project: https}, bootstrapped,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}, "", "./clusters/a", ""),
		Entry("no values that the project configures", documents{project: https + root}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "", "./b", "apps"),
		Entry("no target namespace if the project sets an empty one", documents{project: https + "kustomization: {template: {spec: {targetNamespace: ''}}}\n"}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "", "./", ""),
		Entry("no path for a root Kustomization with another name", documents{project: https + "kustomization: {template: {metadata: {name: own}}}\n"}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/own"}, "", "./", ""),
		Entry("no names in another namespace", documents{project: https, shoot: "flux: {namespace: gitops}\n"}, archived,
			resolved.Identity{Namespace: "gitops", Source: "gitops/flux-system", Root: "gitops/flux-system"}, "", "./", ""),
		Entry("the name of a source of another kind", documents{project: "source: {template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/r'}}}\n"}, archived,
			resolved.Identity{Namespace: "flux-system", Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks"}, "", "./", "default"),
	)

	It("keeps the identity", func() {
		s := documents{project: https, adopted: archived}
		delivered := s.effective().Identity()
		Expect(s.effective().ValidateUpdate(delivered)).To(BeEmpty())
		s.adopted = Adopted{}
		Expect(s.effective().ValidateUpdate(delivered)).To(HaveLen(2))
	})

	It("reserves the Secret of the deploy key", func() {
		s := documents{project: ssh + "additionalSecretResources: [{name: flux-source, targetName: flux-source}]\n", adopted: archived}
		s.resources = append(s.resources, resource("flux-source", "Secret", "x"))
		_, configErrs := s.resolve()
		Expect(configErrs).To(MatchError(ContainSubstring("the deploy key")))
	})

	DescribeTable("reports a wrong namespace in the Shoot, because no other document may set it:",
		func(s documents, want string) {
			Expect(s.effective().NamespaceError("Flux is elsewhere")).To(MatchError(want))
		},
		Entry("a Shoot with a providerConfig", documents{project: https, shoot: "deletionPolicy: Keep"}, `Shoot garden-demo/my-shoot: spec.providerConfig.flux.namespace: Invalid value: "flux-system": Flux is elsewhere`),
		Entry("a Shoot without a providerConfig", documents{project: https}, "Shoot garden-demo/my-shoot: spec.providerConfig: Required value: is missing: Flux is elsewhere; write a FluxConfig with flux.namespace"),
	)

	It("reports errors in flat keys by their keys", func() {
		effective := documents{flat: map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}}.effective()
		Expect(effective.Locate(field.ErrorList{field.Required(field.NewPath("source", "template", "spec", "secretRef"), "x")})).
			To(MatchError("ConfigMap garden-demo/flux-config: repositoryUrl: Required value: x"))
	})
})

var _ = Describe("takeover.acceptedDifferences", func() {
	It("is set in the Shoot", func() {
		effective, configErrs := documents{project: https, shoot: "takeover: {acceptedDifferences: 0123456789abcdef}"}.resolve()
		Expect(configErrs).To(BeEmpty())
		Expect(effective.AcceptedDifferences).To(Equal("0123456789abcdef"))
	})

	It("is not configuration", func() {
		effective, _ := documents{project: https, shoot: "takeover: {acceptedDifferences: 0123456789abcdef}"}.resolve()
		Expect(effective.Shoot).To(BeFalse())
		effective, _ = documents{project: https, shoot: "takeover: {acceptedDifferences: 0123456789abcdef}\nflux: {logLevel: debug}"}.resolve()
		Expect(effective.Shoot).To(BeTrue())
	})

	DescribeTable("is refused:",
		func(in documents, message string) {
			_, configErrs := in.resolve()
			Expect(configErrs).To(MatchError(message))
		},
		Entry("in a project", documents{project: https + "takeover: {acceptedDifferences: 0123456789abcdef}", shoot: "flux: {}"},
			"ConfigMap garden-demo/flux-config: config.yaml.takeover: Forbidden: applies to a single shoot; move it to the Shoot's providerConfig"),
		Entry("if it is not a checksum", documents{project: https, shoot: "takeover: {acceptedDifferences: all}"},
			`Shoot garden-demo/my-shoot: spec.providerConfig.takeover.acceptedDifferences: Invalid value: "all": must be the 16 hexadecimal digits from the message that lists the differences`),
		Entry("if it is empty", documents{project: https, shoot: "takeover: {acceptedDifferences: ''}"},
			`Shoot garden-demo/my-shoot: spec.providerConfig.takeover.acceptedDifferences: Invalid value: "": must be the 16 hexadecimal digits from the message that lists the differences`),
	)
})

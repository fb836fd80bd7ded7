// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

var _ = Describe("The decryption of the root Kustomization", func() {
	It("refers to the copied key", func() {
		effective := documents{shoot: https + "decryption: {secretResourceName: key}", resources: append(documents{}.resources, resource("key", "Secret", "k"))}.effective()
		Expect(at(effective.Kustomization.Object, "decryption")).To(Equal(map[string]any{"provider": "sops", "secretRef": map[string]any{"name": "flux-sops"}}))
		Expect(effective.Warnings).To(BeEmpty())
	})

	It("may refer to a Secret in the shoot", func() {
		effective := documents{shoot: https + "kustomization: {template: {spec: {decryption: {provider: sops, secretRef: {name: age}}}}}"}.effective()
		Expect(effective.Copies).To(BeEmpty())
		Expect(effective.Warnings).To(HaveExactElements("Shoot garden-demo/my-shoot: spec.providerConfig.kustomization.template.spec.decryption.secretRef: " +
			"the configuration delivers no Secret age to the shoot; set decryption.secretResourceName, or create it in the shoot"))
	})
})

var _ = Describe("Shoot info variables in postBuild.substituteFrom", func() {
	const fromShootInfo = https + "kustomization: {template: {spec: {postBuild: {substituteFrom: [{kind: ConfigMap, name: shoot-info}]}}}}"
	info := func(name string) fluxv1alpha1.ShootInfo {
		complete := WithPlaceholders(nil)
		complete[fluxv1alpha1.ShootInfoName], complete[fluxv1alpha1.ShootInfoLabelPrefix+"ENABLED"] = name, "true"
		return complete
	}

	DescribeTable("cause a warning if YAML reads the value as another type than string:", func(name string) {
		Expect(documents{shoot: fromShootInfo, info: info(name)}.effective().Warnings).To(HaveExactElements("Shoot garden-demo/my-shoot: spec.providerConfig.kustomization.template.spec.postBuild.substituteFrom[0]: " +
			"SHOOT_INFO_NAME is " + name + ", which YAML does not read as a string, and Flux drops quotes around variables; write it '${q:=\"}${SHOOT_INFO_NAME}${q:=\"}' in manifests"))
		Expect(documents{shoot: https, info: info(name)}.effective().Warnings).To(BeEmpty(), "nothing takes variables from there")
	},
		Entry("a boolean", "no"), Entry("another one", "on"), Entry("null", "null"), Entry("a number", "0123"), Entry("one with an exponent", "1e3"),
	)

	It("cause no warning for a string or for a label's value", func() {
		Expect(documents{shoot: fromShootInfo, info: info("north")}.effective().Warnings).To(BeEmpty())
	})
})

var _ = Describe("flux.multitenancy", func() {
	const locked = "flux: {multitenancy: {enabled: true}}\n"

	It("applies the root Kustomization as kustomize-controller", func() {
		effective := documents{shoot: locked + https}.effective()
		Expect(*effective.Flux.Multitenancy.DefaultServiceAccount).To(Equal("default"))
		Expect(effective.Kustomization.Typed.Spec.ServiceAccountName).To(Equal("kustomize-controller"))
	})

	It("keeps a configured ServiceAccount of the root Kustomization", func() {
		effective := documents{shoot: locked + https + "kustomization: {template: {spec: {serviceAccountName: deployer}}}"}.effective()
		Expect(effective.Kustomization.Typed.Spec.ServiceAccountName).To(Equal("deployer"))
	})

	It("has no effect if it is disabled", func() {
		for _, shoot := range []string{https, "flux: {multitenancy: {}}\n" + https, "flux: {multitenancy: {enabled: false}}\n" + https} {
			Expect(documents{shoot: shoot}.effective().Kustomization.Object.Object["spec"]).NotTo(HaveKey("serviceAccountName"))
		}
	})

	It("accepts a root Kustomization in another namespace with its source and a ServiceAccount", func() {
		effective := documents{shoot: locked + `
source: {template: {metadata: {namespace: apps}, spec: {url: "https://github.com/o/r"}}}
kustomization: {template: {metadata: {namespace: apps}, spec: {serviceAccountName: deployer, dependsOn: [{name: a}, {name: b, namespace: apps}]}}}`}.effective()
		Expect(effective.Kustomization.Typed.Spec.ServiceAccountName).To(Equal("deployer"))
	})

	It("refuses references across namespaces", func() {
		_, configErrs := documents{shoot: locked + https + "kustomization: {template: {metadata: {namespace: apps}, spec: {dependsOn: [{name: a, namespace: b}]}}}"}.resolve()
		Expect(configErrs).To(HaveExactElements(
			HaveField("Error.Field", "spec.providerConfig.kustomization.template.metadata.namespace"),
			HaveField("Error.Field", "spec.providerConfig.kustomization.template.spec.serviceAccountName"),
			HaveField("Error.Field", "spec.providerConfig.kustomization.template.spec.dependsOn[0].namespace"),
		))
	})
})

var _ = Describe("Updates of a delivered configuration", func() {
	const named = `
flux: {namespace: gitops}
source: {template: {metadata: {name: fleet, namespace: sources}, spec: {url: "https://github.com/o/r"}}}
kustomization: {template: {metadata: {name: root}}}
`

	It("are identified by namespaces and names", func() {
		Expect(documents{}.effective().Identity()).To(Equal(resolved.Identity{Namespace: "flux-system"}))
		Expect(documents{shoot: named}.effective().Identity()).To(Equal(resolved.Identity{Namespace: "gitops", Source: "sources/fleet", Root: "gitops/root"}))
	})

	DescribeTable("may change all other fields:",
		func(old resolved.Identity, now string, fields ...string) {
			configErrs := documents{shoot: now}.effective().ValidateUpdate(old)
			var refused []string
			for _, configErr := range configErrs {
				refused = append(refused, configErr.Error.Field)
			}
			Expect(refused).To(HaveExactElements(fields))
		},
		Entry("no change", resolved.Identity{Namespace: "gitops", Source: "sources/fleet", Root: "gitops/root"}, named),
		Entry("no earlier delivery", resolved.Identity{}, named),
		Entry("a first source", resolved.Identity{Namespace: "flux-system"}, https),
		Entry("a removed source", resolved.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}, "flux: {}"),
		Entry("another kind of source", resolved.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}, `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`),
		Entry("another namespace", resolved.Identity{Namespace: "flux-system"}, "flux: {namespace: gitops}", "spec.providerConfig.flux.namespace"),
		Entry("another source name", resolved.Identity{Namespace: "gitops", Source: "sources/other", Root: "gitops/root"}, named, "spec.providerConfig.source.template.metadata"),
		Entry("another root Kustomization name", resolved.Identity{Namespace: "gitops", Source: "sources/fleet", Root: "gitops/other"}, named, "spec.providerConfig.kustomization.template.metadata"),
		Entry("another name of source and root Kustomization", resolved.Identity{Namespace: "gitops", Source: "sources/other", Root: "gitops/other"}, named,
			"spec.providerConfig.source.template.metadata", "spec.providerConfig.kustomization.template.metadata"),
		Entry("another namespace of Flux, without errors about the dependent namespaces", resolved.Identity{Namespace: "a", Source: "a/a", Root: "a/a"}, named, "spec.providerConfig.flux.namespace"),
	)

	DescribeTable("report a removed field in the document that had set it:",
		func(in documents, name, path string) {
			configErrs := in.effective().ValidateUpdate(resolved.Identity{Namespace: "flux-system", Root: "flux-system/root"})
			Expect(configErrs).To(HaveExactElements(And(HaveField("Document", name), HaveField("Error.Field", path))))
		},
		Entry("a providerConfig", documents{shoot: https}, "Shoot garden-demo/my-shoot", "spec.providerConfig.kustomization.template.metadata"),
		Entry("a removed providerConfig", documents{project: https + "kustomization: {template: {spec: {path: ./a}}}"}, "Shoot garden-demo/my-shoot", "spec.providerConfig"),
		Entry("config.yaml", documents{project: https, withoutShoot: true}, "ConfigMap garden-demo/flux-config", "config.yaml.kustomization.template.metadata"),
		Entry("config.yaml with another name", documents{project: https + "kustomization: {template: {metadata: {name: other}}}"}, "ConfigMap garden-demo/flux-config", "config.yaml.kustomization.template.metadata"),
	)

	DescribeTable("report another namespace in the Shoot, the only document that may set it:",
		func(in documents, old resolved.Identity, message, fix string) {
			Expect(in.effective().ValidateUpdate(old)).To(MatchError("Shoot garden-demo/my-shoot: spec.providerConfig" + message +
				": the objects with the old name would stay and continue to reconcile; " + fix))
		},
		Entry("Flux's namespace, without a providerConfig", documents{project: https + "flux: {namespace: flux-system}"}, resolved.Identity{Namespace: "gitops", Source: "gitops/fleet", Root: "gitops/root"},
			": Required value: is missing: Flux's namespace is gitops and cannot be changed to flux-system", "write a FluxConfig with flux.namespace"),
		Entry("Flux's namespace, with other fields in the providerConfig", documents{project: https + "flux: {namespace: flux-system}", shoot: "flux: {}"}, resolved.Identity{Namespace: "gitops"},
			".flux.namespace: Forbidden: Flux's namespace is gitops and cannot be changed to flux-system", "set it back"),
		Entry("Flux's namespace, with an empty FluxConfig", documents{shoot: "\n"}, resolved.Identity{Namespace: "gitops"},
			".flux.namespace: Forbidden: Flux's namespace is gitops and cannot be changed to flux-system", "set it back"),
		Entry("the source's namespace", documents{project: `source: {template: {metadata: {name: fleet}, spec: {url: "https://h/r"}}}`, shoot: "flux: {}"}, resolved.Identity{Namespace: "flux-system", Source: "sources/fleet"},
			".source.template.metadata: Forbidden: the source is sources/fleet and cannot be changed to flux-system/fleet", "set it back"),
	)

	It("report the old name and the fix", func() {
		configErrs := documents{shoot: "flux: {namespace: gitops}"}.effective().ValidateUpdate(resolved.Identity{Namespace: "flux-system"})
		Expect(configErrs).To(MatchError("Shoot garden-demo/my-shoot: spec.providerConfig.flux.namespace: Forbidden: Flux's namespace is flux-system and cannot be changed to gitops: " +
			"the objects with the old name would stay and continue to reconcile; set it back"))
	})
})

var _ = Describe("NewResolver", func() {
	It("keeps the label prefixes", func() {
		prefixes := newResolver("").LabelPrefixes()
		Expect(prefixes).To(Equal([]string{"info/"}))
		prefixes[0] = "changed"
		Expect(newResolver("").LabelPrefixes()).To(Equal([]string{"info/"}))
	})

	DescribeTable("applies limits of Flux versions",
		func(limits []string, wanted, want, message string) {
			resolver, err := NewResolver(catalog{}, configv1alpha1.ControllerConfiguration{Limits: &configv1alpha1.Limits{FluxVersions: limits}})
			Expect(err).NotTo(HaveOccurred())
			effective, configErrs, err := resolver.Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "a", Data: map[string]string{"fluxVersion": wanted}}, nil)
			Expect(err).NotTo(HaveOccurred())
			if message != "" {
				Expect(configErrs).To(MatchError("ConfigMap a/flux-config: fluxVersion: Invalid value: " + message))
				return
			}
			Expect(configErrs).To(BeEmpty())
			Expect(effective.Version).To(Equal(want))
		},
		Entry("no limit", nil, "", "v2.9.3", ""),
		Entry("a minor version, which selects its newest patch", []string{"v2.8"}, "", "v2.8.7", ""),
		Entry("a version without leading v", []string{"2.8"}, "", "v2.8.7", ""),
		Entry("a patch version", []string{"v2.8.7"}, "v2.8", "v2.8.7", ""),
		Entry("several limits", []string{"v2.8", "v2.9"}, "", "v2.9.3", ""),
		Entry("a carried version that is not allowed", []string{"v2.8"}, "v2.9", "", `"v2.9": the operator does not allow Flux v2.9.3; the allowed versions are v2.8.7`),
		Entry("a version that is not carried", []string{"v2.8"}, "v1", "", `"v1": unknown Flux version; the known versions are v2.8.7 (or leave it out for the newest)`),
	)

	DescribeTable("resolves a supplied version only if it or its minor version is set:",
		func(limits []string, wanted, want string) {
			resolver, err := NewResolver(supplying{}, configv1alpha1.ControllerConfiguration{Limits: &configv1alpha1.Limits{FluxVersions: limits}})
			Expect(err).NotTo(HaveOccurred())
			effective, configErrs, err := resolver.Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "a", Data: map[string]string{"fluxVersion": wanted}}, nil)
			Expect(err).NotTo(HaveOccurred())
			Expect(configErrs).To(BeEmpty())
			Expect(effective.Version).To(Equal(want))
		},
		Entry("no version", nil, "", "v2.9.3"),
		Entry("an embedded minor version with a newer supplied patch", nil, "v2.9", "v2.9.5"),
		Entry("an embedded minor version, if the supplied patch is not allowed", []string{"v2.8", "v2.9.3"}, "v2.9", "v2.9.3"),
		Entry("the embedded patch of such a minor version", nil, "v2.9.3", "v2.9.3"),
		Entry("the supplied version", nil, "v2.9.5", "v2.9.5"),
		Entry("a minor version that is only supplied", nil, "v2.10", "v2.10.0"),
		Entry("no version, if an embedded version is allowed", []string{"v2.8", "v2.9.5"}, "", "v2.8.7"),
		Entry("no version, if no embedded version is allowed", []string{"v2.9.5", "v2.10"}, "", "v2.10.0"),
		Entry("a minor version without an allowed embedded patch", []string{"v2.8", "v2.9.5"}, "v2.9", "v2.9.5"),
	)

	DescribeTable("resolves a supplied version for all Shoots if the operator's defaults set it",
		func(version string) {
			resolver, err := NewResolver(supplying{}, configv1alpha1.ControllerConfiguration{Defaults: &runtime.RawExtension{Raw: []byte(`{"flux":{"version":"` + version + `"}}`)}})
			Expect(err).NotTo(HaveOccurred())
			effective, configErrs, err := resolver.Resolve(GinkgoT().Context(), nil, nil)
			Expect(err).NotTo(HaveOccurred())
			Expect(configErrs).To(BeEmpty())
			Expect(effective.Version).To(Equal("v2.9.5"))
		},
		Entry("exactly", "v2.9.5"),
		Entry("by its minor version", "v2.9"),
	)

	It("warns that an older patch resolves to a supplied one, and not that the extension carries it", func() {
		resolver, err := NewResolver(supplying{}, configv1alpha1.ControllerConfiguration{})
		Expect(err).NotTo(HaveOccurred())
		effective, configErrs, err := resolver.Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "a", Data: map[string]string{"fluxVersion": "v2.9.1"}}, nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(BeEmpty())
		Expect(effective.Warnings).To(HaveExactElements("ConfigMap a/flux-config: fluxVersion: v2.9.1 resolves to v2.9.5, the newest available patch version"))
	})

	It("notes a limit that matches no carried version beside one that does", func() {
		resolver, err := NewResolver(catalog{}, configv1alpha1.ControllerConfiguration{Limits: &configv1alpha1.Limits{FluxVersions: []string{"v2.8", "v2.10.0"}}})
		Expect(err).NotTo(HaveOccurred())
		Expect(resolver.Versions()).To(HaveExactElements("v2.8.7"))
		Expect(resolver.Notes()).To(HaveExactElements("limits.fluxVersions[1]: v2.10.0 has no effect: it covers no carried Flux version; the carried versions are v2.8.7, v2.9.3"))
	})

	It("resolves the version of ForFluxVersion", func() {
		other, err := newResolver("").ForFluxVersion("2.8")
		Expect(err).NotTo(HaveOccurred())
		effective, configErrs, err := other.Resolve(GinkgoT().Context(), &document.ConfigMap{Data: map[string]string{"fluxVersion": "v2.9.3"}}, nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(BeEmpty())
		Expect(effective.Version).To(Equal("v2.8.7"))
		_, err = newResolver("").ForFluxVersion("v1")
		Expect(err).To(MatchError(HavePrefix("unknown Flux version")))
	})
})

// supplying has versions that the operator supplies beside those of the catalog.
type supplying struct{ catalog }

func (supplying) Versions() []string { return []string{"v2.8.7", "v2.9.3", "v2.9.5", "v2.10.0"} }

func (supplying) Supplied(version string) bool { return version == "v2.9.5" || version == "v2.10.0" }

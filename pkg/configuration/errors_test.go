// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"context"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

var _ = Describe("Configuration errors", func() {
	DescribeTable("are attributed to the document to correct",
		func(in documents, origin document.Origin, field string) {
			_, configErrs := in.resolve()
			Expect(configErrs).To(HaveLen(1))
			Expect(configErrs[0].Origin).To(Equal(origin))
			Expect(configErrs[0].Error.Field).To(Equal(field))
		},
		Entry("a value in config.yaml", documents{project: "flux: {logLevel: loud}", shoot: "flux: {concurrency: 1}"}, document.OriginProject, "config.yaml.flux.logLevel"),
		Entry("a value in a flat key", documents{flat: map[string]string{"fluxVersion": "v1"}, shoot: "flux: {}"}, document.OriginProject, "fluxVersion"),
		Entry("a field within a flat key", documents{flat: map[string]string{"repositoryUrl": "https://h/r", "repositoryBranch": "a b"}}, document.OriginProject, "repositoryBranch"),
		Entry("a line of a flat key", documents{flat: map[string]string{"repositoryUrl": "ssh://git@h/r", "knownHosts": "# keys\nh"}}, document.OriginProject, "knownHosts[1]"),
		Entry("a value that the Shoot overrides", documents{project: "flux: {logLevel: info}", shoot: "flux: {logLevel: loud}"}, document.OriginShoot, "spec.providerConfig.flux.logLevel"),
		Entry("a Shoot's value that does not fit the project's flat keys", documents{flat: map[string]string{"repositoryUrl": "https://h/r"}, shoot: "source: {template: {spec: {url: x}}}"}, document.OriginShoot, "spec.providerConfig.source.template.spec.url"),
		Entry("a required value that the Shoot removes", documents{project: https, shoot: "source: {template: {spec: {url: ''}}}"}, document.OriginShoot, "spec.providerConfig.source.template.spec.url"),
		Entry("a required value of the operator that the project removes", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`, project: "source: {template: {spec: {url: null}}}"}, document.OriginProject, "config.yaml.source.template.spec.url"),
		Entry("null in a Shoot, without further errors", documents{project: "flux: {logLevel: info}", shoot: "flux: {logLevel: null}\nkustomization: {template: {spec: {path: ../x}}}"}, document.OriginShoot, "spec.providerConfig.flux.logLevel"),
		Entry("a field that the Shoot's source of another kind lacks", documents{project: https, shoot: "source: {template: {kind: OCIRepository}}"}, document.OriginShoot, "spec.providerConfig.source.template.spec.url"),
		Entry("a list as the kind of the source in project and Shoot", documents{
			project: "source: {template: {kind: [GitRepository]}}", shoot: "source: {template: {kind: [GitRepository]}}",
		}, document.OriginShoot, "spec.providerConfig.source.template.kind"),
		Entry("a list that the Shoot replaces", documents{project: "flux: {components: [source-controller, kustomize-controller, helm-controller, sauce-controller]}", shoot: "flux: {components: [source-controller]}"}, document.OriginShoot, "spec.providerConfig.flux.components"),
		Entry("a missing field of an object that only the project sets", documents{project: "source: {template: {spec: {interval: 1m}}}", shoot: "flux: {}"}, document.OriginProject, "config.yaml.source.template.spec.url"),
		Entry("a missing field of an object that project and Shoot set", documents{project: "source: {template: {spec: {interval: 1m}}}", shoot: "source: {template: {spec: {timeout: 1m}}}"}, document.OriginShoot, "spec.providerConfig.source.template.spec.url"),
		Entry("a Shoot's Kustomization without the source that the project removes", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`, project: "source: null", shoot: "kustomization: {template: {}}"}, document.OriginShoot, "spec.providerConfig.kustomization"),
		Entry("a resource that the project refers to and the Shoot lacks", documents{project: "flux: {imagePullSecretResourceName: pull}"}, document.OriginShoot, "spec.resources"),
		Entry("a label that the project refers to and the Shoot lacks", documents{project: https + "kustomization: {template: {spec: {path: '${SHOOT_INFO_LABEL_STAGE}'}}}"}, document.OriginShoot, "metadata.labels"),
		Entry("a value of a key with dots", documents{shoot: "flux: {nodeSelector: {a.b/c: 'd e'}}"}, document.OriginShoot, "spec.providerConfig.flux.nodeSelector[a.b/c]"),
		Entry("a value of a numeric key", documents{project: "flux: {nodeSelector: {'1': 'd e'}}", shoot: "flux: {}"}, document.OriginProject, "config.yaml.flux.nodeSelector[1]"),
	)

	It("of all documents are reported together", func() {
		_, configErrs := documents{
			project: "flux: {version: v1, registries: a}\nsource: {template: {spec: {url: 'git@h:r', ref: {branch: ' '}}}}\nkustomization: {template: {spec: {path: ../x}}}",
			shoot:   "flux: {logLevel: loud, namespace: kube-system}\nadditionalSecretResources: [{name: vault}]",
		}.resolve()
		var fields []string
		for _, configErr := range configErrs {
			fields = append(fields, configErr.Error.Field)
		}
		Expect(fields).To(ConsistOf(
			"config.yaml.flux.registries", "config.yaml.flux.version", "config.yaml.source.template.spec.url", "config.yaml.source.template.spec.ref.branch",
			"config.yaml.kustomization.template.spec.path",
			"spec.providerConfig.flux.logLevel", "spec.providerConfig.flux.namespace", "spec.providerConfig.additionalSecretResources[0].name",
		))
		Expect(configErrs.Lines()).To(HavePrefix("8 configuration errors:\nConfigMap garden-demo/flux-config: config.yaml."))
		Expect(strings.Count(configErrs.Lines(), "\n")).To(Equal(8))
	})

	It("are grouped by document", func() {
		_, configErrs := documents{project: "flux: {logLevel: loud, concurrency: 0}", shoot: "flux: {registry: 'https://r'}"}.resolve()
		Expect(configErrs).To(MatchError(`ConfigMap garden-demo/flux-config: [config.yaml.flux.logLevel: Unsupported value: "loud": supported values: "debug", "error", "info", ` +
			`config.yaml.flux.concurrency: Invalid value: 0: must be between 1 and 1000]; ` +
			`Shoot garden-demo/my-shoot: spec.providerConfig.flux.registry: Invalid value: "https://r": must be a registry with or without path, such as ghcr.io/fluxcd or registry.example.com:5000/mirror/fluxcd, ` +
			`without scheme, tag, digest and credentials; name a Secret in flux.imagePullSecretResourceName for credentials`))
	})

	It("are limited in number", func() {
		_, configErrs := documents{shoot: "flux: {tolerations: [" + strings.Repeat("{operator: In}, ", 1000) + "]}"}.resolve()
		Expect(configErrs).To(HaveLen(26))
		Expect(configErrs[25].Error.Detail).To(Equal("and at least 75 more errors; correct these first"))
	})

	DescribeTable("omit values that may be secret",
		func(value string, repeated bool) {
			_, configErrs := documents{shoot: "flux: {logLevel: \"" + value + "\"}"}.resolve()
			Expect(configErrs).To(HaveLen(1))
			Expect(strings.Contains(configErrs.Error(), value)).To(Equal(repeated))
		},
		Entry("a word", "loud", true),
		Entry("a sentence", "as loud as it can be, please", true),
		Entry("a URL", "https://example.com/a", true),
		Entry("a URL with user git", "ssh://git@example.com/a", true),
		Entry("a URL with another user", "ssh://s3cret@example.com/a", false),
		Entry("a URL with a password", "https://a:s3cret@example.com/a", false),
		Entry("a URL with a query", "https://example.com/a?token=s3cret", false),
		Entry("a query without a scheme", "example.com/a?sv=1&sig=s3cret", false),
		Entry("a question", "as loud as that?", true),
		Entry("an address", "s3cret@example.com", false),
		Entry("a long text", strings.Repeat("a ", 100), false),
		Entry("a hash", "d41d8cd98f00b204e9800998ecf8427e", false),
		Entry("a random word", "Zx81kQ0pLm92aVb3Tt7Y", false),
		Entry("a long name", "my-organisation-production-frankfurt", true),
		Entry("a GitHub token", "ghp_abcd", false),
		Entry("a GitLab token", "glpat-abcd", false),
		Entry("an age key", "AGE-SECRET-KEY-1QQQ", false),
		Entry("a JSON web token", "eyJhbGci.x.y", false),
		Entry("a line of a private key", "-----BEGIN PRIVATE KEY-----", false),
	)

	DescribeTable("do not cause a panic in the resolver:",
		func(text string) {
			for _, in := range []documents{{project: text}, {shoot: text}, {project: https, shoot: text}} {
				effective, configErrs := in.resolve()
				Expect(effective == nil).To(Equal(len(configErrs) > 0))
			}
			_, err := NewResolver(catalog{}, configv1alpha1.ControllerConfiguration{Defaults: &runtime.RawExtension{Raw: []byte(text)}})
			if err != nil {
				Expect(err.Error()).NotTo(BeEmpty())
			}
		},
		Entry("an empty document", ""),
		Entry("null everywhere", "flux: null\nsource: null\nkustomization: null\ndecryption: null\nproject: null\nadditionalSecretResources: null"),
		Entry("nested null", "flux: {proxy: null, multitenancy: null, resources: null}\nsource: {template: null}\nkustomization: {template: null}\nproject: {allowShootOverrides: null}"),
		Entry("empty everywhere", "flux: {proxy: {}, multitenancy: {}, resources: {source-controller: {}}}\nsource: {template: {metadata: {}, spec: {}}}\nkustomization: {template: {metadata: {}, spec: {}}}\nproject: {}"),
		Entry("lists of lists", "flux: [[[]]]\nsource: [[{}]]"),
		Entry("a template with only a kind", "source: {template: {kind: Bucket}}\nkustomization: {template: {kind: Kustomization}}"),
		Entry("numbers everywhere", "flux: 1\nsource: 2\nkustomization: 3.5\ndecryption: -1"),
		Entry("numbers in templates", "source: {template: {apiVersion: 1, kind: 2, metadata: 3, spec: 4}}\nkustomization: {template: 5}"),
		Entry("deep nesting", "source: {template: {spec: "+strings.Repeat("{a: ", 500)+"1"+strings.Repeat("}", 500)+"}}"),
		Entry("empty keys", "'': {'': ''}"),
		Entry("keys with brackets", "flux: {'a[0].b': 1, '[': 2, ']': 3}"),
		Entry("a partial reference", "source: {template: {spec: {url: 'ssh://h/r', secretRef: null}}}\nkustomization: {template: {spec: {sourceRef: {}, postBuild: {}, decryption: {}}}}\ndecryption: {secretResourceName: a}"),
		Entry("metadata of the wrong type", "source: {template: {metadata: {name: 1, namespace: [], labels: a, annotations: 1}, spec: {url: 'https://h/r'}}}"),
	)
})

var _ = Describe("Resolver.Resolve", func() {
	It("accepts JSON with an escape that YAML lacks", func() {
		shoot := &Shoot{ProviderConfig: []byte(`{"apiVersion":"flux.extensions.gardener.cloud\/v1alpha1","kind":"FluxConfig","source":{"template":{"metadata":{"annotations":{"a":"\ud83d\ude00"}},"spec":{"url":"https:\/\/github.com\/o\/r"}}}}`)}
		effective, configErrs, err := newResolver("").Resolve(GinkgoT().Context(), nil, shoot)
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(BeEmpty())
		Expect(effective.Source.GitRepository.Spec.URL).To(Equal("https://github.com/o/r"))
		Expect(effective.Source.Object.GetAnnotations()).To(HaveKeyWithValue("a", "😀"))
	})

	It("reports errors in a providerConfig without ProviderConfigPath", func() {
		_, configErrs, err := newResolver("").Resolve(GinkgoT().Context(), nil, &Shoot{Namespace: "a", Name: "b", ProviderConfig: []byte("[]")})
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(MatchError(HavePrefix("Shoot a/b: providerConfig: Invalid value: must be a FluxConfig")))
	})

	It("preserves integers", func() {
		effective := documents{shoot: "flux: {concurrency: 12}\n" + https + "kustomization: {template: {spec: {patches: [{patch: 'a: 1234567890123456789'}]}}}"}.effective()
		Expect(*effective.Flux.Concurrency).To(BeEquivalentTo(12))
		Expect(effective.Kustomization.Typed.Spec.Patches[0].Patch).To(Equal("a: 1234567890123456789"))
	})
})

var _ = Describe("Resolver.Resolve with a done context", func() {
	It("returns the context's error instead of configuration errors", func(ctx SpecContext) {
		done, cancel := context.WithCancel(ctx)
		cancel()
		effective, configErrs, err := newResolver("").Resolve(done, nil, nil)
		Expect(err).To(MatchError(context.Canceled))
		Expect(effective).To(BeNil())
		Expect(configErrs).To(BeEmpty())
	})
})

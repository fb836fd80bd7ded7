// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"bytes"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"sigs.k8s.io/yaml"
)

var _ = Describe("JSON schemas for editors", func() {
	for kind, file := range map[string]string{
		"FluxConfig":              "fluxconfig.schema.json",
		"ControllerConfiguration": "controllerconfiguration.schema.json",
	} {
		It("accept every"+kind+" in the documentation and the examples", func() {
			schema := readSchema(file)
			checked := 0
			for _, document := range writtenDocuments() {
				for _, config := range document.ofKind(kind) {
					content, err := yaml.Marshal(config.content)
					Expect(err).NotTo(HaveOccurred())
					Expect(validate(schema, string(content))).To(Succeed(), config.source)
					checked++
				}
			}
			Expect(checked).To(BeNumerically(">", 0))
		})
	}

	const head = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"

	DescribeTable("accept a FluxConfig with",
		func(config string) {
			Expect(validate(readSchema("fluxconfig.schema.json"), head+config)).To(Succeed())
		},
		Entry("only its type", ""),
		Entry("quantities as numbers and strings", "flux: {resources: {source-controller: {requests: {cpu: 1, memory: 64Mi}, limits: {cpu: 0.5, memory: '1e9'}}}}"),
		Entry("null", "flux: {proxy: null, logLevel: null, resources: {helm-controller: null}}\nsource: {template: {spec: {ref: null}}}"),
		Entry("size and patches", "flux: {size: small, patches: [{target: {kind: ServiceAccount, name: source-controller}, patch: 'metadata: {}'}]}"),
		Entry("keyword all", "project: {allowShootOverrides: all}"),
		Entry("keyword none", "project: {allowShootOverrides: none}"),
		Entry("list of paths", "project: {allowShootOverrides: [kustomization.template.spec.path]}"),
		Entry("report in the Shoot", "project: {reportInShoot: true}"),
		Entry("override", "project: {overrides: [{name: a, shoots: {matchLabels: {env: a}}, purposes: [testing], config: {source: {template: {spec: {ref: {branch: b}}}}, flux: {proxy: null}}}]}"),
		Entry("workload identity", "flux: {workloadIdentity: {enabled: true, serviceAccounts: [{name: a, namespace: b, aws: {roleARN: c}, azure: {clientID: d, tenantID: e}, gcp: {provider: f, serviceAccount: g}}]}}"),
		Entry("template without kind", "source: {template: {spec: {url: 'https://example.com/r', ref: {branch: b}}}}"),
		Entry("OCIRepository of the older version", "source: {template: {apiVersion: source.toolkit.fluxcd.io/v1beta2, kind: OCIRepository, spec: {url: 'oci://example.com/r'}}}"),
		Entry("shoot info variables", "source: {template: {kind: GitRepository, spec: {url: '${SHOOT_INFO_LABEL_URL}', interval: '${SHOOT_INFO_LABEL_INTERVAL}', provider: '${SHOOT_INFO_LABEL_PROVIDER}'}}}"),
		Entry("additional sources of all kinds", "additionalSources: [{name: a, template: {spec: {url: 'https://example.com/r'}}}, {name: b, secretResourceName: s, template: {kind: HelmRepository, spec: {url: 'https://example.com'}}}]"),
		Entry("unknown map value", "kustomization: {template: {spec: {postBuild: {substitute: {a: b}}}}}"),
	)

	DescribeTable("refuse a FluxConfig with",
		func(config, message string) {
			Expect(validate(readSchema("fluxconfig.schema.json"), head+config)).To(MatchError(ContainSubstring(message)))
		},
		Entry("unknown field", "sources: {}", "'sources' not allowed"),
		Entry("unknown mode", "mode: Keep", "/mode"),
		Entry("typo in the installation", "flux: {componentExtra: []}", "'componentExtra' not allowed"),
		Entry("unknown component", "flux: {components: [sauce-controller]}", "/flux/components/0"),
		Entry("resources of an unknown component", "flux: {resources: {sauce-controller: {}}}", "invalid propertyName 'sauce-controller'"),
		Entry("invalid quantity", "flux: {resources: {source-controller: {requests: {cpu: lots}}}}", "/requests/cpu"),
		Entry("resource that Flux does not use", "flux: {resources: {source-controller: {limits: {pods: 1}}}}", "invalid propertyName 'pods'"),
		Entry("unknown log level", "flux: {logLevel: loud}", "/flux/logLevel"),
		Entry("string instead of a number", "flux: {concurrency: '4'}", "/flux/concurrency"),
		Entry("fraction instead of an integer", "flux: {concurrency: 1.5}", "/flux/concurrency"),
		Entry("unknown size", "flux: {size: huge}", "/flux/size"),
		Entry("patch of another kind", "flux: {patches: [{target: {kind: Secret, name: kustomize-controller}, patch: a}]}", "/flux/patches/0/target/kind"),
		Entry("patch without target", "flux: {patches: [{patch: a}]}", "'target'"),
		Entry("structured patch instead of a string", "flux: {patches: [{target: {kind: Deployment, name: kustomize-controller}, patch: {spec: {}}}]}", "/flux/patches/0/patch"),
		Entry("string instead of a boolean", "flux: {networkPolicy: 'yes'}", "/flux/networkPolicy"),
		Entry("toleration with a typo", "flux: {tolerations: [{keys: a}]}", "'keys' not allowed"),
		Entry("unknown keyword for overrides", "project: {allowShootOverrides: some}", "/project/allowShootOverrides"),
		Entry("number instead of a path", "project: {allowShootOverrides: [1]}", "/project/allowShootOverrides"),
		Entry("string instead of a boolean in the project", "project: {reportInShoot: 'yes'}", "/project/reportInShoot"),
		Entry("override without configuration", "project: {overrides: [{name: a, purposes: [testing]}]}", "'config'"),
		Entry("project settings in an override", "project: {overrides: [{name: a, config: {project: {}}}]}", "'project' not allowed"),
		Entry("invalid value in an override", "project: {overrides: [{name: a, config: {kustomization: {template: {spec: {interval: '10'}}}}}]}", "/project/overrides/0/config/kustomization/template/spec/interval"),
		Entry("entry without name", "additionalSecretResources: [{targetName: a}]", "'name'"),
		Entry("additional source without name", "additionalSources: [{template: {spec: {url: 'https://example.com/r'}}}]", "'name'"),
		Entry("additional source without template", "additionalSources: [{name: a}]", "'template'"),
		Entry("additional source of another kind", "additionalSources: [{name: a, template: {kind: HelmChart}}]", "/additionalSources/0/template"),
		Entry("additional source with a field of another kind", "additionalSources: [{name: a, template: {kind: HelmRepository, spec: {bucketName: b}}}]", "'bucketName' not allowed"),
		Entry("decryption without a Secret", "decryption: {}", "'secretResourceName'"),
		Entry("source of another kind", "source: {template: {kind: HelmRepository}}", "/source/template"),
		Entry("kind in another version", "source: {template: {apiVersion: source.toolkit.fluxcd.io/v1beta2, kind: GitRepository}}", "/source/template"),
		Entry("field of another kind", "source: {template: {kind: GitRepository, spec: {bucketName: b}}}", "'bucketName' not allowed"),
		Entry("URL in the short form", "source: {template: {kind: GitRepository, spec: {url: 'git@example.com:o/r'}}}", "/source/template/spec/url"),
		Entry("interval without unit", "kustomization: {template: {spec: {interval: '10'}}}", "/kustomization/template/spec/interval"),
		Entry("number as path", "kustomization: {template: {spec: {path: 1}}}", "/kustomization/template/spec/path"),
		Entry("patch item without patch", "kustomization: {template: {spec: {patches: [{target: {kind: Deployment}}]}}}", "'patch'"),
		Entry("status", "kustomization: {template: {status: {}}}", "'status' not allowed"),
	)

	It("refuse a document without type", func() {
		Expect(validate(readSchema("fluxconfig.schema.json"), "{}")).To(MatchError(ContainSubstring("'apiVersion', 'kind'")))
	})

	DescribeTable("refuse a ControllerConfiguration with",
		func(config, message string) {
			head := "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"
			Expect(validate(readSchema("controllerconfiguration.schema.json"), head+config)).To(MatchError(ContainSubstring(message)))
		},
		Entry("project settings", "defaults: {project: {allowShootOverrides: all}}", "'project' not allowed"),
		Entry("unknown field", "limit: {}", "'limit' not allowed"),
		Entry("string instead of a list of versions", "limits: {fluxVersions: v2.9}", "/limits/fluxVersions"),
	)
})

func readSchema(name string) *jsonschema.Schema {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join(root, "docs", "api", name))
	Expect(err).NotTo(HaveOccurred())
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	Expect(err).NotTo(HaveOccurred())
	compiler := jsonschema.NewCompiler()
	Expect(compiler.AddResource(name, document)).To(Succeed())
	schema, err := compiler.Compile(name)
	Expect(err).NotTo(HaveOccurred())
	return schema
}

func validate(schema *jsonschema.Schema, content string) error {
	GinkgoHelper()
	data, err := yaml.YAMLToJSON([]byte(content))
	Expect(err).NotTo(HaveOccurred())
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	Expect(err).NotTo(HaveOccurred())
	return schema.Validate(document)
}

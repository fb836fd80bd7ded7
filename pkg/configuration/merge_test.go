// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

var _ = Describe("Merging of documents", func() {
	DescribeTable("results in",
		func(in documents, path string, want any) {
			Expect(at(in.effective().Source.Object, path)).To(BeEquivalentTo(want))
		},
		Entry("the operator's value, without other documents", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`}, "url", "https://o/r"),
		Entry("the project's value over the operator's", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`, project: `source: {template: {spec: {url: "https://p/r"}}}`}, "url", "https://p/r"),
		Entry("the Shoot's value over the project's", documents{project: `source: {template: {spec: {url: "https://p/r"}}}`, shoot: `source: {template: {spec: {url: "https://s/r"}}}`}, "url", "https://s/r"),
		Entry("the Shoot's value over the operator's", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`, shoot: `source: {template: {spec: {url: "https://s/r"}}}`}, "url", "https://s/r"),
		Entry("the project's value beside another field of the Shoot", documents{project: https, shoot: `source: {template: {spec: {interval: 5m}}}`}, "url", "https://github.com/o/r"),
		Entry("merged objects", documents{project: `source: {template: {spec: {url: "https://p/r", ref: {branch: a}}}}`, shoot: `source: {template: {spec: {ref: {tag: b}}}}`}, "ref", map[string]any{"branch": "a", "tag": "b"}),
		Entry("an object without the value that null removes", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r","ref":{"branch":"a"}}}}}`, project: `source: {template: {spec: {ref: {branch: null, tag: b}}}}`}, "ref", map[string]any{"tag": "b"}),
		Entry("other values beside a null without effect", documents{project: `source: {template: {spec: {url: "https://p/r", timeout: null, interval: 5m}}}`}, "interval", "5m"),
		Entry("the default for a removed value", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r","interval":"5m"}}}}`, project: `source: {template: {spec: {interval: null}}}`}, "interval", "1m"),
		Entry("an object without the value that an empty string removes", documents{project: `source: {template: {spec: {url: "https://p/r", ref: {branch: a}}}}`, shoot: `source: {template: {spec: {ref: {branch: "", tag: b}}}}`}, "ref", map[string]any{"tag": "b"}),
		Entry("the last list as a whole", documents{project: `source: {template: {spec: {url: "https://p/r", sparseCheckout: [a, b]}}}`, shoot: `source: {template: {spec: {sparseCheckout: [c]}}}`}, "sparseCheckout", []any{"c"}),
		Entry("the last list, even if it is empty", documents{project: `source: {template: {spec: {url: "https://p/r", sparseCheckout: [a, b]}}}`, shoot: `source: {template: {spec: {sparseCheckout: []}}}`}, "sparseCheckout", []any{}),
		Entry("the project's value below an empty object", documents{project: https, shoot: `source: {template: {}}`}, "url", "https://github.com/o/r"),
		Entry("merged flat keys", documents{flat: map[string]string{"repositoryUrl": "https://f/r", "repositoryBranch": "a"}, shoot: `source: {template: {spec: {ref: {branch: b}}}}`}, "ref", map[string]any{"branch": "b"}),
	)

	It("lets a Shoot change only the path", func() {
		effective := documents{project: ssh + "kustomization: {template: {spec: {path: ./default, prune: false}}}", shoot: "kustomization: {template: {spec: {path: ./mine}}}"}.effective()
		Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./mine"))
		Expect(effective.Kustomization.Typed.Spec.Prune).To(BeFalse())
		Expect(effective.Source.DeployKey).To(BeTrue())
	})

	DescribeTable("replaces the whole source if the kind changes",
		func(in documents) {
			effective := in.effective()
			Expect(effective.Source.Object.GetKind()).To(Equal("OCIRepository"))
			Expect(effective.Source.Object.Object["spec"]).To(Equal(map[string]any{"url": "oci://ghcr.io/o/r", "interval": "1m"}))
			Expect(effective.Source.GitRepository).To(BeNil())
			Expect(effective.Source.DeployKey).To(BeFalse())
			Expect(effective.Copies).To(BeEmpty())
			Expect(effective.Warnings).To(BeEmpty())
			Expect(effective.Kustomization.Typed.Spec.SourceRef.Kind).To(Equal("OCIRepository"))
		},
		Entry("the project's GitRepository with credentials", documents{
			project: `source: {secretResourceName: token, knownHosts: h, template: {kind: GitRepository, spec: {url: "https://p/r", ref: {branch: a}}}}`,
			shoot:   `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`,
		}),
		Entry("a source without kind", documents{project: ssh, shoot: `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`}),
		Entry("flat keys", documents{flat: map[string]string{"repositoryUrl": "https://f/r"}, shoot: `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`}),
		Entry("the operator's source", documents{operator: `{"source":{"template":{"kind":"Bucket","spec":{"bucketName":"b","endpoint":"s3"}}}}`, project: `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`}),
	)

	It("merges a template without kind into the existing kind", func() {
		effective := documents{project: `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`, shoot: `source: {template: {spec: {ref: {tag: v1}}}}`}.effective()
		Expect(effective.Source.Object.GetKind()).To(Equal("OCIRepository"))
		Expect(at(effective.Source.Object, "ref.tag")).To(Equal("v1"))
	})

	DescribeTable("removes a field of spec.ref with an empty string:",
		func(kind, url, key, value string, match types.GomegaMatcher) {
			in := documents{
				project: `source: {template: {kind: ` + kind + `, spec: {url: "` + url + `", ref: {` + key + `: "` + value + `"}}}}`,
				shoot:   `source: {template: {spec: {ref: {` + key + `: ""}}}}`,
			}
			effective := in.effective()
			Expect(effective.Warnings).To(BeEmpty())
			Expect(at(effective.Source.Object, "ref")).To(match)
			in.shoot = `source: {template: {spec: {ref: {` + key + `: "", tag: b}}}}`
			if key != "tag" {
				effective = in.effective()
				Expect(effective.Warnings).To(BeEmpty())
				Expect(at(effective.Source.Object, "ref")).To(Equal(map[string]any{"tag": "b"}))
			}
		},
		Entry("a branch", "GitRepository", "https://p/r", "branch", "a", Equal(map[string]any{"branch": "main"})),
		Entry("a tag", "GitRepository", "https://p/r", "tag", "a", Equal(map[string]any{"branch": "main"})),
		Entry("a semver range of tags", "GitRepository", "https://p/r", "semver", "1.x", Equal(map[string]any{"branch": "main"})),
		Entry("a commit", "GitRepository", "https://p/r", "commit", "0123456789abcdef0123456789abcdef01234567", Equal(map[string]any{"branch": "main"})),
		Entry("a reference name", "GitRepository", "https://p/r", "name", "refs/heads/a", Equal(map[string]any{"branch": "main"})),
		Entry("the tag of an OCIRepository", "OCIRepository", "oci://p/r", "tag", "a", BeNil()),
		Entry("the semver range of an OCIRepository", "OCIRepository", "oci://p/r", "semver", "1.x", BeNil()),
		Entry("the digest of an OCIRepository", "OCIRepository", "oci://p/r", "digest", "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", BeNil()),
	)

	It("keeps a revision with a variable of an empty label", func() {
		_, configErrs := documents{shoot: `source: {template: {spec: {url: "https://p/r", ref: {branch: "${SHOOT_INFO_LABEL_EMPTY}"}}}}`}.resolve()
		Expect(configErrs).To(MatchError("Shoot garden-demo/my-shoot: spec.providerConfig.source.template.spec.ref: " +
			"Required value: names no branch, tag, semver, commit or reference; set one, or remove ref for the branch main"))
	})

	It("refuses an unknown field with an empty string", func() {
		_, configErrs := documents{shoot: `source: {template: {spec: {url: "https://p/r", ref: {brnch: ""}}}}`}.resolve()
		Expect(configErrs).To(MatchError(ContainSubstring("ref.brnch: Forbidden: unknown field")))
	})

	It("defaults a removed kind to GitRepository", func() {
		_, configErrs := documents{operator: `{"source":{"template":{"kind":"OCIRepository","spec":{"url":"oci://ghcr.io/o/r"}}}}`, project: `source: {template: {kind: null, spec: {url: ""}}}`}.resolve()
		Expect(configErrs).To(MatchError(ContainSubstring("source.template.spec.url: Required value: write a URL such as ssh://")))
	})

	It("installs only Flux if the project removes the operator's source", func() {
		effective := documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`, project: "source: null"}.effective()
		Expect(effective.Source).To(BeNil())
		Expect(effective.Kustomization).To(BeNil())
	})

	It("records whether project and Shoot configure anything", func() {
		Expect(documents{}.effective()).To(And(HaveField("Project", false), HaveField("Shoot", false)))
		Expect(documents{flat: map[string]string{"fluxVersion": " "}}.effective()).To(And(HaveField("Project", false), HaveField("Shoot", false)))
		Expect(documents{flat: map[string]string{"fluxVersion": "2.9"}}.effective()).To(And(HaveField("Project", true), HaveField("Shoot", false)))
		Expect(documents{project: "flux: {}"}.effective()).To(And(HaveField("Project", true), HaveField("Shoot", false)))
		Expect(documents{shoot: "flux: {}"}.effective()).To(And(HaveField("Project", false), HaveField("Shoot", true)))
	})

	It("shares no state between resolutions", func() {
		resolver := newResolver(`{"flux":{"nodeSelector":{"a":"b"}}}`)
		first, configErrs, err := resolver.Resolve(GinkgoT().Context(), nil, &Shoot{ProviderConfig: []byte(head + "flux: {nodeSelector: {c: d}}")})
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(BeEmpty())
		first.Flux.NodeSelector["e"] = "f"
		second, configErrs, err := resolver.Resolve(GinkgoT().Context(), nil, &Shoot{})
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(BeEmpty())
		Expect(second.Flux.NodeSelector).To(Equal(map[string]string{"a": "b"}))
	})
})

var _ = Describe("Flat keys", func() {
	It("install only Flux if no repository is set", func() {
		effective := documents{flat: map[string]string{"fluxVersion": " v2.9.3\n", "repositoryUrl": " "}}.effective()
		Expect(effective.Source).To(BeNil())
		Expect(effective.Version).To(Equal("v2.9.3"))
	})

	DescribeTable("set a version with or without leading v:",
		func(wanted, want string, warnings ...string) {
			effective := documents{flat: map[string]string{"fluxVersion": wanted}}.effective()
			Expect(effective.Version).To(Equal(want))
			Expect(effective.Warnings).To(HaveExactElements(warnings))
		},
		Entry("no version", "", "v2.9.3"),
		Entry("an exact version", "v2.8.7", "v2.8.7"),
		Entry("a version without leading v", "2.8.7", "v2.8.7"),
		Entry("a minor version", "2.8", "v2.8.7"),
		Entry("an older patch version", "2.9.1", "v2.9.3", "ConfigMap garden-demo/flux-config: fluxVersion: 2.9.1 resolves to v2.9.3, the newest available patch version"),
	)

	DescribeTable("describe the repository",
		func(flat map[string]string, url string, ref map[string]any, deployKey bool) {
			effective := documents{flat: flat}.effective()
			Expect(effective.Source.Object.GetKind()).To(Equal("GitRepository"))
			Expect(at(effective.Source.Object, "url")).To(Equal(url))
			Expect(at(effective.Source.Object, "ref")).To(Equal(ref))
			Expect(effective.Source.DeployKey).To(Equal(deployKey))
			Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./"))
		},
		Entry("a private repository", map[string]string{"repositoryUrl": "ssh://git@github.com/o/r", "repositoryType": "private"}, "ssh://git@github.com/o/r", map[string]any{"branch": "main"}, true),
		Entry("an SSH URL without a type", map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}, "ssh://git@github.com/o/r", map[string]any{"branch": "main"}, true),
		Entry("a public repository", map[string]string{"repositoryUrl": "https://github.com/o/r", "repositoryType": "public"}, "https://github.com/o/r", map[string]any{"branch": "main"}, false),
		Entry("a branch from a block scalar", map[string]string{"repositoryUrl": "https://github.com/o/r", "repositoryBranch": "dev\n"}, "https://github.com/o/r", map[string]any{"branch": "dev"}, false),
	)

	It("set the known hosts for the deploy key", func() {
		effective := documents{flat: map[string]string{"repositoryUrl": "ssh://git@git.example.com/o/r", "knownHosts": "git.example.com " + hostKey + "\n"}}.effective()
		Expect(effective.Source.KnownHosts).To(Equal("git.example.com " + hostKey))
	})

	It("are refused beside config.yaml or in binaryData", func() {
		_, configErrs, err := newResolver("").Resolve(GinkgoT().Context(), &document.ConfigMap{
			Namespace: "garden-demo", Data: map[string]string{"config.yaml": head, "fluxVersion": "v2.9.3", "typo": ""}, BinaryData: map[string][]byte{"x": nil},
		}, nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(MatchError("ConfigMap garden-demo/flux-config: [fluxVersion: Forbidden: is set beside config.yaml; write everything into config.yaml and remove fluxVersion, " +
			"typo: Forbidden: unknown key; the known keys are config.yaml, fluxVersion, knownHosts, propagation, repositoryBranch, repositoryType, repositoryUrl, " +
			"x: Forbidden: unknown key; the known keys are config.yaml, fluxVersion, knownHosts, propagation, repositoryBranch, repositoryType, repositoryUrl]"))
	})
})

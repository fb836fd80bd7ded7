// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

var _ = Describe("Merging", func() {
	DescribeTable("finds the value of who has the last word",
		func(in documents, path string, want any) {
			Expect(at(in.effective().Source.Object, path)).To(BeEquivalentTo(want))
		},
		Entry("the operator, if nothing else is configured", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`}, "url", "https://o/r"),
		Entry("the project, over the operator", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`, project: `source: {template: {spec: {url: "https://p/r"}}}`}, "url", "https://p/r"),
		Entry("the Shoot, over the project", documents{project: `source: {template: {spec: {url: "https://p/r"}}}`, shoot: `source: {template: {spec: {url: "https://s/r"}}}`}, "url", "https://s/r"),
		Entry("the Shoot, over the operator", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`, shoot: `source: {template: {spec: {url: "https://s/r"}}}`}, "url", "https://s/r"),
		Entry("the project, where the Shoot sets something beside it", documents{project: https, shoot: `source: {template: {spec: {interval: 5m}}}`}, "url", "https://github.com/o/r"),
		Entry("an object is merged", documents{project: `source: {template: {spec: {url: "https://p/r", ref: {branch: a}}}}`, shoot: `source: {template: {spec: {ref: {tag: b}}}}`}, "ref", map[string]any{"branch": "a", "tag": "b"}),
		Entry("null removes", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r","ref":{"branch":"a"}}}}}`, project: `source: {template: {spec: {ref: {branch: null, tag: b}}}}`}, "ref", map[string]any{"tag": "b"}),
		Entry("null of what is not there does nothing", documents{project: `source: {template: {spec: {url: "https://p/r", timeout: null, interval: 5m}}}`}, "interval", "5m"),
		Entry("a removed value is defaulted like one that was never there", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r","interval":"5m"}}}}`, project: `source: {template: {spec: {interval: null}}}`}, "interval", "1m"),
		Entry("an empty text takes a text back", documents{project: `source: {template: {spec: {url: "https://p/r", ref: {branch: a}}}}`, shoot: `source: {template: {spec: {ref: {branch: "", tag: b}}}}`}, "ref", map[string]any{"tag": "b"}),
		Entry("a list replaces the whole list", documents{project: `source: {template: {spec: {url: "https://p/r", sparseCheckout: [a, b]}}}`, shoot: `source: {template: {spec: {sparseCheckout: [c]}}}`}, "sparseCheckout", []any{"c"}),
		Entry("an empty list replaces as well", documents{project: `source: {template: {spec: {url: "https://p/r", sparseCheckout: [a, b]}}}`, shoot: `source: {template: {spec: {sparseCheckout: []}}}`}, "sparseCheckout", []any{}),
		Entry("an empty object changes nothing", documents{project: https, shoot: `source: {template: {}}`}, "url", "https://github.com/o/r"),
		Entry("flat keys are merged like a FluxConfig", documents{flat: map[string]string{"repositoryUrl": "https://f/r", "repositoryBranch": "a"}, shoot: `source: {template: {spec: {ref: {branch: b}}}}`}, "ref", map[string]any{"branch": "b"}),
	)

	It("lets a Shoot choose its directory and nothing else", func() {
		effective := documents{project: ssh + "kustomization: {template: {spec: {path: ./default, prune: false}}}", shoot: "kustomization: {template: {spec: {path: ./mine}}}"}.effective()
		Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./mine"))
		Expect(effective.Kustomization.Typed.Spec.Prune).To(BeFalse())
		Expect(effective.Source.DeployKey).To(BeTrue())
	})

	DescribeTable("replaces the whole source by one of another kind",
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
		Entry("over a project's GitRepository with credentials", documents{
			project: `source: {secretResourceName: token, knownHosts: h, template: {kind: GitRepository, spec: {url: "https://p/r", ref: {branch: a}}}}`,
			shoot:   `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`,
		}),
		Entry("over one that does not name its kind", documents{project: ssh, shoot: `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`}),
		Entry("over flat keys", documents{flat: map[string]string{"repositoryUrl": "https://f/r"}, shoot: `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`}),
		Entry("over the operator's", documents{operator: `{"source":{"template":{"kind":"Bucket","spec":{"bucketName":"b","endpoint":"s3"}}}}`, project: `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`}),
	)

	It("takes a template without kind for the kind that is there", func() {
		effective := documents{project: `source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`, shoot: `source: {template: {spec: {ref: {tag: v1}}}}`}.effective()
		Expect(effective.Source.Object.GetKind()).To(Equal("OCIRepository"))
		Expect(at(effective.Source.Object, "ref.tag")).To(Equal("v1"))
	})

	DescribeTable("an empty text removes each field that chooses a revision",
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
		Entry("a range of tags", "GitRepository", "https://p/r", "semver", "1.x", Equal(map[string]any{"branch": "main"})),
		Entry("a commit", "GitRepository", "https://p/r", "commit", "0123456789abcdef0123456789abcdef01234567", Equal(map[string]any{"branch": "main"})),
		Entry("a reference", "GitRepository", "https://p/r", "name", "refs/heads/a", Equal(map[string]any{"branch": "main"})),
		Entry("the tag of an artifact", "OCIRepository", "oci://p/r", "tag", "a", BeNil()),
		Entry("the range of an artifact", "OCIRepository", "oci://p/r", "semver", "1.x", BeNil()),
		Entry("the digest of an artifact", "OCIRepository", "oci://p/r", "digest", "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", BeNil()),
	)

	It("does not take a label that is empty for a revision taken back", func() {
		_, configErrs := documents{shoot: `source: {template: {spec: {url: "https://p/r", ref: {branch: "${SHOOT_INFO_LABEL_EMPTY}"}}}}`}.resolve()
		Expect(configErrs).To(MatchError("Shoot garden-demo/my-shoot: spec.providerConfig.source.template.spec.ref: " +
			"Required value: names no branch, tag, semver, commit or reference; set one, or remove ref for the branch main"))
	})

	It("overlooks no field beside a text that is taken back", func() {
		_, configErrs := documents{shoot: `source: {template: {spec: {url: "https://p/r", ref: {brnch: ""}}}}`}.resolve()
		Expect(configErrs).To(MatchError(ContainSubstring("ref.brnch: Forbidden: unknown field")))
	})

	It("takes a removed kind for a GitRepository", func() {
		_, configErrs := documents{operator: `{"source":{"template":{"kind":"OCIRepository","spec":{"url":"oci://ghcr.io/o/r"}}}}`, project: `source: {template: {kind: null, spec: {url: ""}}}`}.resolve()
		Expect(configErrs).To(MatchError(ContainSubstring("source.template.spec.url: Required value: name the repository")))
	})

	It("installs only Flux for a project that removes what the operator syncs", func() {
		effective := documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}}}`, project: "source: null"}.effective()
		Expect(effective.Source).To(BeNil())
		Expect(effective.Kustomization).To(BeNil())
	})

	It("returns which documents set something", func() {
		Expect(documents{}.effective()).To(And(HaveField("Project", false), HaveField("Shoot", false)))
		Expect(documents{flat: map[string]string{"fluxVersion": " "}}.effective()).To(And(HaveField("Project", false), HaveField("Shoot", false)))
		Expect(documents{flat: map[string]string{"fluxVersion": "2.9"}}.effective()).To(And(HaveField("Project", true), HaveField("Shoot", false)))
		Expect(documents{project: "flux: {}"}.effective()).To(And(HaveField("Project", true), HaveField("Shoot", false)))
		Expect(documents{shoot: "flux: {}"}.effective()).To(And(HaveField("Project", false), HaveField("Shoot", true)))
	})

	It("does not let two resolutions see each other", func() {
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

var _ = Describe("DecodeState", func() {
	DescribeTable("reads",
		func(state string, want State) {
			Expect(DecodeState([]byte(state))).To(Equal(want))
		},
		Entry("an empty state", "", State{}),
		Entry("a complete state", `{"flux":true,"sync":true,"shoot":true,"sourceKind":"Bucket","namespace":"gitops","source":"a/b","root":"c/d"}`,
			State{Flux: true, Sync: true, Shoot: true, SourceKind: "Bucket", Identity: resolved.Identity{Namespace: "gitops", Source: "a/b", Root: "c/d"}}),
	)

	It("reads an adoption", func() {
		Expect(DecodeState([]byte(`{"flux":true,"adopted":{"source":"flux-system/main-gitrepo","root":"flux-system/main-ks","secret":"flux-source","path":"./","targetNamespace":"default"},"foreign":"a/b","namespace":"flux-system"}`))).
			To(Equal(State{Flux: true, Adopted: Adopted{Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks", Secret: "flux-source", Path: "./", TargetNamespace: "default"}, Foreign: "a/b", Identity: resolved.Identity{Namespace: "flux-system"}}))
	})

	It("returns an error for an invalid state", func() {
		_, err := DecodeState([]byte(`[]`))
		Expect(err).To(MatchError(HavePrefix("is not a state of this extension")))
	})
})

var _ = Describe("State.After", func() {
	It("records shards and removes the last one", func() {
		now := State{Shards: "c"}.After(documents{project: "flux: {sharding: {shards: [b, a]}}"}.effective())
		Expect(now.ShardNames()).To(HaveExactElements("b", "a"))
		Expect(now.ControllerNames()).To(HaveExactElements("helm-controller", "kustomize-controller", "notification-controller", "source-controller",
			"helm-controller-b", "helm-controller-a", "kustomize-controller-b", "kustomize-controller-a", "source-controller-b", "source-controller-a"))
		Expect(now.After(documents{}.effective()).ShardNames()).To(BeEmpty())
		Expect(State{Shards: "a"}.ControllerNames()).To(BeEmpty(), "they are unknown after the state was lost")
	})

	DescribeTable("records the origin of the configuration:",
		func(in documents, project, shoot bool) {
			now := State{Project: true, Shoot: true}.After(in.effective())
			Expect(now).To(And(HaveField("Flux", true), HaveField("Project", project), HaveField("Shoot", shoot)))
		},
		Entry("no documents", documents{}, false, false),
		Entry("flat keys of the project", documents{flat: map[string]string{"fluxVersion": "v2.9"}}, true, false),
		Entry("flat keys without a value", documents{flat: map[string]string{"fluxVersion": " "}}, false, false),
		Entry("the project's document", documents{project: https}, true, false),
		Entry("a project's document that only unsets a field", documents{operator: `{"flux":{"concurrency":2}}`, project: "flux: null"}, true, false),
		Entry("an empty FluxConfig", documents{project: "\n"}, false, false),
		Entry("the Shoot's document", documents{project: "\n", shoot: https}, false, true),
		Entry("the project's document and an empty FluxConfig of the Shoot", documents{project: https, shoot: "\n"}, true, false),
		Entry("the documents of project and Shoot", documents{project: https, shoot: "flux: {concurrency: 2}"}, true, true),
	)

	DescribeTable("records reportInShoot for managed and bootstrapped shoots:",
		func(operator bool, project string, want bool) {
			effective := documents{project: project, reported: operator}.effective()
			before := State{ReportInShoot: !want}
			Expect(before.After(effective)).To(HaveField("ReportInShoot", want))
			Expect(before.AfterBootstrap(effective)).To(HaveField("ReportInShoot", want))
		},
		Entry("default", false, https, false),
		Entry("default with other project settings", false, https+"project: {propagation: Immediate}", false),
		Entry("true", false, https+"project: {reportInShoot: true}", true),
		Entry("false", false, https+"project: {reportInShoot: false}", false),
		Entry("the operator's setting", true, https, true),
		Entry("the operator's setting for a project without configuration", true, "", true),
		Entry("the operator's setting with other project settings", true, https+"project: {propagation: Immediate}", true),
		Entry("false against the operator's setting", true, https+"project: {reportInShoot: false}", false),
	)

	It("records only kinds and names of additional sources", func() {
		of := func(list string) string {
			return State{}.After(documents{project: https + "additionalSources: " + list}.effective()).AdditionalSources
		}
		const a, b = "{name: a, template: {spec: {url: 'https://github.com/o/a'}}}", "{name: b, template: {kind: HelmRepository, spec: {url: 'https://charts.example.com'}}}"
		Expect(of("[]")).To(BeEmpty())
		Expect(of("[" + a + ", " + b + "]")).To(And(HaveLen(16), Equal(of("["+b+", {name: a, template: {spec: {url: 'https://github.com/o/other'}}}]"))))
		Expect(of("[" + a + "]")).NotTo(Equal(of("[" + b + "]")))
		Expect(of("[" + a + "]")).NotTo(Equal(of("[{name: a, template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/a'}}}]")))
	})

	It("keeps a previous sync", func() {
		now := State{Flux: true, Sync: true, SourceKind: "Bucket"}.After(documents{}.effective())
		Expect(now).To(And(HaveField("Sync", true), HaveField("SourceKind", "Bucket")))
	})
})

var _ = Describe("State.After with a source Secret", func() {
	It("records the entry of the Shoot's spec.resources", func() {
		effective := &resolved.Configuration{
			Source:        &resolved.Source{Object: &unstructured.Unstructured{Object: map[string]any{"kind": "GitRepository"}}},
			Kustomization: &resolved.Kustomization{Object: &unstructured.Unstructured{Object: map[string]any{"kind": "Kustomization"}}},
			Copies: []resolved.Copy{
				{Resource: "other", Kind: "Secret", Path: field.NewPath("additionalSecretResources").Index(0)},
				{Resource: "token", Kind: "Secret", Path: field.NewPath("source", "secretResourceName")},
			},
		}
		effective.Flux.Namespace = new("flux-system")
		Expect(State{}.After(effective).SourceSecret).To(Equal("token"))
		effective.Copies = effective.Copies[:1]
		Expect(State{SourceSecret: "token"}.After(effective).SourceSecret).To(BeEmpty())
	})
})

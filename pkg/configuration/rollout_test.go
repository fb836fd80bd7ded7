// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation/field"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

var _ = Describe("A rollout", func() {
	DescribeTable("determines the Flux version of a Shoot:",
		func(operator, project, shoot, expected string) {
			resolver := newResolver(operator).WithDefaultVersion("v2.8.7")
			effective, errs, err := resolver.Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": head + project}},
				&Shoot{Namespace: "garden-demo", Name: "my-shoot", ProviderConfig: []byte(head + shoot), ProviderConfigPath: field.NewPath("providerConfig"), Info: map[string]string{}})
			Expect(err).NotTo(HaveOccurred())
			Expect(errs).To(BeEmpty())
			Expect(effective.Version).To(Equal(expected))
		},
		Entry("no version in any document", "", "", "", "v2.8.7"),
		Entry("another default of the operator", "flux: {version: v2.9}", "", "", "v2.8.7"),
		Entry("another version of the project", "", "flux: {version: v2.9}", "", "v2.8.7"),
		Entry("a Shoot that sets its own version", "", "flux: {version: v2.8}", "flux: {version: v2.9.3}", "v2.9.3"),
		Entry("a Shoot that removes the project's version", "", "flux: {version: v2.9}", `flux: {version: ""}`, "v2.8.7"),
	)

	It("carries only exact versions, because another patch is another revision", func() {
		resolver := newResolver("")
		Expect(resolver.Carries("v2.9.3")).To(BeTrue())
		Expect(resolver.Carries("v2.9.2")).To(BeFalse(), "a configuration may name it, and gets v2.9.3")
		Expect(resolver.Carries("v2.9")).To(BeFalse())
	})

	DescribeTable("includes the Flux version of the project:",
		func(operator, project, expected string) {
			configMap := &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": head + project}}
			Expect(newResolver(operator).ProjectVersion(configMap)).To(Equal(expected))
		},
		Entry("the newest one by default", "", "", "v2.9.3"),
		Entry("the project's", "", "flux: {version: v2.8}", "v2.8.7"),
		Entry("the operator's", "flux: {version: v2.8}", "", "v2.8.7"),
		Entry("the project's over the operator's", "flux: {version: v2.8}", "flux: {version: v2.9}", "v2.9.3"),
		Entry("the project's if another field is invalid", "", "flux: {version: v2.8, components: [no-controller]}", "v2.8.7"),
		Entry("the project's if another field is unknown", "", "flux: {version: v2.8}\nsorce: {}", "v2.8.7"),
		Entry("none if it is not carried", "", "flux: {version: v1.0}", ""),
		Entry("none if it is not a string", "", "flux: {version: 2.8}", ""),
		Entry("none if the document cannot be read", "", "flux: [", ""),
	)

	DescribeTable("includes the source that the Shoots share:",
		func(operator, project string, expected map[string]any) {
			Expect(newResolver(operator).ProjectSource(&document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": head + project}})).To(Equal(expected))
		},
		Entry("of the project", "", "source: {template: {spec: {url: 'https://github.com/o/r', ref: {branch: prod}}}}", map[string]any{"spec": map[string]any{"url": "https://github.com/o/r", "ref": map[string]any{"branch": "prod"}}}),
		Entry("no source", "", "flux: {version: v2.9}", nil),
		Entry("no source in an unreadable document", "", "source: [", nil),
		Entry("the project's if another field is invalid", "", "source: {template: {spec: {url: 'https://github.com/o/r'}}}\nflux: {version: v0.1}", map[string]any{"spec": map[string]any{"url": "https://github.com/o/r"}}),
	)

	It("includes the Flux version of the resolved configuration", func() {
		for _, project := range []string{https, "flux: {version: v2.8}", "flux: {version: v2.9}"} {
			configMap := &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": head + project}}
			effective, errs, err := newResolver("").Resolve(GinkgoT().Context(), configMap, nil)
			Expect(err).NotTo(HaveOccurred())
			Expect(errs).To(BeEmpty())
			Expect(newResolver("").ProjectVersion(configMap)).To(Equal(effective.Version))
		}
	})

	const git, sha1 = "https://github.com/o/r", "0123456789abcdef0123456789abcdef01234567"
	var sha256 = strings.Repeat("0123456789abcdef", 4)

	DescribeTable("pins a source:",
		func(project, revision string, expected map[string]any) {
			effective := documents{project: project}.effective()
			Expect(effective.Pin(revision)).To(BeTrue())
			Expect(at(effective.Source.Object, "ref")).To(Equal(expected))
			if effective.Source.GitRepository != nil {
				Expect(effective.Source.GitRepository.Spec.URL).To(Equal(git))
				commit, _ := expected["commit"].(string)
				Expect(effective.Source.GitRepository.Spec.Reference.Commit).To(Equal(commit))
				Expect(effective.Source.GitRepository.Spec.Reference.Tag+effective.Source.GitRepository.Spec.Reference.SemVer).To(BeEmpty(), "the Shoot would follow a tag that is moved")
			}
		},
		Entry("a GitRepository without reference", "source: {template: {spec: {url: '"+git+"'}}}", "sha1:"+sha1, map[string]any{"branch": "main", "commit": sha1}),
		Entry("a branch, which is kept", "source: {template: {spec: {url: '"+git+"', ref: {branch: prod}}}}", "sha1:"+sha1, map[string]any{"branch": "prod", "commit": sha1}),
		Entry("a tag, which is dropped", "source: {template: {spec: {url: '"+git+"', ref: {tag: v1}}}}", "sha1:"+sha1, map[string]any{"commit": sha1}),
		Entry("a semver range, which is dropped", "source: {template: {spec: {url: '"+git+"', ref: {semver: '>=1'}}}}", "sha1:"+sha1, map[string]any{"commit": sha1}),
		Entry("a reference name, which is dropped", "source: {template: {spec: {url: '"+git+"', ref: {name: refs/heads/prod}}}}", "sha256:"+sha256, map[string]any{"commit": sha256}),
		Entry("an OCIRepository with a semver range, which Flux ignores if a digest is set", "source: {template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/r', ref: {semver: '>=1'}}}}", "sha256:"+sha256,
			map[string]any{"semver": ">=1", "digest": "sha256:" + sha256}),
		Entry("an OCIRepository with a tag", "source: {template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/r', ref: {tag: latest}}}}", "sha256:"+sha256,
			map[string]any{"tag": "latest", "digest": "sha256:" + sha256}),
		Entry("an OCIRepository without reference", "source: {template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/r'}}}", "sha256:"+sha256, map[string]any{"digest": "sha256:" + sha256}),
	)

	DescribeTable("leaves the source unchanged:",
		func(project, shoot, revision string) {
			effective := documents{project: project, shoot: shoot}.effective()
			if effective.Source == nil {
				Expect(effective.Pin(revision)).To(BeFalse())
				return
			}
			before := effective.Source.Object.DeepCopy()
			Expect(effective.Pin(revision)).To(BeFalse())
			Expect(effective.Source.Object).To(Equal(before))
		},
		Entry("no source", "flux: {version: v2.9}", "", "sha1:"+sha1),
		Entry("no revision", https, "", ""),
		Entry("a Shoot with its own URL", https, "source: {template: {spec: {url: 'https://github.com/o/other'}}}", "sha1:"+sha1),
		Entry("a Shoot with its own branch", https, "source: {template: {spec: {ref: {branch: dev}}}}", "sha1:"+sha1),
		Entry("a revision without algorithm", https, "", sha1),
		Entry("a truncated revision", https, "", "sha1:0123"),
		Entry("a revision with a tag, which may be moved", https, "", "v1@sha1:"+sha1),
		Entry("a commit for an OCIRepository", "source: {template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/r'}}}", "", "sha1:"+sha1),
		Entry("a Bucket", "source: {template: {kind: Bucket, spec: {bucketName: b, endpoint: e.example.org}}}", "", "sha256:"+sha256),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Defaults", func() {
	It("match 'flux install'", func() {
		effective := documents{}.effective()
		Expect(effective.Version).To(Equal("v2.9.3"))
		Expect(effective.Components).To(Equal([]fluxv1alpha1.Component{"helm-controller", "kustomize-controller", "notification-controller", "source-controller"}))
		Expect(effective.Flux).To(Equal(fluxv1alpha1.FluxInstallation{
			Registry:      ptr.To("ghcr.io/fluxcd"),
			Namespace:     ptr.To("flux-system"),
			Components:    []fluxv1alpha1.Component{"source-controller", "kustomize-controller", "helm-controller", "notification-controller"},
			NetworkPolicy: ptr.To(true),
			LogLevel:      ptr.To(fluxv1alpha1.LogLevel("info")),
			ClusterDomain: ptr.To("cluster.local"),
		}))
		Expect(effective.Namespaces()).To(Equal([]string{"flux-system"}))
		Expect(effective.Copies).To(BeEmpty())
		Expect(effective.Warnings).To(BeEmpty())
	})

	It("complete a source and a root Kustomization", func() {
		effective := documents{shoot: https}.effective()
		Expect(effective.Source.Object.Object).To(Equal(map[string]any{
			"apiVersion": "source.toolkit.fluxcd.io/v1",
			"kind":       "GitRepository",
			"metadata":   map[string]any{"name": "flux-system", "namespace": "flux-system"},
			"spec":       map[string]any{"interval": "1m", "url": "https://github.com/o/r", "ref": map[string]any{"branch": "main"}},
		}))
		Expect(effective.Source.GitRepository.Spec.URL).To(Equal("https://github.com/o/r"))
		Expect(effective.Kustomization.Object.Object).To(Equal(map[string]any{
			"apiVersion": "kustomize.toolkit.fluxcd.io/v1",
			"kind":       "Kustomization",
			"metadata":   map[string]any{"name": "flux-system", "namespace": "flux-system"},
			"spec": map[string]any{
				"interval": "10m", "path": "./", "prune": true, "sourceRef": map[string]any{"kind": "GitRepository", "name": "flux-system"},
			},
		}))
		Expect(effective.Kustomization.Typed.Spec.Prune).To(BeTrue())
	})

	DescribeTable("never replace a configured value",
		func(shoot, path string, want any) {
			effective := documents{shoot: shoot}.effective()
			Expect(at(effective.Kustomization.Object, path)).To(BeEquivalentTo(want))
		},
		Entry("prune: false", https+"kustomization: {template: {spec: {prune: false}}}", "prune", false),
		Entry("an interval", https+"kustomization: {template: {spec: {interval: 1h}}}", "interval", "1h"),
		Entry("an empty path", https+"kustomization: {template: {spec: {path: ''}}}", "path", ""),
		Entry("a full reference to the source", https+"kustomization: {template: {spec: {sourceRef: {apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, name: flux-system, namespace: flux-system}}}}",
			"sourceRef.namespace", "flux-system"),
		Entry("another decryption key", https+"kustomization: {template: {spec: {decryption: {provider: sops, secretRef: {name: age}}}}}", "decryption.secretRef.name", "age"),
	)

	DescribeTable("keep the configured reference:",
		func(spec string, want map[string]any) {
			effective := documents{shoot: `source: {template: {spec: {url: "https://github.com/o/r", ` + spec + `}}}`}.effective()
			Expect(at(effective.Source.Object, "ref")).To(Equal(want))
		},
		Entry("a tag", "ref: {tag: v1}", map[string]any{"tag": "v1"}),
		Entry("a commit", "ref: {commit: 0123456789abcdef0123456789abcdef01234567}", map[string]any{"commit": "0123456789abcdef0123456789abcdef01234567"}),
		Entry("an empty reference, which selects the branch of 'flux bootstrap'", "ref: {}", map[string]any{"branch": "main"}),
	)

	It("use the names and namespaces of the templates", func() {
		effective := documents{shoot: `
flux: {namespace: gitops}
source: {template: {metadata: {name: fleet, namespace: sources, labels: {a: b}}, spec: {url: "https://github.com/o/r"}}}
kustomization: {template: {metadata: {name: root, annotations: {a: b}}}}
`}.effective()
		Expect(effective.Source.Object.GetLabels()).To(Equal(map[string]string{"a": "b"}))
		Expect(effective.Kustomization.Object.GetNamespace()).To(Equal("gitops"))
		Expect(effective.Kustomization.Object.GetAnnotations()).To(Equal(map[string]string{"a": "b"}))
		Expect(at(effective.Kustomization.Object, "sourceRef")).To(Equal(map[string]any{"kind": "GitRepository", "name": "fleet", "namespace": "sources"}))
		Expect(effective.Namespaces()).To(Equal([]string{"gitops", "sources"}))
	})

	It("add the extra components to the others, each once", func() {
		effective := documents{shoot: "flux: {components: [source-controller, kustomize-controller], componentsExtra: [source-watcher, kustomize-controller]}"}.effective()
		Expect(effective.Components).To(Equal([]fluxv1alpha1.Component{"kustomize-controller", "source-controller", "source-watcher"}))
	})
})

var _ = Describe("Templates", func() {
	DescribeTable("may omit:",
		func(template, kind string) {
			effective := documents{shoot: "source: {template: {" + template + "}}"}.effective()
			Expect(effective.Source.Object.GetKind()).To(Equal(kind))
			Expect(effective.Source.Object.GetAPIVersion()).To(Equal("source.toolkit.fluxcd.io/v1"))
			Expect(effective.Kustomization.Typed.Spec.SourceRef.Kind).To(Equal(kind))
		},
		Entry("apiVersion and kind", `spec: {url: "https://github.com/o/r"}`, "GitRepository"),
		Entry("the apiVersion", `kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}`, "OCIRepository"),
		Entry("the kind", `apiVersion: source.toolkit.fluxcd.io/v1, spec: {url: "https://github.com/o/r"}`, "GitRepository"),
		Entry("no field", `apiVersion: source.toolkit.fluxcd.io/v1, kind: Bucket, spec: {bucketName: b, endpoint: s3.example.com}`, "Bucket"),
	)

	It("of an OCIRepository are converted from v1beta2", func() {
		effective := documents{shoot: `
source:
  secretResourceName: registry
  template: {apiVersion: source.toolkit.fluxcd.io/v1beta2, kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r", ref: {tag: latest}, interval: 10m}}
`, resources: append(documents{}.resources, resource("registry", "Secret", "a"))}.effective()
		Expect(effective.Source.Object.Object).To(Equal(map[string]any{
			"apiVersion": "source.toolkit.fluxcd.io/v1",
			"kind":       "OCIRepository",
			"metadata":   map[string]any{"name": "flux-system", "namespace": "flux-system"},
			"spec": map[string]any{
				"url": "oci://ghcr.io/o/r", "ref": map[string]any{"tag": "latest"}, "interval": "10m", "secretRef": map[string]any{"name": "flux-system"},
			},
		}))
	})

	It("of a project are converted beside a Shoot's settings", func() {
		effective := documents{
			project: `source: {template: {apiVersion: source.toolkit.fluxcd.io/v1beta2, kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`,
			shoot:   `source: {template: {spec: {ref: {tag: v1}}}}`,
		}.effective()
		Expect(effective.Source.Object.GetAPIVersion()).To(Equal("source.toolkit.fluxcd.io/v1"))
	})
})

var _ = Describe("The deploy key", func() {
	DescribeTable("is used only for an SSH URL without a Secret:",
		func(shoot string, deployKey bool, secretRef any) {
			effective := documents{shoot: shoot, resources: append(documents{}.resources, resource("token", "Secret", "t"))}.effective()
			Expect(effective.Source.DeployKey).To(Equal(deployKey))
			Expect(at(effective.Source.Object, "secretRef")).To(BeEquivalentTo(secretRef))
		},
		Entry("an SSH URL", ssh, true, map[string]any{"name": "flux-system"}),
		Entry("an SSH URL with a Secret of the project", `source: {secretResourceName: token, template: {spec: {url: "ssh://git@github.com/o/r"}}}`, false, map[string]any{"name": "flux-system"}),
		Entry("an SSH URL with a Secret in the shoot", `source: {template: {spec: {url: "ssh://git@github.com/o/r", secretRef: {name: own}}}}`, false, map[string]any{"name": "own"}),
		Entry("an SSH URL with a renamed Secret of the project", `source: {secretResourceName: token, template: {spec: {url: "ssh://git@github.com/o/r", secretRef: {name: own}}}}`, false, map[string]any{"name": "own"}),
		Entry("an HTTPS URL with a Secret of the project", `source: {secretResourceName: token, template: {spec: {url: "https://github.com/o/r"}}}`, false, map[string]any{"name": "flux-system"}),
		Entry("an OCIRepository with a Secret of the project", `source: {secretResourceName: token, template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`, false, map[string]any{"name": "flux-system"}),
		Entry("a Bucket with a Secret of the project", `source: {secretResourceName: token, template: {kind: Bucket, spec: {bucketName: b, endpoint: s3}}}`, false, map[string]any{"name": "flux-system"}),
	)

	It("is used for an SSH URL if the Shoot removes the Secret", func() {
		effective := documents{
			operator: `{"source":{"template":{"spec":{"url":"ssh://git@github.com/o/r","secretRef":{"name":"own"}}}}}`,
			project:  "source: {template: {spec: {secretRef: null}}}",
		}.effective()
		Expect(effective.Source.DeployKey).To(BeTrue())
		Expect(at(effective.Source.Object, "secretRef")).To(BeEquivalentTo(map[string]any{"name": "flux-system"}))
	})

	It("is not used for a public source without a Secret", func() {
		effective := documents{shoot: https}.effective()
		Expect(effective.Source.DeployKey).To(BeFalse())
		Expect(effective.Source.Object.Object["spec"]).NotTo(HaveKey("secretRef"))
	})

	It("is used with the configured known hosts", func() {
		effective := documents{shoot: `source: {knownHosts: "git.example.com ` + hostKey + `\n", template: {spec: {url: "ssh://git@git.example.com/o/r"}}}`}.effective()
		Expect(effective.Source.KnownHosts).To(Equal("git.example.com " + hostKey))
		Expect(effective.Warnings).To(BeEmpty())
	})

	DescribeTable("warns of known hosts without effect:",
		func(in documents, warned bool) {
			in.resources = append(in.resources, resource("token", "Secret", "t"))
			var want []string
			if warned {
				document := "ConfigMap garden-demo/flux-config: config.yaml"
				if strings.Contains(in.shoot, "knownHosts") {
					document = "Shoot garden-demo/my-shoot: spec.providerConfig"
				}
				want = []string{document + ".source.knownHosts: is ignored: it is used only with an ssh:// URL and the project's deploy key; remove it"}
			}
			Expect(in.effective().Warnings).To(Equal(want))
		},
		Entry("an HTTPS URL in the same document", documents{project: `source: {knownHosts: h, template: {spec: {url: "https://h/r"}}}`}, true),
		Entry("an HTTPS URL in the same document, with another URL in the Shoot", documents{project: `source: {knownHosts: h, template: {spec: {url: "https://h/r"}}}`, shoot: "flux: {}"}, true),
		Entry("an HTTPS URL in the project", documents{project: https, shoot: "source: {knownHosts: h}"}, true),
		Entry("another kind in the project", documents{project: `source: {template: {kind: OCIRepository, spec: {url: "oci://h/r"}}}`, shoot: "source: {knownHosts: h}"}, true),
		Entry("no warning for the Shoot's URL", documents{project: `source: {knownHosts: h, template: {spec: {url: "ssh://git@h/r"}}}`, shoot: https}, false),
		Entry("no warning for the Shoot's Secret", documents{project: `source: {knownHosts: h, template: {spec: {url: "ssh://git@h/r"}}}`, shoot: "source: {secretResourceName: token}"}, false),
		Entry("no warning for the Shoot's kind", documents{project: `source: {knownHosts: h, template: {spec: {url: "ssh://git@h/r"}}}`, shoot: `source: {template: {kind: OCIRepository, spec: {url: "oci://h/r"}}}`}, false),
		Entry("a Secret in the project", documents{project: `source: {knownHosts: h, secretResourceName: token, template: {spec: {url: "ssh://git@h/r"}}}`, shoot: https}, true),
	)

	It("ignores known hosts with another Secret", func() {
		effective := documents{shoot: `source: {secretResourceName: token, knownHosts: "nonsense", template: {spec: {url: "ssh://git@h/r"}}}`, resources: append(documents{}.resources, resource("token", "Secret", "t"))}.effective()
		Expect(effective.Source.KnownHosts).To(BeEmpty())
		Expect(effective.Warnings).To(HaveLen(1))
	})
})

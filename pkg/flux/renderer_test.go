// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var updateGolden = flag.Bool("update-golden", false, "rewrite the golden files")

func golden(name string, content []byte) {
	GinkgoHelper()
	file := filepath.Join("testdata", name)
	if *updateGolden {
		Expect(os.WriteFile(file, content, 0o600)).To(Succeed())
	}
	want, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	Expect(string(content)).To(Equal(string(want)))
}

func render(in Input) Bundle {
	GinkgoHelper()
	bundle, err := renderer.Render(in)
	Expect(err).NotTo(HaveOccurred())
	return bundle
}

var _ = Describe("Renderer", func() {
	sops := Resource{Type: corev1.SecretTypeOpaque, Data: map[string][]byte{"age.agekey": []byte("AGE-SECRET-KEY-1")}}

	DescribeTable("renders the Config",
		func(file string, in Input) { golden(file, render(in).Config) },
		Entry("Flux without a source", "nothing-synced.config.yaml", input()),
		Entry("a public repository", "public.config.yaml", input(synced(gitRepository, kustomization))),
		Entry("a repository read with the deploy key", "deploy-key.config.yaml", input(synced(privateGitRepository, kustomization), withDeployKey)),
		Entry("an OCIRepository with copied Secrets and ConfigMaps", "oci.config.yaml", input(
			synced(ociRepository, ociKustomization),
			withCopy("sops", "Secret", "flux-system", "flux-sops", sops),
			withCopy("values", "ConfigMap", "flux-system", "values", Resource{
				Text: map[string]string{"values.yaml": "a: b\n"}, Data: map[string][]byte{"logo": {0xff}},
				Labels: map[string]string{"left": "behind"},
			}),
		)),
		Entry("a Bucket with credentials and copied labels", "bucket.config.yaml", input(
			synced(bucket, bucketKustomization),
			withCopy("bucket", "Secret", "flux-system", "bucket-credentials", Resource{
				Type: "example.org/bucket", Data: map[string][]byte{"accesskey": []byte("a"), "secretkey": []byte("s")},
				Labels:      map[string]string{"team": "a"},
				Annotations: map[string]string{"gardener-extension-shoot-flux/copy-labels": "true", "left": "behind"},
			}),
		)),
		Entry("additional sources, one with credentials", "additional-sources.config.yaml", input(
			synced(gitRepository, kustomization), withAdditional(additionalGit), withAdditional(helmRepository),
			withCopy("infra", "Secret", "flux-system", "infra", Resource{Data: map[string][]byte{"identity": []byte("i"), "known_hosts": []byte("k")}}),
		)),
		Entry("additional sources with own deploy keys, one missing", "source-keys.config.yaml", input(
			synced(gitRepository, kustomization), withAdditional(additionalGit), withAdditional(strings.ReplaceAll(additionalGit, "infra", "later")), withSourceKey(0, true), withSourceKey(1, false),
		)),
		Entry("all settings, with the root Kustomization in its own namespace", "everything.config.yaml", input(
			withEverything, synced(tenantSource, tenantKustomization), withDeployKey,
			withCopy("sops", "Secret", "apps", "flux-sops", sops),
		)),
	)

	DescribeTable("renders the controllers",
		func(file string, in Input) { golden(file, render(in).Controllers) },
		Entry("with the defaults", "defaults.controllers.yaml", input()),
		Entry("with all settings", "everything.controllers.yaml", input(withEverything)),
	)

	It("prefers configured labels of a copy to those in the project", func() {
		in := input(withCopy("extra", "Secret", "flux-system", "extra", Resource{
			Labels: map[string]string{"team": "red", "tier": "one"}, Annotations: map[string]string{"gardener-extension-shoot-flux/copy-labels": "true"},
		}))
		in.Effective.Copies[0].Labels = map[string]string{"team": "blue"}
		Expect(string(render(in).Config)).To(ContainSubstring("  labels:\n    reconcile.fluxcd.io/watch: Enabled\n    team: blue\n    tier: one\n"))
	})

	It("adds the passphrase of a deploy key", func() {
		in := input(synced(privateGitRepository, kustomization), withDeployKey)
		in.DeployKey.Passphrase = "open"
		Expect(string(render(in).Config)).To(ContainSubstring("password: b3Blbg=="))
	})

	DescribeTable("renders equal bytes for equal inputs",
		func(in func() Input) {
			first, second := NewRenderer(library, Images{}), NewRenderer(library, Images{})
			_, err := second.Render(input())
			Expect(err).NotTo(HaveOccurred())
			a, err := first.Render(in())
			Expect(err).NotTo(HaveOccurred())
			b, err := second.Render(in())
			Expect(err).NotTo(HaveOccurred())
			Expect(a).To(Equal(b))
		},
		Entry("the defaults", func() Input { return input() }),
		Entry("all settings", func() Input { return input(withEverything, synced(tenantSource, tenantKustomization), withDeployKey) }),
	)

	It("shares outputs between shoots", func() {
		renderer := NewRenderer(library, Images{})
		a, err := renderer.Render(input(synced(gitRepository, kustomization)))
		Expect(err).NotTo(HaveOccurred())
		b, err := renderer.Render(input(func(in *Input) {
			in.ShootInfo = fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "other"}
			in.ClusterNetworks = []string{"10.1.0.0/16"}
		}))
		Expect(err).NotTo(HaveOccurred())
		Expect(&a.CRDs[0]).To(BeIdenticalTo(&b.CRDs[0]))
		Expect(&a.Controllers[0]).To(BeIdenticalTo(&b.Controllers[0]))
		Expect(a.Config).NotTo(Equal(b.Config))
	})

	It("does not change its input", func() {
		in, same := input(withEverything, synced(ociRepository, ociKustomization)), input(withEverything, synced(ociRepository, ociKustomization))
		render(in)
		Expect(in).To(Equal(same))
	})

	It("protects Flux, source and root Kustomization from kustomize-controller", func() {
		bundle := render(input(withEverything, synced(tenantSource, tenantKustomization), withAdditional(helmRepository)))
		for _, object := range decode(slices.Concat(bundle.CRDs, bundle.Controllers, bundle.Config)) {
			switch object.GetKind() {
			case "Namespace":
				Expect(object.GetAnnotations()).To(HaveKeyWithValue("kustomize.toolkit.fluxcd.io/prune", "disabled"), object.GetName())
			case "Secret", "ConfigMap": // Flux ships none.
			default:
				Expect(object.GetAnnotations()).To(HaveKeyWithValue("kustomize.toolkit.fluxcd.io/reconcile", "disabled"), object.GetKind()+" "+object.GetName())
			}
		}
	})

	It("returns the API versions of components", func() {
		versions, err := NewRenderer(library, Images{}).APIs(version, []fluxv1alpha1.Component{fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentNotification})
		Expect(err).NotTo(HaveOccurred())
		Expect(versions).To(HaveLen(4))
		Expect(versions).To(HaveKeyWithValue("kustomizations.kustomize.toolkit.fluxcd.io", HaveField("Versions", []string{"v1"})))
		Expect(versions).To(HaveKeyWithValue("providers.notification.toolkit.fluxcd.io", HaveField("Versions", ContainElement("v1beta3"))))
	})

	DescribeTable("renders again after a change of",
		func(change func(*Input)) {
			renderer := NewRenderer(library, Images{})
			a, err := renderer.Render(input(withEverything))
			Expect(err).NotTo(HaveOccurred())
			b, err := renderer.Render(input(withEverything, change))
			Expect(err).NotTo(HaveOccurred())
			Expect(a.Controllers).NotTo(Equal(b.Controllers))
		},
		Entry("the networks", func(in *Input) { in.ClusterNetworks = []string{"10.1.0.0/16"} }),
		Entry("the image pull Secret", func(in *Input) { in.Resources["pull"].Data[".dockerconfigjson"] = []byte(`{}`) }),
		Entry("the proxy's password", func(in *Input) { in.Resources["proxy"].Data["password"] = []byte("new") }),
		Entry("the components", fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.ComponentsExtra = nil })),
		Entry("the namespace", fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.Namespace = ptr.To("other") })),
	)

	DescribeTable("rejects",
		func(in Input, message string) {
			_, err := NewRenderer(library, Images{}).Render(in)
			Expect(err).To(MatchError(message))
		},
		Entry("an unknown version", input(func(in *Input) { in.Effective.Version = "v0.1.0" }),
			`unknown Flux version "v0.1.0"; the known versions are v2.7.5, v2.8.8, v2.9.5`),
		Entry("several copies without content", input(
			withCopy("a", "Secret", "flux-system", "a", Resource{}), withCopy("b", "ConfigMap", "apps", "b", Resource{}),
			func(in *Input) { in.Resources = nil },
		), "the content of resource \"a\" (Secret flux-system/a in the shoot) is missing\n"+
			"the content of resource \"b\" (ConfigMap apps/b in the shoot) is missing"),
		Entry("an image pull Secret without content", input(withEverything, func(in *Input) { delete(in.Resources, "pull") }),
			`the content of resource "pull" (the image pull Secret) is missing`),
		Entry("proxy credentials without content", input(withEverything, func(in *Input) { delete(in.Resources, "proxy") }),
			`the content of resource "proxy" (the Secret with the proxy's credentials) is missing`),
		Entry("proxy credentials without a password", input(withEverything, func(in *Input) { delete(in.Resources["proxy"].Data, "password") }),
			`the Secret of resource "proxy" (the proxy's credentials) has no username or no password`),
		Entry("a missing deploy key", input(synced(privateGitRepository, kustomization), withDeployKey, func(in *Input) { in.DeployKey = Credentials{} }),
			"the deploy key for Secret flux-system/deploy-key is missing"),
		Entry("a deploy key without a reference in the source", input(synced(gitRepository, kustomization), withDeployKey),
			"GitRepository flux-system/flux-system names no Secret for the deploy key"),
		Entry("two objects with the same name", input(withCopy("a", "ConfigMap", "flux-system", "shoot-info", Resource{})),
			"the shoot would have two objects ConfigMap flux-system/shoot-info"),
		Entry("a copy with the name of the proxy's Secret", input(withEverything, withCopy("a", "Secret", "gitops", "flux-proxy", Resource{})),
			"the shoot would have two objects Secret gitops/flux-proxy"),
	)
})

func decode(manifests []byte) []*unstructured.Unstructured {
	GinkgoHelper()
	var objects []*unstructured.Unstructured
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(manifests), 4096)
	for {
		object := &unstructured.Unstructured{}
		if err := decoder.Decode(&object.Object); err != nil {
			Expect(err).To(MatchError("EOF"))
			return objects
		}
		if len(object.Object) > 0 {
			objects = append(objects, object)
		}
	}
}

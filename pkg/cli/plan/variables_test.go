// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/kustomize"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("Variables", func() {
	DescribeTable("are substituted as by Flux's library",
		func(value string) {
			substitute := map[string]string{"name": "web", "number": "12", "lines": "a\nb", "empty": ""}
			text := configMapOf("a", "x: '"+value+"'")
			factory := provider.NewDefaultDepProvider().GetResourceFactory()
			res, err := factory.FromBytes([]byte(text))
			Expect(err).NotTo(HaveOccurred())
			t := newTemplate(kustomizer.Object{APIVersion: "v1", Kind: kindConfigMap, Namespace: "default", Name: "a", Text: res.MustYaml()})
			k := &kustomizev1.Kustomization{Spec: kustomizev1.KustomizationSpec{PostBuild: &kustomizev1.PostBuild{Substitute: substitute}}}
			vars, err := newVariables(k, nil)
			Expect(err).NotTo(HaveOccurred())

			inline := map[string]any{}
			for name, value := range substitute {
				inline[name] = value
			}
			expected, err := kustomize.SubstituteVariables(GinkgoT().Context(), nil,
				unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"postBuild": map[string]any{"substitute": inline}}}}, res, kustomize.SubstituteWithDryRun(true))
			if err != nil {
				_, err = (&object{template: t, vars: vars, node: &node{spec: k}}).decode()
				Expect(err).To(HaveOccurred())
				return
			}
			own, err := (&object{template: t, vars: vars, node: &node{spec: k}}).decode()
			Expect(err).NotTo(HaveOccurred())
			Expect(yaml.Marshal(own.Object)).To(MatchYAML(expected.MustYaml()))
		},
		Entry("plain variable", "${name}"),
		Entry("number that becomes a number", "${number}"),
		Entry("variable without a value", "x${other}"),
		Entry("default", "${other:=none}"),
		Entry("default of an empty variable", "${empty:-none}"),
		Entry("functions", "${name^^}-${name:0:1}-${name/w/x}"),
		Entry("literal", "$${name}"),
		Entry("dollar without a brace", "$name costs 5$"),
		Entry("lines", "${lines}"),
		Entry("nested default", "${other:=${name}}"),
		Entry("syntax error", "${name"),
		Entry("trick for strings", "${q:=\"}${number}${q:=\"}"),
	)

	It("of a Secret are hidden, also in the text that is compared", func() {
		vars, err := newVariables(&kustomizev1.Kustomization{Spec: kustomizev1.KustomizationSpec{PostBuild: &kustomizev1.PostBuild{}}}, []*origin{{values: map[string]string{"a": "s3cret"}, secret: true}})
		Expect(err).NotTo(HaveOccurred())
		shown, _ := vars.value("a")
		Expect(shown).To(Equal("(redacted)"))
		Expect(vars.values).To(BeEmpty())
	})

	It("before an object that is not known may be overridden by it, and inline variables may not", func() {
		vars, err := newVariables(&kustomizev1.Kustomization{Spec: kustomizev1.KustomizationSpec{PostBuild: &kustomizev1.PostBuild{Substitute: map[string]string{"c": "inline"}}}},
			[]*origin{{values: map[string]string{"a": "first", "c": "first"}}, nil, {values: map[string]string{"b": "last"}}})
		Expect(err).NotTo(HaveOccurred())
		Expect([]bool{vars.isUnknown("a"), vars.isUnknown("b"), vars.isUnknown("c"), vars.isUnknown("other")}).To(Equal([]bool{true, false, false, true}))
	})
})

var _ = Describe("Builds", func() {
	It("are shared by both revisions if no file that they read differs", func() {
		r := newRepository(
			files{"a/kustomization.yaml": "resources: [../base]\n", "b/x.yaml": configMapOf("x", ""), "base/kustomization.yaml": "resources: [y.yaml]\n", "base/y.yaml": configMapOf("y", "")},
			files{"a/kustomization.yaml": "resources: [../base]\n", "b/x.yaml": configMapOf("x", ""), "base/kustomization.yaml": "resources: [y.yaml]\n", "base/y.yaml": configMapOf("y", "z: z")},
			files{"a/kustomization.yaml": "resources: [../base]\n", "b/x.yaml": configMapOf("x", ""), "b/new.yaml": configMapOf("new", ""), "base/kustomization.yaml": "resources: [y.yaml]\n", "base/y.yaml": configMapOf("y", "z: z")},
		)
		ctx := GinkgoT().Context()
		c, err := openCheckout(ctx, r.directory)
		Expect(err).NotTo(HaveOccurred())
		temporary := GinkgoT().TempDir()
		builderOf := func(revision string, base *builder) *builder {
			commit, err := c.commit(ctx, "--to", revision)
			Expect(err).NotTo(HaveOccurred())
			var shared *tree
			if base != nil {
				shared = base.tree
			}
			t, err := c.extract(ctx, revision, commit, temporary, selection{}, shared)
			Expect(err).NotTo(HaveOccurred())
			return newBuilder(t, base, &judge{kustomizer: kustomizer.Local{}})
		}
		templates := func(b *builder, path string) *template {
			built, err := b.build(&kustomizev1.Kustomization{Spec: kustomizev1.KustomizationSpec{Path: path}})
			Expect(err).NotTo(HaveOccurred())
			return built[0]
		}
		first := builderOf("HEAD~2", nil)
		a, b := templates(first, "./a"), templates(first, "./b")
		second := builderOf("HEAD~1", first)
		Expect(templates(second, "./a")).NotTo(BeIdenticalTo(a), "its base differs")
		Expect(templates(second, "./b")).To(BeIdenticalTo(b), "nothing that it reads differs")
		third := builderOf("HEAD", first)
		Expect(templates(third, "./b")).NotTo(BeIdenticalTo(b), "the directory has another file")
		for name, same := range map[string]bool{"base/kustomization.yaml": true, "base/y.yaml": false} {
			old, err := os.Stat(filepath.Join(first.tree.root, name))
			Expect(err).NotTo(HaveOccurred())
			now, err := os.Stat(filepath.Join(second.tree.root, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(os.SameFile(old, now)).To(Equal(same), "only files with the same content are written once: %s", name)
		}
	})
})

var _ = Describe("Trees", func() {
	It("refuse files with the same name on a file system that ignores case, and keep what another tree shares", func() {
		tree := func() *tree {
			return &tree{name: "HEAD", root: GinkgoT().TempDir(), hashes: map[string][sha256.Size]byte{}, blobs: map[string]string{}}
		}
		first, second := tree(), tree()
		Expect(first.write(entry{path: "a/x.yaml", blob: "1"}, []byte("first"))).To(Succeed())
		Expect(second.share(entry{path: "a/x.yaml", blob: "1"}, first)).To(BeTrue())
		Expect(second.write(entry{path: "a/x.yaml", blob: "2"}, []byte("second"))).To(MatchError(HavePrefix("HEAD: file a/x.yaml and another one have the same name on this computer")))
		Expect(os.ReadFile(filepath.Join(first.root, "a", "x.yaml"))).To(BeEquivalentTo("first"))
	})
})

var _ = Describe("A project in the garden", func() {
	It("is planned with its ConfigMaps, and without reading Secrets", func() {
		manifest := &gardencorev1beta1.Shoot{}
		Expect(yaml.Unmarshal([]byte(shoots("web")), manifest)).To(Succeed())
		manifest.Spec.Resources = []gardencorev1beta1.NamedResourceReference{{Name: "vars"}}
		manifest.Spec.Resources[0].ResourceRef.Kind, manifest.Spec.Resources[0].ResourceRef.Name = "ConfigMap", "my-vars"
		manifest.Spec.Resources[0].ResourceRef.APIVersion = "v1"
		without := manifest.DeepCopy()
		without.Name, without.Spec.Extensions = "other", nil
		project := &corev1.ConfigMap{}
		Expect(yaml.Unmarshal([]byte(clitest.ProjectConfig("garden-blue", `{config.yaml: "{apiVersion: flux.extensions.gardener.cloud/v1alpha1, kind: FluxConfig, `+
			`additionalConfigMapResources: [{name: vars, targetName: vars}], source: {template: {spec: {url: https://git.example.com/o/fleet.git}}}, `+
			`kustomization: {template: {spec: {path: ./cluster, postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}}}}}"}`)), project)).To(Succeed())
		fake := clitest.NewClient([]client.Object{manifest, without, project,
			&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-blue", Name: "my-vars"}, Data: map[string]string{"team": "red"}}}, interceptor.Funcs{})
		r := newRepository(files{"cluster/a.yaml": configMapOf("'a-${team}'", "")})
		out, _, err := clitest.Execute(newCommand(clitest.NewAccess(fake, "garden-blue"), func(context.Context, string) confined { return workers }), "", "-C", r.directory, "-n", "garden-blue")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("1 Shoot: 1 ConfigMap added: garden-blue/web\n  + ConfigMap default/a-red\n"))
	})
})

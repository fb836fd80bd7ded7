// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// What the plan does with a field of a Flux object.
const (
	// followed fields change the plan.
	followed = "followed"
	// notKnown fields are listed as not known.
	notKnown = "not known"
	// outside are fields that decide when and whether Flux fetches or applies a revision, not what is in it: addresses,
	// credentials, signatures, intervals, health checks.
	outside = "outside of the plan"
)

// fieldsOf contains what the plan does with the fields in spec of the objects that it reads. A field stands for the fields in
// it.
var fieldsOf = map[string]map[string]string{
	"GitRepository": {
		"ignore": followed, "sparseCheckout": followed, "suspend": notKnown,
		"include": notKnown, "recurseSubmodules": notKnown,
		"url": outside, "ref": outside, // --from and --to name the revisions
		"secretRef": outside, "provider": outside, "serviceAccountName": outside, "proxySecretRef": outside, "verify": outside, "interval": outside, "timeout": outside,
	},
	"OCIRepository": {
		"ignore": followed, "suspend": notKnown, "layerSelector.operation": notKnown,
		"url": outside, "ref": outside, "layerSelector.mediaType": outside, // the directory of -C is the content of the layer
		"secretRef": outside, "certSecretRef": outside, "provider": outside, "serviceAccountName": outside, "proxySecretRef": outside, "insecure": outside,
		"verify": outside, "interval": outside, "timeout": outside,
	},
	"Bucket": {
		"ignore": followed, "prefix": followed, "suspend": notKnown,
		"endpoint": outside, "bucketName": outside, "region": outside,
		"secretRef": outside, "certSecretRef": outside, "provider": outside, "serviceAccountName": outside, "proxySecretRef": outside, "sts": outside, "insecure": outside,
		"interval": outside, "timeout": outside,
	},
	"Kustomization": {
		"path": followed, "sourceRef": followed, "targetNamespace": followed, "namePrefix": followed, "nameSuffix": followed, "components": followed, "ignoreMissingComponents": followed,
		"commonMetadata": followed, "images": followed, "patches": followed, "buildMetadata": followed, "postBuild": followed, "dependsOn": followed, "prune": followed, "deletionPolicy": followed,
		"decryption.provider": followed, "suspend": notKnown, "kubeConfig": notKnown, "force": notKnown, "ignore": notKnown,
		"decryption.secretRef": outside, "decryption.serviceAccountName": outside, "serviceAccountName": outside, "interval": outside, "retryInterval": outside, "timeout": outside,
		"wait": outside, "healthChecks": outside, "healthCheckExprs": outside,
	},
}

// leaves returns the paths of the fields in a schema that contain no further fields.
func leavesOf(schema apiextensionsv1.JSONSchemaProps, prefix string) []string {
	if schema.Items != nil && schema.Items.Schema != nil {
		return leavesOf(*schema.Items.Schema, prefix)
	}
	var all []string
	for name, inner := range schema.Properties {
		all = append(all, leavesOf(inner, strings.TrimPrefix(prefix+"."+name, "."))...)
	}
	if len(all) == 0 {
		return []string{prefix}
	}
	return all
}

var _ = Describe("The fields of Flux objects", func() {
	It("of all carried versions are followed, not known, or outside of the plan", func() {
		carried, err := filepath.Glob(filepath.Join("..", "..", "flux", "distributions", "v*", "gotk-components.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(carried).NotTo(BeEmpty())
		used := map[string]map[string]bool{}
		for _, file := range carried {
			content, err := os.ReadFile(file)
			Expect(err).NotTo(HaveOccurred())
			for decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096); ; {
				crd := apiextensionsv1.CustomResourceDefinition{}
				if err := decoder.Decode(&crd); errors.Is(err, io.EOF) {
					break
				}
				known := fieldsOf[crd.Spec.Names.Kind]
				if crd.Kind != "CustomResourceDefinition" || known == nil {
					continue
				}
				if used[crd.Spec.Names.Kind] == nil {
					used[crd.Spec.Names.Kind] = map[string]bool{}
				}
				for _, version := range crd.Spec.Versions {
					if version.Name != "v1" {
						continue
					}
					for _, leaf := range leavesOf(version.Schema.OpenAPIV3Schema.Properties["spec"], "") {
						field := leaf
						for known[field] == "" && strings.Contains(field, ".") {
							field = field[:strings.LastIndex(field, ".")]
						}
						Expect(known).To(HaveKey(field), "%s has a new field: find out what the controllers do with spec.%s of %s, and follow it or list it as not known", file, leaf, crd.Spec.Names.Kind)
						used[crd.Spec.Names.Kind][field] = true
					}
				}
			}
		}
		for kind, known := range fieldsOf {
			Expect(slices.Sorted(maps.Keys(used[kind]))).To(Equal(slices.Sorted(maps.Keys(known))), "%s: all fields exist", kind)
		}
	})

	// source returns a project with these fields of the source, which applies the directory cluster.
	source := func(template string) string {
		return clitest.Documents(clitest.ProjectConfig("garden-blue", `{config.yaml: "{apiVersion: flux.extensions.gardener.cloud/v1alpha1, kind: FluxConfig, `+
			`source: {template: {`+template+`}}, kustomization: {template: {spec: {path: ./cluster}}}}"}`), shoots("web"))
	}
	git := func(fields string) string {
		return source("spec: {url: https://git.example.com/o/fleet.git, " + fields + "}")
	}
	bucket := func(fields string) string {
		return source("kind: Bucket, spec: {endpoint: s3.example.com, bucketName: b, " + fields + "}")
	}
	child := files{"cluster/k.yaml": kustomization("k", "./apps-extra"), "apps/x.txt": "x", "apps-extra/a.yaml": configMapOf("a", "")}
	const k = "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k"

	DescribeTable("of the source decide which files are in the artifact:",
		func(manifests string, content files, expected ...string) {
			out, _, err := newRepository(content).plan(manifests, "--to", "HEAD")
			Expect(err).NotTo(HaveOccurred())
			Expect(lines(out)).To(Equal(expected))
		},
		Entry("sparseCheckout selects by the beginning of the path", git("sparseCheckout: [./cluster, apps]"), child, "+ ConfigMap default/a", k),
		Entry("sparseCheckout leaves out .sourceignore in the root", git("sparseCheckout: [cluster]"), files{".sourceignore": "b.yaml\n", "cluster/b.yaml": configMapOf("b", "")}, "+ ConfigMap default/b"),
		Entry("sparseCheckout with .sourceignore in the directory", git("sparseCheckout: [cluster]"),
			files{"cluster/.sourceignore": "b.yaml\n", "cluster/a.yaml": configMapOf("a", ""), "cluster/b.yaml": configMapOf("b", "")}, "+ ConfigMap default/a"),
		Entry("sparseCheckout leaves out files that the plan could not read", git("sparseCheckout: [cluster]"), files{"large.yaml": strings.Repeat("x", 10<<20+1), "cluster/b.yaml": configMapOf("b", "")}, "+ ConfigMap default/b"),
		Entry("ignore", git("ignore: 'b.yaml'"), files{"cluster/a.yaml": configMapOf("a", ""), "cluster/b.yaml": configMapOf("b", "")}, "+ ConfigMap default/a"),
		Entry("include", git("include: [{repository: {name: other}}]"), files{"cluster/a.yaml": configMapOf("a", "")}, "+ ConfigMap default/a", "? not known: the source includes other GitRepositories (spec.include)"),
		Entry("suspend", git("suspend: true"), files{"cluster/a.yaml": configMapOf("a", "")}, "? not known: the source is suspended: Flux fetches no revision until it is resumed"),
		Entry("suspend of an OCIRepository", source("kind: OCIRepository, spec: {url: oci://registry.example.com/o/fleet, suspend: true}"), files{"cluster/a.yaml": configMapOf("a", "")},
			"? not known: the source is suspended: Flux fetches no revision until it is resumed"),
		Entry("layerSelector with operation extract", source("kind: OCIRepository, spec: {url: oci://registry.example.com/o/fleet, layerSelector: {operation: extract}}"), files{"cluster/a.yaml": configMapOf("a", "")}, "+ ConfigMap default/a"),
		Entry("layerSelector with operation copy", source("kind: OCIRepository, spec: {url: oci://registry.example.com/o/fleet, layerSelector: {operation: copy}}"), files{"cluster/a.yaml": configMapOf("a", "")}, "+ ConfigMap default/a",
			"? not known: the source copies a layer of the artifact as it is (spec.layerSelector), with files that .sourceignore and spec.ignore list"),
		Entry("prefix of a bucket", bucket("prefix: cluster/a"), files{"cluster/a.yaml": configMapOf("a", ""), "cluster/b.yaml": configMapOf("b", "")}, "+ ConfigMap default/a"),
		Entry("ignore of a bucket", bucket("ignore: 'b.yaml'"), files{"cluster/a.yaml": configMapOf("a", ""), "cluster/b.yaml": configMapOf("b", "")}, "+ ConfigMap default/a"),
		Entry("a bucket has .sourceignore in the root, with a prefix too", bucket("prefix: cluster"),
			files{".sourceignore": "b.yaml\n", "cluster/a.yaml": configMapOf("a", ""), "cluster/b.yaml": configMapOf("b", ""), "cluster/.sourceignore": "a.yaml"}, "+ ConfigMap default/a"),
		Entry("a bucket has no default exclusions", bucket("region: eu"), files{"cluster/.github/a.yaml": configMapOf("a", "")}, "+ ConfigMap default/a"),
	)

	It("of a source with a directory that does not exist are refused", func() {
		r := newRepository(child, child.and(files{"apps/x.txt": "", "apps-extra/b.yaml": configMapOf("b", "")}))
		out, _, err := r.plan(git("sparseCheckout: [cluster, apps]"), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).To(MatchError(ContainSubstring("Flux refuses the source, because HEAD (")))
		Expect(err).To(MatchError(ContainSubstring(") has no apps, which spec.sparseCheckout of the source lists; create it, or remove it from the list")))
		Expect(lines(out)).To(ConsistOf(HavePrefix("! Flux refuses the source")))
		out, _, err = r.plan(git("sparseCheckout: [cluster, apps]"), "--from", "HEAD", "--to", "HEAD~1")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(ConsistOf(HavePrefix("? not known: before: Flux refuses the source, because HEAD (")))
	})

	It("dependsOn holds back the objects of a Kustomization that depends on one that fails", func() {
		depends := func(name, path, on string) string { return kustomization(name, path, ", dependsOn: [{name: "+on+"}]") }
		base := files{"cluster/a.yaml": kustomization("a", "./a", ", postBuild: {substitute: {x: y}}"), "cluster/b.yaml": depends("b", "./b", "a"), "cluster/c.yaml": depends("c", "./c", "b"),
			"cluster/d.yaml": kustomization("d", "./d"), "a/a.yaml": configMapOf("a", ""), "b/b.yaml": configMapOf("b", ""), "b/gone.yaml": configMapOf("gone", ""), "c/c.yaml": configMapOf("c", ""), "d/d.yaml": configMapOf("d", "")}
		r := newRepository(base, base.and(files{"a/a.yaml": configMapOf("a", "x: '${y}'"), "b/b.yaml": configMapOf("b", "x: y"), "b/gone.yaml": "", "b/new.yaml": configMapOf("new", ""), "c/c.yaml": configMapOf("c", "x: y"), "d/d.yaml": configMapOf("d", "x: y")}))
		out, _, err := r.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).To(MatchError(ContainSubstring("variables are not defined: y")))
		Expect(lines(out)).To(ConsistOf(HavePrefix("! Kustomization flux-system/a: "), "~ ConfigMap default/d",
			"! Kustomization flux-system/b: it depends on Kustomization flux-system/a, which fails: its objects do not change", "! Kustomization flux-system/c: it depends on Kustomization flux-system/b, which fails: its objects do not change"))
	})

	It("of objects with force are not known if the objects change", func() {
		const force = ", labels: {kustomize.toolkit.fluxcd.io/force: Enabled}"
		r := newRepository(files{"cluster/a.yaml": configMapOf("a", "x: a", force)}, files{"cluster/a.yaml": configMapOf("a", "x: b", force)})
		out, _, err := r.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"~ ConfigMap default/a", "? not known: Kustomization flux-system/flux-system: with force, Flux deletes a changed object and creates it again if the API server refuses the change: ConfigMap default/a"}))
	})

	DescribeTable("of a Kustomization whose effect depends on the shoot are not known if objects change:",
		func(more, expected string) {
			base := files{"cluster/k.yaml": kustomization("k", "./apps", more), "apps/a.yaml": configMapOf("a", "x: a"), "apps/b.yaml": configMapOf("b", "x: a")}
			r := newRepository(base, base.and(files{"apps/a.yaml": configMapOf("a", "x: b"), "apps/c.yaml": configMapOf("c", "")}), base.and(files{"cluster/x.yaml": configMapOf("x", "")}))
			out, _, err := r.plan(blue(), "--from", "HEAD~2", "--to", "HEAD~1")
			Expect(err).NotTo(HaveOccurred())
			Expect(lines(out)).To(Equal([]string{"~ ConfigMap default/a", "+ ConfigMap default/c", "? not known: Kustomization flux-system/k: " + expected}))
			out, _, err = r.plan(blue(), "--from", "HEAD~2", "--to", "HEAD")
			Expect(err).NotTo(HaveOccurred())
			Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/x"}))
		},
		Entry("force", ", force: true", "with force, Flux deletes a changed object and creates it again if the API server refuses the change: ConfigMap default/a"),
		Entry("ignore", ", ignore: [{paths: [/data/x]}]", "changes of the fields in spec.ignore are not applied: ConfigMap default/a"),
	)
})

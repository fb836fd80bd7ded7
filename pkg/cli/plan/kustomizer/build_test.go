// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"path/filepath"

	"github.com/fluxcd/pkg/kustomize"
	"github.com/fluxcd/pkg/kustomize/filesys"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/kustomize/api/resmap"
	kyamlfilesys "sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/openapi/kubernetesapi"
)

var _ = Describe("A build", func() {
	// The patch of a list merges by a key only if the schema says so.
	const (
		deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {template: {spec: {containers: [{name: one, image: one}]}}}\n"
		widget     = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {parts: [{name: one}]}\n"
		schema     = `{"definitions": {"v1.Widget": {"properties": {"spec": {"properties": {"parts": {"type": "array", "items": {"properties": {"name": {"type": "string"}}},` +
			` "x-kubernetes-patch-merge-key": "name", "x-kubernetes-patch-strategy": "merge"}}}}, "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Widget"}]}}}`
	)
	patched := func(more string) string {
		return more + "resources: [a.yaml, w.yaml]\npatches:\n" +
			"- patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {template: {spec: {containers: [{name: two, image: two}]}}}}'\n" +
			"- patch: '{apiVersion: example.com/v1, kind: Widget, metadata: {name: a}, spec: {parts: [{name: two}]}}'\n"
	}
	tree := func(kustomization string) files {
		return files{"cluster/a.yaml": deployment, "cluster/w.yaml": widget, "cluster/schema.json": schema, "cluster/kustomization.yaml": kustomization}
	}
	plain := tree(patched(""))
	withSchema := tree(patched("openapi: {path: schema.json}\n"))

	// run builds a directory, and returns the objects or, after an error, nothing.
	run := func(build func(kyamlfilesys.FileSystem, string) (resmap.ResMap, error), content files, directory string) string {
		GinkgoHelper()
		root := source(content)
		disk, err := filesys.MakeFsOnDiskSecure(root)
		Expect(err).NotTo(HaveOccurred())
		built, err := build(filesys.MakeFsInMemory(disk), filepath.Join(root, directory))
		if err != nil {
			return ""
		}
		text, err := built.AsYaml()
		Expect(err).NotTo(HaveOccurred())
		return string(text)
	}

	It("depends on the schema", func() {
		Expect(run(kustomize.Build, plain, "cluster")).To(And(ContainSubstring("image: one"), ContainSubstring("image: two"), Not(ContainSubstring("- name: one\n---"))))
		Expect(run(kustomize.Build, withSchema, "cluster")).NotTo(Equal(run(kustomize.Build, plain, "cluster")))
	})

	DescribeTable("has the result of Flux's library, and leaves nothing to the next one",
		func(first files, directory string) {
			all := []struct {
				files
				directory string
			}{{first, directory}, {plain, "cluster"}, {first, directory}, {withSchema, "cluster"}, {plain, "cluster"}}
			var expected, actual []string
			for _, one := range all {
				expected = append(expected, run(kustomize.Build, one.files, one.directory))
			}
			for _, one := range all {
				actual = append(actual, run(buildDirectory, one.files, one.directory))
			}
			Expect(actual).To(Equal(expected))
		},
		Entry("without a schema", plain, "cluster"),
		Entry("with a schema", withSchema, "cluster"),
		Entry("with a schema of a base", withSchema.with("top/kustomization.yaml", "resources: [../cluster]\n"), "top"),
		Entry("with a version of the built-in schema", tree(patched("openapi: {version: v1.21.2}\n")), "cluster"),
		Entry("with a schema that does not exist", tree(patched("openapi: {path: absent.json}\n")), "cluster"),
		Entry("with a schema and an error", tree(patched("openapi: {path: schema.json}\n")+"- path: absent.yaml\n"), "cluster"),
	)

	It("replaces the schema of the build before", func() {
		_ = run(buildDirectory, withSchema, "cluster")
		Expect(openapi.GetSchemaVersion()).NotTo(Equal(kubernetesapi.DefaultOpenAPI))
		_ = run(buildDirectory, plain, "cluster")
		Expect(openapi.GetSchemaVersion()).To(Equal(kubernetesapi.DefaultOpenAPI))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// The Go types are the one source of the fields: strict decoding reads them by reflection, and hack/generators/schema reads their source code.
var _ = Describe("The JSON schemas", func() {
	const fluxConfig = "fluxconfig.schema.json"

	DescribeTable("have the decoded fields",
		func(file string, of reflect.Type, properties ...string) {
			found := differences(of, schemaOf(file, properties...), of.Name())
			// Validation refuses claims, and the schema leaves them out.
			Expect(slices.DeleteFunc(found, func(path string) bool { return path == "FluxConfig.flux.resources.claims is not in the schema" })).To(BeEmpty())
		},
		Entry("of a FluxConfig", fluxConfig, reflect.TypeFor[fluxv1alpha1.FluxConfig]()),
		Entry("of a ControllerConfiguration", "controllerconfiguration.schema.json", reflect.TypeFor[configv1alpha1.ControllerConfiguration]()),
		Entry("of a GitRepository", fluxConfig, reflect.TypeFor[sourcev1.GitRepositorySpec](), "source", "template", "GitRepository", "spec"),
		Entry("of an OCIRepository", fluxConfig, reflect.TypeFor[sourcev1.OCIRepositorySpec](), "source", "template", "OCIRepository", "spec"),
		Entry("of a Bucket", fluxConfig, reflect.TypeFor[sourcev1.BucketSpec](), "source", "template", "Bucket", "spec"),
		Entry("of a Kustomization", fluxConfig, reflect.TypeFor[kustomizev1.KustomizationSpec](), "kustomization", "template", "Kustomization", "spec"),
	)
})

// differences returns the paths of fields that only the type or only the schema has. Where the schema has no properties, it leaves the content
// to other rules.
func differences(t reflect.Type, schema map[string]any, path string) []string {
	t = strict.ElementType(t)
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		nested, typed := schema["items"].(map[string]any)
		if !typed {
			nested, typed = schema["additionalProperties"].(map[string]any)
		}
		if !typed {
			return nil
		}
		t, schema = strict.ElementType(t.Elem()), nested
	}
	properties, _ := schema["properties"].(map[string]any)
	if t.Kind() != reflect.Struct || properties == nil {
		return nil
	}
	var found []string
	fields := strict.Fields(t)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if of, ok := fields[name]; ok {
			found = append(found, differences(of, properties[name].(map[string]any), path+"."+name)...)
		} else {
			found = append(found, path+"."+name+" is not decoded")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if properties[name] == nil {
			found = append(found, path+"."+name+" is not in the schema")
		}
	}
	return found
}

// schemaOf returns the schema of a property. Of alternatives, it is that with the next name as title.
func schemaOf(file string, path ...string) map[string]any {
	GinkgoHelper()
	content, err := os.ReadFile("../../docs/api/" + file)
	Expect(err).NotTo(HaveOccurred())
	var schema map[string]any
	Expect(json.Unmarshal(content, &schema)).To(Succeed())
	for _, name := range path {
		if properties, ok := schema["properties"].(map[string]any); ok {
			Expect(properties).To(HaveKey(name))
			schema = properties[name].(map[string]any)
			continue
		}
		i := slices.IndexFunc(schema["anyOf"].([]any), func(alternative any) bool { return alternative.(map[string]any)["title"] == name })
		Expect(i).To(BeNumerically(">=", 0), name)
		schema = schema["anyOf"].([]any)[i].(map[string]any)
	}
	return schema
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("Catalog.Validate of a large object", func() {
	var object *unstructured.Unstructured
	BeforeEach(func() { object = parse(kustomization) })
	set := func(value any, path ...string) {
		GinkgoHelper()
		Expect(unstructured.SetNestedField(object.Object, value, append([]string{"spec"}, path...)...)).To(Succeed())
	}
	validate := func(ctx context.Context) field.ErrorList { return NewCatalog(library).Validate(ctx, version, object) }

	It("rejects an object with too many values", func(ctx SpecContext) {
		var list []any
		for range 2000 {
			list = append(list, map[string]any{})
		}
		set(list, "healthChecks")
		Expect(validate(ctx)).To(ConsistOf(HaveField("Detail", HaveSuffix(" values, and may have at most 2000; shorten its lists and maps"))))
	})

	It("returns the errors of a map in a stable order", func(ctx SpecContext) {
		values := map[string]any{}
		for i := range 500 {
			values[fmt.Sprintf("v%03d", i)] = int64(1)
		}
		set(values, "postBuild", "substitute")
		errs := validate(ctx)
		Expect(errs).To(HaveLen(500))
		Expect(errs[0].Field).To(Equal("spec.postBuild.substitute.v000"))
		for range 5 {
			Expect(validate(ctx)).To(Equal(errs))
		}
	})

	It("finds an error at the end of a long list or map", func(ctx SpecContext) {
		var list []any
		values := map[string]any{}
		for i := range 500 {
			list = append(list, map[string]any{"name": fmt.Sprint("n", i)})
			values[fmt.Sprintf("v%03d", i)] = "x"
		}
		list[499], values["v499"] = map[string]any{}, int64(1)
		set(list, "dependsOn")
		set(values, "postBuild", "substitute")
		errs := validate(ctx)
		Expect(errs).To(ConsistOf(HaveField("Field", "spec.dependsOn[499].name"), HaveField("Field", "spec.postBuild.substitute.v499")))
	})

	It("does not cache a result after its context is done", func(ctx SpecContext) {
		object = parse(gitRepository)
		Expect(unstructured.SetNestedField(object.Object, int64(1), "spec", "url")).To(Succeed())
		catalog := NewCatalog(library)
		done, cancel := context.WithCancel(ctx)
		cancel()
		catalog.Validate(done, version, object)
		Expect(catalog.Validate(ctx, version, object)).NotTo(BeEmpty())
	})
})

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

	It("returns the first errors of each list", func(ctx SpecContext) {
		for _, name := range []string{"healthChecks", "dependsOn"} {
			var list []any
			for range 500 {
				list = append(list, map[string]any{})
			}
			set(list, name)
		}
		errs := validate(ctx)
		Expect(len(errs)).To(And(BeNumerically(">=", 50), BeNumerically("<=", 100)), "the library compares each with all before")
		Expect(errs).To(ContainElements(HaveField("Field", "spec.dependsOn[0].name"), HaveField("Field", "spec.healthChecks[0].kind")))
		Expect(errs).NotTo(ContainElement(HaveField("Field", HavePrefix("spec.healthChecks[400]"))))
	})

	It("returns the errors of a map in a stable order", func(ctx SpecContext) {
		values := map[string]any{}
		for i := range 500 {
			values[fmt.Sprintf("v%03d", i)] = int64(1)
		}
		set(values, "postBuild", "substitute")
		errs := validate(ctx)
		Expect(errs).To(HaveLen(25))
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"fmt"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Shoot info variables in templates", func() {
	path := func(text string) documents {
		return documents{project: https + "kustomization: {template: {spec: {path: '" + text + "'}}}"}
	}

	DescribeTable("are replaced, unlike other variables:",
		func(text, want string) {
			Expect(path(text).effective().Kustomization.Typed.Spec.Path).To(Equal(want))
		},
		Entry("a variable", "./${SHOOT_INFO_NAME}", "./my-shoot"),
		Entry("several variables", "./${SHOOT_INFO_REGION}/${SHOOT_INFO_NAME}-x", "./eu-1/my-shoot-x"),
		Entry("an empty label", "./a${SHOOT_INFO_LABEL_EMPTY}", "./a"),
		Entry("a variable with an escaped dollar sign", "./$${SHOOT_INFO_NAME}", "./$${SHOOT_INFO_NAME}"),
		Entry("a variable after an escaped dollar sign", "./$$${SHOOT_INFO_NAME}", "./$$my-shoot"),
		Entry("a variable with two escaped dollar signs", "./$$$${SHOOT_INFO_NAME}", "./$$$${SHOOT_INFO_NAME}"),
		Entry("another variable", "./${CLUSTER}", "./${CLUSTER}"),
		Entry("another variable with a default", "./${CLUSTER:=prod}", "./${CLUSTER:=prod}"),
		Entry("another variable with a similar name", "./${SHOOT_INFORMATION}", "./${SHOOT_INFORMATION}"),
		Entry("a variable without braces", "./$SHOOT_INFO_NAME", "./$SHOOT_INFO_NAME"),
		Entry("a variable without a closing brace", "./${CLUSTER", "./${CLUSTER"),
	)

	It("are replaced in all values of templates, but not in keys or other fields", func() {
		effective := documents{shoot: `
flux: {nodeSelector: {pool: a}}
source: {template: {metadata: {name: "s-${SHOOT_INFO_NAME}"}, spec: {url: "https://github.com/o/${SHOOT_INFO_NAME}", sparseCheckout: [a, "${SHOOT_INFO_REGION}"]}}}
kustomization: {template: {spec: {patches: [{target: {name: "${SHOOT_INFO_NAME}"}, patch: "a: ${SHOOT_INFO_REGION}"}], postBuild: {substitute: {A: "${SHOOT_INFO_NAME}"}}}}}
`}.effective()
		Expect(effective.Source.Object.GetName()).To(Equal("s-my-shoot"))
		Expect(effective.Source.GitRepository.Spec.URL).To(Equal("https://github.com/o/my-shoot"))
		Expect(at(effective.Source.Object, "sparseCheckout")).To(Equal([]any{"a", "eu-1"}))
		Expect(effective.Kustomization.Typed.Spec.SourceRef.Name).To(Equal("s-my-shoot"))
		Expect(effective.Kustomization.Typed.Spec.Patches[0].Target.Name).To(Equal("my-shoot"))
		Expect(effective.Kustomization.Typed.Spec.Patches[0].Patch).To(Equal("a: eu-1"))
		Expect(effective.Kustomization.Typed.Spec.PostBuild.Substitute).To(Equal(map[string]string{"A": "my-shoot"}))
	})

	It("are not replaced in values of variables", func() {
		in := path("./${SHOOT_INFO_NAME}")
		in.info = fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "${SHOOT_INFO_REGION}", "SHOOT_INFO_REGION": "eu-1"}
		Expect(in.effective().Kustomization.Typed.Spec.Path).To(Equal("./${SHOOT_INFO_REGION}"))
	})

	It("exist without a Shoot, including labels", func() {
		in := path("./${SHOOT_INFO_DOMAIN}/${SHOOT_INFO_LABEL_ANY}/${SHOOT_INFO_KUBERNETES_VERSION}")
		in.withoutShoot = true
		Expect(in.effective().Kustomization.Typed.Spec.Path).To(Equal("./not-known-yet/not-known-yet/0.0.0"))
	})

	DescribeTable("use little memory for many errors in one text:",
		func(variable string) {
			in := path(strings.Repeat(variable, 8_000))
			in.info = fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "a"}
			for i := range 1000 {
				in.info[fmt.Sprint("SHOOT_INFO_LABEL_", i)] = "a"
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, errs := in.resolve()
			runtime.ReadMemStats(&after)
			Expect(errs).NotTo(BeEmpty())
			Expect(after.TotalAlloc-before.TotalAlloc).To(BeNumerically("<", 64<<20), "bytes: the known variables are sorted for each message")
		},
		Entry("unknown variables", "${SHOOT_INFO_X}"),
		Entry("missing labels", "${SHOOT_INFO_LABEL_X}"),
	)

	DescribeTable("are refused:",
		func(text, message string) {
			_, configErrs := path(text).resolve()
			Expect(configErrs).To(MatchError("ConfigMap garden-demo/flux-config: config.yaml.kustomization.template.spec.path: Invalid value: " + message))
		},
		Entry("an unknown variable", "${SHOOT_INFO_CLUSTER}", `"${SHOOT_INFO_CLUSTER}": is not a shoot info variable of this shoot; the known variables are SHOOT_INFO_DOMAIN, SHOOT_INFO_LABEL_EMPTY, SHOOT_INFO_NAME, SHOOT_INFO_REGION`),
		Entry("a variable with an operator", "${SHOOT_INFO_NAME:=a}", `"${SHOOT_INFO_NAME:=a}": must be written ${SHOOT_INFO_NAME}, with only the name between the braces`),
		Entry("a variable that is empty for this shoot", "./${SHOOT_INFO_DOMAIN}", `"${SHOOT_INFO_DOMAIN}": is empty for this shoot; write a value instead, or use another variable`),
		Entry("a variable without a closing brace", "./${SHOOT_INFO_NAME", `has ${SHOOT_INFO_NAME without a closing brace; write ${SHOOT_INFO_NAME}`),
	)
})

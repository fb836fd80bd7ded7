// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// everyOverride is an override for the Shoot, with another value of each field that an override may set.
const everyOverride = someSource + `kustomization: {template: {spec: {path: ./default}}}
project:
  overrides:
  - name: other
    shoots: {matchLabels: {env: other}}
    config: {flux: {version: v2.8}, kustomization: {template: {spec: {path: ./other}}}}
  - name: test
    shoots: {matchExpressions: [{key: env, operator: In, values: [test, dev]}]}
    config:
      flux: {version: v2.8, componentsExtra: [source-watcher], logLevel: debug}
      source: {template: {spec: {interval: 7m, ref: {branch: next}}}}
      kustomization: {template: {spec: {path: ./test, interval: 3m}}}
      decryption: {secretResourceName: sops-key}
      additionalSecretResources: [{name: a}]
      additionalConfigMapResources: [{name: b}]
      mode: BootstrapOnce
      deletionPolicy: Prune
  - name: evaluation
    purposes: [evaluation]
    shoots: {matchLabels: {env: test}}
    config: {kustomization: {template: {spec: {path: './evaluation/${SHOOT_INFO_LABEL_STAGE}'}}}}
`

func withResources(d documents) documents {
	return d.with("sops-key", "Secret", "my-sops-key").with("a", "Secret", "my-a").with("b", "ConfigMap", "my-b")
}

func overrides() map[string]documents {
	return map[string]documents{
		"overrides of everything":     withResources(project(everyOverride)),
		"overrides that no Shoot has": project(someSource + "project: {overrides: [{name: other, shoots: {matchLabels: {env: other}}, config: {flux: {logLevel: debug}}}]}"),
		"overrides that remove":       project(someSource + "flux: {logLevel: debug}\nproject: {overrides: [{name: test, shoots: {matchLabels: {env: test}}, config: {flux: {logLevel: null}, source: null}}]}"),
	}
}

var _ = Describe("Overrides that select the Shoot", func() {
	resolve := func(d documents) *resolved.Configuration {
		GinkgoHelper()
		effective, err := d.resolve()
		Expect(err).NotTo(HaveOccurred())
		return effective
	}

	It("are merged in order between project and Shoot", func() {
		effective := resolve(withResources(project(everyOverride)))
		Expect(effective.Overrides).To(Equal([]string{"test", "evaluation"}))
		Expect(effective.Version).To(HavePrefix("v2.8."))
		Expect(effective.Components).To(ContainElement(fluxv1alpha1.ComponentSourceWatcher))
		Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./evaluation/test"))
		Expect(effective.Kustomization.Typed.Spec.Interval.Minutes()).To(BeEquivalentTo(3))
		Expect(effective.Source.GitRepository.Spec.Reference.Branch).To(Equal("next"))
		Expect(effective.Source.URL()).To(Equal("https://github.com/o/r"))
		Expect(effective.Mode).To(Equal(fluxv1alpha1.ModeBootstrapOnce))
		Expect(effective.DeletionPolicy).To(Equal(fluxv1alpha1.DeletionPolicyPrune))
		Expect(effective.ResourceNames()).To(Equal([]string{"a", "b", "sops-key"}))

		By("the Shoot itself")
		effective = resolve(withResources(project(everyOverride)).and(shoot("kustomization: {template: {spec: {path: ./mine}}}")))
		Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./mine"))
		Expect(effective.Kustomization.Typed.Spec.Interval.Minutes()).To(BeEquivalentTo(3))

		By("the project alone, which has none")
		effective = resolve(project(everyOverride).withoutShoot())
		Expect(effective.Overrides).To(BeEmpty())
		Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./default"))
	})

	It("take precedence over the default Flux version of a rollout", func() {
		d := withResources(project(everyOverride))
		resolver, err := d.resolver()
		Expect(err).NotTo(HaveOccurred())
		effective, mistakes, err := resolver.WithDefaultVersion(resolver.DefaultVersion()).Resolve(GinkgoT().Context(), d.configMap(), d.shoot())
		Expect(err).NotTo(HaveOccurred())
		Expect(mistakes).To(BeEmpty())
		Expect(effective.Version).To(HavePrefix("v2.8."))
	})

	It("are allowed despite allowShootOverrides: none", func() {
		effective := resolve(project(someSource + "project: {allowShootOverrides: none, overrides: [{name: test, shoots: {matchLabels: {env: test}}, config: {kustomization: {template: {spec: {path: ./test}}}}}]}"))
		Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./test"))
	})

	It("may set every field of a FluxConfig except those of a project or a single Shoot", func() {
		override := reflect.TypeFor[fluxv1alpha1.OverrideConfig]()
		for field := range reflect.TypeFor[fluxv1alpha1.FluxConfig]().Fields() {
			if field.Name == "TypeMeta" || field.Name == "Project" || field.Name == "Takeover" {
				continue
			}
			own, has := override.FieldByName(field.Name)
			Expect(has).To(BeTrue(), field.Name)
			Expect(own.Type).To(Equal(field.Type), field.Name)
			Expect(own.Tag).To(Equal(field.Tag), field.Name)
		}
	})

	It("may use an empty label beside other text in a path segment", func() {
		effective := resolve(project(someSource+"kustomization: {template: {spec: {path: './clusters/env-${SHOOT_INFO_LABEL_ENV}'}}}").labelled("env", ""))
		Expect(effective.Kustomization.Typed.Spec.Path).To(Equal("./clusters/env-"))
	})
})

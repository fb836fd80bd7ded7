// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"os/exec"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("Overrides of a project", func() {
	It("give Shoots what their labels select, follow a label, and are refused with field and fix", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "estates", true)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "estates", "environments", map[string]string{
			"default/env.yaml": manifest("env", "default"), "dev/env.yaml": manifest("env", "dev"), "prod/env.yaml": manifest("env", "prod"),
		})
		Expect(err).NotTo(HaveOccurred())
		config := func(overrides string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
source: {template: {spec: {url: %q}}}
kustomization: {template: {spec: {path: ./default}}}
project:
  propagation: Immediate
  overrides:
%s
`, world.GitHost.HTTPURL("estates"), overrides))}
		}
		const (
			dev  = "  - {name: dev, shoots: {matchLabels: {env: dev}}, config: {kustomization: {template: {spec: {path: ./dev, interval: 2m}}}}}\n"
			prod = "  - {name: prod, shoots: {matchLabels: {env: prod}}, config: {kustomization: {template: {spec: {path: ./prod, interval: 30m}}}}}\n"
		)
		labelled := func(env string) func(*gardenerShoot) {
			return func(s *gardenerShoot) { metav1.SetMetaDataLabel(&s.ObjectMeta, "env", env) }
		}
		user.project("estates", config(dev+prod))
		first := user.shoot("estates", "first", seedName, false, labelled("dev"))
		second := user.shoot("estates", "second", otherSeedName, true, labelled("prod"))

		By("two Shoots of one flux-config")
		first.shows("env", "dev")
		first.eventually("FluxConfigured", "True", "Configured", And(ContainSubstring("path ./dev of "), ContainSubstring("Overrides of the project for this Shoot: dev")))
		second.eventually("FluxConfigured", "True", "Configured", And(ContainSubstring("path ./prod of "), ContainSubstring("Overrides of the project for this Shoot: prod")))
		root := &kustomizev1.Kustomization{}
		Expect(first.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, root)).To(Succeed())
		Expect(root.Spec.Interval.Duration).To(Equal(2 * time.Minute))

		By("a wrong value is refused")
		apply := func(overrides string) (string, error) {
			return kubectl(ctx, asYAML(&corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
				ObjectMeta: metav1.ObjectMeta{Namespace: "garden-estates", Name: "flux-config"}, Data: config(overrides)}), "apply", "-f", "-")
		}
		output, err := apply(dev + strings.Replace(prod, "30m", "often", 1))
		Expect(err).To(HaveOccurred())
		Expect(output).To(ContainSubstring(`config.yaml.project.overrides[1].config.kustomization.template.spec.interval: Invalid value: "often": must be a duration such as 1m or 1h30m; affected: Shoot second, with the overrides prod`))
		output, err = apply(dev + strings.Replace(prod, "env: prod", "env: production", 1))
		Expect(err).NotTo(HaveOccurred(), output)
		Expect(output).To(ContainSubstring("Warning: ConfigMap garden-estates/flux-config (override prod): config.yaml.project.overrides[1]: selects no Shoot of the project that has the extension"))
		second.eventually("FluxConfigured", "True", "Configured", And(ContainSubstring("path ./default of "), Not(ContainSubstring("Overrides"))))
		output, err = apply(dev + prod)
		Expect(err).NotTo(HaveOccurred(), output)
		Expect(output).NotTo(ContainSubstring("Warning: ConfigMap"))

		By("a label moves one Shoot, with its next reconciliation")
		first.edit(labelled("prod"))
		first.reconcile()
		first.shows("env", "prod")
		first.eventually("FluxConfigured", "True", "Configured", ContainSubstring("Overrides of the project for this Shoot: prod"))

		By("render")
		objects, err := kubectl(ctx, "", "-n", "garden-estates", "get", "shoot/first", "configmap/flux-config", "-o", "yaml")
		Expect(err).NotTo(HaveOccurred())
		command := exec.CommandContext(ctx, world.Plugin, "render", "-f", "-", "-o", "summary")
		command.Stdin = strings.NewReader(objects)
		rendered, err := command.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(rendered))
		Expect(string(rendered)).To(And(MatchRegexp(`(?m)^Overrides +prod$`), MatchRegexp(`(?m)^Path +\./prod$`)))
	}, SpecTimeout(4*time.Minute))
})

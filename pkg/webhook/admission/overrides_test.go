// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"errors"
	"fmt"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

var _ = Describe("Overrides in flux-config", func() {
	const (
		inConfig = "ConfigMap garden-demo/flux-config"
		source   = "source: {template: {spec: {url: 'https://git.example.com/a.git'}}}\n"
	)
	shoot := func(name, env string) *gardencorev1beta1.Shoot {
		return newShoot(noConfig, func(s *gardencorev1beta1.Shoot) { s.Name, s.Labels["env"] = name, env })
	}
	override := func(name, config string) string {
		return fmt.Sprintf("{name: %s, shoots: {matchLabels: {env: %s}}, config: {%s}}", name, name, config)
	}
	config := func(entries ...string) *corev1.ConfigMap {
		return projectConfigMap(map[string]string{"config.yaml": head + source + "project: {overrides: [" + strings.Join(entries, ", ") + "]}"})
	}
	handle := func(ctx context.Context, garden client.Reader, old, configMap *corev1.ConfigMap) admission.Response {
		handler := &ConfigMapHandler{Decoder: admission.NewDecoder(newScheme()), Resolver: newResolver(), Garden: garden, Turns: NewTurns(1)}
		return handler.Handle(ctx, configMapRequest(old, configMap))
	}
	const (
		path  = "kustomization: {template: {spec: {path: ./a}}}"
		often = "kustomization: {template: {spec: {interval: often}}}"
		wrong = inConfig + ` (override prod): config.yaml.project.overrides[0].config.kustomization.template.spec.interval: Invalid value: "often": must be a duration such as 1m or 1h30m`
	)

	It("are allowed without a warning if they are valid for the selected Shoots", func(ctx SpecContext) {
		response := handle(ctx, inGarden(shoot("a", "prod"), shoot("b", "dev")), nil, config(override("prod", path), override("dev", path)))
		Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
		Expect(response.Warnings).To(BeEmpty())
	})

	It("are refused, with the name of an affected Shoot", func(ctx SpecContext) {
		response := handle(ctx, inGarden(shoot("a", "prod"), shoot("b", "prod"), shoot("c", "dev")), nil, config(override("prod", often), override("dev", path)))
		Expect(response.Allowed).To(BeFalse())
		Expect(response.Result.Message).To(Equal(wrong + "; affected: Shoot a, with the overrides prod, and 1 more"))
	})

	It("are refused even if they select no Shoots", func(ctx SpecContext) {
		response := handle(ctx, inGarden(), nil, config(override("prod", often)))
		Expect(response.Allowed).To(BeFalse())
		Expect(response.Result.Message).To(Equal(wrong))
		Expect(response.Warnings).To(ConsistOf(inConfig + " (override prod): config.yaml.project.overrides[0]: selects no Shoot of the project that has the extension; check its shoots and purposes"))
	})

	It("are checked in the combinations that select Shoots", func(ctx SpecContext) {
		both := []string{
			"{name: oci, shoots: {matchLabels: {env: prod}}, config: {source: {template: {kind: OCIRepository, spec: {url: 'oci://example.com/a'}}}}}",
			"{name: pinned, purposes: [production], config: {source: {template: {spec: {ref: {digest: 'sha256:" + strings.Repeat("a", 64) + "'}}}}}}",
		}
		production := gardencorev1beta1.ShootPurposeProduction
		together := shoot("a", "prod")
		together.Spec.Purpose = &production
		response := handle(ctx, inGarden(together), nil, config(both...))
		Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
		Expect(response.Warnings).To(BeEmpty(), "alone, the second would be wrong, and no Shoot has it alone")

		By("a Shoot that has the second one alone")
		alone := shoot("b", "dev")
		alone.Spec.Purpose = &production
		response = handle(ctx, inGarden(together, alone), nil, config(both...))
		Expect(response.Allowed).To(BeFalse())
		Expect(response.Result.Message).To(And(HavePrefix(inConfig+" (override pinned): config.yaml.project.overrides[1].config.source.template.spec.ref"), ContainSubstring("affected: Shoot b, with the overrides pinned")))

		By("no Shoot has either")
		response = handle(ctx, inGarden(), nil, config(both...))
		Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
		Expect(response.Warnings).To(ContainElement(HaveSuffix("; this applies to Shoots without other overrides")))
	})

	It("are refused if they change the identity of a selected Shoot", func(ctx SpecContext) {
		named := func(name string) string {
			return override("prod", "kustomization: {template: {metadata: {name: "+name+"}}}")
		}
		response := handle(ctx, inGarden(shoot("a", "prod")), config(named("one")), config(named("two")))
		Expect(response.Allowed).To(BeFalse())
		Expect(response.Result.Message).To(And(ContainSubstring("the root Kustomization is flux-system/one and cannot be changed to flux-system/two"), ContainSubstring("affected: Shoot a")))
		response = handle(ctx, inGarden(shoot("a", "prod")), config(named("one")), config(override("dev", path)))
		Expect(response.Allowed).To(BeFalse(), "it loses the override, and with it the name")
		response = handle(ctx, inGarden(shoot("a", "dev")), config(named("one")), config(named("two")))
		Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
	})

	It("are allowed with a warning if the Shoots cannot be listed", func(ctx SpecContext) {
		garden := unlistable{errors.New("forbidden")}
		response := handle(ctx, garden, nil, config(override("prod", path)))
		Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
		Expect(response.Warnings).To(ConsistOf("cannot check which Shoots the overrides and rings select: failed to list the Shoots of the project: forbidden"))
		Expect(handle(ctx, garden, nil, config(override("prod", often))).Allowed).To(BeFalse())
	})

	It("are checked in the combinations that select the most Shoots, with a warning about the others", func(ctx SpecContext) {
		var (
			shoots  []client.Object
			entries []string
		)
		for bit := range 6 {
			entries = append(entries, fmt.Sprintf("{name: bit-%d, shoots: {matchLabels: {bit-%d: 'on'}}, config: {%s}}", bit, bit, path))
		}
		for i := range 64 {
			s := shoot(fmt.Sprintf("shoot-%02d", i), "many")
			for bit := range 6 {
				if i&(1<<bit) != 0 {
					s.Labels[fmt.Sprintf("bit-%d", bit)] = "on"
				}
			}
			shoots = append(shoots, s)
		}
		response := handle(ctx, inGarden(shoots...), nil, config(entries...))
		Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
		Expect(response.Warnings).To(ConsistOf(MatchRegexp(`^(2[3-9]|[3-6][0-9]) of 63 combinations of overrides were not checked; condition FluxConfigured reports their errors when the Shoots are reconciled$`)))
	})

	It("cause the only list of Shoots", func(ctx SpecContext) {
		response := handle(ctx, brokenReader{}, nil, projectConfigMap(map[string]string{"config.yaml": head + source}))
		Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
	})
})

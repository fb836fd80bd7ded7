// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("ShootHandler for an update", func() {
	DescribeTable("denies a forbidden change, including the removal of a field:",
		func(ctx SpecContext, old, shoot *gardencorev1beta1.Shoot, path string) {
			response := handle(ctx, inGarden(), old, shoot)
			Expect(response.Allowed).To(BeFalse())
			Expect(response.Result.Message).To(And(HavePrefix("Shoot garden-demo/a: spec.extensions[1].providerConfig"+path+": "), ContainSubstring("cannot be changed")))
			Expect(response.Warnings).To(BeEmpty())
		},
		Entry("a changed field", newShoot(noConfig), newShoot(elsewhere), ".flux.namespace"),
		Entry("a removed field", newShoot(elsewhere), newShoot(inJSON("")), ".flux.namespace"),
		Entry("a removed providerConfig", newShoot(elsewhere), newShoot(noConfig), ""),
		Entry("a changed field while another extension has a configuration problem", newShoot(noConfig, fails("registry-cache", gardencorev1beta1.ErrorRetryableConfigurationProblem)), newShoot(elsewhere), ".flux.namespace"),
		Entry("a changed field while the operation fails for another reason", newShoot(noConfig, fails("shoot-flux")), newShoot(elsewhere), ".flux.namespace"),
		Entry("a changed field while the operation fails with another code", newShoot(noConfig, fails("shoot-flux", gardencorev1beta1.ErrorInfraDependencies)), newShoot(elsewhere), ".flux.namespace"),
	)

	DescribeTable("allows another namespace of Flux before the first delivery:",
		func(ctx SpecContext, old, shoot *gardencorev1beta1.Shoot) {
			response := handle(ctx, inGarden(), old, shoot)
			Expect(response.Allowed).To(BeTrue())
			Expect(response.Warnings).To(BeEmpty())
		},
		Entry("a disabled extension", newShoot(noConfig, disabled), newShoot(elsewhere)),
		Entry("a Shoot that is not created yet", newShoot(goodConfig, notCreated), newShoot(elsewhere, notCreated)),
		Entry("a Shoot that is not created yet, with a removed providerConfig", newShoot(elsewhere, notCreated), newShoot(noConfig, notCreated)),
		Entry("a failed operation with a configuration problem",
			newShoot(noConfig, fails("shoot-flux", gardencorev1beta1.ErrorRetryableConfigurationProblem)), newShoot(elsewhere)),
	)

	DescribeTable("allows a change of spec.resources despite an error that existed before:",
		func(ctx SpecContext, old, shoot *gardencorev1beta1.Shoot, warnings ...string) {
			response := handle(ctx, inGarden(), old, shoot)
			Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
			Expect(response.Warnings).To(HaveLen(len(warnings)))
			for i, warning := range warnings {
				Expect(response.Warnings[i]).To(HavePrefix(warning))
			}
		},
		Entry("an unknown Flux version", newShoot(badConfig), newShoot(badConfig, withResource), "Shoot garden-demo/a: spec.extensions[1].providerConfig.flux.version: "),
		Entry("an entry that was missing before", newShoot(secret, withoutResources), newShoot(secret, withoutResources, withResource),
			`Shoot garden-demo/a: spec.extensions[1].providerConfig.source.secretResourceName: Invalid value: "token": `),
		Entry("a missing entry that is added", newShoot(secret, withoutResources), newShoot(secret)),
	)

	It("denies the removal of a referenced entry beside old errors", func(ctx SpecContext) {
		wrong := inJSON("flux: {imagePullSecretResourceName: none}\nsource: {secretResourceName: token, template: {spec: {url: 'https://git.example.com/a.git'}}}\n")
		response := handle(ctx, inGarden(), newShoot(wrong), newShoot(wrong, withoutResources))
		Expect(response.Allowed).To(BeFalse())
		Expect(response.Result.Message).To(HavePrefix(`Shoot garden-demo/a: spec.extensions[1].providerConfig.source.secretResourceName: Invalid value: "token": `))
		Expect(response.Warnings).To(ConsistOf(HavePrefix(`Shoot garden-demo/a: spec.extensions[1].providerConfig.flux.imagePullSecretResourceName: `)))
	})

	It("denies old errors together with new ones", func(ctx SpecContext) {
		response := handle(ctx, inGarden(), newShoot(badConfig), newShoot(inJSON("flux: {version: v9.9.9, logLevel: loud}\n"), withResource))
		Expect(response.Allowed).To(BeFalse())
		Expect(response.Result.Message).To(HavePrefix("2 configuration errors:\n"))
	})

	DescribeTable("warns of a removal:",
		func(ctx SpecContext, old, shoot *gardencorev1beta1.Shoot, warnings ...string) {
			response := handle(ctx, inGarden(), old, shoot)
			Expect(response.Allowed).To(BeTrue())
			Expect(response.Warnings).To(ConsistOf(warnings))
		},
		Entry("the providerConfig", newShoot(goodConfig), newShoot(noConfig), withoutProviderConfig),
		Entry("the entry of a globally enabled extension", newShoot(goodConfig), newShoot(noConfig, withoutEntry), withoutProviderConfig),
		Entry("a providerConfig with errors", newShoot(badConfig), newShoot(noConfig), withoutProviderConfig),
		Entry("the source", newShoot(goodConfig), newShoot(inJSON("flux: {logLevel: debug}\n")), withoutSource),
		Entry("an additional source", newShoot(inJSON(beside)), newShoot(inJSON(alone)), withoutAdditional),
		Entry("no warning if the source was invalid before", newShoot(badConfig), newShoot(inJSON(""))),
		Entry("no warning if the extension was disabled", newShoot(goodConfig, disabled), newShoot(noConfig)),
	)

	It("does not warn of a removed source if the project has one", func(ctx SpecContext) {
		below := inGarden(projectConfigMap(map[string]string{"repositoryUrl": "https://git.example.com/a.git"}))
		response := handle(ctx, below, newShoot(goodConfig), newShoot(inJSON("")))
		Expect(response.Allowed).To(BeTrue())
		Expect(response.Warnings).To(BeEmpty())
	})
})

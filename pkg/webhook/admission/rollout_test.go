// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

var _ = Describe("A rollout in flux-config", func() {
	const (
		head    = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
		other   = head + "flux: {logLevel: debug}\n"
		plain   = head + "flux: {logLevel: info}\n"
		rings   = "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}]}}\n"
		rollout = "flux.extensions.gardener.cloud/rollout"
	)
	config := func(text, operation string) *corev1.ConfigMap {
		configMap := projectConfigMap(map[string]string{"config.yaml": text})
		if operation != "" {
			configMap.Annotations = map[string]string{rollout: operation}
		}
		return configMap
	}
	handle := func(ctx SpecContext, old, configMap *corev1.ConfigMap) admission.Response {
		handler := &ConfigMapHandler{Decoder: admission.NewDecoder(newScheme()), Resolver: newResolver(), Turns: NewTurns(1)}
		return handler.Handle(ctx, configMapRequest(old, configMap))
	}

	DescribeTable("takes an operation",
		func(ctx SpecContext, operation string) {
			Expect(handle(ctx, config(plain+rings, ""), config(plain+rings, operation)).Allowed).To(BeTrue())
		},
		Entry("to pause", "pause"), Entry("to resume", "resume"), Entry("to roll back", "rollback"),
		Entry("to approve a ring", "approve=canary"), Entry("to approve the ring for all others", "approve=rest"), Entry("to skip a Shoot", "skip=my-shoot"),
	)

	DescribeTable("denies an operation that cannot be done",
		func(ctx SpecContext, text, operation, message string) {
			response := handle(ctx, config(text, ""), config(text, operation))
			Expect(response.Allowed).To(BeFalse())
			Expect(response.Result.Message).To(ContainSubstring(`ConfigMap garden-demo/flux-config: metadata.annotations[` + rollout + `]: Invalid value: "` + operation + `": ` + message))
		},
		Entry("on a ring that there is not", plain+rings, "approve=staging", "must be pause, resume, rollback, approve=<ring> with one of the rings canary, rest, or skip=<shoot>"),
		Entry("on no ring", plain+rings, "approve", "must be pause"),
		Entry("that is none", plain+rings, "Pause", "must be pause"),
		Entry("on no Shoot", plain+rings, "skip=", "must be pause"),
		Entry("without a rollout", plain, "pause", "has no effect, because the project has no rollout"),
	)

	It("allows all else about an operation that is wrong already, so that it does not block a correction", func(ctx SpecContext) {
		Expect(handle(ctx, config(plain+rings, "wrong"), config(other+rings, "wrong")).Allowed).To(BeTrue())
		Expect(handle(ctx, config(plain+rings, "wrong"), config(plain+rings, "")).Allowed).To(BeTrue())
	})

	DescribeTable("warns",
		func(ctx SpecContext, before, now, warning string) {
			response := handle(ctx, config(before, ""), config(now, ""))
			Expect(response.Allowed).To(BeTrue())
			if warning == "" {
				Expect(response.Warnings).To(BeEmpty())
				return
			}
			Expect(response.Warnings).To(ConsistOf(HavePrefix(warning)))
		},
		Entry("when it is removed", plain+rings, plain, "project.rollout was removed: this configuration reaches all Shoots"),
		Entry("when it is added with other changes", plain, other+rings, "project.rollout was added together with other changes"),
		Entry("not when it is added alone", plain, plain+rings, ""),
		Entry("not when something else is changed", plain+rings, other+rings, ""),
	)
})

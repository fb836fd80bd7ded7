// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

var _ = Describe("ConfigMapHandler", func() {
	const inYAML = "config.yaml"
	handle := func(ctx context.Context, old, configMap *corev1.ConfigMap) admission.Response {
		handler := &ConfigMapHandler{Decoder: admission.NewDecoder(newScheme()), Resolver: newResolver(), Turns: NewTurns(1), Clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC))}
		return handler.Handle(ctx, configMapRequest(old, configMap))
	}
	bad := map[string]string{"fluxVersion": "v9.9.9"}
	const emptied = "ConfigMap garden-demo/flux-config was emptied: the project's shoots stay unchanged; to apply the remaining configuration, write a FluxConfig with only apiVersion and kind into key config.yaml"
	good := map[string]string{"fluxVersion": "v2.9", "repositoryUrl": "https://git.example.com/a.git"}

	DescribeTable("allows:",
		func(ctx SpecContext, old, configMap *corev1.ConfigMap) {
			response := handle(ctx, old, configMap)
			Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
			Expect(response.Warnings).To(BeEmpty())
		},
		Entry("a valid configuration", nil, projectConfigMap(good)),
		Entry("a configuration that is valid for a Shoot with the resource that it refers to", nil, projectConfigMap(map[string]string{inYAML: secret})),
		Entry("a corrected configuration", projectConfigMap(bad), projectConfigMap(good)),
		Entry("a changed label on an invalid ConfigMap", projectConfigMap(bad), func() *corev1.ConfigMap {
			configMap := projectConfigMap(bad)
			configMap.Labels = map[string]string{"a": "b"}
			return configMap
		}()),
		Entry("another ConfigMap", nil, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "other", Namespace: "garden-demo"}, Data: bad}),
		Entry("a ConfigMap that is being deleted", projectConfigMap(good), func() *corev1.ConfigMap {
			configMap := projectConfigMap(bad)
			configMap.DeletionTimestamp = &metav1.Time{Time: metav1.Now().Time}
			return configMap
		}()),
	)

	requesting := func(request string) *corev1.ConfigMap {
		configMap := projectConfigMap(good)
		configMap.Annotations = map[string]string{"flux.extensions.gardener.cloud/reconcile": request}
		return configMap
	}

	DescribeTable("checks a request to reconcile",
		func(ctx SpecContext, old, configMap *corev1.ConfigMap, message string) {
			response := handle(ctx, old, configMap)
			Expect(response.Allowed).To(Equal(message == ""), "%v", response.Result)
			if message != "" {
				Expect(response.Result.Message).To(ContainSubstring(message))
			}
		},
		Entry("of now", projectConfigMap(good), requesting(`{"at":"2026-11-26T12:00:00Z"}`), ""),
		Entry("from a machine whose clock is ahead", projectConfigMap(good), requesting(`{"at":"2026-11-26T12:10:00Z"}`), "check the clock of the machine"),
		Entry("that is no JSON", projectConfigMap(good), requesting("now"), "metadata.annotations[flux.extensions.gardener.cloud/reconcile]"),
		Entry("that has expired, with another change", requesting(`{"at":"2026-11-01T12:00:00Z"}`), func() *corev1.ConfigMap {
			configMap := requesting(`{"at":"2026-11-01T12:00:00Z"}`)
			configMap.Data = map[string]string{"fluxVersion": "v2.9", "repositoryUrl": "https://git.example.com/b.git"}
			return configMap
		}(), ""),
		Entry("that has expired, in a ConfigMap from a backup", nil, requesting(`{"at":"2026-11-01T12:00:00Z"}`), ""),
	)

	DescribeTable("warns of a ConfigMap that was probably meant to be flux-config:",
		func(ctx SpecContext, name string, warned bool) {
			configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "garden-demo"}, Data: bad}
			response := handle(ctx, nil, configMap)
			Expect(response.Allowed).To(BeTrue())
			if !warned {
				Expect(response.Warnings).To(BeEmpty())
				return
			}
			Expect(response.Warnings).To(ConsistOf("ConfigMap garden-demo/" + name + " is not read by the extension shoot-flux, which reads the configuration of a project from ConfigMap flux-config; to configure Flux, rename it to flux-config"))
			configMap.DeletionTimestamp = &metav1.Time{Time: metav1.Now().Time}
			Expect(handle(ctx, configMap, configMap).Warnings).To(BeEmpty(), "being deleted")
		},
		Entry("a shorter name", "flux-conf", true), Entry("an abbreviation", "flux-cfg", true), Entry("no dash", "fluxconfig", true),
		Entry("the plural", "flux-configs", true), Entry("the whole word", "flux-configuration", true), Entry("a missing letter", "flux-confg", true),
		Entry("a ConfigMap of the extension", "flux-status", false), Entry("a further ConfigMap for Flux", "flux-config-vars", false),
		Entry("one of something else", "my-flux-config", false),
	)

	It("warns of a flux-config outside of projects", func(ctx SpecContext) {
		in := func(namespace, name string) admission.Response {
			return misplacedHandler{}.Handle(ctx, configMapRequest(nil, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace}}))
		}
		Expect(in("default", "flux-config")).To(Equal(admission.Allowed("").WithWarnings("ConfigMap default/flux-config is not read by the extension shoot-flux, because namespace default belongs to no project; to configure Flux, apply it in the namespace of the project, such as -n garden-my-project")))
		Expect(in("default", "other")).To(Equal(admission.Allowed("")))
	})

	DescribeTable("denies configuration errors with document, path and suggested fix:",
		func(ctx SpecContext, old, configMap *corev1.ConfigMap, message string) {
			response := handle(ctx, old, configMap)
			Expect(response.Allowed).To(BeFalse())
			Expect(response.Result.Code).To(BeEquivalentTo(422))
			Expect(response.Result.Message).To(HavePrefix(message))
			Expect(response.Result.Details.Kind).To(Equal("ConfigMap"))
		},
		Entry("an invalid value in a new ConfigMap", nil, projectConfigMap(bad), `ConfigMap garden-demo/flux-config: fluxVersion: Invalid value: "v9.9.9": `),
		Entry("an invalid value in a changed ConfigMap", projectConfigMap(good), projectConfigMap(bad), `ConfigMap garden-demo/flux-config: fluxVersion: `),
		Entry("an invalid value in config.yaml", nil, projectConfigMap(map[string]string{inYAML: badConfig}), `ConfigMap garden-demo/flux-config: config.yaml`),
		Entry("another name of the root Kustomization",
			projectConfigMap(map[string]string{inYAML: goodConfig}),
			projectConfigMap(map[string]string{inYAML: `{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig","source":{"template":{"spec":{"url":"https://git.example.com/a.git"}}},"kustomization":{"template":{"metadata":{"name":"other"}}}}`}),
			`ConfigMap garden-demo/flux-config: config.yaml`),
	)

	DescribeTable("warns of a removal:",
		func(ctx SpecContext, old, configMap *corev1.ConfigMap, warning string) {
			response := handle(ctx, old, configMap)
			Expect(response.Allowed).To(BeTrue())
			Expect(response.Warnings).To(ConsistOf(warning))
		},
		Entry("a removed configuration", projectConfigMap(good), projectConfigMap(nil), emptied),
		Entry("a removed invalid configuration", projectConfigMap(bad), projectConfigMap(map[string]string{"repositoryUrl": " "}), emptied),
		Entry("a removed source", projectConfigMap(good), projectConfigMap(map[string]string{"fluxVersion": "v2.9"}), withoutSource),
		Entry("a removed additional source", projectConfigMap(map[string]string{inYAML: head + beside}), projectConfigMap(map[string]string{inYAML: head + alone}), withoutAdditional),
		Entry("a source removed from config.yaml", projectConfigMap(map[string]string{inYAML: goodConfig}), projectConfigMap(map[string]string{inYAML: head}), withoutSource),
	)
})

var _ = Describe("A rollout in flux-config", func() {
	const (
		head    = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
		other   = head + "flux: {logLevel: debug}\n"
		plain   = head + "flux: {logLevel: info}\n"
		rings   = "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}]}}\n"
		rollout = "flux.extensions.gardener.cloud/rollout"
	)
	const freeze = ", freezes: [{name: week, from: 2026-12-07T00:00, to: 2026-12-11T18:00, timeZone: Europe/Berlin}]"
	windowed := func(hour, freezes string) string {
		return "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, windows: [{name: office, cron: '0 " + hour + " * * 1-4', duration: 7h, timeZone: Europe/Berlin}]}]" + freezes + "}}\n"
	}
	at := func(hour, frozen string) string {
		return fmt.Sprintf("Mon 7 Dec 0%[1]s:00 CET (office%[2]s), Tue 8 Dec 0%[1]s:00 CET (office%[2]s), Wed 9 Dec 0%[1]s:00 CET (office%[2]s)", hour, frozen)
	}
	config := func(text, operation string) *corev1.ConfigMap {
		configMap := projectConfigMap(map[string]string{"config.yaml": text})
		if operation != "" {
			configMap.Annotations = map[string]string{rollout: operation}
		}
		return configMap
	}
	handleIn := func(ctx SpecContext, garden client.Reader, old, configMap *corev1.ConfigMap) admission.Response {
		handler := &ConfigMapHandler{
			Decoder: admission.NewDecoder(newScheme()), Resolver: newResolver(), Garden: garden, Turns: NewTurns(1),
			Clock: testclock.NewFakePassiveClock(time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC)),
		}
		return handler.Handle(ctx, configMapRequest(old, configMap))
	}
	handle := func(ctx SpecContext, old, configMap *corev1.ConfigMap) admission.Response {
		return handleIn(ctx, inGarden(), old, configMap)
	}

	DescribeTable("accepts an operation:",
		func(ctx SpecContext, operation string) {
			Expect(handle(ctx, config(plain+rings, ""), config(plain+rings, operation)).Allowed).To(BeTrue())
		},
		Entry("pause", "pause"), Entry("to resume", "resume"), Entry("to roll back", "rollback"),
		Entry("approval of a ring", "approve=canary"), Entry("to approve the ring for all others", "approve=rest"), Entry("to skip a Shoot", "skip=my-shoot"),
	)

	DescribeTable("denies an impossible operation:",
		func(ctx SpecContext, text, operation, message string) {
			response := handle(ctx, config(text, ""), config(text, operation))
			Expect(response.Allowed).To(BeFalse())
			Expect(response.Result.Message).To(ContainSubstring(`ConfigMap garden-demo/flux-config: metadata.annotations[` + rollout + `]: Invalid value: "` + operation + `": ` + message))
		},
		Entry("an unknown ring", plain+rings, "approve=staging", "must be pause, resume, rollback, approve=<ring> or approve-during-freeze=<ring> with one of the rings canary, rest, or skip=<shoot>"),
		Entry("no ring", plain+rings, "approve", "must be pause"),
		Entry("an unknown operation", plain+rings, "Pause", "must be pause"),
		Entry("no Shoot", plain+rings, "skip=", "must be pause"),
		Entry("no rollout", plain, "pause", "has no effect, because the project has no rollout"),
	)

	It("allows other changes beside an old impossible operation", func(ctx SpecContext) {
		Expect(handle(ctx, config(plain+rings, "wrong"), config(other+rings, "wrong")).Allowed).To(BeTrue())
		Expect(handle(ctx, config(plain+rings, "wrong"), config(plain+rings, "")).Allowed).To(BeTrue())
	})

	DescribeTable("causes warnings:",
		func(ctx SpecContext, before, now, warning string) {
			response := handle(ctx, config(before, ""), config(now, ""))
			Expect(response.Allowed).To(BeTrue())
			if warning == "" {
				Expect(response.Warnings).To(BeEmpty())
				return
			}
			Expect(response.Warnings).To(ConsistOf(HavePrefix(warning)))
		},
		Entry("a removed rollout", plain+rings, plain, "project.rollout was removed: this configuration reaches all Shoots"),
		Entry("a rollout added with other changes", plain, other+rings, "project.rollout was added together with other changes"),
		Entry("no warning for a rollout added alone", plain, plain+rings, ""),
		Entry("no warning for another change", plain+rings, other+rings, ""),
	)

	DescribeTable("warns of rings without Shoots:",
		func(ctx SpecContext, ring, labels string, warnings ...string) {
			var shoots []client.Object
			for i, stage := range strings.Fields(labels) {
				shoots = append(shoots, newShoot(noConfig, func(s *gardencorev1beta1.Shoot) { s.Name, s.Labels["stage"] = fmt.Sprint("shoot-", i), stage }))
			}
			response := handleIn(ctx, inGarden(shoots...), nil, config(head+"project: {rollout: {rings: [{name: dev, "+ring+"}]}}\n", ""))
			Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
			Expect(response.Warnings).To(ConsistOf(warnings))
		},
		Entry("a mistyped label", "shoots: {matchLabels: {stage: dve}}", "prod dev",
			"ConfigMap garden-demo/flux-config: config.yaml.project.rollout.rings[0]: ring dev has no Shoot that has the extension: no Shoot has stage=dve; there are dev, prod. "+
				"A change stops there until it has one or is approved; check its shoots and purposes, or set allowEmpty: true"),
		Entry("none with a Shoot in the ring", "shoots: {matchLabels: {stage: dev}}", "prod dev"),
		Entry("none if the ring may be empty", "shoots: {matchLabels: {stage: dve}}, allowEmpty: true", "prod dev"),
		Entry("none in a project without Shoots", "shoots: {matchLabels: {stage: dev}}", ""),
	)

	DescribeTable("shows the next openings of its windows:",
		func(ctx SpecContext, before, now string, warnings ...string) {
			var old *corev1.ConfigMap
			if before != "" {
				old = config(before, "")
			}
			response := handle(ctx, old, config(now, ""))
			Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
			Expect(response.Warnings).To(HaveExactElements(warnings))
		},
		Entry("of a new ConfigMap", "", head+windowed("9", ""), "next openings of ring canary: "+at("9", "")),
		Entry("when windows are added", head+rings, head+windowed("9", ""), "next openings of ring canary: "+at("9", "")),
		Entry("when a window changes", head+windowed("9", ""), head+windowed("8", ""), "next openings of ring canary: "+at("8", "")),
		Entry("when a freeze is added", head+windowed("9", ""), head+windowed("9", freeze), "next openings of ring canary: "+at("9", ", but freeze week until Fri 11 Dec 18:00 CET")),
		Entry("not when windows are removed", head+windowed("9", ""), head+rings),
		Entry("not when something else changes, because they would annoy", plain+windowed("9", freeze), other+windowed("9", freeze)),
	)

	It("is allowed with a warning if the Shoots cannot be listed", func(ctx SpecContext) {
		response := handleIn(ctx, unlistable{errors.New("forbidden")}, nil, config(head+rings, ""))
		Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
		Expect(response.Warnings).To(ConsistOf("cannot check which Shoots the overrides and rings select: failed to list the Shoots of the project: forbidden"))
	})
})

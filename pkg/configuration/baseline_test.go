// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"maps"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

const baselineConfig = `{"source":{"template":{"spec":{"url":"https://git.example.com/baseline"}}},"kustomization":{"template":{"spec":{"path":"./${SHOOT_INFO_PURPOSE}"}}}}`

// baselineWith returns a baseline with a change.
func baselineWith(config string, change func(*configv1alpha1.Baseline)) configv1alpha1.ControllerConfiguration {
	baseline := &configv1alpha1.Baseline{Config: &runtime.RawExtension{Raw: []byte(config)}, Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true}}
	if change != nil {
		change(baseline)
	}
	configv1alpha1.SetDefaults_Baseline(baseline)
	return configv1alpha1.ControllerConfiguration{Baseline: baseline}
}

var _ = Describe("The operator's baseline", func() {
	shoot := func() *Shoot {
		info := maps.Clone(Placeholders())
		info[fluxv1alpha1.ShootInfoProjectName], info[fluxv1alpha1.ShootInfoPurpose] = "demo", "production"
		return &Shoot{Namespace: "garden-demo", Name: "one", Info: info, Labels: map[string]string{"env": "prod"}, SeedLabels: map[string]string{"region": "eu"}}
	}

	It("has its own namespace, names, account and default intervals", func() {
		resolver, err := NewResolver(catalog{}, baselineWith(baselineConfig, nil))
		Expect(err).NotTo(HaveOccurred())
		baseline, configErrs, err := resolver.Baseline(GinkgoT().Context(), shoot())
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(BeEmpty())
		Expect(baseline.State).To(Equal(configv1alpha1.BaselinePresent))
		Expect(baseline.Secret).To(BeFalse())
		metadata := map[string]any{"namespace": "flux-baseline", "name": "flux-baseline"}
		Expect(baseline.Source.Object).To(Equal(map[string]any{
			"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "GitRepository", "metadata": metadata,
			"spec": map[string]any{"url": "https://git.example.com/baseline", "interval": "5m", "ref": map[string]any{"branch": "main"}},
		}))
		Expect(baseline.Kustomization.Object).To(Equal(map[string]any{
			"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization", "metadata": metadata,
			"spec": map[string]any{
				"path": "./production", "interval": "10m", "prune": true, "serviceAccountName": "flux-baseline",
				"sourceRef": map[string]any{"kind": "GitRepository", "name": "flux-baseline"},
			},
		}))
	})

	DescribeTable("selects Shoots",
		func(change func(*configv1alpha1.Baseline), of func(*Shoot), selected bool) {
			resolver, err := NewResolver(catalog{}, baselineWith(baselineConfig, change))
			Expect(err).NotTo(HaveOccurred())
			one := shoot()
			of(one)
			baseline, _, err := resolver.Baseline(GinkgoT().Context(), one)
			Expect(err).NotTo(HaveOccurred())
			isPresent := baseline.State == configv1alpha1.BaselinePresent
			Expect(isPresent).To(Equal(selected))
			Expect(resolver.HasBaseline(one)).To(Equal(selected))
		},
		Entry("all, without a selection", func(*configv1alpha1.Baseline) {}, func(*Shoot) {}, true),
		Entry("of a named project", selecting(configv1alpha1.BaselineShoots{Projects: []string{"other", "demo"}}), func(*Shoot) {}, true),
		Entry("not of another project", selecting(configv1alpha1.BaselineShoots{Projects: []string{"other"}}), func(*Shoot) {}, false),
		Entry("with a label", selecting(configv1alpha1.BaselineShoots{Labels: matching("env", "prod")}), func(*Shoot) {}, true),
		Entry("not without the label", selecting(configv1alpha1.BaselineShoots{Labels: matching("env", "prod")}), func(s *Shoot) { s.Labels = nil }, false),
		Entry("with a purpose", selecting(configv1alpha1.BaselineShoots{Purposes: []string{"production"}}), func(*Shoot) {}, true),
		Entry("not with another purpose", selecting(configv1alpha1.BaselineShoots{Purposes: []string{"testing"}}), func(*Shoot) {}, false),
		Entry("on a seed with a label", selecting(configv1alpha1.BaselineShoots{Seeds: matching("region", "eu")}), func(*Shoot) {}, true),
		Entry("not on a seed without labels", selecting(configv1alpha1.BaselineShoots{Seeds: matching("region", "eu")}), func(s *Shoot) { s.SeedLabels = map[string]string{} }, false),
		Entry("none, if it is absent", func(b *configv1alpha1.Baseline) { b.State = configv1alpha1.BaselineAbsent }, func(*Shoot) {}, false),
	)

	It("does not decide without the labels of the seed", func() {
		resolver, err := NewResolver(catalog{}, baselineWith(baselineConfig, selecting(configv1alpha1.BaselineShoots{Seeds: matching("region", "eu")})))
		Expect(err).NotTo(HaveOccurred())
		one := shoot()
		one.SeedLabels = nil
		_, _, err = resolver.Baseline(GinkgoT().Context(), one)
		Expect(err).To(MatchError(ContainSubstring("the Cluster has no Seed")))
		Expect(resolver.HasBaseline(one)).To(BeTrue(), "its controllers stay")
	})

	DescribeTable("takes Flux with it",
		func(change func(*configv1alpha1.Baseline), of func(*Shoot), removes, known bool) {
			resolver, err := NewResolver(catalog{}, baselineWith(baselineConfig, change))
			Expect(err).NotTo(HaveOccurred())
			one := shoot()
			of(one)
			gotRemoves, gotKnown := resolver.RemovesFlux(one)
			Expect([]bool{gotRemoves, gotKnown}).To(Equal([]bool{removes, known}))
		},
		Entry("from all Shoots", func(b *configv1alpha1.Baseline) { b.State, b.FluxDeletionPolicy = "Absent", "Remove" }, func(*Shoot) {}, true, true),
		Entry("from a Shoot that is not selected", func(b *configv1alpha1.Baseline) {
			b.Shoots, b.FluxDeletionPolicy = &configv1alpha1.BaselineShoots{Projects: []string{"other"}}, "Remove"
		}, func(*Shoot) {}, true, true),
		Entry("not from a Shoot that has it", func(b *configv1alpha1.Baseline) { b.FluxDeletionPolicy = "Remove" }, func(*Shoot) {}, false, true),
		Entry("not without being asked", func(b *configv1alpha1.Baseline) { b.State = "Absent" }, func(*Shoot) {}, false, true),
		Entry("not with Keep", func(b *configv1alpha1.Baseline) { b.State, b.FluxDeletionPolicy = "Absent", "Keep" }, func(*Shoot) {}, false, true),
		Entry("unknown without the labels of the seed", func(b *configv1alpha1.Baseline) {
			b.Shoots, b.FluxDeletionPolicy = &configv1alpha1.BaselineShoots{Seeds: matching("region", "us")}, "Remove"
		}, func(s *Shoot) { s.SeedLabels = nil }, false, false),
	)

	It("takes Flux with it only when the operator's rollout has released that", func() {
		absent := configv1alpha1.ControllerConfiguration{Baseline: &configv1alpha1.Baseline{State: configv1alpha1.BaselineAbsent, FluxDeletionPolicy: configv1alpha1.BaselineFluxRemove}}
		resolver, err := NewResolver(catalog{}, rolledOut(absent, ""))
		Expect(err).NotTo(HaveOccurred())
		removes, known := resolver.RemovesFlux(shoot())
		Expect([]bool{removes, known}).To(Equal([]bool{false, false}), "nothing is released")
		Expect(resolver.ReleaseBaseline(*baselineWith(baselineConfig, nil).Baseline, "r", "")).To(Succeed())
		removes, known = resolver.RemovesFlux(shoot())
		Expect([]bool{removes, known}).To(Equal([]bool{false, true}), "the Shoot has the former baseline")
		Expect(resolver.ReleaseBaseline(*absent.Baseline, "s", "")).To(Succeed())
		removes, known = resolver.RemovesFlux(shoot())
		Expect([]bool{removes, known}).To(Equal([]bool{true, true}))
	})

	It("is neither present nor absent without a configuration", func() {
		resolver, err := NewResolver(catalog{}, configv1alpha1.ControllerConfiguration{})
		Expect(err).NotTo(HaveOccurred())
		baseline, _, err := resolver.Baseline(GinkgoT().Context(), shoot())
		Expect(err).NotTo(HaveOccurred())
		Expect(baseline).To(BeZero())
	})

	DescribeTable("is refused when the process starts, with",
		func(config string, change func(*configv1alpha1.Baseline), message string) {
			_, err := NewResolver(catalog{}, baselineWith(config, change))
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no source", `{"kustomization":{"template":{"spec":{"path":"./a"}}}}`, nil, "baseline.config.source.template.spec: Required value: set the source of the baseline"),
		Entry("settings of Flux", `{"flux":{"version":"v2.9"},"source":{"template":{"spec":{"url":"https://a.b/c"}}}}`, nil, "baseline.config.flux: Forbidden: has no effect in a baseline"),
		Entry("a name of its own", `{"source":{"template":{"metadata":{"name":"a"},"spec":{"url":"https://a.b/c"}}}}`, nil, "baseline.config.source.template.metadata: Forbidden: is set by the extension"),
		Entry("another account", `{"source":{"template":{"spec":{"url":"https://a.b/c"}}},"kustomization":{"template":{"spec":{"serviceAccountName":"admin"}}}}`, nil, `baseline.config.kustomization.template.spec.serviceAccountName: Invalid value: "admin": must be flux-baseline`),
		Entry("the deploy key of projects", `{"source":{"template":{"spec":{"url":"ssh://git@a.b/c"}}}}`, nil, "baseline.config.source.template.spec.secretRef.name: Required value: set it to flux-baseline"),
		Entry("a Secret that is not delivered", `{"source":{"template":{"spec":{"url":"https://a.b/c","secretRef":{"name":"mine"}}}}}`, nil, `baseline.config.source.template.spec.secretRef.name: Invalid value: "mine": must be flux-baseline`),
		Entry("an unknown field of Flux", `{"source":{"template":{"spec":{"url":"https://a.b/c","branch":"main"}}}}`, nil, "baseline.config.source.template.spec.branch: Forbidden: unknown field"),
		Entry("no configuration", baselineConfig, func(b *configv1alpha1.Baseline) { b.Config = nil }, "baseline.config: Required value"),
		Entry("no permissions", baselineConfig, func(b *configv1alpha1.Baseline) { b.Permissions = configv1alpha1.BaselinePermissions{} }, "baseline.permissions: Required value: set rules"),
		Entry("two kinds of permissions", baselineConfig, func(b *configv1alpha1.Baseline) { b.Permissions.Rules = []rbacv1.PolicyRule{{}} }, "baseline.permissions.rules: Forbidden: clusterAdmin allows everything"),
		Entry("a rule without verbs", baselineConfig, func(b *configv1alpha1.Baseline) {
			b.Permissions = configv1alpha1.BaselinePermissions{Rules: []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"pods"}}}}
		}, "baseline.permissions.rules[0].verbs: Required value"),
		Entry("the namespace of Flux", baselineConfig, func(b *configv1alpha1.Baseline) { b.Namespace = "flux-system" }, `baseline.namespace: Invalid value: "flux-system": is the namespace of Flux`),
		Entry("a namespace of Kubernetes", baselineConfig, func(b *configv1alpha1.Baseline) { b.Namespace = "kube-system" }, `baseline.namespace: Invalid value: "kube-system"`),
		Entry("an unknown controller", baselineConfig, func(b *configv1alpha1.Baseline) { b.Components = []string{"helm"} }, `baseline.components[0]: Unsupported value: "helm"`),
		Entry("an unknown state", baselineConfig, func(b *configv1alpha1.Baseline) { b.State = "Gone" }, `baseline.state: Unsupported value: "Gone"`),
		Entry("an unknown policy for Flux", baselineConfig, func(b *configv1alpha1.Baseline) { b.FluxDeletionPolicy = "Prune" }, `baseline.fluxDeletionPolicy: Unsupported value: "Prune": supported values: "Keep", "Remove"`),
		Entry("an invalid selector", baselineConfig, selecting(configv1alpha1.BaselineShoots{Labels: matching("a b", "c")}), "baseline.shoots.labels"),
	)
})

// rolledOut returns the configuration with a rollout of its baseline: a canary ring, and all others.
func rolledOut(config configv1alpha1.ControllerConfiguration, source fluxv1alpha1.RolloutSource) configv1alpha1.ControllerConfiguration {
	config.Rollouts = &configv1alpha1.Rollouts{
		Rings: []configv1alpha1.SeedRing{{Name: "canary", Seeds: matching("stage", "canary")}}, Baseline: &configv1alpha1.BaselineRollout{Source: source},
	}
	configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
	return config
}

var _ = Describe("The rollout of the operator's baseline", func() {
	DescribeTable("refuses to promote commits of",
		func(config, message string) {
			_, err := NewResolver(catalog{}, rolledOut(baselineWith(config, nil), ""))
			Expect(err).To(MatchError(And(ContainSubstring(message), ContainSubstring("or set rollouts.baseline.source to Follow"))))
			_, err = NewResolver(catalog{}, rolledOut(baselineWith(config, nil), fluxv1alpha1.RolloutSourceFollow))
			Expect(err).NotTo(HaveOccurred())
			_, err = NewResolver(catalog{}, baselineWith(config, nil))
			Expect(err).NotTo(HaveOccurred(), "without a rollout, nothing is promoted")
		},
		Entry("a Bucket", `{"source":{"template":{"kind":"Bucket","spec":{"endpoint":"a.b","bucketName":"c"}}}}`, "baseline.config.source.template.kind: Invalid value: \"Bucket\": has no revision that could be promoted"),
		Entry("a source for each Shoot", `{"source":{"template":{"spec":{"url":"https://a.b/${SHOOT_INFO_REGION}"}}}}`, "baseline.config.source.template.spec.url: Invalid value"),
		Entry("signed tags", `{"source":{"template":{"spec":{"url":"https://a.b/c","ref":{"tag":"v1"},"verify":{"mode":"Tag","secretRef":{"name":"flux-baseline"}}}}}}`, "baseline.config.source.template.spec.verify.mode: Invalid value"),
		Entry("a reference other than a branch", `{"source":{"template":{"spec":{"url":"https://a.b/c","ref":{"name":"refs/heads/main"}}}}}`, "baseline.config.source.template.spec.ref.name: Invalid value"),
	)

	DescribeTable("refuses",
		func(change func(*configv1alpha1.ControllerConfiguration), message string) {
			config := rolledOut(configv1alpha1.ControllerConfiguration{}, "")
			config.Rollouts.Baseline, config.Rollouts.FluxVersion = nil, &configv1alpha1.FluxVersionRollout{}
			configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
			_, err := NewResolver(catalog{}, config)
			Expect(err).NotTo(HaveOccurred())
			change(&config)
			_, err = NewResolver(catalog{}, config)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a maintenance time window of seeds", func(c *configv1alpha1.ControllerConfiguration) {
			c.Rollouts.Rings[0].Windows = []fluxv1alpha1.Window{{Name: "a", Maintenance: true}}
		}, "rollouts.rings[0].windows[0].maintenance: Forbidden: a seed has no maintenance time window"),
		Entry("a window that never opens", func(c *configv1alpha1.ControllerConfiguration) {
			c.Rollouts.Rings[0].Windows = []fluxv1alpha1.Window{{Name: "a", Cron: "0 9 31 2 *", Duration: &metav1.Duration{Duration: time.Hour}, TimeZone: "UTC"}}
		}, "rollouts.rings[0].windows[0].cron: Invalid value"),
		Entry("a check of a host that checks may not ask", func(c *configv1alpha1.ControllerConfiguration) {
			c.Checks = &configv1alpha1.Checks{Hosts: []string{"prometheus.example.com", "*.changes.example.com"}, Interval: &metav1.Duration{Duration: time.Minute}}
			check := func(url string) fluxv1alpha1.Check {
				return fluxv1alpha1.Check{Name: url[len("https://"):], HTTP: &fluxv1alpha1.HTTPCheck{URL: url, Expression: "body.ok"}, When: fluxv1alpha1.CheckBeforeStart, Deadline: &metav1.Duration{Duration: time.Hour}}
			}
			c.Rollouts.Rings[0].Checks = []fluxv1alpha1.Check{check("https://prometheus.example.com"), check("https://prod.changes.example.com"), check("https://prometheus.example.com:9090")}
		}, "rollouts.rings[0].checks[2].http.url: Forbidden: checks.hosts does not allow prometheus.example.com:9090, so that the ring would wait until the deadline of the check; add this entry, or remove the check"),
		Entry("a freeze of an unknown ring", func(c *configv1alpha1.ControllerConfiguration) {
			c.Rollouts.Freezes = []fluxv1alpha1.Freeze{{Name: "a", From: "2026-12-18T18:00", To: "2026-12-19T18:00", TimeZone: "UTC", Rings: []string{"prod"}}}
		}, "rollouts.freezes[0].rings[0]: "),
		Entry("a freeze of projects without time zone", func(c *configv1alpha1.ControllerConfiguration) {
			c.ProjectFreezes = []configv1alpha1.ProjectFreeze{{Name: "a", From: "2026-12-18T18:00", To: "2026-12-19T18:00"}}
		}, "projectFreezes[0].timeZone: Required value"),
		Entry("a freeze of what is no namespace", func(c *configv1alpha1.ControllerConfiguration) {
			c.ProjectFreezes = []configv1alpha1.ProjectFreeze{{Name: "a", From: "2026-12-18T18:00", To: "2026-12-19T18:00", TimeZone: "UTC", Namespaces: []string{"a b"}}}
		}, "projectFreezes[0].namespaces[0]: Invalid value"),
	)

	It("needs a baseline", func() {
		_, err := NewResolver(catalog{}, rolledOut(configv1alpha1.ControllerConfiguration{}, ""))
		Expect(err).To(MatchError("configuration of the operator: rollouts.baseline: Forbidden: there is no baseline to roll out; configure baseline, or remove rollouts.baseline"))
	})

	It("removes the baseline, too", func() {
		_, err := NewResolver(catalog{}, rolledOut(configv1alpha1.ControllerConfiguration{Baseline: &configv1alpha1.Baseline{State: configv1alpha1.BaselineAbsent}}, ""))
		Expect(err).NotTo(HaveOccurred())
	})

	It("releases each baseline, also one whose commits could not be promoted", func() {
		resolver, err := NewResolver(catalog{}, rolledOut(baselineWith(baselineConfig, nil), ""))
		Expect(err).NotTo(HaveOccurred())
		Expect(resolver.ReleasedBaseline()).To(BeEmpty(), "the rollout decides")
		former := baselineWith(`{"source":{"template":{"kind":"Bucket","spec":{"endpoint":"a.b","bucketName":"c"}}}}`, nil).Baseline
		Expect(resolver.ReleaseBaseline(*former, "r", "")).To(Succeed())
		Expect(resolver.ReleasedBaseline()).To(Equal("r"))
	})
})

var _ = DescribeTable("The namespace of the operator's baseline is refused in the configuration of a Shoot as",
	func(ctx SpecContext, providerConfig, path string) {
		resolver, err := NewResolver(catalog{}, baselineWith(baselineConfig, nil))
		Expect(err).NotTo(HaveOccurred())
		raw, err := yaml.YAMLToJSON([]byte("apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + providerConfig))
		Expect(err).NotTo(HaveOccurred())
		_, configErrs, err := resolver.Resolve(ctx, nil, &Shoot{Namespace: "garden-demo", Name: "one", ProviderConfig: raw, Info: Placeholders()})
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs.Error()).To(ContainSubstring(path + `: Invalid value: "flux-baseline": is the namespace of the operator's baseline; choose another one`))
	},
	Entry("namespace of Flux", "flux: {namespace: flux-baseline}", "flux.namespace"),
	Entry("namespace of the source", "source: {template: {metadata: {namespace: flux-baseline}, spec: {url: 'https://a.b/c'}}}", "source.template.metadata.namespace"),
	Entry("namespace of the root", "kustomization: {template: {metadata: {namespace: flux-baseline}}}\nsource: {template: {spec: {url: 'https://a.b/c'}}}", "kustomization.template.metadata.namespace"),
	Entry("target of the root", "kustomization: {template: {spec: {targetNamespace: flux-baseline}}}\nsource: {template: {spec: {url: 'https://a.b/c'}}}", "kustomization.template.spec.targetNamespace"),
)

func selecting(shoots configv1alpha1.BaselineShoots) func(*configv1alpha1.Baseline) {
	return func(b *configv1alpha1.Baseline) { b.Shoots = &shoots }
}

func matching(key, value string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{key: value}}
}

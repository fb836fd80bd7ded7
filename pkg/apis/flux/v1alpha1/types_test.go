// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("ShootOverrides", func() {
	DescribeTable("can be decoded and encoded as",
		func(text string, want ShootOverrides, written string) {
			var overrides ShootOverrides
			Expect(json.Unmarshal([]byte(text), &overrides)).To(Succeed())
			Expect(overrides).To(Equal(want))
			Expect(json.Marshal(overrides)).To(BeEquivalentTo(written))
		},
		Entry("all", `"all"`, ShootOverrides{All: true}, `"all"`),
		Entry("none", `"none"`, ShootOverrides{}, `"none"`),
		Entry("paths", `["a.b","c"]`, ShootOverrides{Paths: []string{"a.b", "c"}}, `["a.b","c"]`),
		Entry("no paths", `[]`, ShootOverrides{Paths: []string{}}, `"none"`),
	)

	DescribeTable("cannot be decoded from",
		func(text string) {
			Expect((&ShootOverrides{}).UnmarshalJSON([]byte(text))).To(MatchError("must be all, none or a list of paths such as kustomization.template.spec.path"))
		},
		Entry("another word", `"some"`),
		Entry("a word in capitals", `"All"`),
		Entry("a number", `1`),
		Entry("a boolean", `true`),
		Entry("an object", `{}`),
		Entry("a list of numbers", `[1]`),
		Entry("a list with a list", `[["a"]]`),
	)

	It("replace the previous value when decoded", func() {
		overrides := ShootOverrides{All: true, Paths: []string{"a"}}
		Expect(json.Unmarshal([]byte(`"none"`), &overrides)).To(Succeed())
		Expect(overrides).To(Equal(ShootOverrides{}))
	})
})

var _ = Describe("Defaults", func() {
	var scheme *runtime.Scheme

	BeforeEach(func() {
		scheme = runtime.NewScheme()
		Expect(AddToScheme(scheme)).To(Succeed())
	})

	It("are set for an empty configuration", func() {
		config := &FluxConfig{}
		scheme.Default(config)
		Expect(config).To(Equal(&FluxConfig{Flux: &FluxInstallation{
			Registry: ptr.To("ghcr.io/fluxcd"), Namespace: ptr.To("flux-system"), NetworkPolicy: ptr.To(true), LogLevel: ptr.To(LogLevel("info")), ClusterDomain: ptr.To("cluster.local"),
			Components: []Component{"source-controller", "kustomize-controller", "helm-controller", "notification-controller"},
		}, Mode: ptr.To(ModeManaged), DeletionPolicy: ptr.To(DeletionPolicyOrphan)}), "removing the extension loses nothing")
	})

	It("keep every configured value", func() {
		configured := &FluxConfig{Flux: &FluxInstallation{
			Version: ptr.To("v2.9"), Registry: ptr.To(""), Namespace: ptr.To("gitops"), NetworkPolicy: ptr.To(false), LogLevel: ptr.To(LogLevel("")), ClusterDomain: ptr.To("a"),
			Components: []Component{}, Multitenancy: &Multitenancy{Enabled: ptr.To(false), DefaultServiceAccount: ptr.To("")},
		}, Mode: ptr.To(ModeBootstrapOnce), DeletionPolicy: ptr.To(DeletionPolicyKeep), Project: &ProjectSettings{Propagation: ptr.To(PropagationImmediate), ReportInShoot: ptr.To(true)}}
		config := configured.DeepCopy()
		scheme.Default(config)
		Expect(config).To(Equal(configured))
	})

	It("are set for an empty multitenancy", func() {
		config := &FluxConfig{Flux: &FluxInstallation{Multitenancy: &Multitenancy{}}}
		scheme.Default(config)
		Expect(config.Flux.Multitenancy).To(Equal(&Multitenancy{Enabled: ptr.To(false), DefaultServiceAccount: ptr.To("default")}))
	})
})

var _ = Describe("Names", func() {
	It("of flat keys are knownHosts, propagation and the four keys of the 23technologies extension", func() {
		Expect(FlatKeys()).To(ConsistOf("fluxVersion", "repositoryUrl", "repositoryBranch", "repositoryType", "knownHosts", "propagation"))
	})

	It("of variables include the four variables of the stackitcloud extension", func() {
		Expect(ShootInfoNames()).To(ContainElements("SHOOT_INFO_CLUSTER_IDENTITY", "SHOOT_INFO_NAME", "SHOOT_INFO_TECHNICAL_ID", "SHOOT_INFO_GARDEN_CLUSTER_IDENTITY"))
		Expect(ShootInfoNames()).To(HaveEach(MatchRegexp("^SHOOT_INFO_[A-Z_]+$")))
	})
})

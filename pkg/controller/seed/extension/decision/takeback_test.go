// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("Flux that came only for the operator's baseline", func() {
	const asked = "the operator removes Flux that came only for the baseline, but here it stays, because "
	// operator returns a configuration with a baseline that is absent, and takes Flux with it.
	operator := func(changes ...func(*configv1alpha1.ControllerConfiguration)) configv1alpha1.ControllerConfiguration {
		config := configv1alpha1.ControllerConfiguration{
			WhenUnconfigured: configv1alpha1.WhenUnconfiguredNothing,
			Baseline: &configv1alpha1.Baseline{
				State: configv1alpha1.BaselineAbsent, DeletionPolicy: configv1alpha1.BaselinePrune, FluxDeletionPolicy: configv1alpha1.BaselineFluxRemove,
				Config:      &runtime.RawExtension{Raw: []byte(`{"source":{"template":{"spec":{"url":"https://git.example.com/baseline"}}}}`)},
				Permissions: configv1alpha1.BaselinePermissions{Rules: []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"*"}}}},
			},
		}
		for _, change := range changes {
			change(&config)
		}
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
		return config
	}
	policy := func(policy configv1alpha1.BaselineFluxDeletionPolicy) func(*configv1alpha1.ControllerConfiguration) {
		return func(c *configv1alpha1.ControllerConfiguration) { c.Baseline.FluxDeletionPolicy = policy }
	}
	when := func(when configv1alpha1.WhenUnconfigured) func(*configv1alpha1.ControllerConfiguration) {
		return func(c *configv1alpha1.ControllerConfiguration) { c.WhenUnconfigured = when }
	}
	present := func(c *configv1alpha1.ControllerConfiguration) { c.Baseline.State = configv1alpha1.BaselinePresent }
	deselected := func(c *configv1alpha1.ControllerConfiguration) {
		c.Baseline.State, c.Baseline.Shoots = configv1alpha1.BaselinePresent, &configv1alpha1.BaselineShoots{Projects: []string{"other"}}
	}
	rolledOut := func(c *configv1alpha1.ControllerConfiguration) {
		c.Rollouts = &configv1alpha1.Rollouts{Rings: []configv1alpha1.SeedRing{{Name: "canary"}}, Baseline: &configv1alpha1.BaselineRollout{}}
	}
	// facts returns facts with which Flux is removed, and applies the given changes.
	facts := func(changes ...func(*Facts)) Facts {
		f := said(nil, nil).facts(extensionstatus.State{Flux: true, ForBaseline: true, RemovingFlux: true, Version: "v2.9.3"})
		f.Shoot.FluxUse = &FluxUse{}
		for _, change := range changes {
			change(&f)
		}
		return f
	}
	decideOn := func(config configv1alpha1.ControllerConfiguration, f Facts) (*Refusal, Target) {
		GinkgoHelper()
		d, t := newDecider(), Target{}
		d.Resolver = controllertest.NewResolverFor(config)
		return d.fluxRemoved(f, &t), t
	}
	previously := func(change func(*extensionstatus.State)) func(*Facts) {
		return func(f *Facts) { change(&f.Seed.Previous) }
	}
	unrecorded := previously(func(s *extensionstatus.State) { s.RemovingFlux = false })
	use := func(use FluxUse) func(*Facts) { return func(f *Facts) { f.Shoot.FluxUse = &use } }

	It("is removed if nobody needs it, after this was recorded", func() {
		refusal, target := decideOn(operator(), facts(unrecorded))
		Expect(refusal).To(BeNil(), "it is delivered unchanged")
		Expect(target.RemovingFlux).To(BeTrue())

		refusal, _ = decideOn(operator(), facts())
		Expect(refusal).To(Equal(&Refusal{RemovesFlux: true}))

		refusal, _ = decideOn(operator(deselected), facts())
		Expect(refusal).To(Equal(&Refusal{RemovesFlux: true}), "the selection has changed")

		refusal, _ = decideOn(operator(), facts(func(f *Facts) { f.FluxRemoval = &FluxRemoval{Waits: "something"} }))
		Expect(refusal.Reason).To(Equal("RemovingFlux"))
		Expect(refusal.Installed.Message).To(HaveSuffix("waiting for something"))

		refusal, _ = decideOn(operator(), facts(func(f *Facts) { f.FluxRemoval = &FluxRemoval{} }))
		Expect(refusal.Reason).To(Equal("NotConfigured"))
		Expect(refusal.FluxRemoved).To(BeTrue())
	})

	It("leaves a record only of the project and of the baseline", func() {
		d := newDecider()
		d.Resolver = controllertest.NewResolverFor(operator())
		p, need, err := d.Decide(GinkgoT().Context(), Project, facts(func(f *Facts) {
			f.FluxRemoval, f.Documents.Observed = &FluxRemoval{}, extensionstatus.ObservedProject{Requested: "r"}
		}))
		Expect(err).NotTo(HaveOccurred())
		Expect(need).To(BeZero())
		Expect(p.Payload).To(BeNil())
		Expect(p.Condition.Reason).To(Equal("NotConfigured"))
		Expect(p.Progress.Status).To(BeEquivalentTo("True"))
		Expect(p.Obsolete).To(ContainElement(BeEquivalentTo("FluxInstalled")))
		before := facts().Seed.Previous
		before.Baseline.Refused = "s"
		Expect(p.Record(Project, before)).To(Equal(extensionstatus.State{
			Observed: extensionstatus.ObservedProject{Requested: "r"}, Baseline: extensionstatus.Baseline{Refused: "s"},
		}))
	})

	DescribeTable("belongs to the project, or stays as the operator has configured, and nothing is said about it",
		func(config configv1alpha1.ControllerConfiguration, f Facts) {
			refusal, target := decideOn(config, f)
			Expect(refusal).To(BeNil())
			Expect([]any{target.RemovingFlux, target.FluxStays}).To(Equal([]any{false, ""}))
		},
		Entry("configuration of the project", operator(), facts(func(f *Facts) {
			f.Documents.ConfigMap = &document.ConfigMap{Data: map[string]string{"fluxVersion": "v2.9"}}
		})),
		Entry("empty FluxConfig of the project", operator(), facts(func(f *Facts) {
			f.Documents.ConfigMap = &document.ConfigMap{Data: map[string]string{"config.yaml": string(controllertest.FluxConfig(""))}}
		})),
		Entry("configuration of the project that its rollout does not permit for the Shoot yet", operator(), facts(func(f *Facts) { f.Documents.Present = "r" })),
		Entry("configuration of the project in an unknown revision", operator(), facts(func(f *Facts) { f.Documents.Permit.Unchanged = "RolloutUnknown" })),
		Entry("configuration of the Shoot", operator(), facts(func(f *Facts) { f.Seed.Shoot.ProviderConfig = controllertest.FluxConfig("") })),
		Entry("Keep", operator(policy(configv1alpha1.BaselineFluxKeep)), facts()),
		Entry("no decision", operator(policy("")), facts()),
		Entry("the baseline is present", operator(present), facts()),
		Entry("a configuration without baseline, which removes nothing", operator(func(c *configv1alpha1.ControllerConfiguration) { c.Baseline = nil }), facts()),
		Entry("the operator wants Flux everywhere", operator(when(configv1alpha1.WhenUnconfiguredInstall)), facts()),
		Entry("no decision about Shoots that list the extension", operator(when("")), facts()),
		Entry("the rollout of the baseline has released nothing", operator(rolledOut), facts(unrecorded)),
		Entry("nothing is delivered", operator(), facts(previously(func(s *extensionstatus.State) { s.Flux = false }))),
	)

	DescribeTable("stays with a message, also if its removal has begun",
		func(f Facts, message string) {
			refusal, target := decideOn(operator(), f)
			Expect(refusal).To(BeNil(), "it is delivered again")
			Expect(target.RemovingFlux).To(BeFalse())
			Expect(target.removalNote()).To(And(ContainSubstring(asked[1:]), ContainSubstring(message)))
		},
		Entry("no record: an earlier version of the extension, a lost state, or a configuration that is gone", facts(previously(func(s *extensionstatus.State) { s.ForBaseline = false })),
			"the extension has no record that it came only for the baseline"),
		Entry("mode BootstrapOnce in the operator's defaults", facts(previously(func(s *extensionstatus.State) { s.Bootstrapped = true })), "with mode BootstrapOnce it belongs to the shoot"),
		Entry("mode BootstrapOnce, and the installation is not complete", facts(previously(func(s *extensionstatus.State) { s.Bootstrapping = extensionstatus.BootstrappingNew })), "with mode BootstrapOnce"),
		Entry("source in the operator's defaults", facts(previously(func(s *extensionstatus.State) { s.Sync = true })), "it applies the source of the operator's defaults"),
		Entry("taken over", facts(use(FluxUse{Use: toolkit.Use{Taken: "flux applies Deployment flux-system/source-controller"}})), "another client manages it: flux applies Deployment"),
		Entry("objects of others, or those that the baseline has left", facts(use(FluxUse{Use: toolkit.Use{Objects: "HelmRelease team/app"}})), "the shoot has objects of Flux: HelmRelease team/app. After they are deleted"),
		Entry("objects of others before the removal", facts(unrecorded, use(FluxUse{Use: toolkit.Use{Objects: "HelmRelease team/app", Leaving: "HelmRelease team/other"}})), "HelmRelease team/app"),
	)

	DescribeTable("waits, and is delivered unchanged",
		func(f Facts, message string) {
			refusal, target := decideOn(operator(), f)
			Expect(refusal).To(BeNil())
			Expect(target.RemovingFlux).To(BeTrue())
			Expect(target.removalNote()).To(HaveSuffix("is going to be removed: waiting for " + message))
		},
		Entry("for the baseline, whose objects only Flux can delete", facts(previously(func(s *extensionstatus.State) { s.Baseline.Namespace = "flux-baseline" })), "the baseline to be removed"),
		Entry("for objects that only Flux can delete", facts(use(FluxUse{Use: toolkit.Use{Leaving: "HelmRelease team/app"}})), "Flux to finish the deletion of HelmRelease team/app"),
		Entry("for a shoot that does not answer", facts(unrecorded, use(FluxUse{Unknown: "timeout"})), "a check that nobody else needs Flux: timeout"),
	)

	DescribeTable("waits, and nothing changes",
		func(config configv1alpha1.ControllerConfiguration, f Facts, message string) {
			refusal, _ := decideOn(config, f)
			Expect(refusal.Reason).To(Equal("RemovingFlux"))
			Expect(refusal.RemovesFlux || refusal.FluxRemoved).To(BeFalse())
			Expect(refusal.Installed.Message).To(HaveSuffix(message))
		},
		Entry("for a shoot that does not answer during the removal", operator(), facts(use(FluxUse{Unknown: "timeout"})), "a check that nobody else needs Flux: timeout"),
		Entry("for a hibernated shoot", operator(), facts(func(f *Facts) { f.Seed.Hibernated, f.Shoot.FluxUse = true, nil }), "the shoot to wake up from hibernation"),
		Entry("for a hibernated shoot before the removal", operator(), facts(unrecorded, func(f *Facts) { f.Seed.Hibernated, f.Shoot.FluxUse = true, nil }), "the shoot to wake up from hibernation"),
		Entry("for the rollout of the baseline, after a restart during the removal", operator(rolledOut), facts(), "the operator's rollout to release a baseline for this seed"),
	)

	It("is inspected before each step", func() {
		refusal, _ := decideOn(operator(), facts(func(f *Facts) { f.Shoot.FluxUse = nil }))
		Expect(refusal).To(Equal(needs(Need{FluxUse: true})))
	})

	// delivered returns the record of a delivery with a present baseline. The shoot has no other objects.
	delivered := func(f Facts) extensionstatus.State {
		GinkgoHelper()
		d := newDecider()
		d.Resolver = controllertest.NewResolverFor(operator(present))
		p, need, err := d.Decide(GinkgoT().Context(), Project, f)
		f.Shoot.Objects = map[Object]Found{}
		for range 10 {
			if err != nil || need.IsZero() {
				break
			}
			for _, object := range need.Objects {
				f.Shoot.Objects[object] = Found{}
			}
			f.Shoot.Installed = &flux.Installed{}
			p, need, err = d.Decide(GinkgoT().Context(), Project, f)
		}
		Expect(err).NotTo(HaveOccurred())
		Expect(need).To(Equal(Need{}))
		Expect(p.Payload).NotTo(BeNil())
		return p.State
	}
	DescribeTable("is recorded at the first delivery",
		func(given *configured, shoot Shoot, recorded bool) {
			f := given.facts(extensionstatus.State{})
			f.Shoot = shoot
			Expect(delivered(f).ForBaseline).To(Equal(recorded))
		},
		Entry("shoot without API server", said(nil, nil), Shoot{Absent: true}, true),
		Entry("shoot without Flux", said(nil, nil), Shoot{Survey: &toolkit.Survey{}}, true),
		Entry("not with CustomResourceDefinitions of Flux, which somebody else has created", said(nil, nil),
			Shoot{Survey: &toolkit.Survey{Stored: map[string][]string{"buckets.source.toolkit.fluxcd.io": {"v1"}}}}, false),
		Entry("not with controllers of Flux, which somebody else has installed", said(nil, nil),
			Shoot{Survey: &toolkit.Survey{Controllers: []flux.Controller{controllertest.ControllerOf("flux-system", "source-controller", "v2.9.3")}}}, false),
		Entry("not with a configuration of the project", said(map[string]string{"config.yaml": string(controllertest.FluxConfig(""))}, nil), Shoot{Absent: true}, false),
		Entry("not with a configuration of the Shoot", said(nil, controllertest.FluxConfig("")), Shoot{Absent: true}, false),
	)

	It("is the project's for good after one delivery with a configuration", func() {
		first := delivered(said(nil, nil).facts(extensionstatus.State{}))
		Expect(first.ForBaseline).To(BeTrue())
		Expect(delivered(said(nil, nil).facts(first)).ForBaseline).To(BeTrue())
		configured := delivered(said(nil, controllertest.FluxConfig("")).facts(first))
		Expect(configured.ForBaseline).To(BeFalse())
		Expect(delivered(said(nil, nil).facts(configured)).ForBaseline).To(BeFalse())
	})

	It("is not recorded for a shoot whose earlier delivery has no record", func() {
		Expect(delivered(said(nil, nil).facts(extensionstatus.State{Flux: true})).ForBaseline).To(BeFalse())
	})
})

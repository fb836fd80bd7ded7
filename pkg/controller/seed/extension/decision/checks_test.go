// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"errors"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// whole returns a project's ConfigMap with the FluxConfig.
func whole(config string) *configured {
	return said(map[string]string{"config.yaml": string(controllertest.FluxConfig(config))}, nil)
}

// needed, refused and left match the refusals of a step. A step without a refusal returns nil.
func needed(n Need) OmegaMatcher { return HaveValue(Equal(Refusal{Need: n})) }

func refused(message string) OmegaMatcher {
	return HaveValue(HaveField("Invalid", MatchError(ContainSubstring(message))))
}

func left(reason, message string) OmegaMatcher {
	return HaveValue(And(HaveField("Reason", reason), HaveField("Message", ContainSubstring(message)), HaveField("Need.IsZero()", true)))
}

const (
	anyone  = "source: {template: {spec: {url: 'https://github.com/o/r'}}}\n"
	keyOnly = "source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}\n"
)

var _ = Describe("Steps of a decision", func() {
	delivered := extensionstatus.State{Flux: true}
	config := resolve
	target := func(given string) Target { return Target{Effective: config(whole(given))} }
	facts := func(change func(*Facts)) Facts {
		f := whole(anyone).facts(extensionstatus.State{})
		f.Shoot.Absent = false
		change(&f)
		return f
	}
	core := func(kind, name string) Object {
		return coreObject(kind, types.NamespacedName{Namespace: "flux-system", Name: name})
	}
	secret := func(data string) *corev1.Secret {
		return &corev1.Secret{Data: map[string][]byte{"identity": []byte(data)}}
	}

	DescribeTable("stop if the Shoot is being deleted",
		func(deleted bool, want OmegaMatcher) {
			Expect(deletion(Facts{Seed: Seed{ShootDeleted: deleted}}, &Target{})).To(want)
		},
		Entry("living Shoot", false, BeNil()),
		Entry("Shoot that is being deleted", true, left("ShootDeletion", "so nothing is delivered")),
	)

	DescribeTable("stop if the Shoot has no workers",
		func(workerless bool, want OmegaMatcher) {
			Expect(workers(Facts{Seed: Seed{Workerless: workerless}}, &Target{})).To(want)
		},
		Entry("Shoot with workers", false, BeNil()),
		Entry("workerless Shoot, whose API server does not serve Deployments", true, left("NoWorkers", "Flux's controllers need nodes")),
	)

	DescribeTable("report a missing document",
		func(previous extensionstatus.State, documents *configured, want OmegaMatcher) {
			Expect(missingDocument(documents.facts(previous), &Target{})).To(want)
		},
		Entry("no earlier delivery from a document", delivered, said(nil, nil), BeNil()),
		Entry("missing ConfigMap of the project", extensionstatus.State{Project: true, Shoot: true}, said(nil, nil), left("ConfigurationMissing", "ConfigMap garden-demo/flux-config is missing or empty")),
		Entry("missing providerConfig of the Shoot", extensionstatus.State{Project: true, Shoot: true}, whole(""), left("ConfigurationMissing", "the Shoot's providerConfig was removed")),
		Entry("both documents exist", extensionstatus.State{Project: true, Shoot: true}, said(map[string]string{"fluxVersion": "v2.9"}, controllertest.FluxConfig("")), BeNil()),
	)

	unlisted := func(f Facts) { f.Seed.Shoot.ProviderConfigPath = nil }
	DescribeTable("install nothing without a configuration if the operator wants this, or has not decided for Shoots that do not list the extension",
		func(when configv1alpha1.WhenUnconfigured, previous extensionstatus.State, documents *configured, want OmegaMatcher, changes ...func(Facts)) {
			d := newDecider()
			d.Resolver = controllertest.NewResolverFor(configv1alpha1.ControllerConfiguration{WhenUnconfigured: when})
			f := documents.facts(previous)
			for _, change := range changes {
				change(f)
			}
			Expect(d.unconfigured(f, &Target{})).To(want)
		},
		Entry("no configuration", configv1alpha1.WhenUnconfiguredNothing, extensionstatus.State{}, said(nil, nil), left("NotConfigured", "neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig exists")),
		Entry("ConfigMap without content", configv1alpha1.WhenUnconfiguredNothing, extensionstatus.State{}, said(map[string]string{"config.yaml": " "}, nil), left("NotConfigured", "nothing is installed")),
		Entry("configuration of the project", configv1alpha1.WhenUnconfiguredNothing, extensionstatus.State{}, whole(""), BeNil()),
		Entry("configuration of the Shoot", configv1alpha1.WhenUnconfiguredNothing, extensionstatus.State{}, said(nil, controllertest.FluxConfig("")), BeNil()),
		Entry("Flux was delivered before the operator's change", configv1alpha1.WhenUnconfiguredNothing, delivered, said(nil, nil), BeNil()),
		Entry("Install", configv1alpha1.WhenUnconfiguredInstall, extensionstatus.State{}, said(nil, nil), BeNil(), unlisted),
		Entry("no decision, and the Shoot lists the extension", configv1alpha1.WhenUnconfigured(""), extensionstatus.State{}, said(nil, nil), BeNil()),
		Entry("no decision, and the Shoot does not list the extension", configv1alpha1.WhenUnconfigured(""), extensionstatus.State{}, said(nil, nil), left("NotConfigured", "nothing is installed"), unlisted),
		Entry("no decision, and a configuration of the project", configv1alpha1.WhenUnconfigured(""), extensionstatus.State{}, whole(""), BeNil(), unlisted),
		Entry("no decision, and Flux was delivered before", configv1alpha1.WhenUnconfigured(""), delivered, said(nil, nil), BeNil(), unlisted),
	)

	DescribeTable("apply the permit of the rollout",
		func(permit Permit, want OmegaMatcher) {
			Expect(rolledOut(Facts{Documents: &Documents{Permit: permit}}, &Target{})).To(want)
		},
		Entry("permit that leaves Flux unchanged", Permit{FluxUnchanged: "x", Note: "y"}, BeNil()),
		Entry("permit that leaves the shoot unchanged", Permit{Unchanged: "WaitingForRollout", Message: "waits"}, left("WaitingForRollout", "waits")),
	)

	DescribeTable("resolve the configuration",
		func(f Facts, want OmegaMatcher) {
			Expect(newDecider().configured(GinkgoT().Context(), f, &Target{})).To(want)
		},
		Entry("survey before the first delivery", facts(func(*Facts) {}), needed(Need{Survey: true})),
		Entry("no survey without an API server", facts(func(f *Facts) { f.Shoot.Absent = true }), BeNil()),
		Entry("no survey of a shoot with a source", facts(func(f *Facts) { f.Seed.Previous = extensionstatus.State{Flux: true, Sync: true} }), BeNil()),
		Entry("survey before the first source", facts(func(f *Facts) { f.Seed.Previous = delivered }), needed(Need{Survey: true})),
		Entry("survey before Flux is managed again", facts(func(f *Facts) {
			f.Seed.Previous = extensionstatus.State{Flux: true, Sync: true, Bootstrapped: true}
		}), needed(Need{Survey: true})),
		Entry("configuration error after the first delivery, without a survey", facts(func(f *Facts) {
			f.Seed.Previous, f.Seed.Shoot.ProviderConfig = delivered, controllertest.FluxConfig("typo: true")
		}), refused("typo")),
		Entry("configuration error of a hibernated shoot", facts(func(f *Facts) {
			f.Shoot.Asleep, f.Seed.Shoot.ProviderConfig = true, controllertest.FluxConfig("typo: true")
		}), refused("typo")),
		Entry("Flux in another namespace", facts(func(f *Facts) {
			f.Shoot.Survey = &toolkit.Survey{Controllers: []flux.Controller{controllertest.ControllerOf("gitops", "source-controller", "v2.9.5")}}
		}), refused("Flux already runs in namespace gitops")),
		Entry("changed Flux namespace", facts(func(f *Facts) {
			f.Seed.Previous = extensionstatus.State{Flux: true, Sync: true, Identity: resolved.Identity{Namespace: "gitops"}}
		}), refused("namespace")),
	)

	It("resolve each configuration once, and do not change it", func() {
		d, measured := newDecider(), 0
		d.Measure = func() func() { measured++; return func() {} }
		f := facts(func(f *Facts) {
			f.Seed.Previous = extensionstatus.State{Flux: true, Sync: true, SourceKind: "GitRepository", SourceSuspension: resolved.Suspension{Suspended: true, Held: resolved.HeldSuspended}}
			f.Documents.Permit.Commit = "sha1:0123456789012345678901234567890123456789"
			f.Shoot.Absent = true
		})
		for range 3 {
			plan, need, err := d.Decide(GinkgoT().Context(), Project, f)
			Expect(err).NotTo(HaveOccurred())
			Expect(need).To(Equal(Need{}))
			Expect(plan.State.SourceSuspension).To(Equal(f.Seed.Previous.SourceSuspension))
			Expect(plan.Condition.Message).To(ContainSubstring("commit 0123456789012345678901234567890123456789 of https://github.com/o/r"))
		}
		Expect(measured).To(Equal(1))
	})

	once := anyone + "mode: BootstrapOnce"
	surveyed := &toolkit.Survey{Controllers: []flux.Controller{controllertest.ControllerOf("flux-system", "source-controller", "v2.9.5")}}
	DescribeTable("determine the phase",
		func(given string, base extensionstatus.State, found *toolkit.Survey, change func(*Facts), phase Phase, want OmegaMatcher) {
			t := target(given)
			t.Base, t.Found = base, found
			Expect(phased(facts(change), &t)).To(want)
			Expect(t.Phase).To(Equal(phase))
		},
		Entry("mode Managed", anyone, delivered, nil, func(*Facts) {}, PhaseManaged, BeNil()),
		Entry("bootstrapped shoot", once, extensionstatus.State{Flux: true, Bootstrapped: true}, nil, func(*Facts) {}, PhaseBootstrapped, BeNil()),
		Entry("shoot without Flux", once, extensionstatus.State{}, &toolkit.Survey{}, func(*Facts) {}, PhaseBootstrapping, BeNil()),
		Entry("Flux of another installer", once, extensionstatus.State{}, surveyed, func(*Facts) {}, PhaseBootstrapped, BeNil()),
		Entry("bootstrap in progress", once, extensionstatus.State{Flux: true, Bootstrap: extensionstatus.Bootstrap{Bootstrapping: extensionstatus.BootstrappingNew}}, nil, func(*Facts) {}, PhaseBootstrapping, BeNil()),
		Entry("ManagedResources not read yet", once, delivered, nil, func(*Facts) {}, PhaseManaged, needed(Need{HoldsFlux: true})),
		Entry("ManagedResources with Flux", once, delivered, nil, func(f *Facts) { f.Seed.HoldsFlux = new(true) }, PhaseReleasing, BeNil()),
		Entry("survey older than the read of the ManagedResources", once, delivered, surveyed, func(f *Facts) { f.Seed.HoldsFlux = new(false) }, PhaseManaged, needed(Need{Resurvey: true})),
		Entry("controllers without ManagedResources", once, delivered, nil, func(f *Facts) {
			f.Seed.HoldsFlux, f.Shoot.Resurvey = new(false), surveyed
		}, PhaseBootstrapped, BeNil()),
		Entry("neither controllers nor ManagedResources", once, delivered, surveyed, func(f *Facts) {
			f.Seed.HoldsFlux, f.Shoot.Resurvey = new(false), &toolkit.Survey{}
		}, PhaseBootstrapping, BeNil()),
	)

	helm := Component{Name: fluxv1alpha1.ComponentHelm}
	DescribeTable("keep or remove a component that is no longer configured",
		func(change func(*Facts), kept string, want OmegaMatcher) {
			t := target(anyone + "flux: {components: [source-controller, kustomize-controller, notification-controller]}")
			t.Base = extensionstatus.State{Flux: true, Components: "helm-controller,source-controller"}
			Expect(components(facts(change), &t)).To(want)
			Expect(keptMessage(t.Kept)).To(ContainSubstring(kept))
			Expect(t.Effective.Components).To(HaveLen(3 + len(t.Kept)))
		},
		Entry("unknown use", func(*Facts) {}, "", needed(Need{Uses: []Component{helm}})),
		Entry("unused component", func(f *Facts) { f.Shoot.Uses = map[Component]Use{helm: {}} }, "", BeNil()),
		Entry("component in use", func(f *Facts) { f.Shoot.Uses = map[Component]Use{helm: {Objects: "HelmRelease a/b"}} }, "objects that only this controller handles: HelmRelease a/b", BeNil()),
		Entry("shoot that does not respond", func(f *Facts) { f.Shoot.Uses = map[Component]Use{helm: {Unknown: "timeout"}} }, "cannot be checked for objects that no other controller handles: timeout", BeNil()),
		Entry("hibernated shoot", func(f *Facts) { f.Seed.Hibernated = true }, "the shoot is hibernated", BeNil()),
	)

	DescribeTable("upgrade Flux",
		func(base extensionstatus.State, change func(*Facts), onlyConfig bool, want OmegaMatcher) {
			f := facts(change)
			f.Seed.Previous = base
			t := target(anyone + "flux: {version: v2.8.8}")
			t.Base, t.Found = base, surveyed
			Expect(newDecider().upgraded(GinkgoT().Context(), f, &t)).To(want)
			Expect(t.OnlyConfig).To(Equal(onlyConfig))
		},
		Entry("same version", extensionstatus.State{Flux: true, Version: "v2.8.8"}, func(*Facts) {}, false, BeNil()),
		Entry("installed objects not read yet", extensionstatus.State{Flux: true, Version: "v2.6.4"}, func(*Facts) {}, false, needed(Need{Installed: true})),
		Entry("downgrade of a Flux that others have installed", extensionstatus.State{}, func(f *Facts) {
			f.Shoot.Installed = &flux.Installed{Controllers: surveyed.Controllers}
		}, false, refused("is not downgraded")),
		Entry("downgrade after a delivery", extensionstatus.State{Flux: true, Version: "v2.9.5"}, func(f *Facts) {
			f.Shoot.Installed = &flux.Installed{Controllers: surveyed.Controllers}
		}, true, BeNil()),
		Entry("failed migration after a delivery", extensionstatus.State{Flux: true, Version: "v2.6.4"}, func(f *Facts) {
			f.Shoot.Installed, f.Migrated, f.MigrationFailure = oldKustomizations("v2.6.4"), true, errors.New("denied")
		}, true, BeNil()),
		Entry("successful migration", extensionstatus.State{Flux: true, Version: "v2.6.4"}, func(f *Facts) {
			f.Shoot.Installed, f.Migrated = oldKustomizations("v2.6.4"), true
		}, false, BeNil()),
		Entry("failed migration before the first delivery", extensionstatus.State{}, func(f *Facts) {
			f.Shoot.Installed, f.Migrated, f.MigrationFailure = oldKustomizations("v2.6.4"), true, errors.New("denied")
		}, false, HaveValue(HaveField("Failure", MatchError("denied. Nothing is delivered until the migration succeeds")))),
	)

	pull := anyone + "flux: {imagePullSecretResourceName: pull}"
	DescribeTable("check the resources",
		func(found map[string]Resource, want OmegaMatcher) {
			Expect(resources(Facts{Resources: found}, &Target{Effective: config(withResources(pull, "pull"))})).To(want)
		},
		Entry("resources not read yet", nil, needed(Need{Resources: []string{"pull"}})),
		Entry("Secret of another type", map[string]Resource{"pull": {}}, refused("imagePullSecretResourceName")),
		Entry("image pull Secret", map[string]Resource{"pull": {Resource: flux.Resource{Type: corev1.SecretTypeDockerConfigJson}}}, BeNil()),
	)

	DescribeTable("check the deploy key",
		func(given string, key *DeployKey, want OmegaMatcher) {
			t := target(given)
			Expect(keyed(Facts{Keys: Keys{Deploy: key}}, &t)).To(want)
		},
		Entry("public source", anyone, nil, BeNil()),
		Entry("deploy key not read yet", keyOnly, nil, needed(Need{DeployKey: fluxv1alpha1.KeyAlgorithmEd25519})),
		Entry("configured algorithm", keyOnly+"project: {deployKey: {algorithm: rsa-3072}}", nil, needed(Need{DeployKey: fluxv1alpha1.KeyAlgorithmRSA3072})),
		Entry("damaged key", keyOnly, &DeployKey{Damaged: &keypair.DamagedKeyError{Namespace: "garden-demo", Reason: errors.New("no key")}}, refused("no key")),
		Entry("valid key", keyOnly, &DeployKey{DeployKey: keypair.DeployKey{Identity: []byte("i")}}, BeNil()),
	)

	more := keyOnly + "additionalSources: [{name: apps, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/apps'}}}]"
	DescribeTable("check the deploy keys of additional sources",
		func(given string, previous extensionstatus.State, keys Keys, want OmegaMatcher) {
			t := target(given)
			Expect(sourcesKeyed(Facts{Seed: Seed{Project: "garden-demo", Previous: previous}, Keys: keys}, &t)).To(want)
		},
		Entry("no source with a deploy key", keyOnly, extensionstatus.State{}, Keys{}, BeNil()),
		Entry("keys not read yet", more, extensionstatus.State{}, Keys{}, needed(Need{SourceKeys: []string{"apps"}})),
		Entry("damaged keys", more, extensionstatus.State{}, Keys{SourcesDamaged: errors.New("no key")}, refused("no key")),
		Entry("missing key before the first delivery", more, extensionstatus.State{}, Keys{Sources: map[string]keypair.DeployKey{}}, BeNil()),
		Entry("missing key after the first delivery", more, extensionstatus.State{SourceKeys: extensionstatus.SourceKeysOf([]extensionstatus.SourceKey{{Source: types.NamespacedName{Namespace: "flux-system", Name: "apps"}, Fingerprint: "SHA256:x"}})},
			Keys{Sources: map[string]keypair.DeployKey{}}, refused("the deploy key of additional source apps was removed")),
	)

	DescribeTable("check the size of the delivered configuration:",
		func(size int, want OmegaMatcher) {
			f := whole(anyone).facts(extensionstatus.State{})
			f.Resources = map[string]Resource{"a": {Resource: flux.Resource{Data: map[string][]byte{"a": make([]byte, size)}}}}
			Expect(sized(f, &Target{Effective: config(withResources(anyone+"additionalSecretResources: [{name: a}]", "a"))})).To(want)
		},
		Entry("small resource", 1, BeNil()),
		Entry("large resource", 1<<20, refused("resource a 10485")),
	)

	It("refuse manifests that exceed the size of a Secret in the seed", func() {
		d := newDecider()
		d.CheckSize = func([]content.Manifests) error { return &content.TooLargeError{Size: 7, Limit: 5} }
		f := whole(anyone).facts(delivered)
		plan, need, err := d.Decide(GinkgoT().Context(), Project, f)
		Expect(err).NotTo(HaveOccurred())
		Expect(need).To(Equal(Need{}))
		Expect(plan.Payload).To(BeNil())
		Expect(plan.Condition.Message).To(And(ContainSubstring("needs 7 bytes in a Secret of the seed, and may need at most 5"), HaveSuffix("The last delivery to the shoot stays unchanged")))
	})

	DescribeTable("do not replace a Secret with the deploy key",
		func(base extensionstatus.State, found *toolkit.Survey, objects map[Object]Found, want OmegaMatcher) {
			t := target(keyOnly)
			t.Base, t.Found = base, found
			f := Facts{Shoot: Shoot{Objects: objects}, Keys: Keys{Deploy: &DeployKey{DeployKey: keypair.DeployKey{Identity: []byte("own")}}}}
			Expect(keyConflict(f, &t)).To(want)
		},
		Entry("delivered deploy key", extensionstatus.State{Flux: true, DeployKey: true}, nil, nil, BeNil()),
		Entry("first deploy key of a shoot, before the survey", delivered, nil, nil, needed(Need{Survey: true})),
		Entry("Secret not read yet", extensionstatus.State{}, surveyed, nil, needed(Need{Objects: []Object{core("Secret", "flux-system")}})),
		Entry("missing Secret", extensionstatus.State{}, surveyed, map[Object]Found{core("Secret", "flux-system"): {}}, BeNil()),
		Entry("Secret with the same key", extensionstatus.State{}, surveyed, map[Object]Found{core("Secret", "flux-system"): {Object: secret("own\n")}}, BeNil()),
		Entry("Secret with another key", extensionstatus.State{}, surveyed, map[Object]Found{core("Secret", "flux-system"): {Object: secret("other")}}, refused("contains credentials other than the project's deploy key")),
	)

	DescribeTable("do not replace objects by copies",
		func(before bool, objects map[Object]Found, want OmegaMatcher) {
			t := Target{Effective: config(withResources(anyone+"additionalSecretResources: [{name: a}]", "a"))}
			t.Base.Flux, t.Base.Identity = true, t.Effective.Identity()
			if before {
				t.Base.Copies = t.Effective.Targets()
			}
			f := Facts{Shoot: Shoot{Objects: objects}, Resources: map[string]Resource{"a": {Resource: flux.ResourceFrom(secret("own"))}}}
			Expect(copyConflicts(f, &t)).To(want)
		},
		Entry("unchanged names", true, nil, BeNil()),
		Entry("objects not read yet", false, nil, needed(Need{Objects: []Object{core("Secret", "a")}})),
		Entry("missing object", false, map[Object]Found{core("Secret", "a"): {}}, BeNil()),
		Entry("equal Secret", false, map[Object]Found{core("Secret", "a"): {Object: secret("own")}}, BeNil()),
		Entry("other Secret", false, map[Object]Found{core("Secret", "a"): {Object: secret("other")}}, refused("would replace Secret flux-system/a of the shoot")),
		Entry("copy of gardener-resource-manager", false, map[Object]Found{core("Secret", "a"): {Object: secret("other"), Origin: "x"}}, BeNil()),
	)

	DescribeTable("do not replace a user's ConfigMap shoot-info",
		func(base extensionstatus.State, objects map[Object]Found, want OmegaMatcher) {
			t := target(anyone)
			t.Base = base
			Expect(copyConflicts(facts(func(f *Facts) { f.Shoot.Objects = objects }), &t)).To(want)
		},
		Entry("delivered ConfigMap", extensionstatus.State{Flux: true, Identity: resolved.Identity{Namespace: "flux-system"}}, nil, BeNil()),
		Entry("ConfigMap not read yet", extensionstatus.State{}, nil, needed(Need{Objects: []Object{core("ConfigMap", "shoot-info")}})),
		Entry("missing ConfigMap", extensionstatus.State{}, map[Object]Found{core("ConfigMap", "shoot-info"): {}}, BeNil()),
		Entry("ConfigMap of a user", extensionstatus.State{}, map[Object]Found{core("ConfigMap", "shoot-info"): {Object: &corev1.ConfigMap{Data: map[string]string{"a": "b"}}}}, refused("was not created by the extension")),
		Entry("ConfigMap of the predecessor", extensionstatus.State{}, map[Object]Found{core("ConfigMap", "shoot-info"): {Object: &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{fluxv1alpha1.LabelManagedBy: fluxv1alpha1.PredecessorManagedBy}}, Data: map[string]string{"a": "b"},
		}}}, BeNil()),
	)

	DescribeTable("report a configuration without source",
		func(base extensionstatus.State, phase Phase, given *configured, want OmegaMatcher) {
			Expect(missingSource(given.facts(base), &Target{Effective: config(given), Base: base, Phase: phase})).To(want)
		},
		Entry("nothing synced before", delivered, PhaseManaged, said(nil, nil), BeNil()),
		Entry("configured source", extensionstatus.State{Sync: true}, PhaseManaged, whole(anyone), BeNil()),
		Entry("bootstrapped shoot", extensionstatus.State{Sync: true}, PhaseBootstrapped, said(nil, nil), BeNil()),
		Entry("missing source", extensionstatus.State{Sync: true}, PhaseManaged, said(nil, nil), left("ConfigurationMissing", "configures a source any more")),
	)

	apps := Object{schema.GroupVersionKind{Group: "source.toolkit.fluxcd.io", Kind: "GitRepository"}, types.NamespacedName{Namespace: "flux-system", Name: "apps"}}
	DescribeTable("do not replace sources by additional sources",
		func(found *toolkit.Survey, before bool, change func(*Facts), want OmegaMatcher) {
			t := target(more)
			if t.Found = found; before {
				t.Base.AdditionalSources = resolved.SourceNames(t.Effective.AdditionalSources)
			}
			Expect(sourceConflicts(facts(change), &t)).To(want)
		},
		Entry("sources not read yet", nil, false, func(*Facts) {}, HaveValue(HaveField("Need.Objects", HaveLen(1)))),
		Entry("unchanged names", nil, true, func(*Facts) {}, BeNil()),
		Entry("unchanged names after a survey", surveyed, true, func(*Facts) {}, HaveValue(HaveField("Need.Objects", HaveLen(1)))),
		Entry("missing source", nil, false, func(f *Facts) { f.Shoot.Objects = map[Object]Found{apps: {}} }, BeNil()),
		Entry("shoot without an API server", nil, false, func(f *Facts) { f.Shoot.Absent = true }, BeNil()),
	)

	It("read the objects that a takeover would replace, and no others", func() {
		t := target(anyone)
		t.Found = &toolkit.Survey{
			Controllers:    append([]flux.Controller{controllertest.ControllerOf("elsewhere", "helm-controller", "v2.9.5")}, surveyed.Controllers...),
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system"), controllertest.RootOf("other")},
		}
		f := facts(func(*Facts) {})
		refusal := newDecider().takeover(f, &t)
		Expect(refusal.Need.Objects).To(HaveExactElements(HaveField("Kind", "GitRepository"), HaveField("Kind", "Kustomization")))
		f.Shoot.Objects = map[Object]Found{refusal.Need.Objects[0]: {}, refusal.Need.Objects[1]: {}}
		refusal = newDecider().takeover(f, &t)
		Expect(refusal.Need.Objects).To(HaveExactElements(HaveField("NamespacedName", types.NamespacedName{Namespace: "flux-system", Name: "source-controller"})))
		f.Shoot.Objects[refusal.Need.Objects[0]] = Found{}
		refusal = newDecider().takeover(f, &t)
		Expect(refusal).To(BeNil())
	})

	It("deliver nothing to a hibernated shoot that does not respond", func() {
		f := facts(func(f *Facts) { f.Seed.Hibernated = true })
		_, need, err := newDecider().Decide(GinkgoT().Context(), Project, f)
		Expect(err).NotTo(HaveOccurred())
		Expect(need).To(Equal(Need{Survey: true}))
		f.Shoot.Asleep = true
		Expect(decide(f).Condition.Reason).To(Equal("Hibernated"))
	})

	It("migrate first, then store the deploy key", func() {
		f := whole(keyOnly + "flux: {version: v2.8.8}").facts(extensionstatus.State{Flux: true, Version: "v2.6.4"})
		f.Shoot = Shoot{Survey: surveyed, Installed: oldKustomizations("v2.6.4"), Objects: map[Object]Found{core("Secret", "flux-system"): {}, core("ConfigMap", "shoot-info"): {}}}
		effective := config(whole(keyOnly))
		f.Shoot.Objects[fluxObject(effective.Source.Object)], f.Shoot.Objects[fluxObject(effective.Kustomization.Object)] = Found{}, Found{}
		generated := keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i")}
		f.Keys.Deploy = &DeployKey{DeployKey: generated, Generated: true}
		Expect(decide(f).Migration).To(HaveValue(And(HaveField("From", "v2.6.4"), HaveField("To", "v2.8.8"))))
		f.Migrated = true
		Expect(decide(f)).To(And(HaveField("Migration", BeNil()), HaveField("NewKey", HaveValue(Equal(NewKey{DeployKey: generated, URL: "ssh://git@github.com/o/r"})))))
		f.Keys.Deploy = &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:first", Identity: []byte("first"), Version: "7"}}
		plan := decide(f)
		Expect(plan.NewKey).To(BeNil())
		Expect(plan.State.Observed.Key).To(Equal("7"))
		Expect(plan.Payload.Input.DeployKey.Identity).To(Equal("first"))
	})
})

// oldKustomizations returns a Flux whose Kustomizations are stored in a version that v2.8 lacks.
func oldKustomizations(version string) *flux.Installed {
	return &flux.Installed{
		Controllers: []flux.Controller{controllertest.ControllerOf("flux-system", "source-controller", version)},
		Kinds:       map[string]flux.StoredKind{"kustomizations.kustomize.toolkit.fluxcd.io": {Storage: "v1", Stored: []string{"v1beta1", "v1"}}},
	}
}

// withResources returns the project's ConfigMap for a Shoot with references to Secrets.
func withResources(config string, names ...string) *configured {
	given := whole(config)
	for _, name := range names {
		given.resources = append(given.resources, gardencorev1beta1.NamedResourceReference{
			Name: name, ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: name},
		})
	}
	return given
}

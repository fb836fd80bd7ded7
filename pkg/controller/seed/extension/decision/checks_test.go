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
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// whole is the project's ConfigMap with that FluxConfig.
func whole(config string) *configured {
	return said(map[string]string{"config.yaml": string(controllertest.FluxConfig(config))}, nil)
}

// needed, refused and left match the refusals of a step; a step that refuses nothing returns nil.
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

var _ = Describe("The check of", func() {
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

	DescribeTable("the Shoot's deletion",
		func(deleted bool, want OmegaMatcher) {
			Expect(deletion(Facts{Seed: Seed{ShootDeleted: deleted}}, &Target{})).To(want)
		},
		Entry("lets a living shoot pass", false, BeNil()),
		Entry("leaves one that is being deleted", true, left("ShootDeletion", "Nothing is delivered to it any more")),
	)

	It("the documents needs them, before anything else is decided", func() {
		_, need, err := newDecider().Decide(GinkgoT().Context(), Facts{})
		Expect(err).NotTo(HaveOccurred())
		Expect(need).To(Equal(Need{Documents: true}))
		Expect(documents(Facts{Documents: &Documents{}}, &Target{})).To(BeNil())
	})

	DescribeTable("documents that are gone",
		func(previous extensionstatus.State, documents Documents, want OmegaMatcher) {
			Expect(missingDocument(Facts{Seed: Seed{Project: "garden-demo", Previous: previous}, Documents: &documents}, &Target{})).To(want)
		},
		Entry("needs none from which nothing was delivered", delivered, Documents{}, BeNil()),
		Entry("reports the project's", extensionstatus.State{Project: true, Shoot: true}, Documents{}, left("ConfigurationMissing", "ConfigMap garden-demo/flux-config is gone or empty")),
		Entry("reports the Shoot's", extensionstatus.State{Project: true, Shoot: true}, Documents{Project: true}, left("ConfigurationMissing", "the Shoot's providerConfig was removed")),
		Entry("finds both", extensionstatus.State{Project: true, Shoot: true}, Documents{Project: true, ProviderConfig: true}, BeNil()),
	)

	DescribeTable("the rollout",
		func(gated Gated, want OmegaMatcher) {
			Expect(rolledOut(Facts{Documents: &Documents{Gated: gated}}, &Target{})).To(want)
		},
		Entry("lets pass what it does not keep", Gated{Staying: "x", Note: "y"}, BeNil()),
		Entry("leaves a shoot that keeps its delivery", Gated{Keeps: "WaitingForRollout", Message: "waits"}, left("WaitingForRollout", "waits")),
	)

	DescribeTable("the configuration",
		func(f Facts, want OmegaMatcher) {
			Expect(newDecider().configured(GinkgoT().Context(), f, &Target{})).To(want)
		},
		Entry("surveys a shoot before the first delivery", facts(func(*Facts) {}), needed(Need{Survey: true})),
		Entry("needs no survey where there has never been an API server", facts(func(f *Facts) { f.Shoot.Absent = true }), BeNil()),
		Entry("needs no survey of a shoot that has a source", facts(func(f *Facts) { f.Seed.Previous = extensionstatus.State{Flux: true, Sync: true} }), BeNil()),
		Entry("surveys a shoot that gets its first source", facts(func(f *Facts) { f.Seed.Previous = delivered }), needed(Need{Survey: true})),
		Entry("surveys a shoot that is managed again", facts(func(f *Facts) {
			f.Seed.Previous = extensionstatus.State{Flux: true, Sync: true, Bootstrapped: true}
		}), needed(Need{Survey: true})),
		Entry("refuses a configuration error without a survey after the first delivery", facts(func(f *Facts) {
			f.Seed.Previous, f.Documents.Shoot.ProviderConfig = delivered, controllertest.FluxConfig("typo: true")
		}), refused("typo")),
		Entry("refuses a configuration error of a hibernated shoot", facts(func(f *Facts) {
			f.Shoot.Asleep, f.Documents.Shoot.ProviderConfig = true, controllertest.FluxConfig("typo: true")
		}), refused("typo")),
		Entry("refuses a Flux in another namespace", facts(func(f *Facts) {
			f.Shoot.Survey = &toolkit.Survey{Controllers: []flux.Controller{controllertest.ControllerOf("gitops", "source-controller", "v2.9.3")}}
		}), refused("Flux runs in namespace gitops")),
		Entry("refuses another namespace than before", facts(func(f *Facts) {
			f.Seed.Previous = extensionstatus.State{Flux: true, Sync: true, Identity: resolved.Identity{Namespace: "gitops"}}
		}), refused("namespace")),
	)

	It("the configuration resolves each once, and no decision changes it", func() {
		d, measured := newDecider(), 0
		d.Measure = func() func() { measured++; return func() {} }
		f := facts(func(f *Facts) {
			f.Seed.Previous = extensionstatus.State{Flux: true, Sync: true, SourceKind: "GitRepository", SourceSuspension: resolved.Suspension{Suspended: true, Held: resolved.HeldSuspended}}
			f.Documents.Gated.Commit = "sha1:0123456789012345678901234567890123456789"
			f.Shoot.Absent = true
		})
		for range 3 {
			plan, need, err := d.Decide(GinkgoT().Context(), f)
			Expect(err).NotTo(HaveOccurred())
			Expect(need).To(Equal(Need{}))
			Expect(plan.State.SourceSuspension).To(Equal(f.Seed.Previous.SourceSuspension))
			Expect(plan.Condition.Message).To(ContainSubstring("commit 0123456789012345678901234567890123456789 of https://github.com/o/r"))
		}
		Expect(measured).To(Equal(1))
	})

	once := anyone + "mode: BootstrapOnce"
	surveyed := &toolkit.Survey{Controllers: []flux.Controller{controllertest.ControllerOf("flux-system", "source-controller", "v2.9.3")}}
	DescribeTable("the phase",
		func(given string, base extensionstatus.State, found *toolkit.Survey, change func(*Facts), phase Phase, want OmegaMatcher) {
			t := target(given)
			t.Base, t.Found = base, found
			Expect(phased(facts(change), &t)).To(want)
			Expect(t.Phase).To(Equal(phase))
		},
		Entry("is managed", anyone, delivered, nil, func(*Facts) {}, PhaseManaged, BeNil()),
		Entry("is left alone for good", once, extensionstatus.State{Flux: true, Bootstrapped: true}, nil, func(*Facts) {}, PhaseBootstrapped, BeNil()),
		Entry("is new", once, extensionstatus.State{}, &toolkit.Survey{}, func(*Facts) {}, PhaseBootstrapping, BeNil()),
		Entry("is left alone if others have installed Flux", once, extensionstatus.State{}, surveyed, func(*Facts) {}, PhaseBootstrapped, BeNil()),
		Entry("goes on", once, extensionstatus.State{Flux: true, Bootstrap: extensionstatus.Bootstrap{Bootstrapping: extensionstatus.BootstrappingNew}}, nil, func(*Facts) {}, PhaseBootstrapping, BeNil()),
		Entry("needs the ManagedResources", once, delivered, nil, func(*Facts) {}, PhaseManaged, needed(Need{HoldsFlux: true})),
		Entry("is released if the ManagedResources hold Flux", once, delivered, nil, func(f *Facts) { f.Seed.HoldsFlux = new(true) }, PhaseReleasing, BeNil()),
		Entry("needs a survey after these, not one from before", once, delivered, surveyed, func(f *Facts) { f.Seed.HoldsFlux = new(false) }, PhaseManaged, needed(Need{Resurvey: true})),
		Entry("is left alone if the controllers are still installed", once, delivered, nil, func(f *Facts) {
			f.Seed.HoldsFlux, f.Shoot.Resurvey = new(false), surveyed
		}, PhaseBootstrapped, BeNil()),
		Entry("begins again where they are gone", once, delivered, surveyed, func(f *Facts) {
			f.Seed.HoldsFlux, f.Shoot.Resurvey = new(false), &toolkit.Survey{}
		}, PhaseBootstrapping, BeNil()),
	)

	helm := Component{Name: fluxv1alpha1.ComponentHelm}
	DescribeTable("dropped components",
		func(change func(*Facts), kept string, want OmegaMatcher) {
			t := target(anyone + "flux: {components: [source-controller, kustomize-controller, notification-controller]}")
			t.Base = extensionstatus.State{Flux: true, Components: "helm-controller,source-controller"}
			Expect(components(facts(change), &t)).To(want)
			Expect(keptMessage(t.Kept)).To(ContainSubstring(kept))
			Expect(t.Effective.Components).To(HaveLen(3 + len(t.Kept)))
		},
		Entry("needs their uses", func(*Facts) {}, "", needed(Need{Uses: []Component{helm}})),
		Entry("lets go of one without use", func(f *Facts) { f.Shoot.Uses = map[Component]Use{helm: {}} }, "", BeNil()),
		Entry("keeps one that is in use", func(f *Facts) { f.Shoot.Uses = map[Component]Use{helm: {Objects: "HelmRelease a/b"}} }, "objects that only it handles: HelmRelease a/b", BeNil()),
		Entry("keeps one of a shoot that gives no answer", func(f *Facts) { f.Shoot.Uses = map[Component]Use{helm: {Unknown: "timeout"}} }, "cannot be checked for objects that nothing else handles: timeout", BeNil()),
		Entry("asks no hibernated shoot", func(f *Facts) { f.Seed.Hibernated = true }, "the shoot is hibernated", BeNil()),
	)

	DescribeTable("the upgrade",
		func(base extensionstatus.State, change func(*Facts), onlyConfig bool, want OmegaMatcher) {
			f := facts(change)
			f.Seed.Previous = base
			t := target(anyone + "flux: {version: v2.7.5}")
			t.Base, t.Found = base, surveyed
			Expect(newDecider().upgraded(GinkgoT().Context(), f, &t)).To(want)
			Expect(t.OnlyConfig).To(Equal(onlyConfig))
		},
		Entry("has nothing to do at the same version", extensionstatus.State{Flux: true, Version: "v2.7.5"}, func(*Facts) {}, false, BeNil()),
		Entry("needs the installed objects", extensionstatus.State{Flux: true, Version: "v2.6.4"}, func(*Facts) {}, false, needed(Need{Installed: true})),
		Entry("refuses a downgrade of a shoot that has nothing from the extension", extensionstatus.State{}, func(f *Facts) {
			f.Shoot.Installed = &flux.Installed{Controllers: surveyed.Controllers}
		}, false, refused("is not downgraded")),
		Entry("leaves Flux as it is for a downgrade otherwise", extensionstatus.State{Flux: true, Version: "v2.9.3"}, func(f *Facts) {
			f.Shoot.Installed = &flux.Installed{Controllers: surveyed.Controllers}
		}, true, BeNil()),
		Entry("leaves Flux as it is after a migration has failed", extensionstatus.State{Flux: true, Version: "v2.6.4"}, func(f *Facts) {
			f.Shoot.Installed, f.Migration = oldKustomizations("v2.6.4"), &Migrated{Failure: errors.New("denied")}
		}, true, BeNil()),
		Entry("goes on after one that has succeeded", extensionstatus.State{Flux: true, Version: "v2.6.4"}, func(f *Facts) {
			f.Shoot.Installed, f.Migration = oldKustomizations("v2.6.4"), &Migrated{}
		}, false, BeNil()),
		Entry("waits for the migration of what others have installed", extensionstatus.State{}, func(f *Facts) {
			f.Shoot.Installed, f.Migration = oldKustomizations("v2.6.4"), &Migrated{Failure: errors.New("denied")}
		}, false, left("Migrating", "denied. Nothing is delivered until that succeeds")),
	)

	pull := anyone + "flux: {imagePullSecretResourceName: pull}"
	DescribeTable("resources",
		func(found map[string]Resource, want OmegaMatcher) {
			Expect(resources(Facts{Resources: found}, &Target{Effective: config(withResources(pull, "pull"))})).To(want)
		},
		Entry("needs the missing resources", nil, needed(Need{Resources: []string{"pull"}})),
		Entry("refuses a Secret of another type", map[string]Resource{"pull": {}}, refused("imagePullSecretResourceName")),
		Entry("takes one with which images are pulled", map[string]Resource{"pull": {Resource: flux.Resource{Type: corev1.SecretTypeDockerConfigJson}}}, BeNil()),
	)

	DescribeTable("the deploy key",
		func(given string, key *DeployKey, want OmegaMatcher) {
			t := target(given)
			Expect(keyed(Facts{Keys: Keys{Deploy: key}}, &t)).To(want)
		},
		Entry("is not used for a public source", anyone, nil, BeNil()),
		Entry("is needed", keyOnly, nil, needed(Need{DeployKey: true})),
		Entry("is generated where there is none", keyOnly, &DeployKey{Missing: true}, needed(Need{NewKey: fluxv1alpha1.KeyAlgorithmEd25519})),
		Entry("is generated with the configured algorithm", keyOnly+"project: {deployKey: {algorithm: rsa-3072}}", &DeployKey{Missing: true}, needed(Need{NewKey: fluxv1alpha1.KeyAlgorithmRSA3072})),
		Entry("must not be damaged", keyOnly, &DeployKey{Damaged: &keypair.DamagedKeyError{Namespace: "garden-demo", Reason: errors.New("no key")}}, refused("no key")),
		Entry("is delivered", keyOnly, &DeployKey{DeployKey: keypair.DeployKey{Identity: []byte("i")}}, BeNil()),
	)

	more := keyOnly + "additionalSources: [{name: apps, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/apps'}}}]"
	DescribeTable("the deploy keys of additional sources",
		func(given string, previous extensionstatus.State, keys Keys, want OmegaMatcher) {
			t := target(given)
			Expect(sourcesKeyed(Facts{Seed: Seed{Project: "garden-demo", Previous: previous}, Keys: keys}, &t)).To(want)
		},
		Entry("are not read for sources without", keyOnly, extensionstatus.State{}, Keys{}, BeNil()),
		Entry("are needed", more, extensionstatus.State{}, Keys{}, needed(Need{SourceKeys: []string{"apps"}})),
		Entry("must not be damaged", more, extensionstatus.State{}, Keys{SourcesDamaged: errors.New("no key")}, refused("no key")),
		Entry("may be missing before the first delivery", more, extensionstatus.State{}, Keys{Sources: map[string]keypair.DeployKey{}}, BeNil()),
		Entry("must not be gone after it", more, extensionstatus.State{SourceKeys: extensionstatus.SourceKeysOf([]extensionstatus.SourceKey{{Source: types.NamespacedName{Namespace: "flux-system", Name: "apps"}, Fingerprint: "SHA256:x"}})},
			Keys{Sources: map[string]keypair.DeployKey{}}, refused("the deploy key of additional source apps is gone")),
	)

	DescribeTable("the size",
		func(size int, want OmegaMatcher) {
			f := Facts{Documents: whole(anyone).facts(extensionstatus.State{}).Documents, Resources: map[string]Resource{"a": {Resource: flux.Resource{Data: map[string][]byte{"a": make([]byte, size)}}}}}
			Expect(sized(f, &Target{Effective: config(withResources(anyone+"additionalSecretResources: [{name: a}]", "a"))})).To(want)
		},
		Entry("takes a small copy", 1, BeNil()),
		Entry("refuses a large one, by its name", 1<<20, refused("resource a 10485")),
	)

	It("manifests refuses manifests that are too large for a Secret of the seed", func() {
		d := newDecider()
		d.CheckSize = func([]content.Manifests) error { return &content.TooLargeError{Size: 7, Limit: 5} }
		f := whole(anyone).facts(delivered)
		plan, need, err := d.Decide(GinkgoT().Context(), f)
		Expect(err).NotTo(HaveOccurred())
		Expect(need).To(Equal(Need{}))
		Expect(plan.Delivery).To(BeNil())
		Expect(plan.Condition.Message).To(And(ContainSubstring("needs 7 bytes in a Secret of the seed, and may need at most 5"), HaveSuffix("What was delivered to the shoot before stays as it is")))
	})

	DescribeTable("the Secret with the deploy key",
		func(base extensionstatus.State, found *toolkit.Survey, objects map[Object]Found, want OmegaMatcher) {
			t := target(keyOnly)
			t.Base, t.Found = base, found
			f := Facts{Shoot: Shoot{Objects: objects}, Keys: Keys{Deploy: &DeployKey{DeployKey: keypair.DeployKey{Identity: []byte("own")}}}}
			Expect(keyConflict(f, &t)).To(want)
		},
		Entry("is the extension's once it was delivered", extensionstatus.State{Flux: true, DeployKey: true}, nil, nil, BeNil()),
		Entry("needs a survey of a shoot that gets its first", delivered, nil, nil, needed(Need{Survey: true})),
		Entry("is needed", extensionstatus.State{}, surveyed, nil, needed(Need{Objects: []Object{core("Secret", "flux-system")}})),
		Entry("need not exist", extensionstatus.State{}, surveyed, map[Object]Found{core("Secret", "flux-system"): {}}, BeNil()),
		Entry("may have the same key", extensionstatus.State{}, surveyed, map[Object]Found{core("Secret", "flux-system"): {Object: secret("own\n")}}, BeNil()),
		Entry("must not have another", extensionstatus.State{}, surveyed, map[Object]Found{core("Secret", "flux-system"): {Object: secret("other")}}, refused("holds other credentials than the project's deploy key")),
	)

	DescribeTable("copies",
		func(before bool, objects map[Object]Found, want OmegaMatcher) {
			t := Target{Effective: config(withResources(anyone+"additionalSecretResources: [{name: a}]", "a"))}
			if before {
				t.Base.Copies = t.Effective.Targets()
			}
			f := Facts{Shoot: Shoot{Objects: objects}, Resources: map[string]Resource{"a": {Resource: flux.ResourceFrom(secret("own"))}}}
			Expect(copyConflicts(f, &t)).To(want)
		},
		Entry("are not asked for with the names of before", true, nil, BeNil()),
		Entry("are needed", false, nil, needed(Need{Objects: []Object{core("Secret", "a")}})),
		Entry("need not exist", false, map[Object]Found{core("Secret", "a"): {}}, BeNil()),
		Entry("may have the same content", false, map[Object]Found{core("Secret", "a"): {Object: secret("own")}}, BeNil()),
		Entry("must not replace another Secret", false, map[Object]Found{core("Secret", "a"): {Object: secret("other")}}, refused("would replace Secret flux-system/a of the shoot")),
		Entry("replace another copy", false, map[Object]Found{core("Secret", "a"): {Object: secret("other"), Origin: "x"}}, BeNil()),
	)

	DescribeTable("the shoot info",
		func(base extensionstatus.State, objects map[Object]Found, want OmegaMatcher) {
			t := target(anyone)
			t.Base = base
			Expect(shootInfoConflicts(facts(func(f *Facts) { f.Shoot.Objects = objects }), &t)).To(want)
		},
		Entry("is not asked for where it was delivered", extensionstatus.State{Flux: true, Identity: resolved.Identity{Namespace: "flux-system"}}, nil, BeNil()),
		Entry("is needed", extensionstatus.State{}, nil, needed(Need{Objects: []Object{core("ConfigMap", "shoot-info")}})),
		Entry("need not exist", extensionstatus.State{}, map[Object]Found{core("ConfigMap", "shoot-info"): {}}, BeNil()),
		Entry("must not replace a user's", extensionstatus.State{}, map[Object]Found{core("ConfigMap", "shoot-info"): {Object: &corev1.ConfigMap{Data: map[string]string{"a": "b"}}}}, refused("was not created by the extension")),
		Entry("replaces the predecessor's", extensionstatus.State{}, map[Object]Found{core("ConfigMap", "shoot-info"): {Object: &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{fluxv1alpha1.LabelManagedBy: fluxv1alpha1.PredecessorManagedBy}}, Data: map[string]string{"a": "b"},
		}}}, BeNil()),
	)

	DescribeTable("a source that is named no longer",
		func(base extensionstatus.State, phase Phase, given *configured, want OmegaMatcher) {
			Expect(missingSource(given.facts(base), &Target{Effective: config(given), Base: base, Phase: phase})).To(want)
		},
		Entry("is none where nothing was synced", delivered, PhaseManaged, said(nil, nil), BeNil()),
		Entry("is none where one is named", extensionstatus.State{Sync: true}, PhaseManaged, whole(anyone), BeNil()),
		Entry("does not matter where it is left alone", extensionstatus.State{Sync: true}, PhaseBootstrapped, said(nil, nil), BeNil()),
		Entry("leaves everything", extensionstatus.State{Sync: true}, PhaseManaged, said(nil, nil), left("ConfigurationMissing", "names a source any more")),
	)

	DescribeTable("additional sources",
		func(found *toolkit.Survey, before bool, change func(*Facts), want OmegaMatcher) {
			t := target(more)
			if t.Found = found; before {
				t.Base.AdditionalSources = resolved.SourceNames(t.Effective.AdditionalSources)
			}
			Expect(sourceConflicts(facts(change), &t)).To(want)
		},
		Entry("are needed", nil, false, func(*Facts) {}, HaveValue(HaveField("Need.Sources", HaveLen(1)))),
		Entry("are not asked for with the names of before", nil, true, func(*Facts) {}, BeNil()),
		Entry("are asked for with these if the shoot was surveyed", surveyed, true, func(*Facts) {}, HaveValue(HaveField("Need.Sources", HaveLen(1)))),
		Entry("need not exist", nil, false, func(f *Facts) { f.Shoot.Sources = map[toolkit.Reference]toolkit.Found{} }, BeNil()),
		Entry("are none without a shoot", nil, false, func(f *Facts) { f.Shoot.Absent = true }, BeNil()),
	)

	It("a takeover needs the objects that the survey has found, and no others", func() {
		t := target(anyone)
		t.Found = &toolkit.Survey{
			Controllers:    append([]flux.Controller{controllertest.ControllerOf("elsewhere", "helm-controller", "v2.9.3")}, surveyed.Controllers...),
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system"), controllertest.RootOf("other")},
		}
		f := facts(func(*Facts) {})
		refusal := newDecider().takeover(f, &t)
		Expect(refusal.Need.Objects).To(HaveExactElements(HaveField("NamespacedName", types.NamespacedName{Namespace: "flux-system", Name: "flux-system"})))
		f.Shoot.Objects = map[Object]Found{refusal.Need.Objects[0]: {}}
		refusal = newDecider().takeover(f, &t)
		Expect(refusal.Need.Objects).To(HaveExactElements(HaveField("NamespacedName", types.NamespacedName{Namespace: "flux-system", Name: "source-controller"})))
		f.Shoot.Objects[refusal.Need.Objects[0]] = Found{}
		refusal = newDecider().takeover(f, &t)
		Expect(refusal).To(BeNil())
	})

	It("a hibernated shoot leaves it to wake up if it does not answer, and only then", func() {
		f := facts(func(f *Facts) { f.Seed.Hibernated = true })
		_, need, err := newDecider().Decide(GinkgoT().Context(), f)
		Expect(err).NotTo(HaveOccurred())
		Expect(need).To(Equal(Need{Survey: true}))
		f.Shoot.Asleep = true
		Expect(decide(f).Condition.Reason).To(Equal("Hibernated"))
	})

	It("attempts comes before the delivery: the migration, then the key; both are facts then", func() {
		f := whole(keyOnly + "flux: {version: v2.7.5}").facts(extensionstatus.State{Flux: true, Version: "v2.6.4"})
		f.Shoot = Shoot{Survey: surveyed, Installed: oldKustomizations("v2.6.4"), Objects: map[Object]Found{core("Secret", "flux-system"): {}, core("ConfigMap", "shoot-info"): {}}}
		generated := keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i")}
		f.Keys.Deploy = &DeployKey{DeployKey: generated, Generated: true}
		Expect(decide(f).Attempt).To(HaveValue(And(HaveField("NewKey", BeNil()), HaveField("Migration", HaveValue(And(HaveField("From", "v2.6.4"), HaveField("To", "v2.7.5")))))))
		f.Migration = &Migrated{}
		Expect(decide(f).Attempt).To(HaveValue(And(HaveField("Migration", BeNil()), HaveField("NewKey", HaveValue(Equal(NewKey{DeployKey: generated, URL: "ssh://git@github.com/o/r"}))))))
		f.Keys.Deploy = &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:first", Identity: []byte("first"), Version: "7"}}
		plan := decide(f)
		Expect(plan.Attempt).To(BeNil())
		Expect(plan.State.Observed.Key).To(Equal("7"))
		Expect(plan.Delivery.Input.DeployKey.Identity).To(Equal("first"))
	})
})

// oldKustomizations is a Flux whose Kustomizations are stored in a version that v2.7 does not have.
func oldKustomizations(version string) *flux.Installed {
	return &flux.Installed{
		Controllers: []flux.Controller{controllertest.ControllerOf("flux-system", "source-controller", version)},
		Kinds:       map[string]flux.StoredKind{"kustomizations.kustomize.toolkit.fluxcd.io": {Storage: "v1", Stored: []string{"v1beta1", "v1"}}},
	}
}

// withResources is the project's ConfigMap for a Shoot whose spec.resources has Secrets of these names.
func withResources(config string, names ...string) *configured {
	given := whole(config)
	for _, name := range names {
		given.resources = append(given.resources, gardencorev1beta1.NamedResourceReference{
			Name: name, ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: name},
		})
	}
	return given
}

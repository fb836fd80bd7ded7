// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"errors"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// configured has a project's ConfigMap and a Shoot's providerConfig; nil if they do not exist.
type configured struct {
	project        map[string]string
	providerConfig []byte
	resources      []gardencorev1beta1.NamedResourceReference
}

// facts returns the facts of a shoot without an API server.
func (c *configured) facts(previous extensionstatus.State) Facts {
	documents := &Documents{}
	shoot := &configuration.Shoot{Namespace: "garden-demo", Name: "only", ProviderConfigPath: field.NewPath("providerConfig"), Info: configuration.WithPlaceholders(nil)}
	if c != nil {
		shoot.ProviderConfig = c.providerConfig
		shoot.Resources = c.resources
		if c.project != nil {
			documents.ConfigMap = &document.ConfigMap{Namespace: "garden-demo", Data: c.project}
		}
	}
	return Facts{Seed: Seed{Project: "garden-demo", Networks: []string{"10.0.0.0/8"}, Shoot: shoot, Previous: previous}, Documents: documents, Shoot: Shoot{Absent: true}}
}

func newDecider() *Decider {
	GinkgoHelper()
	return &Decider{Resolver: controllertest.NewResolver(), Renderer: controllertest.Renderer, CheckSize: content.CheckSize, Measure: func() func() { return func() {} }}
}

// decide returns the plan for complete facts.
func decide(f Facts) Delivery {
	GinkgoHelper()
	plan, need, err := newDecider().Decide(GinkgoT().Context(), Project, f)
	Expect(err).NotTo(HaveOccurred())
	Expect(need).To(Equal(Need{}))
	return plan
}

// resolve returns the configuration of the documents.
func resolve(given *configured) *resolved.Configuration {
	GinkgoHelper()
	f := given.facts(extensionstatus.State{})
	effective, errs, err := controllertest.NewResolver().Resolve(GinkgoT().Context(), f.Documents.ConfigMap, f.Seed.Shoot)
	Expect(err).NotTo(HaveOccurred())
	Expect(errs).To(BeEmpty())
	return effective
}

func said(project map[string]string, providerConfig []byte) *configured {
	return &configured{project: project, providerConfig: providerConfig}
}

const githubKey = "github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"

var _ = Describe("Decide", func() {
	var (
		mistake  = errors.New("ConfigMap garden-demo/flux-config: typo")
		fluxOnly = extensionstatus.State{Flux: true}
		synced   = extensionstatus.State{Flux: true, Sync: true}

		public  = map[string]string{"repositoryUrl": "https://github.com/o/r"}
		private = map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}
	)

	DescribeTable("leaves the delivery unchanged",
		func(given *configured, invalid error, previous extensionstatus.State, reason, message string, fails bool) {
			var p Delivery
			if f := given.facts(previous); invalid != nil {
				p = refuses(invalid).delivery(f, Target{})
			} else {
				p = decide(f)
			}
			Expect(p.Payload).To(BeNil())
			Expect(p.Condition.Type).To(BeEquivalentTo("FluxConfigured"))
			Expect(p.Condition.Status).To(BeEquivalentTo("False"))
			Expect(p.Condition.Reason).To(Equal(reason))
			Expect(p.Condition.Message).To(Equal(message))
			Expect(p.Invalid != nil).To(Equal(fails))
		},
		Entry("configuration error before the first delivery, which fails the operation", nil, mistake, extensionstatus.State{}, "InvalidConfiguration", mistake.Error(), true),
		Entry("configuration error after the first delivery, which is a condition", nil, mistake, fluxOnly,
			"InvalidConfiguration", mistake.Error()+". The last delivery to the shoot stays unchanged", false),
		Entry("configuration without source", said(map[string]string{"fluxVersion": "v2.9"}, nil), nil, synced, "ConfigurationMissing",
			"neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig configures a source any more, but Flux still reconciles this shoot from the previous one. Everything in the shoot stays unchanged, unless the extension is removed from the Shoot; configure the source again to continue", false),
		Entry("deleted ConfigMap, while the Shoot has a source",
			said(nil, controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")), nil, extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}, "ConfigurationMissing",
			"ConfigMap garden-demo/flux-config is missing or empty, but this shoot was configured from it. Everything in the shoot stays unchanged, unless the extension is removed from the Shoot; to continue, create it again, with at least an empty FluxConfig in key config.yaml", false),
		Entry("empty ConfigMap, while the Shoot has a source",
			said(map[string]string{"repositoryUrl": " "}, controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")), nil, extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}, "ConfigurationMissing",
			"ConfigMap garden-demo/flux-config is missing or empty, but this shoot was configured from it. Everything in the shoot stays unchanged, unless the extension is removed from the Shoot; to continue, create it again, with at least an empty FluxConfig in key config.yaml", false),
		Entry("deleted providerConfig, while the project has a source",
			said(public, nil), nil, extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}, "ConfigurationMissing",
			"the Shoot's providerConfig was removed, but this shoot was configured from it. Everything in the shoot stays unchanged, unless the extension is removed from the Shoot; to use the project's configuration alone, set a providerConfig with only apiVersion and kind of a FluxConfig", false),
		Entry("deleted documents after a delivery of Flux only", said(nil, nil), nil, extensionstatus.State{Flux: true, Shoot: true}, "ConfigurationMissing",
			"the Shoot's providerConfig was removed, but this shoot was configured from it. Everything in the shoot stays unchanged, unless the extension is removed from the Shoot; to use the project's configuration alone, set a providerConfig with only apiVersion and kind of a FluxConfig", false),
	)

	It("permits the deletion of a ConfigMap after the delivery of its empty FluxConfig", func() {
		source := controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")
		reconcile := func(before extensionstatus.State, given *configured) (Delivery, extensionstatus.State) {
			p := decide(given.facts(before))
			if p.Payload == nil {
				return p, before
			}
			return p, p.State
		}

		_, delivered := reconcile(extensionstatus.State{}, said(map[string]string{"fluxVersion": "v2.9"}, source))
		for _, gone := range []map[string]string{nil, {}, {"fluxVersion": " "}} {
			p, still := reconcile(delivered, said(gone, source))
			Expect(p.Condition.Reason).To(Equal("ConfigurationMissing"))
			Expect(still).To(Equal(delivered))
		}

		p, delivered := reconcile(delivered, said(map[string]string{"config.yaml": string(controllertest.FluxConfig(""))}, source))
		Expect(p.Condition.Reason).To(Equal("Configured"))
		p, _ = reconcile(delivered, said(nil, source))
		Expect(p.Condition.Reason).To(Equal("Configured"))
	})

	It("reports a missing ConfigMap before the errors that it causes", func() {
		p := decide(said(nil, controllertest.FluxConfig("typo: true")).facts(extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}))
		Expect(p.Invalid).NotTo(HaveOccurred())
		Expect(p.Condition.Reason).To(Equal("ConfigurationMissing"))
	})

	at := func(origin document.Origin) document.Error {
		return document.Error{Origin: origin, Error: field.Required(field.NewPath("source"), "")}
	}

	DescribeTable("returns the document with the configuration error for the metrics",
		func(given *configured, invalid error, previous extensionstatus.State, kinds ...document.ErrorKind) {
			if f := given.facts(previous); invalid != nil {
				Expect(refuses(invalid).delivery(f, Target{}).Errors).To(Equal(kinds))
			} else {
				Expect(decide(f).Errors).To(Equal(kinds))
			}
		},
		Entry("deleted ConfigMap", said(nil, nil), nil, extensionstatus.State{Flux: true, Project: true}, document.ErrorKindProjectMissing),
		Entry("deleted providerConfig", said(nil, nil), nil, extensionstatus.State{Flux: true, Shoot: true}, document.ErrorKindShootMissing),
		Entry("configuration without source",
			said(map[string]string{"fluxVersion": "v2.9"}, nil), nil, synced, document.ErrorKindSourceMissing),
		Entry("damaged deploy key", nil, &keypair.DamagedKeyError{Reason: mistake}, extensionstatus.State{}, document.ErrorKindDeployKey),
		Entry("several documents, each once", nil, document.Errors{
			at(document.OriginOperator), at(document.OriginProject), at(document.OriginProject), at(document.OriginShoot),
		}, fluxOnly, document.ErrorKindOperator, document.ErrorKindProject, document.ErrorKindShoot),
		Entry("unknown document", nil, mistake, extensionstatus.State{}, document.ErrorKindOther),
	)

	DescribeTable("delivers",
		func(given *configured, previous extensionstatus.State, key *DeployKey, reason, message string) {
			f := given.facts(previous)
			f.Keys.Deploy = key
			p := decide(f)
			Expect(p.Invalid).NotTo(HaveOccurred())
			if key != nil {
				Expect(p.Payload.Input.DeployKey).To(And(HaveField("Identity", string(key.Identity)), HaveField("KnownHosts", Or(Equal(githubKey+"\n"), HavePrefix("ssh.dev.azure.com ssh-rsa ")))))
			}
			Expect(p.Payload.Input).To(Equal(flux.Input{Effective: resolve(given), ShootInfo: f.Seed.Shoot.Info, DeployKey: p.Payload.Input.DeployKey, ClusterNetworks: f.Seed.Networks}))
			Expect(p.Condition.Status).To(BeEquivalentTo("True"))
			Expect(p.Condition.Reason).To(Equal(reason))
			Expect(p.Condition.Message).To(Equal(message))
		},
		Entry("Flux only, without any configuration", said(nil, nil), extensionstatus.State{}, nil, "NoRepository",
			"Flux v2.9.5 is configured, and nothing to sync: neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig configures a source"),
		Entry("Flux only, with a version in the project", said(map[string]string{"fluxVersion": "v2.9"}, nil), fluxOnly, nil, "NoRepository",
			"Flux v2.9.5 is configured, and nothing to sync: neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig configures a source"),
		Entry("Flux only, without a source in both documents", said(map[string]string{"fluxVersion": "v2.9"}, controllertest.FluxConfig("")), extensionstatus.State{}, nil, "NoRepository",
			"Flux v2.9.5 is configured, and nothing to sync: neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig configures a source"),
		Entry("public repository", said(public, nil), synced, nil, "Configured",
			"Flux v2.9.5 is configured to sync path ./ of branch main of https://github.com/o/r"),
		Entry("private repository",
			said(private, nil), extensionstatus.State{}, &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), KnownHosts: []byte(githubKey)}}, "Configured",
			"Flux v2.9.5 is configured to sync path ./ of branch main of ssh://git@github.com/o/r with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source"),
		Entry("private repository with an unsuitable deploy key",
			said(map[string]string{"repositoryUrl": "ssh://git@ssh.dev.azure.com/v3/org/proj/fleet"}, nil), extensionstatus.State{}, &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), Algorithm: "ed25519"}}, "Configured",
			"Flux v2.9.5 is configured to sync path ./ of branch main of ssh://git@ssh.dev.azure.com/v3/org/proj/fleet with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source. "+
				"Warning: Secret garden-demo/flux-source: the deploy key has algorithm ed25519, and the host of ssh://git@ssh.dev.azure.com/v3/org/proj/fleet accepts RSA keys only, so Flux cannot read the repository; rotate the key with project.deployKey.algorithm unset or rsa-3072"),
		Entry("private repository with unused known_hosts lines",
			said(private, nil), extensionstatus.State{}, &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), KnownHosts: []byte(githubKey + " " + githubKey)}}, "Configured",
			"Flux v2.9.5 is configured to sync path ./ of branch main of ssh://git@github.com/o/r with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source. "+
				"Warning: Secret garden-demo/flux-source: known_hosts: line 1 has several keys, and only the first is used; write one line per key"),
		Entry("configuration of the project and an empty FluxConfig of the Shoot", said(public, controllertest.FluxConfig("")), extensionstatus.State{Flux: true, Sync: true, Shoot: true}, nil, "Configured",
			"Flux v2.9.5 is configured to sync path ./ of branch main of https://github.com/o/r"),
		Entry("older patch version, with a warning", said(map[string]string{"fluxVersion": "2.9.0"}, nil), extensionstatus.State{}, nil, "NoRepository",
			"Flux v2.9.5 is configured, and nothing to sync: neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig configures a source. Warning: ConfigMap garden-demo/flux-config: fluxVersion: 2.9.0 resolves to v2.9.5, the newest available patch version"),
	)

	DescribeTable("refuses a source without a known host key, and reports the scan",
		func(scan bool, failure, message string) {
			given := said(map[string]string{"config.yaml": string(controllertest.FluxConfig("source: {template: {spec: {url: 'ssh://git@git.example.com/o/r'}}}"))}, nil)
			f := given.facts(extensionstatus.State{})
			f.Keys.Deploy = &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", HostKeyScanError: failure}}
			effective := resolve(given)
			effective.Source.ScanHostKeys = scan
			refusal := keyed(f, &Target{Effective: effective})
			Expect(refusal.Invalid).To(MatchError(ContainSubstring(message)))
		},
		Entry("no scan", false, "", "source.knownHosts"),
		Entry("pending scan", true, "", "; the garden controller, if installed, scans the host for them shortly"),
		Entry("failed scan", true, "connection refused", "; the scan of the host failed and is retried: connection refused"),
	)
})

var _ = DescribeTable("Condition FluxUpToDate",
	func(change func(*Facts, *Delivery), want OmegaMatcher) {
		f := said(map[string]string{"repositoryUrl": "https://github.com/o/r"}, nil).facts(extensionstatus.State{})
		p := Delivery{Condition: health.Verdict{Status: gardencorev1beta1.ConditionTrue}, Payload: &Payload{}}
		change(&f, &p)
		Expect(upToDate(f, p)).To(want)
	},
	Entry("delivered", func(*Facts, *Delivery) {}, HaveValue(And(HaveField("Status", gardencorev1beta1.ConditionTrue), HaveField("Reason", "UpToDate")))),
	Entry("refused", func(_ *Facts, p *Delivery) { p.Condition.Status = gardencorev1beta1.ConditionFalse },
		HaveValue(And(HaveField("Status", gardencorev1beta1.ConditionFalse), HaveField("Reason", "Refused")))),
	Entry("not delivered yet, with the reason of FluxConfigured", func(_ *Facts, p *Delivery) {
		p.Condition.Status, p.Condition.Reason = gardencorev1beta1.ConditionProgressing, "RolloutHeld"
	}, HaveValue(And(HaveField("Status", gardencorev1beta1.ConditionProgressing), HaveField("Reason", "RolloutHeld")))),
	Entry("an earlier revision of the rollout", func(f *Facts, _ *Delivery) {
		f.Documents.Observed.Ring, f.Documents.Observed.Config, f.Documents.Present = "all", "old", "new"
		f.Documents.Permit.Note = "revision x waits for ring canary"
	}, HaveValue(And(HaveField("Reason", "WaitingForRing"), HaveField("Message", "revision x waits for ring canary")))),
	Entry("another Flux version of the rollout, which is not about the configuration", func(f *Facts, _ *Delivery) {
		f.Documents.Observed.Ring, f.Documents.Permit.Note = "all", "revision x waits for ring canary"
	}, HaveValue(HaveField("Reason", "UpToDate"))),
	Entry("a note of the operator's version rollout, which is not about the project", func(f *Facts, _ *Delivery) { f.Documents.Permit.Note = "the default version waits" },
		HaveValue(HaveField("Reason", "UpToDate"))),
	Entry("a change for a hibernated shoot", func(f *Facts, p *Delivery) {
		f.Seed.Hibernated, f.Seed.Previous.Flux, p.State.Observed.Config = true, true, "new"
	}, HaveValue(HaveField("Reason", "Hibernated"))),
	Entry("no change for a hibernated shoot, which may wait for an earlier one", func(f *Facts, p *Delivery) {
		f.Seed.Hibernated, f.Seed.Previous.Flux, p.State.Observed.Requested = true, true, "2026-11-26T12:00:00Z"
	}, BeNil()),
)

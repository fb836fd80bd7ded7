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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// configured are a project's ConfigMap and a Shoot's providerConfig; nil where there is none.
type configured struct {
	project        map[string]string
	providerConfig []byte
	resources      []gardencorev1beta1.NamedResourceReference
}

// facts are those of a shoot that was never there, so that it is not asked. Without documents, both configure something.
func (c *configured) facts(previous extensionstatus.State) Facts {
	documents := &Documents{Project: true, ProviderConfig: true, Shoot: &configuration.Shoot{
		Namespace: "garden-demo", Name: "only", ProviderConfigPath: field.NewPath("providerConfig"), Info: shootinfo.WithPlaceholders(nil),
	}}
	if c != nil {
		documents.Shoot.ProviderConfig, documents.ProviderConfig = c.providerConfig, c.providerConfig != nil
		documents.Shoot.Resources = c.resources
		if c.project != nil {
			documents.ConfigMap = &document.ConfigMap{Namespace: "garden-demo", Data: c.project}
		}
		documents.Project = !documents.ConfigMap.IsEmpty()
	}
	return Facts{Seed: Seed{Project: "garden-demo", Networks: []string{"10.0.0.0/8"}, Previous: previous}, Documents: documents, Shoot: Shoot{Absent: true}}
}

func newDecider() *Decider {
	GinkgoHelper()
	return &Decider{Resolver: controllertest.NewResolver(), Renderer: controllertest.Renderer, CheckSize: content.CheckSize, Measure: func() func() { return func() {} }}
}

// decide returns the plan for facts that are complete.
func decide(f Facts) Plan {
	GinkgoHelper()
	plan, need, err := newDecider().Decide(GinkgoT().Context(), f)
	Expect(err).NotTo(HaveOccurred())
	Expect(need).To(Equal(Need{}))
	return plan
}

// resolve returns the configuration of the documents.
func resolve(given *configured) *resolved.Configuration {
	GinkgoHelper()
	documents := given.facts(extensionstatus.State{}).Documents
	effective, errs, err := controllertest.NewResolver().Resolve(GinkgoT().Context(), documents.ConfigMap, documents.Shoot)
	Expect(err).NotTo(HaveOccurred())
	Expect(errs).To(BeEmpty())
	return effective
}

func said(project map[string]string, providerConfig []byte) *configured {
	return &configured{project: project, providerConfig: providerConfig}
}

const githubKey = "github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"

var _ = Describe("decide", func() {
	var (
		mistake  = errors.New("ConfigMap garden-demo/flux-config: typo")
		fluxOnly = extensionstatus.State{Flux: true}
		synced   = extensionstatus.State{Flux: true, Sync: true}

		public  = map[string]string{"repositoryUrl": "https://github.com/o/r"}
		private = map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}
	)

	DescribeTable("delivers nothing",
		func(given *configured, invalid error, previous extensionstatus.State, reason, message string, fails bool) {
			var p Plan
			if f := given.facts(previous); invalid != nil {
				p = refuses(invalid).plan(f, Target{})
			} else {
				p = decide(f)
			}
			Expect(p.Delivery).To(BeNil())
			Expect(p.Condition.Type).To(BeEquivalentTo("FluxConfigured"))
			Expect(p.Condition.Status).To(BeEquivalentTo("False"))
			Expect(p.Condition.Reason).To(Equal(reason))
			Expect(p.Condition.Message).To(Equal(message))
			Expect(p.Invalid != nil).To(Equal(fails))
		},
		Entry("a configuration error fails the operation before the first delivery", nil, mistake, extensionstatus.State{}, "InvalidConfiguration", mistake.Error(), true),
		Entry("a configuration error is a condition after the first delivery", nil, mistake, fluxOnly,
			"InvalidConfiguration", mistake.Error()+". What was delivered to the shoot before stays as it is", false),
		Entry("a source that is named no longer", said(map[string]string{"fluxVersion": "v2.9"}, nil), nil, synced, "ConfigurationMissing",
			"neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig names a source any more, but Flux reconciles this shoot from one that was configured before. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; name the source again to go on", false),
		Entry("a ConfigMap that is gone, although the Shoot still names the source: its path, its version may have stood there",
			said(nil, controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")), nil, extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}, "ConfigurationMissing",
			"ConfigMap garden-demo/flux-config is gone or empty, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; write it again to go on, if need be with nothing but an empty FluxConfig in key config.yaml", false),
		Entry("an emptied ConfigMap, although the Shoot still names the source",
			said(map[string]string{"repositoryUrl": " "}, controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")), nil, extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}, "ConfigurationMissing",
			"ConfigMap garden-demo/flux-config is gone or empty, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; write it again to go on, if need be with nothing but an empty FluxConfig in key config.yaml", false),
		Entry("a providerConfig that is gone, although the project still names the source: another path would prune everything",
			said(public, nil), nil, extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}, "ConfigurationMissing",
			"the Shoot's providerConfig was removed, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; to let the project's configuration apply, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", false),
		Entry("both gone, and only Flux was installed", said(nil, nil), nil, extensionstatus.State{Flux: true, Shoot: true}, "ConfigurationMissing",
			"the Shoot's providerConfig was removed, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; to let the project's configuration apply, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", false),
	)

	It("lets a ConfigMap go once an empty FluxConfig in it was delivered, and not before", func() {
		source := controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")
		reconcile := func(before extensionstatus.State, given *configured) (Plan, extensionstatus.State) {
			p := decide(given.facts(before))
			if p.Delivery == nil {
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

	It("reports a missing ConfigMap rather than errors that follow from it", func() {
		p := decide(said(nil, controllertest.FluxConfig("typo: true")).facts(extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}))
		Expect(p.Invalid).NotTo(HaveOccurred())
		Expect(p.Condition.Reason).To(Equal("ConfigurationMissing"))
	})

	at := func(origin document.Origin) document.Error {
		return document.Error{Origin: origin, Error: field.Required(field.NewPath("source"), "")}
	}

	DescribeTable("returns, for the metrics, where a configuration error has to be corrected",
		func(given *configured, invalid error, previous extensionstatus.State, kinds ...metrics.ConfigurationErrorKind) {
			if f := given.facts(previous); invalid != nil {
				Expect(refuses(invalid).plan(f, Target{}).Errors).To(Equal(kinds))
			} else {
				Expect(decide(f).Errors).To(Equal(kinds))
			}
		},
		Entry("in the ConfigMap that is gone", said(nil, nil), nil, extensionstatus.State{Flux: true, Project: true}, metrics.ConfigurationErrorProjectMissing),
		Entry("in the providerConfig that is gone", said(nil, nil), nil, extensionstatus.State{Flux: true, Shoot: true}, metrics.ConfigurationErrorShootMissing),
		Entry("nowhere it says, but no source is named any more",
			said(map[string]string{"fluxVersion": "v2.9"}, nil), nil, synced, metrics.ConfigurationErrorSourceMissing),
		Entry("in the deploy key", nil, &keypair.DamagedKeyError{Reason: mistake}, extensionstatus.State{}, metrics.ConfigurationErrorDeployKey),
		Entry("each place once, and also after something was delivered", nil, document.Errors{
			at(document.OriginOperator), at(document.OriginProject), at(document.OriginProject), at(document.OriginShoot),
		}, fluxOnly, metrics.ConfigurationErrorOperator, metrics.ConfigurationErrorProject, metrics.ConfigurationErrorShoot),
		Entry("somewhere", nil, mistake, extensionstatus.State{}, metrics.ConfigurationErrorOther),
	)

	DescribeTable("delivers",
		func(given *configured, previous extensionstatus.State, key *DeployKey, reason, message string) {
			f := given.facts(previous)
			f.Keys.Deploy = key
			p := decide(f)
			Expect(p.Invalid).NotTo(HaveOccurred())
			if key != nil {
				Expect(p.Delivery.Input.DeployKey).To(And(HaveField("Identity", string(key.Identity)), HaveField("KnownHosts", Or(Equal(githubKey+"\n"), HavePrefix("ssh.dev.azure.com ssh-rsa ")))))
			}
			Expect(p.Delivery.Input).To(Equal(flux.Input{Effective: resolve(given), ShootInfo: f.Documents.Shoot.Info, DeployKey: p.Delivery.Input.DeployKey, ClusterNetworks: f.Seed.Networks}))
			Expect(p.Condition.Status).To(BeEquivalentTo("True"))
			Expect(p.Condition.Reason).To(Equal(reason))
			Expect(p.Condition.Message).To(Equal(message))
		},
		Entry("Flux only, without any configuration", said(nil, nil), extensionstatus.State{}, nil, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config is missing or empty, and the Shoot has no providerConfig"),
		Entry("Flux only, if the project names no repository; and it can be updated", said(map[string]string{"fluxVersion": "v2.9"}, nil), fluxOnly, nil, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config names no source"),
		Entry("Flux only, if neither names a source", said(map[string]string{"fluxVersion": "v2.9"}, controllertest.FluxConfig("")), extensionstatus.State{}, nil, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig names a source"),
		Entry("a public repository", said(public, nil), synced, nil, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of https://github.com/o/r"),
		Entry("a private repository, and says where the key is",
			said(private, nil), extensionstatus.State{}, &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), KnownHosts: []byte(githubKey)}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of ssh://git@github.com/o/r with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source"),
		Entry("a private repository, and that its host does not accept the deploy key that there is",
			said(map[string]string{"repositoryUrl": "ssh://git@ssh.dev.azure.com/v3/org/proj/fleet"}, nil), extensionstatus.State{}, &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), Algorithm: "ed25519"}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of ssh://git@ssh.dev.azure.com/v3/org/proj/fleet with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source. "+
				"Warning: Secret garden-demo/flux-source: the deploy key has algorithm ed25519, and the host of ssh://git@ssh.dev.azure.com/v3/org/proj/fleet accepts RSA keys only, so Flux cannot read the repository; rotate the key with project.deployKey.algorithm unset or rsa-3072"),
		Entry("a private repository, with a warning for unused known_hosts lines",
			said(private, nil), extensionstatus.State{}, &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), KnownHosts: []byte(githubKey + " " + githubKey)}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of ssh://git@github.com/o/r with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source. "+
				"Warning: Secret garden-demo/flux-source: known_hosts: line 1 has several keys, and only the first is used; write one line per key"),
		Entry("the project's configuration alone, after the Shoot said so with an empty FluxConfig", said(public, controllertest.FluxConfig("")), extensionstatus.State{Flux: true, Sync: true, Shoot: true}, nil, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of https://github.com/o/r"),
		Entry("an older patch is answered with the embedded one, and that is said", said(map[string]string{"fluxVersion": "2.9.2"}, nil), extensionstatus.State{}, nil, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config names no source. Warning: ConfigMap garden-demo/flux-config: fluxVersion: 2.9.2 is answered with v2.9.3, the patch of this minor version that the extension carries"),
	)

	DescribeTable("refuses a source of whose host no key is known, and reports what becomes of asking the host",
		func(scan bool, failure, message string) {
			given := said(map[string]string{"config.yaml": string(controllertest.FluxConfig("source: {template: {spec: {url: 'ssh://git@git.example.com/o/r'}}}"))}, nil)
			f := given.facts(extensionstatus.State{})
			f.Keys.Deploy = &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", HostKeyScanError: failure}}
			effective := resolve(given)
			effective.Source.ScanHostKeys = scan
			refusal := keyed(f, &Target{Effective: effective})
			Expect(refusal.Invalid).To(MatchError(ContainSubstring(message)))
		},
		Entry("that does not want it asked", false, "", "source.knownHosts"),
		Entry("that is being asked", true, "", "; the garden controller, if installed, scans the host for them shortly"),
		Entry("that gives no answer", true, "connection refused", "; the scan of the host failed and is retried: connection refused"),
	)
})

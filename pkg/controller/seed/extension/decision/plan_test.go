// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// configured are a project's ConfigMap and a Shoot's providerConfig; nil where there is none.
type configured struct {
	project        map[string]string
	providerConfig []byte
}

func (c *configured) documents() Documents {
	if c == nil {
		return Documents{Project: true, Shoot: true}
	}
	return Documents{Project: !(&document.ConfigMap{Data: c.project}).IsEmpty(), Shoot: c.providerConfig != nil}
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

	said := func(project map[string]string, providerConfig []byte) *configured {
		return &configured{project, providerConfig}
	}

	resolve := func(d *configured) *resolved.Configuration {
		GinkgoHelper()
		if d == nil {
			return nil
		}
		project, providerConfig := d.project, d.providerConfig
		var configMap *document.ConfigMap
		if project != nil {
			configMap = &document.ConfigMap{Namespace: "garden-demo", Data: project}
		}
		result, mistakes, err := controllertest.NewResolver().Resolve(GinkgoT().Context(), configMap, &configuration.Shoot{
			Namespace: "garden-demo", Name: "only", ProviderConfig: providerConfig, ProviderConfigPath: field.NewPath("providerConfig"),
			Info: shootinfo.WithPlaceholders(nil),
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(mistakes).To(BeEmpty())
		return result
	}

	DescribeTable("delivers nothing",
		func(given *configured, o Observation, reason, message string, fails bool) {
			o.Project, o.Documents = "garden-demo", given.documents()
			o.Target = &Target{Effective: resolve(given), Base: o.Previous}
			p := Decide(o)
			Expect(p.Delivery).To(BeNil())
			Expect(p.Condition.Type).To(BeEquivalentTo("FluxConfigured"))
			Expect(p.Condition.Status).To(BeEquivalentTo("False"))
			Expect(p.Condition.Reason).To(Equal(reason))
			Expect(p.Condition.Message).To(Equal(message))
			Expect(p.Invalid != nil).To(Equal(fails))
		},
		Entry("a mistake fails the operation while the shoot has nothing", nil, Observation{Invalid: mistake}, "InvalidConfiguration", mistake.Error(), true),
		Entry("a mistake is a condition once something is delivered", nil, Observation{Invalid: mistake, Previous: fluxOnly},
			"InvalidConfiguration", mistake.Error()+". What was delivered to the shoot before stays as it is", false),
		Entry("a source that is named no longer", said(map[string]string{"fluxVersion": "v2.9"}, nil), Observation{Previous: synced}, "ConfigurationMissing",
			"neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig names a source any more, but Flux reconciles this shoot from one that was configured before. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; name the source again to go on", false),
		Entry("a ConfigMap that is gone, although the Shoot still names the source: its path, its version may have stood there",
			said(nil, controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")), Observation{Previous: extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}}, "ConfigurationMissing",
			"ConfigMap garden-demo/flux-config is gone or empty, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; write it again to go on, if need be with nothing but an empty FluxConfig in key config.yaml", false),
		Entry("an emptied ConfigMap, although the Shoot still names the source",
			said(map[string]string{"repositoryUrl": " "}, controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")), Observation{Previous: extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}}, "ConfigurationMissing",
			"ConfigMap garden-demo/flux-config is gone or empty, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; write it again to go on, if need be with nothing but an empty FluxConfig in key config.yaml", false),
		Entry("a providerConfig that is gone, although the project still names the source: another path would prune everything",
			said(public, nil), Observation{Previous: extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}}, "ConfigurationMissing",
			"the Shoot's providerConfig was removed, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; to let the project's configuration apply, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", false),
		Entry("both gone, and only Flux was installed", said(nil, nil), Observation{Previous: extensionstatus.State{Flux: true, Shoot: true}}, "ConfigurationMissing",
			"the Shoot's providerConfig was removed, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; to let the project's configuration apply, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", false),
	)

	It("lets a ConfigMap go once an empty FluxConfig in it was delivered, and not before", func() {
		source := controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")
		reconcile := func(before extensionstatus.State, given *configured) (Plan, extensionstatus.State) {
			p := Decide(Observation{Project: "garden-demo", Documents: given.documents(), Previous: before, Target: &Target{Effective: resolve(given), Base: before}})
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

	It("says that a ConfigMap is gone rather than what is wrong without it", func() {
		p := Decide(Observation{Project: "garden-demo", Documents: Documents{Shoot: true}, Invalid: mistake, Previous: extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}})
		Expect(p.Invalid).NotTo(HaveOccurred())
		Expect(p.Condition.Reason).To(Equal("ConfigurationMissing"))
	})

	at := func(origin document.Origin) document.Error {
		return document.Error{Origin: origin, Error: field.Required(field.NewPath("source"), "")}
	}

	DescribeTable("returns, for the metrics, where a configuration error has to be corrected",
		func(o Observation, kinds ...metrics.ConfigurationErrorKind) {
			o.Project = "garden-demo"
			if o.Target == nil {
				o.Target = &Target{Effective: &resolved.Configuration{}}
			}
			o.Target.Base = o.Previous
			Expect(Decide(o).Errors).To(Equal(kinds))
		},
		Entry("in the ConfigMap that is gone", Observation{Previous: extensionstatus.State{Flux: true, Project: true}}, metrics.ConfigurationErrorProjectMissing),
		Entry("in the providerConfig that is gone", Observation{Previous: extensionstatus.State{Flux: true, Shoot: true}}, metrics.ConfigurationErrorShootMissing),
		Entry("nowhere it says, but no source is named any more",
			Observation{Documents: Documents{Project: true}, Previous: extensionstatus.State{Flux: true, Sync: true}}, metrics.ConfigurationErrorSourceMissing),
		Entry("in the deploy key", Observation{Invalid: &keypair.DamagedKeyError{Reason: mistake}}, metrics.ConfigurationErrorDeployKey),
		Entry("each place once, and also after something was delivered", Observation{Previous: fluxOnly, Invalid: document.Errors{
			at(document.OriginOperator), at(document.OriginProject), at(document.OriginProject), at(document.OriginShoot),
		}}, metrics.ConfigurationErrorOperator, metrics.ConfigurationErrorProject, metrics.ConfigurationErrorShoot),
		Entry("somewhere", Observation{Invalid: mistake}, metrics.ConfigurationErrorOther),
	)

	DescribeTable("delivers",
		func(given *configured, o Observation, reason, message string) {
			o.Target = &Target{Effective: resolve(given), Base: o.Previous}
			o.Documents = given.documents()
			o.Project, o.Info, o.Networks = "garden-demo", fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "only"}, []string{"10.0.0.0/8"}
			if o.Key != nil {
				var err error
				o.Key.Credentials, err = o.Credentials(*o.Target)
				Expect(err).NotTo(HaveOccurred())
			}
			p := Decide(o)
			Expect(p.Invalid).NotTo(HaveOccurred())
			if o.Key != nil {
				Expect(p.Delivery.Input.DeployKey).To(And(HaveField("Identity", string(o.Key.Identity)), HaveField("KnownHosts", Or(Equal(githubKey+"\n"), HavePrefix("ssh.dev.azure.com ssh-rsa ")))))
			}
			Expect(p.Delivery.Input).To(Equal(flux.Input{Effective: o.Target.Effective, ShootInfo: o.Info, DeployKey: p.Delivery.Input.DeployKey, Resources: o.Resources, ClusterNetworks: o.Networks}))
			Expect(p.Condition.Status).To(BeEquivalentTo("True"))
			Expect(p.Condition.Reason).To(Equal(reason))
			Expect(p.Condition.Message).To(Equal(message))
		},
		Entry("Flux only, if nobody says anything", said(nil, nil), Observation{}, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config is missing or empty, and the Shoot has no providerConfig"),
		Entry("Flux only, if the project names no repository; and it can be updated", said(map[string]string{"fluxVersion": "v2.9"}, nil), Observation{Previous: fluxOnly}, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config names no source"),
		Entry("Flux only, if neither names a source", said(map[string]string{"fluxVersion": "v2.9"}, controllertest.FluxConfig("")), Observation{}, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig names a source"),
		Entry("a public repository", said(public, nil), Observation{Previous: synced}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of https://github.com/o/r"),
		Entry("a private repository, and says where the key is",
			said(private, nil), Observation{Key: &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), KnownHosts: []byte(githubKey)}}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of ssh://git@github.com/o/r with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source"),
		Entry("a private repository, and that its host does not accept the deploy key that there is",
			said(map[string]string{"repositoryUrl": "ssh://git@ssh.dev.azure.com/v3/org/proj/fleet"}, nil), Observation{Key: &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), Algorithm: "ed25519"}}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of ssh://git@ssh.dev.azure.com/v3/org/proj/fleet with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source. "+
				"Warning: Secret garden-demo/flux-source: the deploy key has algorithm ed25519, and the host of ssh://git@ssh.dev.azure.com/v3/org/proj/fleet accepts RSA keys only, so that Flux cannot read the repository; rotate the key with project.deployKey.algorithm unset or rsa-3072"),
		Entry("a private repository, and what is not used of the lines beside the key",
			said(private, nil), Observation{Key: &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", Identity: []byte("i"), KnownHosts: []byte(githubKey + " " + githubKey)}}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of ssh://git@github.com/o/r with deploy key SHA256:x, whose public key is in Secret garden-demo/flux-source. "+
				"Warning: Secret garden-demo/flux-source: known_hosts: line 1 has several keys, of which only the first is used; write one line per key"),
		Entry("the project's configuration alone, after the Shoot said so with an empty FluxConfig", said(public, controllertest.FluxConfig("")), Observation{Previous: extensionstatus.State{Flux: true, Sync: true, Shoot: true}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of https://github.com/o/r"),
		Entry("an older patch is answered with the embedded one, and that is said", said(map[string]string{"fluxVersion": "2.9.2"}, nil), Observation{}, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config names no source. Warning: ConfigMap garden-demo/flux-config: fluxVersion: 2.9.2 is answered with v2.9.3, the patch of this minor version that the extension carries"),
	)

	DescribeTable("refuses a source of whose host no key is known, and reports what becomes of asking the host",
		func(scan bool, failure, message string) {
			given := said(map[string]string{"config.yaml": string(controllertest.FluxConfig("source: {template: {spec: {url: 'ssh://git@git.example.com/o/r'}}}"))}, nil)
			o := Observation{Project: "garden-demo", Documents: given.documents(), Key: &DeployKey{DeployKey: keypair.DeployKey{Fingerprint: "SHA256:x", HostKeyScanError: failure}}}
			effective := resolve(given)
			effective.Source.ScanHostKeys = scan
			_, err := o.Credentials(Target{Effective: effective})
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("that does not want it asked", false, "", "source.knownHosts"),
		Entry("that is being asked", true, "", "; the garden controller, if installed, scans the host for them in a moment"),
		Entry("that gives no answer", true, "connection refused", "; the scan of the host failed and is retried: connection refused"),
	)
})

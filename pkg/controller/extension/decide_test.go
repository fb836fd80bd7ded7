// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"errors"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// documents are what a project's ConfigMap and a Shoot's providerConfig say; nil stands for none.
type documents struct {
	project        map[string]string
	providerConfig []byte
}

// by tells who says anything.
func (d *documents) by() (project, shoot bool) {
	if d == nil {
		return true, true
	}
	return !(&configuration.ConfigMap{Data: d.project}).IsEmpty(), d.providerConfig != nil
}

var _ = Describe("decide", func() {
	var (
		mistake  = errors.New("ConfigMap garden-demo/flux-config: typo")
		fluxOnly = extensionstatus.State{Flux: true}
		synced   = extensionstatus.State{Flux: true, Sync: true}

		public  = map[string]string{"repositoryUrl": "https://github.com/o/r"}
		private = map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}
	)

	said := func(project map[string]string, providerConfig []byte) *documents {
		return &documents{project, providerConfig}
	}

	resolve := func(d *documents) *configuration.Effective {
		GinkgoHelper()
		if d == nil {
			return nil
		}
		project, providerConfig := d.project, d.providerConfig
		var configMap *configuration.ConfigMap
		if project != nil {
			configMap = &configuration.ConfigMap{Namespace: "garden-demo", Data: project}
		}
		result, mistakes := controllertest.NewResolver().Resolve(configMap, &configuration.Shoot{
			Namespace: "garden-demo", Name: "only", ProviderConfig: providerConfig, ProviderConfigPath: field.NewPath("providerConfig"),
			Info: configuration.WithPlaceholders(nil),
		})
		Expect(mistakes).To(BeEmpty())
		return result
	}

	DescribeTable("delivers nothing",
		func(given *documents, f facts, reason, message string, fails bool) {
			f.project, f.effective = "garden-demo", resolve(given)
			f.byProject, f.byShoot = given.by()
			d := decide(f)
			Expect(d.deliver).To(BeNil())
			Expect(d.verdict.Type).To(BeEquivalentTo("FluxConfigured"))
			Expect(d.verdict.Status).To(BeEquivalentTo("False"))
			Expect(d.verdict.Reason).To(Equal(reason))
			Expect(d.verdict.Message).To(Equal(message))
			Expect(d.mistake != nil).To(Equal(fails))
		},
		Entry("a mistake fails the operation while the shoot has nothing", nil, facts{mistake: mistake}, "InvalidConfiguration", mistake.Error(), true),
		Entry("a mistake is a condition once something is delivered", nil, facts{mistake: mistake, delivered: fluxOnly},
			"InvalidConfiguration", mistake.Error()+". What was delivered to the shoot before stays as it is", false),
		Entry("a source that is named no longer", said(map[string]string{"fluxVersion": "v2.9"}, nil), facts{delivered: synced}, "ConfigurationMissing",
			"neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig names a source any more, but Flux reconciles this shoot from one that was configured before. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; name the source again to go on", false),
		Entry("a ConfigMap that is gone, although the Shoot still names the source: its path, its version may have stood there",
			said(nil, controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")), facts{delivered: extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}}, "ConfigurationMissing",
			"ConfigMap garden-demo/flux-config is gone or empty, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; write it again to go on, if need be with nothing but an empty FluxConfig in key config.yaml", false),
		Entry("an emptied ConfigMap, although the Shoot still names the source",
			said(map[string]string{"repositoryUrl": " "}, controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")), facts{delivered: extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}}, "ConfigurationMissing",
			"ConfigMap garden-demo/flux-config is gone or empty, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; write it again to go on, if need be with nothing but an empty FluxConfig in key config.yaml", false),
		Entry("a providerConfig that is gone, although the project still names the source: another path would prune everything",
			said(public, nil), facts{delivered: extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}}, "ConfigurationMissing",
			"the Shoot's providerConfig was removed, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; to let the project's configuration hold, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", false),
		Entry("both gone, and only Flux was installed", said(nil, nil), facts{delivered: extensionstatus.State{Flux: true, Shoot: true}}, "ConfigurationMissing",
			"the Shoot's providerConfig was removed, but what is in this shoot was made from it. Everything in the shoot stays as it is, unless the extension is removed from the Shoot; to let the project's configuration hold, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", false),
	)

	It("lets a ConfigMap go once an empty FluxConfig in it was delivered, and not before", func() {
		source := controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")
		reconcile := func(before extensionstatus.State, given *documents) (decision, extensionstatus.State) {
			f := facts{project: "garden-demo", effective: resolve(given), delivered: before}
			f.byProject, f.byShoot = given.by()
			d := decide(f)
			if d.deliver == nil {
				return d, before
			}
			return d, before.After(f.effective)
		}

		_, delivered := reconcile(extensionstatus.State{}, said(map[string]string{"fluxVersion": "v2.9"}, source))
		for _, gone := range []map[string]string{nil, {}, {"fluxVersion": " "}} {
			d, still := reconcile(delivered, said(gone, source))
			Expect(d.verdict.Reason).To(Equal("ConfigurationMissing"))
			Expect(still).To(Equal(delivered))
		}

		d, delivered := reconcile(delivered, said(map[string]string{"config.yaml": string(controllertest.FluxConfig(""))}, source))
		Expect(d.verdict.Reason).To(Equal("Configured"))
		d, _ = reconcile(delivered, said(nil, source))
		Expect(d.verdict.Reason).To(Equal("Configured"))
	})

	It("says that a ConfigMap is gone rather than what is wrong without it", func() {
		d := decide(facts{project: "garden-demo", byShoot: true, mistake: mistake, delivered: extensionstatus.State{Flux: true, Sync: true, Project: true, Shoot: true}})
		Expect(d.mistake).NotTo(HaveOccurred())
		Expect(d.verdict.Reason).To(Equal("ConfigurationMissing"))
	})

	at := func(origin configuration.Origin) configuration.Mistake {
		return configuration.Mistake{Origin: origin, Error: field.Required(field.NewPath("source"), "")}
	}

	DescribeTable("tells for the metrics where somebody has to correct something",
		func(f facts, kinds ...metrics.MistakeKind) {
			f.project = "garden-demo"
			Expect(decide(f).mistakes).To(Equal(kinds))
		},
		Entry("in the ConfigMap that is gone", facts{delivered: extensionstatus.State{Flux: true, Project: true}}, metrics.MistakeProjectMissing),
		Entry("in the providerConfig that is gone", facts{delivered: extensionstatus.State{Flux: true, Shoot: true}}, metrics.MistakeShootMissing),
		Entry("nowhere it says, but no source is named any more",
			facts{byProject: true, delivered: extensionstatus.State{Flux: true, Sync: true}, effective: &configuration.Effective{}}, metrics.MistakeSourceMissing),
		Entry("in the deploy key", facts{mistake: &secrets.DamagedKeyError{Reason: mistake}}, metrics.MistakeDeployKey),
		Entry("each place once, and also after something was delivered", facts{delivered: fluxOnly, mistake: configuration.Mistakes{
			at(configuration.OriginOperator), at(configuration.OriginProject), at(configuration.OriginProject), at(configuration.OriginShoot),
		}}, metrics.MistakeOperator, metrics.MistakeProject, metrics.MistakeShoot),
		Entry("somewhere", facts{mistake: mistake}, metrics.MistakeOther),
	)

	DescribeTable("delivers",
		func(given *documents, f facts, reason, message string) {
			f.effective = resolve(given)
			f.byProject, f.byShoot = given.by()
			f.project, f.info, f.networks = "garden-demo", fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "only"}, []string{"10.0.0.0/8"}
			d := decide(f)
			Expect(d.mistake).NotTo(HaveOccurred())
			Expect(d.deliver).To(Equal(&flux.Input{Effective: f.effective, ShootInfo: f.info, DeployKey: f.credentials, Resources: f.resources, ClusterNetworks: f.networks}))
			Expect(d.verdict.Status).To(BeEquivalentTo("True"))
			Expect(d.verdict.Reason).To(Equal(reason))
			Expect(d.verdict.Message).To(Equal(message))
		},
		Entry("Flux only, if nobody says anything", said(nil, nil), facts{}, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config is missing or empty, and the Shoot has no providerConfig"),
		Entry("Flux only, if the project names no repository; and it can be updated", said(map[string]string{"fluxVersion": "v2.9"}, nil), facts{delivered: fluxOnly}, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config names no source"),
		Entry("Flux only, if neither names a source", said(map[string]string{"fluxVersion": "v2.9"}, controllertest.FluxConfig("")), facts{}, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: neither ConfigMap garden-demo/flux-config nor the Shoot's providerConfig names a source"),
		Entry("a public repository", said(public, nil), facts{delivered: synced}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of https://github.com/o/r"),
		Entry("a private repository, and says where the key is",
			said(private, nil), facts{fingerprint: "SHA256:x", credentials: flux.Credentials{Identity: "i"}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of ssh://git@github.com/o/r with deploy key SHA256:x, whose public key stands in Secret garden-demo/flux-source"),
		Entry("the project's configuration alone, after the Shoot said so with an empty FluxConfig", said(public, controllertest.FluxConfig("")), facts{delivered: extensionstatus.State{Flux: true, Sync: true, Shoot: true}}, "Configured",
			"Flux v2.9.3 is configured to sync path ./ of branch main of https://github.com/o/r"),
		Entry("an older patch is answered with the embedded one, and that is said", said(map[string]string{"fluxVersion": "2.9.2"}, nil), facts{}, "NoRepository",
			"Flux v2.9.3 is configured, and nothing to sync: ConfigMap garden-demo/flux-config names no source. Warning: ConfigMap garden-demo/flux-config: fluxVersion: 2.9.2 is answered with v2.9.3, the patch of this minor version that the extension carries"),
	)
})

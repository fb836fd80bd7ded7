// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("The survey of a shoot", func() {
	public := map[string]string{"repositoryUrl": "https://github.com/o/r"}
	private := map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}

	resolve := func(project map[string]string, providerConfig string) *resolved.Configuration {
		GinkgoHelper()
		shoot := &configuration.Shoot{Namespace: "garden-demo", Name: "only", Info: shootinfo.WithPlaceholders(nil)}
		if providerConfig != "" {
			shoot.ProviderConfig = controllertest.FluxConfig(providerConfig)
		}
		effective, mistakes, err := controllertest.NewResolver().Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "garden-demo", Data: project}, shoot)
		Expect(err).NotTo(HaveOccurred())
		Expect(mistakes).To(BeEmpty())
		return effective
	}

	intoDefault := func(k *toolkit.Kustomization) { k.TargetNamespace = "default" }
	inPath := func(k *toolkit.Kustomization) { k.Path = "./clusters/a" }
	stopped := func(k *toolkit.Kustomization) { k.Suspended = true }
	held := resolved.Suspension{Suspended: true, Held: resolved.HeldSuspended}
	brought := func(k *toolkit.Kustomization) { k.IsRoot = false }
	mainSource := toolkit.Source{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "main-gitrepo"}, Kind: "GitRepository", Secret: "flux-source"}
	archived := configuration.Adopted{Source: "flux-system/main-gitrepo", Secret: "flux-source", Root: "flux-system/main-ks", Path: "./", TargetNamespace: "default"}

	DescribeTable("separates adopted objects from objects that are left alone",
		func(survey toolkit.Survey, project map[string]string, providerConfig string, want configuration.Adopted, foreign string) {
			p := predecessor{survey}
			first := p.archived()
			shoot := &configuration.Shoot{Namespace: "garden-demo", Name: "only", Info: shootinfo.WithPlaceholders(nil), Adopted: first}
			if providerConfig != "" {
				shoot.ProviderConfig = controllertest.FluxConfig(providerConfig)
			}
			effective, mistakes, err := controllertest.NewResolver().Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "garden-demo", Data: project}, shoot)
			Expect(err).NotTo(HaveOccurred())
			Expect(mistakes).To(BeEmpty())
			Expect(p.adopt(effective, first)).To(Equal(want))
			Expect(p.foreign(effective)).To(Equal(foreign))
		},
		Entry("nothing in a new shoot", toolkit.Survey{}, public, "", configuration.Adopted{}, ""),
		Entry("source and root of the archived extension", toolkit.Survey{Sources: []toolkit.Source{mainSource}, Kustomizations: []toolkit.Kustomization{controllertest.RootOf("main-ks", intoDefault)}},
			private, "", archived, ""),
		Entry("a root of the usual name with its path", toolkit.Survey{Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system", inPath), controllertest.RootOf("apps", brought)}},
			public, "", configuration.Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}, ""),
		Entry("a root that the user configures under its own name", toolkit.Survey{Kustomizations: []toolkit.Kustomization{controllertest.RootOf("own", inPath)}},
			public, "kustomization: {template: {metadata: {name: own}}}", configuration.Adopted{Root: "flux-system/own", Path: "./clusters/a"}, ""),
		Entry("other roots go on beside it", toolkit.Survey{Sources: []toolkit.Source{mainSource},
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("zoo"), controllertest.RootOf("main-ks", intoDefault), controllertest.RootOf("flux-system"), controllertest.RootOf("apps", brought)}},
			private, "", archived, "flux-system/flux-system, flux-system/zoo"),
		Entry("without a source, all roots are left alone; what one has is noted for the day on which a source is named", toolkit.Survey{
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system", inPath)}},
			map[string]string{}, "", configuration.Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}, "flux-system/flux-system"),
		Entry("without a source, the archived root is noted before any other", toolkit.Survey{
			Sources: []toolkit.Source{mainSource}, Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system", inPath), controllertest.RootOf("main-ks", intoDefault)}},
			map[string]string{}, "", archived, "flux-system/flux-system, flux-system/main-ks"),
	)

	DescribeTable("where Flux must not be, with the remedy",
		func(namespace, providerConfig string, message OmegaMatcher) {
			p := predecessor{toolkit.Survey{Controllers: []flux.Controller{controllertest.ControllerOf(namespace, "source-controller", "v2.9.3")}}}
			mistakes := p.refuseNamespace(resolve(public, providerConfig))
			if message == nil {
				Expect(mistakes).To(BeEmpty())
				return
			}
			Expect(mistakes).To(MatchError(message))
		},
		Entry("the same namespace", "flux-system", "", nil),
		Entry("another namespace", "gitops", "", ContainSubstring("Flux runs in namespace gitops of the shoot already, and two would fight over the same objects; set it to gitops")),
		Entry("that other namespace, once it is set", "gitops", "flux: {namespace: gitops}", nil),
	)

	DescribeTable("keeps suspended objects suspended",
		func(survey toolkit.Survey, source, root resolved.Suspension) {
			gotSource, gotRoot := predecessor{survey}.suspension(resolve(public, ""))
			Expect(gotSource).To(Equal(source))
			Expect(gotRoot).To(Equal(root))
		},
		Entry("nothing there", toolkit.Survey{}, resolved.Suspension{}, resolved.Suspension{}),
		Entry("nothing suspended", toolkit.Survey{Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system")}}, resolved.Suspension{}, resolved.Suspension{}),
		Entry("source and root, and others", toolkit.Survey{
			Sources:        []toolkit.Source{{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, Kind: "GitRepository", Suspended: true}},
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system", stopped), controllertest.RootOf("other")},
		}, held, held),
		Entry("others only: another root, a source of another kind", toolkit.Survey{
			Sources:        []toolkit.Source{{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, Kind: "Bucket", Suspended: true}},
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system"), controllertest.RootOf("other", stopped)},
		}, resolved.Suspension{}, resolved.Suspension{}),
	)
})

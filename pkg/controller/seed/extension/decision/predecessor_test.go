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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("Survey of a shoot", func() {
	public := map[string]string{"repositoryUrl": "https://github.com/o/r"}
	private := map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}

	resolve := func(project map[string]string, providerConfig string) *resolved.Configuration {
		GinkgoHelper()
		shoot := &configuration.Shoot{Namespace: "garden-demo", Name: "only", Info: configuration.WithPlaceholders(nil)}
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

	DescribeTable("separates adopted objects from foreign objects",
		func(survey toolkit.Survey, project map[string]string, providerConfig string, want configuration.Adopted, foreign string) {
			p := predecessor{survey}
			first := p.archived()
			shoot := &configuration.Shoot{Namespace: "garden-demo", Name: "only", Info: configuration.WithPlaceholders(nil), Adopted: first}
			if providerConfig != "" {
				shoot.ProviderConfig = controllertest.FluxConfig(providerConfig)
			}
			effective, mistakes, err := controllertest.NewResolver().Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "garden-demo", Data: project}, shoot)
			Expect(err).NotTo(HaveOccurred())
			Expect(mistakes).To(BeEmpty())
			Expect(p.adopt(effective, first)).To(Equal(want))
			Expect(p.foreign(effective)).To(Equal(foreign))
		},
		Entry("empty shoot", toolkit.Survey{}, public, "", configuration.Adopted{}, ""),
		Entry("source and root of the archived extension", toolkit.Survey{Sources: []toolkit.Source{mainSource}, Kustomizations: []toolkit.Kustomization{controllertest.RootOf("main-ks", intoDefault)}},
			private, "", archived, ""),
		Entry("root with the default name", toolkit.Survey{Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system", inPath), controllertest.RootOf("apps", brought)}},
			public, "", configuration.Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}, ""),
		Entry("root with a configured name", toolkit.Survey{Kustomizations: []toolkit.Kustomization{controllertest.RootOf("own", inPath)}},
			public, "kustomization: {template: {metadata: {name: own}}}", configuration.Adopted{Root: "flux-system/own", Path: "./clusters/a"}, ""),
		Entry("other roots", toolkit.Survey{Sources: []toolkit.Source{mainSource},
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("zoo"), controllertest.RootOf("main-ks", intoDefault), controllertest.RootOf("flux-system"), controllertest.RootOf("apps", brought)}},
			private, "", archived, "flux-system/flux-system, flux-system/zoo"),
		Entry("root with the default name, without a configured source", toolkit.Survey{
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system", inPath)}},
			map[string]string{}, "", configuration.Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}, "flux-system/flux-system"),
		Entry("root of the archived extension and another root, without a configured source", toolkit.Survey{
			Sources: []toolkit.Source{mainSource}, Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system", inPath), controllertest.RootOf("main-ks", intoDefault)}},
			map[string]string{}, "", archived, "flux-system/flux-system, flux-system/main-ks"),
	)

	DescribeTable("refuses a Flux in another namespace, with the fix",
		func(namespace, providerConfig string, message OmegaMatcher) {
			p := predecessor{toolkit.Survey{Controllers: []flux.Controller{controllertest.ControllerOf(namespace, "source-controller", "v2.9.5")}}}
			mistakes := p.refuseNamespace(resolve(public, providerConfig))
			if message == nil {
				Expect(mistakes).To(BeEmpty())
				return
			}
			Expect(mistakes).To(MatchError(message))
		},
		Entry("same namespace", "flux-system", "", nil),
		Entry("other namespace", "gitops", "", ContainSubstring("Flux already runs in namespace gitops of the shoot, and two installations would conflict; set it to gitops")),
		Entry("other namespace that is configured", "gitops", "flux: {namespace: gitops}", nil),
	)

	DescribeTable("keeps suspended objects suspended",
		func(survey toolkit.Survey, source, root resolved.Suspension) {
			gotSource, gotRoot := predecessor{survey}.suspension(resolve(public, ""))
			Expect(gotSource).To(Equal(source))
			Expect(gotRoot).To(Equal(root))
		},
		Entry("empty shoot", toolkit.Survey{}, resolved.Suspension{}, resolved.Suspension{}),
		Entry("nothing suspended", toolkit.Survey{Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system")}}, resolved.Suspension{}, resolved.Suspension{}),
		Entry("suspended source and root, among others", toolkit.Survey{
			Sources:        []toolkit.Source{{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, Kind: "GitRepository", Suspended: true}},
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system", stopped), controllertest.RootOf("other")},
		}, held, held),
		Entry("suspended objects of other names or kinds", toolkit.Survey{
			Sources:        []toolkit.Source{{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, Kind: "Bucket", Suspended: true}},
			Kustomizations: []toolkit.Kustomization{controllertest.RootOf("flux-system"), controllertest.RootOf("other", stopped)},
		}, resolved.Suspension{}, resolved.Suspension{}),
	)
})

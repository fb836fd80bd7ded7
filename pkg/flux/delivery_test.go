// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("The identifier of a delivery", func() {
	const (
		source = "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {namespace: gitops, name: fleet}\nspec: {url: 'ssh://git@github.com/o/r', interval: 1m, secretRef: {name: fleet}}"
		root   = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {namespace: gitops, name: fleet}\nspec: {path: ./, interval: 1m, prune: true, sourceRef: {kind: GitRepository, name: fleet}}"
	)
	render := func(changes ...func(*Input)) Bundle {
		GinkgoHelper()
		bundle, err := renderer.Render(input(append([]func(*Input){withEverything, synced(source, root), withDeployKey}, changes...)...))
		Expect(err).NotTo(HaveOccurred())
		return bundle
	}

	It("is the annotation of the main source and the root Kustomization, and of nothing else", func() {
		bundle := render()
		Expect(bundle.Delivery).To(MatchRegexp("^[0-9a-f]{16}$"))
		objects, err := DecodeManifests(bundle.Config)
		Expect(err).NotTo(HaveOccurred())
		annotated := map[string]string{}
		for _, object := range objects {
			if delivery, ok := object.GetAnnotations()[fluxv1alpha1.AnnotationDelivery]; ok {
				annotated[object.GetKind()] = delivery
			}
		}
		Expect(annotated).To(Equal(map[string]string{"GitRepository": bundle.Delivery, "Kustomization": bundle.Delivery}))
		Expect(strings.Count(string(bundle.CRDs)+string(bundle.Controllers), fluxv1alpha1.AnnotationDelivery)).To(BeZero())
	})

	DescribeTable("changes with what is delivered",
		func(change func(*Input)) { Expect(render(change).Delivery).NotTo(Equal(render().Delivery)) },
		Entry("source", func(in *Input) { in.Effective.Source.Object.Object["spec"].(map[string]any)["interval"] = "7m" }),
		Entry("root Kustomization", func(in *Input) { in.Effective.Kustomization.Object.Object["spec"].(map[string]any)["path"] = "./other" }),
		Entry("Flux version", of("v2.8.8")),
	)

	DescribeTable("does not change with",
		func(change func(*Input)) { Expect(render(change).Delivery).To(Equal(render().Delivery)) },
		Entry("the suspension of the root, which users change in the shoot", func(in *Input) {
			in.Effective.Kustomization.Object.Object["spec"].(map[string]any)["suspend"] = true
		}),
		Entry("the seed, of which there are two in a live control plane migration", func(in *Input) { in.ShootInfo = fluxv1alpha1.ShootInfo{"SHOOT_INFO_SEED": "another"} }),
		Entry("credentials, whose guesses the annotation would confirm", func(in *Input) { in.DeployKey.Identity = "another" }),
	)

	It("is empty if Flux gets no source", func() {
		bundle, err := renderer.Render(input())
		Expect(err).NotTo(HaveOccurred())
		Expect(bundle.Delivery).To(BeEmpty())
		released := render(func(in *Input) {
			in.Stage, in.KeySecret = StageBootstrapped, types.NamespacedName{Namespace: "gitops", Name: "fleet"}
		})
		Expect(released.Delivery).To(BeEmpty())
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

func patchOf(kind fluxv1alpha1.PatchKind, name fluxv1alpha1.Component, text string) fluxv1alpha1.Patch {
	return fluxv1alpha1.Patch{Target: fluxv1alpha1.PatchTarget{Kind: kind, Name: name}, Patch: text}
}

// withPatches adds a patch of each kind and form.
func withPatches(in *Input) {
	in.Effective.Flux.Components = []fluxv1alpha1.Component{fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize}
	in.Effective.Flux.Patches = []fluxv1alpha1.Patch{
		patchOf(fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.ComponentKustomize, `
- {op: add, path: /spec/template/spec/containers/0/args/-, value: --concurrent-ssa=8}
- {op: add, path: /spec/template/spec/containers/0/args/0, value: --requeue-dependency=5s}`),
		patchOf(fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.ComponentKustomize, `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: kustomize-controller
  namespace: flux-system
spec:
  template:
    spec:
      containers:
      - name: manager
        resources: {limits: {memory: 2Gi}}
        volumeMounts: [{name: ca, mountPath: /etc/ssl/certs/own.crt, subPath: ca.crt, readOnly: true}]
      volumes:
      - name: ca
        configMap: {name: ca}`),
		patchOf(fluxv1alpha1.PatchKindServiceAccount, fluxv1alpha1.ComponentKustomize, "metadata: {annotations: {eks.amazonaws.com/role-arn: 'arn:aws:iam::123456789012:role/flux'}}"),
		patchOf(fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.ComponentHelm, "metadata: {labels: {unused: here}}"),
	}
}

var _ = Describe("Patches", func() {
	catalog, renderer := NewCatalog(library), NewRenderer(library, Images{})

	DescribeTable("change the objects of version",
		func(version string) {
			in := input(withPatches, of(version))
			Expect(catalog.ValidatePatches(GinkgoT().Context(), in.Effective)).To(BeEmpty())
			bundle, err := renderer.Render(in)
			Expect(err).NotTo(HaveOccurred())
			var patched []string
			for _, object := range decode(bundle.Controllers) {
				if object.GetName() == "kustomize-controller" {
					content, err := yaml.Marshal(object.Object)
					Expect(err).NotTo(HaveOccurred())
					patched = append(patched, string(content))
				}
			}
			golden(version+".patched.yaml", []byte(strings.Join(patched, "---\n")))
		},
		versionEntries(),
	)

	It("are validated for controllers that are not installed", func() {
		in := input(withPatches)
		in.Effective.Flux.Patches[3].Patch = "spec: {replicas: 2}"
		errs := catalog.ValidatePatches(GinkgoT().Context(), in.Effective)
		Expect(errs.ToAggregate()).To(MatchError("flux.patches[3].patch: Forbidden: spec.replicas of Deployment helm-controller must not be changed by a patch, because each controller has one active pod; remove it"))
		Expect(renderer.Render(in)).NotTo(BeZero(), "what is not installed is not rendered")
	})

	It("are rejected by the renderer if invalid", func() {
		in := input(withPatches)
		in.Effective.Flux.Patches[0].Patch = "spec: {template: {spec: {hostNetwork: true}}}"
		_, err := renderer.Render(in)
		Expect(err).To(MatchError(ContainSubstring("flux.patches[0].patch: Forbidden: spec.template.spec.hostNetwork of Deployment kustomize-controller")))
	})

	It("apply together with other settings", func() {
		in := input(withEverything)
		in.Effective.Flux.Patches = []fluxv1alpha1.Patch{
			patchOf(fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.ComponentKustomize, `
- {op: test, path: /spec/template/spec/imagePullSecrets/0/name, value: flux-image-pull}
- {op: test, path: /metadata/namespace, value: gitops}
- {op: test, path: /spec/template/spec/containers/0/env/2/name, value: HTTPS_PROXY}
- {op: replace, path: /spec/template/spec/containers/0/args/7, value: --concurrent=9}`),
		}
		errs := catalog.ValidatePatches(GinkgoT().Context(), in.Effective)
		_, err := renderer.Render(in)
		if len(errs) > 0 {
			Expect(err).To(MatchError(errs.ToAggregate().Error()), "both say the same")
		} else {
			Expect(err).NotTo(HaveOccurred())
		}
	})

	It("are part of the cache key", func() {
		plain, err := renderer.Render(input(withPatches, fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.Patches = nil })))
		Expect(err).NotTo(HaveOccurred())
		patched, err := renderer.Render(input(withPatches))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(patched.Controllers)).NotTo(Equal(string(plain.Controllers)))
	})
})

var _ = Describe("Sizes", func() {
	all := []fluxv1alpha1.Component{
		fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm, fluxv1alpha1.ComponentNotification,
	}
	resources := func(of fluxv1alpha1.Component, change func(*fluxv1alpha1.FluxInstallation)) string {
		GinkgoHelper()
		container := manager(only(change, all...)[string(of)])
		return strings.Join([]string{
			container.Resources.Requests.Cpu().String(), container.Resources.Requests.Memory().String(),
			container.Resources.Limits.Cpu().String(), container.Resources.Limits.Memory().String(),
		}, " ") + " " + strings.Join(container.Args[len(manager(only(nil, all...)[string(of)]).Args):], " ")
	}

	DescribeTable("set requests, limits and concurrency of",
		func(of fluxv1alpha1.Component, size fluxv1alpha1.Size, expected string) {
			Expect(resources(of, func(f *fluxv1alpha1.FluxInstallation) { f.Size = &size })).To(Equal(expected))
		},
		Entry("kustomize-controller, small", fluxv1alpha1.ComponentKustomize, fluxv1alpha1.SizeSmall, "100m 64Mi 1 512Mi --concurrent=5 --requeue-dependency=10s"),
		Entry("kustomize-controller, medium", fluxv1alpha1.ComponentKustomize, fluxv1alpha1.SizeMedium, "200m 256Mi 2 1Gi --concurrent=10 --requeue-dependency=5s"),
		Entry("kustomize-controller, large", fluxv1alpha1.ComponentKustomize, fluxv1alpha1.SizeLarge, "500m 512Mi 3 3Gi --concurrent=20 --requeue-dependency=5s"),
		Entry("helm-controller, large", fluxv1alpha1.ComponentHelm, fluxv1alpha1.SizeLarge, "500m 512Mi 3 3Gi --concurrent=20 --requeue-dependency=5s"),
		Entry("source-controller, small", fluxv1alpha1.ComponentSource, fluxv1alpha1.SizeSmall, "100m 64Mi 1 1Gi --concurrent=2"),
		Entry("source-controller, medium", fluxv1alpha1.ComponentSource, fluxv1alpha1.SizeMedium, "200m 256Mi 2 1Gi --concurrent=5"),
		Entry("source-controller, large", fluxv1alpha1.ComponentSource, fluxv1alpha1.SizeLarge, "500m 512Mi 3 3Gi --concurrent=10"),
		Entry("notification-controller, without effect", fluxv1alpha1.ComponentNotification, fluxv1alpha1.SizeLarge, "100m 64Mi 1 1Gi "),
	)

	It("yield to explicit settings", func() {
		Expect(resources(fluxv1alpha1.ComponentKustomize, func(f *fluxv1alpha1.FluxInstallation) {
			f.Size, f.Concurrency = ptr.To(fluxv1alpha1.SizeLarge), ptr.To[int32](3)
			f.Resources = map[fluxv1alpha1.Component]corev1.ResourceRequirements{fluxv1alpha1.ComponentKustomize: {Limits: corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("1Gi")}}}
		})).To(Equal("500m 512Mi 3 1Gi --concurrent=3 --requeue-dependency=5s"))
	})
})

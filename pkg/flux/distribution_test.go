// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"maps"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// deployments returns the Deployments by name.
func deployments(manifests []byte) map[string]*appsv1.Deployment {
	GinkgoHelper()
	result := map[string]*appsv1.Deployment{}
	for _, object := range decode(manifests) {
		if object.GetKind() != "Deployment" {
			continue
		}
		deployment := &appsv1.Deployment{}
		Expect(runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, deployment)).To(Succeed())
		result[deployment.Name] = deployment
	}
	return result
}

// only returns the Deployments of an installation with the given controllers.
func only(change func(*fluxv1alpha1.FluxInstallation), components ...fluxv1alpha1.Component) map[string]*appsv1.Deployment {
	GinkgoHelper()
	return deployments(render(input(fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
		f.Components = components
		if change != nil {
			change(f)
		}
	}))).Controllers)
}

func manager(deployment *appsv1.Deployment) corev1.Container {
	GinkgoHelper()
	Expect(deployment.Spec.Template.Spec.Containers).To(HaveLen(1))
	return deployment.Spec.Template.Spec.Containers[0]
}

var _ = Describe("CRDs", func() {
	It("belong to the configured controllers and are protected", func() {
		manifests, err := distributions.Embedded().Manifests(version)
		Expect(err).NotTo(HaveOccurred())
		var want []map[string]any
		wanted := []string{"", "source-controller", "kustomize-controller"}
		for _, object := range decode(manifests) {
			kind := object.GetKind()
			if kind != "Namespace" && kind != "CustomResourceDefinition" || !slices.Contains(wanted, object.GetLabels()["app.kubernetes.io/component"]) {
				continue
			}
			annotations := object.GetAnnotations()
			if annotations == nil {
				annotations = map[string]string{}
			}
			annotations["resources.gardener.cloud/keep-object"] = "true"
			if kind == "Namespace" {
				annotations["kustomize.toolkit.fluxcd.io/prune"] = "disabled"
			} else {
				annotations["kustomize.toolkit.fluxcd.io/reconcile"] = "disabled"
			}
			object.SetAnnotations(annotations)
			want = append(want, object.Object)
		}
		Expect(want).To(HaveLen(8))

		var got []map[string]any
		for _, object := range decode(render(input(fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
			f.Components = []fluxv1alpha1.Component{fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize}
		}))).CRDs) {
			got = append(got, object.Object)
		}
		Expect(got).To(Equal(want))
	})

	It("include the namespaces of sources and copies", func() {
		bundle := render(input(
			fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.Namespace = ptr.To("gitops") }),
			synced(tenantSource, tenantKustomization),
		))
		namespaces := map[string]map[string]string{}
		for _, object := range decode(bundle.CRDs) {
			Expect(object.GetAnnotations()).To(HaveKeyWithValue("resources.gardener.cloud/keep-object", "true"))
			if object.GetKind() == "Namespace" {
				namespaces[object.GetName()] = object.GetLabels()
			}
		}
		Expect(namespaces).To(Equal(map[string]map[string]string{
			"gitops": {
				"app.kubernetes.io/instance":              "gitops",
				"app.kubernetes.io/part-of":               "flux",
				"app.kubernetes.io/version":               "v2.9.5",
				"pod-security.kubernetes.io/warn":         "restricted",
				"pod-security.kubernetes.io/warn-version": "latest",
			},
			"apps": nil,
		}))
	})
})

var _ = Describe("Controllers", func() {
	const (
		source    = fluxv1alpha1.ComponentSource
		kustomize = fluxv1alpha1.ComponentKustomize
	)
	all := []fluxv1alpha1.Component{
		source, kustomize, fluxv1alpha1.ComponentHelm, fluxv1alpha1.ComponentNotification,
		fluxv1alpha1.ComponentImageReflector, fluxv1alpha1.ComponentImageAutomation, fluxv1alpha1.ComponentSourceWatcher,
	}

	It("read proxy URLs with credentials from a Secret", func() {
		controllers := render(input(withEverything)).Controllers
		var data map[string]any
		for _, object := range decode(controllers) {
			if object.GetKind() == "Secret" && object.GetName() == "flux-proxy" {
				data, _ = object.Object["data"].(map[string]any)
			}
		}
		Expect(data).To(Equal(map[string]any{
			"HTTP_PROXY":  "aHR0cDovL3VzJTNBZXI6cCU0MHNzJTJGd29yZEBwcm94eS5leGFtcGxlLm9yZzozMTI4",
			"HTTPS_PROXY": "aHR0cHM6Ly91cyUzQWVyOnAlNDBzcyUyRndvcmRAcHJveHkuZXhhbXBsZS5vcmc6MzEyOQ==",
		}), "http://us%3Aer:p%40ss%2Fword@proxy.example.org:3128 and https://…:3129")
	})

	It("restart when the proxy's password changes, without revealing it in the checksum", func() {
		before := deployments(render(input(withEverything)).Controllers)
		after := deployments(render(input(withEverything, func(in *Input) { in.Resources["proxy"].Data["password"] = []byte("new") })).Controllers)
		for name := range before {
			was := before[name].Spec.Template.Annotations["checksum/secret-flux-proxy"]
			Expect(was).To(HaveLen(3))
			Expect(after[name].Spec.Template.Annotations["checksum/secret-flux-proxy"]).NotTo(Equal(was))
		}
	})

	It("get proxy URLs without credentials as plain values", func() {
		for _, deployment := range only(func(f *fluxv1alpha1.FluxInstallation) {
			f.Proxy = &fluxv1alpha1.Proxy{HTTPSProxy: ptr.To("http://proxy.example.org:3128"), NoProxy: []string{"10.0.0.0/8"}}
		}, all...) {
			Expect(manager(deployment).Env).To(ContainElements(
				corev1.EnvVar{Name: "HTTPS_PROXY", Value: "http://proxy.example.org:3128"},
				corev1.EnvVar{Name: "NO_PROXY", Value: ".cluster.local.,.cluster.local,.svc,10.0.0.0/8"},
			))
			Expect(manager(deployment).Env).NotTo(ContainElement(HaveField("Name", "HTTP_PROXY")))
			Expect(deployment.Spec.Template.Annotations).NotTo(HaveKey(ContainSubstring("checksum")))
		}
	})

	DescribeTable("get additional flags",
		func(change func(*fluxv1alpha1.FluxInstallation), want map[string][]string) {
			shipped := only(nil, all...)
			got := map[string][]string{}
			for name, deployment := range only(change, all...) {
				further := manager(deployment).Args[len(manager(shipped[name]).Args):]
				if len(further) > 0 {
					got[name] = further
				}
			}
			Expect(got).To(Equal(want))
		},
		Entry("concurrency",
			func(f *fluxv1alpha1.FluxInstallation) { f.Concurrency = ptr.To[int32](12) },
			map[string][]string{
				"source-controller": {"--concurrent=12"}, "kustomize-controller": {"--concurrent=12"}, "helm-controller": {"--concurrent=12"},
				"notification-controller": {"--concurrent=12"}, "image-reflector-controller": {"--concurrent=12"},
				"image-automation-controller": {"--concurrent=12"}, "source-watcher": {"--concurrent=12"},
			}),
		Entry("multitenancy, as documented by Flux",
			func(f *fluxv1alpha1.FluxInstallation) {
				f.Multitenancy = &fluxv1alpha1.Multitenancy{Enabled: ptr.To(true), DefaultServiceAccount: ptr.To("default")}
			},
			map[string][]string{
				"kustomize-controller":        {"--no-cross-namespace-refs=true", "--no-remote-bases=true", "--default-service-account=default"},
				"helm-controller":             {"--no-cross-namespace-refs=true", "--default-service-account=default"},
				"notification-controller":     {"--no-cross-namespace-refs=true"},
				"image-reflector-controller":  {"--no-cross-namespace-refs=true"},
				"image-automation-controller": {"--no-cross-namespace-refs=true"},
				"source-watcher":              {"--no-cross-namespace-refs=true"},
			}),
		Entry("disabled multitenancy",
			func(f *fluxv1alpha1.FluxInstallation) {
				f.Multitenancy = &fluxv1alpha1.Multitenancy{Enabled: ptr.To(false), DefaultServiceAccount: ptr.To("default")}
			},
			map[string][]string{}),
	)

	It("keep the shipped resources by default", func() {
		got := only(func(f *fluxv1alpha1.FluxInstallation) {
			f.Resources = map[fluxv1alpha1.Component]corev1.ResourceRequirements{source: {
				Requests: corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("256Mi")},
				Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("2Gi")},
			}}
		}, source, kustomize)
		Expect(manager(got["source-controller"]).Resources).To(Equal(corev1.ResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("50m"), corev1.ResourceMemory: resource.MustParse("256Mi")},
			Limits:   corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1"), corev1.ResourceMemory: resource.MustParse("2Gi")},
		}))
		Expect(manager(got["kustomize-controller"]).Resources).To(Equal(manager(only(nil, source, kustomize)["kustomize-controller"]).Resources))
	})

	It("keep the shipped node selector, security context and priority", func() {
		manifests, err := distributions.Embedded().Manifests(version)
		Expect(err).NotTo(HaveOccurred())
		shipped := deployments(manifests)
		for name, deployment := range deployments(render(input(withEverything)).Controllers) {
			pod := deployment.Spec.Template.Spec
			Expect(pod.NodeSelector).To(Equal(map[string]string{"kubernetes.io/os": "linux", "pool": "system"}))
			Expect(pod.PriorityClassName).To(Equal(shipped[name].Spec.Template.Spec.PriorityClassName))
			security := manager(deployment).SecurityContext
			Expect(*security.RunAsNonRoot).To(BeTrue())
			Expect(*security.AllowPrivilegeEscalation).To(BeFalse())
			Expect(*security.ReadOnlyRootFilesystem).To(BeTrue())
			Expect(security.Capabilities.Drop).To(ConsistOf(corev1.Capability("ALL")))
			Expect(security.SeccompProfile.Type).To(Equal(corev1.SeccompProfileTypeRuntimeDefault))
		}
	})

	It("have the same names as in the catalog", func() {
		names := []string{}
		for _, component := range NewCatalog(library).Components(version) {
			names = append(names, string(component))
		}
		Expect(slices.Collect(maps.Keys(only(nil, all...)))).To(ConsistOf(names))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// withStorage gives source-controller a volume. Without a class, the volume has the default class.
func withStorage(size, class string) func(*Input) {
	return fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
		f.Storage = &fluxv1alpha1.Storage{Size: ptr.To(resource.MustParse(size))}
		if class != "" {
			f.Storage.Class = &class
		}
	})
}

var _ = Describe("Storage", func() {
	claimIn := func(bundle Bundle) *unstructured.Unstructured {
		for _, object := range decode(bundle.CRDs) {
			if object.GetKind() == "PersistentVolumeClaim" {
				return object
			}
		}
		return nil
	}
	claimName := func(changes ...func(*Input)) string {
		GinkgoHelper()
		return claimIn(render(input(changes...))).GetName()
	}

	DescribeTable("gives source-controller a volume in version",
		func(version string) {
			bundle := render(input(of(version), withStorage("10Gi", "fast")))
			objects := []*unstructured.Unstructured{claimIn(bundle)}
			for _, object := range decode(bundle.Controllers) {
				if object.GetKind() == "Deployment" && object.GetName() == "source-controller" {
					objects = append(objects, object)
				}
			}
			var documents []string
			for _, object := range objects {
				content, err := yaml.Marshal(object.Object)
				Expect(err).NotTo(HaveOccurred())
				documents = append(documents, string(content))
			}
			golden(version+".storage.yaml", []byte(strings.Join(documents, "---\n")))
		},
		versionEntries(),
	)

	It("changes only the volume of source-controller", func() {
		plain, stored := deployments(render(input(withEverything)).Controllers), deployments(render(input(withEverything, withStorage("1Gi", ""))).Controllers)
		for name, deployment := range stored {
			if name == "source-controller" {
				Expect(deployment.Spec.Strategy).To(Equal(appsv1.DeploymentStrategy{Type: "Recreate"}), "two pods cannot have it")
				Expect(deployment.Spec.Template.Spec.SecurityContext.FSGroup).To(HaveValue(BeEquivalentTo(1337)), "the controller is not root")
				deployment.Spec.Template.Spec.Volumes[0].VolumeSource = corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}
			}
			Expect(deployment).To(Equal(plain[name]))
		}
	})

	It("has a claim that gardener-resource-manager creates and never changes", func() {
		claim := claimIn(render(input(withStorage("1Gi", ""))))
		Expect(claim.GetAnnotations()).To(HaveKeyWithValue("resources.gardener.cloud/ignore", "true"))
		Expect(claim.GetAnnotations()).NotTo(HaveKey("resources.gardener.cloud/keep-object"))
		Expect(claim.Object["spec"]).NotTo(HaveKey("storageClassName"), "the shoot has a default class")
		Expect(claimIn(render(input()))).To(BeNil())
	})

	It("has its own claim for each size and class", func() {
		name := claimName(withStorage("1Gi", ""))
		Expect(name).To(Equal("source-controller-92ce3847"), "a change of the names replaces all volumes")
		Expect(claimName(withStorage("1024Mi", ""), fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.Namespace = ptr.To("gitops") }))).To(Equal(name))
		Expect(claimName(of("v2.7.5"), withStorage("1Gi", ""))).To(Equal(name))
		Expect([]string{claimName(withStorage("2Gi", "")), claimName(withStorage("1Gi", "a")), claimName(withStorage("1Gi", "b")), claimName(withStorage("1G", ""))}).To(
			And(HaveLen(4), Not(ContainElement(name))))
	})

	It("is in Flux's namespace", func() {
		claim := claimIn(render(input(withEverything, withStorage("1Gi", ""), synced(tenantSource, tenantKustomization))))
		Expect(claim.GetNamespace()).To(Equal("gitops"))
		Expect(claim.GetLabels()).To(HaveKeyWithValue("app.kubernetes.io/instance", "gitops"))
	})

	It("cannot be replaced by a patch", func() {
		in := input(withStorage("1Gi", ""))
		in.Effective.Flux.Patches = []fluxv1alpha1.Patch{patchOf(fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.ComponentSource,
			"spec: {template: {spec: {volumes: [{name: data, persistentVolumeClaim: {claimName: other}}]}}}")}
		Expect(NewCatalog(library).ValidatePatches(GinkgoT().Context(), in.Effective).ToAggregate()).To(MatchError(ContainSubstring("spec.template.spec.volumes[data] of Deployment source-controller must not be changed except for emptyDir")))
	})
})

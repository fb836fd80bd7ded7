// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

// See pkg/health for the words.
var _ = Describe("Manifests of Flux in the source", func() {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	applies := func(names ...string) kustomizev1.KustomizationStatus {
		status := kustomizev1.KustomizationStatus{ObservedGeneration: 7, Conditions: ready("True", 7, "ReconciliationSucceeded", "Applied revision: main@sha1:1"), Inventory: &kustomizev1.ResourceInventory{}}
		for _, name := range append([]string{"default_app_apps_Deployment", "flux-system_source-controller__Service"}, names...) {
			status.Inventory.Entries = append(status.Inventory.Entries, kustomizev1.ResourceRef{ID: name, Version: "v1"})
		}
		return status
	}
	It("are reported with the root Kustomization, whether or not they make it fail", func() {
		judge := func(status kustomizev1.KustomizationStatus) Verdict {
			kustomization := &kustomizev1.Kustomization{Status: status}
			kustomization.Generation = 7
			return Judge(Observation{
				ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("extension-shoot-flux-config")},
				Sync:             &observe.Sync{SourceKind: "GitRepository", Source: root, Root: root, Namespace: "flux-system", Components: "source-controller,kustomize-controller"},
				Shoot:            observe.Shoot{Kustomization: kustomization},
			})[2]
		}
		applied := judge(applies("flux-system_source-controller_apps_Deployment"))
		Expect(applied.Status).To(BeEquivalentTo("True"))
		Expect(applied.Message).To(HavePrefix("Kustomization flux-system/flux-system: Applied revision: main@sha1:1. The source contains manifests of Flux itself, as 'flux bootstrap' writes them"))

		failing := judge(kustomizev1.KustomizationStatus{Conditions: ready("False", 7, "ReconciliationFailed", "HelmRelease/apps/x dry-run failed: no matches for kind \"HelmRelease\" in version \"helm.toolkit.fluxcd.io/v2\"\n")})
		Expect(failing.Message).To(ContainSubstring("HelmRelease is a kind of Flux's helm-controller, which the shoot does not have"))
		Expect(failing.Message).NotTo(ContainSubstring("CustomResourceDefinition"))
	})

	It("are the only inventory entries in the observation", func(ctx SpecContext) {
		scheme := runtime.NewScheme()
		Expect(kustomizev1.AddToScheme(scheme)).To(Succeed())
		Expect(sourcev1.AddToScheme(scheme)).To(Succeed())
		status := applies("flux-system_source-watcher_apps_Deployment")
		for range 100 {
			status.Inventory.Entries = append(status.Inventory.Entries, kustomizev1.ResourceRef{ID: "flux-system_source-controller_apps_Deployment"},
				kustomizev1.ResourceRef{ID: strings.Repeat("x", 1000) + "_source-controller_apps_Deployment"})
		}
		present := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Status: status}
		shoot := fake.NewClientBuilder().WithScheme(scheme).WithObjects(present).Build()
		observed, err := observe.ReadShoot(ctx, shoot, observe.Sync{SourceKind: "GitRepository", Source: root, Root: root})
		Expect(err).NotTo(HaveOccurred())
		Expect(observed.Kustomization.Status.Inventory.Entries).To(And(HaveLen(20), ContainElement(HaveField("ID", "flux-system_source-watcher_apps_Deployment")),
			HaveEach(HaveField("ID", HavePrefix("flux-system_source-")))))
	})
})

// carriedKind is a kind of a Flux version that the extension carries, with its controller.
type carriedKind struct{ version, group, kind, component string }

func carriedKinds() []carriedKind {
	files, err := filepath.Glob(filepath.Join("..", "flux", "distributions", "v*", "gotk-components.yaml"))
	if err != nil || len(files) == 0 {
		panic(fmt.Sprint("no distributions: ", err))
	}
	var kinds []carriedKind
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		for decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096); ; {
			object := unstructured.Unstructured{}
			if err := decoder.Decode(&object.Object); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				panic(err)
			}
			if object.GetKind() != "CustomResourceDefinition" {
				continue
			}
			group, _, _ := unstructured.NestedString(object.Object, "spec", "group")
			kind, _, _ := unstructured.NestedString(object.Object, "spec", "names", "kind")
			kinds = append(kinds, carriedKind{filepath.Base(filepath.Dir(file)), group, kind, object.GetLabels()["app.kubernetes.io/component"]})
		}
	}
	return kinds
}

var _ = Describe("Components of Flux", func() {
	delivered := func(others ...string) observe.Sync {
		return observe.Sync{Namespace: "flux-system", Components: strings.Join(append([]string{"source-controller", "kustomize-controller"}, others...), ",")}
	}
	fix := func(bootstrapped bool, group, kind string, others ...string) string {
		message := fmt.Sprintf("%s/apps/x dry-run failed: no matches for kind %q in version %q", kind, kind, group+"/v1")
		sync := delivered(others...)
		return ComponentFix(fluxv1alpha1.CauseApply, message, Observation{Bootstrapped: bootstrapped, Sync: &sync})
	}

	for _, k := range carriedKinds() {
		if k.component == "source-controller" || k.component == "kustomize-controller" {
			continue // They are in every shoot.
		}
		It("are suggested for objects of their kinds: "+k.kind+" of "+k.version, func() {
			Expect(fix(false, k.group, k.kind)).To(HavePrefix(k.kind + " is a kind of Flux's " + k.component + ", which the shoot does not have; add it to flux.componentsExtra " + inConfig))
		})
	}

	DescribeTable("have a fix",
		func(fix, want string) { Expect(fix).To(Equal(want)) },
		Entry("delivered component without that API version", fix(false, "image.toolkit.fluxcd.io", "ImagePolicy", "image-reflector-controller"),
			"The shoot has Flux's image-reflector-controller, but does not serve ImagePolicy in this API version; correct apiVersion in the source, or set flux.version "+inConfig+" to a version that serves it"),
		Entry("component that needs other components", fix(false, "image.toolkit.fluxcd.io", "ImageUpdateAutomation"),
			"ImageUpdateAutomation is a kind of Flux's image-automation-controller, which the shoot does not have; add it to flux.componentsExtra "+inConfig+"; it also needs image-reflector-controller"),
		Entry("missing component in an unmanaged Flux", fix(true, "source.extensions.fluxcd.io", "ArtifactGenerator"),
			"ArtifactGenerator is a kind of Flux's source-watcher, which the shoot does not have; add it to the Flux in the shoot, which has not been managed since its bootstrap"),
		Entry("no component for foreign kinds in groups below Flux's domain", fix(false, "infra.contrib.fluxcd.io", "Terraform"), ""),
		Entry("no component for an object that the API server does not refuse", ComponentFix(fluxv1alpha1.CauseBuild, `no matches for kind "HelmRelease" in version "helm.toolkit.fluxcd.io/v2"`, observation(delivered(), observe.Shoot{})), ""),
	)

	applies := func(names ...string) kustomizev1.KustomizationStatus {
		status := kustomizev1.KustomizationStatus{Inventory: &kustomizev1.ResourceInventory{}}
		for _, name := range append([]string{"default_app_apps_Deployment", "flux-system_source-controller__Service"}, names...) {
			status.Inventory.Entries = append(status.Inventory.Entries, kustomizev1.ResourceRef{ID: name, Version: "v1"})
		}
		return status
	}
	within := func(bootstrapped bool, status kustomizev1.KustomizationStatus) Observation {
		o := observation(delivered(), observe.Shoot{Kustomization: &kustomizev1.Kustomization{Status: status}})
		o.Bootstrapped = bootstrapped
		return o
	}
	const skipped = "The source contains manifests of Flux itself, as 'flux bootstrap' writes them. The manifests of kustomize-controller, source-controller have no effect, because the extension manages these controllers; remove the manifests from the source"

	DescribeTable("are reported if the source has their manifests",
		func(bootstrapped bool, status kustomizev1.KustomizationStatus, note string) {
			Expect(ComponentsInSource(within(bootstrapped, status))).To(Equal(note))
		},
		Entry("no manifests", false, applies(), ""),
		Entry("delivered components, which Flux skips", false, applies("flux-system_source-controller_apps_Deployment", "flux-system_kustomize-controller_apps_Deployment"), skipped),
		Entry("component that the extension does not deliver", false, applies("flux-system_source-controller_apps_Deployment", "flux-system_kustomize-controller_apps_Deployment", "flux-system_source-watcher_apps_Deployment"),
			skipped+". source-watcher is installed from the source, with version and settings of the source, and is not managed by the extension; add it to flux.componentsExtra "+inConfig+", or remove it from the source, and delete its leftovers in the shoot"),
		Entry("controller of a shard that the extension does not deliver", false, applies("flux-system_source-controller-shard1_apps_Deployment"),
			"source-controller-shard1 is installed from the source, with version and settings of the source, and is not managed by the extension; add components to flux.componentsExtra and shards to flux.sharding.shards "+inConfig+", or remove it from the source, and delete its leftovers in the shoot"),
		Entry("controller of the same name in another namespace", false, applies("apps_source-watcher_apps_Deployment"), ""),
		Entry("all components of a Flux that manages itself", true, applies("flux-system_source-controller_apps_Deployment", "flux-system_source-watcher_apps_Deployment"), ""),
	)

	It("are named in a bounded message for a hostile inventory", func() {
		var names []string
		for i := range 10000 {
			names = append(names, fmt.Sprintf("flux-system_%s-%d_apps_Deployment", strings.Repeat("x", 200), i), fmt.Sprintf("flux-system_source-controller-%s%d_apps_Deployment", strings.Repeat("x", 200), i))
		}
		note := ComponentsInSource(within(false, applies(names...)))
		Expect(len(note)).To(BeNumerically("<", 4096))
		Expect(note).To(ContainSubstring(" and 9990 more is installed from the source"))
	})
})

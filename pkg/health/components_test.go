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

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

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

var _ = Describe("Components of Flux in the source", func() {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	const inConfig = "in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig"
	components := []string{"source-controller", "kustomize-controller"}
	judge := func(leftAlone bool, status kustomizev1.KustomizationStatus, others ...string) Verdict {
		GinkgoHelper()
		kustomization := &kustomizev1.Kustomization{Status: status}
		kustomization.Generation = 7
		return Judge(Observation{
			ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("extension-shoot-flux-config")}, LeftAlone: leftAlone,
			Sync: &observe.Sync{SourceKind: "GitRepository", Source: root, Root: root, Namespace: "flux-system", Components: strings.Join(append(components, others...), ",")}, Shoot: observe.Shoot{Kustomization: kustomization},
		})[2]
	}
	failing := func(leftAlone bool, group, kind string, others ...string) string {
		GinkgoHelper()
		return judge(leftAlone, kustomizev1.KustomizationStatus{Conditions: ready("False", 7, "ReconciliationFailed",
			fmt.Sprintf("%s/apps/x dry-run failed: no matches for kind %q in version %q\n", kind, kind, group+"/v1"))}, others...).Message
	}

	for _, k := range carriedKinds() {
		if k.component == "source-controller" || k.component == "kustomize-controller" {
			continue // They are in every shoot.
		}
		It("have to be added for objects of their kinds: "+k.kind+" of "+k.version, func() {
			message := failing(false, k.group, k.kind)
			Expect(message).To(ContainSubstring(k.kind + " is a kind of Flux's " + k.component + ", which the shoot does not have: add it to flux.componentsExtra " + inConfig))
			Expect(message).NotTo(ContainSubstring("CustomResourceDefinition"))
		})
	}

	It("are there, and the kind has another API version", func() {
		Expect(failing(false, "image.toolkit.fluxcd.io", "ImagePolicy", "image-reflector-controller")).To(ContainSubstring(
			"The shoot has Flux's image-reflector-controller, but not with ImagePolicy in that API version: correct its apiVersion in the source, or set flux.version " + inConfig + " to one that has it"))
	})

	It("need others that they work with", func() {
		Expect(failing(false, "image.toolkit.fluxcd.io", "ImageUpdateAutomation")).To(ContainSubstring("; it needs image-reflector-controller too"))
	})

	It("are to be added in the shoot where Flux is not managed", func() {
		Expect(failing(true, "source.extensions.fluxcd.io", "ArtifactGenerator")).To(And(
			ContainSubstring("add it to the Flux in the shoot, which is not managed since its bootstrap"), Not(ContainSubstring("componentsExtra"))))
	})

	It("are no fix for kinds of others in groups below Flux's domain", func() {
		Expect(failing(false, "infra.contrib.fluxcd.io", "Terraform")).To(ContainSubstring("its CustomResourceDefinition has to be applied before"))
	})

	applies := func(names ...string) kustomizev1.KustomizationStatus {
		status := kustomizev1.KustomizationStatus{Conditions: ready("True", 7, "ReconciliationSucceeded", "Applied revision: main@sha1:1"), Inventory: &kustomizev1.ResourceInventory{}}
		for _, name := range append([]string{"default_app_apps_Deployment", "flux-system_source-controller__Service"}, names...) {
			status.Inventory.Entries = append(status.Inventory.Entries, kustomizev1.ResourceRef{ID: name, Version: "v1"})
		}
		return status
	}
	const skipped = "The source has manifests of Flux itself, as 'flux bootstrap' writes them. Those of kustomize-controller, source-controller have no effect, because the extension manages them: remove them from the source"

	DescribeTable("are reported if the source has them, as after 'flux bootstrap'",
		func(leftAlone bool, status kustomizev1.KustomizationStatus, note string) {
			verdict := judge(leftAlone, status)
			Expect(verdict.Status).To(BeEquivalentTo("True"))
			Expect(verdict.Message).To(Equal("Kustomization flux-system/flux-system: Applied revision: main@sha1:1" + note))
		},
		Entry("none, which is no news", false, applies(), ""),
		Entry("those that the extension delivers, which Flux skips", false, applies("flux-system_source-controller_apps_Deployment", "flux-system_kustomize-controller_apps_Deployment"), ". "+skipped),
		Entry("one that it does not deliver, which comes up unmanaged", false, applies("flux-system_source-controller_apps_Deployment", "flux-system_kustomize-controller_apps_Deployment", "flux-system_source-watcher_apps_Deployment"),
			". "+skipped+". source-watcher is installed from the source, with the version and the settings there, and is not managed by the extension: add it to flux.componentsExtra "+inConfig+", or remove it from the source, and delete what then is left of it in the shoot"),
		Entry("one of a shard that the extension does not have, which reconciles what others reconcile too", false, applies("flux-system_source-controller-shard1_apps_Deployment"),
			". source-controller-shard1 is installed from the source, with the version and the settings there, and is not managed by the extension: add components to flux.componentsExtra and shards to flux.sharding.shards "+inConfig+", or remove it from the source, and delete what then is left of it in the shoot"),
		Entry("one of the same name in another namespace, which is another", false, applies("apps_source-watcher_apps_Deployment"), ""),
		Entry("all of them where Flux is meant to manage itself", true, applies("flux-system_source-controller_apps_Deployment", "flux-system_source-watcher_apps_Deployment"), ""),
	)

	It("are read from the shoot, and nothing else of an inventory", func(ctx SpecContext) {
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

	It("are reported in a message of limited length, whatever the inventory has", func() {
		var names []string
		for i := range 10000 {
			names = append(names, fmt.Sprintf("flux-system_%s-%d_apps_Deployment", strings.Repeat("x", 200), i))
		}
		Expect(len(judge(false, applies(names...)).Message)).To(BeNumerically("<", 1000))
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

// See pkg/health for the words.
var _ = Describe("Components of Flux in the source", func() {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	applies := func(names ...string) kustomizev1.KustomizationStatus {
		status := kustomizev1.KustomizationStatus{ObservedGeneration: 7, Conditions: ready("True", 7, "ReconciliationSucceeded", "Applied revision: main@sha1:1"), Inventory: &kustomizev1.ResourceInventory{}}
		for _, name := range append([]string{"default_app_apps_Deployment", "flux-system_source-controller__Service"}, names...) {
			status.Inventory.Entries = append(status.Inventory.Entries, kustomizev1.ResourceRef{ID: name, Version: "v1"})
		}
		return status
	}
	It("are reported with the root Kustomization, whether it fails because of them or not", func() {
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
		Expect(applied.Message).To(HavePrefix("Kustomization flux-system/flux-system: Applied revision: main@sha1:1. The source has manifests of Flux itself, as 'flux bootstrap' writes them"))

		failing := judge(kustomizev1.KustomizationStatus{Conditions: ready("False", 7, "ReconciliationFailed", "HelmRelease/apps/x dry-run failed: no matches for kind \"HelmRelease\" in version \"helm.toolkit.fluxcd.io/v2\"\n")})
		Expect(failing.Message).To(ContainSubstring("HelmRelease is a kind of Flux's helm-controller, which the shoot does not have"))
		Expect(failing.Message).NotTo(ContainSubstring("CustomResourceDefinition"))
	})

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
})

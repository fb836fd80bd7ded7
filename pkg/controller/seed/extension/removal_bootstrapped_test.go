// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"encoding/json"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Removal of a bootstrapped Flux from a living shoot", func() {
	var (
		w     *extensiontest.ActuatorFixture
		shoot *shootOnPaper
	)
	controller := func(fields ...metav1.ManagedFieldsEntry) *appsv1.Deployment {
		return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "kustomize-controller", Annotations: broughtBy("controllers"), ManagedFields: fields}}
	}
	applied := metav1.ManagedFieldsEntry{Manager: "kustomize-controller", Operation: metav1.ManagedFieldsOperationApply, APIVersion: "apps/v1", FieldsType: "FieldsV1",
		FieldsV1: metav1.NewFieldsV1(`{"f:spec":{"f:replicas":{}}}`)}
	updated := applied
	updated.Manager, updated.Operation = "kubectl-client-side-apply", metav1.ManagedFieldsOperationUpdate
	bring := func(ctx context.Context, policy fluxv1alpha1.DeletionPolicy, objects ...client.Object) {
		GinkgoHelper()
		state := extensionstatus.State{Flux: true, Version: "v2.9.5", Sync: true, Bootstrapped: true, SourceKind: "GitRepository", DeletionPolicy: policy,
			Identity: resolved.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}}
		w = extensiontest.NewActuatorFixture(nil, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Status.State = &runtime.RawExtension{Raw: controllertest.Must(json.Marshal(state))}
		})
		shoot = newShootOnPaper(objects...)
		w.Actuator.Shoots, w.GardenUnavailable = shoot, true
		config := &resourcesv1alpha1.ManagedResource{ObjectMeta: metav1.ObjectMeta{Namespace: controllertest.TechnicalID, Name: controllertest.ConfigName, Finalizers: []string{"resources.gardener.cloud/gardener-resource-manager"}}}
		Expect(w.Seed.Create(ctx, config)).To(Succeed())
	}
	waiting := func(ctx context.Context) string {
		GinkgoHelper()
		err := w.Actuator.Delete(ctx, logr.Discard(), w.Ex)
		Expect(err).To(HaveOccurred())
		return err.Error()
	}
	isThere := func(ctx context.Context, object client.Object) bool {
		GinkgoHelper()
		err := shoot.Get(ctx, client.ObjectKeyFromObject(object), object)
		Expect(client.IgnoreNotFound(err)).To(Succeed())
		return err == nil && object.GetDeletionTimestamp() == nil
	}

	It("deletes objects with the origin of the extension with policy Orphan, and keeps others", func(ctx SpecContext) {
		ours, users := controller(), &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-watcher"}}
		bring(ctx, "Orphan", ours, users)
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		Expect(waiting(ctx)).To(HaveSuffix("Deployment flux-system/kustomize-controller to be deleted from the shoot"))
		Expect(isThere(ctx, ours)).To(BeFalse())
		Expect(isThere(ctx, users)).To(BeTrue())
		Expect(waiting(ctx)).To(ContainSubstring(controllertest.ConfigName))
	})

	DescribeTable("keeps everything, including credentials, if others apply Flux now",
		func(ctx SpecContext, policy fluxv1alpha1.DeletionPolicy, by metav1.ManagedFieldsEntry) {
			ours, key := controller(by), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system", Annotations: broughtBy("config")}}
			bring(ctx, policy, ours, key)
			Expect(waiting(ctx)).To(ContainSubstring("has not finished yet"))
			resource := w.Resources(ctx)[0]
			Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()))
			w.RemoveFinalizers(ctx, controllertest.ConfigName)
			Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(Succeed())
			Expect(w.Events.Events).To(Receive(And(ContainSubstring("FluxKept"), ContainSubstring(by.Manager+" applies Deployment flux-system/kustomize-controller"))))
			Expect(isThere(ctx, ours)).To(BeTrue())
			Expect(isThere(ctx, key)).To(BeTrue())
			Expect(shoot.isSuspended(ctx)).To(BeFalse())
		},
		Entry("policy Orphan, server-side apply", fluxv1alpha1.DeletionPolicyOrphan, applied),
		Entry("policy Prune, server-side apply", fluxv1alpha1.DeletionPolicyPrune, applied),
		Entry("policy Orphan, client-side apply", fluxv1alpha1.DeletionPolicyOrphan, updated),
		Entry("policy Prune, client-side apply", fluxv1alpha1.DeletionPolicyPrune, updated),
	)

	It("keeps a Flux of another version with policy Orphan", func(ctx SpecContext) {
		ours := controller()
		ours.Labels = map[string]string{"app.kubernetes.io/version": "v2.10.0"}
		bring(ctx, "Orphan", ours)
		Expect(waiting(ctx)).To(ContainSubstring("has not finished yet"))
		w.RemoveFinalizers(ctx, controllertest.ConfigName)
		Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(w.Events.Events).To(Receive(And(ContainSubstring("FluxKept"), ContainSubstring("Deployment flux-system/kustomize-controller belongs to Flux v2.10.0 instead of v2.9.5"))))
		Expect(isThere(ctx, ours)).To(BeTrue())
	})

	It("does not delete a root Kustomization of others with policy Prune", func(ctx SpecContext) {
		bring(ctx, "Prune", controller())
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		Expect(shoot.root(ctx).GetDeletionTimestamp()).To(BeNil())
	})

	It("deletes the extension's root with policy Prune, and waits for Flux", func(ctx SpecContext) {
		bring(ctx, "Prune", controller())
		root := shoot.root(ctx)
		root.SetAnnotations(broughtBy("config"))
		Expect(shoot.Update(ctx, root)).To(Succeed())
		for range 2 {
			Expect(waiting(ctx)).To(HaveSuffix("waiting for Flux to delete the objects applied by Kustomization flux-system/flux-system"))
		}
		Expect(shoot.root(ctx).GetDeletionTimestamp()).NotTo(BeNil())
		Expect(shoot.isSuspended(ctx)).To(BeFalse())
	})
})

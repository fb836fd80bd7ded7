// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"encoding/json"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Takeover", func() {
	public := map[string]string{"repositoryUrl": "https://github.com/o/r"}
	private := map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}

	Describe("with an existing Flux", func() {
		log := logr.Discard()
		hibernated := func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
		}
		state := func(w *extensiontest.ActuatorFixture) extensionstatus.State {
			GinkgoHelper()
			delivered, err := extensionstatus.ReadState(w.Ex)
			Expect(err).NotTo(HaveOccurred())
			return delivered
		}

		It("releases the ManagedResources of the archived extension first, and records the adopted objects", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			found := controllertest.NewShootConnector(false,
				controllertest.KustomizationKind(), controllertest.GitRepositoryKind(),
				&sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "main-gitrepo"}, Spec: sourcev1.GitRepositorySpec{
					URL: public["repositoryUrl"], Reference: &sourcev1.GitRepositoryRef{Branch: "main"}}},
				&kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "main-ks"}, Spec: kustomizev1.KustomizationSpec{
					Path: "./", TargetNamespace: "default", Suspend: true, SourceRef: kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "main-gitrepo"}}},
				&kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "own"}},
				&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{
					"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.3.0"}}},
			)
			w.Actuator.Shoots = found
			for _, name := range []string{"extension-shoot-flux-flux-install", "extension-shoot-flux-flux-config"} {
				Expect(w.Seed.Create(ctx, &resourcesv1alpha1.ManagedResource{ObjectMeta: metav1.ObjectMeta{
					Namespace: controllertest.TechnicalID, Name: name, Finalizers: []string{"resources.gardener.cloud/gardener-resource-manager"},
				}})).To(Succeed())
			}
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			resources := w.Resources(ctx)
			Expect(resources).To(HaveLen(5))
			for _, resource := range resources {
				old := resource.Name == "extension-shoot-flux-flux-install" || resource.Name == "extension-shoot-flux-flux-config"
				Expect(resource.DeletionTimestamp != nil).To(Equal(old), resource.Name)
				Expect(ptr.Deref(resource.Spec.KeepObjects, false)).To(Equal(old), resource.Name)
			}
			Expect(state(w).Root).To(Equal("flux-system/main-ks"))
			Expect(state(w).Adopted).To(Equal(configuration.Adopted{Source: "flux-system/main-gitrepo", Root: "flux-system/main-ks", Path: "./", TargetNamespace: "default"}))
			Expect(state(w).Foreign).To(Equal("team/own"))
			Expect(state(w).RootSuspension).To(Equal(resolved.Suspension{Suspended: true, Held: resolved.HeldSuspended}), "an incident does not end by it")

			By("what is adopted holds from then on, whatever the shoot says")
			w.Actuator.Shoots = controllertest.NewShootConnector(false)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(state(w).Root).To(Equal("flux-system/main-ks"))
			ex := &extensionsv1alpha1.Extension{}
			Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
			Expect(v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured").Message).To(ContainSubstring("unmanaged: team/own"))
		})

		It("does not replace other credentials by the deploy key", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(private, nil)
			secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Data: map[string][]byte{"identity": []byte("another")}}
			w.Actuator.Shoots = controllertest.NewShootConnector(false, secret)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(And(
				ContainSubstring("Secret flux-system/flux-system of the shoot contains credentials other than"), Not(ContainSubstring("another")))))
			Expect(w.Resources(ctx)).To(BeEmpty())

			By("the same key may be there already")
			key := &corev1.Secret{}
			Expect(w.Garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, key)).To(Succeed())
			secret.Data["identity"] = key.Data["identity"]
			secret.ResourceVersion = ""
			w.Actuator.Shoots = controllertest.NewShootConnector(false, secret)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveLen(3))
		})

		It("surveys a shoot with Flux again before its first source", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(nil, nil)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(state(w).Sync).To(BeFalse())
			w.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.KustomizationKind(),
				&kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Spec: kustomizev1.KustomizationSpec{
					Path: "./clusters/a", Suspend: true, SourceRef: kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system"}}},
				&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{"app.kubernetes.io/part-of": "flux"}}})
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(state(w).Adopted).To(BeZero(), "nobody wants its place")

			Expect(w.Garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: public})).To(Succeed())
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(state(w).Sync).To(BeTrue())
			Expect(state(w).Adopted).To(Equal(configuration.Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}), "another path would prune what this one has brought")
			Expect(state(w).RootSuspension.Held).To(Equal(resolved.HeldSuspended))
			ex := &extensionsv1alpha1.Extension{}
			Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
			Expect(v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured").Message).To(ContainSubstring("is configured to sync path ./clusters/a"))
		})

		DescribeTable("does not replace other credentials by the deploy key of a later configuration",
			func(ctx SpecContext, annotations map[string]string, want string) {
				w := extensiontest.NewActuatorFixture(private, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
					ex.Status.State = &runtime.RawExtension{Raw: controllertest.Must(json.Marshal(extensionstatus.State{Flux: true, Sync: true, Project: true, SourceKind: "GitRepository"}))}
				})
				w.Actuator.Shoots = controllertest.NewShootConnector(false, &corev1.Secret{
					ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system", Annotations: annotations}, Data: map[string][]byte{"identity": []byte("another")},
				})
				Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
				reason := w.Configured(ctx).Reason
				Expect(reason).To(Equal(want))
			},
			Entry("Secret of a user", nil, "InvalidConfiguration"),
			Entry("copy of a Secret of the project", map[string]string{"resources.gardener.cloud/origin": "seed:shoot--demo--only/extension-shoot-flux-config"}, "Configured"),
		)

		It("fails and retries if the shoot does not respond", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			w.Actuator.Shoots = controllertest.NewShootConnector(true)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("failed to survey Flux in the shoot")))
			Expect(w.Resources(ctx)).To(BeEmpty())
		})

		It("waits without failing for a hibernated shoot to wake up", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(private, hibernated)
			w.Actuator.Shoots = controllertest.NewShootConnector(true)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(BeEmpty())
			Expect(w.Configured(ctx)).To(HaveValue(And(HaveField("Status", gardencorev1beta1.ConditionProgressing), HaveField("Reason", "Hibernated"))))
			secrets := &corev1.SecretList{}
			Expect(w.Garden.List(ctx, secrets)).To(Succeed())
			Expect(secrets.Items).To(BeEmpty(), "no key is made that nobody gets")

			By("one that has Flux from the extension, but no source, may have one from somebody else")
			w.Ex.Status.State = &runtime.RawExtension{Raw: controllertest.Must(json.Marshal(extensionstatus.State{Flux: true}))}
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(BeEmpty())

			By("a hibernated shoot that has everything from the extension is not looked at")
			w.Ex.Status.State = &runtime.RawExtension{Raw: controllertest.Must(json.Marshal(extensionstatus.State{
				Flux: true, Version: "v2.9.5", Sync: true, Project: true, SourceKind: "GitRepository", DeployKey: true, Identity: resolved.Identity{Namespace: "flux-system"},
			}))}
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveLen(3))
		})

		It("delivers to a shoot without an API server", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			w.Actuator.Shoots = controllertest.ShootConnector{Err: apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, "gardener")}
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveLen(3))
		})
	})
})

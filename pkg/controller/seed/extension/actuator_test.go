// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"errors"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Actuator", func() {
	var (
		log     = logr.Discard()
		public  = map[string]string{"repositoryUrl": "https://github.com/o/r"}
		mistake = map[string]string{"repositoryURL": "https://github.com/o/r"}
		synced  = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.5","sync":true}`)}
	)

	Describe("Reconcile", func() {
		It("delivers, records the delivery in the state, and reports it", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveLen(3))
			Expect(string(w.Ex.Status.State.Raw)).To(MatchJSON(`{"flux":true,"version":"v2.9.5","components":"helm-controller,kustomize-controller,notification-controller,source-controller","sync":true,"project":true,"sourceKind":"GitRepository","delivery":"281f3efa289eaee5",
				"namespace":"flux-system","source":"flux-system/flux-system","root":"flux-system/flux-system","deletionPolicy":"Orphan","seen":{"config":"075bdd6bc5cb99c2","immediate":true}}`))
			Expect(w.Configured(ctx)).To(HaveValue(And(HaveField("Status", BeEquivalentTo("True")), HaveField("Reason", "Configured"))))
			Expect(*w.Recorded).To(Equal(controllertest.RecordedMetrics{Deliveries: []error{nil}}))
		})

		It("requeues a configuration error before the first delivery with a retryable code", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(mistake, nil)
			err := w.Actuator.Reconcile(ctx, log, w.Ex)
			requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
			Expect(ok).To(BeTrue(), "%T", err)
			Expect(requeue.RequeueAfter).To(Equal(time.Second))
			Expect(v1beta1helper.ExtractErrorCodes(requeue.Cause)).To(ConsistOf(gardencorev1beta1.ErrorRetryableConfigurationProblem))
			Expect(w.Resources(ctx)).To(BeEmpty())
			reason := w.Configured(ctx).Reason
			Expect(reason).To(Equal("InvalidConfiguration"))
			Expect(*w.Recorded).To(Equal(controllertest.RecordedMetrics{Mistakes: []document.ErrorKind{document.ErrorKindProject}}))
		})

		It("delivers nothing to a Shoot without workers, does not ask its API server, and does not fail its operation", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
				shoot.Spec.Provider.Workers = nil
			})
			w.Actuator.Shoots = controllertest.ConnectorFunc(func(context.Context, string) (*toolkit.Shoot, error) {
				return nil, errors.New("the server could not find the requested resource")
			})
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(BeEmpty())
			Expect(w.Configured(ctx)).To(HaveValue(And(HaveField("Status", BeEquivalentTo("False")), HaveField("Reason", "NoWorkers"))))
		})

		It("returns the error of an unreachable garden without a code, and leaves the delivery unchanged", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			before := w.Resources(ctx)
			w.GardenUnavailable = true
			err := w.Actuator.Reconcile(ctx, log, w.Ex)
			Expect(apierrors.IsServiceUnavailable(err)).To(BeTrue(), "%v", err)
			Expect(v1beta1helper.ExtractErrorCodes(err)).To(BeEmpty())
			Expect(w.Resources(ctx)).To(Equal(before))
		})

		It("merges the providerConfig over the project's ConfigMap, and delivers the referenced resources of the Shoot", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				shoot.Spec.Resources = []gardencorev1beta1.NamedResourceReference{{
					Name: "vault", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: "project-vault"},
				}}
				ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig("kustomization: {template: {spec: {path: ./only}}}\nadditionalSecretResources: [{name: vault}]")}
			})
			Expect(apierrors.IsNotFound(w.Actuator.Reconcile(ctx, log, w.Ex))).To(BeTrue(), "gardenlet has not copied the Secret yet")
			Expect(w.Resources(ctx)).To(BeEmpty())

			Expect(w.Seed.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: controllertest.TechnicalID, Name: "ref-project-vault"}})).To(Succeed())
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveLen(3))
			Expect(w.Ex.Status.Resources).To(Equal([]gardencorev1beta1.NamedResourceReference{{
				Name: "vault", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: "ref-project-vault"},
			}}), "Gardener carries the copy to another seed")
		})

		It("writes nothing to the garden for an incomplete configuration", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(map[string]string{"fluxVersion": "v2.9"}, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig("source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}")}
			})
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			keys := &corev1.SecretList{}
			Expect(w.Garden.List(ctx, keys)).To(Succeed())
			Expect(keys.Items).To(HaveLen(1))
			Expect(w.Garden.Delete(ctx, &keys.Items[0])).To(Succeed())
			Expect(w.Garden.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace("garden-demo"))).To(Succeed())

			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			reason := w.Configured(ctx).Reason
			Expect(reason).To(Equal("ConfigurationMissing"))
			Expect(w.Garden.List(ctx, keys)).To(Succeed())
			Expect(keys.Items).To(BeEmpty(), "a new key would be one that no shoot of the project has")
		})

		It("delivers nothing if the deletion of the shoot begins meanwhile, and keeps its ManagedResources paused", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			w.Actuator.Shoots = controllertest.ConnectorFunc(func(ctx context.Context, _ string) (*toolkit.Shoot, error) {
				w.DeleteShoot(ctx)
				return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, "gardener")
			})
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("the deletion of the shoot began during this operation")))
			Expect(w.Resources(ctx)).To(BeEmpty())
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(BeEmpty())
		})

		It("resumes the delivery after an interrupted removal", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Actuator.Deliverer.Pause(ctx, controllertest.TechnicalID)).To(Succeed())
			w.Ex.Status.State = nil
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveEach(HaveField("Annotations", Not(HaveKey("resources.gardener.cloud/ignore")))))
		})

		It("keeps the annotation of an operator that disables gardener-resource-manager for a shoot", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			for _, resource := range w.Resources(ctx) {
				metav1.SetMetaDataAnnotation(&resource.ObjectMeta, "resources.gardener.cloud/ignore", "true")
				Expect(w.Seed.Update(ctx, &resource)).To(Succeed())
			}
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(And(HaveLen(3), HaveEach(HaveField("Annotations", HaveKeyWithValue("resources.gardener.cloud/ignore", "true")))))
		})

		It("refuses another Flux namespace after the delivery, and changes nothing", func(ctx SpecContext) {
			w := extensiontest.NewActuatorFixture(public, nil)
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			before := w.Resources(ctx)
			w.Ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig("flux: {namespace: gitops}")}
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(Equal(before))
			reason := w.Configured(ctx).Reason
			Expect(reason).To(Equal("InvalidConfiguration"))
		})
	})

	DescribeTable("Restore succeeds for a shoot with Flux despite a configuration error or a missing configuration",
		func(ctx SpecContext, config map[string]string, want string) {
			w := extensiontest.NewActuatorFixture(config, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) { ex.Status.State = synced })
			Expect(w.Actuator.Restore(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(BeEmpty(), "what is in the shoot stays as the other seed left it")
			reason := w.Configured(ctx).Reason
			Expect(reason).To(Equal(want))
		},
		Entry("configuration error", mistake, "InvalidConfiguration"),
		Entry("missing ConfigMap", nil, "ConfigurationMissing"),
		Entry("empty ConfigMap", map[string]string{}, "ConfigurationMissing"),
	)

	It("delivers the configuration of the project on Restore", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(public, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) { ex.Status.State = synced })
		Expect(w.Actuator.Restore(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))
	})

	Describe("Delete, Migrate and ForceDelete with an unreachable garden", func() {
		dying := func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			now := metav1.Now()
			shoot.DeletionTimestamp = &now
		}
		hibernated := func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			enabled := true
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &enabled}
		}
		kept := func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig("deletionPolicy: Keep")}
		}
		keptAsleep := func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			hibernated(shoot, ex)
			kept(shoot, ex)
		}
		deliveredWorld := func(ctx context.Context, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) *extensiontest.ActuatorFixture {
			died := false
			w := extensiontest.NewActuatorFixture(public, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				if change != nil {
					change(shoot, ex)
				}
				died, shoot.DeletionTimestamp = shoot.DeletionTimestamp != nil, nil
			})
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			if died {
				w.DeleteShoot(ctx)
			}
			w.GardenUnavailable = true
			return w
		}

		It("releases a shoot that is being deleted, without an Event", func(ctx SpecContext) {
			w := deliveredWorld(ctx, dying)
			Expect(w.Actuator.Delete(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(BeEmpty())
			Expect(w.Events.Events).To(BeEmpty())
		})

		It("keeps Flux in a living shoot if the deletion policy is Keep, and records an Event", func(ctx SpecContext) {
			w := deliveredWorld(ctx, kept)
			shoot := controllertest.NewShootConnector(false, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller",
				Labels:      map[string]string{"shoot.gardener.cloud/no-cleanup": "true"},
				Annotations: map[string]string{"resources.gardener.cloud/origin": "seed:" + controllertest.TechnicalID + "/extension-shoot-flux-controllers"}}})
			w.Actuator.Shoots = shoot
			Expect(w.Actuator.Delete(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Events.Events).To(Receive(ContainSubstring("FluxKept")))
			controller := &appsv1.Deployment{}
			Expect(shoot.Client.Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "source-controller"}, controller)).To(Succeed())
			Expect(controller.Labels).To(BeEmpty(), "Gardener's cleanup would pass it by one day, and it would bring everything back")
		})

		DescribeTable("records no Event if the shoot never had Flux",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) {
				w := extensiontest.NewActuatorFixture(mistake, change)
				Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).NotTo(Succeed())
				Expect(w.Actuator.Delete(ctx, log, w.Ex)).To(Succeed())
				Expect(w.Events.Events).To(BeEmpty())
			},
			Entry("configuration error", nil),
			Entry("configuration error and hibernated shoot", hibernated),
		)

		It("keeps Flux and retries if the shoot does not respond", func(ctx SpecContext) {
			w := deliveredWorld(ctx, kept)
			w.Actuator.Shoots = controllertest.NewShootConnector(true)
			Expect(w.Actuator.Delete(ctx, log, w.Ex)).To(MatchError(ContainSubstring("failed to release Flux in the shoot")))
			Expect(w.Resources(ctx)).To(HaveEach(HaveField("DeletionTimestamp", BeNil())))
		})

		It("keeps Flux in a living shoot if the deletion policy is unknown", func(ctx SpecContext) {
			w := deliveredWorld(ctx, nil)
			w.Ex.Status.State = synced
			w.AddFinalizers(ctx)
			Expect(w.Actuator.Delete(ctx, log, w.Ex)).NotTo(Succeed())
			Expect(w.Resources(ctx)).To(HaveEach(HaveField("Spec.KeepObjects", HaveValue(BeTrue()))))
		})

		It("waits for a hibernated shoot to wake up, and changes nothing", func(ctx SpecContext) {
			w := deliveredWorld(ctx, hibernated)
			before := w.Resources(ctx)
			err := w.Actuator.Delete(ctx, log, w.Ex)
			requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
			Expect(ok).To(BeTrue(), "%T: %v", err, err)
			Expect(requeue.Cause).To(MatchError("removing Flux from the shoot (deletionPolicy Orphan): waiting for the shoot to wake up from hibernation"))
			Expect(w.Resources(ctx)).To(Equal(before))
			Expect(w.Events.Events).To(BeEmpty())
		})

		DescribeTable("requeues until gardener-resource-manager has released the ManagedResources, which keep all objects",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), end func(*extensiontest.ActuatorFixture) error) {
				w := deliveredWorld(ctx, change)
				w.AddFinalizers(ctx)
				err := end(w)
				requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
				Expect(ok).To(BeTrue(), "%T: %v", err, err)
				Expect(requeue.RequeueAfter).To(Equal(time.Minute))
				Expect(w.Resources(ctx)).To(HaveEach(HaveField("Spec.KeepObjects", HaveValue(BeTrue()))))
				Expect(w.Resources(ctx)).To(HaveLen(3))
				Expect(w.Events.Events).To(BeEmpty())
			},
			Entry("Delete of a shoot that is being deleted", dying, func(w *extensiontest.ActuatorFixture) error { return w.Actuator.Delete(GinkgoT().Context(), log, w.Ex) }),
			Entry("Delete of a living shoot that keeps Flux", kept, func(w *extensiontest.ActuatorFixture) error { return w.Actuator.Delete(GinkgoT().Context(), log, w.Ex) }),
			Entry("Delete of a hibernated shoot that keeps Flux", keptAsleep, func(w *extensiontest.ActuatorFixture) error { return w.Actuator.Delete(GinkgoT().Context(), log, w.Ex) }),
			Entry("Migrate", nil, func(w *extensiontest.ActuatorFixture) error {
				return w.Actuator.Migrate(GinkgoT().Context(), log, w.Ex)
			}),
			Entry("Delete of a living shoot that another seed manages", func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
				shoot.Spec.SeedName = new("beta")
			},
				func(w *extensiontest.ActuatorFixture) error {
					ctx, cluster := GinkgoT().Context(), &extensionsv1alpha1.Cluster{}
					Expect(w.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
					cluster.Spec.Seed = &runtime.RawExtension{Raw: []byte(`{"metadata":{"name":"alpha"}}`)}
					Expect(w.Seed.Update(ctx, cluster)).To(Succeed())
					return w.Actuator.Delete(ctx, log, w.Ex)
				}),
			Entry("Delete during an unknown operation", nil, func(w *extensiontest.ActuatorFixture) error {
				w.Ex.Annotations = map[string]string{"gardener.cloud/operation": "live-migrate"}
				return w.Actuator.Delete(GinkgoT().Context(), log, w.Ex)
			}),
		)

		It("changes nothing during an unknown operation, and says so", func(ctx SpecContext) {
			w := deliveredWorld(ctx, nil)
			before := w.Resources(ctx)
			w.Ex.Annotations = map[string]string{"gardener.cloud/operation": "live-migrate"}
			w.Ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig("flux: {version: v0.0.1}")}
			for _, reconcile := range []func(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error{w.Actuator.Reconcile, w.Actuator.Restore} {
				requeue, ok := reconcile(ctx, log, w.Ex).(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
				Expect(ok).To(BeTrue())
				Expect(requeue.Cause).To(MatchError(`operation "live-migrate" is not known to this version of the extension: nothing is changed until it has ended`))
			}
			Expect(w.Resources(ctx)).To(Equal(before))
		})

		It("does not wait in ForceDelete", func(ctx SpecContext) {
			w := deliveredWorld(ctx, dying)
			w.AddFinalizers(ctx)
			Expect(w.Actuator.ForceDelete(ctx, log, w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveEach(HaveField("DeletionTimestamp", Not(BeNil()))))
		})
	})
})

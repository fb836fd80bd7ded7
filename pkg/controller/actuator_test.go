// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
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
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

const technicalID = "shoot--demo--only"

// connectorFunc connects to shoots.
type connectorFunc func(ctx context.Context, namespace string) (*toolkit.Shoot, error)

func (f connectorFunc) Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
	return f(ctx, namespace)
}

// tally is what was counted.
type tally struct {
	mistakes   []metrics.MistakeKind
	deliveries []error
}

func (r *tally) Mistake(kind metrics.MistakeKind) { r.mistakes = append(r.mistakes, kind) }

func (r *tally) Delivery() func(error) {
	return func(err error) { r.deliveries = append(r.deliveries, err) }
}

// world is a garden and a seed with one Shoot, on paper.
type world struct {
	seed, garden client.Client
	gardenDown   bool
	events       *events.FakeRecorder
	gardenEvents *events.FakeRecorder
	recorded     *tally
	actuator     *Actuator
	ex           *extensionsv1alpha1.Extension
}

func newWorld(config map[string]string, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) *world {
	GinkgoHelper()
	w := &world{events: events.NewFakeRecorder(10), gardenEvents: events.NewFakeRecorder(10), recorded: &tally{}}
	shoot := &gardencorev1beta1.Shoot{
		TypeMeta:   metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"},
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "only"},
		Status:     gardencorev1beta1.ShootStatus{TechnicalID: technicalID, ClusterIdentity: ptr.To(technicalID + "-uid-garden")},
	}
	w.ex = &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: technicalID, Name: "shoot-flux"}}
	if change != nil {
		change(shoot, w.ex)
	}
	raw, err := json.Marshal(shoot)
	Expect(err).NotTo(HaveOccurred())
	cluster := &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: technicalID}, Spec: extensionsv1alpha1.ClusterSpec{
		Shoot: runtime.RawExtension{Raw: raw}, CloudProfile: runtime.RawExtension{Raw: []byte("{}")}, Seed: &runtime.RawExtension{Raw: []byte("{}")},
	}}
	w.seed = fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(cluster, w.ex).WithStatusSubresource(w.ex).Build()

	garden := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
			if w.gardenDown {
				return apierrors.NewServiceUnavailable("the garden is down")
			}
			return c.Get(ctx, key, o, opts...)
		},
	})
	if config != nil {
		garden = garden.WithObjects(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: config})
	}
	w.garden = garden.Build()

	w.actuator = &Actuator{
		Seed:     w.seed,
		Projects: project.NewReader(w.garden),
		Resolver: newResolver(), GardenIdentity: "garden",
		DeployKeys: secrets.NewStore(w.garden, rand.Reader, clock.RealClock{}),
		Renderer:   renderer,
		Shoots:     newShootFound(false),
		Migrations: toolkit.NewMigrations(clock.RealClock{}),
		Deliverer:  managedresource.NewDeliverer(w.seed),
		Conditions: NewConditions(w.seed, w.seed, clock.RealClock{}),
		Events:     w.events, GardenEvents: w.gardenEvents, Scans: NewHostKeyScans(),
		Recorder: w.recorded,
		Timeouts: Timeouts{Release: 50 * time.Millisecond, ReleaseRetry: time.Minute, Migration: time.Minute, MigrationRetry: 2 * time.Second, ConfigurationRetry: time.Second},
	}
	return w
}

func (w *world) resources(ctx context.Context) []resourcesv1alpha1.ManagedResource {
	GinkgoHelper()
	list := &resourcesv1alpha1.ManagedResourceList{}
	Expect(w.seed.List(ctx, list)).To(Succeed())
	return list.Items
}

// hold keeps the ManagedResources in deletion, as gardener-resource-manager does until it has worked on them.
func (w *world) hold(ctx context.Context) {
	GinkgoHelper()
	for _, resource := range w.resources(ctx) {
		resource.Finalizers = []string{"resources.gardener.cloud/gardener-resource-manager"}
		Expect(w.seed.Update(ctx, &resource)).To(Succeed())
	}
}

// die has the Shoot deleted.
func (w *world) die(ctx context.Context) {
	GinkgoHelper()
	cluster, shoot, now := &extensionsv1alpha1.Cluster{}, &gardencorev1beta1.Shoot{}, metav1.Now()
	Expect(w.seed.Get(ctx, client.ObjectKey{Name: technicalID}, cluster)).To(Succeed())
	Expect(json.Unmarshal(cluster.Spec.Shoot.Raw, shoot)).To(Succeed())
	shoot.DeletionTimestamp = &now
	cluster.Spec.Shoot.Raw = must(json.Marshal(shoot))
	Expect(w.seed.Update(ctx, cluster)).To(Succeed())
}

func (w *world) configured(ctx context.Context) (gardencorev1beta1.ConditionStatus, string) {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(w.seed.Get(ctx, client.ObjectKeyFromObject(w.ex), ex)).To(Succeed())
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured")
	Expect(condition).NotTo(BeNil())
	return condition.Status, condition.Reason
}

var _ = Describe("Actuator", func() {
	var (
		log     = logr.Discard()
		public  = map[string]string{"repositoryUrl": "https://github.com/o/r"}
		mistake = map[string]string{"repositoryURL": "https://github.com/o/r"}
		synced  = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","sync":true}`)}
	)

	Describe("Reconcile", func() {
		It("delivers, notes it in the state that moves with the control plane, and says what it did", func(ctx SpecContext) {
			w := newWorld(public, nil)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(HaveLen(3))
			Expect(string(w.ex.Status.State.Raw)).To(MatchJSON(`{"flux":true,"version":"v2.9.3","components":"helm-controller,kustomize-controller,notification-controller,source-controller","sync":true,"project":true,"sourceKind":"GitRepository",
				"namespace":"flux-system","source":"flux-system/flux-system","root":"flux-system/flux-system","deletionPolicy":"Orphan","seen":{"config":"fca6b60d5e5a95f5"}}`))
			status, reason := w.configured(ctx)
			Expect(status).To(BeEquivalentTo("True"))
			Expect(reason).To(Equal("Configured"))
			Expect(*w.recorded).To(Equal(tally{deliveries: []error{nil}}))
		})

		It("fails retryably for a mistake before anything is delivered; the requeue is outermost and carries the code", func(ctx SpecContext) {
			w := newWorld(mistake, nil)
			err := w.actuator.Reconcile(ctx, log, w.ex)
			requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
			Expect(ok).To(BeTrue(), "%T", err)
			Expect(requeue.RequeueAfter).To(Equal(time.Second))
			Expect(v1beta1helper.ExtractErrorCodes(requeue.Cause)).To(ConsistOf(gardencorev1beta1.ErrorRetryableConfigurationProblem))
			Expect(w.resources(ctx)).To(BeEmpty())
			_, reason := w.configured(ctx)
			Expect(reason).To(Equal("InvalidConfiguration"))
			Expect(*w.recorded).To(Equal(tally{mistakes: []metrics.MistakeKind{metrics.MistakeProject}}))
		})

		It("passes on that the garden cannot be reached, without a code and without touching what is delivered", func(ctx SpecContext) {
			w := newWorld(public, nil)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			before := w.resources(ctx)
			w.gardenDown = true
			err := w.actuator.Reconcile(ctx, log, w.ex)
			Expect(apierrors.IsServiceUnavailable(err)).To(BeTrue(), "%v", err)
			Expect(v1beta1helper.ExtractErrorCodes(err)).To(BeEmpty())
			Expect(w.resources(ctx)).To(Equal(before))
		})

		It("merges the providerConfig over the project's ConfigMap, and hands over what the Shoot refers to", func(ctx SpecContext) {
			w := newWorld(public, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				shoot.Spec.Resources = []gardencorev1beta1.NamedResourceReference{{
					Name: "vault", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: "project-vault"},
				}}
				ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: fluxConfig("kustomization: {template: {spec: {path: ./only}}}\nadditionalSecretResources: [{name: vault}]")}
			})
			Expect(apierrors.IsNotFound(w.actuator.Reconcile(ctx, log, w.ex))).To(BeTrue(), "gardenlet has not copied the Secret yet")
			Expect(w.resources(ctx)).To(BeEmpty())

			Expect(w.seed.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: technicalID, Name: "ref-project-vault"}})).To(Succeed())
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(HaveLen(3))
			Expect(w.ex.Status.Resources).To(Equal([]gardencorev1beta1.NamedResourceReference{{
				Name: "vault", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: "ref-project-vault"},
			}}), "Gardener carries the copy to another seed")
		})

		It("writes nothing to the garden for a configuration that is not all there any more", func(ctx SpecContext) {
			w := newWorld(map[string]string{"fluxVersion": "v2.9"}, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: fluxConfig("source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}")}
			})
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			keys := &corev1.SecretList{}
			Expect(w.garden.List(ctx, keys)).To(Succeed())
			Expect(keys.Items).To(HaveLen(1))
			Expect(w.garden.Delete(ctx, &keys.Items[0])).To(Succeed())
			Expect(w.garden.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace("garden-demo"))).To(Succeed())

			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			_, reason := w.configured(ctx)
			Expect(reason).To(Equal("ConfigurationMissing"))
			Expect(w.garden.List(ctx, keys)).To(Succeed())
			Expect(keys.Items).To(BeEmpty(), "a new key would be one that no shoot of the project has")
		})

		It("delivers nothing to a shoot whose deletion begins meanwhile: what is paused for that stays so", func(ctx SpecContext) {
			w := newWorld(public, nil)
			w.actuator.Shoots = connectorFunc(func(ctx context.Context, _ string) (*toolkit.Shoot, error) {
				w.die(ctx)
				return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, "gardener")
			})
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(MatchError(ContainSubstring("the shoot is being deleted since this operation has begun")))
			Expect(w.resources(ctx)).To(BeEmpty())
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(BeEmpty())
		})

		It("goes on where a removal was cut short and the extension was added again", func(ctx SpecContext) {
			w := newWorld(public, nil)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.actuator.Deliverer.Pause(ctx, technicalID)).To(Succeed())
			w.ex.Status.State = nil
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(HaveEach(HaveField("Annotations", Not(HaveKey("resources.gardener.cloud/ignore")))))
		})

		It("refuses another namespace for Flux once it is delivered, and leaves everything as it is", func(ctx SpecContext) {
			w := newWorld(public, nil)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			before := w.resources(ctx)
			w.ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: fluxConfig("flux: {namespace: gitops}")}
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(Equal(before))
			_, reason := w.configured(ctx)
			Expect(reason).To(Equal("InvalidConfiguration"))
		})

		It("says of a deprecated version that it is, in a condition of its own and only as long as it is delivered", func(ctx SpecContext) {
			w := newWorld(public, nil)
			reconcile := func(providerConfig string) (supported *gardencorev1beta1.Condition, configured string) {
				GinkgoHelper()
				w.ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: fluxConfig(providerConfig)}
				Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
				ex := &extensionsv1alpha1.Extension{}
				Expect(w.seed.Get(ctx, client.ObjectKeyFromObject(w.ex), ex)).To(Succeed())
				return v1beta1helper.GetCondition(ex.Status.Conditions, "FluxVersionSupported"), v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured").Message
			}

			supported, configured := reconcile("flux: {version: v2.6}")
			Expect(supported).To(HaveValue(And(
				HaveField("Status", BeEquivalentTo("False")), HaveField("Reason", "VersionDeprecated"),
				HaveField("Message", MatchRegexp(`^Flux v2\.6 is deprecated: the extension carries it until 20..-..-.., and the Flux project has not supported it since 2026-06-30; set the Flux version to one of v2\.7\.`)),
			)))
			Expect(configured).NotTo(ContainSubstring("deprecated"), "it is told once")

			supported, _ = reconcile("flux: {version: v2.6, typo: true}")
			Expect(supported).NotTo(BeNil(), "with a mistake, the deprecated version stays in the shoot")
			supported, _ = reconcile("flux: {version: v2.6}\nmode: BootstrapOnce")
			Expect(supported).To(BeNil(), "Flux is the shoot's own matter")
			supported, _ = reconcile("flux: {version: v2.6}")
			Expect(supported).NotTo(BeNil())
			supported, _ = reconcile("flux: {version: v2.9}")
			Expect(supported).To(BeNil())
		})
	})

	DescribeTable("Restore does not let a mistake, or a configuration that is gone, fail the move of a shoot in which Flux is at work",
		func(ctx SpecContext, config map[string]string, want string) {
			w := newWorld(config, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) { ex.Status.State = synced })
			Expect(w.actuator.Restore(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(BeEmpty(), "what is in the shoot stays as the other seed left it")
			_, reason := w.configured(ctx)
			Expect(reason).To(Equal(want))
		},
		Entry("a mistake", mistake, "InvalidConfiguration"),
		Entry("no ConfigMap", nil, "ConfigurationMissing"),
		Entry("an empty ConfigMap", map[string]string{}, "ConfigurationMissing"),
	)

	It("Restore delivers what the project wants", func(ctx SpecContext) {
		w := newWorld(public, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) { ex.Status.State = synced })
		Expect(w.actuator.Restore(ctx, log, w.ex)).To(Succeed())
		Expect(w.resources(ctx)).To(HaveLen(3))
	})

	Describe("the ends, all with the garden down", func() {
		dying := func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			now := metav1.Now()
			shoot.DeletionTimestamp = &now
		}
		hibernated := func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			enabled := true
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &enabled}
		}
		kept := func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: fluxConfig("deletionPolicy: Keep")}
		}
		keptAsleep := func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			hibernated(shoot, ex)
			kept(shoot, ex)
		}
		deliveredWorld := func(ctx context.Context, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) *world {
			died := false
			w := newWorld(public, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				if change != nil {
					change(shoot, ex)
				}
				died, shoot.DeletionTimestamp = shoot.DeletionTimestamp != nil, nil
			})
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			if died {
				w.die(ctx)
			}
			w.gardenDown = true
			return w
		}

		It("Delete lets go of a dying shoot and says nothing", func(ctx SpecContext) {
			w := deliveredWorld(ctx, dying)
			Expect(w.actuator.Delete(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(BeEmpty())
			Expect(w.events.Events).To(BeEmpty())
		})

		It("Delete keeps everything in a living shoot if the policy says so, and says that", func(ctx SpecContext) {
			w := deliveredWorld(ctx, kept)
			shoot := newShootFound(false, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller",
				Labels:      map[string]string{"shoot.gardener.cloud/no-cleanup": "true"},
				Annotations: map[string]string{"resources.gardener.cloud/origin": "seed:" + technicalID + "/extension-shoot-flux-controllers"}}})
			w.actuator.Shoots = shoot
			Expect(w.actuator.Delete(ctx, log, w.ex)).To(Succeed())
			Expect(w.events.Events).To(Receive(ContainSubstring("FluxKept")))
			controller := &appsv1.Deployment{}
			Expect(shoot.client.Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "source-controller"}, controller)).To(Succeed())
			Expect(controller.Labels).To(BeEmpty(), "Gardener's cleanup would pass it by one day, and it would bring everything back")
		})

		DescribeTable("Delete does not say that Flux stays where there was none",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) {
				w := newWorld(mistake, change)
				Expect(w.actuator.Reconcile(ctx, log, w.ex)).NotTo(Succeed())
				Expect(w.actuator.Delete(ctx, log, w.ex)).To(Succeed())
				Expect(w.events.Events).To(BeEmpty())
			},
			Entry("because a mistake was never corrected", nil),
			Entry("because a mistake was never corrected, and the shoot is asleep", hibernated),
		)

		It("Delete keeps everything and goes on later if the shoot does not answer", func(ctx SpecContext) {
			w := deliveredWorld(ctx, kept)
			w.actuator.Shoots = newShootFound(true)
			Expect(w.actuator.Delete(ctx, log, w.ex)).To(MatchError(ContainSubstring("failed to leave Flux to the shoot")))
			Expect(w.resources(ctx)).To(HaveEach(HaveField("DeletionTimestamp", BeNil())))
		})

		It("Delete keeps everything in a living shoot if nobody knows the policy", func(ctx SpecContext) {
			w := deliveredWorld(ctx, nil)
			w.ex.Status.State = synced
			w.hold(ctx)
			Expect(w.actuator.Delete(ctx, log, w.ex)).NotTo(Succeed())
			Expect(w.resources(ctx)).To(HaveEach(HaveField("Spec.KeepObjects", HaveValue(BeTrue()))))
		})

		It("Delete waits for a hibernated shoot to wake up, and touches nothing meanwhile", func(ctx SpecContext) {
			w := deliveredWorld(ctx, hibernated)
			before := w.resources(ctx)
			err := w.actuator.Delete(ctx, log, w.ex)
			requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
			Expect(ok).To(BeTrue(), "%T: %v", err, err)
			Expect(requeue.Cause).To(MatchError("removing Flux from the shoot (deletionPolicy Orphan): waiting for the shoot to wake up from hibernation"))
			Expect(w.resources(ctx)).To(Equal(before))
			Expect(w.events.Events).To(BeEmpty())
		})

		DescribeTable("asks to be called again while gardener-resource-manager has not let go, and has told it to keep all objects",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), end func(*world) error) {
				w := deliveredWorld(ctx, change)
				w.hold(ctx)
				err := end(w)
				requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
				Expect(ok).To(BeTrue(), "%T: %v", err, err)
				Expect(requeue.RequeueAfter).To(Equal(time.Minute))
				Expect(w.resources(ctx)).To(HaveEach(HaveField("Spec.KeepObjects", HaveValue(BeTrue()))))
				Expect(w.resources(ctx)).To(HaveLen(3))
				Expect(w.events.Events).To(BeEmpty())
			},
			Entry("Delete of a dying shoot", dying, func(w *world) error { return w.actuator.Delete(GinkgoT().Context(), log, w.ex) }),
			Entry("Delete of a living shoot in which everything is kept", kept, func(w *world) error { return w.actuator.Delete(GinkgoT().Context(), log, w.ex) }),
			Entry("Delete of a hibernated shoot in which everything is kept", keptAsleep, func(w *world) error { return w.actuator.Delete(GinkgoT().Context(), log, w.ex) }),
			Entry("Migrate", nil, func(w *world) error { return w.actuator.Migrate(GinkgoT().Context(), log, w.ex) }),
		)

		It("ForceDelete waits for nobody", func(ctx SpecContext) {
			w := deliveredWorld(ctx, dying)
			w.hold(ctx)
			Expect(w.actuator.ForceDelete(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(HaveEach(HaveField("DeletionTimestamp", Not(BeNil()))))
		})
	})
})

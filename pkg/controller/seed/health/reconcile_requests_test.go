// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"fmt"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
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
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// simulated is a shoot with Flux whose health is checked in simulated time.
type simulated struct {
	*extensiontest.ActuatorFixture
	clock   *testclock.FakeClock
	server  *shootServer
	ca      authority
	checker *Reconciler
	git     *sourcev1.GitRepository
	root    *kustomizev1.Kustomization
	secret  *corev1.Secret
	// restored is true if the shoot may have objects of an earlier delivery.
	restored bool
	// refused is the error of writes of the Extension's status; nil if they succeed.
	refused error
	// writes and secrets count writes of Extensions, and reads of Secrets, in the seed.
	writes, secrets int
}

func newSimulated(ctx context.Context) *simulated {
	GinkgoHelper()
	s := &simulated{clock: testclock.NewFakeClock(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)), ca: newAuthority()}
	s.ActuatorFixture = extensiontest.NewActuatorFixture(map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		shoot.UID = "uid"
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
	})
	s.Seed = interceptor.NewClient(s.Seed.(client.WithWatch), interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
			if _, ok := o.(*corev1.Secret); ok {
				s.secrets++
			}
			return c.Get(ctx, key, o, options...)
		},
		SubResourcePatch: func(ctx context.Context, c client.Client, resource string, o client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
			if s.refused != nil {
				return s.refused
			}
			s.writes++
			return c.SubResource(resource).Patch(ctx, o, patch, options...)
		},
	})
	Expect(s.Actuator.Reconcile(ctx, logr.Discard(), s.Ex)).To(Succeed())
	s.arrive(ctx)

	s.server = newShootServer("first", s.ca)
	s.git = &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Generation: 1}, TypeMeta: metav1.TypeMeta{APIVersion: sourcev1.GroupVersion.String(), Kind: "GitRepository"}}
	s.git.Spec.URL, s.git.Spec.SecretRef = "ssh://git@github.com/o/r", &meta.LocalObjectReference{Name: "flux-system"}
	s.root = &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}, TypeMeta: metav1.TypeMeta{APIVersion: kustomizev1.GroupVersion.String(), Kind: "Kustomization"}}
	s.root.Status.LastAppliedRevision, s.root.Status.LastAttemptedRevision = "main@sha1:a", "main@sha1:a"
	s.secret = &corev1.Secret{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}, ObjectMeta: metav1.ObjectMeta{UID: "1", CreationTimestamp: metav1.NewTime(s.clock.Now())}, Data: map[string][]byte{"identity.pub": []byte(presentKey)}}
	s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:a"))
	s.SetKubeconfig(ctx, s.server.kubeconfig("first", s.ca.bundle))

	projects := &controllertest.Projects{States: map[string]garden.State{"garden-demo": {
		KeyVersion: "1", KeyAnnotations: map[string]string{fluxv1alpha1.AnnotationFingerprint: health.FingerprintOf(presentKey), fluxv1alpha1.AnnotationPublicKey: presentKey},
	}}}
	s.checker = &Reconciler{
		Seed: s.Seed, Live: s.Seed, Deliverer: s.Actuator.Deliverer, Conditions: statuswriter.NewWriter(s.Seed, s.Seed, s.clock), Shoots: shootClients(s.ActuatorFixture, s.clock),
		SyncPeriod: time.Minute, SettlePeriod: 5 * time.Second, Threshold: 2 * time.Minute, KeyPeriod: 10 * time.Minute,
		Clock: s.clock, Projects: projects, Objects: Objects{Period: 5 * time.Minute, Limit: 100, Kinds: controllertest.Catalog.Kinds},
	}
	return s
}

// arrive has gardener-resource-manager report that everything was applied.
func (s *simulated) arrive(ctx context.Context) {
	GinkgoHelper()
	for _, resource := range s.Resources(ctx) {
		resource.Generation++
		resource.Status.ObservedGeneration = resource.Generation
		resource.Status.Conditions = []gardencorev1beta1.Condition{
			{Type: resourcesv1alpha1.ResourcesApplied, Status: gardencorev1beta1.ConditionTrue}, {Type: resourcesv1alpha1.ResourcesHealthy, Status: gardencorev1beta1.ConditionTrue},
		}
		Expect(s.Seed.Update(ctx, &resource)).To(Succeed())
	}
}

// unhealthy has gardener-resource-manager report that what a ManagedResource has brought does not run.
func (s *simulated) unhealthy(ctx context.Context, name string) {
	GinkgoHelper()
	for _, resource := range s.Resources(ctx) {
		if resource.Name == name {
			resource.Status.Conditions[1] = gardencorev1beta1.Condition{
				Type: resourcesv1alpha1.ResourcesHealthy, Status: gardencorev1beta1.ConditionFalse, Reason: "DeploymentUnhealthy", Message: "3 replicas are missing",
				LastTransitionTime: metav1.NewTime(s.clock.Now()),
			}
			Expect(s.Seed.Update(ctx, &resource)).To(Succeed())
		}
	}
}

func (s *simulated) ready(status metav1.ConditionStatus, reason, message string) metav1.Condition {
	return metav1.Condition{Type: "Ready", Status: status, ObservedGeneration: 1, Reason: reason, Message: message, LastTransitionTime: metav1.NewTime(s.clock.Now())}
}

// report is what Flux reports in the shoot.
func (s *simulated) report(source, root metav1.Condition) {
	s.server.change(func() {
		s.git.Status.Conditions, s.git.Status.ObservedGeneration = []metav1.Condition{source}, 1
		s.root.Status.Conditions, s.root.Status.ObservedGeneration = []metav1.Condition{root}, 1
		s.server.objects = map[string]client.Object{"gitrepositories": s.git, "kustomizations": s.root, "secrets": s.secret}
	})
}

// identify gives the source and root of each delivery the recorded identifier, as gardener-resource-manager does.
func (s *simulated) identify(ctx context.Context) {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	if err := s.Seed.Get(ctx, client.ObjectKeyFromObject(s.Ex), ex); apierrors.IsNotFound(err) {
		return
	}
	state, err := extensionstatus.ReadState(ex)
	Expect(err).NotTo(HaveOccurred())
	s.server.change(func() {
		for name, object := range s.server.objects {
			delivery, plural := state.Delivery, strings.TrimSuffix(name, "/"+fluxv1alpha1.BaselineName)
			if plural != name {
				delivery = state.Baseline.Delivery
			}
			if plural == "gitrepositories" || plural == "kustomizations" {
				metav1.SetMetaDataAnnotation(object.(interface{ GetObjectMeta() metav1.Object }).GetObjectMeta().(*metav1.ObjectMeta), fluxv1alpha1.AnnotationDelivery, delivery)
			}
		}
	})
}

// check checks the shoot once, and returns the time until the next health check.
func (s *simulated) check(ctx context.Context) time.Duration {
	GinkgoHelper()
	if !s.restored {
		s.identify(ctx)
	}
	result, err := s.checker.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(s.Ex)})
	Expect(err).NotTo(HaveOccurred())
	return result.RequeueAfter
}

// after checks the shoot for the given time, at the intervals of the health check.
func (s *simulated) after(ctx context.Context, lasts time.Duration) {
	GinkgoHelper()
	for end := s.clock.Now().Add(lasts); ; {
		wait := s.check(ctx)
		if s.clock.Now().Add(wait).After(end) {
			s.clock.SetTime(end)
			return
		}
		s.clock.Step(wait)
	}
}

func (s *simulated) extension(ctx context.Context) *extensionsv1alpha1.Extension {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(s.Seed.Get(ctx, client.ObjectKeyFromObject(s.Ex), ex)).To(Succeed())
	return ex
}

// conditions are status and reason of each condition about the shoot.
func (s *simulated) conditions(ctx context.Context) map[string]string {
	GinkgoHelper()
	conditions := map[string]string{}
	for _, condition := range s.extension(ctx).Status.Conditions {
		if condition.Type != fluxv1alpha1.ConditionConfigured && condition.Type != fluxv1alpha1.ConditionUpToDate && condition.Type != fluxv1alpha1.ConditionDeployKey {
			conditions[string(condition.Type)] = fmt.Sprint(condition.Status, " ", condition.Reason)
		}
	}
	return conditions
}

func (s *simulated) recorded(ctx context.Context) extensionstatus.State {
	GinkgoHelper()
	state, err := extensionstatus.ReadState(s.extension(ctx))
	Expect(err).NotTo(HaveOccurred())
	return state
}

func (s *simulated) observed(ctx context.Context) *fluxv1alpha1.ObservedShoot {
	GinkgoHelper()
	return extensionstatus.ReadProviderStatus(s.extension(ctx).Status.ProviderStatus).Shoot
}

var _ = Describe("Health check", func() {
	well := map[string]string{"FluxInstalled": "True FluxRunning", "FluxSourceReady": "True Succeeded", "FluxKustomizationReady": "True ReconciliationSucceeded", "FluxObjectsReady": "True ObjectsReady"}
	var s *simulated

	BeforeEach(func(ctx SpecContext) { s = newSimulated(ctx) })

	Context("after a push", func() {
		push := func(at time.Time) {
			s.server.change(func() {
				s.git.Annotations = map[string]string{fluxv1alpha1.AnnotationPushedAt: fluxv1alpha1.FormatPushTime(at) + " " + at.Format(time.RFC3339Nano)}
				s.git.Status.Artifact = &meta.Artifact{Revision: "main@sha1:a", LastUpdateTime: metav1.NewTime(at.Add(-time.Hour))}
			})
		}

		It("repeats soon while Flux has not read the source, and less often the longer that takes", func(ctx SpecContext) {
			push(s.clock.Now().Add(-3 * time.Second))
			Expect(s.check(ctx)).To(Equal(3 * time.Second))
			s.clock.Step(3 * time.Second)
			Expect(s.check(ctx)).To(Equal(5 * time.Second))
			s.clock.Step(39 * time.Second)
			Expect(s.check(ctx)).To(Equal(7500 * time.Millisecond))
			s.clock.Step(15 * time.Second)
			Expect(s.check(ctx)).To(Equal(time.Minute), "Flux only polls")
		})

		It("repeats as usual when Flux has read the source and found nothing", func(ctx SpecContext) {
			at := s.clock.Now().Add(-3 * time.Second)
			push(at)
			s.server.change(func() { s.git.Status.LastHandledReconcileAt = at.Format(time.RFC3339Nano) })
			Expect(s.check(ctx)).To(Equal(time.Minute))
		})

		It("repeats as usual if the source is suspended", func(ctx SpecContext) {
			push(s.clock.Now())
			s.server.change(func() { s.git.Spec.Suspend = true })
			Expect(s.check(ctx)).To(Equal(time.Minute))
		})

		It("ignores a time in the future, which only an administrator of the shoot can have written", func(ctx SpecContext) {
			push(s.clock.Now().Add(time.Hour))
			Expect(s.check(ctx)).To(Equal(time.Minute))
		})
	})

	It("takes four requests and one connection at first, then two requests a minute, and no writes", func(ctx SpecContext) {
		Expect(s.check(ctx)).To(Equal(time.Minute))
		requests, connections := s.server.asked()
		Expect(requests).To(Equal(map[string]int{"gitrepositories": 1, "kustomizations": 1, "secrets": 2}), "the key, and whether it has changed")
		Expect(connections).To(Equal(1))
		Expect(s.conditions(ctx)).To(Equal(well))
		Expect(s.writes).To(Equal(1), "conditions and providerStatus together")
		Expect(s.observed(ctx)).To(HaveValue(Equal(fluxv1alpha1.ObservedShoot{
			AppliedRevision: "main@sha1:a", AttemptedRevision: "main@sha1:a", DeployKeyFingerprint: health.FingerprintOf(presentKey), Objects: &fluxv1alpha1.ObservedObjects{},
			Configuration: s.recorded(ctx).Observed.Config,
		})))

		By("ten minutes without a change")
		s.clock.Step(5 * time.Second)
		s.writes, s.secrets = 0, 0
		s.after(ctx, 10*time.Minute-time.Second)
		requests, connections = s.server.asked()
		Expect(requests).To(Equal(map[string]int{"gitrepositories": 10, "kustomizations": 10}))
		Expect(connections).To(BeZero())
		Expect(s.writes).To(BeZero())
		Expect(s.secrets).To(Equal(1), "the kubeconfig is read every five minutes, or a little later")

		By("the deploy key is read again after ten minutes")
		s.after(ctx, 2*time.Minute)
		requests, _ = s.server.asked()
		Expect(requests).To(HaveKeyWithValue("secrets", 2))
	})

	It("never reports a Shoot as ready with an older revision than its source has", func(ctx SpecContext) {
		stored := func(revision string) {
			s.server.change(func() {
				s.git.Status.Artifact = &meta.Artifact{Revision: revision, LastUpdateTime: metav1.NewTime(s.clock.Now())}
			})
		}
		s.root.Spec.SourceRef = kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system"}
		stored("main@sha1:a")
		s.after(ctx, 20*time.Minute)
		Expect(s.conditions(ctx)).To(Equal(well))

		By("a new commit that the root Kustomization has not yet noticed")
		stored("main@sha1:b")
		Expect(s.check(ctx)).To(BeNumerically("<=", 5*time.Second), "it is checked again soon")
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxKustomizationReady", "Progressing RevisionNotApplied"))
		Expect(s.observed(ctx).AppliedRevision).To(Equal("main@sha1:a"))

		By("the root Kustomization is reconciling")
		s.server.change(func() { s.root.Status.LastAttemptedRevision = "main@sha1:b" })
		s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("Unknown", "Progressing", "Building manifests for revision main@sha1:b"))
		s.check(ctx)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxKustomizationReady", "Progressing Progressing"))

		By("the root Kustomization has applied the commit")
		s.server.change(func() { s.root.Status.LastAppliedRevision = "main@sha1:b" })
		s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:b"))
		s.check(ctx)
		Expect(s.conditions(ctx)).To(Equal(well))
		Expect(s.observed(ctx).AppliedRevision).To(Equal("main@sha1:b"))
	})

	It("reads why controllers of Flux do not run only while they do not run, and writes the result once", func(ctx SpecContext) {
		s.check(ctx)
		s.unhealthy(ctx, fluxv1alpha1.ManagedResourceControllers)
		pod := corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "source-controller-1"}}
		pod.Status.ContainerStatuses = []corev1.ContainerStatus{{Name: "manager", Image: "registry.example.com/source-controller:v1", State: corev1.ContainerState{
			Waiting: &corev1.ContainerStateWaiting{Reason: "ErrImagePull", Message: "manifest unknown"},
		}}}
		deployment := &appsv1.Deployment{TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"}}
		s.server.change(func() {
			s.server.objects["deployments"] = deployment
			s.server.lists = map[string]client.ObjectList{"pods": &corev1.PodList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PodList"}, Items: []corev1.Pod{pod}}}
		})
		s.clock.Step(5 * time.Minute)
		s.server.asked()
		s.writes = 0
		s.check(ctx)
		requests, _ := s.server.asked()
		Expect(requests).To(And(HaveKeyWithValue("deployments", 4), HaveKeyWithValue("pods", 3)))
		installed := v1beta1helper.GetCondition(s.extension(ctx).Status.Conditions, "FluxInstalled")
		Expect(installed).To(HaveValue(And(HaveField("Status", gardencorev1beta1.ConditionFalse), HaveField("Reason", "ImagePullFailed"))))
		Expect(installed.Message).To(And(HavePrefix("Pod flux-system/source-controller-1, container manager: image registry.example.com/source-controller:v1 cannot be pulled: manifest unknown. "),
			HaveSuffix("Also unavailable: kustomize-controller, notification-controller, source-controller. ManagedResource extension-shoot-flux-controllers: 3 replicas are missing")))
		Expect(s.writes).To(Equal(1))
		s.after(ctx, 10*time.Minute)
		Expect(s.writes).To(Equal(1))

		By("the shoot refuses to list the Deployments")
		s.server.change(func() { delete(s.server.lists, "pods") })
		s.check(ctx)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxInstalled", "False DeploymentUnhealthy"))
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "True Succeeded"), "the rest is known")

		By("the controllers run again")
		s.arrive(ctx)
		s.server.asked()
		s.check(ctx)
		requests, _ = s.server.asked()
		Expect(requests).NotTo(Or(HaveKey("deployments"), HaveKey("pods")))
		Expect(s.conditions(ctx)).To(Equal(well))
	})

	It("observes a new deploy key as soon as it is applied", func(ctx SpecContext) {
		s.after(ctx, 2*time.Minute)
		s.server.asked()
		s.server.change(func() { s.secret.Data["identity.pub"] = nil })
		s.check(ctx)
		Expect(s.observed(ctx).DeployKeyFingerprint).To(Equal(health.FingerprintOf(presentKey)), "nothing has indicated a change")
		s.arrive(ctx)
		s.check(ctx)
		Expect(s.observed(ctx).DeployKeyFingerprint).To(Equal("unknown"))
	})

	It("uses a renewed token or certificate authority at once, with one more request and connection", func(ctx SpecContext) {
		s.after(ctx, 3*time.Minute)
		s.server.asked()
		s.writes = 0

		By("an expired token")
		s.server.change(func() { s.server.token = "second" })
		s.SetKubeconfig(ctx, s.server.kubeconfig("second", s.ca.bundle))
		s.check(ctx)
		requests, connections := s.server.asked()
		Expect(requests).To(Equal(map[string]int{"gitrepositories": 2, "kustomizations": 1}))
		Expect(connections).To(Equal(1))

		By("an untrusted certificate authority, and closed connections")
		s.clock.Step(time.Minute)
		other := newAuthority()
		s.server.change(func() { s.server.certificate = other.certificate })
		s.server.CloseClientConnections()
		s.SetKubeconfig(ctx, s.server.kubeconfig("second", other.bundle))
		s.check(ctx)
		requests, connections = s.server.asked()
		Expect(requests).To(Equal(map[string]int{"gitrepositories": 1, "kustomizations": 1}), "nothing was asked of a server that was not trusted")
		Expect(connections).To(BeNumerically("<=", 3))
		Expect(s.writes).To(BeZero(), "the conditions are the same")
	})

	It("reads the kubeconfig at most once a minute if it does not help", func(ctx SpecContext) {
		s.after(ctx, 2*time.Minute)
		s.server.change(func() { s.server.token = "second" })
		s.secrets = 0
		for range 10 {
			s.check(ctx)
			s.clock.Step(6 * time.Second)
		}
		Expect(s.secrets).To(Equal(1))
	})

	It("reports an unreachable shoot once, after the threshold", func(ctx SpecContext) {
		s.after(ctx, 2*time.Minute)
		before, observed := s.conditions(ctx), s.observed(ctx)
		s.writes = 0
		s.server.change(func() { s.server.token = "lost" })
		s.after(ctx, time.Minute)
		Expect(s.conditions(ctx)).To(Equal(before))
		Expect(s.writes).To(BeZero())

		s.after(ctx, 10*time.Minute)
		Expect(s.conditions(ctx)).To(And(HaveKeyWithValue("FluxSourceReady", "Unknown ShootUnreachable"), HaveKeyWithValue("FluxKustomizationReady", "Unknown ShootUnreachable")))
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxInstalled", "True FluxRunning"), "which is known from the seed")
		Expect(s.writes).To(Equal(1))
		Expect(s.observed(ctx)).To(Equal(observed), "the last observation stays")

		s.server.change(func() { s.server.token = "first" })
		s.check(ctx)
		Expect(s.conditions(ctx)).To(Equal(before))
	})

	It("starts the time of an unreachable shoot again after a period without sync", func(ctx SpecContext) {
		s.after(ctx, 2*time.Minute)
		synced := s.extension(ctx).Status.State
		deliver := func(state *runtime.RawExtension) {
			ex := s.extension(ctx)
			ex.Status.State = state
			Expect(s.Seed.Status().Update(ctx, ex)).To(Succeed())
		}
		s.server.change(func() { s.server.token = "lost" })
		s.after(ctx, time.Minute)

		deliver(&runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","namespace":"flux-system"}`)})
		s.after(ctx, time.Hour)
		Expect(s.conditions(ctx)).To(Equal(map[string]string{"FluxInstalled": "True FluxRunning"}))

		deliver(synced)
		s.check(ctx)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "Progressing ShootUnreachable"))
	})

	It("does not write periodic reconciliations of Flux, whether the shoot is ready or not", func(ctx SpecContext) {
		s.after(ctx, 2*time.Minute)
		stored := s.ready("True", "Succeeded", "stored artifact")
		applied := s.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:a")
		attempt := func() metav1.Condition { return s.ready("Unknown", "Progressing", "Reconciliation in progress") }
		s.writes = 0
		for range 5 {
			s.report(stored, attempt())
			s.after(ctx, time.Minute)
			s.report(stored, applied)
			s.after(ctx, time.Minute)
		}
		Expect(s.writes).To(BeZero())

		for i := range 5 {
			s.report(stored, s.ready("False", "BuildFailed", fmt.Sprintf("failed to decode Kubernetes YAML from /tmp/kustomization-%d/a.yaml: missing Resource metadata", i)))
			s.after(ctx, time.Minute)
			s.report(stored, attempt())
			s.after(ctx, time.Minute)
		}
		Expect(s.writes).To(Equal(1), "that it has failed")
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxKustomizationReady", "False BuildFailed"))
		Expect(s.observed(ctx).KustomizationCause).To(BeEquivalentTo("BuildFailed"))

		By("another revision is reported")
		s.server.change(func() { s.root.Status.LastAttemptedRevision = "main@sha1:b" })
		s.check(ctx)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxKustomizationReady", "Progressing Progressing"))
		Expect(s.observed(ctx)).To(And(HaveField("AttemptedRevision", "main@sha1:b"), HaveField("AppliedRevision", "main@sha1:a")))
	})

	It("reports an unreachable Git host after two minutes", func(ctx SpecContext) {
		s.after(ctx, 2*time.Minute)
		s.writes = 0
		applied := s.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:a")
		s.report(s.ready("False", "GitOperationFailed", "dial tcp 10.0.0.1:22: connect: connection refused"), applied)
		s.after(ctx, 2*time.Minute-time.Second)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "Progressing GitOperationFailed"))
		Expect(s.observed(ctx).SourceCause).To(BeEquivalentTo("ConnectionFailed"))
		Expect(s.writes).To(Equal(1))
		s.clock.Step(time.Second)
		s.check(ctx)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "False GitOperationFailed"))

		s.report(s.ready("True", "Succeeded", "stored artifact"), applied)
		s.check(ctx)
		Expect(s.conditions(ctx)).To(Equal(well))
		Expect(s.observed(ctx).SourceCause).To(BeEmpty())
		Expect(s.writes).To(Equal(3))
	})

	It("never writes a condition that affects the health of the Shoot", func(ctx SpecContext) {
		s.report(s.ready("False", "GitOperationFailed", "ssh: unable to authenticate"), s.ready("False", "BuildFailed", "x"))
		s.after(ctx, 10*time.Minute)
		for _, condition := range s.extension(ctx).Status.Conditions {
			Expect(string(condition.Type)).To(HavePrefix("Flux"))
		}
	})

	DescribeTable("drops memory and connection of a shoot that is no longer checked, and keeps its last report",
		func(ctx SpecContext, change func(context.Context)) {
			s.check(ctx)
			observed := s.observed(ctx)
			Expect(s.checker.Shoots.Has(controllertest.TechnicalID)).To(BeTrue())
			_, remembered := s.checker.memory.Load(controllertest.TechnicalID)
			Expect(remembered).To(BeTrue())
			change(ctx)
			s.server.asked()
			s.check(ctx)
			Expect(s.checker.Shoots.Has(controllertest.TechnicalID)).To(BeFalse())
			_, remembered = s.checker.memory.Load(controllertest.TechnicalID)
			Expect(remembered).To(BeFalse())
			requests, _ := s.server.asked()
			Expect(requests).To(BeEmpty())
			ex := &extensionsv1alpha1.Extension{}
			if err := s.Seed.Get(ctx, client.ObjectKeyFromObject(s.Ex), ex); err == nil {
				Expect(extensionstatus.ReadProviderStatus(ex.Status.ProviderStatus).Shoot).To(Equal(observed))
			}
		},
		Entry("deleted Extension", func(ctx context.Context) { Expect(s.Seed.Delete(ctx, s.extension(ctx))).To(Succeed()) }),
		Entry("Extension being deleted", func(ctx context.Context) {
			ex := s.extension(ctx)
			ex.Finalizers = []string{"x"}
			Expect(s.Seed.Update(ctx, ex)).To(Succeed())
			Expect(s.Seed.Delete(ctx, ex)).To(Succeed())
		}),
		Entry("migrated Extension", func(ctx context.Context) {
			ex := s.extension(ctx)
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Migrate"}
			Expect(s.Seed.Status().Update(ctx, ex)).To(Succeed())
		}),
		Entry("hibernated shoot", func(ctx context.Context) {
			cluster := &extensionsv1alpha1.Cluster{}
			Expect(s.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
			cluster.Spec.Shoot = runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{"namespace":"garden-demo","name":"only","uid":"uid"},"spec":{"hibernation":{"enabled":true}}}`)}
			Expect(s.Seed.Update(ctx, cluster)).To(Succeed())
		}),
	)
})

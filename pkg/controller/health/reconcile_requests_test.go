// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"fmt"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/extension/extensiontest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
)

// lookedAt is a shoot with Flux that is looked at, in simulated time.
type lookedAt struct {
	*extensiontest.World
	clock   *clocktesting.FakeClock
	server  *shootServer
	ca      authority
	checker *HealthChecker
	git     *sourcev1.GitRepository
	root    *kustomizev1.Kustomization
	secret  *corev1.Secret
	// writes and secrets count writes of Extensions, and reads of Secrets, in the seed.
	writes, secrets int
}

func newLookedAt(ctx context.Context) *lookedAt {
	GinkgoHelper()
	l := &lookedAt{clock: clocktesting.NewFakeClock(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)), ca: newAuthority()}
	l.World = extensiontest.NewWorld(map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		shoot.UID = "uid"
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
	})
	l.Seed = interceptor.NewClient(l.Seed.(client.WithWatch), interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
			if _, ok := o.(*corev1.Secret); ok {
				l.secrets++
			}
			return c.Get(ctx, key, o, options...)
		},
		SubResourcePatch: func(ctx context.Context, c client.Client, resource string, o client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
			l.writes++
			return c.SubResource(resource).Patch(ctx, o, patch, options...)
		},
	})
	Expect(l.Actuator.Reconcile(ctx, logr.Discard(), l.Ex)).To(Succeed())
	l.arrive(ctx)

	l.server = newShootServer("first", l.ca)
	l.git = &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Generation: 1}, TypeMeta: metav1.TypeMeta{APIVersion: sourcev1.GroupVersion.String(), Kind: "GitRepository"}}
	l.git.Spec.URL, l.git.Spec.SecretRef = "ssh://git@github.com/o/r", &meta.LocalObjectReference{Name: "flux-system"}
	l.root = &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}, TypeMeta: metav1.TypeMeta{APIVersion: kustomizev1.GroupVersion.String(), Kind: "Kustomization"}}
	l.root.Status.LastAppliedRevision, l.root.Status.LastAttemptedRevision = "main@sha1:a", "main@sha1:a"
	l.secret = &corev1.Secret{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}, Data: map[string][]byte{"identity.pub": []byte(presentKey)}}
	l.report(l.ready("True", "Succeeded", "stored artifact"), l.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:a"))
	l.SetKubeconfig(ctx, l.server.kubeconfig("first", l.ca.bundle))

	projects := &controllertest.Projects{States: map[string]project.State{"garden-demo": {
		KeyVersion: "1", KeyAnnotations: map[string]string{fluxv1alpha1.AnnotationFingerprint: health.FingerprintOf(presentKey), fluxv1alpha1.AnnotationPublicKey: presentKey},
	}}}
	l.checker = &HealthChecker{
		Seed: l.Seed, Live: l.Seed, Deliverer: l.Actuator.Deliverer, Conditions: extensionstatus.NewConditions(l.Seed, l.Seed, l.clock), Shoots: shootClients(l.World, l.clock),
		SyncPeriod: time.Minute, SettlePeriod: 5 * time.Second, Threshold: 2 * time.Minute, KeyPeriod: 10 * time.Minute,
		Clock: l.clock, Keys: keysFrom(projects),
	}
	return l
}

// arrive has gardener-resource-manager report that everything was applied.
func (l *lookedAt) arrive(ctx context.Context) {
	GinkgoHelper()
	for _, resource := range l.Resources(ctx) {
		resource.Generation++
		resource.Status.ObservedGeneration = resource.Generation
		resource.Status.Conditions = []gardencorev1beta1.Condition{
			{Type: resourcesv1alpha1.ResourcesApplied, Status: gardencorev1beta1.ConditionTrue}, {Type: resourcesv1alpha1.ResourcesHealthy, Status: gardencorev1beta1.ConditionTrue},
		}
		Expect(l.Seed.Update(ctx, &resource)).To(Succeed())
	}
}

func (l *lookedAt) ready(status metav1.ConditionStatus, reason, message string) metav1.Condition {
	return metav1.Condition{Type: "Ready", Status: status, ObservedGeneration: 1, Reason: reason, Message: message, LastTransitionTime: metav1.NewTime(l.clock.Now())}
}

// report is what Flux reports in the shoot.
func (l *lookedAt) report(source, root metav1.Condition) {
	l.server.change(func() {
		l.git.Status.Conditions, l.git.Status.ObservedGeneration = []metav1.Condition{source}, 1
		l.root.Status.Conditions, l.root.Status.ObservedGeneration = []metav1.Condition{root}, 1
		l.server.objects = map[string]client.Object{"gitrepositories": l.git, "kustomizations": l.root, "secrets": l.secret}
	})
}

// look looks once, and returns when to look again.
func (l *lookedAt) look(ctx context.Context) time.Duration {
	GinkgoHelper()
	result, err := l.checker.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(l.Ex)})
	Expect(err).NotTo(HaveOccurred())
	return result.RequeueAfter
}

// after looks for the given time, as often as the looks want it.
func (l *lookedAt) after(ctx context.Context, lasts time.Duration) {
	GinkgoHelper()
	for end := l.clock.Now().Add(lasts); ; {
		wait := l.look(ctx)
		if l.clock.Now().Add(wait).After(end) {
			l.clock.SetTime(end)
			return
		}
		l.clock.Step(wait)
	}
}

func (l *lookedAt) extension(ctx context.Context) *extensionsv1alpha1.Extension {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(l.Seed.Get(ctx, client.ObjectKeyFromObject(l.Ex), ex)).To(Succeed())
	return ex
}

// conditions are status and reason of each condition that says something of the shoot.
func (l *lookedAt) conditions(ctx context.Context) map[string]string {
	GinkgoHelper()
	conditions := map[string]string{}
	for _, condition := range l.extension(ctx).Status.Conditions {
		if condition.Type != fluxv1alpha1.ConditionConfigured && condition.Type != fluxv1alpha1.ConditionDeployKey {
			conditions[string(condition.Type)] = fmt.Sprint(condition.Status, " ", condition.Reason)
		}
	}
	return conditions
}

func (l *lookedAt) observed(ctx context.Context) *fluxv1alpha1.ObservedShoot {
	GinkgoHelper()
	return extensionstatus.ReadTold(l.extension(ctx).Status.ProviderStatus).Shoot
}

var _ = Describe("Looks at a shoot", func() {
	well := map[string]string{"FluxInstalled": "True FluxRunning", "FluxSourceReady": "True Succeeded", "FluxKustomizationReady": "True ReconciliationSucceeded"}
	var l *lookedAt

	BeforeEach(func(ctx SpecContext) { l = newLookedAt(ctx) })

	It("cost three requests and one connection the first time, and two a minute at rest, without any write", func(ctx SpecContext) {
		Expect(l.look(ctx)).To(Equal(time.Minute))
		requests, connections := l.server.asked()
		Expect(requests).To(Equal(map[string]int{"gitrepositories": 1, "kustomizations": 1, "secrets": 1}))
		Expect(connections).To(Equal(1))
		Expect(l.conditions(ctx)).To(Equal(well))
		Expect(l.writes).To(Equal(1), "conditions and providerStatus together")
		Expect(l.observed(ctx)).To(HaveValue(Equal(fluxv1alpha1.ObservedShoot{
			AppliedRevision: "main@sha1:a", AttemptedRevision: "main@sha1:a", DeployKeyFingerprint: health.FingerprintOf(presentKey),
		})))

		By("ten minutes at rest")
		l.clock.Step(5 * time.Second)
		l.writes, l.secrets = 0, 0
		l.after(ctx, 10*time.Minute-time.Second)
		requests, connections = l.server.asked()
		Expect(requests).To(Equal(map[string]int{"gitrepositories": 10, "kustomizations": 10}))
		Expect(connections).To(BeZero())
		Expect(l.writes).To(BeZero())
		Expect(l.secrets).To(Equal(1), "it is looked at the kubeconfig every five minutes, or a little later")

		By("the deploy key is looked at again after ten")
		l.after(ctx, 2*time.Minute)
		requests, _ = l.server.asked()
		Expect(requests).To(HaveKeyWithValue("secrets", 1))
	})

	It("see a new deploy key as soon as it has arrived", func(ctx SpecContext) {
		l.after(ctx, 2*time.Minute)
		l.server.asked()
		l.server.change(func() { l.secret.Data["identity.pub"] = nil })
		l.look(ctx)
		Expect(l.observed(ctx).DeployKeyFingerprint).To(Equal(health.FingerprintOf(presentKey)), "nothing has spoken for a change")
		l.arrive(ctx)
		l.look(ctx)
		Expect(l.observed(ctx).DeployKeyFingerprint).To(Equal("unknown"))
	})

	It("notice at once that token or authority were replaced, with one more request and connection", func(ctx SpecContext) {
		l.after(ctx, 3*time.Minute)
		l.server.asked()
		l.writes = 0

		By("a token that is not valid any more")
		l.server.change(func() { l.server.token = "second" })
		l.SetKubeconfig(ctx, l.server.kubeconfig("second", l.ca.bundle))
		l.look(ctx)
		requests, connections := l.server.asked()
		Expect(requests).To(Equal(map[string]int{"gitrepositories": 2, "kustomizations": 1}))
		Expect(connections).To(Equal(1))

		By("an authority that is not trusted yet, and connections that are closed")
		l.clock.Step(time.Minute)
		other := newAuthority()
		l.server.change(func() { l.server.certificate = other.certificate })
		l.server.CloseClientConnections()
		l.SetKubeconfig(ctx, l.server.kubeconfig("second", other.bundle))
		l.look(ctx)
		requests, connections = l.server.asked()
		Expect(requests).To(Equal(map[string]int{"gitrepositories": 1, "kustomizations": 1}), "nothing was asked of a server that was not trusted")
		Expect(connections).To(BeNumerically("<=", 3))
		Expect(l.writes).To(BeZero(), "nobody has noticed")
	})

	It("ask for another kubeconfig at most once a minute while it does not help", func(ctx SpecContext) {
		l.after(ctx, 2*time.Minute)
		l.server.change(func() { l.server.token = "second" })
		l.secrets = 0
		for range 10 {
			l.look(ctx)
			l.clock.Step(6 * time.Second)
		}
		Expect(l.secrets).To(Equal(1))
	})

	It("say nothing of a shoot that cannot be asked for a moment, and once that it cannot be asked for longer", func(ctx SpecContext) {
		l.after(ctx, 2*time.Minute)
		before, observed := l.conditions(ctx), l.observed(ctx)
		l.writes = 0
		l.server.change(func() { l.server.token = "lost" })
		l.after(ctx, time.Minute)
		Expect(l.conditions(ctx)).To(Equal(before))
		Expect(l.writes).To(BeZero())

		l.after(ctx, 10*time.Minute)
		Expect(l.conditions(ctx)).To(And(HaveKeyWithValue("FluxSourceReady", "Unknown ShootUnreachable"), HaveKeyWithValue("FluxKustomizationReady", "Unknown ShootUnreachable")))
		Expect(l.conditions(ctx)).To(HaveKeyWithValue("FluxInstalled", "True FluxRunning"), "which is known from the seed")
		Expect(l.writes).To(Equal(1))
		Expect(l.observed(ctx)).To(Equal(observed), "what was seen stays as it was")

		l.server.change(func() { l.server.token = "first" })
		l.look(ctx)
		Expect(l.conditions(ctx)).To(Equal(before))
	})

	It("do not count on for how long a shoot could not be asked while nothing was synced in between", func(ctx SpecContext) {
		l.after(ctx, 2*time.Minute)
		synced := l.extension(ctx).Status.State
		deliver := func(state *runtime.RawExtension) {
			ex := l.extension(ctx)
			ex.Status.State = state
			Expect(l.Seed.Status().Update(ctx, ex)).To(Succeed())
		}
		l.server.change(func() { l.server.token = "lost" })
		l.after(ctx, time.Minute)

		deliver(&runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","namespace":"flux-system"}`)})
		l.after(ctx, time.Hour)
		Expect(l.conditions(ctx)).To(Equal(map[string]string{"FluxInstalled": "True FluxRunning"}))

		deliver(synced)
		l.look(ctx)
		Expect(l.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "Progressing ShootUnreachable"))
	})

	It("do not write what Flux does at its intervals: neither of a shoot that is well, nor of one that is not", func(ctx SpecContext) {
		l.after(ctx, 2*time.Minute)
		stored := l.ready("True", "Succeeded", "stored artifact")
		applied := l.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:a")
		attempt := func() metav1.Condition { return l.ready("Unknown", "Progressing", "Reconciliation in progress") }
		l.writes = 0
		for range 5 {
			l.report(stored, attempt())
			l.after(ctx, time.Minute)
			l.report(stored, applied)
			l.after(ctx, time.Minute)
		}
		Expect(l.writes).To(BeZero())

		for i := range 5 {
			l.report(stored, l.ready("False", "BuildFailed", fmt.Sprintf("failed to decode Kubernetes YAML from /tmp/kustomization-%d/a.yaml: missing Resource metadata", i)))
			l.after(ctx, time.Minute)
			l.report(stored, attempt())
			l.after(ctx, time.Minute)
		}
		Expect(l.writes).To(Equal(1), "that it has failed")
		Expect(l.conditions(ctx)).To(HaveKeyWithValue("FluxKustomizationReady", "False BuildFailed"))
		Expect(l.observed(ctx).KustomizationCause).To(BeEquivalentTo("BuildFailed"))

		By("another revision is something new")
		l.server.change(func() { l.root.Status.LastAttemptedRevision = "main@sha1:b" })
		l.look(ctx)
		Expect(l.conditions(ctx)).To(HaveKeyWithValue("FluxKustomizationReady", "Progressing Progressing"))
		Expect(l.observed(ctx)).To(And(HaveField("AttemptedRevision", "main@sha1:b"), HaveField("AppliedRevision", "main@sha1:a")))
	})

	It("leave a Git host two minutes to answer again", func(ctx SpecContext) {
		l.after(ctx, 2*time.Minute)
		l.writes = 0
		applied := l.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:a")
		l.report(l.ready("False", "GitOperationFailed", "dial tcp 10.0.0.1:22: connect: connection refused"), applied)
		l.after(ctx, 2*time.Minute-time.Second)
		Expect(l.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "Progressing GitOperationFailed"))
		Expect(l.observed(ctx).SourceCause).To(BeEquivalentTo("ConnectionFailed"))
		Expect(l.writes).To(Equal(1))
		l.clock.Step(time.Second)
		l.look(ctx)
		Expect(l.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "False GitOperationFailed"))

		l.report(l.ready("True", "Succeeded", "stored artifact"), applied)
		l.look(ctx)
		Expect(l.conditions(ctx)).To(Equal(well))
		Expect(l.observed(ctx).SourceCause).To(BeEmpty())
		Expect(l.writes).To(Equal(3))
	})

	It("never write a condition that is part of the Shoot's own health", func(ctx SpecContext) {
		l.report(l.ready("False", "GitOperationFailed", "ssh: unable to authenticate"), l.ready("False", "BuildFailed", "x"))
		l.after(ctx, 10*time.Minute)
		for _, condition := range l.extension(ctx).Status.Conditions {
			Expect(string(condition.Type)).To(HavePrefix("Flux"))
		}
	})

	DescribeTable("keep nothing of a shoot that is not looked at any more, and what was seen stays told",
		func(ctx SpecContext, change func(context.Context)) {
			l.look(ctx)
			observed := l.observed(ctx)
			Expect(l.checker.Shoots.Clients).To(HaveLen(1))
			_, remembered := l.checker.memory.Load(controllertest.TechnicalID)
			Expect(remembered).To(BeTrue())
			change(ctx)
			l.server.asked()
			l.look(ctx)
			Expect(l.checker.Shoots.Clients).To(BeEmpty())
			_, remembered = l.checker.memory.Load(controllertest.TechnicalID)
			Expect(remembered).To(BeFalse())
			requests, _ := l.server.asked()
			Expect(requests).To(BeEmpty())
			ex := &extensionsv1alpha1.Extension{}
			if err := l.Seed.Get(ctx, client.ObjectKeyFromObject(l.Ex), ex); err == nil {
				Expect(extensionstatus.ReadTold(ex.Status.ProviderStatus).Shoot).To(Equal(observed))
			}
		},
		Entry("without the extension", func(ctx context.Context) { Expect(l.Seed.Delete(ctx, l.extension(ctx))).To(Succeed()) }),
		Entry("from which the extension is being removed", func(ctx context.Context) {
			ex := l.extension(ctx)
			ex.Finalizers = []string{"x"}
			Expect(l.Seed.Update(ctx, ex)).To(Succeed())
			Expect(l.Seed.Delete(ctx, ex)).To(Succeed())
		}),
		Entry("that moves", func(ctx context.Context) {
			ex := l.extension(ctx)
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Migrate"}
			Expect(l.Seed.Status().Update(ctx, ex)).To(Succeed())
		}),
		Entry("that sleeps", func(ctx context.Context) {
			cluster := &extensionsv1alpha1.Cluster{}
			Expect(l.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
			cluster.Spec.Shoot = runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{"namespace":"garden-demo","name":"only","uid":"uid"},"spec":{"hibernation":{"enabled":true}}}`)}
			Expect(l.Seed.Update(ctx, cluster)).To(Succeed())
		}),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
)

const (
	presentKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
)

// keys is a reporter that knows nothing of any project.
func (w *world) keys() *KeyReporter { return w.keysFrom(&toldProjects{}) }

func (w *world) keysFrom(projects ProjectWatcher) *KeyReporter {
	statuses := project.NewStatusPublisher(w.garden, clock.RealClock{}, project.StatusTimes{Timeout: time.Second})
	return NewKeyReporter(w.seed, projects, statuses, NewLaggingShoots())
}

var _ = Describe("KeyReporter", func() {
	var (
		w        *world
		projects *toldProjects
		reporter *KeyReporter
		cluster  *extensionscontroller.Cluster
		seen     health.Observation
	)
	BeforeEach(func() {
		w = newWorld(nil, func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) { shoot.UID = "uid" })
		projects = &toldProjects{states: map[string]project.State{"garden-demo": {
			KeyVersion: "1", KeyAnnotations: map[string]string{fluxv1alpha1.AnnotationFingerprint: health.FingerprintOf(presentKey), fluxv1alpha1.AnnotationPublicKey: presentKey},
		}}}
		reporter = w.keysFrom(projects)
		cluster = &extensionscontroller.Cluster{Shoot: &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "only", UID: "uid"}}}
		seen = health.Observation{Sync: &health.Sync{DeployKey: true}, Shoot: health.ShootObservation{PublicKey: presentKey}}
	})
	statusOf := func(ctx context.Context, name string) fluxv1alpha1.ShootStatus {
		GinkgoHelper()
		statuses, err := reporter.statuses.Statuses(ctx, "garden-demo", time.Time{})
		Expect(err).NotTo(HaveOccurred())
		return statuses[name]
	}
	extension := func(ctx context.Context) *extensionsv1alpha1.Extension {
		GinkgoHelper()
		ex := &extensionsv1alpha1.Extension{}
		Expect(w.seed.Get(ctx, client.ObjectKeyFromObject(w.ex), ex)).To(Succeed())
		return ex
	}
	report := func(ctx context.Context) keyReport {
		GinkgoHelper()
		result, err := reporter.report(ctx, extension(ctx), cluster, seen)
		Expect(err).NotTo(HaveOccurred())
		return result
	}

	It("says which key the shoot has: condition, providerStatus and project, each once", func(ctx SpecContext) {
		Expect(report(ctx).verdicts).To(ConsistOf(And(HaveField("Status", BeEquivalentTo("True")), HaveField("Reason", "InUse"))))
		Expect(string(extension(ctx).Status.ProviderStatus.Raw)).To(MatchJSON(`{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxStatus",
			"deployKey":{"publicKey":"` + presentKey + `","fingerprint":"` + health.FingerprintOf(presentKey) + `","phase":"InUse"}}`))
		Expect(statusOf(ctx, "only").DeployKeyFingerprint).To(Equal(health.FingerprintOf(presentKey)))

		before := extension(ctx).ResourceVersion
		report(ctx)
		Expect(extension(ctx).ResourceVersion).To(Equal(before))
	})

	It("touches nothing in the status but its own", func(ctx SpecContext) {
		ex := extension(ctx)
		ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true}`)}
		stale := ex.DeepCopy()
		Expect(w.seed.Status().Update(ctx, ex)).To(Succeed())
		stale.Status.State = nil
		_, err := reporter.report(ctx, stale, cluster, seen)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(extension(ctx).Status.State.Raw)).To(MatchJSON(`{"flux":true}`))
		Expect(extension(ctx).Status.ProviderStatus).NotTo(BeNil())
	})

	It("says nothing of a source that is not read with the key, and takes back what it said", func(ctx SpecContext) {
		report(ctx)
		seen.Sync.DeployKey = false
		Expect(report(ctx)).To(Equal(keyReport{owned: []gardencorev1beta1.ConditionType{"FluxDeployKey"}}), "the condition goes")
		Expect(extension(ctx).Status.ProviderStatus).To(BeNil())
		Expect(statusOf(ctx, "only").DeployKeyFingerprint).To(BeEmpty())
	})

	DescribeTable("leaves the condition as it is while nobody knows what the project says",
		func(ctx SpecContext, change func()) {
			change()
			Expect(report(ctx)).To(Equal(keyReport{}))
			Expect(extension(ctx).Status.ProviderStatus).To(BeNil())
		},
		Entry("nothing was read yet", func() { projects.unknown = true }),
		Entry("nothing is known of a key that somebody has brought, before it was seen in the shoot", func() {
			projects.states["garden-demo"] = project.State{KeyVersion: "1"}
			seen.Shoot.PublicKey = ""
		}),
		Entry("the Secret is gone, or was not read yet", func() { projects.states = nil }),
	)

	It("tells of a shoot that sleeps without having seen its key", func(ctx SpecContext) {
		seen = health.Observation{Sync: &health.Sync{DeployKey: true}, Asleep: true}
		Expect(report(ctx).verdicts).To(HaveLen(1))
		Expect(statusOf(ctx, "only")).To(And(HaveField("Hibernated", true), HaveField("DeployKeyFingerprint", "unknown")))
	})

	It("tells nothing of a shoot that could not be asked, or has nothing of Flux", func(ctx SpecContext) {
		seen.ShootError = errors.New("down")
		report(ctx)
		seen = health.Observation{}
		report(ctx)
		Expect(statusOf(ctx, "only")).To(BeZero())
	})

	It("says the same in the seed when the garden is down, and catches up", func(ctx SpecContext) {
		w.gardenDown = true
		Expect(report(ctx).verdicts).To(HaveLen(1))
		w.gardenDown = false
		report(ctx)
		Expect(statusOf(ctx, "only").UID).To(BeEquivalentTo("uid"))
	})

	Describe("when the Extension goes", func() {
		checker := func() *HealthChecker {
			return &HealthChecker{Seed: w.seed, SyncPeriod: time.Minute, Keys: reporter}
		}
		look := func(ctx context.Context) reconcile.Result {
			GinkgoHelper()
			result, err := checker().Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(w.ex)})
			Expect(err).NotTo(HaveOccurred())
			return result
		}
		standing := func(ctx context.Context) map[string]string {
			GinkgoHelper()
			configMap := &corev1.ConfigMap{}
			Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-status"}, configMap)).To(Succeed())
			return configMap.Data
		}
		deleteExtension := func(ctx context.Context, finalizers ...string) {
			GinkgoHelper()
			ex := extension(ctx)
			ex.Finalizers = finalizers
			Expect(w.seed.Update(ctx, ex)).To(Succeed())
			Expect(w.seed.Delete(ctx, ex)).To(Succeed())
		}

		It("takes back what was told of the Shoot while it is being deleted, also after a restart", func(ctx SpecContext) {
			report(ctx)
			reporter = w.keysFrom(projects)
			deleteExtension(ctx, "x")
			Expect(look(ctx)).To(Equal(reconcile.Result{}))
			Expect(standing(ctx)).To(BeEmpty())
		})

		It("takes it back after it is gone, with a garden that is down meanwhile", func(ctx SpecContext) {
			report(ctx)
			deleteExtension(ctx)
			w.gardenDown = true
			Expect(look(ctx)).To(Equal(reconcile.Result{RequeueAfter: time.Minute}))
			w.gardenDown = false
			Expect(look(ctx)).To(Equal(reconcile.Result{}))
			Expect(standing(ctx)).To(BeEmpty())
		})

		It("leaves it to the other seed if the Shoot has moved", func(ctx SpecContext) {
			report(ctx)
			ex := extension(ctx)
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Migrate"}
			Expect(w.seed.Status().Update(ctx, ex)).To(Succeed())
			Expect(look(ctx)).To(Equal(reconcile.Result{}))
			deleteExtension(ctx)
			Expect(look(ctx)).To(Equal(reconcile.Result{}))
			Expect(standing(ctx)).To(HaveKey("only"))
		})

		It("leaves what another seed tells by now, if it has not noticed the move", func(ctx SpecContext) {
			report(ctx)
			status, err := json.Marshal(fluxv1alpha1.ShootStatus{UID: types.UID("uid"), DeployKeyFingerprint: "SHA256:told by another"})
			Expect(err).NotTo(HaveOccurred())
			configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-status"}, Data: map[string]string{"only": string(status)}}
			Expect(w.garden.Update(ctx, configMap)).To(Succeed())
			deleteExtension(ctx)
			Expect(look(ctx)).To(Equal(reconcile.Result{}))
			Expect(standing(ctx)).To(HaveKeyWithValue("only", string(status)))
		})
	})
})

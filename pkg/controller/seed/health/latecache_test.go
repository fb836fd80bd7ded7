// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// stuck is a cache whose watch of Extensions has ended without a notice.
type stuck struct {
	client.Client
	known *extensionsv1alpha1.Extension
}

func (s stuck) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	if ex, ok := object.(*extensionsv1alpha1.Extension); ok {
		s.known.DeepCopyInto(ex)
		return nil
	}
	return s.Client.Get(ctx, key, object, options...)
}

// refusing fails creations and patches of Secrets.
type refusing struct{ client.Client }

func (refusing) Create(context.Context, client.Object, ...client.CreateOption) error {
	return errors.New("too many requests")
}

func (r refusing) Patch(ctx context.Context, object client.Object, patch client.Patch, options ...client.PatchOption) error {
	if _, is := object.(*corev1.Secret); is {
		return errors.New("too many requests")
	}
	return r.Client.Patch(ctx, object, patch, options...)
}

var _ = Describe("A health check whose last writes are unknown to the cache, or were refused", func() {
	It("does not confirm conditions that a former health check has replaced, although a later one changes nothing", func(ctx SpecContext) {
		s := newSimulated(ctx)
		release := func(status, reason string) {
			s.server.change(func() {
				s.server.everywhere["helmreleases"] = []any{map[string]any{
					"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": map[string]any{"namespace": "apps", "name": "db", "generation": 1},
					"status": map[string]any{"observedGeneration": 1, "conditions": []any{map[string]any{
						"type": "Ready", "status": status, "reason": reason, "message": "m", "observedGeneration": 1, "lastTransitionTime": s.clock.Now().UTC().Format(time.RFC3339),
					}}},
				}}
			})
		}
		release("True", "InstallSucceeded")
		s.after(ctx, 15*time.Minute)
		before := s.extension(ctx)
		Expect(health.IsTrue(before.Status.Conditions, fluxv1alpha1.ConditionObjectsReady)).To(BeTrue())
		s.checker.Seed = stuck{s.Seed, before}

		By("an object fails, and the API server of the shoot takes a second for each list")
		release("False", "UpgradeFailed")
		var slow http.HandlerFunc
		slow = func(w http.ResponseWriter, r *http.Request) {
			if !strings.Contains(r.URL.Path, "/namespaces/") {
				s.clock.Step(time.Second)
			}
			s.server.change(func() { s.server.instead = nil })
			s.server.serve(w, r)
			s.server.change(func() { s.server.instead = slow })
		}
		s.server.change(func() { s.server.instead = slow })
		isReported := func() bool {
			return health.Is(v1beta1helper.GetCondition(s.extension(ctx).Status.Conditions, fluxv1alpha1.ConditionObjectsReady), gardencorev1beta1.ConditionFalse)
		}
		for range 60 {
			s.clock.Step(s.check(ctx))
			if isReported() {
				break
			}
		}
		Expect(isReported()).To(BeTrue())
		for range 40 {
			wait := s.check(ctx)
			Expect(isReported()).To(BeTrue())
			Expect(s.checker.Checked(before)).To(BeZero(), "the Extension of the cache has condition ObjectsReady=True, which has been False for a while")
			s.clock.Step(wait)
		}
	})

	It("does not confirm a Ready that a later health check has not found", func(ctx SpecContext) {
		s := newSimulated(ctx)
		s.after(ctx, 15*time.Minute)
		s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("False", "BuildFailed", "broken"))
		s.after(ctx, 10*time.Minute)
		failed := s.extension(ctx)
		Expect(health.IsTrue(failed.Status.Conditions, fluxv1alpha1.ConditionKustomizationReady)).To(BeFalse())
		s.checker.Seed = stuck{s.Seed, failed}

		By("the Shoot is ready for one health check, of which the cache has not heard")
		s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("True", "ReconciliationSucceeded", "Applied revision: main@sha1:a"))
		s.clock.Step(5 * time.Second)
		s.check(ctx)
		written := s.extension(ctx)
		Expect(health.IsTrue(written.Status.Conditions, fluxv1alpha1.ConditionKustomizationReady)).To(BeTrue())
		s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("False", "BuildFailed", "broken"))
		s.clock.Step(2 * time.Second)
		s.check(ctx)
		now := s.extension(ctx)
		if health.IsTrue(now.Status.Conditions, fluxv1alpha1.ConditionKustomizationReady) {
			Expect(s.checker.Checked(now)).NotTo(Equal(s.clock.Now()), "the last health check has found that it fails")
		}
	})

	It("records the applied objects with the next health check if they could not be stored", func(ctx SpecContext) {
		s := newSimulated(ctx)
		state := s.governed()
		sha := "sha1:" + strings.Repeat("a", 40)
		state.Rings[0].Passed = rollout.Target{Revision: "r", Commit: sha}
		recorded := s.recorded(ctx)
		recorded.Observed.Ring, recorded.Observed.Revision = "canary", "r"
		Expect(s.checker.Conditions.ReplaceState(ctx, s.extension(ctx), recorded)).To(Succeed())
		s.server.change(func() {
			s.server.everywhere["kustomizations"] = []any{map[string]any{
				"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization", "metadata": map[string]any{"namespace": "flux-system", "name": "flux-system", "generation": 1},
				"spec": map[string]any{"sourceRef": map[string]any{"kind": "GitRepository", "name": "flux-system"}},
				"status": map[string]any{
					"observedGeneration": 1, "lastAppliedRevision": "main@" + sha, "lastAttemptedRevision": "main@" + sha,
					"inventory": map[string]any{"entries": []any{map[string]any{"id": "_shop__Namespace", "v": "v1"}}},
					"conditions": []any{map[string]any{
						"type": "Ready", "status": "True", "reason": "ReconciliationSucceeded", "observedGeneration": 1, "lastTransitionTime": s.clock.Now().UTC().Format(time.RFC3339),
					}},
				},
			}}
			s.root.Status.LastAppliedRevision, s.root.Status.LastAttemptedRevision = "main@"+sha, "main@"+sha
		})
		s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("True", "ReconciliationSucceeded", "Applied revision: main@"+sha))
		s.identify(ctx)

		By("the API server of the seed refuses the Secret once")
		s.checker.Seed = refusing{s.Seed}
		_, err := s.checker.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(s.Ex)})
		Expect(err).To(MatchError(ContainSubstring("too many requests")))
		s.checker.Seed = s.Seed
		By("the change is a while ago, and the read took a second")
		remembered, _ := s.checker.memory.Load(s.Ex.Namespace)
		remembered.objects.took, remembered.objects.changedAt = time.Second, s.clock.Now().Add(-10*time.Minute)
		s.checker.memory.Store(s.Ex.Namespace, remembered)

		By("the retry, and the next health check")
		s.clock.Step(time.Second)
		s.clock.Step(s.check(ctx))
		s.check(ctx)
		Expect(recordedHistoryOf(ctx, s)).To(BeTrue())
	})
})

func recordedHistoryOf(ctx context.Context, s *simulated) bool {
	secret := &corev1.Secret{}
	return s.Seed.Get(ctx, client.ObjectKey{Namespace: s.Ex.Namespace, Name: historySecret}, secret) == nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// moving is a shoot whose ring has passed commit a, and in which Flux applies commits.
type moving struct {
	*simulated
	state *rollout.State
}

func newMoving(ctx context.Context) *moving {
	GinkgoHelper()
	m := &moving{simulated: newSimulated(ctx)}
	m.state = m.governed()
	m.pass("a")
	recorded := m.recorded(ctx)
	recorded.Observed.Ring, recorded.Observed.Revision = "canary", "r"
	Expect(m.checker.Conditions.ReplaceState(ctx, m.extension(ctx), recorded)).To(Succeed())
	return m
}

// shaOf returns a digest of one digit.
func shaOf(digit string) string { return "sha1:" + strings.Repeat(digit, 40) }

// pass has the ring pass a commit.
func (m *moving) pass(commit string) {
	m.state.Rings[0].Passed = rollout.Target{Revision: "r", Commit: shaOf(commit)}
}

// apply has Flux apply a commit with these inventories, by the names of Kustomizations.
func (m *moving) apply(commit string, inventories map[string][]string) {
	revision := "main@" + shaOf(commit)
	m.server.change(func() {
		m.server.everywhere["kustomizations"] = nil
		m.server.objects["kustomizations/apps"] = nil
		for name, ids := range inventories {
			entries := []any{}
			for _, id := range ids {
				entries = append(entries, map[string]any{"id": id, "v": "v1"})
			}
			m.server.everywhere["kustomizations"] = append(m.server.everywhere["kustomizations"], map[string]any{
				"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization", "metadata": map[string]any{"namespace": "flux-system", "name": name, "generation": 1},
				"spec": map[string]any{"sourceRef": map[string]any{"kind": "GitRepository", "name": "flux-system"}},
				"status": map[string]any{
					"observedGeneration": 1, "lastAppliedRevision": revision, "lastAttemptedRevision": revision, "inventory": map[string]any{"entries": entries},
					"conditions": []any{map[string]any{
						"type": "Ready", "status": "True", "reason": "ReconciliationSucceeded", "observedGeneration": 1, "lastTransitionTime": m.clock.Now().UTC().Format(time.RFC3339),
					}},
				},
			})
		}
	})
}

// commit has Flux apply a commit, and checks the shoot.
func (m *moving) commit(ctx context.Context, commit string, inventories map[string][]string) *fluxv1alpha1.RemovedObjects {
	GinkgoHelper()
	m.apply(commit, inventories)
	m.server.change(func() {
		m.root.Status.LastAppliedRevision, m.root.Status.LastAttemptedRevision = "main@"+shaOf(commit), "main@"+shaOf(commit)
	})
	m.clock.Step(time.Minute)
	m.check(ctx)
	return m.observed(ctx).Removed
}

// has lets the shoot have these objects of a kind, in the form namespace/name=uid, and no others.
func (m *moving) has(plural string, objects ...string) {
	m.server.change(func() {
		for name := range m.server.objects {
			if strings.HasPrefix(name, plural+"/") {
				delete(m.server.objects, name)
			}
		}
		m.server.everywhere[plural] = nil
		for _, text := range objects {
			name, uid, _ := strings.Cut(text, "=")
			object := &metav1.PartialObjectMetadata{
				TypeMeta:   metav1.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadata"},
				ObjectMeta: metav1.ObjectMeta{Namespace: strings.TrimSuffix(path.Dir(name), "."), Name: path.Base(name), UID: types.UID(uid)},
			}
			m.server.objects[plural+"/"+object.Name] = object
			m.server.everywhere[plural] = append(m.server.everywhere[plural], object)
		}
	})
}

// recordedHistory returns the stored history.
func (m *moving) recordedHistory(ctx context.Context) guard.History {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(m.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: historySecret}, secret)).To(Succeed())
	history, err := guard.Decode(secret.Data[historyKey])
	Expect(err).NotTo(HaveOccurred())
	return history
}

// during runs something before the first request that matches, as if Flux were faster.
func (m *moving) during(matches func(*http.Request) bool, run func()) {
	m.server.change(func() {
		m.server.instead = func(w http.ResponseWriter, r *http.Request) {
			m.server.mutex.Lock()
			instead := m.server.instead
			m.server.instead = nil
			m.server.mutex.Unlock()
			if matches(r) {
				run()
				instead = nil
			}
			m.server.serve(w, r)
			m.server.change(func() { m.server.instead = instead })
		}
	})
}

var _ = Describe("Objects that were deleted and created again", func() {
	const (
		shop, web, settings, data = "_shop__Namespace", "shop_web_apps_Deployment", "shop_settings__ConfigMap", "shop_data__PersistentVolumeClaim"
		apps, teams               = "flux-system_apps_kustomize.toolkit.fluxcd.io_Kustomization", "flux-system_teams_kustomize.toolkit.fluxcd.io_Kustomization"
		root                      = "flux-system"
	)
	var (
		m *moving
		// before are the inventories of commit a. renamed are those after the Kustomization got another name, and moved
		// those after the Namespace has left it.
		before  = map[string][]string{root: {settings, apps}, "apps": {shop, web}}
		renamed = map[string][]string{root: {settings, teams}, "teams": {shop, web}}
		moved   = map[string][]string{root: {settings, apps, shop}, "apps": {web}}
	)

	summary := func(names ...string) *fluxv1alpha1.RemovedObjects {
		removed := &fluxv1alpha1.RemovedObjects{Since: "revision r and " + shaOf("a"), Before: 4, Count: int32(len(names)), Names: names} //nolint:gosec // A few.
		for _, kind := range []string{"Kustomization", "Namespace"} {
			if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, kind) }) {
				removed.Kinds = append(removed.Kinds, fluxv1alpha1.RemovedKind{Kind: kind, Count: 1})
			}
		}
		return removed
	}
	nothing := &fluxv1alpha1.RemovedObjects{Before: 4}

	BeforeEach(func(ctx SpecContext) {
		m = newMoving(ctx)
		m.has("namespaces", "shop=1")
		Expect(m.commit(ctx, "a", before)).To(Equal(nothing))
	})

	It("are removed if their Kustomization was renamed, also after a restart", func(ctx SpecContext) {
		m.has("namespaces", "shop=2")
		lost := summary("Namespace shop (deleted and created again)", "Kustomization flux-system/apps")
		Expect(m.commit(ctx, "b", renamed)).To(Equal(lost))
		m.checker.memory = memory{}
		m.after(ctx, 10*time.Minute)
		Expect(m.observed(ctx).Removed).To(Equal(lost))

		By("the ring passes the commit, because it was approved")
		m.pass("b")
		m.after(ctx, 10*time.Minute)
		Expect(m.observed(ctx).Removed).To(Equal(nothing))
	})

	It("are removed if they moved between two Kustomizations", func(ctx SpecContext) {
		m.has("namespaces", "shop=2")
		Expect(m.commit(ctx, "b", moved)).To(Equal(summary("Namespace shop (deleted and created again)")))
	})

	It("are removed if they moved out of all Kustomizations, and something else has created them", func(ctx SpecContext) {
		m.has("namespaces", "shop=2")
		Expect(m.commit(ctx, "b", map[string][]string{root: {settings, apps}, "apps": {web}})).To(Equal(summary("Namespace shop (deleted and created again)")))
	})

	DescribeTable("are removed while they do not exist", func(ctx SpecContext, lose func()) {
		lose()
		Expect(m.commit(ctx, "b", moved)).To(Equal(summary("Namespace shop")))
	},
		Entry("deleted", func() { m.has("namespaces") }),
		Entry("being deleted", func() {
			now := metav1.Now()
			m.server.change(func() { m.server.objects["namespaces/shop"].(*metav1.PartialObjectMetadata).DeletionTimestamp = &now })
		}),
	)

	It("are removed before the shoot is ready, and stay so when they exist again", func(ctx SpecContext) {
		m.report(m.ready("True", "Succeeded", "stored artifact"), m.ready("False", "HealthCheckFailed", "timeout"))
		m.has("namespaces", "shop=2")
		m.after(ctx, 10*time.Minute)
		Expect(m.commit(ctx, "b", moved)).To(Equal(summary("Namespace shop (deleted and created again)")))
	})

	It("are not removed if they keep their UID: a safe move of three commits", func(ctx SpecContext) {
		Expect(m.commit(ctx, "b", before)).To(Equal(nothing), "the annotation against pruning")
		m.pass("b")
		Expect(m.commit(ctx, "c", moved)).To(Equal(nothing), "the move")
		m.pass("c")
		Expect(m.commit(ctx, "d", moved)).To(Equal(nothing), "the annotation is gone")
	})

	It("are not removed if they did not move: a user has deleted them, and Flux has created them again", func(ctx SpecContext) {
		m.has("namespaces", "shop=2")
		Expect(m.commit(ctx, "b", before)).To(Equal(nothing))
		By("the UID before the next commit counts")
		m.has("namespaces", "shop=3")
		m.pass("b")
		m.after(ctx, 10*time.Minute)
		Expect(m.commit(ctx, "c", moved)).To(Equal(nothing))
	})

	It("are not removed if another Kustomization applies them, too", func(ctx SpecContext) {
		m.has("namespaces", "shop=2")
		Expect(m.commit(ctx, "b", map[string][]string{root: {settings, apps, shop}, "apps": {shop, web}})).To(Equal(nothing))
	})

	It("are not judged if their kind is not protected", func(ctx SpecContext) {
		m.has("configmaps", "shop/settings=1")
		m.after(ctx, 10*time.Minute)
		m.has("configmaps", "shop/settings=2")
		Expect(m.commit(ctx, "b", map[string][]string{root: {apps}, "apps": {settings, shop, web}})).To(Equal(nothing))
	})

	It("are unknown if an older version has recorded no UIDs, and their Kustomization is new", func(ctx SpecContext) {
		older := func() {
			secret := &corev1.Secret{}
			Expect(m.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: historySecret}, secret)).To(Succeed())
			secret.Data[historyKey], _ = m.recordedHistory(ctx).WithoutIdentities().Encode(largestHistory)
			Expect(m.Seed.Update(ctx, secret)).To(Succeed())
			m.checker.memory = memory{}
		}
		older()
		unknown := summary("Kustomization flux-system/apps")
		unknown.Unknown = "whether Namespace shop was deleted and created again when it moved"
		Expect(m.commit(ctx, "b", renamed)).To(Equal(unknown))

		By("nothing moved")
		older()
		Expect(m.commit(ctx, "b", before)).To(Equal(nothing))
	})

	It("are unknown beyond the limit of recorded UIDs", func(ctx SpecContext) {
		many := map[string][]string{root: {settings, apps}, "apps": {}}
		var objects []string
		for i := range mostUIDs + 10 {
			many["apps"], objects = append(many["apps"], fmt.Sprintf("_shop-%04d__Namespace", i)), append(objects, fmt.Sprintf("shop-%04d=%d", i, i))
		}
		m.has("namespaces", objects...)
		m.commit(ctx, "b", many)
		m.pass("b")
		m.after(ctx, 10*time.Minute)
		last := many["apps"][mostUIDs+8:]
		Expect(m.commit(ctx, "c", map[string][]string{root: append(slices.Clone(last), settings, apps), "apps": many["apps"][:mostUIDs+8]})).To(Equal(&fluxv1alpha1.RemovedObjects{
			Before: mostUIDs + 12, Unknown: fmt.Sprintf("whether Namespace shop-%04d and 1 more were deleted and created again when they moved", mostUIDs+8),
		}))
		Expect(m.recordedHistory(ctx).At(guard.Goal{Revision: "r", Commit: shaOf("c")}).Identities.UIDs()).To(HaveLen(mostUIDs))
	})

	It("are not recorded with the UID that they got from the next commit", func(ctx SpecContext) {
		By("Flux begins commit b after the inventories of a were read")
		isUIDs := func(r *http.Request) bool { return path.Base(r.URL.Path) == "namespaces" }
		m.during(isUIDs, func() {
			m.has("namespaces", "shop=2")
			m.apply("b", moved)
		})
		m.after(ctx, 10*time.Minute)
		Expect(m.recordedHistory(ctx)).To(ConsistOf(HaveField("Identities", HaveKeyWithValue(shop, guard.Identity{UID: "1", By: []string{apps}}))))
		Expect(m.commit(ctx, "b", moved)).To(Equal(summary("Namespace shop (deleted and created again)")))
	})

	It("keep their recorded UIDs if those cannot be read", func(ctx SpecContext) {
		refuse := func() {
			m.server.change(func() { m.server.everywhere["namespaces"] = []any{"nonsense"} })
		}
		refuse()
		m.after(ctx, 10*time.Minute)
		Expect(m.recordedHistory(ctx)).To(ConsistOf(HaveField("Identities", HaveKeyWithValue(shop, guard.Identity{UID: "1", By: []string{apps}}))))
	})

	It("cost one request for each protected kind, and one for Kustomizations when something has changed", func(ctx SpecContext) {
		inventories := map[string][]string{root: {settings, apps, data}, "apps": {shop, web}}
		m.has("persistentvolumeclaims", "shop/data=1")
		m.commit(ctx, "b", inventories)
		requests := func() []string {
			listed := m.server.readEverywhere()
			var found []string
			for _, plural := range []string{"namespaces", "persistentvolumeclaims", "kustomizations"} {
				found = append(found, fmt.Sprintf("%d %s", listed[plural], plural))
			}
			return found
		}
		requests()
		m.clock.Step(10 * time.Minute)
		m.check(ctx)
		Expect(requests()).To(Equal([]string{"1 namespaces", "1 persistentvolumeclaims", "2 kustomizations"}), "one for their status, one for their UIDs")
		m.commit(ctx, "c", inventories)
		Expect(requests()).To(Equal([]string{"1 namespaces", "1 persistentvolumeclaims", "3 kustomizations"}))
	})
})

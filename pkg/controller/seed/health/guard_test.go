// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// governed lets the project have a rollout with one ring.
func (s *simulated) governed() *rollout.State {
	config := fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "canary"}}}
	fluxv1alpha1.SetDefaults_Rollout(&config)
	state := &rollout.State{Rollout: config, Rings: []rollout.Ring{{Name: "canary"}}}
	projects := s.checker.Projects.(*controllertest.Projects)
	project := projects.States["garden-demo"]
	project.Rollout = state
	projects.States["garden-demo"] = project
	return state
}

// unreadable is a cache of projects that fails.
type unreadable struct{ garden.StateWatcher }

func (unreadable) State(context.Context, string) (garden.State, bool, error) {
	return garden.State{}, false, errors.New("the cache has ended")
}

var _ = Describe("Removed objects", func() {
	const (
		shop, web, settings, data = "_shop__Namespace", "shop_web_apps_Deployment", "shop_settings__ConfigMap", "shop_data__PersistentVolumeClaim"
		apps                      = "flux-system_apps_kustomize.toolkit.fluxcd.io_Kustomization"
	)
	var (
		s     *simulated
		state *rollout.State
	)

	sha := func(digit string) string { return "sha1:" + strings.Repeat(digit, 40) }
	kustomization := func(name string, ids ...string) map[string]any {
		entries := []any{}
		for _, id := range ids {
			entries = append(entries, map[string]any{"id": id, "v": "v1"})
		}
		return map[string]any{
			"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization", "metadata": map[string]any{"namespace": "flux-system", "name": name, "generation": 1},
			"status": map[string]any{"observedGeneration": 1, "inventory": map[string]any{"entries": entries}, "conditions": []any{map[string]any{
				"type": "Ready", "status": "True", "reason": "ReconciliationSucceeded", "observedGeneration": 1, "lastTransitionTime": s.clock.Now().UTC().Format(time.RFC3339),
			}}},
		}
	}
	// at lets Kustomizations without a revision have applied a commit.
	at := func(digest string, kustomizations ...any) []any {
		for _, one := range kustomizations {
			one := one.(map[string]any)
			one["spec"] = map[string]any{"sourceRef": map[string]any{"kind": "GitRepository", "name": "flux-system"}}
			status := one["status"].(map[string]any)
			if _, ok := status["lastAppliedRevision"]; !ok {
				status["lastAppliedRevision"], status["lastAttemptedRevision"] = "main@"+sha(digest), "main@"+sha(digest)
			}
		}
		return kustomizations
	}
	// commit has Flux apply a commit with these Kustomizations, and checks the shoot.
	commit := func(ctx context.Context, digest string, kustomizations ...any) *fluxv1alpha1.RemovedObjects {
		at(digest, kustomizations...)
		s.server.change(func() {
			s.server.everywhere["kustomizations"] = kustomizations
			s.server.objects["kustomizations/apps"] = nil
			s.root.Status.LastAppliedRevision, s.root.Status.LastAttemptedRevision = "main@"+sha(digest), "main@"+sha(digest)
		})
		s.clock.Step(time.Minute)
		s.check(ctx)
		return s.observed(ctx).Removed
	}
	// pass has the ring pass a commit.
	pass := func(commit string) {
		state.Rings[0].Passed = rollout.Target{Revision: "r", Commit: sha(commit)}
	}
	// exists has an object exist that Flux has applied.
	exists := func(plural, namespace, name, uid string) {
		s.server.change(func() {
			object := &metav1.PartialObjectMetadata{
				TypeMeta:   metav1.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadata"},
				ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID(uid), Labels: map[string]string{"kustomize.toolkit.fluxcd.io/name": "any"}},
			}
			s.server.objects[plural+"/"+name], s.server.everywhere[plural] = object, []any{object}
		})
	}
	stored := func(ctx context.Context) *corev1.Secret {
		secret := &corev1.Secret{}
		err := s.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: "extension-shoot-flux-applied"}, secret)
		if apierrors.IsNotFound(err) {
			return nil
		}
		Expect(err).NotTo(HaveOccurred())
		return secret
	}

	BeforeEach(func(ctx SpecContext) {
		s = newSimulated(ctx)
		state = s.governed()
		pass("a")
		recorded := s.recorded(ctx)
		recorded.Observed.Ring, recorded.Observed.Revision = "canary", "r"
		Expect(s.checker.Conditions.ReplaceState(ctx, s.extension(ctx), recorded)).To(Succeed())
	})

	It("are those of all commits since the ring has passed one", func(ctx SpecContext) {
		Expect(commit(ctx, "a", kustomization("flux-system", shop, web, settings, apps), kustomization("apps", data))).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 5}))
		Expect(commit(ctx, "b", kustomization("flux-system", web, settings, apps), kustomization("apps", data))).To(HaveField("Names", []string{"Namespace shop"}))
		Expect(commit(ctx, "c", kustomization("flux-system", settings))).To(Equal(&fluxv1alpha1.RemovedObjects{
			Since: "revision r and " + sha("a"), Before: 5, Count: 4, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Kustomization", Count: 1}, {Kind: "Namespace", Count: 1}, {Kind: "PersistentVolumeClaim", Count: 1}, {Kind: "Deployment", Count: 1}},
			Names: []string{"Kustomization flux-system/apps", "Namespace shop", "PersistentVolumeClaim shop/data"},
		}))

		By("the ring passes the commit before")
		pass("b")
		s.after(ctx, 10*time.Minute)
		Expect(s.observed(ctx).Removed).To(HaveField("Since", "revision r and "+sha("b")))
		Expect(s.observed(ctx).Removed).To(HaveField("Count", BeEquivalentTo(3)))

		By("a restart forgets nothing, and another seed without the record does not call it nothing")
		s.checker.memory = memory{}
		s.after(ctx, 10*time.Minute)
		Expect(s.observed(ctx).Removed).To(HaveField("Count", BeEquivalentTo(3)))
		Expect(s.Seed.Delete(ctx, stored(ctx))).To(Succeed())
		s.checker.memory = memory{}
		Expect(commit(ctx, "d", kustomization("flux-system"))).To(Equal(&fluxv1alpha1.RemovedObjects{Unknown: "the objects from before the change are not recorded"}))
		s.after(ctx, 10*time.Minute)
		Expect(s.observed(ctx).Removed.Unknown).NotTo(BeEmpty(), "the record from after the change does not contain them")
		pass("d")
		Expect(commit(ctx, "e", kustomization("flux-system"))).To(Equal(&fluxv1alpha1.RemovedObjects{}))
	})

	It("are known when a rollout is added, although the shoot was checked before it got a revision", func(ctx SpecContext) {
		delivers := func(revision string) {
			recorded := s.recorded(ctx)
			recorded.Observed.Revision = revision
			Expect(s.checker.Conditions.ReplaceState(ctx, s.extension(ctx), recorded)).To(Succeed())
		}
		state.Rollout.Source = new(fluxv1alpha1.RolloutSourcePromote)
		state.Rings[0].Passed = rollout.Target{Revision: "r"}
		delivers("")
		commit(ctx, "a", kustomization("flux-system", shop, web, settings))
		delivers("r")
		Expect(commit(ctx, "a", kustomization("flux-system", shop, web, settings))).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 3}))
		Expect(commit(ctx, "b", kustomization("flux-system", settings))).To(And(HaveField("Count", BeEquivalentTo(2)), HaveField("Names", []string{"Namespace shop"})))
	})

	It("are recorded soon after a change, although the shoot was not ready when they were read", func(ctx SpecContext) {
		well := s.ready(metav1.ConditionTrue, "ReconciliationSucceeded", "applied")
		s.report(well, s.ready(metav1.ConditionUnknown, "Progressing", "applying"))
		commit(ctx, "a", kustomization("flux-system", shop, web, settings))
		remembered, _ := s.checker.memory.Load(controllertest.TechnicalID)
		remembered.objects.took = time.Second
		s.checker.memory.Store(controllertest.TechnicalID, remembered)
		recorded := func() guard.History {
			GinkgoHelper()
			history, err := guard.Decode(stored(ctx).Data["history"])
			Expect(err).NotTo(HaveOccurred())
			return history
		}
		Expect(recorded()).To(BeEmpty())

		s.report(well, well)
		s.clock.Step(2 * time.Second)
		s.after(ctx, 6*time.Second)
		Expect(recorded()).To(HaveLen(1))

		By("a shoot that does not become ready is not read more often")
		s.server.readEverywhere()
		s.report(well, s.ready(metav1.ConditionUnknown, "Progressing", "applying"))
		commit(ctx, "b", kustomization("flux-system", shop, web))
		s.after(ctx, 30*time.Minute)
		Expect(s.server.readEverywhere()["kustomizations"]).To(BeNumerically("<", 60))
	})

	Describe("of a shoot in which Flux had applied nothing before", func() {
		BeforeEach(func() { state.Rings[0].Passed = rollout.Target{} })
		first := func(ctx context.Context, change func(*extensionstatus.FirstDelivery)) {
			recorded := s.recorded(ctx)
			recorded.First = extensionstatus.FirstDelivery{Revision: "r", Extension: s.extension(ctx).UID}
			change(&recorded.First)
			Expect(s.checker.Conditions.ReplaceState(ctx, s.extension(ctx), recorded)).To(Succeed())
		}
		unknown := &fluxv1alpha1.RemovedObjects{Unknown: "the objects from before the change are not recorded"}

		It("are known although its ring has passed nothing", func(ctx SpecContext) {
			first(ctx, func(*extensionstatus.FirstDelivery) {})
			Expect(commit(ctx, "a", kustomization("flux-system", shop, web, settings))).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 3}))
			Expect(commit(ctx, "b", kustomization("flux-system", settings))).To(HaveField("Names", []string{"Namespace shop"}))
		})

		It("are known although the shoot was checked before its revision was reported", func(ctx SpecContext) {
			first(ctx, func(*extensionstatus.FirstDelivery) {})
			delivers := func(revision string) {
				recorded := s.recorded(ctx)
				recorded.Observed.Revision = revision
				Expect(s.checker.Conditions.ReplaceState(ctx, s.extension(ctx), recorded)).To(Succeed())
			}
			delivers("")
			begun := kustomization("flux-system", shop)
			status := begun["status"].(map[string]any)
			status["lastAppliedRevision"], status["lastAttemptedRevision"] = "main@"+sha("a"), "main@"+sha("b")
			Expect(commit(ctx, "a", begun)).To(Equal(unknown))
			delivers("r")
			Expect(commit(ctx, "a", kustomization("flux-system", shop, web, settings))).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 3}))
		})

		It("are unknown after what Flux has applied since is lost", func(ctx SpecContext) {
			first(ctx, func(*extensionstatus.FirstDelivery) {})
			commit(ctx, "a", kustomization("flux-system", shop, web, settings))
			Expect(s.Seed.Delete(ctx, stored(ctx))).To(Succeed())
			s.checker.memory = memory{}
			Expect(commit(ctx, "b", kustomization("flux-system", settings))).To(Equal(unknown))
			Expect(commit(ctx, "c", kustomization("flux-system", settings))).To(Equal(unknown))
		})

		DescribeTable("are unknown",
			func(ctx SpecContext, change func(*extensionstatus.FirstDelivery)) {
				first(ctx, change)
				Expect(commit(ctx, "a", kustomization("flux-system", settings))).To(Equal(unknown))
			},
			Entry("without the record of its first delivery", func(f *extensionstatus.FirstDelivery) { *f = extensionstatus.FirstDelivery{} }),
			Entry("after it got another revision", func(f *extensionstatus.FirstDelivery) { f.Revision = "q" }),
			Entry("on another seed than that of the first delivery", func(f *extensionstatus.FirstDelivery) { f.Extension = "other" }),
		)
	})

	Describe("of a shoot that got the configuration before the garden controller had stored the rollout", func() {
		unknown := &fluxv1alpha1.RemovedObjects{Unknown: "the objects from before the change are not recorded"}
		configured := func(config string) {
			content := &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": string(controllertest.FluxConfig(config))}}
			rings, _ := content.Rollout()
			s.checker.Projects.(*controllertest.Projects).States["garden-demo"] = garden.State{ConfigMap: content, Configured: rings}
		}
		delivers := func(ctx context.Context, ring, revision string) {
			recorded := s.recorded(ctx)
			recorded.Observed.Ring, recorded.Observed.Revision = ring, revision
			Expect(s.checker.Conditions.ReplaceState(ctx, s.extension(ctx), recorded)).To(Succeed())
		}
		// begin has the garden controller store the rollout, whose ring has passed nothing, and the seed deliver its revision.
		begin := func(ctx context.Context) {
			state = s.governed()
			delivers(ctx, "canary", "r")
		}
		const rollout = "project: {rollout: {source: Promote, rings: [{name: canary, purposes: [testing]}]}}"

		It("are compared with what it had then", func(ctx SpecContext) {
			configured(rollout)
			delivers(ctx, "", "")
			Expect(commit(ctx, "a", kustomization("flux-system", shop, web, settings))).To(BeNil(), "there is no change yet")
			begin(ctx)
			Expect(commit(ctx, "a", kustomization("flux-system", shop, web, settings))).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 3}))
			Expect(commit(ctx, "b", kustomization("flux-system", settings))).To(HaveField("Names", []string{"Namespace shop"}))
		})

		It("are known if its first revision removes them", func(ctx SpecContext) {
			configured(rollout)
			delivers(ctx, "", "")
			commit(ctx, "a", kustomization("flux-system", shop, web, settings))
			begin(ctx)
			Expect(commit(ctx, "b", kustomization("flux-system", settings))).To(HaveField("Names", []string{"Namespace shop"}))
		})

		DescribeTable("are unknown",
			func(ctx SpecContext, config string, inventory ...string) {
				configured(config)
				delivers(ctx, "", "")
				begun := kustomization("flux-system", inventory...)
				if len(inventory) == 0 {
					delete(begun["status"].(map[string]any), "inventory")
				}
				commit(ctx, "a", begun)
				begin(ctx)
				Expect(commit(ctx, "b", kustomization("flux-system", settings))).To(Equal(unknown))
			},
			Entry("without a configured rollout, whose addition with a change has to hold", "", shop, web, settings),
			Entry("with a guard that is off", "project: {rollout: {guard: {maxRemoved: 100%, protect: []}, rings: [{name: canary, purposes: [testing]}]}}", shop, web, settings),
			Entry("if it was not read before its first revision", rollout),
		)
	})

	It("are not those that have moved to another Kustomization, or that still exist in the shoot", func(ctx SpecContext) {
		exists("namespaces", "", "shop", "1")
		exists("persistentvolumeclaims", "shop", "data", "1")
		commit(ctx, "a", kustomization("flux-system", shop, web, settings, apps), kustomization("apps", data))
		Expect(commit(ctx, "b", kustomization("flux-system", web, settings, apps), kustomization("apps", data, shop))).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 5}))
		Expect(commit(ctx, "c", kustomization("flux-system", web, apps), kustomization("apps", shop))).To(HaveField("Kinds", []fluxv1alpha1.RemovedKind{{Kind: "ConfigMap", Count: 1}}),
			"the volume was annotated against pruning")
		s.server.change(func() {
			now := metav1.Now()
			s.server.objects["persistentvolumeclaims/data"].(*metav1.PartialObjectMetadata).DeletionTimestamp = &now
		})
		Expect(commit(ctx, "d", kustomization("flux-system", web, apps), kustomization("apps", shop))).To(HaveField("Names", []string{"PersistentVolumeClaim shop/data"}))
	})

	It("are unknown if an inventory is missing, or too large, or objects cannot be looked up", func(ctx SpecContext) {
		commit(ctx, "a", kustomization("flux-system", shop, apps), kustomization("apps", data))
		Expect(commit(ctx, "b", kustomization("flux-system", shop, apps)).Unknown).To(Equal("Kustomization flux-system/apps has no inventory"))
		damaged := kustomization("apps", data)
		damaged["status"].(map[string]any)["inventory"] = "nonsense"
		damaged["status"].(map[string]any)["lastAppliedRevision"] = "main@" + sha("b")
		Expect(commit(ctx, "c", kustomization("flux-system", shop, apps), damaged).Unknown).NotTo(BeEmpty())
		Expect(commit(ctx, "d", kustomization("flux-system", shop, strings.Repeat("x", 2000)+"_a__ConfigMap")).Unknown).To(Equal("the shoot has more objects than the extension compares"))

		var random []string
		for i := range 12_000 {
			random = append(random, fmt.Sprintf("n_%x%x__ConfigMap", i*2654435761, i*40503*i))
		}
		Expect(commit(ctx, "e", kustomization("flux-system", random...)).Unknown).To(Equal("the shoot has more objects than the extension compares"))
		history, err := guard.Decode(stored(ctx).Data["history"])
		Expect(err).NotTo(HaveOccurred())
		Expect(history).To(HaveExactElements(
			HaveField("Goal", guard.Goal{Revision: "r", Commit: sha("a")}), HaveField("Gap", true)), "the objects to compare with are still there")

		s.server.change(func() {
			s.server.instead = func(w http.ResponseWriter, r *http.Request) {
				if strings.Contains(r.URL.Path, "persistentvolumeclaims") {
					w.Header().Set("Content-Type", "application/json")
					w.WriteHeader(http.StatusForbidden)
					_, _ = fmt.Fprint(w, `{"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Forbidden", "code": 403, "message": "no"}`)
					return
				}
				s.server.mutex.Lock()
				instead := s.server.instead
				s.server.instead = nil
				s.server.mutex.Unlock()
				s.server.serve(w, r)
				s.server.change(func() { s.server.instead = instead })
			}
		})
		Expect(commit(ctx, "f", kustomization("flux-system", shop, apps), kustomization("apps")).Unknown).To(HavePrefix("failed to look up removed objects in the shoot: "))
	})

	DescribeTable("are unknown after the ring has passed a commit with more objects than are recorded",
		func(ctx SpecContext, objects func(i int) string) {
			commit(ctx, "a", kustomization("flux-system", shop, web))
			many := []string{shop, web, "_team__Namespace", "team_data__PersistentVolumeClaim"}
			for i := range 12_000 {
				many = append(many, objects(i))
			}
			Expect(commit(ctx, "b", kustomization("flux-system", many...)).Unknown).To(Equal("the shoot has more objects than the extension compares"))
			Expect(commit(ctx, "c", kustomization("flux-system", shop, web))).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 2}), "the ring has not passed them")
			commit(ctx, "d", kustomization("flux-system", many...))
			pass("d") // Users have approved it.
			Expect(commit(ctx, "e", kustomization("flux-system", shop, web)).Unknown).To(Equal("the objects from before the change are not recorded"))
			pass("e")
			Expect(commit(ctx, "f", kustomization("flux-system", shop))).To(And(HaveField("Unknown", BeEmpty()), HaveField("Count", BeEquivalentTo(1))))
		},
		Entry("more than there is room for", func(i int) string { return fmt.Sprintf("n_%x%x__ConfigMap", i*2654435761, i*40503*i) }),
		Entry("one with a name that is too long", func(i int) string { return strings.Repeat("x", max(0, 2000*(1-i))) + "_a__ConfigMap" }),
	)

	It("include those that the shoot got with a commit that its ring has passed without it", func(ctx SpecContext) {
		commit(ctx, "a", kustomization("flux-system", shop, web))
		well := s.ready("True", "Succeeded", "stored artifact")
		s.report(well, s.ready("False", "HealthCheckFailed", "timeout"))
		commit(ctx, "b", kustomization("flux-system", shop, web, "_team__Namespace"))
		pass("b") // The failure is within maxFailures, or users have skipped the Shoot.
		s.report(well, s.ready("True", "ReconciliationSucceeded", "applied"))
		Expect(commit(ctx, "c", kustomization("flux-system", shop, web))).To(HaveField("Names", []string{"Namespace team"}))
	})

	It("are compared with what a ready shoot had, not with what a failing one has", func(ctx SpecContext) {
		commit(ctx, "a", kustomization("flux-system", shop, web))
		failing := kustomization("flux-system", web)
		s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("False", "HealthCheckFailed", "timeout"))
		s.after(ctx, 10*time.Minute)
		commit(ctx, "a", failing)
		s.report(s.ready("True", "Succeeded", "stored artifact"), s.ready("True", "ReconciliationSucceeded", "applied"))
		history, err := guard.Decode(stored(ctx).Data["history"])
		Expect(err).NotTo(HaveOccurred())
		Expect(history[0].Objects).To(Equal([]string{shop, web}))
		Expect(commit(ctx, "b", kustomization("flux-system", web))).To(HaveField("Names", []string{"Namespace shop"}))
	})

	recordedHistory := func(ctx context.Context) guard.History {
		GinkgoHelper()
		history, err := guard.Decode(stored(ctx).Data["history"])
		Expect(err).NotTo(HaveOccurred())
		return history
	}

	It("are not those of a commit that Flux applies after the root Kustomization was read", func(ctx SpecContext) {
		commit(ctx, "a", kustomization("flux-system", shop, web))
		s.server.change(func() { s.server.everywhere["kustomizations"] = at("b", kustomization("flux-system", web)) })
		s.after(ctx, 10*time.Minute)
		Expect(recordedHistory(ctx)).To(ConsistOf(And(HaveField("Commit", sha("a")), HaveField("Objects", []string{shop, web}))), "b has not the objects of a")
		Expect(commit(ctx, "b", kustomization("flux-system", web))).To(HaveField("Names", []string{"Namespace shop"}))
	})

	DescribeTable("are not known while Flux applies a change, except those that are gone", func(ctx SpecContext, change func(root, child map[string]any)) {
		root, child := kustomization("flux-system", shop, settings, apps), kustomization("apps", data)
		commit(ctx, "a", kustomization("flux-system", shop, web, settings, apps), kustomization("apps", data))
		at("b", root, child)
		change(root, child)
		Expect(commit(ctx, "b", root, child)).To(Equal(&fluxv1alpha1.RemovedObjects{
			Since: "revision r and " + sha("a"), Before: 5, Count: 1, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Deployment", Count: 1}}, Unknown: fluxv1alpha1.RemovedUnsettled,
		}))
		Expect(recordedHistory(ctx)).To(ConsistOf(HaveField("Commit", sha("a"))), "the inventories may be of another commit")
	},
		Entry("a Kustomization has not applied the commit", func(_, child map[string]any) {
			child["status"].(map[string]any)["lastAppliedRevision"], child["status"].(map[string]any)["lastAttemptedRevision"] = "main@"+sha("a"), "main@"+sha("a")
		}),
		Entry("a Kustomization has not finished the commit", func(_, child map[string]any) {
			child["status"].(map[string]any)["lastAppliedRevision"] = "main@" + sha("a")
		}),
		Entry("the root Kustomization attempts another commit", func(root, _ map[string]any) {
			root["status"].(map[string]any)["lastAttemptedRevision"] = "main@" + sha("c")
		}),
		Entry("a generation is not observed", func(root, _ map[string]any) { root["status"].(map[string]any)["observedGeneration"] = 0 }),
	)

	It("are known although a Kustomization is suspended with an earlier commit", func(ctx SpecContext) {
		commit(ctx, "a", kustomization("flux-system", shop, web, apps), kustomization("apps", data))
		suspended := kustomization("apps", data)
		at("a", suspended)
		suspended["spec"].(map[string]any)["suspend"] = true
		root := kustomization("flux-system", shop, web, apps)
		at("b", root)
		s.server.change(func() {
			s.server.everywhere["kustomizations"] = []any{root, suspended}
			s.root.Status.LastAppliedRevision, s.root.Status.LastAttemptedRevision = "main@"+sha("b"), "main@"+sha("b")
		})
		s.clock.Step(time.Minute)
		s.check(ctx)
		Expect(s.observed(ctx).Removed).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 4}))
	})

	It("are not recorded if an operation records another delivery during the health check", func(ctx SpecContext) {
		commit(ctx, "a", kustomization("flux-system", shop, web))
		s.server.change(func() {
			s.server.instead = func(w http.ResponseWriter, r *http.Request) {
				s.server.change(func() { s.server.instead = nil })
				recorded := s.recorded(ctx)
				recorded.Observed.Revision = "s"
				Expect(s.checker.Conditions.ReplaceState(ctx, s.extension(ctx), recorded)).To(Succeed())
				s.server.serve(w, r)
			}
		})
		Expect(commit(ctx, "b", kustomization("flux-system", web))).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 2}), "the report of a")
		Expect(recordedHistory(ctx)).To(ConsistOf(HaveField("Commit", sha("a"))))
	})

	It("are compared soon after the rollout of the Shoot is known", func(ctx SpecContext) {
		projects := s.checker.Projects.(*controllertest.Projects)
		project := projects.States["garden-demo"]
		project.Rollout = nil
		projects.States["garden-demo"] = project
		Expect(commit(ctx, "a", kustomization("flux-system", shop, web))).To(BeNil())
		s.after(ctx, 20*time.Minute)
		project.Rollout = state
		projects.States["garden-demo"] = project
		s.clock.Step(time.Minute)
		s.check(ctx)
		Expect(s.observed(ctx).Removed).To(Equal(&fluxv1alpha1.RemovedObjects{Before: 2}))
		s.server.readEverywhere()
		s.clock.Step(time.Minute)
		s.check(ctx)
		Expect(s.server.readEverywhere()).To(BeEmpty(), "not again before the next periodic read")
	})

	It("are an error if the project cannot be read, and no earlier report", func(ctx SpecContext) {
		s.checker.Projects = unreadable{s.checker.Projects}
		cluster := &extensionscontroller.Cluster{Shoot: &gardencorev1beta1.Shoot{}}
		_, _, err := s.checker.removedObjects(ctx, s.Ex, cluster, observe.Sync{}, guard.Goal{}, objectsReport{}, nil, &fluxv1alpha1.RemovedObjects{Before: 2})
		Expect(err).To(MatchError("the cache has ended"))
	})

	It("need no record without a rollout or a guard, and the record is written only when it changes", func(ctx SpecContext) {
		commit(ctx, "a", kustomization("flux-system", shop, web))
		version := stored(ctx).ResourceVersion
		s.after(ctx, 30*time.Minute)
		Expect(stored(ctx).ResourceVersion).To(Equal(version))
		Expect(stored(ctx).OwnerReferences).To(HaveExactElements(HaveField("Kind", "Extension")))
		state.Rollout.Guard.MaxRemoved.StrVal, state.Rollout.Guard.Protect = "100%", []string{}
		Expect(commit(ctx, "b", kustomization("flux-system"))).To(BeNil())
		s.checker.Projects.(*controllertest.Projects).States = nil
		Expect(commit(ctx, "c", kustomization("flux-system"))).To(BeNil())
		Expect(stored(ctx).ResourceVersion).To(Equal(version))
	})
})

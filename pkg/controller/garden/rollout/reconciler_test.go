// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/check"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

func newResolver() *configuration.Resolver {
	GinkgoHelper()
	resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), configv1alpha1.ControllerConfiguration{})
	Expect(err).NotTo(HaveOccurred())
	return resolver
}

// promptRings are rings in which nothing has to stay ready.
const promptRings = "project: {rollout: {rings: [{name: canary, soak: 0s, shoots: {matchLabels: {ring: canary}}}, {name: rest, soak: 0s}]}}\n"

// askerFunc answers checks.
type askerFunc func(namespace string, of fluxv1alpha1.Check) check.Answer

func (f askerFunc) Ask(_ context.Context, namespace string, of fluxv1alpha1.Check) check.Answer {
	return f(namespace, of)
}

var _ = Describe("Reconciler", func() {
	var (
		garden     client.WithWatch
		answers    interceptor.Funcs
		recorder   *events.FakeRecorder
		clock      *testclock.FakeClock
		reconciler *Reconciler
	)
	stored := func(ctx context.Context) *rollout.State {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-rollout"}, configMap)).To(Succeed())
		state, err := rollout.Decode(configMap)
		Expect(err).NotTo(HaveOccurred())
		Expect(configMap.Data["status.yaml"]).To(ContainSubstring("target: " + state.Target))
		return state
	}
	config := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-config"}, configMap)).To(Succeed())
		return configMap
	}
	says := func(ctx context.Context, text string, operation ...string) {
		GinkgoHelper()
		configMap := config(ctx)
		configMap.Data = map[string]string{"config.yaml": text}
		if len(operation) > 0 {
			configMap.Annotations = map[string]string{fluxv1alpha1.AnnotationRollout: operation[0]}
		}
		Expect(garden.Update(ctx, configMap)).To(Succeed())
	}
	report := func(ctx context.Context, shoot, revision, state string) {
		GinkgoHelper()
		entry, err := json.Marshal(map[string]any{"uid": "uid-" + shoot, "seed": "alpha", "state": state, "revision": revision, "observedAt": clock.Now().UTC().Format(time.RFC3339), "removed": map[string]any{"before": 10}})
		Expect(err).NotTo(HaveOccurred())
		applyStatus(ctx, garden, map[string]string{shoot: string(entry)})
	}
	run := func(ctx context.Context) (reconcile.Result, error) {
		clock.Step(5 * time.Second)
		return reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}})
	}
	runs := func(ctx context.Context) reconcile.Result {
		GinkgoHelper()
		result, err := run(ctx)
		Expect(err).NotTo(HaveOccurred())
		return result
	}
	newShoot := func(name string) *gardencorev1beta1.Shoot {
		return &gardencorev1beta1.Shoot{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID("uid-" + name), Labels: map[string]string{"ring": name}},
			Spec:       gardencorev1beta1.ShootSpec{Extensions: []gardencorev1beta1.Extension{{Type: "shoot-flux"}}},
		}
	}

	BeforeEach(func(ctx SpecContext) {
		scheme := runtime.NewScheme()
		Expect(kubernetesscheme.AddToScheme(scheme)).To(Succeed())
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		answers = interceptor.Funcs{}
		deleted := newShoot("deleted")
		deleted.DeletionTimestamp, deleted.Finalizers = &metav1.Time{Time: time.Unix(1, 0)}, []string{"gardener"}
		garden = fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().WithObjects(
			&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config", UID: "config"}, Data: map[string]string{"config.yaml": head + promptRings}},
			&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}},
			newShoot("canary"), newShoot("other"), deleted, &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "without"}},
		).WithInterceptorFuncs(interceptor.Funcs{
			Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
				if answers.Update != nil && o.GetName() == "flux-rollout" {
					return answers.Update(ctx, c, o, opts...)
				}
				return c.Update(ctx, o, opts...)
			},
			Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, opts ...client.PatchOption) error {
				if answers.Patch != nil && o.GetName() == "flux-config" {
					return answers.Patch(ctx, c, o, p, opts...)
				}
				return c.Patch(ctx, o, p, opts...)
			},
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				if answers.Get != nil {
					return answers.Get(ctx, c, key, o, opts...)
				}
				return c.Get(ctx, key, o, opts...)
			},
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, opts ...client.ListOption) error {
				if answers.List != nil {
					return answers.List(ctx, c, list, opts...)
				}
				return c.List(ctx, list, opts...)
			},
		}).Build()
		recorder, clock = events.NewFakeRecorder(100), testclock.NewFakeClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
		method := &Project{Garden: garden, Live: garden, Resolver: newResolver(), DefaultVersion: knownVersion(), Phases: NewPhases(prometheus.NewRegistry())}
		reconciler = &Reconciler{Method: method, Garden: garden, Live: garden, Stops: stops(stop.Record{}), Events: recorder, Clock: clock, Interval: 2 * time.Second}
		// They have had no rollout.
		report(ctx, "canary", "", "Ready")
		report(ctx, "other", "", "Ready")
	})

	It("stores the initial state of all Shoots", func(ctx SpecContext) {
		Expect(runs(ctx)).To(Equal(reconcile.Result{RequeueAfter: 30 * time.Second}), "until they report what they have")
		state := stored(ctx)
		Expect(state.Members).To(HaveLen(2), "one is being deleted, one does not use Flux")
		for _, placement := range state.Members {
			Expect(placement.Revision).To(Equal(state.Target))
		}
		Expect(recorder.Events).To(BeEmpty())
	})

	DescribeTable("obeys the operator's freezes",
		func(ctx SpecContext, namespaces []string, frozen func(before, target string) string) {
			reconciler.Method.(*Project).Freezes = []configv1alpha1.ProjectFreeze{{Name: "release", From: "2026-11-23T00:00", To: "2026-11-24T00:00", TimeZone: "UTC", Namespaces: namespaces}}
			runs(ctx)
			before := stored(ctx).Target
			says(ctx, head+promptRings+"flux: {logLevel: debug}\n")
			runs(ctx)
			state := stored(ctx)
			Expect(state.Target).NotTo(Equal(before))
			Expect(state.Members["canary"].Revision).To(Equal(frozen(before, state.Target)))
			clock.SetTime(time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC))
			runs(ctx)
			Expect(stored(ctx).Members["canary"].Revision).To(Equal(state.Target), "the freeze has ended")
		},
		Entry("of all projects", nil, func(before, _ string) string { return before }),
		Entry("of this project", []string{"other", namespace}, func(before, _ string) string { return before }),
		Entry("of other projects", []string{"other"}, func(_, target string) string { return target }),
	)

	It("asks the checks of a ring that waits for them, with the Secret of the project, and decides with the answers", func(ctx SpecContext) {
		answer := check.Answer{Note: "no data"}
		var asked []string
		ledger := &question.Ledger{Interval: time.Minute}
		reconciler.Method.(*Project).Checks = ledger
		asks := &check.Reconciler{Ledger: ledger, Clock: clock, Answers: check.NewAnswerCounter(prometheus.NewRegistry()), Asker: askerFunc(func(in string, c fluxv1alpha1.Check) check.Answer {
			asked = append(asked, in+"/"+c.Name)
			return answer
		})}
		ask := func() {
			GinkgoHelper()
			_, err := asks.Reconcile(ctx, reconcile.Request{NamespacedName: types.NamespacedName{Namespace: namespace, Name: ProjectController}})
			Expect(err).NotTo(HaveOccurred())
		}
		checked := strings.Replace(promptRings, "name: canary,", "name: canary, checks: [{name: change, when: BeforeStart, http: {url: 'https://changes.example.com', expression: body.ok}}],", 1)
		says(ctx, head+checked)
		runs(ctx)
		ask()
		Expect(asked).To(BeEmpty(), "no ring waits")
		before := stored(ctx).Target
		report(ctx, "canary", before, "Ready")
		says(ctx, head+checked+"flux: {logLevel: debug}\n")
		runs(ctx)
		ask()
		runs(ctx)
		Expect(asked).To(Equal([]string{namespace + "/change"}))
		Expect(stored(ctx).Members["canary"].Revision).To(Equal(before))
		answer = check.Answer{Good: true}
		clock.Step(time.Minute)
		ask()
		runs(ctx)
		Expect(stored(ctx).Members["canary"].Revision).NotTo(Equal(before))
		ask()
		Expect(asked).To(HaveLen(2), "no ring waits")
	})

	It("decides when the window of a pinned first ring opens and closes, without a report", func(ctx SpecContext) {
		reports := func(shoot, revision string) {
			commit := "main@sha1:" + strings.Repeat("1", 40)
			entry, err := json.Marshal(map[string]any{
				"uid": "uid-" + shoot, "seed": "alpha", "state": "Ready", "revision": revision, "appliedRevision": commit, "attemptedRevision": commit,
				"observedAt": clock.Now().UTC().Format(time.RFC3339), "removed": map[string]any{"before": 10},
			})
			Expect(err).NotTo(HaveOccurred())
			applyStatus(ctx, garden, map[string]string{shoot: string(entry)})
		}
		says(ctx, head+"source: {template: {spec: {url: 'https://github.com/o/r', ref: {branch: main}}}}\nkustomization: {template: {spec: {path: ./}}}\n"+
			"project: {rollout: {source: Promote, rings: [{name: canary, pin: true, soak: 0s, shoots: {matchLabels: {ring: canary}}, "+
			"windows: [{name: hourly, cron: '20 * * * *', duration: 5m, timeZone: UTC}]}, {name: rest, soak: 0s}]}}\n")
		runs(ctx)
		reports("canary", stored(ctx).Target)
		reports("other", stored(ctx).Target)
		var next time.Duration
		for range 5 {
			next = runs(ctx).RequeueAfter
		}
		var changes []string
		isPinned := true
		for end := clock.Now().Add(150 * time.Minute); clock.Now().Before(end); {
			clock.Step(next)
			result, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}})
			Expect(err).NotTo(HaveOccurred())
			next = result.RequeueAfter
			is := stored(ctx).Permit(rollout.Identity{Name: "canary", UID: "uid-canary", Labels: map[string]string{"ring": "canary"}}).Commit != ""
			if is != isPinned {
				changes = append(changes, clock.Now().UTC().Round(time.Minute).Format("15:04"))
			}
			isPinned = is
		}
		Expect(changes).To(Equal([]string{"12:20", "12:25", "13:20", "13:25", "14:20", "14:25", "15:20"}))
	})

	It("continues with a state of an earlier release, and releases nothing by it", func(ctx SpecContext) {
		Expect(garden.Create(ctx, oldState("project"))).To(Succeed())
		before := stored(ctx)
		report(ctx, "canary", before.Target, "Progressing")
		report(ctx, "other", before.Members["other"].Revision, "Ready")
		says(ctx, head+promptRings+"flux: {logLevel: debug}\n")
		for range 100 {
			runs(ctx)
		}
		Expect(before.Members["canary"].Revision).To(Equal(before.Target))
		Expect(before.Members["other"].Revision).NotTo(Equal(before.Target))
		Expect(stored(ctx).Members["other"].Target).To(Equal(before.Members["other"].Target))
	})

	It("propagates a change through the rings, with an Event for each step", func(ctx SpecContext) {
		runs(ctx)
		first := stored(ctx).Target
		report(ctx, "canary", first, "Ready")
		report(ctx, "other", first, "Ready")
		says(ctx, head+promptRings+"flux: {logLevel: debug}\n")
		Expect(runs(ctx).RequeueAfter).To(Equal(5 * time.Second))
		state := stored(ctx)
		Expect(state.Target).NotTo(Equal(first))
		Expect(state.Members["canary"].Revision).To(Equal(state.Target))
		Expect(state.Members["other"].Revision).To(Equal(first))
		Expect(state.Revisions).To(HaveLen(2))
		Expect(recorder.Events).To(Receive(HavePrefix("Normal RolloutRingStarted Ring canary begins with revision " + state.Target + " and Flux " + newResolver().DefaultVersion())))

		report(ctx, "canary", state.Target, "Ready")
		runs(ctx)
		Expect(stored(ctx).Members["other"].Revision).To(Equal(state.Target))
		report(ctx, "other", state.Target, "Ready")
		Expect(runs(ctx).RequeueAfter).To(BeNumerically(">", 0))
		Expect(runs(ctx)).To(Equal(reconcile.Result{}), "all is done")
	})

	It("keeps the format of ConfigMap flux-rollout", func(ctx SpecContext) {
		reconciler.Method.(*Project).DefaultVersion.Set("v2.9.1")
		runs(ctx)
		says(ctx, head+promptRings+"flux: {logLevel: debug}\n", "pause")
		runs(ctx)
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-rollout"}, configMap)).To(Succeed())
		controllertest.ExpectStored(configMap)
	})

	It("decides at most once in the interval", func(ctx SpecContext) {
		runs(ctx)
		result, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}})
		Expect(err).NotTo(HaveOccurred())
		Expect(result).To(Equal(reconcile.Result{RequeueAfter: 2 * time.Second}))
	})

	It("writes nothing if nothing has changed", func(ctx SpecContext) {
		runs(ctx)
		answers.Update = func(context.Context, client.WithWatch, client.Object, ...client.UpdateOption) error {
			return errors.New("unexpected")
		}
		runs(ctx)
	})

	It("does not report a decision that it could not store", func(ctx SpecContext) {
		runs(ctx)
		says(ctx, head+promptRings+"flux: {logLevel: debug}\n", "pause")
		answers.Update = func(context.Context, client.WithWatch, client.Object, ...client.UpdateOption) error {
			return apierrors.NewConflict(corev1.Resource("configmaps"), "flux-rollout", nil)
		}
		Expect(runs(ctx)).To(Equal(reconcile.Result{RequeueAfter: 2 * time.Second}))
		Expect(recorder.Events).To(BeEmpty())
		Expect(config(ctx).Annotations).NotTo(BeEmpty(), "it is still to be done")
	})

	It("rolls nothing out that exceeds the size of a ConfigMap, with an Event", func(ctx SpecContext) {
		runs(ctx)
		before := stored(ctx)
		large := make([]byte, 1200<<10)
		_, err := rand.Read(large)
		Expect(err).NotTo(HaveOccurred())
		configMap := config(ctx)
		configMap.BinaryData = map[string][]byte{"large": large}
		Expect(garden.Update(ctx, configMap)).To(Succeed())
		Expect(runs(ctx)).To(Equal(reconcile.Result{}))
		Expect(stored(ctx)).To(Equal(before))
		Expect(recorder.Events).To(Receive(Equal("Warning RolloutTooLarge Nothing is rolled out: the revisions in use and the members exceed the size of a ConfigMap. " +
			"Shorten flux-config, remove its rollout, or fix the Shoots that block the rollout")))
	})

	It("runs an operation once, and removes its annotation", func(ctx SpecContext) {
		runs(ctx)
		says(ctx, head+promptRings, "pause")
		runs(ctx)
		Expect(config(ctx).Annotations).To(BeEmpty())
		Expect(stored(ctx).Paused).To(BeTrue())
		Expect(recorder.Events).To(Receive(HavePrefix("Normal RolloutPaused")))
		Expect(stored(ctx).Operation).To(BeEmpty(), "the same may be asked for again, at once")
	})

	It("does not repeat a stored operation after a restart", func(ctx SpecContext) {
		runs(ctx)
		says(ctx, head+promptRings, "pause")
		answers.Patch = func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
			return errors.New("killed")
		}
		_, err := run(ctx)
		Expect(err).To(MatchError(ContainSubstring("killed")))
		Expect(recorder.Events).To(Receive(HavePrefix("Normal RolloutPaused")))
		answers.Patch = nil
		runs(ctx)
		Expect(recorder.Events).NotTo(Receive())
		Expect(config(ctx).Annotations).To(BeEmpty())
	})

	It("does not remove an annotation that was changed", func(ctx SpecContext) {
		runs(ctx)
		says(ctx, head+promptRings, "pause")
		answers.Patch = func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, opts ...client.PatchOption) error {
			says(ctx, head+promptRings, "resume")
			return c.Patch(ctx, o, p, opts...)
		}
		_, _ = run(ctx)
		Expect(config(ctx).Annotations).To(HaveKeyWithValue(fluxv1alpha1.AnnotationRollout, "resume"))
	})

	Describe("with ConfigMap flux-rollout", func() {
		exists := func(ctx context.Context) bool {
			err := garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-rollout"}, &corev1.ConfigMap{})
			Expect(client.IgnoreNotFound(err)).To(Succeed())
			return err == nil
		}

		It("deletes the ConfigMap when the project has removed its rollout", func(ctx SpecContext) {
			runs(ctx)
			says(ctx, head)
			runs(ctx)
			Expect(exists(ctx)).To(BeFalse())
		})

		DescribeTable("does not change the ConfigMap if",
			func(ctx SpecContext, change func(context.Context)) {
				runs(ctx)
				before := &corev1.ConfigMap{}
				Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-rollout"}, before)).To(Succeed())
				change(ctx)
				_, _ = run(ctx)
				answers.Get = nil
				after := &corev1.ConfigMap{}
				Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-rollout"}, after)).To(Succeed())
				Expect(after.BinaryData).To(Equal(before.BinaryData))
			},
			Entry("flux-config is missing", func(ctx context.Context) { Expect(garden.Delete(ctx, config(ctx))).To(Succeed()) }),
			Entry("flux-config is empty", func(ctx context.Context) { says(ctx, " ") }),
			Entry("flux-config cannot be read", func(context.Context) {
				answers.Get = func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
					return apierrors.NewServiceUnavailable("down")
				}
			}),
			Entry("a proxy responds with status 404", func(context.Context) {
				answers.Get = func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
					return apierrors.NewGenericServerResponse(404, "get", corev1.Resource("configmaps"), "flux-config", "page not found", 0, true)
				}
			}),
		)

		It("treats an unreadable flux-config as a change", func(ctx SpecContext) {
			runs(ctx)
			first := stored(ctx)
			report(ctx, "canary", first.Target, "Ready")
			runs(ctx)
			first = stored(ctx)
			says(ctx, "{")
			runs(ctx)
			state := stored(ctx)
			Expect(state.Rollout).To(Equal(first.Rollout), "the last valid rollout holds")
			Expect(state.Members["other"].Revision).To(Equal(first.Target))
			Expect(state.Target).NotTo(Equal(first.Target))
		})

		It("restores a damaged ConfigMap from the reports of Shoots", func(ctx SpecContext) {
			runs(ctx)
			target := stored(ctx).Target
			report(ctx, "canary", "0123456789abcdef", "Ready")
			report(ctx, "other", "0123456789abcdef", "Ready")
			damaged := &corev1.ConfigMap{}
			Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-rollout"}, damaged)).To(Succeed())
			damaged.BinaryData = map[string][]byte{"state": []byte("x")}
			Expect(garden.Update(ctx, damaged)).To(Succeed())
			runs(ctx)
			Expect(stored(ctx).Members["other"].Revision).To(Equal("0123456789abcdef"), "nothing is released because the ConfigMap was lost")
			Expect(stored(ctx).Members["canary"].Revision).To(Equal(target), "the first ring begins with the target")
		})
	})

	It("ignores an entry of flux-status that a member of the project changed", func(ctx SpecContext) {
		runs(ctx)
		first := stored(ctx).Target
		report(ctx, "canary", first, "Ready")
		report(ctx, "other", first, "Ready")
		runs(ctx)
		says(ctx, head+promptRings+"kustomization: {template: {spec: {path: ./bad}}}\n")
		runs(ctx)
		target := stored(ctx).Target
		Expect(target).NotTo(Equal(first))
		report(ctx, "canary", target, "Failed")
		runs(ctx)
		Expect(stored(ctx).Rings[0].Stopped).To(BeTrue())

		entry := fmt.Sprintf(`{"uid":"uid-canary","seed":"alpha","state":"Ready","ready":true,"revision":%q,"observedAt":"2026-11-23T12:00:00Z"}`, target)
		forged := client.RawPatch(types.MergePatchType, fmt.Appendf(nil, `{"data":{"canary":%q}}`, entry))
		Expect(garden.Patch(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}}, forged, client.FieldOwner("kubectl-edit"))).To(Succeed())
		for range 5 {
			runs(ctx)
		}
		Expect(stored(ctx).Rings[0].Passed.Revision).To(Equal(first))
		Expect(stored(ctx).Members["other"].Revision).To(Equal(first))
	})

	It("counts no ring as empty while the cache of Shoots is not filled", func(ctx SpecContext) {
		runs(ctx)
		before := stored(ctx)
		says(ctx, head+promptRings+"flux: {logLevel: debug}\n")
		answers.List = func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
			return &cache.ErrCacheNotStarted{}
		}
		for range 3 {
			_, err := run(ctx)
			Expect(err).To(MatchError(ContainSubstring("failed to list Shoots in the garden")))
		}
		Expect(recorder.Events).To(BeEmpty())
		Expect(stored(ctx)).To(Equal(before))
	})

	It("reports once that a ring has no Shoot, also after restarts", func(ctx SpecContext) {
		says(ctx, head+strings.Replace(promptRings, "ring: canary", "ring: canray", 1))
		runs(ctx)
		first := stored(ctx).Target
		report(ctx, "canary", first, "Ready")
		report(ctx, "other", first, "Ready")
		says(ctx, head+strings.Replace(promptRings, "ring: canary", "ring: canray", 1)+"flux: {logLevel: debug}\n")
		for range 3 {
			reconciler.decided.Delete(namespace)
			Expect(runs(ctx).RequeueAfter).To(Equal(30 * time.Second))
		}
		Expect(recorder.Events).To(Receive(And(HavePrefix("Normal RolloutHolds Ring canary does not pass"), ContainSubstring("no Shoot has ring=canray; there are canary, other"))))
		Expect(recorder.Events).To(BeEmpty())
		Expect(stored(ctx).Members["other"].Revision).To(Equal(first))
	})

	It("begins with no Shoot if flux-status is lost", func(ctx SpecContext) {
		runs(ctx)
		first := stored(ctx).Target
		report(ctx, "canary", first, "Ready")
		report(ctx, "other", first, "Ready")
		runs(ctx)
		Expect(garden.Delete(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}})).To(Succeed())
		says(ctx, head+promptRings+"flux: {logLevel: debug}\n")
		for range 10 {
			runs(ctx)
		}
		Expect(stored(ctx).Members["canary"].Revision).To(Equal(first), "it is not known whether it is well")
		Expect(stored(ctx).Members["other"].Revision).To(Equal(first))
	})

	It("does nothing for a project without rollout", func(ctx SpecContext) {
		says(ctx, head)
		Expect(runs(ctx)).To(Equal(reconcile.Result{}))
		Expect(apierrors.IsNotFound(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-rollout"}, &corev1.ConfigMap{}))).To(BeTrue())
	})
})

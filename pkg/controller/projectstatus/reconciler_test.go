// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"errors"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// fleetGarden is a garden that counts what is asked of it.
type fleetGarden struct {
	client.Client
	reads, writes, lists int
	trouble, writeError  error
}

func newFleetGarden() *fleetGarden {
	g := &fleetGarden{}
	g.Client = fake.NewClientBuilder().WithReturnManagedFields().
		WithIndex(&corev1.ConfigMap{}, "metadata.name", func(o client.Object) []string { return []string{o.GetName()} }).
		WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				if g.reads++; g.trouble != nil {
					return g.trouble
				}
				return c.Get(ctx, key, o, opts...)
			},
			Apply: func(ctx context.Context, c client.WithWatch, o runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
				g.writes++
				if err := errors.Join(g.trouble, g.writeError); err != nil {
					return err
				}
				return c.Apply(ctx, o, opts...)
			},
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, opts ...client.ListOption) error {
				if g.lists++; g.trouble != nil {
					return g.trouble
				}
				return c.List(ctx, list, opts...)
			},
		}).Build()
	return g
}

// content is what stands in the ConfigMap, as statuses; what is none is left out.
func (g *fleetGarden) content(ctx context.Context) map[string]fluxv1alpha1.ShootStatus {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{}
	Expect(client.IgnoreNotFound(g.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-status"}, configMap))).To(Succeed())
	g.reads, g.writes, g.lists = 0, 0, 0
	statuses := map[string]fluxv1alpha1.ShootStatus{}
	for name, value := range configMap.Data {
		if status, ok := fleet.Decode(value); ok {
			statuses[name] = status
		}
	}
	return statuses
}

// fleetSeed is a seed that tells of its Shoots in the garden.
type fleetSeed struct {
	*FleetStatus
	clock    *controllertest.SettableClock
	client   client.Client
	recorder *fleetEvents
}

// fleetEvents notes Events with what they are about.
type fleetEvents struct{ noted []string }

func (r *fleetEvents) Eventf(about, _ runtime.Object, eventType, reason, _, note string, args ...any) {
	object, ok := about.(metav1.Object)
	Expect(ok).To(BeTrue())
	r.noted = append(r.noted, fmt.Sprintf("%s %s %s %s/%s: %s", eventType, reason, about.GetObjectKind().GroupVersionKind().Kind, object.GetNamespace(), object.GetName(), fmt.Sprintf(note, args...)))
}

func newFleetSeed(garden client.Client, name string, objects ...client.Object) *fleetSeed {
	s := &fleetSeed{
		clock: &controllertest.SettableClock{Time: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}, recorder: &fleetEvents{},
		client: fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).
			WithStatusSubresource(&extensionsv1alpha1.Extension{}).WithIndex(&extensionsv1alpha1.Cluster{}, seed.ClusterProject, seed.ClusterProjectOf).Build(),
	}
	s.FleetStatus = NewFleetStatus(&FleetStatus{
		Seed: s.client, SeedName: name, Events: s.recorder, Clock: s.clock, Limits: fleet.DefaultLimits(),
		Board:  project.NewStatusConfigMaps(garden, name, s.clock, project.StatusTimes{Timeout: time.Second, Refresh: 10 * time.Minute}),
		Times:  FleetTimes{Settle: time.Second, Interval: 10 * time.Second, Refresh: 10 * time.Minute, Sweep: time.Hour, LongestRetry: 2 * time.Minute},
		Random: func(time.Duration) time.Duration { return 0 },
	})
	return s
}

// look has the seed look at the project, as long after the last time as it needs.
func (s *fleetSeed) look(ctx context.Context) time.Duration {
	GinkgoHelper()
	s.clock.Time = s.clock.Time.Add(10 * time.Second)
	return s.lookAtOnce(ctx)
}

func (s *fleetSeed) lookAtOnce(ctx context.Context) time.Duration {
	GinkgoHelper()
	result, err := s.Reconcile(ctx, fleetRequest("garden-demo"))
	Expect(err).NotTo(HaveOccurred())
	return result.RequeueAfter
}

func (s *fleetSeed) told() []string {
	told := s.recorder.noted
	s.recorder.noted = nil
	return told
}

// change changes the Extension of a Shoot.
func (s *fleetSeed) change(ctx context.Context, namespace string, change func(*extensionsv1alpha1.Extension)) {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(s.client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "shoot-flux"}, ex)).To(Succeed())
	change(ex)
	status := ex.Status
	Expect(s.client.Update(ctx, ex)).To(Succeed())
	ex.Status = status
	Expect(s.client.Status().Update(ctx, ex)).To(Succeed())
}

func (s *fleetSeed) drop(ctx context.Context, namespace string, withCluster bool) {
	GinkgoHelper()
	Expect(s.client.Delete(ctx, &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux"}})).To(Succeed())
	if withCluster {
		Expect(s.client.Delete(ctx, &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: namespace}})).To(Succeed())
	}
}

// ready makes an Extension that of a Shoot of which all is well.
func ready(ex *extensionsv1alpha1.Extension) {
	ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","sync":true,"namespace":"flux-system"}`)}
	ex.Status.Conditions = nil
	for _, kind := range []gardencorev1beta1.ConditionType{"FluxConfigured", "FluxInstalled", "FluxSourceReady", "FluxKustomizationReady"} {
		ex.Status.Conditions = append(ex.Status.Conditions, gardencorev1beta1.Condition{Type: kind, Status: "True", Reason: "Fine", Message: "fine"})
	}
}

// failing makes it that of a Shoot that does not find its source.
func failing(ex *extensionsv1alpha1.Extension) {
	ready(ex)
	ex.Status.Conditions[2].Status, ex.Status.Conditions[2].Message = "False", "refused"
	ex.Status.ProviderStatus = &runtime.RawExtension{Raw: []byte(`{"shoot":{"sourceCause":"ConnectionFailed"}}`)}
}

func leaving(ex *extensionsv1alpha1.Extension) {
	ex.Annotations = map[string]string{"gardener.cloud/operation": "migrate"}
}

// shootOn returns the Cluster and the Extension of a Shoot of project garden-demo.
func shootOn(seed, name, uid string, change func(*extensionsv1alpha1.Extension)) []client.Object {
	GinkgoHelper()
	return controllertest.InSeed("shoot--demo--"+name, "garden-demo", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		shoot.Name, shoot.UID, shoot.Spec.SeedName = name, types.UID(uid), &seed
		change(ex)
	})
}

var _ = Describe("FleetStatus", func() {
	var garden *fleetGarden
	BeforeEach(func() { garden = newFleetGarden() })
	stateOf := func(state fluxv1alpha1.ShootState) OmegaMatcher { return HaveField("State", state) }

	It("tells of all Shoots of the project at once, and then of what has changed", func(ctx SpecContext) {
		s := newFleetSeed(garden, "alpha", append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...)...)
		Expect(s.look(ctx)).To(Equal(10*time.Minute), "it looks again whether that stands")
		Expect(garden.writes).To(Equal(1))
		Expect(garden.content(ctx)).To(And(HaveLen(2), HaveEach(And(stateOf("Ready"), HaveField("Seed", "alpha")))))
		Expect(s.told()).To(HaveLen(2))

		By("nothing new")
		s.look(ctx)
		Expect([]int{garden.reads, garden.writes}).To(Equal([]int{1, 0}))

		By("a failure, of which an Event tells")
		s.change(ctx, "shoot--demo--one", failing)
		s.look(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Failed"), HaveField("Cause", fluxv1alpha1.CauseConnection))))
		Expect(s.told()).To(Equal([]string{"Warning ConnectionFailed Shoot garden-demo/one: refused"}))
	})

	It("looks at a project no more often than its interval, and misses nothing", func(ctx SpecContext) {
		s := newFleetSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		s.look(ctx)
		garden.content(ctx)
		s.change(ctx, "shoot--demo--one", failing)
		s.clock.Time = s.clock.Time.Add(4 * time.Second)
		Expect(s.lookAtOnce(ctx)).To(Equal(6 * time.Second))
		Expect([]int{garden.reads, garden.writes}).To(Equal([]int{0, 0}))
		s.clock.Time = s.clock.Time.Add(6 * time.Second)
		s.lookAtOnce(ctx)
		Expect(garden.writes).To(Equal(1))
	})

	It("says nothing twice after a restart, nor after a write that has failed", func(ctx SpecContext) {
		objects := shootOn("alpha", "one", "1", failing)
		s := newFleetSeed(garden, "alpha", objects...)
		garden.writeError = errors.New("refused")
		s.look(ctx)
		Expect(s.told()).To(BeEmpty())
		garden.writeError = nil
		s.look(ctx)
		Expect(s.told()).To(HaveLen(1))
		garden.content(ctx)

		s = newFleetSeed(garden, "alpha", shootOn("alpha", "one", "1", failing)...)
		s.look(ctx)
		Expect(s.told()).To(BeEmpty())
		Expect(garden.writes).To(BeZero())
	})

	It("tries again later and later while the garden gives no answer, and makes up for it", func(ctx SpecContext) {
		s := newFleetSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		garden.trouble = errors.New("connection refused")
		var rests []time.Duration
		for range 6 {
			rest := s.lookAtOnce(ctx)
			rests = append(rests, rest)
			Expect(s.lookAtOnce(ctx)).To(Equal(rest), "what changes meanwhile does not hurry it")
			s.clock.Time = s.clock.Time.Add(rest)
		}
		Expect(rests).To(Equal([]time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second, 2 * time.Minute, 2 * time.Minute}))
		Expect(garden.reads).To(Equal(6))
		garden.trouble = nil
		s.lookAtOnce(ctx)
		Expect(garden.content(ctx)).To(HaveKey("one"))
	})

	It("takes back what it has told of a Shoot that is gone, without and with its Cluster", func(ctx SpecContext) {
		s := newFleetSeed(garden, "alpha", append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...)...)
		s.look(ctx)
		s.drop(ctx, "shoot--demo--one", false)
		s.look(ctx)
		Expect(garden.content(ctx)).To(And(HaveLen(1), HaveKey("two")))
		s.drop(ctx, "shoot--demo--two", true)
		Expect(s.look(ctx)).To(BeZero(), "there is nothing left here to look after")
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("takes nothing back of a Shoot whose Cluster is missing or has nothing in it", func(ctx SpecContext) {
		s := newFleetSeed(garden, "alpha", append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...)...)
		s.look(ctx)
		before := garden.content(ctx)
		cluster := &extensionsv1alpha1.Cluster{}
		Expect(s.client.Get(ctx, client.ObjectKey{Name: "shoot--demo--one"}, cluster)).To(Succeed())
		cluster.Spec.Shoot.Raw = []byte(`{}`)
		Expect(s.client.Update(ctx, cluster)).To(Succeed())
		s.look(ctx)
		Expect(garden.content(ctx)).To(Equal(before))
		Expect(s.client.Delete(ctx, cluster)).To(Succeed())
		s.change(ctx, "shoot--demo--two", failing)
		s.look(ctx)
		Expect(garden.content(ctx)).To(And(HaveKeyWithValue("one", before["one"]), HaveKeyWithValue("two", stateOf("Failed"))))
	})

	It("takes back soon what it has told of a Shoot whose Extension goes after its Cluster, without any event", func(ctx SpecContext) {
		s := newFleetSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		s.look(ctx)
		Expect(s.client.Delete(ctx, &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--one"}})).To(Succeed())
		Expect(s.look(ctx)).To(Equal(time.Minute))
		Expect(garden.content(ctx)).To(HaveKey("one"))
		s.drop(ctx, "shoot--demo--one", false)
		Expect(s.look(ctx)).To(BeZero())
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("hands a Shoot over to another seed: told of all the time, and by one alone in the end", func(ctx SpecContext) {
		alpha := newFleetSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		alpha.look(ctx)
		alpha.change(ctx, "shoot--demo--one", leaving)
		alpha.look(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Migrating"), HaveField("Seed", "alpha"))))

		beta := newFleetSeed(garden, "beta", shootOn("beta", "one", "1", func(ex *extensionsv1alpha1.Extension) {
			ex.Annotations = map[string]string{"gardener.cloud/operation": "wait-for-state"}
		})...)
		beta.look(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Migrating"), HaveField("Seed", "beta"))))
		alpha.look(ctx)
		Expect(garden.writes).To(BeZero())
		alpha.drop(ctx, "shoot--demo--one", true)
		alpha.look(ctx)
		Expect(garden.writes).To(BeZero())
		beta.change(ctx, "shoot--demo--one", func(ex *extensionsv1alpha1.Extension) { ex.Annotations = nil; ready(ex) })
		beta.look(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Ready"), HaveField("Seed", "beta"))))
		Expect(beta.told()).To(BeEmpty(), "it was ready before")
	})

	It("goes on telling of a Shoot that has left and has not arrived, which may have the previous deploy key", func(ctx SpecContext) {
		alpha := newFleetSeed(garden, "alpha", append(shootOn("alpha", "one", "1", ready), shootOn("alpha", "two", "2", ready)...)...)
		alpha.look(ctx)
		alpha.change(ctx, "shoot--demo--one", leaving)
		alpha.look(ctx)
		alpha.drop(ctx, "shoot--demo--one", true)
		Expect(alpha.look(ctx)).To(Equal(10 * time.Minute))
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", And(stateOf("Migrating"), HaveField("Seed", "alpha"))))
		alpha.drop(ctx, "shoot--demo--two", true)
		Expect(alpha.look(ctx)).To(Equal(10*time.Minute), "it looks whether it has arrived")

		By("it never arrives")
		alpha.clock.Time = alpha.clock.Time.Add(24 * time.Hour)
		Expect(alpha.lookAtOnce(ctx)).To(BeZero())
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("leaves a Shoot to the seed on which it is to be, whatever its Extension says", func(ctx SpecContext) {
		alpha := newFleetSeed(garden, "alpha", shootOn("beta", "one", "1", ready)...)
		alpha.look(ctx)
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("does not come in between two other writes, and looks again soon", func(ctx SpecContext) {
		s := newFleetSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...)
		s.look(ctx)
		s.change(ctx, "shoot--demo--one", failing)
		s.Board = &interfering{StatusBoard: s.Board, between: func() {
			configMap := &corev1.ConfigMap{}
			Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-status"}, configMap)).To(Succeed())
			configMap.Data["mine"] = "x"
			Expect(garden.Update(ctx, configMap)).To(Succeed())
		}}
		s.told()
		Expect(s.look(ctx)).To(Equal(time.Second))
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", stateOf("Ready")))
		Expect(s.told()).To(BeEmpty())
		s.clock.Time = s.clock.Time.Add(time.Second)
		s.lookAtOnce(ctx)
		Expect(garden.content(ctx)).To(HaveKeyWithValue("one", stateOf("Failed")))
		Expect(s.told()).To(HaveLen(1))
	})

	It("tells of many Shoots that fail at once in one Event", func(ctx SpecContext) {
		var objects []client.Object
		for i := range 25 {
			objects = append(objects, shootOn("alpha", fmt.Sprintf("s%02d", i), fmt.Sprint(i), failing)...)
		}
		s := newFleetSeed(garden, "alpha", objects...)
		s.look(ctx)
		Expect(garden.writes).To(Equal(1))
		Expect(s.told()).To(Equal([]string{
			"Warning ConnectionFailed ConfigMap garden-demo/flux-status: 25 Shoots of the project: s00, s01, s02, s03, s04 and 20 more. Of s00: refused",
		}))
	})

	It("takes back without waiting what it has told of a Shoot that is gone: the process may be gone next", func(ctx SpecContext) {
		objects := shootOn("alpha", "one", "1", ready)
		s := newFleetSeed(garden, "alpha", objects...)
		queue := &controllertest.Turns{Given: make(chan controllertest.Turn, 10)}
		handler := s.EnqueueSettled(s.ProjectOfExtension)
		s.look(ctx)
		s.clock.Time = s.clock.Time.Add(time.Second)
		handler.Update(ctx, event.UpdateEvent{ObjectOld: objects[0], ObjectNew: objects[0]}, queue)
		Expect(s.lookAtOnce(ctx)).To(Equal(9*time.Second), "a change waits")

		s.drop(ctx, "shoot--demo--one", false)
		handler.Delete(ctx, event.DeleteEvent{Object: objects[0]}, queue)
		Expect(queue.Namespaces()).To(Equal([]string{"garden-demo", "garden-demo"}))
		Expect(s.lookAtOnce(ctx)).To(BeZero())
		Expect(garden.content(ctx)).To(BeEmpty())
	})

	It("does not ask a garden that fails more often because Shoots go", func(ctx SpecContext) {
		objects := shootOn("alpha", "one", "1", ready)
		s := newFleetSeed(garden, "alpha", objects...)
		garden.trouble = errors.New("connection refused")
		s.look(ctx)
		s.EnqueueSettled(s.ProjectOfExtension).Delete(ctx, event.DeleteEvent{Object: objects[0]}, &controllertest.Turns{Given: make(chan controllertest.Turn, 10)})
		Expect(s.lookAtOnce(ctx)).To(Equal(10 * time.Second))
		Expect(garden.reads).To(Equal(1))
	})

	Describe("what makes it look", func() {
		It("is what changes what there is to tell", func() {
			passes := func(change func(*extensionsv1alpha1.Extension)) bool {
				before := shootOn("alpha", "one", "1", ready)[0].(*extensionsv1alpha1.Extension)
				now := before.DeepCopy()
				change(now)
				return FleetChanges().Update(event.UpdateEvent{ObjectOld: before, ObjectNew: now})
			}
			Expect(passes(failing)).To(BeTrue())
			Expect(passes(leaving)).To(BeTrue())
			Expect(passes(func(ex *extensionsv1alpha1.Extension) { ex.DeletionTimestamp = &metav1.Time{Time: time.Now()} })).To(BeTrue())
			Expect(passes(func(ex *extensionsv1alpha1.Extension) {
				ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Restore"}
			})).To(BeTrue())
			Expect(passes(func(ex *extensionsv1alpha1.Extension) { ex.Labels = map[string]string{"x": "y"} })).To(BeFalse())
		})

		It("is a Shoot that changes", func() {
			cluster := func(change func(*gardencorev1beta1.Shoot)) client.Object {
				return controllertest.InSeed("ns", "garden-demo", func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
					shoot.UID = "1"
					change(shoot)
				})[1]
			}
			passes := func(change func(*gardencorev1beta1.Shoot)) bool {
				return FleetChanges().Update(event.UpdateEvent{ObjectOld: cluster(func(*gardencorev1beta1.Shoot) {}), ObjectNew: cluster(change)})
			}
			Expect(passes(func(s *gardencorev1beta1.Shoot) { s.DeletionTimestamp = &metav1.Time{Time: time.Now()} })).To(BeTrue())
			Expect(passes(func(s *gardencorev1beta1.Shoot) {
				s.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: new(true)}
			})).To(BeTrue())
			Expect(passes(func(s *gardencorev1beta1.Shoot) { s.Generation++ })).To(BeFalse())
		})

		It("is found by the Cluster", func(ctx SpecContext) {
			objects := shootOn("alpha", "one", "1", ready)
			other := controllertest.InSeed("shoot--other--two", "garden-other", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				shoot.UID, ex.Spec.Type = "2", "other"
			})
			s := newFleetSeed(garden, "alpha", append(objects, other...)...)
			Expect(s.ProjectOfExtension(ctx, objects[0])).To(Equal("garden-demo"))
			Expect(s.ProjectOfCluster(ctx, objects[1])).To(Equal("garden-demo"))
			Expect(s.ProjectOfCluster(ctx, other[1])).To(BeEmpty(), "it is none of ours")
			s.drop(ctx, "shoot--demo--one", true)
			Expect(s.ProjectOfCluster(ctx, objects[1])).To(Equal("garden-demo"), "it may have been")
			Expect(s.ProjectOfExtension(ctx, objects[0])).To(BeEmpty())
		})
	})

	It("finds what it has told before it was restarted, with no Shoot left", func(ctx SpecContext) {
		newFleetSeed(garden, "alpha", shootOn("alpha", "one", "1", ready)...).look(ctx)
		ctx2, cancel := context.WithCancel(ctx)
		defer cancel()
		s := newFleetSeed(garden, "alpha")
		queue := &controllertest.Turns{Given: make(chan controllertest.Turn, 10)}
		Expect(s.Sweep(ctx2, queue)).To(Succeed())
		Eventually(ctx, queue.Given).Should(Receive(Equal(controllertest.Turn{Namespace: "garden-demo", After: time.Second})))
		s.look(ctx)
		Expect(garden.content(ctx)).To(BeEmpty())
		Expect(newFleetSeed(garden, "beta").Sweep(ctx2, queue)).To(Succeed())
		Consistently(ctx, queue.Given, "100ms").ShouldNot(Receive())
	}, SpecTimeout(20*time.Second))

	It("is asked for by project", func() {
		Expect(fleetRequest("garden-demo")).To(Equal(reconcile.Request{NamespacedName: types.NamespacedName{Namespace: "garden-demo", Name: "flux-status"}}))
	})
})

// interfering is a board on which somebody else writes once after it was read.
type interfering struct {
	StatusBoard
	between func()
}

func (i *interfering) Read(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	read, err := i.StatusBoard.Read(ctx, namespace)
	if i.between != nil {
		i.between()
		i.between = nil
	}
	return read, err
}

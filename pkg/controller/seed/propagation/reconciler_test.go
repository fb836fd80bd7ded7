// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

func newSeed(objects ...client.Object) client.Client {
	return fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).WithIndex(&extensionsv1alpha1.Cluster{}, seed.ClusterProject, seed.ClusterProjectOf).Build()
}

// slowProject are projects of which one is decoded for as long as the test wants.
type slowProject struct {
	*controllertest.Projects
	decoding, goOn chan struct{}
}

// State returns what is known of a project.
func (s *slowProject) State(ctx context.Context, namespace string) (garden.State, bool, error) {
	if namespace == "garden-slow" {
		close(s.decoding)
		<-s.goOn
	}
	return s.Projects.State(ctx, namespace)
}

var _ = Describe("Propagation", func() {
	var (
		immediate = controllertest.ImmediateConfig("flux: {logLevel: info}")
		changed   = controllertest.ImmediateConfig("flux: {logLevel: debug}")
		later     = &document.ConfigMap{Data: map[string]string{"fluxVersion": "v2.9"}}
		rings     = controllertest.ImmediateConfig("flux: {logLevel: info}")
		queue     *controllertest.RecordingQueue
		projects  *controllertest.Projects
		pace      = Pace{Settle: time.Second, Step: 100 * time.Millisecond, Longest: 2 * time.Second, Random: func(d time.Duration) time.Duration { return d - 1 }}
	)

	rings.Data["config.yaml"] = strings.Replace(rings.Data["config.yaml"], "propagation: Immediate", "rollout: {rings: [{name: canary, purposes: [testing], shoots: {matchLabels: {ring: canary}}}, {name: all}]}", 1)
	rolloutOf := func(configMap *document.ConfigMap) *rollout.State {
		content := rollout.NewRevision(configMap, "")
		configured, is := configMap.Rollout()
		Expect(is).To(Equal(document.Valid))
		return &rollout.State{
			Rollout: *configured, Target: content.ID(), Revisions: map[string]rollout.Revision{content.ID(): content},
			Rings: []rollout.Ring{{Name: "canary", Passed: rollout.Target{Revision: content.ID()}}, {Name: "all", Passed: rollout.Target{Revision: content.ID()}}},
		}
	}

	BeforeEach(func() {
		queue = &controllertest.RecordingQueue{Delayed: make(chan controllertest.DelayedRequest, 100)}
		projects = &controllertest.Projects{States: map[string]garden.State{"garden-demo": {ConfigMap: changed}}, Changes: make(chan string)}
	})
	propagation := func(objects ...client.Object) *Reconciler {
		return NewReconciler(newSeed(objects...), projects, controllertest.NewResolver(), pace)
	}

	Describe("which Extensions are enqueued", func() {
		It("each Extension of the project, and of no other", func(ctx SpecContext) {
			p := propagation(append(controllertest.ExtensionAndCluster("one", "garden-demo", nil), append(controllertest.ExtensionAndCluster("two", "garden-demo", nil), controllertest.ExtensionAndCluster("three", "garden-other", nil)...)...)...)
			Expect(p.enqueue(ctx, queue, "garden-demo")).To(Succeed())
			Expect(queue.Namespaces()).To(ConsistOf("one", "two"))
		})

		It("each Extension of all projects once their states are known", func(ctx SpecContext) {
			p := propagation(append(controllertest.ExtensionAndCluster("one", "garden-demo", nil), controllertest.ExtensionAndCluster("three", "garden-other", nil)...)...)
			Expect(p.enqueue(ctx, queue, metav1.NamespaceAll)).To(Succeed())
			Expect(queue.Namespaces()).To(ConsistOf("one", "three"))
		})

		DescribeTable("depends on the state of the project now",
			func(ctx SpecContext, state garden.State, known bool, want int) {
				projects.States["garden-demo"], projects.Unknown = state, !known
				Expect(propagation(controllertest.ExtensionAndCluster("one", "garden-demo", nil)...).enqueue(ctx, queue, "garden-demo")).To(Succeed())
				Expect(queue.Namespaces()).To(HaveLen(want))
			},
			Entry("it wants changes at once", garden.State{ConfigMap: immediate}, true, 1),
			Entry("it does not", garden.State{ConfigMap: later}, true, 0),
			Entry("its key was rotated once", garden.State{ConfigMap: later, KeyAnnotations: map[string]string{"flux.extensions.gardener.cloud/rotated-at": "x"}}, true, 1),
			Entry("its key has never been rotated", garden.State{ConfigMap: later, KeyVersion: "7", KeyAnnotations: map[string]string{"a": "b"}}, true, 0),
			Entry("it lost its configuration: only the Extension has recorded what it wanted", garden.State{}, true, 1),
			Entry("it has a rollout, which gives the Shoot something", garden.State{ConfigMap: rings, Rollout: rolloutOf(rings)}, true, 1),
			Entry("it has a rollout, of which nothing is known yet", garden.State{ConfigMap: rings}, true, 1),
			Entry("its state is not known: what could not be read is not gone", garden.State{}, false, 0),
		)

		It("those that are due, of a project with a rollout, over a time that grows with the number of these", func(ctx SpecContext) {
			state := rolloutOf(rings)
			projects.States["garden-demo"] = garden.State{ConfigMap: rings, Rollout: state}
			recorded := func(revision string) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
				return func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
					raw, err := json.Marshal(extensionstatus.State{Flux: true, Observed: extensionstatus.ObservedProject{Ring: "all", Revision: revision}})
					Expect(err).NotTo(HaveOccurred())
					ex.Status.State = &runtime.RawExtension{Raw: raw}
				}
			}
			objects := controllertest.ExtensionAndCluster("behind", "garden-demo", recorded("former"))
			for i := range 30 {
				objects = append(objects, controllertest.ExtensionAndCluster(fmt.Sprintf("s%d", i), "garden-demo", recorded(state.Target))...)
			}
			Expect(propagation(objects...).enqueue(ctx, queue, "garden-demo")).To(Succeed())
			Expect(queue.Delayed).To(HaveLen(1))
			Expect(<-queue.Delayed).To(And(HaveField("Namespace", "behind"), HaveField("After", time.Second+100*time.Millisecond-1)))
		})

		It("those that a rollout has held, when it is removed, also if the project wants no changes at once", func(ctx SpecContext) {
			projects.States["garden-demo"] = garden.State{ConfigMap: later}
			held := func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"seen":{"ring":"all","revision":"former"}}`)}
			}
			p := propagation(append(controllertest.ExtensionAndCluster("one", "garden-demo", held), controllertest.ExtensionAndCluster("two", "garden-demo", nil)...)...)
			Expect(p.enqueue(ctx, queue, "garden-demo")).To(Succeed())
			Expect(queue.Namespaces()).To(ConsistOf("one"))
		})

		It("does not fail for an Extension whose Cluster cannot be read, which the controller for Extensions reports", func(ctx SpecContext) {
			strange := controllertest.ExtensionAndCluster("one", "garden-demo", nil)
			strange[1].(*extensionsv1alpha1.Cluster).Spec.Shoot.Raw = []byte(`[]`)
			p := propagation(append(strange, append(controllertest.ExtensionAndCluster("two", "garden-demo", nil), controllertest.ExtensionAndCluster("three", "garden-demo", nil)[0])...)...)
			Expect(p.enqueue(ctx, queue, "garden-demo")).To(Succeed())
			Expect(queue.Namespaces()).To(ConsistOf("two"))
		})

		It("is triggered by the watch, which does not block", func(ctx SpecContext) {
			p := propagation(controllertest.ExtensionAndCluster("one", "garden-demo", nil)...)
			Expect(p.watch(ctx, queue)).To(Succeed())
			Consistently(queue.Delayed, "50ms").ShouldNot(Receive())
			projects.Changes <- "garden-demo"
			Eventually(queue.Delayed).WithTimeout(10 * time.Second).Should(Receive(HaveField("Namespace", "one")))
		})

		It("none of a project without Shoots on this seed, whose configuration is not read", func(ctx SpecContext) {
			closed := make(chan struct{})
			close(closed)
			read := &slowProject{Projects: projects, decoding: make(chan struct{}), goOn: closed}
			p := NewReconciler(newSeed(controllertest.ExtensionAndCluster("one", "garden-demo", nil)...), read, controllertest.NewResolver(), pace)
			Expect(p.enqueue(ctx, queue, "garden-slow")).To(Succeed())
			Expect(read.decoding).NotTo(BeClosed())
		})

		It("does not wait for a project whose configuration takes long to be decoded, nor does the watch", func(ctx SpecContext) {
			decoding, goOn := make(chan struct{}), make(chan struct{})
			DeferCleanup(func() { close(goOn) })
			p := NewReconciler(newSeed(append(controllertest.ExtensionAndCluster("one", "garden-demo", nil), controllertest.ExtensionAndCluster("two", "garden-slow", nil)...)...), &slowProject{Projects: projects, decoding: decoding, goOn: goOn}, controllertest.NewResolver(), pace)
			Expect(p.watch(ctx, queue)).To(Succeed())
			projects.Changes <- "garden-slow"
			Eventually(decoding).WithTimeout(10 * time.Second).Should(BeClosed())
			Eventually(projects.Changes).WithTimeout(10 * time.Second).Should(BeSent("garden-demo"))
			Eventually(queue.Delayed).WithTimeout(10 * time.Second).Should(Receive(HaveField("Namespace", "one")))
		})
	})

	DescribeTable("spreads shoots over a time that grows with their number up to a limit",
		func(ctx SpecContext, shoots int, longest time.Duration) {
			var objects []client.Object
			for i := range shoots {
				objects = append(objects, controllertest.ExtensionAndCluster(fmt.Sprintf("s%d", i), "garden-demo", nil)...)
			}
			Expect(propagation(objects...).enqueue(ctx, queue, "garden-demo")).To(Succeed())
			Expect(queue.Delayed).To(HaveLen(shoots))
			for range shoots {
				Expect((<-queue.Delayed).After).To(Equal(longest - 1))
			}
		},
		Entry("one", 1, time.Second+100*time.Millisecond),
		Entry("ten", 10, 2*time.Second),
		Entry("more than there is time for", 50, 3*time.Second),
	)

	Describe("which Extensions are due", func() {
		due := func(ctx context.Context, p *Reconciler) bool {
			GinkgoHelper()
			var sent event.GenericEvent
			done := make(chan struct{})
			ctx, cancel := context.WithCancel(ctx)
			go func() {
				defer close(done)
				select {
				case sent = <-p.due:
				case <-ctx.Done():
				}
			}()
			_, err := p.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Namespace: "one", Name: "shoot-flux"}})
			cancel()
			<-done
			Expect(err).NotTo(HaveOccurred())
			return sent.Object != nil
		}
		seen := func(configMap *document.ConfigMap, key string) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
			return func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				recorded := extensionstatus.State{Flux: true, Observed: extensionstatus.ObserveProject(configMap)}
				recorded.Observed.Key = key
				raw, err := json.Marshal(recorded)
				Expect(err).NotTo(HaveOccurred())
				ex.Status.State = &runtime.RawExtension{Raw: raw}
			}
		}
		rotated := map[string]string{"flux.extensions.gardener.cloud/rotated-at": "2026-11-21T12:00:00Z"}
		withKey := func(configMap *document.ConfigMap) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
			return func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				raw, err := json.Marshal(extensionstatus.State{Flux: true, DeployKey: true, Observed: extensionstatus.ObserveProject(configMap)})
				Expect(err).NotTo(HaveOccurred())
				ex.Status.State = &runtime.RawExtension{Raw: raw}
			}
		}
		operation := func(operation string) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
			return func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Annotations = map[string]string{"gardener.cloud/operation": operation}
			}
		}
		last := func(operation gardencorev1beta1.LastOperationType, state gardencorev1beta1.LastOperationState) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
			return func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: operation, State: state}
			}
		}

		DescribeTable("depends on the recorded state of the Extension, so that a restart does nothing twice and loses nothing",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), state garden.State, want bool) {
				projects.States["garden-demo"] = state
				Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", change)...))).To(Equal(want))
			},
			Entry("the same", seen(changed, ""), garden.State{ConfigMap: changed}, false),
			Entry("something else", seen(immediate, ""), garden.State{ConfigMap: changed}, true),
			Entry("another key", seen(changed, "7"), garden.State{ConfigMap: changed, KeyVersion: "8"}, true),
			Entry("the same key", seen(changed, "7"), garden.State{ConfigMap: changed, KeyVersion: "7"}, false),
			Entry("another rotation of the key, whatever the project wants of its configuration", withKey(later), garden.State{ConfigMap: later, KeyAnnotations: rotated}, true),
			Entry("another rotation of a key that the shoot does not use", seen(later, ""), garden.State{ConfigMap: later, KeyAnnotations: rotated}, false),
			Entry("what the rollout gives the ring of the Shoot, by its labels and its purpose", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				shoot.Labels, shoot.Spec.Purpose = map[string]string{"ring": "canary"}, ptr.To(gardencorev1beta1.ShootPurposeTesting)
				ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"seen":{"ring":"all","revision":"` + rolloutOf(rings).Target + `"}}`)}
			}, garden.State{ConfigMap: rings, Rollout: rolloutOf(rings)}, true),
			Entry("what the Shoot has of the rollout already", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"seen":{"ring":"all","revision":"` + rolloutOf(rings).Target + `"}}`)}
			}, garden.State{ConfigMap: rings, Rollout: rolloutOf(rings)}, false),
			Entry("a configuration that is gone", seen(immediate, ""), garden.State{}, true),
			Entry("a project that wants changes later from now on", seen(immediate, ""), garden.State{ConfigMap: later}, false),
			Entry("nothing, because an earlier version did not record it", nil, garden.State{ConfigMap: immediate}, true),
		)

		DescribeTable("is no Extension of another kind, or that gardenlet deletes or migrates",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) {
				Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", change)...))).To(BeFalse())
			},
			Entry("another type", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) { ex.Spec.Type = "other" }),
			Entry("another class", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Spec.Class = ptr.To(extensionsv1alpha1.ExtensionClassSeed)
			}),
			Entry("being deleted", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.DeletionTimestamp, ex.Finalizers = ptr.To(metav1.Now()), []string{"x"}
			}),
			Entry("of a Shoot that is being deleted, in which Flux is suspended", func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
				shoot.DeletionTimestamp = ptr.To(metav1.Now())
			}),
			Entry("to be migrated", operation("migrate")),
			Entry("to be restored, before its state is there", operation("wait-for-state")),
			Entry("to be restored", operation("restore")),
			Entry("being migrated", last("Migrate", "Processing")),
			Entry("migrated", last("Migrate", "Succeeded")),
			Entry("not restored yet", last("Restore", "Error")),
		)

		DescribeTable("is any other Extension",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) {
				Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", change)...))).To(BeTrue())
			},
			Entry("restored", last("Restore", "Succeeded")),
			Entry("failed: it is retried at once", last("Reconcile", "Error")),
			Entry("reconciling the former configuration", last("Reconcile", "Processing")),
			Entry("to be reconciled by gardenlet as well", operation("reconcile")),
			Entry("of the class by name", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Spec.Class = ptr.To(extensionsv1alpha1.ExtensionClassShoot)
			}),
		)

		It("does nothing as long as the state of the project is not known", func(ctx SpecContext) {
			projects.Unknown = true
			Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", seen(immediate, ""))...))).To(BeFalse())
		})

		It("does nothing for objects that are gone meanwhile", func(ctx SpecContext) {
			Expect(due(ctx, propagation())).To(BeFalse())
			Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", nil)[0]))).To(BeFalse())
		})

		It("does not hang when the process ends", func(ctx SpecContext) {
			ended, end := context.WithCancel(ctx)
			end()
			_, err := propagation(controllertest.ExtensionAndCluster("one", "garden-demo", nil)...).Reconcile(ended, reconcile.Request{NamespacedName: client.ObjectKey{Namespace: "one", Name: "shoot-flux"}})
			Expect(errors.Is(err, context.Canceled)).To(BeTrue())
		})
	})
})

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
	gomegatypes "github.com/onsi/gomega/types"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	testclock "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// onShootReconcile returns the configuration of a project that changes Shoots when Gardener reconciles them.
func onShootReconcile(content string) *document.ConfigMap {
	config := controllertest.ImmediateConfig(content)
	config.Data["config.yaml"] = strings.Replace(config.Data["config.yaml"], "Immediate", "OnShootReconcile", 1)
	return config
}

// recordedStatus records the last condition that was written.
type recordedStatus struct{ last *health.Verdict }

func (r *recordedStatus) Apply(_ context.Context, _ *extensionsv1alpha1.Extension, u statuswriter.Update) error {
	r.last = &u.Verdicts[0]
	return nil
}

func newSeed(objects ...client.Object) client.Client {
	return fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).WithIndex(&extensionsv1alpha1.Cluster{}, seed.ClusterProject, seed.ClusterProjectOf).Build()
}

var _ = Describe("Reconciler", func() {
	var (
		immediate = controllertest.ImmediateConfig("flux: {logLevel: info}")
		changed   = controllertest.ImmediateConfig("flux: {logLevel: debug}")
		later     = onShootReconcile("flux: {version: v2.9}")
		rings     = controllertest.ImmediateConfig("flux: {logLevel: info}")
		queue     *controllertest.RecordingQueue
		projects  *controllertest.Projects
		status    *recordedStatus
		now       = testclock.NewFakePassiveClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
		pace      = Pace{Settle: time.Second, Step: 100 * time.Millisecond, Longest: 2 * time.Second, Fetch: 200 * time.Millisecond, Random: func(d time.Duration) time.Duration { return d - 1 }}
	)

	rings.Data["config.yaml"] = strings.Replace(rings.Data["config.yaml"], "propagation: Immediate", "propagation: OnShootReconcile, rollout: {rings: [{name: canary, purposes: [testing], shoots: {matchLabels: {ring: canary}}}, {name: all}]}", 1)
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
		status = &recordedStatus{}
		queue = &controllertest.RecordingQueue{Delayed: make(chan controllertest.DelayedRequest, 100)}
		projects = &controllertest.Projects{States: map[string]garden.State{"garden-demo": {ConfigMap: changed}}, Changes: make(chan string)}
	})
	recorded := func(configMap *document.ConfigMap) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
		return func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			raw, err := json.Marshal(extensionstatus.State{Flux: true, Observed: extensionstatus.ObserveProject(configMap)})
			Expect(err).NotTo(HaveOccurred())
			ex.Status.State = &runtime.RawExtension{Raw: raw}
		}
	}
	propagation := func(objects ...client.Object) *Reconciler {
		p := NewReconciler(newSeed(objects...), projects, controllertest.NewResolver(), status, now, pace)
		p.queue = queue
		return p
	}

	Describe("enqueue", func() {
		It("adds the Extensions of the project only", func(ctx SpecContext) {
			p := propagation(append(controllertest.ExtensionAndCluster("one", "garden-demo", nil), append(controllertest.ExtensionAndCluster("two", "garden-demo", nil), controllertest.ExtensionAndCluster("three", "garden-other", nil)...)...)...)
			Expect(p.enqueue(ctx, "garden-demo")).To(Succeed())
			Expect(queue.Namespaces()).To(ConsistOf("one", "two"))
		})

		It("adds the Extensions of all projects", func(ctx SpecContext) {
			p := propagation(append(controllertest.ExtensionAndCluster("one", "garden-demo", nil), controllertest.ExtensionAndCluster("three", "garden-other", nil)...)...)
			Expect(p.enqueue(ctx, metav1.NamespaceAll)).To(Succeed())
			Expect(queue.Namespaces()).To(ConsistOf("one", "three"))
		})

		DescribeTable("adds the due Extensions of a changed project",
			func(ctx SpecContext, recorded string, state garden.State, known bool, want int) {
				projects.States["garden-demo"], projects.Unknown = state, !known
				objects := controllertest.ExtensionAndCluster("one", "garden-demo", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
					ex.Status.State = &runtime.RawExtension{Raw: []byte(recorded)}
				})
				Expect(propagation(objects...).enqueue(ctx, "garden-demo")).To(Succeed())
				Expect(queue.Namespaces()).To(HaveLen(want))
			},
			Entry("immediate propagation", `{}`, garden.State{ConfigMap: immediate}, true, 1),
			Entry("no immediate propagation: the change is reported as pending", `{}`, garden.State{ConfigMap: later}, true, 1),
			Entry("recorded configuration", `{"seen":{"config":"`+rollout.ConfigurationID(later)+`"}}`, garden.State{ConfigMap: later}, true, 0),
			Entry("rotated deploy key", `{"deployKey":true}`, garden.State{ConfigMap: later, KeyAnnotations: map[string]string{"flux.extensions.gardener.cloud/rotated-at": "x"}}, true, 1),
			Entry("deploy key without a rotation", `{"deployKey":true,"seen":{"config":"`+rollout.ConfigurationID(later)+`"}}`, garden.State{ConfigMap: later, KeyVersion: "7", KeyAnnotations: map[string]string{"a": "b"}}, true, 0),
			Entry("deleted configuration with immediate propagation", `{"seen":{"config":"a","immediate":true}}`, garden.State{}, true, 1),
			Entry("deleted configuration without immediate propagation", `{"seen":{"config":"a"}}`, garden.State{}, true, 0),
			Entry("rollout with another revision for the Shoot", `{}`, garden.State{ConfigMap: rings, Rollout: rolloutOf(rings)}, true, 1),
			Entry("missing flux-rollout: the Shoot waits for its ring", `{}`, garden.State{ConfigMap: rings}, true, 1),
			Entry("unknown state of the project", `{"seen":{"config":"a","immediate":true}}`, garden.State{}, false, 0),
			Entry("damaged state of the Extension", `[]`, garden.State{ConfigMap: later}, true, 1),
		)

		It("spreads the due Extensions of a rollout over a time that grows with their number", func(ctx SpecContext) {
			state := rolloutOf(rings)
			projects.States["garden-demo"] = garden.State{ConfigMap: rings, Rollout: state}
			atRevision := func(revision string) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
				return func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
					raw, err := json.Marshal(extensionstatus.State{Flux: true, Observed: extensionstatus.ObservedProject{Config: rollout.ConfigurationID(rings), Ring: "all", Revision: revision}})
					Expect(err).NotTo(HaveOccurred())
					ex.Status.State = &runtime.RawExtension{Raw: raw}
				}
			}
			objects := controllertest.ExtensionAndCluster("behind", "garden-demo", atRevision("former"))
			for i := range 30 {
				objects = append(objects, controllertest.ExtensionAndCluster(fmt.Sprintf("s%d", i), "garden-demo", atRevision(state.Target))...)
			}
			Expect(propagation(objects...).enqueue(ctx, "garden-demo")).To(Succeed())
			Expect(queue.Delayed).To(HaveLen(1))
			Expect(<-queue.Delayed).To(And(HaveField("Namespace", "behind"), HaveField("After", time.Second+100*time.Millisecond-1)))
		})

		It("spreads the Extensions of a request so that Flux does not fetch faster than after a push", func(ctx SpecContext) {
			request := reconcilerequest.Request{At: metav1.NewTime(now.Now())}
			projects.States["garden-demo"] = garden.State{ConfigMap: immediate, ConfigAnnotations: map[string]string{fluxv1alpha1.AnnotationReconcile: request.String()}}
			var objects []client.Object
			for i := range 30 {
				objects = append(objects, controllertest.ExtensionAndCluster(fmt.Sprintf("s%d", i), "garden-demo", recorded(immediate))...)
			}
			Expect(propagation(objects...).enqueue(ctx, "garden-demo")).To(Succeed())
			Expect(queue.Delayed).To(HaveLen(30))
			Expect(<-queue.Delayed).To(HaveField("After", time.Second+30*200*time.Millisecond-1))
		})

		It("adds the held Extensions after the removal of a rollout, without immediate propagation", func(ctx SpecContext) {
			projects.States["garden-demo"] = garden.State{ConfigMap: later}
			held := func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"seen":{"ring":"all","revision":"former"}}`)}
			}
			p := propagation(append(controllertest.ExtensionAndCluster("one", "garden-demo", held), controllertest.ExtensionAndCluster("two", "garden-demo", recorded(later))...)...)
			Expect(p.enqueue(ctx, "garden-demo")).To(Succeed())
			Expect(queue.Namespaces()).To(ConsistOf("one"))
		})

		It("skips an Extension whose Cluster cannot be decoded", func(ctx SpecContext) {
			strange := controllertest.ExtensionAndCluster("one", "garden-demo", nil)
			strange[1].(*extensionsv1alpha1.Cluster).Spec.Shoot.Raw = []byte(`[]`)
			p := propagation(append(strange, append(controllertest.ExtensionAndCluster("two", "garden-demo", nil), controllertest.ExtensionAndCluster("three", "garden-demo", nil)[0])...)...)
			Expect(p.enqueue(ctx, "garden-demo")).To(Succeed())
			Expect(queue.Namespaces()).To(ConsistOf("two"))
		})

		It("runs after a change of the project, without blocking the watch", func(ctx SpecContext) {
			p := propagation(controllertest.ExtensionAndCluster("one", "garden-demo", nil)...)
			Expect(p.watch(ctx, queue)).To(Succeed())
			Consistently(queue.Delayed, "50ms").ShouldNot(Receive())
			projects.Changes <- "garden-demo"
			Eventually(queue.Delayed).WithTimeout(10 * time.Second).Should(Receive(Equal(controllertest.DelayedRequest{Namespace: "garden-demo", After: time.Second / 4})))
			Expect(p.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Namespace: "garden-demo"}})).To(BeZero())
			Expect(queue.Namespaces()).To(ConsistOf("one"))
		})

		It("does not read a project without Shoots on this seed", func(ctx SpecContext) {
			p := NewReconciler(newSeed(controllertest.ExtensionAndCluster("one", "garden-demo", nil)...), nil, controllertest.NewResolver(), status, now, pace)
			Expect(p.enqueue(ctx, "garden-other")).To(Succeed())
		})
	})

	DescribeTable("spreads shoots over a time that grows with their number up to a limit",
		func(ctx SpecContext, shoots int, longest time.Duration) {
			var objects []client.Object
			for i := range shoots {
				objects = append(objects, controllertest.ExtensionAndCluster(fmt.Sprintf("s%d", i), "garden-demo", nil)...)
			}
			Expect(propagation(objects...).enqueue(ctx, "garden-demo")).To(Succeed())
			Expect(queue.Delayed).To(HaveLen(shoots))
			for range shoots {
				Expect((<-queue.Delayed).After).To(Equal(longest - 1))
			}
		},
		Entry("one shoot", 1, time.Second+100*time.Millisecond),
		Entry("ten shoots", 10, 2*time.Second),
		Entry("spread above the limit", 50, 3*time.Second),
	)

	DescribeTable("by default gives a change to as many Shoots in a second as read their source after a push, and to all within half a minute",
		func(shoots int, longest time.Duration) {
			last := DefaultPace(func(d time.Duration) time.Duration { return d - 1 })
			Expect(last.delay(shoots, false)).To(Equal(time.Second + longest - 1))
			first := DefaultPace(func(time.Duration) time.Duration { return 0 })
			Expect(first.delay(shoots, false)).To(Equal(time.Second))
		},
		Entry("a ring of 80 Shoots", 80, 8*time.Second),
		Entry("300 Shoots", 300, 30*time.Second),
		Entry("1,000 Shoots", 1000, 30*time.Second),
	)

	Describe("Reconcile", func() {
		due := func(ctx context.Context, p *Reconciler) bool {
			GinkgoHelper()
			var sent event.GenericEvent
			done := make(chan struct{})
			ctx, cancel := context.WithCancel(ctx)
			go func() {
				defer close(done)
				select {
				case sent = <-p.Due:
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

		DescribeTable("triggers an Extension with an outdated record",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), state garden.State, want bool) {
				projects.States["garden-demo"] = state
				Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", change)...))).To(Equal(want))
			},
			Entry("same configuration", seen(changed, ""), garden.State{ConfigMap: changed}, false),
			Entry("other configuration", seen(immediate, ""), garden.State{ConfigMap: changed}, true),
			Entry("other key", seen(changed, "7"), garden.State{ConfigMap: changed, KeyVersion: "8"}, true),
			Entry("same key", seen(changed, "7"), garden.State{ConfigMap: changed, KeyVersion: "7"}, false),
			Entry("rotated key without immediate propagation", withKey(later), garden.State{ConfigMap: later, KeyAnnotations: rotated}, true),
			Entry("rotated key that the shoot does not use", seen(later, ""), garden.State{ConfigMap: later, KeyAnnotations: rotated}, false),
			Entry("other revision for the ring of the Shoot", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				shoot.Labels, shoot.Spec.Purpose = map[string]string{"ring": "canary"}, ptr.To(gardencorev1beta1.ShootPurposeTesting)
				ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"seen":{"ring":"all","revision":"` + rolloutOf(rings).Target + `"}}`)}
			}, garden.State{ConfigMap: rings, Rollout: rolloutOf(rings)}, true),
			Entry("same revision", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"seen":{"ring":"all","revision":"` + rolloutOf(rings).Target + `"}}`)}
			}, garden.State{ConfigMap: rings, Rollout: rolloutOf(rings)}, false),
			Entry("deleted configuration", seen(immediate, ""), garden.State{}, true),
			Entry("end of immediate propagation", seen(immediate, ""), garden.State{ConfigMap: later}, false),
			Entry("no record", nil, garden.State{ConfigMap: immediate}, true),
		)

		window := func(confine bool, begin, end string) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
			return func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				seen(immediate, "")(shoot, ex)
				shoot.Spec.Maintenance = &gardencorev1beta1.Maintenance{
					ConfineSpecUpdateRollout: &confine, TimeWindow: &gardencorev1beta1.MaintenanceTimeWindow{Begin: begin, End: end},
				}
			}
		}
		failing := func(change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), kind gardencorev1beta1.ConditionType) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
			return func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				change(shoot, ex)
				ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: kind, Status: gardencorev1beta1.ConditionFalse}}
			}
		}
		pending := func(change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), reason fluxv1alpha1.PendingReason) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
			return func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				change(shoot, ex)
				ex.Status.Conditions = []gardencorev1beta1.Condition{
					{Type: "FluxConfigured", Status: gardencorev1beta1.ConditionTrue}, {Type: "FluxUpToDate", Status: gardencorev1beta1.ConditionProgressing, Reason: string(reason)},
				}
			}
		}

		DescribeTable("delivers a change now or in the maintenance time window, or reports why it is pending",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), state garden.State, delivered bool, want gomegatypes.GomegaMatcher) {
				projects.States["garden-demo"] = state
				Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", change)...))).To(Equal(delivered))
				Expect(status.last).To(want)
			},
			Entry("not confined", window(false, "220000+0000", "230000+0000"), garden.State{ConfigMap: changed}, true, BeNil()),
			Entry("confined, and the window is open", window(true, "110000+0000", "140000+0000"), garden.State{ConfigMap: changed}, true, BeNil()),
			Entry("confined, and the window opens later", window(true, "220000+0000", "230000+0000"), garden.State{ConfigMap: changed}, false, HaveValue(And(
				HaveField("Status", gardencorev1beta1.ConditionProgressing), HaveField("Reason", "WaitingForMaintenanceWindow"), HaveField("Message", ContainSubstring("begins at 2026-11-23 22:00 UTC"))))),
			Entry("confined, but the present configuration is refused", failing(window(true, "220000+0000", "230000+0000"), "FluxConfigured"), garden.State{ConfigMap: changed}, true, BeNil()),
			Entry("confined, but the present branch does not exist", failing(window(true, "220000+0000", "230000+0000"), "FluxSourceReady"), garden.State{ConfigMap: changed}, true, BeNil()),
			Entry("confined, and the Secret with the key was annotated", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				window(true, "220000+0000", "230000+0000")(shoot, ex)
				seen(immediate, "7")(shoot, ex)
			}, garden.State{ConfigMap: changed, KeyVersion: "8", KeyAnnotations: map[string]string{"flux.extensions.gardener.cloud/registration": "{}"}}, false, HaveValue(HaveField("Reason", "WaitingForMaintenanceWindow"))),
			Entry("confined, but the deploy key was replaced", window(true, "220000+0000", "230000+0000"), garden.State{ConfigMap: immediate, KeyVersion: "8"}, false, BeNil()),
			Entry("OnShootReconcile", seen(immediate, ""), garden.State{ConfigMap: later}, false, HaveValue(And(
				HaveField("Reason", "WaitingForReconciliation"), HaveField("Message", ContainSubstring("gardener.cloud/operation=reconcile"))))),
			Entry("withdrawn change", pending(seen(changed, ""), "WaitingForMaintenanceWindow"), garden.State{ConfigMap: changed}, false, HaveValue(HaveField("Status", gardencorev1beta1.ConditionTrue))),
			Entry("withdrawn change while the former configuration is refused", failing(pending(seen(changed, ""), "WaitingForReconciliation"), "FluxConfigured"), garden.State{ConfigMap: changed}, false, BeNil()),
			Entry("OnShootReconcile, while a failed delivery is tried again", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				pending(seen(immediate, ""), "DeliveryFailed")(shoot, ex)
				last("Reconcile", "Error")(shoot, ex)
			}, garden.State{ConfigMap: later}, false, BeNil()),
			Entry("confined, while a failed delivery is tried again", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				pending(window(true, "220000+0000", "230000+0000"), "DeliveryFailed")(shoot, ex)
				last("Reconcile", "Error")(shoot, ex)
			}, garden.State{ConfigMap: changed}, false, BeNil()),
			Entry("other reason, which only a reconciliation ends", pending(seen(changed, ""), "Hibernated"), garden.State{ConfigMap: changed}, false, BeNil()),
		)

		DescribeTable("does not trigger an Extension of another kind, or during a deletion or migration",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) {
				Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", change)...))).To(BeFalse())
			},
			Entry("other type", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) { ex.Spec.Type = "other" }),
			Entry("other class", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Spec.Class = ptr.To(extensionsv1alpha1.ExtensionClassSeed)
			}),
			Entry("being deleted", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.DeletionTimestamp, ex.Finalizers = ptr.To(metav1.Now()), []string{"x"}
			}),
			Entry("Shoot that is being deleted", func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
				shoot.DeletionTimestamp = ptr.To(metav1.Now())
			}),
			Entry("operation migrate", operation("migrate")),
			Entry("operation wait-for-state", operation("wait-for-state")),
			Entry("operation restore", operation("restore")),
			Entry("migrating", last("Migrate", "Processing")),
			Entry("migrated", last("Migrate", "Succeeded")),
			Entry("failed restore", last("Restore", "Error")),
		)

		DescribeTable("triggers an Extension in other states",
			func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) {
				Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", change)...))).To(BeTrue())
			},
			Entry("restored", last("Restore", "Succeeded")),
			Entry("failed operation", last("Reconcile", "Error")),
			Entry("running operation", last("Reconcile", "Processing")),
			Entry("operation reconcile", operation("reconcile")),
			Entry("explicit class", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				ex.Spec.Class = ptr.To(extensionsv1alpha1.ExtensionClassShoot)
			}),
		)

		It("does nothing if the state of the project is unknown", func(ctx SpecContext) {
			projects.Unknown = true
			Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", seen(immediate, ""))...))).To(BeFalse())
		})

		It("does nothing for deleted objects", func(ctx SpecContext) {
			Expect(due(ctx, propagation())).To(BeFalse())
			Expect(due(ctx, propagation(controllertest.ExtensionAndCluster("one", "garden-demo", nil)[0]))).To(BeFalse())
		})

		It("ends with its context", func(ctx SpecContext) {
			ended, end := context.WithCancel(ctx)
			end()
			_, err := propagation(controllertest.ExtensionAndCluster("one", "garden-demo", nil)...).Reconcile(ended, reconcile.Request{NamespacedName: client.ObjectKey{Namespace: "one", Name: "shoot-flux"}})
			Expect(errors.Is(err, context.Canceled)).To(BeTrue())
		})
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

const (
	namespace   = "garden-demo"
	oneReceiver = "project: {notifications: [{type: webhook}]}"
)

// listedProjects are projects that can be listed.
type listedProjects struct{ controllertest.Projects }

func (l *listedProjects) Namespaces(context.Context) ([]string, error) {
	return []string{namespace}, nil
}

// postOffice takes messages.
type postOffice struct {
	taken   []notification.Payload
	failure *Failure
	// before is called when a message is about to be taken.
	before func()
}

func (*postOffice) Check(Target) *Failure { return nil }

func (p *postOffice) Send(_ context.Context, _ Target, payload notification.Payload) *Failure {
	if p.before != nil {
		p.before()
	}
	if p.failure == nil {
		p.taken = append(p.taken, payload)
	}
	return p.failure
}

// world is a garden with a project, in memory, and a garden controller.
type world struct {
	*Reconciler

	garden   client.WithWatch
	clock    *testclock.FakePassiveClock
	post     *postOffice
	recorder *events.FakeRecorder
	projects *listedProjects
	// refuse is asked before each write of flux-notifications, and before each read of a Secret.
	refuse func(object client.Object) error
	status map[string]string
	// reads counts reads of objects by name.
	reads map[string]int
}

func newWorld(config string, objects ...client.Object) *world {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(corev1.AddToScheme(scheme)).To(Succeed())
	Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
	w := &world{
		clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)), post: &postOffice{}, recorder: events.NewFakeRecorder(20),
		refuse: func(client.Object) error { return nil }, status: map[string]string{}, reads: map[string]int{},
	}
	w.projects = &listedProjects{controllertest.Projects{States: map[string]garden.State{}}}
	objects = append(objects, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config", UID: "config"}})
	w.garden = fakeclient.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().WithObjects(objects...).WithInterceptorFuncs(interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
			w.reads[key.Name]++
			if _, ok := object.(*corev1.Secret); ok {
				if err := w.refuse(object); err != nil {
					return err
				}
			}
			return c.Get(ctx, key, object, options...)
		},
		Apply: func(ctx context.Context, c client.WithWatch, object runtime.ApplyConfiguration, options ...client.ApplyOption) error {
			if own, ok := object.(*corev1ac.ConfigMapApplyConfiguration); ok && *own.Name == "flux-notifications" {
				if err := w.refuse(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: *own.Namespace, Name: *own.Name}}); err != nil {
					return err
				}
			}
			return c.Apply(ctx, object, options...)
		},
		Update: func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.UpdateOption) error {
			if err := w.refuse(object); object.GetName() == "flux-notifications" && err != nil {
				return err
			}
			return c.Update(ctx, object, options...)
		},
	}).Build()
	w.configure(config)
	w.restart()
	return w
}

// restart replaces the process.
func (w *world) restart() {
	w.Reconciler = &Reconciler{
		Projects: w.projects, Shoots: w.garden, Garden: w.garden, Sender: w.post, Events: w.recorder, Clock: w.clock,
		Timing: notification.DefaultTiming(time.Minute), Workers: 1,
		Pacing:   garden.Pacing[Memory]{Interval: 30 * time.Second, Pace: time.Second, Random: func(time.Duration) time.Duration { return 0 }},
		Messages: NewMessageCounter(prometheus.NewRegistry()),
	}
}

func (w *world) configure(config string) {
	content := &document.ConfigMap{Namespace: namespace}
	if config != "" {
		content.Data = map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + config}
	}
	w.projects.States[namespace] = garden.State{ConfigMap: content}
}

// report has a Shoot report a state from now on.
func (w *world) report(ctx context.Context, name string, state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause) {
	GinkgoHelper()
	uid := types.UID(name + "-uid-of-it")
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: uid}}
	shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
	Expect(client.IgnoreAlreadyExists(w.garden.Create(ctx, shoot))).To(Succeed())
	w.status[name] = fleet.Encode(fluxv1alpha1.ShootStatus{UID: uid, Seed: "alpha", State: state, Cause: cause, Message: "why", Since: metav1.NewTime(w.clock.Now())})
	w.restore(ctx)
}

// restore has the seed alpha write its entries again.
func (w *world) restore(ctx context.Context) {
	GinkgoHelper()
	Expect(w.garden.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(w.status), client.ForceOwnership, client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())
}

// overwrite has a member of the project write the entry of a Shoot as its seed would.
func (w *world) overwrite(ctx context.Context, name string, state fluxv1alpha1.ShootState) {
	GinkgoHelper()
	status := &corev1.ConfigMap{}
	Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-status"}, status)).To(Succeed())
	status.Data[name] = fleet.Encode(fluxv1alpha1.ShootStatus{UID: types.UID(name + "-uid-of-it"), Seed: "alpha", State: state, Message: "of a member", Since: metav1.NewTime(w.clock.Now())})
	Expect(w.garden.Update(ctx, status, client.FieldOwner("kubectl-edit"))).To(Succeed())
}

// pass reconciles as often as it is asked for within the time.
func (w *world) pass(ctx context.Context, during time.Duration) {
	GinkgoHelper()
	for end := w.clock.Now().Add(during); w.clock.Now().Before(end); {
		result, err := w.Reconcile(ctx, garden.Request(namespace))
		if err != nil {
			result.RequeueAfter = time.Second
		}
		if result.RequeueAfter == 0 {
			return
		}
		w.clock.SetTime(w.clock.Now().Add(min(result.RequeueAfter, end.Sub(w.clock.Now()))))
	}
}

func (w *world) stored(ctx context.Context) *corev1.ConfigMap {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{}
	if err := w.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-notifications"}, configMap); err != nil {
		Expect(apierrors.IsNotFound(err)).To(BeTrue())
		return nil
	}
	return configMap
}

func (w *world) event() string {
	select {
	case event := <-w.recorder.Events:
		return event
	default:
		return ""
	}
}

var _ = Describe("Reconciler", func() {
	address := func() *corev1.Secret {
		return secretWith(map[string]string{"address": "https://hooks.example.com" + path, "token": token})
	}

	It("sends one message about a failed bootstrap, even after restarts", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
		w.pass(ctx, time.Hour)
		Expect(w.post.taken).To(HaveLen(1))
		Expect(string(w.post.taken[0].Body)).To(ContainSubstring("Shoot a is Failed: InstallationFailed. why"))
		w.restart()
		w.pass(ctx, time.Hour)
		Expect(w.post.taken).To(HaveLen(1))
		Expect(w.stored(ctx).Data["status.yaml"]).To(And(ContainSubstring("open: 1"), ContainSubstring("pending: 0"), ContainSubstring("sent: 1")))
		Expect(w.event()).To(BeEmpty())

		w.report(ctx, "a", fluxv1alpha1.ShootReady, "")
		w.pass(ctx, time.Hour)
		Expect(w.post.taken).To(HaveLen(2))
		Expect(string(w.post.taken[1].Body)).To(ContainSubstring("Shoot a has recovered"))
	})

	Describe("with a requested test", func() {
		request := func(w *world) {
			state := w.projects.States[namespace]
			state.ConfigAnnotations = map[string]string{"flux.extensions.gardener.cloud/notification-test": w.clock.Now().Format(time.RFC3339)}
			w.projects.States[namespace] = state
		}

		It("sends one message, even after a restart and without flux-notifications", func(ctx SpecContext) {
			w := newWorld(oneReceiver, address())
			request(w)
			w.pass(ctx, time.Minute)
			Expect(w.post.taken).To(HaveLen(1))
			Expect(string(w.post.taken[0].Body)).To(And(ContainSubstring("Test of the notifications. Receiver webhook gets"), ContainSubstring(`"severity":"info"`), Not(ContainSubstring(token))))
			w.restart()
			w.pass(ctx, time.Hour)
			Expect(w.garden.Delete(ctx, w.stored(ctx))).To(Succeed())
			w.restart()
			w.pass(ctx, time.Hour)
			Expect(w.post.taken).To(HaveLen(1))

			request(w)
			w.pass(ctx, time.Minute)
			Expect(w.post.taken).To(HaveLen(2))
		})

		It("tries at once although earlier messages wait for their next attempt", func(ctx SpecContext) {
			w := newWorld(oneReceiver, address())
			w.report(ctx, "a", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
			w.post.failure = &Failure{Text: "hooks.example.com: it answers 404"}
			w.pass(ctx, time.Hour)
			w.post.failure = nil
			request(w)
			w.pass(ctx, 2*time.Second)
			Expect(w.post.taken).To(HaveLen(2))
			Expect(string(w.post.taken[1].Body)).To(ContainSubstring("Test of the notifications"))
		})
	})

	It("keeps the format of ConfigMap flux-notifications", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
		w.pass(ctx, time.Hour)
		w.report(ctx, "b", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
		w.post.failure = &Failure{Text: "hooks.example.com: it answers 404"}
		w.pass(ctx, time.Hour)
		controllertest.ExpectStored(w.stored(ctx))
	})

	Describe("with an entry that a member of the project has overwritten", func() {
		var w *world
		titles := func() (titles []string) {
			for _, message := range w.post.taken {
				titles = append(titles, string(message.Body))
			}
			return titles
		}
		BeforeEach(func(ctx SpecContext) {
			w = newWorld(oneReceiver, address())
			w.report(ctx, "a", fluxv1alpha1.ShootReady, "")
			w.pass(ctx, time.Hour)
		})

		It("does not report what the member has written", func(ctx SpecContext) {
			w.overwrite(ctx, "a", fluxv1alpha1.ShootFailed)
			w.pass(ctx, 10*time.Minute)
			w.restore(ctx)
			w.pass(ctx, time.Hour)
			Expect(titles()).To(BeEmpty())
		})

		It("does not count a problem as solved", func(ctx SpecContext) {
			w.report(ctx, "a", fluxv1alpha1.ShootFailed, "")
			w.pass(ctx, time.Hour)
			w.overwrite(ctx, "a", fluxv1alpha1.ShootReady)
			w.pass(ctx, 10*time.Minute)
			w.restore(ctx)
			w.pass(ctx, time.Hour)
			Expect(titles()).To(ConsistOf(ContainSubstring("Shoot a is Failed")))
		})

		It("reports that nothing is known if the member overwrites the reports for long", func(ctx SpecContext) {
			for range 40 {
				w.report(ctx, "a", fluxv1alpha1.ShootFailed, "")
				w.overwrite(ctx, "a", fluxv1alpha1.ShootReady)
				w.pass(ctx, time.Minute)
			}
			Expect(titles()).To(ConsistOf(And(ContainSubstring("Shoot a is NotReported"), ContainSubstring("a client other than its seed has changed the entry"))))
			w.report(ctx, "a", fluxv1alpha1.ShootFailed, "")
			w.pass(ctx, time.Hour)
			Expect(titles()).To(HaveLen(2))
			Expect(titles()[1]).To(ContainSubstring("Shoot a is Failed"))
		})
	})

	It("stores the decision before it sends messages", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
		w.post.before = func() {
			state, err := notification.Decode(w.stored(ctx))
			Expect(err).NotTo(HaveOccurred())
			Expect(state.Receivers["webhook"].Outbox).To(HaveLen(1))
			panic("killed")
		}
		Expect(func() { w.pass(ctx, time.Hour) }).To(PanicWith("killed"))
		w.post.before = nil
		w.restart()
		w.report(ctx, "a", fluxv1alpha1.ShootReady, "")
		w.pass(ctx, time.Second)
		Expect(w.post.taken).To(HaveLen(1))
		Expect(string(w.post.taken[0].Body)).To(ContainSubstring("Shoot a is Failed"))
	})

	It("does not repeat a message that it could not record", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
		w.post.before = func() {
			w.refuse = func(object client.Object) error {
				if _, ok := object.(*corev1.ConfigMap); ok {
					return errors.New("the garden is away")
				}
				return nil
			}
		}
		w.pass(ctx, 10*time.Minute)
		Expect(w.post.taken).To(HaveLen(1))
		w.refuse, w.post.before = func(client.Object) error { return nil }, nil
		w.pass(ctx, 10*time.Minute)
		Expect(w.post.taken).To(HaveLen(1), "it was recorded when the garden was back")
	})

	It("repeats a message with the same ID after a crash", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
		w.post.before = func() { w.refuse = func(client.Object) error { return errors.New("crash") } }
		w.pass(ctx, 10*time.Minute)
		w.refuse, w.post.before = func(client.Object) error { return nil }, nil
		w.restart()
		w.pass(ctx, 10*time.Minute)
		Expect(w.post.taken).To(HaveLen(2), "at least once")
		Expect(w.post.taken[0]).To(Equal(w.post.taken[1]))
	})

	It("continues with the state that another replica has written", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		w.pass(ctx, time.Minute)
		other := w.Reconciler
		w.restart()
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
		w.pass(ctx, 10*time.Minute)
		w.Reconciler = other
		w.pass(ctx, 10*time.Minute)
		Expect(w.post.taken).To(HaveLen(1), "the version that it has read was replaced")
	})

	It("retries with a back-off, reports the failure once, and gives up", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		attempts := 0
		w.post.before = func() { attempts++ }
		w.post.failure = &Failure{Text: "hooks.example.com: it answers 404"}
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation)
		w.pass(ctx, 8*time.Hour)
		Expect(attempts).To(And(BeNumerically(">", 30), BeNumerically("<", 50)), "about every ten minutes")
		Expect(w.event()).To(Equal("Warning NotificationFailing Failed to send messages to receiver webhook of type webhook, retrying for 6h0m0s: hooks.example.com: it answers 404"))
		Expect(w.event()).To(Equal("Warning NotificationGivenUp Gave up 1 messages to receiver webhook after 6h0m0s, the last one: Shoot a is Failed: InstallationFailed. hooks.example.com: it answers 404"))
		Expect(w.event()).To(BeEmpty())
		counted := &dto.Metric{}
		Expect(w.Messages.WithLabelValues("webhook", "given_up").Write(counted)).To(Succeed())
		Expect(counted.GetCounter().GetValue()).To(Equal(1.0))
		Expect(w.stored(ctx).Data["status.yaml"]).To(ContainSubstring("problem: 'hooks.example.com: it answers 404'"))
	})

	It("waits for the time that the receiver requests", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		attempts := 0
		w.post.before = func() { attempts++ }
		w.post.failure = &Failure{Text: "x", RetryAfter: time.Hour}
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, "")
		w.pass(ctx, 50*time.Minute)
		Expect(attempts).To(Equal(1))
	})

	It("sends messages to other receivers if one fails", func(ctx SpecContext) {
		w := newWorld("project: {notifications: [{type: slack, secretName: missing}, {type: webhook}]}", address())
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, "")
		w.pass(ctx, time.Hour)
		Expect(w.post.taken).To(HaveLen(1))
		Expect(w.event()).To(ContainSubstring("Secret missing is missing; create it with the key address, the URL of the receiver"))
	})

	It("reports an invalid Secret before the first message", func(ctx SpecContext) {
		w := newWorld(oneReceiver)
		w.pass(ctx, time.Minute)
		Expect(w.event()).To(ContainSubstring("Secret flux-notifications is missing"))
		Expect(w.stored(ctx).Data["status.yaml"]).To(ContainSubstring("Secret flux-notifications is missing"))
		Expect(w.garden.Create(ctx, address())).To(Succeed())
		w.pass(ctx, 5*time.Minute)
		Expect(w.stored(ctx).Data["status.yaml"]).NotTo(ContainSubstring("missing"))
		Expect(w.event()).To(BeEmpty())
	})

	It("reports a Secret that the garden controller has no permission to read", func(ctx SpecContext) {
		w := newWorld("project: {notifications: [{type: slack, secretName: mine}]}")
		w.refuse = func(object client.Object) error {
			if _, ok := object.(*corev1.Secret); ok {
				return apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "mine", errors.New("no"))
			}
			return nil
		}
		w.pass(ctx, time.Minute)
		Expect(w.event()).To(ContainSubstring("the operator does not let the extension read Secret mine; ask for its name in notificationSecretNames, or use a name listed there"))
	})

	DescribeTable("deletes the stored state only if the project has no receivers",
		func(ctx SpecContext, config string, stays bool) {
			w := newWorld(oneReceiver, address())
			w.report(ctx, "a", fluxv1alpha1.ShootFailed, "")
			w.pass(ctx, time.Hour)
			w.configure(config)
			w.restart()
			w.pass(ctx, time.Hour)
			Expect(w.stored(ctx) != nil).To(Equal(stays))
			w.configure(oneReceiver)
			w.pass(ctx, time.Hour)
			Expect(w.post.taken).To(HaveLen(map[bool]int{true: 1, false: 2}[stays]))
		},
		Entry("no receivers", "project: {propagation: Immediate}", false),
		Entry("no configuration", "", true),
		Entry("an unreadable configuration", "project: {", true),
		Entry("invalid receivers", "project: {notifications: [{type: pager}]}", true),
	)

	It("reports current problems again after the stored state was damaged or deleted", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		w.report(ctx, "a", fluxv1alpha1.ShootFailed, "")
		w.pass(ctx, time.Hour)
		damaged := w.stored(ctx)
		damaged.BinaryData = map[string][]byte{"state": []byte("damaged")}
		Expect(w.garden.Update(ctx, damaged)).To(Succeed())
		w.restart()
		w.pass(ctx, time.Hour)
		Expect(w.post.taken).To(HaveLen(2))
		Expect(w.garden.Delete(ctx, w.stored(ctx))).To(Succeed())
		w.restart()
		w.pass(ctx, time.Hour)
		Expect(w.post.taken).To(HaveLen(3))
	})

	It("sends one message about 200 Shoots", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		for i := range 200 {
			w.report(ctx, fmt.Sprintf("s%03d", i), fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseAuthentication)
		}
		w.pass(ctx, time.Hour)
		Expect(w.post.taken).To(HaveLen(1))
		Expect(string(w.post.taken[0].Body)).To(ContainSubstring("200 Shoots are Failed: AuthenticationFailed"))
		Expect(strings.Count(string(w.post.taken[0].Body), "s0")).To(BeNumerically("<", 20))
	})

	It("reads an idle project about once an hour", func(ctx SpecContext) {
		w := newWorld(oneReceiver, address())
		w.report(ctx, "a", fluxv1alpha1.ShootReady, "")
		w.pass(ctx, 24*time.Hour)
		Expect(w.reads["flux-status"]).To(And(BeNumerically(">", 20), BeNumerically("<", 30)))
		Expect(w.reads["flux-notifications"]).To(BeNumerically("<", 5))

		By("and once more with each confirmation of its seeds, which confirm together every ten minutes")
		clear(w.reads)
		for range 24 * 6 {
			w.pass(ctx, 10*time.Minute)
		}
		Expect(w.reads["flux-status"]).To(And(BeNumerically(">=", 24*6), BeNumerically("<", 24*7+5)))
		Expect(w.reads["flux-notifications"]).To(BeNumerically("<", 5))
	})
})

var _ = Describe("load", func() {
	It("waits if too many states are being decoded", func(ctx SpecContext) {
		w := newWorld(oneReceiver)
		for range cap(decoding) {
			decoding <- struct{}{}
		}
		loaded := make(chan error)
		go func() { loaded <- w.load(ctx, namespace, &Memory{}) }()
		Consistently(ctx, loaded).ShouldNot(Receive())
		for range cap(decoding) {
			<-decoding
		}
		Eventually(ctx, loaded).Should(Receive(BeNil()))
	})
})

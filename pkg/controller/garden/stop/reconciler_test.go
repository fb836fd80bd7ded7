// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package stop_test

import (
	"context"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	controller "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// boards are the notice boards as a cache shows them.
type boards []corev1.ConfigMap

func (b *boards) Boards(context.Context) ([]corev1.ConfigMap, error) { return *b, nil }

// post puts a record, or anything else, on a board.
func (b *boards) post(seed, value string) {
	*b = append(*b, corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "seed-" + seed, Name: "shoot-flux"}, Data: map[string]string{"stop": value}})
}

const annotation = "flux.extensions.gardener.cloud/all-rollouts"

var _ = Describe("Reconciler", func() {
	var (
		garden     client.WithWatch
		writes     int
		failure    error
		posted     *boards
		clock      *testclock.FakePassiveClock
		recorder   *events.FakeRecorder
		registry   *prometheus.Registry
		reconciler *controller.Reconciler
	)
	start := func() {
		registry = prometheus.NewRegistry()
		reconciler = &controller.Reconciler{
			Live: garden, Garden: garden, Boards: posted, Landscape: stop.NewLandscape(), Metric: controller.NewMetric(registry), Events: recorder, Clock: clock,
		}
	}
	BeforeEach(func() {
		scheme := runtime.NewScheme()
		Expect(corev1.AddToScheme(scheme)).To(Succeed())
		writes, failure = 0, nil
		fails := func() error {
			writes++
			return failure
		}
		garden = fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().WithInterceptorFuncs(interceptor.Funcs{
			Apply: func(ctx context.Context, c client.WithWatch, o runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
				if err := fails(); err != nil {
					return err
				}
				return c.Apply(ctx, o, opts...)
			},
			Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
				if err := fails(); err != nil {
					return err
				}
				return c.Update(ctx, o, opts...)
			},
		}).Build()
		posted, clock, recorder = &boards{}, testclock.NewFakePassiveClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)), events.NewFakeRecorder(100)
		start()
	})
	stored := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		found := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux"}, found)).To(Succeed())
		return found
	}
	run := func(ctx context.Context) reconcile.Result {
		GinkgoHelper()
		clock.SetTime(clock.Now().Add(time.Minute))
		result, err := reconciler.Reconcile(ctx, reconcile.Request{})
		Expect(err).NotTo(HaveOccurred())
		return result
	}
	ask := func(ctx context.Context, operation string) {
		GinkgoHelper()
		found := stored(ctx)
		found.Annotations = map[string]string{annotation: operation, "owner": "team"}
		Expect(garden.Update(ctx, found)).To(Succeed())
		run(ctx)
	}
	record := func() stop.Record {
		GinkgoHelper()
		known, err := reconciler.Landscape.Get()
		Expect(err).NotTo(HaveOccurred())
		return known
	}
	event := func() string {
		select {
		case said := <-recorder.Events:
			return said
		default:
			return ""
		}
	}
	gauge := func() float64 {
		GinkgoHelper()
		families, err := registry.Gather()
		Expect(err).NotTo(HaveOccurred())
		return families[0].GetMetric()[0].GetGauge().GetValue()
	}

	It("creates the ConfigMap for the operator's annotation, and writes nothing more while nothing was ever stopped", func(ctx SpecContext) {
		Expect(run(ctx)).To(Equal(reconcile.Result{RequeueAfter: 30 * time.Second}))
		Expect(stored(ctx)).To(And(HaveField("Data", BeEmpty()), HaveField("Labels", HaveKey("app.kubernetes.io/managed-by"))))
		run(ctx)
		Expect(writes).To(Equal(1))
		Expect(record()).To(Equal(stop.Record{}))
		Expect(gauge()).To(BeZero())
	})

	It("stops and resumes, keeps what else is in the ConfigMap, and removes the annotation with the same write", func(ctx SpecContext) {
		run(ctx)
		found := stored(ctx)
		found.Data, found.BinaryData = map[string]string{"status.yaml": "x"}, map[string][]byte{"state": []byte("y")}
		Expect(garden.Update(ctx, found)).To(Succeed())
		writes = 0
		ask(ctx, "stop=incident 42")
		Expect(writes).To(Equal(2), "one of them is the operator's")
		Expect(stored(ctx)).To(And(
			HaveField("Data", Equal(map[string]string{"status.yaml": "x", "stop": `{"number":1,"stopped":true,"at":"2026-11-23T12:02:00Z","reason":"incident 42"}`})),
			HaveField("BinaryData", HaveKey("state")), HaveField("Annotations", Equal(map[string]string{"owner": "team"})),
		))
		Expect(record().Stop().String()).To(Equal("the operator has stopped all rollouts since 2026-11-23 12:02 UTC: incident 42"))
		Expect(gauge()).To(Equal(1.0))
		Expect(event()).To(Equal("Warning AllRolloutsStopped All rollouts are stopped: incident 42"))

		ask(ctx, "resume")
		Expect(stored(ctx).Data).To(HaveKeyWithValue("stop", `{"number":2,"stopped":false,"at":"2026-11-23T12:03:00Z"}`))
		Expect(record().Stopped).To(BeFalse())
		Expect(gauge()).To(BeZero())
		Expect(event()).To(Equal("Normal AllRolloutsResumed All rollouts go on after the stop: incident 42"))

		ask(ctx, "stop")
		Expect(record().Stopped).To(BeFalse())
		Expect(stored(ctx).Annotations).To(Equal(map[string]string{"owner": "team"}))
		Expect(event()).To(Equal(`Warning AllRolloutsOperationUnknown Ignored the value "stop" of annotation flux.extensions.gardener.cloud/all-rollouts: it must be stop=<reason> or resume`))
	})

	DescribeTable("is not ended, for another leader either, if the ConfigMap",
		func(ctx SpecContext, change func(context.Context, *corev1.ConfigMap)) {
			run(ctx)
			ask(ctx, "stop=incident 42")
			posted.post("alpha", record().Encode())
			event()
			change(ctx, stored(ctx))
			start()
			run(ctx)
			Expect(record().Stop().Reason).To(Equal("incident 42"))
			Expect(stored(ctx).Data).To(HaveKeyWithValue("stop", record().Encode()), "it is restored")
			Expect(event()).To(HavePrefix("Warning AllRolloutsStopRestored The record of the stop was missing, damaged or outdated, and is restored: all rollouts are stopped since 2026-11-23T12:02:00Z: incident 42"))
			before := writes
			run(ctx)
			Expect(writes).To(Equal(before))
			ask(ctx, "resume")
			Expect(record().Stopped).To(BeFalse())
			run(ctx)
			Expect(record().Stopped).To(BeFalse(), "the board is outdated")
		},
		Entry("is deleted", func(ctx context.Context, c *corev1.ConfigMap) { Expect(garden.Delete(ctx, c)).To(Succeed()) }),
		Entry("is recreated", func(ctx context.Context, c *corev1.ConfigMap) {
			Expect(garden.Delete(ctx, c)).To(Succeed())
			Expect(garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: c.Name}})).To(Succeed())
		}),
		Entry("is damaged", func(ctx context.Context, c *corev1.ConfigMap) {
			c.Data["stop"] = "damaged"
			Expect(garden.Update(ctx, c)).To(Succeed())
		}),
		Entry("loses the record", func(ctx context.Context, c *corev1.ConfigMap) {
			delete(c.Data, "stop")
			Expect(garden.Update(ctx, c)).To(Succeed())
		}),
	)

	It("stops everything if the only record is damaged, until the operator resumes", func(ctx SpecContext) {
		posted.post("alpha", "damaged")
		run(ctx)
		Expect(record().Stop().Reason).To(Equal("the record of the stop in ConfigMap seed-alpha/shoot-flux is damaged"))
		Expect(stored(ctx).Data).To(HaveKey("stop"))
		ask(ctx, "resume")
		Expect(record().Stopped).To(BeFalse(), "although the board is damaged until it is written")
	})

	It("knows a stop that cannot be written, and does not forget it; an end counts when it is written", func(ctx SpecContext) {
		run(ctx)
		found := stored(ctx)
		found.Annotations = map[string]string{annotation: "stop=incident 42"}
		Expect(garden.Update(ctx, found)).To(Succeed())
		failure = apierrors.NewForbidden(schema.GroupResource{Resource: "configmaps"}, "shoot-flux", nil)
		_, err := reconciler.Reconcile(ctx, reconcile.Request{})
		Expect(err).To(MatchError(ContainSubstring("failed to write the stop of all rollouts to ConfigMap garden/shoot-flux")))
		Expect(record().Stopped).To(BeTrue())
		failure = nil
		run(ctx)
		Expect(stored(ctx).Annotations).To(BeEmpty())

		found = stored(ctx)
		found.Annotations = map[string]string{annotation: "resume"}
		Expect(garden.Update(ctx, found)).To(Succeed())
		failure = apierrors.NewConflict(schema.GroupResource{Resource: "configmaps"}, "shoot-flux", nil)
		Expect(run(ctx)).To(Equal(reconcile.Result{RequeueAfter: time.Second}))
		Expect(record().Stopped).To(BeTrue())
		failure = nil
		run(ctx)
		Expect(record().Stopped).To(BeFalse())
		Expect(strings.Count(stored(ctx).Data["stop"], "number")).To(Equal(1))
	})

	It("neither removes a rollout that is stored at the same time, nor is removed with its first write", func(ctx SpecContext) {
		other := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: "shoot-flux"}, BinaryData: map[string][]byte{"state": []byte("y")}}
		reconciler.Live = interceptor.NewClient(garden, interceptor.Funcs{Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
			err := c.Get(ctx, key, o, opts...)
			if apierrors.IsNotFound(err) {
				Expect(garden.Create(ctx, other)).To(Succeed())
			}
			return err
		}})
		posted.post("alpha", `{"number":1,"stopped":true,"at":"2026-11-23T12:02:00Z","reason":"incident 42"}`)
		run(ctx)
		Expect(stored(ctx)).To(And(HaveField("BinaryData", HaveKey("state")), HaveField("Data", HaveKey("stop"))))
	})
})

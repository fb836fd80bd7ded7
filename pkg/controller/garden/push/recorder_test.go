// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

var _ = Describe("Recorder", func() {
	const interval = 2 * time.Second
	var (
		clock    *testclock.FakeClock
		garden   client.WithWatch
		writes   chan struct{}
		failure  error
		recorder *Recorder
	)
	BeforeEach(func() {
		clock = testclock.NewFakeClock(time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC))
		writes, failure = make(chan struct{}, 100), nil
		garden = fake.NewClientBuilder().WithScheme(kubernetesscheme.Scheme).WithInterceptorFuncs(interceptor.Funcs{
			Apply: func(ctx context.Context, c client.WithWatch, object runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
				if failure != nil {
					return failure
				}
				writes <- struct{}{}
				return c.Apply(ctx, object, opts...)
			},
		}).Build()
		recorder = NewRecorder(garden, clock, interval, time.Minute)
	})
	record := func(ctx context.Context, namespace string) <-chan error {
		waited := make(chan error, 1)
		pending := clock.Waiters()
		go func() { waited <- recorder.Record(ctx, namespace) }()
		Eventually(func() bool { return clock.Waiters() > pending || len(waited) > 0 || recorder.waits(namespace) }).Should(BeTrue())
		return waited
	}
	pushedAt := func(ctx context.Context, namespace string) string {
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-push"}, configMap)).To(Succeed())
		return configMap.Data["pushedAt"]
	}

	It("stores the first push at once, and combines the following ones", func(ctx SpecContext) {
		first := record(ctx, "garden-demo")
		clock.Step(0)
		Eventually(first).Should(Receive(BeNil()))
		Expect(pushedAt(ctx, "garden-demo")).To(Equal("2026-11-24T12:00:00.000Z"))

		clock.Step(100 * time.Millisecond)
		var waiting []*storedPush
		for i := range 50 {
			next, waits := recorder.next(ctx, "garden-demo")
			Expect(waits).To(Equal(i < mostWaiting), "the others are answered before")
			waiting = append(waiting, next)
		}
		Expect(writes).To(HaveLen(1))
		clock.Step(interval)
		for _, each := range waiting {
			Eventually(each.done).Should(BeClosed())
			Expect(each.err).NotTo(HaveOccurred())
		}
		Expect(writes).To(HaveLen(2))
		Expect(pushedAt(ctx, "garden-demo")).To(Equal("2026-11-24T12:00:02.100Z"), "not before the last of them")
	})

	It("does not delay one project for another", func(ctx SpecContext) {
		first := record(ctx, "garden-demo")
		clock.Step(0)
		Eventually(first).Should(Receive(BeNil()))
		record(ctx, "garden-demo")
		other := record(ctx, "garden-other")
		clock.Step(0)
		Eventually(other).Should(Receive(BeNil()))
	})

	It("stores a push after its client has disconnected", func(ctx SpecContext) {
		leaving, leave := context.WithCancel(ctx)
		waited := record(leaving, "garden-demo")
		leave()
		Eventually(waited).Should(Receive(MatchError(context.Canceled)))
		clock.Step(0)
		Eventually(writes).Should(Receive())
	})

	It("returns an error to all waiting requests, and stores the next push", func(ctx SpecContext) {
		failure = errors.New("no space left")
		waited := record(ctx, "garden-demo")
		clock.Step(0)
		Eventually(waited).Should(Receive(MatchError(ContainSubstring("no space left"))))
		failure = nil
		again := record(ctx, "garden-demo")
		clock.Step(interval)
		Eventually(again).Should(Receive(BeNil()))
	})
})

var _ = Describe("Recorder's rate limit", func() {
	const interval = 2 * time.Second
	newRecorder := func(write func() error) (*Recorder, *testclock.FakeClock) {
		clock := testclock.NewFakeClock(time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC))
		garden := fake.NewClientBuilder().WithScheme(kubernetesscheme.Scheme).WithInterceptorFuncs(interceptor.Funcs{
			Apply: func(context.Context, client.WithWatch, runtime.ApplyConfiguration, ...client.ApplyOption) error {
				return write()
			},
		}).Build()
		return NewRecorder(garden, clock, interval, time.Minute), clock
	}
	// stored steps the clock to the next push, and waits until the Recorder has tried to store it.
	stored := func(recorder *Recorder, clock *testclock.FakeClock) (*storedPush, bool) {
		GinkgoHelper()
		next, waits := recorder.next(GinkgoT().Context(), "garden-demo")
		clock.SetTime(next.due)
		Eventually(next.done).Should(BeClosed())
		return next, waits
	}

	It("limits a project with constant pushes, and stores the last push later", func() {
		writes := 0
		recorder, clock := newRecorder(func() error { writes++; return nil })
		began := clock.Now()
		for i := range pushesAtOnce {
			_, waits := stored(recorder, clock)
			Expect(waits).To(BeTrue(), "push %d", i)
		}
		Expect(clock.Since(began)).To(Equal((pushesAtOnce - 1) * interval))
		for range 20 {
			stored(recorder, clock)
		}
		Expect(writes).To(Equal(pushesAtOnce + 20))
		Expect(clock.Since(began)).To(BeNumerically("~", 20*perPush, time.Millisecond), "ten at once, and one in ten seconds")
		Expect(recorder.Record(GinkgoT().Context(), "garden-demo")).To(MatchError(errDeferred))
		last, _ := recorder.next(GinkgoT().Context(), "garden-demo")
		clock.SetTime(last.due)
		Eventually(last.done).Should(BeClosed())
		Expect(writes).To(Equal(pushesAtOnce + 21))
	})

	It("retries a deferred push until it is stored", func() {
		failure := error(nil)
		recorder, clock := newRecorder(func() error { return failure })
		for range 2 * pushesAtOnce {
			stored(recorder, clock)
		}
		failure = errors.New("no space left")
		first, waits := stored(recorder, clock)
		Expect(waits).To(BeFalse())
		Expect(first.err).To(HaveOccurred())
		Eventually(recorder.waits).WithArguments("garden-demo").Should(BeTrue(), "it is tried again")
		failure = nil
		second, _ := stored(recorder, clock)
		Expect(second.err).NotTo(HaveOccurred())
		Expect(recorder.waits("garden-demo")).To(BeFalse())
	})

	// deferred returns a Recorder with a deferred push, whose writes fail from now on, and the number of these writes.
	deferred := func(failure error) (*Recorder, *testclock.FakeClock, *atomic.Int32) {
		GinkgoHelper()
		fails, attempts := atomic.Bool{}, &atomic.Int32{}
		recorder, clock := newRecorder(func() error {
			if !fails.Load() {
				return nil
			}
			attempts.Add(1)
			return failure
		})
		for range 2 * pushesAtOnce {
			stored(recorder, clock)
		}
		Expect(recorder.Record(GinkgoT().Context(), "garden-demo")).To(MatchError(errDeferred))
		fails.Store(true)
		return recorder, clock, attempts
	}
	// pauses steps the clock to the write of the push, and returns the pause before the retry.
	pauses := func(recorder *Recorder, clock *testclock.FakeClock, push *storedPush) time.Duration {
		GinkgoHelper()
		clock.SetTime(push.due)
		Eventually(push.done).Should(BeClosed())
		Eventually(recorder.waits).WithArguments("garden-demo").Should(BeTrue())
		return recorder.pushOf("garden-demo").due.Sub(clock.Now())
	}

	DescribeTable("does not retry a deferred push that cannot be stored anymore",
		func(failure error) {
			recorder, clock, attempts := deferred(failure)
			push := recorder.pushOf("garden-demo")
			clock.SetTime(push.due)
			Eventually(push.done).Should(BeClosed())
			Expect(push.err).To(MatchError(failure))
			Eventually(clock.Waiters).Should(BeZero())
			Consistently(recorder.waits, 50*time.Millisecond).WithArguments("garden-demo").Should(BeFalse())
			Expect(attempts.Load()).To(BeEquivalentTo(1))
		},
		Entry("the namespace is deleted", apierrors.NewNotFound(corev1.Resource("namespaces"), "garden-demo")),
		Entry("the namespace is terminating", &apierrors.StatusError{ErrStatus: metav1.Status{
			Reason: metav1.StatusReasonForbidden, Details: &metav1.StatusDetails{Causes: []metav1.StatusCause{{Type: corev1.NamespaceTerminatingCause}}},
		}}),
		Entry("the ConfigMap is immutable", apierrors.NewInvalid(corev1.SchemeGroupVersion.WithKind("ConfigMap").GroupKind(), "flux-push", nil)),
	)

	It("pauses longer before each retry, and no longer than five minutes", func() {
		recorder, clock, attempts := deferred(errors.New("quota exceeded"))
		for i, pause := range []time.Duration{10, 20, 40, 80, 160, 300, 300} {
			Expect(pauses(recorder, clock, recorder.pushOf("garden-demo"))).To(Equal(pause*time.Second), "after attempt %d", i+1)
		}
		Expect(attempts.Load()).To(BeEquivalentTo(7))
	})

	It("does not delay a further push until the retry", func() {
		recorder, clock, attempts := deferred(errors.New("no space left"))
		for range 5 {
			pauses(recorder, clock, recorder.pushOf("garden-demo"))
		}
		retry := recorder.pushOf("garden-demo")
		further, _ := recorder.next(GinkgoT().Context(), "garden-demo")
		Expect(further).To(BeIdenticalTo(retry), "they are stored together")
		Expect(further.due.Sub(clock.Now())).To(BeNumerically("<=", perPush))
		Expect(pauses(recorder, clock, further)).To(Equal(longestPause))
		Expect(attempts.Load()).To(BeEquivalentTo(6))
	})

	It("stores a deferred push when the process ends", func(ctx SpecContext) {
		writes := atomic.Int32{}
		recorder, clock := newRecorder(func() error { writes.Add(1); return nil })
		for range 2 * pushesAtOnce {
			stored(recorder, clock)
		}
		Expect(recorder.Record(ctx, "garden-demo")).To(MatchError(errDeferred))
		before := writes.Load()
		recorder.Flush(ctx)
		Expect(writes.Load()).To(Equal(before+1), "the Git host does not repeat it")
	})

	It("tries once to store a push that is retried when the process ends", func(ctx SpecContext) {
		recorder, clock, attempts := deferred(errors.New("no space left"))
		pauses(recorder, clock, recorder.pushOf("garden-demo"))
		recorder.Flush(ctx)
		Eventually(recorder.waits).WithArguments("garden-demo").Should(BeFalse(), "the process would not end")
		Expect(attempts.Load()).To(BeEquivalentTo(2))
	})

	It("stores the last push last when the process ends during a write", func(ctx SpecContext) {
		var times []string
		begun, proceed := make(chan struct{}, 2), make(chan struct{})
		clock := testclock.NewFakeClock(time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC))
		garden := fake.NewClientBuilder().WithScheme(kubernetesscheme.Scheme).WithInterceptorFuncs(interceptor.Funcs{
			Apply: func(_ context.Context, _ client.WithWatch, object runtime.ApplyConfiguration, _ ...client.ApplyOption) error {
				begun <- struct{}{}
				<-proceed
				times = append(times, object.(*corev1ac.ConfigMapApplyConfiguration).Data["pushedAt"])
				return nil
			},
		}).Build()
		recorder := NewRecorder(garden, clock, interval, time.Minute)
		recorder.next(ctx, "garden-demo")
		clock.Step(0)
		Eventually(begun).Should(Receive())
		recorder.next(ctx, "garden-demo")
		clock.Step(time.Second)
		flushed := make(chan struct{})
		go func() { recorder.Flush(ctx); close(flushed) }()
		Eventually(recorder.ending).Should(BeClosed())
		proceed <- struct{}{}
		Eventually(begun).Should(Receive())
		Expect(flushed).NotTo(BeClosed(), "the push is not stored yet")
		proceed <- struct{}{}
		Eventually(flushed).Should(BeClosed())
		Expect(times).To(Equal([]string{"2026-11-24T12:00:00.000Z", "2026-11-24T12:00:01.000Z"}))
	})

	It("ends in time if pushes cannot be stored", func(ctx SpecContext) {
		release := make(chan struct{})
		DeferCleanup(func() { close(release) })
		recorder, _ := newRecorder(func() error { <-release; return nil })
		recorder.next(ctx, "garden-demo")
		ending, end := context.WithCancel(ctx)
		end()
		recorder.Flush(ending)
	})

	It("forgets a project when its full rate is available again", func(ctx SpecContext) {
		recorder, clock := newRecorder(func() error { return nil })
		stored(recorder, clock)
		clock.Step(pushesAtOnce * perPush)
		recorder.next(ctx, "garden-other")
		Expect(recorder.projects).To(HaveKey("garden-demo"))
		clock.Step(time.Second)
		recorder.next(ctx, "garden-third")
		Expect(recorder.projects).To(And(HaveLen(2), Not(HaveKey("garden-demo"))))
	})
})

// pushOf returns the next push of the project to store.
func (r *Recorder) pushOf(namespace string) *storedPush {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.projects[namespace].next
}

// waits returns whether a push of the project waits to be stored.
func (r *Recorder) waits(namespace string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.projects[namespace] != nil && r.projects[namespace].next != nil
}

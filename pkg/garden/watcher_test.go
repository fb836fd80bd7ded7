// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	toolscache "k8s.io/client-go/tools/cache"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// listed is a cache with one ConfigMap, and synced an informer that has listed it.
type (
	listed struct {
		cache.Cache
		read func(*corev1.ConfigMap) error
	}
	synced struct{ cache.Informer }
)

func (l listed) Get(_ context.Context, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	return l.read(object.(*corev1.ConfigMap))
}

func (synced) HasSynced() bool { return true }

var _ = Describe("Watcher", func() {
	It("logs failed watches once in ten minutes, and does not log watches that end normally", func(ctx SpecContext) {
		var logged []string
		clock := testclock.NewFakeClock(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		t := newWatchErrorLog(funcr.New(func(_, args string) { logged = append(logged, args) }, funcr.Options{}), clock)

		for _, normal := range []error{io.EOF, io.ErrUnexpectedEOF, fmt.Errorf("watch: %w", io.EOF), apierrors.NewResourceExpired("too old")} {
			t.handleWatch(ctx, nil, normal)
		}
		Expect(logged).To(BeEmpty())

		for range 100 {
			t.handleWatch(ctx, nil, errors.New("connection refused"))
			clock.Step(time.Second)
		}
		Expect(logged).To(ConsistOf(ContainSubstring("connection refused")))
		clock.Step(10 * time.Minute)
		t.handleWatch(ctx, nil, errors.New("no such host"))
		Expect(logged).To(HaveLen(2))
	})

	It("drops the annotation of kubectl apply, which may contain the private key", func() {
		kept, err := ownAnnotations(&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{
			Name: "flux-source", ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "kubectl"}}, Annotations: map[string]string{
				"kubectl.kubernetes.io/last-applied-configuration": `{"data":{"identity":"c2VjcmV0"}}`,
				"flux.extensions.gardener.cloud/fingerprint":       "SHA256:x",
			},
		}})
		Expect(err).NotTo(HaveOccurred())
		Expect(kept).To(Equal(&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{
			Name: "flux-source", Annotations: map[string]string{"flux.extensions.gardener.cloud/fingerprint": "SHA256:x"},
		}}))
	})

	It("decodes a rollout once per version, and logs damage once in ten minutes", func() {
		var logged []string
		clock := testclock.NewFakeClock(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		d := decodedRollouts{damages: newDamageLog(funcr.New(func(_, args string) { logged = append(logged, args) }, funcr.Options{}), clock)}
		values, err := (&rollout.State{Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "all"}}}, Target: "one", Rings: []rollout.Ring{{Name: "all"}}}).Encode()
		Expect(err).NotTo(HaveOccurred())
		object := func(uid, version string, values map[string][]byte) *corev1.ConfigMap {
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout", UID: types.UID(uid), ResourceVersion: version}, BinaryData: values}
		}

		first := d.of(object("a", "1", values))
		Expect(first).To(HaveField("Target", "one"))
		Expect(d.of(object("a", "1", nil))).To(BeIdenticalTo(first), "it is not decoded again")
		for range 100 {
			Expect(d.of(object("a", "2", nil))).To(BeNil())
			Expect(d.of(object("a", "3", map[string][]byte{"state": values["state"][:20]}))).To(BeNil())
			clock.Step(time.Second)
		}
		Expect(logged).To(ConsistOf(ContainSubstring("ConfigMap garden-demo/flux-rollout is damaged")))
		Expect(d.of(object("b", "3", values))).NotTo(BeNil(), "it was created again")
		d.forget("garden-demo")
		Expect(d.known).To(BeEmpty())
	})

	It("does not block other projects while it decodes a rollout", func() {
		values, err := (&rollout.State{Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "all"}}}, Target: "one", Rings: []rollout.Ring{{Name: "all"}}}).Encode()
		Expect(err).NotTo(HaveOccurred())
		decoding, goOn, done := make(chan struct{}), make(chan struct{}), make(chan *rollout.State, 1)
		// Damage is logged at the end of decoding.
		log := funcr.New(func(string, string) {
			close(decoding)
			<-goOn
		}, funcr.Options{})
		d := decodedRollouts{damages: newDamageLog(log, testclock.NewFakeClock(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))}
		object := func(namespace string, values map[string][]byte) *corev1.ConfigMap {
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-rollout", ResourceVersion: "1"}, BinaryData: values}
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			d.of(object("garden-hostile", nil))
		}()
		Eventually(decoding).Should(BeClosed())
		go func() { done <- d.of(object("garden-demo", values)) }()
		Eventually(done).Should(Receive(HaveField("Target", "one")))
		close(goOn)
		Eventually(ended).Should(BeClosed())
	})

	DescribeTable("forgets the decoded rollout of a project",
		func(ctx SpecContext, config *document.ConfigMap) {
			r := rolloutWatch{decoded: decodedRollouts{damages: newDamageLog(logr.Discard(), testclock.NewFakeClock(time.Time{}))}}
			r.decoded.of(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout", ResourceVersion: "1"}})
			Expect(r.decoded.known).To(HaveLen(1))
			state := State{ConfigMap: config}
			Expect(r.add(ctx, "garden-demo", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config", ResourceVersion: "1"}}, &state)).To(BeTrue())
			Expect(state.Rollout).To(BeNil())
			Expect(r.decoded.known).To(BeEmpty())
		},
		Entry("without a configuration", nil),
		Entry("without a rollout", &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"fluxVersion": "v2.9.0"}}),
	)

	DescribeTable("reads the rollout of a project",
		func(ctx SpecContext, read func(*corev1.ConfigMap) error, matchState, matchErr OmegaMatcher) {
			r := rolloutWatch{watch: &watch{Cache: listed{read: read}, Informer: synced{}}, decoded: decodedRollouts{damages: newDamageLog(logr.Discard(), testclock.NewFakeClock(time.Time{}))}}
			r.decoded.of(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout", ResourceVersion: "1"}})
			state := State{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": "project: {rollout: {rings: [{name: canary}]}}"}}}
			known, err := r.add(ctx, "garden-demo", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config", ResourceVersion: "1"}}, &state)
			Expect(err).To(matchErr)
			Expect(known).To(Equal(err == nil), "a rollout that cannot be read is no reason to release a change")
			Expect(state.Rollout).To(matchState)
		},
		Entry("that exists", func(stored *corev1.ConfigMap) error {
			encoded, err := (&rollout.State{Target: "one", Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "canary"}}}, Rings: []rollout.Ring{{Name: "canary"}}}).Encode()
			*stored = corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout", ResourceVersion: "2"}, BinaryData: encoded}
			return err
		}, HaveField("Target", "one"), BeNil()),
		Entry("that does not exist", func(*corev1.ConfigMap) error {
			return apierrors.NewNotFound(corev1.Resource("configmaps"), "flux-rollout")
		}, BeNil(), BeNil()),
		Entry("that cannot be read", func(*corev1.ConfigMap) error { return errors.New("stopped") }, BeNil(), MatchError(ContainSubstring("stopped"))),
	)

	It("decodes a configured rollout that is not stored once for each version of the configuration", func(ctx SpecContext) {
		r := rolloutWatch{watch: &watch{Cache: listed{read: func(*corev1.ConfigMap) error {
			return apierrors.NewNotFound(corev1.Resource("configmaps"), "flux-rollout")
		}}, Informer: synced{}}, decoded: decodedRollouts{damages: newDamageLog(logr.Discard(), testclock.NewFakeClock(time.Time{}))}}
		configured := func(version, ring string) *fluxv1alpha1.Rollout {
			state := State{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {rollout: {rings: [{name: " + ring + ", purposes: [testing]}]}}"}}}
			Expect(r.add(ctx, "garden-demo", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config", ResourceVersion: version}}, &state)).To(BeTrue())
			return state.Configured
		}
		first := configured("1", "canary")
		Expect(first.Rings).To(ContainElement(HaveField("Name", "canary")))
		Expect(configured("1", "canary")).To(BeIdenticalTo(first), "each health check of a Shoot needs it")
		Expect(configured("2", "early").Rings).To(ContainElement(HaveField("Name", "early")))
	})

	It("drops the parts of a rollout for users", func() {
		kept, err := withoutReport(&corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: "flux-rollout", Annotations: map[string]string{"a": "b"}, ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "x"}}},
			Data:       map[string]string{"status.yaml": "report"}, BinaryData: map[string][]byte{"state": []byte("s")},
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(kept).To(Equal(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "flux-rollout"}, BinaryData: map[string][]byte{"state": []byte("s")}}))
	})

	Describe("changes", func() {
		var (
			changed []string
			handler toolscache.ResourceEventHandler
		)
		object := func(version string) *corev1.ConfigMap {
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config", ResourceVersion: version}}
		}
		BeforeEach(func() {
			changed = []string{}
			handler = changes(func(namespace string) { changed = append(changed, namespace) })
		})

		DescribeTable("reports the project only of a change:",
			func(event func(), want ...string) {
				event()
				Expect(changed).To(Equal(want))
			},
			Entry("created object", func() { handler.OnAdd(object("1"), false) }, "garden-demo"),
			Entry("updated object", func() { handler.OnUpdate(object("1"), object("2")) }, "garden-demo"),
			Entry("deleted object", func() { handler.OnDelete(object("2")) }, "garden-demo"),
			Entry("object deleted while the garden was unreachable", func() {
				handler.OnDelete(toolscache.DeletedFinalStateUnknown{Key: "garden-demo/flux-config", Obj: object("2")})
			}, "garden-demo"),
			Entry("object of the first list", func() { handler.OnAdd(object("1"), true) }),
			Entry("unchanged object that is listed again", func() { handler.OnUpdate(object("1"), object("1")) }),
		)
	})
})

// handledInformer is an informer with the events of a test.
type handledInformer struct {
	cache.Informer

	handlers []toolscache.ResourceEventHandler
}

func (i *handledInformer) AddEventHandler(handler toolscache.ResourceEventHandler) (toolscache.ResourceEventHandlerRegistration, error) {
	i.handlers = append(i.handlers, handler)
	return nil, nil
}

func (i *handledInformer) HasSynced() bool { return false }

// update sends one event about the object in a namespace.
func (i *handledInformer) update(namespace string, version int) {
	object := func(version int) *corev1.ConfigMap {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config", ResourceVersion: fmt.Sprint(version)}}
	}
	for _, handler := range i.handlers {
		handler.OnUpdate(object(version), object(version+1))
	}
}

var _ = Describe("Fold", func() {
	It("folds changes by project without blocking the informer or losing a change", func(ctx SpecContext) {
		running, end := context.WithCancel(ctx)
		DeferCleanup(end)
		configMaps, keys, sourceKeys := &handledInformer{}, &handledInformer{}, &handledInformer{}
		w := watches{{Informer: configMaps}, {Informer: keys}, {Informer: sourceKeys}}
		slow, release := make(chan struct{}, 100), make(chan struct{})
		var calls, seen atomic.Int64
		latest := atomic.Int64{}
		others := make(chan string, 100)
		Expect(w.Follow(running, func(namespace string) {
			if namespace != "garden-slow" {
				others <- namespace
				return
			}
			calls.Add(1)
			seen.Store(latest.Load())
			slow <- struct{}{}
			<-release
		})).To(Succeed())

		configMaps.update("garden-slow", 1)
		Eventually(slow).Should(Receive())
		for i := range 1000 {
			latest.Store(int64(i))
			for _, informer := range []*handledInformer{configMaps, keys, sourceKeys} {
				informer.update("garden-slow", i)
			}
		}
		configMaps.update("garden-other", 1)
		Eventually(others).Should(Receive(Equal("garden-other")), "it does not wait for the slow one")
		Consistently(slow).WithTimeout(100*time.Millisecond).ShouldNot(Receive(), "one call at a time")
		close(release)
		Eventually(slow).Should(Receive())
		Consistently(slow).WithTimeout(100 * time.Millisecond).ShouldNot(Receive())
		Expect(calls.Load()).To(BeEquivalentTo(2))
		Expect(seen.Load()).To(BeEquivalentTo(999), "the last change")
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
)

// handledInformer is an informer whose events the test makes.
type handledInformer struct {
	cache.Informer

	handlers []toolscache.ResourceEventHandler
}

func (i *handledInformer) AddEventHandler(handler toolscache.ResourceEventHandler) (toolscache.ResourceEventHandlerRegistration, error) {
	i.handlers = append(i.handlers, handler)
	return nil, nil
}

func (i *handledInformer) HasSynced() bool { return false }

// update is one event about the object of a namespace.
func (i *handledInformer) update(namespace string, version int) {
	object := func(version int) *corev1.ConfigMap {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config", ResourceVersion: fmt.Sprint(version)}}
	}
	for _, handler := range i.handlers {
		handler.OnUpdate(object(version), object(version+1))
	}
}

var _ = Describe("The changes of projects that are followed", func() {
	It("hold up no informer, are folded for each project, and none of them is lost", func(ctx SpecContext) {
		running, end := context.WithCancel(ctx)
		DeferCleanup(end)
		configMaps, keys, sourceKeys := &handledInformer{}, &handledInformer{}, &handledInformer{}
		w := &Watcher{configMaps: configMaps, keys: keys, sourceKeys: sourceKeys}
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

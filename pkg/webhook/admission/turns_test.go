// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// slowResolver resolves until it is released, or its context is done.
type slowResolver struct {
	started chan string
	release chan struct{}
}

func (slowResolver) LabelPrefixes() []string { return nil }

func (r slowResolver) Resolve(ctx context.Context, project *document.ConfigMap, _ *configuration.Shoot) (*resolved.Configuration, document.Errors, error) {
	r.started <- project.Namespace
	select {
	case <-r.release:
		return &resolved.Configuration{}, nil, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func (r slowResolver) ResolveOverridden(ctx context.Context, configMap *document.ConfigMap, _ []string) (*resolved.Configuration, document.Errors, error) {
	return r.Resolve(ctx, configMap, nil)
}

func fluxConfig(namespace string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, Data: map[string]string{"config.yaml": "{}"}}
}

var _ = Describe("Concurrent checks", func() {
	var (
		resolver slowResolver
		handler  *ConfigMapHandler
		answers  chan admission.Response
	)
	BeforeEach(func() {
		resolver = slowResolver{started: make(chan string), release: make(chan struct{})}
		handler = &ConfigMapHandler{Decoder: admission.NewDecoder(newScheme()), Resolver: resolver, Turns: NewTurns(2)}
		answers = make(chan admission.Response, 2*mostWaiting)
	})
	handle := func(ctx context.Context, namespace string) {
		handler, answers := handler, answers // The next spec has others.
		go func() { answers <- handler.Handle(ctx, configMapRequest(nil, fluxConfig(namespace))) }()
	}

	It("are limited to one per project", func(ctx SpecContext) {
		handle(ctx, "garden-slow")
		Eventually(resolver.started).Should(Receive(Equal("garden-slow")))
		handle(ctx, "garden-slow")
		Eventually(func() int { return handler.Turns.requests("garden-slow") }).Should(Equal(2), "it waits")
		handle(ctx, "garden-other")
		Eventually(resolver.started).Should(Receive(Equal("garden-other")))
		Consistently(resolver.started, "50ms").ShouldNot(Receive())

		resolver.release <- struct{}{}
		resolver.release <- struct{}{}
		Eventually(resolver.started).Should(Receive(Equal("garden-slow")), "its turn")
		resolver.release <- struct{}{}
		for range 3 {
			Eventually(answers).Should(Receive(HaveField("Allowed", true)))
		}
		Expect(handler.Turns.projects).To(BeEmpty(), "nothing is kept of projects without requests")
	})

	It("are refused with a retriable response if a project has too many requests", func(ctx SpecContext) {
		ctx2, cancel := context.WithCancel(ctx)
		defer cancel()
		for range mostWaiting {
			handle(ctx2, "garden-slow")
		}
		Eventually(func() int { return handler.Turns.requests("garden-slow") }).Should(Equal(mostWaiting))
		Eventually(resolver.started).Should(Receive())
		refused := handler.Handle(ctx, configMapRequest(nil, fluxConfig("garden-slow")))
		Expect(refused.Allowed).To(BeFalse())
		Expect(refused.Result.Code).To(BeEquivalentTo(http.StatusTooManyRequests))
		Expect(refused.Result.Message).To(Equal("the configuration of Flux cannot be checked at the moment, try again: 100 other requests of this project are waiting"))
	})

	It("are refused for a large object only beside other large objects of the project", func(ctx SpecContext) {
		ctx2, cancel := context.WithCancel(ctx)
		defer cancel()
		handler, answers := handler, answers
		large := func(namespace string) admission.Request {
			configMap := fluxConfig(namespace)
			configMap.Data["config.yaml"] = strings.Repeat("x", mostHeld/2)
			return configMapRequest(nil, configMap)
		}
		go func() { answers <- handler.Handle(ctx2, large("garden-slow")) }()
		Eventually(resolver.started).Should(Receive(Equal("garden-slow")))
		Expect(handler.Handle(ctx, large("garden-slow")).Result.Message).To(ContainSubstring("1 other requests of this project are waiting"))
		handle(ctx2, "garden-slow")
		Eventually(func() int { return handler.Turns.requests("garden-slow") }).Should(Equal(2), "a small one waits")
		go func() { answers <- handler.Handle(ctx2, large("garden-other")) }()
		Eventually(resolver.started).Should(Receive(Equal("garden-other")))
	})

	It("end with the request's context", func(ctx SpecContext) {
		ending, cancel := context.WithCancel(ctx)
		handle(ending, "garden-slow")
		Eventually(resolver.started).Should(Receive())
		cancel()
		var answer admission.Response
		Eventually(answers).Should(Receive(&answer))
		Expect(answer.Result.Code).To(BeEquivalentTo(http.StatusTooManyRequests))
	})
})

// requests is the number of requests of a project that are checked or wait.
func (t *Turns) requests(namespace string) int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if project := t.projects[namespace]; project != nil {
		return project.requests
	}
	return 0
}

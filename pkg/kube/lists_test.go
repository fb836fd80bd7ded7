// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube_test

import (
	"net/http"
	"net/http/httptest"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

var _ = Describe("ListConsistently", func() {
	var (
		server *httptest.Server
		config *rest.Config

		mutex sync.Mutex
		lists []string
	)

	BeforeEach(func() {
		lists = nil
		server = httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, request *http.Request) {
			query := request.URL.Query()
			to.Header().Set("Content-Type", "application/json")
			switch {
			case query.Has("sendInitialEvents"): // An API server without WatchList refuses it.
				to.WriteHeader(http.StatusUnprocessableEntity)
			case query.Has("watch"):
				to.WriteHeader(http.StatusOK)
				to.(http.Flusher).Flush() //nolint:forcetypeassert // it is the one of net/http
				<-request.Context().Done()
			default:
				mutex.Lock()
				defer mutex.Unlock()
				lists = append(lists, query.Encode())
				_, _ = to.Write([]byte(`{"apiVersion":"v1","kind":"ConfigMapList","metadata":{"resourceVersion":"7"},"items":[]}`)) // The client reads it.
			}
		}))
		DeferCleanup(server.Close)
		DeferCleanup(server.CloseClientConnections)
		config = &rest.Config{Host: server.URL, QPS: -1}
	})

	// fill fills a cache of ConfigMaps and returns the queries of its lists.
	fill := func(ctx SpecContext) []string {
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
		filled, err := cache.New(config, cache.Options{Scheme: scheme.Scheme, Mapper: mapper})
		Expect(err).NotTo(HaveOccurred())
		_, err = filled.GetInformer(ctx, &corev1.ConfigMap{}, cache.BlockUntilSynced(false))
		Expect(err).NotTo(HaveOccurred())
		go func() {
			defer GinkgoRecover()
			Expect(filled.Start(ctx)).To(Succeed())
		}()
		Expect(filled.WaitForCacheSync(ctx)).To(BeTrue())
		mutex.Lock()
		defer mutex.Unlock()
		return lists
	}

	It("is needed: the cache of an API server without WatchList begins with a list of any version", func(ctx SpecContext) {
		Expect(fill(ctx)).To(ConsistOf(ContainSubstring("resourceVersion=0")))
	})

	It("lets the cache begin with a list of the most recent version", func(ctx SpecContext) {
		kube.ListConsistently(config)
		Expect(fill(ctx)).To(ConsistOf(Not(ContainSubstring("resourceVersion"))))
	})
})

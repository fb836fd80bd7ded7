// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// apiServer is the API server of a shoot with GitRepositories, all of one size.
type apiServer struct {
	*httptest.Server
	// objects are how many there are, and size is how many bytes each has beside its metadata.
	objects, size int
	// read counts the bytes of lists, and patched the objects.
	read, patched atomic.Int64
}

const filler = `"ignore":"`

func newAPIServer(objects, size int) *apiServer {
	s := &apiServer{objects: objects, size: size}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.EnableHTTP2 = true
	s.StartTLS()
	DeferCleanup(s.Close)
	return s
}

func (s *apiServer) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	write := func(document string, args ...any) { _, _ = fmt.Fprintf(w, document, args...) }
	const definition = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"gitrepositories.source.toolkit.fluxcd.io",` +
		`"annotations":{"resources.gardener.cloud/origin":"seed:shoot--demo--only/extension-shoot-flux-crds"}},` +
		`"spec":{"group":"source.toolkit.fluxcd.io","names":{"kind":"GitRepository"},"versions":[{"name":"v1","served":true,"storage":true,` +
		`"schema":{"openAPIV3Schema":{"properties":{"spec":{"properties":{"suspend":{"type":"boolean"}}}}}}}]}}`
	name := path.Base(r.URL.Path)
	switch {
	case r.Method == http.MethodPatch:
		s.patched.Add(1)
		write(`{"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata","metadata":{"name":%q,"namespace":"apps"}}`, name)
	case name == "customresourcedefinitions":
		write(`{"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadataList","metadata":{},"items":[%s]}`, definition)
	case strings.HasPrefix(name, "gitrepositories."):
		write(definition)
	case r.URL.Path == "/apis/source.toolkit.fluxcd.io/v1":
		write(`{"apiVersion":"v1","kind":"APIResourceList","groupVersion":"source.toolkit.fluxcd.io/v1","resources":[{"name":"gitrepositories","kind":"GitRepository","namespaced":true,"verbs":["list"]}]}`)
	case name == "gitrepositories":
		s.page(w, r)
	case r.URL.Path == "/api":
		write(`{"kind":"APIVersions","versions":["v1"]}`)
	case r.URL.Path == "/apis":
		write(`{"apiVersion":"v1","kind":"APIGroupList","groups":[{"name":"source.toolkit.fluxcd.io","versions":[{"groupVersion":"source.toolkit.fluxcd.io/v1","version":"v1"}],"preferredVersion":{"groupVersion":"source.toolkit.fluxcd.io/v1","version":"v1"}}]}`)
	case r.URL.Path == "/api/v1":
		write(`{"apiVersion":"v1","kind":"APIResourceList","groupVersion":"v1","resources":[]}`)
	default:
		w.WriteHeader(http.StatusNotFound)
		write(`{"apiVersion":"v1","kind":"Status","status":"Failure","code":404,"reason":"NotFound"}`)
	}
}

// page answers with as many objects as were asked for.
func (s *apiServer) page(w http.ResponseWriter, r *http.Request) {
	start, _ := strconv.Atoi(r.URL.Query().Get("continue"))
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	end := s.objects
	if limit > 0 {
		end = min(start+limit, s.objects)
	}
	metadata, kind, next := strings.Contains(r.Header.Get("Accept"), "PartialObjectMetadata"), "GitRepositoryList", ""
	if metadata {
		kind = "PartialObjectMetadataList"
	}
	if end < s.objects {
		next = strconv.Itoa(end)
	}
	counted := io.MultiWriter(w, counter{&s.read})
	_, _ = fmt.Fprintf(counted, `{"apiVersion":"source.toolkit.fluxcd.io/v1","kind":%q,"metadata":{"continue":%q},"items":[`, kind, next)
	body := []byte(strings.Repeat("x", s.size))
	for i := start; i < end; i++ {
		if i > start {
			_, _ = io.WriteString(counted, ",")
		}
		_, _ = fmt.Fprintf(counted, `{"apiVersion":"source.toolkit.fluxcd.io/v1","kind":"GitRepository","metadata":{"name":"repository-%d","namespace":"apps","uid":"1","resourceVersion":"1","finalizers":["finalizers.fluxcd.io"]}`, i)
		if !metadata {
			_, _ = io.WriteString(counted, `,"spec":{`+filler)
			if _, err := counted.Write(body); err != nil {
				return
			}
			_, _ = io.WriteString(counted, `"}`)
		}
		_, _ = io.WriteString(counted, "}")
	}
	_, _ = io.WriteString(counted, "]}")
}

type counter struct{ n *atomic.Int64 }

func (c counter) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}

// connected are clients for shoots, all with this API server, whose requests may take as long.
func connected(s *apiServer, timeout time.Duration, namespaces ...string) *Clients {
	GinkgoHelper()
	return connectedWith(s.Server, Options{Timeout: timeout}, namespaces...)
}

// connectedWith does the same with other options.
func connectedWith(s *httptest.Server, options Options, namespaces ...string) *Clients {
	GinkgoHelper()
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	config, err := json.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "Config", "current-context": "c",
		"clusters": []any{map[string]any{"name": "c", "cluster": map[string]any{"server": s.URL, "certificate-authority-data": authority}}},
		"contexts": []any{map[string]any{"name": "c", "context": map[string]any{"cluster": "c", "user": "u"}}},
		"users":    []any{map[string]any{"name": "u", "user": map[string]any{"token": "t"}}},
	})
	Expect(err).NotTo(HaveOccurred())
	seed := fake.NewClientBuilder()
	for _, namespace := range namespaces {
		seed = seed.WithObjects(&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "gardener-internal"}, Data: map[string][]byte{"kubeconfig": config}})
	}
	reader := seed.Build()
	options.Recheck, options.Retry = time.Minute, time.Minute
	return NewClients(reader, reader, clock.RealClock{}, options)
}

const only = "shoot--demo--only"

var root = types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}

var _ = Describe("Shoot with many Flux objects", func() {
	DescribeTable("is suspended and unblocked page by page, within the memory of a page",
		func(ctx SpecContext, objects, size int) {
			server := newAPIServer(objects, size)
			shoot, err := connected(server, 10*time.Second, only).Connect(ctx, only)
			Expect(err).NotTo(HaveOccurred())
			began := time.Now()
			peak := controllertest.PeakHeap(func() {
				Expect(shoot.Suspend(ctx, root)).To(Equal(objects))
				Expect(shoot.UnblockDeletion(ctx, []string{"gitrepositories.source.toolkit.fluxcd.io"})).To(BeZero())
			})
			AddReportEntry("load", fmt.Sprintf("%d objects of %d KiB: peak heap %d MiB, %d MiB of lists, %s", objects, size>>10, peak/controllertest.Mebibyte, server.read.Load()/controllertest.Mebibyte, time.Since(began).Round(time.Millisecond)))
			Expect(server.patched.Load()).To(BeEquivalentTo(2 * objects))
			Expect(peak).To(BeNumerically("<", 128*controllertest.Mebibyte))
		},
		Entry("small objects", 300, 2<<10),
		Entry("objects of which few fit into a response", 60, 1<<20),
		Entry("objects of which one fits into a response", 5, 3<<20),
	)

	It("is refused with the name of the request if a single object exceeds the limit", func(ctx SpecContext) {
		server := newAPIServer(3, 5<<20)
		shoot, err := connected(server, 10*time.Second, only).Connect(ctx, only)
		Expect(err).NotTo(HaveOccurred())
		peak := controllertest.PeakHeap(func() {
			_, err = shoot.Suspend(ctx, root)
		})
		Expect(err).To(MatchError(`failed to list objects of kind GitRepository in the shoot: GET "/apis/source.toolkit.fluxcd.io/v1/gitrepositories": the response is larger than 4096 KiB`))
		Expect(peak).To(BeNumerically("<", 128*controllertest.Mebibyte))
	})
})

var _ = Describe("Many shoots with responses at the limits", func() {
	It("take no more memory than a few of them", func(ctx SpecContext) {
		server := newAPIServer(0, 0)
		answer := []byte(`{"apiVersion":"source.toolkit.fluxcd.io/v1","kind":"GitRepository","metadata":{"name":"flux-system","namespace":"flux-system"},"status":{"conditions":[{}` +
			strings.Repeat(",{}", 99_000) + `],"observedGeneration":1},"spec":{"ignore":"` + strings.Repeat("x", 3<<20) + `"}}`)
		server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(answer)
		})
		var namespaces []string
		for i := range 60 {
			namespaces = append(namespaces, "shoot--demo--"+strconv.Itoa(i))
		}
		clients := connected(server, 10*time.Second, namespaces...)
		delivered := observe.Sync{SourceKind: "GitRepository", Source: root, Root: root}
		peak := controllertest.PeakHeap(func() {
			var all sync.WaitGroup
			for _, namespace := range namespaces {
				all.Go(func() {
					defer GinkgoRecover()
					_ = clients.Ask(ctx, namespace, func(ctx context.Context, shoot client.Reader) error {
						_, err := observe.ReadShoot(ctx, shoot, delivered)
						return err
					})
				})
			}
			all.Wait()
		})
		AddReportEntry("peak heap, MiB", peak/controllertest.Mebibyte)
		Expect(peak).To(BeNumerically("<", 512*controllertest.Mebibyte), "of the shoots and of the server in this process")
	})

	It("take no more memory if all Flux objects are read page by page", Label("load"), func(ctx SpecContext) {
		server := newAPIServer(0, 0)
		item := `{"metadata":{"namespace":"apps","name":"%d-%d"},"status":{"conditions":[{}` + strings.Repeat(",{}", 9_000) + `]},"spec":{"ignore":"` + strings.Repeat("x", 300<<10) + `"}}`
		var round atomic.Int64
		server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			next := ""
			if r.URL.Query().Get("continue") == "" {
				next = "more"
			}
			_, _ = fmt.Fprintf(w, `{"apiVersion":"v1","kind":"List","metadata":{"continue":%q},"items":[`, next)
			page := round.Add(1)
			for i := range 10 {
				if i > 0 {
					_, _ = io.WriteString(w, ",")
				}
				_, _ = fmt.Fprintf(w, item, page, i)
			}
			_, _ = io.WriteString(w, "]}")
		})
		var namespaces []string
		for i := range 20 {
			namespaces = append(namespaces, "shoot--demo--"+strconv.Itoa(i))
		}
		clients := connected(server, 30*time.Second, namespaces...)
		kinds := []schema.GroupVersionKind{{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Kind: "Kustomization"}, {Group: "helm.toolkit.fluxcd.io", Version: "v2", Kind: "HelmRelease"}}
		var objects atomic.Int64
		peak := controllertest.PeakHeap(func() {
			var all sync.WaitGroup
			for _, namespace := range namespaces {
				all.Go(func() {
					defer GinkgoRecover()
					// On a busy machine, a shoot may exceed its share of time, and has to be asked again.
					Eventually(ctx, func() error {
						return clients.Ask(ctx, namespace, func(ctx context.Context, shoot client.Reader) error {
							read, err := tree.Read(ctx, shoot, kinds, 1000)
							if err == nil {
								objects.Add(int64(len(read.All)))
							}
							return err
						})
					}).WithTimeout(15 * time.Minute).Should(Succeed())
				})
			}
			all.Wait()
		})
		AddReportEntry("peak heap, MiB", peak/controllertest.Mebibyte)
		Expect(objects.Load()).To(BeEquivalentTo(20 * 2 * 2 * 10))
		Expect(peak).To(BeNumerically("<", 512*controllertest.Mebibyte), "of the shoots and of the server in this process")
	})
})

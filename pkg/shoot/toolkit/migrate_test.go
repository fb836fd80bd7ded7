// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

const (
	kustomizations = "kustomizations.kustomize.toolkit.fluxcd.io"
	providers      = "providers.notification.toolkit.fluxcd.io"
)

// watch is a clock that is set by hand.
type watch struct{ now time.Time }

func (w *watch) Now() time.Time                  { return w.now }
func (w *watch) Since(t time.Time) time.Duration { return w.now.Sub(t) }

// old is a CustomResourceDefinition with objects that may be stored in a version that goes.
func old(group, kind, plural string) *apiextensionsv1.CustomResourceDefinition {
	definition := crd(group, kind, plural, true, ours)
	definition.UID, definition.Generation = types.UID(plural), 1
	definition.Status.StoredVersions = []string{"v1beta2", "v1"}
	return definition
}

// writes counts what is written to a shoot, and may deny it.
type writes struct {
	mutex   sync.Mutex
	objects []string
	settled []string
	// onWrite is called before an object is written, and may refuse it.
	onWrite func(name string) error
	// stale is the name of an object with managed fields in a version that goes.
	stale string
}

// take returns what was written since the last time.
func (w *writes) take() []string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	objects := w.objects
	w.objects = nil
	return objects
}

// through returns a client that is counted.
func (w *writes) through(c client.Client) client.Client {
	withWatch, _ := c.(client.WithWatch)
	return interceptor.NewClient(withWatch, interceptor.Funcs{
		List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			err := c.List(ctx, list, options...)
			objects, _ := list.(*metav1.PartialObjectMetadataList)
			for i := range objects.Items {
				if o := &objects.Items[i]; o.Name == w.stale {
					o.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "other", APIVersion: "kustomize.toolkit.fluxcd.io/v1beta2", FieldsV1: metav1.NewFieldsV1("{}")}}
				}
			}
			return err
		},
		Patch: func(ctx context.Context, c client.WithWatch, o client.Object, patch client.Patch, options ...client.PatchOption) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			w.mutex.Lock()
			w.objects = append(w.objects, o.GetName())
			onWrite := w.onWrite
			w.mutex.Unlock()
			if onWrite != nil {
				if err := onWrite(o.GetName()); err != nil {
					return err
				}
			}
			return c.Patch(ctx, o, patch, options...)
		},
		SubResourcePatch: func(ctx context.Context, c client.Client, sub string, o client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			w.mutex.Lock()
			w.settled = append(w.settled, o.GetName())
			w.mutex.Unlock()
			return c.SubResource(sub).Patch(ctx, o, patch, options...)
		},
	})
}

var _ = Describe("Migrations", func() {
	remaining := map[string][]string{kustomizations: {"v1"}, providers: {"v1"}}
	var (
		clock *watch
		w     *writes
		m     *Migrations
	)

	BeforeEach(func() {
		clock = &watch{now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
		w = &writes{}
		m = NewMigrations(clock)
	})

	identified := func(o *unstructured.Unstructured) { o.SetUID(types.UID(o.GetName())) }
	// of is a shoot with so many Kustomizations.
	of := func(count int, others ...client.Object) (*Shoot, client.Client) {
		GinkgoHelper()
		objects := append([]client.Object{old("kustomize.toolkit.fluxcd.io", "Kustomization", "kustomizations")}, others...)
		for i := range count {
			objects = append(objects, kustomization("apps", fmt.Sprintf("k%04d", i), identified))
		}
		_, c, _ := shootWith(nil, objects...)
		return New(technicalID, w.through(c), nil), c
	}
	storedVersions := func(ctx context.Context, c client.Client) []string {
		GinkgoHelper()
		definition := &apiextensionsv1.CustomResourceDefinition{}
		Expect(c.Get(ctx, client.ObjectKey{Name: kustomizations}, definition)).To(Succeed())
		return definition.Status.StoredVersions
	}

	It("finish over interrupted attempts without writing an object twice", func(ctx SpecContext) {
		shoot, c := of(1000)
		seen := map[string]int{}
		attempts := 0
		for done := false; !done; attempts++ {
			Expect(attempts).To(BeNumerically("<", 20))
			attempt, cancel := context.WithCancel(ctx)
			var begun atomic.Int32
			w.onWrite = func(string) error {
				if begun.Add(1) == 150 {
					cancel()
				}
				return nil
			}
			migrated, err := shoot.Migrate(attempt, m, remaining)
			cancel()
			written := w.take()
			for _, name := range written {
				seen[name]++
			}
			if done = err == nil; done {
				Expect(migrated).To(Equal([]string{kustomizations}))
				continue
			}
			Expect(err).To(MatchError(context.Canceled))
			Expect(err).To(MatchError(ContainSubstring("objects of kind Kustomization in the shoot are not rewritten yet")))
			Expect(migrated).To(BeEmpty())
			Expect(len(written)).To(BeNumerically("<", 150+8), "the loop ends with the context")
			Expect(storedVersions(ctx, c)).To(Equal([]string{"v1beta2", "v1"}))
			Expect(w.settled).To(BeEmpty())
		}
		Expect(attempts).To(Equal(7))
		Expect(seen).To(HaveLen(1000))
		for name, times := range seen {
			Expect(times).To(Equal(1), name)
		}
		Expect(storedVersions(ctx, c)).To(Equal([]string{"v1"}))
	})

	It("retry only denied objects, and continue with others", func(ctx SpecContext) {
		shoot, c := of(100, old("notification.toolkit.fluxcd.io", "Provider", "providers"), object("notification.toolkit.fluxcd.io", "Provider", "apps", "chat", identified))
		w.onWrite = func(name string) error {
			if name == "k0042" {
				return errors.New("denied by a webhook")
			}
			return nil
		}
		migrated, err := shoot.Migrate(ctx, m, remaining)
		Expect(err).To(MatchError("failed to rewrite Kustomization apps/k0042 in the shoot: denied by a webhook"))
		Expect(migrated).To(Equal([]string{providers}))
		Expect(w.take()).To(HaveLen(101))

		migrated, err = shoot.Migrate(ctx, m, remaining)
		Expect(err).To(MatchError(ContainSubstring("k0042")))
		Expect(migrated).To(BeEmpty())
		Expect(w.take()).To(Equal([]string{"k0042"}))
		Expect(storedVersions(ctx, c)).To(Equal([]string{"v1beta2", "v1"}))

		w.onWrite = nil
		Expect(shoot.Migrate(ctx, m, remaining)).To(Equal([]string{kustomizations}))
		Expect(w.take()).To(Equal([]string{"k0042"}))
		Expect(storedVersions(ctx, c)).To(Equal([]string{"v1"}))
	})

	It("write a bounded number of objects at a time", func(ctx SpecContext) {
		shoot, _ := of(40)
		var now, most atomic.Int32
		var several sync.Once
		company := make(chan struct{})
		w.onWrite = func(string) error {
			n := now.Add(1)
			defer now.Add(-1)
			for {
				if before := most.Load(); n <= before || most.CompareAndSwap(before, n) {
					break
				}
			}
			if n > 1 {
				several.Do(func() { close(company) })
			}
			select {
			case <-company:
			case <-ctx.Done():
			}
			return ctx.Err()
		}
		Expect(shoot.Migrate(ctx, m, remaining)).To(Equal([]string{kustomizations}))
		Expect(most.Load()).To(And(BeNumerically(">", 1), BeNumerically("<=", 8)))
	}, SpecTimeout(10*time.Second))

	DescribeTable("rewrite only objects that changed since they were recorded",
		func(ctx SpecContext, change func(context.Context, client.Client), want int) {
			shoot, c := of(10)
			w.onWrite = func(name string) error {
				if name == "k0000" {
					return errors.New("denied")
				}
				return nil
			}
			_, err := shoot.Migrate(ctx, m, remaining)
			Expect(err).To(HaveOccurred())
			Expect(w.take()).To(HaveLen(10))
			change(ctx, c)
			_, err = shoot.Migrate(ctx, m, remaining)
			Expect(err).To(HaveOccurred())
			Expect(w.take()).To(HaveLen(want))
		},
		Entry("no change", func(context.Context, client.Client) {}, 1),
		Entry("changed definition", func(ctx context.Context, c client.Client) {
			definition := &apiextensionsv1.CustomResourceDefinition{}
			Expect(c.Get(ctx, client.ObjectKey{Name: kustomizations}, definition)).To(Succeed())
			definition.Generation++
			Expect(c.Update(ctx, definition)).To(Succeed())
		}, 10),
		Entry("recreated definition", func(ctx context.Context, c client.Client) {
			definition := &apiextensionsv1.CustomResourceDefinition{}
			Expect(c.Get(ctx, client.ObjectKey{Name: kustomizations}, definition)).To(Succeed())
			definition.UID = "another"
			Expect(c.Update(ctx, definition)).To(Succeed())
		}, 10),
		Entry("recreated object", func(ctx context.Context, c client.Client) {
			again := kustomization("apps", "k0005")
			Expect(c.Get(ctx, client.ObjectKeyFromObject(again), again)).To(Succeed())
			again.SetUID("another")
			Expect(c.Update(ctx, again)).To(Succeed())
		}, 2),
		Entry("object with managed fields in a removed version", func(context.Context, client.Client) { w.stale = "k0005" }, 2),
		Entry("migration that was abandoned for two hours", func(context.Context, client.Client) { clock.now = clock.now.Add(2 * time.Hour) }, 10),
	)

	It("rewrite all objects of a shoot that was restored from a backup", func(ctx SpecContext) {
		deny := func(name string) error {
			if name == "k0000" {
				return errors.New("denied")
			}
			return nil
		}
		shoot, _ := of(10)
		w.onWrite = deny
		_, err := shoot.Migrate(ctx, m, remaining)
		Expect(err).To(HaveOccurred())
		Expect(w.take()).To(HaveLen(10))
		restored, _ := of(10) // The same objects, as they were.
		_, err = restored.Migrate(ctx, m, remaining)
		Expect(err).To(HaveOccurred())
		Expect(w.take()).To(HaveLen(10))
	})

	It("do not treat a timed out request as done", func(ctx SpecContext) {
		var settled, patched atomic.Int32
		respond := func(writer http.ResponseWriter, body any) {
			writer.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(writer).Encode(body)
		}
		listOf := func(kind, apiVersion string, names ...string) *metav1.PartialObjectMetadataList {
			list := &metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{Kind: "PartialObjectMetadataList", APIVersion: "meta.k8s.io/v1"}}
			for _, name := range names {
				list.Items = append(list.Items, metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{Kind: kind, APIVersion: apiVersion},
					ObjectMeta: metav1.ObjectMeta{Namespace: "apps", Name: name, UID: types.UID(name), ResourceVersion: "1"}})
			}
			return list
		}
		definition := old("kustomize.toolkit.fluxcd.io", "Kustomization", "kustomizations")
		definition.TypeMeta = metav1.TypeMeta{Kind: "CustomResourceDefinition", APIVersion: "apiextensions.k8s.io/v1"}
		server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
			_, _ = io.Copy(io.Discard, request.Body)
			switch path := request.URL.Path; {
			case strings.HasSuffix(path, "/status"):
				settled.Add(1)
				respond(writer, definition)
			case request.Method == http.MethodPatch:
				patched.Add(1)
				<-request.Context().Done() // It hangs, until the client goes away.
			case strings.HasSuffix(path, "/customresourcedefinitions"):
				respond(writer, listOf("CustomResourceDefinition", "apiextensions.k8s.io/v1", kustomizations))
			case strings.HasSuffix(path, "/"+kustomizations):
				respond(writer, definition)
			default:
				respond(writer, listOf("Kustomization", "kustomize.toolkit.fluxcd.io/v1", "a", "b"))
			}
		}))
		DeferCleanup(server.Close)
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"), meta.RESTScopeRoot)
		mapper.Add(schema.GroupVersionKind{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Kind: "Kustomization"}, meta.RESTScopeNamespace)
		scheme := runtime.NewScheme()
		Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
		c, err := client.New(&rest.Config{Host: server.URL, Timeout: 200 * time.Millisecond}, client.Options{Scheme: scheme, Mapper: mapper})
		Expect(err).NotTo(HaveOccurred())

		for range 2 {
			migrated, err := New(technicalID, c, nil).Migrate(ctx, m, remaining)
			Expect(migrated).To(BeEmpty())
			Expect(err).To(MatchError(context.DeadlineExceeded))
			Expect(err).To(MatchError(And(ContainSubstring("failed to rewrite Kustomization apps/a in the shoot: "), ContainSubstring("failed to rewrite Kustomization apps/b in the shoot: "))))
		}
		Expect(patched.Load()).To(BeEquivalentTo(4), "both are tried again")
		Expect(settled.Load()).To(BeZero())
	})
})

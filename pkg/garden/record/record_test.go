// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package record

import (
	"context"
	"errors"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const namespace, name = "garden-demo", "flux-record"

var key = client.ObjectKey{Namespace: namespace, Name: name}

var _ = Describe("Record", func() {
	var (
		// requests are the requests to the API server, and failure is its answer to writes.
		requests []string
		failure  error
		garden   client.WithWatch
		kind     Kind[[]string]
	)
	limits := boundedjson.Limits{Bytes: 2 << 20, Entries: 3}

	BeforeEach(func() {
		requests, failure = nil, nil
		asks := func(verb string) error {
			requests = append(requests, verb)
			if verb == "get" || verb == "list" {
				return nil
			}
			return failure
		}
		garden = fake.NewClientBuilder().WithReturnManagedFields().
			WithIndex(&corev1.ConfigMap{}, metav1.ObjectNameField, func(object client.Object) []string { return []string{object.GetName()} }).
			WithInterceptorFuncs(interceptor.Funcs{
				Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
					return errors.Join(asks("get"), c.Get(ctx, key, o, opts...))
				},
				Apply: func(ctx context.Context, c client.WithWatch, o runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
					if err := asks("apply"); err != nil {
						return err
					}
					return c.Apply(ctx, o, opts...)
				},
				Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
					if err := asks("update"); err != nil {
						return err
					}
					return c.Update(ctx, o, opts...)
				},
				Delete: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.DeleteOption) error {
					if err := asks("delete"); err != nil {
						return err
					}
					return c.Delete(ctx, o, opts...)
				},
			}).Build()
		kind = Kind[[]string]{
			Reader: garden, Writer: garden, Name: name, Request: "example.com/request",
			Decode: func(configMap *corev1.ConfigMap) (words []string, err error) {
				if value, ok := configMap.BinaryData["words"]; ok {
					_, err = limits.Decompress(value, &words)
				}
				return words, err
			},
			Encode: func(words []string) (map[string]string, map[string][]byte, error) {
				value, _, err := limits.Compress(words)
				return map[string]string{"status.yaml": strings.Join(words, "\n")}, map[string][]byte{"words": value}, err
			},
		}
	})

	load := func(ctx context.Context) *Record[[]string] {
		GinkgoHelper()
		r, err := kind.Load(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		return r
	}
	save := func(ctx context.Context, stored *Record[[]string], words ...string) *Record[[]string] {
		GinkgoHelper()
		r, err := kind.Save(ctx, stored, words)
		Expect(err).NotTo(HaveOccurred())
		return r
	}
	configMap := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		found := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, key, found)).To(Succeed())
		return found
	}
	// edit is a change by another client.
	edit := func(ctx context.Context, change func(*corev1.ConfigMap)) {
		GinkgoHelper()
		found := configMap(ctx)
		change(found)
		Expect(garden.Update(ctx, found)).To(Succeed())
	}

	It("is created with its content in one request, then updated, and has the same value after a restart", func(ctx SpecContext) {
		r := load(ctx)
		Expect(r.Exists()).To(BeFalse())
		r = save(ctx, r, "a")
		Expect(configMap(ctx)).To(And(HaveField("Labels", Equal(map[string]string{"app.kubernetes.io/managed-by": "gardener-extension-shoot-flux-garden-controller"})), HaveField("Data", HaveKeyWithValue("status.yaml", "a"))))
		r = save(ctx, r, "a", "b")
		Expect(requests).To(Equal([]string{"get", "apply", "get", "update"}), "the third one is of this test")
		Expect(configMap(ctx).Labels).NotTo(BeEmpty())
		Expect(load(ctx)).To(Equal(r))
		Expect(r.Value).To(Equal([]string{"a", "b"}))
	})

	It("is not written if it has not changed, also after a restart", func(ctx SpecContext) {
		r := save(ctx, load(ctx), "a")
		r = save(ctx, load(ctx), r.Value...)
		requests = nil
		save(ctx, r, "a")
		Expect(requests).To(BeEmpty())
	})

	It("is written without what another client has added", func(ctx SpecContext) {
		save(ctx, load(ctx), "a")
		edit(ctx, func(c *corev1.ConfigMap) { c.Data["other"], c.BinaryData["revision"] = "x", []byte("x") })
		Expect(save(ctx, load(ctx), "a")).NotTo(BeNil())
		Expect(configMap(ctx)).To(And(HaveField("Data", HaveLen(1)), HaveField("BinaryData", HaveLen(1))))
	})

	It("loses the annotation of a request with the write that contains its result, and no other", func(ctx SpecContext) {
		save(ctx, load(ctx), "a")
		edit(ctx, func(c *corev1.ConfigMap) {
			c.Annotations = map[string]string{"example.com/request": "pause", "owner": "team"}
		})
		r := load(ctx)
		Expect(r.Annotations).To(HaveKey("example.com/request"))
		save(ctx, r, "a")
		Expect(configMap(ctx).Annotations).To(Equal(map[string]string{"owner": "team"}))
		Expect(r.Annotations).To(HaveKey("example.com/request"), "the record that was read is unchanged")
	})

	DescribeTable("has no value, and is written again, if it is damaged:",
		func(ctx SpecContext, damage func(*corev1.ConfigMap)) {
			save(ctx, load(ctx), "a")
			edit(ctx, damage)
			r := load(ctx)
			Expect(r.Exists()).To(BeTrue())
			Expect(r.Value).To(BeEmpty())
			save(ctx, r)
			Expect(load(ctx).ConfigMap).NotTo(Equal(r.ConfigMap))
		},
		Entry("no content", func(c *corev1.ConfigMap) { c.Data, c.BinaryData = nil, nil }),
		Entry("uncompressed content", func(c *corev1.ConfigMap) { c.BinaryData["words"] = []byte(`["a"]`) }),
		Entry("content that ends too early", func(c *corev1.ConfigMap) { c.BinaryData["words"] = c.BinaryData["words"][:8] }),
		Entry("content of another type", func(c *corev1.ConfigMap) { c.BinaryData["words"] = compressed(map[string]string{"a": "b"}) }),
		Entry("content beyond the limits", func(c *corev1.ConfigMap) { c.BinaryData["words"] = compressed([]string{"a", "b", "c", "d"}) }),
	)

	DescribeTable("is not written if it is too large:",
		func(ctx SpecContext, words []string) {
			r := save(ctx, load(ctx), "a")
			requests = nil
			kept, err := kind.Save(ctx, r, words)
			Expect(err).To(MatchError(ErrTooLarge))
			Expect(kept).To(BeIdenticalTo(r), "it need not be loaded again")
			Expect(requests).To(BeEmpty())
		},
		Entry("before it is encoded", []string{"a", "b", "c", "d"}),
		Entry("after it is encoded", []string{strings.Repeat("a", 1<<20)}),
	)

	It("is written if it is almost too large", func(ctx SpecContext) {
		large := strings.Repeat("a", 1<<20-4<<10)
		save(ctx, load(ctx), large)
		Expect(load(ctx).Value).To(Equal([]string{large}))
	})

	DescribeTable("is not overwritten, but loaded again, if it",
		func(ctx SpecContext, exists bool, other func(context.Context)) {
			r := load(ctx)
			if exists {
				r = save(ctx, r, "a")
			}
			other(ctx)
			Expect(save(ctx, r, "mine")).To(BeNil())
			Expect(load(ctx).Value).NotTo(ContainElement("mine"))
		},
		Entry("was changed since it was read", true, func(ctx context.Context) { save(ctx, load(ctx), "theirs") }),
		Entry("was deleted since it was read", true, func(ctx context.Context) { Expect(garden.Delete(ctx, configMap(ctx))).To(Succeed()) }),
		Entry("was created and changed since it was missing", false, func(ctx context.Context) { save(ctx, save(ctx, load(ctx), "theirs"), "theirs", "again") }),
	)

	It("is unknown after an error", func(ctx SpecContext) {
		r := save(ctx, load(ctx), "a")
		failure = errors.New("the garden is away")
		unknown, err := kind.Save(ctx, r, []string{"b"})
		Expect(err).To(MatchError(failure))
		Expect(unknown).To(BeNil())
		missing := &Record[[]string]{ConfigMap: &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-gone", Name: name}}}
		failure = apierrors.NewNotFound(corev1.Resource("namespaces"), "garden-gone")
		_, err = kind.Save(ctx, missing, []string{"b"})
		Expect(err).To(MatchError(failure), "it cannot be created, which loading it again would not show")
	})

	It("cannot be loaded while the garden cannot be read, or a proxy answers", func(ctx SpecContext) {
		for _, answer := range []error{apierrors.NewServiceUnavailable("down"), apierrors.NewGenericServerResponse(404, "get", corev1.Resource("configmaps"), name, "page not found", 0, true)} {
			kind.Reader = interceptor.NewClient(garden, interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
				return answer
			}})
			_, err := kind.Load(ctx, namespace)
			Expect(err).To(MatchError(answer))
		}
	})

	DescribeTable("is deleted",
		func(ctx SpecContext, other func(context.Context), stays bool) {
			save(ctx, load(ctx), "a")
			r := load(ctx)
			other(ctx)
			Expect(kind.Delete(ctx, r)).To(Succeed())
			Expect(load(ctx).Exists()).To(Equal(stays))
		},
		Entry("if it is unchanged", func(context.Context) {}, false),
		Entry("if it is gone already", func(ctx context.Context) { Expect(garden.Delete(ctx, configMap(ctx))).To(Succeed()) }, false),
		Entry("only in the version that was read", func(ctx context.Context) { save(ctx, load(ctx), "theirs") }, true),
		Entry("only if it is the same object", func(ctx context.Context) {
			Expect(garden.Delete(ctx, configMap(ctx))).To(Succeed())
			save(ctx, load(ctx), "theirs")
			save(ctx, load(ctx), "again")
		}, true),
	)

	It("is not looked for to delete it if it did not exist", func(ctx SpecContext) {
		r := load(ctx)
		save(ctx, load(ctx), "theirs")
		requests = nil
		Expect(kind.Delete(ctx, r)).To(Succeed())
		Expect(requests).To(BeEmpty())
	})

	It("is not deleted after an error", func(ctx SpecContext) {
		r := save(ctx, load(ctx), "a")
		failure = errors.New("the garden is away")
		Expect(kind.Delete(ctx, r)).To(MatchError(failure))
	})

	It("is found in each namespace at the start of a controller", func(ctx SpecContext) {
		for _, project := range []string{"garden-one", "garden-two"} {
			r, err := kind.Load(ctx, project)
			Expect(err).NotTo(HaveOccurred())
			save(ctx, r, "a")
		}
		Expect(garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-three", Name: "other"}})).To(Succeed())
		queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]())
		DeferCleanup(queue.ShutDown)
		Expect(kind.Sweep("test").Start(ctx, queue)).To(Succeed())
		Eventually(ctx, queue.Len).WithTimeout(10 * time.Second).Should(Equal(2))
	})
})

func compressed(value any) []byte {
	GinkgoHelper()
	content, _, err := boundedjson.Limits{Bytes: 1 << 10}.Compress(value)
	Expect(err).NotTo(HaveOccurred())
	return content
}

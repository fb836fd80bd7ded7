// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/andybalholm/brotli"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/gardener/gardener/pkg/utils/managedresources"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
)

const namespace = "shoot--demo--demo"

// contentOf returns the compressed content of the Secret of a ManagedResource.
func contentOf(ctx context.Context, seed client.Client, resource *resourcesv1alpha1.ManagedResource) []byte {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(seed.Get(ctx, client.ObjectKey{Namespace: resource.Namespace, Name: resource.Spec.SecretRefs[0].Name}, secret)).To(Succeed())
	return secret.Data["data.yaml.br"]
}

var _ = Describe("Deliverer", func() {
	var (
		seed      client.Client
		writes    int
		deliverer *Deliverer
		all       = []content.Manifests{
			{Name: "extension-shoot-flux-crds", YAML: []byte("crds\n")},
			{Name: "extension-shoot-flux-controllers", YAML: []byte("controllers\n")},
			{Name: "extension-shoot-flux-config", YAML: []byte("config\n")},
		}
	)

	BeforeEach(func() {
		writes = 0
		seed = fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				if ctx.Err() != nil { // as a real client, and unlike the fake one
					return ctx.Err()
				}
				return c.Get(ctx, key, o, opts...)
			},
			Create: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.CreateOption) error {
				writes++
				return c.Create(ctx, o, opts...)
			},
			Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
				writes++
				return c.Update(ctx, o, opts...)
			},
			Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, opts ...client.PatchOption) error {
				writes++
				return c.Patch(ctx, o, p, opts...)
			},
		}).Build()
		deliverer = NewDeliverer(seed)
	})

	get := func(ctx context.Context, name string) *resourcesv1alpha1.ManagedResource {
		GinkgoHelper()
		resource := &resourcesv1alpha1.ManagedResource{}
		Expect(seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, resource)).To(Succeed())
		return resource
	}

	const paused = "resources.gardener.cloud/ignore"

	It("keeps a pause while the content changes", func(ctx SpecContext) {
		delivered := append(slices.Clone(all[:2]), content.Manifests{Name: "extension-shoot-flux-baseline", YAML: []byte("own\n")})
		Expect(deliverer.Deploy(ctx, namespace, delivered)).To(Succeed())
		Expect(deliverer.Pause(ctx, namespace)).To(Succeed())
		before := writes
		Expect(deliverer.Pause(ctx, namespace)).To(Succeed())
		Expect(writes).To(Equal(before))
		Expect(deliverer.Edit(ctx, namespace, all[0].Name, func([]byte) ([]byte, error) { return []byte("other\n"), nil })).To(Succeed())
		for _, m := range delivered {
			Expect(get(ctx, m.Name).Annotations).To(HaveKeyWithValue(paused, "true"))
		}
	})

	It("ends the pause with the next delivery", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		before := get(ctx, all[0].Name).Annotations
		Expect(deliverer.Pause(ctx, namespace)).To(Succeed())
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		for _, m := range all {
			Expect(get(ctx, m.Name).Annotations).NotTo(HaveKey(paused), m.Name)
		}
		Expect(get(ctx, all[0].Name).Annotations).To(Equal(before))
	})

	It("keeps a pause by an operator", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		ignored := get(ctx, all[0].Name)
		metav1.SetMetaDataAnnotation(&ignored.ObjectMeta, paused, "1")
		Expect(seed.Update(ctx, ignored)).To(Succeed())

		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		Expect(get(ctx, all[0].Name).Annotations).To(HaveKeyWithValue(paused, "1"), "by a delivery")

		Expect(deliverer.Pause(ctx, namespace)).To(Succeed())
		changed := slices.Clone(all)
		changed[0].YAML, changed[1].YAML = []byte("new\n"), []byte("new\n")
		Expect(deliverer.Deploy(ctx, namespace, changed)).To(Succeed())
		Expect(get(ctx, all[0].Name).Annotations).To(HaveKeyWithValue(paused, "1"), "by the delivery after a removal that was cut short")
		for _, m := range all[1:] {
			Expect(get(ctx, m.Name).Annotations).NotTo(HaveKey(paused), m.Name)
		}
		Expect(contentOf(ctx, seed, get(ctx, all[0].Name))).To(Equal(contentOf(ctx, seed, get(ctx, all[1].Name))), "what is configured is there when the operator removes the annotation")
	})

	It("edits one ManagedResource", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		var seen string
		edit := func(yaml []byte) ([]byte, error) {
			seen = string(yaml)
			return bytes.ReplaceAll(yaml, []byte("config"), []byte("edited")), nil
		}
		Expect(deliverer.Edit(ctx, namespace, all[2].Name, edit)).To(Succeed())
		Expect(seen).To(Equal("config\n"))
		before := writes
		Expect(deliverer.Edit(ctx, namespace, all[2].Name, edit)).To(Succeed())
		Expect(seen).To(Equal("edited\n"))
		Expect(writes).To(Equal(before))
		Expect(deliverer.Edit(ctx, namespace, "not-there", edit)).To(Succeed(), "there is nothing to change")
	})

	It("deletes only the named ManagedResources", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		Expect(deliverer.Delete(ctx, namespace, all[1].Name, "not-there")).To(Succeed())
		list := &resourcesv1alpha1.ManagedResourceList{}
		Expect(seed.List(ctx, list)).To(Succeed())
		Expect(list.Items).To(HaveLen(2))
		Expect(list.Items).To(HaveEach(HaveField("Name", Not(Equal(all[1].Name)))))
	})

	It("delivers compressed manifests for gardener-resource-manager of the shoot", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())

		for _, m := range all {
			resource := get(ctx, m.Name)
			Expect(resource.Labels).To(HaveKeyWithValue("origin", "shoot-flux"))
			Expect(resource.Spec.Class).To(BeNil())
			Expect(resource.Spec.KeepObjects).To(HaveValue(BeFalse()))
			Expect(resource.Spec.InjectLabels).To(Equal(map[string]string{"shoot.gardener.cloud/no-cleanup": "true"}))
			Expect(resource.Spec.SecretRefs).To(HaveLen(1))

			secret := &corev1.Secret{}
			Expect(seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: resource.Spec.SecretRefs[0].Name}, secret)).To(Succeed())
			Expect(secret.Immutable).To(HaveValue(BeTrue()))
			Expect(secret.Data).To(HaveLen(1))
			yaml, err := io.ReadAll(brotli.NewReader(bytes.NewReader(secret.Data["data.yaml.br"])))
			Expect(err).NotTo(HaveOccurred())
			Expect(yaml).To(Equal(m.YAML))
		}
	})

	It("writes nothing without changes", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		Expect(writes).To(Equal(6))
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		Expect(NewDeliverer(seed).Deploy(ctx, namespace, all)).To(Succeed())
		Expect(writes).To(Equal(6))
	})

	It("delivers equal shared manifests from different slices", func(ctx SpecContext) {
		buffer := []byte("first\nother\n")
		shared := func(yaml []byte) []content.Manifests {
			return []content.Manifests{{Name: all[0].Name, YAML: yaml, Shared: true}}
		}
		for i, yaml := range [][]byte{buffer[:6], buffer[6:], buffer[:6], []byte("other\n"), buffer, {}} {
			shoot := fmt.Sprintf("shoot--demo--%d", i)
			Expect(deliverer.Deploy(ctx, shoot, shared(yaml))).To(Succeed())
			var held []byte
			Expect(deliverer.Edit(ctx, shoot, all[0].Name, func(found []byte) ([]byte, error) {
				held = found
				return found, nil
			})).To(Succeed())
			Expect(string(held)).To(Equal(string(yaml)))
		}
	})

	It("writes the same objects as Gardener's library", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		library := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build()
		for _, m := range all {
			data := map[string][]byte{"data.yaml.br": contentOf(ctx, seed, get(ctx, m.Name))}
			Expect(managedresources.CreateForShoot(ctx, library, namespace, m.Name, "shoot-flux", false, data)).To(Succeed())
		}
		for _, list := range []client.ObjectList{&resourcesv1alpha1.ManagedResourceList{}, &corev1.SecretList{}} {
			theirs := list.DeepCopyObject().(client.ObjectList)
			Expect(library.List(ctx, theirs)).To(Succeed())
			Expect(seed.List(ctx, list)).To(Succeed())
			Expect(meta.LenList(list)).To(Equal(3))
			Expect(list).To(Equal(theirs))
		}
	})

	It("writes nothing after Gardener's library has written the same", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		library := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithInterceptorFuncs(interceptor.Funcs{
			Update: func(context.Context, client.WithWatch, client.Object, ...client.UpdateOption) error {
				return errors.New("nothing is to be updated")
			},
		}).Build()
		for _, m := range all {
			data := map[string][]byte{"data.yaml.br": contentOf(ctx, seed, get(ctx, m.Name))}
			Expect(managedresources.CreateForShoot(ctx, library, namespace, m.Name, "shoot-flux", false, data)).To(Succeed())
		}
		Expect(NewDeliverer(library).Deploy(ctx, namespace, all)).To(Succeed())
	})

	It("takes over a ManagedResource of another writer", func(ctx SpecContext) {
		foreign := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "foreign"}}
		Expect(seed.Create(ctx, foreign)).To(Succeed())
		Expect(seed.Create(ctx, &resourcesv1alpha1.ManagedResource{
			ObjectMeta: metav1.ObjectMeta{
				Namespace: namespace, Name: all[0].Name,
				Labels:      map[string]string{"team": "a", "origin": "other"},
				Annotations: map[string]string{"note": "b", "reference.resources.gardener.cloud/secret-12345678": "gone"},
				Finalizers:  []string{"resources.gardener.cloud/gardener-resource-manager"},
			},
			Spec: resourcesv1alpha1.ManagedResourceSpec{Class: ptr.To("seed"), SecretRefs: []corev1.LocalObjectReference{{Name: "foreign"}, {Name: "gone"}}},
		})).To(Succeed())
		Expect(deliverer.Deploy(ctx, namespace, all[:1])).To(Succeed())

		resource := get(ctx, all[0].Name)
		Expect(resource.Labels).To(Equal(map[string]string{"team": "a", "origin": "shoot-flux"}))
		Expect(resource.Annotations).To(HaveLen(2), "the reference to its Secret, and no other")
		Expect(resource.Annotations).To(HaveKeyWithValue("note", "b"))
		Expect(resource.Annotations).To(ContainElement(resource.Spec.SecretRefs[0].Name))
		Expect(resource.Finalizers).To(HaveLen(1))
		Expect(resource.Spec.Class).To(BeNil())
		Expect(resource.Spec.SecretRefs).To(HaveLen(1))
	})

	It("restores a changed Secret and keeps its finalizers", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all[:1])).To(Succeed())
		secret := &corev1.Secret{}
		key := client.ObjectKey{Namespace: namespace, Name: get(ctx, all[0].Name).Spec.SecretRefs[0].Name}
		Expect(seed.Get(ctx, key, secret)).To(Succeed())
		secret.Finalizers = []string{"resources.gardener.cloud/gardener-resource-manager"}
		Expect(seed.Update(ctx, secret)).To(Succeed())
		before := writes
		Expect(deliverer.Deploy(ctx, namespace, all[:1])).To(Succeed())
		Expect(writes).To(Equal(before))

		delete(secret.Labels, "resources.gardener.cloud/garbage-collectable-reference")
		Expect(seed.Update(ctx, secret)).To(Succeed())
		Expect(deliverer.Deploy(ctx, namespace, all[:1])).To(Succeed())
		Expect(seed.Get(ctx, key, secret)).To(Succeed())
		Expect(secret.Labels).To(HaveKey("resources.gardener.cloud/garbage-collectable-reference"))
		Expect(secret.Finalizers).To(HaveLen(1))
	})

	It("does not overwrite a concurrent change", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all[:1])).To(Succeed())
		between := interceptor.NewClient(seed.(client.WithWatch), interceptor.Funcs{
			Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
				current := get(ctx, all[0].Name)
				metav1.SetMetaDataAnnotation(&current.ObjectMeta, "changed", "true")
				Expect(c.Update(ctx, current)).To(Succeed())
				return c.Update(ctx, o, opts...)
			},
		})
		err := NewDeliverer(between).Deploy(ctx, namespace, []content.Manifests{{Name: all[0].Name, YAML: []byte("newer\n")}})
		Expect(apierrors.IsConflict(err)).To(BeTrue(), "%v", err)
		Expect(get(ctx, all[0].Name).Annotations).To(HaveKey("changed"))
	})

	It("reads existing ManagedResources", func(ctx SpecContext) {
		state, err := deliverer.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.Delivered()).To(BeFalse())

		Expect(deliverer.Deploy(ctx, namespace, all[:2])).To(Succeed())
		state, err = deliverer.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.Delivered()).To(BeTrue())
		Expect(state.Config).To(BeNil())
	})

	It("returns the error of a timed out request", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		slow := interceptor.NewClient(seed.(client.WithWatch), interceptor.Funcs{
			Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
				return context.DeadlineExceeded
			},
		})
		Expect(NewDeliverer(slow).Orphan(ctx, namespace)).To(MatchError(context.DeadlineExceeded))
		Expect(get(ctx, all[0].Name).DeletionTimestamp).To(BeNil())
	})

	It("returns an error if the seed is unreachable", func(ctx SpecContext) {
		broken := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithInterceptorFuncs(interceptor.Funcs{
			Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
				return apierrors.NewServiceUnavailable("down")
			},
		}).Build()
		_, err := NewDeliverer(broken).State(ctx, namespace)
		Expect(apierrors.IsServiceUnavailable(err)).To(BeTrue())
	})

	Context("with a ManagedResource that is being deleted", func() {
		leave := func(ctx context.Context, name string) {
			GinkgoHelper()
			resource := get(ctx, name)
			resource.Finalizers = []string{"resources.gardener.cloud/gardener-resource-manager"}
			Expect(seed.Update(ctx, resource)).To(Succeed())
			Expect(deliverer.OrphanNamed(ctx, namespace, name)).To(Succeed())
			Expect(get(ctx, name).DeletionTimestamp).NotTo(BeNil())
		}

		It("writes nothing", func(ctx SpecContext) {
			Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
			leave(ctx, all[1].Name)
			before := writes
			still := &StillDeletingError{Namespace: namespace, Name: all[1].Name}
			Expect(deliverer.CheckNotDeleting(ctx, namespace, all, false)).To(Equal(still))
			Expect(deliverer.CheckNotDeleting(ctx, namespace, all[2:], false)).To(Succeed())
			Expect(deliverer.Deploy(ctx, namespace, []content.Manifests{{Name: all[0].Name, YAML: []byte("newer\n")}, all[1], all[2]})).To(Equal(still))
			Expect(deliverer.Edit(ctx, namespace, all[1].Name, func([]byte) ([]byte, error) { return []byte("newer\n"), nil })).To(Equal(still))
			Expect(writes).To(Equal(before), "no Secret either")
			Expect(get(ctx, all[1].Name).Spec.KeepObjects).To(HaveValue(BeTrue()))
		})

		It("writes nothing if it was orphaned after the read", func(ctx SpecContext) {
			Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
			left := false
			between := interceptor.NewClient(seed.(client.WithWatch), interceptor.Funcs{
				Create: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.CreateOption) error {
					if !left { // The new Secret comes before the ManagedResource.
						left = true
						leave(ctx, all[1].Name)
					}
					return c.Create(ctx, o, opts...)
				},
			})
			err := NewDeliverer(between).Deploy(ctx, namespace, []content.Manifests{{Name: all[1].Name, YAML: []byte("newer\n")}})
			Expect(errors.As(err, new(*StillDeletingError))).To(BeTrue(), "%v", err)
			Expect(get(ctx, all[1].Name).Spec.KeepObjects).To(HaveValue(BeTrue()))
		})
	})

	It("does not edit a concurrently changed ManagedResource", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		var delivered *resourcesv1alpha1.ManagedResource
		err := deliverer.Edit(ctx, namespace, all[2].Name, func([]byte) ([]byte, error) {
			Expect(deliverer.Deploy(ctx, namespace, []content.Manifests{{Name: all[2].Name, YAML: []byte("newer\n")}})).To(Succeed())
			delivered = get(ctx, all[2].Name)
			return []byte("edited\n"), nil
		})
		Expect(apierrors.IsConflict(err)).To(BeTrue(), "%v", err)
		Expect(get(ctx, all[2].Name).Spec).To(Equal(delivered.Spec))
	})

	It("does not recreate a ManagedResource that is deleted during an edit", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
		err := deliverer.Edit(ctx, namespace, all[2].Name, func([]byte) ([]byte, error) {
			Expect(deliverer.Delete(ctx, namespace, all[2].Name)).To(Succeed())
			return []byte("edited\n"), nil
		})
		Expect(apierrors.IsConflict(err)).To(BeTrue(), "%v", err)
		Expect(apierrors.IsNotFound(seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: all[2].Name}, &resourcesv1alpha1.ManagedResource{}))).To(BeTrue())
	})

	Context("Orphan", func() {
		It("does not delete a later write", func(ctx SpecContext) {
			Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
			managed, calls := false, 0
			wanted := func(ctx context.Context) (bool, error) {
				still := !managed
				if calls++; calls == 2 { // After the read of the ManagedResource and before its deletion.
					Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
					managed = true
				}
				return still, nil
			}
			Expect(deliverer.OrphanWhile(ctx, namespace, wanted, all[1].Name)).To(Succeed())
			Expect(get(ctx, all[1].Name).DeletionTimestamp).To(BeNil())
			Expect(get(ctx, all[1].Name).Spec.KeepObjects).To(HaveValue(BeFalse()))
		})

		It("keeps the objects in the shoot and other ManagedResources", func(ctx SpecContext) {
			foreign := &resourcesv1alpha1.ManagedResource{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "extension-other"}}
			Expect(seed.Create(ctx, foreign)).To(Succeed())
			Expect(deliverer.Deploy(ctx, namespace, all)).To(Succeed())
			for _, m := range all {
				resource := get(ctx, m.Name)
				resource.Finalizers = []string{"resources.gardener.cloud/gardener-resource-manager"}
				Expect(seed.Update(ctx, resource)).To(Succeed())
			}

			Expect(deliverer.Orphan(ctx, namespace)).To(Succeed())
			for _, m := range all {
				resource := get(ctx, m.Name)
				Expect(resource.DeletionTimestamp).NotTo(BeNil())
				Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()))
			}
			Expect(get(ctx, "extension-other")).To(Equal(foreign))

			err := deliverer.WaitDeleted(ctx, namespace, 100*time.Millisecond)
			Expect(err).To(Equal(&StillDeletingError{Namespace: namespace, Name: "extension-shoot-flux-config"}))
			err = deliverer.WaitDeleted(ctx, namespace, 0)
			Expect(err).To(Equal(&StillDeletingError{Namespace: namespace, Name: "extension-shoot-flux-config"}), "without any time, it polls once")

			for _, m := range all {
				resource := get(ctx, m.Name)
				resource.Finalizers = nil
				Expect(seed.Update(ctx, resource)).To(Succeed())
			}
			Expect(deliverer.WaitDeleted(ctx, namespace, time.Minute)).To(Succeed())
		})

		It("succeeds without ManagedResources", func(ctx SpecContext) {
			Expect(deliverer.Orphan(ctx, namespace)).To(Succeed())
			Expect(deliverer.WaitDeleted(ctx, namespace, time.Minute)).To(Succeed())
		})
	})
})

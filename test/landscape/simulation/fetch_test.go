// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

var _ = Describe("A simulated shoot with a repository", func() {
	const (
		atSource = "/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories/flux-system"
		atRoot   = "/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux-system/kustomizations/flux-system"
		fetch    = 10 * time.Minute
		apply    = time.Hour
	)
	var s *Shoot

	deliver := func(ref map[string]any) {
		var objects []*unstructured.Unstructured
		for _, object := range []map[string]any{
			{"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "GitRepository", "spec": map[string]any{"ref": ref}},
			{"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization", "spec": map[string]any{"path": "a"}},
		} {
			o := &unstructured.Unstructured{Object: object}
			o.SetNamespace("flux-system")
			o.SetName("flux-system")
			objects = append(objects, o)
		}
		s.apply(objects)
	}
	// at returns source and root Kustomization at the time after the last read began.
	at := func(after time.Duration) (*sourcev1.GitRepository, *kustomizev1.Kustomization) {
		GinkgoHelper()
		source, root := &sourcev1.GitRepository{}, &kustomizev1.Kustomization{}
		for path, target := range map[string]any{atSource: source, atRoot: root} {
			object := s.flux.withStatusAt(s.objects[path], s.Fetched().Began.Add(after))
			Expect(runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, target)).To(Succeed())
		}
		return source, root
	}

	BeforeEach(func() {
		s = newShoot("p", "s", newCounter())
		s.SetFlux(Revision(1), FetchFailure{})
		s.Follow(&Repository{Head: func() string { return Revision(2) }, Fetch: fetch, Apply: apply})
		deliver(map[string]any{"branch": "main"})
	})

	It("reads its source on request, and then applies the commit", func() {
		request := httptest.NewRequest(http.MethodPatch, atSource, strings.NewReader(`{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":"now"}}}`))
		status, _ := s.answer(request)
		Expect(status).To(Equal(http.StatusOK))

		source, root := at(fetch - time.Second)
		Expect(source.Annotations).To(HaveKeyWithValue("reconcile.fluxcd.io/requestedAt", "now"))
		Expect(source.Status.LastHandledReconcileAt).To(BeEmpty())
		Expect(source.Status.Artifact.Revision).To(Equal(Revision(1)))
		Expect(root.Status.LastAppliedRevision).To(Equal(Revision(1)))

		source, root = at(fetch)
		Expect(source.Status.LastHandledReconcileAt).To(Equal("now"))
		Expect(source.Status.Artifact.Revision).To(Equal(Revision(2)))
		Expect(root.Status.LastAppliedRevision).To(Equal(Revision(1)))
		Expect(root.Status.LastAttemptedRevision).To(Equal(Revision(2)))
		Expect(meta.IsStatusConditionTrue(root.Status.Conditions, "Ready")).To(BeFalse())

		source, root = at(fetch + apply + applyDuration)
		Expect(source.Status.LastHandledReconcileAt).To(Equal("now"))
		Expect(root.Status.LastAppliedRevision).To(Equal(Revision(2)))

		By("keeping the request when the source is delivered again")
		deliver(map[string]any{"branch": "main"})
		source, _ = at(fetch)
		Expect(source.Status.LastHandledReconcileAt).To(Equal("now"))
		Expect(source.Annotations).To(HaveKeyWithValue("reconcile.fluxcd.io/requestedAt", "now"))
	})

	It("reads a commit that is delivered", func() {
		commit := strings.TrimPrefix(Revision(3), "main@sha1:")
		deliver(map[string]any{"branch": "main", "commit": commit})
		source, _ := at(fetch - time.Second)
		Expect(source.Generation).To(Equal(int64(2)))
		Expect(source.Status.ObservedGeneration).To(Equal(int64(1)))
		source, _ = at(fetch)
		Expect(source.Status.ObservedGeneration).To(Equal(int64(2)))
		Expect(source.Status.Artifact.Revision).To(Equal(Revision(3)))
	})

	It("reads nothing when the same is delivered again, or for the first time", func() {
		deliver(map[string]any{"branch": "main"})
		Expect(s.Fetched()).To(BeZero())
	})
})

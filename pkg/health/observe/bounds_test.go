// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe_test

import (
	"context"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

// hugeReader answers with what an administrator of a shoot can write into it.
type hugeReader struct {
	client.Reader
	revision string
}

func (r hugeReader) Get(_ context.Context, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	huge := strings.Repeat("x", 1<<20)
	conditions := []metav1.Condition{{Type: "Ready", Reason: huge, Message: huge}}
	for range 1000 {
		conditions = append(conditions, metav1.Condition{Type: "Ready", Message: huge}, metav1.Condition{Type: huge})
	}
	switch object := object.(type) {
	case *unstructured.Unstructured:
		source := &sourcev1.GitRepository{Spec: sourcev1.GitRepositorySpec{URL: huge}, Status: sourcev1.GitRepositoryStatus{Conditions: conditions}}
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(source)
		object.Object = content
		return err
	case *kustomizev1.Kustomization:
		object.Spec.Path, object.Status.Conditions, object.Status.LastAppliedRevision = huge, conditions, r.revision
	}
	return nil
}

var _ = Describe("ReadShoot", func() {
	name := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	sync := observe.Sync{SourceKind: "GitRepository", Source: name, Root: name}

	It("shortens long fields", func(ctx SpecContext) {
		observed, err := observe.ReadShoot(ctx, hugeReader{}, sync)
		Expect(err).NotTo(HaveOccurred())
		Expect(observed.Source.Conditions).To(HaveLen(1))
		Expect(len(observed.Source.Conditions[0].Message)).To(BeNumerically("<", 33<<10), "the limit of Kubernetes for the message of a condition")
		Expect(len(observed.Source.URL)).To(BeNumerically("<", 3<<10))
		Expect(observed.Kustomization.Status.Conditions).To(HaveLen(1))
		Expect(len(observed.Kustomization.Spec.Path)).To(BeNumerically("<", 300))
	})

	DescribeTable("keeps the digest of a long revision",
		func(ctx SpecContext, revision, expected string) {
			observed, err := observe.ReadShoot(ctx, hugeReader{revision: revision}, sync)
			Expect(err).NotTo(HaveOccurred())
			Expect(observed.Kustomization.Status.LastAppliedRevision).To(Equal(expected))
		},
		Entry("short branch", "main@sha1:0123456789012345678901234567890123456789", "main@sha1:0123456789012345678901234567890123456789"),
		Entry("long branch", strings.Repeat("b", 250)+"@sha1:0123456789012345678901234567890123456789", strings.Repeat("b", 93)+"…@sha1:0123456789012345678901234567890123456789"),
		Entry("artifact", strings.Repeat("t", 128)+"@sha256:"+strings.Repeat("0", 64), strings.Repeat("t", 93)+"…@sha256:"+strings.Repeat("0", 64)),
		Entry("revision without a valid digest", strings.Repeat("b", 300)+"@"+strings.Repeat("c", 300), strings.Repeat("b", 189)+"…"),
	)
})

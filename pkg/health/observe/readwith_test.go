// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe_test

import (
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("Shoot", func() {
	name := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	const requested, later = "2026-11-29T10:00:00Z", "2026-11-29T11:00:00Z"

	DescribeTable("tells whether Flux has read the source with its Secrets:",
		func(ctx SpecContext, changed string, annotations map[string]string, handled string, isUnread, mustRequest bool) {
			source := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name, Annotations: annotations}}
			source.Status.LastHandledReconcileAt = handled
			reader := fake.NewClientBuilder().WithScheme(toolkit.ClientOptions().Scheme).WithObjects(source).Build()
			shoot, err := observe.ReadShoot(ctx, reader, observe.Sync{SourceKind: "GitRepository", Source: name, Root: name})
			Expect(err).NotTo(HaveOccurred())
			shoot.Changed = changed
			Expect(shoot.IsUnread()).To(Equal(isUnread))
			Expect(shoot.MustRequestRead()).To(Equal(mustRequest))
		},
		Entry("no Secret has changed", "", nil, "", false, false),
		Entry("nothing was requested", "b", nil, "", true, true),
		Entry("a reconciliation was requested for another reason", "b", map[string]string{meta.ReconcileRequestAnnotation: later}, later, true, true),
		Entry("an earlier change was requested", "b", map[string]string{fluxv1alpha1.AnnotationReadWith: "a " + requested, meta.ReconcileRequestAnnotation: requested}, requested, true, true),
		Entry("Flux has not handled the request", "b", map[string]string{fluxv1alpha1.AnnotationReadWith: "b " + requested, meta.ReconcileRequestAnnotation: requested}, "", true, false),
		Entry("Flux has handled the request", "b", map[string]string{fluxv1alpha1.AnnotationReadWith: "b " + requested, meta.ReconcileRequestAnnotation: requested}, requested, false, false),
		Entry("Flux has handled a later request", "b", map[string]string{fluxv1alpha1.AnnotationReadWith: "b " + requested, meta.ReconcileRequestAnnotation: later}, later, false, false),
		Entry("Flux has not handled a later request", "b", map[string]string{fluxv1alpha1.AnnotationReadWith: "b " + requested, meta.ReconcileRequestAnnotation: later}, "", true, false),
		Entry("the request was removed", "b", map[string]string{fluxv1alpha1.AnnotationReadWith: "b " + requested}, "earlier", true, true),
		Entry("the annotation is damaged", "b", map[string]string{fluxv1alpha1.AnnotationReadWith: "b"}, "", true, true),
	)

	DescribeTable("ReadChanged",
		func(ctx SpecContext, matcher OmegaMatcher, secrets ...client.Object) {
			created := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
			reader := fake.NewClientBuilder().WithScheme(toolkit.ClientOptions().Scheme).WithReturnManagedFields().WithObjects(secrets...).Build()
			changed, err := observe.ReadChanged(ctx, reader, observe.Sync{Source: name}, &observe.Source{CreatedAt: created, Secrets: []string{"key", "proxy"}})
			Expect(err).NotTo(HaveOccurred())
			Expect(changed).To(matcher)
		},
		Entry("no Secret", BeEmpty()),
		Entry("Secrets that were delivered with the source", BeEmpty(), delivered("key", 0, 0), delivered("proxy", 0, 0)),
		Entry("a Secret that was updated", MatchRegexp("^[0-9a-f]{32}$"), delivered("key", 0, 5), delivered("proxy", 0, 0)),
		Entry("a Secret that was created again", MatchRegexp("^[0-9a-f]{32}$"), delivered("key", 5, 5)),
		Entry("a Secret of somebody else", BeEmpty(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: "key", CreationTimestamp: metav1.Now()}}),
	)
})

// delivered returns a Secret that gardener-resource-manager has created and updated at these minutes.
func delivered(name string, created, updated int) client.Object {
	at := metav1.NewTime(time.Date(2026, 11, 29, 10, updated, 0, 0, time.UTC))
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{
		Namespace: "flux-system", Name: name, CreationTimestamp: metav1.NewTime(time.Date(2026, 11, 29, 10, created, 0, 0, time.UTC)),
		Annotations:   map[string]string{"resources.gardener.cloud/origin": "garden:seed/shoot--demo--a/" + fluxv1alpha1.ManagedResourceConfig},
		ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "gardener-resource-manager", Operation: metav1.ManagedFieldsOperationUpdate, Time: &at, APIVersion: "v1", FieldsType: "FieldsV1", FieldsV1: metav1.NewFieldsV1("{}")}},
	}}
}

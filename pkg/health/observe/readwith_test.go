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
		func(ctx SpecContext, changed bool, annotations map[string]string, handled string, isUnread, mustRequest, mustRecord bool) {
			source := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name, Annotations: annotations}}
			source.Status.LastHandledReconcileAt = handled
			reader := fake.NewClientBuilder().WithScheme(toolkit.ClientOptions().Scheme).WithObjects(source).Build()
			shoot, err := observe.ReadShoot(ctx, reader, observe.Sync{SourceKind: "GitRepository", Source: name, Root: name})
			Expect(err).NotTo(HaveOccurred())
			shoot.Secrets, shoot.Changed = "b", changed
			Expect([]bool{shoot.IsUnread(), shoot.MustRequestRead(), shoot.MustRecordRead()}).To(Equal([]bool{isUnread, mustRequest, mustRecord}))
		},
		Entry("no Secret has changed", false, nil, "", false, false, false),
		Entry("nothing was requested", true, nil, "", true, true, false),
		Entry("a reconciliation was requested for another reason", true, map[string]string{meta.ReconcileRequestAnnotation: later}, later, true, true, false),
		Entry("an earlier change was requested", true, readWith("a "+requested, requested), requested, true, true, false),
		Entry("an earlier change was read", true, readWith("a", requested), requested, true, true, false),
		Entry("Flux has not handled the request", true, readWith("b "+requested, requested), "", true, false, false),
		Entry("Flux has handled the request", true, readWith("b "+requested, requested), requested, false, false, true),
		Entry("Flux has handled a later request", true, readWith("b "+requested, later), later, false, false, true),
		Entry("Flux has not handled a later request", true, readWith("b "+requested, later), "", true, false, false),
		Entry("Flux has read it, and works on a later request after another one", true, readWith("b", later), "in between", false, false, false),
		Entry("the request was removed", true, map[string]string{fluxv1alpha1.AnnotationReadWith: "b " + requested}, "earlier", true, true, false),
	)

	created := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	DescribeTable("ReadSecrets",
		func(ctx SpecContext, source observe.Source, known string, changed bool, secrets ...client.Object) {
			source.CreatedAt, source.Interval, source.Timeout, source.SecretNames = created, time.Minute, time.Minute, []string{"key", "proxy"}
			reader := fake.NewClientBuilder().WithScheme(toolkit.ClientOptions().Scheme).WithReturnManagedFields().WithObjects(secrets...).Build()
			found, isChanged, err := observe.ReadSecrets(ctx, reader, observe.Sync{Source: name}, &source, known, created.Add(10*time.Minute))
			Expect(err).NotTo(HaveOccurred())
			identifier := MatchRegexp("^[0-9a-f]{32}$")
			if len(secrets) == 0 || secrets[0].GetAnnotations() == nil {
				identifier = BeEmpty()
			}
			Expect(found).To(identifier)
			Expect(isChanged).To(Equal(changed))
		},
		Entry("no Secret", observe.Source{}, "", false),
		Entry("Secrets that were delivered with the source", observe.Source{}, "", false, delivered("key", 0, 0), delivered("proxy", 0, 0)),
		Entry("a Secret that was updated", observe.Source{}, "", true, delivered("key", 0, 5), delivered("proxy", 0, 0)),
		Entry("a Secret that was created again", observe.Source{}, "", true, delivered("key", 5, 5)),
		Entry("a Secret that was updated before Flux has polled the source", observe.Source{}, "", false, delivered("key", 0, 2)),
		Entry("a Secret from which a key was removed", observe.Source{}, "other", true, delivered("key", 0, 0)),
		Entry("a Secret that may have changed since the last request", observe.Source{ReadWith: observe.ReadWith{Secrets: "a"}}, "", true, delivered("key", 0, 0)),
		Entry("a Secret of somebody else", observe.Source{}, "", false, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: "key", CreationTimestamp: metav1.Now()}}),
	)

	It("knows no name that would lead a request elsewhere", func(ctx SpecContext) {
		source := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
		source.Spec.SecretRef, source.Spec.ProxySecretRef = &meta.LocalObjectReference{Name: "key"}, &meta.LocalObjectReference{Name: "../pods/x/log"}
		reader := fake.NewClientBuilder().WithScheme(toolkit.ClientOptions().Scheme).WithObjects(source).Build()
		shoot, err := observe.ReadShoot(ctx, reader, observe.Sync{SourceKind: "GitRepository", Source: name, Root: name})
		Expect(err).NotTo(HaveOccurred())
		Expect(shoot.Source.SecretNames).To(Equal([]string{"key"}))
	})
})

// readWith returns the annotations of a source whose reconciliation was requested.
func readWith(value, requested string) map[string]string {
	return map[string]string{fluxv1alpha1.AnnotationReadWith: value, meta.ReconcileRequestAnnotation: requested}
}

// delivered returns a Secret that gardener-resource-manager has created and updated at these minutes.
func delivered(name string, created, updated int) client.Object {
	at := metav1.NewTime(time.Date(2026, 11, 29, 10, updated, 0, 0, time.UTC))
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{
		Namespace: "flux-system", Name: name, CreationTimestamp: metav1.NewTime(time.Date(2026, 11, 29, 10, created, 0, 0, time.UTC)),
		Annotations:   map[string]string{"resources.gardener.cloud/origin": "garden:seed/shoot--demo--a/" + fluxv1alpha1.ManagedResourceConfig},
		ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "gardener-resource-manager", Operation: metav1.ManagedFieldsOperationUpdate, Time: &at, APIVersion: "v1", FieldsType: "FieldsV1", FieldsV1: metav1.NewFieldsV1("{}")}},
	}}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package clitest

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
)

// NewClient returns a client for a garden that has these objects.
func NewClient(objects []client.Object, funcs interceptor.Funcs) client.WithWatch {
	GinkgoHelper()
	byName := func(o client.Object) []string { return []string{o.GetName()} }
	scheme, err := garden.Scheme()
	Expect(err).NotTo(HaveOccurred())
	return fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).WithInterceptorFuncs(funcs).
		WithIndex(&corev1.Secret{}, "metadata.name", byName).WithIndex(&corev1.ConfigMap{}, "metadata.name", byName).
		WithIndex(&corev1.Event{}, "involvedObject.kind", func(o client.Object) []string { return []string{o.(*corev1.Event).InvolvedObject.Kind} }).
		WithIndex(&corev1.Event{}, "involvedObject.name", func(o client.Object) []string { return []string{o.(*corev1.Event).InvolvedObject.Name} }).Build()
}

// NewAccess returns an access by this client. The namespace is that of the kubeconfig's context.
func NewAccess(c client.WithWatch, namespace string) garden.Access {
	return garden.Access{Connect: func(user garden.User) (garden.Client, string, error) {
		if user.Namespace != "" {
			return Adapt(c), user.Namespace, nil
		}
		return Adapt(c), namespace, nil
	}}
}

// Clock always returns the same time.
type Clock time.Time

// Now returns the time of the clock.
func (c Clock) Now() time.Time { return time.Time(c) }

// Since returns the time between the given time and that of the clock.
func (c Clock) Since(before time.Time) time.Duration { return c.Now().Sub(before) }

// StatusConfigMap returns a ConfigMap flux-status.
func StatusConfigMap(namespace string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}, Data: data}
}

// Forbidden returns the error for a missing permission.
func Forbidden(resource string) error {
	return apierrors.NewForbidden(schema.GroupResource{Resource: resource}, "x", nil)
}

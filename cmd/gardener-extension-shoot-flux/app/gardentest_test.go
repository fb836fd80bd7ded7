// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

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
)

// newTestClient returns a client for a garden that has these objects.
func newTestClient(objects []client.Object, funcs interceptor.Funcs) client.WithWatch {
	GinkgoHelper()
	byName := func(o client.Object) []string { return []string{o.GetName()} }
	scheme, err := gardenUserScheme()
	Expect(err).NotTo(HaveOccurred())
	return fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).WithInterceptorFuncs(funcs).
		WithIndex(&corev1.Secret{}, "metadata.name", byName).WithIndex(&corev1.ConfigMap{}, "metadata.name", byName).Build()
}

// testAccess returns an access by this client. The namespace is that of the kubeconfig's context.
func testAccess(c client.WithWatch, namespace string) gardenAccess {
	return gardenAccess{connect: func(user gardenUser) (client.WithWatch, string, error) {
		if user.namespace != "" {
			return c, user.namespace, nil
		}
		return c, namespace, nil
	}}
}

// fixedClock always tells the same time.
type fixedClock time.Time

func (c fixedClock) Now() time.Time { return time.Time(c) }

func (c fixedClock) Since(before time.Time) time.Duration { return c.Now().Sub(before) }

func statusConfigMap(namespace string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}, Data: data}
}

func forbidden(resource string) error {
	return apierrors.NewForbidden(schema.GroupResource{Resource: resource}, "x", nil)
}

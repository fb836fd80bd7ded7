// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"encoding/json"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admission/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	Expect(kubernetesscheme.AddToScheme(scheme)).To(Succeed())
	Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
	return scheme
}

func newResolver() *configuration.Resolver {
	resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), configv1alpha1.ControllerConfiguration{
		ShootInfo: &configv1alpha1.ShootInfo{LabelPrefixes: []string{"info.example.com/"}},
	})
	Expect(err).NotTo(HaveOccurred())
	return resolver
}

// brokenReader returns the error of an unreachable garden.
type brokenReader struct {
	client.Reader
	err error
}

func (r brokenReader) Get(context.Context, client.ObjectKey, client.Object, ...client.GetOption) error {
	return r.err
}

// unlistable returns an error for each list.
type unlistable struct{ error }

func (u unlistable) Get(context.Context, client.ObjectKey, client.Object, ...client.GetOption) error {
	return u.error
}

func (u unlistable) List(context.Context, client.ObjectList, ...client.ListOption) error {
	return u.error
}

// request is a request of an API server. Without old, the object is new.
func request(kind metav1.GroupVersionKind, old, object client.Object) admission.Request {
	req := admission.Request{AdmissionRequest: admissionv1.AdmissionRequest{
		UID: "1", Kind: kind, Namespace: object.GetNamespace(), Name: object.GetName(),
		Operation: admissionv1.Create, Object: runtime.RawExtension{Raw: encode(object)},
	}}
	if old != nil {
		req.Operation, req.OldObject = admissionv1.Update, runtime.RawExtension{Raw: encode(old)}
	}
	return req
}

func shootRequest(old, object *gardencorev1beta1.Shoot) admission.Request {
	kind := metav1.GroupVersionKind(gardencorev1beta1.SchemeGroupVersion.WithKind("Shoot"))
	if old == nil {
		return request(kind, nil, object)
	}
	return request(kind, old, object)
}

func configMapRequest(old, object *corev1.ConfigMap) admission.Request {
	kind := metav1.GroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	if old == nil {
		return request(kind, nil, object)
	}
	return request(kind, old, object)
}

func encode(object client.Object) []byte {
	encoded, err := json.Marshal(object)
	Expect(err).NotTo(HaveOccurred())
	return encoded
}

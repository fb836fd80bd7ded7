// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package registration

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// configured returns the configuration of a webhook without a CA bundle.
func configured() extensionswebhook.Configs {
	return extensionswebhook.Configs{MutatingWebhookConfig: &admissionregistrationv1.MutatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "gardener-extension-shoot-flux"},
		Webhooks:   []admissionregistrationv1.MutatingWebhook{{Name: "resource-manager.gardener-extension-shoot-flux.extensions.gardener.cloud"}},
	}}
}

// apiServer answers as a kube-apiserver that has the owner's Namespace, and the webhook configuration if one is given.
// It calls observe at each request for the configuration.
func apiServer(stored *admissionregistrationv1.MutatingWebhookConfiguration, observe func()) client.Client {
	GinkgoHelper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer GinkgoRecover()
		w.Header().Set("Content-Type", "application/json")
		if strings.HasSuffix(r.URL.Path, "/namespaces/owner") {
			Expect(json.NewEncoder(w).Encode(&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "owner", UID: "1"}})).To(Succeed())
			return
		}
		observe()
		switch {
		case r.Method == http.MethodGet && stored == nil:
			w.WriteHeader(http.StatusNotFound)
			_, err := io.WriteString(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}`)
			Expect(err).NotTo(HaveOccurred())
		case r.Method == http.MethodGet:
			Expect(json.NewEncoder(w).Encode(stored)).To(Succeed())
		default:
			// A response without webhooks shows who reads it into a shared object.
			_, err := io.WriteString(w, `{"kind":"MutatingWebhookConfiguration","apiVersion":"admissionregistration.k8s.io/v1","metadata":{"name":"gardener-extension-shoot-flux"}}`)
			Expect(err).NotTo(HaveOccurred())
		}
	}))
	DeferCleanup(server.Close)
	scheme := runtime.NewScheme()
	Expect(admissionregistrationv1.AddToScheme(scheme)).To(Succeed())
	Expect(corev1.AddToScheme(scheme)).To(Succeed())
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Namespace"), meta.RESTScopeRoot)
	mapper.Add(admissionregistrationv1.SchemeGroupVersion.WithKind("MutatingWebhookConfiguration"), meta.RESTScopeRoot)
	config := &rest.Config{Host: server.URL, ContentConfig: rest.ContentConfig{ContentType: runtime.ContentTypeJSON}}
	it, err := client.New(config, client.Options{Scheme: scheme, Mapper: mapper})
	Expect(err).NotTo(HaveOccurred())
	return it
}

var _ = Describe("register", func() {
	DescribeTable("never changes the configurations, which the certificate controller reads at the same time",
		func(ctx SpecContext, stored *admissionregistrationv1.MutatingWebhookConfiguration) {
			configs, requests := configured(), 0
			writer := apiServer(stored, func() {
				requests++
				Expect(configs).To(Equal(configured()))
			})
			Expect(register(ctx, writer, configs, "owner")).To(Succeed())
			Expect(requests).To(Equal(2))
			Expect(configs).To(Equal(configured()))
		},
		Entry("of a new seed", nil),
		Entry("of a seed with a configuration of an earlier version", &admissionregistrationv1.MutatingWebhookConfiguration{
			ObjectMeta: metav1.ObjectMeta{Name: "gardener-extension-shoot-flux", ResourceVersion: "1"},
		}),
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/pem"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// system is one that listens on loopback, and what a project and the operator have configured for it.
type system struct {
	server *httptest.Server
	// host is the host with its port.
	host string
	// hosts are those that the operator allows.
	hosts []string
	// namespace is the namespace of the project whose check is asked. The Secret is in garden-demo.
	namespace string
	data      map[string][]byte
	// readError is the answer of the API server to a request for the Secret.
	readError error
	built     *Asker
}

func start(handler http.HandlerFunc) *system {
	server := httptest.NewTLSServer(handler)
	DeferCleanup(server.Close)
	host := server.Listener.Addr().String()
	return &system{server: server, host: host, hosts: []string{host}, namespace: "garden-demo"}
}

func (s *system) port() string {
	_, port, err := net.SplitHostPort(s.host)
	Expect(err).NotTo(HaveOccurred())
	return port
}

// authority returns the field caCert.
func (s *system) authority() string {
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.server.Certificate().Raw})
	return "caCert: |\n  " + strings.ReplaceAll(strings.TrimSpace(string(certificate)), "\n", "\n  ") + "\n"
}

// credential returns a document with these fields, and the host and the certificate of the system.
func (s *system) credential(fields string) string {
	return "host: " + s.host + "\n" + fields + "\n" + s.authority()
}

// withKey adds a key to the Secret.
func (s *system) withKey(key, content string) *system {
	if s.data == nil {
		s.data = map[string][]byte{}
	}
	s.data[key] = []byte(content)
	return s
}

// trustServer lets the asker trust the certificate as it trusts those of the system's authorities.
func (s *system) trustServer() {
	s.asker().roots.AddCert(s.server.Certificate())
}

func (s *system) asker() *Asker {
	if s.built == nil {
		s.built = NewAsker(githost.NewWebHosts(nil), nil)
	}
	return s.built
}

// ask asks the check of the project once.
func (s *system) ask(ctx context.Context, check fluxv1alpha1.Check) Answer {
	builder := fake.NewClientBuilder()
	if s.data != nil {
		builder.WithObjects(&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-checks"}, Data: s.data})
	}
	asker := s.asker()
	asker.hosts = githost.NewWebHosts(s.hosts)
	asker.secrets = builder.WithInterceptorFuncs(interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
			if s.readError != nil {
				return s.readError
			}
			return c.Get(ctx, key, object, options...)
		},
	}).Build()
	return asker.Ask(ctx, s.namespace, check)
}

// prometheus returns a check with a query at a path of the system.
func (s *system) prometheus(path, query string) fluxv1alpha1.Check {
	return fluxv1alpha1.Check{Name: "errors", Prometheus: &fluxv1alpha1.PrometheusCheck{URL: "https://" + s.host + path, Query: query, Max: "0.01"}}
}

// http returns a check with an expression over the document at a path of the system.
func (s *system) http(path, expression string) fluxv1alpha1.Check {
	return fluxv1alpha1.Check{Name: "change", HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://" + s.host + path, Expression: expression}}
}

func vector(elements string) string {
	return `{"status":"success","data":{"resultType":"vector","result":[` + elements + `]}}`
}

func scalar(value string) string {
	return `{"status":"success","data":{"resultType":"scalar","result":` + value + `}}`
}

func forbidden() error {
	return apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "flux-checks", nil)
}

// bomb returns 64 MiB in compressed form.
func bomb() []byte {
	var compressed bytes.Buffer
	writer := gzip.NewWriter(&compressed)
	for range 64 {
		_, err := writer.Write(make([]byte, 1<<20))
		Expect(err).NotTo(HaveOccurred())
	}
	Expect(writer.Close()).To(Succeed())
	return compressed.Bytes()
}

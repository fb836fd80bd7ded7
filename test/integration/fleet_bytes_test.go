// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"io"
	"net/http"

	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// countedBytes counts the bytes that a client sends and receives, without compression.
type countedBytes struct {
	requests       int
	sent, received int64
}

func (b *countedBytes) client() client.Client {
	GinkgoHelper()
	config := rest.CopyConfig(restConfig)
	config.QPS, config.DisableCompression = -1, true
	config.Wrap(func(next http.RoundTripper) http.RoundTripper { return countedTransport{counted: b, next: next} })
	c, err := client.New(config, client.Options{Scheme: kubernetes.SeedScheme})
	Expect(err).NotTo(HaveOccurred())
	return c
}

type countedTransport struct {
	counted *countedBytes
	next    http.RoundTripper
}

func (t countedTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method == http.MethodPatch {
		t.counted.requests++
		t.counted.sent += request.ContentLength
	}
	response, err := t.next.RoundTrip(request)
	if err == nil && request.Method == http.MethodPatch {
		response.Body = &countedBody{ReadCloser: response.Body, counted: t.counted}
	}
	return response, err
}

type countedBody struct {
	io.ReadCloser
	counted *countedBytes
}

func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.counted.received += int64(n)
	return n, err
}

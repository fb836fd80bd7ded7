// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Counting", func() {
	newRequest := func(method, url, contentType string) *http.Request {
		request := httptest.NewRequest(method, url, http.NoBody)
		request.Header.Set("Content-Type", contentType)
		return request
	}

	DescribeTable("distinguishes requests by", func(request *http.Request, kind, object string) {
		gotKind, gotObject := newCounter("flux-status").describe(request)
		Expect(gotKind).To(Equal(kind))
		Expect(gotObject).To(Equal(object))
	},
		Entry("the verb of Kubernetes, not the method", newRequest(http.MethodGet, "/api/v1/secrets?watch=true", ""), "watch secrets", "/"),
		Entry("the subresource", newRequest(http.MethodPatch, "/apis/extensions.gardener.cloud/v1alpha1/namespaces/n/extensions/e/status", "application/merge-patch+json"),
			"patch extensions/status", "n/e"),
		Entry("the kind of patch", newRequest(http.MethodPatch, "/api/v1/namespaces/n/secrets/s", "application/apply-patch+yaml"),
			"apply secrets", "n/s"),
		Entry("a well-known name", newRequest(http.MethodGet, "/api/v1/namespaces/n/configmaps/flux-status", ""), "get configmaps flux-status", "n/flux-status"),
		Entry("a well-known name in a selector", newRequest(http.MethodGet, "/api/v1/configmaps?fieldSelector=metadata.name%3Dflux-status", ""),
			"list configmaps flux-status", "/flux-status"),
		Entry("requests for discovery", newRequest(http.MethodGet, "/apis/apps/v1", ""), "get (discovery)", ""),
	)

	It("counts requests since the last call, including requests in progress", func() {
		c := newCounter()
		watch := c.count("watch secrets", "/")
		c.count("get secrets", "n/s")
		c.count("get secrets", "n/s")
		c.countHandshake()
		traffic := c.Take(time.Minute)
		Expect(traffic.Total).To(Equal(3))
		Expect(traffic.PerMinute).To(Equal(3.0))
		Expect(traffic.Handshakes).To(Equal(1))
		Expect(traffic.MostOfOneObject()).To(Equal(2))
		Expect(traffic.Objects).To(HaveKeyWithValue("get secrets n/s", 2))

		_, err := io.ReadAll(c.body(io.NopCloser(strings.NewReader("event")), &watch.Received))
		Expect(err).NotTo(HaveOccurred())
		traffic = c.Take(time.Minute)
		Expect(traffic.Requests).To(Equal(map[string]Requests{"watch secrets": {Received: 5}}))
		Expect(traffic.Total).To(BeZero())
		Expect(traffic.MostOfOneObject()).To(BeZero())
	})
})

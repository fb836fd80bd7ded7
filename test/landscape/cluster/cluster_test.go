// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cluster_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
)

var _ = Describe("Cluster", func() {
	DescribeTable("returns the first address of the Service range:", func(cidr, expected string) {
		address, err := cluster.APIServerIP(cidr)
		Expect(err).NotTo(HaveOccurred())
		Expect(address.String()).To(Equal(expected))
	},
		Entry("a range", "127.31.0.0/16", "127.31.0.1"),
		Entry("a range written with another address", "10.4.7.9/16", "10.4.0.1"),
	)

	It("refuses an invalid range", func() {
		_, err := cluster.APIServerIP("127.31.0.1")
		Expect(err).To(HaveOccurred())
	})

	It("has an address and credentials before its first start", func() {
		prepared, err := cluster.Prepare(cluster.Options{
			Name: "asleep", Dir: GinkgoT().TempDir(), Etcd: &cluster.Etcd{URL: "http://127.0.0.1:1"}, ServiceCIDR: "127.31.0.0/17",
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(prepared.Config.Host).To(Equal(prepared.URL))
		Expect(prepared.Config.CertData).NotTo(BeEmpty())

		prepared.Hibernate()
		connection, err := net.Dial("tcp", strings.TrimPrefix(prepared.URL, "https://"))
		Expect(err).To(HaveOccurred(), "nothing must listen")
		Expect(connection).To(BeNil())
	})

	DescribeTable("checks the response of the API server:", func(ctx SpecContext, status int, matcher OmegaMatcher) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte("[-]informer-sync failed"))
		}))
		DeferCleanup(server.Close)
		Expect(cluster.Probe(server.URL, nil)(ctx)).To(matcher)
	},
		Entry("success", http.StatusOK, Succeed()),
		Entry("failure", http.StatusInternalServerError, MatchError(ContainSubstring("informer-sync failed"))),
	)
})

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
	DescribeTable("APIServerIP", func(cidr, expected string) {
		address, err := cluster.APIServerIP(cidr)
		Expect(err).NotTo(HaveOccurred())
		Expect(address.String()).To(Equal(expected))
	},
		Entry("first address of a range", "127.31.0.0/16", "127.31.0.1"),
		Entry("range given by an address inside it", "10.4.7.9/16", "10.4.0.1"),
	)

	It("refuses what is no range", func() {
		_, err := cluster.APIServerIP("127.31.0.1")
		Expect(err).To(HaveOccurred())
	})

	It("has an address and credentials before it is started for the first time", func() {
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

	DescribeTable("Probe", func(ctx SpecContext, status int, matcher OmegaMatcher) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte("[-]informer-sync failed"))
		}))
		DeferCleanup(server.Close)
		Expect(cluster.Probe(server.URL, nil)(ctx)).To(matcher)
	},
		Entry("accepts success", http.StatusOK, Succeed()),
		Entry("passes on why not", http.StatusInternalServerError, MatchError(ContainSubstring("informer-sync failed"))),
	)
})

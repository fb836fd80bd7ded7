// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cluster_test

import (
	"net/http"
	"net/http/httptest"

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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"net"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

var _ = Describe("Hosts", func() {
	DescribeTable("allow the ports of the operator's list:",
		func(entry, host string, port int, expected bool) {
			Expect(githost.NewHosts([]string{"example.org", entry}).Allows(host, port)).To(Equal(expected))
		},
		Entry("a host allows https", "git.example.com", "git.example.com", 443, true),
		Entry("a host allows ssh", "git.example.com", "git.example.com", 22, true),
		Entry("a host allows no other port", "git.example.com", "git.example.com", 6443, false),
		Entry("host:port allows that port", "git.example.com:2222", "git.example.com", 2222, true),
		Entry("host:port allows no other port", "git.example.com:2222", "git.example.com", 443, false),
		Entry("names of hosts are not case-sensitive", "Git.Example.com", "gIT.example.com", 443, true),
		Entry("a name may end with a dot", "git.example.com", "git.example.com.", 443, true),
		Entry("a host does not allow its subdomains", "example.com", "git.example.com", 443, false),
		Entry("a host does not allow a host with the same ending", "example.com", "evil-example.com", 443, false),
		Entry("an IPv4 address", "10.1.2.3:3000", "10.1.2.3", 3000, true),
		Entry("an IPv6 address", "[2001:db8::1]:3000", "2001:db8::1", 3000, true),
		Entry("an IPv6 address without port", "2001:db8::1", "[2001:DB8:0::1]", 443, true),
		Entry("an IPv4-mapped IPv6 address", "10.1.2.3", "::ffff:10.1.2.3", 443, true),
		Entry("a URL allows nothing", "https://git.example.com", "git.example.com", 443, false),
		Entry("an invalid port allows nothing", "git.example.com:0", "git.example.com", 443, false),
		Entry("an empty entry allows nothing", "", "", 443, false),
	)

	DescribeTable("decide to which addresses a name may resolve:",
		func(entries []string, host, address string, allowed bool) {
			control := githost.NewHosts(entries).ControlContext(host, 443)
			err := control(GinkgoT().Context(), "tcp", address, nil)
			if allowed {
				Expect(err).NotTo(HaveOccurred())
				return
			}
			var refused *githost.NotAllowedError
			Expect(err).To(BeAssignableToTypeOf(refused))
			Expect(err.Error()).To(ContainSubstring(host))
		},
		Entry("a public address", []string{"git.example.com"}, "git.example.com", "192.0.2.1:443", true),
		Entry("a private address", []string{"git.example.com"}, "git.example.com", "10.0.0.1:443", true),
		Entry("a loopback address", []string{"git.example.com"}, "git.example.com", "127.0.0.1:443", false),
		Entry("an IPv4-mapped loopback address", []string{"git.example.com"}, "git.example.com", "[::ffff:127.0.0.1]:443", false),
		Entry("the IPv6 loopback address", []string{"git.example.com"}, "git.example.com", "[::1]:443", false),
		Entry("the metadata service of the cloud", []string{"git.example.com"}, "git.example.com", "169.254.169.254:80", false),
		Entry("the metadata service by NAT64", []string{"git.example.com"}, "git.example.com", "[64:ff9b::a9fe:a9fe]:443", false),
		Entry("the metadata service by 6to4", []string{"git.example.com"}, "git.example.com", "[2002:a9fe:a9fe::1]:443", false),
		Entry("a service of AWS's nodes by IPv6", []string{"git.example.com"}, "git.example.com", "[fd00:ec2::254]:443", false),
		Entry("the identities of AWS's pods by IPv6", []string{"git.example.com"}, "git.example.com", "[fd00:ec2::23]:443", false),
		Entry("the metadata service of Google Cloud by IPv6", []string{"git.example.com"}, "git.example.com", "[fd20:ce::254]:443", false),
		Entry("the metadata service of Oracle Cloud by IPv6", []string{"git.example.com"}, "git.example.com", "[fd00:c1::a9fe:a9fe]:443", false),
		Entry("the metadata service of Scaleway by IPv6", []string{"git.example.com"}, "git.example.com", "[fd00:42::42]:443", false),
		Entry("the metadata service of Akamai by IPv6", []string{"git.example.com"}, "git.example.com", "[fd00:a9fe:a9fe::1]:443", false),
		Entry("the metadata service of Alibaba Cloud", []string{"git.example.com"}, "git.example.com", "100.100.100.200:443", false),
		Entry("the wire server of Azure", []string{"git.example.com"}, "git.example.com", "168.63.129.16:443", false),
		Entry("the metadata service of Oracle Cloud Classic", []string{"git.example.com"}, "git.example.com", "192.0.0.192:443", false),
		Entry("the wire server of Azure as an IPv4-mapped address", []string{"git.example.com"}, "git.example.com", "[::ffff:168.63.129.16]:443", false),
		Entry("the metadata service by stateless translation", []string{"git.example.com"}, "git.example.com", "[::ffff:0:169.254.169.254]:443", false),
		Entry("the metadata service of Alibaba Cloud by NAT64", []string{"git.example.com"}, "git.example.com", "[64:ff9b::6464:64c8]:443", false),
		Entry("the metadata service by NAT64 with a local prefix", []string{"git.example.com"}, "git.example.com", "[64:ff9b:1::a9fe:a9fe]:443", false),
		Entry("the metadata service by NAT64 with a local prefix and subnet", []string{"git.example.com"}, "git.example.com", "[64:ff9b:1:7::a9fe:a9fe]:443", false),
		Entry("the metadata service by NAT64 with a local prefix of 64 bits", []string{"git.example.com"}, "git.example.com", "[64:ff9b:1:7:a9:fea9:fe00:0]:443", false),
		Entry("the metadata service by NAT64 with a local prefix of 56 bits", []string{"git.example.com"}, "git.example.com", "[64:ff9b:1:a9:fe:a9fe::]:443", false),
		Entry("the metadata service by NAT64 with a local prefix of 48 bits", []string{"git.example.com"}, "git.example.com", "[64:ff9b:1:a9fe:a9:fe00::]:443", false),
		Entry("the unspecified address by NAT64 with a local prefix", []string{"git.example.com"}, "git.example.com", "[64:ff9b:1::]:443", false),
		Entry("the metadata service by Teredo", []string{"git.example.com"}, "git.example.com", "[2001::5601:5601]:443", false),
		Entry("the broadcast address", []string{"git.example.com"}, "git.example.com", "255.255.255.255:443", false),
		Entry("a public address by NAT64 with a local prefix", []string{"git.example.com"}, "git.example.com", "[64:ff9b:1::c000:201]:443", true),
		Entry("a public address by NAT64 with a local prefix and subnet", []string{"git.example.com"}, "git.example.com", "[64:ff9b:1:7::c000:201]:443", true),
		Entry("a private IPv6 address", []string{"git.example.com"}, "git.example.com", "[fd12:3456::1]:443", true),
		Entry("a carrier-grade NAT address", []string{"git.example.com"}, "git.example.com", "100.100.100.201:443", true),
		Entry("a metadata service that the operator allows", []string{"git.example.com", "100.100.100.200"}, "git.example.com", "100.100.100.200:443", true),
		Entry("an IPv4-compatible loopback address", []string{"git.example.com"}, "git.example.com", "[::127.0.0.1]:443", false),
		Entry("a public address by NAT64", []string{"git.example.com"}, "git.example.com", "[64:ff9b::c000:201]:443", true),
		Entry("a link-local address", []string{"git.example.com"}, "git.example.com", "[fe80::1%eth0]:443", false),
		Entry("the unspecified address", []string{"git.example.com"}, "git.example.com", "0.0.0.0:443", false),
		Entry("a loopback address that the operator allows", []string{"git.example.com", "127.0.0.1"}, "git.example.com", "127.0.0.1:443", true),
		Entry("another port of an allowed address", []string{"git.example.com", "127.0.0.1:443"}, "git.example.com", "127.0.0.1:8443", false),
		Entry("a loopback address for localhost, if the operator allows it", []string{"localhost"}, "localhost", "127.0.0.1:443", true),
		Entry("the metadata service, if the operator allows localhost", []string{"localhost"}, "localhost", "169.254.169.254:443", false),
		Entry("a loopback address for another name, if the operator allows localhost", []string{"localhost", "git.example.com"}, "git.example.com", "127.0.0.1:443", false),
	)

	It("connect only to allowed hosts", func(ctx SpecContext) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(listener.Close)
		port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)

		_, err = githost.NewHosts([]string{"127.0.0.1"}).DialContext(ctx, "tcp", listener.Addr().String())
		Expect(err).To(MatchError(ContainSubstring("ask for this entry in gitHosts")))
		for _, host := range []string{"127.0.0.1", "localhost"} {
			connection, err := githost.NewHosts([]string{net.JoinHostPort(host, port)}).DialContext(ctx, "tcp4", net.JoinHostPort(host, port))
			Expect(err).NotTo(HaveOccurred(), host)
			Expect(connection.Close()).To(Succeed())
		}
	})
})

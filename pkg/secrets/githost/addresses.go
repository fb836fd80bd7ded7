// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import "net/netip"

// servicesOfNodes returns the addresses beyond the network link at which clouds serve data and credentials of their machines. It is for
// each cloud that one: the networks around them are used for other things too.
func servicesOfNodes() []netip.Prefix {
	return []netip.Prefix{
		// AWS: metadata, identities of pods, DNS, time (fd00:ec2::254, ::23, ::253, ::123).
		netip.MustParsePrefix("fd00:ec2::/32"),
		// Google Cloud.
		netip.MustParsePrefix("fd20:ce::254/128"),
		// Azure: the wire server, which has the certificates and extensions of a machine.
		netip.MustParsePrefix("168.63.129.16/32"),
		// Alibaba Cloud.
		netip.MustParsePrefix("100.100.100.200/32"),
		// Oracle Cloud, and Oracle Cloud Classic in the block for protocols (RFC 6890), where no Git host is.
		netip.MustParsePrefix("fd00:c1::a9fe:a9fe/128"),
		netip.MustParsePrefix("192.0.0.0/24"),
		// Scaleway.
		netip.MustParsePrefix("fd00:42::42/128"),
		// Akamai (Linode).
		netip.MustParsePrefix("fd00:a9fe:a9fe::1/128"),
	}
}

// leadsIntoSeed returns whether the address is one of the node itself or of its network link, or one where clouds serve the credentials
// of machines, also in a form that the network translates. Private networks are not counted: Git hosts run there, and the operator has
// allowed the host.
func leadsIntoSeed(ip netip.Addr) bool {
	if isOfNode(ip) {
		return true
	}
	for _, embedded := range embeddedAddresses(ip) {
		if isOfNode(embedded) {
			return true
		}
	}
	return false
}

func isOfNode(ip netip.Addr) bool {
	if ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip == netip.AddrFrom4([4]byte{255, 255, 255, 255}) {
		return true
	}
	for _, service := range servicesOfNodes() {
		if service.Contains(ip) {
			return true
		}
	}
	return false
}

// embeddedAddresses returns the IPv4 addresses that the network may translate an IPv6 address to. A prefix for NAT64 that a network
// has chosen among its own addresses cannot be known.
func embeddedAddresses(ip netip.Addr) []netip.Addr {
	if !ip.Is6() {
		return nil
	}
	b := ip.As16()
	within := func(prefix string) bool { return netip.MustParsePrefix(prefix).Contains(ip) }
	switch last := [4]byte(b[12:]); {
	case within("64:ff9b::/96"), // NAT64 (RFC 6052)
		within("::ffff:0:0:0/96"), // stateless translation (RFC 2765)
		within("::/96"):           // IPv4-compatible (RFC 4291)
		return []netip.Addr{netip.AddrFrom4(last)}
	case within("2002::/16"): // 6to4 (RFC 3056)
		return []netip.Addr{netip.AddrFrom4([4]byte(b[2:6]))}
	case within("2001::/32"): // Teredo (RFC 4380)
		return []netip.Addr{netip.AddrFrom4([4]byte{^b[12], ^b[13], ^b[14], ^b[15]})}
	case within("64:ff9b:1::/48"): // NAT64 with a prefix of the network's own (RFC 8215)
		return embeddedLocally(b)
	}
	return nil
}

// embeddedLocally returns the address that is embedded after a prefix of 48, 56, 64 or 96 bits (RFC 6052, section 2.2). What is zero in
// one of these forms is the rest of another, unless all is zero.
func embeddedLocally(b [16]byte) []netip.Addr {
	var addresses []netip.Addr
	for _, form := range [][4]byte{{b[6], b[7], b[9], b[10]}, {b[7], b[9], b[10], b[11]}, {b[9], b[10], b[11], b[12]}, {b[12], b[13], b[14], b[15]}} {
		if form != [4]byte{} {
			addresses = append(addresses, netip.AddrFrom4(form))
		}
	}
	if addresses == nil {
		return []netip.Addr{netip.IPv4Unspecified()}
	}
	return addresses
}

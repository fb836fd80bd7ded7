// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

// dialTimeout bounds the time until a host accepts a connection.
const dialTimeout = 10 * time.Second

// Hosts are the hosts that the operator allows the extension to connect to.
type Hosts struct{ githosts.List }

// NewHosts returns the hosts of the operator's list. An entry is host, which allows ports 22 and 443, or
// host:port. Other entries allow nothing.
func NewHosts(gitHosts []string) *Hosts {
	return &Hosts{githosts.NewList(gitHosts)}
}

// NotAllowedError is the error for a host that the operator does not allow the extension to connect to.
type NotAllowedError struct {
	// Host and Port identify the refused connection.
	Host string
	Port int
	// Address is the IP address of the host, if the connection was refused because of it.
	Address string
}

// Error names the host, and the entry that the operator has to add.
func (e *NotAllowedError) Error() string {
	address := net.JoinHostPort(githosts.Normalize(e.Host), strconv.Itoa(e.Port))
	if e.Address != "" {
		return fmt.Sprintf("%s has the address %s, which belongs to the seed and is not allowed", address, e.Address)
	}
	return fmt.Sprintf("the operator does not let the extension connect to %s: ask for this entry in gitHosts", address)
}

// DialContext connects to an allowed host, for a [net/http.Transport] or an SSH client. It refuses names that
// resolve to an address of the seed's node or its link-local network, because the owner of a name chooses the
// address. It accepts them if the operator allows this address, or if the name is localhost.
func (h *Hosts) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := githosts.Split(address, 0)
	if err != nil {
		return nil, err
	}
	if !h.Allows(host, port) {
		return nil, &NotAllowedError{Host: host, Port: port}
	}
	dialer := &net.Dialer{Timeout: dialTimeout, ControlContext: h.ControlContext(host, port)}
	return dialer.DialContext(ctx, network, address)
}

// ControlContext is for a [net.Dialer] that connects to the port of the host. It checks the address of the
// connection itself, which a DNS lookup beforehand would not.
func (h *Hosts) ControlContext(host string, port int) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("invalid address %s: %w", address, err)
		}
		ip := target.Addr().Unmap().WithZone("")
		switch {
		case !leadsIntoSeed(ip),
			h.Allows(ip.String(), int(target.Port())),
			ip.IsLoopback() && githosts.Normalize(host) == "localhost" && h.Allows(host, port):
			return nil
		}
		return &NotAllowedError{Host: host, Port: port, Address: ip.String()}
	}
}

// servicesOfNodes returns the addresses outside the link-local network where clouds serve metadata and
// credentials of machines. It lists single addresses where possible, because the networks around them have
// other uses.
func servicesOfNodes() []string {
	return []string{
		// AWS: metadata, identities of pods, DNS, time (fd00:ec2::254, ::23, ::253, ::123).
		"fd00:ec2::/32",
		// Google Cloud.
		"fd20:ce::254/128",
		// Azure: the wire server, which serves certificates and extensions of a machine.
		"168.63.129.16/32",
		// Alibaba Cloud.
		"100.100.100.200/32",
		// Oracle Cloud, and Oracle Cloud Classic in the block for protocol assignments (RFC 6890), which has no
		// Git hosts.
		"fd00:c1::a9fe:a9fe/128",
		"192.0.0.0/24",
		// Scaleway.
		"fd00:42::42/128",
		// Akamai (Linode).
		"fd00:a9fe:a9fe::1/128",
		// Obsolete forms of IPv4 addresses that Git hosts do not use: IPv4-compatible (RFC 4291), stateless
		// translation (RFC 2765), 6to4 (RFC 3056) and Teredo (RFC 4380).
		"::/96",
		"::ffff:0:0:0/96",
		"2002::/16",
		"2001::/32",
		// The broadcast address.
		"255.255.255.255/32",
	}
}

// leadsIntoSeed returns whether the address belongs to the node or its link-local network, or serves cloud
// credentials of machines, also in a form that the network translates. It allows private networks, because Git
// hosts run there and the operator allowed the host.
func leadsIntoSeed(ip netip.Addr) bool {
	return isOfNode(ip) || slices.ContainsFunc(embeddedAddresses(ip), isOfNode)
}

func isOfNode(ip netip.Addr) bool {
	return ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() || ip.IsMulticast() ||
		slices.ContainsFunc(servicesOfNodes(), func(network string) bool { return netip.MustParsePrefix(network).Contains(ip) })
}

// embeddedAddresses returns the IPv4 addresses that the network may translate an IPv6 address to. It does not
// know a NAT64 prefix that a network has chosen from its own addresses.
func embeddedAddresses(ip netip.Addr) []netip.Addr {
	if !ip.Is6() {
		return nil
	}
	b := ip.As16()
	within := func(prefix string) bool { return netip.MustParsePrefix(prefix).Contains(ip) }
	switch {
	case within("64:ff9b::/96"): // NAT64 (RFC 6052)
		return []netip.Addr{netip.AddrFrom4([4]byte(b[12:]))}
	case within("64:ff9b:1::/48"): // NAT64 with a prefix of the network's own (RFC 8215)
		return embeddedLocally(b)
	}
	return nil
}

// embeddedLocally returns the address after a prefix of 48, 56, 64 or 96 bits (RFC 6052, section 2.2). Bytes
// that are zero in one form belong to another form, unless all are zero.
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

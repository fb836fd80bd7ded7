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

// dialTimeout is the timeout for establishing a connection to a host.
const dialTimeout = 10 * time.Second

// Hosts connects to the hosts that the operator allows.
type Hosts struct{ githosts.List }

// NewHosts returns the Hosts for the operator's list gitHosts. An entry has the format host, which allows ports 22 and
// 443, or host:port. Entries in any other format allow nothing.
func NewHosts(gitHosts []string) *Hosts {
	return &Hosts{githosts.NewList(gitHosts)}
}

// NotAllowedError is returned for a connection that the operator does not allow.
type NotAllowedError struct {
	// Host and Port identify the refused connection.
	Host string
	Port int
	// Address is the IP address of the host if the address is the reason for the refusal; empty otherwise.
	Address string
}

// Error names the host, and either its refused IP address or the missing entry in gitHosts.
func (e *NotAllowedError) Error() string {
	address := net.JoinHostPort(githosts.Normalize(e.Host), strconv.Itoa(e.Port))
	if e.Address != "" {
		return fmt.Sprintf("%s has the address %s, which belongs to the seed and is not allowed", address, e.Address)
	}
	return fmt.Sprintf("the operator does not let the extension connect to %s; ask for this entry in gitHosts", address)
}

// DialContext connects to an allowed host, for a [net/http.Transport] or an SSH client. It refuses a host name that
// resolves to an address of the seed's node, its link-local network or a cloud metadata service, because the owner of
// the name controls the address. It makes an exception if the operator allows the IP address itself, or for a loopback
// address of localhost.
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

// ControlContext returns a function for [net.Dialer.ControlContext] that refuses addresses of the host as DialContext
// does. It checks the address of the actual connection, because a separate DNS lookup could return a different one.
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

// servicesOfNodes returns the networks outside the link-local range that are always refused: addresses where clouds
// serve metadata and credentials of machines, obsolete address formats, and the broadcast address. It lists single
// addresses if possible, because the surrounding networks have other uses.
func servicesOfNodes() []string {
	return []string{
		// AWS: metadata (fd00:ec2::254), pod identities (::23), DNS (::253) and time (::123).
		"fd00:ec2::/32",
		// Google Cloud.
		"fd20:ce::254/128",
		// Azure: the WireServer, which serves certificates and extensions of a machine.
		"168.63.129.16/32",
		// Alibaba Cloud.
		"100.100.100.200/32",
		// Oracle Cloud. Oracle Cloud Classic uses the block for protocol assignments (RFC 6890), which has no Git hosts.
		"fd00:c1::a9fe:a9fe/128",
		"192.0.0.0/24",
		// Scaleway.
		"fd00:42::42/128",
		// Akamai (Linode).
		"fd00:a9fe:a9fe::1/128",
		// Obsolete IPv6 representations of IPv4 addresses that Git hosts do not use: IPv4-compatible (RFC 4291), stateless
		// translation (RFC 2765), 6to4 (RFC 3056) and Teredo (RFC 4380).
		"::/96",
		"::ffff:0:0:0/96",
		"2002::/16",
		"2001::/32",
		// The broadcast address.
		"255.255.255.255/32",
	}
}

// leadsIntoSeed returns whether an address is refused: it belongs to the node, its link-local network or a cloud
// metadata service, or the network may translate it (NAT64) to such an address. Private networks are accepted, because
// Git hosts run there and the operator has allowed the host.
func leadsIntoSeed(ip netip.Addr) bool {
	return isOfNode(ip) || slices.ContainsFunc(embeddedAddresses(ip), isOfNode)
}

func isOfNode(ip netip.Addr) bool {
	return ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() || ip.IsMulticast() ||
		slices.ContainsFunc(servicesOfNodes(), func(network string) bool { return netip.MustParsePrefix(network).Contains(ip) })
}

// embeddedAddresses returns the IPv4 addresses that NAT64 may translate an IPv6 address to. It recognizes only the
// standard NAT64 prefixes, not a prefix from a network's own address range.
func embeddedAddresses(ip netip.Addr) []netip.Addr {
	if !ip.Is6() {
		return nil
	}
	b := ip.As16()
	within := func(prefix string) bool { return netip.MustParsePrefix(prefix).Contains(ip) }
	switch {
	case within("64:ff9b::/96"): // NAT64 (RFC 6052)
		return []netip.Addr{netip.AddrFrom4([4]byte(b[12:]))}
	case within("64:ff9b:1::/48"): // NAT64 with a local prefix (RFC 8215)
		return embeddedLocally(b)
	}
	return nil
}

// embeddedLocally returns the IPv4 addresses that may be embedded after a prefix of 48, 56, 64 or 96 bits (RFC 6052,
// section 2.2). It ignores a prefix length if the embedded address is zero, unless this is the case for all of them.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"syscall"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

// dialTimeout limits how long a host may take to accept a connection.
const dialTimeout = 10 * time.Second

// Hosts are the hosts that the operator allows the extension to connect to.
type Hosts struct {
	list githosts.List
}

// NewHosts returns the hosts of the operator's list: a host allows its ports 22 and 443, host:port that port. An entry that is
// neither of the two allows nothing.
func NewHosts(gitHosts []string) *Hosts {
	return &Hosts{list: githosts.NewList(gitHosts)}
}

// Allows returns whether the extension may connect to the port of the host.
func (h *Hosts) Allows(host string, port int) bool { return h.list.Allows(host, port) }

// NotAllowedError is the error for a host that the operator does not allow the extension to connect to.
type NotAllowedError struct {
	// Host and Port are those of the refused connection.
	Host string
	Port int
	// Address is the IP address that the name of the host resolves to, if the connection is refused because of it.
	Address string
}

// Error names the host and the entry that the operator has to add.
func (e *NotAllowedError) Error() string {
	address := net.JoinHostPort(githosts.Plain(e.Host), strconv.Itoa(e.Port))
	if e.Address != "" {
		return fmt.Sprintf("%s has the address %s, which leads into the seed itself and is therefore not connected to", address, e.Address)
	}
	return fmt.Sprintf("the operator does not let the extension connect to %s: ask for this entry in gitHosts", address)
}

// DialContext connects to an allowed host, for a [net/http.Transport] or an SSH client. It refuses names that resolve to an address of
// the seed's node or its network link, because the owner of a name chooses the address, unless the operator allows this very address,
// or the name is localhost.
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

// ControlContext is for a [net.Dialer] that connects to the port of the host. It checks the address that the connection is really made
// to, which a DNS lookup beforehand would not.
func (h *Hosts) ControlContext(host string, port int) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%s is no address: %w", address, err)
		}
		ip := target.Addr().Unmap().WithZone("")
		switch {
		case !leadsIntoSeed(ip),
			h.Allows(ip.String(), int(target.Port())),
			ip.IsLoopback() && githosts.Plain(host) == "localhost" && h.Allows(host, port):
			return nil
		}
		return &NotAllowedError{Host: host, Port: port, Address: ip.String()}
	}
}

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
	"strings"
	"syscall"
	"time"
)

const (
	sshPort   = 22
	httpsPort = 443
	// dialTimeout is how long a host has to take a connection.
	dialTimeout = 10 * time.Second
)

// Hosts are the hosts that the operator lets the extension connect to by itself.
type Hosts struct {
	allowed map[endpoint]struct{}
}

type endpoint struct {
	host string
	port int
}

// NewHosts returns the hosts of the operator's list: a host allows its ports 22 and 443, host:port that port. An entry that is
// neither allows nothing.
func NewHosts(gitHosts []string) *Hosts {
	h := &Hosts{allowed: map[endpoint]struct{}{}}
	for _, entry := range gitHosts {
		if host, port, err := splitHost(entry, 0); err == nil && port != 0 {
			h.allowed[endpoint{host, port}] = struct{}{}
		} else if err == nil {
			h.allowed[endpoint{host, sshPort}] = struct{}{}
			h.allowed[endpoint{host, httpsPort}] = struct{}{}
		}
	}
	return h
}

// Allows tells whether the extension may connect to the port of the host.
func (h *Hosts) Allows(host string, port int) bool {
	_, allowed := h.allowed[endpoint{plainHost(host), port}]
	return allowed
}

// NotAllowedError says that the operator does not let the extension connect to a host.
type NotAllowedError struct {
	// Host and Port are what was to be connected to.
	Host string
	Port int
	// Address is what the name of the host stands for, if it is for its sake that the connection is refused.
	Address string
}

// Error names the host and what the operator can do.
func (e *NotAllowedError) Error() string {
	address := net.JoinHostPort(plainHost(e.Host), strconv.Itoa(e.Port))
	if e.Address != "" {
		return fmt.Sprintf("%s has the address %s, which leads into the seed itself and is therefore not connected to", address, e.Address)
	}
	return fmt.Sprintf("the operator does not let the extension connect to %s: ask for this entry in gitHosts", address)
}

// DialContext connects to a host that is allowed, for a [net/http.Transport] or an SSH client. A name that stands for an address
// of the seed's own machine or network link is not followed there, because whoever holds the name chooses the address: unless the
// operator allows this very address, or the name is localhost.
func (h *Hosts) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := splitHost(address, 0)
	if err != nil {
		return nil, err
	}
	if !h.Allows(host, port) {
		return nil, &NotAllowedError{Host: host, Port: port}
	}
	dialer := &net.Dialer{Timeout: dialTimeout, ControlContext: h.ControlContext(host, port)}
	return dialer.DialContext(ctx, network, address)
}

// ControlContext is for a [net.Dialer] that connects to the port of the host. It sees the address that the name stands for at that
// very moment, which a look-up beforehand would not.
func (h *Hosts) ControlContext(host string, port int) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%s is no address: %w", address, err)
		}
		ip := target.Addr().Unmap().WithZone("")
		switch {
		case !leadsIntoTheSeed(ip),
			h.Allows(ip.String(), int(target.Port())),
			ip.IsLoopback() && plainHost(host) == "localhost" && h.Allows(host, port):
			return nil
		}
		return &NotAllowedError{Host: host, Port: port, Address: ip.String()}
	}
}

// leadsIntoTheSeed tells whether the address is one of the machine itself or of its network link, where clouds hand out the
// credentials of machines. Private networks are not counted: Git hosts stand there, and the operator has named the host.
func leadsIntoTheSeed(ip netip.Addr) bool {
	return ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() || ip.IsMulticast()
}

// splitHost splits host, host:port, address or [address]:port. Without a port it returns the one that is given for that case.
func splitHost(hostPort string, otherwise int) (host string, port int, err error) {
	if ip, err := netip.ParseAddr(strings.Trim(hostPort, "[]")); err == nil {
		return ip.Unmap().String(), otherwise, nil
	}
	host, digits, hasPort := hostPort, "", false
	if strings.Contains(hostPort, ":") {
		if host, digits, err = net.SplitHostPort(hostPort); err != nil {
			return "", 0, fmt.Errorf("%q is neither host nor host:port", hostPort)
		}
		hasPort = true
	}
	if host = plainHost(host); host == "" || strings.ContainsAny(host, "/@ ?#%\\") {
		return "", 0, fmt.Errorf("%q is neither host nor host:port", hostPort)
	}
	if !hasPort {
		return host, otherwise, nil
	}
	if port, err = strconv.Atoi(digits); err != nil || port < 1 || port > 65535 {
		return "", 0, fmt.Errorf("%q is neither host nor host:port", hostPort)
	}
	return host, port, nil
}

// plainHost is the form in which hosts are compared.
func plainHost(host string) string {
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String()
	}
	return host
}

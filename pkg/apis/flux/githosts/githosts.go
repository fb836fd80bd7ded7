// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githosts reads the list of the hosts that the operator lets the extension itself connect to, and has a table of public Git hosts. What checks a
// configuration and what connects ask it alike.
package githosts

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

const (
	// SSHPort is the port of a host that a URL ssh:// means without naming one.
	SSHPort = 22
	// HTTPSPort is the same of https://.
	HTTPSPort = 443
	// GitHubAPI is where the API of github.com is.
	GitHubAPI = "api.github.com"
)

// List is the operator's list.
type List struct {
	allowed map[endpoint]struct{}
}

type endpoint struct {
	host string
	port int
}

// NewList reads the operator's list: a host allows its ports 22 and 443, host:port that port. An entry that is neither allows
// nothing.
func NewList(gitHosts []string) List {
	l := List{allowed: map[endpoint]struct{}{}}
	for _, entry := range gitHosts {
		if host, port, err := Split(entry, 0); err == nil && port != 0 {
			l.allowed[endpoint{host, port}] = struct{}{}
		} else if err == nil {
			l.allowed[endpoint{host, SSHPort}] = struct{}{}
			l.allowed[endpoint{host, HTTPSPort}] = struct{}{}
		}
	}
	return l
}

// Allows returns whether the extension may connect to the port of the host.
func (l List) Allows(host string, port int) bool {
	_, allowed := l.allowed[endpoint{Plain(host), port}]
	return allowed
}

// Split splits host, host:port, address or [address]:port. Without a port it returns the one that is given for that case.
func Split(hostPort string, otherwise int) (host string, port int, err error) {
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
	if host = Plain(host); host == "" || strings.ContainsAny(host, "/@ ?#%\\") {
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

// Plain is the form in which hosts are compared.
func Plain(host string) string {
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String()
	}
	return host
}

// Entry is how the operator writes a port of a host into the list.
func Entry(host string, port int) string {
	if port == SSHPort || port == HTTPSPort {
		return Plain(host)
	}
	return net.JoinHostPort(Plain(host), strconv.Itoa(port))
}

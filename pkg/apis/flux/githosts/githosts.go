// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githosts decides to which Git hosts the operator lets the extension connect, and knows the addresses
// and key rules of public Git hosts. Validation and connections share it. It must not connect to hosts.
package githosts

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

const (
	// SSHPort is the default port of ssh:// URLs.
	SSHPort = 22
	// HTTPSPort is the default port of https:// URLs.
	HTTPSPort = 443
	// GitHubAPI is the host of github.com's API.
	GitHubAPI = "api.github.com"
)

// List is the operator's list of Git hosts.
type List struct {
	allowed map[endpoint]struct{}
}

type endpoint struct {
	host string
	port int
}

// NewList reads the operator's list. A host allows its ports 22 and 443, host:port that port. An invalid entry
// allows nothing.
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
	_, allowed := l.allowed[endpoint{Normalize(host), port}]
	return allowed
}

// Split splits host, host:port, address or [address]:port. Without port, it returns the given default port.
func Split(hostPort string, defaultPort int) (host string, port int, err error) {
	if ip, err := netip.ParseAddr(strings.Trim(hostPort, "[]")); err == nil {
		return ip.Unmap().String(), defaultPort, nil
	}
	host, port = hostPort, defaultPort
	if strings.Contains(hostPort, ":") {
		var digits string
		if host, digits, err = net.SplitHostPort(hostPort); err == nil {
			port, err = strconv.Atoi(digits)
		}
		if port < 1 || port > 65535 {
			host = ""
		}
	}
	if host = Normalize(host); err != nil || host == "" || strings.ContainsAny(host, "/@ ?#%\\") {
		return "", 0, fmt.Errorf("%q is neither host nor host:port", hostPort)
	}
	return host, port, nil
}

// Normalize returns the form of a host for comparisons.
func Normalize(host string) string {
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String()
	}
	return host
}

// Entry returns the entry of the operator's list that allows a port of a host.
func Entry(host string, port int) string {
	if port == SSHPort || port == HTTPSPort {
		return Normalize(host)
	}
	return net.JoinHostPort(Normalize(host), strconv.Itoa(port))
}

// public is a public Git host with several names.
type public struct {
	// web is the host of the web pages that users know. It also serves the API if api is empty.
	web string
	// ssh contains the SSH addresses. They have the same host keys, which are known for the first one.
	ssh []string
	// api is the host of the API.
	api string
}

// publicHosts returns all public Git hosts. Port 443 serves networks that block other ports:
// https://docs.github.com/en/authentication/troubleshooting-ssh/using-ssh-over-the-https-port,
// https://about.gitlab.com/blog/gitlab-dot-com-now-supports-an-alternate-git-plus-ssh-port,
// https://support.atlassian.com/bitbucket-cloud/docs/troubleshoot-ssh-issues. The former name of Azure DevOps:
// https://learn.microsoft.com/azure/devops/repos/git/use-ssh-keys-to-authenticate.
func publicHosts() []public {
	return []public{
		{web: "github.com", ssh: []string{"github.com:22", "ssh.github.com:443"}, api: GitHubAPI},
		{web: "gitlab.com", ssh: []string{"gitlab.com:22", "altssh.gitlab.com:443"}},
		{web: "bitbucket.org", ssh: []string{"bitbucket.org:22", "altssh.bitbucket.org:443"}},
		{web: "codeberg.org", ssh: []string{"codeberg.org:22"}},
		// The extension does not use its web pages and API.
		{ssh: []string{"ssh.dev.azure.com:22", "vs-ssh.visualstudio.com:22"}},
	}
}

// Web returns the host of the web pages for a host of SSH or of the API. It returns any other host unchanged.
func Web(host string) string {
	host = Normalize(host)
	for _, known := range publicHosts() {
		if known.web == "" {
			continue
		}
		if host == known.api {
			return known.web
		}
		for _, address := range known.ssh {
			if name, _, _ := strings.Cut(address, ":"); name == host {
				return known.web
			}
		}
	}
	return host
}

// SSH returns the host and port under which the host keys of an SSH address are known: the usual address of the
// same public Git host, or else the address itself.
func SSH(host string, port int) (string, int) {
	host = Normalize(host)
	for _, known := range publicHosts() {
		for _, address := range known.ssh {
			if address == host+":"+strconv.Itoa(port) {
				usual, _, _ := strings.Cut(known.ssh[0], ":")
				return usual, SSHPort
			}
		}
	}
	return host, port
}

// Addresses returns the SSH hosts and ports of the public hosts.
func Addresses() []string {
	var addresses []string
	for _, known := range publicHosts() {
		addresses = append(addresses, known.ssh...)
	}
	return addresses
}

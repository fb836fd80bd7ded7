// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githosts implements the operator's list of Git hosts that the extension may connect to, contains the
// alternative addresses and deploy key rules of public Git hosts, and chooses the known_hosts lines that Flux uses to
// verify a Git host. It must not connect to a host, because keys that the host itself presents prove nothing.
package githosts

import (
	"cmp"
	"fmt"
	"net"
	"net/netip"
	"net/url"
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
	// DataResidency is the suffix of the host names of GitHub Enterprise Cloud with data residency. Their API is
	// neither at the address of github.com's API nor at that of GitHub Enterprise Server: https://api.NAME.ghe.com,
	// without /api/v3.
	DataResidency = ".ghe.com"
)

// List contains the hosts and ports that the operator's list of Git hosts allows.
type List map[endpoint]bool

type endpoint struct {
	host string
	port int
}

// NewList parses the operator's list. An entry in the format host allows ports 22 and 443 of the host, and an entry in
// the format host:port allows only that port. An invalid entry allows nothing.
func NewList(gitHosts []string) List {
	l := List{}
	for _, entry := range gitHosts {
		if host, port, err := Split(entry, 0); err == nil && port != 0 {
			l[endpoint{host, port}] = true
		} else if err == nil {
			l[endpoint{host, SSHPort}] = true
			l[endpoint{host, HTTPSPort}] = true
		}
	}
	return l
}

// Allows returns whether the extension may connect to the port of the host.
func (l List) Allows(host string, port int) bool {
	return l[endpoint{Normalize(host), port}]
}

// Split parses host, host:port, address or [address]:port, and normalizes the host. If there is no port, it returns
// defaultPort.
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

// Port returns the port of an ssh, http or https URL, or the default port of the scheme if the URL has none.
func Port(u *url.URL) int {
	if port, err := strconv.Atoi(u.Port()); err == nil {
		return port
	}
	return map[string]int{"ssh": SSHPort, "http": 80, "https": HTTPSPort}[u.Scheme]
}

// Normalize returns a canonical form of a host for comparisons: in lower case, and without brackets and trailing dot.
func Normalize(host string) string {
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String()
	}
	return host
}

// Entry returns an entry for the operator's list that allows the port of the host.
func Entry(host string, port int) string {
	if port == SSHPort || port == HTTPSPort {
		return Normalize(host)
	}
	return net.JoinHostPort(Normalize(host), strconv.Itoa(port))
}

// Web returns the main host of a public Git host, given its API host or an alternative SSH host. It returns any other
// host normalized.
func Web(host string) string {
	host = Normalize(host)
	return cmp.Or(map[string]string{
		GitHubAPI:              "github.com",
		"ssh.github.com":       "github.com",
		"altssh.gitlab.com":    "gitlab.com",
		"altssh.bitbucket.org": "bitbucket.org",
	}[host], host)
}

// SSH returns the SSH address for looking up the published host keys of a host and port: the main address for an
// alternative address of a public Git host, and otherwise the given address. Alternative addresses with port 443 are
// for networks that block other ports:
// https://docs.github.com/en/authentication/troubleshooting-ssh/using-ssh-over-the-https-port,
// https://about.gitlab.com/blog/gitlab-dot-com-now-supports-an-alternate-git-plus-ssh-port,
// https://support.atlassian.com/bitbucket-cloud/docs/troubleshoot-ssh-issues. vs-ssh.visualstudio.com is a former name
// of Azure DevOps: https://learn.microsoft.com/azure/devops/repos/git/use-ssh-keys-to-authenticate.
func SSH(host string, port int) (string, int) {
	host = Normalize(host)
	usual, ok := map[string]string{
		"ssh.github.com:443":         "github.com",
		"altssh.gitlab.com:443":      "gitlab.com",
		"altssh.bitbucket.org:443":   "bitbucket.org",
		"vs-ssh.visualstudio.com:22": "ssh.dev.azure.com",
	}[host+":"+strconv.Itoa(port)]
	if ok {
		return usual, SSHPort
	}
	return host, port
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

// webDialTimeout limits the time to connect to a WebHost.
const webDialTimeout = 5 * time.Second

// WebHosts lists the hosts other than Git hosts that the garden controller may send https requests to: receivers of
// notifications, and systems that checks ask.
type WebHosts struct {
	listed githosts.List
	// below contains the wildcard entries without the asterisk.
	below []webHost
	// addresses checks the IP addresses of connections.
	addresses *Hosts
}

type webHost struct {
	host string
	port int
}

// NewWebHosts returns the hosts in the operator's list. An entry is a host, with port 443, or host:port. If an entry
// begins with "*.", the asterisk matches one label. NewWebHosts ignores invalid entries.
func NewWebHosts(entries []string) *WebHosts {
	h := &WebHosts{}
	var listed []string
	for _, entry := range entries {
		own, isWildcard := strings.CutPrefix(entry, "*")
		host, port, err := githosts.Split(strings.TrimPrefix(own, "."), githosts.HTTPSPort)
		switch {
		case err != nil:
		case isWildcard:
			h.below = append(h.below, webHost{"." + host, port})
		default:
			listed = append(listed, net.JoinHostPort(host, strconv.Itoa(port)))
		}
	}
	h.listed, h.addresses = githosts.NewList(listed), NewHosts(listed)
	return h
}

// Allows returns whether requests may be sent to the port of the host.
func (h *WebHosts) Allows(host string, port int) bool {
	host = githosts.Normalize(host)
	for _, e := range h.below {
		if label, is := strings.CutSuffix(host, e.host); is && port == e.port && label != "" && !strings.Contains(label, ".") {
			return true
		}
	}
	return h.listed.Allows(host, port)
}

// DialContext connects to an allowed host. It rejects names that resolve to addresses in the cluster of the garden
// controller.
func (h *WebHosts) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := githosts.Split(address, githosts.HTTPSPort)
	if err != nil {
		return nil, err
	}
	if !h.Allows(host, port) {
		return nil, &NotAllowedError{Host: host, Port: port}
	}
	dialer := &net.Dialer{Timeout: webDialTimeout, ControlContext: h.addresses.ControlContext(host, port)}
	return dialer.DialContext(ctx, network, address)
}

// WebHostEntry returns the entry for the operator's list that allows the port of the host.
func WebHostEntry(host string, port int) string {
	if port == githosts.HTTPSPort {
		return githosts.Normalize(host)
	}
	return net.JoinHostPort(githosts.Normalize(host), strconv.Itoa(port))
}

// WebProblem describes why a request to a WebHost got no response, and how to fix it. It contains no part of the error
// except an IP address, because errors contain the URL, which may be a secret. trust is the fix for an unknown
// certificate authority.
func WebProblem(err error, trust string) string {
	var refused *NotAllowedError
	var authority x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var certificate x509.CertificateInvalidError
	var timeout net.Error
	var name *net.DNSError
	switch {
	case errors.As(err, &refused) && refused.Address != "":
		return "its address " + refused.Address + " belongs to the cluster of the garden controller, which is not allowed; use another address"
	case errors.As(err, &authority):
		return "its certificate is signed by an unknown authority; " + trust
	case errors.As(err, &hostname):
		return "its certificate is not for this name; correct the address, or the certificate"
	case errors.As(err, &certificate):
		return "its certificate is not valid, or has expired: renew it"
	case errors.As(err, &name):
		return "its name is not found; check the address, and that it can be resolved in the network of the garden controller"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "it does not respond in time; check that it runs, and that it can be reached from the network of the garden controller"
	}
	return "it cannot be reached; check the address, and that it can be reached from the network of the garden controller"
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

// webDialTimeout limits the time to connect to a WebHost.
const webDialTimeout = 5 * time.Second

// WebHosts connects to the hosts other than Git hosts that the garden controller may send https requests to: receivers
// of notifications, and systems that checks ask.
type WebHosts struct {
	githosts.WebList
	// addresses checks the IP addresses of connections.
	addresses *Hosts
}

// NewWebHosts returns the hosts in the operator's list, in the format of [githosts.NewWebList].
func NewWebHosts(entries []string) *WebHosts {
	list := githosts.NewWebList(entries)
	return &WebHosts{WebList: list, addresses: &Hosts{list.Listed}}
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

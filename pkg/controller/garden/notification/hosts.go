// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/githost"
)

// dialTimeout limits how long a host may take to accept a connection.
const dialTimeout = 5 * time.Second

// Hosts are the hosts of receivers that the operator allows.
type Hosts struct {
	listed githosts.List
	// below are the hosts of which the first label may be any, from the dot on.
	below []endpoint
	// addresses checks the addresses that connections are made to.
	addresses *githost.Hosts
}

type endpoint struct {
	host string
	port int
}

// NewHosts returns the hosts of the operator's list: a host allows its port 443, host:port that port. An entry that is neither of the two allows nothing.
func NewHosts(entries []string) *Hosts {
	h := &Hosts{}
	var listed []string
	for _, entry := range entries {
		own, isWildcard := strings.CutPrefix(entry, "*")
		host, port, err := githosts.Split(strings.TrimPrefix(own, "."), githosts.HTTPSPort)
		switch {
		case err != nil:
		case isWildcard:
			h.below = append(h.below, endpoint{"." + host, port})
		default:
			listed = append(listed, net.JoinHostPort(host, strconv.Itoa(port)))
		}
	}
	h.listed, h.addresses = githosts.NewList(listed), githost.NewHosts(listed)
	return h
}

// allows returns whether messages may be sent to the port of the host.
func (h *Hosts) allows(host string, port int) bool {
	host = githosts.Plain(host)
	for _, e := range h.below {
		if label, is := strings.CutSuffix(host, e.host); is && port == e.port && label != "" && !strings.Contains(label, ".") {
			return true
		}
	}
	return h.listed.Allows(host, port)
}

// dial connects to an allowed host. It refuses names that lead into the cluster of the garden controller, as for Git hosts.
func (h *Hosts) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := githosts.Split(address, githosts.HTTPSPort)
	if err != nil {
		return nil, err
	}
	if !h.allows(host, port) {
		return nil, &githost.NotAllowedError{Host: host, Port: port}
	}
	dialer := &net.Dialer{Timeout: dialTimeout, ControlContext: h.addresses.ControlContext(host, port)}
	return dialer.DialContext(ctx, network, address)
}

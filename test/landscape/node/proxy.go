// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"strconv"
	"strings"
	"time"
)

// serveProxy serves an HTTP proxy that resolves Service names. It is needed if the node cannot listen on ports below
// 1024, or if containers have no hosts file of their own.
func (n *Node) serveProxy() error {
	if n.isolation.Namespaces && n.lowPortsOfServicesOK {
		return nil
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(n.options.Address, "0"))
	if err != nil {
		return fmt.Errorf("failed to listen for the HTTP proxy: %w", err)
	}
	n.proxyURL = "http://" + listener.Addr().String()
	n.serveHTTP(listener, &httputil.ReverseProxy{
		Rewrite: func(*httputil.ProxyRequest) {},
		Transport: &http.Transport{
			Proxy:             http.ProxyFromEnvironment,
			DisableKeepAlives: true, // The next request must use the pods that are then ready.
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if target, ok := parseServiceAddress(address); ok {
					return n.dial(target, 0)
				}
				return (&net.Dialer{}).DialContext(ctx, network, address)
			},
		},
	})
	return nil
}

// parseServiceAddress parses name.namespace.svc, with or without the cluster domain.
func parseServiceAddress(address string) (servicePort, bool) {
	host, portString, err := net.SplitHostPort(address)
	if err != nil {
		return servicePort{}, false
	}
	port, err := strconv.ParseInt(portString, 10, 32)
	if err != nil {
		return servicePort{}, false
	}
	host = strings.TrimSuffix(strings.TrimSuffix(host, "."), "."+clusterDomain)
	parts := strings.Split(host, ".")
	if len(parts) != 3 || parts[2] != "svc" {
		return servicePort{}, false
	}
	return servicePort{namespace: parts[1], name: parts[0], port: int32(port)}, true
}

// serveHTTP serves HTTP until the node stops.
func (n *Node) serveHTTP(listener net.Listener, handler http.Handler) {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return n.ctx }}
	n.background.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			n.log.Error(err, "Server ended", "address", listener.Addr().String())
		}
	})
	n.background.Go(func() {
		<-n.ctx.Done()
		_ = server.Close()
	})
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
)

// errHelloRead ends a TLS handshake after the ClientHello.
var errHelloRead = errors.New("server name read")

// serveIngress simulates the Istio ingress gateway: it forwards each TLS connection to the kube-apiserver with the
// requested server name.
func (c *Cloud) serveIngress(ctx context.Context) error {
	listener, err := net.Listen("tcp", net.JoinHostPort(c.options.LoadBalancer, "443"))
	if err != nil {
		return fmt.Errorf("listening for the ingress gateway: %w", err)
	}
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	c.work.Go(func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			c.work.Go(func() {
				if err := c.passThrough(ctx, connection); err != nil && ctx.Err() == nil {
					c.log.Info("Connection to the ingress gateway refused", "reason", err.Error())
				}
			})
		}
	})
	return nil
}

func (c *Cloud) passThrough(ctx context.Context, in net.Conn) error {
	defer func() { _ = in.Close() }()
	defer context.AfterFunc(ctx, func() { _ = in.Close() })()
	name, hello := serverName(ctx, in)
	address, err := c.apiServer(ctx, name)
	if err != nil {
		return err
	}
	out, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()
	if _, err := out.Write(hello); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(out, in) // the end of one direction ends the other, even after an error
		_ = out.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(in, out)
	return nil
}

// serverName returns the server name that a TLS client requests, and the bytes that it has read from the client.
func serverName(ctx context.Context, in net.Conn) (name string, read []byte) {
	var hello bytes.Buffer
	server := tls.Server(readOnly{io.TeeReader(in, &hello)}, &tls.Config{MinVersion: tls.VersionTLS12, GetConfigForClient: func(info *tls.ClientHelloInfo) (*tls.Config, error) {
		name = info.ServerName
		return nil, errHelloRead
	}})
	_ = server.HandshakeContext(ctx) // it always fails
	return name, hello.Bytes()
}

// apiServer returns the address of the kube-apiserver to which an Istio VirtualService routes the name.
func (c *Cloud) apiServer(ctx context.Context, name string) (string, error) {
	services, err := c.list(ctx, schema.GroupVersionKind{Group: "networking.istio.io", Version: "v1beta1", Kind: "VirtualService"})
	if err != nil {
		return "", err
	}
	for _, service := range services {
		hosts, _, _ := unstructured.NestedStringSlice(service.Object, "spec", "hosts")
		if !slices.Contains(hosts, name) {
			continue
		}
		target := &corev1.Service{}
		if err := c.seed.Get(ctx, client.ObjectKey{Namespace: service.GetNamespace(), Name: v1beta1constants.DeploymentNameKubeAPIServer}, target); err != nil {
			return "", err
		}
		return net.JoinHostPort(target.Spec.ClusterIP, "443"), nil
	}
	return "", fmt.Errorf("no VirtualService has the host %q", name)
}

// readOnly is a connection that can only be read.
type readOnly struct{ io.Reader }

func (readOnly) Write([]byte) (int, error)        { return 0, os.ErrClosed }
func (readOnly) Close() error                     { return nil }
func (readOnly) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (readOnly) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (readOnly) SetDeadline(time.Time) error      { return nil }
func (readOnly) SetReadDeadline(time.Time) error  { return nil }
func (readOnly) SetWriteDeadline(time.Time) error { return nil }

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"io"
	"net"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/streaming/pkg/httpstream"
	"k8s.io/streaming/pkg/httpstream/spdy"
)

// portForwardIdle is the maximum idle time of a port forwarding connection.
const portForwardIdle = time.Hour

// servePortForward forwards the streams of `kubectl port-forward` to the pod. gardenlet uses port forwarding to check
// the tunnel to the nodes of a shoot.
func (n *Node) servePortForward(w http.ResponseWriter, r *http.Request) {
	address := n.PodAddress(r.PathValue("namespace"), r.PathValue("pod"))
	if address == "" {
		http.NotFound(w, r)
		return
	}
	if _, err := httpstream.Handshake(r, w, []string{"portforward.k8s.io"}); err != nil {
		n.log.V(1).Info("Port forwarding refused", "reason", err.Error())
		return
	}
	streams := make(chan httpstream.Stream, 2)
	connection := spdy.NewResponseUpgrader().UpgradeResponse(w, r, func(stream httpstream.Stream, _ <-chan struct{}) error {
		streams <- stream
		return nil
	})
	if connection == nil {
		return
	}
	defer func() { _ = connection.Close() }()
	connection.SetIdleTimeout(portForwardIdle)
	for {
		select {
		case <-n.ctx.Done():
			return
		case <-connection.CloseChan():
			return
		case stream := <-streams:
			if stream.Headers().Get(corev1.StreamType) == corev1.StreamTypeData {
				n.background.Go(func() { n.forwardStream(stream, net.JoinHostPort(address, stream.Headers().Get(corev1.PortHeader))) })
			}
		}
	}
}

func (n *Node) forwardStream(stream httpstream.Stream, address string) {
	defer func() { _ = stream.Close() }()
	target, err := (&net.Dialer{}).DialContext(n.ctx, "tcp", address)
	if err != nil {
		n.log.V(1).Info("Port forwarding refused", "reason", err.Error())
		return
	}
	defer func() { _ = target.Close() }()
	go func() { _, _ = io.Copy(target, stream) }()
	_, _ = io.Copy(stream, target)
}

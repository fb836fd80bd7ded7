// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"k8s.io/client-go/util/cert"
)

// followInterval is the polling interval for a followed log.
const followInterval = 200 * time.Millisecond

// serveKubelet serves the kubelet API for logs and port forwarding. It requires no credentials, because the API is
// reachable only from this host and, with a PodNetwork, from its network namespaces.
func (n *Node) serveKubelet() error {
	certificate, err := n.servingCertificate()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(n.options.Address, "0"))
	if err != nil {
		return fmt.Errorf("failed to listen for the kubelet API: %w", err)
	}
	n.kubeletPort = int32(listener.Addr().(*net.TCPAddr).Port) // #nosec G115 -- a port
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
	mux.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", n.serveLogs)
	mux.HandleFunc("/portForward/{namespace}/{pod}", n.servePortForward)
	n.serveHTTP(tls.NewListener(listener, &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{*certificate}}), mux)
	return nil
}

func (n *Node) servingCertificate() (*tls.Certificate, error) {
	if n.options.ServingCertificate != nil {
		return n.options.ServingCertificate, nil
	}
	certificatePEM, keyPEM, err := cert.GenerateSelfSignedCertKey(n.options.Name, []net.IP{net.ParseIP(n.options.Address)}, nil)
	if err != nil {
		return nil, fmt.Errorf("failed to generate the serving certificate: %w", err)
	}
	certificate, err := tls.X509KeyPair(certificatePEM, keyPEM)
	if err != nil {
		return nil, fmt.Errorf("failed to load the serving certificate: %w", err)
	}
	return &certificate, nil
}

func (n *Node) findContainer(namespace, podName, name string) *container {
	for _, p := range n.listPods() {
		if p.object.Namespace != namespace || p.object.Name != podName {
			continue
		}
		for _, c := range p.containers() {
			if c.spec.Name == name {
				return c
			}
		}
	}
	return nil
}

// serveLogs serves a container's log. It supports the parameters follow, previous and tailLines, and adds no
// timestamps.
func (n *Node) serveLogs(w http.ResponseWriter, r *http.Request) {
	c := n.findContainer(r.PathValue("namespace"), r.PathValue("pod"), r.PathValue("container"))
	if c == nil {
		http.NotFound(w, r)
		return
	}
	c.pod.mu.Lock()
	attempt := c.status.RestartCount
	c.pod.mu.Unlock()
	if r.FormValue("previous") == "true" {
		attempt--
	}
	file, err := os.Open(c.logFile(attempt))
	if errors.Is(err, os.ErrNotExist) && attempt > 0 && r.FormValue("previous") != "true" {
		file, err = os.Open(c.logFile(attempt - 1)) // the next attempt has not started
	}
	if err != nil {
		http.Error(w, "there is no log of this container: "+err.Error(), http.StatusNotFound)
		return
	}
	defer func() { _ = file.Close() }()
	if lines, err := strconv.Atoi(r.FormValue("tailLines")); err == nil {
		if err := seekTail(file, lines); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	c.copyLog(w, r, file, attempt)
}

// copyLog copies the log. A followed log is copied until this run of the container has ended.
func (c *container) copyLog(w http.ResponseWriter, r *http.Request, file *os.File, attempt int32) {
	follow := r.FormValue("follow") == "true"
	for {
		ended := !c.isRunning(attempt) // Check before copying, so that no output is lost.
		if _, err := io.Copy(w, file); err != nil || !follow || ended {
			return
		}
		if flusher, ok := w.(http.Flusher); ok {
			flusher.Flush()
		}
		if !wait(r.Context(), followInterval) {
			return
		}
	}
}

func (c *container) isRunning(attempt int32) bool {
	c.pod.mu.Lock()
	defer c.pod.mu.Unlock()
	return c.status.RestartCount == attempt && c.status.State.Running != nil
}

// seekTail seeks to the start of the last lines.
func seekTail(file io.ReadSeeker, lines int) error {
	var starts []int64
	position, reader := int64(0), bufio.NewReader(file)
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			starts = append(starts, position)
			position += int64(len(line))
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	target := position
	if lines > 0 && len(starts) > 0 {
		target = starts[max(0, len(starts)-lines)]
	}
	_, err := file.Seek(target, io.SeekStart)
	return err
}

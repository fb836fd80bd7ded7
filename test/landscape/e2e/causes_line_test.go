// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// line is the way to a host, which can be cut.
type line struct {
	// address is where the line begins.
	address string

	target   string
	ctx      context.Context
	listener net.Listener
	serving  sync.WaitGroup
	lock     sync.Mutex
	silent   bool
	closed   bool
	open     []net.Conn
}

// lineTo is a line to the host of a URL. Nobody listens at its beginning yet.
func lineTo(ctx context.Context, hostURL string) *line {
	GinkgoHelper()
	u, err := url.Parse(hostURL)
	Expect(err).NotTo(HaveOccurred())
	l := &line{address: "127.0.0.1:0", target: u.Host, ctx: context.WithoutCancel(ctx)}
	l.listen()
	l.refuses()
	return l
}

// through is the URL, knownHosts, or whatever else names the host, as it is at the beginning of the line.
func (l *line) through(text string) string {
	_, from, _ := strings.Cut(l.target, ":")
	_, to, _ := strings.Cut(l.address, ":")
	return strings.ReplaceAll(strings.ReplaceAll(text, l.target, l.address), "]:"+from, "]:"+to)
}

// refuses is a line with nobody at its end.
func (l *line) refuses() {
	_ = l.listener.Close()
	l.lock.Lock()
	l.closed = true
	for _, connection := range l.open {
		_ = connection.Close()
	}
	l.open = nil
	l.lock.Unlock()
	l.serving.Wait()
}

// isSilent accepts connections and never answers.
func (l *line) isSilent() {
	GinkgoHelper()
	l.silent = true
	l.listen()
}

// works leads to the host.
func (l *line) works() {
	GinkgoHelper()
	l.silent = false
	l.listen()
}

func (l *line) listen() {
	GinkgoHelper()
	var err error
	l.listener, err = (&net.ListenConfig{}).Listen(l.ctx, "tcp", l.address)
	Expect(err).NotTo(HaveOccurred())
	l.address = l.listener.Addr().String()
	l.lock.Lock()
	l.closed = false
	l.lock.Unlock()
	l.serving.Go(func() {
		for {
			connection, err := l.listener.Accept()
			if err != nil {
				return
			}
			l.keep(connection)
			if !l.silent {
				l.serving.Go(func() { l.pass(connection) })
			}
		}
	})
}

// keep has the connection closed when the line refuses, which it may do already.
func (l *line) keep(connection net.Conn) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.closed {
		_ = connection.Close()
		return
	}
	l.open = append(l.open, connection)
}

// pass hands on both directions until either ends.
func (l *line) pass(from net.Conn) {
	defer from.Close()
	to, err := (&net.Dialer{}).DialContext(l.ctx, "tcp", l.target)
	if err != nil {
		return
	}
	defer to.Close()
	l.keep(to)
	done := make(chan struct{}, 2)
	for _, ends := range [][2]net.Conn{{from, to}, {to, from}} {
		l.serving.Go(func() {
			_, _ = io.Copy(ends[0], ends[1])
			done <- struct{}{}
		})
	}
	<-done
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"container/list"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync"

	"golang.org/x/time/rate"
)

// boundedListener keeps at most so many connections: one more closes the oldest that has not shown the path of a project. So slow clients cannot keep
// others away.
type boundedListener struct {
	net.Listener
	ctx     context.Context //nolint:containedctx // of the server, which ends the wait
	most    int
	accepts *rate.Limiter

	mutex sync.Mutex
	open  *list.List
}

func newBoundedListener(ctx context.Context, listener net.Listener, most, perSecond int) *boundedListener {
	return &boundedListener{Listener: listener, ctx: ctx, most: most, accepts: rate.NewLimiter(rate.Limit(perSecond), perSecond), open: list.New()}
}

// boundedConnection is one of them.
type boundedConnection struct {
	net.Conn
	listener *boundedListener
	element  *list.Element
	// spared is whether a request of a project is being answered.
	spared bool
}

// Accept returns the next connection.
func (l *boundedListener) Accept() (net.Conn, error) {
	if err := l.accepts.Wait(l.ctx); err != nil {
		return nil, err
	}
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	connection := &boundedConnection{Conn: accepted, listener: l}
	l.mutex.Lock()
	connection.element = l.open.PushBack(connection)
	var oldest *boundedConnection
	for element := l.open.Front(); element != nil && l.open.Len() > l.most && oldest == nil; element = element.Next() {
		if candidate, is := element.Value.(*boundedConnection); is && (!candidate.spared || element == l.open.Back()) {
			oldest = candidate
		}
	}
	l.mutex.Unlock()
	if oldest != nil {
		_ = oldest.Close()
	}
	return connection, nil
}

// Close closes the connection.
func (c *boundedConnection) Close() error {
	c.listener.mutex.Lock()
	if c.element != nil {
		c.listener.open.Remove(c.element)
		c.element = nil
	}
	c.listener.mutex.Unlock()
	return c.Conn.Close()
}

// connectionKey is the key of the connection in the context of a request.
type connectionKey struct{}

// withConnection adds the connection to the context of its requests.
func withConnection(ctx context.Context, connection net.Conn) context.Context {
	if secured, is := connection.(*tls.Conn); is {
		connection = secured.NetConn()
	}
	return context.WithValue(ctx, connectionKey{}, connection)
}

// spare keeps the connection of a request from being closed in favour of others, or not.
func spare(request *http.Request, spared bool) {
	if connection, is := request.Context().Value(connectionKey{}).(*boundedConnection); is {
		connection.listener.mutex.Lock()
		defer connection.listener.mutex.Unlock()
		connection.spared = spared
	}
}

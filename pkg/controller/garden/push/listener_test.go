// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/time/rate"
)

var _ = Describe("boundedListener", func() {
	var (
		listener *boundedListener
		accepted chan *boundedConnection
	)
	// serve accepts connections at the rate of the limiter.
	serve := func(ctx SpecContext, accepts *rate.Limiter) {
		GinkgoHelper()
		serving, end := context.WithCancel(context.WithoutCancel(ctx))
		plain, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		Expect(err).NotTo(HaveOccurred())
		listener, accepted = newBoundedListener(serving, plain, 2, 100), make(chan *boundedConnection, 10)
		listener.accepts = accepts
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for {
				connection, err := listener.Accept()
				if err != nil {
					return
				}
				if bounded, ok := connection.(*boundedConnection); ok {
					accepted <- bounded
				}
			}
		}()
		DeferCleanup(func() {
			end()
			Expect(listener.Close()).To(Succeed())
			<-ended
		})
	}
	connect := func(ctx SpecContext) net.Conn {
		GinkgoHelper()
		connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", listener.Addr().String())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(connection.Close)
		return connection
	}
	isOpen := func(connection net.Conn) bool {
		GinkgoHelper()
		Expect(connection.SetReadDeadline(time.Now().Add(200 * time.Millisecond))).To(Succeed())
		_, err := connection.Read(make([]byte, 1))
		if err == nil {
			return true
		}
		timeout, ok := err.(net.Error) //nolint:errorlint // of a connection
		return ok && timeout.Timeout()
	}

	It("closes the oldest connection for a new one", func(ctx SpecContext) {
		serve(ctx, rate.NewLimiter(rate.Inf, 0))
		first, second, third := connect(ctx), connect(ctx), connect(ctx)
		Eventually(accepted).Should(HaveLen(3))
		Expect(isOpen(first)).To(BeFalse())
		Expect(isOpen(second)).To(BeTrue())
		Expect(isOpen(third)).To(BeTrue())
	})

	It("does not close a connection with a request of a project", func(ctx SpecContext) {
		serve(ctx, rate.NewLimiter(rate.Inf, 0))
		first := connect(ctx)
		var used *boundedConnection
		Eventually(accepted).Should(Receive(&used))
		request := httptest.NewRequestWithContext(withConnection(ctx, used), http.MethodPost, "/", http.NoBody)
		spare(request, true)
		second, third := connect(ctx), connect(ctx)
		Eventually(accepted).Should(HaveLen(2))
		Expect(isOpen(first)).To(BeTrue())
		Expect(isOpen(second)).To(BeFalse())

		spare(request, false)
		connect(ctx)
		Eventually(accepted).Should(HaveLen(3))
		Expect(isOpen(first)).To(BeFalse(), "after the request")
		Expect(isOpen(third)).To(BeTrue())
	})

	It("does not count closed connections", func(ctx SpecContext) {
		serve(ctx, rate.NewLimiter(rate.Inf, 0))
		first := connect(ctx)
		var one *boundedConnection
		Eventually(accepted).Should(Receive(&one))
		Expect(one.Close()).To(Succeed())
		_, err := first.Read(make([]byte, 1))
		Expect(err).To(MatchError(io.EOF))
		second, third := connect(ctx), connect(ctx)
		Eventually(accepted).Should(HaveLen(2))
		Expect(isOpen(second)).To(BeTrue())
		Expect(isOpen(third)).To(BeTrue())
	})

	It("limits the rate of connections", func(ctx SpecContext) {
		serve(ctx, rate.NewLimiter(rate.Every(time.Hour), 2))
		connect(ctx)
		connect(ctx)
		waiting := connect(ctx)
		Eventually(accepted).Should(HaveLen(2))
		Consistently(accepted, 100*time.Millisecond).Should(HaveLen(2))
		Expect(isOpen(waiting)).To(BeTrue(), "it waits")
	})
})

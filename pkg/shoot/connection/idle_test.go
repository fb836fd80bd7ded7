// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
)

var _ = Describe("A connection to a shoot", func() {
	var (
		server         *httptest.Server
		opened, closed atomic.Int32
		proto          atomic.Int32
		resumed        atomic.Bool
	)

	BeforeEach(func() {
		opened.Store(0)
		closed.Store(0)
		server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			proto.Store(int32(r.ProtoMajor))
			resumed.Store(r.TLS.DidResume)
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"flux-system","namespace":"flux-system"}}`)
		}))
		server.EnableHTTP2 = true
		server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				opened.Add(1)
			case http.StateClosed:
				closed.Add(1)
			}
		}
		server.StartTLS()
		DeferCleanup(server.Close)
	})

	read := func(ctx context.Context, shoots *Clients) {
		GinkgoHelper()
		Expect(shoots.Ask(ctx, only, func(ctx context.Context, shoot client.Reader) error {
			return shoot.Get(ctx, root, &corev1.Secret{})
		})).To(Succeed())
	}

	It("is reused, closed when idle, and opened again", func(ctx SpecContext) {
		shoots := connectedWith(server, Options{Timeout: 10 * time.Second, Idle: time.Second}, only)
		read(ctx, shoots)
		read(ctx, shoots)
		Expect(proto.Load()).To(BeEquivalentTo(1), "the server offers HTTP/2, whose connections take more memory")
		Expect(opened.Load()).To(BeEquivalentTo(1))
		Eventually(ctx, closed.Load).WithTimeout(20 * time.Second).Should(BeEquivalentTo(1))
		Expect(resumed.Load()).To(BeFalse())
		read(ctx, shoots)
		Expect(opened.Load()).To(BeEquivalentTo(2))
		Expect(resumed.Load()).To(BeTrue(), "the certificate was verified a moment ago")
	})

	It("is closed when the shoot is dropped", func(ctx SpecContext) {
		shoots := connectedWith(server, Options{Timeout: 10 * time.Second, Idle: time.Hour}, only)
		read(ctx, shoots)
		shoots.Drop(ctx, only)
		Eventually(ctx, closed.Load).WithTimeout(20 * time.Second).Should(BeEquivalentTo(1))
	})
})

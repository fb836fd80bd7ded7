// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"io"
	"net/http"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A system that switches protocols", func() {
	It("does not keep a worker beyond the timeout, although nobody asked for another protocol", func(ctx SpecContext) {
		ended := make(chan struct{})
		DeferCleanup(func() { close(ended) })
		s := start(func(w http.ResponseWriter, _ *http.Request) {
			connection, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			defer connection.Close()
			_, _ = io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
			<-ended
		})
		s.withKey("metrics", s.credential("token: secret-token")).asker().timeout = time.Second
		answers := make(chan Answer, 1)
		go func() {
			defer GinkgoRecover()
			answers <- s.ask(ctx, s.prometheus("", "up"))
		}()
		Eventually(ctx, answers).WithTimeout(20 * time.Second).Should(Receive(Equal(Answer{Note: s.host + ": it responds with status 101 Switching Protocols"})))
	}, SpecTimeout(time.Minute))
})

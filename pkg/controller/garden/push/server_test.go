// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"net/http"
	"time"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Server", func() {
	It("stores the pushes that wait when it ends", func(ctx SpecContext) {
		flushed, serves := make(chan time.Duration, 1), make(chan struct{})
		server := &Server{
			Address: "127.0.0.1:0", Host: "push.example.com", Endpoint: http.NotFoundHandler(),
			Log: funcr.New(func(string, string) { close(serves) }, funcr.Options{}),
			Flush: func(ctx context.Context) {
				defer GinkgoRecover()
				Expect(ctx.Err()).NotTo(HaveOccurred(), "the context of the manager has ended")
				deadline, _ := ctx.Deadline()
				flushed <- time.Until(deadline)
			},
		}
		serving, end := context.WithCancel(ctx)
		ended := make(chan error, 1)
		go func() { ended <- server.Start(serving) }()
		Eventually(serves).Should(BeClosed())
		Expect(flushed).To(BeEmpty())
		end()
		Eventually(ended).Should(Receive(BeNil()))
		Expect(flushed).To(Receive(And(BeNumerically(">", 0), BeNumerically("<=", flushTimeout))), "the pod is killed after its grace period")
	})
})

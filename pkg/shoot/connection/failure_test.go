// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"
	"weak"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// holdingError is an error that holds an answer, as that of a decoder does.
type holdingError struct{ answer string }

func (e *holdingError) Error() string { return "failed to decode: " + e.answer }

var _ = Describe("The failure of an Ask", func() {
	DescribeTable("is kept until the next one without the answer",
		func(ctx SpecContext, size int, wrap string) {
			clients := connected(newAPIServer(0, 0), 10*time.Second, only)
			var failed weak.Pointer[holdingError]
			func() {
				failure := &holdingError{answer: strings.Repeat("x", size)}
				failed = weak.Make(failure)
				err := clients.Ask(ctx, only, func(context.Context, client.Reader) error { return fmt.Errorf(wrap, failure) })
				Expect(err).To(MatchError(HavePrefix("failed to read: failed to decode: xxx")))
				Expect(len(err.Error())).To(BeNumerically("<=", answers.LongestError+len("…")))
			}()
			runtime.GC()
			held := failed.Value() != nil
			Expect(held).To(BeFalse(), "what was kept holds the answer")
			runtime.KeepAlive(clients)
		},
		Entry("where its text is as large as that", 4<<20, "failed to read: %w"),
		Entry("where its text is cut and the error is not", 4<<20, "failed to read: %.100w"),
		Entry("where it is small", 100, "failed to read: %w"),
	)
})

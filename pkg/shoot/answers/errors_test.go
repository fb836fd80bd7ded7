// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var _ = Describe("Brief errors", func() {
	It("are cut at a whole character, and still wrap the original error", func() {
		err := Brief(fmt.Errorf("%s: %w", strings.Repeat("é", LongestError), context.DeadlineExceeded))
		Expect(len(err.Error())).To(BeNumerically("<=", LongestError+len("…")))
		Expect(err).To(MatchError(HaveSuffix("é…")))
		Expect(IsTimeout(err)).To(BeTrue())
	})

	It("stay unchanged if they are short or nil", func() {
		short := errors.New(strings.Repeat("e", LongestError))
		Expect(Brief(short)).To(BeIdenticalTo(short))
		Expect(Brief(nil)).To(Succeed())
	})
})

// holding is an error with a short text that holds a whole answer.
type holding struct {
	error
	answer []byte
}

func (h *holding) Unwrap() error { return h.error }

var _ = Describe("Detached errors", func() {
	// kinds are the questions that callers ask about an error.
	kinds := map[string]func(error) bool{
		"refused": IsRefused, "not asked": IsNotAsked, "too large": IsTooLarge, "timeout": IsTimeout,
		"canceled": func(err error) bool { return errors.Is(err, context.Canceled) },
		"exceeded": func(err error) bool {
			var exceeded *ExceededError
			return errors.As(err, &exceeded) && exceeded.Request == `GET "/apis"`
		},
		"not found": apierrors.IsNotFound, "unauthorized": apierrors.IsUnauthorized, "conflict": apierrors.IsConflict,
		"unavailable": apierrors.IsServiceUnavailable,
	}

	DescribeTable("have a brief text and keep their kind, without the error that holds an answer",
		func(cause error, expected ...string) {
			original := &holding{error: cause, answer: make([]byte, 1<<10)}
			detached := Detached(fmt.Errorf("failed to read: %w", original))
			Expect(detached).To(MatchError(HavePrefix("failed to read: ")))
			Expect(len(detached.Error())).To(BeNumerically("<=", LongestError+len("…")))
			var are []string
			for kind, is := range kinds {
				if is(detached) {
					are = append(are, kind)
				}
			}
			Expect(are).To(ConsistOf(expected))
			var held *holding
			Expect(errors.As(detached, &held)).To(BeFalse())
			if status := apierrors.APIStatus(nil); errors.As(detached, &status) {
				Expect(status.Status()).To(And(HaveField("Message", ""), HaveField("Details", BeNil()), HaveField("Code", BeNumerically(">", 0))))
				Expect(len(status.Status().Reason)).To(BeNumerically("<=", longestReason))
			}
		},
		Entry("of a decoder, which repeats the answer", errors.New(strings.Repeat("x", 4<<20))),
		Entry("of a limit that fewer objects would not exceed", &ExceededError{Request: `GET "/apis"`, Why: "w", Size: true}, "refused", "exceeded", "too large"),
		Entry("of another limit", &ExceededError{Request: `GET "/apis"`, Why: "w"}, "refused", "exceeded"),
		Entry("of a request that was not sent", errNotAsked, "refused", "not asked"),
		Entry("of the time of an operation", context.DeadlineExceeded, "timeout"),
		Entry("of a connection that was not made in time", error(&net.DNSError{IsTimeout: true}), "timeout"),
		Entry("of a connection that failed", error(&net.OpError{Op: "dial", Err: errors.New("refused")})),
		Entry("of an operation that was cancelled", context.Canceled, "canceled"),
		Entry("of an API server, by its reason", apierrors.NewNotFound(schema.GroupResource{}, strings.Repeat("x", 1<<20)), "not found"),
		Entry("of an API server, by its code", &apierrors.StatusError{ErrStatus: metav1.Status{Code: 503, Message: "m"}}, "unavailable"),
		Entry("of an API server, with a reason that is as large as an answer", &apierrors.StatusError{ErrStatus: metav1.Status{Code: 409, Reason: metav1.StatusReason(strings.Repeat("x", 4<<20))}}, "conflict"),
		Entry("of an API server that refuses the token", apierrors.NewUnauthorized("u"), "unauthorized"),
	)

	It("are nil for nil", func() { Expect(Detached(nil)).To(Succeed()) })
})

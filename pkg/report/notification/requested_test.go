// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

var _ = Describe("A requested test", func() {
	const receiver = "webhook"
	decide := func(w *world) *notification.Receiver {
		w.state = notification.Decide(w.state, w.in, w.timing).State
		return w.state.Receivers[receiver]
	}
	var w *world

	BeforeEach(func() {
		w = newWorld(webhook())
		w.in.Test = w.in.Now.Add(-time.Second)
	})

	It("is one message, which is no problem", func() {
		Expect(decide(w).Outbox).To(HaveLen(1))
		message := w.state.Receivers[receiver].Outbox[0]
		Expect(message.Title()).To(Equal("Test of the notifications"))
		Expect(message.Text).To(Equal("Receiver webhook gets the messages of the project. Requested with 'kubectl shoot-flux notifications test -n garden-shop'"))
		Expect(message.IsProblem()).To(BeFalse())
		Expect(decide(w).Outbox).To(HaveLen(1))
	})

	It("is sent again with the next request", func() {
		first := decide(w).Outbox[0]
		w.state = w.state.Succeeded(receiver, first.ID, w.in.Now)
		Expect(decide(w).Outbox).To(BeEmpty())
		w.in.Now, w.in.Test = w.in.Now.Add(time.Minute), w.in.Now
		Expect(decide(w).Outbox).To(ConsistOf(HaveField("ID", Not(Equal(first.ID)))))
	})

	DescribeTable("is ignored", func(request func(now time.Time) time.Time) {
		w.in.Test = request(w.in.Now)
		Expect(decide(w).Outbox).To(BeEmpty())
	},
		Entry("if there is none", func(time.Time) time.Time { return time.Time{} }),
		Entry("if it is old, because the state may have been lost since it was executed", func(now time.Time) time.Time { return now.Add(-11 * time.Minute) }),
		Entry("if it is far in the future", func(now time.Time) time.Time { return now.Add(6 * time.Minute) }),
	)

	It("has the outcome of the next attempt, and not that of an earlier one", func() {
		request := w.in.Test
		w.in.Test = time.Time{}
		decide(w)
		w.state = w.state.Failing(receiver, "hooks.example.com: it answers 404", true)
		outcome := func() (bool, string) { return w.state.Receivers[receiver].Outcome(request) }
		sent, problem := outcome()
		Expect(sent).To(BeFalse())
		Expect(problem).To(BeEmpty(), "not requested yet")

		w.in.Test = request
		message := decide(w).Outbox[0]
		sent, problem = outcome()
		Expect(sent).To(BeFalse())
		Expect(problem).To(BeEmpty(), "not attempted yet")

		w.state = w.state.Failing(receiver, "hooks.example.com: it answers 403", false)
		sent, problem = outcome()
		Expect(sent).To(BeFalse())
		Expect(problem).To(Equal("hooks.example.com: it answers 403"))

		w.state = w.state.Succeeded(receiver, message.ID, w.in.Now)
		sent, problem = outcome()
		Expect(sent).To(BeTrue())
		Expect(problem).To(BeEmpty())
	})

	DescribeTable("is read from the annotation", func(annotation string, expected time.Time) {
		Expect(notification.ParseTestRequest(annotation)).To(BeTemporally("==", expected))
	},
		Entry("as the CLI writes it", notification.TestRequest(time.Date(2026, 11, 25, 12, 0, 0, 999, time.UTC)), time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)),
		Entry("and is none if it is no time", "now", time.Time{}),
		Entry("and is none without annotation", "", time.Time{}),
	)
})

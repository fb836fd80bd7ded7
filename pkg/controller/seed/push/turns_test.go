// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
)

var now = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// noticeAt returns the notice of a push. The first turn is after two seconds, and the others follow every second.
func noticeAt(pushedAt time.Time) push.Notice {
	return push.Notice{PushedAt: pushedAt, Turns: push.Turns{First: 2 * time.Second, Period: time.Second}}
}

var _ = Describe("turns", func() {
	all := func() []string { return []string{"a", "b", "c"} }

	It("follow one after the other from the time of the push", func() {
		t := &turns{}
		Expect(t.give("demo", noticeAt(now), all, now.Add(time.Second))).To(Equal(map[string]time.Time{
			"a": now.Add(2 * time.Second), "b": now.Add(3 * time.Second), "c": now.Add(4 * time.Second),
		}))
		_, after, due := t.take("demo", "b", now)
		Expect(due).To(BeFalse())
		Expect(after).To(Equal(3 * time.Second))
		notice, _, due := t.take("demo", "b", now.Add(3*time.Second))
		Expect(due).To(BeTrue())
		Expect(notice).To(Equal(noticeAt(now)))
		_, after, due = t.take("demo", "b", now.Add(3*time.Second))
		Expect(due).To(BeFalse(), "its turn is taken")
		Expect(after).To(BeZero())
	})

	It("are given once for each push", func() {
		t := &turns{}
		Expect(t.give("demo", noticeAt(now), all, now)).To(HaveLen(3))
		Expect(t.give("demo", noticeAt(now), all, now)).To(BeEmpty())
	})

	It("are kept during a second push, which replaces the first", func() {
		t := &turns{}
		t.give("demo", noticeAt(now), all, now)
		_, _, due := t.take("demo", "a", now.Add(2*time.Second))
		Expect(due).To(BeTrue())
		t.end("demo")

		second := noticeAt(now.Add(2500 * time.Millisecond))
		Expect(t.give("demo", second, all, now.Add(2500*time.Millisecond))).To(Equal(map[string]time.Time{"a": now.Add(5 * time.Second)}), "after all that were given")
		notice, _, due := t.take("demo", "b", now.Add(3*time.Second))
		Expect(due).To(BeTrue())
		Expect(notice).To(Equal(second))
	})

	It("do not accumulate after many pushes", func() {
		t := &turns{}
		for i := range 1000 {
			t.give("demo", noticeAt(now.Add(time.Duration(i)*time.Millisecond)), all, now)
		}
		Expect(t.projects["demo"].shoots).To(HaveLen(3))
		Expect(t.projects["demo"].next).To(Equal(now.Add(5 * time.Second)))
	})

	DescribeTable("begin at a plausible time despite skewed clocks and outages",
		func(pushedAt, first time.Duration) {
			t := &turns{}
			given := t.give("demo", noticeAt(now.Add(pushedAt)), all, now)
			if first < 0 {
				Expect(given).To(BeEmpty())
				return
			}
			Expect(given).To(HaveKeyWithValue("a", now.Add(first)))
			Expect(given).To(HaveKeyWithValue("c", now.Add(first+2*time.Second)))
		},
		Entry("push a second ago", -time.Second, time.Second),
		Entry("push a minute ago", -time.Minute, time.Duration(0)),
		Entry("push in the future", time.Hour, 2*time.Second),
		Entry("push before the last poll", -longestDelay-time.Minute, time.Duration(-1)),
	)

	It("limit the concurrent requests of one project only", func() {
		t := &turns{}
		var many []string
		for i := range 2 * mostOfProject {
			many = append(many, fmt.Sprintf("shoot-%d", i))
		}
		t.give("demo", noticeAt(now), func() []string { return many }, now)
		t.give("other", noticeAt(now), all, now)
		later := now.Add(time.Hour)
		for _, shoot := range many[:mostOfProject] {
			_, _, due := t.take("demo", shoot, later)
			Expect(due).To(BeTrue())
		}
		_, after, due := t.take("demo", many[mostOfProject], later)
		Expect(due).To(BeFalse())
		Expect(after).To(Equal(again))
		_, _, due = t.take("other", "a", later)
		Expect(due).To(BeTrue())

		t.end("demo")
		_, _, due = t.take("demo", many[mostOfProject], later)
		Expect(due).To(BeTrue())
	})

	It("do not pass to a later Shoot with the same name", func() {
		t := &turns{}
		t.give("demo", noticeAt(now), all, now)
		t.forget("a")
		_, _, due := t.take("demo", "a", now.Add(time.Hour))
		Expect(due).To(BeFalse())
		Expect(t.give("demo", noticeAt(now.Add(time.Second)), all, now)).To(HaveKey("a"))
	})

	It("do not exist for an unknown Shoot", func() {
		_, after, due := (&turns{}).take("demo", "a", now)
		Expect(due).To(BeFalse())
		Expect(after).To(BeZero())
	})
})

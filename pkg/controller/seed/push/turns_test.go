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

// noticeAt is that of a push, whose Shoots have a turn each second, the first after two.
func noticeAt(pushedAt time.Time) push.Notice {
	return push.Notice{PushedAt: pushedAt, Turns: push.Turns{First: 2 * time.Second, Period: time.Second}}
}

var _ = Describe("turns", func() {
	all := func() []string { return []string{"a", "b", "c"} }

	It("come one after the other, from the time of the push on", func() {
		t := &turns{}
		Expect(t.give("demo", noticeAt(now), all, now.Add(time.Second))).To(Equal(map[string]time.Time{
			"a": now.Add(2 * time.Second), "b": now.Add(3 * time.Second), "c": now.Add(4 * time.Second),
		}))
		due, _, after := t.take("demo", "b", now)
		Expect(due).To(Equal(wait))
		Expect(after).To(Equal(3 * time.Second))
		due, notice, _ := t.take("demo", "b", now.Add(3*time.Second))
		Expect(due).To(Equal(ask))
		Expect(notice).To(Equal(noticeAt(now)))
		due, _, _ = t.take("demo", "b", now.Add(3*time.Second))
		Expect(due).To(Equal(nothing), "its turn is taken")
	})

	It("are given once for each push", func() {
		t := &turns{}
		Expect(t.give("demo", noticeAt(now), all, now)).To(HaveLen(3))
		Expect(t.give("demo", noticeAt(now), all, now)).To(BeEmpty())
	})

	It("are kept when there is a further push, which is the one they are asked for", func() {
		t := &turns{}
		t.give("demo", noticeAt(now), all, now)
		due, _, _ := t.take("demo", "a", now.Add(2*time.Second))
		Expect(due).To(Equal(ask))
		t.asked("demo", "a", now.Add(5*time.Second))

		second := noticeAt(now.Add(2500 * time.Millisecond))
		Expect(t.give("demo", second, all, now.Add(2500*time.Millisecond))).To(Equal(map[string]time.Time{"a": now.Add(5 * time.Second)}), "after all that were given")
		due, notice, _ := t.take("demo", "b", now.Add(3*time.Second))
		Expect(due).To(Equal(ask))
		Expect(notice).To(Equal(second))
	})

	It("do not pile up, however many pushes there are", func() {
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
		Entry("a push a moment ago", -time.Second, time.Second),
		Entry("a push a minute ago: at once, and not all at once", -time.Minute, time.Duration(0)),
		Entry("a push of the future is one of now", time.Hour, 2*time.Second),
		Entry("a push so long ago that Shoots have polled", -longestDelay-time.Minute, time.Duration(-1)),
	)

	It("ask few Shoots of one project at a time, and Shoots of another project meanwhile", func() {
		t := &turns{}
		var many []string
		for i := range 2 * mostOfProject {
			many = append(many, fmt.Sprintf("shoot-%d", i))
		}
		t.give("demo", noticeAt(now), func() []string { return many }, now)
		t.give("other", noticeAt(now), all, now)
		later := now.Add(time.Hour)
		for _, shoot := range many[:mostOfProject] {
			due, _, _ := t.take("demo", shoot, later)
			Expect(due).To(Equal(ask))
		}
		due, _, after := t.take("demo", many[mostOfProject], later)
		Expect(due).To(Equal(wait))
		Expect(after).To(Equal(again))
		due, _, _ = t.take("other", "a", later)
		Expect(due).To(Equal(ask))

		t.asked("demo", many[0], time.Time{})
		due, _, _ = t.take("demo", many[mostOfProject], later)
		Expect(due).To(Equal(ask))
	})

	It("are followed by a check, unless there is a further push before", func() {
		t := &turns{}
		t.give("demo", noticeAt(now), all, now)
		t.take("demo", "a", now.Add(2*time.Second))
		t.asked("demo", "a", now.Add(5*time.Second))
		due, _, after := t.take("demo", "a", now.Add(4*time.Second))
		Expect(due).To(Equal(wait))
		Expect(after).To(Equal(time.Second))
		due, _, _ = t.take("demo", "a", now.Add(5*time.Second))
		Expect(due).To(Equal(check))
		due, _, _ = t.take("demo", "a", now.Add(5*time.Second))
		Expect(due).To(Equal(nothing))
	})

	It("do not pass to a later Shoot with the same name", func() {
		t := &turns{}
		t.give("demo", noticeAt(now), all, now)
		t.forget("a")
		due, _, _ := t.take("demo", "a", now.Add(time.Hour))
		Expect(due).To(Equal(nothing))
		Expect(t.give("demo", noticeAt(now.Add(time.Second)), all, now)).To(HaveKey("a"))
	})

	It("are nothing for an unknown Shoot", func() {
		due, _, _ := (&turns{}).take("demo", "a", now)
		Expect(due).To(Equal(nothing))
	})
})

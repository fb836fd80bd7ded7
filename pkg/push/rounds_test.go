// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push_test

import (
	"math/rand/v2"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/push"
)

var _ = Describe("Rounds", func() {
	start := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	const lead, half, length = 2 * time.Second, 30 * time.Second, 60 * time.Second

	It("begin with a push", func() {
		r := &push.Rounds{}
		Expect(r.IsOver(start)).To(BeTrue())
		Expect(r.Turn(start, lead, length, lead)).To(Equal(lead))
		Expect(r.Turn(start, half, length, lead)).To(Equal(half))
		Expect(r.IsOver(start.Add(length - 1))).To(BeFalse())
		Expect(r.IsOver(start.Add(length))).To(BeTrue())
	})

	It("have a push in the middle of one take the turns that are to come, and those of the next for what has had its own", func() {
		r := &push.Rounds{}
		r.Turn(start, lead, length, lead)
		r.Turn(start, half, length, lead)
		second := start.Add(10 * time.Second)
		Expect(r.Turn(second, half, length, lead)).To(Equal(half - 10*time.Second))
		Expect(r.Turn(second, lead, length, lead)).To(Equal(length + lead - 10*time.Second))
		Expect(r.Turn(second, lead, length, lead)).To(Equal(length+lead-10*time.Second), "when it is asked again")
		Expect(r.IsOver(start.Add(2*length - 1))).To(BeFalse())
	})

	It("take the next turn if there is no time to notify of this one", func() {
		r := &push.Rounds{}
		r.Turn(start, half, length, lead)
		second := start.Add(half - time.Second)
		Expect(r.Turn(second, half, length, lead)).To(Equal(length + time.Second))
	})

	It("begin again with a push after the last one", func() {
		r := &push.Rounds{}
		r.Turn(start, lead, length, lead)
		Expect(r.Turn(start.Add(length+time.Second), lead, length, lead)).To(Equal(lead))
	})

	It("end before those with other Shoots begin", func() {
		r := &push.Rounds{}
		r.Turn(start, lead, length, lead)
		Expect(r.Turn(start.Add(time.Second), lead, length+time.Minute, lead)).To(Equal(length - time.Second + lead))
	})

	It("never have two groups at the same time, whenever pushes come and whichever of them a group misses", func() {
		random := rand.New(rand.NewPCG(3, 4))
		for range 200 {
			groups := make([]int, 2+random.IntN(6))
			for i := range groups {
				groups[i] = 1 + random.IntN(100)
			}
			turns, length := push.Spread(groups, 1+random.IntN(20))
			r, busy := &push.Rounds{}, make([]map[time.Time]bool, len(groups))
			now := start
			for range 100 {
				now = now.Add(2*time.Second + time.Duration(random.Int64N(int64(length))))
				for i, turn := range turns {
					if random.IntN(3) == 0 {
						continue // Its board is written after the next push.
					}
					if busy[i] == nil {
						busy[i] = map[time.Time]bool{}
					}
					busy[i][now.Add(r.Turn(now, turn.First, length, turns[0].First))] = true
				}
			}
			for i := range groups {
				for from := range busy[i] {
					until := from.Add(turns[i].Period * time.Duration(groups[i]))
					for j := range groups {
						for other := range busy[j] {
							apart := !other.Before(until) || !other.Add(turns[j].Period*time.Duration(groups[j])).After(from)
							Expect(i == j && from.Equal(other) || apart).To(BeTrue(), "groups %v: %d from %s and %d from %s", groups, i, from, j, other)
						}
					}
				}
			}
		}
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push_test

import (
	"math/rand/v2"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/push"
)

// askedAt is when all Shoots of the groups are asked, sorted.
func askedAt(groups []int, turns []push.Turns) []time.Duration {
	var all []time.Duration
	for i, count := range groups {
		for k := range count {
			all = append(all, turns[i].First+time.Duration(k)*turns[i].Period)
		}
	}
	slices.Sort(all)
	return all
}

// mostInASecond is the largest number of them in any second.
func mostInASecond(at []time.Duration) int {
	most, first := 0, 0
	for last := range at {
		for at[last]-at[first] >= time.Second {
			first++
		}
		most = max(most, last-first+1)
	}
	return most
}

var _ = Describe("Spread", func() {
	DescribeTable("asks no more Shoots in any second than reads are allowed, and all of them as soon as that allows",
		func(groups []int, reads int, longest time.Duration) {
			turns, _ := push.Spread(groups, reads)
			at := askedAt(groups, turns)
			Expect(mostInASecond(at)).To(BeNumerically("<=", reads))
			Expect(at[len(at)-1]).To(BeNumerically("<=", longest))
		},
		Entry("one Shoot at once", []int{1}, 10, time.Duration(0)),
		Entry("a few at once, a tenth of a second apart", []int{3}, 10, 250*time.Millisecond),
		Entry("a seed with a hundred", []int{100}, 10, 13*time.Second),
		Entry("four equal seeds", []int{250, 250, 250, 250}, 10, 112*time.Second),
		Entry("one large seed and a small one", []int{999, 1}, 10, 112*time.Second),
		Entry("seeds of very different sizes", []int{3, 700, 41, 0, 256}, 10, 112*time.Second),
		Entry("a hundred seeds with one Shoot each", slices.Repeat([]int{1}, 100), 10, 13*time.Second),
		Entry("one read a second", []int{5, 5}, 1, 13*time.Second),
		Entry("more reads than Shoots", []int{5, 5}, 1000, 15*time.Millisecond),
	)

	It("keeps to the limit for any groups", func() {
		random := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			groups := make([]int, 1+random.IntN(30))
			for i := range groups {
				groups[i] = random.IntN(200)
			}
			reads := 1 + random.IntN(20)
			turns, length := push.Spread(groups, reads)
			at := askedAt(groups, turns)
			Expect(mostInASecond(at)).To(BeNumerically("<=", reads), "groups %v, %d reads", groups, reads)
			if len(at) > 0 {
				fastest := time.Second * time.Duration(len(at)) / time.Duration(reads)
				Expect(length - at[len(at)-1]).To(Equal(turns[slices.IndexFunc(groups, func(count int) bool { return count > 0 })].Period))
				Expect(at[len(at)-1]).To(BeNumerically("<=", 11*fastest/10+2*time.Second), "groups %v, %d reads", groups, reads)
			}
		}
	})

	It("has no turns for groups without Shoots", func() {
		turns, length := push.Spread([]int{0, 0}, 10)
		Expect(turns).To(Equal(make([]push.Turns, 2)))
		Expect(length).To(BeZero())
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
)

// reads are the times of the reads of a repository. Shoots read it at their turns. A waiting Shoot keeps its turn.
type reads struct {
	*push.Rounds

	all []time.Time
	// turns are the turns of the waiting Shoots, and next is the end of the seed's last turn.
	turns map[push.Group]map[int]time.Time
	next  map[push.Group]time.Time
}

func newReads(perSecond int) *reads {
	return &reads{Rounds: push.NewRounds(perSecond), turns: map[push.Group]map[int]time.Time{}, next: map[push.Group]time.Time{}}
}

// push gives the Shoots of a group their turns, and returns the end of the last one; zero without turns.
func (r *reads) push(group push.Group, shoots int, readers []string, at time.Time) time.Time {
	turns, known := r.Turns(group, shoots, readers, at, at)
	if !known {
		return time.Time{}
	}
	waiting := r.turns[group]
	if waiting == nil {
		waiting = map[int]time.Time{}
		r.turns[group] = waiting
	}
	maps.DeleteFunc(waiting, func(_ int, turn time.Time) bool { return !turn.After(at) })
	turn := at.Add(turns.First)
	if turn.Before(r.next[group]) {
		turn = r.next[group]
	}
	for shoot := range shoots {
		if _, ok := waiting[shoot]; ok {
			continue
		}
		waiting[shoot] = turn
		r.all = append(r.all, turn)
		turn = turn.Add(turns.Period)
		r.next[group] = turn
	}
	return r.next[group]
}

// most returns the maximum number of reads in a second.
func (r *reads) most() int {
	slices.SortFunc(r.all, time.Time.Compare)
	most, first := 0, 0
	for last := range r.all {
		for r.all[last].Sub(r.all[first]) >= time.Second {
			first++
		}
		most = max(most, last-first+1)
	}
	return most
}

var _ = Describe("Rounds", func() {
	start := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	const period = 110 * time.Millisecond
	alpha, beta := push.Group{Project: "a", Seed: "alpha"}, push.Group{Project: "a", Seed: "beta"}
	alone := []string{"a"}

	DescribeTable("leaves a margin between the reads",
		func(perSecond int, slot time.Duration) {
			turns, known := push.NewRounds(perSecond).Turns(alpha, 1000, alone, start, start)
			Expect(known).To(BeTrue())
			Expect(turns.Period).To(Equal(slot))
		},
		Entry("of a tenth for a Git host", 10, 110*time.Millisecond),
		Entry("of a tenth up to 15 reads", 15, 74*time.Millisecond),
		Entry("of a fifth above, because a delay moves more reads into another second", 16, 75*time.Millisecond),
		Entry("of a fifth for a registry", 100, 12*time.Millisecond),
		Entry("of the next millisecond", 1000, 2*time.Millisecond),
	)

	DescribeTable("gives all Shoots of a project turns as early as the reads allow",
		func(groups []int, perSecond int, longest time.Duration) {
			r := newReads(perSecond)
			var last time.Time
			for i, shoots := range groups {
				last = r.push(push.Group{Project: "a", Seed: fmt.Sprint(i)}, shoots, alone, start)
			}
			Expect(r.most()).To(BeNumerically("<=", perSecond))
			Expect(last.Sub(start)).To(BeNumerically("<=", longest))
		},
		Entry("one Shoot", []int{1}, 10, period),
		Entry("a few Shoots", []int{3}, 10, 3*period),
		Entry("a seed with a hundred Shoots", []int{100}, 10, 13*time.Second),
		Entry("four equal seeds", []int{250, 250, 250, 250}, 10, 112*time.Second),
		Entry("one large seed and a small one", []int{999, 1}, 10, 112*time.Second),
		Entry("a hundred seeds with one Shoot each", slices.Repeat([]int{1}, 100), 10, 13*time.Second),
		Entry("one read per second", []int{5, 5}, 1, 14*time.Second),
		Entry("more reads than Shoots", []int{5, 5}, 1000, 20*time.Millisecond),
	)

	It("reuses the remaining turns for a push in the middle of a round, and adds turns for the other Shoots", func() {
		r := push.NewRounds(10)
		first, _ := r.Turns(alpha, 20, alone, start, start)
		second, _ := r.Turns(beta, 20, alone, start, start)
		Expect(second.First).To(Equal(first.First + 20*period))
		again, _ := r.Turns(alpha, 20, alone, start, start.Add(time.Second))
		Expect(again).To(Equal(first), "for the same push")

		after := 2 * time.Second
		later := start.Add(after)
		kept, _ := r.Turns(beta, 20, alone, later, later)
		Expect(kept.First).To(Equal(second.First-after), "which it has not had")
		next, _ := r.Turns(alpha, 20, alone, later, later)
		Expect(next.First).To(Equal(first.First+40*period-after), "when beta is done")
	})

	It("limits the reserved turns of each Shoot, regardless of changes of the Shoots", func() {
		r := newReads(10)
		for i := range 1000 {
			now := start.Add(time.Duration(i) * 2 * time.Second)
			last := r.push(alpha, 1+i%50, alone, now)
			Expect(last.Sub(now)).To(BeNumerically("<=", 6*50*period+2*time.Second), "push %d", i)
		}
	})

	It("starts the turns at the time of the request, not of an old or future push", func() {
		r := push.NewRounds(10)
		turns, _ := r.Turns(alpha, 1, alone, start.Add(-time.Minute), start)
		Expect(turns.First).To(Equal(time.Minute))
		turns, _ = r.Turns(beta, 1, alone, start.Add(time.Minute), start)
		Expect(turns.First).To(Equal(period))
	})

	It("ends after the last turn", func() {
		r := push.NewRounds(10)
		Expect(r.AreOver(start)).To(BeTrue())
		r.Turns(alpha, 1, alone, start, start)
		Expect(r.AreOver(start)).To(BeFalse())
		Expect(r.AreOver(start.Add(period))).To(BeTrue())
	})

	DescribeTable("gives each of k projects every k-th read, regardless of the others",
		func(projects, shoots, hostile int) {
			const perSecond = 10
			group := push.Group{Project: "victim", Seed: "alpha"}
			byItself := newReads(perSecond).push(group, shoots, []string{"victim"}, start).Sub(start)
			readers := []string{"victim"}
			for i := range projects - 1 {
				readers = append(readers, fmt.Sprintf("attacker-%d", i))
			}
			r := newReads(perSecond)
			var round time.Time
			for i := range 300 { // Ten minutes.
				now := start.Add(time.Duration(i) * 2 * time.Second)
				for _, attacker := range readers[1:] {
					for seed := range 3 {
						r.push(push.Group{Project: attacker, Seed: fmt.Sprint(seed)}, hostile+i%2, readers, now)
					}
				}
				if now.Before(round) {
					continue // The round for the last push is in progress.
				}
				began := len(r.all)
				round = r.push(group, shoots, readers, now)
				first := slices.MinFunc(r.all[began:], time.Time.Compare)
				Expect(first.Sub(now)).To(BeNumerically("<=", 1500*time.Millisecond+time.Duration(projects)*period), "push %d", i)
				Expect(round.Sub(now)).To(BeNumerically("<=", time.Duration(projects)*max(byItself, 1500*time.Millisecond)), "push %d", i)
			}
			Expect(r.most()).To(BeNumerically("<=", perSecond))
		},
		Entry("one Shoot each", 2, 1, 1),
		Entry("many Shoots, with one intermittent project", 2, 30, 1000),
		Entry("a few Shoots beside many", 2, 3, 1000),
		Entry("several projects", 7, 30, 300),
		Entry("more projects than reads per second", 25, 10, 100),
	)

	It("lets an intermittent project wait for turns in progress, without a delay for others", func() {
		r := newReads(10)
		both := []string{"a", "b"}
		r.push(push.Group{Project: "a", Seed: "alpha"}, 100, alone, start)
		now := start.Add(time.Second)
		Expect(r.push(push.Group{Project: "b", Seed: "alpha"}, 1, both, now)).To(BeTemporally(">=", start.Add(100*period)))
		for i := range 600 {
			now := start.Add(20*time.Second + time.Duration(i)*2*time.Second)
			readers := both
			if i%2 == 0 {
				readers = alone
			} else {
				r.push(push.Group{Project: "b", Seed: "alpha"}, 1000, both, now)
			}
			Expect(r.push(push.Group{Project: "a", Seed: "beta"}, 5, readers, now).Sub(now)).To(BeNumerically("<=", 2*2*5*period+1500*time.Millisecond), "push %d", i)
		}
		Expect(r.most()).To(BeNumerically("<=", 10))
	})

	It("never exceeds the allowed reads per second, despite changes of projects and missed requests of seeds", func() {
		random := rand.New(rand.NewPCG(3, 4))
		for range 100 {
			perSecond := 1 + random.IntN(20)
			r := newReads(perSecond)
			shoots := map[push.Group]int{}
			for project := range 1 + random.IntN(6) {
				for seed := range 1 + random.IntN(4) {
					shoots[push.Group{Project: fmt.Sprint(project), Seed: fmt.Sprint(seed)}] = 1 + random.IntN(100)
				}
			}
			groups := slices.SortedFunc(maps.Keys(shoots), func(a, b push.Group) int {
				return cmp.Or(cmp.Compare(a.Project, b.Project), cmp.Compare(a.Seed, b.Seed))
			})
			now := start
			for range 100 {
				now = now.Add(2*time.Second + time.Duration(random.IntN(20_000))*time.Millisecond)
				gone := fmt.Sprint(random.IntN(12))
				var readers []string
				for _, group := range groups {
					if group.Project != gone && !slices.Contains(readers, group.Project) {
						readers = append(readers, group.Project)
					}
				}
				for _, group := range groups {
					if group.Project == gone || random.IntN(3) == 0 {
						continue
					}
					if random.IntN(10) == 0 {
						shoots[group] = 1 + random.IntN(100)
					}
					r.push(group, shoots[group], readers, now)
				}
			}
			Expect(r.most()).To(BeNumerically("<=", perSecond), "%d groups", len(groups))
		}
	})
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package availability_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

const leaseKind = "update leases"

// entry is a write in one of the two clusters.
type entry struct {
	simulation.Write
	where string
}

// journal holds everything that the controllers have written.
type journal struct {
	mutex   sync.Mutex
	entries []entry
}

func (j *journal) noteIn(where string) func(simulation.Write) {
	return func(w simulation.Write) {
		j.mutex.Lock()
		defer j.mutex.Unlock()
		j.entries = append(j.entries, entry{w, where})
	}
}

// since returns what was begun since then, in the order in which it was begun.
func (j *journal) since(began time.Time) []entry {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	found := slices.DeleteFunc(slices.Clone(j.entries), func(e entry) bool { return e.Began.Before(began) })
	slices.SortStableFunc(found, func(a, b entry) int { return a.Began.Compare(b.Began) })
	return found
}

// isWork tells whether only who leads may write that: not the Lease, nor what is said in Events, which are sent when there is time.
func isWork(e entry) bool {
	return e.Kind != leaseKind && e.Kind != "create leases" && !strings.Contains(e.Kind, " events")
}

// reigns says who has worked from when to when.
type reign struct {
	controller     string
	acquired       time.Time
	first, last    entry
	writes, cutoff int
}

func (r reign) String() string {
	return fmt.Sprintf("%s: %d writes", r.controller, r.writes)
}

// reigns returns who led one after the other, and expects that nobody has worked before or after, and no two at a time.
func (j *journal) reigns(began time.Time) []reign {
	GinkgoHelper()
	var reigns []reign
	for _, e := range j.since(began) {
		if e.Kind == leaseKind && e.Succeeded() && e.Object == simulation.ExtensionNamespace+"/gardener-extension-shoot-flux-leader-election" &&
			(len(reigns) == 0 || reigns[len(reigns)-1].controller != e.Controller) {
			reigns = append(reigns, reign{controller: e.Controller, acquired: e.Ended})
		}
	}
	for _, e := range j.since(began) {
		if !isWork(e) {
			continue
		}
		at := slices.IndexFunc(reigns, func(r reign) bool { return r.controller == e.Controller })
		Expect(at).To(BeNumerically(">=", 0), "%s has written without ever leading: %s %s", e.Controller, e.Kind, e.Object)
		r := &reigns[at]
		Expect(e.Began).To(BeTemporally(">", r.acquired), "%s has written before it led: %s %s", e.Controller, e.Kind, e.Object)
		if at+1 < len(reigns) {
			Expect(e.Began).To(BeTemporally("<", reigns[at+1].acquired), "%s has written after %s led: %s %s", e.Controller, reigns[at+1].controller, e.Kind, e.Object)
		}
		if r.writes++; r.writes == 1 {
			r.first = e
		}
		r.last = e
	}
	return reigns
}

// count returns how often each object was written, or how often something was created in each namespace, with success.
func (j *journal) count(began time.Time, kinds ...string) map[string]int {
	counts := map[string]int{}
	for _, e := range j.since(began) {
		if slices.Contains(kinds, e.Kind) && e.Succeeded() {
			counts[e.Object]++
		}
	}
	return counts
}

// kinds returns how many writes there were of which kind.
func (j *journal) kinds(began time.Time) map[string]int {
	counts := map[string]int{}
	for _, e := range j.since(began) {
		counts[fmt.Sprintf("%s %s %s %d", e.Controller, e.where, e.Kind, e.Status)]++
	}
	return counts
}

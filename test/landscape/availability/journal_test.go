// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package availability_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

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

// isWork reports whether only who leads may write that. The Lease is for all; Events are sent when there is time; and a process that finds
// no certificate for the webhook makes one.
func isWork(e entry) bool {
	if e.where == "seed" && strings.HasSuffix(e.Kind, " secrets") && strings.HasPrefix(e.Object, simulation.ExtensionNamespace+"/") {
		return false
	}
	return e.Kind != "update leases" && !strings.HasSuffix(e.Kind, " events")
}

// isElection reports whether the process has got the Lease by that, or has kept it.
func isElection(e entry) bool {
	return e.Kind == "update leases" && e.Object == simulation.ExtensionNamespace+"/gardener-extension-shoot-flux-leader-election" && e.Succeeded()
}

// reign is the time for which a process has led.
type reign struct {
	controller string
	// acquired is when it has got the Lease.
	acquired    time.Time
	first, last entry
	// writes are those that only who leads may make.
	writes int
}

// reigns returns who has led since then, one after the other. It expects that nobody has ever worked before he led, or after somebody else
// did.
func (j *journal) reigns(since time.Time) []reign {
	GinkgoHelper()
	all := j.since(time.Time{})
	var reigns []reign
	for _, e := range all {
		// Who comes first makes the Lease.
		if first := len(reigns) == 0; first && e.Kind == "create leases" && e.Succeeded() || !first && isElection(e) && reigns[len(reigns)-1].controller != e.Controller {
			reigns = append(reigns, reign{controller: e.Controller, acquired: e.Ended})
		}
	}
	for _, e := range all {
		if !isWork(e) || e.Kind == "create leases" {
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
	return slices.DeleteFunc(reigns, func(r reign) bool { return r.last.Began.Before(since) })
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

// unanswered counts writes of these kinds by object for which the gateway has got no answer, because who asked was killed: nobody knows
// whether the API server has done them.
func (j *journal) unanswered(began time.Time, kinds ...string) map[string]int {
	counts := map[string]int{}
	for _, e := range j.since(began) {
		if slices.Contains(kinds, e.Kind) && e.Status == http.StatusBadGateway {
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

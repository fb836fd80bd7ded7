// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// The rules have to hold in random sequences of reports of Shoots, outages of receivers, and restarts at any
// point.
var _ = DescribeTable("Decide obeys its rules in random sequences",
	func(seed uint64) {
		random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a test that can be repeated
		severe := webhook()
		severe.Name, severe.MinimumState = ptr.To("severe"), ptr.To(fluxv1alpha1.NotificationStateFailed)
		w := newWorld(webhook(), severe)
		w.shoots(12)
		states := append(fluxv1alpha1.ShootStates(), failed, failed, ready, ready, ready)
		causes := []fluxv1alpha1.Cause{installation, fluxv1alpha1.CauseHostKey, ""}
		for range 300 {
			for range random.IntN(3) {
				w.report(fmt.Sprintf("s%03d", random.IntN(12)), states[random.IntN(len(states))], causes[random.IntN(len(causes))])
			}
			if random.IntN(40) == 0 {
				w.dead["webhook"] = !w.dead["webhook"]
			}
			if random.IntN(20) == 0 {
				w.find(fmt.Sprintf("s%03d", random.IntN(12))).Status = nil
			}
			w.pass(time.Duration(random.IntN(30)) * 10 * time.Second)
		}
		w.dead["webhook"] = false

		By("the final reports match the final states")
		for i := range 12 {
			w.report(fmt.Sprintf("s%03d", i), failed, installation)
		}
		w.pass(8 * time.Hour)
		for _, receiver := range []string{"webhook", "severe"} {
			Expect(open(w.state.Receivers[receiver])).To(Equal(12), receiver)
		}
		for i := range 12 {
			w.report(fmt.Sprintf("s%03d", i), ready, "")
		}
		w.pass(8 * time.Hour)
		for _, receiver := range []string{"webhook", "severe"} {
			Expect(open(w.state.Receivers[receiver])).To(Equal(0), receiver)
			Expect(w.state.Receivers[receiver].Shoots).To(BeEmpty(), "what has been well for long is forgotten")
		}

		for receiver, messages := range w.taken {
			ids := map[string]bool{}
			for i, message := range messages {
				Expect(ids).NotTo(HaveKey(message.ID), "a message is sent once")
				ids[message.ID] = true
				Expect(len(message.Shoots)).To(And(BeNumerically("<=", 5), BeNumerically("<=", message.Count)))
				if receiver == "severe" && message.Reason != notification.ReasonRecovered {
					Expect(message.Reason).To(Equal(notification.ReasonFailed))
				}
				for _, before := range messages[:i] {
					if before.Reason == message.Reason && before.Cause == message.Cause {
						Expect(message.At.Sub(before.At.Time)).To(BeNumerically(">=", w.timing.FollowUp), "messages about the same are far apart")
					}
				}
			}
		}
		Expect(len(w.taken["severe"])).To(BeNumerically(">", 3))
		expectAlternation(w)
	},
	Entry("seed 1", uint64(1)), Entry("seed 2", uint64(2)), Entry("seed 3", uint64(3)), Entry("seed 4", uint64(4)), Entry("seed 5", uint64(5)),
)

func open(r *notification.Receiver) int {
	count := 0
	for _, report := range r.Shoots {
		if report.State != "" {
			count++
		}
	}
	return count
}

// expectAlternation expects that no two recoveries of a Shoot are reported in a row.
func expectAlternation(w *world) {
	GinkgoHelper()
	last := map[string]notification.Reason{}
	for _, message := range w.taken["severe"] {
		if message.Count > 5 {
			clear(last)
			continue
		}
		for _, shoot := range message.Shoots {
			Expect(strings.HasPrefix(shoot, "s0")).To(BeTrue())
			Expect(last[shoot]).NotTo(Equal(message.Reason), "of %s, %s twice", shoot, message.Reason)
			last[shoot] = message.Reason
		}
	}
}

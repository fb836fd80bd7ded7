// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

const (
	failed      = fluxv1alpha1.ShootFailed
	unreachable = fluxv1alpha1.ShootUnreachable
	degraded    = fluxv1alpha1.ShootDegraded
	ready       = fluxv1alpha1.ShootReady

	installation = fluxv1alpha1.CauseInstallation
)

var _ = Describe("Messages about Shoots", func() {
	It("report a failed bootstrap once, and its recovery once", func() {
		w := newWorld(webhook())
		w.shoot("a")
		w.report("a", failed, installation)
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(Equal([]string{"Shoot a is Failed: InstallationFailed"}))
		Expect(w.taken["webhook"][0].Text).To(Equal("message of a"))

		w.report("a", ready, "")
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(Equal([]string{"Shoot a is Failed: InstallationFailed", "Shoot a has recovered"}))
	})

	It("are folded if 200 Shoots fail with the same cause", func() {
		w := newWorld(webhook())
		w.shoots(200)
		for i := range 200 {
			w.report(fmt.Sprintf("s%03d", i), failed, fluxv1alpha1.CauseAuthentication)
			if i%40 == 0 {
				w.pass(10 * time.Second)
			}
		}
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(Equal([]string{"200 Shoots are Failed: AuthenticationFailed"}))
		Expect(w.taken["webhook"][0].Text).To(Equal("s000, s001, s002, s003, s004 and 195 more. Of s000: message of s000"))
	})

	It("are folded for later failures", func() {
		w := newWorld(webhook())
		w.shoots(30)
		for i := range 30 {
			w.report(fmt.Sprintf("s%03d", i), failed, installation)
			w.pass(10 * time.Second)
		}
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(HaveLen(2), "%v", w.titles("webhook"))
	})

	It("are not folded for different causes", func() {
		w := newWorld(webhook())
		w.shoots(2)
		w.report("s000", failed, installation)
		w.report("s001", failed, fluxv1alpha1.CauseHostKey)
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(ConsistOf("Shoot s000 is Failed: InstallationFailed", "Shoot s001 is Failed: HostKeyMismatch"))
	})

	It("do not report temporary problems", func() {
		w := newWorld(webhook())
		w.shoot("a")
		for range 20 {
			w.report("a", failed, installation)
			w.pass(40 * time.Second)
			w.report("a", ready, "")
			w.pass(40 * time.Second)
		}
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(BeEmpty())
	})

	It("become less frequent for recurring problems", func() {
		w := newWorld(webhook())
		w.shoot("a")
		for range 72 { // a day
			w.report("a", failed, installation)
			w.pass(10 * time.Minute)
			w.report("a", ready, "")
			w.pass(10 * time.Minute)
		}
		Expect(len(w.titles("webhook"))).To(And(BeNumerically(">=", 4), BeNumerically("<=", 10)), "%v", w.titles("webhook"))
	})

	DescribeTable("respect the minimum state of the receiver",
		func(n fluxv1alpha1.Notification, state fluxv1alpha1.ShootState, title string) {
			w := newWorld(n)
			w.shoot("a")
			w.report("a", state, "")
			w.pass(time.Hour)
			if title == "" {
				Expect(w.titles("webhook")).To(BeEmpty())
				return
			}
			Expect(w.titles("webhook")).To(Equal([]string{title}))
		},
		Entry("Degraded, by default", webhook(), degraded, "Shoot a is Degraded"),
		Entry("Unreachable, by default", webhook(), unreachable, "Shoot a is Unreachable"),
		Entry("a Shoot without a report", webhook(), fluxv1alpha1.ShootNotReported, "Shoot a is NotReported"),
		Entry("Unreachable, with minimum Unreachable", atLeast(fluxv1alpha1.NotificationStateUnreachable), unreachable, "Shoot a is Unreachable"),
		Entry("not Degraded, with minimum Unreachable", atLeast(fluxv1alpha1.NotificationStateUnreachable), degraded, ""),
		Entry("not Unreachable, with minimum Failed", atLeast(fluxv1alpha1.NotificationStateFailed), unreachable, ""),
		Entry("Failed, with minimum Failed", atLeast(fluxv1alpha1.NotificationStateFailed), failed, "Shoot a is Failed"),
		Entry("not a suspended Shoot", webhook(), fluxv1alpha1.ShootSuspended, ""),
		Entry("not a hibernated Shoot", webhook(), fluxv1alpha1.ShootHibernated, ""),
		Entry("not a change in progress", webhook(), fluxv1alpha1.ShootProgressing, ""),
		Entry("not an unknown state", webhook(), fluxv1alpha1.ShootState("Odd"), ""),
	)

	It("report an increase in severity, but no decrease", func() {
		w := newWorld(webhook())
		w.shoot("a")
		for _, state := range []fluxv1alpha1.ShootState{degraded, failed, degraded, unreachable, fluxv1alpha1.ShootProgressing, ready} {
			w.report("a", state, "")
			w.pass(time.Hour)
		}
		Expect(w.titles("webhook")).To(Equal([]string{"Shoot a is Degraded", "Shoot a is Failed", "Shoot a has recovered"}))
	})

	It("select Shoots by labels and rings", func() {
		byLabel := webhook()
		byLabel.Name, byLabel.Shoots = ptr.To("label"), &metav1.LabelSelector{MatchLabels: map[string]string{"name": "a"}}
		byRing := webhook()
		byRing.Name, byRing.Rings = ptr.To("ring"), []string{"canary"}
		both := *byLabel.DeepCopy()
		both.Name, both.Rings = ptr.To("both"), []string{"canary"}
		w := newWorld(byLabel, byRing, both)
		w.shoot("a")
		w.shoot("b")
		w.find("b").Ring = "canary"
		w.report("a", failed, "")
		w.report("b", failed, "")
		w.pass(time.Hour)
		Expect(w.titles("label")).To(Equal([]string{"Shoot a is Failed"}))
		Expect(w.titles("ring")).To(Equal([]string{"Shoot b is Failed"}))
		Expect(w.titles("both")).To(BeEmpty())
	})

	It("report current problems to a new receiver only", func() {
		w := newWorld(webhook())
		w.shoot("a")
		w.report("a", failed, "")
		w.pass(time.Hour)
		later := webhook()
		later.Name = ptr.To("later")
		fluxv1alpha1.SetDefaults_Notification(&later)
		w.in.Notifications = append(w.in.Notifications, later)
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(HaveLen(1))
		Expect(w.titles("later")).To(Equal([]string{"Shoot a is Failed"}))
	})

	DescribeTable("report nothing again",
		func(change func(*world)) {
			w := newWorld(webhook())
			w.shoot("a")
			w.report("a", failed, "")
			w.pass(time.Hour)
			change(w)
			w.pass(time.Hour)
			Expect(w.titles("webhook")).To(HaveLen(1))
			if len(w.in.Shoots) > 0 {
				w.report("a", ready, "")
				w.pass(time.Hour)
				Expect(w.titles("webhook")).To(HaveLen(2), "what was reported was not forgotten")
			}
		},
		Entry("without an entry", func(w *world) { w.find("a").Status = nil }),
		Entry("while the Shoot is hibernated", func(w *world) { w.report("a", fluxv1alpha1.ShootHibernated, "") }),
		Entry("when the Shoot is deleted", func(w *world) { w.in.Shoots = nil }),
	)

	It("report a problem of a recreated Shoot with the same name", func() {
		w := newWorld(webhook())
		w.shoot("a")
		w.report("a", failed, "")
		w.pass(time.Hour)
		w.find("a").UID = "11111111-2222"
		w.report("a", ready, "")
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(HaveLen(1), "it has not recovered")
		w.report("a", failed, "")
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(HaveLen(2))
	})

	It("wait for an unavailable receiver within a limit, and are given up", func() {
		w := newWorld(webhook())
		w.dead["webhook"] = true
		w.shoots(40)
		causes := fluxv1alpha1.Causes()
		for i := range 40 {
			w.report(fmt.Sprintf("s%03d", i), failed, causes[i%len(causes)])
		}
		w.pass(time.Hour)
		Expect(w.state.Receivers["webhook"].Outbox).To(HaveLen(10))
		w.state = w.state.Failing("webhook", "host: it does not answer", false)
		w.pass(6 * time.Hour)
		Expect(w.givenUp).To(HaveLen(10))
		Expect(w.givenUp[0].Problem).To(Equal("host: it does not answer"))

		By("the other messages were not lost")
		w.dead["webhook"] = false
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(HaveLen(len(causes)-10), "%v", w.titles("webhook"))
	})

	It("keep their unique ID until they are sent", func() {
		w := newWorld(webhook())
		w.dead["webhook"] = true
		w.shoots(2)
		w.report("s000", failed, installation)
		w.report("s001", failed, fluxv1alpha1.CauseHostKey)
		w.pass(10 * time.Minute)
		first := w.state.Receivers["webhook"].Outbox
		w.pass(10 * time.Minute)
		Expect(w.state.Receivers["webhook"].Outbox).To(Equal(first))
		Expect(first).To(HaveLen(2))
		Expect(first[0].ID).NotTo(Equal(first[1].ID))
	})

	It("limit the length of texts from members of the project", func() {
		w := newWorld(webhook())
		w.shoot("a")
		w.report("a", failed, fluxv1alpha1.Cause("<!channel>"))
		long := make([]byte, 1<<20)
		for i := range long {
			long[i] = 'x'
		}
		w.find("a").Status.Message = "line\n\x1b[31m https://user:secret@example.com/ " + string(long)
		w.pass(time.Hour)
		Expect(w.titles("webhook")).To(Equal([]string{"Shoot a is Failed: Other"}))
		Expect(len(w.taken["webhook"][0].Text)).To(BeNumerically("<", 500))
		Expect(w.taken["webhook"][0].Text).To(And(HavePrefix("line [31m https://"), Not(ContainSubstring("secret"))))
	})

	It("lead to another decision when a report is due", func() {
		w := newWorld(webhook())
		w.shoot("a")
		Expect(w.decide().Next).To(BeZero())
		w.report("a", failed, "")
		Expect(w.decide().Next).To(Equal(time.Minute))
		w.in.Now = w.in.Now.Add(time.Minute)
		Expect(w.decide().Next).To(Equal(time.Minute), "others are waited for")
		w.in.Now = w.in.Now.Add(time.Minute)
		w.decide()
		Expect(w.titles("webhook")).To(HaveLen(1))
	})

	It("do not change the previous state", func() {
		w := newWorld(webhook())
		w.shoot("a")
		w.report("a", failed, "")
		w.pass(time.Hour)
		before := stored(w.state)
		w.in.Shoots, w.in.Now = nil, w.in.Now.Add(time.Hour)
		notification.Decide(w.state, w.in, w.timing)
		Expect(w.state).To(Equal(before))
	})
})

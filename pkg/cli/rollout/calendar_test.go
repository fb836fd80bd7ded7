// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	cligarden "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("rollout calendar", func() {
	const (
		head   = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
		office = "windows: [{name: office, cron: '0 9 1,15 * *', duration: 7h, timeZone: Europe/Berlin}]"
		all    = "{rings: [{name: canary, " + office + "}, {name: staging, shoots: {matchLabels: {ring: b}}, windows: [{name: shoots, maintenance: true}]}, {name: prod, " + office + "}], " +
			"freezes: [{name: year-end, from: 2026-12-18T18:00, to: 2027-01-04T06:00, timeZone: Europe/Berlin, rings: [prod]}, {name: over, from: 2026-01-01T00:00, to: 2026-01-02T00:00, timeZone: UTC}, " +
			"{name: now, from: 2026-01-01T00:00, to: 2026-12-01T12:00, timeZone: UTC}, {name: far, from: 2027-02-01T00:00, to: 2027-02-02T00:00, timeZone: UTC}]}"
		plain = "rings: [{name: canary, shoots: {matchLabels: {ring: b}}}]"
	)
	now := time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)
	calendarAt := func(ctx context.Context, text string, at time.Time, args []string, objects ...client.Object) string {
		GinkgoHelper()
		text = "project: {rollout: " + text + "}\n"
		config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-blue", Name: "flux-config", UID: "11-22"}, Data: map[string]string{"config.yaml": head + text}}
		garden, out := clitest.NewClient(append(objects, config, clitest.StoppedRollout("garden-blue", head, text, at)), interceptor.Funcs{}), &bytes.Buffer{}
		command := (&rolloutCommand{Access: clitest.NewAccess(garden, "garden-blue"), clock: testclock.NewFakePassiveClock(at)}).command()
		command.SetArgs(append([]string{"calendar"}, args...))
		command.SetOut(out)
		command.SetErr(out)
		Expect(command.ExecuteContext(ctx)).To(Succeed())
		return out.String()
	}
	calendar := func(ctx context.Context, text string, objects ...client.Object) string {
		GinkgoHelper()
		return calendarAt(ctx, text, now, nil, objects...)
	}

	It("lists the openings and freezes of the next 30 days", func(ctx SpecContext) {
		Expect(calendar(ctx, all)).To(Equal(`FROM                  TO                        WHAT             RINGS
Thu 1 Jan 00:00 UTC   Tue 1 Dec 12:00 UTC       freeze now       all
Tue 1 Dec 09:00 CET   Tue 1 Dec 16:00 CET       window office    canary, prod
Tue 15 Dec 09:00 CET  Tue 15 Dec 16:00 CET      window office    canary, prod
Fri 18 Dec 18:00 CET  Mon 4 Jan 2027 06:00 CET  freeze year-end  prod
`))
	})

	It("lists a limited number of openings", func(ctx SpecContext) {
		out := calendar(ctx, "{rings: [{name: canary, shoots: {matchLabels: {ring: b}}, windows: [{name: always, cron: '* * * * *', duration: 1m, timeZone: UTC}]}]}")
		Expect(strings.Count(out, "window always")).To(Equal(100))
	})

	It("says that there is nothing", func(ctx SpecContext) {
		Expect(calendar(ctx, "{"+plain+"}")).To(Equal("No window opens, no freeze is in effect and no Shoot holds a change in the next 30 days.\n"))
	})

	// holding returns flux-status and the Shoots with the holds.
	holding := func(holds ...*fluxv1alpha1.HoldRequest) []client.Object {
		GinkgoHelper()
		statuses := map[string]string{}
		var objects []client.Object
		for i, hold := range holds {
			name := fmt.Sprintf("shop-%d", i)
			content, err := json.Marshal(fluxv1alpha1.ShootStatus{UID: types.UID(name), Seed: "aws", State: fluxv1alpha1.ShootReady, Ready: true, Hold: hold})
			Expect(err).NotTo(HaveOccurred())
			statuses[name] = string(content)
			objects = append(objects, &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-blue", Name: name, UID: types.UID(name)}})
		}
		return append(objects, clitest.StatusConfigMap("garden-blue", statuses))
	}
	until := func(t time.Time, reason string) *fluxv1alpha1.HoldRequest {
		return &fluxv1alpha1.HoldRequest{Until: metav1.NewTime(t), Reason: reason}
	}

	It("lists the holds of Shoots", func(ctx SpecContext) {
		objects := holding(until(now.Add(80*time.Hour), "load test\nof the shop"), nil, until(now.Add(-time.Hour), "over"), until(now.Add(24*time.Hour), ""))
		Expect(calendar(ctx, "{"+plain+", shootHold: {max: 72h}}", objects...)).To(Equal(`FROM                 TO                   WHAT                                RINGS
Tue 1 Dec 10:00 UTC  Fri 4 Dec 18:00 UTC  hold shop-0: load test of the shop  -
Tue 1 Dec 10:00 UTC  Wed 2 Dec 10:00 UTC  hold shop-3                         -
`))
		By("the project does not let Shoots hold")
		Expect(calendar(ctx, "{"+plain+"}", objects...)).To(HavePrefix("No window opens"))
	})

	It("lists a hold until the rollout ends it", func() {
		state := &rollout.State{Members: map[string]rollout.Record{"shop-0": {Offered: metav1.NewTime(now.Add(-time.Hour))}}}
		state.Rollout.ShootHold = &fluxv1alpha1.ShootHold{Max: metav1.Duration{Duration: 72 * time.Hour}}
		shoot := &cligarden.Shoot{Name: "shop-0", ShootStatus: fluxv1alpha1.ShootStatus{Hold: until(now.Add(1000*time.Hour), "")}}
		Expect(holdsOf(state, []*cligarden.Shoot{shoot}, now)).To(Equal([]Span{{Kind: SpanHold, Name: "shop-0", From: now.Add(-time.Hour), To: now.Add(71 * time.Hour)}}))
		By("the time that the project allows is over")
		Expect(holdsOf(state, []*cligarden.Shoot{shoot}, now.Add(72*time.Hour))).To(BeEmpty())
		By("a project with many holds")
		many := make([]*cligarden.Shoot, 1000)
		for i := range many {
			many[i] = &cligarden.Shoot{Name: fmt.Sprint("shop-", i), ShootStatus: shoot.ShootStatus}
		}
		Expect(holdsOf(state, many, now)).To(HaveLen(mostHolds))
	})

	It("writes JSON for programs", func(ctx SpecContext) {
		var spans []Span
		Expect(json.Unmarshal([]byte(calendarAt(ctx, all, now, []string{"-o", "json"})), &spans)).To(Succeed())
		Expect(spans).To(HaveLen(4))
		Expect(spans[3]).To(And(HaveField("Kind", SpanFreeze), HaveField("Name", "year-end"), HaveField("Rings", []string{"prod"}),
			HaveField("From", BeTemporally("==", time.Date(2026, 12, 18, 17, 0, 0, 0, time.UTC))), HaveField("To", BeTemporally("==", time.Date(2027, 1, 4, 5, 0, 0, 0, time.UTC)))))
	})

	Describe("as iCalendar", func() {
		parsed := func(text string) []*ics.VEvent {
			GinkgoHelper()
			read, err := ics.ParseCalendar(strings.NewReader(text))
			Expect(err).NotTo(HaveOccurred())
			return read.Events()
		}
		property := func(event *ics.VEvent, name ics.ComponentProperty) string {
			return event.GetProperty(name).Value
		}

		It("is read back by a parser, with lines as RFC 5545 requires", func(ctx SpecContext) {
			const reason = `a, b; c\n "d" — ` + "Ümläute ünd ein länger, sehr länger Gründ, der über 75 Öktette hinäusgeht"
			text := calendarAt(ctx, strings.Replace(all, "{rings", "{shootHold: {max: 72h}, rings", 1), now, []string{"-o", "ical"}, holding(until(now.Add(48*time.Hour), reason))...)
			for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
				Expect(len(line)).To(BeNumerically("<=", 75), line)
				Expect(line).NotTo(ContainSubstring("\n"))
			}
			Expect(text).To(HavePrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//gardener-extension-shoot-flux//rollout calendar//EN\r\nMETHOD:PUBLISH\r\n"))
			var read []string
			for _, event := range parsed(text) {
				start, err := event.GetStartAt()
				Expect(err).NotTo(HaveOccurred())
				end, err := event.GetEndAt()
				Expect(err).NotTo(HaveOccurred())
				Expect(event.GetDtStampTime()).To(BeTemporally("==", now))
				read = append(read, start.Format(time.RFC3339)+" "+end.Format(time.RFC3339)+" "+event.Id()+" "+property(event, ics.ComponentPropertySummary))
			}
			const ending = "@11-22.flux-rollout.garden-blue "
			Expect(read).To(HaveExactElements(
				"2026-01-01T00:00:00Z 2026-12-01T12:00:00Z freeze/now/20260101T000000Z"+ending+"freeze now (rings: all)",
				"2026-12-01T08:00:00Z 2026-12-01T15:00:00Z window/office/20261201T080000Z/canary"+ending+"window office (rings: canary, prod)",
				"2026-12-01T10:00:00Z 2026-12-03T10:00:00Z hold/shop-0"+ending+"hold shop-0: "+reason,
				"2026-12-15T08:00:00Z 2026-12-15T15:00:00Z window/office/20261215T080000Z/canary"+ending+"window office (rings: canary, prod)",
				"2026-12-18T17:00:00Z 2027-01-04T05:00:00Z freeze/year-end/20261218T170000Z"+ending+"freeze year-end (rings: prod)",
			))
			Expect(property(parsed(text)[4], ics.ComponentPropertyDescription)).To(Equal(
				"freeze year-end, of the rollout in namespace garden-blue\nFrom Fri 18 Dec 18:00 CET\nUntil Mon 4 Jan 2027 06:00 CET"))
		})

		It("has the same identity for an opening in each output, so that a second import adds none", func(ctx SpecContext) {
			idsAt := func(at time.Time) []string {
				var ids []string
				for _, event := range parsed(calendarAt(ctx, all, at, []string{"-o", "ical"})) {
					ids = append(ids, event.Id())
				}
				return ids
			}
			first, later := idsAt(now), idsAt(now.Add(7*24*time.Hour+time.Second))
			Expect(later).NotTo(BeEmpty())
			Expect(first).To(ContainElements(later[0], later[1]))
		})

		It("has no events if there is nothing", func(ctx SpecContext) {
			Expect(parsed(calendarAt(ctx, "{"+plain+"}", now, []string{"-o", "ical"}))).To(BeEmpty())
		})
	})
})

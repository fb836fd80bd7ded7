// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// landscapeEvents returns the notes of the Events about ConfigMaps in namespace garden since then.
func landscapeEvents(ctx context.Context, since time.Time) []string {
	GinkgoHelper()
	list := &eventsv1.EventList{}
	Expect(world.Garden.Client.List(ctx, list, client.InNamespace("garden"))).To(Succeed())
	var notes []string
	for _, event := range list.Items {
		if event.Regarding.Kind == "ConfigMap" && !event.EventTime.Time.Before(since) {
			notes = append(notes, event.Regarding.Name+" "+event.Reason+": "+event.Note)
		}
	}
	return notes
}

// shows waits until the status of the operator's rollout has the text, and reports it.
func (r landscapeRollout) shows(ctx context.Context, text string) {
	GinkgoHelper()
	var output string
	Eventually(ctx, func(g Gomega) {
		output, _ = r.runs(ctx, "status")
		g.Expect(output).To(ContainSubstring(text))
	}).WithTimeout(3 * time.Minute).WithPolling(2 * time.Second).Should(Succeed())
	AddReportEntry("status of "+string(r), output)
}

var _ = Describe("The operator's rollouts", Serial, Label("long"), func() {
	It("wait for a window, a freeze and a check, and for the end of the stop", func(ctx SpecContext) {
		const formerVersion = "v2.8.8"
		baseline, version, all := landscapeRollout("baseline"), landscapeRollout("fluxVersion"), landscapeRollout("all")
		label := func(ctx context.Context, value string) {
			GinkgoHelper()
			patch := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"labels":{"stage":`+value+`}}}`))
			Expect(world.Garden.Client.Patch(ctx, &gardencorev1beta1.Seed{ObjectMeta: in("", seedName)}, patch)).To(Succeed())
		}
		label(ctx, `"canary"`)
		credentials := &corev1.Secret{ObjectMeta: in("garden", "flux-checks")}
		DeferCleanup(func(ctx context.Context) {
			label(ctx, "null")
			all.runs(ctx, "resume")
			Expect(client.IgnoreNotFound(world.Garden.Client.Delete(ctx, credentials))).To(Succeed())
			Expect(world.Configure(ctx, nil)).To(Succeed())
		}, NodeTimeout(3*time.Minute))
		system, listen, authority := newCheckedSystem(ctx)
		credentials.StringData = map[string]string{"system": checkCredential(authority, "token: "+checkToken)}
		Expect(world.Garden.Client.Create(ctx, credentials)).To(Succeed())
		Expect(world.GitHost.CreateRepository(ctx, "held-base", true)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "held-base", "first", map[string]string{
			"base/policy.yaml": manifestOf("policy", "first"), "next/policy.yaml": manifestOf("policy", "next"), "last/policy.yaml": manifestOf("policy", "last"),
		})
		Expect(err).NotTo(HaveOccurred())
		configure := func(path, fluxVersion string, canary, others, rollouts map[string]any) {
			GinkgoHelper()
			config := baselineOf("held-base", map[string]any{"shoots": map[string]any{"projects": []any{"opholds"}}, "config": map[string]any{
				"source": map[string]any{"template": map[string]any{"spec": map[string]any{
					"url": world.GitHost.HTTPURL("held-base"), "ref": map[string]any{"branch": "main"}, "interval": "10s",
				}}},
				"kustomization": map[string]any{"template": map[string]any{"spec": map[string]any{"path": path, "interval": "10s", "timeout": "20s"}}},
			}})
			config["defaults"] = map[string]any{"flux": map[string]any{"version": fluxVersion}}
			first := map[string]any{"name": "canary", "seeds": map[string]any{"matchLabels": map[string]any{"stage": "canary"}}, "soak": "10s"}
			last := map[string]any{"name": "others", "soak": "0s"}
			for key, value := range canary {
				first[key] = value
			}
			for key, value := range others {
				last[key] = value
			}
			own := map[string]any{
				"rings": []any{first, last}, "fluxVersion": map[string]any{},
				"baseline": map[string]any{"source": "Follow", "progressDeadline": "2m", "guard": map[string]any{"maxRemoved": "100%", "protect": []any{}}},
			}
			for key, value := range rollouts {
				own[key] = value
			}
			config["rollouts"] = own
			Expect(world.Configure(ctx, config)).To(Succeed())
		}
		configure("./base", formerVersion, nil, nil, nil)
		user := inGarden(ctx)
		user.project("opholds", map[string]string{"config.yaml": fluxConfig("")})
		canary, other := user.shoot("opholds", "canary", seedName, false), user.shoot("opholds", "other", otherSeedName, false)
		for _, s := range []shoot{canary, other} {
			s.succeeds()
			s.shows("policy", "first")
			s.runsFlux(formerVersion)
		}
		baselineReaches(ctx, "Complete")
		// To a rollout that has had no Shoot yet, each version is the first one. A complete rollout decides every ten minutes, and after a start.
		killGardenController(ctx)
		Expect(world.StartGardenController(ctx)).To(Succeed())
		Eventually(ctx, func(g Gomega) { g.Expect(versionRollout(ctx, g).Rings[0].Done).To(Equal(1)) }).Should(Succeed())

		By("a freeze of the canary seed")
		began := now()
		opens := time.Now().UTC().Add(12 * time.Hour).Truncate(time.Hour)
		freeze := map[string]any{"freezes": []any{map[string]any{"name": "release", "from": "2026-01-01T00:00", "to": "2099-01-01T00:00", "timeZone": "Europe/Berlin", "rings": []any{"canary"}}}}
		check := map[string]any{"checks": []any{map[string]any{"name": "change", "http": map[string]any{"url": "https://" + receiverAddress + "/change", "expression": `body.state == "approved"`}, "when": "BeforeStart", "deadline": "24h"}}}
		configure("./next", carriedVersion, nil, check, freeze)
		baseline.shows(ctx, "freeze release until Thu 1 Jan 2099 00:00 CET")
		version.shows(ctx, "freeze release until Thu 1 Jan 2099 00:00 CET")
		for _, s := range []shoot{canary, other} {
			s.reconcile()
			s.shows("policy", "first")
			Expect(s.status(Default).FluxVersion).To(Equal(formerVersion))
		}

		By("an approval during the freeze lets the canary seed begin with the baseline, and the other seed waits for the check")
		output, code := baseline.runs(ctx, "approve", "canary", "--during-freeze")
		Expect(code).To(Equal(0), output)
		canary.shows("policy", "next")
		baseline.shows(ctx, "check change: "+receiverAddress+": it cannot be reached")
		other.shows("policy", "first")
		listen()
		system.says("/change", `{"state": "pending"}`)
		baseline.shows(ctx, "check change: the expression is false since ")

		By("the freeze ends: the canary seed begins with the Flux version, and the other seed waits for the check")
		configure("./next", carriedVersion, nil, check, nil)
		Eventually(ctx, func(g Gomega) {
			canary.reconcile()
			g.Expect(canary.status(g).FluxVersion).To(Equal(carriedVersion))
		}).WithTimeout(3 * time.Minute).WithPolling(5 * time.Second).Should(Succeed())
		version.shows(ctx, "check change: the expression is false since ")
		other.reconcile()
		Expect(other.status(Default).FluxVersion).To(Equal(formerVersion))

		By("the stop, during which the check passes")
		output, code = all.runs(ctx, "stop", "--reason", "incident 42")
		Expect(code).To(Equal(0), output)
		for _, r := range []landscapeRollout{baseline, version} {
			r.shows(ctx, ": incident 42")
		}
		all.shows(ctx, "incident 42")
		system.says("/change", `{"state": "approved"}`)
		other.reconcile()
		other.shows("policy", "first")
		Expect(other.status(Default).FluxVersion).To(Equal(formerVersion))
		output, code = all.runs(ctx, "resume")
		Expect(code).To(Equal(0), output)
		other.shows("policy", "next")
		baselineReaches(ctx, "Complete")
		Eventually(ctx, func(g Gomega) {
			other.reconcile()
			g.Expect(other.status(g).FluxVersion).To(Equal(carriedVersion))
		}).WithTimeout(3 * time.Minute).WithPolling(5 * time.Second).Should(Succeed())
		reaches(ctx, carriedVersion, "Complete")

		By("a window of the canary seed that is closed")
		configure("./last", carriedVersion, map[string]any{"windows": []any{map[string]any{
			"name": "office", "cron": fmt.Sprintf("%d %d * * *", opens.Minute(), opens.Hour()), "duration": "1h", "timeZone": "UTC",
		}}}, nil, nil)
		baseline.shows(ctx, "window office, opens "+opens.Format("Mon 2 Jan 15:04 MST"))
		canary.reconcile()
		canary.shows("policy", "next")
		AddReportEntry("Events", landscapeEvents(ctx, began))
		output, _ = baseline.runs(ctx, "history")
		AddReportEntry("history of the baseline", output)
		output, _ = baseline.runs(ctx, "calendar")
		AddReportEntry("calendar of the baseline", output)
	}, SpecTimeout(25*time.Minute))
})

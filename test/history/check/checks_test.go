// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import "strings"

var _ = judgesAll(func() {
	// checked stands for flux-config with checks.
	checked := func(text, checks string) string {
		return strings.ReplaceAll(text, "CONFIG", "config dev prod Promote soak=1s "+checks)
	}
	const before = `
0 shoot a dev
0 shoot p prod
0-5 report a c0 Ready r0
6-140 report a c1 Ready r0
0-180 report p c0 Ready r0
`
	start := func(text string) string { return checked(text, "prod.checks=change/BeforeStart") }
	start30 := func(text string) string { return checked(text, "prod.checks=change/BeforeStart/30s") }
	ready := func(text string) string { return checked(text, "dev.checks=errors/AfterReady") }
	ready30 := func(text string) string { return checked(text, "dev.checks=errors/AfterReady/30s") }
	judges("rings-wait-for-checks", before,
		story{"a ring begins although the system says no", "ring prod of garden-a began with commit 111111111111, for which check change had no good answers", start(`
			0-140 CONFIG
			0 answer change bad
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"it begins after the system has said yes once", "", start(`
			0-140 CONFIG
			0 answer change bad
			1-90 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			91-99 rollout dev:Complete:c1:r0:passed prod:WaitingForCheck:c0:r0:passed a=- p=c0
			92 answer change good
			93 answer change bad
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"the answer was for the change before: kargo #6372", "ring prod of garden-a began with commit 111111111111", start(`
			0-140 CONFIG
			0 answer change good
			90 answer change bad
			1-95 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			96-99 rollout dev:Complete:c1:r0:passed prod:WaitingForCheck:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"the answer was for the check as it was configured before: kargo #7032", "ring prod of garden-a began with commit 111111111111", `
			0-60 config dev prod Promote soak=1s prod.checks=change/BeforeStart/1s
			61-140 config dev prod Promote soak=1s prod.checks=change/BeforeStart
			0 answer change good
			59 answer change bad
			1-20 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			21-99 rollout dev:Complete:c1:r0:passed prod:WaitingForCheck:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`},
		story{"the check was added at about that time", "", `
			0-92 config dev prod Promote soak=1s
			93-140 config dev prod Promote soak=1s prod.checks=change/BeforeStart
			0 answer change bad
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`},
		story{"the system does not answer", "ring prod of garden-a began with commit 111111111111", start(`
			0-140 CONFIG
			0 answer change good
			10 gone answer change
			1-90 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			91-99 rollout dev:Complete:c1:r0:passed prod:WaitingForCheck:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"nobody knows what the system says", "", start(`
			0-140 CONFIG
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"the check is one of another ring", "", checked(`
			0-140 CONFIG
			0 answer change bad
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`, "dev.checks=change/BeforeStart")},
		story{"an approval overrules it", "", start(`
			0-90 CONFIG
			91 CONFIG approve=prod
			92-140 CONFIG
			0 answer change bad
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"it may be the correction of a failure", "", start(`
			60-180 report p c0 Failed r0
			0-140 CONFIG
			0 answer change bad
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"the first ring begins with another flux-config although the system says no", "ring dev of garden-a began with revision r1", checked(`
			0-140 CONFIG
			0 answer change bad
			1-20 rollout Target=r0 a=r0 p=c0/r0
			21-99 rollout Target=r1 a=r0 p=c0/r0
			100 rollout Target=r1 a=r1 p=c0/r0
		`, "dev.checks=change/BeforeStart")},
		story{"good answers were too few", "ring prod of garden-a began with commit 111111111111", start30(`
			0-140 CONFIG
			0 answer change bad
			1-60 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			61-99 rollout dev:Complete:c1:r0:passed prod:WaitingForCheck:c0:r0:passed a=- p=c0
			90 answer change good
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"they were enough", "", start30(`
			0-140 CONFIG
			0 answer change bad
			1-60 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			61-99 rollout dev:Complete:c1:r0:passed prod:WaitingForCheck:c0:r0:passed a=- p=c0
			65 answer change good
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"they were enough only with those from before a restart", "ring prod of garden-a began with commit 111111111111", start30(`
			0-140 CONFIG
			0 answer change bad
			1-60 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			61-99 rollout dev:Complete:c1:r0:passed prod:WaitingForCheck:c0:r0:passed a=- p=c0
			75 answer change good
			90 action kill on=garden-controller
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"the next ring begins although the change is not good", "ring dev of garden-a completed with commit 111111111111, for which check errors had no good answers", ready(`
			0-140 CONFIG
			0 answer errors bad
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"the ring completes although the change is not good", "ring dev of garden-a completed with commit 111111111111", ready(`
			0-140 CONFIG
			0 answer errors bad
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100-120 rollout dev:Complete:c1:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
		`)},
		story{"the answer was for the commit before: kargo #6372", "ring dev of garden-a completed with commit 111111111111", ready(`
			0-140 CONFIG
			0 answer errors good
			4 answer errors bad
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"the change is good", "", ready(`
			0-140 CONFIG
			0 answer errors bad
			50 answer errors good
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100-120 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"good answers began anew while the Shoot was not ready", "ring dev of garden-a completed with commit 111111111111", ready30(`
			70-85 report a c1 Progressing r0
			86-140 report a c1 Ready r0
			0-140 CONFIG
			0 answer errors bad
			60 answer errors good
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"an approval overrules the check of the ring before", "", ready(`
			0-90 CONFIG
			91 CONFIG approve=dev
			92-140 CONFIG
			0 answer errors bad
			1-99 rollout dev:WaitingForCheck:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
		story{"the state was lost, and is written again by what the Shoots report", "", ready(`
			0-140 CONFIG
			0 answer errors bad
			1-90 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			91-95 gone rollout
			96-120 rollout dev:Complete:c1:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
		`)},
		story{"the ring has no Shoot that counts", "", ready(`
			0-90 CONFIG
			91 CONFIG skip=a
			92-140 CONFIG
			0 answer errors bad
			1-99 rollout dev:Progressing:c0:r0:passed prod:Waiting:c0:r0:passed a=- p=c0
			100 rollout dev:Complete:c1:r0:passed prod:Progressing:c1:r0 a=- p=c1
		`)},
	)

	late := func(text string) string { return checked(text, "dev.checks=errors/AfterReady//1m") }
	judges("late-checks-stop-rings", before+`
0 setup decisionStep=10s
`,
		story{"a ring waits for a check after its deadline", "ring dev of garden-a waited for checks for 1m30s, and was not Stopped at their deadline", late(`
			0-140 CONFIG
			0 answer errors bad
			10-100 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
		`)},
		story{"it is stopped", "", late(`
			0-140 CONFIG
			0 answer errors bad
			10-75 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
			76-140 rollout dev:Stopped:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
		`)},
		story{"an answer was good in between", "", late(`
			0-140 CONFIG
			0 answer errors bad
			40 answer errors good
			41 answer errors bad
			10-100 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
		`)},
		story{"another check has a longer deadline", "", checked(`
			0-140 CONFIG
			0 answer errors bad
			0 answer change bad
			10-100 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
		`, "dev.checks=errors/AfterReady//1m;change/AfterReady//2m")},
		story{"the default deadline is an hour", "", checked(`
			0-140 CONFIG
			0 answer errors bad
			10-100 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
		`, "dev.checks=errors/AfterReady")},
		story{"it waits for another commit", "", late(`
			50-140 report a c2 Ready r0
			0-140 CONFIG
			0 answer errors bad
			10-100 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
		`)},
		story{"nobody saw that it goes on to wait", "", late(`
			0-140 CONFIG
			0 answer errors bad
			10-30 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
			90-100 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
		`)},
		story{"the garden controller was killed", "", late(`
			0-140 CONFIG
			0 answer errors bad
			30 action kill on=garden-controller
			10-100 rollout dev:WaitingForCheck:c1:r0 prod:Waiting:c0:r0:passed a=- p=c0
		`)},
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import "strings"

// configs returns the lines of a history in which CONFIG stands for flux-config with the same settings.
func configs(text, settings string) string {
	return strings.ReplaceAll(text, "CONFIG", "config dev prod Promote soak=1s "+settings)
}

var _ = judgesAll(func() {
	const before = `
0 shoot a dev
0 shoot p prod
0-5 report a c0 Ready r0
6-70 report a c1 Ready r0
0-130 report p c0 Ready r0
`
	frozen := func(text string) string { return configs(text, "freezes=year-end/12:01/13:00") }
	judges("held-rings-do-not-begin", before,
		story{"a ring begins in a freeze", "Shoot garden-a/p of ring prod got commit 111111111111 during freeze year-end", frozen(`
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"a ring begins in its own freeze", "during freeze year-end", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`, "freezes=year-end/12:01/13:00/prod")},
		story{"a ring with an open window begins in a freeze", "during freeze year-end", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`, "windows=0_12_*_*_*/1h freezes=year-end/12:01/13:00")},
		story{"the first ring begins with another flux-config in a freeze", "Shoot garden-a/a of ring dev got revision r1 during freeze year-end", frozen(`
			70-120 report a c1 r0 Ready
			0-120 CONFIG
			1-99 rollout a=r0 p=c0/r0
			100 rollout a=r1 p=c0/r0
		`)},
		story{"the freeze begins in between", "", frozen(`
			0-120 CONFIG
			1-64 rollout a=- p=c0
			65 rollout a=- p=c1
		`)},
		story{"the freeze ends in between", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0
			121 rollout a=- p=c1
		`, "freezes=year-end/12:01/12:02")},
		story{"the freeze is over", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`, "freezes=year-end/11:00/12:01")},
		story{"the freeze is in another time zone", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`, "freezes=year-end/12:01/13:00 zone=Europe/Berlin")},
		story{"another ring is frozen", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`, "freezes=year-end/12:01/13:00/dev")},
		story{"the freeze was added at about that time", "", configs(`
			0-90 config dev prod Promote soak=1s
			91-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`, "freezes=year-end/12:01/13:00")},
		story{"the freeze was removed at about that time", "", frozen(`
			0-98 CONFIG
			98.5-120 config dev prod Promote soak=1s
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"nobody saw flux-config", "", frozen(`
			0-70 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"the clock was changed", "", frozen(`
			50 action set the clock of garden-controller back
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"a rollback goes on", "", frozen(`
			0-90 CONFIG
			90.5-91 CONFIG operation=rollback
			92-130 CONFIG
			1-20 rollout a=- p=c0/r0
			21-99 rollout a=- p=c0/r1
			22-130 report p c0 r1 Ready
			100 rollout a=- p=c0/r0
		`)},
		story{"a rollback of what the history did not see goes on", "", frozen(`
			0-120 CONFIG
			22-130 report p c0 r1 Ready
			1-99 rollout a=- p=c0/r1
			100 rollout a=- p=c0/r0 RolledBack=r1
		`)},
		story{"another change after a rollback", "got commit 222222222222 during freeze year-end", frozen(`
			71-120 report a c2 Ready
			0-120 CONFIG
			1-99 rollout a=- p=c0 RolledBack=c1
			100 rollout a=- p=c2 RolledBack=c1
		`)},
		story{"the Shoot had failed", "", frozen(`
			20-130 report p c0 Failed
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"the failure is remembered while it is ready", "", frozen(`
			20-60 report p c0 Failed
			61-130 report p c0 Ready
			20-90 report a c0 Hibernated
			0-120 CONFIG
			1-50 rollout a=- p=c0
			51-99 rollout a=- p=c0 prod:Stopped Failed=prod/p
			100 rollout a=- p=c1
		`)},
		story{"it is not ready for longer than the deadline", "", configs(`
			20-130 report p c0 Progressing
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`, "freezes=year-end/12:01/13:00 deadline=40s")},
		story{"it is on its way with another change", "got commit 111111111111 during freeze year-end", frozen(`
			80-130 report p c0 Progressing
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"it is unreachable, and may have failed", "", frozen(`
			70-130 report p c0 Unreachable
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"nobody saw whether it had failed", "", frozen(`
			0-60 report q c0 Ready
			0 shoot q prod
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c0 q=c1
		`)},
		story{"it was created", "", frozen(`
			90 shoot q prod
			90-120 report q Pending
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c0 q=c1
		`)},
		story{"it was created again", "", frozen(`
			85 shoot p prod uid=2
			86-130 report p c0 Ready uid=2
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"it wakes up", "", frozen(`
			10 shoot p prod Hibernated
			10-84 report p c0 Hibernated
			85 shoot p prod
			85-130 report p c0 Ready
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"it has asked for no change until then", "", frozen(`
			0-130 shoot p prod hold=98
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"it has moved to the ring", "", frozen(`
			0.5 shoot p dev
			80 shoot p prod
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"it has the commit already", "", frozen(`
			71-130 report p c1 Ready
			0-120 CONFIG
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`)},
		story{"flux-rollout was deleted in between", "", frozen(`
			0-120 CONFIG
			1-95 rollout a=- p=c0
			96-99 gone rollout
			100 rollout a=- p=c1
		`)},
	)
	approved := func(text string) string { return configs(text, "prod.approval=Manual freezes=year-end/12:01/13:00") }
	judges("held-rings-do-not-begin", before+"0 shoot q prod\n0-130 report q c0 Ready r0",
		story{"the ring was approved during the freeze", "", approved(`
			71-130 report a c1 Ready
			0-79 CONFIG
			80-81 CONFIG operation=approve-during-freeze=prod
			81.5-130 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100-119 rollout a=- p=c1 q=c0
			120 rollout a=- p=c1 q=c1
		`)},
		story{"the freeze begins while the approval is stored", "", approved(`
			0-58 CONFIG
			59-61 CONFIG operation=approve-during-freeze=prod
			61.5-130 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c0
		`)},
		story{"the ring was approved, but not during the freeze", "during freeze year-end", approved(`
			0-79 CONFIG
			80-81 CONFIG operation=approve=prod
			81.5-130 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c0
		`)},
		story{"another ring was approved during the freeze", "during freeze year-end", approved(`
			0-79 CONFIG
			80-81 CONFIG operation=approve-during-freeze=dev
			81.5-130 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c0
		`)},
		story{"another commit was approved during the freeze", "got commit 222222222222 during freeze year-end", approved(`
			71-90 report a c1 Ready
			91-130 report a c2 Ready
			0-69 CONFIG
			70-71 CONFIG operation=approve-during-freeze=prod
			71.5-130 CONFIG
			1-119 rollout a=- p=c0 q=c0
			120 rollout a=- p=c2 q=c0
		`)},
		story{"the Event names another commit", "got commit 222222222222 during freeze year-end", approved(`
			71-130 report a c2 Ready
			0-79 CONFIG
			80-81 CONFIG operation=approve-during-freeze=prod
			81.5-130 CONFIG
			82 event RolloutApproved prod_1111111_year-end
			1-119 rollout a=- p=c0 q=c0
			120 rollout a=- p=c2 q=c0
		`)},
		story{"another flux-config was approved during the freeze", "got revision r2 during freeze year-end", configs(`
			0-69 CONFIG
			70-71 CONFIG operation=approve-during-freeze=prod
			71.5-130 CONFIG
			1-89 rollout a=r1 p=c0/r0 q=c0/r0 Target=r1
			90-119 rollout a=r2 p=c0/r0 q=c0/r0 Target=r2
			120 rollout a=r2 p=c0/r2 q=c0/r0 Target=r2
		`, "prod.approval=Manual freezes=year-end/12:01/13:00/prod")},
		story{"this flux-config was approved during the freeze", "", approved(`
			0-69 CONFIG
			70-71 CONFIG operation=approve-during-freeze=prod
			71.5-130 CONFIG
			1-119 rollout a=r1 p=c0/r0 q=c0/r0 Target=r1
			120 rollout a=r1 p=c0/r1 q=c0/r0 Target=r1
		`)},
		story{"the approval was for the first commit of another flux-config", "", approved(`
			71-90 report a c1 Progressing
			91-130 report a c2 Ready
			0-68 CONFIG content=old
			69-69.5 CONFIG content=new
			70-71 CONFIG content=new operation=approve-during-freeze=prod
			71.5-130 CONFIG content=new
			1-119 rollout a=- p=c0 q=c0
			120 rollout a=- p=c2 q=c0
		`)},
		story{"the report shows the commit after the approval", "", approved(`
			71-84 report a c1 Ready
			85-130 report a c2 Ready
			0-79 CONFIG
			80-81 CONFIG operation=approve-during-freeze=prod
			81.5-130 CONFIG
			1-119 rollout a=- p=c0 q=c0
			120 rollout a=- p=c2 q=c0
		`)},
		story{"a freeze begins after the approval", "during freeze quarter", configs(`
			71-130 report a c1 Ready
			0-69 CONFIG
			70-71 CONFIG operation=approve-during-freeze=prod
			71.5-160 CONFIG
			1-149 rollout a=- p=c0 q=c0
			130-150 report p c0 Ready
			150 rollout a=- p=c1 q=c0
		`, "freezes=year-end/12:01/13:00;quarter/12:02/13:00")},
		story{"the history begins during the freeze", "", configs(`
			0-130 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c0
		`, "freezes=year-end/11:00/13:00")},
		story{"the history begins during the freeze, with an approval", "", configs(`
			0-130 CONFIG
			1-99 rollout a=- p=c0 q=c0 prod:WaitingForApproval:c1:approved
			100 rollout a=- p=c1 q=c0
		`, "freezes=year-end/11:00/13:00")},
		story{"the history begins during the freeze, when the ring has begun", "", configs(`
			0-130 CONFIG
			1-99 rollout a=- p=c0 q=c1 prod:Progressing:c1
			100 rollout a=- p=c1 q=c1
		`, "freezes=year-end/11:00/13:00")},
		story{"the history begins during the freeze, without an approval", "during freeze year-end", configs(`
			0-130 CONFIG
			1-99 rollout a=- p=c0 q=c0 prod:Complete:c0
			100 rollout a=- p=c1 q=c0
		`, "freezes=year-end/11:00/13:00")},
	)
	judges("held-rings-do-not-begin", before+"0 shoot q prod\n0-130 report q c0 Ready r0",
		story{"a ring begins outside of its window", "Shoot garden-a/p of ring prod got commit 111111111111 outside of its windows", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c0
		`, "prod.windows=0_9_*_*_1-4/7h")},
		story{"a second Shoot begins after the window has closed", "Shoot garden-a/q of ring prod got commit 111111111111 outside of its windows", configs(`
			0-120 CONFIG
			1-29 rollout a=- p=c0 q=c0
			30-99 rollout a=- p=c1 q=c0
			100 rollout a=- p=c1 q=c1
		`, "prod.windows=0_12_*_*_*/1m")},
		story{"a ring begins with a Flux version outside of its window", "got revision r1 outside of its windows", configs(`
			0-120 CONFIG
			1-99 rollout a=r1 p=c0/r0 q=c0/r0
			100 rollout a=r1 p=c0/r1 q=c0/r0
		`, "prod.windows=0_9_*_*_1-4/7h")},
		story{"an approval overrules no window", "outside of its windows", configs(`
			0-79 CONFIG
			80-81 CONFIG operation=approve-during-freeze=prod
			81.5-130 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c0
		`, "prod.windows=0_9_*_*_1-4/7h freezes=year-end/12:01/13:00")},
		story{"the window is in another time zone", "outside of its windows", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c0
		`, "prod.windows=0_12_*_*_*/1h zone=America/New_York")},
		story{"with maintenance time windows, too, the window has to be open", "outside of its windows", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c0
		`, "prod.windows=0_9_*_*_1-4/7h;maintenance")},
		story{"the window was added at about that time", "", configs(`
			0-90 config dev prod Promote soak=1s
			91-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c1
		`, "prod.windows=0_9_*_*_1-4/7h")},
		story{"the window is open", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c1
		`, "prod.windows=0_12_*_*_*/1h")},
		story{"the window has closed in between", "", configs(`
			0-120 CONFIG
			1-65 rollout a=- p=c0 q=c0
			66 rollout a=- p=c1 q=c1
		`, "prod.windows=0_12_*_*_*/1m")},
		story{"the window opens in between", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			121 rollout a=- p=c1 q=c1
		`, "prod.windows=2_12_*_*_*/1m")},
		story{"one of two windows is open", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c1
		`, "prod.windows=0_9_*_*_1-4/7h;0_22_*_*_5/15h")},
		story{"the window of another ring is closed", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c1
		`, "dev.windows=0_9_*_*_1-4/7h")},
		story{"Shoots have their maintenance time windows", "", configs(`
			0-120 CONFIG
			1-99 rollout a=- p=c0 q=c0
			100 rollout a=- p=c1 q=c1
		`, "prod.windows=maintenance")},
		story{"it wakes up after the window has closed", "", configs(`
			0-120 CONFIG
			10 shoot q prod Hibernated
			10-84 report q c0 Hibernated
			85 shoot q prod
			85-130 report q c0 Ready
			1-29 rollout a=- p=c0 q=c0
			30-99 rollout a=- p=c1 q=c0
			100 rollout a=- p=c1 q=c1
		`, "prod.windows=0_12_*_*_*/1m")},
	)
})

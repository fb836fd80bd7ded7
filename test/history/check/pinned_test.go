// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import "strings"

var _ = judgesAll(func() {
	// A hold of 120 seconds has reached the Shoot.
	const before = `
0 setup delivery=30s
0-300 shoot a dev
0-200 report a c0 Ready r0
201-300 report a c1 Ready r0
`
	pinned := func(text, settings string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, "FETCHES", `
			0-190 fluxObject a GitRepository root commit=c0 artifact=c0
			192-300 fluxObject a GitRepository root commit=c0 artifact=c1`), "CONFIG", "config dev prod Promote soak=1s dev.pin=true "+settings)
	}
	const closed = "dev.windows=0_9_*_*_*/1h"
	judges("pinned-rings-get-no-commits", before,
		story{"it gets a commit while its window is closed", "Shoot garden-a/a of the first ring, which is pinned, got commit 111111111111 outside of its windows", pinned(`
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, closed)},
		story{"it gets one while one of its windows is open", "", pinned(`
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, closed+";0_12_*_*_*/1h")},
		story{"it gets one during a freeze", "got commit 111111111111 during freeze year-end", pinned(`
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, "freezes=year-end/12:01/13:00")},
		story{"another ring is frozen", "", pinned(`
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, "freezes=year-end/12:01/13:00/prod")},
		story{"an approval overrules the freeze", "", pinned(`
			0-100 CONFIG
			101 CONFIG operation=approve-during-freeze=dev
			103-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, "freezes=year-end/12:01/13:00")},
		story{"it gets one while the rollout is paused", "got commit 111111111111 while the rollout was paused", pinned(`
			0-300 CONFIG
			0-300 rollout Paused a=r0
			FETCHES
		`, "")},
		story{"it gets one while all rollouts are stopped", "got commit 111111111111 while all rollouts were stopped", pinned(`
			0-300 CONFIG
			0-300 stop 1 stopped
			0-300 rollout a=r0
			FETCHES
		`, "")},
		story{"nothing holds the ring", "", pinned(`
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, "")},
		story{"the window has closed a moment ago", "", pinned(`
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, "dev.windows=0_11_*_*_*/63m")},
		story{"the ring is not pinned", "", strings.ReplaceAll(pinned(`
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, closed), "dev.pin=true ", "")},
		story{"pin was added a moment ago", "", pinned(`
			0-100 config dev prod Promote soak=1s dev.windows=0_9_*_*_*/1h
			101-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, closed)},
		story{"the Shoot has failed: the commit may be its correction", "", pinned(`
			100-200 report a c0 Failed r0
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, closed)},
		story{"the Shoot has failed, and the rollout is paused", "while the rollout was paused", pinned(`
			100-200 report a c0 Failed r0
			0-300 CONFIG
			0-300 rollout Paused a=r0
			FETCHES
		`, closed)},
		story{"the Shoot was unreachable", "", pinned(`
			100-140 report a c0 Unreachable r0
			141-200 report a c0 Ready r0
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, closed)},
		story{"it gets another flux-config", "", pinned(`
			180-200 report a c0 Ready r1
			0-300 CONFIG
			0-170 rollout a=r0
			171-300 rollout a=r1
			FETCHES
		`, closed)},
		story{"it was not ready with the revision, which may be of another repository", "", pinned(`
			1-200 report a c0 Progressing r1
			0-300 CONFIG
			0-300 rollout a=r1
			FETCHES
		`, closed)},
		story{"it was ready with the revision before", "outside of its windows", pinned(`
			0-3 report a c0 Ready r1
			4-200 report a c0 Progressing r1
			0-300 CONFIG
			0-300 rollout a=r1
			FETCHES
		`, closed)},
		story{"it is rolled back", "", pinned(`
			0-300 CONFIG
			0-180 rollout a=r0
			181-300 rollout a=r0 RolledBack=r1
			FETCHES
		`, closed)},
		story{"it is in another ring", "", pinned(`
			0-300 shoot a prod
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, closed)},
		story{"the garden controller was killed", "", pinned(`
			50 action kill on=garden-controller
			0-300 CONFIG
			0-300 rollout a=r0
			FETCHES
		`, closed)},
	)
})

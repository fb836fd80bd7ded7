// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	judges("at-most-max-concurrent", `
0 config dev soak=20s max=50%
0 shoot a dev
0 shoot b dev
0 shoot c dev
0 shoot d dev
0-5 report a r0 Ready
0-5 report b r0 Ready
0-5 report c r0 Ready
0-5 report d r0 Ready
0 rollout a=r0 b=r0 c=r0 d=r0
6 rollout a=r1 b=r1 c=r0 d=r0
`,
		story{"half of them are on their way", "", `
			6-30 report a r1 Progressing
			6-30 report b r1 Progressing
			6-30 report c r0 Ready
			6-30 report d r0 Ready
		`},
		story{"one more, while two are not ready", "a, b, c of ring dev of garden-a are on their way to revision r1, more than 2", `
			6-30 report a r1 Progressing
			6-30 report b r0 Ready
			6-30 report c r0 Ready
			20 rollout a=r1 b=r1 c=r1 d=r0
		`},
		story{"one more, when one is ready", "", `
			6-18 report a r1 Progressing
			19-40 report a r1 Ready
			6-40 report b r1 Progressing
			6-40 report c r0 Ready
			20 rollout a=r1 b=r1 c=r1 d=r0
		`},
		story{"nobody saw whether it was ready", "", `
			6-18 report a r1 Progressing
			21-40 report a r1 Ready
			6-40 report b r1 Progressing
			6-40 report c r0 Ready
			20 rollout a=r1 b=r1 c=r1 d=r0
		`},
		story{"one is hibernated", "", `
			6 shoot a dev Hibernated
			6-30 report a r0 Hibernated
			6-30 report b r1 Progressing
			6-30 report c r0 Ready
			20 rollout a=r1 b=r1 c=r1 d=r0
		`},
		story{"one was not ready before", "", `
			0.5-5 report a r0 Failed
			0 config dev soak=20s max=50% deadline=3s
			6-30 report a r1 Failed
			6-30 report b r1 Progressing
			6-30 report c r0 Ready
			20 rollout a=r1 b=r1 c=r1 d=r0
		`},
		story{"a rollback is for all at once", "", `
			6-60 report a r1 Failed
			7-60 report b r1 Failed
			30 config dev soak=20s max=1 operation=rollback
			30.5 config dev soak=20s max=1
			31 rollout a=r0 b=r0 c=r0 d=r0 RolledBack=r1
		`},
		story{"one at a time, and two get it", "a, b of ring dev of garden-a are on their way to revision r1, more than 1", `
			0 config dev soak=20s max=1
			6-30 report a r0 Ready
			6-30 report b r1 Failed
		`},
		story{"a percentage is at least one", "", `
			0 config dev soak=20s max=10%
			0-9 rollout a=r0 b=r0 c=r0 d=r0
			6 rollout a=r0 b=r0 c=r0 d=r0
			10 rollout a=r1 b=r0 c=r0 d=r0
			6-30 report a r1 Progressing
		`},
	)
	judges("approval-is-used-once", `
0 config dev prod Promote soak=1s prod.approval=Manual
0 shoot a dev
0 shoot p prod
0-5 report a c0 Ready
0-90 report p c0 Ready
0 rollout a=- p=c0
6-20 report a c1 Ready
`,
		story{"the ring begins without an approval", "ring prod of garden-a began with commit 111111111111 without an approval of its own", `
			20 rollout a=- p=c1
		`},
		story{"an approval lets it begin", "", `
			18 config dev prod Promote soak=1s prod.approval=Manual approve=prod
			18.5 config dev prod Promote soak=1s prod.approval=Manual
			20 rollout a=- p=c1
		`},
		story{"the next commit needs another", "began with commit 222222222222 without", `
			18 config dev prod Promote soak=1s prod.approval=Manual approve=prod
			18.5 config dev prod Promote soak=1s prod.approval=Manual
			20 rollout a=- p=c1
			30-60 report a c2 Ready
			60 rollout a=- p=c2
		`},
		story{"each commit has its approval", "", `
			18 config dev prod Promote soak=1s prod.approval=Manual approve=prod
			18.5 config dev prod Promote soak=1s prod.approval=Manual
			20 rollout a=- p=c1
			30-60 report a c2 Ready
			40 config dev prod Promote soak=1s prod.approval=Manual approve=prod
			40.5 config dev prod Promote soak=1s prod.approval=Manual
			60 rollout a=- p=c2
		`},
		story{"another ring was approved", "without an approval of its own", `
			18 config dev prod Promote soak=1s prod.approval=Manual approve=dev
			18.5 config dev prod Promote soak=1s prod.approval=Manual
			20 rollout a=- p=c1
		`},
		story{"the Event names another commit", "began with commit 222222222222 without", `
			18 config dev prod Promote soak=1s prod.approval=Manual approve=prod
			18.5 config dev prod Promote soak=1s prod.approval=Manual
			18.6 event RolloutApproved prod_1111111
			30-60 report a c2 Ready
			60 rollout a=- p=c2
		`},
		story{"further Shoots of the ring need none", "", `
			0 shoot q prod
			18 config dev prod Promote soak=1s prod.approval=Manual approve=prod
			18.5 config dev prod Promote soak=1s prod.approval=Manual
			19 rollout a=- p=c0 q=c0
			20 rollout a=- p=c1 q=c0
			30 rollout a=- p=c1 q=c1
		`},
		story{"an automatic ring needs none", "", `
			0 config dev prod Promote soak=1s
			20 rollout a=- p=c1
		`},
		story{"an approval was stored before the history began", "", `
			0 rollout a=- p=c0
			20 rollout a=- p=c0
		`},
		story{"a rollback needs none", "", `
			18 config dev prod Promote soak=1s prod.approval=Manual approve=prod
			18.5 config dev prod Promote soak=1s prod.approval=Manual
			20 rollout a=- p=c1
			30 config dev prod Promote soak=1s prod.approval=Manual operation=rollback
			30.5 config dev prod Promote soak=1s prod.approval=Manual
			31 rollout a=- p=c0
		`},
	)
	judges("pause-holds", twoRings+`
6-90 report a c1 Ready
`,
		story{"a Shoot gets a commit while paused", "Shoot garden-a/p got commit 111111111111 while the rollout was paused", `
			20 config dev prod Promote soak=1s operation=pause
			20.5 config dev prod Promote soak=1s
			1-40 rollout a=- p=c0
			41 rollout a=- p=c1
		`},
		story{"it was resumed", "", `
			20 config dev prod Promote soak=1s operation=pause
			20.5 config dev prod Promote soak=1s
			30 config dev prod Promote soak=1s operation=resume
			30.5 config dev prod Promote soak=1s
			1-40 rollout a=- p=c0
			41 rollout a=- p=c1
		`},
		story{"the pause comes at the same moment", "", `
			40.5 config dev prod Promote soak=1s operation=pause
			1-40 rollout a=- p=c0
			41 rollout a=- p=c1
			41.5 config dev prod Promote soak=1s
		`},
		story{"the pause was requested and is not executed yet", "", `
			30 config dev prod Promote soak=1s operation=pause
			1-40 rollout a=- p=c0
			41 rollout a=- p=c1
		`},
		story{"it is not paused", "", `
			41 rollout a=- p=c1
		`},
		story{"a rollback reaches all Shoots, paused or not", "", `
			6 rollout a=- p=c1
			20 config dev prod Promote soak=1s operation=pause
			20.5 config dev prod Promote soak=1s
			30 config dev prod Promote soak=1s operation=rollback
			30.5 config dev prod Promote soak=1s
			7-40 rollout a=- p=c1
			41 rollout a=- p=c0
		`},
	)
	judges("empty-ring-waits", `
0 config dev test prod soak=10s
0 shoot a dev
0 shoot p prod
0-5 report a r0 Ready
0-90 report p r0 Ready
0 rollout a=r0 p=r0
6-90 report a r1 Ready
`,
		story{"a ring without Shoots lets the change pass", "of ring prod got revision r1 although ring test had no Shoot", `
			60 rollout a=r1 p=r1
		`},
		story{"it allows that", "", `
			0 config dev test prod soak=10s empty=true
			60 rollout a=r1 p=r1
		`},
		story{"it was approved", "", `
			40 config dev test prod soak=10s approve=test
			40.5 config dev test prod soak=10s
			60 rollout a=r1 p=r1
		`},
		story{"it waits", "", `
			60 rollout a=r1 p=r0 Empty
		`},
		story{"its only Shoot is hibernated", "although ring test had no Shoot that was ready with it", `
			0 shoot t test Hibernated
			0-90 report t r0 Hibernated
			60 rollout a=r1 t=r1 p=r1
		`},
		story{"its only Shoot is ready", "", `
			0 shoot t test
			0-20 report t r0 Ready
			21-90 report t r1 Ready
			60 rollout a=r1 t=r1 p=r1
		`},
		story{"nobody saw the reports of its Shoot", "", `
			0 shoot t test
			60 rollout a=r1 t=r1 p=r1
		`},
		story{"its Shoot has proved the change and was deleted", "", `
			0 shoot t test
			0-10 report t r0 Ready
			11-40 report t r1 Ready
			41 gone shoot t
			41-90 gone report t
			60 rollout a=r1 p=r1
		`},
		story{"all its Shoots were skipped", "", `
			0 shoot t test
			0-90 report t r0 Failed
			40 config dev test prod soak=10s skip=t
			40.5 config dev test prod soak=10s
			60 rollout a=r1 t=r1 p=r1
		`},
		story{"the Shoots of the project were not all seen", "", `
			0 rollout a=r0 p=r0 x=r0
			60 rollout a=r1 p=r1 x=r1
		`},
	)
})

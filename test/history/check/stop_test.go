// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	const before = `
0 shoot a dev
0 shoot p prod
0-120 config dev prod Promote soak=1s
0-5 report a c0 Ready r0
6-70 report a c1 Ready r0
0-130 report p c0 Ready r0
`
	judges("stopped-landscape-holds", before,
		story{"a ring begins during the stop", "Shoot garden-a/p got commit 111111111111 while all rollouts were stopped", `
			50-130 stop 1 stopped
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`},
		story{"a ring begins while the record is missing, and the next one is of the same stop", "Shoot garden-a/p got commit 111111111111 while all rollouts were stopped", `
			50-96 stop 1 stopped
			97 gone stop 1
			101-130 stop 1 stopped
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`},
		story{"the stop begins at about that time", "", `
			98-130 stop 1 stopped
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`},
		story{"the stop has ended", "", `
			50-90 stop 1 stopped
			91-130 stop 2
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`},
		story{"the stop ends at about that time", "", `
			50-98 stop 1 stopped
			99-130 stop 2
			1-99 rollout a=- p=c0
			100 rollout a=- p=c1
		`},
		story{"nothing begins", "", `
			50-130 stop 1 stopped
			1-130 rollout a=- p=c0
		`},
	)
})

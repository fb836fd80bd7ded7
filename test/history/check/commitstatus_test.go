// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	judges("commit-status-of-ring-is-true", `
0 shoot a dev
0-100 report a c1 Ready
0-9 rollout a=- dev:Progressing:c1
`,
		story{"the ring has passed it", "", `
			10-20 rollout a=- dev:Complete:c1:passed
			15 commitStatus c1 garden-a/dev success
		`},
		story{"the ring has not passed it", "has status success of landscape/garden-a/dev, but ring dev has not passed it", `
			10-20 rollout a=- dev:Progressing:c1
			15 commitStatus c1 garden-a/dev success
		`},
		story{"it has passed another commit", "but ring dev has not passed it", `
			10-20 rollout a=- dev:Complete:c2:passed
			15 commitStatus c1 garden-a/dev success
		`},
		story{"another ring has passed it", "but ring prod has not passed it", `
			10-20 rollout a=- dev:Complete:c1:passed prod:Progressing:c1
			15 commitStatus c1 garden-a/prod success
		`},
		story{"it has passed it before, and now another one", "", `
			10-20 rollout a=- dev:Complete:c1:passed
			21-40 rollout a=- dev:Complete:c2:passed
			30 commitStatus c1 garden-a/dev success
		`},
		story{"flux-rollout was seen a moment later than the status", "", `
			10-13 rollout a=- dev:Progressing:c1
			16-30 rollout a=- dev:Complete:c1:passed
			15 commitStatus c1 garden-a/dev success
		`},
		story{"it is pending", "", `
			10-20 rollout a=- dev:Progressing:c1
			15 commitStatus c1 garden-a/dev pending
		`},
		story{"nobody saw flux-rollout for a while", "", `
			60 rollout a=- dev:Progressing:c1
			90 commitStatus c1 garden-a/dev success
		`},
		story{"the ring has stopped with it", "", `
			10-90 rollout a=- dev:Stopped:c1
			80 commitStatus c1 garden-a/dev failure
		`},
		story{"the ring has not stopped", "has status failure of landscape/garden-a/dev, but ring dev has neither stopped nor rolled it back", `
			10-90 rollout a=- dev:Progressing:c1
			80 commitStatus c1 garden-a/dev failure
		`},
		story{"the ring had stopped, long ago", "but ring dev has neither stopped nor rolled it back", `
			3-9 rollout a=- dev:Stopped:c1
			10-90 rollout a=- dev:Progressing:c1
			80 commitStatus c1 garden-a/dev failure
		`},
		story{"it was rolled back", "", `
			10-90 rollout a=- RolledBack=c1 dev:Progressing:c0
			80 commitStatus c1 garden-a/dev failure
		`},
		story{"another project", "", `
			10-20 rollout a=- dev:Progressing:c1
			15 commitStatus c1 garden-b/dev success
		`},
	)
	judges("commit-status-of-project-is-true", `
0 config url=ssh://fleet branch=main
0 shoot a
0 shoot b
0-100 fluxObject a GitRepository root url=ssh://fleet branch=main
0-100 report a c1 Ready
`,
		story{"all Shoots are ready with it", "", `
			0-100 fluxObject b GitRepository root url=ssh://fleet branch=main
			0-100 report b c1 Ready
			80 commitStatus c1 garden-a success
		`},
		story{"a Shoot has the commit before", "has status success of landscape/garden-a, but b was not ready with it", `
			0-100 fluxObject b GitRepository root url=ssh://fleet branch=main
			0-100 report b c0 Ready
			80 commitStatus c1 garden-a success
		`},
		story{"a Shoot fails with it", "but b was not ready with it", `
			0-100 fluxObject b GitRepository root url=ssh://fleet branch=main
			0-100 report b c0 >c1 Failed
			80 commitStatus c1 garden-a success
		`},
		story{"a Shoot was ready with it a moment ago", "", `
			0-100 fluxObject b GitRepository root url=ssh://fleet branch=main
			0-78 report b c1 Ready
			79-100 report b c2 Progressing
			80 commitStatus c1 garden-a success
		`},
		story{"a Shoot is hibernated", "", `
			0-100 fluxObject b GitRepository root url=ssh://fleet branch=main
			0-100 report b c0 Hibernated
			80 commitStatus c1 garden-a success
		`},
		story{"a Shoot was deleted", "", `
			0-100 fluxObject b GitRepository root url=ssh://fleet branch=main
			0-100 report b c0 Ready
			70 gone shoot b
			80 commitStatus c1 garden-a success
		`},
		story{"a Shoot has a branch of its own", "", `
			0-100 fluxObject b GitRepository root url=ssh://fleet branch=another
			0-100 report b c0 Ready
			80 commitStatus c1 garden-a success
		`},
		story{"nobody saw the report of a Shoot for a while", "", `
			0-100 fluxObject b GitRepository root url=ssh://fleet branch=main
			0-40 report b c0 Ready
			80 report b c0 Ready
			81 commitStatus c1 garden-a success
		`},
		story{"a failure while a Shoot fails with it", "", `
			0-100 report b c0 >c1 Failed
			80 commitStatus c1 garden-a failure
		`},
		story{"a failure while no Shoot fails", "has status failure of landscape/garden-a, but no Shoot fails with it", `
			0-100 report b c0 >c1 Progressing
			80 commitStatus c1 garden-a failure
		`},
		story{"a failure while a Shoot fails with another commit", "but no Shoot fails with it", `
			0-100 report b c2 Failed
			80 commitStatus c1 garden-a failure
		`},
		story{"a ring is no project", "", `
			0-100 report b c0 Ready
			80 commitStatus c1 garden-a/dev success
		`},
	)
	judges("commit-with-status-is-reported", `
0 shoot a dev
0-60 report a c1 Ready
`,
		story{"a Shoot is ready with it", "", `
			15 commitStatus c1 garden-a/dev pending
		`},
		story{"no Shoot has reported it", "has status pending of landscape/garden-a/dev, but no Shoot has reported it", `
			15 commitStatus c2 garden-a/dev pending
		`},
		story{"no Shoot of a project without rings has reported it", "has status pending of landscape/garden-a, but no Shoot has reported it", `
			15 commitStatus c2 garden-a pending
		`},
		story{"a success, too", "has status success of landscape/garden-a/dev, but no Shoot has reported it", `
			15 commitStatus c2 garden-a/dev success
		`},
		story{"a Shoot attempts it", "", `
			0 shoot b prod
			0-60 report b c1 >c2 Progressing
			15 commitStatus c2 garden-a/dev pending
		`},
		story{"a Shoot has had it before", "", `
			0 shoot b prod
			0-29 report b c2 Ready
			30-60 report b c1 Ready
			45 commitStatus c2 garden-a/dev pending
		`},
		story{"the report was seen a moment later", "", `
			0 shoot b prod
			0-15 report b c1 Ready
			16-60 report b c2 Ready
			15 commitStatus c2 garden-a/dev pending
		`},
		story{"nobody saw the report of another Shoot", "", `
			0 shoot b prod
			15 commitStatus c2 garden-a/dev pending
		`},
		story{"nobody saw a report for a while", "", `
			0 shoot b prod
			0-9 report b c1 Ready
			40 report b c1 Ready
			45 commitStatus c2 garden-a/dev pending
		`},
		story{"another project", "", `
			15 commitStatus c2 garden-b/dev pending
		`},
	)
})

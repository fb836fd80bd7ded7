// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	judges("later-rings-are-pinned", `
0 setup delivery=30s
0 config dev prod Promote soak=20s
0 shoot a dev
0 shoot p prod
0-90 rollout a=- p=-
0-90 report p c0 Ready
`,
		story{"a later ring follows a branch", "Shoot garden-a/p of ring prod follows its source", `
			0-60 fluxObject p GitRepository root branch=main artifact=c0
		`},
		story{"a later ring is pinned to a tag, which can be moved", "follows its source", `
			0-60 fluxObject p GitRepository root tag=v1 artifact=c0
		`},
		story{"it is pinned to a commit", "", `
			0-60 fluxObject p GitRepository root branch=main commit=c0 artifact=c0
		`},
		story{"it is pinned as soon as a decision can reach it", "", `
			0-25 fluxObject p GitRepository root branch=main artifact=c0
			26-90 fluxObject p GitRepository root branch=main commit=c0 artifact=c0
		`},
		story{"the first ring follows the branch", "", `
			0-60 report a c0 Ready
			0-60 fluxObject a GitRepository root branch=main artifact=c0
		`},
		story{"the controller of its seed was killed", "", `
			10 action kill the extension on the seed
			0-60 fluxObject p GitRepository root branch=main artifact=c0
		`},
		story{"with Follow, all do", "", `
			0 config dev prod Follow soak=20s
			0-60 fluxObject p GitRepository root branch=main artifact=c0
		`},
		story{"Promote was added a moment ago", "", `
			0 config dev prod Follow soak=20s
			50 config dev prod Promote soak=20s
			0-70 fluxObject p GitRepository root branch=main artifact=c0
		`},
		story{"it follows the source until it is ready with its first commit", "", `
			0-60 report p c0 Progressing
			0-60 fluxObject p GitRepository root branch=main artifact=c0
		`},
		story{"nobody saw it for long enough", "", `
			0 fluxObject p GitRepository root branch=main artifact=c0
			60 fluxObject p GitRepository root branch=main artifact=c0 ready=True
		`},
		story{"the garden controller has not decided", "", `
			0.5-90 gone rollout
			0-60 fluxObject p GitRepository root branch=main artifact=c0
		`},
	)
	judges("promoted-commit-is-of-the-source", twoRings+`
0 config dev prod Promote soak=1s branch=main
`,
		story{"the first ring reported it with the branch", "", `
			6-40 report a c1 Ready
			30 rollout a=- p=c1
		`},
		story{"the first ring reported it with another branch", "which the first ring has reported with other and not with main", `
			6-40 report a c1 Ready name=other
			30 rollout a=- p=c1
		`},
		story{"a name was shortened", "", `
			6-40 report a c1 Ready name=ma…
			30 rollout a=- p=c1
		`},
		story{"a report without names, because there is no room", "", `
			6-40 report a c1 Ready name=
			30 rollout a=- p=c1
		`},
		story{"two Shoots of the first ring, one with the branch", "", `
			0 shoot b dev
			6-40 report b c1 Ready
			6-40 report a c1 Ready name=other
			30 rollout a=- p=c1
		`},
		story{"the branch was changed, and the first ring reports the former one", "reported with main and not with next", `
			6-40 report a c1 Ready
			20 config dev prod Promote soak=1s branch=next
			21-29 rollout a=- p=c0
			30 rollout a=- p=c1
		`},
		story{"a reference with its prefix", "", `
			6-40 report a c1 Ready name=refs/heads/main
			30 rollout a=- p=c1
		`},
		story{"the reference is a tag", "reported with main and not with v1", `
			0 config dev prod Promote soak=1s tag=v1
			6-40 report a c1 Ready
			30 rollout a=- p=c1
		`},
	)
	judges("rollback-reaches-all", `
0 setup delivery=30s
0 config dev soak=20s
0 shoot a dev
0 shoot b dev
0 rollout a=r1 b=r1
0-20 report a r1 Failed
0-20 report b r1 Ready
`,
		story{"all Shoots get the former revision", "", `
			20-90 rollout a=r0 b=r0 RolledBack=r1
			22-90 report a r0 Ready
			22-90 report b r0 Ready
		`},
		story{"one is left with it in flux-rollout", "flux-rollout gives r1 to Shoot garden-a/b", `
			20-90 rollout a=r0 b=r1 RolledBack=r1
			22-90 report a r0 Ready
			22-90 report b r1 Ready
		`},
		story{"one keeps it", "Shoot garden-a/b still reports r1", `
			20-90 rollout a=r0 b=r0 RolledBack=r1
			22-90 report a r0 Ready
			22-90 report b r1 Ready
		`},
		story{"one keeps it while it is hibernated", "", `
			20-90 rollout a=r0 b=r0 RolledBack=r1
			22-90 report a r0 Ready
			22 shoot b dev Hibernated
			22-90 report b r1 Hibernated
		`},
		story{"nobody saw it later", "", `
			20-90 rollout a=r0 b=r0 RolledBack=r1
			22-90 report a r0 Ready
		`},
		story{"it is retried after resume", "", `
			20-40 rollout a=r0 b=r0 RolledBack=r1
			41 config dev soak=20s operation=resume
			41.5 config dev soak=20s
			42-90 rollout a=r1 b=r0
		`},
		story{"it is given again without resume", "flux-rollout gives r1 to Shoot garden-a/a", `
			20-40 rollout a=r0 b=r0 RolledBack=r1
			42-90 rollout a=r1 b=r0 RolledBack=r1
		`},
		story{"a commit is rolled back, and one Shoot keeps it", "Shoot garden-a/b still reports 111111111111", `
			20-90 rollout a=c0 b=c0 RolledBack=c1
			22-90 report a c0 Ready
			22-90 report b c1 Failed
		`},
		story{"a new change follows at once", "", `
			20-25 rollout a=r0 b=r0 RolledBack=r1
			26-90 rollout a=r2 b=r0
			22-90 report b r1 Ready
		`},
	)
})

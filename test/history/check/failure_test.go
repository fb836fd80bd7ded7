// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	judges("failure-stops-and-stays", twoRings+`
0 shoot b dev
0-5 report b c0 Ready
6-60 report b c1 Ready
1-49 rollout a=- b=- p=c0
`,
		story{"a canary has failed and was hibernated", "ring prod got commit 111111111111 after a of ring dev was Failed with it", `
			6-20 report a c1 Failed
			21 shoot a dev Hibernated
			21-60 report a c1 Hibernated
			50 rollout a=- b=- p=c1
		`},
		story{"a canary was degraded and was deleted", "after a of ring dev was Degraded", `
			6-20 report a c1 Degraded
			21 gone shoot a
			21-60 gone report a
			50 rollout b=- p=c1
		`},
		story{"a canary has failed and was moved to the last ring", "after a of ring dev was Failed", `
			6-20 report a c0 >c1 Failed
			21-60 report a c0 >c1 Failed
			22 shoot a prod
			50 rollout a=- b=- p=c1
		`},
		story{"the ring of the failed canary was removed", "after a of ring dev was Failed", `
			6-30 report a c1 Failed
			30 config test prod Promote soak=20s
			31 shoot b test
			50 rollout a=- b=- p=c1
		`},
		story{"a canary has failed and is suspended", "after a of ring dev was Failed", `
			6-20 report a c1 Failed
			21-60 report a c1 Suspended
			50 rollout a=- b=- p=c1
		`},
		story{"the canary is ready again", "", `
			6-20 report a c1 Failed
			21-60 report a c1 Ready
			50 rollout a=- b=- p=c1
		`},
		story{"another commit is another change", "", `
			6-20 report a c1 Failed
			21-60 report a c2 Ready
			50 rollout a=- b=- p=c2
		`},
		story{"maxFailures allows it", "", `
			0 config dev prod Promote soak=20s failures=1
			6-60 report a c1 Failed
			50 rollout a=- b=- p=c1
		`},
		story{"the Shoot was skipped", "", `
			6-20 report a c1 Failed
			21 config dev prod Promote soak=20s skip=a
			21.5 config dev prod Promote soak=20s
			50 rollout a=- b=- p=c1
		`},
		story{"the ring was approved after the failure", "", `
			6-20 report a c1 Failed
			21 config dev prod Promote soak=20s approve=dev
			21.5 config dev prod Promote soak=20s
			50 rollout a=- b=- p=c1
		`},
		story{"an approval before the failure does not accept it", "after a of ring dev was Failed", `
			8 config dev prod Promote soak=20s approve=dev
			8.5 config dev prod Promote soak=20s
			6-9 report a c1 Progressing
			10-60 report a c1 Failed
			50 rollout a=- b=- p=c1
		`},
		story{"the Shoot failed before it got the change", "", `
			0 config dev prod Promote soak=20s deadline=3s
			0.5-5 report a c0 Failed
			6-60 report a c1 Failed
			50 rollout a=- b=- p=c1
		`},
		story{"the canary fails after it was ready, when the decision may have been made", "", `
			6-45 report a c1 Ready
			46-60 report a c1 Failed
			50 rollout a=- b=- p=c1
		`},
		story{"a further Shoot of the ring gets it after another one has failed", "Shoot garden-a/q of ring prod got commit 111111111111 after p of ring prod was Failed", `
			0 shoot q prod
			0-90 report q c0 Ready
			6-90 report a c1 Ready
			50-89 rollout a=- b=- p=c1 q=c0
			61-99 report p c1 Failed
			90 rollout a=- b=- p=c1 q=c1
		`},
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	seeds := `
0 operator canary rest soak=20s
0 seed s canary
0 seed t rest
0-90 rollout baseline
0-59 board t commit=c0 revision=r0
`
	judges("baseline-commit-has-two-witnesses", seeds+`
0-5 seedReport s one.a=c0/r0/Ready two.b=c0/r0/Ready
`,
		story{"two projects report it", "", `
			6-60 seedReport s one.a=c1/r0/Ready two.b=c1/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"one project reports it, the other one fails", "which only one of ring canary has reported", `
			6-60 seedReport s one.a=c1/r0/Ready two.b=c0/r0/Failed
			60 board t commit=c1 revision=r0
		`},
		story{"two Shoots of one project", "which only one of ring canary has reported", `
			6-60 seedReport s one.a=c1/r0/Ready one.c=c1/r0/Ready two.b=c0/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"no project reports it: it was chosen elsewhere", "which no project of ring canary has reported", `
			6-60 seedReport s one.a=c2/r0/Ready two.b=c2/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"the operator has approved it", "", `
			6-60 seedReport s one.a=c1/r0/Ready two.b=c0/r0/Failed
			40 rollout baseline approve=canary
			60 board t commit=c1 revision=r0
		`},
		story{"nobody saw a report for a while", "", `
			6-20 seedReport s one.a=c1/r0/Ready two.b=c0/r0/Failed
			60 board t commit=c1 revision=r0
		`},
		story{"two projects on two seeds", "", `
			0 seed u canary
			0-5 seedReport u three.c=c0/r0/Ready
			6-60 seedReport u three.c=c1/r0/Ready
			6-60 seedReport s one.a=c1/r0/Ready two.b=c0/r0/Failed
			60 board t commit=c1 revision=r0
		`},
		story{"a rollback", "", `
			6-60 seedReport s one.a=c2/r0/Ready two.b=c2/r0/Ready
			50 rollout baseline operation=rollback
			60 board t commit=c1 revision=r0
		`},
		story{"the first report of a seed has the commit already", "", `
			0 seed u canary
			6-60 seedReport s one.a=c0/r0/Ready two.b=c0/r0/Failed
			30-60 seedReport u three.c=c1/r0/Ready
			60 board t commit=c1 revision=r0
		`},
	)
	judges("baseline-after-ring-before", seeds+`
0-5 seedReport s one.a=c0/r0/Ready two.b=c0/r0/Ready
`,
		story{"the ring before was ready for its soak", "", `
			6-60 seedReport s one.a=c0/r1/Ready two.b=c0/r1/Ready
			60 board t commit=c0 revision=r1
		`},
		story{"the soak was not over", "got revision r1 of the baseline 16s after ring canary had no project that was ready with it; its soak is 20s", `
			6-44 seedReport s one.a=c0/r0/Ready two.b=c0/r0/Ready
			45-60 seedReport s one.a=c0/r1/Ready two.b=c0/r1/Ready
			60 board t commit=c0 revision=r1
		`},
		story{"another soak for the baseline was over", "", `
			0 operator canary rest soak=20s replaced=10s
			6-44 seedReport s one.a=c0/r0/Ready two.b=c0/r0/Ready
			45-60 seedReport s one.a=c0/r1/Ready two.b=c0/r1/Ready
			60 board t commit=c0 revision=r1
		`},
		story{"no project was ready with it", "after ring canary had no project that was ready with it", `
			6-60 seedReport s one.a=c0/r1/Failed two.b=c0/r1/Failed
			60 board t commit=c0 revision=r1
		`},
		story{"one project fails, which the default allows", "", `
			6-60 seedReport s one.a=c0/r1/Ready two.b=c0/r1/Failed
			60 board t commit=c0 revision=r1
		`},
		story{"it was approved", "", `
			6-60 seedReport s one.a=c0/r1/Failed two.b=c0/r1/Failed
			40 rollout baseline approve=canary
			60 board t commit=c0 revision=r1
		`},
		story{"the first ring gets a change at once", "", `
			0 board s commit=c0 revision=r0
			6 board s commit=c0 revision=r1
		`},
		story{"nobody saw the reports", "", `
			60 board t commit=c0 revision=r1
		`},
		story{"the seed was not seen", "", `
			0 board x commit=c0 revision=r0
			6-60 seedReport s one.a=c0/r1/Failed two.b=c0/r1/Failed
			60 board x commit=c0 revision=r1
		`},
	)
	judges("baseline-guard-holds-losses", seeds+`
0-5 seedReport s one.a=c0/r0/Ready two.b=c0/r0/Ready
`,
		story{"a Shoot has lost a Namespace", "after Shoot one/a on seed s had lost 1 of 10 objects (1 Namespace)", `
			6-60 seedReport s one.a=c1/r0/Ready/-Namespace:1 two.b=c1/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"the Shoot has the objects again", "", `
			6-20 seedReport s one.a=c1/r0/Ready/-Namespace:1 two.b=c1/r0/Ready
			21-60 seedReport s one.a=c1/r0/Ready/-Namespace:0 two.b=c1/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"the Shoot is no longer reported", "after Shoot one/a on seed s had lost", `
			6-20 seedReport s one.a=c1/r0/Ready/-Namespace:1 two.b=c1/r0/Ready
			21-60 seedReport s two.b=c1/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"the report forgets the loss", "after Shoot one/a on seed s had lost", `
			6-20 seedReport s one.a=c1/r0/Ready/-Namespace:1 two.b=c1/r0/Ready
			21-60 seedReport s one.a=c1/r0/Ready two.b=c1/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"the Shoot becomes unreachable after the loss", "after Shoot one/a on seed s had lost", `
			6-20 seedReport s one.a=c1/r0/Ready/-Namespace:1 two.b=c1/r0/Ready
			21-60 seedReport s one.a=c1/r0/Unreachable/-Namespace:0 two.b=c1/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"it was approved", "", `
			6-60 seedReport s one.a=c1/r0/Ready/-Namespace:1 two.b=c1/r0/Ready
			40 rollout baseline approve=canary
			60 board t commit=c1 revision=r0
		`},
		story{"the seed was skipped", "", `
			6-60 seedReport s one.a=c1/r0/Ready/-Namespace:1 two.b=c1/r0/Ready
			40 rollout baseline operation=skip=s
			60 board t commit=c1 revision=r0
		`},
		story{"the guard allows a fifth", "", `
			6-60 seedReport s one.a=c1/r0/Ready/-ConfigMap:2 two.b=c1/r0/Ready
			60 board t commit=c1 revision=r0
		`},
		story{"another commit corrects it", "", `
			6-20 seedReport s one.a=c1/r0/Ready/-Namespace:1 two.b=c1/r0/Ready
			21-60 seedReport s one.a=c2/r0/Ready/-Namespace:0 two.b=c2/r0/Ready
			60 board t commit=c2 revision=r0
		`},
	)
})

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	judges("version-after-ring-before", `
0-5 operator versions canary europe soak=20s flux=v2.8.8
6 operator versions canary europe soak=20s flux=v2.9.3
0 seed my-seed canary
0 seed other europe
0 shoot a dev
0 shoot b dev seed=other
0-20 report a c0 Ready flux=v2.8.8
0-20 report b c0 Ready flux=v2.8.8
`,
		story{"the ring before had it for its soak", "", `
			21-60 report a c0 Ready flux=v2.9.3
			50 report b c0 Ready flux=v2.9.3
		`},
		story{"the soak was not over", "Shoot garden-a/b got Flux v2.9.3 18s after the version appeared; the soak of ring canary is 20s", `
			8-60 report a c0 Ready flux=v2.9.3
			23 report b c0 Ready flux=v2.9.3
		`},
		story{"another soak for versions was over", "", `
			6 operator versions canary europe soak=60s replaced=20s flux=v2.9.3
			21-60 report a c0 Ready flux=v2.9.3
			50 report b c0 Ready flux=v2.9.3
		`},
		story{"no Shoot of the ring before has it", "although no Shoot of ring canary has it", `
			21-60 report a c0 Ready flux=v2.8.8
			50 report b c0 Ready flux=v2.9.3
		`},
		story{"none can get it within seven soaks", "", `
			21-200 report a c0 Failed flux=v2.8.8
			190 report b c0 Ready flux=v2.9.3
		`},
		story{"it has failed in each Shoot of the ring before", "although it has failed in each Shoot of ring canary", `
			21-60 report a c0 Failed flux=v2.9.3 cause=InstallationFailed
			50 report b c0 Ready flux=v2.9.3
		`},
		story{"another failure is not one of the version", "", `
			21-60 report a c0 Failed flux=v2.9.3 cause=BuildFailed
			50 report b c0 Ready flux=v2.9.3
		`},
		story{"the ring before has only a hibernated Shoot", "", `
			0 shoot a dev Hibernated
			15 report b c0 Ready flux=v2.9.3
		`},
		story{"a configured version is excluded", "", `
			0 config flux=v2.9.3
			15 report b c0 Ready flux=v2.9.3
		`},
		story{"nobody saw the ring before", "", `
			60 report b c0 Ready flux=v2.9.3
		`},
		story{"another version than the default", "", `
			15 report b c0 Ready flux=v2.8.9
		`},
	)
})
